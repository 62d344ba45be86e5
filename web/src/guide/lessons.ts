// What the guide says, and when: the first lesson that fits and was not put aside is shown.
import type { Game } from "../game/game.svelte";
import type { Selection } from "../game/selection.svelte";

export interface Lesson {
	id: string;
	title: string;
	text: string;
	fits: (game: Game, selection: Selection) => boolean;
}

const asks = (game: Game) => game.question?.asks;
const rolled = (game: Game) => game.steps.some((step) => step.luck.red !== undefined);
const declared = (game: Game) => (game.state?.orders?.length ?? 0) > 0;

export const LESSONS: Lesson[] = [
	{
		id: "over",
		title: "That was a battle",
		text: "The panel shows how strength ran out and who had the luck. Drag the slider under the board to see it all again, or play on from any moment.",
		fits: (game) => game.state?.result != null,
	},
	{
		id: "welcome",
		title: "The farm on the hill",
		text: "You are the column in the south. Destroy both enemy units, or stand in the farm, c5, when the eighth and last turn ends, and you have won. The question above the board always says what is asked of you.",
		fits: (game) => game.question !== null,
	},
	{
		id: "guns",
		title: "First, the guns",
		text: "Every turn begins with the artillery of both sides, ordered in secret. Choose your battery: its counter has a bright border.",
		fits: (game, selection) =>
			asks(game) === "what the guns fire at" && selection.unit === null && !declared(game),
	},
	{
		id: "target",
		title: "Pick a target",
		text: "The marked cells can be bombarded, each with its exact chance of a hit. Choose one, and choose it again to give the order.",
		fits: (game, selection) =>
			asks(game) === "what the guns fire at" && selection.unit !== null && !declared(game),
	},
	{
		id: "dice",
		title: "Read the dice",
		text: "The die, plus what counts for and against, makes the score. Choose any of those words to read the rule behind it.",
		fits: (game) => rolled(game),
	},
	{
		id: "retreat",
		title: "Ground or strength",
		text: "A unit that is hit may fall back or stand and lose a strength point. Lose a third of all your points and your side is exhausted: it can no longer attack.",
		fits: (game) => asks(game) === "retreat or lose 1 SP" || asks(game) === "where to retreat",
	},
	{
		id: "advance",
		title: "The enemy is gone",
		text: "After a close combat that leaves the cell empty you may step into it.",
		fits: (game) => asks(game) === "whether to advance",
	},
	{
		id: "choose",
		title: "Now your units",
		text: "Every unit with a bright border may act this turn, one after the other, in the order you like. Choose one.",
		fits: (game, selection) => asks(game) === "what the units do" && selection.unit === null,
	},
	{
		id: "go",
		title: "How it stands there",
		text: "Choose Go, or an arrow to make it face another way: a unit fires and fights to its front, and is weak in flank and rear. Words in red say who could strike it there.",
		fits: (game, selection) => asks(game) === "what the units do" && (selection.plan?.going.length ?? 0) > 0,
	},
	{
		id: "reach",
		title: "Where it can go, what it can hit",
		text: "Shaded cells can be reached. A percentage on an enemy is the chance to harm him. Choose a cell to see what would happen; nothing is done until you say so.",
		fits: (game, selection) => asks(game) === "what the units do" && selection.unit !== null,
	},
	{
		id: "why",
		title: "Why not?",
		text: "Choose a cell the unit cannot go to, and the rules that forbid it are named. Undo takes back whatever no die has settled.",
		fits: (game) =>
			asks(game) === "what the units do" && game.steps.some((step) => step.action?.do === "move"),
	},
	{
		id: "enemy",
		title: "The enemy’s turn",
		text: "He says what he is after while he moves. Set the pace above, or skip ahead.",
		fits: (game) => game.behind > 0,
	},
];
