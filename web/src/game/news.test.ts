import { describe, expect, it } from "vitest";
import type { Now, Proposal, Step } from "../common/protocol";
import { newsOfProposal, newsOfStep } from "./news";

const draw = { what: "draw", side: "red", seq: null, text: "" } as Proposal;
const step = (kind: string, side: string) => ({ kind, side }) as Step;

describe("news", () => {
	it("tells of what the players agreed on, and of the enemy's resignation", () => {
		expect(newsOfStep(step("take-back", "red"), ["red"])?.about).toBe("taken-back");
		expect(newsOfStep(step("resigned", "blue"), ["red"])).toEqual({ about: "resigned", side: "blue" });
		expect(newsOfStep(step("resigned", "red"), ["red"])).toBeNull();
		expect(newsOfStep(step("action", "blue"), ["red"])).toBeNull();
	});

	it("tells a proposal declined from one withdrawn", () => {
		const last = { step: step("action", "green"), now: null };
		expect(newsOfProposal(draw, null, ["red"], false, last)?.about).toBe("declined");
		expect(newsOfProposal(draw, null, ["blue"], false, last)?.about).toBe("withdrawn");
		expect(newsOfProposal(draw, null, ["red"], true, last)).toBeNull();
		expect(newsOfProposal(draw, draw, ["red"], false, last)).toBeNull();
	});

	it("says nothing of a proposal that one's own order passed over, or that the end left behind", () => {
		const passed = { step: step("action", "blue"), now: null };
		const over = { ...passed, now: { state: { result: {} } } as Now };
		expect(newsOfProposal(draw, null, ["blue"], false, passed)).toBeNull();
		expect(newsOfProposal(draw, null, ["blue"], false, over)).toBeNull();
		expect(newsOfProposal(draw, null, ["red"], false, over)).toBeNull();
	});
});
