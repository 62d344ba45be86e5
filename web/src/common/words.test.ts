import { expect, it } from "vitest";
import type { Offer } from "./protocol";
import { oddsLabel, plainly } from "./words";

it("writes the engine's names as people do", () => {
	expect(["field-artillery", "anti-tank-gun", "two-horse-team", "built-up"].map(plainly)).toEqual([
		"field artillery",
		"anti-tank gun",
		"two-horse team",
		"built-up",
	]);
});

it("puts no figure on a place to fall back to, whatever is thrown for others afterwards", () => {
	const odds = [{ probability: 1, outcome: "", effects: [{ unit: "r2", effect: "loses-sp" }] }];
	const offer = (targets: string[]) => ({ odds, targets }) as unknown as Offer;
	expect([[], ["r2"]].map((targets) => oddsLabel(offer(targets)))).toEqual(["", "100%"]);
});
