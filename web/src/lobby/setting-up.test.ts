import { describe, expect, it } from "vitest";
import {
	ANYBODY,
	BOTH,
	type Chosen,
	clockWords,
	duration,
	FRIEND,
	humans,
	isSeed,
	NEITHER,
	newGame,
	playOn,
} from "./setting-up";

const chosen: Chosen = {
	scenario: "harrow-ridge",
	sides: ["red", "blue"],
	seat: "blue",
	level: "captain",
	personality: "bold",
	arrangement: { name: " Ada ", clock: { per: "move", seconds: 86400, increment: 0 }, spectators: false },
	orders: { "when-hit": "hold", "when-won": "ask" },
	options: [],
	houseRules: { exhaustion: "1/2", pins: "" },
	seed: " 7 ",
};

describe("setting up", () => {
	it("seats people where they want to sit and computers elsewhere", () => {
		expect(humans(["red", "blue"], BOTH)).toEqual(["red", "blue"]);
		expect(humans(["red", "blue"], NEITHER)).toEqual([]);
		expect(newGame(chosen).seats).toEqual({ red: { level: "captain", personality: "bold" }, blue: "human" });
	});

	it("gives orders only to people, drops what was left empty and reads the seed", () => {
		const game = newGame(chosen);
		expect(game.orders).toEqual({ blue: chosen.orders });
		expect(game["house-rules"]).toEqual({ exhaustion: "1/2" });
		expect(game.seed).toBe(7);
		expect(newGame({ ...chosen, seed: " " }).seed).toBeUndefined();
	});

	it("knows a seed from other words", () => {
		expect(["", " 7 ", "123456789012345"].filter(isSeed)).toHaveLength(3);
		expect(["chance", "-1", "1.5", "1234567890123456"].filter(isSeed)).toEqual([]);
	});

	it("leaves the other side to a friend, with dice that nobody knows beforehand", () => {
		const game = newGame({ ...chosen, level: FRIEND });
		expect(game).toMatchObject({
			seats: { red: "human", blue: "human" },
			owner: "blue",
			names: { blue: "Ada" },
			clock: { per: "move", seconds: 86400 },
			spectators: false,
			orders: { blue: chosen.orders },
		});
		expect(game.seed).toBeUndefined();
	});

	it("asks no friend where one plays both sides, or none", () => {
		expect(newGame({ ...chosen, level: FRIEND, seat: BOTH }).owner).toBeUndefined();
		expect(newGame({ ...chosen, level: FRIEND, seat: NEITHER }).seats).toEqual({
			red: { level: "captain", personality: "bold" },
			blue: { level: "captain", personality: "bold" },
		});
	});

	it("puts the other seat on the list only for anybody", () => {
		expect(newGame({ ...chosen, level: ANYBODY })).toMatchObject({ owner: "blue", open: true });
		expect(newGame({ ...chosen, level: FRIEND }).open).toBe(false);
		expect(newGame({ ...chosen, level: ANYBODY, seat: BOTH }).open).toBeUndefined();
	});

	it("tells a clock in the largest whole unit", () => {
		expect([60, 300, 86400, 3 * 86400, 90].map(duration)).toEqual([
			"1 minute",
			"5 minutes",
			"1 day",
			"3 days",
			"90 seconds",
		]);
		expect(clockWords({ per: "move", seconds: 86400, increment: 0 })).toBe("1 day a move");
		expect(clockWords({ per: "game", seconds: 600, increment: 10 })).toBe(
			"10 minutes each, plus 10 s a move",
		);
		expect(clockWords(null)).toBe("No clock");
	});

	it("plays on from a step", () => {
		const from = { game: "g", seq: 3, token: "t" };
		expect(playOn(from, { ...chosen, seat: BOTH })).toEqual({
			"play-on": from,
			seats: { red: "human", blue: "human" },
		});
	});
});
