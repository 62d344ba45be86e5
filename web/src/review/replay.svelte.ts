// Whether the battle is being shown again by itself, and how fast. There is one table on the page at a time.
import type { Game } from "../game/game.svelte";

export const SPEEDS = { "1×": 1400, "2×": 700, "4×": 350 } as const;
export type Speed = keyof typeof SPEEDS;

class Replay {
	playing = $state(false);
	speed = $state<Speed>("1×");
	/** milliseconds for each step */
	pace = $derived(SPEEDS[this.speed]);
}

export const replay = new Replay();

/**
 * Show how things stood after a step, or before an order that came after `exactly` this one: also to the reader of a
 * small screen, on which the board stands above the words that lead there, out of sight.
 */
export async function lookAt(game: Game, seq: number, how: "chosen" | "exactly" = "chosen"): Promise<void> {
	await game.goTo(seq, how);
	document.querySelector("#board")?.scrollIntoView({ block: "nearest" });
}
