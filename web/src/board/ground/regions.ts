/** Outlines of groups of cells that touch: what makes a wood or a hill of several cells one shape on the map. */
import { edgeOf, type Layout, type Point, short } from "../layout";

/** A corner of an outline. */
interface Corner extends Point {
	/** It lies on the edge of the board: the shape is assumed to go on beyond it. */
	rim: boolean;
	/** So does the side from here to the next corner. */
	rimAhead: boolean;
}

interface Side {
	from: Point;
	to: Point;
	facing: number;
	rim: boolean;
}

/** How far beyond the edge of the board a shape goes on; the sheet cuts it off. */
const OVERHANG = 14;

function key(point: Point): string {
	return `${Math.round(point.x)},${Math.round(point.y)}`;
}

/** A number between -1 and 1 that is always the same at the same place. */
export function chanceAt(x: number, y: number, salt = 0): number {
	// Off the half units where many edges lie, so that both cells beside an edge get the same number.
	const [column, row] = [Math.round(2 * x + 0.25), Math.round(2 * y + 0.25)];
	let hash = Math.imul(column + 2027 * salt, 374761393) + Math.imul(row, 668265263);
	hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
	hash = Math.imul(hash ^ (hash >>> 16), 2246822519);
	return ((hash ^ (hash >>> 15)) >>> 0) / 2147483648 - 1;
}

function sidesOf(layout: Layout, belongs: (cell: number) => boolean): Side[] {
	const sides: Side[] = [];
	for (let cell = 0; cell < layout.centres.length; cell++) {
		if (!belongs(cell)) continue;
		const middle = layout.centres[cell] as Point;
		(layout.neighbours[cell] as number[]).forEach((other, facing) => {
			if (other >= 0 && belongs(other)) return;
			const [from, to] = edgeOf(layout, facing);
			sides.push({
				from: { x: middle.x + from.x, y: middle.y + from.y },
				to: { x: middle.x + to.x, y: middle.y + to.y },
				facing,
				rim: other < 0,
			});
		});
	}
	return sides;
}

/** The closed outlines of all groups of these cells, clockwise; holes run the other way. */
export function loops(layout: Layout, belongs: (cell: number) => boolean): Corner[][] {
	const sides = sidesOf(layout, belongs);
	const starting = new Map<string, Side[]>();
	for (const side of sides) {
		const at = key(side.from);
		const others = starting.get(at);
		if (others) others.push(side);
		else starting.set(at, [side]);
	}
	const used = new Set<Side>();
	const found: Corner[][] = [];
	for (const first of sides) {
		if (used.has(first)) continue;
		const loop: Corner[] = [];
		let side: Side | undefined = first;
		while (side && !used.has(side)) {
			used.add(side);
			const next = onward(starting.get(key(side.to)) ?? [], side, layout.facings.length);
			const rimAhead = next?.rim ?? first.rim;
			loop.push({ ...side.to, rim: side.rim || rimAhead, rimAhead });
			side = next;
		}
		found.push(loop);
	}
	return found;
}

/** Where two cells touch at a corner only, each keeps its own outline: the sharpest turn to the right. */
function onward(candidates: Side[], from: Side, faces: number): Side | undefined {
	const turn = (side: Side) => (side.facing - from.facing + faces) % faces;
	return candidates.toSorted((a, b) => ((turn(a) + faces - 1) % faces) - ((turn(b) + faces - 1) % faces))[0];
}

export interface Smoothing {
	/** How far inside the cells' edges the outline runs; negative is outside. */
	inset: number;
	/** How far it strays from a straight course, so that it looks drawn by hand. */
	wander: number;
	salt?: number;
}

/** The points of an outline, moved inwards and made to wander a little, ready for joining by curves. */
function softened(loop: Corner[], { inset, wander, salt = 0 }: Smoothing): Corner[] {
	const points: Corner[] = [];
	loop.forEach((corner, index) => {
		const next = loop[(index + 1) % loop.length] as Corner;
		// A middle stays on its edge, so that the shape keeps the size of its cells; a corner is cut.
		points.push(cut(loop, index));
		const rim = corner.rimAhead;
		points.push({ x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2, rim, rimAhead: rim });
	});
	return points.map((point, index) => {
		const before = points[(index + points.length - 1) % points.length] as Corner;
		const after = points[(index + 1) % points.length] as Corner;
		const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
		const normal = { x: (after.y - before.y) / length, y: -(after.x - before.x) / length };
		const out = point.rim ? OVERHANG : -inset;
		const stray = point.rim ? 0 : wander;
		return {
			...point,
			x: point.x + normal.x * out + chanceAt(point.x, point.y, salt) * stray,
			y: point.y + normal.y * out + chanceAt(point.x, point.y, salt + 1) * stray,
		};
	});
}

