// Which lines of the log are to be read just now.
import type { Line, Question, Step } from "../protocol";

export interface Filter {
	hidden: Line["topic"][];
	words: string;
	question: Question | null;
	hotSeat: boolean;
}

export function visible(steps: Step[], filter: Filter): { step: Step; lines: Line[] }[] {
	const wanted = filter.words.trim().toLowerCase();
	return steps
		.filter((step) => !isSecret(step, filter))
		.map((step) => ({ step, lines: told(step).filter((line) => fits(line, filter.hidden, wanted)) }))
		.filter(({ lines }) => lines.length > 0);
}

/** A step without events, such as an order to a gun, is told by its action. */
function told(step: Step): Line[] {
	if (step.lines.length > 0) return step.lines;
	const text = step.kind === "undo" ? `Taken back: ${step.text}` : step.text;
	return text === "" ? [] : [{ text, topic: "other", clauses: [], event: -1 }];
}

const fits = (line: Line, hidden: Line["topic"][], wanted: string) =>
	!hidden.includes(line.topic) && line.text.toLowerCase().includes(wanted);

/** At one screen, what one side has ordered its guns to do is not for the other, who orders his after it. */
export function isSecret(step: Step, { question, hotSeat }: Pick<Filter, "question" | "hotSeat">): boolean {
	return hotSeat && step.secret && question?.asks === "what the guns fire at" && question.side !== step.side;
}
