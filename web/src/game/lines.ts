// Which lines of the log are to be read just now.
import type { Line, Question, Step } from "../common/protocol";

export interface Filter {
	hidden: Line["topic"][];
	words: string;
	question: Question | null;
	hotSeat: boolean;
}

export interface Entry {
	step: Step;
	lines: Line[];
	/** what the computer is after, where that is news */
	intent: string;
}

export function visible(steps: Step[], filter: Filter): Entry[] {
	const wanted = filter.words.trim().toLowerCase();
	const aims = new Map<string | null, string>();
	const entries = steps
		.filter((step) => !isSecret(step, filter))
		.map((step) => ({ step, lines: told(step).filter((line) => fits(line, filter.hidden, wanted)) }))
		.filter(({ lines }) => lines.length > 0);
	return entries.map((entry) => ({ ...entry, intent: news(entry.step, aims) }));
}

/** An intent is an aim and perhaps, after a semicolon, the next step towards it, which the log tells anyhow. */
function news(step: Step, aims: Map<string | null, string>): string {
	const aim = step.intent.split(";")[0] ?? "";
	if (aim === "" || aims.get(step.side) === aim) return "";
	aims.set(step.side, aim);
	return aim;
}

/** A step without events, such as an order to a gun, is told by its action. */
function told(step: Step): Line[] {
	if (step.lines.length > 0) return step.lines;
	return step.text === "" ? [] : [{ text: step.text, topic: "other", clauses: [], event: -1 }];
}

const fits = (line: Line, hidden: Line["topic"][], wanted: string) =>
	!hidden.includes(line.topic) && line.text.toLowerCase().includes(wanted);

/** At one screen, what one side has ordered its guns to do is not for the other, who orders his after it. */
export function isSecret(step: Step, { question, hotSeat }: Pick<Filter, "question" | "hotSeat">): boolean {
	return hotSeat && step.secret && question?.asks === "what the guns fire at" && question.side !== step.side;
}
