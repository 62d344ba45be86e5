// The editor's keys. Letters count only where nothing is being written.
import type { Desk, Tool } from "./draft/desk.svelte";
import { turned, withoutUnit } from "./draft/document";

const TOOLS: Record<string, Tool> = { b: "brush", l: "line", f: "fill" };

export const KEYS: [string, string][] = [
	["Ctrl Z, Ctrl Y", "undo, redo"],
	["Ctrl S", "save to the library"],
	["B, L, F", "brush, line, fill"],
	["Arrows, Enter", "on the board: go from cell to cell, use the tool, place or select a unit"],
	["Shift Enter", "take away what the tool would paint"],
	["Q, E", "turn the selected unit"],
	["Delete", "delete the selected unit"],
	["Escape", "end the line, stop placing, select nothing"],
];

/** Whether the key meant something. */
export function pressed(desk: Desk, event: KeyboardEvent, save: () => void): boolean {
	const key = event.key.toLowerCase();
	const target = event.target instanceof HTMLElement ? event.target : null;
	if (target?.closest("dialog")) return false;
	if (event.ctrlKey || event.metaKey)
		return !target?.matches("[wrap=off]") && withControl(desk, key, event.shiftKey, save);
	if (event.altKey || target?.matches("input, textarea, select")) return false;
	return plain(desk, key);
}

function withControl(desk: Desk, key: string, shift: boolean, save: () => void): boolean {
	if (key === "z" && !shift) desk.undo();
	else if (key === "y" || (key === "z" && shift)) desk.redo();
	else if (key === "s") save();
	else return false;
	return true;
}

function plain(desk: Desk, key: string): boolean {
	const tool = TOOLS[key];
	const { unit } = desk;
	if (key === "escape") desk.rest();
	else if (tool && desk.panel === "ground") {
		desk.tool = tool;
		desk.lineFrom = null;
	} else if (unit && (key === "q" || key === "e"))
		desk.edit(turned(desk.draft, unit, desk.grid, key === "q" ? -1 : 1));
	else if (unit && key === "delete") {
		desk.edit(withoutUnit(desk.draft, unit));
		desk.selected = null;
	} else return false;
	return true;
}
