// Small words that many parts of the page share. The server words what happens in the battle.
import { words } from "../words";
import { perCent } from "../words/numbers";
import { type Chance, type Offer, OUTCOMES, type UnitState } from "./protocol";

/** Parts of names that keep their hyphen. */
const HYPHENATED = /(anti|self|half|single|two|built|objective)-/g;

/** A name of the engine's as people write it: "field artillery", "anti-tank gun". */
export const plainly = (name: string) =>
	name.replaceAll(HYPHENATED, "$1\u2060").replaceAll("-", " ").replaceAll("\u2060", "-");

export const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The chance that any of these units comes to harm. */
export function harm(odds: Chance[], units: string[]): number {
	const harmed = odds.filter((chance) =>
		chance.effects.some((one) => units.includes(one.unit) && (OUTCOMES[one.effect]?.harms ?? true)),
	);
	return harmed.reduce((sum, chance) => sum + chance.probability, 0);
}

/** Later throws for another unit say nothing about this cell. */
export function oddsLabel(offer: Offer): string {
	return offer.odds.length === 0 || offer.targets.length === 0
		? ""
		: perCent(harm(offer.odds, offer.targets));
}

/** The marks on a unit, in a few words each. */
export function marks(unit: UnitState, name: (unit: string) => string): string[] {
	const said = words.board.unit;
	const told = unit.quality === "average" ? [] : [unit.quality as string];
	if (unit.pinned) told.push(said.pinned);
	if (unit.crossing) told.push(said.crossing);
	if (unit.moved) told.push(said.moved);
	if (unit.fired) told.push(said.fired);
	if (unit.carrying) told.push(said.carrying(name(unit.carrying)));
	if (unit["carried-by"]) told.push(said.carriedBy(name(unit["carried-by"])));
	if (unit.task)
		told.push(
			said.task(words.board.tasks[unit.task.kind] ?? plainly(unit.task.kind), unit.task["turns-left"]),
		);
	if (unit.gas > 0) told.push(said.gas(unit.gas));
	if (unit.bombs > 0) told.push(said.bombs(unit.bombs));
	return told;
}
