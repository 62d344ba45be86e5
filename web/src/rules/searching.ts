import type { Clause } from "../common/protocol";

/** Every word must be somewhere in the clause: its id, its heading, its rule or its ruling. */
export function matching(clauses: Clause[], words: string, book: string): Clause[] {
	const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
	return clauses.filter((clause) => {
		if (book !== "" && clause.book !== book) return false;
		const text = `${clause.id} ${clause.heading} ${clause.rule} ${clause.ruling}`.toLowerCase();
		return wanted.every((word) => text.includes(word));
	});
}
