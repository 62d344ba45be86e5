// The games this browser takes part in: whoever holds a seat's token plays that side, so they stay on this machine.
import type { GameMade } from "./protocol";

export interface Seat {
	game: string;
	/** by side: what this browser plays */
	tokens: Record<string, string>;
	/** the token of a link that was opened here, until the seat is taken with it */
	invitation?: string;
	/** by side: tokens of links for others, until these have come */
	links?: Record<string, string>;
	/** by commitment that this browser was shown, in that order: the nonces it gave then, by side */
	seals?: Record<string, Record<string, string>>;
	/** when the server last said that there is no such game */
	missing?: number;
	/** how many remarks of the talk have been read */
	heard?: number;
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

/** What one sits down with: a link that was opened comes first, for what was held before may be dead. */
export const tokensOf = (seat: Seat | undefined) =>
	seat?.invitation ? [seat.invitation] : Object.values(seat?.tokens ?? {});

/** Only those of `sides`, newest first; the others are for links, and the computer needs none. */
export function takeSeat(made: GameMade, sides: string[]): void {
	const of = (mine: boolean) =>
		Object.fromEntries(Object.entries(made.seats).filter(([side]) => sides.includes(side) === mine));
	const seals = made.commitment ? { [made.commitment]: {} } : {};
	keep([
		{ game: made.game, tokens: of(true), links: of(false), seals },
		...seats().filter((seat) => seat.game !== made.game),
	]);
}

export const leaveSeat = (game: string) => keep(seats().filter((seat) => seat.game !== game));

/** A link was opened. One's own seats in the game stay. */
export const keepInvitation = (game: string, invitation: string) =>
	change(game, (seat) => ({ ...seat, invitation }));

/** The server knows it no more, or not just now: it is not asked again for a day. */
export const miss = (game: string) => change(game, (seat) => ({ ...seat, missing: Date.now() }));

export const forgetInvitation = (game: string) => change(game, ({ invitation: _, ...seat }) => seat);

/** The seat is taken for good: the link's token has been exchanged for one that only this browser knows. */
export const keepToken = (game: string, side: string, token: string) =>
	change(game, ({ invitation: _, ...seat }) => ({ ...seat, tokens: { ...seat.tokens, [side]: token } }));

export const keepLink = (game: string, side: string, token: string) =>
	change(game, (seat) => ({ ...seat, links: { ...seat.links, [side]: token } }));

/** Somebody has come by the link: it is used up. */
export const forgetLink = (game: string, side: string) =>
	change(game, (seat) => ({
		...seat,
		links: Object.fromEntries(Object.entries(seat.links ?? {}).filter(([one]) => one !== side)),
	}));

export const hear = (game: string, heard: number) => change(game, (seat) => ({ ...seat, heard }));

/** The nonce of this browser for a commitment: the one it has given already, else a new one, written down first. */
export function nonceFor(game: string, commitment: string, side: string): string {
	const given = seatAt(game)?.seals?.[commitment]?.[side];
	if (given !== undefined) return given;
	const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, "0"),
	).join("");
	seal(game, commitment, { [side]: nonce });
	return nonce;
}

/** The server has taken it. Two windows may have made one each; the one that counts is written down last. */
export const keepNonce = (game: string, commitment: string, side: string, nonce: string) =>
	seal(game, commitment, { [side]: nonce });

/** The commitment was shown: what it promises can be held against the record. */
export function witness(game: string, commitment: string): void {
	if (seatAt(game)?.seals?.[commitment] === undefined) seal(game, commitment, {});
}

function seal(game: string, commitment: string, nonces: Record<string, string>): void {
	change(game, (seat) => ({
		...seat,
		seals: { ...seat.seals, [commitment]: { ...seat.seals?.[commitment], ...nonces } },
	}));
}

/** Whoever only watches is a witness too: a seat without tokens. */
function change(game: string, altered: (seat: Seat) => Seat): void {
	const all = seats();
	const known = all.some((seat) => seat.game === game);
	keep(
		known
			? all.map((seat) => (seat.game === game ? altered(seat) : seat))
			: [altered({ game, tokens: {} }), ...all],
	);
}

function keep(all: Seat[]): void {
	localStorage.setItem(KEY, JSON.stringify(all.slice(0, KEPT)));
}
