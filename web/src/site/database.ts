// What this browser keeps: games, their records and scenarios of the player's own, each change in one transaction.

const NAME = "portable-wargame";
const VERSION = 1;
/** By store: the key of its rows. */
const STORES = {
	games: "id",
	lines: ["game", "number"],
	notes: ["game", "number"],
	shelf: "name",
	answers: "path",
};
export type StoreName = keyof typeof STORES;
const GAME: StoreName[] = ["games", "lines", "notes"];

/** As in `tab/outside.py`. */
export type Outcome = "kept" | "behind" | "full" | string;

interface Row {
	id: string;
	revision: number;
	row: Columns;
}
interface Entry {
	game: string;
	number: number;
	texts: string[];
}
/** The stored parts of a game besides its lists, by name: a later version may have more. */
export type Columns = { revision: number } & Record<string, string | number>;
export interface Rows {
	row: Columns;
	lines: string[][];
	notes: string[][];
	/** The numbers of the first of them. */
	first_line?: number;
	first_note?: number;
}

export function opened(): Promise<IDBDatabase> {
	const opening = indexedDB.open(NAME, VERSION);
	opening.onupgradeneeded = () => {
		const { result } = opening;
		for (const [store, keyPath] of Object.entries(STORES))
			if (!result.objectStoreNames.contains(store)) result.createObjectStore(store, { keyPath });
	};
	return done(opening);
}

export class Database {
	constructor(readonly base: IDBDatabase) {
		// A newer version of the page waits for this one to let go.
		base.onversionchange = () => base.close();
	}

	/** All or nothing, and on disk before it is acknowledged. */
	async keep(game: string, revision: number, rows: Rows): Promise<Outcome> {
		return this.#written(GAME, async (stores) => {
			const there = (await done(stores.games.get(game))) as Row | undefined;
			if ((there?.revision ?? -1) !== revision) return "behind";
			stores.games.put({ id: game, revision: rows.row.revision, row: rows.row });
			for (const [name, first] of [
				["lines", rows.first_line],
				["notes", rows.first_note],
			] as const)
				for (const [index, texts] of rows[name].entries())
					stores[name].put({ game, number: (first ?? 0) + index, texts });
			return "kept";
		});
	}

	async kept(game: string, lines = 0, notes = 0): Promise<Rows | null> {
		const stores = this.#stores(GAME, "readonly");
		const [row, lineRows, noteRows] = await Promise.all([
			done(stores.games.get(game)) as Promise<Row | undefined>,
			done(stores.lines.getAll(from(game, lines))) as Promise<Entry[]>,
			done(stores.notes.getAll(from(game, notes))) as Promise<Entry[]>,
		]);
		if (!row) return null;
		return {
			row: row.row,
			lines: lineRows.map(({ texts }) => texts),
			notes: noteRows.map(({ texts }) => texts),
			first_line: lineRows[0]?.number ?? 0,
			first_note: noteRows[0]?.number ?? 0,
		};
	}

	async games(): Promise<string[]> {
		return (await done(this.#stores(["games"], "readonly").games.getAllKeys())) as string[];
	}

	/** Everything stored of a game. */
	forget(game: string): Promise<Outcome> {
		return this.#written(GAME, async ({ games, lines, notes }) => {
			games.delete(game);
			lines.delete(from(game, 0));
			notes.delete(from(game, 0));
			return "kept";
		});
	}

	shelve(name: string, text: string): Promise<Outcome> {
		return this.#written(["shelf", "answers"], async ({ shelf, answers }) => {
			if (text) shelf.put({ name, text });
			else shelf.delete(name);
			// Remembered answers about the shelf are out of date.
			answers.clear();
			return "kept";
		});
	}

	async shelf(): Promise<Record<string, string>> {
		const all = (await done(this.#stores(["shelf"], "readonly").shelf.getAll())) as {
			name: string;
			text: string;
		}[];
		return Object.fromEntries(all.map(({ name, text }) => [name, text]));
	}

	/** Answers from an earlier visit with the same version; nothing that changes during play. */
	async answer(path: string, version: string): Promise<string | null> {
		const found = await done(this.#stores(["answers"], "readonly").answers.get(path));
		return found?.version === version ? found.text : null;
	}

	async remember(path: string, version: string, text: string): Promise<void> {
		await this.#written(["answers"], async ({ answers }) => {
			answers.put({ path, version, text });
			return "kept";
		});
	}

	#stores(names: StoreName[], mode: IDBTransactionMode): Record<StoreName, IDBObjectStore> {
		const all = this.base.transaction(names, mode);
		return Object.fromEntries(names.map((name) => [name, all.objectStore(name)])) as Record<
			StoreName,
			IDBObjectStore
		>;
	}

	async #written(
		names: StoreName[],
		work: (stores: Record<StoreName, IDBObjectStore>) => Promise<Outcome>,
	): Promise<Outcome> {
		try {
			const all = this.base.transaction(names, "readwrite", { durability: "strict" });
			const finished = new Promise<void>((resolve, reject) => {
				all.oncomplete = () => resolve();
				all.onabort = () => reject(all.error);
			});
			const stores = Object.fromEntries(names.map((name) => [name, all.objectStore(name)]));
			const outcome = await work(stores as Record<StoreName, IDBObjectStore>);
			await finished;
			return outcome;
		} catch (problem) {
			const { name, message } = (problem ?? {}) as DOMException;
			return name === "QuotaExceededError" ? "full" : message || name || "the storage failed";
		}
	}
}

const from = (game: string, number: number) =>
	IDBKeyRange.bound([game, number], [game, Number.POSITIVE_INFINITY]);

export const done = <T>(request: IDBRequest<T>) =>
	new Promise<T>((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
