// What the player has picked up and is thinking of: a unit, its survey, and the cell it is pointed at.

import type {
	Action,
	Asked,
	Destination,
	Facing,
	Hinted,
	Offer,
	Surveyed,
	Verdict,
} from "../common/protocol";
import type { Game } from "./game.svelte";

/** All that may be done in one cell, to be looked at before it is done. */
export interface Plan {
	cell: string;
	going: Destination[];
	offers: Offer[];
}

export class Selection {
	unit = $state<string | null>(null);
	/** one's own unit that was in hand before another's was looked at */
	before = $state<string | null>(null);
	survey = $state.raw<Surveyed | null>(null);
	plan = $state.raw<Plan | null>(null);
	verdicts = $state.raw<{ cell: string; verdicts: Verdict[] } | null>(null);
	hint = $state.raw<Hinted | null>(null);
	cursor = $state<string | null>(null);
	pointed = $state<string | null>(null);

	#looking: Promise<void> | null = null;

	/** the answers to a question about one unit */
	answers = $derived.by(() => this.game.question?.answers ?? []);

	/** the survey, unless something has happened since it was made */
	fresh = $derived.by(() => {
		const { survey } = this;
		return survey?.unit === this.unit && survey?.seq === this.game.now?.seq && this.game.live ? survey : null;
	});

	/** what the number keys choose, in the order in which it is listed */
	listed = $derived.by(() => {
		const { question } = this.game;
		if (!question) return [];
		return question.unit ? question.answers : (this.fresh?.offers ?? []);
	});

	constructor(readonly game: Game) {}

	async pick(unit: string | null): Promise<void> {
		if (unit !== this.unit) this.verdicts = null;
		if (this.unit !== null && this.game.question?.units.includes(this.unit)) this.before = this.unit;
		if (unit === null) this.before = null;
		this.unit = unit;
		this.plan = null;
		if (unit === null || !this.game.live) this.survey = null;
		else await this.look();
	}

	/** Ask anew what the unit may do; called after every step. */
	look(): Promise<void> {
		this.#looking = this.#survey();
		return this.#looking;
	}

	async #survey(): Promise<void> {
		const unit = this.unit;
		if (unit === null || this.game.about?.replay) return;
		try {
			const survey = await this.game.connection.request<Surveyed>({ type: "survey", unit });
			if (this.unit === unit) this.survey = survey;
		} catch {
			if (this.unit === unit) this.survey = null;
		}
	}

	/** A step was shown: what was planned is void, and the unit that is asked about comes to hand by itself. */
	async afterStep(): Promise<void> {
		this.plan = null;
		this.verdicts = null;
		this.hint = null;
		const { question, state } = this.game;
		const still = state?.units.some((unit) => unit.id === this.unit && !this.isGone(unit.id));
		if (question?.unit) await this.pick(question.unit);
		else if (!still || !question) await this.pick(null);
		else await this.look();
	}

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

	/** A cell was chosen: the first time shows what would happen there, the second does it if there is but one thing. */
	async choose(cell: string, unit: string | null, askWhy: boolean): Promise<void> {
		// A quick hand does not outrun the answer to its first click.
		if (this.fresh === null) await this.#looking;
		const plan = askWhy || !this.game.question || this.#isBeside(unit) ? null : this.planFor(cell);
		if (plan && this.plan?.cell === cell) await this.doIt(plan);
		else if (plan) {
			this.plan = plan;
			this.verdicts = null;
		} else if (this.unit && (askWhy || (unit === null && this.game.question))) await this.why(cell);
		else if (unit !== null) await this.pick(unit === this.unit ? null : unit);
		else await this.pick(null);
	}

	/** Another unit of the same side in the same cell is taken up; what the one in hand may do there is on its list. */
	#isBeside(unit: string | null): boolean {
		const [other, mine] = [unit, this.unit].map((id) => this.game.state?.units.find((one) => one.id === id));
		return other !== mine && other?.at === mine?.at && other?.side === mine?.side;
	}

	async doIt(plan: Plan): Promise<void> {
		const only = plan.going.length === 1 && plan.offers.length === 0 ? plan.going[0]?.action : undefined;
		const sole = plan.offers.length === 1 && plan.going.length === 0 ? plan.offers[0]?.action : undefined;
		const action = only ?? sole;
		if (action) await this.game.act(action);
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

	/** Why the unit that was in hand cannot do anything to the one that is looked at. */
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
			if (hint.seq !== this.game.now?.seq) return; // it was for a question that is answered
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
		if (this.plan || this.verdicts) {
			this.plan = null;
			this.verdicts = null;
		} else void this.pick(null);
	}
}
