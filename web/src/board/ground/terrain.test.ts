import { describe, expect, it } from "vitest";
import { layoutOf, type Point } from "../layout";
import { changedPlan, groundOf } from "./ground";
import { groundFromRows } from "./map";
import { loops } from "./regions";
import { type Layer, laidLayers, landLayers, otherGround } from "./terrain";
import { crossingPoint, waysOut } from "./ways";

function drawn(grid: "hex" | "square", rows: string) {
	const plan = groundFromRows(grid, rows);
	const layout = layoutOf(plan);
	const ground = groundOf(layout, plan);
	const cell = (name: string) => layout.numbers.get(name) as number;
	const ways = (name: string, line: "river" | "road" | "trench") =>
		waysOut(ground, cell(name), line).map((facing) => layout.facings[facing]);
	return { plan, layout, ground, cell, ways };
}

describe("the map of a scenario", () => {
	it("has its northernmost row first and blanks only between letters", () => {
		const plan = groundFromRows("square", "w.. \n. . B\n", { ".": [] });
		expect(plan).toEqual({ grid: "square", columns: 3, rows: 2, terrain: { a2: ["woods"], c1: ["bridge"] } });
	});
});

describe("lines join", () => {
	it("a road joins its neighbours and a bridge, but not the river", () => {
		const { ways } = drawn("square", ". ~ .\n= B =\n. ~ .");
		expect(ways("b2", "road")).toEqual(["e", "w"]);
		expect(ways("b2", "river")).toEqual(["n", "s"]);
	});

	it("a river goes on off the board, a road into the town, and neither into open ground", () => {
		const { ways } = drawn("square", ". ~ .\n. ~ .\n= = b\n. . .");
		expect(ways("b4", "river")).toEqual(["s", "n"]);
		expect(ways("b3", "river")).toEqual(["n"]);
		expect(ways("b2", "road")).toEqual(["w", "e"]);
		expect(ways("a2", "road")).toEqual(["e", "w"]);
	});

	it("three hexes that touch each other make no triangle, and none is cut off", () => {
		const { ways, layout, ground, cell } = drawn("hex", ". . .\n= = .\n= . .");
		const links = ["a1", "a2", "b2"].flatMap((name) =>
			waysOut(ground, cell(name), "road").filter(
				(facing) => (layout.neighbours[cell(name)]?.[facing] ?? -1) >= 0,
			),
		);
		expect(links).toHaveLength(4);
		for (const name of ["a1", "a2", "b2"]) expect(ways(name, "road").length).toBeGreaterThan(0);
	});

	it.each(["hex", "square"] as const)("both cells put the joint at the same point (%s)", (grid) => {
		const { ground, layout } = drawn(grid, "~ ~ ~ ~ ~\n~ ~ ~ ~ ~\n~ ~ ~ ~ ~\n~ ~ ~ ~ ~");
		const faces = layout.facings.length;
		layout.neighbours.forEach((around, cell) => {
			around.forEach((other, facing) => {
				if (other < 0) return;
				const here = crossingPoint(ground, cell, facing, "river");
				const there = crossingPoint(ground, other, (facing + faces / 2) % faces, "river");
				const [a, b] = [layout.centres[cell] as Point, layout.centres[other] as Point];
				expect(a.x + here.x).toBeCloseTo(b.x + there.x, 6);
				expect(a.y + here.y).toBeCloseTo(b.y + there.y, 6);
			});
		});
	});
});

describe("regions join", () => {
	it("neighbouring cells have one outline, a ring has two, cells apart have their own", () => {
		const woods = (rows: string, grid: "hex" | "square" = "square") => {
			const { layout, ground } = drawn(grid, rows);
			return loops(layout, (cell) => ground.features[cell]?.has("woods") ?? false).map((loop) => loop.length);
		};
		expect(woods(". . .\n. w w\n. . .")).toEqual([6]);
		expect(woods("w w w\nw . w\nw w w")).toHaveLength(2);
		expect(woods("w . .\n. . .\n. . w")).toEqual([4, 4]);
		expect(woods("w . .\n. w .\n. . .")).toEqual([4, 4]);
		expect(woods(". . .\n. w w\n. . .", "hex")).toEqual([10]);
	});
});

