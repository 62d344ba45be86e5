// What this browser has seen of a game with its own eyes: the seals it was shown, the nonces it threw, and links of the
// chain that it heard about. Every fact has its own key, so that two windows of one seat cannot overwrite each other.

/** By commitment shown here, and by side: the nonces thrown here. More than one if windows raced. */
export type Seals = Record<string, Record<string, string[]>>;

/** A link of the chain that was seen here: the record had this many lines, and the last of them this link. */
export interface Link {
	lines: number;
	head: string;
}

const KEY = "portable-wargame/seal";
const CHAIN = "portable-wargame/chain";
/** Each link stands for all lines before it, so a few are enough: of older ones every other is dropped. */
const LINKS = 64;
const keyOf = (...names: string[]) => [KEY, ...names].join("/");
const note = (...names: string[]) => localStorage.setItem(keyOf(...names), "");

/** 128 of them, in hex. */
export function randomBits(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const witness = (game: string, commitment: string) => note(game, commitment);

/** 128 random bits for a side, written down before anybody hears of them. */
export function throwNonce(game: string, commitment: string, side: string): string {
	const nonce = randomBits();
	note(game, commitment, side, nonce);
	return nonce;
}

export function sealsOf(game: string): Seals {
	const seals: Seals = {};
	for (const key of keysOf(game)) {
		const [commitment = "", ...thrown] = key.slice(keyOf(game, "").length).split("/");
		seals[commitment] ??= {};
		const nonce = thrown.pop();
		if (nonce === undefined) continue;
		const side = thrown.join("/"); // its name may hold a slash
		seals[commitment][side] = [...(seals[commitment][side] ?? []), nonce];
	}
	return seals;
}

export function witnessLink(game: string, { lines, head }: Link): void {
	localStorage.setItem([CHAIN, game, lines, head].join("/"), "");
	const kept = linksOf(game);
	if (kept.length <= LINKS) return;
	for (const [number, link] of kept.slice(0, LINKS / 2).entries())
		if (number % 2 === 1) localStorage.removeItem([CHAIN, game, link.lines, link.head].join("/"));
}

/** The oldest first. Two for one line mean that the server has reported two different battles. */
export const linksOf = (game: string): Link[] =>
	keysAfter(`${CHAIN}/${game}/`)
		.map((key) => key.slice(`${CHAIN}/${game}/`.length).split("/"))
		.map(([lines = "", head = ""]) => ({ lines: Number(lines), head }))
		.sort((one, other) => one.lines - other.lines);

export function forgetSeals(game: string): void {
	for (const key of [...keysOf(game), ...keysAfter(`${CHAIN}/${game}/`)]) localStorage.removeItem(key);
}

const keysOf = (game: string) => keysAfter(keyOf(game, ""));

const keysAfter = (beginning: string) =>
	Array.from({ length: localStorage.length }, (_, number) => localStorage.key(number) ?? "").filter((key) =>
		key.startsWith(beginning),
	);
