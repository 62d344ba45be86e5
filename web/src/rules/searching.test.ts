import { expect, it } from "vitest";
import type { Clause } from "../common/protocol";
import { matching } from "./searching";

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
