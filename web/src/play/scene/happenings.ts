// What the board can show of a step: a moving counter, shots, and the place.
import type { Flash, Motion, Trace } from "../../board/state";
import { type Event, OUTCOMES, type State, type Step } from "../../common/protocol";
import { words } from "../../words";

export interface Happenings {
	motion: Motion | null;
	flashes: Flash[];
	traces: Trace[];
}

/** `before` is the state before the step; `pace` is milliseconds for each cell of a move, 0 for none. */
export function happenings(step: Step, before: State | undefined, pace: number): Happenings {
	const at = (unit: string) => before?.units.find((one) => one.id === unit)?.at ?? null;
	const ways = step.events.flatMap((event) => way(event, at));
	const first = ways[0];
	const flashes = step.events.flatMap((event, number) => flash(event, `${step.seq}.${number}`, at));
	const own = first && first.path.length > 1 ? first : undefined;
	return {
		motion: own && pace > 0 ? { key: step.seq, unit: own.unit, path: own.path, pace } : null,
		flashes: pace > 0 ? flashes : [],
		traces: tracesOf(flashes, ways),
	};
}

function way(event: Event, at: (unit: string) => string | null): { unit: string; path: string[] }[] {
	if (event.event !== "moved" && event.event !== "retreated" && event.event !== "advanced") return [];
	const from = at(event.unit);
	const path = event.event === "moved" ? event.path : [event.cell];
	return [{ unit: event.unit, path: from === null ? path : [from, ...path] }];
}

function flash(event: Event, key: string, at: (unit: string) => string | null): Flash[] {
	if (event.event === "lost-sp") {
		const cell = at(event.unit);
		return cell === null ? [] : [{ key, kind: "lost", cell, label: words.play.drama.lost(1) }];
	}
	if (event.event === "destroyed" || event.event === "pinned")
		return [{ key, kind: event.event, cell: event.cell }];
	if (event.event !== "roll" || !("target" in event) || !("unit" in event)) return [];
	const good = event.outcomes.some((outcome) => OUTCOMES[outcome]?.strikes ?? true);
	const from = at(event.unit);
	if (from === null || from === event.target)
		return [{ key, kind: good ? "hit" : "miss", cell: event.target }];
	return [{ key, kind: good ? "hit" : event.for === "landing" ? "shot" : "miss", cell: event.target, from }];
}

function tracesOf(flashes: Flash[], ways: { path: string[] }[]): Trace[] {
	const strikes = flashes.flatMap(({ from, cell, kind }): Trace[] =>
		from === undefined ? [] : [{ path: [from, cell], how: kind === "hit" ? "strike" : "miss" }],
	);
	return [...ways.map(({ path }): Trace => ({ path, how: "move" })), ...strikes];
}

/** All shots and moves of several steps, drawn at once. */
export function tracesOfSteps(steps: readonly Step[], after: (seq: number) => State | undefined): Trace[] {
	return steps.flatMap((step) => happenings(step, after(step.seq - 1), 0).traces);
}
