// Strength over time as lines, and luck as sums: the arithmetic of the two small graphs.
import type { Luck, Step } from "../common/protocol";

export interface Frame {
	width: number;
	height: number;
	/** room for the letters at the left and at the foot */
	left: number;
	foot: number;
}

export interface Course {
	side: string;
	/** a line in steps: strength stays until a step changes it */
	path: string;
	first: number;
	last: number;
}

export function most(steps: readonly Step[]): number {
	return Math.max(1, ...steps.flatMap((step) => Object.values(step.strength)));
}

export function across(frame: Frame, steps: readonly Step[], index: number): number {
	return frame.left + ((frame.width - frame.left - 4) * index) / Math.max(1, steps.length - 1);
}

export function upTo(frame: Frame, steps: readonly Step[], strength: number): number {
	return 6 + (frame.height - frame.foot - 6) * (1 - strength / most(steps));
}

export function course(frame: Frame, steps: readonly Step[], side: string): Course {
	const values = steps.map((step) => step.strength[side] ?? 0);
	const points = values.map((value, index) => {
		const x = across(frame, steps, index).toFixed(1);
		const y = upTo(frame, steps, value).toFixed(1);
		return index ? `H${x}V${y}` : `M${x} ${y}`;
	});
	return { side, path: points.join(""), first: values[0] ?? 0, last: values.at(-1) ?? 0 };
}

/** The steps with which the turns begin: their places in the list. */
export function turns(steps: readonly Step[]): { turn: number; index: number }[] {
	return steps.flatMap((step, index) =>
		step.turn > (steps[index - 1]?.turn ?? 0) ? [{ turn: step.turn, index }] : [],
	);
}

/** The step nearest to a place in the graph, as a share of its width between the first and the last. */
export function nearest(steps: readonly Step[], share: number): Step | undefined {
	const index = Math.round(Math.min(1, Math.max(0, share)) * (steps.length - 1));
	return steps[index];
}

export function luckOf(steps: readonly Step[], side: string): Luck {
	const sum = { hits: 0, "expected-hits": 0 };
	for (const step of steps) {
		const luck = step.luck[side];
		if (!luck) continue;
		sum.hits += luck.hits;
		sum["expected-hits"] += luck["expected-hits"];
	}
	return sum;
}
