// Setting up from the table: a unit, its place, the next unit. All of it is one ruling when it is done.
import type { Facing, Ruling } from "../common/protocol";
import type { Game } from "../game/game.svelte";
import type { Choosing, Selection } from "../game/selection.svelte";
import { words } from "../words";

export interface Place {
	at: string;
	facing: Facing;
}

const SQUARE: Facing[] = ["n", "e", "s", "w"];
const HEX: Facing[] = ["n", "ne", "se", "s", "sw", "nw"];

export class Arranging {
	/** in the order in which they are asked for */
	units: string[];
	/** the one whose place is asked for; null when all have theirs */
	unit = $state<string | null>(null);
	/** by unit, in the order in which they were put down */
	placed = $state.raw<Record<string, Place>>({});
	/** not on the table at all */
	absent = $state.raw<string[]>([]);
	turn = $state("");
	#order: string[] = [];

	constructor(
		readonly game: Game,
		readonly selection: Selection,
	) {
		this.units = game.about?.scenario.sides.flatMap((side) => side.units.map((unit) => unit.id)) ?? [];
		this.unit = this.units[0] ?? null;
		this.turn = String(Math.max(1, game.state?.turn ?? 1));
		selection.intercept = (choice) => this.tap(choice);
	}

	tap({ cell }: Choosing): void {
		const last = this.#order.at(-1);
		const before = last ? this.placed[last] : undefined;
		// To tap a unit that was just put down is to turn it.
		if (last && before?.at === cell) {
			const facings = this.game.about?.board.grid === "hex" ? HEX : SQUARE;
			const facing = facings[(facings.indexOf(before.facing) + 1) % facings.length] ?? before.facing;
			this.#put(last, { at: cell, facing });
			return;
		}
		if (!this.unit) return;
		this.#put(this.unit, { at: cell, facing: this.#facing(this.unit) });
		this.#order = [...this.#order.filter((one) => one !== this.unit), this.unit];
		this.absent = this.absent.filter((one) => one !== this.unit);
		this.#next();
	}

	skip(): void {
		if (!this.unit) return;
		this.absent = [...this.absent, this.unit];
		this.#next();
	}

	back(): void {
		const last = this.#order.at(-1);
		if (!last) return;
		this.#order = this.#order.slice(0, -1);
		const { [last]: _, ...rest } = this.placed;
		this.placed = rest;
		this.selection.placed = rest;
		this.unit = last;
	}

	has(unit: string): boolean {
		return unit in this.placed || this.absent.includes(unit);
	}

	changes(): Ruling[] {
		const there = (unit: string) => this.game.state?.units.some((one) => one.id === unit && one.at !== null);
		const put: Ruling[] = this.#order.map((unit) => ({
			set: "place",
			unit,
			...(this.placed[unit] as Place),
		}));
		const gone: Ruling[] = this.absent.filter(there).map((unit) => ({ set: "remove", unit }));
		const turn = /^\d{1,3}$/.test(this.turn.trim()) ? Number(this.turn) : 0;
		const isNow = turn === this.game.state?.turn;
		return [...put, ...gone, ...(turn > 0 && !isNow ? [{ set: "turn", turn, begin: true } as const] : [])];
	}

	async done(): Promise<boolean> {
		const changes = this.changes();
		return changes.length === 0 || this.game.overrule(changes, words.table.arrange.reason(Number(this.turn)));
	}

	close(): void {
		this.selection.intercept = null;
		this.selection.placed = {};
	}

	#put(unit: string, place: Place): void {
		this.placed = { ...this.placed, [unit]: place };
		this.selection.placed = this.placed;
	}

	#next(): void {
		const at = this.unit ? this.units.indexOf(this.unit) : -1;
		const rest = [...this.units.slice(at + 1), ...this.units.slice(0, at + 1)];
		this.unit = rest.find((one) => !this.has(one)) ?? null;
	}

	#facing(unit: string): Facing {
		return this.game.state?.units.find((one) => one.id === unit)?.facing ?? "n";
	}
}
