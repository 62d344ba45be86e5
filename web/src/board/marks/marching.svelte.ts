// The moving counter: one at a time, along the cells of a motion.
import { tick } from "svelte";
import type { Point } from "../layout";
import type { Motion } from "../state";
import { march, wantsNoMotion } from "./motion";

export class Marching {
	/** The unit that is moving; it is drawn over the others. */
	unit: string | null = $state(null);
	readonly #counters = new Map<string, SVGGElement>();
	#animation: Animation | null = null;

	/** An attachment: the counter of a unit reports that it is there. */
	counter(unit: string) {
		return (node: SVGGElement) => {
			this.#counters.set(unit, node);
			return () => {
				this.#counters.delete(unit);
			};
		};
	}

	/** Goes straight to its goal if the reader prefers no motion. */
	async start(
		journey: Motion,
		centreOf: (cell: string) => Point | undefined,
		arrived: (key: Motion["key"]) => void,
	): Promise<void> {
		await tick();
		const counter = this.#counters.get(journey.unit);
		const points = journey.path.map(centreOf).filter((at) => at !== undefined);
		if (!counter || points.length < 2 || wantsNoMotion() || journey.pace <= 0) return arrived(journey.key);
		this.unit = journey.unit;
		const animation = march(counter, points, journey.pace);
		this.#animation = animation;
		const finished = await animation.finished.then(
			() => true,
			() => false,
		);
		if (!finished) return;
		// The counter is held at its goal until the state, which may change only now, has put it there.
		arrived(journey.key);
		await tick();
		if (this.#animation === animation) this.halt();
	}

	halt(): void {
		this.#animation?.cancel();
		this.#animation = null;
		this.unit = null;
	}
}
