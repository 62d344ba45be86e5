import { beforeEach, describe, expect, it, vi } from "vitest";
import {
	chooseToken,
	forgetInvitation,
	keepInvitation,
	keepTaken,
	leaveSeat,
	meet,
	miss,
	seatAt,
	seats,
	takeNote,
	takeSeat,
	tokensOf,
} from "./seats";
import { sealsOf, throwNonce, witness } from "./witness";

const made = { game: "g", commitment: "c1", seats: { red: "r", blue: "b" } };

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal("localStorage", {
		get length() {
			return kept.size;
		},
		key: (number: number) => [...kept.keys()][number] ?? null,
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, text: string) => kept.set(key, text),
		removeItem: (key: string) => kept.delete(key),
	});
});

describe("the seats of this browser", () => {
	it("keeps one's own token to play with, and the other for a link", () => {
		takeSeat(made, ["red"]);
		expect(seatAt("g")).toEqual({ game: "g", tokens: { red: "r" }, links: { blue: "b" } });
		expect(tokensOf(seatAt("g"))).toEqual(["r"]);
	});

	it("sits down with a link that was opened, until it is exchanged", () => {
		takeSeat(made, ["blue"]);
		keepInvitation("g", "link");
		expect(tokensOf(seatAt("g"))).toEqual(["link"]);
		const mine = chooseToken("g", "blue");
		expect(mine).toMatch(/^[0-9a-f]{32}$/);
		expect(tokensOf(seatAt("g"))).toEqual(["link"]);
		keepTaken("g");
		expect(tokensOf(seatAt("g"))).toEqual([mine]);
	});

	it("keeps what it has chosen until the server has answered, though the link is opened again", () => {
		keepInvitation("g", "link");
		const mine = chooseToken("g", "blue");
		keepInvitation("g", "link");
		expect(chooseToken("g", "blue")).toBe(mine);
		keepTaken("g");
		expect(tokensOf(seatAt("g"))).toEqual([mine]);
		keepInvitation("g", "another");
		expect(chooseToken("g", "blue")).not.toBe(mine);
		forgetInvitation("g");
		expect(tokensOf(seatAt("g"))).toEqual([mine]);
	});

	it("keeps the newest game first, and one that was only watched", () => {
		takeSeat(made, ["red"]);
		takeNote("watched");
		miss("g");
		expect(seats().map(({ game }) => game)).toEqual(["watched", "g"]);
		expect(tokensOf(seatAt("watched"))).toEqual([]);
	});
});

describe("what was witnessed", () => {
	it("is the seals that were shown and the nonces that were thrown, game by game", () => {
		takeSeat(made, ["red"]);
		const first = throwNonce("g", "c1", "red");
		const second = throwNonce("g", "c1", "red");
		const other = throwNonce("g", "c1", "a/side");
		witness("g", "c2");
		witness("g2", "c3");
		expect(new Set([first, second, other]).size).toBe(3);
		expect(first).toMatch(/^[0-9a-f]{32}$/);
		expect(sealsOf("g")).toEqual({ c1: { red: [first, second], "a/side": [other] }, c2: {} });
		leaveSeat("g");
		expect([sealsOf("g"), sealsOf("g2")]).toEqual([{}, { c3: {} }]);
	});

	it("never forgets a seat that may still be played; what is over, gone or was only watched goes first", () => {
		takeSeat({ ...made, game: "by post" }, ["red"]);
		takeSeat({ ...made, game: "over" }, ["red"]);
		takeSeat({ ...made, game: "gone" }, ["red"]);
		takeNote("watched");
		meet("over", true);
		miss("gone");
		witness("watched", "c2");
		for (let number = 4; number < 60; number += 1) takeSeat({ ...made, game: `${number}` }, ["red"]);
		const known = () => seats().map((seat) => seat.game);
		expect(known()).toHaveLength(60);
		takeSeat({ ...made, game: "a" }, ["red"]);
		expect(known()).not.toContain("over");
		takeSeat({ ...made, game: "b" }, ["red"]);
		expect(known()).not.toContain("gone");
		takeSeat({ ...made, game: "c" }, ["red"]);
		expect(known()).not.toContain("watched");
		expect(sealsOf("watched")).toEqual({});
		takeSeat({ ...made, game: "d" }, ["red"]);
		expect(known()).toHaveLength(61);
		expect(tokensOf(seatAt("by post"))).toEqual(["r"]);
	});
});
