// A book in the making: the tree of the book format, from tree to tree. It leaves out anything that is the same as in the base.
import type { BookFault, BookTables, BookUnit } from "../common/protocol";

export type Draft = Record<string, unknown>;
export type Table = Record<string, unknown>;

export const FORMAT = "portable-wargame/book/1";
export const OFF = "off";

export const fresh = (base: string, title: string): Draft => ({
	format: FORMAT,
	name: `my-${base}`.slice(0, 40),
	title: `${title}, my way`.slice(0, 80),
	"based-on": base,
});

export const isTable = (value: unknown): value is Table =>
	typeof value === "object" && value !== null && !Array.isArray(value);

export const tableIn = (draft: Draft, key: string): Table =>
	isTable(draft[key]) ? (draft[key] as Table) : {};

/** The draft with one table changed; an empty table is left out. */
export function withTable(draft: Draft, key: string, table: Table): Draft {
	const { [key]: _, ...rest } = draft;
	return Object.keys(table).length > 0 ? { ...rest, [key]: table } : rest;
}

export const without = (table: Table, key: string): Table => {
	const { [key]: _, ...rest } = table;
	return rest;
};

/** What every table of the workshop is given. */
export interface TableProps {
	draft: Draft;
	tables: BookTables;
	faults: BookFault[];
	onchange: (draft: Draft) => void;
}

/** A name as books write it: camel-riders. */
export const slug = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, "-");

export const slugs = (text: string): string[] => text.split(",").map(slug).filter(Boolean);

/** A name as people read it. */
export const plain = (name: string): string => name.replaceAll("-", " ");

/** Whatever a form is given, without sending the page away. */
export const entered = (work: () => void) => (event: SubmitEvent) => {
	event.preventDefault();
	work();
};

export type Value = number | boolean | string[];

export type Unit = {
	name: string;
	values: Record<string, Value>;
	usual: Record<string, Value> | null;
	off: boolean;
};

/** The draft's unit table: each unit with its values, and with the base's where it has them. */
export function units(draft: Draft, tables: BookTables): Unit[] {
	const told = tableIn(draft, "units");
	const base = tables.units.map((unit) => ({
		name: unit.name,
		values: { ...unit.values, ...valuesIn(told[unit.name]) },
		usual: unit.values,
		off: told[unit.name] === OFF,
	}));
	const own = Object.keys(told).filter((name) => !tables.units.some((unit) => unit.name === name));
	const added = own.map((name) => {
		const like = isTable(told[name]) ? (told[name] as Table).like : "";
		const start = tables.units.find((unit) => unit.name === like)?.values ?? {};
		return { name, values: { ...start, ...valuesIn(told[name]) }, usual: null, off: false };
	});
	return [...base, ...added];
}

const isValue = (value: unknown): value is Value =>
	typeof value === "number" ||
	typeof value === "boolean" ||
	(Array.isArray(value) && value.every((one) => typeof one === "string"));

function valuesIn(table: unknown): Record<string, Value> {
	if (!isTable(table)) return {};
	const found: Record<string, Value> = {};
	for (const [key, value] of Object.entries(table)) if (isValue(value)) found[key] = value;
	return found;
}

export const isSame = (value: Value, other: Value | undefined): boolean =>
	JSON.stringify(value) === JSON.stringify(other);

/** Sets a unit's value; back to the base's if it is the same, or null. */
export function setUnit(
	draft: Draft,
	tables: BookTables,
	unit: string,
	column: string,
	value: Value | null,
): Draft {
	const told = tableIn(draft, "units");
	const row = isTable(told[unit]) ? (told[unit] as Table) : {};
	const usual = tables.units.find((one: BookUnit) => one.name === unit)?.values[column];
	const changed = value === null || isSame(value, usual) ? without(row, column) : { ...row, [column]: value };
	const rest = without(told, unit);
	return withTable(draft, "units", Object.keys(changed).length > 0 ? { ...told, [unit]: changed } : rest);
}

export const addUnit = (draft: Draft, name: string, like: string): Draft =>
	withTable(draft, "units", { ...tableIn(draft, "units"), [name]: { like } });

