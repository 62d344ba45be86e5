// Everything the browser keeps for the editor: the draft with the steps before it, its versions, armies, and a picture to trace.
import type { Draft } from "./document";
import type { Hand } from "./groups";
import { isTable } from "./tree";

export interface Typed {
	text: string;
	/** The name of the file that it came from. */
	name: string;
}

export interface Kept {
	draft: Draft;
	name: string;
	typed: Typed | null;
}

export interface Version {
	/** The reason for keeping it, in the designer's words. */
	note: string;
	/** Milliseconds, as in Date.now(). */
	when: number;
	draft: Draft;
}

export interface Army {
	name: string;
	book: string;
	units: Hand;
}

/** A picture over the ground, to trace. It is not part of the scenario. */
export interface Tracing {
	href: string;
	/** 0 is invisible. */
	opacity: number;
	/** In sheet units: its north-west corner and its width; height over width. */
	x: number;
	y: number;
	width: number;
	ratio: number;
}

const KEYS = {
	draft: "portable-wargame/draft",
	steps: "portable-wargame/draft-steps",
	versions: "portable-wargame/draft-versions",
	armies: "portable-wargame/armies",
	tracing: "portable-wargame/draft-tracing",
};
const MOST_VERSIONS = 40;
const MOST_STEPS_KEPT = 40;

function write(store: Storage, key: string, value: unknown): boolean {
	try {
		store.setItem(key, JSON.stringify(value));
		return true;
	} catch {
		// A full or forbidden storage must not stop the work.
		return false;
	}
}

function stored(store: () => Storage, key: string): unknown {
	try {
		return JSON.parse(store().getItem(key) ?? "null");
	} catch {
		return null;
	}
}

const local = () => localStorage;
const session = () => sessionStorage;
const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

// -- the draft, which outlives a closed window

export const keep = (kept: Kept) => write(localStorage, KEYS.draft, kept);

export function kept(): Kept | null {
	const found = stored(local, KEYS.draft);
	return isTable(found) && isTable(found.draft)
		? { draft: found.draft, name: String(found.name ?? ""), typed: typedIn(found.typed) }
		: null;
}

const typedIn = (found: unknown): Typed | null =>
	isTable(found) && typeof found.text === "string" && typeof found.name === "string"
		? { text: found.text, name: found.name }
		: null;

/** The steps before a draft, so that undo outlives a reload; only for the draft that they led to. */
export const keepSteps = (past: readonly Draft[], present: Draft) =>
	write(sessionStorage, KEYS.steps, { past: past.slice(-MOST_STEPS_KEPT), present });

export function keptSteps(present: Draft): Draft[] {
	const found = stored(session, KEYS.steps);
	if (!isTable(found) || JSON.stringify(found.present) !== JSON.stringify(present)) return [];
	return listed(found.past).filter(isTable);
}

// -- a draft for the next editor to open

let handed: Draft | null = null;

export function handOver(draft: Draft): void {
	handed = draft;
}

export function takeOver(): Draft | null {
	const draft = handed;
	handed = null;
	return draft;
}

// -- versions and armies, the newest first

export const versions = (): Version[] =>
	listed(stored(local, KEYS.versions)).filter(
		(one): one is Version => isTable(one) && isTable(one.draft) && typeof one.when === "number",
	);

export const keepVersions = (all: readonly Version[]) =>
	write(localStorage, KEYS.versions, all.slice(0, MOST_VERSIONS));

/** Adds one, unless the newest is the same. */
export function keepVersion(note: string, draft: Draft): boolean {
	const all = versions();
	if (all[0] && JSON.stringify(all[0].draft) === JSON.stringify(draft)) return true;
	return keepVersions([{ note, when: Date.now(), draft }, ...all]);
}

export const armies = (): Army[] =>
	listed(stored(local, KEYS.armies)).filter(
		(one): one is Army => isTable(one) && typeof one.name === "string" && Array.isArray(one.units),
	);

export const keepArmies = (all: readonly Army[]) => write(localStorage, KEYS.armies, all);

// -- the picture

export function tracing(): Tracing | null {
	const found = stored(local, KEYS.tracing);
	return isTable(found) && typeof found.href === "string" && found.href.startsWith("data:image/")
		? (found as unknown as Tracing)
		: null;
}

export const keepTracing = (picture: Tracing | null) => write(localStorage, KEYS.tracing, picture);
