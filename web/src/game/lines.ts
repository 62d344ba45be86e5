// The lines of the log to show just now.
import type { Line, Question, Step } from "../common/protocol";
import { isFolded } from "./folding";

export interface Filter {
	hidden: Line["topic"][];
	words: string;
	question: Question | null;
	keepsSecrets: boolean;
}

export interface Entry {
	step: Step;
	lines: Line[];
	/** the computer's aim, where that is news */
	intent: string;
	/** the same unit goes on: both steps are one activation */
	joins: boolean;
}

export interface Paragraph {
	/** a new turn, mere bookkeeping, or what the line is about */
	kind: "heading" | "quiet" | Line["topic"];
	text: string;
	/** the rule behind it, if there is one */
	clause: string;
	dice: number[];
}

export function visible(steps: Step[], filter: Filter): Entry[] {
	const wanted = filter.words.trim().toLowerCase();
	const aims = new Map<string | null, string>();
	const entries = steps
		.filter((step) => !isSecret(step, filter) && !isFolded(step))
		.map((step) => ({ step, lines: told(step).filter((line) => fits(line, filter.hidden, wanted)) }))
		.filter(({ lines }) => lines.length > 0);
	return entries.map((entry, number) => ({
		...entry,
		intent: news(entry.step, aims),
		joins: actor(entry.step) !== "" && actor(entry.step) === actor(entries[number - 1]?.step),
	}));
}

const actor = (step: Step | undefined) =>
	step?.action && "unit" in step.action ? (step.action.unit ?? "") : "";

/** The loud part: the rest of a hit explains how it came about. */
const LOUD = ["destroyed", "lost-sp", "exhausted", "over"];

/** The lines of a step as they are read: bookkeeping runs on in one breath, whatever throws dice shows them. */
export function paragraphs(step: Step, lines: Line[]): Paragraph[] {
	const found: Paragraph[] = [];
	for (const line of lines.filter((one) => !isThrownAgain(step, one, lines))) {
		const event = step.events[line.event];
		const kind = kindOf(line, event?.event ?? "");
		const last = found.at(-1);
		if (kind === "quiet" && last?.kind === "quiet") last.text += ` ${line.text}`;
		else {
			const dice = kind !== "quiet" && event?.event === "roll" ? event.dice : [];
			found.push({ kind, text: line.text, clause: line.clauses[0] ?? "", dice });
		}
	}
	return found;
}

function kindOf(line: Line, event: string): Paragraph["kind"] {
	if (line.topic === "turn") return event === "turn" ? "heading" : "quiet";
	return line.topic === "loss" && !LOUD.includes(event) ? "other" : line.topic;
}

/** Ties for the initiative are thrown again: the throw that settled it is enough. */
function isThrownAgain(step: Step, line: Line, lines: Line[]): boolean {
	const side = bidder(step, line);
	return side !== "" && lines.findLast((one) => bidder(step, one) === side) !== line;
}

function bidder(step: Step, line: Line): string {
	const event = step.events[line.event];
	return line.topic === "turn" && event?.event === "roll" && "side" in event ? (event.side ?? "") : "";
}

/** An intent is an aim and perhaps, after a semicolon, the next step towards it, which the log tells anyway. */
function news(step: Step, aims: Map<string | null, string>): string {
	const aim = step.intent.split(";")[0] ?? "";
	if (aim === "" || aims.get(step.side) === aim) return "";
	aims.set(step.side, aim);
	return aim;
}

/** A step without events, such as an order to a gun, goes by its action. */
function told(step: Step): Line[] {
	if (step.lines.length > 0) return step.lines;
	return step.text === "" ? [] : [{ text: step.text, topic: "other", clauses: [], event: -1 }];
}

const fits = (line: Line, hidden: Line["topic"][], wanted: string) =>
	!hidden.includes(line.topic) && line.text.toLowerCase().includes(wanted);

/** At one screen, one side's orders to its guns are not for the other, who gives theirs next. */
export function isSecret(
	step: Step,
	{ question, keepsSecrets }: Pick<Filter, "question" | "keepsSecrets">,
): boolean {
	return (
		keepsSecrets && step.secret && question?.asks === "what the guns fire at" && question.side !== step.side
	);
}
