import { expect, it } from "vitest";
import { plainly } from "../common/words";
import { cellWords, unitWords } from "./label";
import type { BoardUnit } from "./state";

const foot: BoardUnit = {
	id: "r1",
	side: "red",
	type: "infantry",
	name: "1st Foot",
	at: "d4",
	facing: "n",
	sp: 3,
	quality: "average",
	pinned: true,
	crossing: false,
	moved: false,
	fired: false,
	deeds: [],
	carrying: null,
	"carried-by": null,
	task: null,
	gas: 0,
	bombs: 0,
};

const empty = { gas: false, units: [], fullStrength: {}, sideNames: {} };

it("tells the ground first, then the units", () => {
	const words = cellWords({
		...empty,
		cell: "d4",
		features: ["woods", "hill 1"],
		units: [foot],
		fullStrength: { r1: 4 },
	});
	expect(words).toBe("d4, hill, woods; 1st Foot, infantry, 3 of 4 SP, facing north, pinned");
});

it("calls a unit what the server calls its type", () => {
	expect(unitWords({ ...foot, type: "infantry-rifles", kind: "infantry, rifles" })).toContain(
		"infantry, rifles, 3",
	);
});

it("says so when there is nothing", () => {
	expect(cellWords({ ...empty, cell: "a1", features: [] })).toBe("a1, open ground");
	expect(cellWords({ ...empty, cell: "a1", features: [], gas: true })).toBe("a1, open ground, gas cloud");
});

it("tells all that the counter shows", () => {
	const busy: BoardUnit = {
		...foot,
		name: "",
		type: "engineers",
		quality: "elite",
		pinned: false,
		sp: 4,
		facing: "sw",
		moved: true,
		fired: true,
		crossing: true,
		carrying: "r2",
		deeds: ["fought"],
		task: { kind: "lay-wire", target: "d5", "turns-left": 1 },
	};
	expect(unitWords(busy, 4, "Redland")).toBe(
		"r1, Redland, engineers, elite, 4 SP, facing south-west, crossing, carrying r2, laying wire, has moved, has fired, has fought",
	);
});

it("leaves strength out of books that have none, and the facing of those who are carried", () => {
	expect(unitWords({ ...foot, sp: null, pinned: false, "carried-by": "r9" })).toBe(
		"1st Foot, infantry, carried by r9",
	);
});

it("tells aircraft from those below", () => {
	const words = cellWords({
		...empty,
		cell: "d4",
		features: [],
		units: [{ ...foot, type: "bomber", flies: true, pinned: false }],
	});
	expect(words).toContain("overhead 1st Foot, bomber");
});

it("writes types as one says them", () => {
	expect(plainly("infantry-anti-tank")).toBe("infantry anti-tank");
	expect(plainly("anti-aircraft-gun")).toBe("anti-aircraft gun");
	expect(plainly("single-seat-fighter")).toBe("single-seat fighter");
	expect(plainly("self-propelled-artillery")).toBe("self-propelled artillery");
	expect(plainly("rifled-siege-artillery")).toBe("rifled siege artillery");
	expect(plainly("half-track")).toBe("half-track");
});
