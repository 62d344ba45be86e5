// What a record shows about its battle, worked out here without any help from the server that kept it.
import type { Link, Seals } from "../common/witness";
import { words } from "../words";
import { type Chain, chainOf } from "./chain";
import { type DiceRecord, read, type Segment } from "./record";
import { ascii, hex, keyed, seeded, sha256, unhex } from "./streams";
import { type Tally, tally } from "./tally";

export interface Finding {
	/** `open`: nothing contradicts it, but it cannot be shown here */
	verdict: "shown" | "failed" | "open";
	title: string;
	detail: string;
}

export interface Proof {
	record: DiceRecord;
	findings: Finding[];
	tallies: Tally[];
	thrown: number;
	/** dice that were thrown again and came out the same */
	checked: number;
	grade: Grade;
}

/** Findings about the record as a whole. */
export type Grade = "failed" | "consistent" | "signed" | "witnessed" | "both";

/** Everything this browser knows besides the record. */
export interface Known {
	seals(game: string): Seals;
	links(game: string): Link[];
	/** the public keys of this server; null if it did not say */
	keys: string[] | null;
}

/** `game` is the one that the record should be of; for a game it does not remember, the record's own word counts. */
export async function prove(text: string, known: Known, game = ""): Promise<Proof> {
	const record = read(text);
	const memory = known.seals;
	const chain = record.isChained ? await chainOf(text) : null;
	const games = record.segments.map(({ sealed }) => sealed.game);
	const expected = memory(game);
	const own = Object.keys(expected).length > 0 ? expected : memory(games.at(-1) ?? "");
	// A battle played on from another has the seals of that one too.
	const all: Seals = Object.assign({}, ...games.map(memory), own);
	const order = record.sides.map((side) => side.id);
	const rethrown = await Promise.all(record.segments.map((segment) => rethrow(segment, order)));
	const links = known.links(game || (games.at(-1) ?? ""));
	const [bound, signed, seen] = [
		chained(chain),
		signatureOf(chain, known.keys, record.takenUp),
		sameAsSeen(chain, links),
	];
	const sealed = record.segments.filter((segment) => !isByHand(segment));
	const findings = [
		bound,
		signed,
		seen,
		...byHand(record),
		...(sealed.length > 0
			? [
					inOrder(record),
					...witnessed(record, own, all),
					fitting(record, rethrown),
					recomputed(record, rethrown),
				]
			: []),
		reported(record),
	];
	const isWrong = findings.some(({ verdict }) => verdict === "failed");
	return {
		record,
		findings,
		tallies: tally(record.events, order),
		thrown: number(record.segments),
		checked: rethrown.reduce((sum, one) => sum + one.right, 0),
		grade: isWrong ? "failed" : gradeOf(signed, seen),
	};
}

function gradeOf(signed: Finding, seen: Finding): Grade {
	if (seen.verdict === "shown") return signed.verdict === "shown" ? "both" : "witnessed";
	return signed.verdict === "shown" ? "signed" : "consistent";
}

function chained(chain: Chain | null): Finding {
	const { title, none, broken, whole } = words.dice.chain;
	if (chain === null) return finding("open", title, none);
	if (chain.broken > 0) return finding("failed", title, broken(chain.broken));
	return finding("shown", title, whole(chain.links.length));
}

/** Nothing but the whole record, under a key that this server publishes, counts as signed by it. */
function signatureOf(chain: Chain | null, keys: string[] | null, takenUp: number): Finding {
	const told = words.dice.signature;
	const last = chain?.signatures.at(-1);
	if (!chain || chain.broken > 0 || !last) return finding("open", told.title, told.none);
	if (chain.signatures.some(({ holds }) => holds === false)) return finding("failed", told.title, told.wrong);
	if (last.holds === null) return finding("open", told.title, told.unknown);
	const key = last.key.slice(0, 16);
	if (keys === null) return finding("open", told.title, told.keyless);
	if (!keys.includes(last.key)) return finding("open", told.title, told.another(key));
	if (last.lines < chain.links.length)
		return finding("open", told.title, told.part(last.lines, chain.links.length));
	// Anyone can bring a record, and have a server go on with it.
	if (takenUp > 0) return finding("open", told.title, told.takenUp(takenUp));
	return finding("shown", told.title, told.whole(key));
}

