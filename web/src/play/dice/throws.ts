// The throws of a step, row by row as a player would lay them out: die, what is added, the score, what it needed.
import type { Event, Rows, Step } from "../../common/protocol";
import { plainly } from "../../common/words";

type Roll = Extract<Event, { event: "roll" }>;

export interface Throw {
	/** the number of its event within the step */
	number: number;
	title: string;
	/** whose throw it is: a unit, or a side */
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
	/** which side of the needed score is the good one; empty if the dice do not tell */
	better: "or more" | "or less" | "";
}

const TITLES: Record<Roll["for"], string> = {
	fire: "Fire",
	artillery: "Artillery fire",
	air: "Air combat",
	"anti-aircraft": "Anti-aircraft fire",
	strafe: "Strafing",
	bomb: "Bombs",
	landing: "Where the shell lands",
	drift: "Where the gas drifts",
	"close-combat": "Close combat",
	hit: "Effect of the hit",
	initiative: "Initiative",
	activation: "Activations",
	"double-move": "Double move",
	commander: "The Commander in danger",
};

/** What the thrower hoped for, and what not; outcomes in neither have no good or bad. */
const GOOD = new Set([
	"hit",
	"hits",
	"destroyed",
	"pinned",
	"loses-sp",
	"survives",
	"on-target",
	"killed",
	"moves-double",
]);
const BAD = new Set(["nothing", "misses", "is-hit", "ineffective", "unharmed", "fails"]);

export function throwsOf(step: Step): Throw[] {
	return step.events.flatMap((event, number) => (event.event === "roll" ? [laidOut(event, number)] : []));
}

function laidOut(roll: Roll, number: number): Throw {
	const outcomes: string[] = "outcomes" in roll ? roll.outcomes : [];
	// A unit that was hit throws for what it suffers: nothing there is a success.
	const judged = roll.for !== "hit";
	const dice = roll.dice.map((face, index) => ({
		face,
		score: roll.scores[index] ?? face,
		outcome: plainly(outcomes[index] ?? ""),
		good: judged ? verdict(outcomes[index]) : null,
	}));
	const needs = "needs" in roll ? (roll.needs ?? null) : null;
	return {
		number,
		title: TITLES[roll.for],
		unit: "unit" in roll ? roll.unit : null,
		side: "side" in roll ? roll.side : null,
		target: "target" in roll ? roll.target : null,
		clause: roll.clause,
		dice,
		modifiers: roll.modifiers,
		needs,
		handicaps: "handicaps" in roll ? (roll.handicaps ?? []) : [],
		better: needs === null ? "" : better(dice, needs),
	};
}

function verdict(outcome: string | undefined): boolean | null {
	if (outcome === undefined) return null;
	if (GOOD.has(outcome)) return true;
	return BAD.has(outcome) ? false : null;
}

/** In most throws the score must be reached, in some not exceeded: what came of the dice shows which. */
function better(dice: Throw["dice"], needs: number): Throw["better"] {
	for (const { score, good } of dice) {
		if (good === null || (good && score === needs)) continue;
		return good === score > needs ? "or more" : "or less";
	}
	return "";
}

export function signed(value: number): string {
	return value < 0 ? `−${-value}` : `+${value}`;
}
