import { describe, expect, it } from "vitest";
import type { ScenarioCard } from "../common/protocol";
import { arranged, matching } from "./shelves";

const card = (name: string, more: Partial<ScenarioCard>): ScenarioCard => ({
	name,
	title: name,
	about: "",
	book: "classic",
	grid: "square",
	columns: 8,
	rows: 8,
	turns: 10,
	options: [],
	"house-rules": {},
	sides: [],
	conditions: [],
	difficulty: "easy",
	minutes: 20,
	measured: null,
	yours: false,
	...more,
});
const measured = (rate: number) => ({
	level: "captain",
	battles: 120,
	wins: {},
	draws: 0,
	rate,
	low: 0,
	high: 1,
	verdict: "",
});
const small = card("Ridge", { measured: measured(0.7) });
const quick = card("Ford", {
	difficulty: "demanding",
	minutes: 15,
	about: "A river and a bridge.",
	measured: measured(0.49),
});
const large = card("Breakout", {
	columns: 16,
	rows: 12,
	minutes: 40,
	difficulty: "demanding",
	book: "modern",
	grid: "hex",
	measured: measured(0.4),
});
const long = card("Villages", { minutes: 35, difficulty: "moderate" });
const own = card("Mine", { yours: true, minutes: null });
const all = [large, long, own, quick, small];

const titles = (cards: ScenarioCard[]) => cards.map((one) => one.title);

describe("the library", () => {
	it("stands on shelves, every battle on one", () => {
		const shelves = arranged(all, "shelves");
		expect(shelves.map(({ name, cards }) => [name, titles(cards)])).toEqual([
			["yours", ["Mine"]],
			["first", ["Ridge"]],
			["twenty", ["Ford"]],
			["big", ["Breakout"]],
			["more", ["Villages"]],
		]);
	});

	it("is put in order; what nobody has measured comes last", () => {
		expect(titles(arranged(all, "length")[0]?.cards ?? [])).toEqual([
			"Ford",
			"Ridge",
			"Villages",
			"Breakout",
			"Mine",
		]);
		expect(titles(arranged([own, small, quick, large], "fairness")[0]?.cards ?? [])).toEqual([
			"Ford",
			"Breakout",
			"Ridge",
			"Mine",
		]);
		expect(arranged(all, "book").map(({ name }) => name)).toEqual(["modern", "classic"]);
	});

	it("is searched for every word, and by book", () => {
		expect(titles(matching(all, " bridge River ", ""))).toEqual(["Ford"]);
		expect(titles(matching(all, "bridge hex", ""))).toEqual([]);
		expect(titles(matching(all, "", "modern"))).toEqual(["Breakout"]);
	});
});
