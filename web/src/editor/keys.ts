// The editor's keys. Letters count only where nothing is being written.
import type { Desk } from "./draft/desk.svelte";
import { turned } from "./draft/document";
import { takenUp, withoutUnits } from "./draft/groups";
import type { Tool } from "./draft/painter.svelte";

const TOOLS: Record<string, Tool> = { b: "brush", l: "line", f: "fill", n: "name" };

/** Whether the key did something. */
export function pressed(desk: Desk, event: KeyboardEvent, save: () => void): boolean {
	const key = event.key.toLowerCase();
	const target = event.target instanceof HTMLElement ? event.target : null;
	if (target?.closest("dialog")) return false;
	if (event.ctrlKey || event.metaKey)
		return !target?.matches("[wrap=off]") && withControl(desk, key, event.shiftKey, save, isWriting(target));
	if (event.altKey || isWriting(target) || target?.matches("input, select")) return false;
	return plain(desk, key);
}

/** Where copying and pasting apply to text. */
const isWriting = (target: HTMLElement | null) =>
	target?.matches("textarea, input:not([type=checkbox], [type=radio], [type=range])") ?? false;

function withControl(desk: Desk, key: string, shift: boolean, save: () => void, writing: boolean): boolean {
	if (key === "z" && !shift) desk.undo();
	else if (key === "y" || (key === "z" && shift)) desk.redo();
	else if (key === "s") save();
	else return !writing && getSelection()?.isCollapsed !== false && withUnits(desk, key);
	return true;
}

/** Copy, cut, paste, duplicate and select all: of units. */
function withUnits(desk: Desk, key: string): boolean {
	if (desk.panel !== "forces") return false;
	if (key === "c") return desk.copy();
	if (key === "v") return desk.paste();
	if (key === "a") desk.chooseAll();
	else if (key === "d" && desk.meant.length > 0) desk.takeUp(takenUp(desk.meant));
	else if (key === "x" && desk.copy()) erase(desk);
	else return false;
	return true;
}

export function erase(desk: Desk): void {
	desk.edit(withoutUnits(desk.draft, desk.meant));
	desk.select(null);
}

function plain(desk: Desk, key: string): boolean {
	const tool = TOOLS[key];
	const { meant } = desk;
	if (key === "escape") desk.rest();
	else if (tool && desk.panel === "ground") desk.painter.take(tool);
	else if (meant.length > 0 && (key === "q" || key === "e"))
		desk.edit(meant.reduce((next, unit) => turned(next, unit, desk.grid, key === "q" ? -1 : 1), desk.draft));
	else if (meant.length > 0 && key === "delete") erase(desk);
	else return false;
	return true;
}
