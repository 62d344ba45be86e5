// The first battle: a few units, a hill, a farm, and an enemy who plays along. He keeps his ground, so that he is where the
// lessons say; and the dice are known, so that the first shell hits by exactly what the lesson on dice adds up.
import type { NewGame, Scenario } from "../common/protocol";
import { words } from "../words";

const said = words.guide.battle;

export const YOU = "red";
export const THEY = "blue";
export const FARM = "c5";
export const BATTERY = "r4";

const SCENARIO: Scenario = {
	format: "portable-wargame/scenario/1",
	title: said.title,
	about: said.about,
	ruleset: "classic",
	grid: "square",
	turns: 6,
	map: { rows: ". . w . . .\n. h b h . .\n. . . . w .\n. . . . . .\nw . . = = =\n. . . = . .\n" },
	sides: [
		{
			id: YOU,
			name: said.you,
			edge: "south",
			units: [
				{ id: "r1", type: "infantry", at: "b2", facing: "n", name: said.units.r1 },
				{ id: "r2", type: "infantry", at: "c2", facing: "n", name: said.units.r2 },
				{ id: "r3", type: "infantry", at: "e2", facing: "n", quality: "elite", name: said.units.r3 },
				{ id: BATTERY, type: "artillery", at: "d1", facing: "n", name: said.units.r4 },
			],
		},
		{
			id: THEY,
			name: said.they,
			edge: "north",
			units: [
				{ id: "b1", type: "infantry", at: FARM, facing: "s", name: said.units.b1 },
				{ id: "b2", type: "infantry", at: "d5", facing: "s", quality: "poor", name: said.units.b2 },
			],
		},
	],
	victory: [
		{ side: YOU, hold: [FARM] },
		{ side: YOU, destroy: { units: 2 } },
	],
};

export const FIRST_BATTLE: NewGame = {
	scenario: SCENARIO,
	seats: { [YOU]: "human", [THEY]: { level: "recruit", holds: true } },
	seed: 11,
};
