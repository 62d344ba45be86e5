// A whole scenario in a link: JSON, deflated, in letters that an address may contain. What comes in is hostile until
// the server has checked it: neither the link nor what it unfolds to may be larger than any scenario needs to be.
import { designing } from "../../words/designing";

export const LONGEST_LINK = 200_000;
export const LARGEST_TREE = 1_000_000;

export async function packed(tree: unknown): Promise<string> {
	const stream = new Blob([JSON.stringify(tree)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
	const bytes = await gathered(stream, Number.POSITIVE_INFINITY);
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

/** The tree, or an Error that says what is wrong with the link. */
export async function unpacked(link: string): Promise<Record<string, unknown>> {
	if (link.length > LONGEST_LINK) throw new Error(designing.editor.link.tooLong);
	if (!/^[\w-]+$/.test(link)) throw new Error(designing.editor.link.damaged);
	let text: string;
	try {
		const letters = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
		const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
		const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
		text = new TextDecoder("utf-8", { fatal: true }).decode(await gathered(stream, LARGEST_TREE));
	} catch (failure) {
		if (failure instanceof TooLarge) throw failure;
		throw new Error(designing.editor.link.cut);
	}
	const tree = parsed(text);
	if (typeof tree !== "object" || tree === null || Array.isArray(tree))
		throw new Error(designing.editor.link.empty);
	return tree as Record<string, unknown>;
}

class TooLarge extends Error {}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Error(designing.editor.link.empty);
	}
}

/** All bytes of a stream, which is cut off as soon as there are too many. */
async function gathered(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
	const reader = stream.getReader();
	const chunks: Uint8Array[] = [];
	let size = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		size += value.length;
		if (size > most) {
			await reader.cancel();
			throw new TooLarge(designing.editor.link.tooLarge);
		}
		chunks.push(value);
	}
	const whole = new Uint8Array(size);
	let at = 0;
	for (const chunk of chunks) {
		whole.set(chunk, at);
		at += chunk.length;
	}
	return whole;
}
