// Steps of the past, shown once more one after another, and then back to the present.
import { PACES, preferences } from "../common/preferences.svelte";
import type { Game } from "./game.svelte";

/** Even without pauses, a replay should be visible. */
const SLOWEST_NEEDED = PACES.steady;

export class Rerun {
	running = $state(false);
	#number = 0;

	constructor(readonly game: Game) {}

	get pace(): number {
		return PACES[preferences.pace] || SLOWEST_NEEDED;
	}

	async show(seqs: readonly number[]): Promise<void> {
		const number = ++this.#number;
		this.running = true;
		try {
			for (const seq of seqs) {
				// What moved or fired did so from where it stood before.
				await this.game.stateAfter(seq - 1);
				if (this.#number !== number) return;
				await this.game.goTo(seq, "shown");
				await pause(this.pace * 1.6);
				if (this.#number !== number) return;
			}
			if (this.game.moment !== null) await this.game.goTo(null, "shown");
		} finally {
			if (this.#number === number) this.running = false;
		}
	}

	/** The player has gone elsewhere. */
	stop(): void {
		this.#number += 1;
		this.running = false;
	}
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
