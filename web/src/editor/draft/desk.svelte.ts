// The editor's state: the draft and its history, the tools in hand, and what the checker says.

import type { BoardUnit, Choice, GroundPlan, Highlights } from "../../board/state";
import { Denied } from "../../common/api";
import type {
	BookSheet,
	Brought,
	Fault,
	GridSheet,
	Lobby,
	ScenarioCard,
	Workshop,
} from "../../common/protocol";
import { boardIds, boardUnits } from "./counters";
import { type Draft, type Listed, movedTo, unitsOf, withPicked, withUnit } from "./document";
import { type Panel, panelOf, unitOf } from "./faults";
import { type Hand, linedUp, movedTogether, setDown, takenUp, unplaced } from "./groups";
import { edited, type History, redone, sealed, started, undone } from "./history";
import { type Kept, keep, keepSteps, keepTracing, type Tracing, type Typed, tracing } from "./kept";
import { marksOf } from "./map/marks";
import { groundOf } from "./map/terrain";
import { Painter } from "./painter.svelte";
import { listAt, type Path, startsWith, textAt, withValue } from "./tree";
import * as server from "./workshop";

const CHECK_AFTER = 250;
const ASK_AGAIN_AFTER = 2000;
const NO_GRID: GridSheet = { facings: ["n", "e", "s", "w"], towards: {} };

/** Things that the drafts of one battle share, however often they are edited and undone. */
class Battle {
	/** The name under which it was saved last. */
	name = $state("");
}

export class Desk {
	history: History<Draft> = $state.raw(started({}));
	faults: Fault[] = $state.raw([]);
	/** Settings that make no difference. */
	remarks: Fault[] = $state.raw([]);
	/** The draft as the lobby would show it; null while there is something wrong with it. */
	card: ScenarioCard | null = $state.raw(null);
	/** The units' labels, from the last time that the draft was sound. */
	short: Record<string, string> = $state.raw({});
	/** Whether the checker has seen the draft as it is now. */
	checked = $state(false);
	/** An action that failed, to report. */
	trouble = $state("");
	/** Something worth knowing, shown once. */
	notice = $state("");
	/** A text that is not the draft yet: what was typed, or a file that is neither TOML nor JSON. */
	typed: Typed | null = $state.raw(null);
	panel: Panel = $state("ground");
	readonly painter = new Painter(this);
	pointed: string | null = $state(null);
	selected: string | null = $state(null);
	/** Units chosen together; the selected one is among them, if there are any. */
	group: readonly string[] = $state.raw([]);
	/** Units that the next click on the board will set down. */
	hand: Hand | null = $state.raw(null);
	/** The last copy. */
	clipboard: Hand | null = $state.raw(null);
	/** A picture to trace, over the ground. */
	traced: Tracing | null = $state.raw(tracing());
	/** The unit type that a click on the board places, and for which side. */
	placing: string | null = $state(null);
	side = $state(0);
	/** The list of cells that is being chosen on the board. */
	picking: Path | null = $state.raw(null);
	cursor: string | null = $state(null);

