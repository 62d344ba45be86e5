import { describe, expect, it } from "vitest";
import type { Step } from "../common/protocol";
import { beginnings, losses, nextSeen } from "./replaying";

const line = { text: "A shot.", topic: "fire" as const, clauses: [], event: 0 };
const step = (seq: number, turn: number, red: number, blue: number, seen = true): Step => ({
	seq,
	kind: seq === 0 ? "start" : "action",
	turn,
	phase: "activation",
	side: "red",
	action: null,
	text: "",
	events: [],
	lines: seen ? [line] : [],
	strength: { red, blue },
	luck: {},
	intent: "",
	secret: false,
	undoes: null,
	"back-to": null,
});
const steps = [
	step(0, 1, 5, 5),
	step(1, 1, 5, 4),
	step(2, 1, 5, 4, false),
	step(3, 2, 3, 4),
	step(4, 2, 3, 4, false),
];

describe("a battle that is seen again", () => {
	it("passes over what cannot be seen, but comes to the end", () => {
		expect([0, 1, 2, 3, 4].map((at) => nextSeen(steps, at))).toEqual([1, 3, 3, 4, undefined]);
	});

	it("knows where losses lie, and forgets those that were taken back", () => {
		expect(losses(steps, new Set())).toEqual([
			{ seq: 1, side: "blue", lost: 1 },
			{ seq: 3, side: "red", lost: 2 },
		]);
		expect(losses(steps, new Set([3]))).toHaveLength(1);
	});

	it("knows with which step a turn begins", () => {
		expect([...beginnings(steps)]).toEqual([
			[1, 0],
			[2, 3],
		]);
	});
});
