// The page and the pictures (`src/portable_wargame/pictures/ground`) must draw the same map.
import { describe, expect, it } from "vitest";
import { layoutOf } from "../layout";
import { groundOf } from "./ground";
import { groundFromRows } from "./map";
import kept from "./shapes.json";
import { boardOutline, landLayers } from "./terrain";

/** All the points of a path, in an order that does not depend on where it begins. */
function points(path: string): [number, number][] {
	const numbers = path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
	const found = numbers.flatMap((x, index) =>
		index % 2 ? [] : [[x, numbers[index + 1] ?? 0] as [number, number]],
	);
	return found.toSorted(([a, b], [c, d]) => Math.round(a) - Math.round(c) || b - d);
}

describe("a map on the page has the shapes that it has in pictures", () => {
	it.each(kept)("$name", ({ grid, rows, legend, layers }) => {
		const plan = groundFromRows(grid as "hex" | "square", rows, legend as Record<string, string[]>);
		const layout = layoutOf(plan);
		const drawn = new Map(
			landLayers(groundOf(layout, plan)).map((layer) => [layer.name, layer.paths.join("")]),
		);
		drawn.set("board", boardOutline(layout));
		for (const [name, path] of Object.entries(layers)) {
			const [here, there] = [points(drawn.get(name) ?? ""), points(path)];
			expect(here.length, name).toBe(there.length);
			const apart = here.map(([x, y], index) =>
				Math.hypot(x - (there[index]?.[0] ?? 0), y - (there[index]?.[1] ?? 0)),
			);
			expect(Math.max(0, ...apart), name).toBeLessThan(0.2);
		}
	});
});
