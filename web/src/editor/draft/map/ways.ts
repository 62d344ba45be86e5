// Ways over the board for the line and fill tools: geometry only.
import { cellAt, centreOf, type Layout, layoutOf, type Point } from "../../../board/layout";
import type { GroundPlan } from "../../../board/state";

export type Size = Pick<GroundPlan, "grid" | "columns" | "rows">;

let last: { size: Size; layout: Layout } | null = null;

/** Made once for a size: the pointer asks for it wherever it goes. */
function layoutFor({ grid, columns, rows }: Size): Layout {
	if (last?.size.grid !== grid || last.size.columns !== columns || last.size.rows !== rows) {
		last = { size: { grid, columns, rows }, layout: layoutOf({ grid, columns, rows }) };
	}
	return last.layout;
}

/** The cells from one to the other, each next to the one before, as near to the straight line as they can be. */
export function lineOf(ground: Size, from: string, to: string): string[] {
	const layout = layoutFor(ground);
	const goal = layout.numbers.get(to);
	let here = layout.numbers.get(from);
	if (here === undefined || goal === undefined) return [];
	const start = layout.centres[here] as Point;
	const end = layout.centres[goal] as Point;
	const line = [here];
	while (here !== goal) {
		const away = distance(layout.centres[here] as Point, end);
		const nearer: number[] = neighboursOf(layout, here).filter(
			(cell) => distance(layout.centres[cell] as Point, end) < away - 0.01,
		);
		const next: number | undefined = nearer.toSorted(
			(a, b) => aside(layout, a, start, end) - aside(layout, b, start, end),
		)[0];
		if (next === undefined) break;
		here = next;
		line.push(here);
	}
	return line.map((cell) => layout.names[cell] as string);
}

/** Where a cell comes to lie if `from` is moved to `to`; undefined off the board. */
export function shiftedBy(size: Size, cell: string, from: string, to: string): string | undefined {
	const layout = layoutFor(size);
	const [at, start, end] = [cell, from, to].map((name) => centreOf(layout, name));
	if (!at || !start || !end) return undefined;
	const wanted = { x: at.x + end.x - start.x, y: at.y + end.y - start.y };
	const found = cellAt(layout, wanted);
	const centre = found && centreOf(layout, found);
	return centre && distance(centre, wanted) < 1 ? found : undefined;
}

/** Every cell, those at this edge first, and of each row those in the middle first. */
export function cellsFrom(size: Size, edge: string): { cell: string; depth: number }[] {
	const { columns, rows } = size;
	const found = layoutFor(size).names.map((cell, number) => {
		const [x, y] = [number % columns, Math.floor(number / columns)];
		const depth = { north: rows - 1 - y, east: columns - 1 - x, west: x }[edge] ?? y;
		const across = edge === "east" || edge === "west" ? y - (rows - 1) / 2 : x - (columns - 1) / 2;
		return { cell, depth, aside: Math.abs(across) };
	});
	return found.toSorted((a, b) => a.depth - b.depth || a.aside - b.aside);
}

/** The cell and all connected cells with the same features. */
export function areaOf(ground: GroundPlan, from: string): string[] {
	const layout = layoutFor(ground);
	const first = layout.numbers.get(from);
	if (first === undefined) return [];
	const key = (cell: number) => (ground.terrain[layout.names[cell] as string] ?? []).toSorted().join();
	const wanted = key(first);
	const found = new Set([first]);
	const waiting = [first];
	for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
		for (const near of neighboursOf(layout, cell)) {
			if (found.has(near) || key(near) !== wanted) continue;
			found.add(near);
			waiting.push(near);
		}
	}
	return [...found].map((cell) => layout.names[cell] as string);
}

const neighboursOf = (layout: Layout, cell: number) =>
	(layout.neighbours[cell] ?? []).filter((near) => near >= 0);
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

function aside(layout: Layout, cell: number, start: Point, end: Point): number {
	const at = layout.centres[cell] as Point;
	const length = distance(start, end) || 1;
	return Math.abs((end.x - start.x) * (start.y - at.y) - (start.x - at.x) * (end.y - start.y)) / length;
}
