import { describe, expect, it } from "vitest";
import type { Proposal, Step } from "../common/protocol";
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
		expect(newsOfProposal(draw, null, ["red"], false)?.about).toBe("declined");
		expect(newsOfProposal(draw, null, ["blue"], false)?.about).toBe("withdrawn");
		expect(newsOfProposal(draw, null, ["red"], true)).toBeNull();
		expect(newsOfProposal(draw, draw, ["red"], false)).toBeNull();
	});
});
