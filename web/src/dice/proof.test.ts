import { describe, expect, it } from "vitest";
import vector from "../../../tests/record/dice-vector.json";
import type { Link, Seals } from "../common/witness";
import { chainOf } from "./chain";
import { type Known, prove } from "./proof";
import { ascii, hex, keyed, seeded, sha256, unhex } from "./streams";

const [RED, BLUE] = vector.nonces as [string, string];
const SEALS: Seals = { [vector.commitment]: { blue: ["lost in a race", BLUE] } };

const roll = (side: string, dice: number[]) => ({
	event: "roll",
	for: "initiative",
	side,
	dice,
	modifiers: [],
	scores: dice,
	clause: "c",
});

/** A record with the dice of the vector, in lines that a test may tamper with. */
function lines() {
	const sealed = { commitment: vector.commitment, scheme: "nonces", game: vector.game };
	const start = vector.dice.slice(0, 2);
	const thrown = vector.dice.slice(2, 24);
	return {
		header: {
			format: "portable-wargame/record/1",
			scenario: { title: "Two Companies", sides: [{ id: "red" }, { id: "blue", name: "Blueland" }] },
			players: { red: "human", blue: "human" },
			dice: sealed as Record<string, string>,
		},
		// The nonces may come in any order; the sides' own order counts.
		blue: { side: "blue", nonce: BLUE },
		red: { side: "red", nonce: RED },
		start: { start: true, dice: start, events: [roll("red", start)] },
		action: { side: "red", action: { do: "end" }, dice: thrown, events: [roll("blue", thrown)] },
		footer: { result: { winner: null, reason: "r" }, reveal: { key: vector.key } },
	};
}

const written = (trees: Record<string, unknown>) =>
	Object.values(trees)
		.map((tree) => `${JSON.stringify(tree)}\n`)
		.join("");
const knowing = (seals: Seals, links: Link[] = [], keys: string[] | null = null): Known => ({
	seals: (game) => (game === vector.game ? seals : {}),
	links: () => links,
	keys,
});
/** The findings about the dice; earlier ones are about the record as a whole. */
const verdicts = async (trees: Record<string, unknown>, seals: Seals = SEALS) => {
	const proof = await prove(written(trees), knowing(seals));
	const [chain, signature, seen, ...findings] = proof.findings.map((finding) => finding.verdict);
	expect([chain, signature, seen]).toEqual(["open", "open", "open"]);
	return { proof, grade: proof.grade, findings };
};

describe("the dice of a key and nonces", () => {
	it("are those of the vector that the server's own test uses", async () => {
		expect(hex(await sha256(unhex(vector.key)))).toBe(vector.commitment);
		expect(await keyed(vector.key, vector.game, vector.nonces, vector.dice.length)).toEqual(vector.dice);
		const { nonces, dice } = vector["one-nonce"];
		expect(await keyed(vector.key, vector.game, nonces, dice.length)).toEqual(dice);
	});
});

describe("the dice of a seed", () => {
	it("are those of the engine, for seeds of any size", async () => {
		expect(await seeded("7", 12)).toEqual([2, 4, 4, 6, 1, 5, 1, 4, 5, 6, 3, 6]);
		expect(await seeded("1152921504606846975", 12)).toEqual([1, 6, 5, 2, 1, 5, 3, 3, 3, 2, 1, 6]);
	});

	it("are checked against their seal, but could be known beforehand", async () => {
		const text = '{"salt":"sealed","script":[6,1],"seed":1152921504606846975}';
		const { header, start } = lines();
		const dice = [6, 1, 1, 6, 5];
		const trees = {
			header: { ...header, dice: { commitment: hex(await sha256(ascii(text))) } },
			start: { ...start, dice, events: [roll("red", dice)] },
		};
		const proof = await prove(`${written(trees)}{"result":{},"reveal":${text}}\n`, knowing({}));
		expect(proof.checked).toBe(5);
		expect(proof.findings.slice(3).map(({ verdict }) => verdict)).toEqual([
			"open",
			"open",
			"open",
			"shown",
			"shown",
			"shown",
		]);
	});
});

