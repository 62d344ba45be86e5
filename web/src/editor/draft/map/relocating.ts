// Everything that lies on the board moved together: a larger or smaller board, one that is shifted, mirrored or turned.
import { columnName } from "../../../board/layout";
import type { Draft } from "../document";
import { isTable, type Table, without, withValue } from "../tree";
import { lettersOf, placeOf, withLetters } from "./terrain";

/** Where a cell comes to lie, as column and row from the north-west corner. */
type Way = (column: number, row: number) => [number, number];
type Turns = { readonly [word: string]: string };

interface Relocation {
	columns: number;
	rows: number;
	way: Way;
	/** The new edges and facings. */
	turns?: Turns;
}

/** Keys under which the format names cells: one, or a list of them. */
const CELLS = new Set(["at", "to", "hold", "cells", "zone", "enemy-at", "own-at"]);
/** Keys of tables whose keys are cells. */
const BY_CELL = new Set(["names"]);
const EDGES_AND_FACINGS = new Set(["edge", "facing", "exit"]);
const GONE = Symbol("gone");

/** The draft with its ground laid out otherwise, and everything that stands on it, names it or looks along it. Whatever falls
 * off the board is left out: the unit's side has to place it, and nobody holds what is gone. */
function relocated(draft: Draft, { columns, rows, way, turns = {} }: Relocation): Draft {
	const old = lettersOf(draft);
	const height = old.length;
	const letters = Array.from({ length: rows }, () => Array.from({ length: columns }, () => "."));
	old.forEach((line, row) => {
		line.forEach((letter, column) => {
			const [across, down] = way(column, row);
			const target = letters[down];
			if (target?.[across] !== undefined) target[across] = letter;
		});
	});
	/** Names of cells off the board stay. */
	const renamed = (cell: unknown): unknown => {
		const [column, row] = typeof cell === "string" ? placeOf(cell, height) : [-1, -1];
		if (old[row]?.[column] === undefined) return cell;
		const [across, down] = way(column, row);
		return letters[down]?.[across] === undefined ? GONE : `${columnName(across)}${rows - down}`;
	};
	const walked = (value: unknown, key: string): unknown => {
		if (CELLS.has(key) && typeof value === "string") return renamed(value);
		if (CELLS.has(key) && Array.isArray(value)) return value.map((one) => walked(one, key)).filter(stays);
		if (EDGES_AND_FACINGS.has(key) && typeof value === "string") return turns[value] ?? value;
		if (Array.isArray(value)) return value.map((one) => walked(one, key));
		if (!isTable(value)) return value;
		const pairs = Object.entries(value).map(([name, one]) =>
			BY_CELL.has(key) ? ([renamed(name), one] as const) : ([name, walked(one, name)] as const),
		);
		return Object.fromEntries(pairs.filter(([name, one]) => stays(name) && stays(one)));
	};
	const { map: _, book: __, ...rest } = draft;
	const moved = walked(rest, "") as Table;
	const whole = Object.fromEntries(
		Object.keys(draft).map((key) => [key, key in moved ? moved[key] : draft[key]]),
	);
	return withLetters(whole, letters);
}

const stays = (value: unknown) => value !== GONE;

/** A larger or smaller board. `east` and `north`: rows and columns come and go at those edges, else at the others. */
export function resized(draft: Draft, columns: number, rows: number, east: boolean, north: boolean): Draft {
	const old = lettersOf(draft);
	const right = east ? 0 : columns - (old[0]?.length ?? 0);
	const down = north ? rows - old.length : 0;
	return relocated(draft, { columns, rows, way: (column, row) => [column + right, row + down] });
}

export type Edit = "east-west" | "north-south" | "half-turn" | "quarter-turn";
export const EDITS: readonly Edit[] = ["east-west", "north-south", "half-turn", "quarter-turn"];

const TURNS: Record<Edit, Turns> = {
	"east-west": { e: "w", w: "e", ne: "nw", nw: "ne", se: "sw", sw: "se", east: "west", west: "east" },
	"north-south": { n: "s", s: "n", north: "south", south: "north" },
	"half-turn": {
		n: "s",
		s: "n",
		e: "w",
		w: "e",
		ne: "sw",
		sw: "ne",
		nw: "se",
		se: "nw",
		north: "south",
		south: "north",
		east: "west",
		west: "east",
	},
	"quarter-turn": {
		n: "e",
		e: "s",
		s: "w",
		w: "n",
		north: "east",
		east: "south",
		south: "west",
		west: "north",
	},
};

/** Whether cells keep their neighbours. Every second column of hexes stands half a hex further north, so a mirror has to
 * leave those columns where they are, and a turn upside down has to put them in the place of the others. */
export function keepsNeighbours(edit: Edit, grid: string, columns: number): boolean {
	if (grid !== "hex") return true;
	return (edit === "east-west" && columns % 2 === 1) || (edit === "half-turn" && columns % 2 === 0);
}

/** The whole battle mirrored or turned: the ground and all that is on it, with edges and facings. */
export function turnedOver(draft: Draft, edit: Edit): Draft {
	const old = lettersOf(draft);
	const columns = old[0]?.length ?? 0;
	const rows = old.length;
	const ways: Record<Edit, Way> = {
		"east-west": (column, row) => [columns - 1 - column, row],
		"north-south": (column, row) => [column, rows - 1 - row],
		"half-turn": (column, row) => [columns - 1 - column, rows - 1 - row],
		"quarter-turn": (column, row) => [rows - 1 - row, column],
	};
	const aside = edit === "quarter-turn";
	return relocated(draft, {
		columns: aside ? rows : columns,
		rows: aside ? columns : rows,
		way: ways[edit],
		turns: TURNS[edit],
	});
}

export type Direction = "north" | "east" | "south" | "west";
/** Cells across and down. Hexes are shifted by two columns, or they would not keep their neighbours. */
const STEPS: Record<Direction, [number, number]> = {
	north: [0, -1],
	east: [1, 0],
	south: [0, 1],
	west: [-1, 0],
};

/** The ground moved under the frame of the board; what goes over its edge is gone, and open ground comes in. */
export function shiftedGround(draft: Draft, direction: Direction): Draft {
	const old = lettersOf(draft);
	const [across, down] = STEPS[direction];
	const wide = draft.grid === "hex" ? 2 : 1;
	return relocated(draft, {
		columns: old[0]?.length ?? 0,
		rows: old.length,
		way: (column, row) => [column + wide * across, row + down],
	});
}

// -- names of places

/** Name a place; an empty name removes it. */
export function withPlaceName(draft: Draft, cell: string, name: string): Draft {
	if (name !== "") return withValue(draft, ["names", cell], name);
	const next = without(draft, ["names", cell]);
	return isTable(next.names) && Object.keys(next.names).length === 0 ? without(next, ["names"]) : next;
}
