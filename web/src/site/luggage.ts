// All that this browser keeps, as one file: to another browser, or to be safe.
import { words } from "../words";
import type { Database, Rows } from "./database";

const FORMAT = "portable-wargame/luggage/1";
const OURS = "portable-wargame/";

interface Luggage {
	format: string;
	games: Record<string, Rows>;
	scenarios: Record<string, string>;
	/** what the page itself has noted: seats, seals, preferences */
	notes: Record<string, string>;
}

export async function packed(database: Database): Promise<Luggage> {
	const games: Record<string, Rows> = {};
	for (const game of await database.games()) {
		const rows = await database.kept(game);
		if (rows) games[game] = rows;
	}
	const keys = Object.keys(localStorage).filter((key) => key.startsWith(OURS));
	const notes = Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key) ?? ""]));
	return { format: FORMAT, games, scenarios: await database.shelf(), notes };
}

/** Hand the file to the browser to be saved; how many games are in it. */
export async function takeAway(database: Database): Promise<number> {
	const luggage = await packed(database);
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([JSON.stringify(luggage)], { type: "application/json" }));
	link.download = `portable-wargame-${new Date().toISOString().slice(0, 10)}.json`;
	link.click();
	URL.revokeObjectURL(link.href);
	return Object.keys(luggage.games).length;
}

/** What is here stays, unless the file has more of the same game; how many games came. */
export async function bringBack(database: Database, file: Blob): Promise<number> {
	const luggage = opened(await file.text());
	let came = 0;
	for (const [game, rows] of Object.entries(luggage.games)) {
		const here = await database.kept(game);
		if (here && here.lines.length >= rows.lines.length) continue;
		const outcome = await database.keep(game, here ? Number(here.row.at(-1)) : -1, rows);
		if (outcome !== "kept") throw new Error(words.site.notImported(outcome));
		came += 1;
	}
	const shelf = await database.shelf();
	for (const [name, text] of Object.entries(luggage.scenarios)) {
		if (name in shelf) continue;
		const outcome = await database.shelve(name, text);
		if (outcome !== "kept") throw new Error(words.site.notImported(outcome));
	}
	for (const [key, text] of Object.entries(luggage.notes)) merge(key, text);
	return came;
}

export function opened(text: string): Luggage {
	try {
		const luggage = JSON.parse(text) as Luggage;
		if (luggage.format === FORMAT && luggage.games && luggage.scenarios && luggage.notes) return luggage;
	} catch {
		// It is said below.
	}
	throw new Error(words.site.notLuggage);
}

/** Lists are joined by what they are about; anything else that is here stays. */
function merge(key: string, text: string): void {
	const here = localStorage.getItem(key);
	if (!key.startsWith(OURS)) return;
	localStorage.setItem(key, here === null ? text : joined(here, text));
}

export function joined(here: string, there: string): string {
	try {
		const [mine, theirs]: unknown[] = [JSON.parse(here), JSON.parse(there)];
		if (!Array.isArray(mine) || !Array.isArray(theirs)) return here;
		const known = new Set(mine.map((one) => one.game));
		return JSON.stringify([...mine, ...theirs.filter((one) => !known.has(one.game))]);
	} catch {
		return here;
	}
}
