// Dice rolled by hand: what to roll, and what has been entered. Nothing counts before it is confirmed.

import type { Action, Ruling, Throw, ThrowTold } from "../common/protocol";
import type { Game } from "./game.svelte";

/** The purpose of the dice; neither: the throws before the first decision. */
export interface Cause {
	action?: Action;
	changes?: Ruling[];
}

export interface Entered {
	asked: Throw;
	faces: number[];
}

export class Hand {
	/** dice are being entered */
	open = $state(false);
	/** the throw in hand; null when nothing more is thrown */
	asked = $state.raw<Throw | null>(null);
	/** its dice so far */
	faces = $state.raw<number[]>([]);
	/** the throws before it */
	entered = $state.raw<Entered[]>([]);
	/** all dice are in, and only need confirming */
	complete = $derived(this.open && this.asked === null);
	/** everything that has fallen */
	fallen = $derived([...this.entered.flatMap((one) => one.faces), ...this.faces]);

	#cause: Cause = {};
	#done: ((dice: number[] | null) => void) | null = null;

	constructor(readonly game: Game) {}

	/** The dice for something, when they have been entered and confirmed; null if the players think better of it. */
	async collect(cause: Cause): Promise<number[] | null> {
		if (this.open) return null;
		this.#cause = cause;
		this.entered = [];
		this.faces = [];
		this.asked = await this.#next();
		if (this.asked === null) return [];
		this.open = true;
		return new Promise((resolve) => {
			this.#done = resolve;
		});
	}

	async #next(): Promise<Throw | null> {
		const seq = this.game.now?.seq ?? 0;
		const told = await this.game.connection.request<ThrowTold>({
			type: "throw",
			seq,
			dice: [...this.fallen],
			...this.#cause,
		});
		return told.throw;
	}

	async enter(face: number): Promise<void> {
		const { asked } = this;
		if (!asked || face < 1 || face > 6 || this.faces.length >= asked.dice) return;
		this.faces = [...this.faces, face];
		if (this.faces.length < asked.dice) return;
		try {
			const next = await this.#next();
			this.entered = [...this.entered, { asked, faces: this.faces }];
			this.faces = [];
			this.asked = next;
		} catch (problem) {
			this.#close(null);
			this.game.refuse(problem as Error);
		}
	}

	/** Take the last die back. */
	back(): void {
		const last = this.entered.at(-1);
		if (this.faces.length > 0) this.faces = this.faces.slice(0, -1);
		else if (last) {
			this.entered = this.entered.slice(0, -1);
			this.asked = last.asked;
			this.faces = last.faces.slice(0, -1);
		}
	}

	/** Enter a die of the throw in hand again, and those after it. */
	again(die: number): void {
		this.faces = this.faces.slice(0, die);
	}

	confirm(): void {
		if (this.complete) this.#close([...this.fallen]);
	}

	cancel(): void {
		this.#close(null);
	}

	#close(dice: number[] | null): void {
		this.open = false;
		this.asked = null;
		this.#done?.(dice);
		this.#done = null;
	}
}
