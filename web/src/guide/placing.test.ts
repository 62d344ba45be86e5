import { describe, expect, it } from "vitest";
import { arrow, type Box, placed } from "./placing";

const window = { width: 1000, height: 800 };
const card = { width: 300, height: 200 };
const touches = (a: Box, b: Box) =>
	a.left < b.left + b.width &&
	b.left < a.left + a.width &&
	a.top < b.top + b.height &&
	b.top < a.top + a.height;

describe("the guide's card", () => {
	it("never lies over what it speaks of, wherever that is", () => {
		for (let left = 0; left <= 900; left += 100)
			for (let top = 0; top <= 700; top += 100) {
				const meant = { left, top, width: 100, height: 100 };
				expect(touches(placed(card, window, [meant], []), meant)).toBe(false);
			}
	});

	it("leaves free what else it can, and stays near", () => {
		const meant = { left: 450, top: 300, width: 100, height: 100 };
		const board = { left: 0, top: 0, width: 700, height: 800 };
		expect(touches(placed(card, window, [meant], [board]), { ...board, width: 680 })).toBe(false);
		expect(
			placed(card, { width: 360, height: 640 }, [{ left: 0, top: 560, width: 360, height: 80 }], []).top,
		).toBeLessThan(360);
	});

	it("leaves the tabs free on a phone on its side", () => {
		const [farm, board, tabs] = [
			{ left: 230, top: 110, width: 50, height: 50 },
			{ left: 90, top: 91, width: 298, height: 298 },
			{ left: 478, top: 83, width: 366, height: 37 },
		];
		const found = placed({ width: 352, height: 196 }, { width: 844, height: 390 }, [farm], [board, tabs]);
		expect([board, tabs].some((one) => touches(found, one))).toBe(false);
	});

	it("has an arrow from its edge to the edge of the thing", () => {
		const found = arrow(
			{ left: 0, top: 0, width: 100, height: 100 },
			{ left: 300, top: 0, width: 100, height: 100 },
		);
		expect(found).toEqual({ from: { x: 102, y: 50 }, to: { x: 294, y: 50 } });
		expect(
			arrow({ left: 0, top: 0, width: 100, height: 100 }, { left: 90, top: 90, width: 50, height: 50 }),
		).toBeNull();
	});
});
