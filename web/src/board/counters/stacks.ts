/** How the units of one cell share it. */
import type { Point } from "../layout";
import type { BoardUnit } from "../state";

export interface Place extends Point {
	scale: number;
	/** Drawn later, so on top of the others. */
	height: number;
}

/** Where the counters of a crowd stand about the centre; beyond the last, they pile up on the last places. */
const PLACES: readonly (readonly Point[])[] = [
	[{ x: 0, y: 0 }],
	[
		{ x: -9.5, y: -9 },
		{ x: 9.5, y: 9 },
	],
	[
		{ x: -13.5, y: -11 },
		{ x: 13.5, y: -11 },
		{ x: 0, y: 12 },
	],
	[
		{ x: -13, y: -12.5 },
		{ x: 13, y: -12.5 },
		{ x: -13, y: 13 },
		{ x: 13, y: 13 },
	],
];
const SCALES = [1.1, 0.87, 0.7, 0.62];

/** The units to show in each cell: not those inside a transport. Aircraft come last. */
export function crowds(units: readonly BoardUnit[]): Map<string, BoardUnit[]> {
	const found = new Map<string, BoardUnit[]>();
	for (const unit of units) {
		if (unit.at === null || unit["carried-by"]) continue;
		const others = found.get(unit.at);
		if (others) others.push(unit);
		else found.set(unit.at, [unit]);
	}
	for (const crowd of found.values())
		crowd.sort((a, b) => Number(a.flies ?? false) - Number(b.flies ?? false));
	return found;
}

export function placeOf(index: number, crowd: number): Place {
	const places = PLACES[Math.min(crowd, PLACES.length) - 1] ?? [];
	const point = places[Math.min(index, places.length - 1)] ?? { x: 0, y: 0 };
	const beyond = Math.max(0, index - places.length + 1);
	const scale = SCALES[Math.min(crowd, SCALES.length) - 1] ?? 1;
	return { x: point.x + beyond * 2, y: point.y - beyond * 2, scale, height: index };
}

/** Which of a crowd a point about the centre of its cell means: the topmost counter under it, else the nearest. */
export function unitAt(crowd: readonly BoardUnit[], point: Point, half: number): BoardUnit | undefined {
	let best: BoardUnit | undefined;
	let nearest = Number.POSITIVE_INFINITY;
	crowd.forEach((unit, index) => {
		const place = placeOf(index, crowd.length);
		const away = Math.max(Math.abs(point.x - place.x), Math.abs(point.y - place.y)) / place.scale;
		const under = away <= half;
		if (under || away < nearest) {
			best = unit;
			nearest = under ? half : away;
		}
	});
	return best;
}
