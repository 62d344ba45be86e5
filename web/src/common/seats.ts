// The games this browser takes part in: anyone who holds a seat's token plays that side, so they stay on this machine.
import type { GameMade } from "./protocol";
import { forgetSeals, randomBits, witness } from "./witness";

export interface Seat {
	game: string;
	/** by side: what this browser plays */
	tokens: Record<string, string>;
	/** the token of a link that was opened here, until the seat is taken with it */
	invitation?: string;
	/** what this browser has chosen instead, until the server is known to have it */
	taking?: { side: string; token: string };
	/** by side: tokens of links for others, until they have joined */
	links?: Record<string, string>;
	/** when the server last said that the game does not exist */
	missing?: number;
	/** how many chat messages have been read */
	heard?: number;
	/** the battle is over: there is nothing left to play */
	over?: boolean;
}

const KEY = "portable-wargame/seats";
/** Games to remember; more only if they may still be played, because a forgotten token is lost. */
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

/** The token to sit down with: an opened link comes first, because an older token may be dead. */
export const tokensOf = (seat: Seat | undefined) =>
	seat?.invitation ? [seat.invitation] : Object.values(seat?.tokens ?? {});

/** Only those of `sides`, newest first; the others are for links, and the computer needs none. */
export function takeSeat(made: GameMade, sides: string[]): void {
	const of = (mine: boolean) =>
		Object.fromEntries(Object.entries(made.seats).filter(([side]) => sides.includes(side) === mine));
	keep([
		{ game: made.game, tokens: of(true), links: of(false) },
		...seats().filter((seat) => seat.game !== made.game),
	]);
	if (made.commitment) witness(made.game, made.commitment);
}

export function leaveSeat(game: string): void {
	keep(seats().filter((seat) => seat.game !== game));
	forgetSeals(game);
}

/** A link was opened. This browser's own seats in the game stay. */
export const keepInvitation = (game: string, invitation: string) =>
	change(game, ({ taking, ...seat }) =>
		taking && seat.invitation === invitation ? { ...seat, invitation, taking } : { ...seat, invitation },
	);

/** The server does not know it, or not just now: wait a day before asking again. */
export const miss = (game: string) => change(game, (seat) => ({ ...seat, missing: Date.now() }));

/** The server knows it, and whether there is anything left to play. */
export const meet = (game: string, over: boolean) =>
	change(game, ({ missing: _, ...seat }) => ({ ...seat, over }));

export const forgetInvitation = (game: string) =>
	change(game, ({ invitation: _, taking: __, ...seat }) => seat);

/** Called before asking the server: if its answer is lost on the way, one of the two tokens still opens the seat. */
export function chooseToken(game: string, side: string): string {
	const chosen = seatAt(game)?.taking;
	// It may be on its way to the server already.
	const token = chosen?.side === side ? chosen.token : randomBits();
	change(game, (seat) => ({ ...seat, taking: { side, token } }));
	return token;
}

/** The seat is safely taken: the link's token has been exchanged for one that only this browser knows. */
export const keepTaken = (game: string) =>
	change(game, ({ invitation: _, taking, ...seat }) =>
		taking ? { ...seat, tokens: { ...seat.tokens, [taking.side]: taking.token } } : seat,
	);

export const keepLink = (game: string, side: string, token: string) =>
	change(game, (seat) => ({ ...seat, links: { ...seat.links, [side]: token } }));

/** Somebody has joined by the link: it is used up. */
export const forgetLink = (game: string, side: string) =>
	change(game, (seat) => ({
		...seat,
		links: Object.fromEntries(Object.entries(seat.links ?? {}).filter(([one]) => one !== side)),
	}));

export const hear = (game: string, heard: number) => change(game, (seat) => ({ ...seat, heard }));

/** Anyone who only watches has a seat without tokens: what was witnessed is kept as long as the seat. */
export function takeNote(game: string): void {
	if (!seatAt(game)) change(game, (seat) => seat);
}

function change(game: string, altered: (seat: Seat) => Seat): void {
	const all = seats();
	const known = all.some((seat) => seat.game === game);
	keep(
		known
			? all.map((seat) => (seat.game === game ? altered(seat) : seat))
			: [altered({ game, tokens: {} }), ...all],
	);
}

/** Newest first. Any that are dropped have nothing left to play: they are over, gone, or were only watched. */
function keep(all: Seat[]): void {
	const dropped = all
		.filter(isDone)
		.toReversed()
		.slice(0, Math.max(0, all.length - KEPT));
	for (const { game } of dropped) forgetSeals(game);
	localStorage.setItem(KEY, JSON.stringify(all.filter((seat) => !dropped.includes(seat))));
}

const isDone = (seat: Seat) =>
	seat.over ||
	seat.missing !== undefined ||
	(tokensOf(seat).length === 0 && !Object.keys(seat.links ?? {}).length);
