import { counted, perCent } from "../numbers";

export const ui = {
	product: "The Portable Wargame",
	titled: (page: string) => `${page} · The Portable Wargame`,
	theme: {
		title: "Light, dark, or the same as your system",
		label: (theme: string) => `Colours: ${theme}. Change`,
	},
	link: {
		label: "Link",
		copy: "Copy link",
		send: "Send it…",
		copied: "Copied.",
		refused: "Your browser wouldn’t copy it. Select the link and copy it by hand.",
	},
	close: "Close",
	server: {
		silent: "The server doesn’t answer. Is it still running?",
		away: "No connection just now; reconnecting…",
		cut: "The connection was lost.",
		answered: (status: number, path: string) => `The server answered ${status} to ${path}.`,
	},
	print: {
		title: (title: string) => `Print ${title}`,
		about:
			"Map, counters and papers for your own table, as one PDF. Print at 100%; each sheet has a 50 mm ruler.",
		paper: "Paper",
		cell: "Size of a square or hex, such as 50mm or 2in",
		counters: "Counters",
		asCells: "as large as will fit",
		light: "spare the ink",
		what: "What to print",
		parts: {
			map: "map",
			counters: "counters",
			roster: "rosters",
			reference: "quick reference",
			briefings: "briefings",
			cards: "activation cards",
		},
		cancel: "Cancel",
		busy: "Drawing…",
		print: "Make the PDF",
	},
	masthead: {
		title: "The Portable Wargame",
		pages: "Pages",
		battles: "Battles",
		rules: "Rules",
		editor: "Editor",
		laboratory: "Laboratory",
		workshop: "Workshop",
	},
	fairness: {
		ask: "How fair is this?",
		stop: "Stop",
		level: "Who plays",
		number: "How many battles",
		between: (level: string) => `between ${level}s`,
		battles: (number: number) => counted(number, { one: "battle", other: "battles" }),
		progress: (games: number, wanted: number) => `${games} of ${wanted} battles fought…`,
		done: (games: number, level: string) =>
			`${counted(games, { one: "battle", other: "battles" })} fought between ${level}s.`,
		picture: (name: string, rate: number, low: number, high: number) =>
			`${name}: ${perCent(rate)} of battles won, between ${perCent(low)} and ${perCent(high)}`,
		rate: (name: string, rate: number, low: number, high: number) =>
			`${name}: ${perCent(rate)} of battles won (${perCent(low)} to ${perCent(high)}).`,
		tally: (sides: { name: string; wins: number }[], draws: number) =>
			`${sides.map(({ name, wins }) => `${name} ${wins}`).join(", ")}, drawn ${draws}.`,
		lost: "The server doesn’t answer. Is it still running?",
	},
};