describe("a record", () => {
	it("of the first format is consistent and no more, also for a browser that was there", async () => {
		const { proof, grade, findings } = await verdicts(lines());
		expect(grade).toBe("consistent");
		expect(new Set(findings)).toEqual(new Set(["shown"]));
		expect([proof.thrown, proof.checked]).toEqual([24, 24]);
		expect(proof.tallies.map(({ side, thrown }) => [side, thrown])).toEqual([
			["red", 2],
			["blue", 22],
		]);
	});

	it("leaves open what a browser that was not there cannot know", async () => {
		expect((await verdicts(lines(), {})).findings).toEqual([
			"shown",
			"open",
			"open",
			"shown",
			"shown",
			"shown",
		]);
	});

	it("leaves open what has not been revealed", async () => {
		const { footer: _, ...rest } = lines();
		const { findings, proof } = await verdicts(rest);
		expect(findings).toEqual(["shown", "shown", "shown", "open", "open", "shown"]);
		expect(proof.checked).toBe(0);
	});

	it("is wrong if anything in it was changed", async () => {
		const tampered: [(trees: ReturnType<typeof lines>) => void, string][] = [
			[(trees) => (trees.action.dice[3] = 1 + ((trees.action.dice[3] as number) % 6)), "dice come out"],
			[(trees) => trees.action.dice.splice(4, 1), "dice come out"],
			[(trees) => ((trees.action.events[0] as { dice: number[] }).dice = [6, 6]), "What was shown"],
			[(trees) => (trees.footer.reveal.key = vector.key.replace("0", "1")), "The keys"],
			[(trees) => (trees.header.dice.commitment = "00".repeat(32)), "The seal"],
			[(trees) => (trees.blue.nonce = RED), "Your part"],
			[(trees) => (trees.red.nonce = BLUE), "dice come out"],
			[(trees) => (trees.header.dice.game = "other"), "dice come out"],
		];
		for (const [tamper, what] of tampered) {
			const trees = lines();
			tamper(trees);
			// The memory is that of the true game, whatever the record calls it.
			const proof = await prove(written(trees), { seals: () => SEALS, links: () => [], keys: null });
			expect(proof.grade).toBe("failed");
			const failed = proof.findings.filter(({ verdict }) => verdict === "failed").map(({ title }) => title);
			expect(failed.join(), what).toContain(what);
		}
	});

	it("is wrong if a part was added after dice had fallen, or not at all", async () => {
		const { header, blue, red, start, action, footer } = lines();
		expect((await verdicts({ header, blue, start, red, action, footer })).findings[0]).toBe("failed");
		expect((await verdicts({ header, blue, start, action, footer })).findings[0]).toBe("failed");
	});

	it("has a new seal after a take-back, with parts of its own", async () => {
		const { header, blue, red, start, action, footer } = lines();
		const back = { "back-to": 4, side: "red", reveal: { key: vector.key }, dice: header.dice };
		const again = { ...start, side: "red", action: { do: "end" } };
		const { findings, proof } = await verdicts({
			header,
			blue,
			red,
			start,
			action,
			back,
			blue2: blue,
			red2: red,
			again,
			footer,
		});
		expect(findings).toEqual(["shown", "shown", "shown", "shown", "shown", "shown"]);
		expect([proof.thrown, proof.record.segments.length]).toEqual([26, 2]);
	});

	it("that is none is refused in a sentence", async () => {
		await expect(prove("hello\n", knowing({}))).rejects.toThrow("Line 1 of this record is damaged.");
		await expect(prove("{}\n", knowing({}))).rejects.toThrow("This isn’t a record");
	});
});