	readonly draft = $derived(this.history.present);
	// Parts of the draft by themselves, so that a stroke of the brush does not make the counters again, nor a unit the map.
	readonly #map = $derived(this.draft.map);
	readonly #cells = $derived(this.draft.grid);
	readonly features = $derived.by(() => [...this.workshop.features, ...(this.#brought?.features ?? [])]);
	readonly #sides = $derived(this.draft.sides);
	readonly #names = $derived(this.draft.names);
	readonly #labels = $derived(this.draft.labels);
	readonly ground: GroundPlan = $derived.by(() =>
		groundOf({ map: this.#map, grid: this.#cells, names: this.#names, labels: this.#labels }, this.features),
	);
	readonly #columns = $derived(this.ground.columns);
	readonly #rows = $derived(this.ground.rows);
	readonly #size = $derived({ columns: this.#columns, rows: this.#rows });
	/** The book that the draft brings along, if the server has none of its own that is the same. */
	#brought = $state.raw<Brought | null>(null);
	readonly book: BookSheet | undefined = $derived.by(
		() => this.#brought?.book ?? this.workshop.books.find((book) => book.name === this.draft.ruleset),
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
	/** The problems, leaving out the list of cells being made. */
	readonly pressing: Fault[] = $derived(
		this.picking === null
			? this.faults
			: this.faults.filter((fault) => !startsWith(fault.path, this.picking ?? [])),
	);
	readonly chosen: Listed[] = $derived(
		this.group.length > 1 ? this.listed.filter((unit) => this.group.includes(unit.key)) : [],
	);
	/** Those of the units chosen together that clicks on the board still have to place. */
	readonly waiting: Listed[] = $derived(unplaced(this.draft, this.chosen));
	readonly highlights: Highlights = $derived.by(() => marksOf(this, (key) => this.#boardIds.get(key)));

	#battle = $state.raw(new Battle());
	readonly #battles = new WeakMap<Draft, Battle>();
	#checking: ReturnType<typeof setTimeout> | undefined;
	#adding = true;
	/** Why the checker could not be reached: shown until it answers. */
	#unheard = "";
	#closed = false;
	/** The last draft kept: a window without changes does not overwrite what another one has kept. */
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

	set(path: Path, value: unknown, kind = path.join()): void {
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

	/** Another draft; undo brings back the one before. */
	open(draft: Draft, name = ""): void {
		this.history =
			this.history.past.length || Object.keys(this.draft).length
				? edited(sealed(this.history), draft)
				: started(draft);
		this.#battle = new Battle();
		this.#battle.name = name;
		this.#battles.set(this.draft, this.#battle);
		this.typed = null;
		this.rest();
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
			const { faults, remarks, brought, card, short } = await server.check(draft);
			if (draft !== this.draft) return;
			this.faults = faults;
			this.remarks = remarks;
			this.#brought = brought;
			this.card = card;
			if (card) this.short = short;
			this.checked = true;
			if (this.trouble === this.#unheard) this.trouble = "";
		} catch (failure) {
			if (draft !== this.draft || this.#closed) return;
			this.trouble = this.#unheard = (failure as Error).message;
			// A refusal will be repeated; a server that is away may come back.
			if (!(failure instanceof Denied)) this.#checking = setTimeout(() => void this.check(), ASK_AGAIN_AFTER);
		}
	}

	/** Leaving the page: keep what has not been kept yet. */
	close(): void {
		this.#closed = true;
		clearTimeout(this.#checking);
		this.#keep();
		keepSteps(this.history.past, this.draft);
	}

	#keep(): void {
		const { draft, name, typed } = this;
		if (this.#kept?.draft === draft && this.#kept.name === name && this.#kept.typed === typed) return;
		this.#kept = { draft, name, typed };
		keep(this.#kept);
	}

	// -- the board

	/** A cell under the pointer held down: of the list that is being chosen, or for the tool in hand. */
	stroke(cell: string, first: boolean, erase: boolean): void {
		if (this.picking) this.#pick(cell, first);
		else this.painter.stroke(cell, first, erase);
	}

	isPicking(path: Path): boolean {
		return this.picking?.join() === path.join();
	}

	/** What pointing at the board is for: cells of this list, or nothing of the kind. */
	pickAt(path: Path | null): void {
		this.picking = path;
		this.placing = null;
		this.hand = null;
	}

	/** A cell of the list that is being chosen; a whole stroke does as its first cell: adds or removes. */
	#pick(cell: string, first: boolean): void {
		if (!this.picking) return;
		if (first) this.#adding = !listAt(this.draft, this.picking).includes(cell);
		this.edit(withPicked(this.draft, this.picking, cell, this.#adding), "pick");
	}

	/** A cell was chosen, by pointer or keyboard. */
	choose(choice: Choice): void {
		if (this.picking !== null) {
			this.#pick(choice.cell, true);
			this.seal();
		} else if (this.panel === "ground") this.painter.use(choice.cell, choice.alternate);
		else if (this.panel === "forces" || choice.unit) this.#chooseUnit(choice);
	}

	#keyOf(onBoard: string | null): string | undefined {
		return this.listed.find(({ key }) => this.#boardIds.get(key) === onBoard)?.key;
	}

	#chooseUnit(choice: Choice): void {
		const { cell } = choice;
		const unit = this.#keyOf(choice.unit);
		const selected = this.unit;
		if (this.hand !== null) this.setDown(cell);
		else if (this.placing !== null) {
			this.edit(withUnit(this.draft, { side: this.side, type: this.placing, at: cell }));
		} else if (unit) {
			this.panel = "forces";
			if (choice.alternate) this.toggle(unit);
			else this.select(unit);
		} else if (this.waiting[0]) this.#place((draft, [next]) => (next ? movedTo(draft, next, cell) : draft));
		else if (this.chosen.length > 0 && typeof selected?.table.at === "string")
			this.edit(movedTogether(this.draft, this.chosen, selected.table.at, cell, this.ground));
		else if (selected) this.edit(movedTo(this.draft, selected, cell));
	}

	/** Once all of them stand somewhere they are let go, so that a click too many moves nobody. */
	#place(how: (draft: Draft, units: Listed[]) => Draft): void {
		this.edit(how(this.draft, this.waiting));
		if (this.waiting.length === 0) this.select(null);
	}

	/** All that wait for a place, at their side's edge. */
	lineUp(): void {
		const edge = textAt(this.draft, ["sides", this.side, "edge"]);
		this.#place((draft, units) => linedUp(draft, units, this.ground, edge));
	}

	select(unit: string | null): void {
		if (unit !== this.selected) this.picking = null;
		this.selected = unit;
		this.group = [];
		if (unit) this.side = Number(unit.split(".")[0]);
	}

	/** Adds a unit to a group, or removes it. A group belongs to one side. */
	toggle(unit: string): void {
		const side = unit.split(".")[0];
		const others = (this.group.length > 0 ? this.group : this.selected ? [this.selected] : []).filter(
			(key) => key.split(".")[0] === side,
		);
		const next = others.includes(unit) ? others.filter((key) => key !== unit) : [...others, unit];
		this.select(next.at(-1) ?? null);
		this.group = next.length > 1 ? next : [];
	}

	/** All units of the side in hand. */
	chooseAll(): void {
		const own = this.listed.filter((unit) => unit.side === this.side).map((unit) => unit.key);
		this.selected = own[0] ?? null;
		this.group = own.length > 1 ? own : [];
	}

	/** The units that the next command is for. */
	get meant(): Listed[] {
		return this.chosen.length > 0 ? this.chosen : this.unit ? [this.unit] : [];
	}

	copy(): boolean {
		if (this.meant.length > 0) this.clipboard = takenUp(this.meant);
		return this.meant.length > 0;
	}

	paste(): boolean {
		if (this.clipboard) this.takeUp(this.clipboard);
		return this.clipboard !== null;
	}

	/** Units in hand: the next click on the board sets them down. */
	takeUp(hand: Hand): void {
		this.panel = "forces";
		this.placing = null;
		this.select(null);
		this.hand = hand;
	}

	setDown(cell: string | null): void {
		const [next, keys] = setDown(this.draft, this.hand ?? [], this.side, cell, this.ground);
		this.edit(next);
		this.hand = null;
		this.select(keys.at(0) ?? null);
		this.group = keys.length > 1 ? keys : [];
	}

	trace(picture: Tracing | null): boolean {
		this.traced = picture;
		return keepTracing(picture);
	}

	/** A counter was dragged to a cell. */
	drop(onBoard: string, cell: string): void {
		const unit = this.listed.find(({ key }) => key === this.#keyOf(onBoard));
		const at = unit?.table.at;
		if (unit && this.group.includes(unit.key) && typeof at === "string")
			this.edit(movedTogether(this.draft, this.chosen, at, cell, this.ground));
		else if (unit) this.edit(movedTo(this.draft, unit, cell));
	}

	/** Nothing in hand. */
	rest(): void {
		this.painter.rest();
		this.placing = null;
		this.hand = null;
		this.select(null);
		this.picking = null;
	}

	/** Go to where a problem is. */
	show(fault: Fault): void {
		this.panel = panelOf(fault.path);
		this.select(unitOf(fault.path) ?? this.selected);
		if (fault.path[0] === "sides" && typeof fault.path[1] === "number") this.side = fault.path[1];
		this.cursor = fault.cells[0] ?? this.cursor;
	}
}