describe("layers", () => {
	const names = (layers: Layer[]) =>
		layers.filter(({ paths }) => paths.some(Boolean)).map(({ name }) => name);

	it("open ground has nothing but grass", () => {
		expect(names(landLayers(drawn("hex", ". . .\n. . .\n. . .").ground))).toEqual(["tufts"]);
	});

	it("wire and mines follow the battle, the land does not change", () => {
		const { plan, layout } = drawn("square", ". x .\n. . .\nw . .");
		const now = changedPlan(plan, { b3: { wire: false, mines: false }, c1: { wire: false, mines: true } });
		const layers = names(laidLayers(groundOf(layout, now)));
		expect(layers).toEqual(["mine-horns", "mines"]);
		expect(plan.terrain.b3).toEqual(["wire"]);
	});

	it.each(["hex", "square"] as const)("a stroke of the brush draws what a fresh start would (%s)", (grid) => {
		const rows = "w h H b =\n~ B F = =\nt f x m w\n. . ~ ~ w";
		const { plan, layout, ground } = drawn(grid, rows);
		landLayers(ground);
		for (const [cell, feature] of [
			["b2", "road"],
			["c1", "woods"],
			["d3", "river"],
			["a4", "hill 2"],
		] as const) {
			const painted = { ...plan, terrain: { ...plan.terrain, [cell]: [feature] } };
			expect(landLayers(groundOf(layout, painted))).toEqual(landLayers(groundOf(layoutOf(plan), painted)));
		}
	});

	it("a stroke on a large board draws only the tiles about it again", () => {
		const rows = Array.from({ length: 24 }, () => "w ".repeat(24)).join("\n");
		const { plan, layout, ground } = drawn("square", rows);
		const before = landLayers(ground).find(({ name }) => name === "crowns")?.paths ?? [];
		const painted = { ...plan, terrain: { ...plan.terrain, e5: ["road"] } };
		const after = landLayers(groundOf(layout, painted)).find(({ name }) => name === "crowns")?.paths ?? [];
		expect(after).toHaveLength(9);
		expect(after.map((path, tile) => path !== before[tile])).toEqual([true, ...Array(8).fill(false)]);
	});

	it("the same map is always drawn the same", () => {
		const rows = "w h H b\n~ B F =\nt f x m";
		expect(landLayers(drawn("hex", rows).ground)).toEqual(landLayers(drawn("hex", rows).ground));
	});
});

it("has one way to draw ground that it has never heard of: a tint, a pattern and a letter", () => {
	const layout = layoutOf({ grid: "hex", columns: 3, rows: 3 });
	const ground = groundOf(layout, {
		grid: "hex",
		columns: 3,
		rows: 3,
		terrain: { b2: ["marsh", "road"], c2: ["marsh"], a1: ["lava"] },
	});
	const looks = { marsh: { letter: "s", tint: "#9db58f", pattern: "dashes" as const } };
	const [marsh, lava, ...more] = otherGround(ground, looks).sort((a, b) => b.name.localeCompare(a.name));
	expect(more).toEqual([]);
	expect(marsh?.tint).toBe("#9db58f");
	expect(marsh?.area).toMatch(/^M/);
	expect(marsh?.marks).toMatch(/^M.*h5/);
	expect(marsh?.letters.map(({ letter }) => letter)).toEqual(["s", "s"]);
	expect(lava?.letters.map(({ letter }) => letter)).toEqual(["l"]);
	expect(
		otherGround(groundOf(layout, { grid: "hex", columns: 3, rows: 3, terrain: { a1: ["woods"] } }), {}),
	).toEqual([]);
});
