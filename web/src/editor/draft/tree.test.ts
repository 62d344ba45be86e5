import { expect, it } from "vitest";
import { appended, settled, textAt, valueAt, without, withValue } from "./tree";

const TREE = { a: { b: [1, { c: 2 }] }, d: { e: 3 } };

it("is edited without a change to the old one, and shares what stays", () => {
	const next = withValue(TREE, ["a", "b", 1, "c"], 9);
	expect(valueAt(next, ["a", "b", 1, "c"])).toBe(9);
	expect(valueAt(TREE, ["a", "b", 1, "c"])).toBe(2);
	expect(next.d).toBe(TREE.d);
	expect(withValue(TREE, ["d", "e"], 3)).toBe(TREE);
});

it("makes tables on the way, and takes things out", () => {
	expect(withValue({}, ["x", "y"], 1)).toEqual({ x: { y: 1 } });
	expect(without(TREE, ["a", "b", 0])).toEqual({ a: { b: [{ c: 2 }] }, d: { e: 3 } });
	expect(without(TREE, ["q", "b"])).toBe(TREE);
	expect(settled(TREE, ["d", "e"], "")).toEqual({ a: TREE.a, d: {} });
	expect(appended({}, ["list"], 1)).toEqual({ list: [1] });
});

it("finds nothing where nothing is, and no inherited things either", () => {
	expect(valueAt(TREE, ["a", "toString"])).toBeUndefined();
	expect(valueAt(null, ["a"])).toBeUndefined();
	expect(textAt({ a: [1] }, ["a"])).toBe("[1]");
});
