// Everything that this browser keeps, as one file: to move to another browser, or as a backup.
import { words } from "../words";
import type { Columns, Database, Rows } from "./database";

const FORMAT = "portable-wargame/luggage/1";
/** Of a scenario. */
const FILE = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?\.toml$/;
const LONGEST = 60 - "-99".length;
const OURS = "portable-wargame/";

interface Luggage {
	format: string;
	games: Record<string, Rows>;
	scenarios: Record<string, string>;
	/** the page's own notes: seats, seals, preferences */
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

/** Hand the file to the browser to save; returns how many games are in it. */
export async function takeAway(database: Database): Promise<number> {
	const luggage = await packed(database);
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([JSON.stringify(luggage)], { type: "application/json" }));
	link.download = `portable-wargame-${new Date().toISOString().slice(0, 10)}.json`;
	link.click();
	URL.revokeObjectURL(link.href);
	return Object.keys(luggage.games).length;
}

/** Existing games stay, unless the file has more of the same game; returns how many games came. */
export async function bringBack(database: Database, file: Blob): Promise<number> {
	const luggage = opened(await file.text());
	let came = 0;
	for (const [game, rows] of Object.entries(luggage.games)) {
		const here = await database.kept(game);
		if (here && here.lines.length >= rows.lines.length) continue;
		const outcome = await database.keep(game, here ? here.row.revision : -1, rows);
		if (outcome !== "kept") throw new Error(words.site.notImported(outcome));
		came += 1;
	}
	const shelf = await database.shelf();
	for (const [name, text] of Object.entries(luggage.scenarios)) {
		const place = placeFor(name, text, shelf);
		const outcome = place ? await database.shelve(place, text) : "kept";
		if (outcome !== "kept") throw new Error(words.site.notImported(outcome));
	}
	for (const [key, text] of Object.entries(luggage.notes)) merge(key, text);
	return came;
}

/** Another of the same name is another scenario: both stay. Null if the same one is already here. */
export function placeFor(name: string, text: string, shelf: Record<string, string>): string | null {
	const stem = name.replace(/\.toml$/, "").slice(0, LONGEST);
	let place = name;
	for (let number = 2; place in shelf; number += 1) {
		if (shelf[place] === text) return null;
		place = `${stem}-${number}.toml`;
	}
	return place;
}

/** Reads the whole file before storing any of it. */
export function opened(text: string): Luggage {
	let luggage: Luggage;
	try {
		luggage = JSON.parse(text);
	} catch {
		throw new Error(words.site.notLuggage);
	}
	if (luggage?.format !== FORMAT) throw new Error(words.site.notLuggage);
	const { games, scenarios, notes } = luggage;
	const isWhole = isOf(games, isGame) && isOf(scenarios, isText) && isOf(notes, isText);
	if (!isWhole || !Object.keys(scenarios).every((name) => FILE.test(name)))
		throw new Error(words.site.damaged);
	return luggage;
}

const isText = (value: unknown): value is string => typeof value === "string";

function isOf<T>(tree: unknown, is: (value: unknown) => value is T): tree is Record<string, T> {
	return typeof tree === "object" && tree !== null && !Array.isArray(tree) && Object.values(tree).every(is);
}

function isGame(value: unknown): value is Rows {
	const { row, lines, notes, first_line = 0, first_note = 0 } = (value ?? {}) as Partial<Rows>;
	const isList = (list: unknown, texts: number) =>
		Array.isArray(list) &&
		list.every((entry) => Array.isArray(entry) && entry.length === texts && entry.every(isText));
	return (
		isOf(row, (one): one is Columns[string] => isText(one) || Number.isInteger(one)) &&
		Number.isInteger(row.revision) &&
		first_line === 0 &&
		Number.isInteger(first_note) &&
		isList(lines, 2) &&
		isList(notes, 3)
	);
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
