/** Counters on the move. */
import type { Point } from "../layout";

export function wantsNoMotion(): boolean {
	return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Moves a counter through the points, at the same pace from each to the next; it stays at the last. */
export function march(counter: SVGGElement, points: readonly Point[], pace: number): Animation {
	const frames = points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
	const duration = pace * (points.length - 1);
	return counter.animate(frames, { duration, easing: "ease-in-out", fill: "forwards" });
}
