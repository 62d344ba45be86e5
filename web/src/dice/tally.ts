// How often each face came up for each side, beside how often it does on average.
import type { Event } from "../common/protocol";

export interface Tally {
	/** a side's id; empty for dice that belong to no side, such as the drift of gas */
	side: string;
	/** how often 1, 2, ... 6 came up */
	faces: number[];
	thrown: number;
	/** how often each should */
	expected: number;
	/** how often fair dice fall at least as unevenly as these */
	chance: number;
}

export function tally(events: readonly Event[], sides: readonly string[]): Tally[] {
	const rolls = events.filter((event) => event.event === "roll");
	const of = (roll: (typeof rolls)[number]) => ("side" in roll ? roll.side : "");
	return [...sides, ""]
		.map((side) =>
			counted(
				side,
				rolls.filter((roll) => of(roll) === side).flatMap((roll) => roll.dice),
			),
		)
		.filter(({ side, thrown }) => side !== "" || thrown > 0);
}

function counted(side: string, dice: number[]): Tally {
	const faces = [1, 2, 3, 4, 5, 6].map((face) => dice.filter((die) => die === face).length);
	const expected = dice.length / 6;
	const uneven = faces.reduce((sum, came) => sum + (came - expected) ** 2 / expected, 0);
	return { side, faces, thrown: dice.length, expected, chance: dice.length === 0 ? 1 : beyond(uneven) };
}

/** The share of the chi-squared distribution with five degrees of freedom that lies beyond a value. */
export function beyond(value: number): number {
	const root = Math.sqrt(value);
	return 2 * tail(root) + Math.sqrt((2 * value) / Math.PI) * Math.exp(-value / 2) * (1 + value / 3);
}

/** The share of the normal distribution beyond a value that is not negative (Abramowitz and Stegun 26.2.17). */
function tail(value: number): number {
	const t = 1 / (1 + 0.2316419 * value);
	const series =
		t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
	return (Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
