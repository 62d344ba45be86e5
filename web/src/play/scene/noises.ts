// What a step sounds like.
import { type Step, THROWS } from "../../common/protocol";
import type { Noise } from "./sound";

export function noisesOf(step: Step): Noise[] {
	const found = new Set<Noise>();
	for (const event of step.events) {
		if (event.event === "moved" || event.event === "advanced") found.add("march");
		else if (event.event === "destroyed") found.add("fall");
		else if (event.event === "turn") found.add("turn");
		else if (event.event === "roll") {
			found.add("dice");
			if ("target" in event && THROWS[event.for]) found.add("shot");
		}
	}
	return [...found];
}
