/** Rivers, roads and trenches: lines that run from cell to cell and join. */

import { edgeOf, type Point, short, towards } from "../layout";
import { byTile } from "../memory";
import { type Ground, has } from "./ground";
import { chanceAt } from "./regions";

export type Line = "river" | "road" | "trench";

/** How far from the middle of an edge a line may cross it. A road runs straighter than a river. */
const STRAY: Record<Line, number> = { river: 12, road: 3, trench: 3 };

/**
 * The facings in which a line leaves its cell: towards neighbours that carry it on, and where it would only end,
 * off the board or into the town or fort beside it.
 */
export function waysOut(ground: Ground, cell: number, line: Line): number[] {
	const around = ground.layout.neighbours[cell] as number[];
	const joined = around.flatMap((_, facing) => (joins(ground, cell, facing, line) ? [facing] : []));
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

/**
 * Whether a line goes on to the neighbour. Of three cells that all touch each other only two pairs are joined, or a
 * road would run in a triangle. One fixed order of all pairs says which is left out, so nothing is ever cut off: the
 * pair with most other neighbours, so that a cell laid as a step of the way stays one.
 */
function joins(ground: Ground, cell: number, facing: number, line: Line): boolean {
	const around = ground.layout.neighbours[cell] as number[];
	const other = around[facing] as number;
	if (!has(ground, other, line)) return false;
	if (!ground.layout.hexes) return true;
	return [facing + 1, facing + 5].every((beside) => {
		const third = around[beside % 6] as number;
		if (!has(ground, third, line)) return true;
		const pair = rank(ground, cell, other, line);
		return pair < rank(ground, cell, third, line) || pair < rank(ground, other, third, line);
	});
}

/** Different for every pair of cells of a board. */
function rank(ground: Ground, a: number, b: number, line: Line): number {
	const pair = Math.max(a, b) * 2000 + Math.min(a, b);
	return (carriers(ground, a, line) + carriers(ground, b, line)) * 4_000_000 + pair;
}

/** How many neighbours of a cell carry the line too. */
function carriers(ground: Ground, cell: number, line: Line): number {
	return (ground.layout.neighbours[cell] as number[]).filter((other) => has(ground, other, line)).length;
}

/** Water between river cells that all touch each other: three hexes, or four squares. */
export function broads(ground: Ground): string {
	const { layout } = ground;
	const turn = layout.facings.length;
	let path = "";
	layout.centres.forEach((_, cell) => {
		if (!has(ground, cell, "river")) return;
		const around = layout.neighbours[cell] as number[];
		// Two neighbours side by side are enough: every group is found from one of its cells.
		for (const facing of layout.hexes ? [0, 1] : [0]) {
			const [first, second] = [around[facing] as number, around[(facing + 1) % turn] as number];
			const corner = layout.hexes ? second : (layout.neighbours[first]?.[1] ?? -1);
			const group = layout.hexes ? [cell, first, second] : [cell, first, corner, second];
			if (!group.every((member) => has(ground, member, "river"))) continue;
			const points = group.map((member) => layout.centres[member] as Point);
			path += `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join("L")}Z`;
		}
	});
	return path;
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

/** A way out of a cell, about its centre: where it crosses the edge, and what pulls its curve straight across it. */
interface Way {
	end: Point;
	pull: Point;
}

/** A line within its cell: its ways out, and the middle where they meet. */
function waysIn(ground: Ground, cell: number, line: Line): { ways: Way[]; middle: Point } {
	const { layout } = ground;
	const centre = layout.centres[cell] as Point;
	const ways = waysOut(ground, cell, line).map((facing) => {
		const end = crossingPoint(ground, cell, facing, line);
		const inwards = towards(layout, facing, -0.55 * layout.reach);
		return { end, pull: { x: end.x + inwards.x, y: end.y + inwards.y } };
	});
	const [first, second] = ways;
	if (ways.length === 2 && first && second) return { ways, middle: halfway(first, second) };
	const stray = STRAY[line] * 0.7;
	const middle = { x: chanceAt(centre.x, centre.y, 11) * stray, y: chanceAt(centre.x, centre.y, 12) * stray };
	return { ways, middle };
}

/** The middle of the curve that joins two ways. */
function halfway(a: Way, b: Way): Point {
	return {
		x: (a.end.x + 3 * a.pull.x + 3 * b.pull.x + b.end.x) / 8,
		y: (a.end.y + 3 * a.pull.y + 3 * b.pull.y + b.end.y) / 8,
	};
}

/** The point of a line nearest to the middle of its cell, on the sheet. */
export function middleOf(ground: Ground, cell: number, line: Line): Point {
	const centre = ground.layout.centres[cell] as Point;
	const { middle } = waysIn(ground, cell, line);
	return { x: centre.x + middle.x, y: centre.y + middle.y };
}

/** The line in all cells, tile by tile. */
export function linePaths(ground: Ground, line: Line): string[] {
	const { centres } = ground.layout;
	return byTile(ground, line, ["course"], (cell) => ({
		course: has(ground, cell, line) ? lineIn(ground, cell, line, centres[cell] as Point) : "",
	})).course;
}

function lineIn(ground: Ground, cell: number, line: Line, centre: Point): string {
	const { ways, middle } = waysIn(ground, cell, line);
	const at = (point: Point) => `${short(centre.x + point.x)} ${short(centre.y + point.y)}`;
	const joined = (a: Way, b: Way) => `M${at(a.end)}C${at(a.pull)} ${at(b.pull)} ${at(b.end)}`;
	const [first, second] = ways;
	if (!first) return `M${at({ x: middle.x - 5, y: middle.y })}L${at({ x: middle.x + 5, y: middle.y })}`;
	if (ways.length === 2 && second) return joined(first, second);
	if (line === "river" && ways.length > 2) {
		// Rivers join in curves.
		return ways.map((way, index) => joined(way, ways[(index + 1) % ways.length] as Way)).join("");
	}
	return ways.map((way) => `M${at(middle)}Q${at(way.pull)} ${at(way.end)}`).join("");
}

/** Whether a point of a cell, about its centre, is too near to a river or road for anything to grow there. */
export function onTheWay(ground: Ground, cell: number, point: Point, room: number): boolean {
	return (["river", "road"] as const).some((line) => {
		if (!has(ground, cell, line)) return false;
		const { ways, middle } = waysIn(ground, cell, line);
		const near = room + (line === "river" ? 9 : 4);
		return ways.some((way) => distanceToSegment(point, middle, way.end) < near);
	});
}

/** Whether a point of a cell, about its centre, lies on water that is as broad as the cells. */
export function onBroad(ground: Ground, cell: number, point: Point): boolean {
	if (!has(ground, cell, "river")) return false;
	const around = ground.layout.neighbours[cell] as number[];
	const turn = (Math.atan2(point.x, -point.y) / (2 * Math.PI)) * around.length;
	const facing = Math.floor(turn + around.length) % around.length;
	return [facing, (facing + 1) % around.length].every((side) => has(ground, around[side] as number, "river"));
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
	const [from, to] = second ? [second.pull, first.pull] : [middle, first.end];
	return Math.atan2(to.y - from.y, to.x - from.x);
}

const TRAVERSE = 6.5;

/** A trench: a line with traverses, joined to its neighbours; alone, a ring with two ways in. */
export function trenchPath(ground: Ground): string {
	let path = "";
	ground.layout.centres.forEach((centre, cell) => {
		if (!has(ground, cell, "trench")) return;
		const { ways, middle } = waysIn(ground, cell, "trench");
		const lines = ways.length ? ways.map((way) => [middle, way.end]) : lonelyTrench(ground.layout.reach);
		// The last of a row goes on, so that it shows behind a counter.
		const [only] = ways;
		if (ways.length === 1 && only) lines.push([middle, { x: -0.9 * only.end.x, y: -0.9 * only.end.y }]);
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
