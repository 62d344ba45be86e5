/** Positions to look at: every terrain, every unit type, every mark. */

import { SYMBOLS } from "../board/counters/symbols";
import { groundFromRows } from "../board/ground/map";
import type { BoardProps, BoardUnit } from "../board/state";
import { SIDE_STYLES } from "../board/state";

const LEGEND = {
	"*": ["hill 1", "woods"],
	T: ["hill 1", "trench"],
	R: ["woods", "road"],
	C: ["built-up", "road"],
	r: ["woods", "river"],
	V: ["hill 1", "road"],
	W: ["trench", "wire"],
	K: ["hill 2", "fortification"],
};

const MAP = `
. . w w w . . . ~ . . . h h . .
. w w w R = = . ~ . . h h H h .
. . w . = . = = B = V V H H h .
. . . = . . . . ~ . . h H K h .
b b C . . . . ~ ~ . . . h h * *
. b b = . . ~ ~ . . t . . * * w
. . . . = . ~ . . . t t . . w w
. h h . = = F = . . . . t . . .
h H h h . . ~ . = . x x x . m m
h H H h . . ~ r . = C . . . m .
. h h . . ~ ~ r r = b b . f f .
. . . . . ~ . . . . = . . f . .
`;

export function unit(more: Partial<BoardUnit> & Pick<BoardUnit, "id" | "side" | "at">): BoardUnit {
	return {
		type: "infantry",
		name: "",
		facing: more.side === "red" ? "n" : "s",
		sp: 4,
		quality: "average",
		pinned: false,
		crossing: false,
		moved: false,
		fired: false,
		deeds: [],
		carrying: null,
		"carried-by": null,
		task: null,
		gas: 0,
		bombs: 0,
		...more,
	};
}

export const sides: BoardProps["sides"] = [
	{ id: "red", name: "Redland", ...(SIDE_STYLES[0] as (typeof SIDE_STYLES)[number]) },
	{ id: "blue", name: "Blueland", ...(SIDE_STYLES[1] as (typeof SIDE_STYLES)[number]) },
];

function battle(grid: "hex" | "square"): BoardProps {
	const ground = groundFromRows(grid, MAP, LEGEND);
	const east = grid === "hex" ? "ne" : "e";
	const units = [
		unit({ id: "r1", side: "red", at: "e3", quality: "elite", name: "1st Foot", sp: 3 }),
		unit({ id: "r2", side: "red", at: "d5", type: "mounted-cavalry", moved: true, facing: east, sp: 2 }),
		unit({ id: "r3", side: "red", at: "b4", type: "field-artillery", fired: true, sp: 2 }),
		unit({ id: "r4", side: "red", at: "g5", pinned: true, crossing: true }),
		unit({ id: "r5", side: "red", at: "c8", type: "truck", carrying: "r6", sp: 1 }),
		unit({ id: "r6", side: "red", at: "c8", type: "infantry-gun", "carried-by": "r5" }),
		unit({
			id: "r7",
			side: "red",
			at: "j3",
			type: "tank",
			quality: "poor",
			deeds: ["finished"],
			moved: true,
			sp: 3,
		}),
		unit({
			id: "r8",
			side: "red",
			at: "h6",
			type: "engineers",
			task: { kind: "lay-wire", target: "h7", "turns-left": 1 },
		}),
		unit({ id: "r9", side: "red", at: "h6", type: "commander", sp: 6 }),
		unit({ id: "b1", side: "blue", at: "i10", quality: "elite" }),
		unit({ id: "b2", side: "blue", at: "k6", type: "machine-gun", sp: 2 }),
		unit({
			id: "b3",
			side: "blue",
			at: "n9",
			type: "heavy-artillery",
			sp: 2,
			facing: grid === "hex" ? "sw" : "w",
		}),
		unit({ id: "b4", side: "blue", at: "l7", sp: 1, pinned: true, fired: true }),
		unit({ id: "b5", side: "blue", at: "l7", type: "commander", sp: 6 }),
		unit({ id: "b6", side: "blue", at: "l7", type: "single-seat-fighter", sp: 1 }),
		unit({
			id: "b7",
			side: "blue",
			at: "g10",
			type: "armoured-car",
			facing: grid === "hex" ? "se" : "w",
			sp: 2,
		}),
		unit({
			id: "b8",
			side: "blue",
			at: "e9",
			type: "light-tank",
			sp: 3,
			facing: grid === "hex" ? "sw" : "s",
		}),
	];
	return {
		ground,
		units,
		sides,
		fullStrength: Object.fromEntries(units.map(({ id }) => [id, 4])),
		cells: { o7: { wire: false, mines: false, gas: { "turns-left": 2 } } },
	};
}

