// A scenario in the making: the tree of the format, with whatever mistakes it still has, and the edits that an editor
// makes of it. Every edit is a function from a tree to a tree. Nothing here judges: the server's checker does.
import { columnName } from "../../board/layout";
import type { BookSheet, GridSheet } from "../../common/protocol";
import { lettersOf, placeOf, withLetters } from "./terrain";
import {
	appended,
	isTable,
	listAt,
	type Path,
	settled,
	type Table,
	tableAt,
	textAt,
	valueAt,
	without,
	withValue,
} from "./tree";

export type Draft = Table;

/** A unit where the draft lists it. */
export interface Listed {
	/** How the editor calls it: ids may still be missing or given twice. */
	key: string;
	path: Path;
	side: number;
	index: number;
	table: Table;
}

export interface Blank {
	format: string;
	title: string;
	book: BookSheet;
	grid: string;
	columns: number;
	rows: number;
}

export function blank({ format, title, book, grid, columns, rows }: Blank): Draft {
	const empty = Array.from({ length: rows }, () => Array.from({ length: columns }, () => "."));
	const draft = {
		format,
		title,
		ruleset: book.name,
		grid,
		turns: 15,
		map: { rows: "" },
		sides: [
			{ id: "red", name: "Redland", edge: "south", units: [] },
			{ id: "blue", name: "Blueland", edge: "north", units: [] },
		],
	};
	return withLetters(draft, empty);
}

// -- units

export function unitsOf(draft: Draft): Listed[] {
	return listAt(draft, ["sides"]).flatMap((_, side) =>
		listAt(draft, ["sides", side, "units"]).map((unit, index) => ({
			key: `${side}.${index}`,
			path: ["sides", side, "units", index],
			side,
			index,
			table: isTable(unit) ? unit : {},
		})),
	);
}

/** The unit that carries this one. */
export const carrierOf = (draft: Draft, unit: Listed): Listed | undefined =>
	unitsOf(draft).find(
		(other) => other.key !== unit.key && other.table.carrying === unit.table.id && unit.table.id,
	);

/** r1, r2, ...: the first letter of the side, and the first number that is free. */
export function freeId(draft: Draft, side: number): string {
	const letter = textAt(draft, ["sides", side, "id"]).at(0) ?? "u";
	const taken = new Set(unitsOf(draft).map((unit) => unit.table.id));
	let number = 1;
	while (taken.has(`${letter}${number}`)) number++;
	return `${letter}${number}`;
}

export interface NewUnit {
	side: number;
	type: string;
	at?: string | undefined;
}

export function withUnit(draft: Draft, { side, type, at }: NewUnit): Draft {
	const unit = { id: freeId(draft, side), type, ...(at ? { at } : {}) };
	return appended(draft, ["sides", side, "units"], unit);
}

export function withCopy(draft: Draft, unit: Listed): Draft {
	const { carrying: _, at: __, ...rest } = unit.table;
	return appended(draft, ["sides", unit.side, "units"], { ...rest, id: freeId(draft, unit.side) });
}

export function withoutUnit(draft: Draft, unit: Listed): Draft {
	const carrier = carrierOf(draft, unit);
	return without(carrier ? without(draft, [...carrier.path, "carrying"]) : draft, unit.path);
}

/** On the board: neither to come later nor carried. */
export function movedTo(draft: Draft, unit: Listed, cell: string): Draft {
	return withValue(withoutPlace(draft, unit), [...unit.path, "at"], cell);
}

/** Off the board: to be placed by its side, unless something else is said. */
export function withoutPlace(draft: Draft, unit: Listed): Draft {
	const carrier = carrierOf(draft, unit);
	const alone = carrier ? without(draft, [...carrier.path, "carrying"]) : draft;
	return without(without(alone, [...unit.path, "arrives"]), [...unit.path, "at"]);
}

export const arriving = (draft: Draft, unit: Listed, turn: number, edge: string): Draft =>
	withValue(withoutPlace(draft, unit), [...unit.path, "arrives"], { turn, edge });

export const carriedBy = (draft: Draft, unit: Listed, carrier: Listed): Draft =>
	withValue(withoutPlace(draft, unit), [...carrier.path, "carrying"], unit.table.id);

export function facingOf(draft: Draft, unit: Listed, grid: GridSheet): string {
	const facing = textAt(unit.table, ["facing"]);
	if (grid.facings.includes(facing)) return facing;
	return grid.towards[textAt(draft, ["sides", unit.side, "edge"])] ?? grid.facings[0] ?? "n";
}

export function turned(draft: Draft, unit: Listed, grid: GridSheet, by: 1 | -1): Draft {
	const { facings } = grid;
	const next = (facings.indexOf(facingOf(draft, unit, grid)) + by + facings.length) % facings.length;
	return withValue(draft, [...unit.path, "facing"], facings[next]);
}

/** Another id, also where the unit is carried. */
export function withUnitId(draft: Draft, unit: Listed, id: string): Draft {
	const carrier = carrierOf(draft, unit);
	const renamed = withValue(draft, [...unit.path, "id"], id);
	return carrier ? withValue(renamed, [...carrier.path, "carrying"], id) : renamed;
}

