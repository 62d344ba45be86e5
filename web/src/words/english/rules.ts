import { counted } from "../numbers";

export const rules = {
	page: "Rules",
	heading: "The rules",
	reference: (book: string) => `${book}: quick reference`,
	referenceAbout:
		"The book on two pages, without optional rules. Click a line to read the rule it comes from.",
	contents: "Contents",
	clauses: "Clause by clause",
	/** Words of a question that tell the search nothing. */
	idle: "a an and any are as at be been but by can can't cannot could do does doesn't don't for from had has have how i if in into is isn't it its may me might must my not of on or our over shall should so some than that the their them then there these they this to too was we were what when where which who whom whose why will with without would you your",
	search: "Search",
	examples: "Can artillery fire over a hill?",
	book: "Book",
	found: (clauses: number) => counted(clauses, { one: "clause", other: "clauses" }),
	loading: "Loading…",
	rule: "A rule",
	missing: (clause: string) => `There is no clause ${clause}.`,
	lookUp: "See it in the rules",
	close: "Close",
	ruling: "Ruling",
	optional: (option: string) => `Part of the optional rule “${option}”.`,
	settings: (settings: string[]) => `House rules that change it: ${settings.join(", ")}.`,
};
