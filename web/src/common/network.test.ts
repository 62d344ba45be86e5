import { describe, expect, it } from "vitest";
import { isHereOnly, onNetwork } from "./network";

describe("a link to this machine", () => {
	it("is told from one that others can use", () => {
		const links = ["http://localhost:8000/#/seat/a/b", "http://127.0.0.1:8201/", "http://[::1]:8000/"];
		expect(links.map(isHereOnly)).toEqual([true, true, true]);
		expect(
			["https://example.org/#/game/a", "http://192.168.1.7:8000/", "http://127.example.org/"].some(
				isHereOnly,
			),
		).toBe(false);
	});

	it("leads to the same page by the network's address", () => {
		expect(onNetwork("http://localhost:8201/#/seat/a/b", "192.168.1.7")).toBe(
			"http://192.168.1.7:8201/#/seat/a/b",
		);
		expect(onNetwork("http://localhost:8201/", "fd00::1")).toBe("http://[fd00::1]:8201/");
	});
});
