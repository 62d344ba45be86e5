/** A scenario's map, rows and legend, as the board needs it: features by cell. */
import { columnName } from "../layout";
import type { GroundPlan } from "../state";

/** The standard letters; blanks only separate the letters. */
export const LETTERS: Readonly<Record<string, string[]>> = {
	".": [],
	w: ["woods"],
	h: ["hill 1"],
	H: ["hill 2"],
	b: ["built-up"],
	f: ["fortification"],
	t: ["trench"],
	"~": ["river"],
	F: ["ford"],
	B: ["bridge"],
	"=": ["road"],
	x: ["wire"],
	m: ["minefield"],
};

export function groundFromRows(
	grid: GroundPlan["grid"],
	rows: string,
	legend: Readonly<Record<string, string[]>> = {},
): GroundPlan {
	const lines = rows
		.split("\n")
		.map((line) => line.replaceAll(/\s/g, ""))
		.filter((line) => line);
	const terrain: GroundPlan["terrain"] = {};
	lines.reverse().forEach((line, row) => {
		[...line].forEach((letter, column) => {
			const features = legend[letter] ?? LETTERS[letter] ?? [];
			if (features.length) terrain[`${columnName(column)}${row + 1}`] = [...features];
		});
	});
	return { grid, columns: lines[0]?.length ?? 0, rows: lines.length, terrain };
}
