import { describe, expect, it } from "vitest";
import type { Offer } from "../common/protocol";
import { barsOf, byWorth, wholePerCents } from "./odds";

const fate = (share: number, ...effects: string[]) => ({ share, effects, words: effects.join(" and ") });
const offer = (worth: number, more: Partial<Offer> = {}) =>
	({
		action: { do: "fight", unit: "r1", target: "c4" },
		odds: [{}],
		prospects: [],
		worth,
		...more,
	}) as unknown as Offer;

describe("odds as pictures", () => {
	it("adds up to a hundred, whatever is rounded", () => {
		expect(wholePerCents([1 / 12, 1 / 12, 5 / 6])).toEqual([9, 8, 83]);
		expect(wholePerCents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
		expect(wholePerCents([1])).toEqual([100]);
	});

	it("opposes what one does to what one suffers", () => {
		const fight = offer(0, {
			prospects: [
				{ unit: "r1", fates: [fate(1 / 6, "loses-sp"), fate(5 / 6)] },
				{
					unit: "b1",
					fates: [fate(1 / 6, "destroyed"), fate(1 / 6, "retreats-or-loses-sp"), fate(2 / 3)],
				},
				{ unit: "b2", fates: [fate(1)] },
			],
		});
		const bars = barsOf(fight);
		expect(bars.map(({ unit, own }) => [unit, own])).toEqual([
			["b1", false],
			["r1", true],
		]);
		expect(bars[0]?.segments.map(({ kind }) => kind)).toEqual(["grave", "light", "none"]);
	});

	it("opposes nothing where a unit is only asked about", () => {
		const test = offer(0, {
			action: { do: "test-commander", unit: "b1" } as Offer["action"],
			prospects: [
				{ unit: "b2", fates: [fate(1 / 6, "killed"), fate(5 / 6)] },
				{ unit: "b1", fates: [fate(1 / 6, "loses-sp"), fate(5 / 6)] },
			],
		});
		expect(barsOf(test).map(({ unit, own }) => [unit, own])).toEqual([
			["b2", false],
			["b1", false],
		]);
	});

	it("puts the best first, and what throws no dice last", () => {
		const [dull, poor, good] = [offer(0, { odds: [] }), offer(0.2), offer(1.1)];
		expect(byWorth([dull, poor, good])).toEqual([good, poor, dull]);
	});
});
