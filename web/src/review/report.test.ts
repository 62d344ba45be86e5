import { expect, test } from "vitest";
import type { ReportTold } from "../common/protocol";
import { drafted, wanted, withPhoto } from "./report";

const block = { number: 0, text: "", svg: "", columns: [], rows: [] };
const TOLD: ReportTold = {
	title: "The Ford",
	under: "Red against Blue",
	turns: 3,
	sections: [
		{
			heading: "The battle",
			blocks: [
				{ ...block, kind: "text", text: "**Turn 1.** Nothing happened." },
				{ ...block, kind: "picture", text: "The field", svg: "<svg/>" },
				{ ...block, kind: "table", columns: ["a"], rows: [["1"]] },
			],
		},
	],
};

test("what is not touched goes back as it came, without its drawings", () => {
	const kept = wanted(drafted(TOLD), "page");
	expect(kept.sections[0]?.blocks).toEqual([
		{ kind: "text", number: 0, text: "**Turn 1.** Nothing happened." },
		{ kind: "picture", number: 0, text: "The field" },
		{ kind: "table", number: 0, text: "" },
	]);
});

test("a photograph stands where it was put, and what is left out is not kept", () => {
	const draft = withPhoto(drafted(TOLD), 0, 0, "data:image/jpeg;base64,AAAA");
	const [, photo, picture] = draft.sections[0]?.pieces ?? [];
	if (photo && picture) {
		photo.text = "Our table";
		picture.left = true;
	}
	expect(wanted(draft, "markdown").sections[0]?.blocks.map(({ kind }) => kind)).toEqual([
		"text",
		"photo",
		"table",
	]);
});

test("a paragraph that was emptied is gone", () => {
	const draft = drafted(TOLD);
	const [first] = draft.sections[0]?.pieces ?? [];
	if (first) first.text = "  ";
	expect(wanted(draft, "page").sections[0]?.blocks).toHaveLength(2);
});
