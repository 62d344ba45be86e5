import { expect, it } from "vitest";
import { counted } from "./numbers";

it("counts one of a thing as one", () => {
	const losses = { one: "loss", other: "losses" };
	expect([0, 1, 2, 1000].map((number) => counted(number, losses))).toEqual([
		"0 losses",
		"1 loss",
		"2 losses",
		"1,000 losses",
	]);
});
