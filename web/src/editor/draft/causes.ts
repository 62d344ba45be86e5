// Problems with the same cause, reported together: seven units too far forward are one thing to put right.
import type { Fault } from "../../common/protocol";
import { unitOf } from "./faults";

export interface Cause {
	/** The first stands for all. */
	fault: Fault;
	all: Fault[];
	/** Fixes that are offered for every one of them. */
	fixes: string[];
}

/** Problems share a cause if they are at the same kind of place, with the same remedy under the same rule. */
const keyOf = (fault: Fault) =>
	JSON.stringify([
		fault.path.map((part) => (typeof part === "number" ? "#" : part)),
		fault.remedy,
		fault.clause,
	]);

export function causesOf(faults: readonly Fault[]): Cause[] {
	const together = new Map<string, Fault[]>();
	for (const fault of faults) {
		const key = unitOf(fault.path) ? keyOf(fault) : JSON.stringify(fault.path) + fault.message;
		together.set(key, [...(together.get(key) ?? []), fault]);
	}
	return [...together.values()].map((all) => {
		const fault = all[0] as Fault;
		const fixes = fault.fixes.filter((fix) => all.every((one) => one.fixes.includes(fix)));
		return { fault, all, fixes };
	});
}
