// Whether the battle is being shown again by itself, and how fast. There is one table on the page at a time.
export const SPEEDS = { "1×": 1400, "2×": 700, "4×": 350 } as const;
export type Speed = keyof typeof SPEEDS;

class Replay {
	playing = $state(false);
	speed = $state<Speed>("1×");
	/** milliseconds for each step */
	pace = $derived(SPEEDS[this.speed]);
}

export const replay = new Replay();