function sameAsSeen(chain: Chain | null, links: Link[]): Finding {
	const told = words.dice.witness;
	if (links.length === 0 || chain === null || chain.broken > 0) return finding("open", told.title, told.none);
	const all = chain.links.length;
	const wrong = links.find(({ lines, head }) => lines <= all && chain.links[lines - 1] !== head);
	if (wrong) return finding("failed", told.title, told.wrong(wrong.lines));
	const here = links.filter(({ lines }) => lines <= all);
	const last = here.at(-1)?.lines ?? 0;
	if (last === 0) return finding("open", told.title, told.none);
	const farthest = links.at(-1)?.lines ?? 0;
	if (farthest > all) return finding("open", told.title, told.shorter(farthest));
	if (last < all) return finding("open", told.title, told.part(last, all));
	return finding("shown", told.title, told.whole(here.length));
}

const number = (segments: Segment[]) => segments.reduce((sum, { dice }) => sum + dice.length, 0);
const finding = (verdict: Finding["verdict"], title: string, detail: string): Finding => ({
	verdict,
	title,
	detail,
});
const called = ({ sides }: DiceRecord, side: string) => sides.find(({ id }) => id === side)?.name ?? side;

const isByHand = ({ sealed }: Segment) => sealed.scheme === "table";

/** Dice of a real table: nobody can throw them again. */
function byHand({ segments }: DiceRecord): Finding[] {
	const thrown = number(segments.filter(isByHand));
	return segments.some(isByHand)
		? [finding("open", words.dice.table.title, words.dice.table.about(thrown))]
		: [];
}

/** First the seal, then everyone's part, then the dice. */
function inOrder(record: DiceRecord): Finding {
	const { segments, people } = record;
	const told = words.dice.order;
	const { title } = told;
	const last = segments.findLastIndex((segment) => segment.line > 1 && segment.sealed.scheme === "nonces");
	for (const [index, segment] of segments.entries()) {
		if (segment.disorder) return finding("failed", title, told.disorder(segment.line, segment.disorder));
		// A battle played on from another may have had other players before.
		const missing = people.filter((side) => !(side in segment.nonces));
		if (segment.sealed.scheme === "nonces" && segment.dice.length > 0 && index >= last && missing.length > 0)
			return finding("failed", title, told.early(missing.map((side) => called(record, side))));
	}
	if (segments.some(({ sealed }) => sealed.scheme === "seed")) return finding("open", title, told.seeded);
	const given = segments.flatMap(({ nonces }) => Object.keys(nonces)).length;
	return finding("shown", title, told.whole(segments.length, given));
}

/** Whether the record agrees with what this browser has seen for itself. */
function witnessed(record: DiceRecord, own: Seals, seals: Seals): Finding[] {
	const { segments, finished } = record;
	const told = words.dice.seals;
	const { seen, part } = told;
	if (Object.keys(seals).length === 0) {
		return [finding("open", seen, told.absent), finding("open", part, told.absent)];
	}
	const recorded = new Set(segments.map(({ sealed }) => sealed.commitment));
	const missing = Object.keys(own).filter((commitment) => !recorded.has(commitment));
	const unseen = segments.filter(({ sealed }) => !(sealed.commitment in seals)).length;
	return [
		missing.length > 0 && finished
			? finding("failed", seen, told.missing(missing[0]?.slice(0, 16) ?? ""))
			: unseen > 0
				? finding("open", seen, told.unseen(unseen, segments.length))
				: finding(
						"shown",
						seen,
						segments.map(({ sealed }) => `${sealed.commitment.slice(0, 16)}…`).join(", "),
					),
		ownPart(record, seals, part),
	];
}

