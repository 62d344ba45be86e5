// From the possible actions to the marks on the board.
import type { Fallen, Highlights, Objective, Reach, Sight, Target, Trace } from "../../board/state";
import {
	type Action,
	type Destination,
	type Joined,
	type Offer,
	type Question,
	type State,
	type Surveyed,
	VERBS,
} from "../../common/protocol";
import { harm, oddsLabel } from "../../common/words";
import { words } from "../../words";

export interface Pointing {
	about: Joined;
	state: State;
	question: Question | null;
	unit: string | null;
	/** of that unit, as things stand */
	survey: Surveyed | null;
	answers: Offer[];
	/** the unit that is pointed at in a list */
	lit: string | null;
	/** the cell that is being looked at */
	cell: string | null;
	refused: string | null;
	/** what could have been done at this moment of the past */
	better: Action | null;
	showArc: boolean;
	traces: Trace[];
	fallen: Fallen[];
	/** by the cell of a gas cloud: where it may drift */
	winds: Record<string, string[]>;
	/** by cell: the enemies that could fire at it, where that is to be shown */
	threats: Record<string, string[]>;
}

/** The darkest shade. */
const MANY_ENEMIES = 4;

export function highlights(on: Pointing): Highlights {
	const { survey } = on;
	const from = on.state.units.find((unit) => unit.id === on.unit)?.at ?? null;
	const told: Highlights = {
		ready: on.question?.units ?? [],
		objectives: objectives(on.about, on.state),
		blinds: blinds(on),
		lit: on.lit,
		traces: on.traces,
		fallen: on.fallen,
		winds: on.winds,
		targets: [...offered([...(survey?.offers ?? []), ...on.answers], on.cell), ...ordered(on.state)],
	};
	const threats = Object.entries(on.threats);
	if (threats.length > 0) {
		told.heat = threats.map(([cell, enemies]) => ({
			cell,
			value: Math.min(1, enemies.length / MANY_ENEMIES),
			label: `${enemies.length}`,
		}));
	}
	if (survey) {
		told.reach = reach(survey.destinations);
		const way = survey.destinations.find((one) => one.cell === on.cell);
		if (way) {
			told.path = [...(from === null ? [] : [from]), ...cellsOf(way.action)];
			if (way.facings.length > 1) told.facings = { cell: way.cell, facings: way.facings };
		}
		if (on.showArc) {
			told.arc = survey.arc;
			told.seen = survey.seen;
		}
		const line = from === null || on.cell === null ? null : sight(survey, from, on.cell);
		if (line) told.sight = [line];
	}
	if (on.refused) told.blocked = [{ cell: on.refused }];
	return on.better ? { ...told, ...another(on.better, on.state) } : told;
}

/** Who could have been given an order instead, and where it would have led; not what happened in the step before. */
function another(action: Action, state: State): Highlights {
	const unit = "unit" in action ? (action.unit ?? null) : null;
	const from = state.units.find((one) => one.id === unit)?.at ?? null;
	const cells = cellsOf(action);
	const target = "target" in action ? (action.target ?? null) : null;
	return {
		lit: unit,
		traces: [],
		path: cells.length > 0 && from !== null ? [from, ...cells] : [],
		targets: target === null ? [] : [{ cell: target, how: manner(action), lit: true }],
	};
}

function reach(destinations: Destination[]): Reach[] {
	const cells = new Map<string, Reach>();
	for (const one of destinations) {
		const marks: NonNullable<Reach["marks"]> = [];
		if (one.stops) marks.push("stop");
		// Guns reach nearly everywhere: only what stands ahead of the muzzles is worth a mark on the board.
		if (one.exposed.some((enemy) => enemy.how !== "bombard")) marks.push("danger");
		if (one.odds.length > 0) marks.push("risk");
		// Where there are two ways, show the one without dice.
		if (!cells.has(one.cell) || one.odds.length === 0) cells.set(one.cell, { cell: one.cell, marks });
	}
	return [...cells.values()];
}

