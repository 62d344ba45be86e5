/**
 * What has been drawn is remembered with what it was drawn from, board by board: a stroke of the editor's brush costs
 * the cells about it and the shapes they belong to, not the whole map.
 */
import type { Ground } from "./ground";
import type { Layout } from "./layout";

interface Memory {
	cells: Map<string, { from: string[]; drawn: unknown[] }>;
	shapes: Map<string, { from: string; drawn: unknown }>;
}

const memories = new WeakMap<Layout, Memory>();

function memoryOf(layout: Layout): Memory {
	let memory = memories.get(layout);
	if (!memory) {
		memory = { cells: new Map(), shapes: new Map() };
		memories.set(layout, memory);
	}
	return memory;
}

/** A drawing for each cell that depends on the features of the cells up to two away from it alone. */
export function cellByCell<T>(ground: Ground, what: string, draw: (cell: number) => T): T[] {
	const { cells } = memoryOf(ground.layout);
	const before = cells.get(what);
	const drawn = ground.surroundings.map((around, cell) =>
		before?.from[cell] === around ? (before.drawn[cell] as T) : draw(cell),
	);
	cells.set(what, { from: ground.surroundings, drawn });
	return drawn;
}

/** A drawing that depends on which cells belong to it alone. */
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
