import { describe, expect, it } from "vitest";
import { BOTH, type Chosen, humans, NEITHER, newGame, playOn } from "./setting-up";

const chosen: Chosen = {
	scenario: "harrow-ridge",
	sides: ["red", "blue"],
	seat: "blue",
	level: "captain",
	personality: "bold",
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
		expect(newGame({ ...chosen, seed: "chance" }).seed).toBeUndefined();
	});

	it("plays on from a step", () => {
		const from = { game: "g", seq: 3, token: "t" };
		expect(playOn(from, { ...chosen, seat: BOTH })).toEqual({
			"play-on": from,
			seats: { red: "human", blue: "human" },
		});
	});
});
