// Odds as a picture: a bar for each unit, split by what may happen to it.
import type { Fate, Offer, Prospect } from "../common/protocol";

export interface Segment {
	/** how dark it is: a loss for good, a loss, a lighter blow, nothing */
	kind: "grave" | "loss" | "light" | "none";
	share: number;
	/** whole per cent; those of a bar add up to 100 */
	perCent: number;
	words: string;
}

export interface Bar {
	unit: string;
	/** the attacker is struck: the enemy's gain */
	own: boolean;
	segments: Segment[];
}

const KINDS: Record<string, Segment["kind"]> = {
	destroyed: "grave",
	killed: "grave",
	"loses-sp": "loss",
	"loses-sp-or-commander-tested": "loss",
};
const ORDER: Segment["kind"][] = ["grave", "loss", "light", "none"];

function kindOf({ effects }: Fate): Segment["kind"] {
	if (effects.length === 0) return "none";
	const kinds = effects.map((effect) => KINDS[effect] ?? "light");
	return ORDER.find((kind) => kinds.includes(kind)) ?? "light";
}

/** The enemies first; a unit that cannot be harmed has no bar. */
export function barsOf(offer: Offer): Bar[] {
	// Only an attack gets an answer: a unit in a question throws nothing.
	const actor = "unit" in offer.action && isAttack(offer) ? (offer.action.unit ?? "") : "";
	const struck = offer.prospects.filter(({ fates }) => fates.some(({ effects }) => effects.length > 0));
	const bars = struck.map((prospect) => bar(prospect, prospect.unit === actor));
	return bars.toSorted((a, b) => Number(a.own) - Number(b.own));
}

/** Whether a unit acts on another cell, rather than being asked a question. */
const isAttack = ({ action }: Offer) => "target" in action || "path" in action;

function bar({ unit, fates }: Prospect, own: boolean): Bar {
	const whole = wholePerCents(fates.map(({ share }) => share));
	const segments = fates.map((fate, number) => ({
		kind: kindOf(fate),
		share: fate.share,
		perCent: whole[number] ?? 0,
		words: fate.words,
	}));
	return { unit, own, segments };
}

/** Rounded so that they add up: what is left over goes to those that lose most by being cut. */
export function wholePerCents(shares: readonly number[]): number[] {
	const exact = shares.map((share) => Math.round(share * 1e8) / 1e6);
	const whole = exact.map(Math.floor);
	const left =
		Math.round(exact.reduce((sum, one) => sum + one, 0)) - whole.reduce((sum, one) => sum + one, 0);
	const byRest = exact.map((_, number) => number).sort((a, b) => rest(exact, b) - rest(exact, a) || a - b);
	for (const number of byRest.slice(0, left)) whole[number] = (whole[number] ?? 0) + 1;
	return whole;
}

const rest = (exact: readonly number[], number: number) => Math.round(((exact[number] ?? 0) % 1) * 1e3);

/** What throws dice comes first, the most promising before the others; all else keeps its order. */
export function byWorth(offers: readonly Offer[]): Offer[] {
	const rank = (offer: Offer) => (offer.odds.length > 0 ? 0 : 1);
	return offers.toSorted((a, b) => rank(a) - rank(b) || b.worth - a.worth);
}
