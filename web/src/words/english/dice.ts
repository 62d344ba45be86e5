import { counted, plural } from "../numbers";

const KEYS = { one: "key", other: "keys" };
const LINES = { one: "line", other: "lines" };

/** Check the dice: each sentence says what was checked, and nothing beyond it. */
export const dice = {
	verdicts: {
		failed: "Something is wrong",
		consistent: "Consistent, and no more than that",
		signed: "Signed by this server",
		witnessed: "Witnessed by this browser",
		both: "Witnessed by this browser and signed by this server",
	},
	details: {
		failed: "This record is not the battle that was played, or it has been changed since.",
		consistent:
			"Nothing in this record contradicts itself. That doesn’t show that this battle was ever played: anyone with a finished record could write another just as consistent.",
		signed:
			"The server says it kept these very lines, and nothing in them has changed since. You have its word for it, not your own eyes.",
		witnessed: "Line for line, this is the battle that this browser followed while it was played.",
		both: "Line for line, this is the battle that this browser followed while it was played, and the server stands by it.",
	},
	page: {
		heading: "Check the dice",
		lead: "Dice that nobody has to trust",
		busy: "Throwing them all again…",
		fell: "How they fell",
		how: "How it works",
		explained: [
			"Before the battle the server throws a secret key and shows everybody its seal: a SHA-256 sum, from which nobody can find the key. Only then does each player’s browser add a number of its own. Every die is calculated from all of these, and when the battle is over the key is revealed. Then anyone can throw every die again, as this page has just done.",
			"With each step the server also sends every browser a running sum of the whole record. The browser keeps it: change anything in the record, and the sum no longer fits.",
			"None of this shows that the server kept the key to itself, or that the rules were followed. The command “pw verify” checks the rules.",
		],
		back: "Back to the battle",
		open: "Check a record (*.pwg)",
		needsHttps:
			"Browsers calculate seals only on pages that come over https or from this computer. Save the record and run “pw verify” on it.",
	},
	tally: {
		tooFew: "too few to tell",
		chance: (share: number) =>
			`fair dice would be at least this uneven ${share < 0.01 ? "less than once" : plural(Math.round(share * 100), { one: "about once", other: `about ${Math.round(share * 100)} times` })} in 100`,
		nobody: "Neither side’s",
		summary: (dice: number, each: number, verdict: string) =>
			`${counted(dice, { one: "die", other: "dice" })}, ${each.toFixed(1)} of each expected; ${verdict}`,
		face: "Face",
		came: "Came up",
	},
	table: {
		title: "The dice were thrown at a real table",
		about: (dice: number) =>
			`The players entered ${counted(dice, { one: "die", other: "dice" })} themselves. No one can throw them again; “pw verify” checks everything else.`,
	},
	order: {
		title: "Everything was fixed before the first die fell",
		disorder: (line: number, what: string) => `Line ${line}: ${what}.`,
		early: (sides: string[]) => `Dice fell before ${sides.join(" and ")} had added a part.`,
		seeded: "The dice come from a seed alone: anyone who knew it could know them beforehand.",
		whole: (keys: number, parts: number) =>
			`The server sealed ${counted(keys, KEYS)}; only then did the players add ${counted(parts, { one: "part", other: "parts" })}.`,
	},
	seals: {
		seen: "The seal is the one this browser was shown",
		part: "Your part is in it",
		absent: "This browser took no part in the battle, and remembers nothing of it.",
		missing: (seal: string) => `This browser was shown ${seal}…, which isn’t in the record.`,
		unseen: (seals: number, all: number) =>
			`${counted(seals, { one: "seal", other: "seals" })} of ${all} came while this browser was away.`,
		other: (side: string, thrown: string[], recorded: string) =>
			`For ${side} this browser threw ${thrown.join(" or ")}; the record has ${recorded || "nothing"}.`,
		watched: "This browser added nothing to these dice: it only watched.",
	},
	keys: {
		title: "The keys that were revealed are the ones that were sealed",
		wrong: (line: number) => `The key for the seal in line ${line} is a different one.`,
		open: (open: number, all: number) =>
			`${open} of ${counted(all, KEYS)} ${plural(open, { one: "has", other: "have" })} not been revealed yet: that happens when the battle ends.`,
		whole: "SHA-256 of each key gives its seal.",
	},
	again: {
		title: (right: number, thrown: number) =>
			right === thrown
				? `All ${thrown} dice come out the same`
				: `${right} of ${thrown} dice come out the same`,
		none: "No die has fallen yet",
		noneAbout: "There is nothing to throw again.",
		wrong: (number: number, seal: number, face: number, line: number) =>
			`Die ${number} after the seal in line ${seal} is a ${face} in line ${line}; the key gives another face.`,
		open: (dice: number) =>
			`${counted(dice, { one: "die", other: "dice" })} can’t be thrown again: the key has not been revealed.`,
		whole: "They are numbered from 0 after each seal, and none is missing.",
	},
	shown: {
		title: "What was shown is what was thrown",
		wrong: (line: number) => `The log in line ${line} shows other dice.`,
		whole: "The dice of every roll in the log are those of the record.",
	},
	record: {
		none: (format: string) => `This isn’t a record: its first line doesn’t say ${format}.`,
		damaged: (line: number) => `Line ${line} of this record is damaged.`,
		late: (side: string) => `${side} added its part after dice had fallen`,
		twice: (side: string) => `${side} added its part twice`,
	},
	findings: { shown: "checked", failed: "wrong", open: "can’t tell" },
	chain: {
		title: "Every line is bound to the one before it",
		whole: (lines: number) =>
			`${counted(lines, LINES)}, and not a letter has changed since they were written.`,
		broken: (line: number) => `Line ${line} has been changed, or moved.`,
		none: "This record is older than the chain: moves, names and outcomes could have been changed since.",
	},
	signature: {
		title: "This server has signed it",
		whole: (key: string) => `With its key ${key}….`,
		part: (lines: number, all: number) => `Only the first ${lines} of ${counted(all, LINES)}.`,
		takenUp: (line: number) =>
			`The battle was taken up at line ${line}. The server has kept what follows; the lines before may come from elsewhere.`,
		none: "Nobody has signed it.",
		another: (key: string) => `It is signed with the key ${key}…, which isn’t one of this server’s.`,
		unknown: "This browser can’t check signatures of this kind (Ed25519). “pw verify --keys” can.",
		keyless: "The server didn’t say what its keys are.",
		wrong: "The signature doesn’t match these lines.",
	},
	witness: {
		title: "This browser has seen the same battle",
		whole: (seen: number) =>
			`It kept ${counted(seen, { one: "link", other: "links" })} of the chain, the last one among them; all are here.`,
		part: (line: number, all: number) =>
			`As far as line ${line} of ${all}. It heard nothing of what came after.`,
		shorter: (lines: number) => `So far they agree, but the battle went on: this browser saw ${lines} lines.`,
		none: "It wasn’t there, or has forgotten.",
		wrong: (line: number) =>
			`Line ${line} was different when this browser saw it. (The server may have been restored from a backup since: that is honest, but it isn’t the battle you saw.)`,
	},
};
