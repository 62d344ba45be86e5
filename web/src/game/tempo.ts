// How long each step stays in sight, and how much is left to do.
import { PACES, preferences } from "../common/preferences.svelte";
import type { Joined, Now, State, Step } from "../common/protocol";
import { isFolded } from "./folding";

export const hasDice = (step: Step): boolean => step.events.some((event) => event.event === "roll");

/** Until the next step may be shown, in milliseconds: dice take longer to read than a march. */
export const reading = (step: Step): number => PACES[preferences.pace] * (hasDice(step) ? 1.7 : 1);

/** The computer's actions are shown step by step. */
export function isPaced(about: Joined | null, step: Step): boolean {
	const player = step.side === null ? undefined : about?.players[step.side];
	return player?.kind === "computer" && step.kind === "action" && !isFolded(step);
}

/** The activations that can still be used: none is of use without a unit to act, or while something else is asked. */
export function usable(state: State | null, question: Now["question"]): number | null {
	const left = state?.["activations-left"] ?? null;
	if (left === null || !question || question.unit) return null;
	return Math.min(left, question.units.length);
}
