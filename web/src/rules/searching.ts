import type { Clause } from "../common/protocol";
import { words } from "../words";

const IDLE = new Set(words.rules.idle.split(" "));
const ENDINGS = /(?<=..)(?:ings?|ed|es|s|e)$/;

/** What a search is about: the words that say something, without their endings, so that "firing" finds "fires". */
export function soughtIn(typed: string): string[] {
	const found = typed.toLowerCase().match(/[\p{L}\d]+(?:[-.'’][\p{L}\d]+)*/gu) ?? [];
	const telling = found.filter((word) => !IDLE.has(word.replace("’", "'")));
	return [...new Set((telling.length > 0 ? telling : found).map((word) => word.replace(ENDINGS, "")))];
}

/** Clauses with every word in them: in their id, heading, rule or ruling. If there are none, those with most of the words. */
export function matching(clauses: Clause[], typed: string, book: string): Clause[] {
	const sought = soughtIn(typed);
	const here = clauses.filter((clause) => book === "" || clause.book === book);
	const scored = here.map((clause) => {
		const text = `${clause.id} ${clause.heading} ${clause.rule} ${clause.ruling}`.toLowerCase();
		return { clause, found: sought.filter((word) => text.includes(word)).length };
	});
	const best = Math.max(0, ...scored.map(({ found }) => found));
	if (best < sought.length / 2) return [];
	return scored.filter(({ found }) => found === best).map(({ clause }) => clause);
}

/** A text in pieces, with the words searched for as separate ones. */
export function pieces(text: string, sought: string[]): { text: string; sought: boolean }[] {
	if (sought.length === 0) return [{ text, sought: false }];
	const any = sought.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
	return text
		.split(new RegExp(`((?<![\\p{L}])(?:${any})\\p{L}*)`, "giu"))
		.map((piece, number) => ({ text: piece, sought: number % 2 === 1 }))
		.filter((piece) => piece.text !== "");
}
