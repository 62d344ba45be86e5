import { beforeEach, expect, test, vi } from "vitest";
import { fresh } from "./draft";
import { forget, keep, kept } from "./kept";

const room = new Map<string, string>();
const storage = {
	getItem: (key: string) => room.get(key) ?? null,
	setItem: (key: string, text: string) => room.set(key, text),
	removeItem: (key: string) => room.delete(key),
};
const camels = { ...fresh("classic", "Classic"), rows: { "classic.artillery.roll": "hit on 4" } };

beforeEach(() => {
	room.clear();
	vi.stubGlobal("localStorage", storage);
});

test("a book in the making is kept by the book it starts from", () => {
	keep("classic", camels);
	expect(kept("classic")).toEqual(camels);
	expect(kept("modern")).toBeNull();
	forget("classic");
	expect(kept("classic")).toBeNull();
});

test("one that changes nothing is not worth keeping", () => {
	keep("classic", camels);
	keep("classic", fresh("classic", "Classic"));
	expect(room.size).toBe(0);
});

test("neither a full browser nor a damaged entry stops the page", () => {
	room.set("portable-wargame/workshop/classic", "{");
	expect(kept("classic")).toBeNull();
	const full = () => {
		throw new DOMException("full", "QuotaExceededError");
	};
	vi.stubGlobal("localStorage", { ...storage, setItem: full });
	expect(() => keep("classic", camels)).not.toThrow();
});
