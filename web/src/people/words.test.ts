import { describe, expect, it } from "vitest";
import type { Step } from "../common/protocol";
import { words } from "../words";
import { caution, left } from "./words";

describe("clocks in words", () => {
	it("tells what is left no more exactly than anybody needs", () => {
		const HOUR = 3_600_000;
		expect([51 * HOUR, 24 * HOUR, 3.5 * HOUR, 245_000, 999, -5].map(left)).toEqual([
			"2 days 3 h",
			"1 day",
			"3 h 30 min",
			"4:05",
			"0:01",
			"0:00",
		]);
	});

	it("tells a guest whose dice these are", () => {
		const step = (...events: string[]) => ({ events: events.map((event) => ({ event })) }) as unknown as Step;
		const { invitation, unsealed } = words.people;
		expect(caution({ scheme: "seed" }, [])).toBe(unsealed.seed);
		expect(caution({ scheme: "table" }, [])).toBe(unsealed.table);
		expect(caution({ scheme: "nonces" }, [step("turn"), step()])).toBe("");
		expect(caution({ scheme: "nonces" }, [step("turn"), step("moved", "roll")])).toBe(invitation.early);
	});
});
