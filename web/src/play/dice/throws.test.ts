import { describe, expect, it } from "vitest";
import type { Event, Step } from "../../common/protocol";
import { course, luckOf, nearest, turns } from "../../review/strength";
import { signed, throwsOf } from "./throws";

function step(seq: number, more: Partial<Step> = {}): Step {
	return {
		seq,
		kind: "action",
		turn: 1,
		phase: "activation",
		side: "red",
		action: null,
		text: "",
		events: [],
		lines: [],
		strength: {},
		luck: {},
		intent: "",
		secret: false,
		undoes: null,
		"back-to": null,
		...more,
	};
}

function combat(score: number, needs: number, outcome: "hits" | "misses"): Event {
	return {
		event: "roll",
		for: "close-combat",
		side: "red",
		unit: "r1",
		target: "c4",
		dice: [score],
		modifiers: [],
		scores: [score],
		needs,
		outcomes: [outcome],
		clause: "book.close-combat.roll",
	};
}

describe("throws", () => {
	it("lay out die, modifiers, score, what was needed and what came of it", () => {
		const fire: Event = {
			event: "roll",
			for: "fire",
			side: "red",
			unit: "r1",
			target: "b3",
			dice: [5],
			modifiers: [{ clause: "classic.fire.mod-still", value: 1 }],
			scores: [6],
			needs: 5,
			outcomes: ["hit"],
			clause: "classic.fire.roll",
		};
		const [laid] = throwsOf(step(1, { events: [{ event: "turn", turn: 1, clause: "x" }, fire] }));
		expect(laid).toEqual({
			number: 1,
			title: "Fire",
			unit: "r1",
			side: "red",
			target: "b3",
			clause: "classic.fire.roll",
			dice: [{ face: 5, score: 6, outcome: "hit", good: true }],
			modifiers: [{ clause: "classic.fire.mod-still", value: 1 }],
			needs: 5,
			handicaps: [],
			better: "more",
		});
	});

	it("tell from the dice whether more or less is better, and say nothing when they do not tell", () => {
		const better = (event: Event) => throwsOf(step(1, { events: [event] }))[0]?.better;
		expect(better(combat(6, 5, "hits"))).toBe("more");
		expect(better(combat(2, 5, "misses"))).toBe("more");
		expect(better(combat(2, 3, "hits"))).toBe("less");
		expect(better(combat(5, 3, "misses"))).toBe("less");
		expect(better(combat(3, 3, "hits"))).toBe("");
	});

	it("learn it from the throw that answers, and know that only a close combat may want a low score", () => {
		const both = throwsOf(step(1, { events: [combat(3, 3, "hits"), combat(4, 3, "misses")] }));
		expect(both.map((one) => one.better)).toEqual(["less", "less"]);
		const shot = { ...combat(5, 5, "hits"), for: "fire" } as Event;
		expect(throwsOf(step(1, { events: [shot] }))[0]?.better).toBe("more");
	});

	it("write a minus that is as wide as a plus", () => {
		expect([signed(1), signed(-2), signed(0)]).toEqual(["+1", "−2", "+0"]);
	});
});

describe("graphs", () => {
	const steps = [
		step(0, { turn: 0, strength: { red: 10, blue: 8 } }),
		step(1, {
			turn: 1,
			strength: { red: 10, blue: 6 },
			luck: { red: { hits: 2, "expected-hits": 0.5 } },
		}),
		step(4, {
			turn: 2,
			strength: { red: 5, blue: 6 },
			luck: { red: { hits: 0, "expected-hits": 0.25 } },
		}),
	];
	const frame = { width: 124, height: 116, left: 20, foot: 10 };

	it("draw strength as it stood from step to step", () => {
		expect(course(frame, steps, "red")).toEqual({
			side: "red",
			path: "M20.0 6.0H70.0V6.0H120.0V56.0",
			first: 10,
			last: 5,
		});
	});

	it("know where turns begin, and which step lies nearest", () => {
		expect(turns(steps)).toEqual([
			{ turn: 1, index: 1 },
			{ turn: 2, index: 2 },
		]);
		expect([-1, 0.2, 0.3, 0.9, 2].map((share) => nearest(steps, share)?.seq)).toEqual([0, 0, 1, 4, 4]);
	});

	it("add up luck", () => {
		expect(luckOf(steps, "red")).toEqual({ hits: 2, "expected-hits": 0.75 });
		expect(luckOf(steps, "blue").hits).toBe(0);
	});
});

describe("a throw that the page has not heard of", () => {
	it("is told by its name, and nothing in it is good or bad", () => {
		const roll = {
			event: "roll",
			for: "war-cry",
			side: "red",
			dice: [4],
			modifiers: [],
			scores: [4],
			outcomes: ["takes-fright"],
			clause: "toy.cry",
		};
		const [laid] = throwsOf(step(1, { events: [roll as unknown as Event] }));
		expect(laid?.title).toBe("War cry");
		expect(laid?.dice).toEqual([{ face: 4, score: 4, outcome: "takes fright", good: null }]);
	});
});
