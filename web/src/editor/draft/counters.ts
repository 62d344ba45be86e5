// The units of a draft as the board shows them.
import type { BoardUnit, GroundPlan } from "../../board/state";
import type { BookSheet, GridSheet } from "../../common/protocol";
import { type Draft, facingOf, type Listed } from "./document";
import { placeOf } from "./map/terrain";
import { textAt } from "./tree";

type Size = Pick<GroundPlan, "columns" | "rows">;

/** By key, the board's name for each unit: its id, if that is unique. */
export function boardIds(listed: Listed[]): Map<string, string> {
	const counted = new Map<unknown, number>();
	for (const { table } of listed) counted.set(table.id, (counted.get(table.id) ?? 0) + 1);
	const tells = (id: unknown): id is string =>
		typeof id === "string" && counted.get(id) === 1 && !/^\d+\.\d+$/.test(id);
	return new Map(listed.map(({ key, table }) => [key, tells(table.id) ? table.id : key]));
}

export function boardUnits(
	listed: Listed[],
	draft: Draft,
	ground: Size,
	grid: GridSheet,
	book: BookSheet | undefined,
): BoardUnit[] {
	const called = boardIds(listed);
	const byId = new Map(listed.map((unit) => [unit.table.id, unit.key]));
	const carriers = new Map(
		listed
			.filter((unit) => unit.table.carrying)
			.map((unit) => [byId.get(unit.table.carrying), called.get(unit.key)]),
	);
	return listed.map((unit) => {
		const { table, key } = unit;
		const type = textAt(table, ["type"]);
		const quality = textAt(table, ["quality"]);
		const carrier = carriers.get(key) ?? null;
		return {
			id: called.get(key) ?? key,
			side: String(unit.side),
			type,
			...book?.types.find((sheet) => sheet.name === type)?.look,
			name: textAt(table, ["name"]) || textAt(table, ["id"]),
			at: carrier ? null : cellOn(ground, table.at),
			facing: facingOf(draft, unit, grid) as BoardUnit["facing"],
			sp: book?.strength ? strengthOf(unit, book) : null,
			quality: quality === "elite" || quality === "poor" ? quality : "average",
			pinned: false,
			crossing: false,
			moved: false,
			fired: false,
			deeds: [],
			carrying: called.get(byId.get(table.carrying) ?? "") ?? null,
			"carried-by": carrier,
			task: null,
			gas: 0,
			bombs: 0,
		};
	});
}

const strengthOf = ({ table }: Listed, book: BookSheet): number =>
	typeof table.sp === "number"
		? table.sp
		: (book.types.find((type) => type.name === table.type)?.strength ?? 0);

/** A cell that is not on the board does not count. */
function cellOn(ground: Size, cell: unknown): string | null {
	if (typeof cell !== "string") return null;
	const [column, row] = placeOf(cell, ground.rows);
	return column >= 0 && column < ground.columns && row >= 0 && row < ground.rows ? cell : null;
}
