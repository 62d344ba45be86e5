// From the choices in the dialog to the game that is asked for.
import type { Computer, From, NewGame, StandingOrders } from "../protocol";

export type Level = Computer["level"];
export const BOTH = "(both)";
export const NEITHER = "(neither)";

export interface Chosen {
	scenario: NonNullable<NewGame["scenario"]>;
	sides: string[];
	seat: string;
	level: Level;
	personality: string;
	orders: StandingOrders;
	options: string[];
	houseRules: Record<string, string>;
	seed: string;
}

export const humans = (sides: string[], seat: string) =>
	sides.filter((side) => seat === BOTH || (seat !== NEITHER && side === seat));

export function newGame(chosen: Chosen): NewGame {
	const played = humans(chosen.sides, chosen.seat);
	const wanted: NewGame = {
		scenario: chosen.scenario,
		options: chosen.options,
		"house-rules": Object.fromEntries(Object.entries(chosen.houseRules).filter(([, value]) => value !== "")),
		seats: seatsOf(chosen, played),
		orders: Object.fromEntries(played.map((side) => [side, { ...chosen.orders }])),
	};
	return /^\d+$/.test(chosen.seed.trim()) ? { ...wanted, seed: Number(chosen.seed) } : wanted;
}

export function playOn(
	from: From,
	chosen: Pick<Chosen, "sides" | "seat" | "level" | "personality">,
): NewGame {
	const played = humans(chosen.sides, chosen.seat);
	return { "play-on": from, seats: seatsOf(chosen, played) };
}

function seatsOf(
	chosen: Pick<Chosen, "sides" | "level" | "personality">,
	played: string[],
): NonNullable<NewGame["seats"]> {
	const computer: Computer = { level: chosen.level, personality: chosen.personality };
	return Object.fromEntries(chosen.sides.map((side) => [side, played.includes(side) ? "human" : computer]));
}
