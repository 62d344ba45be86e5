// The throws of a step, row by row as a player would lay them out: die, modifiers, score, and the score it needed.
import { type Event, OUTCOMES, type Rows, type Step, THROWS } from "../../common/protocol";
import { plainly, sentenceCase } from "../../common/words";

type Roll = Extract<Event, { event: "roll" }>;

export interface Throw {
	/** the number of its event within the step */
	number: number;
	title: string;
	/** the unit or side that throws */
	unit: string | null;
	side: string | null;
	/** the cell it is aimed at */
	target: string | null;
	clause: string;
	dice: { face: number; score: number; outcome: string; good: boolean | null }[];
	modifiers: Rows;
	/** the score needed, and the rows that are part of it */
	needs: number | null;
	handicaps: Rows;
	/** whether high or low is good; empty if the dice do not tell */
	better: "more" | "less" | "";
}

export function throwsOf(step: Step): Throw[] {
	const throws = step.events.flatMap((event, number) =>
		event.event === "roll" ? [laidOut(event, number)] : [],
	);
	// A score that is met exactly does not show which side is good; the throw that answers it does.
	const shown = new Map(throws.filter(({ better }) => better).map((one) => [one.title, one.better]));
	return throws.map((one) =>
		one.needs === null || one.better ? one : { ...one, better: shown.get(one.title) ?? "" },
	);
}

function laidOut(roll: Roll, number: number): Throw {
	const outcomes: string[] = "outcomes" in roll ? roll.outcomes : [];
	const row = THROWS[roll.for] ?? { title: sentenceCase(plainly(roll.for)), judged: true };
	const dice = roll.dice.map((face, index) => ({
		face,
		score: roll.scores[index] ?? face,
		outcome: outcomeWords(outcomes[index] ?? ""),
		good: row.judged ? (OUTCOMES[outcomes[index] ?? ""]?.good ?? null) : null,
	}));
	const needs = "needs" in roll ? (roll.needs ?? null) : null;
	return {
		number,
		title: row.title,
		unit: "unit" in roll ? roll.unit : null,
		side: "side" in roll ? roll.side : null,
		target: "target" in roll ? roll.target : null,
		clause: roll.clause,
		dice,
		modifiers: roll.modifiers,
		needs,
		handicaps: "handicaps" in roll ? (roll.handicaps ?? []) : [],
		better: needs === null ? "" : better(dice, needs) || (EITHER_WAY.includes(roll.for) ? "" : "more"),
	};
}

const outcomeWords = (name: string) => OUTCOMES[name]?.words ?? plainly(name);

/** the throws where a book may need a low score */
const EITHER_WAY = ["close-combat", "landing"];

/** Most throws must reach the score, some must not exceed it: the outcome shows which. */
function better(dice: Throw["dice"], needs: number): Throw["better"] {
	for (const { score, good } of dice) {
		if (good === null || (good && score === needs)) continue;
		return good === score > needs ? "more" : "less";
	}
	return "";
}

export function signed(value: number): string {
	return value < 0 ? `−${-value}` : `+${value}`;
}
