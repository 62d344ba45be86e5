import { describe, expect, it } from "vitest";
import type { ChanceThen } from "../common/protocol";
import { band, course, FRAME, x, y } from "./chances";

const then = (chance: number): ChanceThen => ({
	seq: 0,
	turn: 1,
	side: null,
	chance,
	low: chance / 2,
	high: 1,
});

describe("the course of the chances", () => {
	it("runs from edge to edge, certain victory at the top", () => {
		const chances = [then(0.5), then(0.2), then(1)];
		expect(x(chances, 0)).toBe(FRAME.left);
		expect(y(1)).toBeLessThan(y(0.5));
		expect(course(chances).match(/[\d.]+ [\d.]+/g)).toHaveLength(3);
	});

	it("has its interval about it, closed", () => {
		const drawn = band([then(0.5), then(0.2)]);
		expect(drawn.match(/[\d.]+ [\d.]+/g)).toHaveLength(4);
		expect(drawn.endsWith("Z")).toBe(true);
	});

	it("is a point at the outset", () => {
		expect(course([then(0.5)])).toBe(`M${FRAME.left.toFixed(1)} ${y(0.5).toFixed(1)}`);
	});
});
