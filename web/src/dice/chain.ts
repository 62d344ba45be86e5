// The chain of a record and the signatures under it, worked out from nothing but its text: docs/formats.md, section 4.
import { ascii, hex, sha256, unhex } from "./streams";

/** What a line of a record ends in. */
const ENDING = /,"chain":"([0-9a-f]{64})"\}$/;
const SIGNATURE = '{"signed":';

export interface Signature {
	key: string;
	/** how many lines it signs */
	lines: number;
	/** whether it is a signature for the lines before it; null if this browser cannot tell */
	holds: boolean | null;
}

export interface Chain {
	/** the link of every line, signatures not counted */
	links: string[];
	/** the first line, counted from 1, that is not as it was written; 0 if none */
	broken: number;
	signatures: Signature[];
}

export async function chainOf(text: string): Promise<Chain> {
	const chain: Chain = { links: [], broken: 0, signatures: [] };
	for (const [index, line] of text.split("\n").slice(0, -1).entries()) {
		if (line.startsWith(SIGNATURE)) {
			chain.signatures.push(await signature(line, chain.links));
			continue;
		}
		const found = ENDING.exec(line);
		const before = chain.links.at(-1) ?? "";
		const link = found ? hex(await sha256(ascii(`${before}${line.slice(0, found.index)}}`))) : "";
		if (link === "" || link !== found?.[1]) return { ...chain, broken: index + 1 };
		chain.links.push(link);
	}
	return chain;
}

async function signature(line: string, links: string[]): Promise<Signature> {
	const { signed, key, game, lines, at, ...more } = JSON.parse(line) as Record<string, unknown>;
	const told: Signature = { key: String(key), lines: Number(lines), holds: false };
	// Nothing hides in a signature: the chain does not cover it.
	if (Object.keys(more).length > 0) return told;
	if (lines !== links.length || !isHex(signed, 128) || !isHex(key, 64)) return told;
	const sentence = ["portable-wargame/signature/1", game, lines, links.at(-1), at].join("\n");
	try {
		const known = await crypto.subtle.importKey("raw", unhex(key), { name: "Ed25519" }, false, ["verify"]);
		told.holds = await crypto.subtle.verify({ name: "Ed25519" }, known, unhex(signed), ascii(sentence));
	} catch {
		told.holds = null; // an older browser does not know such signatures
	}
	return told;
}

const isHex = (value: unknown, length: number): value is string =>
	typeof value === "string" && value.length === length && /^[0-9a-f]+$/.test(value);
