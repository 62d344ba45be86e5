/** Rivers, roads and trenches: lines that run from cell to cell and join. */
import { type Ground, has } from "./ground";
import { edgeOf, type Point, short, towards } from "./layout";
import { chanceAt } from "./regions";

export type Line = "river" | "road" | "trench";

/** How far from the middle of an edge a line may cross it. A road runs straighter than a river. */
const STRAY: Record<Line, number> = { river: 9, road: 2.5, trench: 3 };

/**
 * The facings in which a line leaves its cell: towards neighbours that carry it on, and where it would only end,
 * off the board or into the town or fort beside it.
 */
export function waysOut(ground: Ground, cell: number, line: Line): number[] {
	const around = ground.layout.neighbours[cell] as number[];
	const joined = around.flatMap((other, facing) => (has(ground, other, line) ? [facing] : []));
	if (joined.length !== 1 || line === "trench") return joined;
	const back = joined[0] as number;
	const faces = around.length;
	const straight = (back + faces / 2) % faces;
	const leadsOn = (facing: number) => {
		const other = around[facing] as number;
		if (other < 0) return true;
		return line === "road" && (has(ground, other, "built-up") || has(ground, other, "fortification"));
	};
	const onward = [straight, (straight + 1) % faces, (straight + faces - 1) % faces].find(
		(facing) => facing !== back && leadsOn(facing),
	);
	return onward === undefined ? joined : [...joined, onward];
}

/** Where a line crosses an edge: the same point seen from both cells, about the centre of this one. */
export function crossingPoint(ground: Ground, cell: number, facing: number, line: Line): Point {
	const { layout } = ground;
	const middle = layout.centres[cell] as Point;
	const off = (layout.neighbours[cell]?.[facing] ?? -1) < 0;
	const point = towards(layout, facing, layout.reach + (off ? 6 : 0));
	const [from, to] = edgeOf(layout, facing);
	const along = Math.atan2(to.y - from.y, to.x - from.x);
	// Both cells must stray to the same side, though each sees the edge running the other way.
	const sign = along > 0.01 || along < -3.1 ? -1 : 1;
	const shared = towards(layout, facing, layout.reach);
	const stray = sign * STRAY[line] * chanceAt(middle.x + shared.x, middle.y + shared.y, line.length);
	return { x: point.x + Math.cos(along) * stray, y: point.y + Math.sin(along) * stray };
}

/** A line within its cell, about the centre: from point to point, each way by one curve through the middle. */
export function waysIn(ground: Ground, cell: number, line: Line): { ways: Point[]; middle: Point } {
	const { layout } = ground;
	const centre = layout.centres[cell] as Point;
	const ways = waysOut(ground, cell, line).map((facing) => crossingPoint(ground, cell, facing, line));
	const stray = STRAY[line] * 0.7;
	const middle = {
		x: chanceAt(centre.x, centre.y, 11) * stray,
		y: chanceAt(centre.x, centre.y, 12) * stray,
	};
	return { ways, middle };
}

/** One path for all cells with the line. */
export function linePath(ground: Ground, line: Line): string {
	let path = "";
	ground.layout.centres.forEach((centre, cell) => {
		if (has(ground, cell, line)) path += lineIn(ground, cell, line, centre);
	});
	return path;
}

function lineIn(ground: Ground, cell: number, line: Line, centre: Point): string {
	const { ways, middle } = waysIn(ground, cell, line);
	const at = (point: Point) => `${short(centre.x + point.x)} ${short(centre.y + point.y)}`;
	const [first, second] = ways;
	if (!first) return `M${at({ x: middle.x - 5, y: middle.y })}L${at({ x: middle.x + 5, y: middle.y })}`;
	if (ways.length === 2 && second) return `M${at(first)}Q${at(middle)} ${at(second)}`;
	return ways.map((way) => `M${at(middle)}L${at(way)}`).join("");
}

/** Whether a point of a cell, about its centre, is so near to a river or road that nothing should grow there. */
export function onTheWay(ground: Ground, cell: number, point: Point, room: number): boolean {
	return (["river", "road"] as const).some((line) => {
		if (!has(ground, cell, line)) return false;
		const { ways, middle } = waysIn(ground, cell, line);
		const near = room + (line === "river" ? 9 : 4);
		return ways.some((way) => distanceToSegment(point, softMiddle(ways, middle), way) < near);
	});
}

/** The middle of the curve, which the two ends pull away from its control point. */
function softMiddle(ways: Point[], middle: Point): Point {
	const [first, second] = ways;
	if (ways.length !== 2 || !first || !second) return middle;
	return { x: (first.x + 2 * middle.x + second.x) / 4, y: (first.y + 2 * middle.y + second.y) / 4 };
}

export function distanceToSegment(point: Point, from: Point, to: Point): number {
	const dx = to.x - from.x;
	const dy = to.y - from.y;
	const length = dx * dx + dy * dy || 1;
	const t = Math.max(0, Math.min(1, ((point.x - from.x) * dx + (point.y - from.y) * dy) / length));
	return Math.hypot(point.x - from.x - t * dx, point.y - from.y - t * dy);
}

/** The direction in which a line runs through the middle of its cell, in radians; undefined if it has none. */
export function courseOf(ground: Ground, cell: number, line: Line): number | undefined {
	const { ways, middle } = waysIn(ground, cell, line);
	const [first, second] = ways;
	if (!first) return undefined;
	const from = ways.length >= 2 && second ? second : middle;
	return Math.atan2(first.y - from.y, first.x - from.x);
}

const TRAVERSE = 6.5;

/** A trench: a line with traverses, joined to its neighbours; alone, a ring with two ways in. */
export function trenchPath(ground: Ground): string {
	let path = "";
	ground.layout.centres.forEach((centre, cell) => {
		if (!has(ground, cell, "trench")) return;
		const { ways, middle } = waysIn(ground, cell, "trench");
		const lines = ways.length ? ways.map((way) => [middle, way]) : lonelyTrench(ground.layout.reach);
		for (const line of lines) path += traversed(line, centre);
	});
	return path;
}

function lonelyTrench(reach: number): Point[][] {
	const arc = (from: number, to: number) =>
		Array.from({ length: 7 }, (_, step) => {
			const angle = ((from + ((to - from) * step) / 6) * Math.PI) / 180;
			return { x: reach * 0.8 * Math.cos(angle), y: reach * 0.8 * Math.sin(angle) };
		});
	return [arc(-168, -12), arc(12, 168)];
}

/** The line as a square wave. */
function traversed(line: Point[], centre: Point): string {
	const points: string[] = [];
	let high = false;
	line.slice(1).forEach((to, index) => {
		const from = line[index] as Point;
		const length = Math.hypot(to.x - from.x, to.y - from.y);
		const steps = Math.max(1, Math.round(length / TRAVERSE));
		const across = { x: (-(to.y - from.y) / length) * 2.4, y: ((to.x - from.x) / length) * 2.4 };
		for (let step = 0; step < steps; step++) {
			const sign = high ? 1 : -1;
			for (const t of [step / steps, (step + 1) / steps]) {
				const x = centre.x + from.x + (to.x - from.x) * t + across.x * sign;
				const y = centre.y + from.y + (to.y - from.y) * t + across.y * sign;
				points.push(`${short(x)} ${short(y)}`);
			}
			high = !high;
		}
	});
	return `M${points.join("L")}`;
}
