import { expect, test } from "vitest";
import { changeOf, changeWords, EMPTY, type Form } from "./rulings";

const form = (filled: Partial<Form>): Form => ({ ...EMPTY, ...filled });

test("what is filled in is a change of the open format", () => {
	expect(changeOf(form({ unit: "r1", cell: " C4 " }))).toEqual({ set: "place", unit: "r1", at: "c4" });
	expect(changeOf(form({ unit: "r1", cell: "c4", facing: "n" }))).toEqual({
		set: "place",
		unit: "r1",
		at: "c4",
		facing: "n",
	});
	expect(changeOf(form({ kind: "strength", unit: "r1", number: "2" }))).toEqual({
		set: "strength",
		unit: "r1",
		sp: 2,
	});
	expect(changeOf(form({ kind: "remove", unit: "r1" }))).toEqual({ set: "remove", unit: "r1" });
	expect(changeOf(form({ kind: "mark", unit: "r1", off: true }))).toEqual({
		set: "mark",
		unit: "r1",
		mark: "acted",
		off: true,
	});
	expect(changeOf(form({ kind: "exhausted", side: "red" }))).toEqual({ set: "exhausted", side: "red" });
	expect(changeOf(form({ kind: "ground", cell: "c4", features: ["woods", "road"] }))).toEqual({
		set: "ground",
		cell: "c4",
		features: ["woods", "road"],
	});
	expect(changeOf(form({ kind: "turn", number: "5", begin: true }))).toEqual({
		set: "turn",
		turn: 5,
		begin: true,
	});
	expect(changeOf(form({ kind: "load", unit: "r1", cargo: "r2" }))).toEqual({
		set: "load",
		unit: "r1",
		cargo: "r2",
	});
	expect(changeOf(form({ kind: "points", side: "red", number: "7" }))).toEqual({
		set: "points",
		side: "red",
		points: 7,
	});
	expect(changeOf(form({ kind: "activations", number: "0" }))).toEqual({ set: "activations", number: 0 });
});

test("nothing is sent while something is missing", () => {
	const wanting: Partial<Form>[] = [
		{},
		{ unit: "r1" },
		{ unit: "r1", cell: "nowhere" },
		{ kind: "facing", unit: "r1" },
		{ kind: "strength", unit: "r1", number: "two" },
		{ kind: "exhausted" },
		{ kind: "load", unit: "r1" },
		{ kind: "points", number: "3" },
		{ kind: "turn" },
	];
	for (const filled of wanting) expect(changeOf(form(filled))).toBeNull();
});

test("a change is read back in words", () => {
	const words = changeWords({ set: "place", unit: "r1", at: "c4" }, () => "1st Foot");
	expect(words).toBe("Place a unit: 1st Foot, c4");
	const named = (id: string) => `${id}st Foot`;
	expect(changeWords({ set: "place", unit: "1", at: "c4", facing: "ne" }, named)).toMatch(/c4, north-east$/);
	expect(changeWords({ set: "load", unit: "1", cargo: "21" }, named)).toBe(
		"Load a unit: 1st Foot, 21st Foot",
	);
	expect(changeWords({ set: "ground", cell: "c4", features: ["hill 1", "road"] }, named)).toBe(
		"Ground: c4, hill and road",
	);
	expect(changeWords({ set: "ground", cell: "c4", features: [] }, named)).toBe("Ground: c4, open ground");
});
