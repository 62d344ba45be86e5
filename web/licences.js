import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FACES = "src/styles/fonts";

/** Beside the page: every package of others that is in it, with its licence, and the typefaces with theirs. What the build takes in says which. */
export function licences() {
	return {
		name: "licences",
		generateBundle(_, bundle) {
			const found = new Map();
			for (const chunk of Object.values(bundle))
				if (chunk.type === "chunk")
					for (const module of chunk.moduleIds) {
						const folder = packageOf(module);
						if (folder !== null) found.set(folder, licenceOf(folder));
					}
			const source = [...found.values()].sort().join("\n");
			this.emitFile({ type: "asset", fileName: "licences.txt", source });
			const faces = readdirSync(FACES).filter((name) => name.endsWith("-OFL.txt"));
			const ofl = faces.map(
				(name) => `=== ${name.replace("-OFL.txt", "")}\n\n${readFileSync(join(FACES, name), "utf-8")}`,
			);
			this.emitFile({ type: "asset", fileName: "typefaces.txt", source: ofl.join("\n") });
		},
	};
}

function packageOf(module) {
	const [, before, name] = module.match(/^\0?(.*\/node_modules\/)((?:@[^/]+\/)?[^/]+)\//) ?? [];
	return before && name ? before + name : null;
}

function licenceOf(folder) {
	const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf-8"));
	for (const name of ["LICENSE", "LICENSE.md", "license", "LICENCE"])
		try {
			const text = readFileSync(join(folder, name), "utf-8").trim();
			return `=== ${about.name} ${about.version} (${about.license})\n\n${text}\n`;
		} catch {
			// another name
		}
	throw new Error(`${dirname(folder)}: ${about.name} is in the page and has no licence`);
}
