import { describe, expect, it } from "vitest";
import type { GameCard, Player } from "../../common/protocol";
import { ago, inOrder, isOver, isYours, type Mine, opponent, status } from "./your-battles";

const person: Player = { kind: "human", level: null, personality: null, called: null };
const card: GameCard = {
	game: "g",
	yours: ["red"],
	title: "Harrow Ridge",
	book: "classic",
	players: { red: person, blue: { kind: "computer", level: "captain", personality: null, called: null } },
	sides: { red: "Assault", blue: "Rearguard" },
	names: {},
	turn: 3,
	phase: "activation",
	decides: "red",
	"waits-for": ["red"],
	winner: null,
	over: false,
	reason: "",
	replay: false,
	seq: 4,
	clock: null,
	created: "",
	changed: "2026-01-01T00:00:00Z",
};
const mine = (more: Partial<GameCard>, sides = ["red"]): Mine => ({ card: { ...card, ...more }, sides });
const people = { red: person, blue: person };

describe("one's battles", () => {
	it("say against whom and whose move it is", () => {
		expect([opponent(mine({})), status(mine({}))]).toEqual(["against the captain", "Turn 3 · your move"]);
		expect(status(mine({ "waits-for": [] }))).toBe("Turn 3 · the computer’s move");
		const friend = mine({ players: people, names: { blue: "Anna" }, "waits-for": ["blue"] });
		expect([opponent(friend), status(friend)]).toEqual(["against Anna", "Turn 3 · Anna to move"]);
		expect(status(mine({ players: people, phase: "waiting", "waits-for": ["blue"] }))).toBe(
			"Waiting for Rearguard",
		);
	});

	it("know both seats of a hot-seat game, though the server is asked with one token", () => {
		const both = mine({ players: people, "waits-for": ["blue"] }, ["red", "blue"]);
		expect([opponent(both), isYours(both)]).toEqual(["both sides at one screen", true]);
	});

	it("say how they ended, for the person who played them", () => {
		expect(status(mine({ over: true, winner: "red", "waits-for": [] }))).toBe("You won");
		expect(status(mine({ over: true, winner: "blue", "waits-for": [] }))).toBe("You lost");
		expect(status(mine({ over: true, winner: "blue", "waits-for": [] }, []))).toBe("Rearguard won");
		expect(status(mine({ over: true, winner: null, "waits-for": [] }))).toBe("A draw");
		expect(isOver(mine({ over: true, winner: null, "waits-for": [] }))).toBe(true);
		expect(isOver(mine({ over: true, players: people, "waits-for": ["red"] }))).toBe(false);
		expect(status(mine({ over: true, winner: null, players: people, "waits-for": ["red"] }))).toBe(
			"Your opponent wants a rematch",
		);
	});

	it("come in order: those that wait for one, then the newest", () => {
		const old = mine({ game: "old" });
		const fresh = mine({ game: "new", "waits-for": [], changed: "2026-02-01T00:00:00Z" });
		expect(inOrder([fresh, old]).map((one) => one.card.game)).toEqual(["old", "new"]);
		const now = Date.parse("2026-01-02T01:00:00Z");
		expect([
			ago(card.changed, now),
			ago("2026-01-02T00:59:30Z", now),
			ago("2025-12-20T00:00:00Z", now),
		]).toEqual(["yesterday", "now", "last week"]);
	});
});
