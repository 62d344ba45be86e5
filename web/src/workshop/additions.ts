// What a draft adds to its base: rules of its own, terrain; its changes to terrain, and the deeds of units that it leaves out.
import type { BookFeature, BookPlace, BookTables } from "../common/protocol";
import { type Draft, isTable, OFF, type Table, tableIn, without, withTable } from "./draft";

export type List = BookPlace["rows"];
export const LISTS: readonly List[] = ["modifiers", "restrictions", "terrain"];

export type Rule = {
	list: List;
	number: number;
	at: string;
	when: string;
	rule: string;
	short: string;
	amount: number;
};

const listIn = (draft: Draft, list: List): Table[] =>
	Array.isArray(draft[list]) ? (draft[list] as unknown[]).filter(isTable) : [];

function withList(draft: Draft, list: List, rows: Table[]): Draft {
	const { [list]: _, ...rest } = draft;
	return rows.length > 0 ? { ...rest, [list]: rows } : rest;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const rules = (draft: Draft): Rule[] =>
	LISTS.flatMap((list) =>
		listIn(draft, list).map((row, number) => ({
			list,
			number,
			at: text(row.at),
			when: text(row.when),
			rule: text(row.rule),
			short: text(row.short),
			amount: Number(row.amount ?? 0),
		})),
	);

/** A rule of the draft's own, under a clause that none of its others has. */
export function addRule(draft: Draft, place: BookPlace): Draft {
	const taken = new Set(LISTS.flatMap((list) => listIn(draft, list).map((row) => row.clause)));
	let number = 1;
	while (taken.has(`${place.at}.own-${number}`)) number++;
	const row: Table = { at: place.at, clause: `${place.at}.own-${number}`, when: "", rule: "" };
	if (place.rows === "modifiers") row.amount = 1;
	return withList(draft, place.rows, [...listIn(draft, place.rows), row]);
}

/** A rule changed. Until somebody writes its sentence, the sentence says what the rule does. */
export function setRule(draft: Draft, rule: Rule, heading: string, changes: Table): Draft {
	const was = sentence(rule, heading);
	const next = { ...rule, ...changes } as Rule;
	const told = next.rule === "" || next.rule === was ? { rule: sentence(next, heading) } : {};
	const rows = listIn(draft, rule.list).map((row, number) => {
		if (number !== rule.number) return row;
		const changed = { ...row, ...changes, ...told };
		return next.short.trim() === "" ? without(changed, "short") : changed;
	});
	return withList(draft, rule.list, rows);
}

export const removeRule = (draft: Draft, rule: Rule): Draft =>
	withList(
		draft,
		rule.list,
		listIn(draft, rule.list).filter((_, number) => number !== rule.number),
	);

function sentence(rule: Rule, heading: string): string {
	if (rule.when.trim() === "") return "";
	const whose = `${heading.slice(0, 1).toUpperCase()}${heading.slice(1)}`;
	if (rule.list === "modifiers")
		return `${whose}: ${rule.amount > 0 ? "+" : ""}${rule.amount} if ${rule.when}.`;
	return rule.list === "restrictions" ? `${whose}: not allowed if ${rule.when}.` : `${whose}: ${rule.when}.`;
}

// -- terrain

export const COVERS = ["cover", "hides", "hard"] as const;
export const DOES = ["stops", "whole-move", "leaves-by-one", "strikes", "off-road"] as const;
export const PATTERNS = ["dots", "dashes", "plain"] as const;

export type Ground = { name: string; own: boolean; off: boolean; told: Table; usual: BookFeature | null };

export function grounds(draft: Draft, tables: BookTables): Ground[] {
	const told = tableIn(draft, "features");
	const of = (name: string) => (isTable(told[name]) ? (told[name] as Table) : {});
	const base = tables.features.map((one) => ({
		name: one.name,
		own: false,
		off: told[one.name] === OFF,
		told: of(one.name),
		usual: one,
	}));
	const own = Object.keys(told).filter((name) => !tables.features.some((one) => one.name === name));
	return [...base, ...own.map((name) => ({ name, own: true, off: false, told: of(name), usual: null }))];
}

export const addGround = (draft: Draft, name: string): Draft =>
	withTable(draft, "features", { ...tableIn(draft, "features"), [name]: {} });

/** Sets something that terrain is or does; the base's value, or none, is not written down. */
export function setGround(draft: Draft, ground: Ground, key: string, value: unknown): Draft {
	const all = tableIn(draft, "features");
	const usual = ground.usual ? ground.usual[key as keyof BookFeature] : undefined;
	const isUsual = ground.own ? value === false || value === "" : value === usual;
	const told = isUsual ? without(ground.told, key) : { ...ground.told, [key]: value };
	const keeps = ground.own || Object.keys(told).length > 0;
	return withTable(draft, "features", keeps ? { ...all, [ground.name]: told } : without(all, ground.name));
}

/** Leave terrain out, or bring it back; the draft's own terrain is gone for good. */
export function toggleGround(draft: Draft, ground: Ground): Draft {
	const all = tableIn(draft, "features");
	const gone = ground.own || ground.off;
	return withTable(draft, "features", gone ? without(all, ground.name) : { ...all, [ground.name]: OFF });
}

// -- weapons

export type Weapon = { name: string; reach: number; usual: number | undefined };

export function weapons(draft: Draft, tables: BookTables): Weapon[] {
	const told = tableIn(draft, "weapons");
	const names = [...new Set([...Object.keys(tables.weapons), ...Object.keys(told)])];
	return names.map((name) => ({
		name,
		reach: Number(told[name] ?? tables.weapons[name]),
		usual: tables.weapons[name],
	}));
}

/** A weapon's range; back to the base's if it is the same, or not a number. One of the draft's own is gone. */
export function setWeapon(draft: Draft, weapon: Weapon, reach: number): Draft {
	const told = without(tableIn(draft, "weapons"), weapon.name);
	const isUsual = Number.isNaN(reach) || reach === weapon.usual;
	return withTable(draft, "weapons", isUsual ? told : { ...told, [weapon.name]: reach });
}

// -- what units do

export const isLeftOut = (draft: Draft, verb: string): boolean => tableIn(draft, "activities")[verb] === OFF;

export function toggleActivity(draft: Draft, verb: string): Draft {
	const told = tableIn(draft, "activities");
	return withTable(
		draft,
		"activities",
		isLeftOut(draft, verb) ? without(told, verb) : { ...told, [verb]: OFF },
	);
}
