/**
 * All that the board is given and all that it reports. The board has no rules in it: its user says what stands where
 * and what to mark; the board shows it, and says which cell was pointed at or chosen.
 */
import type { Snippet } from "svelte";
import type { Board, Edge, Facing, FeatureLook, State, TypeLook, UnitState } from "../common/protocol";

/** The ground: the shape of the cells, the size of the board, and the features by cell; what is not named is open. */
export type { Edge, Facing };
export type GroundPlan = Omit<Board, "features" | "palette"> & {
	/** Places by their cells. */
	names?: Readonly<Record<string, string>>;
	/** Free lettering; from one cell to another, if it says to which. */
	labels?: readonly { text: string; at: string; to?: string }[];
	/** The colours of the country; the board's own if it does not know them. */
	palette?: string;
	/** By name, the look of each feature that the board has no drawing for. */
	features?: Readonly<Record<string, FeatureLook>>;
};

/** What the board shows of a unit: a unit of the state has all of it. */
export type BoardUnit = Pick<
	UnitState,
	| "id"
	| "side"
	| "type"
	| "name"
	| "at"
	| "facing"
	| "sp"
	| "quality"
	| "pinned"
	| "crossing"
	| "moved"
	| "fired"
	| "deeds"
	| "carrying"
	| "carried-by"
	| "task"
	| "gas"
	| "bombs"
	| "hidden"
> &
	Partial<TypeLook>;

/** Wire and mines that came or went, and gas, by cell: `cells` of the state. */
export type ChangedCells = State["cells"];

/** How to tell a side's counters apart without colour. */
export type Pattern = "plain" | "stripes" | "dots" | "chequers";

export interface BoardSide {
	id: string;
	name: string;
	/** Any CSS colour dark enough for white letters. */
	colour: string;
	pattern: Pattern;
	/** Its counters are shown as those of an exhausted side. */
	exhausted?: boolean;
}

/** Somewhere the selected unit may go. */
export interface Reach {
	cell: string;
	/** `stop`: the move ends here; `danger`: an enemy could strike it here; `risk`: dice are thrown on the way. */
	marks?: ("stop" | "danger" | "risk")[];
	/** A few characters to show, such as the cost or the odds. */
	label?: string;
}

/** Something that may be aimed at a cell. */
export interface Target {
	cell: string;
	how: "fire" | "fight" | "bombard" | "retreat" | "advance" | "work" | "load" | "other";
	/** A few characters to show, such as "50%". */
	label?: string;
	/** Already ordered: shown as decided, not as an offer. */
	ordered?: boolean;
	/** The reader is pointing at it in a list beside the board. */
	lit?: boolean;
}

/** A line of sight, and the cell that blocks it if one does. */
export interface Sight {
	from: string;
	to: string;
	blockedBy?: string | null;
}

export interface Objective {
	cell: string;
	/** The side that must hold it; without one, both want it. */
	side?: string;
	/** The side that stands in it now, if one does. */
	holder?: string;
}

export interface Zone {
	side: string;
	cells: string[];
}

export interface Heat {
	cell: string;
	/** 0 is not coloured, 1 is the strongest. */
	value: number;
	label?: string;
}

/** Something that happened, for a player who looked away. */
export interface Trace {
	/** Where it started, and the cells it went through; one cell alone is ringed. */
	path: string[];
	/** A move, or a shot, fight or bombardment from the first to the last of the cells, whether or not anything comes of it. */
	how: "move" | "strike" | "miss";
}

/** A unit that has been destroyed, and the cell it fell in. */
export interface Fallen {
	unit: BoardUnit;
	cell: string;
}

/** All possible marks. Every part may be left out. */
export interface Highlights {
	reach?: Reach[];
	/** The way ahead: the unit's own cell first. */
	path?: string[];
	targets?: Target[];
	/** Facings that the unit may choose in a cell, the usual one first: arrows at its edges. */
	facings?: { cell: string; facings: Facing[] };
	/** Cells within the arc and range of fire; `seen` are those of them that are in sight. */
	arc?: string[];
	seen?: string[];
	sight?: Sight[];
	/** Forbidden cells, each with a short mark or none. */
	blocked?: { cell: string; label?: string }[];
	/** By the cell of a gas cloud, where it may drift. */
	winds?: Readonly<Record<string, readonly string[]>>;
	objectives?: Objective[];
	/** Where a side has something that its enemy cannot see, or nothing at all. */
	blinds?: { cell: string; side: string }[];
	zones?: Zone[];
	heat?: Heat[];
	traces?: Trace[];
	fallen?: Fallen[];
	/** Units that may do something now: their counters glow. */
	ready?: string[];
	/** A unit that the reader is pointing at in a list beside the board. */
	lit?: string | null;
}

