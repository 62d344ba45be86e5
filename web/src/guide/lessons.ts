// What the guide says, when, and what it points at: it shows the first lesson that fits and has not been closed.
import type { Game } from "../game/game.svelte";
import type { Selection } from "../game/selection.svelte";
import { words } from "../words";
import { BATTERY, FARM, THEY, YOU } from "./first-battle";

const said = words.guide.lessons;

export interface Lesson {
	id: keyof typeof said;
	fits: (game: Game, selection: Selection) => boolean;
	/** its subject, as selectors: an arrow leads to the first that exists, and the card covers none of them */
	points?: (game: Game, selection: Selection) => string[];
}

const asks = (game: Game) => game.question?.asks;
const giving = (game: Game) => asks(game) === "what the units do";
const aiming = (game: Game) =>
	asks(game) === "what the guns fire at" && (game.state?.orders?.length ?? 0) === 0;
const rolled = (game: Game) => game.steps.some((step) => step.luck[YOU] !== undefined);
const unit = (id: string) => `#board [data-unit="${id}"]`;
const cell = (name: string) => `#board [data-cell="${name}"]`;
const OFFERS = ".offers";
const strength = (game: Game, side: string) => game.steps.at(-1)?.strength[side] ?? 0;
const lost = (game: Game) =>
	[YOU, THEY].some((side) => strength(game, side) < (game.steps[0]?.strength[side] ?? 0));
const exhausted = (game: Game) => game.state?.sides.find((side) => side.exhausted);
/** nothing is in hand, or a unit that has done all it can */
const isIdle = ({ unit, fresh }: Selection) =>
	unit === null || (fresh !== null && fresh.destinations.length + fresh.offers.length === 0);
const fights = (selection: Selection) =>
	selection.fresh?.offers.filter((one) => one.action.do === "fight") ?? [];
/** an enemy stands there, and the unit in hand can't see it */
const hidden = (game: Game, selection: Selection) =>
	selection.fresh?.blocked.find((one) =>
		game.state?.units.some((enemy) => enemy.side === THEY && enemy.at === one.cell),
	);

export const LESSONS: Lesson[] = [
	{ id: "over", fits: (game) => game.state?.result != null, points: () => [".bar .play"] },
	{ id: "welcome", fits: (game) => game.question !== null, points: () => [cell(FARM)] },
	{ id: "pips", fits: (game) => game.question !== null, points: () => [unit("r2")] },
	{
		id: "guns",
		fits: (game, selection) => aiming(game) && selection.unit === null,
		points: () => [unit(BATTERY)],
	},
	{
		id: "target",
		fits: (game, selection) => aiming(game) && selection.unit !== null,
		points: () => [cell(FARM)],
	},
	{ id: "dice", fits: (game) => rolled(game), points: () => [".tray"] },
	{
		id: "exhausted",
		fits: (game) => exhausted(game) !== undefined,
		points: () => ["aside li .bar", "aside ul"],
	},
	{ id: "loss", fits: (game) => lost(game), points: () => ["aside li .bar", "aside ul"] },
	{
		id: "retreat",
		fits: (game) => asks(game) === "retreat or lose 1 SP" || asks(game) === "where to retreat",
		points: (game) => (game.question?.unit ? [unit(game.question.unit), OFFERS] : []),
	},
	{ id: "advance", fits: (game) => asks(game) === "whether to advance", points: () => [".answers"] },
	{
		id: "choose",
		fits: (game, selection) => giving(game) && isIdle(selection),
		points: (game) => (game.question?.units ?? []).map(unit),
	},
	{
		id: "combat",
		fits: (game, selection) => giving(game) && fights(selection).length > 0,
		// The chances are in the list.
		points: (_, selection) => [...fights(selection).map((one) => cell(one.cell ?? "")), OFFERS],
	},
	{
		id: "go",
		fits: (game, selection) => giving(game) && (selection.plan?.going.length ?? 0) > 0,
		points: (_, selection) => [cell(selection.plan?.cell ?? ""), "#plan"],
	},
	{
		id: "blocked",
		fits: (game, selection) => hidden(game, selection) !== undefined,
		points: (game, selection) => [cell(hidden(game, selection)?.cell ?? "")],
	},
	{
		id: "reach",
		fits: (game, selection) => giving(game) && (selection.fresh?.destinations.length ?? 0) > 0,
		points: (_, selection) => [unit(selection.unit ?? "")],
	},
	{ id: "why", fits: (game) => giving(game) && game.steps.some((step) => step.action?.do === "move") },
	{ id: "enemy", fits: (game) => game.behind > 0 },
];

export function told(lesson: Lesson, game: Game, selection: Selection): { title: string; text: string } {
	const { title, text } = said[lesson.id];
	return { title, text: typeof text === "string" ? text : text(hidden(game, selection)?.why ?? "") };
}
