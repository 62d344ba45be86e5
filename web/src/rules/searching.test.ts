import { expect, it } from "vitest";
import type { Clause } from "../common/protocol";
import { matching, pieces, soughtIn } from "./searching";

const clause = (id: string, rule: string) =>
	({ id, rule, book: id.split(".")[0], heading: "Fire", ruling: "" }) as unknown as Clause;
const all = [
	clause("modern.fire.cover", "-1 in Cover."),
	clause("classic.fire.still", "+1 if it stands still."),
];

it("wants every word, in any place and case", () => {
	expect(matching(all, "fire COVER", "").map((one) => one.id)).toEqual(["modern.fire.cover"]);
	expect(matching(all, "", "classic").map((one) => one.id)).toEqual(["classic.fire.still"]);
	expect(matching(all, "cover", "classic")).toEqual([]);
});

it("understands a whole question, and finds what comes nearest", () => {
	expect(soughtIn("What happens when a unit stands still?")).toEqual(["happen", "unit", "stand", "still"]);
	expect(matching(all, "Does it help to be standing still?", "").map((one) => one.id)).toEqual([
		"classic.fire.still",
	]);
	expect(matching(all, "elephants", "")).toEqual([]);
});

it("shows what was sought", () => {
	expect(
		pieces("It fires; a fire.", ["fir"])
			.filter((one) => one.sought)
			.map((one) => one.text),
	).toEqual(["fires", "fire"]);
	expect(pieces("No cover.", [])).toEqual([{ text: "No cover.", sought: false }]);
});