function ownPart(record: DiceRecord, seals: Seals, title: string): Finding {
	const given = record.segments.flatMap(({ sealed, nonces }) =>
		Object.entries(seals[sealed.commitment] ?? {}).map(([side, thrown]) => ({
			side,
			thrown,
			recorded: nonces[side] ?? "",
		})),
	);
	const wrong = given.find(({ thrown, recorded }) => !thrown.includes(recorded));
	if (wrong)
		return finding(
			"failed",
			title,
			words.dice.seals.other(called(record, wrong.side), wrong.thrown, wrong.recorded),
		);
	if (given.length === 0) return finding("open", title, words.dice.seals.watched);
	return finding(
		"shown",
		title,
		given.map(({ side, recorded }) => `${called(record, side)}: ${recorded}`).join(", "),
	);
}

interface Rethrown {
	/** whether the key that was revealed is the one that was sealed; null if none was revealed */
	fits: boolean | null;
	/** how many dice, from the first on, came out the same */
	right: number;
}

async function rethrow(segment: Segment, order: string[]): Promise<Rethrown> {
	const { sealed, dice, reveal } = segment;
	if (!reveal || isByHand(segment)) return { fits: null, right: 0 };
	const opened = await (sealed.scheme === "nonces" ? openedKey(segment, order) : openedSeed(segment));
	if (!opened) return { fits: false, right: 0 };
	const wrong = dice.findIndex(({ face }, index) => opened.dice[index] !== face);
	return { fits: opened.commitment === sealed.commitment, right: wrong === -1 ? dice.length : wrong };
}

async function openedKey({ sealed, nonces, dice, reveal }: Segment, order: string[]) {
	const key = reveal?.key;
	if (typeof key !== "string" || !/^[0-9a-f]{64}$/.test(key)) return null;
	const given = order.flatMap((side) => nonces[side] ?? []);
	return {
		commitment: hex(await sha256(unhex(key))),
		dice: await keyed(key, sealed.game, given, dice.length),
	};
}

async function openedSeed({ dice, reveal }: Segment) {
	const { seed, script, salt } = reveal ?? {};
	if (typeof seed !== "string" || !Array.isArray(script) || typeof salt !== "string") return null;
	const text = `{"salt":${plain(salt)},"script":[${script}],"seed":${seed}}`;
	const stream = await seeded(seed, Math.max(0, dice.length - script.length));
	return { commitment: hex(await sha256(ascii(text))), dice: [...script, ...stream] as number[] };
}

/** JSON in ASCII only. */
const plain = (text: string) =>
	JSON.stringify(text).replace(
		/[^\x20-\x7e]/g,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);

function fitting({ segments }: DiceRecord, rethrown: Rethrown[]): Finding {
	const told = words.dice.keys;
	const { title } = told;
	const wrong = rethrown.findIndex(({ fits }) => fits === false);
	if (wrong !== -1) return finding("failed", title, told.wrong(segments[wrong]?.line ?? 0));
	const open = rethrown.filter(
		({ fits }, index) => fits === null && !isByHand(segments[index] as Segment),
	).length;
	if (open > 0) return finding("open", title, told.open(open, segments.length));
	return finding("shown", title, told.whole);
}

function recomputed({ segments }: DiceRecord, rethrown: Rethrown[]): Finding {
	const told = words.dice.again;
	const thrown = number(segments);
	const right = rethrown.reduce((sum, one) => sum + one.right, 0);
	if (thrown === 0) return finding("shown", told.none, told.noneAbout);
	const title = told.title(right, thrown);
	for (const [index, segment] of segments.entries()) {
		const { fits, right: same } = rethrown[index] ?? { fits: null, right: 0 };
		const die = segment.dice[same];
		if (fits !== null && die)
			return finding("failed", title, told.wrong(same, segment.line, die.face, die.line));
	}
	const unsealed = number(segments.filter(isByHand));
	if (right + unsealed < thrown) return finding("open", title, told.open(thrown - right - unsealed));
	return finding("shown", title, told.whole);
}

function reported({ misreported }: DiceRecord): Finding {
	const told = words.dice.shown;
	const { title } = told;
	if (misreported.length > 0) return finding("failed", title, told.wrong(misreported[0] ?? 0));
	return finding("shown", title, told.whole);
}
