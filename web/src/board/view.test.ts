import { describe, expect, it } from "vitest";
import { facingWedge, pips } from "./counters/counter";
import { crowds, placeOf, unitAt } from "./counters/stacks";
import { SYMBOLS, symbolOf } from "./counters/symbols";
import type { BoardUnit } from "./state";
import { fitted, goesAbove, moved, onSheet, revealed, zoomed } from "./view";

const sheet = { width: 1000, height: 500 };
const window = { width: 500, height: 500 };

describe("a card beside a cell", () => {
	it("leaves the unit that fired in sight, and keeps on the board", () => {
		const at = { x: 50, y: 250 };
		expect(goesAbove(at, { x: 50, y: 150 }, 500)).toBe(false);
		expect(goesAbove(at, { x: 50, y: 350 }, 500)).toBe(true);
		expect(goesAbove({ x: 50, y: 40 }, { x: 50, y: 150 }, 500)).toBe(false);
		expect(goesAbove({ x: 50, y: 460 }, { x: 50, y: 350 }, 500)).toBe(true);
	});
});

describe("pan and zoom", () => {
	it("fits the whole sheet and centres it", () => {
		expect(fitted(sheet, window)).toEqual({ x: 0, y: 125, scale: 0.5 });
	});

	it("keeps the point under the pointer", () => {
		const about = { x: 200, y: 250 };
		const near = zoomed(fitted(sheet, window), 3, about, sheet, window);
		expect(near.scale).toBeCloseTo(1.5);
		expect(onSheet(near, about).x).toBeCloseTo(400);
		expect(onSheet(near, about).y).toBeCloseTo(250);
	});

	it("never shows less than the whole, nor beyond the edge", () => {
		const whole = fitted(sheet, window);
		expect(zoomed(whole, 0.1, { x: 0, y: 0 }, sheet, window)).toEqual(whole);
		const near = zoomed(whole, 2, { x: 250, y: 250 }, sheet, window);
		expect(moved(near, 9999, 0, sheet, window).x).toBe(0);
		expect(moved(near, -9999, 0, sheet, window).x).toBe(-500);
	});

	it("reveals a cell, and stays if it is in sight", () => {
		const near = { x: 0, y: 0, scale: 1 };
		expect(revealed(near, { x: 250, y: 250 }, 50, sheet, window)).toEqual(near);
		expect(revealed(near, { x: 800, y: 250 }, 50, sheet, window).x).toBe(-350);
	});
});

function unit(id: string, more: Partial<BoardUnit> = {}): BoardUnit {
	return { id, type: "infantry", at: "a1", "carried-by": null, ...more } as BoardUnit;
}

describe("several units in a cell", () => {
	it("aircraft are last and those in a transport are not seen", () => {
		const units = [
			unit("plane", { type: "war-kite", flies: true }),
			unit("foot"),
			unit("gun", { "carried-by": "truck" }),
		];
		expect(
			crowds(units)
				.get("a1")
				?.map(({ id }) => id),
		).toEqual(["foot", "plane"]);
	});

	it("the one that was pointed at is found", () => {
		const crowd = [unit("a"), unit("b"), unit("c")];
		crowd.forEach(({ id }, index) => {
			expect(unitAt(crowd, placeOf(index, 3), 21)?.id).toBe(id);
		});
		expect(unitAt([], { x: 0, y: 0 }, 21)).toBeUndefined();
	});
});

describe("counters", () => {
	it("show strength left and lost, and numbers where there are too many pips", () => {
		const discs = (path: string | undefined) => path?.split("M").length;
		expect(discs(pips(3, 4)?.left)).toBe(4);
		expect(discs(pips(3, 4)?.lost)).toBe(2);
		expect(pips(null, 4)).toBeNull();
		expect(pips(12, 12)).toBeNull();
	});

	it("point the way they face", () => {
		const tip = (turn: number) => facingWedge(turn).split("L")[1]?.split(" ").map(Number) ?? [];
		expect(tip(0)[1]).toBeLessThan(-21);
		expect(tip(90)[0]).toBeGreaterThan(21);
		expect(tip(240)[0]).toBeLessThan(-21);
		expect(tip(240)[1]).toBeGreaterThan(0);
	});

	it("have different symbols for different types, but for words that mean the same", () => {
		const drawings = new Map<string, string[]>();
		for (const [type, symbol] of Object.entries(SYMBOLS)) {
			const key = JSON.stringify(symbol);
			drawings.set(key, [...(drawings.get(key) ?? []), type]);
		}
		const same = [...drawings.values()].filter((types) => types.length > 1);
		expect(same).toEqual([
			["infantry", "infantry-rifles"],
			["cavalry", "mounted-cavalry"],
			["commander", "command"],
		]);
		expect(symbolOf("war-elephant")).toEqual({ letters: "WE" });
		expect(symbolOf("fencers")).toEqual({ letters: "FE" });
	});
});
