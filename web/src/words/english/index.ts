// One line for each folder of the client, in the order of the chain; those of the designers' rooms are in `designing`.
import { app } from "./app";
import { board } from "./board";
import { dice } from "./dice";
import { game } from "./game";
import { guide } from "./guide";
import { lobby } from "./lobby";
import { people } from "./people";
import { play } from "./play";
import { review } from "./review";
import { rules } from "./rules";
import { site } from "./site";
import { table } from "./table";
import { ui } from "./ui";

export const english = {
	ui,
	board,
	game,
	dice,
	rules,
	lobby,
	people,
	review,
	guide,
	table,
	play,
	app,
	site,
};
