// News that the player must see: the fate of a proposal, and whatever happens while they look at the past.
import type { Now, Proposal, Step } from "../common/protocol";

export interface News {
	about: "taken-back" | "drawn" | "resigned" | "declined" | "withdrawn" | "your-move" | "over";
	/** who did it */
	side: string | null;
}

const STEPS: Partial<Record<Step["kind"], News["about"]>> = {
	"take-back": "taken-back",
	drawn: "drawn",
	resigned: "resigned",
};

/** Whether this came from an accepted proposal. */
export const isOfConsent = (step: Step | undefined): boolean => step !== undefined && step.kind in STEPS;

export function newsOfStep(step: Step, mine: readonly string[]): News | null {
	const about = STEPS[step.kind];
	// Your own resignation is not news.
	if (!about || (about === "resigned" && mine.includes(step.side ?? ""))) return null;
	return { about, side: step.side };
}

/** A proposal that disappears without a step was declined by the other side, or withdrawn by its maker. */
export function newsOfProposal(
	before: Proposal | null,
	after: Proposal | null,
	mine: readonly string[],
	answered: boolean,
	last: { step: Step | undefined; now: Pick<Now, "state"> | null },
): News | null {
	if (!before || after || answered || last.now?.state.result) return null;
	// Your own order declines the enemy's proposal: you know that already.
	const passed = last.step?.kind === "action" && mine.includes(last.step.side ?? "");
	if (passed && !mine.includes(before.side)) return null;
	return { about: mine.includes(before.side) ? "declined" : "withdrawn", side: before.side };
}
