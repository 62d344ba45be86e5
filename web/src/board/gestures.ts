/** What mouse, pen and fingers mean: a click, a drag of the map or of a unit, a brush stroke, a pinch, the wheel. */
import type { Point } from "./layout";

type Spot = { clientX: number; clientY: number };

export interface Meanings {
	/** Where on the sheet. */
	place(spot: Spot): Point;
	pan(dx: number, dy: number): void;
	zoom(factor: number, about: Spot): void;
	/** Whether dragging paints. */
	paints(): boolean;
	hover(at: Point | null): void;
	/** A press that may become a choice. */
	press(at: Point): void;
	/** The unit that can be picked up there. */
	grab(at: Point, touch: boolean): string | undefined;
	drag(unit: string, at: Point): void;
	/** Set down on the board, or off it. */
	drop(unit: string, at: Point | null): void;
	paint(at: Point, first: boolean, erase: boolean): void;
	painted(): void;
	choose(at: Point, alternate: boolean): void;
}

/** A press that moves less than this many pixels is a click. */
const SLACK = 6;
/** A finger that stays this long, in milliseconds, asks for more, as the other mouse button does. */
const LONG_PRESS = 500;

interface Press {
	start: Spot;
	last: Spot;
	since: number;
	button: number;
	shift: boolean;
	touch: boolean;
	doing: "nothing yet" | "pan" | "drag" | "paint";
	unit: string | undefined;
}

export function gestures(means: Meanings) {
	const fingers = new Map<number, Spot>();
	let press: Press | null = null;
	let pinched = false;

	function spread(): { distance: number; middle: Spot } {
		const [a, b] = [...fingers.values()] as [Spot, Spot];
		const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
		return { distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), middle };
	}

	function pinch(event: PointerEvent): void {
		const before = spread();
		fingers.set(event.pointerId, spotOf(event));
		const now = spread();
		means.pan(now.middle.clientX - before.middle.clientX, now.middle.clientY - before.middle.clientY);
		if (before.distance > 0) means.zoom(now.distance / before.distance, now.middle);
	}

	function pointerdown(event: PointerEvent): void {
		if (event.button > 2) return;
		(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
		fingers.set(event.pointerId, spotOf(event));
		if (fingers.size === 2) {
			abandon();
			pinched = true;
			return;
		}
		pinched = false;
		const at = means.place(event);
		press = {
			start: spotOf(event),
			last: spotOf(event),
			since: event.timeStamp,
			button: event.button,
			shift: event.shiftKey,
			touch: event.pointerType === "touch",
			doing: "nothing yet",
			unit: event.button === 0 && !means.paints() ? means.grab(at, event.pointerType === "touch") : undefined,
		};
		if (event.button === 0 && !means.paints()) means.press(at);
		if (means.paints() && event.button !== 1) {
			press.doing = "paint";
			means.paint(at, true, erases(press));
		}
	}

	function pointermove(event: PointerEvent): void {
		if (fingers.size === 2 && fingers.has(event.pointerId)) {
			pinch(event);
			return;
		}
		if (!press) {
			if (event.pointerType !== "touch") means.hover(means.place(event));
			return;
		}
		fingers.set(event.pointerId, spotOf(event));
		if (press.doing === "nothing yet" && far(press.start, event)) press.doing = press.unit ? "drag" : "pan";
		if (press.doing === "pan")
			means.pan(event.clientX - press.last.clientX, event.clientY - press.last.clientY);
		if (press.doing === "drag" && press.unit) means.drag(press.unit, means.place(event));
		if (press.doing === "paint") stroke(press, event);
		if (press.doing === "drag" || press.doing === "paint") means.hover(means.place(event));
		press.last = spotOf(event);
	}

	/** A quick stroke leaves no cell out: points along the way are painted too. */
	function stroke(from: Press, to: Spot): void {
		const dx = to.clientX - from.last.clientX;
		const dy = to.clientY - from.last.clientY;
		const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / 8));
		for (let step = 1; step <= steps; step++) {
			const spot = {
				clientX: from.last.clientX + (dx * step) / steps,
				clientY: from.last.clientY + (dy * step) / steps,
			};
			means.paint(means.place(spot), false, erases(from));
		}
	}

	function pointerup(event: PointerEvent): void {
		fingers.delete(event.pointerId);
		const done = press;
		press = null;
		if (!done || pinched) return;
		if (done.doing === "drag" && done.unit) means.drop(done.unit, means.place(event));
		if (done.doing === "paint") means.painted();
		if (done.doing !== "nothing yet" || done.button === 1) return;
		const long = done.touch && event.timeStamp - done.since > LONG_PRESS;
		means.choose(means.place(event), done.button === 2 || done.shift || long);
	}

	function pointercancel(event: PointerEvent): void {
		fingers.delete(event.pointerId);
		abandon();
	}

	function abandon(): void {
		if (press?.doing === "drag" && press.unit) means.drop(press.unit, null);
		if (press?.doing === "paint") means.painted();
		press = null;
	}

	return {
		pointerdown,
		pointermove,
		pointerup,
		pointercancel,
		pointerleave: () => means.hover(null),
		contextmenu: (event: Event) => event.preventDefault(),
		wheel: (event: WheelEvent) => {
			event.preventDefault();
			// Touchpads send a pinch as a wheel with Ctrl, and two fingers as small steps in both directions.
			const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
			means.zoom(Math.exp(-step * (event.ctrlKey ? 0.01 : 0.0015)), event);
		},
		touchmove: (event: TouchEvent) => {
			if (event.touches.length > 1 || press?.doing === "drag" || press?.doing === "paint")
				event.preventDefault();
		},
	};
}

function erases(press: Press): boolean {
	return press.button === 2 || press.shift;
}

function spotOf({ clientX, clientY }: Spot): Spot {
	return { clientX, clientY };
}

function far(from: Spot, to: Spot): boolean {
	return Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) > SLACK;
}
