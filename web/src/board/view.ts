/** Which part of the sheet is in view, and how large: a point of the sheet is seen at `point * scale + offset`. */
import type { Point } from "./layout";

export interface View {
	x: number;
	y: number;
	/** Pixels for each unit of the sheet. */
	scale: number;
}

export interface Size {
	width: number;
	height: number;
}

/** A cell is never shown larger than this many pixels for each unit: about a quarter of a large screen. */
const LARGEST = 6;

/** The whole sheet, as large as it fits. */
export function fitted(sheet: Size, window: Size): View {
	const scale = Math.min(window.width / sheet.width, window.height / sheet.height) || 1;
	return settled({ x: 0, y: 0, scale }, sheet, window);
}

/** The sheet never leaves the window: smaller than it, it is centred; larger, it has no gap at its edges. */
export function settled(view: View, sheet: Size, window: Size): View {
	const along = (offset: number, size: number, room: number) =>
		size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, offset));
	return {
		scale: view.scale,
		x: along(view.x, sheet.width * view.scale, window.width),
		y: along(view.y, sheet.height * view.scale, window.height),
	};
}

/** Larger or smaller, with the point of the window staying over the same point of the sheet. */
export function zoomed(view: View, factor: number, about: Point, sheet: Size, window: Size): View {
	const least = fitted(sheet, window).scale;
	const scale = Math.min(Math.max(LARGEST, least), Math.max(least, view.scale * factor));
	const change = scale / view.scale;
	const x = about.x - (about.x - view.x) * change;
	const y = about.y - (about.y - view.y) * change;
	return settled({ x, y, scale }, sheet, window);
}

export function moved(view: View, dx: number, dy: number, sheet: Size, window: Size): View {
	return settled({ ...view, x: view.x + dx, y: view.y + dy }, sheet, window);
}

/** Moved no further than it takes to see a point of the sheet with this much room about it. */
export function revealed(view: View, point: Point, room: number, sheet: Size, window: Size): View {
	const x = point.x * view.scale + view.x;
	const y = point.y * view.scale + view.y;
	const about = Math.min(room * view.scale, window.width / 2, window.height / 2);
	const dx = Math.max(0, about - x) - Math.max(0, x - (window.width - about));
	const dy = Math.max(0, about - y) - Math.max(0, y - (window.height - about));
	return moved(view, dx, dy, sheet, window);
}

export function onSheet(view: View, point: Point): Point {
	return { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale };
}

/** Room that a card beside a cell needs, in pixels. */
const CARD_ROOM = 110;

/** Whether a card goes above its cell rather than below: away from what it is about, and where there is room. */
export function goesAbove(at: Point, away: Point | undefined, height: number): boolean {
	if (at.y < CARD_ROOM) return false;
	if (at.y > height - CARD_ROOM || !away || Math.abs(away.y - at.y) < 1) return at.y > height * 0.35;
	return away.y > at.y;
}
