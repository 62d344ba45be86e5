// The words of every clause, fetched once when first needed.
import * as api from "./api";
import type { Clause, Rules } from "./protocol";

class Clauses {
	all = $state.raw<Rules | null>(null);
	problem = $state("");
	/** the clause whose words are on the screen */
	open = $state<string | null>(null);
	#byId = $derived(new Map(this.all?.clauses.map((clause) => [clause.id, clause])));
	#brought = $state.raw<Record<string, Clause>>({});
	#asked = false;

	async load(): Promise<void> {
		if (this.#asked) return;
		this.#asked = true;
		try {
			this.all = await api.rules();
		} catch (problem) {
			this.#asked = false;
			this.problem = (problem as Error).message;
		}
	}

	find(id: string): Clause | undefined {
		return this.#byId.get(id) ?? this.#brought[id];
	}

	show(id: string): void {
		void this.load().then(() => this.#bring(id));
		this.open = id;
	}

	/** A clause of a book that came with the battle: the server knows it, but does not list it. */
	async #bring(id: string): Promise<void> {
		if (!this.all || this.find(id)) return;
		try {
			this.#brought = { ...this.#brought, [id]: await api.clause(id) };
		} catch {
			// then there is none, and the note says so
		}
	}
}

export const clauses = new Clauses();
