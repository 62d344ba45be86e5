import { counted } from "../numbers";

export const site = {
	title: "The Portable Wargame",
	starting: "Setting up the table… The first visit fetches about 8 MB; after that it needs no network.",
	failed: "The game could not start in this browser.",
	stopped: "The game has stopped in this tab. Everything up to your last order is kept.",
	again: "Try again",
	newer: "A new version is ready. Your games stay as they are.",
	update: "Update now",
	later: "Later",
	elsewhere: "The game is open in another tab. Only one tab can play at a time, so that nothing is lost.",
	playHere: "Play here instead",
	kept: "Your games are kept in this browser.",
	keptForNow:
		"Your games are kept in this browser, which may clear them when space runs short. Export them to be safe.",
	export: "Export my games",
	import: "Import games",
	exported: (games: number) => `${counted(games, { one: "game", other: "games" })} exported.`,
	imported: (games: number) => `${counted(games, { one: "game", other: "games" })} imported.`,
	notImported: (reason: string) =>
		reason === "full"
			? "This browser’s storage is full. Make some room, and import again."
			: `Not everything could be imported: ${reason}`,
	needsServer:
		"To play a friend far away, or to print a battle for the table, you need a server, and this page has none. Play both sides on one screen, send the battle as a link from the editor, or send a finished game as a file.",
	damaged: "That file is damaged, so nothing was imported.",
	unlisted: (games: number) =>
		`${counted(games, { one: "battle is", other: "battles are" })} kept here but no longer listed.`,
	clearOut: "Delete them",
	notDeleted: (reason: string) => `That could not be deleted: ${reason}`,
	notLuggage: "There are no exported games in that file.",
};
