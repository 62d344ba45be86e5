/** Measures of a counter, and the parts of it that are computed. */
import { short } from "./layout";

/** The side of the card. */
export const CARD = 42;

/** More strength points than this are shown as a number. */
const MOST_PIPS = 8;

/** The pointer out of the card towards the edge that the unit faces, drawn for north. */
export function facingWedge(turn: number): string {
	const angle = (turn * Math.PI) / 180;
	const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
	// The card ends sooner in the direction of its edges than of its corners.
	const edge = CARD / 2 / Math.max(sin, cos);
	// On a slant the card's edge cuts the wedge's foot: it starts further in, under the card.
	const foot = edge - (sin > 0.1 && cos > 0.1 ? 9 : 2);
	return `M-9 ${short(-foot)}L-9 ${short(-edge)}L0 ${short(-edge - 9.5)}L9 ${short(-edge)}L9 ${short(-foot)}Z`;
}

/** A pip for each strength point, those lost apart; null where a number is better, or there is nothing to show. */
export function pips(strength: number | null, full: number | undefined): { left: string; lost: string } | null {
	if (strength === null) return null;
	const all = Math.max(strength, full ?? 0);
	if (all > MOST_PIPS) return null;
	const apart = Math.min(6, 34 / all);
	const pip = (index: number) => {
		const x = (index - (all - 1) / 2) * apart;
		return `M${short(x - 2.1)} 14.6a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0`;
	};
	const numbers = Array.from({ length: all }, (_, index) => index);
	return {
		left: numbers.slice(0, strength).map(pip).join(""),
		lost: numbers.slice(strength).map(pip).join(""),
	};
}
