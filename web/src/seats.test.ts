import { beforeEach, describe, expect, it, vi } from "vitest";
import {
	keepInvitation,
	keepNonce,
	keepToken,
	miss,
	nonceFor,
	seatAt,
	seats,
	takeSeat,
	tokensOf,
	witness,
} from "./seats";

const made = { game: "g", commitment: "c1", seats: { red: "r", blue: "b" } };

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal("localStorage", {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, text: string) => kept.set(key, text),
	});
});

describe("the seats of this browser", () => {
	it("keeps one's own token to play with, and the other for a link", () => {
		takeSeat(made, ["red"]);
		expect(seatAt("g")).toMatchObject({ tokens: { red: "r" }, links: { blue: "b" }, seals: { c1: {} } });
		expect(tokensOf(seatAt("g"))).toEqual(["r"]);
	});

	it("sits down with a link that was opened, until it is exchanged", () => {
		keepToken("g", "blue", "dead");
		keepInvitation("g", "link");
		expect(tokensOf(seatAt("g"))).toEqual(["link"]);
		keepToken("g", "blue", "mine");
		expect(tokensOf(seatAt("g"))).toEqual(["mine"]);
	});

	it("gives one nonce for a commitment, however often it is asked, and another for the next", () => {
		takeSeat(made, ["red"]);
		const nonce = nonceFor("g", "c1", "red");
		expect(nonce).toMatch(/^[0-9a-f]{32}$/);
		expect(nonceFor("g", "c1", "red")).toBe(nonce);
		expect(nonceFor("g", "c2", "red")).not.toBe(nonce);
		keepNonce("g", "c2", "red", "the other window's");
		witness("g", "c2");
		expect(seatAt("g")?.seals).toEqual({ c1: { red: nonce }, c2: { red: "the other window's" } });
	});

	it("remembers what it saw as a spectator, the newest game first", () => {
		takeSeat(made, ["red"]);
		witness("watched", "c");
		miss("g");
		expect(seats().map(({ game }) => game)).toEqual(["watched", "g"]);
		expect(tokensOf(seatAt("watched"))).toEqual([]);
	});
});
