// Facts that a player may want at a glance: the book as this battle plays it, and where the enemy can fire.
import type { ReferenceTold, ThreatsTold, UnitState } from "../common/protocol";
import { plainly } from "../common/words";
import type { Game } from "./game.svelte";

export interface Fact {
	name: string;
	value: string;
}

/** The empty entry of a table. */
const NOTHING = "–";
/** One that depends on what the unit is armed with. */
const BY_WEAPON = "*";

export class Facts {
	reference = $state.raw<ReferenceTold | null>(null);
	threats = $state.raw<ThreatsTold | null>(null);
	#asking = "";

	constructor(readonly game: Game) {}

	/** Fetched once; the book does not change in a battle. */
	async open(): Promise<void> {
		if (this.reference) return;
		this.reference = await this.#asked<ReferenceTold>({ type: "reference" });
	}

	/** Where the side could be fired at as things stand; fetched again when something has happened. */
	async watch(side: string): Promise<void> {
		const seq = this.game.now?.seq ?? -1;
		const wanted = `${seq} ${side}`;
		if (this.#asking === wanted || (this.threats?.seq === seq && this.threats.side === side)) return;
		this.#asking = wanted;
		const told = await this.#asked<ThreatsTold>({ type: "threats", side });
		if (told) this.threats = told;
	}

	async #asked<Told extends ReferenceTold | ThreatsTold>(
		wish: { type: "reference" } | { type: "threats"; side: string },
	): Promise<Told | null> {
		try {
			return await this.game.connection.request<Told>(wish);
		} catch {
			return null; // a failed glance is not worth a message
		}
	}

	/** What the tables of the book say about a terrain feature or a unit type. */
	of(name: string): Fact[] {
		const called = this.reference?.called[name] ?? name;
		for (const section of this.reference?.sections ?? []) {
			for (const { columns, rows } of section.tables) {
				const row = rows.find(([first]) => first === called);
				if (row)
					return columns
						.slice(1)
						.map((column, index) => ({ name: column, value: row[index + 1] ?? NOTHING }))
						.filter(({ value }) => value !== NOTHING);
			}
		}
		return [];
	}

	/** The same about a unit, with its weapon's range. */
	ofUnit({ id, type }: Pick<UnitState, "id" | "type">): Fact[] {
		const armed = this.#armed(id, type);
		return this.of(type).flatMap((fact) => {
			if (fact.value !== BY_WEAPON || !armed) return [fact];
			return armed.reach > 0 ? [{ ...fact, value: `${armed.reach} (${plainly(armed.weapon)})` }] : [];
		});
	}

	#armed(id: string, type: string): { weapon: string; reach: number } | null {
		const reaches = this.reference?.reaches[type] ?? {};
		const units = this.game.about?.scenario.sides.flatMap((side) => side.units) ?? [];
		const unit = units.find((one) => one.id === id);
		const weapon = unit?.weapon ?? unit?.gun ?? Object.keys(reaches)[0] ?? "";
		const reach = reaches[weapon];
		return reach === undefined ? null : { weapon, reach };
	}

	/** The enemies that could fire at a cell, as far as is known. */
	threatening(cell: string): string[] {
		return this.threats?.seq === this.game.now?.seq ? (this.threats?.cells[cell] ?? []) : [];
	}
}
