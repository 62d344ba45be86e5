import { describe, expect, it } from "vitest";
import vector from "../../../tests/record/dice-vector.json";
import type { Seals } from "../common/witness";
import { prove } from "./proof";
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
const verdicts = async (trees: Record<string, unknown>, seals: Seals = SEALS) => {
	const proof = await prove(written(trees), (game) => (game === vector.game ? seals : {}));
	return { proof, verdict: proof.verdict, findings: proof.findings.map((finding) => finding.verdict) };
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
		const proof = await prove(`${written(trees)}{"result":{},"reveal":${text}}\n`, () => ({}));
		expect(proof.checked).toBe(5);
		expect(proof.findings.map(({ verdict }) => verdict)).toEqual([
			"open",
			"open",
			"open",
			"proved",
			"proved",
			"proved",
		]);
	});
});

describe("a record", () => {
	it("is proved in everything by a browser that was there", async () => {
		const { proof, verdict } = await verdicts(lines());
		expect(verdict).toBe("proved");
		expect([proof.thrown, proof.checked]).toEqual([24, 24]);
		expect(proof.tallies.map(({ side, thrown }) => [side, thrown])).toEqual([
			["red", 2],
			["blue", 22],
		]);
	});

	it("leaves open what a browser that was not there cannot know", async () => {
		expect((await verdicts(lines(), {})).findings).toEqual([
			"proved",
			"open",
			"open",
			"proved",
			"proved",
			"proved",
		]);
	});

	it("leaves open what has not been revealed", async () => {
		const { footer: _, ...rest } = lines();
		const { findings, proof } = await verdicts(rest);
		expect(findings).toEqual(["proved", "proved", "proved", "open", "open", "proved"]);
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
			const proof = await prove(written(trees), () => SEALS);
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
		const { verdict, proof } = await verdicts({
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
		expect([verdict, proof.thrown, proof.record.segments.length]).toEqual(["proved", 26, 2]);
	});

	it("that is none is refused in a sentence", async () => {
		await expect(prove("hello\n", () => ({}))).rejects.toThrow("Line 1 of this record is damaged.");
		await expect(prove("{}\n", () => ({}))).rejects.toThrow("This is no record");
	});
});
