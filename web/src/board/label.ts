/** Cells and units in words, for those who hear the board. */

import { FACINGS } from "../common/protocol";
import type { BoardUnit } from "./state";

const FEATURES: Record<string, string> = {
	"hill 1": "hill",
	"hill 2": "high hill",
	"built-up": "built-up area",
};
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

const TASKS: Record<string, string> = {
	"lay-wire": "laying wire",
	"clear-wire": "clearing wire",
	"lay-mines": "laying mines",
	"clear-mines": "clearing mines",
	load: "loading",
	unload: "unloading",
};

/** Parts of types that keep their hyphen. */
const HYPHENATED = /(anti|self|half|single|two)-/g;

export function typeWords(type: string): string {
	return type.replaceAll(HYPHENATED, "$1_").replaceAll("-", " ").replaceAll("_", "-");
}

function featureWords(features: readonly string[]): string[] {
	const rank = (feature: string) => (ORDER.includes(feature) ? ORDER.indexOf(feature) : ORDER.length);
	const sorted = [...features].sort((a, b) => rank(a) - rank(b));
	return sorted.map((feature) => FEATURES[feature] ?? feature);
}

/** A unit in words: "1st Foot, infantry, 3 of 4 SP, facing north, pinned". */
export function unitWords(unit: BoardUnit, full?: number, sideName?: string): string {
	const words = [unit.name || unit.id];
	if (sideName) words.push(sideName);
	words.push(typeWords(unit.type));
	if (unit.quality !== "average") words.push(unit.quality);
	if (unit.sp !== null) words.push(full && full !== unit.sp ? `${unit.sp} of ${full} SP` : `${unit.sp} SP`);
	if (unit["carried-by"]) words.push(`carried by ${unit["carried-by"]}`);
	else words.push(`facing ${FACINGS[unit.facing]}`);
	if (unit.pinned) words.push("pinned");
	if (unit.crossing) words.push("crossing");
	if (unit.carrying) words.push(`carrying ${unit.carrying}`);
	if (unit.task) words.push(TASKS[unit.task.kind] ?? unit.task.kind);
	if (unit.moved) words.push("has moved");
	if (unit.fired) words.push("has fired");
	if (unit.deeds.includes("fought")) words.push("has fought");
	return words.join(", ");
}

export interface CellContents {
	cell: string;
	features: readonly string[];
	gas: boolean;
	units: readonly BoardUnit[];
	fullStrength: Readonly<Record<string, number>>;
	/** By side, its name; without one, units are not told by side. */
	sideNames: Readonly<Record<string, string>>;
}

/** A cell and all that is in it: "d4, hill, woods, 1st Foot, infantry, 3 of 4 SP, facing north, pinned". */
export function cellWords({ cell, features, gas, units, fullStrength, sideNames }: CellContents): string {
	const words = [cell, ...featureWords(features)];
	if (!features.length) words.push("open ground");
	if (gas) words.push("gas cloud");
	const told = units.map((unit) => {
		const over = unit.flies ? "overhead " : "";
		return over + unitWords(unit, fullStrength[unit.id], sideNames[unit.side]);
	});
	return [words.join(", "), ...told].join("; ");
}
