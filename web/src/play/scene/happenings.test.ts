import { describe, expect, it } from "vitest";
import type { Event, State, Step } from "../../common/protocol";
import { happenings, tracesOfSteps } from "./happenings";

const before = { units: [{ id: "r1", at: "b1" }] } as unknown as State;
const step = (...events: Event[]) => ({ seq: 4, events }) as unknown as Step;

describe("happenings", () => {
	it("draws every shot of a phase", () => {
		const roll = (target: string) =>
			({ event: "roll", for: "artillery", side: "red", unit: "r1", target, outcomes: ["hit"] }) as Event;
		expect(tracesOfSteps([step(roll("b4"), roll("c4"))], () => before)).toEqual([
			{ path: ["b1", "b4"], how: "strike" },
			{ path: ["b1", "c4"], how: "strike" },
		]);
	});

	it("moves a counter from where it stood", () => {
		const moved: Event = {
			event: "moved",
			side: "red",
			unit: "r1",
			cell: "b3",
			path: ["b2", "b3"],
			clause: "c",
		};
		const seen = happenings(step(moved), before, 100);
		expect(seen.motion).toEqual({ key: 4, unit: "r1", path: ["b1", "b2", "b3"], pace: 100 });
		expect(seen.traces).toEqual([{ path: ["b1", "b2", "b3"], how: "move" }]);
	});

	it("shows a shot, and nothing that moves to one who wants it at once", () => {
		const roll = { event: "roll", for: "fire", side: "red", unit: "r1", target: "b4", outcomes: ["nothing"] };
		const fired = step({ ...roll, dice: [2], modifiers: [], scores: [2], clause: "c" } as Event);
		expect(happenings(fired, before, 100).flashes).toEqual([
			{ key: "4.0", kind: "miss", cell: "b4", from: "b1" },
		]);
		expect(happenings(fired, before, 0).flashes).toEqual([]);
		expect(happenings(fired, before, 0).traces).toEqual([{ path: ["b1", "b4"], how: "miss" }]);
	});
});
