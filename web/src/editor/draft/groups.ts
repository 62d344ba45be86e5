// Several units at once: chosen together, moved, rated, named and copied together; whole armies in and out.
import type { GroundPlan } from "../../board/state";
import type { BookSheet, TypeSheet, Workshop } from "../../common/protocol";
import {
	carrierOf,
	type Draft,
	freeId,
	type Listed,
	movedTo,
	unitsOf,
	withoutPlace,
	withoutUnit,
} from "./document";
import { cellsFrom, type Size, shiftedBy } from "./map/ways";
import { appended, listAt, settled, type Table, textAt, withValue } from "./tree";

/** Units as they are carried about: without the ids that would clash. */
export type Hand = readonly Table[];

/** The cost of the units in an army list, as far as the book has prices. */
export function pointsOf(units: readonly Table[], book: BookSheet | undefined, workshop: Workshop): number {
	return units.reduce((sum, unit) => {
		const sheet = book?.types.find((type) => type.name === unit.type);
		if (!sheet) return sum;
		const weapon = sheet["weapon-points"][textAt(unit, ["weapon"])] ?? 0;
		const quality = book?.quality ? (workshop["quality-points"][textAt(unit, ["quality"])] ?? 0) : 0;
		return sum + Math.max(1, sheet.points + weapon + quality);
	}, 0);
}

/** The longest range of a type: a number, or one for each weapon. */
export const rangeOf = (sheet: TypeSheet, unit?: Table): number =>
	sheet.ranges[textAt(unit ?? {}, ["weapon"]) || textAt(unit ?? {}, ["gun"])] ?? sheet.range;

/** Pick up: what they carry comes along, if it is among them. */
export function takenUp(units: readonly Listed[]): Hand {
	const ids = new Set(units.map((unit) => unit.table.id));
	return units.map(({ table }) => (ids.has(table.carrying) ? table : withoutKey(table, "carrying")));
}

/** Set down: the first of them in a cell, the others as they stood about it. Off the board, their side places them.
 * Answers the draft and the keys of the new units. */
export function setDown(
	draft: Draft,
	hand: Hand,
	side: number,
	cell: string | null,
	size: Size,
): [Draft, string[]] {
	const first = hand.find((unit) => typeof unit.at === "string");
	const from = first ? String(first.at) : null;
	const ids = new Map<unknown, string>();
	let next = draft;
	const begin = listAt(draft, ["sides", side, "units"]).length;
	for (const unit of hand) {
		const id = freeId(next, side);
		if (unit.id !== undefined) ids.set(unit.id, id);
		const { id: _, at, ...rest } = unit;
		const place =
			cell === null
				? undefined
				: from === null
					? hand.length === 1
						? cell
						: undefined
					: shiftedBy(size, String(at), from, cell);
		next = appended(next, ["sides", side, "units"], { id, ...rest, ...(place ? { at: place } : {}) });
	}
	hand.forEach((unit, number) => {
		const load = ids.get(unit.carrying);
		if (load) next = withValue(next, ["sides", side, "units", begin + number, "carrying"], load);
	});
	return [next, hand.map((_, number) => `${side}.${begin + number}`)];
}

/** Moves each as far as the first; those that would leave the board stay where they are. */
export function movedTogether(
	draft: Draft,
	units: readonly Listed[],
	from: string,
	to: string,
	size: Size,
): Draft {
	return units.reduce((next, unit) => {
		const at = unit.table.at;
		const cell = typeof at === "string" ? shiftedBy(size, at, from, to) : undefined;
		return cell ? withValue(next, [...unit.path, "at"], cell) : next;
	}, draft);
}

/** Those that stand nowhere yet, and neither ride on another, come later nor are placed in secret. */
export const unplaced = (draft: Draft, units: readonly Listed[]): Listed[] =>
	units
		.filter(({ table }) => table.at === undefined && table.arrives === undefined && !table.hidden)
		.filter((unit) => !carrierOf(draft, unit));

/** Two lines at their edge, the middle first. Open ground is taken before any other. */
export function linedUp(draft: Draft, units: readonly Listed[], ground: GroundPlan, edge: string): Draft {
	const taken = new Set(unitsOf(draft).map((unit) => unit.table.at));
	const free = cellsFrom(ground, edge).filter(({ cell }) => !taken.has(cell));
	const open = free.filter(({ cell }) => !ground.terrain[cell]?.length);
	const length = Math.ceil(units.length / 2);
	const room = new Map<number, number>();
	const line = open.filter(({ depth }) => {
		room.set(depth, (room.get(depth) ?? length) - 1);
		return (room.get(depth) ?? 0) >= 0;
	});
	const places = [...new Set([...line, ...open, ...free])];
	return units.reduce((next, unit, number) => {
		const place = places[number];
		return place ? movedTo(next, unit, place.cell) : next;
	}, draft);
}

export const ratedTogether = (draft: Draft, units: readonly Listed[], key: string, value: unknown): Draft =>
	units.reduce((next, unit) => settled(next, [...unit.path, key], value), draft);

/** "# Fusiliers" becomes 1st Fusiliers, 2nd Fusiliers and so on; a name without # is the name of all. */
export const namedTogether = (draft: Draft, units: readonly Listed[], pattern: string): Draft =>
	units.reduce(
		(next, unit, number) =>
			settled(next, [...unit.path, "name"], pattern.replaceAll("#", ordinal(number + 1))),
		draft,
	);

export const unplacedTogether = (draft: Draft, units: readonly Listed[]): Draft =>
	units.reduce((next, unit) => withoutPlace(next, unit), draft);

/** Starts with the last, so that the others keep their places in the list till their turn comes. */
export const withoutUnits = (draft: Draft, units: readonly Listed[]): Draft =>
	units
		.toSorted((a, b) => b.index - a.index)
		.reduce((next, unit) => {
			const listed = unitsOf(next).find((one) => one.key === unit.key);
			return listed ? withoutUnit(next, listed) : next;
		}, draft);

export function ordinal(number: number): string {
	const teen = number % 100 >= 11 && number % 100 <= 13;
	return `${number}${teen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")}`;
}

function withoutKey(table: Table, key: string): Table {
	const { [key]: _, ...rest } = table;
	return rest;
}
