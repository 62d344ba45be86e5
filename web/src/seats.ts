// The games this browser takes part in: whoever holds a seat's token plays that side, so they stay on this machine.
import type { GameMade } from "./protocol";

export interface Seat {
	game: string;
	/** by side */
	tokens: Record<string, string>;
}

const KEY = "portable-wargame/seats";
const KEPT = 60;

export function seats(): Seat[] {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
		return Array.isArray(kept) ? kept : [];
	} catch {
		return [];
	}
}

export const seatAt = (game: string) => seats().find((seat) => seat.game === game);

/** Only those of `sides`, newest first; the computer needs no token. */
export function takeSeat(made: GameMade, sides: string[]): void {
	const tokens = Object.fromEntries(Object.entries(made.seats).filter(([side]) => sides.includes(side)));
	keep([{ game: made.game, tokens }, ...seats().filter((seat) => seat.game !== made.game)]);
}

export const leaveSeat = (game: string) => keep(seats().filter((seat) => seat.game !== game));

function keep(all: Seat[]): void {
	localStorage.setItem(KEY, JSON.stringify(all.slice(0, KEPT)));
}
