// The editor's state: the draft and its history, the tools in hand, and what the checker says.

import type { BoardUnit, Choice, GroundPlan, Highlights } from "../../board/state";
import { Denied } from "../../common/api";
import type { BookSheet, Fault, GridSheet, Lobby, ScenarioCard, Workshop } from "../../common/protocol";
import { boardIds, boardUnits } from "./counters";
import { type Draft, type Listed, movedTo, unitsOf, withHeld, withUnit } from "./document";
import { type Panel, panelOf, unitOf } from "./faults";
import { edited, type History, redone, sealed, started, undone } from "./history";
import { type Action, groundOf, painted } from "./terrain";
import { isTable, listAt, tableAt, withValue } from "./tree";
import { areaOf, lineOf } from "./ways";
import * as server from "./workshop";

export type Tool = "brush" | "line" | "fill";

interface Typed {
	text: string;
	/** Of the file that it came from. */
	name: string;
}

interface Kept {
	draft: Draft;
	name: string;
	typed: Typed | null;
}

const CHECK_AFTER = 250;
const ASK_AGAIN_AFTER = 2000;
const DRAFT_KEY = "portable-wargame/draft";
const NO_GRID: GridSheet = { facings: ["n", "e", "s", "w"], towards: {} };

/** What the drafts of one battle have in common, however often they are edited and undone. */
class Battle {
	/** The name under which it was saved last. */
	name = $state("");
}

export class Desk {
	history: History<Draft> = $state.raw(started({}));
	faults: Fault[] = $state.raw([]);
	/** The draft as the lobby would show it; null while there is something wrong with it. */
	card: ScenarioCard | null = $state.raw(null);
	/** Whether the checker has seen the draft as it is now. */
	checked = $state(false);
	/** What could not be done, to be told. */
	trouble = $state("");
	/** Something worth knowing, to be told once. */
	notice = $state("");
	/** A text that is not the draft yet: what was typed, or a file that is neither TOML nor JSON. */
	typed: Typed | null = $state.raw(null);
	panel: Panel = $state("ground");
	tool: Tool = $state("brush");
	brush = $state("woods");
	action: Action = $state("add");
	/** Where the line tool goes on from. */
	lineFrom: string | null = $state(null);
	pointed: string | null = $state(null);
	selected: string | null = $state(null);
	/** The unit type that a click on the board places, and for which side. */
	placing: string | null = $state(null);
	side = $state(0);
	/** The victory condition whose cells are being chosen. */
	holding: number | null = $state(null);
	cursor: string | null = $state(null);

