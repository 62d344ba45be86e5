// Everything since a player's last order: who struck whom, with which dice, and the outcome.
import { type Event, OUTCOMES, type Step, VERBS } from "../common/protocol";

type Fate = "destroyed" | "lost-sp" | "pinned" | "retreated" | "hit";

export interface Victim {
	unit: string;
	fate: Fate;
	/** strength points lost */
	lost: number;
	/** where it was struck, if known */
	cell: string | null;
}

export interface Deed {
	/** the step that it belongs to */
	seq: number;
	kind: "strike" | "move" | "harm";
	unit: string | null;
	side: string | null;
	/** the cell that was struck, or reached */
	cell: string | null;
	dice: { face: number; good: boolean | null; outcome: string }[];
	victims: Victim[];
}

/** How much a fate counts when there is room for only a few deeds. */
const WEIGHTS: Record<Fate, number> = { destroyed: 100, "lost-sp": 10, pinned: 8, retreated: 5, hit: 4 };
const MOST = 6;

/** The steps since the last order of these sides; of the order's own step, only what went beyond the order. */
export function sinceLastOrder(steps: readonly Step[], mine: readonly string[]): Step[] {
	const at = steps.findLastIndex(
		(step) => step.kind === "action" && step.side !== null && mine.includes(step.side),
	);
	const order = steps[at];
	const rest = steps.slice(at + 1);
	if (!order) return rest.filter((step) => step.kind !== "start" || step.events.length > 0);
	const beyond = beyondTheOrder(order);
	return beyond.length > 0 ? [{ ...order, events: beyond }, ...rest] : rest;
}

function beyondTheOrder(step: Step): Event[] {
	const verb = VERBS[step.action?.do ?? ""];
	const unit = step.action && "unit" in step.action ? step.action.unit : undefined;
	// Shots that were declared are fired when the last side has declared its own; an order to end is none to a unit.
	if (!unit || verb?.quiet || verb?.mark === "bombard") return step.events;
	const turns = step.events.findIndex((event) => event.event === "phase" || event.event === "turn");
	return turns === -1 ? [] : step.events.slice(turns);
}

export function deedsOf(steps: readonly Step[]): Deed[] {
	const deeds: Deed[] = [];
	for (const step of steps) {
		const first = deeds.length;
		for (const event of step.events) add(deeds, first, step, event);
	}
	return deeds;
}

function add(deeds: Deed[], first: number, step: Step, event: Event): void {
	if (event.event === "roll") {
		if ("target" in event && "unit" in event) addRoll(deeds, first, step, event);
	} else if (event.event === "moved" || event.event === "advanced") {
		deeds.push(bare(step, "move", event.unit, event.side, event.cell));
	} else if (event.event === "destroyed" || event.event === "pinned" || event.event === "retreated") {
		const cell = event.event === "retreated" ? null : event.cell;
		suffer(deeds, first, step, { unit: event.unit, fate: event.event, lost: 0, cell });
	} else if (event.event === "lost-sp") {
		suffer(deeds, first, step, { unit: event.unit, fate: "lost-sp", lost: 1, cell: null });
	} else if (event.event === "hit") {
		// Shots fired together are settled hit by hit, with decisions in between.
		const deed = struckIn(deeds, first, event.cell) ?? struckIn(deeds, 0, event.cell);
		if (deed && !deed.victims.some((one) => one.unit === event.unit)) {
			deed.victims.push({ unit: event.unit, fate: "hit", lost: 0, cell: event.cell });
		}
	}
}

function addRoll(
	deeds: Deed[],
	first: number,
	step: Step,
	event: Extract<Event, { event: "roll"; unit: string; target: string }>,
): void {
	const dice = event.dice.map((face, index) => ({
		face,
		good: OUTCOMES[event.outcomes[index] ?? ""]?.good ?? null,
		outcome: event.outcomes[index] ?? "",
	}));
	const last = deeds.length > first ? deeds.at(-1) : undefined;
	// A shell first lands and then strikes; in a close combat the other side answers.
	if (last?.kind === "strike" && last.unit === event.unit && last.cell === event.target)
		last.dice.push(...dice);
	else if (event.for === "close-combat" && last?.kind === "strike" && last.side !== event.side) {
		last.dice.push(...dice);
	} else deeds.push({ ...bare(step, "strike", event.unit, event.side, event.target), dice });
}

const bare = (step: Step, kind: Deed["kind"], unit: string, side: string, cell: string): Deed => ({
	seq: step.seq,
	kind,
	unit,
	side,
	cell,
	dice: [],
	victims: [],
});

/** The blow that a cell has suffered: the one whose die gives the result, or else a good one. */
function struckIn(deeds: Deed[], first: number, cell: string, fate = ""): Deed | undefined {
	const there = deeds.slice(first).filter((deed) => deed.kind === "strike" && deed.cell === cell);
	const thrown = (wanted: (die: Deed["dice"][number]) => boolean) =>
		there.findLast((deed) => deed.dice.some(wanted));
	return thrown(({ outcome }) => outcome === fate) ?? thrown(({ good }) => good === true) ?? there.at(-1);
}

/** A unit's fate belongs to the blow that struck it; all shots of a phase are thrown before any of them counts. */
function suffer(deeds: Deed[], first: number, step: Step, victim: Victim): void {
	const known = deeds.findLast((deed) => deed.victims.some((one) => one.unit === victim.unit));
	const blow = victim.cell === null ? undefined : struckIn(deeds, first, victim.cell, victim.fate);
	const deed = (known && known.seq >= step.seq ? known : blow) ?? lastStrike(deeds, first) ?? known;
	if (!deed) {
		deeds.push({ ...bare(step, "harm", victim.unit, "", victim.cell ?? ""), unit: null, victims: [victim] });
		return;
	}
	const before = deed.victims.find((one) => one.unit === victim.unit);
	if (!before) deed.victims.push(victim);
	else {
		before.lost += victim.lost;
		if (WEIGHTS[victim.fate] > WEIGHTS[before.fate]) before.fate = victim.fate;
	}
}

const lastStrike = (deeds: Deed[], first: number) =>
	deeds.slice(first).findLast((deed) => deed.kind === "strike");

const weight = (deed: Deed) =>
	deed.victims.reduce((sum, one) => sum + WEIGHTS[one.fate] + one.lost, deed.kind === "move" ? 0 : 1);

export interface Recap {
	/** the weightiest, in the order in which they happened */
	shown: Deed[];
	/** counts of the rest: shots and fights without effect, and moves */
	misses: number;
	moves: number;
	/** the steps to show again */
	steps: number[];
}

export function recapOf(steps: readonly Step[]): Recap {
	const deeds = deedsOf(steps);
	const blows = deeds.filter((deed) => deed.kind !== "move");
	const most = blows.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST);
	const shown = blows.filter((deed) => most.includes(deed));
	return {
		shown,
		misses: blows.length - shown.length,
		moves: new Set(deeds.filter((deed) => deed.kind === "move").map((deed) => deed.unit)).size,
		steps: [...new Set(deeds.map((deed) => deed.seq))],
	};
}

/** Units destroyed in these steps, with the cells they fell in. */
export function fallenIn(steps: readonly Step[]): { unit: string; cell: string; seq: number }[] {
	return steps.flatMap((step) =>
		step.events.flatMap((event) =>
			event.event === "destroyed" ? [{ unit: event.unit, cell: event.cell, seq: step.seq }] : [],
		),
	);
}
