// The units of a draft as the board shows them.
import type { BoardUnit } from "../board/state";
import type { BookSheet, GridSheet } from "../protocol";
import { type Draft, facingOf, type Listed } from "./document";
import { textAt } from "./tree";

export function boardUnits(
	listed: Listed[],
	draft: Draft,
	grid: GridSheet,
	book: BookSheet | undefined,
): BoardUnit[] {
	const byId = new Map(listed.map((unit) => [unit.table.id, unit.key]));
	const carriers = new Map(
		listed.filter((unit) => unit.table.carrying).map((unit) => [byId.get(unit.table.carrying), unit.key]),
	);
	return listed.map((unit) => {
		const { table, key } = unit;
		const type = textAt(table, ["type"]);
		const quality = textAt(table, ["quality"]);
		const carrier = carriers.get(key) ?? null;
		return {
			id: key,
			side: String(unit.side),
			type,
			name: textAt(table, ["name"]) || textAt(table, ["id"]),
			at: carrier || typeof table.at !== "string" ? null : table.at,
			facing: facingOf(draft, unit, grid) as BoardUnit["facing"],
			sp: book?.strength ? strengthOf(unit, book) : null,
			quality: quality === "elite" || quality === "poor" ? quality : "average",
			pinned: false,
			crossing: false,
			moved: false,
			fired: false,
			deeds: [],
			carrying: table.carrying ? (byId.get(table.carrying) ?? null) : null,
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
