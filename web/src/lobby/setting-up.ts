// From the choices in the dialog to the game that is asked for.
import type { Clock, Computer, From, NewGame, StandingOrders } from "../common/protocol";

export type Level = Computer["level"];
export const BOTH = "(both)";
export const NEITHER = "(neither)";
/** instead of a level: a person who is elsewhere */
export const FRIEND = "(friend)";

/** How a battle with a friend far away is arranged. */
export interface Arrangement {
	/** what one is called there */
	name: string;
	clock: Clock | null;
	spectators: boolean;
}

export interface Chosen {
	scenario: NonNullable<NewGame["scenario"]>;
	sides: string[];
	seat: string;
	level: Level | typeof FRIEND;
	personality: string;
	arrangement: Arrangement;
	orders: StandingOrders;
	options: string[];
	houseRules: Record<string, string>;
	seed: string;
}

type Seating = Pick<Chosen, "sides" | "seat" | "level" | "personality" | "arrangement">;

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** The clocks that are offered; `null` is none. */
export const CLOCKS: { words: string; clock: Clock | null }[] = [
	{ words: "no clock", clock: null },
	{ words: "1 minute a move", clock: { per: "move", seconds: MINUTE } },
	{ words: "5 minutes a move", clock: { per: "move", seconds: 5 * MINUTE } },
	{ words: "1 day a move", clock: { per: "move", seconds: DAY } },
	{ words: "3 days a move", clock: { per: "move", seconds: 3 * DAY } },
	{ words: "5 minutes a turn", clock: { per: "turn", seconds: 5 * MINUTE } },
	{ words: "15 minutes a turn", clock: { per: "turn", seconds: 15 * MINUTE } },
	{ words: "1 day a turn", clock: { per: "turn", seconds: DAY } },
	{ words: "3 days a turn", clock: { per: "turn", seconds: 3 * DAY } },
];

/** Nothing, or a whole number that JavaScript can hold. */
export const isSeed = (seed: string) => /^\d{0,15}$/.test(seed.trim());

/** The sides that are played at this page. */
export const humans = (sides: string[], seat: string) =>
	sides.filter((side) => seat === BOTH || (seat !== NEITHER && side === seat));

/** Whether somebody else is to come by a link: only where one has a side and leaves the other. */
export const withFriend = ({ sides, seat, level }: Pick<Chosen, "sides" | "seat" | "level">) =>
	level === FRIEND && sides.includes(seat);

export function newGame(chosen: Chosen): NewGame {
	const played = humans(chosen.sides, chosen.seat);
	const wanted: NewGame = {
		scenario: chosen.scenario,
		options: chosen.options,
		"house-rules": Object.fromEntries(Object.entries(chosen.houseRules).filter(([, value]) => value !== "")),
		orders: Object.fromEntries(played.map((side) => [side, { ...chosen.orders }])),
		...seated(chosen),
	};
	const known = chosen.seed.trim() !== "" && !withFriend(chosen);
	return known ? { ...wanted, seed: Number(chosen.seed) } : wanted;
}

export const playOn = (from: From, chosen: Seating): NewGame => ({ "play-on": from, ...seated(chosen) });

function seated(chosen: Seating): Pick<NewGame, "seats" | "owner" | "names" | "clock" | "spectators"> {
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
		};
	}
	const played = humans(sides, seat);
	const computer: Computer = { level: level === FRIEND ? "captain" : level, personality };
	return {
		seats: Object.fromEntries(sides.map((side) => [side, played.includes(side) ? "human" : computer])),
	};
}
