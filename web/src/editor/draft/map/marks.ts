// The editor's marks on the board: objectives, problems, a line in the making, units chosen together.
import type { Highlights, Zone } from "../../../board/state";
import type { Desk } from "../desk.svelte";
import { listAt, tableAt } from "../tree";
import { lineOf } from "./ways";

export function marksOf(desk: Desk, onBoard: (key: string) => string | undefined): Highlights {
	const objectives = listAt(desk.draft, ["victory"]).flatMap((condition) =>
		listAt(condition, ["hold"]).map((cell) => ({
			cell: String(cell),
			side: sideKey(desk, tableAt(condition, []).side),
		})),
	);
	for (const row of listAt(desk.draft, ["points"]))
		for (const cell of listAt(row, ["hold"]))
			objectives.push({ cell: String(cell), side: sideKey(desk, tableAt(row, []).side) });
	const wrong = new Set(desk.faults.flatMap((fault) => fault.cells));
	return {
		objectives,
		blocked: [...wrong].map((cell) => ({ cell, label: "!" })),
		path: lineInHand(desk),
		zones: zonesOf(desk),
		ready: desk.group.flatMap((key) => onBoard(key) ?? []),
	};
}

/** Where sides deploy, while forces are looked at; the zone of the selected unit; and the cells that are being chosen. */
function zonesOf(desk: Desk): Zone[] {
	const zone = (side: number, cells: readonly unknown[]) => ({
		side: String(side),
		cells: cells.map(String),
	});
	if (desk.picking) return [zone(desk.side, listAt(desk.draft, desk.picking))];
	if (desk.panel !== "forces") return [];
	const own = listAt(desk.unit?.table, ["zone"]);
	if (own.length > 0) return [zone(desk.side, own)];
	return listAt(desk.draft, ["sides"]).map((side, number) => zone(number, listAt(side, ["zone"])));
}

function lineInHand(desk: Desk): string[] {
	if (desk.panel !== "ground" || desk.painter.tool !== "line") return [];
	const { drawing, lineFrom } = desk.painter;
	if (drawing) return lineOf(desk.ground, drawing.from, drawing.to);
	return lineFrom ? lineOf(desk.ground, lineFrom, desk.pointed ?? lineFrom) : [];
}

/** The board's name for a side: its place in the list. */
const sideKey = (desk: Desk, id: unknown): string =>
	String(listAt(desk.draft, ["sides"]).findIndex((side) => tableAt(side, []).id === id));
