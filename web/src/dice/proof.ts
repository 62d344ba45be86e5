// What a record proves about its dice, worked out here and now, without any help of the server that threw them.
import type { Seals } from "../common/witness";
import { type DiceRecord, read, type Segment } from "./record";
import { ascii, hex, keyed, seeded, sha256, unhex } from "./streams";
import { type Tally, tally } from "./tally";

export interface Finding {
	/** `open`: nothing speaks against it, but it cannot be shown here */
	verdict: "proved" | "failed" | "open";
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
	verdict: Finding["verdict"];
}

/** `game` is the one that the record should be of; of a game that is not remembered, the record's own word counts. */
export async function prove(text: string, memory: (game: string) => Seals, game = ""): Promise<Proof> {
	const record = read(text);
	const games = record.segments.map(({ sealed }) => sealed.game);
	const expected = memory(game);
	const own = Object.keys(expected).length > 0 ? expected : memory(games.at(-1) ?? "");
	// A battle played on from another has the seals of that one too.
	const all: Seals = Object.assign({}, ...games.map(memory), own);
	const order = record.sides.map((side) => side.id);
	const rethrown = await Promise.all(record.segments.map((segment) => rethrow(segment, order)));
	const findings = [
		inOrder(record),
		...witnessed(record, own, all),
		fitting(record, rethrown),
		recomputed(record, rethrown),
		reported(record),
	];
	const worst = (verdict: Finding["verdict"]) => findings.some((finding) => finding.verdict === verdict);
	return {
		record,
		findings,
		tallies: tally(record.events, order),
		thrown: number(record.segments),
		checked: rethrown.reduce((sum, one) => sum + one.right, 0),
		verdict: worst("failed") ? "failed" : worst("open") ? "open" : "proved",
	};
}

const number = (segments: Segment[]) => segments.reduce((sum, { dice }) => sum + dice.length, 0);
const finding = (verdict: Finding["verdict"], title: string, detail: string): Finding => ({
	verdict,
	title,
	detail,
});
const count = (many: number, one: string) => `${many} ${many === 1 ? one : `${one}s`}`;

const called = ({ sides }: DiceRecord, side: string) => sides.find(({ id }) => id === side)?.name ?? side;

/** Sealed first, then a part of every person, then dice. */
function inOrder(record: DiceRecord): Finding {
	const { segments, people } = record;
	const title = "Everything was fixed before the first die fell";
	const last = segments.findLastIndex((segment) => segment.line > 1 && segment.sealed.scheme === "nonces");
	for (const [index, segment] of segments.entries()) {
		if (segment.disorder) return finding("failed", title, `Line ${segment.line}: ${segment.disorder}.`);
		// A battle played on from another may have had other players before.
		const missing = people.filter((side) => !(side in segment.nonces));
		if (segment.sealed.scheme === "nonces" && segment.dice.length > 0 && index >= last && missing.length > 0)
			return finding(
				"failed",
				title,
				`Dice fell before ${missing.map((side) => called(record, side)).join(" and ")} had added a part.`,
			);
	}
	if (segments.some(({ sealed }) => sealed.scheme === "seed"))
		return finding(
			"open",
			title,
			"Dice were made from a seed alone: whoever knew it could know them beforehand.",
		);
	const given = segments.flatMap(({ nonces }) => Object.keys(nonces)).length;
	return finding(
		"proved",
		title,
		`The server sealed ${count(segments.length, "key")}, and only then ${given === 1 ? "1 part was" : `${given} parts were`} added by the players.`,
	);
}

/** What this browser has seen with its own eyes is what the record says. */
function witnessed(record: DiceRecord, own: Seals, seals: Seals): Finding[] {
	const { segments, finished } = record;
	const seen = "The seal is the one that this browser was shown";
	const part = "Your part is in it";
	if (Object.keys(seals).length === 0) {
		const why = "This browser did not take part in the battle, and remembers nothing of it.";
		return [finding("open", seen, why), finding("open", part, why)];
	}
	const recorded = new Set(segments.map(({ sealed }) => sealed.commitment));
	const missing = Object.keys(own).filter((commitment) => !recorded.has(commitment));
	const unseen = segments.filter(({ sealed }) => !(sealed.commitment in seals)).length;
	return [
		missing.length > 0 && finished
			? finding(
					"failed",
					seen,
					`It was shown ${missing[0]?.slice(0, 16)}…, and the record does not have that.`,
				)
			: unseen > 0
				? finding(
						"open",
						seen,
						`${count(unseen, "seal")} of ${segments.length} came when this browser was not there.`,
					)
				: finding(
						"proved",
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
			`For ${called(record, wrong.side)} this browser threw ${wrong.thrown.join(" or ")}, and the record has ${wrong.recorded || "nothing"}.`,
		);
	if (given.length === 0)
		return finding("open", title, "This browser added nothing to these dice: it only watched.");
	return finding(
		"proved",
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
	if (!reveal) return { fits: null, right: 0 };
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

/** JSON of nothing but ASCII. */
const plain = (text: string) =>
	JSON.stringify(text).replace(
		/[^\x20-\x7e]/g,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);

function fitting({ segments }: DiceRecord, rethrown: Rethrown[]): Finding {
	const title = "The keys that were revealed are those that were sealed";
	const wrong = rethrown.findIndex(({ fits }) => fits === false);
	if (wrong !== -1)
		return finding("failed", title, `The key for the seal of line ${segments[wrong]?.line} is another one.`);
	const open = rethrown.filter(({ fits }) => fits === null).length;
	if (open > 0)
		return finding(
			"open",
			title,
			`${count(open, "key")} of ${segments.length} has not been revealed yet: that happens when the battle ends.`,
		);
	return finding("proved", title, `SHA-256 of each key gives its seal.`);
}

function recomputed({ segments }: DiceRecord, rethrown: Rethrown[]): Finding {
	const thrown = number(segments);
	const right = rethrown.reduce((sum, one) => sum + one.right, 0);
	if (thrown === 0) return finding("proved", "No die has fallen yet", "There is nothing to throw again.");
	const title =
		right === thrown
			? `All ${thrown} dice come out the same`
			: `${right} of ${thrown} dice come out the same`;
	for (const [index, segment] of segments.entries()) {
		const { fits, right: same } = rethrown[index] ?? { fits: null, right: 0 };
		const die = segment.dice[same];
		if (fits !== null && die)
			return finding(
				"failed",
				title,
				`Die number ${same} after the seal of line ${segment.line} is a ${die.face} in line ${die.line}; the key gives another.`,
			);
	}
	if (right < thrown)
		return finding(
			"open",
			title,
			`${thrown - right} cannot be thrown again, because their key has not been revealed.`,
		);
	return finding("proved", title, "They are numbered from 0 after each seal, and none is left out.");
}

function reported({ misreported }: DiceRecord): Finding {
	const title = "What was shown is what was thrown";
	if (misreported.length > 0)
		return finding("failed", title, `The log of line ${misreported[0]} shows other dice.`);
	return finding("proved", title, "The dice of every throw in the log are those of the record.");
}
