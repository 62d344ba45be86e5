// The room in the browser's Python, without a browser: node pyodide.mjs FOLDER, the folder of a site's Python.
// Prints what was answered, a line of JSON for each question of standard input: [method, path, body].
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const file = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder });
python.unpackArchive(file("game.txz"), "xztar", { extractDir: "/game" });
for (const name of JSON.parse(readFileSync(`${folder}/compiled.json`, "utf-8")))
	python.unpackArchive(file(name), "zip", { extractDir: "/game" });
python.runPython('import sys; sys.path.insert(0, "/game"); sys.dont_write_bytecode = True');

const rows = new Map();
const heard = [];
const thinker = python.pyimport("portable_wargame.tab.thinking").Thinker();
const { fight } = python.pyimport("portable_wargame.tab.fighting");
const outside = {
	told: (line, text) => heard.push({ line, ...JSON.parse(text) }),
	closed: (line, code) => heard.push({ line, code }),
	keep: async (game, revision, text) => {
		const { row, lines } = JSON.parse(text);
		const there = rows.get(game);
		if ((there?.row.revision ?? -1) !== revision) return "behind";
		rows.set(game, { row, lines: [...(there?.lines ?? []), ...lines], notes: [] });
		return "kept";
	},
	kept: async (game, lines) => {
		const there = rows.get(game);
		return there ? JSON.stringify({ ...there, lines: there.lines.slice(lines) }) : "";
	},
	games: async () => JSON.stringify([...rows.keys()]),
	shelve: async () => "kept",
	think: async (question) => thinker.think(question),
	fight: async (work) => fight(work),
};
const room = await python.pyimport("portable_wargame.tab.room").opened(outside, "/shelf", "{}", 2);
const lines = createInterface({ input: process.stdin });
for await (const line of lines) {
	const [method, path, body] = JSON.parse(line);
	heard.length = 0;
	let answer = "";
	if (method === "OPEN") room.open(1, path);
	else if (method === "SAY") room.hear(1, JSON.stringify(body));
	else answer = await room.ask(method, path, "", typeof body === "string" ? body : body ? JSON.stringify(body) : "");
	// Until a reply came: whoever thinks does so between two turns of the loop.
	for (let turn = 0; method === "SAY" && turn < 2000 && !heard.some(({ id }) => id === body.id); turn += 1)
		await new Promise((resolve) => setTimeout(resolve, 5));
	console.log(JSON.stringify({ answer, heard }));
}
process.exit(0);
