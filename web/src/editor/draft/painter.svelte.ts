// The tools for the ground: the one in hand, its paint, and anything it has begun.

import type { Desk } from "./desk.svelte";
import { type Action, painted } from "./map/terrain";
import { areaOf, lineOf } from "./map/ways";

export type Tool = "brush" | "line" | "fill" | "name";

export class Painter {
	tool: Tool = $state("brush");
	brush = $state("woods");
	action: Action = $state("add");
	/** Where the line tool goes on from. */
	lineFrom: string | null = $state(null);
	/** The line that is being drawn with the pointer held down. */
	drawing: { from: string; to: string; erase: boolean } | null = $state.raw(null);
	/** The cell that is being named. */
	naming: string | null = $state(null);

	#stroke: { cells: string[]; action: Action; frame: number } = { cells: [], action: "add", frame: 0 };

	constructor(readonly desk: Desk) {}

	/** Another tool, with nothing begun. */
	take(tool: Tool): void {
		this.tool = tool;
		this.rest();
	}

	rest(): void {
		this.lineFrom = null;
		this.naming = null;
	}

	/** A cell of a stroke of the brush, or of a line that is drawn. Cells that come within one frame are painted together. */
	stroke(cell: string, first: boolean, erase: boolean): void {
		if (this.tool === "line") {
			this.drawing = { from: first ? cell : (this.drawing?.from ?? cell), to: cell, erase };
			return;
		}
		if (first) this.end();
		this.#stroke.cells.push(cell);
		this.#stroke.action = erase ? "remove" : this.action;
		this.#stroke.frame ||= requestAnimationFrame(() => this.#paintStroke());
	}

	end(): void {
		const line = this.drawing;
		this.drawing = null;
		if (line?.from === line?.to) {
			if (line) this.use(line.to, line.erase);
		} else if (line) {
			this.#paint(lineOf(this.desk.ground, line.from, line.to), line.erase ? "remove" : this.action);
			this.lineFrom = null;
		}
		this.#paintStroke();
		this.desk.seal();
	}

	/** A cell was chosen with the line or fill tool, or the brush by keyboard. */
	use(cell: string, erase: boolean): void {
		const action = erase ? "remove" : this.action;
		const { ground } = this.desk;
		if (this.tool === "name") this.naming = cell;
		else if (this.tool === "fill") this.#paint(areaOf(ground, cell), action);
		else if (this.tool === "brush") this.#paint([cell], action);
		else if (this.lineFrom === null) this.lineFrom = cell;
		else {
			this.#paint(lineOf(ground, this.lineFrom, cell), action);
			this.lineFrom = cell === this.lineFrom ? null : cell;
		}
	}

	#paintStroke(): void {
		const { cells, action, frame } = this.#stroke;
		cancelAnimationFrame(frame);
		this.#stroke = { cells: [], action, frame: 0 };
		if (cells.length > 0) this.#paint(cells, action, "stroke");
	}

	#paint(cells: string[], action: Action, kind = ""): void {
		const { desk, brush } = this;
		const allowed = desk.book?.features ?? [];
		desk.edit(painted(desk.draft, cells, { brush, action, sheets: desk.features, allowed }), kind);
	}
}
