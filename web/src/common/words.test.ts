import { expect, it } from "vitest";
import { counted } from "./words";

it("counts one of a thing as one", () => {
	expect([0, 1, 2].map((number) => counted(number, "hit"))).toEqual(["0 hits", "1 hit", "2 hits"]);
	expect(counted(1, "loss", "losses")).toBe("1 loss");
	expect(counted(3, "loss", "losses")).toBe("3 losses");
});
