// The first battle: a few units, a hill, a village, and an enemy who knows no better.
import type { Scenario } from "../common/protocol";

export const FIRST_BATTLE: Scenario = {
	format: "portable-wargame/scenario/1",
	title: "Your First Battle",
	about: "A small column has been told to take the hill farm. A few of the enemy have been told to keep it.",
	ruleset: "classic",
	grid: "square",
	turns: 8,
	map: { rows: ". . w . . .\n. h b h . .\n. . . . w .\n. . . . . .\nw . . = = =\n. . . = . .\n" },
	sides: [
		{
			id: "red",
			name: "Your column",
			edge: "south",
			units: [
				{ id: "r1", type: "infantry", at: "b2", facing: "n", name: "First Company" },
				{ id: "r2", type: "infantry", at: "c2", facing: "n", name: "Second Company" },
				{ id: "r3", type: "infantry", at: "e2", facing: "n", quality: "elite", name: "Grenadiers" },
				{ id: "r4", type: "artillery", at: "d1", facing: "n", name: "The Battery" },
			],
		},
		{
			id: "blue",
			name: "The farm guard",
			edge: "north",
			units: [
				{ id: "b1", type: "infantry", at: "c5", facing: "s", name: "Farm Guard" },
				{ id: "b2", type: "infantry", at: "d5", facing: "s", quality: "poor", name: "Militia" },
			],
		},
	],
	victory: [
		{ side: "red", hold: ["c5"] },
		{ side: "red", destroy: { units: 2 } },
	],
};

export const YOU = "red";
export const THEY = "blue";