describe("a record with a chain", () => {
	const GAME = vector.game;

	/** The same lines as a server of today writes them. */
	async function chained(trees: Record<string, unknown>[]): Promise<string> {
		let before = "";
		let text = "";
		for (const tree of trees) {
			const line = JSON.stringify(tree);
			before = hex(await sha256(ascii(before + line)));
			text += `${line.slice(0, -1)},"chain":"${before}"}\n`;
		}
		return text;
	}

	const trees = () => {
		const all = lines();
		Object.assign(all.header, { chained: true });
		return Object.values(all) as Record<string, unknown>[];
	};

	async function signed(text: string) {
		const pair = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, [
			"sign",
			"verify",
		])) as CryptoKeyPair;
		const key = hex(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
		const { links } = await chainOf(text);
		const at = "2026-11-18T12:00:00.000+00:00";
		const sentence = ["portable-wargame/signature/1", GAME, links.length, links.at(-1), at].join("\n");
		const bytes = await crypto.subtle.sign({ name: "Ed25519" }, pair.privateKey, ascii(sentence));
		const line = { signed: hex(new Uint8Array(bytes)), key, game: GAME, lines: links.length, at };
		return { text: `${text}${JSON.stringify(line)}\n`, key };
	}

	async function told(text: string): Promise<Link[]> {
		const { links } = await chainOf(text);
		return links.map((head, index) => ({ lines: index + 1, head })).filter(({ lines }) => lines !== 2);
	}

	const grade = async (text: string, links: Link[], keys: string[] | null) =>
		(await prove(text, knowing(SEALS, links, keys), GAME)).grade;

	it("is what somebody stands by, and no more", async () => {
		const text = await chained(trees());
		const { text: whole, key } = await signed(text);
		const links = await told(text);
		expect(await grade(text, [], [key])).toBe("consistent");
		expect(await grade(whole, [], [key])).toBe("signed");
		expect(await grade(whole, [], ["00".repeat(32)])).toBe("consistent");
		expect(await grade(whole, [], null)).toBe("consistent");
		expect(await grade(text, links, [key])).toBe("witnessed");
		expect(await grade(whole, links, [key])).toBe("both");
		// It heard about a part, or about more than there is.
		expect(await grade(text, links.slice(0, 3), [key])).toBe("consistent");
		expect(await grade(text, [...links, { lines: 99, head: "00".repeat(32) }], [key])).toBe("consistent");
	});

	it("is no more than consistent where it was taken up from elsewhere", async () => {
		const all = trees();
		Object.assign(all[2] ?? {}, { resumed: true });
		const { text: whole, key } = await signed(await chained(all));
		const { grade: found, findings } = await prove(whole, knowing(SEALS, [], [key]), GAME);
		expect(found).toBe("consistent");
		expect(findings[1]?.detail).toContain("taken up at line 3.");
	});

	it("hides nothing in its signature", async () => {
		const { text, key } = await signed(await chained(trees()));
		for (const more of [`"result":{"winner":"red"}`, `"nonce":"00"`, `"chain":"00"`])
			expect(await judged(text.replace(/\}\n$/, `,${more}}\n`), [], key)).not.toBe("signed");
	});

	it("is never more than consistent once a field in it was changed", async () => {
		const text = await chained(trees());
		const { text: whole, key } = await signed(text);
		const links = await told(text);
		const signature = whole.slice(text.length);
		let tried = 0;
		for (const [number, tree] of trees().entries())
			for (const path of places(tree)) {
				const all = trees();
				change(all[number] as Record<string, unknown>, path);
				const kept = whole.split("\n").slice(0, -1);
				const link = /,"chain":"[0-9a-f]{64}"\}$/.exec(kept[number] ?? "")?.[0] ?? "";
				kept[number] = JSON.stringify(all[number]).slice(0, -1) + link;
				const patched = `${kept.join("\n")}\n`;
				const rewritten = await chained(all);
				for (const [forged, best] of [
					[patched, "failed"],
					[rewritten + signature, "failed"],
					[rewritten, "failed"],
				] as const)
					expect(await judged(forged, links, key), `${number} ${path}`).toBe(best);
				expect(["failed", "consistent", "none"]).toContain(await judged(rewritten, [], key));
				tried += 1;
			}
		expect(tried).toBeGreaterThan(60);
	});

	/** A record that cannot be read is not a record. */
	const judged = async (text: string, links: Link[], key: string) => {
		try {
			return await grade(text, links, [key]);
		} catch {
			return links.length > 0 ? "failed" : "none";
		}
	};

	function places(tree: unknown, path: string[] = []): string[][] {
		if (typeof tree !== "object" || tree === null) return [path];
		return Object.entries(tree).flatMap(([name, part]) => places(part, [...path, name]));
	}

	function change(tree: Record<string, unknown>, path: string[]): void {
		const last = path.at(-1) ?? "";
		const holder = path.slice(0, -1).reduce((part, name) => part[name] as Record<string, unknown>, tree);
		const value = holder[last];
		holder[last] = typeof value === "number" ? (value % 6) + 1 : typeof value === "string" ? `${value}0` : 1;
	}
});

describe("dice thrown by hand", () => {
	it("are told to be the table's, and nothing is claimed of them", async () => {
		const { header, start, action, footer } = lines();
		const trees = {
			header: { ...header, dice: { scheme: "table" } },
			start,
			action,
			ruling: { ruling: 1, changes: [], reason: "the cat", dice: [], events: [], hash: "0" },
			footer: { ...footer, reveal: { table: true } },
		};
		const { proof, findings, grade } = await verdicts(trees, {});
		expect(findings).toEqual(["open", "shown"]);
		expect(proof.findings.map(({ title }) => title)).toContain("The dice were thrown at a real table");
		expect([grade, proof.thrown, proof.checked]).toEqual(["consistent", 24, 0]);
	});
});
