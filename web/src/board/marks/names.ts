/** Where the name of a place stands. */
import type { Layout } from "../layout";

/** By cell, the units in it. */
export type Occupied = ReadonlyMap<string, unknown>;

/** How far below the middle of its cell: at its foot; if a counter stands there, in the cell below or above it. */
export function down(layout: Layout, cell: string, occupied: Occupied): number {
	const { reach, names, neighbours, numbers } = layout;
	if (!occupied.has(cell)) return reach - 2;
	const around = neighbours[numbers.get(cell) ?? 0] ?? [];
	const isFree = (other: number | undefined) =>
		other !== undefined && other >= 0 && !occupied.has(names[other] as string);
	if (isFree(around[around.length / 2])) return reach + 10;
	return isFree(around[0]) ? -reach - 2 : reach + 4;
}
