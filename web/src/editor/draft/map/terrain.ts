// The map of a draft: letters to features and back. The server's feature sheets say which features go together.
import { columnName } from "../../../board/layout";
import type { GroundPlan } from "../../../board/state";
import type { FeatureSheet } from "../../../common/protocol";
import { listAt, type Table, tableAt, textAt, withValue } from "../tree";

/** A brush: the name of a feature, or open ground. */
export const OPEN = "open ground";
export type Action = "add" | "replace" | "remove";

const NEW_LETTERS = "*+#%&@$!?^o0123456789acdegijklnpqrsuvyzACDEGIJKLMNOPQRSTUVWXYZ";
const LARGEST_SHOWN = 60;

/** The letters of the map, the northernmost row first. Rows of a broken map are made equally long. */
export function lettersOf(tree: Table): string[][] {
	const rows = textAt(tree, ["map", "rows"])
		.split("\n")
		.map((line) => Array.from(line.replaceAll(/\s+/g, "")))
		.filter((row) => row.length > 0)
		.slice(0, LARGEST_SHOWN);
	const columns = Math.min(LARGEST_SHOWN, commonLength(rows));
	if (rows.every((row) => row.length === columns)) return rows;
	return rows.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? "."));
}

function commonLength(rows: string[][]): number {
	const counted = new Map<number, number>();
	for (const { length } of rows) counted.set(length, (counted.get(length) ?? 0) + 1);
	return [...counted].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

export const withLetters = (tree: Table, rows: string[][]): Table =>
	withValue(tree, ["map", "rows"], `${rows.map((row) => row.join(" ")).join("\n")}\n`);

/** Features by letter: the standard ones, and those of the draft's legend. */
export function legendOf(tree: Table, sheets: readonly FeatureSheet[]): Map<string, readonly string[]> {
	const letters = new Map<string, readonly string[]>([[".", []]]);
	for (const sheet of sheets) letters.set(sheet.letter, [sheet.name]);
	for (const [letter, names] of Object.entries(tableAt(tree, ["map", "legend"]))) {
		if (Array.isArray(names))
			letters.set(
				letter,
				names.filter((name) => typeof name === "string"),
			);
	}
	return letters;
}

export function groundOf(tree: Table, sheets: readonly FeatureSheet[]): GroundPlan {
	const rows = lettersOf(tree);
	const legend = legendOf(tree, sheets);
	const columns = rows[0]?.length ?? 0;
	const names = namesOf(columns, rows.length);
	const terrain: GroundPlan["terrain"] = {};
	rows.forEach((row, index) => {
		row.forEach((letter, column) => {
			const features = legend.get(letter);
			if (features?.length) terrain[names[index * columns + column] as string] = features as string[];
		});
	});
	const grid = tree.grid === "hex" ? "hex" : "square";
	const features = Object.fromEntries(sheets.map(({ name, look }) => [name, look]));
	return {
		grid,
		columns,
		rows: rows.length,
		terrain,
		features,
		names: placeNames(tree),
		labels: labelsOf(tree),
	};
}

const placeNames = (tree: Table): Record<string, string> =>
	Object.fromEntries(
		Object.entries(tableAt(tree, ["names"])).filter(
			(one): one is [string, string] => typeof one[1] === "string",
		),
	);

function labelsOf(tree: Table): NonNullable<GroundPlan["labels"]> {
	return listAt(tree, ["labels"]).flatMap((one) => {
		const [text, at, to] = ["text", "at", "to"].map((key) => textAt(one, [key]));
		return text && at ? [{ text, at, ...(to ? { to } : {}) }] : [];
	});
}

let lastNames: { columns: number; rows: number; names: string[] } = { columns: 0, rows: 0, names: [] };

/** The names of the cells, the northernmost row first: made once for a size, because every stroke asks for them. */
function namesOf(columns: number, rows: number): string[] {
	if (lastNames.columns !== columns || lastNames.rows !== rows) {
		const letters = Array.from({ length: columns }, (_, column) => columnName(column));
		const names = Array.from({ length: rows }, (_, row) =>
			letters.map((letter) => `${letter}${rows - row}`),
		).flat();
		lastNames = { columns, rows, names };
	}
	return lastNames.names;
}

/** With everything that its features include: a bridge is river and road too. */
function spelledOut(names: readonly string[], sheets: readonly FeatureSheet[]): Set<string> {
	return new Set(
		names.flatMap((name) => [name, ...(sheets.find((sheet) => sheet.name === name)?.includes ?? [])]),
	);
}

function inShort(names: Set<string>, sheets: readonly FeatureSheet[]): string[] {
	const known = sheets.filter((sheet) => names.has(sheet.name));
	const said = new Set(known.flatMap((sheet) => sheet.includes));
	return known.map((sheet) => sheet.name).filter((name) => !said.has(name));
}

/** A cell's features after the brush. */
export function brushed(
	before: readonly string[],
	brush: string,
	action: Action,
	sheets: readonly FeatureSheet[],
	allowed: readonly string[],
): string[] {
	const sheet = sheets.find((one) => one.name === brush);
	if (!sheet) return [];
	const features = action === "replace" ? new Set<string>() : spelledOut(before, sheets);
	if (action === "remove") {
		for (const one of sheets) if (one === sheet || one.includes.includes(brush)) features.delete(one.name);
		return inShort(features, sheets);
	}
	for (const other of sheet.excludes) features.delete(other);
	for (const name of [brush, ...sheet.includes]) features.add(name);
	const joint = sheets.find((one) => joins(one, brush, features, sheets) && allowed.includes(one.name));
	if (joint) features.add(joint.name);
	return inShort(features, sheets);
}

/** A road over a river is a bridge, unless something else takes it across. */
function joins(
	sheet: FeatureSheet,
	brush: string,
	present: Set<string>,
	sheets: readonly FeatureSheet[],
): boolean {
	if (sheet.includes.length < 2 || !sheet.includes.includes(brush)) return false;
	const across = sheets.some(
		(one) => present.has(one.name) && one.includes.some((name) => sheet.includes.includes(name)),
	);
	return !across && sheet.includes.every((name) => present.has(name));
}

export interface Paint {
	brush: string;
	action: Action;
	sheets: readonly FeatureSheet[];
	/** The features that the book has. */
	allowed: readonly string[];
}

/** The draft with these cells painted. */
export function painted(tree: Table, cells: readonly string[], paint: Paint): Table {
	const { brush, action, sheets, allowed } = paint;
	const rows = lettersOf(tree);
	let draft = tree;
	let changed = false;
	for (const cell of cells) {
		const [column, index] = placeOf(cell, rows.length);
		const row = rows[index];
		const letter = row?.[column];
		if (row === undefined || letter === undefined) continue;
		const before = legendOf(draft, sheets).get(letter) ?? [];
		const [next, written] = letterFor(draft, brushed(before, brush, action, sheets, allowed), sheets);
		draft = next;
		changed ||= written !== letter;
		row[column] = written;
	}
	return changed ? withLetters(draft, rows) : tree;
}

/** A letter for these features, and the draft with it in its legend if it is a new one. */
function letterFor(
	tree: Table,
	features: readonly string[],
	sheets: readonly FeatureSheet[],
): [Table, string] {
	const legend = legendOf(tree, sheets);
	const wanted = keyOf(features, sheets);
	for (const [letter, names] of legend) if (keyOf(names, sheets) === wanted) return [tree, letter];
	const letter =
		[...NEW_LETTERS].find((sign) => !legend.has(sign)) ?? String.fromCodePoint(0x4e00 + legend.size);
	return [withValue(tree, ["map", "legend", letter], [...features]), letter];
}

const keyOf = (names: readonly string[], sheets: readonly FeatureSheet[]) =>
	[...spelledOut(names, sheets)].toSorted().join();

/** Column and row, from the north-west corner. */
export function placeOf(cell: string, rows: number): [number, number] {
	const match = /^([a-z]+)(\d+)$/.exec(cell);
	if (!match) return [-1, -1];
	const column =
		[...(match[1] as string)].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
	return [column, rows - Number(match[2])];
}
