import { counted } from "../../numbers";

const BATTLES = { one: "battle", other: "battles" };

/** The laboratory speaks to a designer who wants to know, and says how sure it is. */
export const laboratory = {
	title: "The laboratory",
	about:
		"The computer fights a battle hundreds of times, and you see who wins, by what, and how sure that is. It carries on while you look at other pages.",
	alone: "Here the battles are fought in this tab, so they take longer than on a server.",
	loading: "Setting out the instruments…",
	lost: "Connection lost. Ask again, and it picks up where it left off.",
	battle: "Battle",
	draft: (title: string) => `Your draft: ${title || "untitled"}`,
	question: "What do you want to know?",
	kinds: {
		simulate: {
			label: "How fair is it?",
			about: "Who wins how often, what decides it, how long it lasts, how much is luck.",
		},
		compare: {
			label: "What does a change do?",
			about:
				"The same battle under other settings, with the same dice: another book, a house rule, a number of the book, a better player.",
		},
		balance: {
			label: "How can it be made fair?",
			about: "Small changes are tried, and those that bring the battle nearer to even are shown.",
		},
	},
	setting: {
		title: (number: number) => (number === 1 ? "The battle" : `Setting ${number}`),
		book: "Book",
		grid: "Grid",
		same: "as it is",
		none: "none",
		rule: "House rule",
		change: "A number of the book",
		example: "infantry: move 3",
		remove: (number: number) => `Remove setting ${number}`,
	},
	add: "Add a setting",
	keep: "Leave alone",
	kept: {
		quality: "quality",
		strength: "strength points",
		units: "number of units",
		turns: "turns",
		deployment: "where units start",
	} as Record<string, string>,
	more: "Must also be fair among",
	nobody: "nobody else",
	among: (level: string) => `${level}s`,
	skill: "How much skill tells",
	unmeasured: "not measured",
	better: (level: string) => (/^[ae]/.test(level) ? `with an ${level} player` : `with a ${level}`),
	inTurn: (games: number) =>
		`Fights it again with this player on either side in turn: ${counted(games, { one: "pair", other: "pairs" })} of battles more, with the same dice.`,
	unequal: "Give both sides the same level to measure it.",
	number: "How many battles",
	battles: (number: number) => counted(number, BATTLES),
	start: "Start",
	goOn: "Continue",
	stop: "Stop",
	progressing: "Battles fought",
	progress: (games: number, wanted: number | null, doing: string) =>
		wanted === null
			? `${counted(games, BATTLES)} fought${doing ? `: ${doing}` : ""}…`
			: `${games.toLocaleString("en-GB")} of ${wanted.toLocaleString("en-GB")} battles fought…`,
	share: "Share the result",
	print: "Print",
	open: "Open in the editor",
	card: {
		heading: "THE PORTABLE WARGAME · LABORATORY",
		label: (title: string) => `Result for ${title}`,
		fair: "fair",
		picture: "Save as a picture",
		failed: "The picture could not be made.",
		shared: "A result from the laboratory",
		unproven:
			"This is what the link says. Run it again to see for yourself: the same seed gives the same battles.",
		again: "Run it again",
	},
};
