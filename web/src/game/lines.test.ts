import { describe, expect, it } from "vitest";
import type { Question, Step } from "../common/protocol";
import { paragraphs, visible } from "./lines";

const step = (seq: number, more: Partial<Step>) =>
	({
		seq,
		kind: "action",
		side: "red",
		text: "",
		intent: "",
		events: [],
		lines: [],
		secret: false,
		...more,
	}) as unknown as Step;
const line = (text: string, topic: "move" | "fire") => ({ text, topic, clauses: [], event: 0 });
const all = { hidden: [], words: "", question: null, keepsSecrets: false };

describe("folded steps", () => {
	it("are not told", () => {
		const done = step(1, { action: { do: "done", unit: "r1" }, text: "First is done" } as Partial<Step>);
		expect(visible([done], { hidden: [], words: "", question: null, keepsSecrets: false })).toEqual([]);
	});
});

describe("the log", () => {
	it("leaves out topics and lines without the words", () => {
		const steps = [step(1, { lines: [line("Guard moves", "move"), line("Guard fires", "fire")] })];
		expect(visible(steps, { ...all, hidden: ["move"] })[0]?.lines.map((one) => one.text)).toEqual([
			"Guard fires",
		]);
		expect(visible(steps, { ...all, words: "nobody" })).toEqual([]);
	});

	it("tells a step without events by its action", () => {
		const steps = [step(1, { text: "r1 bombards c4" })];
		expect(visible(steps, all).map(({ lines }) => lines[0]?.text)).toEqual(["r1 bombards c4"]);
	});

	it("says what the computer is after only when that is news", () => {
		const steps = ["holding d6; r1 fires", "holding d6; r2 moves", "falling back"].map((intent, seq) =>
			step(seq, { intent, text: "so" }),
		);
		expect(visible(steps, all).map((entry) => entry.intent)).toEqual(["holding d6", "", "falling back"]);
	});

	it("hides at one screen what the other side has ordered its guns", () => {
		const steps = [step(1, { text: "r1 bombards c4", secret: true })];
		const question = { asks: "what the guns fire at", side: "blue" } as Question;
		expect(visible(steps, { ...all, keepsSecrets: true, question })).toEqual([]);
		expect(
			visible(steps, { ...all, keepsSecrets: true, question: { ...question, side: "red" } }),
		).toHaveLength(1);
	});
});

describe("the paragraphs of a step", () => {
	it("run bookkeeping together, and show the dice of the rest", () => {
		const told = step(1, {
			events: [
				{ event: "turn" },
				{ event: "phase" },
				{ event: "initiative" },
				{ event: "roll", dice: [4, 2] },
			],
		} as unknown as Partial<Step>);
		const lines = ["Turn 2", "Activation.", "Red goes first.", "Guard fire: hit."].map((text, event) => ({
			text,
			topic: event === 3 ? ("fire" as const) : ("turn" as const),
			clauses: [],
			event,
		}));
		expect(paragraphs(told, lines).map(({ kind, text, dice }) => [kind, text, dice])).toEqual([
			["heading", "Turn 2", []],
			["quiet", "Activation. Red goes first.", []],
			["fire", "Guard fire: hit.", [4, 2]],
		]);
	});
});
