import { describe, expect, it } from "vitest";
import {
	arriving,
	carriedBy,
	kindOf,
	type Listed,
	movedTo,
	ofKind,
	resized,
	shifted,
	turned,
	unitsOf,
	withHeld,
	withHouseRule,
	withOption,
	withoutUnit,
	withSideId,
	withSidesSwapped,
	withUnit,
	withUnitId,
} from "./document";
import { manned, SQUARES } from "./samples";
import { lettersOf } from "./terrain";
import { valueAt, withValue } from "./tree";

const unit = (draft: object, key: string) => unitsOf(draft as never).find((one) => one.key === key) as Listed;

describe("units", () => {
	it("get ids that are free", () => {
		expect(unitsOf(manned()).map(({ table }) => table.id)).toEqual(["r1", "r2", "b1"]);
		const draft = withoutUnit(manned(), unit(manned(), "0.0"));
		expect(unitsOf(withUnit(draft, { side: 0, type: "cavalry" })).at(1)?.table).toEqual({
			id: "r1",
			type: "cavalry",
		});
	});

	it("are in one place at a time", () => {
		const draft = carriedBy(manned(), unit(manned(), "0.1"), unit(manned(), "0.0"));
		expect(unit(draft, "0.0").table.carrying).toBe("r2");
		expect(unit(draft, "0.1").table).not.toHaveProperty("at");
		const later = arriving(draft, unit(draft, "0.1"), 3, "south");
		expect(unit(later, "0.0").table).not.toHaveProperty("carrying");
		expect(unit(later, "0.1").table.arrives).toEqual({ turn: 3, edge: "south" });
		expect(unit(movedTo(later, unit(later, "0.1"), "d3"), "0.1").table).toEqual({
			id: "r2",
			type: "infantry",
			at: "d3",
		});
	});

	it("keep their carrier when they are renamed, and free it when they are deleted", () => {
		const draft = carriedBy(manned(), unit(manned(), "0.1"), unit(manned(), "0.0"));
		expect(unit(withUnitId(draft, unit(draft, "0.1"), "guns"), "0.0").table.carrying).toBe("guns");
		expect(unit(withoutUnit(draft, unit(draft, "0.1")), "0.0").table).not.toHaveProperty("carrying");
	});

	it("turn from where they look if nobody says so", () => {
		expect(unit(turned(manned(), unit(manned(), "0.0"), SQUARES, 1), "0.0").table.facing).toBe("e");
		expect(unit(turned(manned(), unit(manned(), "1.0"), SQUARES, -1), "1.0").table.facing).toBe("e");
	});

	it("change places in the list", () => {
		expect(unitsOf(shifted(manned(), unit(manned(), "0.0"), 1)).map(({ table }) => table.id)).toEqual([
			"r2",
			"r1",
			"b1",
		]);
		expect(shifted(manned(), unit(manned(), "0.0"), -1)).toEqual(manned());
	});

	it("go with their side when the sides change places", () => {
		expect(unitsOf(withSidesSwapped(manned())).map(({ table }) => table.id)).toEqual(["b1", "r1", "r2"]);
	});

	it("of a broken draft are listed as far as they can be", () => {
		expect(unitsOf({ sides: 3 })).toEqual([]);
		expect(unitsOf({ sides: [null, { units: ["x"] }] })).toMatchObject([{ key: "1.0", table: {} }]);
	});
});

describe("conditions", () => {
	it("follow a side's id", () => {
		const draft = withValue(
			manned(),
			["victory"],
			[
				{ side: "red", hold: ["a1"] },
				{ side: "blue", survive: true },
			],
		);
		expect(valueAt(withSideId(draft, 0, "crimson"), ["victory"])).toEqual([
			{ side: "crimson", hold: ["a1"] },
			{ side: "blue", survive: true },
		]);
		const alike = withSideId(draft, 0, "blue");
		expect(valueAt(withSideId(alike, 0, "bluecoats"), ["victory"])).toEqual(valueAt(draft, ["victory"]));
	});

	it("change their kind and keep the rest", () => {
		const hold = { side: "red", hold: ["a1"], "at-turn": 4 };
		expect(kindOf(hold)).toBe("hold");
		expect(ofKind(hold, "destroy sp", "north")).toEqual({ side: "red", "at-turn": 4, destroy: { sp: 1 } });
		expect(kindOf({ side: "red" })).toBeNull();
	});

	it("take cells up and put them back", () => {
		const draft = withHeld(withValue(manned(), ["victory"], [{ side: "red", hold: [] }]), 0, "b2");
		expect(valueAt(draft, ["victory", 0, "hold"])).toEqual(["b2"]);
		expect(valueAt(withHeld(draft, 0, "b2"), ["victory", 0, "hold"])).toEqual([]);
	});
});

describe("rules", () => {
	it("as usual are not written down", () => {
		const draft = withHouseRule(withOption(manned(), "gas", true), "pins", "off", "on");
		expect(draft).toMatchObject({ options: ["gas"], "house-rules": { pins: "off" } });
		expect(withHouseRule(withOption(draft, "gas", false), "pins", "on", "on")).toEqual(manned());
	});
});

describe("the board", () => {
	it("grows at the edges that are asked for, and everything stays on its ground", () => {
		const draft = withValue(
			withValue(manned(), ["victory"], [{ side: "red", hold: ["b2"] }]),
			["map", "rows"],
			"w...\n....\n...h\n",
		);
		const same = resized(draft, 6, 5, true, true);
		expect(lettersOf(same)[2]?.[0]).toBe("w");
		expect(unit(same, "0.1").table.at).toBe("b1");
		const moved = resized(draft, 6, 5, false, false);
		expect(lettersOf(moved)[0]?.[2]).toBe("w");
		expect(lettersOf(moved)[2]?.[5]).toBe("h");
		expect(unit(moved, "0.1").table.at).toBe("d3");
		expect(valueAt(moved, ["victory", 0, "hold"])).toEqual(["d4"]);
		expect(resized(moved, 4, 3, false, false).sides).toEqual(draft.sides);
	});

	it("that shrinks leaves nobody on ground that is not his", () => {
		const held = withValue(manned(), ["victory"], [{ side: "red", hold: ["b2", "d3"] }]);
		const draft = withValue(held, ["map", "rows"], "....\n....\n....\n....\n");
		const places = (east: boolean, north: boolean) =>
			unitsOf(resized(draft, 3, 3, east, north)).map(({ table }) => table.at);
		expect(places(true, true)).toEqual(["a1", "b1", "a3"]);
		expect(places(false, true)).toEqual([undefined, "a1", undefined]);
		expect(places(true, false)).toEqual([undefined, undefined, "a2"]);
		expect(places(false, false)).toEqual([undefined, undefined, undefined]);
		expect(valueAt(resized(draft, 3, 3, false, false), ["victory", 0, "hold"])).toEqual(["a1", "c2"]);
		expect(valueAt(resized(draft, 3, 3, true, true), ["victory", 0, "hold"])).toEqual(["b2"]);
	});
});
