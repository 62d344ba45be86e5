// The umpire's form as a change in the open format; null while something is still missing.
import type { Edge, Facing, Ruling } from "../common/protocol";
import { words } from "../words";

const said = words.table.umpire;

export type Kind = keyof typeof said.kinds;
export type Mark = keyof typeof said.marks;

export interface Form {
	kind: Kind;
	unit: string;
	side: string;
	cell: string;
	facing: string;
	number: string;
	mark: Mark;
	off: boolean;
	edge: string;
	features: string[];
	cargo: string;
	begin: boolean;
}

export const EMPTY: Form = {
	kind: "place",
	unit: "",
	side: "",
	cell: "",
	facing: "",
	number: "",
	mark: "acted",
	off: false,
	edge: "",
	features: [],
	cargo: "",
	begin: false,
};

/** The fields that each kind of change has. */
export const FIELDS: Record<Kind, (keyof Form)[]> = {
	place: ["unit", "cell", "facing"],
	load: ["unit", "cargo"],
	facing: ["unit", "facing"],
	strength: ["unit", "number"],
	remove: ["unit", "edge"],
	mark: ["unit", "mark", "off"],
	exhausted: ["side", "off"],
	points: ["side", "number"],
	ground: ["cell", "features"],
	turn: ["number", "begin"],
	activations: ["number"],
};

export function changeOf(form: Form): Ruling | null {
	const { kind, unit, side, cargo } = form;
	const cell = form.cell.trim().toLowerCase();
	const number = /^\d{1,3}$/.test(form.number.trim()) ? Number(form.number) : null;
	const facing = form.facing as Facing;
	const off = form.off ? { off: true } : {};
	if (FIELDS[kind].includes("unit") && !unit) return null;
	if (FIELDS[kind].includes("cell") && !/^[a-z]{1,2}\d{1,2}$/.test(cell)) return null;
	if (FIELDS[kind].includes("number") && number === null) return null;
	const points = number ?? 0;
	switch (kind) {
		case "place":
			return { set: kind, unit, at: cell, ...(facing ? { facing } : {}) };
		case "load":
			return cargo ? { set: kind, unit, cargo } : null;
		case "facing":
			return facing ? { set: kind, unit, facing } : null;
		case "strength":
			return { set: kind, unit, sp: points };
		case "remove":
			return { set: kind, unit, ...(form.edge ? { edge: form.edge as Edge } : {}) };
		case "mark":
			return { set: kind, unit, mark: form.mark, ...off };
		case "exhausted":
			return side ? { set: kind, side, ...off } : null;
		case "points":
			return side ? { set: kind, side, points } : null;
		case "ground":
			return { set: kind, cell, features: [...form.features] };
		case "turn":
			return { set: kind, turn: points, ...(form.begin ? { begin: true } : {}) };
		case "activations":
			return { set: kind, number: points };
	}
}

/** Such as "Place a unit: r1, c4, n". */
export function changeWords(change: Ruling, unitName: (id: string) => string): string {
	const { set, ...rest } = change;
	const values = Object.entries(rest).map(([key, value]) => {
		if (key === "unit" || key === "cargo") return unitName(String(value));
		if (key === "facing") return said.facings[value as Facing];
		if (key === "features")
			return (
				(value as string[]).map((name) => words.board.features[name] ?? name).join(" and ") ||
				words.board.open
			);
		return value === true ? key : String(value);
	});
	return `${said.kinds[set as Kind]}: ${values.join(", ")}`;
}
