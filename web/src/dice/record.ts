// A record as far as its dice are concerned: what was sealed, who added what, what fell, and what was revealed.
import type { Event } from "../common/protocol";
import { words } from "../words";

export const FORMAT = "portable-wargame/record/1";

export interface Sealed {
	commitment: string;
	/** `table`: thrown by hand, and nothing is sealed */
	scheme: "nonces" | "seed" | "table";
	game: string;
}

/** The dice between one commitment and the next. */
export interface Segment {
	sealed: Sealed;
	/** the line that seals it, counted from 1 */
	line: number;
	/** by side */
	nonces: Record<string, string>;
	/** each with the line it stands in */
	dice: { face: number; line: number }[];
	reveal: Record<string, unknown> | null;
	/** what is wrong with the order of its lines; empty if nothing is */
	disorder: string;
}

export interface DiceRecord {
	title: string;
	isChained: boolean;
	/** the line, counted from 1, at which the battle was last resumed; 0 if it was not */
	takenUp: number;
	/** as the scenario lists them */
	sides: { id: string; name: string }[];
	/** the sides that people play */
	people: string[];
	finished: boolean;
	segments: Segment[];
	events: Event[];
	/** lines whose log shows other dice than were thrown */
	misreported: number[];
}

interface Line {
	format?: string;
	/** absent from records made before lines had links */
	chained?: boolean;
	chain?: string;
	scenario?: { title?: string; sides?: { id: string; name?: string }[] };
	"house-rules"?: { activation?: string };
	players?: Record<string, string>;
	dice?: number[] | Partial<Sealed>;
	side?: string;
	nonce?: unknown;
	events?: Event[];
	reveal?: Record<string, unknown>;
	result?: unknown;
	resumed?: boolean;
}

export function read(text: string): DiceRecord {
	const lines = text.split("\n").slice(0, -1).map(parsed);
	const [header] = lines;
	if (header?.format !== FORMAT) throw new Error(words.dice.record.none(FORMAT));
	const people = Object.entries(header.players ?? {}).flatMap(([side, player]) =>
		player === "human" ? [side] : [],
	);
	// Cards are drawn with dice that no throw of the log shows.
	const cards = header["house-rules"]?.activation === "cards";
	return {
		title: header.scenario?.title ?? "",
		takenUp: lines.findLastIndex((line) => line.resumed === true) + 1,
		// A record whose lines have links does not lose them by denying it.
		isChained: header.chained === true || header.chain !== undefined,
		sides: (header.scenario?.sides ?? []).map(({ id, name }) => ({ id, name: name ?? id })),
		people,
		finished: lines.some((line) => line.result !== undefined),
		segments: segments(lines),
		events: lines.flatMap((line) => line.events ?? []),
		misreported: lines.flatMap((line, number) => (isReported(line, cards) ? [] : [number + 1])),
	};
}

/** A seed has more digits than a JavaScript number holds, so it stays text. */
function parsed(line: string, number: number): Line {
	try {
		const tree: unknown = JSON.parse(line.replace(/("seed"\s*:\s*)(-?\d+)/g, '$1"$2"'));
		if (typeof tree === "object" && tree !== null) return tree;
	} catch {
		// reported below
	}
	throw new Error(words.dice.record.damaged(number + 1));
}

function segments(lines: Line[]): Segment[] {
	const all: Segment[] = [];
	lines.forEach((line, index) => {
		const last = all.at(-1);
		if (last && line.nonce !== undefined) note(last, line);
		if (last && line.reveal) last.reveal ??= line.reveal;
		if (Array.isArray(line.dice)) last?.dice.push(...line.dice.map((face) => ({ face, line: index + 1 })));
		else if (line.dice) all.push(begun(line.dice, index + 1));
	});
	return all;
}

function begun(sealed: Partial<Sealed>, line: number): Segment {
	const { commitment = "", scheme = "seed", game = "" } = sealed;
	return { sealed: { commitment, scheme, game }, line, nonces: {}, dice: [], reveal: null, disorder: "" };
}

function note(segment: Segment, line: Line): void {
	const side = line.side ?? "";
	if (segment.dice.length > 0) segment.disorder = words.dice.record.late(side);
	if (side in segment.nonces) segment.disorder = words.dice.record.twice(side);
	segment.nonces[side] = String(line.nonce);
}

/** The log shows the dice that were thrown, in their order; with cards, perhaps others between them. */
function isReported({ dice, events = [] }: Line, cards: boolean): boolean {
	const thrown = Array.isArray(dice) ? dice : [];
	const shown = events.flatMap((event) => (event.event === "roll" ? event.dice : []));
	let found = 0;
	for (const face of thrown) if (shown[found] === face) found += 1;
	return found === shown.length && (cards || shown.length === thrown.length);
}
