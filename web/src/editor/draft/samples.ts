// Small materials for the tests.
import type { BookSheet, FeatureSheet, GridSheet } from "../../common/protocol";
import { blank, type Draft, withUnit } from "./document";

const feature = (
	name: string,
	letter: string,
	includes: string[] = [],
	excludes: string[] = [],
): FeatureSheet => ({
	name,
	letter,
	includes,
	excludes,
	look: { letter, tint: "#b9b78a", pattern: "plain" },
});

export const FEATURES = [
	feature("woods", "w"),
	feature("hill 1", "h", [], ["hill 2"]),
	feature("hill 2", "H", [], ["hill 1"]),
	feature("river", "~"),
	feature("ford", "F", ["river"]),
	feature("bridge", "B", ["river", "road"]),
	feature("road", "="),
];
export const ALL = FEATURES.map(({ name }) => name);
export const SQUARES: GridSheet = {
	facings: ["n", "e", "s", "w"],
	towards: { south: "n", north: "s", east: "w", west: "e" },
};
export const BOOK: BookSheet = {
	name: "classic",
	title: "",
	grids: ["square"],
	features: ALL,
	armies: [],
	types: [],
	strength: true,
	quality: true,
	smallest: 3,
	"army-lists": [],
};

export const empty = (columns = 4, rows = 3): Draft =>
	blank({ format: "f", title: "t", book: BOOK, grid: "square", columns, rows });

/** r1 in a1, r2 in b1, b1 in a3. */
export function manned(): Draft {
	let draft = empty();
	for (const [side, at] of [
		[0, "a1"],
		[0, "b1"],
		[1, "a3"],
	] as const) {
		draft = withUnit(draft, { side, type: "infantry", at });
	}
	return draft;
}
