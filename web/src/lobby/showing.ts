// The battle on show, step by step: what stands where after each, and what the board shows of it.
import type { BoardUnit, Flash, Motion } from "../board/state";
import { type Event, OUTCOMES, type Showcase, type Shown } from "../common/protocol";

export interface Scene {
	turn: number;
	units: BoardUnit[];
	motion: Motion | null;
	flashes: Flash[];
}

type Told = Showcase["units"][number];

/** Milliseconds for each cell of a move: slow, because it is there to be watched. */
const PACE = 320;

export function opening(show: Showcase): Scene {
	return { turn: 1, units: drawn(show, show.units), motion: null, flashes: [] };
}

/** After this many steps. What moves on the way there is seen only when coming from the step before. */
export function sceneAt(show: Showcase, number: number): Scene {
	const standing = new Map(show.units.map((unit) => [unit.id, unit]));
	let before = new Map(standing);
	for (const step of show.steps.slice(0, number)) {
		before = new Map(standing);
		for (const unit of step.units) standing.set(unit.id, unit);
	}
	const step = show.steps[number - 1];
	if (!step) return opening(show);
	const at = (unit: string) => before.get(unit)?.at ?? null;
	return {
		turn: Math.max(1, step.turn),
		units: drawn(show, [...standing.values()]),
		motion: motionOf(step, number, at),
		flashes: step.events.flatMap((event, place) => flashOf(event, `${number}.${place}`, at)),
	};
}

const drawn = (show: Showcase, units: Told[]): BoardUnit[] =>
	units.filter((unit) => unit.at !== null).map((unit) => ({ ...unit, ...show.types[unit.type] }));

function motionOf(step: Shown, key: number, at: (unit: string) => string | null): Motion | null {
	for (const event of step.events) {
		if (event.event !== "moved" && event.event !== "retreated" && event.event !== "advanced") continue;
		const from = at(event.unit);
		const path = event.event === "moved" ? event.path : [event.cell];
		if (from !== null && path.length > 0) return { key, unit: event.unit, path: [from, ...path], pace: PACE };
	}
	return null;
}

function flashOf(event: Event, key: string, at: (unit: string) => string | null): Flash[] {
	if (event.event === "destroyed" || event.event === "pinned")
		return [{ key, kind: event.event, cell: event.cell }];
	if (event.event !== "roll" || !("target" in event) || !("unit" in event)) return [];
	const good = event.outcomes.some((outcome) => OUTCOMES[outcome]?.strikes ?? true);
	const from = at(event.unit);
	const flash: Flash = { key, kind: good ? "hit" : "miss", cell: event.target };
	return [from === null || from === event.target ? flash : { ...flash, from }];
}
