/** The ground as the board reads it: what is in a cell, by number, and what lies around it. */
import type { Layout } from "../layout";
import type { ChangedCells, GroundPlan } from "../state";

export interface Ground {
	layout: Layout;
	/** By cell: its features, in the words of the scenario format. */
	features: ReadonlySet<string>[];
	/** By cell: its features, those around it and those around these, as one text to compare. */
	surroundings: string[];
}

const OPEN: ReadonlySet<string> = new Set();
/** A bridge already includes river and road, and a ford river. */
const IMPLIED: Record<string, string[]> = { bridge: ["river", "road"], ford: ["river"] };

export function groundOf(layout: Layout, plan: GroundPlan): Ground {
	const features = layout.names.map((name) => {
		const named = plan.terrain[name];
		if (!named?.length) return OPEN;
		return new Set(named.flatMap((feature) => [feature, ...(IMPLIED[feature] ?? [])]));
	});
	const told = features.map(letterOf);
	return { layout, features, surroundings: wider(layout, wider(layout, told)) };
}

const letters = new Map<string, string>();

/** A letter for every set of features. */
function letterOf(features: ReadonlySet<string>): string {
	const text = [...features].join();
	const letter = letters.get(text) ?? String.fromCharCode(0x21 + letters.size);
	letters.set(text, letter);
	return letter;
}

/** The letters of a cell and its neighbours; a blank off the board. */
function wider(layout: Layout, told: string[]): string[] {
	return layout.neighbours.map((around, cell) => {
		let text = told[cell] as string;
		for (const other of around) text += told[other] ?? " ";
		return text;
	});
}

/** Whether a cell has a feature; cells off the board have none. */
export function has(ground: Ground, cell: number, feature: string): boolean {
	return ground.features[cell]?.has(feature) ?? false;
}

export function height(ground: Ground, cell: number): number {
	if (has(ground, cell, "hill 2")) return 2;
	return has(ground, cell, "hill 1") ? 1 : 0;
}

/** The features of a cell as they are now, with the wire and mines that came or went. */
export function featuresNow(plan: GroundPlan, changed: ChangedCells, cell: string): string[] {
	const change = changed[cell];
	const features = change?.ground ?? plan.terrain[cell] ?? [];
	if (!change) return features;
	const rest = features.filter((feature) => feature !== "wire" && feature !== "minefield");
	if (change.wire) rest.push("wire");
	if (change.mines) rest.push("minefield");
	return rest;
}

/** The ground with all that has changed on it. */
export function changedPlan(plan: GroundPlan, changed: ChangedCells): GroundPlan {
	const names = Object.keys(changed);
	if (!names.length) return plan;
	const terrain = { ...plan.terrain };
	for (const name of names) terrain[name] = featuresNow(plan, changed, name);
	return { ...plan, terrain };
}
