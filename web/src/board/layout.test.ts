import { describe, expect, it } from "vitest";
import { angleOf, arrowStep, cellAt, centreOf, columnName, layoutOf, type Point } from "./layout";

const hexes = layoutOf({ grid: "hex", columns: 6, rows: 5 });
const squares = layoutOf({ grid: "square", columns: 6, rows: 5 });

function around(layout: typeof hexes, name: string): Record<string, string | undefined> {
	const cell = layout.numbers.get(name) as number;
	return Object.fromEntries(
		layout.facings.map((facing, index) => [facing, layout.names[layout.neighbours[cell]?.[index] ?? -1]]),
	);
}

describe("cells and facings as docs/formats.md has them", () => {
	it("squares have four neighbours", () => {
		expect(around(squares, "b2")).toEqual({ n: "b3", e: "c2", s: "b1", w: "a2" });
	});

	it("hexes of columns a, c, e", () => {
		expect(around(hexes, "c3")).toEqual({ n: "c4", ne: "d3", se: "d2", s: "c2", sw: "b2", nw: "b3" });
	});

	it("hexes of columns b, d, f", () => {
		expect(around(hexes, "d3")).toEqual({ n: "d4", ne: "e4", se: "e3", s: "d2", sw: "c3", nw: "c4" });
	});

	it("nothing lies beyond the edge", () => {
		expect(around(hexes, "a1")).toEqual({
			n: "a2",
			ne: "b1",
			se: undefined,
			s: undefined,
			sw: undefined,
			nw: undefined,
		});
	});

	it("columns go on after z", () => {
		expect([0, 25, 26, 39].map(columnName)).toEqual(["a", "z", "aa", "an"]);
	});
});

describe.each([
	["squares", squares],
	["hexes", hexes],
])("geometry of %s", (_, layout) => {
	it("neighbours lie where their facing points, two reaches away", () => {
		layout.neighbours.forEach((around, cell) => {
			const from = layout.centres[cell] as Point;
			around.forEach((other, index) => {
				if (other < 0) return;
				const to = layout.centres[other] as Point;
				const facing = layout.facings[index] as (typeof layout.facings)[number];
				const angle = (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
				expect((angle + 360) % 360).toBeCloseTo(angleOf(layout, facing), 6);
				expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeCloseTo(2 * layout.reach, 6);
			});
		});
	});

	it("every cell is found at its centre and just within each of its corners", () => {
		layout.names.forEach((name, cell) => {
			const centre = layout.centres[cell] as Point;
			expect(cellAt(layout, centre)).toBe(name);
			for (const corner of layout.corners) {
				const inside = { x: centre.x + corner.x * 0.97, y: centre.y + corner.y * 0.97 };
				expect(cellAt(layout, inside)).toBe(name);
			}
		});
	});

	it("there is no cell in the margin", () => {
		expect(cellAt(layout, { x: 2, y: 2 })).toBeUndefined();
		expect(cellAt(layout, { x: layout.width - 2, y: layout.height / 2 })).toBeUndefined();
	});

	it("north is up: a1 is the south-west corner", () => {
		const corner = centreOf(layout, "a1") as Point;
		expect(layout.centres.every(({ x }) => x >= corner.x)).toBe(true);
		expect((centreOf(layout, "a2") as Point).y).toBeLessThan(corner.y);
	});
});

describe("arrow keys", () => {
	it("keep to the row on hexes, and stop at the edge", () => {
		expect(arrowStep(hexes, "b3", "ArrowRight")).toBe("c3");
		expect(arrowStep(hexes, "c3", "ArrowRight")).toBe("d3");
		expect(arrowStep(hexes, "c3", "ArrowUp")).toBe("c4");
		expect(arrowStep(hexes, "f5", "ArrowRight")).toBe("f5");
		expect(arrowStep(squares, "a1", "ArrowDown")).toBe("a1");
	});
});
