// A worker with Python in it. The first that a page starts is the room, where the game's application answers; the room
// has others think and fight, so that nobody waits for them.
import { Database, opened } from "./database";
import { Helpers } from "./helpers";
import type { FromRoom, ToRoom } from "./messages";
import { started } from "./python";

const python = started();

// biome-ignore lint/suspicious/noExplicitAny: the thinker is Python's
let thinker: Promise<any> | null = null;

async function think(asked: string): Promise<string> {
	thinker ??= python.then((one) => one.pyimport("portable_wargame.tab.thinking").Thinker());
	return (await thinker).think(asked) as string;
}

async function fight(asked: string): Promise<string> {
	const { fight } = (await python).pyimport("portable_wargame.tab.fighting");
	return fight(asked) as string;
}

const tell = (message: FromRoom) => postMessage(message);

async function room(cores: number) {
	const database = new Database(await opened());
	const thinkers = new Helpers("think", 1);
	const fighters = new Helpers("fight", cores);
	const outside = {
		told: (line: number, text: string) => tell({ kind: "told", line, text }),
		closed: (line: number, code: number) => tell({ kind: "closed", line, code }),
		keep: (game: string, revision: number, rows: string) => database.keep(game, revision, JSON.parse(rows)),
		kept: async (game: string, lines: number, notes: number) => {
			const rows = await database.kept(game, lines, notes);
			return rows ? JSON.stringify(rows) : "";
		},
		games: async () => JSON.stringify(await database.games()),
		shelve: (name: string, text: string) => database.shelve(name, text),
		think: (question: string) => thinkers.ask(question),
		fight: (work: string) => fighters.ask(work),
	};
	const shelved = JSON.stringify(await database.shelf());
	const { opened: begun } = (await python).pyimport("portable_wargame.tab.room");
	return begun(outside, "/shelf", shelved, cores);
}

// biome-ignore lint/suspicious/noExplicitAny: the room is Python's
let answering: Promise<any> | null = null;

async function answer(data: ToRoom): Promise<void> {
	const here = await answering;
	switch (data.kind) {
		case "begin":
			answering = room(data.cores);
			await answering;
			return tell({ kind: "ready" });
		case "think":
			return tell({ kind: "done", id: data.id, text: await think(data.text) });
		case "fight":
			return tell({ kind: "done", id: data.id, text: await fight(data.text) });
		case "ask": {
			const text = (await here.ask(data.method, data.path, data.token, data.body)) as string;
			return tell({ kind: "done", id: data.id, text });
		}
		case "open":
			here.open(data.line, data.path);
			return tell({ kind: "opened", line: data.line });
		case "hear":
			return here.hear(data.line, data.text);
		case "close":
			return here.close(data.line);
	}
}

addEventListener("message", ({ data }: MessageEvent<ToRoom>) => {
	answer(data).catch((problem) => {
		tell({ kind: "failed", id: "id" in data ? data.id : null, message: String(problem) });
	});
});
