// Whatever the player has picked up and is considering: a unit, its survey, and the cell under the pointer.

import type {
	Action,
	Asked,
	Destination,
	Facing,
	Hinted,
	Offer,
	Surveyed,
	UnitState,
	Verdict,
} from "../common/protocol";
import type { Game } from "./game.svelte";
import { byWorth } from "./odds";
import { recapOf } from "./recap";

/** All possible actions in one cell, to look at before choosing. */
export interface Plan {
	cell: string;
	going: Destination[];
	offers: Offer[];
}

/** What the board says about a chosen cell. */
export interface Choosing {
	cell: string;
	unit: string | null;
	/** "Why not?" rather than "do it" */
	alternate: boolean;
	towards?: Facing | null;
}

/** One thing, without dice on the way, and no other unit in the cell that could have been meant. */
function isPlain(plan: Plan, unit: string | null): boolean {
	const [way] = plan.going;
	if (plan.going.length + plan.offers.length !== 1) return false;
	return way ? way.odds.length === 0 && unit === null : true;
}

export class Selection {
	unit = $state<string | null>(null);
	/** the player's own unit that was in hand before looking at an enemy's */
	before = $state<string | null>(null);
	survey = $state.raw<Surveyed | null>(null);
	plan = $state.raw<Plan | null>(null);
	verdicts = $state.raw<{ cell: string; verdicts: Verdict[] } | null>(null);
	hint = $state.raw<Hinted | null>(null);
	/** what could have been done after a step of the past */
	instead = $state.raw<{ seq: number; action: Action } | null>(null);
	cursor = $state<string | null>(null);
	pointed = $state<string | null>(null);
	/** the cell whose details are shown at a glance */
	glance = $state<string | null>(null);
	/** the unit that the player is pointing at in a list beside the board */
	glanced = $state<string | null>(null);

	/** the handler that gets a cell instead, while setting the board up from the table */
	intercept: ((choice: Choosing) => void) | null = null;
	/** by unit, where it will stand when that is done */
	placed = $state.raw<Record<string, Pick<UnitState, "facing"> & { at: string }>>({});

	/** the step after which the unit in hand was last checked */
	#seen = -1;
	/** it was picked up automatically: choosing it now does not put it down */
	#byItself = false;
	#looking: Promise<void> | null = null;
	/** a survey requested before its unit was chosen */
	#expected: { unit: string; seq: number | undefined; told: Promise<Surveyed> } | null = null;

	/** the answers to a question about one unit */
	answers = $derived.by(() => this.game.question?.answers ?? []);

	/** the survey, unless something has happened since it was made */
	fresh = $derived.by(() => {
		const { survey } = this;
		return survey?.unit === this.unit && survey?.seq === this.game.now?.seq && this.game.live ? survey : null;
	});

	/** answers with a place but no unit: where a dummy may lie */
	nobodys = $derived.by(() =>
		this.game.question?.unit ? [] : this.answers.filter((one) => one.cell !== null),
	);

	/** what the number keys choose, in the order in which it is listed */
	listed = $derived.by(() => {
		const { question } = this.game;
		if (!question) return [];
		if (this.unit === null) return this.nobodys;
		return byWorth(question.unit ? question.answers : (this.fresh?.offers ?? []));
	});

	constructor(readonly game: Game) {}

	async pick(unit: string | null): Promise<void> {
		if (unit !== this.unit) this.verdicts = null;
		this.#byItself = false;
		if (this.unit !== null && this.game.question?.units.includes(this.unit)) this.before = this.unit;
		if (unit === null) this.before = null;
		this.unit = unit;
		this.plan = null;
		if (unit === null || !this.game.live) this.survey = null;
		else await this.look();
	}

	/** Ask again what the unit may do; called after every step. */
	look(): Promise<void> {
		this.#looking = this.#survey();
		return this.#looking;
	}

