// Plain values, and edits of them that leave the old tree as it was: unchanged parts are shared.
export type Path = readonly (string | number)[];
export type Table = Readonly<Record<string, unknown>>;

export const isTable = (value: unknown): value is Table =>
	typeof value === "object" && value !== null && !Array.isArray(value);
export const listAt = (tree: unknown, path: Path): readonly unknown[] => {
	const value = valueAt(tree, path);
	return Array.isArray(value) ? value : [];
};
export const tableAt = (tree: unknown, path: Path): Table => {
	const value = valueAt(tree, path);
	return isTable(value) ? value : {};
};
/** Anything but text is shown as it would be written. */
export const textAt = (tree: unknown, path: Path): string => {
	const value = valueAt(tree, path);
	if (value === undefined || value === null) return "";
	return typeof value === "string" ? value : JSON.stringify(value);
};

export function valueAt(tree: unknown, path: Path): unknown {
	let value = tree;
	for (const part of path) {
		if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
		value = (value as Record<string | number, unknown>)[part];
	}
	return value;
}

/** The tree with this value at the path; makes missing tables on the way. */
export function withValue<T>(tree: T, path: Path, value: unknown): T {
	const [first, ...rest] = path;
	if (first === undefined) return value as T;
	const inner = withValue(valueAt(tree, [first]), rest, value);
	if (typeof first === "number") {
		const list = Array.isArray(tree) ? [...tree] : [];
		list[first] = inner;
		return list as T;
	}
	const table: Table = isTable(tree) ? tree : {};
	return (table[first] === inner && first in table ? tree : { ...table, [first]: inner }) as T;
}

/** The tree without the value at the path. */
export function without<T>(tree: T, path: Path): T {
	const last = path.at(-1);
	const around = path.slice(0, -1);
	const holder = valueAt(tree, around);
	if (last === undefined || typeof holder !== "object" || holder === null) return tree;
	if (Array.isArray(holder)) return withValue(tree, around, holder.toSpliced(Number(last), 1));
	if (!Object.hasOwn(holder, last)) return tree;
	const { [last]: _, ...others } = holder as Record<string | number, unknown>;
	return withValue(tree, around, others);
}

/** With the value, or without the key where it is empty: defaults are not written down. */
export const settled = <T>(tree: T, path: Path, value: unknown): T =>
	value === "" || value === undefined || value === false || (Array.isArray(value) && value.length === 0)
		? without(tree, path)
		: withValue(tree, path, value);

export function appended<T>(tree: T, path: Path, value: unknown): T {
	return withValue(tree, path, [...listAt(tree, path), value]);
}

export const startsWith = (path: Path, start: Path): boolean =>
	start.every((part, index) => path[index] === part);