function offered(offers: Offer[], lit: string | null): Target[] {
	// Of several ways to strike at a cell, show the most promising.
	const best = new Map<string, { target: Target; share: number }>();
	for (const offer of offers) {
		if (offer.cell === null) continue;
		const target: Target = { cell: offer.cell, how: manner(offer.action), label: oddsLabel(offer) };
		if (offer.cell === lit) target.lit = true;
		const share = harm(offer.odds, offer.targets);
		if (share > (best.get(offer.cell)?.share ?? -1)) best.set(offer.cell, { target, share });
	}
	return [...best.values()].map(({ target }) => target);
}

const ordered = (state: State): Target[] =>
	(state.orders ?? []).map((order) => ({ cell: order.target, how: "bombard", ordered: true }));

export function manner(action: Action): Target["how"] {
	return VERBS[action.do]?.mark ?? "other";
}

function cellsOf(action: Action): string[] {
	if ("path" in action) return action.path;
	if ("at" in action) return [action.at];
	return "to" in action ? [action.to] : [];
}

function sight(survey: Surveyed, from: string, to: string): Sight | null {
	const hidden = survey.blocked.find((one) => one.cell === to);
	if (hidden) return { from, to, blockedBy: hidden.by };
	return survey.seen.includes(to) ? { from, to } : null;
}

/** A cell that both sides want belongs to neither; the side that stands in it has its flag there. */
function objectives(about: Joined, state: State): Objective[] {
	const cells = new Map<string, string[]>();
	for (const one of about.objectives) {
		for (const cell of one.cells) cells.set(cell, [...new Set([...(cells.get(cell) ?? []), one.side])]);
	}
	return [...cells].map(([cell, sides]) => {
		const holder = state.units.find((unit) => unit.at === cell && !about.types[unit.type]?.flies)?.side;
		return {
			cell,
			...(sides.length === 1 && sides[0] ? { side: sides[0] } : {}),
			...(holder ? { holder } : {}),
		};
	});
}

type Blind = NonNullable<Highlights["blinds"]>[number];

/** Places marked for everybody, and the viewer's own dummies from the moment they are placed. Where the viewer knows the
 * unit under the mark, its counter is there instead. */
function blinds({ about, state }: Pointing): Blind[] {
	const marks = state.sides.flatMap((side) => (side.blinds ?? []).map((cell) => ({ cell, side: side.id })));
	const own = dummies(about, state).filter((one) => !marks.some((mark) => isSame(mark, one)));
	return [...marks, ...own].filter(
		({ cell }) => !state.units.some((unit) => unit.at === cell && unit.hidden),
	);
}

/** The dummies of the viewing side: the one that decides, if it is the viewer's own, or the first. */
function dummies(about: Joined, state: State): Blind[] {
	const side = about.sides.find((one) => one === state.decides) ?? about.sides[0];
	return side === undefined ? [] : (state.dummies ?? []).map((cell) => ({ cell, side }));
}

const isSame = (one: Blind, other: Blind) => one.cell === other.cell && one.side === other.side;

/** What a screen reader says of a cell besides what stands in it. */
export function cellWords(on: Pointing, cell: string): string {
	const said = words.play.spoken;
	const told: string[] = [];
	const { survey } = on;
	for (const way of survey?.destinations.filter((one) => one.cell === cell) ?? []) {
		told.push(said.reachable);
		if (way.stops) told.push(said.stops);
		if (way.exposed.length > 0) told.push(said.exposed(way.exposed.length));
	}
	for (const offer of [...(survey?.offers ?? []), ...on.answers].filter((one) => one.cell === cell)) {
		told.push(offer.summary ? `${offer.text}: ${offer.summary}` : offer.text);
	}
	const own = dummies(on.about, on.state);
	for (const mark of blinds(on).filter((one) => one.cell === cell)) {
		told.push(own.some((one) => isSame(one, mark)) ? said.dummy : said.blind);
	}
	const hidden = survey?.blocked.find((one) => one.cell === cell);
	if (hidden) told.push(hidden.why);
	return told.join(", ");
}
