import { expect, it } from "vitest";
import type { BookPlace, BookTables } from "../common/protocol";
import {
	addGround,
	addRule,
	grounds,
	isLeftOut,
	removeRule,
	rules,
	setGround,
	setRule,
	setWeapon,
	toggleActivity,
	toggleGround,
	weapons,
} from "./additions";
import { type Draft, fresh, isChanged } from "./draft";

const DRAFT = fresh("classic", "The Portable Wargame");
const FIRE: BookPlace = { rows: "modifiers", at: "fire", text: "fire", asks: "shot" };
const MARCH: BookPlace = { rows: "restrictions", at: "movement", text: "movement", asks: "unit" };
const TABLES: BookTables = {
	name: "classic",
	title: "The Portable Wargame",
	columns: [],
	units: [],
	weapons: { rifles: 3 },
	rows: [],
	features: [{ name: "woods", letter: "w", cover: true, hides: true, hard: false }],
	activities: ["fire"],
	places: [FIRE, MARCH],
	conditions: [],
	scenarios: [],
	book: null,
	keeps: true,
};
const rule = (draft: Draft, number = 0) => {
	const found = rules(draft)[number];
	if (!found) throw new Error("there is no such rule");
	return found;
};
const ground = (draft: Draft, name: string) => {
	const found = grounds(draft, TABLES).find((one) => one.name === name);
	if (!found) throw new Error("there is no such ground");
	return found;
};

it("adds a modifier, whose sentence says what it does until somebody writes a better one", () => {
	const added = addRule(DRAFT, FIRE);
	const when = setRule(added, rule(added), "fire", { when: "target in woods" });
	expect(rule(when).rule).toBe("Fire: +1 if target in woods.");
	const two = setRule(when, rule(when), "fire", { amount: -2 });
	expect(two.modifiers).toEqual([
		{
			at: "fire",
			clause: "fire.own-1",
			when: "target in woods",
			rule: "Fire: -2 if target in woods.",
			amount: -2,
		},
	]);
	const short = setRule(two, rule(two), "fire", { short: "under the trees" });
	expect(rule(short).short).toBe("under the trees");
	expect(setRule(short, rule(short), "fire", { short: "" })).toEqual(two);
	const own = setRule(two, rule(two), "fire", { rule: "Branches stop bullets." });
	expect(rule(setRule(own, rule(own), "fire", { amount: -1 })).rule).toBe("Branches stop bullets.");
});

it("gives every rule a clause of its own, and forgets a list with nothing in it", () => {
	const three = addRule(addRule(addRule(DRAFT, FIRE), MARCH), FIRE);
	expect(rules(three).map((one) => one.at)).toEqual(["fire", "fire", "movement"]);
	const clauses = [
		...(three.modifiers as { clause: string }[]),
		...(three.restrictions as { clause: string }[]),
	];
	expect(new Set(clauses.map((one) => one.clause)).size).toBe(3);
	const one = removeRule(three, rule(three));
	expect(rules(one)).toHaveLength(2);
	const refilled = addRule(one, FIRE);
	expect(new Set((refilled.modifiers as { clause: string }[]).map((row) => row.clause)).size).toBe(2);
	expect(isChanged(removeRule(addRule(DRAFT, MARCH), rule(addRule(DRAFT, MARCH))))).toBe(false);
});

it("adds terrain, changes the cover of the book's own, and puts it back", () => {
	const marsh = addGround(DRAFT, "marsh");
	const stops = setGround(marsh, ground(marsh, "marsh"), "stops", true);
	expect(stops.features).toEqual({ marsh: { stops: true } });
	expect(setGround(stops, ground(stops, "marsh"), "stops", false).features).toEqual({ marsh: {} });
	expect(toggleGround(stops, ground(stops, "marsh"))).toEqual(DRAFT);
	const open = setGround(DRAFT, ground(DRAFT, "woods"), "cover", false);
	expect(open.features).toEqual({ woods: { cover: false } });
	expect(setGround(open, ground(open, "woods"), "cover", true)).toEqual(DRAFT);
	const gone = toggleGround(DRAFT, ground(DRAFT, "woods"));
	expect(gone.features).toEqual({ woods: "off" });
	expect(toggleGround(gone, ground(gone, "woods"))).toEqual(DRAFT);
});

it("leaves an activity out, and brings it back", () => {
	const quiet = toggleActivity(DRAFT, "fire");
	expect(isLeftOut(quiet, "fire")).toBe(true);
	expect(toggleActivity(quiet, "fire")).toEqual(DRAFT);
});

it("lets a weapon reach farther, adds one, and puts it back", () => {
	const weapon = (draft: Draft, name: string) => weapons(draft, TABLES).find((one) => one.name === name);
	const rifles = weapon(DRAFT, "rifles");
	if (!rifles) throw new Error("there are no rifles");
	const far = setWeapon(DRAFT, rifles, 5);
	expect(far.weapons).toEqual({ rifles: 5 });
	expect(weapon(far, "rifles")).toEqual({ name: "rifles", reach: 5, usual: 3 });
	expect(setWeapon(far, rifles, 3)).toEqual(DRAFT);
	expect(setWeapon(far, rifles, Number.NaN)).toEqual(DRAFT);
	const bows = { name: "long-bow", reach: 0, usual: undefined };
	const added = setWeapon(DRAFT, bows, 2);
	expect(weapon(added, "long-bow")).toEqual({ ...bows, reach: 2 });
	expect(setWeapon(added, bows, Number.NaN)).toEqual(DRAFT);
});
