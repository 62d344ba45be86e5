/** Where the cells of a board lie: the only place where squares and hexes differ. Points in sheet units, y downwards. */
import type { Facing, GroundPlan } from "./state";

export interface Point {
	x: number;
	y: number;
}

export const SQUARE_SIDE = 64;
export const HEX_RADIUS = 42;
export const MARGIN = 30;

const SQUARE_FACINGS: readonly Facing[] = ["n", "e", "s", "w"];
const HEX_FACINGS: readonly Facing[] = ["n", "ne", "se", "s", "sw", "nw"];

export interface Layout {
	hexes: boolean;
	columns: number;
	rows: number;
	facings: readonly Facing[];
	/** Names of the cells, by number: row by row from the south, each from the west. */
	names: string[];
	/** The number of a cell by its name. */
	numbers: Map<string, number>;
	centres: Point[];
	/** By cell and facing: the number of the neighbour, -1 off the board. */
	neighbours: number[][];
	/** Corners about a centre, clockwise; the edge of facing n lies between corners n - 1 and n. */
	corners: Point[];
	/** From a centre to the middle of an edge. */
	reach: number;
	width: number;
	height: number;
}

export function columnName(column: number): string {
	let name = "";
	for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
		name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
	}
	return name;
}

export function layoutOf(ground: Pick<GroundPlan, "grid" | "columns" | "rows">): Layout {
	const { columns, rows } = ground;
	const hexes = ground.grid === "hex";
	const reach = hexes ? (HEX_RADIUS * Math.sqrt(3)) / 2 : SQUARE_SIDE / 2;
	const layout: Layout = {
		hexes,
		columns,
		rows,
		facings: hexes ? HEX_FACINGS : SQUARE_FACINGS,
		names: [],
		numbers: new Map(),
		centres: [],
		neighbours: [],
		corners: hexes ? hexCorners() : squareCorners(),
		reach,
		width: 2 * MARGIN + (hexes ? HEX_RADIUS * (1.5 * columns + 0.5) : SQUARE_SIDE * columns),
		height: 2 * MARGIN + (hexes ? reach * (2 * rows + (columns > 1 ? 1 : 0)) : SQUARE_SIDE * rows),
	};
	for (let row = 0; row < rows; row++) {
		for (let column = 0; column < columns; column++) {
			const name = `${columnName(column)}${row + 1}`;
			layout.numbers.set(name, layout.names.length);
			layout.names.push(name);
			layout.centres.push(centre(layout, column, row));
			layout.neighbours.push(layout.facings.map((_, facing) => neighbour(layout, column, row, facing)));
		}
	}
	return layout;
}

function hexCorners(): Point[] {
	return [0, 1, 2, 3, 4, 5].map((number) => {
		const angle = ((60 * number - 60) * Math.PI) / 180;
		return { x: HEX_RADIUS * Math.cos(angle), y: HEX_RADIUS * Math.sin(angle) };
	});
}

function squareCorners(): Point[] {
	const half = SQUARE_SIDE / 2;
	return [
		{ x: half, y: -half },
		{ x: half, y: half },
		{ x: -half, y: half },
		{ x: -half, y: -half },
	];
}

function centre(layout: Layout, column: number, row: number): Point {
	const below = layout.rows - 1 - row;
	if (!layout.hexes) {
		return { x: MARGIN + SQUARE_SIDE * (column + 0.5), y: MARGIN + SQUARE_SIDE * (below + 0.5) };
	}
	// Columns b, d, f ... stand half a hex further north.
	const y = MARGIN + layout.reach * (2 * below + (column % 2 ? 1 : 2));
	return { x: MARGIN + HEX_RADIUS * (1 + 1.5 * column), y };
}

const SQUARE_STEPS: readonly (readonly [number, number])[] = [
	[0, 1],
	[1, 0],
	[0, -1],
	[-1, 0],
];

function neighbour(layout: Layout, column: number, row: number, facing: number): number {
	const [across, up] = layout.hexes ? hexStep(column, facing) : (SQUARE_STEPS[facing] ?? [0, 0]);
	const nextColumn = column + across;
	const nextRow = row + up;
	const inside = nextColumn >= 0 && nextColumn < layout.columns && nextRow >= 0 && nextRow < layout.rows;
	return inside ? nextRow * layout.columns + nextColumn : -1;
}

function hexStep(column: number, facing: number): [number, number] {
	const raised = column % 2;
	switch (facing) {
		case 0:
			return [0, 1];
		case 1:
			return [1, raised];
		case 2:
			return [1, raised - 1];
		case 3:
			return [0, -1];
		case 4:
			return [-1, raised - 1];
		default:
			return [-1, raised];
	}
}