	readonly draft = $derived(this.history.present);
	// Parts of the draft by themselves, so that a stroke of the brush does not make the counters anew, nor a unit the map.
	readonly #map = $derived(this.draft.map);
	readonly #cells = $derived(this.draft.grid);
	readonly #sides = $derived(this.draft.sides);
	readonly ground: GroundPlan = $derived.by(() =>
		groundOf({ map: this.#map, grid: this.#cells }, this.workshop.features),
	);
	readonly #columns = $derived(this.ground.columns);
	readonly #rows = $derived(this.ground.rows);
	readonly #size = $derived({ columns: this.#columns, rows: this.#rows });
	readonly book: BookSheet | undefined = $derived.by(() =>
		this.workshop.books.find((book) => book.name === this.draft.ruleset),
	);
	readonly grid: GridSheet = $derived.by(() => this.workshop.grids[this.ground.grid] ?? NO_GRID);
	readonly listed: Listed[] = $derived(unitsOf({ sides: this.#sides }));
	readonly unit: Listed | undefined = $derived(this.listed.find((unit) => unit.key === this.selected));
	readonly units: BoardUnit[] = $derived(
		boardUnits(this.listed, { sides: this.#sides }, this.#size, this.grid, this.book),
	);
	readonly #boardIds = $derived(boardIds(this.listed));
	/** The selected unit, as the board calls it. */
	readonly ringed = $derived(this.selected === null ? null : (this.#boardIds.get(this.selected) ?? null));
	readonly highlights: Highlights = $derived.by(() => this.#highlights());

	#battle = $state.raw(new Battle());
	readonly #battles = new WeakMap<Draft, Battle>();
	#stroke: { cells: string[]; action: Action; frame: number } = { cells: [], action: "add", frame: 0 };
	#checking: ReturnType<typeof setTimeout> | undefined;
	/** Why the checker could not be asked: told until it answers. */
	#unheard = "";
	#closed = false;
	/** What was kept last: a window in which nothing changes does not write over what another one has kept. */
	#kept: Kept | null = null;

	constructor(
		readonly workshop: Workshop,
		readonly lobby: Lobby,
	) {}

	get name(): string {
		return this.#battle.name;
	}

	set name(name: string) {
		this.#battle.name = name;
	}

	// -- edits

	/** Edits of the same kind in a row are one step. */
	edit(next: Draft, kind = ""): void {
		const before = this.history;
		this.history = edited(before, next, kind);
		this.#battles.set(this.draft, this.#battle);
		if (this.history !== before) this.#changed();
	}

	set(path: (string | number)[], value: unknown, kind = path.join()): void {
		this.edit(withValue(this.draft, path, value), kind);
	}

	seal(): void {
		this.history = sealed(this.history);
	}

	undo(): void {
		this.history = undone(this.history);
		this.#turnedTo();
	}

	redo(): void {
		this.history = redone(this.history);
		this.#turnedTo();
	}

	/** It may be a draft of another battle. */
	#turnedTo(): void {
		this.#battle = this.#battles.get(this.draft) ?? this.#battle;
		this.#changed();
	}

	/** Another draft; the one before can still be had back by undoing. */
	open(draft: Draft, name = ""): void {
		this.history =
			this.history.past.length || Object.keys(this.draft).length
				? edited(sealed(this.history), draft)
				: started(draft);
		this.#battle = new Battle();
		this.#battle.name = name;
		this.#battles.set(this.draft, this.#battle);
		this.typed = null;
		this.selected = null;
		this.placing = null;
		this.holding = null;
		this.lineFrom = null;
		this.#changed();
	}

	#changed(): void {
		this.checked = false;
		this.#closed = false;
		clearTimeout(this.#checking);
		this.#checking = setTimeout(() => void this.check(), CHECK_AFTER);
	}

	async check(): Promise<void> {
		clearTimeout(this.#checking);
		const draft = this.draft;
		this.#keep();
		try {
			const { faults, card } = await server.check(draft);
			if (draft !== this.draft) return;
			this.faults = faults;
			this.card = card;
			this.checked = true;
			if (this.trouble === this.#unheard) this.trouble = "";
		} catch (failure) {
			if (draft !== this.draft || this.#closed) return;
			this.trouble = this.#unheard = (failure as Error).message;
			// What the server refuses it will refuse again; a server that is away may come back.
			if (!(failure instanceof Denied)) this.#checking = setTimeout(() => void this.check(), ASK_AGAIN_AFTER);
		}
	}

	/** The page is left: what has not been kept yet is kept now. */
	close(): void {
		this.#closed = true;
		clearTimeout(this.#checking);
		this.#keep();
	}

	#keep(): void {
		const { draft, name, typed } = this;
		if (this.#kept?.draft === draft && this.#kept.name === name && this.#kept.typed === typed) return;
		this.#kept = { draft, name, typed };
		keep(this.#kept);
	}

	// -- the board

	paint(cells: string[], action: Action = this.action, kind = ""): void {
		const { brush } = this;
		const allowed = this.book?.features ?? [];
		this.edit(painted(this.draft, cells, { brush, action, sheets: this.workshop.features, allowed }), kind);
	}

	/** A cell of a stroke of the brush. Cells that come within one frame are painted together. */
	stroke(cell: string, first: boolean, erase: boolean): void {
		if (first) this.endStroke();
		this.#stroke.cells.push(cell);
		this.#stroke.action = erase ? "remove" : this.action;
		this.#stroke.frame ||= requestAnimationFrame(() => this.#paintStroke());
	}

	endStroke(): void {
		this.#paintStroke();
		this.seal();
	}

	#paintStroke(): void {
		const { cells, action, frame } = this.#stroke;
		cancelAnimationFrame(frame);
		this.#stroke = { cells: [], action, frame: 0 };
		if (cells.length > 0) this.paint(cells, action, "stroke");
	}

	/** A cell was chosen with the line or fill tool, or the brush by keyboard. */
	useTool(cell: string, erase: boolean): void {
		const action = erase ? "remove" : this.action;
		if (this.tool === "fill") this.paint(areaOf(this.ground, cell), action);
		else if (this.tool === "brush") this.paint([cell], action);
		else if (this.lineFrom === null) this.lineFrom = cell;
		else {
			this.paint(lineOf(this.ground, this.lineFrom, cell), action);
			this.lineFrom = cell === this.lineFrom ? null : cell;
		}
	}

	hold(cell: string): void {
		if (this.holding !== null) this.edit(withHeld(this.draft, this.holding, cell));
	}

	/** A cell was chosen, by pointer or keyboard. */
	choose(choice: Choice): void {
		if (this.panel === "ground") this.useTool(choice.cell, choice.alternate);
		else if (this.panel === "victory" && this.holding !== null) this.hold(choice.cell);
		else if (this.panel === "forces" || choice.unit) this.#chooseUnit(choice);
	}

	#keyOf(onBoard: string | null): string | undefined {
		return this.listed.find(({ key }) => this.#boardIds.get(key) === onBoard)?.key;
	}

	#chooseUnit(choice: Choice): void {
		const { cell } = choice;
		const unit = this.#keyOf(choice.unit);
		const selected = this.unit;
		if (this.placing !== null) {
			this.edit(withUnit(this.draft, { side: this.side, type: this.placing, at: cell }));
		} else if (unit) {
			this.panel = "forces";
			this.selected = unit;
			this.side = Number(unit.split(".")[0]);
		} else if (selected) this.edit(movedTo(this.draft, selected, cell));
	}

	/** A counter was dragged to a cell. */
	drop(onBoard: string, cell: string): void {
		const unit = this.listed.find(({ key }) => key === this.#keyOf(onBoard));
		if (unit) this.edit(movedTo(this.draft, unit, cell));
	}

	/** Nothing in hand. */
	rest(): void {
		this.lineFrom = null;
		this.placing = null;
		this.selected = null;
		this.holding = null;
	}

	/** To where a problem is. */
	show(fault: Fault): void {
		this.panel = panelOf(fault.path);
		this.selected = unitOf(fault.path) ?? this.selected;
		if (fault.path[0] === "sides" && typeof fault.path[1] === "number") this.side = fault.path[1];
		this.cursor = fault.cells[0] ?? this.cursor;
	}

	#highlights(): Highlights {
		const objectives = listAt(this.draft, ["victory"]).flatMap((condition) =>
			listAt(condition, ["hold"]).map((cell) => ({
				cell: String(cell),
				side: this.sideKey(tableAt(condition, []).side),
			})),
		);
		const wrong = new Set(this.faults.flatMap((fault) => fault.cells));
		const path =
			this.panel === "ground" && this.tool === "line" && this.lineFrom
				? lineOf(this.ground, this.lineFrom, this.pointed ?? this.lineFrom)
				: [];
		return { objectives, blocked: [...wrong].map((cell) => ({ cell, label: "!" })), path };
	}

	sideKey(id: unknown): string {
		return String(listAt(this.draft, ["sides"]).findIndex((side) => tableAt(side, []).id === id));
	}
}

let handed: Draft | null = null;

/** A draft for the editor that is opened next. */
export function handOver(draft: Draft): void {
	handed = draft;
}

export function takeOver(): Draft | null {
	const draft = handed;
	handed = null;
	return draft;
}

/** The draft outlives a closed window. */
function keep(kept: Kept): void {
	try {
		localStorage.setItem(DRAFT_KEY, JSON.stringify(kept));
	} catch {
		// A full or forbidden storage must not stop the work.
	}
}

export function kept(): Kept | null {
	try {
		const found = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? "null");
		return typeof found?.draft === "object" && found.draft !== null
			? { draft: found.draft, name: String(found.name ?? ""), typed: typedIn(found.typed) }
			: null;
	} catch {
		return null;
	}
}

const typedIn = (found: unknown): Typed | null =>
	isTable(found) && typeof found.text === "string" && typeof found.name === "string"
		? { text: found.text, name: found.name }
		: null;
