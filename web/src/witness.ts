// What this browser has seen of the dice with its own eyes: the seals it was shown, and the nonces it gave. Every fact has
// a key of its own, so that two windows of one seat cannot write over one another.

/** By commitment that was shown here: the nonces that were given here, by side. */
export type Seals = Record<string, Record<string, string>>;

const KEY = "portable-wargame/seal";
const keyOf = (...names: string[]) => [KEY, ...names].join("/");

export const witness = (game: string, commitment: string) =>
	localStorage.setItem(keyOf(game, commitment), "");

export const keepNonce = (game: string, commitment: string, side: string, nonce: string) =>
	localStorage.setItem(keyOf(game, commitment, side), nonce);

export function sealsOf(game: string): Seals {
	const seals: Seals = {};
	for (const key of keysOf(game)) {
		const [commitment = "", ...side] = key.slice(keyOf(game, "").length).split("/");
		seals[commitment] ??= {};
		// A side's name may hold a slash.
		if (side.length > 0) seals[commitment][side.join("/")] = localStorage.getItem(key) ?? "";
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

export const newNonce = () =>
	Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
		"",
	);
