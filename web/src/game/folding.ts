// Steps that only close what went before are not steps to anyone who follows the battle; nor are those taken back.
import { type Step, VERBS } from "../common/protocol";

export function isFolded(step: Step): boolean {
	const verb = step.action?.do ?? "";
	// Such an order may set off much else: the shots of a phase, the end of a turn. Then it is a step like any other.
	const alone = step.events.every((event) => event.event === verb);
	return step.kind === "action" && alone && (VERBS[verb]?.quiet ?? false);
}

/** The step to show on the way to `seq` from `from`: skips folded ones in the direction of travel. */
export function unfolded(steps: readonly Step[], seq: number, from: number): number {
	const way = seq < from ? -1 : 1;
	let meant = seq;
	for (;;) {
		const step = steps.find((one) => one.seq === meant);
		if (!step || !isFolded(step)) return meant;
		meant += way;
	}
}

/** The steps that a step takes back: one, or by consent all since an earlier one. */
export function takenBack(step: Step): number[] {
	const back = step["back-to"];
	if (back !== null) return Array.from({ length: step.seq - back - 1 }, (_, number) => back + 1 + number);
	return step.undoes === null ? [] : [step.undoes];
}
