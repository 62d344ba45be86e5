/** The map as a printer would lay it down: layers from the ground up, each one path in one colour. */
import { type Ground, has, height } from "./ground";
import { houses, trees, tufts } from "./growth";
import { type Layout, outline } from "./layout";
import { asWhole } from "./memory";
import { hachures, hardOutline, softOutline } from "./regions";
import { broads, linePath, trenchPath } from "./ways";
import { bridges, fords, mines, walls, wire } from "./works";

export interface Layer {
	/** The class that gives it its colours, in board.css. */
	name: string;
	path: string;
}

/** The whole board: what the sheet is cut to. */
export function boardOutline(layout: Layout): string {
	return hardOutline(layout, () => true);
}

export function gridLines(layout: Layout): string {
	return layout.centres.map((centre) => outline(layout, centre)).join("");
}

/** What never changes in a battle. */
export function landLayers(ground: Ground): Layer[] {
	const tree = trees(ground);
	const house = houses(ground);
	const bridge = bridges(ground);
	const ford = fords(ground);
	const wall = walls(ground);
	const road = linePath(ground, "road");
	const river = linePath(ground, "river");
	const broad = broads(ground);
	const trench = trenchPath(ground);
	return [
		{ name: "tufts", path: tufts(ground) },
		...hillLayers(ground, 1),
		...hillLayers(ground, 2),
		{ name: "forest-floor", path: region(ground, "woods", 2, 3.5) },
		{ name: "town", path: region(ground, "built-up", 1, 1) },
		{ name: "river-bank", path: river + broad },
		{ name: "river", path: river },
		{ name: "river broad", path: broad },
		{ name: "river-shine", path: river },
		{ name: "ford-shallows", path: ford.shallows },
		{ name: "ford-stones", path: ford.stones },
		{ name: "fort-floor", path: wall.walls },
		{ name: "road-edge", path: road },
		{ name: "road", path: road },
		{ name: "bridge-deck", path: bridge.decks },
		{ name: "bridge-planks", path: bridge.planks },
		{ name: "bridge-parapet", path: bridge.parapets },
		{ name: "trench-edge", path: trench },
		{ name: "trench", path: trench },
		{ name: "shadow", path: house.shadows },
		{ name: "tiles", path: house.tiles },
		{ name: "slates", path: house.slates },
		{ name: "ridges", path: house.ridges },
		{ name: "shadow", path: tree.shadows },
		{ name: "crown-rims", path: tree.crowns },
		{ name: "crowns", path: tree.crowns },
		{ name: "crown-lights", path: tree.lights },
		{ name: "wall-edge", path: wall.walls },
		{ name: "wall", path: wall.walls },
		{ name: "tower", path: wall.towers },
	].filter((layer) => layer.path);
}

/** What is laid and cleared in the course of a battle. */
export function laidLayers(ground: Ground): Layer[] {
	const belt = wire(ground);
	const mine = mines(ground);
	return [
		{ name: "wire-halo", path: belt.strands },
		{ name: "wire-strand", path: belt.strands },
		{ name: "wire-barbs", path: belt.barbs },
		{ name: "mine-horns", path: mine.horns },
		{ name: "mines", path: mine.bodies },
	].filter((layer) => layer.path);
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
			{ name: `hill-${step}`, path: slope },
			{ name: "hachures", path: hachures(ground.layout, high, brow, 8) },
			{ name: "contour", path: slope },
			{ name: `hill-${step}-top`, path: softOutline(ground.layout, high, brow) },
		];
	});
}
