// Going through a battle by itself: which step comes next, where losses lie, and where turns begin.
import type { Step } from "../common/protocol";

export interface Loss {
	seq: number;
	side: string;
	lost: number;
}

/** The next step at which there is something to see; undefined at the end. */
export function nextSeen(steps: readonly Step[], at: number): number | undefined {
	const rest = steps.filter((step) => step.seq > at);
	return (rest.find((step) => step.lines.length > 0 || step.kind !== "action") ?? rest.at(-1))?.seq;
}

/** What each step cost each side. Steps taken back cost nothing. */
export function losses(steps: readonly Step[], undone: ReadonlySet<number>): Loss[] {
	return steps.flatMap((step, number) => {
		const before = steps[number - 1];
		if (!before || undone.has(step.seq) || step.kind !== "action") return [];
		return Object.entries(step.strength)
			.map(([side, left]) => ({ seq: step.seq, side, lost: (before.strength[side] ?? left) - left }))
			.filter(({ lost }) => lost > 0);
	});
}

/** By turn, the step with which it begins. */
export function beginnings(steps: readonly Step[]): Map<number, number> {
	const found = new Map<number, number>();
	for (const step of steps) if (!found.has(step.turn)) found.set(step.turn, step.seq);
	return found;
}
