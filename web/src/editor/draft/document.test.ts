import { describe, expect, it } from "vitest";
import {
	arriving,
	carriedBy,
	kindOf,
	type Listed,
	movedTo,
	ofKind,
	shifted,
	turned,
	unitsOf,
	withHouseRule,
	withOption,
	withoutUnit,
	withPicked,
	withSideId,
	withSidesSwapped,
	withUnit,
	withUnitId,
} from "./document";
import { unplaced } from "./groups";
import { manned, SQUARES } from "./samples";
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

	it("wait for a place unless they have one, or are to have none yet", () => {
		const waiting = (draft: ReturnType<typeof manned>) =>
			unplaced(draft, unitsOf(draft)).map(({ key }) => key);
		const nowhere = withValue(manned(), ["sides", 0, "units", 1, "at"], undefined);
		expect([waiting(manned()), waiting(nowhere)]).toEqual([[], ["0.1"]]);
		expect(waiting(withValue(nowhere, ["sides", 0, "units", 1, "hidden"], true))).toEqual([]);
		expect(waiting(arriving(manned(), unit(manned(), "0.1"), 3, "south"))).toEqual([]);
		expect(waiting(carriedBy(manned(), unit(manned(), "0.1"), unit(manned(), "0.0")))).toEqual([]);
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
		const path = ["victory", 0, "hold"];
		const draft = withPicked(withValue(manned(), ["victory"], [{ side: "red", hold: [] }]), path, "b2", true);
		expect(valueAt(draft, path)).toEqual(["b2"]);
		expect(valueAt(withPicked(draft, path, "b2", true), path)).toEqual(["b2"]);
		expect(valueAt(withPicked(draft, path, "b2", false), path)).toEqual([]);
	});
});

describe("rules", () => {
	it("as usual are not written down", () => {
		const draft = withHouseRule(withOption(manned(), "gas", true), "pins", "off", "on");
		expect(draft).toMatchObject({ options: ["gas"], "house-rules": { pins: "off" } });
		expect(withHouseRule(withOption(draft, "gas", false), "pins", "on", "on")).toEqual(manned());
	});
});
