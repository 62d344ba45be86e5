// The words of every clause, fetched once when they are first wanted.
import * as api from "./api";
import type { Clause, Rules } from "./protocol";

class Clauses {
	all = $state.raw<Rules | null>(null);
	problem = $state("");
	/** the clause whose words are on the screen */
	open = $state<string | null>(null);
	#byId = $derived(new Map(this.all?.clauses.map((clause) => [clause.id, clause])));
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
		return this.#byId.get(id);
	}

	show(id: string): void {
		void this.load();
		this.open = id;
	}
}

export const clauses = new Clauses();
