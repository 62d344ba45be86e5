// Setting up from the table: a unit, its place, the next unit. All of it is one ruling when it is done.
import type { Facing, Ruling, UnitState } from "../common/protocol";
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
	/** in the order in which the page asks for them */
	units: string[];
	/** the unit to place now; null when all have a place */
	unit = $state<string | null>(null);
	/** by unit, in the order in which they were put down */
	placed = $state.raw<Record<string, Place>>({});
	/** not on the table at all */
	absent = $state.raw<string[]>([]);
	/** by unit, where it is not what the game has */
	strength = $state.raw<Record<string, number>>({});
	turn = $state("");
	#order: string[] = [];
	/** it was chosen from the list, and goes wherever the next tap is */
	#chosen = false;

	constructor(
		readonly game: Game,
		readonly selection: Selection,
	) {
		this.units = game.about?.scenario.sides.flatMap((side) => side.units.map((unit) => unit.id)) ?? [];
		this.unit = this.units.find((one) => !this.has(one)) ?? null;
		this.turn = String(Math.max(1, game.state?.turn ?? 1));
		selection.intercept = (choice) => this.tap(choice);
	}

	choose(unit: string): void {
		this.unit = unit;
		this.#chosen = true;
	}

	tap({ cell }: Choosing): void {
		const last = this.#order.at(-1);
		const before = last ? this.placed[last] : undefined;
		// Tapping a unit that was just put down turns it, unless another was chosen to stand with it.
		if (last && before?.at === cell && !this.#chosen) {
			const facings = this.game.about?.board.grid === "hex" ? HEX : SQUARE;
			const facing = facings[(facings.indexOf(before.facing) + 1) % facings.length] ?? before.facing;
			this.#put(last, { at: cell, facing });
			return;
		}
		if (!this.unit) return;
		this.#put(this.unit, { at: cell, facing: this.#now(this.unit)?.facing ?? "n" });
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
		this.#chosen = false;
	}

	/** Whether its place is known; a load is where its carrier is, as long as that is on the table. */
	has(unit: string): boolean {
		return unit in this.placed || this.absent.includes(unit) || this.carrier(unit) !== null;
	}

	/** The unit that carries it on the table. */
	carrier(unit: string): string | null {
		const by = this.#now(unit)?.["carried-by"] ?? null;
		return by === null || unit in this.placed || this.absent.includes(by) ? null : by;
	}

	/** Its strength as it will be; null without strength points, or for a unit that is off the table. */
	points(unit: string): number | null {
		if (this.absent.includes(unit) || this.#full(unit) === null) return null;
		const now = this.#now(unit)?.sp ?? (unit in this.placed ? 1 : null);
		return now === null ? null : (this.strength[unit] ?? now);
	}

	most(unit: string): number {
		return this.#full(unit) ?? 0;
	}

	weigh(unit: string, points: number): void {
		if (points >= 1 && points <= this.most(unit)) this.strength = { ...this.strength, [unit]: points };
	}

	changes(): Ruling[] {
		const put: Ruling[] = this.#order.map((unit) => ({
			set: "place",
			unit,
			...(this.placed[unit] as Place),
		}));
		const gone: Ruling[] = this.absent
			.filter((unit) => this.#now(unit))
			.map((unit) => ({ set: "remove", unit }));
		const weighed = Object.keys(this.strength).flatMap((unit): Ruling[] => {
			const sp = this.points(unit);
			return sp === null || sp === (this.#now(unit)?.sp ?? 1) ? [] : [{ set: "strength", unit, sp }];
		});
		const turn = /^\d{1,3}$/.test(this.turn.trim()) ? Number(this.turn) : 0;
		const isNow = turn === this.game.state?.turn;
		return [
			...put,
			...gone,
			...weighed,
			...(turn > 0 && !isNow ? [{ set: "turn", turn, begin: true } as const] : []),
		];
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
		this.#chosen = false;
	}

	#next(): void {
		const at = this.unit ? this.units.indexOf(this.unit) : -1;
		const rest = [...this.units.slice(at + 1), ...this.units.slice(0, at + 1)];
		this.unit = rest.find((one) => !this.has(one)) ?? null;
		this.#chosen = false;
	}

	#now(unit: string): UnitState | undefined {
		return this.game.state?.units.find((one) => one.id === unit);
	}

	#full(unit: string): number | null {
		return this.game.beginning?.units.find((one) => one.id === unit)?.sp ?? null;
	}
}
