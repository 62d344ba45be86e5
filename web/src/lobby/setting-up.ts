// From the choices in the dialog to the request for a game.
import type { Clock, Computer, From, NewGame, StandingOrders } from "../common/protocol";
import { words } from "../words";

const said = words.lobby.clocks;

export type Level = Computer["level"];
export const BOTH = "(both)";
export const NEITHER = "(neither)";
/** instead of a level: a person who is elsewhere, and comes by a link */
export const FRIEND = "(friend)";
/** or anyone who takes the seat from the list of open ones */
export const ANYBODY = "(anybody)";
export type Foe = Level | typeof FRIEND | typeof ANYBODY;

/** How a battle with a friend far away is arranged. */
export interface Arrangement {
	/** the player's name there */
	name: string;
	clock: Clock | null;
	spectators: boolean;
}

export interface Chosen {
	scenario: NonNullable<NewGame["scenario"]>;
	sides: string[];
	seat: string;
	level: Foe;
	personality: string;
	arrangement: Arrangement;
	orders: StandingOrders;
	options: string[];
	houseRules: Record<string, string>;
	seed: string;
	/** the players throw their own dice */
	byHand?: boolean;
}

type Seating = Pick<Chosen, "sides" | "seat" | "level" | "personality" | "arrangement">;

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** The clocks that are offered; `null` is none. */
export const CLOCKS: (Clock | null)[] = [
	null,
	{ per: "game", seconds: 10 * MINUTE, increment: 10 },
	{ per: "game", seconds: 20 * MINUTE, increment: 15 },
	{ per: "game", seconds: 45 * MINUTE, increment: 30 },
	{ per: "move", seconds: MINUTE, increment: 0 },
	{ per: "move", seconds: 5 * MINUTE, increment: 0 },
	{ per: "turn", seconds: 5 * MINUTE, increment: 0 },
	{ per: "turn", seconds: 15 * MINUTE, increment: 0 },
	{ per: "move", seconds: DAY, increment: 0 },
	{ per: "move", seconds: 3 * DAY, increment: 0 },
	{ per: "turn", seconds: DAY, increment: 0 },
	{ per: "turn", seconds: 3 * DAY, increment: 0 },
];

/** Such as "5 minutes a turn", "10 minutes each, plus 10 s a move". */
export function clockWords(clock: Clock | null): string {
	if (!clock) return said.none;
	const time = duration(clock.seconds);
	if (clock.per === "game") return said.whole(time, clock.increment ?? 0);
	return clock.per === "move" ? said.perMove(time) : said.perTurn(time);
}

const UNITS: [seconds: number, words: (number: number) => string][] = [
	[DAY, said.days],
	[60 * MINUTE, said.hours],
	[MINUTE, said.minutes],
	[1, said.seconds],
];

/** Such as "3 days"; anything that is not a whole number of them uses smaller units. */
export function duration(seconds: number): string {
	const [each, told] = UNITS.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, said.seconds];
	return told(seconds / each);
}

/** Empty, or a whole number that JavaScript can hold. */
export const isSeed = (seed: string) => /^\d{0,15}$/.test(seed.trim());

/** The sides that are played at this page. */
export const humans = (sides: string[], seat: string) =>
	sides.filter((side) => seat === BOTH || (seat !== NEITHER && side === seat));

export const isPerson = (level: Foe): level is typeof FRIEND | typeof ANYBODY =>
	level === FRIEND || level === ANYBODY;

/** Whether somebody else is to join: only if the player has one side and leaves the other. */
export const withFriend = ({ sides, seat, level }: Pick<Chosen, "sides" | "seat" | "level">) =>
	isPerson(level) && sides.includes(seat);

/** Only where both sides sit at one table. */
export const isByHand = ({ seat, byHand }: Pick<Chosen, "seat" | "byHand">) =>
	seat === BOTH && byHand === true;

export function newGame(chosen: Chosen): NewGame {
	const played = humans(chosen.sides, chosen.seat);
	const wanted: NewGame = {
		scenario: chosen.scenario,
		options: chosen.options,
		"house-rules": Object.fromEntries(Object.entries(chosen.houseRules).filter(([, value]) => value !== "")),
		orders: Object.fromEntries(played.map((side) => [side, { ...chosen.orders }])),
		...seated(chosen),
	};
	if (isByHand(chosen)) return { ...wanted, orders: {}, dice: "table" };
	const known = chosen.seed.trim() !== "" && !withFriend(chosen);
	return known ? { ...wanted, seed: Number(chosen.seed) } : wanted;
}

export const playOn = (from: From, chosen: Seating): NewGame => ({ "play-on": from, ...seated(chosen) });

function seated(
	chosen: Seating,
): Pick<NewGame, "seats" | "owner" | "names" | "clock" | "spectators" | "open"> {
	const { sides, seat, level, personality, arrangement } = chosen;
	if (withFriend(chosen)) {
		const { name, clock, spectators } = arrangement;
		const names = name.trim() === "" ? {} : { [seat]: name.trim() };
		return {
			seats: Object.fromEntries(sides.map((side) => [side, "human"])),
			owner: seat,
			names,
			clock,
			spectators,
			open: level === ANYBODY,
		};
	}
	const played = humans(sides, seat);
	const computer: Computer = { level: isPerson(level) ? "captain" : level, personality };
	return {
		seats: Object.fromEntries(sides.map((side) => [side, played.includes(side) ? "human" : computer])),
	};
}