/** Earlier or later in the list: dice are thrown in its order. */
export function shifted(draft: Draft, unit: Listed, by: 1 | -1): Draft {
	const path = ["sides", unit.side, "units"];
	const units = [...listAt(draft, path)];
	const other = unit.index + by;
	if (other < 0 || other >= units.length) return draft;
	[units[unit.index], units[other]] = [units[other], units[unit.index]];
	return withValue(draft, path, units);
}

// -- sides and conditions

/** Another id, also where victory conditions name the side; but not while both sides have the same, and nobody can tell
 * whose they are. */
export function withSideId(draft: Draft, side: number, id: string): Draft {
	const before = valueAt(draft, ["sides", side, "id"]);
	const other = valueAt(draft, ["sides", 1 - side, "id"]);
	let next = withValue(draft, ["sides", side, "id"], id);
	if (other === id || other === before) return next;
	listAt(draft, ["victory"]).forEach((condition, number) => {
		if (isTable(condition) && condition.side === before)
			next = withValue(next, ["victory", number, "side"], id);
	});
	return next;
}

/** The other side first: it declares its shots first, and nothing else changes. */
export const withSidesSwapped = (draft: Draft): Draft =>
	withValue(draft, ["sides"], listAt(draft, ["sides"]).toReversed());

export const KINDS = ["hold", "survive", "exit", "destroy units", "destroy sp"] as const;
export type Kind = (typeof KINDS)[number];

export function kindOf(condition: Table): Kind | null {
	if ("destroy" in condition)
		return isTable(condition.destroy) && "sp" in condition.destroy ? "destroy sp" : "destroy units";
	return KINDS.find((kind) => kind in condition) ?? null;
}

/** A condition of another kind; whose it is and when it counts stays. */
export function ofKind(condition: Table, kind: Kind, edge: string): Table {
	const { hold: _, survive: __, exit: ___, destroy: ____, ...kept } = condition;
	if (kind === "hold") return { ...kept, hold: [] };
	if (kind === "survive") return { ...kept, survive: true };
	if (kind === "exit") return { ...kept, exit: { edge, units: 1 } };
	return { ...kept, destroy: kind === "destroy sp" ? { sp: 1 } : { units: 1 } };
}

export function withHeld(draft: Draft, condition: number, cell: string): Draft {
	const path = ["victory", condition, "hold"];
	const cells = listAt(draft, path);
	return withValue(
		draft,
		path,
		cells.includes(cell) ? cells.filter((one) => one !== cell) : [...cells, cell],
	);
}

// -- rules

export function withOption(draft: Draft, option: string, on: boolean): Draft {
	const others = listAt(draft, ["options"]).filter((one) => one !== option);
	return settled(draft, ["options"], on ? [...others, option] : others);
}

/** A house rule; the usual value is not written down. */
export function withHouseRule(draft: Draft, rule: string, value: string, usual: string): Draft {
	const next = settled(draft, ["house-rules", rule], value === usual ? "" : value);
	return Object.keys(tableAt(next, ["house-rules"])).length > 0 ? next : without(next, ["house-rules"]);
}

// -- the board

/** A larger or smaller board. `east` and `north`: rows and columns come and go at those edges, else at the others.
 * Whose ground is gone is to be placed by its side, and nobody holds what is gone. */
export function resized(draft: Draft, columns: number, rows: number, east: boolean, north: boolean): Draft {
	const old = lettersOf(draft);
	const before = { columns: old[0]?.length ?? 0, rows: old.length };
	const right = east ? 0 : columns - before.columns;
	const down = north ? rows - before.rows : 0;
	const letters = Array.from({ length: rows }, (_, row) =>
		Array.from({ length: columns }, (_, column) => old[row - down]?.[column - right] ?? "."),
	);
	/** The new name of a cell; null if it is gone. What was not on the board keeps its name. */
	const renamed = (cell: unknown): unknown => {
		const [column, row] = typeof cell === "string" ? placeOf(cell, before.rows) : [-1, -1];
		if (old[row]?.[column] === undefined) return cell;
		if (letters[row + down]?.[column + right] === undefined) return null;
		return `${columnName(column + right)}${rows - row - down}`;
	};
	let next = withLetters(draft, letters);
	for (const unit of unitsOf(next)) {
		if (!("at" in unit.table)) continue;
		const path = [...unit.path, "at"];
		const cell = renamed(unit.table.at);
		next = cell === null ? without(next, path) : withValue(next, path, cell);
	}
	listAt(next, ["victory"]).forEach((condition, number) => {
		if (isTable(condition) && Array.isArray(condition.hold)) {
			const held = condition.hold.map(renamed).filter((cell) => cell !== null);
			next = withValue(next, ["victory", number, "hold"], held);
		}
	});
	return next;
}

/** How many units stand in a cell. */
export const standing = (draft: Draft): number => unitsOf(draft).filter(({ table }) => "at" in table).length;
