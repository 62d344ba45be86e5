/**
 * Drawings are remembered with what they were made from, board by board: a stroke of the editor's brush costs the cells
 * about it and the shapes they belong to, not the whole map.
 */
import type { Ground } from "./ground/ground";
import type { Layout } from "./layout";

/** The drawings of a cell: paths by what they show. */
type Drawing<Part extends string> = Record<Part, string>;

/** Cells that are drawn together, and their last drawing. */
interface Tile {
	from: string[];
	cells: unknown[];
	whole: unknown;
}

interface Memory {
	/** The cells of each tile. */
	tiles: number[][];
	drawn: Map<string, Tile[]>;
	shapes: Map<string, { from: string; drawn: unknown }>;
}

/** The columns and rows of a tile: few enough paths on a large board, little to draw again on any. */
const TILE = 8;

const memories = new WeakMap<Layout, Memory>();

function memoryOf(layout: Layout): Memory {
	let memory = memories.get(layout);
	if (!memory) {
		memory = { tiles: tilesOf(layout), drawn: new Map(), shapes: new Map() };
		memories.set(layout, memory);
	}
	return memory;
}

function tilesOf({ columns, names }: Layout): number[][] {
	const across = Math.ceil(columns / TILE);
	const tiles: number[][] = [];
	names.forEach((_, cell) => {
		const row = Math.floor(cell / columns);
		const tile = Math.floor(row / TILE) * across + Math.floor((cell % columns) / TILE);
		const others = tiles[tile];
		if (others) others.push(cell);
		else tiles[tile] = [cell];
	});
	return tiles;
}

/**
 * Paths tile by tile, made of a drawing for each cell that depends on the features of the cells up to two away from it
 * alone.
 */
export function byTile<Part extends string>(
	ground: Ground,
	what: string,
	parts: readonly Part[],
	draw: (cell: number) => Drawing<Part>,
): Record<Part, string[]> {
	const { tiles, drawn } = memoryOf(ground.layout);
	const before = drawn.get(what);
	const now = tiles.map((cells, tile) => drawTile(ground, cells, before?.[tile], parts, draw));
	drawn.set(what, now);
	const paths = (part: Part) => now.map(({ whole }) => (whole as Drawing<Part>)[part]);
	return Object.fromEntries(parts.map((part) => [part, paths(part)])) as Record<Part, string[]>;
}

function drawTile<Part extends string>(
	ground: Ground,
	cells: number[],
	before: Tile | undefined,
	parts: readonly Part[],
	draw: (cell: number) => Drawing<Part>,
): Tile {
	const from = cells.map((cell) => ground.surroundings[cell] as string);
	if (before && from.every((around, index) => around === before.from[index])) return before;
	const drawings = cells.map((cell, index) =>
		before && before.from[index] === from[index] ? (before.cells[index] as Drawing<Part>) : draw(cell),
	);
	const joined = (part: Part) => drawings.map((drawing) => drawing[part]).join("");
	return { from, cells: drawings, whole: Object.fromEntries(parts.map((part) => [part, joined(part)])) };
}

/** A drawing that depends only on which cells belong to it. */
export function asWhole<T>(
	ground: Ground,
	what: string,
	belongs: (cell: number) => boolean,
	draw: () => T,
): T {
	const { shapes } = memoryOf(ground.layout);
	const from = ground.features.map((_, cell) => (belongs(cell) ? "1" : "0")).join("");
	const before = shapes.get(what);
	if (before?.from === from) return before.drawn as T;
	const drawn = draw();
	shapes.set(what, { from, drawn });
	return drawn;
}