function marked(grid: "hex" | "square"): BoardProps {
	return {
		...battle(grid),
		selected: "r1",
		cursor: "d4",
		highlights: {
			reach: [
				{ cell: "e4" },
				{ cell: "d3", marks: ["danger"] },
				{ cell: "f3" },
				{ cell: "e2" },
				{ cell: "f4", marks: ["stop"] },
				{ cell: "e5", marks: ["danger", "stop"] },
				{ cell: "d4", marks: ["risk"], label: "50%" },
			],
			path: ["e3", "e4", "e5"],
			targets: [
				{ cell: "i10", how: "bombard", label: "33%" },
				{ cell: "k6", how: "fire", label: "50%" },
				{ cell: "l7", how: "fight", label: "67%" },
			],
			arc: ["e6", "e7", "d6", "d7", "f6", "f7", "d8", "e8", "f8"],
			seen: ["e6", "e7", "d6", "f6"],
			sight: [
				{ from: "e3", to: "e9", blockedBy: "e7" },
				{ from: "r3", to: "b7" },
				{ from: "h6", to: "k6" },
			],
			blocked: [{ cell: "c5", label: "river" }, { cell: "c4" }],
			objectives: [{ cell: "n9", side: "red" }, { cell: "c8", side: "blue" }, { cell: "i10" }],
			zones: [{ side: "red", cells: ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"] }],
			heat: ["l2", "m2", "n2", "o2"].map((cell, index) => ({
				cell,
				value: (index + 1) / 4,
				label: `${index + 1}`,
			})),
			traces: [{ path: ["i5", "j4", "j3"], how: "move" }],
			ready: ["r2", "r3"],
		},
	};
}

function allTypes(): BoardProps {
	const types = Object.keys(SYMBOLS);
	const columns = 8;
	const rows = Math.ceil(types.length / columns);
	const units = types.map((type, index) =>
		unit({
			id: type.replaceAll(/([a-z])[a-z]*-?/g, "$1").slice(0, 4),
			side: index % 2 ? "blue" : "red",
			at: `${String.fromCharCode(97 + (index % columns))}${rows - Math.floor(index / columns)}`,
			type,
			facing: "n",
		}),
	);
	units.forEach((one, index) => {
		one.id += index;
	});
	return { ground: { grid: "square", columns, rows, terrain: {} }, units, sides };
}

function large(size: number): BoardProps {
	const letters = ". . . w h = . ~ . b . H".split(" ");
	const rows = Array.from({ length: size }, (_, row) =>
		Array.from({ length: size }, (_, column) => letters[(column * 7 + row * row * 3) % letters.length]).join(
			" ",
		),
	).join("\n");
	const units = Array.from({ length: 60 }, (_, index) =>
		unit({
			id: `u${index}`,
			side: index % 2 ? "blue" : "red",
			at: `${String.fromCharCode(97 + (index % 20))}${1 + Math.floor(index / 20) * 5}`,
		}),
	);
	return { ground: groundFromRows("hex", rows), units, sides };
}

export const GALLERY: Record<string, () => BoardProps> & { hex: () => BoardProps } = {
	hex: () => battle("hex"),
	square: () => battle("square"),
	"marks-hex": () => marked("hex"),
	"marks-square": () => marked("square"),
	"map-hex": () => ({ ...battle("hex"), units: [] }),
	"map-square": () => ({ ...battle("square"), units: [] }),
	types: allTypes,
	large: () => large(24),
	largest: () => large(40),
};
