import { describe, expect, it } from "vitest";
import type { Player, Scenario } from "../common/protocol";
import { again, type Known, verdict } from "./again";

const person: Player = { kind: "human", level: null, personality: null, called: null };
const captain: Player = { kind: "computer", level: "captain", personality: "bold", called: "bold" };
const known: Known = {
	scenario: { title: "Lorries" } as Scenario,
	players: { red: person, blue: captain },
	clock: null,
	watchable: true,
	sides: ["red"],
};

describe("another battle", () => {
	it("has the same opponent, on either side", () => {
		expect(again(known, {}, false)).toEqual({
			wanted: {
				scenario: known.scenario,
				seats: { red: "human", blue: { level: "captain", personality: "bold" } },
			},
			mine: ["red"],
		});
		const { wanted, mine } = again(known, {}, true);
		expect([wanted.seats, mine]).toEqual([
			{ red: { level: "captain", personality: "bold" }, blue: "human" },
			["blue"],
		]);
	});

	it("takes the friend, the names and the clock along", () => {
		const clock = { per: "game" as const, seconds: 600, increment: 10 };
		const far = { ...known, players: { red: person, blue: person }, clock, watchable: false };
		expect(again(far, { red: "Ada", blue: "Ben" }, true).wanted).toMatchObject({
			owner: "blue",
			names: { red: "Ben", blue: "Ada" },
			clock,
			spectators: false,
		});
	});

	it("is won or lost by the person who played one side of it", () => {
		expect([verdict("red", ["red"], false), verdict("blue", ["red"], false)]).toEqual(["won", "lost"]);
		expect([
			verdict(null, ["red"], false),
			verdict("red", ["red", "blue"], false),
			verdict("red", ["red"], true),
		]).toEqual(["drawn", "theirs", "theirs"]);
	});
});
