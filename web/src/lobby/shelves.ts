// Which battles stand where: found by words, filtered by rulebook, put in order or on shelves. Each stands in one place.
import type { ScenarioCard } from "../common/protocol";

export type Order = "shelves" | "book" | "name" | "length" | "difficulty" | "fairness";
export const ORDERS: Order[] = ["shelves", "book", "name", "length", "difficulty", "fairness"];

export type ShelfName = "yours" | "first" | "twenty" | "big" | "more";

export interface Shelf {
	/** one of `ShelfName`, the name of a book, or empty for a plain list */
	name: string;
	cards: ScenarioCard[];
}

const TWENTY = 20;
const BIG = 140;
const GRADES = ["easy", "moderate", "demanding"];
/** Where nobody has measured it, a battle comes last. */
const UNKNOWN = 1000;

const size = (card: ScenarioCard) => card.columns * card.rows;
const grade = (card: ScenarioCard) => GRADES.indexOf(card.difficulty);
const length = (card: ScenarioCard) => card.minutes ?? UNKNOWN;
const lean = (card: ScenarioCard) => (card.measured ? Math.abs(card.measured.rate - 0.5) : UNKNOWN);

/** The first shelf that a battle fits. */
const FITS: Record<ShelfName, (card: ScenarioCard) => boolean> = {
	yours: (card) => card.yours,
	first: (card) => card.difficulty === "easy" && length(card) <= TWENTY,
	twenty: (card) => length(card) <= TWENTY,
	big: (card) => size(card) >= BIG,
	more: () => true,
};
const SHELVES = Object.keys(FITS) as ShelfName[];

const COMPARE: Record<Exclude<Order, "shelves" | "book">, (a: ScenarioCard, b: ScenarioCard) => number> = {
	name: (a, b) => a.title.localeCompare(b.title),
	length: (a, b) => length(a) - length(b) || grade(a) - grade(b),
	difficulty: (a, b) => grade(a) - grade(b) || length(a) - length(b),
	fairness: (a, b) => lean(a) - lean(b),
};

/** Every word has to occur somewhere. */
export function matching(cards: ScenarioCard[], words: string, book: string): ScenarioCard[] {
	const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
	return cards.filter(
		(card) => (book === "" || card.book === book) && wanted.every((word) => told(card).includes(word)),
	);
}

function told(card: ScenarioCard): string {
	const sides = card.sides.flatMap((side) => [side.name, side.forces]);
	return [card.title, card.about, card.book, card.grid, card.difficulty, ...sides].join(" ").toLowerCase();
}

export function arranged(cards: ScenarioCard[], order: Order): Shelf[] {
	if (order === "shelves") return onShelves(cards);
	if (order === "book") {
		const books = [...new Set(cards.map((card) => card.book))];
		return books.map((book) => ({
			name: book,
			cards: cards.filter((card) => card.book === book).sort(COMPARE.difficulty),
		}));
	}
	return [{ name: "", cards: [...cards].sort(COMPARE[order]) }];
}

function onShelves(cards: ScenarioCard[]): Shelf[] {
	const shelves = SHELVES.map((name) => ({
		name,
		cards: cards.filter((card) => SHELVES.find((one) => FITS[one](card)) === name),
	}));
	for (const shelf of shelves) shelf.cards.sort(COMPARE.difficulty);
	return shelves.filter((shelf) => shelf.cards.length > 0);
}
