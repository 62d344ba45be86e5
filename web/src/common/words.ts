// Small words that many parts of the page say alike. What happens in the battle is told by the server.
import { type Chance, type Offer, OUTCOMES, type UnitState } from "./protocol";

export const plainly = (word: string) => word.replaceAll("-", " ");

export const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

export const counted = (number: number, one: string, many = `${one}s`) =>
	`${number} ${number === 1 ? one : many}`;

export const perCent = (share: number) => `${Math.round(share * 100)} %`;

/** The chance that any of these units comes to harm. */
export function harm(odds: Chance[], units: string[]): number {
	const harmed = odds.filter((chance) =>
		chance.effects.some((one) => units.includes(one.unit) && (OUTCOMES[one.effect]?.harms ?? true)),
	);
	return harmed.reduce((sum, chance) => sum + chance.probability, 0);
}

export function oddsLabel(offer: Offer): string {
	return offer.odds.length === 0 ? "" : perCent(harm(offer.odds, offer.targets));
}

/** What a unit has about it besides its place, in a few words each. */
export function marks(unit: UnitState): string[] {
	const told = unit.quality === "average" ? [] : [unit.quality as string];
	if (unit.pinned) told.push("pinned");
	if (unit.crossing) told.push("crossing");
	if (unit.moved) told.push("has moved");
	if (unit.fired) told.push("has fired");
	if (unit.carrying) told.push(`carries ${unit.carrying}`);
	if (unit["carried-by"]) told.push(`carried by ${unit["carried-by"]}`);
	if (unit.task) told.push(`${plainly(unit.task.kind)} (${unit.task["turns-left"]} to go)`);
	if (unit.gas > 0) told.push(`${unit.gas} gas`);
	if (unit.bombs > 0) told.push(`${unit.bombs} bomb loads`);
	return told;
}
