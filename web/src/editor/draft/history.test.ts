import { expect, it } from "vitest";
import { edited, MOST_STEPS, redone, sealed, started, undone } from "./history";

it("goes back and forth", () => {
	const history = edited(edited(started("a"), "b"), "c");
	expect(undone(history).present).toBe("b");
	expect(undone(undone(undone(history))).present).toBe("a");
	expect(redone(redone(undone(undone(history)))).present).toBe("c");
	expect(redone(edited(undone(history), "d")).present).toBe("d");
});

it("makes one step of edits of one kind, until it is sealed", () => {
	const stroke = edited(edited(edited(started("a"), "b", "stroke"), "c", "stroke"), "d", "stroke");
	expect(undone(stroke).present).toBe("a");
	expect(undone(edited(sealed(stroke), "e", "stroke")).present).toBe("d");
});

it("does not count an edit that changes nothing", () => {
	const history = started("a");
	expect(edited(history, "a")).toBe(history);
});

it("forgets what is long ago", () => {
	let history = started(0);
	for (let step = 1; step <= MOST_STEPS + 50; step++) history = edited(history, step);
	expect(history.past).toHaveLength(MOST_STEPS);
});
