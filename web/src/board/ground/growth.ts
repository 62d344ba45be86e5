/** What stands on the ground: trees, houses, tufts of grass. Always the same ones in the same cell. */

import { type Layout, type Point, short } from "../layout";
import { byTile } from "../memory";
import { type Ground, has } from "./ground";
import { chanceAt } from "./regions";
import { onBroad, onTheWay } from "./ways";

/** Within the cell, this far from its edges. */
function within(layout: Layout, point: Point, room: number): boolean {
	const x = Math.abs(point.x);
	const y = Math.abs(point.y);
	const reach = layout.reach - room;
	if (!layout.hexes) return x <= reach && y <= reach;
	return y <= reach && (Math.sqrt(3) * x + y) / 2 <= reach;
}

/** Places spread over a cell, none too near another. */
function places(layout: Layout, cell: number, apart: number, room: number): Point[] {
	const centre = layout.centres[cell] as Point;
	const found: Point[] = [];
	const steps = Math.ceil((layout.reach * 1.2) / apart);
	for (let row = -steps; row <= steps; row++) {
		for (let column = -steps; column <= steps; column++) {
			const x = (column + (row % 2 ? 0.5 : 0)) * apart;
			const y = row * apart * 0.87;
			const point = {
				x: x + chanceAt(centre.x + x, centre.y + y, 3) * apart * 0.3,
				y: y + chanceAt(centre.x + x, centre.y + y, 4) * apart * 0.3,
			};
			if (within(layout, point, room)) found.push(point);
		}
	}
	return found;
}

function disc(x: number, y: number, r: number): string {
	const size = short(r);
	return `M${short(x - r)} ${short(y)}a${size} ${size} 0 1 0 ${short(2 * r)} 0a${size} ${size} 0 1 0 ${short(-2 * r)} 0`;
}

type Trees = Record<"shadows" | "crowns" | "lights", string>;

export function trees(ground: Ground) {
	return byTile(ground, "trees", ["shadows", "crowns", "lights"], (cell) => treesIn(ground, cell));
}

function treesIn(ground: Ground, cell: number): Trees {
	const { layout } = ground;
	const found: Trees = { shadows: "", crowns: "", lights: "" };
	if (!has(ground, cell, "woods")) return found;
	const centre = layout.centres[cell] as Point;
	const town = has(ground, cell, "built-up");
	for (const place of places(layout, cell, town ? 19 : 13, 1.5)) {
		const x = centre.x + place.x;
		const y = centre.y + place.y;
		// Clearings between the clumps, and room for rivers and roads.
		if (chanceAt(x, y, 5) > 0.55 || onTheWay(ground, cell, place, 5)) continue;
		if (onBroad(ground, cell, place)) continue;
		const r = 5.4 + 1.5 * chanceAt(x, y, 6);
		found.shadows += disc(x + 1.6, y + 2.4, r);
		found.crowns += disc(x, y, r);
		found.lights += disc(x - r * 0.28, y - r * 0.32, r * 0.45);
	}
	return found;
}

/** Two kinds of roof, tiles and slates. */
type Houses = Record<"shadows" | "tiles" | "slates" | "ridges", string>;

export function houses(ground: Ground) {
	return byTile(ground, "houses", ["shadows", "tiles", "slates", "ridges"], (cell) => housesIn(ground, cell));
}

function housesIn(ground: Ground, cell: number): Houses {
	const { layout } = ground;
	const found: Houses = { shadows: "", tiles: "", slates: "", ridges: "" };
	if (!has(ground, cell, "built-up")) return found;
	const centre = layout.centres[cell] as Point;
	const angle = chanceAt(centre.x, centre.y, 7) * (layout.hexes ? 0.5 : 0.12);
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	for (let row = -2; row <= 2; row++) {
		for (let column = -2; column <= 2; column++) {
			// In a square the plots stand closer, so that a row of them is seen on every side of a counter.
			const plot = layout.hexes
				? { x: column * 14.5 + (row % 2 ? 5 : 0), y: row * 13 }
				: { x: column * 12.6, y: row * 12.6 };
			const place = { x: plot.x * cos - plot.y * sin, y: plot.x * sin + plot.y * cos };
			const at = { x: centre.x + place.x, y: centre.y + place.y };
			if (!within(layout, place, layout.hexes ? 7.5 : 5) || onTheWay(ground, cell, place, 6.5)) continue;
			if (chanceAt(at.x, at.y, 8) <= 0.72) house(found, at, angle, layout.hexes ? 1 : 0.86);
		}
	}
	return found;
}

function house(found: Houses, at: Point, angle: number, size: number): void {
	const long = chanceAt(at.x, at.y, 9) > 0;
	const width = size * ((long ? 11.5 : 8) + chanceAt(at.x, at.y, 10));
	const depth = size * ((long ? 7 : 9) + chanceAt(at.x, at.y, 13));
	const roof = box(at, width, depth, angle);
	found.shadows += box({ x: at.x + 1.4, y: at.y + 2 }, width, depth, angle);
	if (chanceAt(at.x, at.y, 14) > 0.35) found.slates += roof;
	else found.tiles += roof;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const ridge = long
		? { x: (width / 2) * cos, y: (width / 2) * sin }
		: { x: (-depth / 2) * sin, y: (depth / 2) * cos };
	found.ridges += `M${short(at.x - ridge.x)} ${short(at.y - ridge.y)}L${short(at.x + ridge.x)} ${short(at.y + ridge.y)}`;
}

export function box(at: Point, width: number, depth: number, angle: number): string {
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const corner = (x: number, y: number) =>
		`${short(at.x + x * cos - y * sin)} ${short(at.y + x * sin + y * cos)}`;
	const [w, d] = [width / 2, depth / 2];
	return `M${corner(-w, -d)}L${corner(w, -d)}L${corner(w, d)}L${corner(-w, d)}Z`;
}

/** Tufts of grass, here and there, on ground with nothing else to look at. */
export function tufts(ground: Ground): string[] {
	return byTile(ground, "tufts", ["blades"], (cell) => ({ blades: tuftsIn(ground, cell) })).blades;
}

/** Small marks all over a cell, in the pattern of its ground. */
export function scattered(ground: Ground, cell: number, pattern: string): string {
	if (pattern === "plain") return "";
	const centre = ground.layout.centres[cell] as Point;
	return places(ground.layout, cell, 15, 8)
		.map(({ x, y }) => `M${short(centre.x + x)} ${short(centre.y + y)}h${pattern === "dots" ? 0.01 : 5}`)
		.join("");
}

function tuftsIn(ground: Ground, cell: number): string {
	if (ground.features[cell]?.size) return "";
	const { x, y } = ground.layout.centres[cell] as Point;
	const far = ground.layout.reach * 0.75;
	return [20, 23, 26]
		.filter((salt) => chanceAt(x, y, salt + 2) < 0.1)
		.map((salt) => {
			const at = { x: x + chanceAt(x, y, salt) * far, y: y + chanceAt(x, y, salt + 1) * far };
			return `M${short(at.x - 3)} ${short(at.y - 2)}l1.6 3.4l1.4 -5l1.4 5l1.8 -3.6`;
		})
		.join("");
}
