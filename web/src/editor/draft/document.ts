// A scenario in the making: the tree of the format, with whatever mistakes it still has, and the edits that an editor
// makes of it. Every edit is a function from a tree to a tree. Nothing here judges it: the server's checker does.
import type { BookSheet, GridSheet } from "../../common/protocol";
import { withLetters } from "./map/terrain";
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
	/** The editor's name for it: ids may still be missing or used twice. */
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

export function withoutUnit(draft: Draft, unit: Listed): Draft {
	const carrier = carrierOf(draft, unit);
	return without(carrier ? without(draft, [...carrier.path, "carrying"]) : draft, unit.path);
}

/** On the board: not a later arrival and not carried. */
export function movedTo(draft: Draft, unit: Listed, cell: string): Draft {
	return withValue(withoutPlace(draft, unit), [...unit.path, "at"], cell);
}

/** Off the board: its side places it, unless the draft says otherwise. */
export function withoutPlace(draft: Draft, unit: Listed): Draft {
	const carrier = carrierOf(draft, unit);
	const alone = carrier ? without(draft, [...carrier.path, "carrying"]) : draft;
	return ["arrives", "at", "hidden"].reduce((next, key) => without(next, [...unit.path, key]), alone);
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

/** Changes the id, also where the unit is carried. */
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

/** Changes the id, also where victory conditions name the side; but not while both sides share one. */
export function withSideId(draft: Draft, side: number, id: string): Draft {
	const before = valueAt(draft, ["sides", side, "id"]);
	const other = valueAt(draft, ["sides", 1 - side, "id"]);
	let next = withValue(draft, ["sides", side, "id"], id);
	if (other === id || other === before) return next;
	for (const list of ["victory", "points"]) {
		listAt(draft, [list]).forEach((row, number) => {
			if (isTable(row) && row.side === before) next = withValue(next, [list, number, "side"], id);
		});
	}
	return next;
}

/** The other side first: it declares its shots first, and nothing else changes. */
export const withSidesSwapped = (draft: Draft): Draft =>
	withValue(draft, ["sides"], listAt(draft, ["sides"]).toReversed());

export const KINDS = ["hold", "survive", "exit", "destroy units", "destroy sp", "score"] as const;
export type Kind = (typeof KINDS)[number];

export function kindOf(condition: Table): Kind | null {
	if ("destroy" in condition)
		return isTable(condition.destroy) && "sp" in condition.destroy ? "destroy sp" : "destroy units";
	return KINDS.find((kind) => kind in condition) ?? null;
}

/** A condition of another kind; its side and its time stay. */
export function ofKind(condition: Table, kind: Kind, edge: string): Table {
	const {
		hold: _,
		survive: __,
		exit: ___,
		destroy: ____,
		score: _____,
		"at-least": ______,
		...kept
	} = condition;
	if (kind === "hold") return { ...kept, hold: [] };
	if (kind === "score") return { ...kept, score: 1 };
	if (kind === "survive") return { ...kept, survive: true };
	if (kind === "exit") return { ...kept, exit: { edge, units: 1 } };
	return { ...kept, destroy: kind === "destroy sp" ? { sp: 1 } : { units: 1 } };
}

/** Adds a cell to a list, or removes it. */
export function withPicked(draft: Draft, path: Path, cell: string, taken: boolean): Draft {
	const others = listAt(draft, path).filter((one) => one !== cell);
	return withValue(draft, path, taken ? [...others, cell] : others);
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

/** How many units stand in a cell. */
export const standing = (draft: Draft): number => unitsOf(draft).filter(({ table }) => "at" in table).length;