	async #survey(): Promise<void> {
		const unit = this.unit;
		if (unit === null || this.game.about?.replay) return;
		try {
			const survey = await this.#surveyOf(unit);
			if (this.unit === unit) this.survey = survey;
		} catch {
			if (this.unit === unit) this.survey = null;
		}
	}

	#surveyOf(unit: string): Promise<Surveyed> {
		const expected = this.#expected;
		this.#expected = null;
		if (expected?.unit === unit && expected.seq === this.game.now?.seq) return expected.told;
		return this.game.connection.request<Surveyed>({ type: "survey", unit });
	}

	/** A unit was pressed: by the time it is chosen the answer is on its way. */
	expect(unit: string): void {
		if (unit === this.unit || !this.#takesUp(unit) || this.game.about?.replay) return;
		const told = this.game.connection.request<Surveyed>({ type: "survey", unit });
		told.catch(() => undefined);
		this.#expected = { unit, seq: this.game.now?.seq, told };
	}

	/** A step was shown: the plan is void, and the unit that the question is about comes to hand by itself. */
	async afterStep(): Promise<void> {
		this.plan = null;
		this.verdicts = null;
		this.hint = null;
		const { question, state, now } = this.game;
		const isNew = now?.seq !== this.#seen;
		this.#seen = now?.seq ?? -1;
		const still = state?.units.some((unit) => unit.id === this.unit && !this.isGone(unit.id));
		const gun = question && this.unit !== null ? this.#nextGun() : null;
		if (question?.unit) await this.pick(question.unit);
		else if (this.nobodys.length > 0) await this.pick(null);
		else if (gun) {
			await this.pick(gun);
			this.#byItself = true;
		} else if (!still || !question || (isNew && this.#isNews())) await this.pick(null);
		else await this.look();
	}

	/** The enemy has struck or moved: that comes first, and the unit in hand is put down for it. */
	#isNews(): boolean {
		return recapOf(this.game.recent).steps.length > 0;
	}

	/** A gun with orders gives way to the next without. */
	#nextGun(): string | null {
		const { question, state } = this.game;
		if (question?.asks !== "what the guns fire at") return null;
		const ordered = (state?.orders ?? []).map((order) => order.unit);
		if (!ordered.includes(this.unit ?? "")) return null;
		return question.units.find((unit) => !ordered.includes(unit)) ?? null;
	}

	/** what could have been done at this moment of the past */
	better = $derived.by(() =>
		this.instead && this.game.moment === this.instead.seq ? this.instead.action : null,
	);

	/** where the hint leads */
	hinted = $derived.by(() => {
		const action = this.hint?.action;
		if (!action) return null;
		if ("path" in action) return action.path.at(-1) ?? null;
		return "target" in action ? (action.target ?? null) : null;
	});

	isGone(unit: string): boolean {
		return this.game.state?.sides.some((side) => [...side.destroyed, ...side.left].includes(unit)) ?? false;
	}

	planFor(cell: string): Plan | null {
		// A question about one unit brings its answers along; else the survey says where the unit may go.
		const going = this.game.question?.unit ? [] : (this.fresh?.destinations ?? []);
		const offers = this.listed.filter((one) => one.cell === cell);
		const there = going.filter((one) => one.cell === cell);
		return there.length + offers.length > 0 ? { cell, going: there, offers } : null;
	}

	/**
	 * A cell was chosen. An unambiguous order is carried out at once where one click is enough; otherwise the first
	 * shows what would happen there, and the second does it.
	 */
	async choose(choice: Choosing, quick = false): Promise<void> {
		if (this.intercept) {
			this.intercept(choice);
			return;
		}
		const { cell, unit, alternate } = choice;
		// A second click waits for the answer to the first.
		if (this.fresh === null) await this.#looking;
		// A long press asks about the ground; with a unit in hand it asks what it could do there.
		this.glance = alternate && this.unit === null ? cell : null;
		if (this.glance) return;
		if (!alternate && this.#takesUp(unit)) {
			await this.pick(unit);
			return;
		}
		if (!alternate && unit === this.unit && this.#byItself) {
			this.#byItself = false;
			return;
		}
		const plan = alternate || !this.game.question || this.#isBeside(unit) ? null : this.planFor(cell);
		const again = this.plan?.cell === cell;
		if (plan && (again || (quick && isPlain(plan, unit)))) await this.doIt(plan, choice.towards ?? null);
		else if (plan) {
			this.plan = plan;
			this.verdicts = null;
		} else if (this.unit && (alternate || (unit === null && this.game.question))) await this.why(cell);
		else if (unit !== null) await this.pick(unit === this.unit ? null : unit);
		else await this.pick(null);
	}

	/** One's own unit that may act is taken up, wherever the one in hand could go. */
	#takesUp(unit: string | null): boolean {
		const { question } = this.game;
		return (
			unit !== null && unit !== this.unit && !question?.unit && (question?.units.includes(unit) ?? false)
		);
	}

	/** The unit is being dragged: show what it may do. */
	async take(unit: string): Promise<void> {
		if (unit !== this.unit) await this.pick(unit);
	}

	/** A unit was dragged to a cell: carry out an unambiguous order, ask about any other. */
	async drop(unit: string, cell: string): Promise<void> {
		await this.take(unit);
		if (this.fresh === null) await this.#looking;
		const plan = this.game.question ? this.planFor(cell) : null;
		const home = this.game.state?.units.find((one) => one.id === unit)?.at === cell;
		if (home) return;
		if (plan && isPlain(plan, null)) await this.doIt(plan, null);
		else if (plan) this.plan = plan;
		else await this.why(cell);
	}

	/** Another unit of the same side in the same cell is taken up; what the one in hand may do there is on its list. */
	#isBeside(unit: string | null): boolean {
		const [other, mine] = [unit, this.unit].map((id) => this.game.state?.units.find((one) => one.id === id));
		return other !== mine && other?.at === mine?.at && other?.side === mine?.side;
	}

	/** The plan, if it is a single action; facing the edge under the pointer, where the facing may be chosen. */
	async doIt(plan: Plan, towards: Facing | null): Promise<void> {
		const [way] = plan.going;
		const [offer] = plan.offers;
		if (way && plan.going.length === 1 && !offer) {
			if (towards && way.facings.includes(towards)) await this.go(way, towards);
			else await this.game.act(way.action);
		} else if (offer && plan.offers.length === 1 && !way) await this.game.act(offer.action);
	}

	go(destination: Destination, facing: Facing): Promise<boolean> {
		return this.game.act({ ...destination.action, facing } as Action);
	}

	async why(cell: string): Promise<void> {
		if (!this.unit) return;
		this.plan = null;
		try {
			const asked = await this.game.connection.request<Asked>({ type: "ask", unit: this.unit, cell });
			this.verdicts = { cell, verdicts: asked.verdicts };
		} catch (problem) {
			this.game.refuse(problem as Error);
		}
	}

	/** Why the unit that was in hand cannot do anything to the one being looked at. */
	async whyNotThis(): Promise<void> {
		const cell = this.game.state?.units.find((one) => one.id === this.unit)?.at;
		const { before } = this;
		if (!cell || !before) return;
		await this.pick(before);
		await this.why(cell);
	}

	async askForHint(): Promise<void> {
		try {
			const hint = await this.game.connection.request<Hinted>({ type: "hint" });
			if (hint.seq !== this.game.now?.seq) return; // its question has been answered
			this.hint = hint;
			if ("unit" in hint.action && hint.action.unit) await this.pick(hint.action.unit);
		} catch (problem) {
			this.game.refuse(problem as Error);
		}
	}

	/** The next unit that may act, in the order of the roster. */
	async next(step: 1 | -1): Promise<void> {
		const units = this.game.question?.units ?? [];
		if (units.length === 0) return;
		const at = this.unit === null ? -1 : units.indexOf(this.unit);
		const next = at === -1 ? (step === 1 ? 0 : units.length - 1) : (at + step + units.length) % units.length;
		const unit = units[next] ?? null;
		await this.pick(unit);
		this.cursor = this.game.state?.units.find((one) => one.id === unit)?.at ?? this.cursor;
	}

	cancel(): void {
		this.glance = null;
		if (this.plan || this.verdicts) {
			this.plan = null;
			this.verdicts = null;
		} else void this.pick(null);
	}
}
