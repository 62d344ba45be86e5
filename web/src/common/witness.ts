// What this browser has seen of the dice with its own eyes: the seals it was shown, and the nonces it threw. Every fact has
// a key of its own, so that two windows of one seat cannot write over one another.

/** By commitment that was shown here, and by side: the nonces that were thrown here. More than one if windows raced. */
export type Seals = Record<string, Record<string, string[]>>;

const KEY = "portable-wargame/seal";
const keyOf = (...names: string[]) => [KEY, ...names].join("/");
const note = (...names: string[]) => localStorage.setItem(keyOf(...names), "");

/** 128 of them, in hex. */
export function randomBits(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const witness = (game: string, commitment: string) => note(game, commitment);

/** 128 random bits for a side, written down before anybody is told of them. */
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

export function forgetSeals(game: string): void {
	for (const key of keysOf(game)) localStorage.removeItem(key);
}

const keysOf = (game: string) =>
	Array.from({ length: localStorage.length }, (_, number) => localStorage.key(number) ?? "").filter((key) =>
		key.startsWith(keyOf(game, "")),
	);
