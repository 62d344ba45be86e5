import { expect, it } from "vitest";
import { steady } from "./steady";

it("gives back the same objects where nothing changed, in the new order", () => {
	const keep = steady<{ id: string; sp: number }>(({ id }) => id);
	const [a, b] = keep([
		{ id: "a", sp: 1 },
		{ id: "b", sp: 2 },
	]);
	const after = keep([
		{ id: "b", sp: 1 },
		{ id: "a", sp: 1 },
	]);
	expect(after[1]).toBe(a);
	expect(after[0]).not.toBe(b);
	expect(after[0]).toEqual({ id: "b", sp: 1 });
	expect(keep([])).toEqual([]);
});
