import { expect, it } from "vitest";
import type { BookTables } from "../common/protocol";
import {
	addUnit,
	faultsAt,
	fresh,
	houseRuleIn,
	isChanged,
	rowShort,
	rowText,
	rowWhen,
	setHouseRule,
	setRow,
	setShort,
	setUnit,
	setWhen,
	toggleOption,
	toggleUnit,
	units,
} from "./draft";

const TABLES: BookTables = {
	name: "classic",
	title: "The Portable Wargame",
	columns: [{ key: "move", text: "cells a turn", kind: "number", choices: [] }],
	units: [
		{ name: "infantry", values: { move: 2, strength: 4 } },
		{ name: "cavalry", values: { move: 3, strength: 3 } },
	],
	weapons: { rifles: 3 },
	rows: [],
	features: [{ name: "woods", letter: "w", cover: true, hides: true, hard: false }],
	activities: ["fire"],
	places: [],
	conditions: [],
	scenarios: [],
	book: null,
	keeps: true,
};
const DRAFT = fresh("classic", "The Portable Wargame");

it("starts with nothing changed", () => {
	expect(isChanged(DRAFT)).toBe(false);
	expect(units(DRAFT, TABLES).map((unit) => unit.values.move)).toEqual([2, 3]);
});

it("keeps a number that differs from the base's, and forgets it when it is put back", () => {
	const faster = setUnit(DRAFT, TABLES, "infantry", "move", 3);
	expect(faster.units).toEqual({ infantry: { move: 3 } });
	expect(units(faster, TABLES)[0]).toMatchObject({ values: { move: 3, strength: 4 }, usual: { move: 2 } });
	expect(setUnit(faster, TABLES, "infantry", "move", 2)).toEqual(DRAFT);
	expect(setUnit(faster, TABLES, "infantry", "move", null)).toEqual(DRAFT);
});

it("adds a unit like another, with numbers of its own", () => {
	const camels = setUnit(addUnit(DRAFT, "camel-riders", "cavalry"), TABLES, "camel-riders", "move", 4);
	expect(camels.units).toEqual({ "camel-riders": { like: "cavalry", move: 4 } });
	expect(units(camels, TABLES)[2]).toMatchObject({
		name: "camel-riders",
		values: { move: 4, strength: 3 },
		usual: null,
	});
	expect(toggleUnit(camels, TABLES, "camel-riders")).toEqual(DRAFT);
});

it("leaves a unit out and brings it back", () => {
	const foot = toggleUnit(DRAFT, TABLES, "cavalry");
	expect(units(foot, TABLES)[1]?.off).toBe(true);
	expect(toggleUnit(foot, TABLES, "cavalry")).toEqual(DRAFT);
});

it("changes a row under the key by which the file names it", () => {
	const key = "classic.artillery.roll table";
	const changed = setRow(DRAFT, key, "hit on 4", "hit on 5");
	expect(rowText(changed, key)).toBe("hit on 4");
	expect(setRow(changed, key, "hit on 5", "hit on 5")).toEqual(DRAFT);
	const file = { ...DRAFT, rows: { "classic.artillery.roll": { to: "hit on 4", rule: "Krupp guns." } } };
	expect(rowText(file, key)).toBe("hit on 4");
	expect(setRow(file, key, "hit on 3", "hit on 5").rows).toEqual({
		"classic.artillery.roll": { to: "hit on 3", rule: "Krupp guns." },
	});
});

it("finds the problems of a place", () => {
	const fault = { path: ["units", "infantry", "move"], message: "", remedy: "" };
	expect(faultsAt([fault], "units", "infantry")).toEqual([fault]);
	expect(faultsAt([fault], "units", "cavalry")).toEqual([]);
});

it("keeps words and switches of a unit as it keeps numbers", () => {
	const tables = {
		...TABLES,
		units: [{ name: "infantry", values: { arms: ["infantry"], light: false } }],
	};
	const odd = setUnit(DRAFT, tables, "infantry", "light", true);
	expect(odd.units).toEqual({ infantry: { light: true } });
	const mounted = setUnit(odd, tables, "infantry", "arms", ["infantry", "cavalry"]);
	expect(units(mounted, tables)[0]?.values).toEqual({ arms: ["infantry", "cavalry"], light: true });
	expect(
		setUnit(setUnit(mounted, tables, "infantry", "arms", ["infantry"]), tables, "infantry", "light", false),
	).toEqual(DRAFT);
});

it("has optional rules and house rules as part of the book, and forgets what is as usual", () => {
	const gas = toggleOption(DRAFT, "gas");
	expect(gas.options).toEqual(["gas"]);
	expect(toggleOption(gas, "gas")).toEqual(DRAFT);
	const ruled = setHouseRule(DRAFT, "pins", "off", "on");
	expect(houseRuleIn(ruled, "pins")).toBe("off");
	expect(setHouseRule(ruled, "pins", "on", "on")).toEqual(DRAFT);
	expect(isChanged(ruled) && isChanged(gas)).toBe(true);
});

it("gives a row another condition, beside its number, and takes it back", () => {
	const key = "classic.fire.mod-cover modifier";
	const both = setWhen(setRow(DRAFT, key, "-2", "-1"), key, "target in woods");
	expect(both.rows).toEqual({ [key]: { to: "-2", when: "target in woods" } });
	expect(rowText(both, key)).toBe("-2");
	expect(rowWhen(both, key)).toBe("target in woods");
	expect(setWhen(both, key, "").rows).toEqual({ [key]: "-2" });
	expect(setRow(both, key, "-1", "-1").rows).toEqual({ [key]: { when: "target in woods" } });
	expect(setWhen(setWhen(DRAFT, key, "always"), key, " ")).toEqual(DRAFT);
	const off = setRow(DRAFT, key, "off", "-1");
	expect(setWhen(off, key, "always").rows).toEqual({ [key]: { when: "always" } });
});

it("gives a row words for the log, which go with a value or a condition of its own", () => {
	const key = "classic.fire.mod-cover modifier";
	const named = setShort(setWhen(DRAFT, key, "target in woods"), key, " under the trees ");
	expect(named.rows).toEqual({ [key]: { when: "target in woods", short: "under the trees" } });
	expect(rowShort(named, key)).toBe("under the trees");
	expect(setShort(named, key, "").rows).toEqual({ [key]: { when: "target in woods" } });
	expect(setWhen(named, key, "")).toEqual(DRAFT);
	expect(setShort(DRAFT, key, "under the trees")).toEqual(DRAFT);
});
