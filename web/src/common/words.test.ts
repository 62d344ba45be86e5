import { expect, it } from "vitest";
import { plainly } from "./words";

it("writes the engine's names as people do", () => {
	expect(["field-artillery", "anti-tank-gun", "two-horse-team", "built-up"].map(plainly)).toEqual([
		"field artillery",
		"anti-tank gun",
		"two-horse team",
		"built-up",
	]);
});
