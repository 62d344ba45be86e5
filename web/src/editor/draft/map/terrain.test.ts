import { describe, expect, it } from "vitest";
import { ALL, empty, FEATURES } from "../samples";
import { textAt, valueAt, withValue } from "../tree";
import { type Action, groundOf, lettersOf, OPEN, painted } from "./terrain";
import { areaOf, lineOf } from "./ways";

const paint = (draft: object, cells: string[], brush: string, action: Action = "add") =>
	painted(draft as never, cells, { brush, action, sheets: FEATURES, allowed: ALL });
const at = (draft: object, cell: string) => groundOf(draft as never, FEATURES).terrain[cell] ?? [];

describe("painting", () => {
	it("changes the letters of the cells, and nothing else", () => {
		const draft = paint(empty(), ["b2", "d1"], "woods");
		expect(textAt(draft, ["map", "rows"])).toBe(". . . .\n. w . .\n. . . w\n");
	});

	it("lays one thing on another, with a letter of its own in the legend", () => {
		const draft = paint(paint(empty(), ["b2"], "woods"), ["b2"], "hill 1");
		expect(at(draft, "b2").toSorted()).toEqual(["hill 1", "woods"]);
		expect(valueAt(draft, ["map", "legend", "*"])).toEqual(["woods", "hill 1"]);
		expect(at(paint(draft, ["b2"], "hill 2"), "b2").toSorted()).toEqual(["hill 2", "woods"]);
		expect(at(paint(draft, ["b2"], "woods", "replace"), "b2")).toEqual(["woods"]);
		expect(at(paint(draft, ["b2"], "woods", "remove"), "b2")).toEqual(["hill 1"]);
		expect(at(paint(draft, ["b2"], OPEN), "b2")).toEqual([]);
	});

	it("bridges a river with a road, but not a ford", () => {
		expect(at(paint(paint(empty(), ["b2"], "river"), ["b2"], "road"), "b2")).toEqual(["bridge"]);
		expect(at(paint(paint(empty(), ["b2"], "ford"), ["b2"], "road"), "b2").toSorted()).toEqual([
			"ford",
			"road",
		]);
		const bridge = paint(empty(), ["b2"], "bridge");
		expect(at(paint(bridge, ["b2"], "river", "remove"), "b2")).toEqual(["road"]);
	});

	it("uses the letters that a file has chosen", () => {
		const draft = withValue(empty(), ["map"], {
			rows: "q...\n....\n....\n",
			legend: { q: ["hill 1", "woods"] },
		});
		expect(lettersOf(paint(paint(draft, ["c1"], "woods"), ["c1"], "hill 1"))[2]?.[2]).toBe("q");
	});

	it("gives the same tree back where nothing changes", () => {
		const draft = paint(empty(), ["b2"], "woods");
		expect(paint(draft, ["b2", "z9"], "woods")).toBe(draft);
	});

	it("makes the best of a broken map", () => {
		const draft = withValue(empty(), ["map"], { rows: "..w\n.\n...\n", legend: 3 });
		expect(groundOf(draft, FEATURES)).toMatchObject({ columns: 3, rows: 3, terrain: { c3: ["woods"] } });
		expect(groundOf({}, FEATURES)).toMatchObject({ columns: 0, rows: 0 });
		expect(textAt(paint(draft, ["c2"], "woods"), ["map", "rows"])).toBe(". . w\n. . w\n. . .\n");
	});
});

describe("ways", () => {
	const board = (grid: "square" | "hex") => ({ grid, columns: 12, rows: 12, terrain: {} });

	it.each(["square", "hex"] as const)("run cell by cell from end to end on %ses", (grid) => {
		for (const [from, to] of [
			["a1", "l12"],
			["l1", "a7"],
			["c9", "c2"],
			["b2", "k3"],
		] as const) {
			const line = lineOf(board(grid), from, to);
			expect(line[0]).toBe(from);
			expect(line.at(-1)).toBe(to);
			expect(new Set(line).size).toBe(line.length);
			expect(lineOf(board(grid), to, from)).toHaveLength(line.length);
			for (let index = 1; index < line.length; index++) {
				expect(lineOf(board(grid), line[index - 1] as string, line[index] as string)).toHaveLength(2);
			}
		}
		expect(lineOf(board(grid), "c3", "c3")).toEqual(["c3"]);
		expect(lineOf(board(grid), "c3", "zz9")).toEqual([]);
	});

	it("fill what hangs together", () => {
		let draft = empty(5, 5);
		draft = paint(draft, ["c1", "c2", "c3", "c4", "c5"], "river");
		const area = areaOf(groundOf(draft, FEATURES), "a1");
		expect(area).toHaveLength(10);
		expect(area).not.toContain("d1");
		expect(areaOf(groundOf(draft, FEATURES), "c3")).toHaveLength(5);
	});
});
