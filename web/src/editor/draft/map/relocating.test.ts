import { describe, expect, it } from "vitest";
import { type Listed, unitsOf } from "../document";
import { movedTogether, namedTogether, ordinal, setDown, takenUp, withoutUnits } from "../groups";
import { manned } from "../samples";
import { valueAt, withValue } from "../tree";
import { EDITS, keepsNeighbours, resized, shiftedGround, turnedOver, withPlaceName } from "./relocating";
import { lettersOf } from "./terrain";

const unit = (draft: object, key: string) => unitsOf(draft as never).find((one) => one.key === key) as Listed;
const SIZE = { grid: "square", columns: 4, rows: 3 } as const;

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
		const named = withValue(draft, ["names"], { b2: "Mill", d3: "Ford" });
		expect(valueAt(resized(named, 3, 3, false, false), ["names"])).toEqual({ a1: "Mill", c2: "Ford" });
		expect(valueAt(resized(named, 3, 3, true, true), ["names"])).toEqual({ b2: "Mill" });
	});
});

describe("the whole battle", () => {
	const draft = withPlaceName(
		withValue(
			withValue(manned(), ["victory"], [{ side: "red", hold: ["b2"] }]),
			["map", "rows"],
			"w...\n....\n...h\n",
		),
		"b2",
		"Mill",
	);

	it("is the same after two mirrors, two half turns, or four quarter turns", () => {
		for (const edit of EDITS) {
			let next = draft;
			for (let time = 0; time < (edit === "quarter-turn" ? 4 : 2); time++) next = turnedOver(next, edit);
			expect(lettersOf(next)).toEqual(lettersOf(draft));
			expect({ ...next, map: 0 }).toEqual({ ...draft, map: 0 });
		}
	});

	it("turns with its edges, names and objectives", () => {
		const turned = turnedOver(draft, "quarter-turn");
		expect(lettersOf(turned).map((row) => row.join(""))).toEqual(["..w", "...", "...", "h.."]);
		expect(valueAt(turned, ["sides", 0, "edge"])).toBe("west");
		expect(valueAt(turned, ["names"])).toEqual({ b3: "Mill" });
		expect(valueAt(turned, ["victory", 0, "hold"])).toEqual(["b3"]);
		expect(unit(turned, "0.0").table.at).toBe("a4");
	});

	it("is shifted, and what goes over the edge is gone", () => {
		const shifted = shiftedGround(draft, "west");
		expect(unitsOf(shifted).map(({ table }) => table.at)).toEqual([undefined, "a1", undefined]);
		expect(valueAt(shifted, ["names"])).toEqual({ a2: "Mill" });
	});

	it("of hexes is turned only where they keep their neighbours", () => {
		expect(EDITS.filter((edit) => keepsNeighbours(edit, "hex", 9))).toEqual(["east-west"]);
		expect(EDITS.filter((edit) => keepsNeighbours(edit, "hex", 8))).toEqual(["half-turn"]);
		expect(EDITS.filter((edit) => keepsNeighbours(edit, "square", 8))).toEqual(EDITS);
	});
});

describe("several units", () => {
	const both = () => unitsOf(manned()).filter(({ side }) => side === 0);

	it("keep their distance when they are moved", () => {
		const places = (to: string) =>
			unitsOf(movedTogether(manned(), both(), "a1", to, SIZE)).map(({ table }) => table.at);
		expect(places("b2")).toEqual(["b2", "c2", "a3"]);
		expect(places("d1")).toEqual(["d1", "b1", "a3"]);
	});

	it("are set down as they were taken up, under ids of their own", () => {
		const [next, keys] = setDown(manned(), takenUp(both()), 1, "c2", SIZE);
		expect(keys).toEqual(["1.1", "1.2"]);
		expect(unit(next, "1.1").table).toEqual({ id: "b2", type: "infantry", at: "c2" });
		expect(unit(next, "1.2").table.at).toBe("d2");
		expect(
			withoutUnits(
				next,
				unitsOf(next).filter(({ key }) => keys.includes(key)),
			),
		).toEqual(manned());
	});

	it("carry what they carried", () => {
		const loaded = withValue(manned(), ["sides", 0, "units", 0, "carrying"], "r2");
		const [next] = setDown(loaded, takenUp(unitsOf(loaded).filter(({ side }) => side === 0)), 0, null, SIZE);
		expect(unit(next, "0.2").table).toEqual({ id: "r3", type: "infantry", carrying: "r4" });
		expect(takenUp([unit(loaded, "0.0")])[0]).not.toHaveProperty("carrying");
	});

	it("are named and numbered", () => {
		const next = namedTogether(manned(), both(), "# Foot");
		expect(unitsOf(next).map(({ table }) => table.name)).toEqual(["1st Foot", "2nd Foot", undefined]);
		expect([3, 4, 11, 12, 21].map(ordinal)).toEqual(["3rd", "4th", "11th", "12th", "21st"]);
	});
});
