/** Lines from cell to cell that leave the counters at their ends readable. */
import { centreOf, type Layout, type Point, short } from "../layout";

/** From the centre of a cell to where its counter ends. */
export const COUNTER_ROOM = 26;

function points(layout: Layout, names: readonly string[], before: number, after: number): Point[] {
	const found = names.map((name) => centreOf(layout, name)).filter((point) => point !== undefined);
	if (found.length < 2) return [];
	const [first, second] = [found[0] as Point, found[1] as Point];
	const [last, prior] = [found.at(-1) as Point, found.at(-2) as Point];
	const trimmed = [...found];
	trimmed[0] = nearer(first, second, before);
	trimmed[trimmed.length - 1] = nearer(last, prior, after);
	return trimmed;
}

/** This far from one point towards another. */
function nearer(from: Point, to: Point, by: number): Point {
	const part = by / (Math.hypot(to.x - from.x, to.y - from.y) || 1);
	return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** A line through the cells, starting and ending this far from the centres of the first and last. */
export function through(layout: Layout, names: readonly string[], before: number, after: number): string {
	const along = points(layout, names, before, after);
	return along.length ? `M${along.map(({ x, y }) => `${short(x)} ${short(y)}`).join("L")}` : "";
}

/** Such a line, and where its arrowhead goes; null where there is nowhere to go. */
export function arrow(
	layout: Layout,
	names: readonly string[],
	before: number,
	after: number,
): { shaft: string; head: string } | null {
	const along = points(layout, names, before, after);
	const [to, from] = [along.at(-1), along.at(-2)];
	if (!to || !from) return null;
	const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
	return {
		shaft: through(layout, names, before, after),
		head: `translate(${short(to.x)} ${short(to.y)}) rotate(${short(angle)})`,
	};
}
