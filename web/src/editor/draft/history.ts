// Undo and redo. Edits of one kind in a row, such as the cells of a stroke or the letters of a name, are one step.
export interface History<T> {
	past: readonly T[];
	present: T;
	future: readonly T[];
	/** The kind of the last edit; empty when the next one starts a new step in any case. */
	kind: string;
}

export const MOST_STEPS = 500;

export const started = <T>(present: T): History<T> => ({ past: [], present, future: [], kind: "" });

export function edited<T>(history: History<T>, next: T, kind = ""): History<T> {
	if (next === history.present) return history;
	if (kind !== "" && kind === history.kind) return { ...history, present: next, future: [] };
	const past = [...history.past, history.present].slice(-MOST_STEPS);
	return { past, present: next, future: [], kind };
}

/** Whatever comes next is a step of its own. */
export const sealed = <T>(history: History<T>): History<T> =>
	history.kind === "" ? history : { ...history, kind: "" };

export function undone<T>(history: History<T>): History<T> {
	const before = history.past.at(-1);
	if (before === undefined) return history;
	return {
		past: history.past.slice(0, -1),
		present: before,
		future: [history.present, ...history.future],
		kind: "",
	};
}

export function redone<T>(history: History<T>): History<T> {
	const [next, ...future] = history.future;
	if (next === undefined) return history;
	return { past: [...history.past, history.present], present: next, future, kind: "" };
}