/** A counter on its way: from the first cell of the path to its last. A new `key` starts a new movement. */
export interface Motion {
	key: number | string;
	unit: string;
	path: string[];
	/** Milliseconds for each step. */
	pace: number;
}

/** Something that flashes up once. A new `key` starts a new flash. */
export interface Flash {
	key: number | string;
	kind: "shot" | "hit" | "miss" | "destroyed" | "pinned" | "lost";
	cell: string;
	/** The text that flies up, such as "−1". */
	label?: string;
	/** Where the shot came from. */
	from?: string;
}

/** How a cell was chosen. */
export interface Choice {
	cell: string;
	/** The unit that was pointed at, the topmost if none was; null in a cell without units. */
	unit: string | null;
	by: "pointer" | "keyboard";
	/** The edge of the cell that was pointed at, if one was. */
	towards: Facing | null;
	/** Shift, or the other mouse button: "tell me more" rather than "do it". */
	alternate: boolean;
}

/** Part of a stroke with the editor's brush: every cell comes once, the first with `first`. */
export interface Stroke {
	cell: string;
	first: boolean;
	erase: boolean;
}

/** Something in HTML beside a cell, over the board; a new `key` makes it again. */
export interface Callout {
	key: string;
	cell: string;
	/** A cell that it should not lie over: it goes to the other side of its own. */
	away?: string | undefined;
}

export interface BoardProps {
	ground: GroundPlan;
	units: BoardUnit[];
	sides: BoardSide[];
	/** Changes to the ground during the battle. */
	cells?: ChangedCells;
	/** By unit, its strength points at the start: lost ones are shown as empty pips. */
	fullStrength?: Record<string, number>;
	/** By unit, what its counter calls it; where there is nothing, its name. */
	short?: Record<string, string>;
	highlights?: Highlights;
	/** The unit whose counter is ringed. */
	selected?: string | null;
	/** The keyboard's cell; bind it to move it from outside. */
	cursor?: string | null;
	motion?: Motion | null;
	flashes?: Flash[];
	callouts?: Callout[];
	/** The drawings there, by key. */
	callout?: Snippet<[string]>;
	/** What a screen reader calls the board. */
	label?: string;
	/** Words to say after the contents of a cell: "may be reached", "50 % to hit". */
	describe?: (cell: string) => string;
	/** Units that may be dragged to another cell. */
	draggable?: (unit: BoardUnit) => boolean;
	/** With a brush, dragging paints instead of moving the map. */
	brush?: boolean;
	/** A picture over the ground, in sheet units; `ratio` is its height over its width. */
	tracing?: { href: string; opacity: number; x: number; y: number; width: number; ratio: number } | null;
	/** A cell was chosen: clicked, tapped, or Enter or Space on the cursor. */
	onchoose?: (choice: Choice) => void;
	/** The pointer or the cursor came to a cell; null when it left the board. */
	onpoint?: (cell: string | null) => void;
	/** The unit is being dragged. */
	ondrag?: (unit: string) => void;
	/** A unit was pressed, and may be about to be chosen. */
	onpress?: (unit: string) => void;
	ondrop?: (unit: string, cell: string) => void;
	/** Whether a finger that moves over the board takes units with it, or scrolls the page. */
	fingers?: "drag" | "scroll";
	onbrush?: (stroke: Stroke) => void;
	/** The stroke has ended: one step for undo. */
	onbrushend?: () => void;
	/** The counter of a motion has arrived; at once where the reader prefers no motion. The state follows now at the latest. */
	onarrived?: (key: number | string) => void;
}

/** How the two sides look unless somebody chooses otherwise. */
export const SIDE_STYLES: readonly { colour: string; pattern: Pattern }[] = [
	{ colour: "#a32a2a", pattern: "plain" },
	{ colour: "#2a5a9c", pattern: "stripes" },
];