/** A corner drawn towards the middles of its two sides; on a straight side it stays where it is. */
function cut(loop: Corner[], index: number): Corner {
	const corner = loop[index] as Corner;
	const before = loop[(index + loop.length - 1) % loop.length] as Corner;
	const after = loop[(index + 1) % loop.length] as Corner;
	const part = corner.rim ? 0 : 0.2;
	return {
		...corner,
		x: corner.x * (1 - part) + ((before.x + after.x) / 2) * part,
		y: corner.y * (1 - part) + ((before.y + after.y) / 2) * part,
	};
}

/** A smooth closed curve that each of the points pulls towards itself. */
function curve(points: Point[]): string {
	const middle = (index: number) => {
		const a = points[index % points.length] as Point;
		const b = points[(index + 1) % points.length] as Point;
		return `${short((a.x + b.x) / 2)} ${short((a.y + b.y) / 2)}`;
	};
	let path = `M${middle(points.length - 1)}`;
	points.forEach((point, index) => {
		path += `Q${short(point.x)} ${short(point.y)} ${middle(index)}`;
	});
	return `${path}Z`;
}

/** The outline of the groups of cells as one path of smooth curves. */
export function softOutline(
	layout: Layout,
	belongs: (cell: number) => boolean,
	smoothing: Smoothing,
): string {
	return loops(layout, belongs)
		.map((loop) => curve(softened(loop, smoothing)))
		.join("");
}

/** The outline along the edges of the cells. */
export function hardOutline(layout: Layout, belongs: (cell: number) => boolean): string {
	return loops(layout, belongs)
		.map((loop) => `M${loop.map((corner) => `${short(corner.x)} ${short(corner.y)}`).join("L")}Z`)
		.join("");
}

/** Strokes down the slope from a smooth outline: longest away from the light, which comes from the north-west. */
export function hachures(
	layout: Layout,
	belongs: (cell: number) => boolean,
	smoothing: Smoothing,
	length: number,
): string {
	let path = "";
	for (const loop of loops(layout, belongs)) {
		const points = softened(loop, smoothing);
		points.forEach((point, index) => {
			const next = points[(index + 1) % points.length] as Corner;
			const after = points[(index + 2) % points.length] as Corner;
			if (point.rim && next.rim) return;
			// Along the same curve as the outline: from the middle before `next` to the middle after it.
			const start = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
			const end = { x: (next.x + after.x) / 2, y: (next.y + after.y) / 2 };
			const steps = Math.max(1, Math.round(Math.hypot(end.x - start.x, end.y - start.y) / 5));
			for (let step = 0; step < steps; step++) {
				const t = (step + 0.5) / steps;
				path += hachure(start, next, end, t, length);
			}
		});
	}
	return path;
}

function hachure(start: Point, pull: Point, end: Point, t: number, length: number): string {
	const x = (1 - t) * (1 - t) * start.x + 2 * t * (1 - t) * pull.x + t * t * end.x;
	const y = (1 - t) * (1 - t) * start.y + 2 * t * (1 - t) * pull.y + t * t * end.y;
	const along = {
		x: (1 - t) * (pull.x - start.x) + t * (end.x - pull.x),
		y: (1 - t) * (pull.y - start.y) + t * (end.y - pull.y),
	};
	const size = Math.hypot(along.x, along.y) || 1;
	const out = { x: along.y / size, y: -along.x / size };
	const shade = (out.x * 0.6 + out.y * 0.8 + 1) / 2;
	const away = length * (0.25 + 0.75 * shade) * (0.85 + 0.15 * chanceAt(x * 7, y * 7));
	return `M${short(x)} ${short(y)}l${short(out.x * away)} ${short(out.y * away)}`;
}
