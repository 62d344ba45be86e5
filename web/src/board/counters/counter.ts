/** Measures of a counter, and the parts of it that are computed. */
import { short } from "../layout";

/** The side of the card. */
export const CARD = 42;

/** More strength points than this are shown as a number. */
const MOST_PIPS = 8;

/** How far the pointer comes out of the card. */
const POINT = 8.5;

/** The pointer out of the card towards the edge of the cell that the unit faces, in degrees from north. */
export function facingWedge(turn: number): string {
	const half = CARD / 2;
	const angle = (turn * Math.PI) / 180;
	const [x, y] = [Math.sin(angle), -Math.cos(angle)];
	const edge = half / Math.max(Math.abs(x), Math.abs(y));
	const tip = `${short(x * (edge + POINT))} ${short(y * (edge + POINT))}`;
	// Squarely ahead it stands on one edge of the card; on a slant it wraps round the corner.
	if (Math.abs(x) < 0.01) return `M-11 ${short(y * (half - 1))}L${tip}L11 ${short(y * (half - 1))}Z`;
	if (Math.abs(y) < 0.01) return `M${short(x * (half - 1))} -11L${tip}L${short(x * (half - 1))} 11Z`;
	const corner = { x: Math.sign(x) * (half - 1), y: Math.sign(y) * (half - 1) };
	return `M${short(corner.x)} ${short(corner.y * -0.25)}L${tip}L${short(corner.x * 0.15)} ${short(corner.y)}Z`;
}

/** A pip for each strength point, lost ones separately; null where a number is better, or there is nothing to show. */
export function pips(
	strength: number | null,
	full: number | undefined,
): { left: string; lost: string } | null {
	if (strength === null) return null;
	const all = Math.max(strength, full ?? 0);
	if (all > MOST_PIPS) return null;
	const apart = Math.min(7.4, 36 / all);
	const pip = (index: number) => {
		const x = (index - (all - 1) / 2) * apart;
		return `M${short(x - 2.7)} 15.4a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0 -5.4 0`;
	};
	const numbers = Array.from({ length: all }, (_, index) => index);
	return {
		left: numbers.slice(0, strength).map(pip).join(""),
		lost: numbers.slice(strength).map(pip).join(""),
	};
}