/** Leave a unit out, or bring it back; one of the draft's own is gone for good. */
export function toggleUnit(draft: Draft, tables: BookTables, unit: string): Draft {
	const told = tableIn(draft, "units");
	const isOwn = !tables.units.some((one) => one.name === unit);
	return withTable(
		draft,
		"units",
		told[unit] === OFF || isOwn ? without(told, unit) : { ...told, [unit]: OFF },
	);
}

/** What the draft says of a row, as text; undefined where it leaves it alone. */
export function rowText(draft: Draft, key: string): string | undefined {
	const told = tableIn(draft, "rows")[keyIn(draft, key)];
	const value = isTable(told) ? told.to : told;
	return value === undefined ? undefined : String(value);
}

/** The key under which the draft names a row: with its label, or by its clause alone. */
function keyIn(draft: Draft, key: string): string {
	const rows = tableIn(draft, "rows");
	const clause = key.split(" ")[0] ?? key;
	return key in rows || !(clause in rows) ? key : clause;
}

/** Sets a part of a row; an empty one is left out. Words without a value or a condition to go with would be refused. */
function withRow(draft: Draft, key: string, part: string, text: string): Draft {
	const rows = tableIn(draft, "rows");
	const named = keyIn(draft, key);
	const told = rows[named];
	const before = isTable(told) ? told : told === undefined ? {} : { to: told };
	const changed = text.trim() === "" ? without(before, part) : { ...before, [part]: text };
	if (!("to" in changed || "when" in changed)) return withTable(draft, "rows", without(rows, named));
	const alone = Object.keys(changed).length === 1 && "to" in changed;
	return withTable(draft, "rows", { ...rows, [named]: alone ? changed.to : changed });
}

/** Sets a row's value; back to the base's if it is the same, or empty. */
export const setRow = (draft: Draft, key: string, text: string, usual: string): Draft =>
	withRow(draft, key, "to", text === usual ? "" : text);

const rowPart = (draft: Draft, key: string, part: string): string | undefined => {
	const told = tableIn(draft, "rows")[keyIn(draft, key)];
	return isTable(told) && typeof told[part] === "string" ? told[part] : undefined;
};

/** The condition that the draft gives a row, in words; undefined where it leaves that alone. */
export const rowWhen = (draft: Draft, key: string): string | undefined => rowPart(draft, key, "when");

/** Another condition for a row; back to the base's if it is empty. A row with a condition is not switched off. */
export const setWhen = (draft: Draft, key: string, text: string): Draft =>
	withRow(rowText(draft, key) === OFF ? setRow(draft, key, "", "") : draft, key, "when", text);

/** What the log calls a row, where the draft says so. */
export const rowShort = (draft: Draft, key: string): string | undefined => rowPart(draft, key, "short");

export const setShort = (draft: Draft, key: string, text: string): Draft =>
	withRow(draft, key, "short", text.trim());

// -- optional rules and house rules that are part of the book

export const optionsIn = (draft: Draft): string[] =>
	Array.isArray(draft.options) ? draft.options.filter((one) => typeof one === "string") : [];

export function toggleOption(draft: Draft, name: string): Draft {
	const before = optionsIn(draft);
	const options = before.includes(name) ? before.filter((one) => one !== name) : [...before, name];
	const { options: _, ...rest } = draft;
	return options.length > 0 ? { ...rest, options } : rest;
}

export const houseRuleIn = (draft: Draft, name: string): string | undefined => {
	const value = tableIn(draft, "house-rules")[name];
	return value === undefined ? undefined : String(value);
};

/** Sets a house rule; back to how the base plays if it is the same, or empty. */
export function setHouseRule(draft: Draft, name: string, value: string, usual: string): Draft {
	const told = without(tableIn(draft, "house-rules"), name);
	return withTable(draft, "house-rules", value === "" || value === usual ? told : { ...told, [name]: value });
}

export const isChanged = (draft: Draft): boolean =>
	Object.keys(draft).some((key) => !["format", "name", "title", "about", "based-on"].includes(key));

/** The problems at a path, or inside it. */
export const faultsAt = (faults: BookFault[], ...path: (string | number)[]): BookFault[] =>
	faults.filter((fault) => path.every((part, place) => fault.path[place] === part));

export const rowFaults = (draft: Draft, faults: BookFault[], key: string): BookFault[] =>
	faultsAt(faults, "rows", keyIn(draft, key));
