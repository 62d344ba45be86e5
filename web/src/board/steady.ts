/**
 * Keeps what has not changed: a new state lists every unit again, but only those that differ are drawn again. Returns a
 * list with the objects of the previous list wherever they say the same.
 */
export function steady<T>(name: (item: T) => string): (items: readonly T[]) => T[] {
	let before = new Map<string, { text: string; item: T }>();
	return (items) => {
		const now: typeof before = new Map();
		for (const item of items) {
			const text = JSON.stringify(item);
			const known = before.get(name(item));
			now.set(name(item), known?.text === text ? known : { text, item });
		}
		before = now;
		return [...now.values()].map(({ item }) => item);
	};
}
