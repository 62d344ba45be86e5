/** Cells and units in words, for players who hear the board. */

import { FACINGS } from "../common/protocol";
import { plainly } from "../common/words";
import { words } from "../words";
import type { BoardUnit } from "./state";

/** Ground first, then what grows, runs and is built on it. */
const ORDER = [
	"hill 1",
	"hill 2",
	"woods",
	"built-up",
	"fortification",
	"trench",
	"river",
	"ford",
	"bridge",
	"road",
	"wire",
	"minefield",
];

function featureWords(features: readonly string[]): string[] {
	const rank = (feature: string) => (ORDER.includes(feature) ? ORDER.indexOf(feature) : ORDER.length);
	const sorted = [...features].sort((a, b) => rank(a) - rank(b));
	return sorted.map((feature) => words.board.features[feature] ?? feature);
}

/** A unit in words: "1st Foot, infantry, 3 of 4 SP, facing north, pinned". */
export function unitWords(unit: BoardUnit, full?: number, sideName?: string): string {
	const said = words.board.unit;
	const told = [unit.name || unit.id];
	if (sideName) told.push(sideName);
	told.push(unit.kind ?? plainly(unit.type));
	if (unit.quality !== "average") told.push(unit.quality);
	if (unit.sp !== null) told.push(said.strength(unit.sp, full));
	if (unit["carried-by"]) told.push(said.carriedBy(unit["carried-by"]));
	else told.push(said.facing(FACINGS[unit.facing] ?? unit.facing));
	if (unit.pinned) told.push(said.pinned);
	if (unit.crossing) told.push(said.crossing);
	if (unit.carrying) told.push(said.carrying(unit.carrying));
	if (unit.task) told.push(words.board.tasks[unit.task.kind] ?? unit.task.kind);
	if (unit.moved) told.push(said.moved);
	if (unit.fired) told.push(said.fired);
	if (unit.deeds.includes("fought")) told.push(said.fought);
	return told.join(", ");
}

export interface CellContents {
	cell: string;
	features: readonly string[];
	gas: boolean;
	units: readonly BoardUnit[];
	fullStrength: Readonly<Record<string, number>>;
	/** By side, its name; without one, units are named without their side. */
	sideNames: Readonly<Record<string, string>>;
}

/** A cell and all that is in it: "d4, hill, woods, 1st Foot, infantry, 3 of 4 SP, facing north, pinned". */
export function cellWords({ cell, features, gas, units, fullStrength, sideNames }: CellContents): string {
	const ground = [cell, ...featureWords(features)];
	if (!features.length) ground.push(words.board.open);
	if (gas) ground.push(words.board.cloud);
	const told = units.map((unit) => {
		const over = unit.flies ? `${words.board.unit.overhead} ` : "";
		return over + unitWords(unit, fullStrength[unit.id], sideNames[unit.side]);
	});
	return [ground.join(", "), ...told].join("; ");
}
