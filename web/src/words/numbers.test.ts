import { expect, it } from "vitest";
import { counted, finely } from "./numbers";

it("counts one of a thing as one", () => {
	const losses = { one: "loss", other: "losses" };
	expect([0, 1, 2, 1000].map((number) => counted(number, losses))).toEqual([
		"0 losses",
		"1 loss",
		"2 losses",
		"1,000 losses",
	]);
});

it("tells a share as exactly as it is known", () => {
	expect([finely(0.081, 0.032), finely(0.014, 0.006), finely(0.006, 0.006)]).toEqual(["8%", "1.4%", "0.6%"]);
});
