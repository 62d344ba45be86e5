// Words about people and clocks.
import type { Seal, Step } from "../common/protocol";
import { words } from "../words";

/** What is left of a time, no more exact than anybody needs: "2 days 3 h", "3 h 20 min", "4:05". */
export function left(milliseconds: number): string {
	const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
	const minutes = Math.floor(seconds / 60);
	const hours = Math.floor(minutes / 60);
	const days = Math.floor(hours / 24);
	if (days > 0) return words.people.clock.days(days, hours % 24);
	if (hours > 0) return words.people.clock.hours(hours, minutes % 60);
	return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What a guest should know about the dice before taking a seat; empty if there is nothing to say. */
export function caution({ scheme }: Pick<Seal, "scheme">, steps: readonly Step[]): string {
	if (scheme !== "nonces") return words.people.unsealed[scheme];
	return steps.some((step) => step.events.some((event) => event.event === "roll"))
		? words.people.invitation.early
		: "";
}
