import { describe, expect, it } from "vitest";
import type { Event } from "../common/protocol";
import { beyond, tally } from "./tally";

const roll = (side: string, dice: number[]) =>
	({ event: "roll", for: "initiative", side, dice, modifiers: [], scores: dice, clause: "c" }) as Event;
const drift = {
	event: "roll",
	for: "drift",
	target: "a1",
	dice: [3],
	modifiers: [],
	scores: [3],
	outcomes: ["stays"],
	clause: "c",
} as Event;

describe("the tally of the dice", () => {
	it("counts the faces of each side, and what is nobody's apart", () => {
		const counts = tally([roll("red", [1, 6]), roll("blue", [2]), roll("red", [6]), drift], ["red", "blue"]);
		expect(counts.map(({ side, faces }) => [side, faces])).toEqual([
			["red", [1, 0, 0, 0, 0, 2]],
			["blue", [0, 1, 0, 0, 0, 0]],
			["", [0, 0, 1, 0, 0, 0]],
		]);
		expect(counts[0]?.expected).toBe(0.5);
		expect(tally([], ["red"])[0]?.chance).toBe(1);
	});

	it("knows how rare an uneven lot is", () => {
		// Values of the tables for five degrees of freedom.
		for (const [value, share] of [
			[1.145, 0.95],
			[4.351, 0.5],
			[11.07, 0.05],
			[15.086, 0.01],
		] as const)
			expect(beyond(value)).toBeCloseTo(share, 3);
	});
});
