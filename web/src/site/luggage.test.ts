import { describe, expect, it } from "vitest";
import { joined, opened, placeFor } from "./luggage";

const FORMAT = "portable-wargame/luggage/1";
const GAME = { row: { seats: "{}", revision: 2 }, lines: [["{}", "{}"]], notes: [["now", "red", "Hello"]] };

describe("what goes from browser to browser", () => {
	it("is opened only if it is ours", () => {
		const ours = { format: FORMAT, games: { g: GAME }, scenarios: { "a.toml": "a" }, notes: { key: "1" } };
		expect(opened(JSON.stringify(ours))).toEqual(ours);
		for (const other of ["", "[]", "null", '{"format": "portable-wargame/record/1"}'])
			expect(() => opened(other)).toThrow("There are no exported games");
	});

	it.each([
		{ games: { g: GAME, h: null } },
		{ games: { g: { ...GAME, row: { seats: "{}" } } } },
		{ games: { g: { ...GAME, lines: [["{}"]] } } },
		{ games: { g: { ...GAME, notes: "none" } } },
		{ games: [] },
		{ scenarios: { "a.toml": 1 } },
		{ scenarios: { "a/b.toml": "a" } },
		{ notes: null },
	])("is refused whole if any of it is damaged: %j", (damage) => {
		const ours = { format: FORMAT, games: { g: GAME }, scenarios: {}, notes: {}, ...damage };
		expect(() => opened(JSON.stringify(ours))).toThrow("damaged");
	});

	it("brings a scenario beside another of the same name", () => {
		const shelf = { "a.toml": "mine", "a-2.toml": "older" };
		expect(placeFor("b.toml", "theirs", shelf)).toBe("b.toml");
		expect(placeFor("a.toml", "theirs", shelf)).toBe("a-3.toml");
		expect(placeFor("a.toml", "mine", shelf)).toBeNull();
		expect(placeFor("a.toml", "older", shelf)).toBeNull();
	});

	it("joins lists by game: what is here comes first and stays", () => {
		const here = '[{"game": "a", "tokens": {"red": "mine"}}]';
		const there = '[{"game": "a", "tokens": {"red": "theirs"}}, {"game": "b", "tokens": {}}]';
		expect(JSON.parse(joined(here, there))).toEqual([
			{ game: "a", tokens: { red: "mine" } },
			{ game: "b", tokens: {} },
		]);
		expect(joined('{"pace": "slow"}', '{"pace": "fast"}')).toBe('{"pace": "slow"}');
		expect(joined("", "[]")).toBe("");
	});
});
