import { describe, expect, it } from "vitest";
import type { Destination, Joined, Offer, State, Surveyed } from "../../common/protocol";
import { cellWords, highlights, type Pointing } from "./highlights";

const way = (cell: string, more: Partial<Destination> = {}): Destination => ({
	action: { do: "move", unit: "r1", path: ["b2", cell] },
	cell,
	facings: ["n"],
	stops: null,
	exposed: [],
	odds: [],
	summary: "",
	...more,
});

const shot: Offer = {
	action: { do: "fire", unit: "r1", target: "b4" },
	text: "fires at b4",
	cell: "b4",
	targets: ["b1"],
	odds: [
		{ probability: 0.5, outcome: "", effects: [] },
		{ probability: 0.5, outcome: "", effects: [{ unit: "b1", effect: "loses-sp" }] },
	],
	summary: "50% loses 1 SP",
	tosses: [],
	prospects: [],
	worth: 0.5,
};

function pointing(survey: Partial<Surveyed>, more: Partial<Pointing> = {}): Pointing {
	const whole: Surveyed = {
		type: "surveyed",
		id: 1,
		unit: "r1",
		seq: 0,
		destinations: [],
		offers: [],
		arc: [],
		seen: [],
		blocked: [],
		reasons: [],
		...survey,
	};
	return {
		about: {
			objectives: [{ side: "red", text: "", cells: ["c3"] }],
			types: {},
			sides: ["red"],
		} as unknown as Joined,
		state: { sides: [], units: [{ id: "r1", at: "b1" }], orders: [] } as unknown as State,
		question: null,
		unit: "r1",
		survey: whole,
		answers: [],
		cell: null,
		refused: null,
		better: null,
		showArc: false,
		traces: [],
		lit: null,
		threats: {},
		winds: {},
		fallen: [],
		...more,
	};
}

describe("highlights", () => {
	it("marks where the move ends and where an enemy could strike", () => {
		const stops = { clause: "c", text: "t" };
		const exposed = [{ unit: "b1", how: "fire" as const }];
		const { reach } = highlights(pointing({ destinations: [way("b3", { stops, exposed }), way("c2")] }));
		expect(reach).toEqual([
			{ cell: "b3", marks: ["stop", "danger"] },
			{ cell: "c2", marks: [] },
		]);
	});

	it("leaves guns, which reach everywhere, without a mark", () => {
		const exposed = [{ unit: "b1", how: "bombard" as const }];
		expect(highlights(pointing({ destinations: [way("b3", { exposed })] })).reach?.[0]?.marks).toEqual([]);
	});

	it("shows the way from the unit's own cell, and the odds on a target", () => {
		const told = highlights(pointing({ destinations: [way("b3")], offers: [shot] }, { cell: "b3" }));
		expect(told.path).toEqual(["b1", "b2", "b3"]);
		expect(told.targets).toEqual([{ cell: "b4", how: "fire", label: "50%" }]);
	});

	it("shows what could have been done instead, and by whom", () => {
		const on = pointing({}, { survey: null, unit: null, traces: [{ path: ["c1"], how: "move" }] });
		const march = highlights({ ...on, better: { do: "move", unit: "r1", path: ["b2", "b3"] } });
		expect(march).toMatchObject({ lit: "r1", path: ["b1", "b2", "b3"], targets: [], traces: [] });
		const fire = highlights({ ...on, better: { do: "fire", unit: "r1", target: "b4" } });
		expect(fire).toMatchObject({ lit: "r1", path: [], targets: [{ cell: "b4", how: "fire", lit: true }] });
		expect(highlights({ ...on, better: { do: "end" } })).toMatchObject({ lit: null, path: [], targets: [] });
	});

	it("offers the ways to face where one may be chosen", () => {
		const turning = way("b3", { facings: ["e", "n"] });
		const on = pointing({ destinations: [turning, way("c2")] }, { cell: "b3" });
		expect(highlights(on).facings).toEqual({ cell: "b3", facings: ["e", "n"] });
		expect(highlights({ ...on, cell: "c2" }).facings).toBeUndefined();
	});

	it("flies the flag of the side that stands on an objective", () => {
		const on = pointing({});
		expect(highlights(on).objectives).toEqual([{ cell: "c3", side: "red" }]);
		const state = { ...on.state, units: [{ id: "b1", side: "blue", at: "c3" }] } as unknown as State;
		expect(highlights({ ...on, state }).objectives).toEqual([{ cell: "c3", side: "red", holder: "blue" }]);
	});

	it("marks where something may lie hidden, but for the unit that one knows to be there", () => {
		const on = pointing({});
		const sides = [{ id: "red", blinds: ["a1", "b1"] }];
		const units = [{ id: "r1", side: "red", at: "b1", hidden: true }];
		const mine = { ...on, state: { ...on.state, sides, units } as unknown as State };
		expect(highlights(mine).blinds).toEqual([{ cell: "a1", side: "red" }]);
		expect(cellWords(mine, "a1")).toBe("a hidden unit or a dummy");
		const theirs = { ...on, state: { ...on.state, sides, units: [] } as unknown as State };
		expect(highlights(theirs).blinds?.map((one) => one.cell)).toEqual(["a1", "b1"]);
	});

	it("draws one's own dummies as they are placed, in one's own colour", () => {
		const on = pointing({});
		const sides = [{ id: "red" }, { id: "blue" }];
		const placing = { ...on.state, sides, units: [], decides: "red", dummies: ["a1"] } as unknown as State;
		expect(highlights({ ...on, state: placing }).blinds).toEqual([{ cell: "a1", side: "red" }]);
		expect(cellWords({ ...on, state: placing }, "a1")).toBe("a dummy of yours");
		const about = { ...on.about, sides: ["red", "blue"] };
		const second = { ...placing, decides: "blue" } as State;
		expect(highlights({ ...on, about, state: second }).blinds).toEqual([{ cell: "a1", side: "blue" }]);
		// Once everybody sees the mark, it appears only once.
		const marked = { ...placing, sides: [{ id: "red", blinds: ["a1", "b1"] }] } as unknown as State;
		expect(highlights({ ...on, state: marked }).blinds?.map((one) => one.cell)).toEqual(["a1", "b1"]);
	});

	it("shades what the enemy can fire at, the darker the more of them can", () => {
		const told = highlights(pointing({}, { threats: { c3: ["b1", "b2"] } }));
		expect(told.heat).toEqual([{ cell: "c3", value: 0.5, label: "2" }]);
	});

	it("shows of two ways to strike the better one", () => {
		const fight: Offer = {
			...shot,
			action: { do: "fight", unit: "r1", target: "b4" },
			odds: [{ probability: 1, outcome: "", effects: [] }],
		};
		expect(highlights(pointing({ offers: [fight, shot] })).targets?.[0]?.label).toBe("50%");
	});

	it("draws a line of sight to what is looked at, with what blocks it", () => {
		const blocked = [{ cell: "b5", by: "b4", why: "woods in b4", clause: "c" }];
		expect(highlights(pointing({ blocked }, { cell: "b5" })).sight).toEqual([
			{ from: "b1", to: "b5", blockedBy: "b4" },
		]);
	});

	it("puts into words what it shows", () => {
		expect(cellWords(pointing({ offers: [shot] }), "b4")).toBe("fires at b4: 50% loses 1 SP");
	});
});
