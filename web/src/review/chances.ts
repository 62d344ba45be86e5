// How likely a side was to win, as a line with its interval about it: the arithmetic of the small graph.
import type { ChanceThen } from "../common/protocol";

export const FRAME = { width: 320, height: 130, left: 24 };
const EDGE = 6;

export function x(chances: readonly ChanceThen[], number: number): number {
	return FRAME.left + ((FRAME.width - FRAME.left - EDGE) * number) / Math.max(1, chances.length - 1);
}

export function y(chance: number): number {
	return EDGE + (FRAME.height - 2 * EDGE) * (1 - chance);
}

function line(points: [number, number][]): string {
	return `M${points.map(([across, up]) => `${across.toFixed(1)} ${up.toFixed(1)}`).join("L")}`;
}

export function course(chances: readonly ChanceThen[]): string {
	return line(chances.map(({ chance }, number) => [x(chances, number), y(chance)]));
}

export function band(chances: readonly ChanceThen[]): string {
	const upper = chances.map(({ high }, number): [number, number] => [x(chances, number), y(high)]);
	const lower = chances.map(({ low }, number): [number, number] => [x(chances, number), y(low)]);
	return `${line([...upper, ...lower.toReversed()])}Z`;
}
