import { describe, expect, it } from "vitest";
import { joined, opened } from "./luggage";

describe("what goes from browser to browser", () => {
	it("is opened only if it is ours", () => {
		const ours = { format: "portable-wargame/luggage/1", games: {}, scenarios: {}, notes: {} };
		expect(opened(JSON.stringify(ours))).toEqual(ours);
		for (const other of ["", "[]", "null", '{"format": "portable-wargame/record/1"}'])
			expect(() => opened(other)).toThrow("There are no exported games");
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