/** Degrees clockwise from north. */
export function angleOf(layout: Layout, facing: Facing): number {
	return (Math.max(0, layout.facings.indexOf(facing)) * 360) / layout.facings.length;
}

/** The edge of a cell that a point about its centre lies at; none in the middle. */
export function edgeAt(layout: Layout, about: Point): Facing | null {
	if (Math.hypot(about.x, about.y) < layout.reach * 0.58) return null;
	const turn = (Math.atan2(about.x, -about.y) / (2 * Math.PI)) * layout.facings.length;
	const facing = (Math.round(turn) + layout.facings.length) % layout.facings.length;
	return layout.facings[facing] ?? null;
}

/** The point this far from a centre in the direction of a facing. */
export function towards(layout: Layout, facing: number, distance: number): Point {
	const angle = (facing * 2 * Math.PI) / layout.facings.length;
	return { x: distance * Math.sin(angle), y: -distance * Math.cos(angle) };
}

/** The two ends of a cell's edge, clockwise, about its centre. */
export function edgeOf(layout: Layout, facing: number): [Point, Point] {
	const { corners } = layout;
	const start = corners[(facing + corners.length - 1) % corners.length] as Point;
	return [start, corners[facing] as Point];
}

export function centreOf(layout: Layout, name: string): Point | undefined {
	return layout.centres[layout.numbers.get(name) ?? -1];
}

/** The name of the cell at a point of the sheet; undefined off the board. */
export function cellAt(layout: Layout, point: Point): string | undefined {
	const guess = layout.hexes
		? (point.x - MARGIN) / (1.5 * HEX_RADIUS) - 2 / 3
		: (point.x - MARGIN) / SQUARE_SIDE - 0.5;
	let best: number | undefined;
	let nearest = layout.hexes ? HEX_RADIUS : Number.POSITIVE_INFINITY;
	for (const column of [Math.floor(guess), Math.ceil(guess)]) {
		const raised = layout.hexes && column % 2 ? 1 : 2;
		const below = layout.hexes
			? Math.round(((point.y - MARGIN) / layout.reach - raised) / 2)
			: Math.floor((point.y - MARGIN) / SQUARE_SIDE);
		const row = layout.rows - 1 - below;
		if (column < 0 || column >= layout.columns || row < 0 || row >= layout.rows) continue;
		const number = row * layout.columns + column;
		const middle = layout.centres[number] as Point;
		const away = Math.hypot(point.x - middle.x, point.y - middle.y);
		if (away < nearest && inside(layout, point, middle)) {
			nearest = away;
			best = number;
		}
	}
	return best === undefined ? undefined : layout.names[best];
}

function inside(layout: Layout, point: Point, middle: Point): boolean {
	const x = Math.abs(point.x - middle.x);
	const y = Math.abs(point.y - middle.y);
	if (!layout.hexes) return x <= layout.reach && y <= layout.reach;
	return y <= layout.reach && Math.sqrt(3) * x + y <= Math.sqrt(3) * HEX_RADIUS + 0.001;
}

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const ARROWS: Record<Arrow, [number, number]> = {
	ArrowUp: [0, 1],
	ArrowDown: [0, -1],
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
};

/** The cell that an arrow key leads to. On hexes, left and right stay in the row of that number. */
export function arrowStep(layout: Layout, from: string, arrow: Arrow): string {
	const [across, up] = ARROWS[arrow];
	const number = layout.numbers.get(from) ?? 0;
	const column = (number % layout.columns) + across;
	const row = Math.floor(number / layout.columns) + up;
	const inside = column >= 0 && column < layout.columns && row >= 0 && row < layout.rows;
	return inside ? (layout.names[row * layout.columns + column] as string) : from;
}

/** A number for a path: two decimals are enough for any screen. */
export function short(value: number): string {
	return String(Math.round(value * 10) / 10);
}

/** A cell's outline as a path. */
export function outline(layout: Layout, middle: Point, shrink = 1): string {
	const points = layout.corners.map(
		(c) => `${short(middle.x + c.x * shrink)} ${short(middle.y + c.y * shrink)}`,
	);
	return `M${points.join("L")}Z`;
}

/** The outlines of several cells as one path; names off the board are ignored. */
export function outlines(layout: Layout, names: readonly string[], shrink = 1): string {
	return names
		.map((name) => centreOf(layout, name))
		.filter((middle) => middle !== undefined)
		.map((middle) => outline(layout, middle, shrink))
		.join("");
}
