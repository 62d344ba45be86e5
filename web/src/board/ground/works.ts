/** Everything built or laid: walls, wire, mines, bridges, fords. */

import { type Point, short } from "../layout";
import { type Ground, has } from "./ground";
import { chanceAt, loops } from "./regions";
import { courseOf, middleOf } from "./ways";

/** The outline of all cells with a feature, drawn in from their edges. */
function ring(ground: Ground, feature: string, inset: number): Point[][] {
	return loops(ground.layout, (cell) => has(ground, cell, feature)).map((loop) =>
		loop.map((corner, index) => {
			const before = loop[(index + loop.length - 1) % loop.length] as Point;
			const after = loop[(index + 1) % loop.length] as Point;
			const into = { x: 0, y: 0 };
			for (const [from, to] of [
				[before, corner],
				[corner, after],
			] as const) {
				const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
				into.x -= (to.y - from.y) / length;
				into.y += (to.x - from.x) / length;
			}
			// Along the bisector, so that both walls come in by the same distance.
			const size = into.x * into.x + into.y * into.y || 1;
			return { x: corner.x + (2 * inset * into.x) / size, y: corner.y + (2 * inset * into.y) / size };
		}),
	);
}

function closed(points: Point[]): string {
	return `M${points.map((point) => `${short(point.x)} ${short(point.y)}`).join("L")}Z`;
}

export function walls(ground: Ground): { walls: string; towers: string } {
	const rings = ring(ground, "fortification", 4.5);
	const tower = ({ x, y }: Point) => `M${short(x)} ${short(y - 6)}l6 6l-6 6l-6 -6Z`;
	return { walls: rings.map(closed).join(""), towers: rings.flat().map(tower).join("") };
}

/** A belt of wire along the edges of its cells: a strand with barbs. */
export function wire(ground: Ground): { strands: string; barbs: string } {
	const rings = ring(ground, "wire", 5);
	let barbs = "";
	for (const points of rings) {
		points.forEach((from, index) => {
			const to = points[(index + 1) % points.length] as Point;
			const length = Math.hypot(to.x - from.x, to.y - from.y);
			const steps = Math.max(1, Math.round(length / 8.5));
			for (let step = 0; step < steps; step++) {
				const t = (step + 0.5) / steps;
				const x = from.x + (to.x - from.x) * t;
				const y = from.y + (to.y - from.y) * t;
				barbs += `M${short(x - 2.5)} ${short(y - 2.5)}l5 5m0 -5l-5 5`;
			}
		});
	}
	return { strands: rings.map(closed).join(""), barbs };
}

/** Mines around the middle of a cell, where a counter leaves them visible. */
export function mines(ground: Ground): { bodies: string; horns: string } {
	const { layout } = ground;
	const many = layout.hexes ? 6 : 8;
	let bodies = "";
	let horns = "";
	layout.centres.forEach((centre, cell) => {
		if (!has(ground, cell, "minefield")) return;
		for (let number = 0; number < many; number++) {
			const angle = ((number + 0.5) * 2 * Math.PI) / many;
			const stretch = layout.hexes
				? 0.76
				: 0.82 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)));
			const away = layout.reach * Math.min(stretch, 0.95);
			const x = centre.x + away * Math.cos(angle);
			const y = centre.y + away * Math.sin(angle);
			bodies += `M${short(x - 2.7)} ${short(y)}a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0 -5.4 0`;
			horns += `M${short(x)} ${short(y - 4.6)}v9.2M${short(x - 4.6)} ${short(y)}h9.2`;
			horns += `M${short(x - 3.3)} ${short(y - 3.3)}l6.6 6.6m0 -6.6l-6.6 6.6`;
		}
	});
	return { bodies, horns };
}

/** A bridge: a deck across the river, with parapets that open at its ends. */
export function bridges(ground: Ground): { decks: string; parapets: string; planks: string } {
	const found = { decks: "", parapets: "", planks: "" };
	ground.layout.centres.forEach((centre, cell) => {
		if (!has(ground, cell, "bridge")) return;
		const road = courseOf(ground, cell, "road");
		const angle = road ?? (courseOf(ground, cell, "river") ?? 0) + Math.PI / 2;
		const at = placing(road === undefined ? centre : middleOf(ground, cell, "road"), angle);
		found.decks += `M${at(-15, -5)}L${at(15, -5)}L${at(15, 5)}L${at(-15, 5)}Z`;
		for (const side of [-1, 1]) {
			found.parapets += `M${at(-19, 9 * side)}L${at(-15, 5.4 * side)}L${at(15, 5.4 * side)}L${at(19, 9 * side)}`;
		}
		for (let x = -12; x <= 12; x += 4) found.planks += `M${at(x, -5)}L${at(x, 5)}`;
	});
	return found;
}

/** A ford: shallows, and stepping stones from bank to bank. */
export function fords(ground: Ground): { shallows: string; stones: string } {
	const found = { shallows: "", stones: "" };
	ground.layout.centres.forEach((centre, cell) => {
		if (!has(ground, cell, "ford")) return;
		const river = courseOf(ground, cell, "river") ?? 0;
		const at = placing(middleOf(ground, cell, "river"), river);
		found.shallows += `M${at(-15, -8)}Q${at(-9, 0)} ${at(-15, 8)}L${at(15, 8)}Q${at(9, 0)} ${at(15, -8)}Z`;
		for (const along of [-9, -3, 3, 9]) {
			for (const across of [-6.5, 0, 6.5]) {
				const x = along + chanceAt(centre.x + along, centre.y + across, 30) * 1.2 + (across ? 0 : 2.5);
				const [px, py] = at(x, across).split(" ").map(Number) as [number, number];
				const r = 2.2 + 0.5 * chanceAt(centre.x + along, centre.y + across, 31);
				found.stones += `M${short(px - r)} ${short(py)}a${short(r)} ${short(r * 0.8)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r * 0.8)} 0 1 0 ${short(-2 * r)} 0`;
			}
		}
	});
	return found;
}

/** Turns lengths along and across a direction into points of the sheet. */
function placing(centre: Point, angle: number): (along: number, across: number) => string {
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	return (along, across) =>
		`${short(centre.x + along * cos - across * sin)} ${short(centre.y + along * sin + across * cos)}`;
}
