import { describe, expect, it } from "vitest";
import { layoutOf } from "../layout";
import { down } from "./names";

describe.each(["square", "hex"] as const)("the name of a place on %s cells", (grid) => {
	const layout = layoutOf({ grid, columns: 3, rows: 3 });
	const among = (...cells: string[]) => down(layout, "b2", new Map(cells.map((cell) => [cell, []])));

	it("stands at the foot of its cell where nobody hides it", () => {
		expect(among("b1", "b3")).toBeLessThan(layout.reach);
	});

	it("gives way to a counter, below it or else above", () => {
		expect(among("b2")).toBeGreaterThan(layout.reach);
		expect(among("b2", "b1")).toBeLessThan(-layout.reach);
	});

	it("stands on the edge where there are counters all around, and never off the board", () => {
		expect(among("b1", "b2", "b3")).toBeCloseTo(layout.reach + 4);
		expect(down(layout, "b1", new Map([["b1", []]]))).toBeLessThan(-layout.reach);
	});
});
