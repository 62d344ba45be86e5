// Dice thrown once more, using only what a record has revealed: docs/formats.md, "How a die is made".
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export const ascii = (text: string) => new TextEncoder().encode(text);

export const hex = (bytes: Uint8Array) =>
	Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const unhex = (text: string) =>
	Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

/** Bytes from here on would favour low faces, so they are skipped. */
const BYTES = 256 - (256 % 6);

/** The dice 0, 1, ... of a key, a game and the nonces in the order of the sides. */
export async function keyed(key: string, game: string, nonces: string[], number: number): Promise<number[]> {
	const secret = await crypto.subtle.importKey("raw", unhex(key), { name: "HMAC", hash: "SHA-256" }, false, [
		"sign",
	]);
	const die = async (n: number): Promise<number> => {
		for (let k = 0; ; k++) {
			const message = ascii([game, ...nonces, n, k].join(":"));
			const byte = new Uint8Array(await crypto.subtle.sign("HMAC", secret, message)).find(
				(one) => one < BYTES,
			);
			if (byte !== undefined) return (byte % 6) + 1;
		}
	};
	return Promise.all(Array.from({ length: number }, (_, n) => die(n)));
}

const WORDS = 2 ** 32 - (2 ** 32 % 6);
const rotated = (word: number, by: number) => (word << by) | (word >>> (32 - by));

/** The dice of a seed: xoshiro128**, its state the first 16 bytes of a hash. */
export async function seeded(seed: string, number: number): Promise<number[]> {
	const digest = new DataView((await sha256(ascii(`portable-wargame dice ${seed}`))).buffer);
	let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.getInt32(at)) as [number, number, number, number];
	const dice: number[] = [];
	while (dice.length < number) {
		const word = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
		const shifted = b << 9;
		c ^= a;
		d ^= b;
		b ^= c;
		a ^= d;
		c ^= shifted;
		d = rotated(d, 11);
		if (word < WORDS) dice.push((word % 6) + 1);
	}
	return dice;
}
