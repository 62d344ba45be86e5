// What the list of the player's battles says about each: against whom, whose move it is, and how it ended.
import type { GameCard } from "../../common/protocol";
import { words } from "../../words";

const said = words.lobby.battles;

/** The sides that this browser plays: the server is asked with one token, and knows of one side only. */
export interface Mine {
	card: GameCard;
	sides: string[];
}

const isComputer = ({ card }: Mine, side: string) => card.players[side]?.kind === "computer";
const isFriend = (mine: Mine, side: string) => !isComputer(mine, side) && !mine.sides.includes(side);
const called = ({ card }: Mine, side: string) => card.names[side] || (card.sides[side] ?? side);

/** The battle waits for somebody at this browser. */
export const isYours = (mine: Mine) =>
	!mine.card.replay && mine.card["waits-for"].some((side) => mine.sides.includes(side));

/** There is nothing left to do in it: not even a rematch to answer. */
export const isOver = (mine: Mine) => mine.card.replay || (mine.card.over && !isYours(mine));

export function opponent(mine: Mine): string {
	const { card, sides } = mine;
	if (card.replay) return said.record;
	if (sides.length === 0) return said.spectator;
	const others = Object.keys(card.players).filter((side) => !sides.includes(side));
	if (others.length === 0) return said.bothSides;
	return said.against(
		others
			.map((side) =>
				isComputer(mine, side)
					? said.computer(card.players[side]?.level ?? "")
					: card.names[side] || said.friend,
			)
			.join(", "),
	);
}

export function status(mine: Mine): string {
	const { card, sides } = mine;
	if (card.over && isYours(mine)) return said.rematch;
	if (card.over) return ending(mine);
	const awaited = card["waits-for"].filter((side) => isFriend(mine, side)).map((side) => called(mine, side));
	if (card.phase === "waiting")
		return awaited.length > 0 ? said.waitingFor(awaited.join(", ")) : said.waitingForYou;
	if (isYours(mine)) return said.yourMove(card.turn);
	if (sides.length === 0) return said.watching(card.turn);
	if (awaited.length > 0) return said.theirMove(card.turn, awaited.join(", "));
	return said.thinking(card.turn);
}

function ending({ card, sides }: Mine): string {
	if (card.winner === null) return said.drawn;
	if (sides.length === 1 && !card.replay) return sides.includes(card.winner) ? said.won : said.lost;
	return said.wonBy(card.sides[card.winner] ?? card.winner);
}

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
	["year", 31_536_000],
	["month", 2_592_000],
	["week", 604_800],
	["day", 86_400],
	["hour", 3600],
	["minute", 60],
];
const AGO = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

/** Such as "yesterday"; the last minute is "now". */
export function ago(then: string, now: number): string {
	const seconds = (now - Date.parse(then)) / 1000;
	const [unit, size] = STEPS.find(([, length]) => seconds >= length) ?? ["second", Number.POSITIVE_INFINITY];
	return AGO.format(-Math.floor(seconds / size) || 0, unit);
}

/** Those that wait for this browser first, then the newest. */
export const inOrder = (all: Mine[]): Mine[] =>
	[...all].sort(
		(a, b) => Number(isYours(b)) - Number(isYours(a)) || b.card.changed.localeCompare(a.card.changed),
	);
