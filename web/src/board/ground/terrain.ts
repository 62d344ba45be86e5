/** The map as a printer would lay it down: layers from the ground up, each one path in one colour. */

import type { FeatureLook } from "../../common/protocol";
import { type Layout, outline, type Point } from "../layout";
import { asWhole } from "../memory";
import { type Ground, has, height } from "./ground";
import { houses, scattered, trees, tufts } from "./growth";
import { hachures, hardOutline, softOutline } from "./regions";
import { broads, linePaths, trenchPath } from "./ways";
import { bridges, fords, mines, walls, wire } from "./works";

export interface Layer {
	/** The class that gives it its colours, in board.css. */
	name: string;
	/** One for each tile of the board, or one in all; some may be empty. */
	paths: string[];
}

/** The whole board: what the sheet is cut to. */
export function boardOutline(layout: Layout): string {
	return hardOutline(layout, () => true);
}

export function gridLines(layout: Layout): string {
	return layout.centres.map((centre) => outline(layout, centre)).join("");
}

/** The layers that never change in a battle. */
export function landLayers(ground: Ground): Layer[] {
	const tree = trees(ground);
	const house = houses(ground);
	const bridge = bridges(ground);
	const ford = fords(ground);
	const wall = walls(ground);
	const road = linePaths(ground, "road");
	const river = linePaths(ground, "river");
	const broad = broads(ground);
	const trench = trenchPath(ground);
	return [
		{ name: "tufts", paths: tufts(ground) },
		...hillLayers(ground, 1),
		...hillLayers(ground, 2),
		{ name: "forest-floor", paths: [region(ground, "woods", 2, 3.5)] },
		{ name: "town", paths: [region(ground, "built-up", 1, 1)] },
		{ name: "river-bank", paths: [...river, broad] },
		{ name: "river", paths: river },
		{ name: "river broad", paths: [broad] },
		{ name: "river-shine", paths: river },
		{ name: "ford-shallows", paths: [ford.shallows] },
		{ name: "ford-stones", paths: [ford.stones] },
		{ name: "fort-floor", paths: [wall.walls] },
		{ name: "road-edge", paths: road },
		{ name: "road", paths: road },
		{ name: "bridge-deck", paths: [bridge.decks] },
		{ name: "bridge-planks", paths: [bridge.planks] },
		{ name: "bridge-parapet", paths: [bridge.parapets] },
		{ name: "trench-edge", paths: [trench] },
		{ name: "trench", paths: [trench] },
		{ name: "shadow", paths: house.shadows },
		{ name: "tiles", paths: house.tiles },
		{ name: "slates", paths: house.slates },
		{ name: "ridges", paths: house.ridges },
		{ name: "shadow", paths: tree.shadows },
		{ name: "crown-rims", paths: tree.crowns },
		{ name: "crowns", paths: tree.crowns },
		{ name: "crown-lights", paths: tree.lights },
		{ name: "wall-edge", paths: [wall.walls] },
		{ name: "wall", paths: [wall.walls] },
		{ name: "tower", paths: [wall.towers] },
	];
}

/** Features that have drawings. */
const DRAWN = new Set<string>([
	"woods",
	"hill 1",
	"hill 2",
	"built-up",
	"fortification",
	"trench",
	"river",
	"ford",
	"bridge",
	"road",
	"wire",
	"minefield",
]);

/** Ground without a drawing, shown by its look: a tint, a pattern, and a letter in every cell. */
export interface OtherGround {
	name: string;
	tint: string;
	area: string;
	marks: string;
	letters: { letter: string; x: number; y: number }[];
}

export function otherGround(ground: Ground, looks: Readonly<Record<string, FeatureLook>>): OtherGround[] {
	const names = new Set(
		ground.features.flatMap((features) => [...features]).filter((name) => !DRAWN.has(name)),
	);
	return [...names].map((name, index) => {
		const look = looks[name] ?? { letter: name[0] ?? "?", tint: "#b9b78a", pattern: "plain" };
		const { layout } = ground;
		const cells = layout.centres.map((_, cell) => cell).filter((cell) => has(ground, cell, name));
		const corner = layout.reach * 0.72;
		return {
			name,
			tint: look.tint,
			area: region(ground, name, 1, 2),
			marks: cells.map((cell) => scattered(ground, cell, look.pattern)).join(""),
			letters: cells.map((cell) => {
				const { x, y } = layout.centres[cell] as Point;
				return { letter: look.letter, x: x - corner + 12 * index, y: y - corner + 8 };
			}),
		};
	});
}

/** Works that are laid and cleared during a battle. */
export function laidLayers(ground: Ground): Layer[] {
	const belt = wire(ground);
	const mine = mines(ground);
	return [
		{ name: "wire-halo", paths: [belt.strands] },
		{ name: "wire-strand", paths: [belt.strands] },
		{ name: "wire-barbs", paths: [belt.barbs] },
		{ name: "mine-horns", paths: [mine.horns] },
		{ name: "mines", paths: [mine.bodies] },
	];
}

function region(ground: Ground, feature: string, inset: number, wander: number): string {
	const belongs = (cell: number) => has(ground, cell, feature);
	return asWhole(ground, feature, belongs, () =>
		softOutline(ground.layout, belongs, { inset, wander, salt: feature.length }),
	);
}

/** A step of a hill: its slope, the contour at its foot, the one above it, and hachures down from that. */
function hillLayers(ground: Ground, step: number): Layer[] {
	const high = (cell: number) => height(ground, cell) >= step;
	return asWhole(ground, `hill ${step}`, high, () => {
		const foot = { inset: step === 1 ? 3 : 6, wander: 4, salt: step };
		const brow = { ...foot, inset: foot.inset + 7 };
		const slope = softOutline(ground.layout, high, foot);
		return [
			{ name: `hill-${step}`, paths: [slope] },
			{ name: "hachures", paths: [hachures(ground.layout, high, brow, 8)] },
			{ name: "contour", paths: [slope] },
			{ name: `hill-${step}-top`, paths: [softOutline(ground.layout, high, brow)] },
		];
	});
}
