// One game as this page knows it: what the server has sent, and how much of it the player has seen so far.

import { SIDE_STYLES } from "../board/state";
import type {
	Action,
	AroundTold,
	Joined,
	MomentTold,
	Now,
	OrdersSet,
	Reason,
	Refused,
	Ruling,
	Said,
	StandingOrders,
	State,
	Step,
	Stepped,
	UnitState,
	Waiting,
} from "../common/protocol";
import { seatAt, tokensOf } from "../common/seats";
import { plainly } from "../common/words";
import { words } from "../words";
import { Company } from "./company.svelte";
import { Connection, type Listener, Refusal, type Status, type Wish } from "./connection";
import { Facts } from "./facts.svelte";
import { takenBack, unfolded } from "./folding";
import { type Cause, Hand } from "./hand.svelte";
import { isSecret } from "./lines";
import { isOfConsent, type News, newsOfProposal, newsOfStep } from "./news";
import { fallenIn, sinceLastOrder } from "./recap";
import { Rerun } from "./rerun.svelte";
import { hasDice, isPaced, reading, usable } from "./tempo";

export interface Rebuff {
	message: string;
	reasons: Reason[];
}

export class Game implements Listener {
	connection: Connection;
	connected = $state<Status>("connecting");
	/** why the server is not available just now, if it has said so */
	heldOffWith = $state("");
	/** why there is no game here */
	turnedAwayWith = $state("");
	/** it still exists, but can no longer be read */
	unreadable = $state(false);
	/** what is known before the battle begins, until it does */
	waiting = $state.raw<Waiting | null>(null);
	about = $state.raw<Joined | null>(null);
	/** the steps shown so far; those of the computer come at the pace the player likes */
	steps = $state.raw<Step[]>([]);
	/** how things stand after the last step shown */
	now = $state.raw<Now | null>(null);
	rebuff = $state.raw<Rebuff | null>(null);
	/** the step that the board shows; null for the present */
	moment = $state<number | null>(null);
	/** the state at `moment`, as soon as it is known */
	past = $state.raw<State | null>(null);
	/** steps received and not yet shown */
	behind = $state(0);
	/** the state before the first decision */
	beginning = $state.raw<State | null>(null);
	/** messages that the player must see, until closed */
	news = $state.raw<News | null>(null);
	readonly rerun: Rerun;
	readonly facts: Facts;

	#states = new Map<number, State>();
	#queue: Stepped[] = [];
	#received = -1;
	#pause: ReturnType<typeof setTimeout> | undefined;
	/** when the player has read the dice of the step on the board: the computer's next step waits for that */
	#readAt = 0;
	/** an answer is on its way to the server */
	#answering = false;

	/** the state to be drawn */
	state = $derived(this.moment === null ? (this.now?.state ?? null) : (this.past ?? this.now?.state ?? null));
	/** the step whose outcome is on the board */
	step = $derived(
		this.moment === null ? this.steps.at(-1) : this.steps.find((step) => step.seq === this.moment),
	);
	live = $derived(this.moment === null && this.behind === 0);
	/** the question, if a player at this page can answer it now */
	question = $derived(
		this.live &&
			this.now?.question &&
			this.about?.sides.includes(this.now.question.side) &&
			!this.about.replay
			? this.now.question
			: null,
	);
	/** activations that the side giving orders can still use */
	toUse = $derived.by(() => usable(this.state, this.question));
	/** players at this page play both sides */
	hotSeat = $derived(this.about?.sides.length === 2 && !this.about.replay);
	/** two share this page, and one's targets are not for the other; round a real table they are called out */
	keepsSecrets = $derived.by(() => this.hotSeat && !this.byHand);
	#secrecy = $derived({ question: this.now?.question ?? null, keepsSecrets: this.keepsSecrets });
	/** steps that no longer stand */
	undone = $derived(new Set(this.steps.flatMap((step) => takenBack(step))));
	/** what happened since the last order of the side that is asked, or of this page's */
	recent = $derived.by((): Step[] => {
		const asked = this.now?.question?.side;
		const mine = this.hotSeat && asked ? [asked] : (this.about?.sides ?? []);
		if (mine.length === 0 || this.about?.replay) return [];
		return sinceLastOrder(this.steps, mine).filter((step) => !isSecret(step, this.#secrecy));
	});
	/** units destroyed since then: their counters lie on the board until the next order */
	fallen = $derived.by(() => {
		const last = this.steps.at(-1);
		if (this.moment !== null || !last) return [];
		return fallenIn(this.recent.some((step) => step.seq === last.seq) ? this.recent : [...this.recent, last]);
	});
	/** the other people at the game, and everything between them */
	readonly company: Company;
	/** the dice that the players throw themselves */
	readonly hand: Hand;
	/** the players at this page roll the dice of this battle on a real table */
	byHand = $derived.by(() => this.company.around?.dice.scheme === "table" && this.company.mine.length > 0);

	constructor(readonly id: string) {
		this.company = new Company(this);
		this.hand = new Hand(this);
		this.rerun = new Rerun(this);
		this.facts = new Facts(this);
		this.connection = new Connection(id, this);
	}

	close(): void {
		clearTimeout(this.#pause);
		this.rerun.stop();
		this.connection.close();
	}

	// -- what comes from the server

	tokens(): string[] {
		return tokensOf(seatAt(this.id));
	}

	since(): number {
		return this.#received;
	}

	told(message: Waiting | Joined | Stepped | AroundTold | Said): void {
		const proposal = this.company.around?.proposal ?? null;
		if (message.type === "step") this.#stepped(message);
		else if (message.type === "waiting") this.waiting = message;
		else if (message.type === "joined") this.#joined(message);
		this.company.told(message);
		const after = this.company.around?.proposal ?? null;
		const last = this.#queue.at(-1) ?? { step: this.steps.at(-1), now: this.now };
		const news = newsOfProposal(proposal, after, this.company.mine, this.company.hasAnswered(), last);
		if (after && !proposal) this.news = null;
		else if (news && !isOfConsent(this.steps.at(-1))) this.news = news;
	}

	status(status: Status): void {
		this.connected = status;
		if (status === "open") this.heldOffWith = "";
	}

	heldOff(message: string): void {
		this.heldOffWith = message;
	}

	turnedAway(message: string, code: Refused["code"]): void {
		this.unreadable = code === "unreadable";
		this.turnedAwayWith = message;
	}

	#joined(message: Joined): void {
		// After a lost connection only what is new comes; it is not worth an animation.
		this.hurry();
		// If nothing has happened meanwhile, a refusal still stands.
		const rebuff = message.now.seq === this.#received ? this.rebuff : null;
		this.waiting = null;
		this.about = message;
		this.steps = [...this.steps, ...message.steps.filter((step) => step.seq > this.#received)];
		this.#received = message.now.seq;
		this.#shows(message.now);
		this.rebuff = rebuff;
		if (this.beginning === null) void this.stateAfter(0).then((state) => (this.beginning = state));
	}

	#stepped(message: Stepped): void {
		this.#received = message.step.seq;
		this.#tell(message);
		this.#queue.push(message);
		this.behind = this.#queue.length;
		if (this.#pause === undefined) this.#next();
	}

	/** A player looking at the past gets news of what happens meanwhile; a take-back by consent is the present. */
	#tell({ step, now }: Stepped): void {
		const mine = this.about?.sides ?? [];
		const news = newsOfStep(step, mine);
		if (news) {
			this.news = news;
			if (news.about === "taken-back") void this.goTo(null);
		} else if (this.moment !== null && !this.rerun.running && !this.about?.replay) {
			if (now.state.result) this.news = { about: "over", side: null };
			else if (now.question && mine.includes(now.question.side)) {
				this.news = { about: "your-move", side: now.question.side };
			}
		}
	}

	/** Show all that has been received, at once. */
	hurry(): void {
		clearTimeout(this.#pause);
		this.#pause = undefined;
		const rest = this.#queue.splice(0);
		const last = rest.at(-1);
		if (!last) return;
		this.steps = [...this.steps, ...rest.map((message) => message.step)];
		for (const message of rest) this.#states.set(message.step.seq, message.now.state);
		this.#shows(last.now);
		this.behind = 0;
	}

	#next(): void {
		this.#pause = undefined;
		const [message] = this.#queue;
		const early = this.#readAt - performance.now();
		if (message && early > 0 && isPaced(this.about, message.step)) {
			this.#pause = setTimeout(() => this.#next(), early);
			return;
		}
		this.#queue.shift();
		this.behind = this.#queue.length;
		if (!message) return;
		this.steps = [...this.steps, message.step];
		this.#shows(message.now);
		const wait = reading(message.step);
		if (isPaced(this.about, message.step) && wait > 0) this.#pause = setTimeout(() => this.#next(), wait);
		else {
			this.#readAt = hasDice(message.step) ? performance.now() + wait : 0;
			this.#next();
		}
	}

	#shows(now: Now): void {
		this.#states.set(now.seq, now.state);
		this.now = now;
		this.rebuff = null;
	}

	// -- what the player does

	async act(action: Action): Promise<boolean> {
		const dice = await this.#thrown({ action });
		return dice !== null && this.#tried({ type: "act", seq: this.#received, action, dice });
	}

	/** The battle, with the first dice of a real table. */
	async begin(): Promise<void> {
		const dice = await this.#thrown({});
		if (dice !== null)
			await this.connection.request({ type: "begin", dice }).catch((problem) => this.refuse(problem));
	}

	/** What the umpire sets by hand. */
	async overrule(changes: Ruling[], reason: string): Promise<boolean> {
		const dice = await this.#thrown({ changes });
		return dice !== null && this.#tried({ type: "overrule", seq: this.#received, changes, reason, dice });
	}

	/** The players' own dice for something, where they roll them; null if they think better of it. */
	async #thrown(cause: Cause): Promise<number[] | null> {
		if (!this.byHand) return [];
		try {
			return await this.hand.collect(cause);
		} catch (problem) {
			this.refuse(problem as Error);
			return null;
		}
	}

	async undo(): Promise<boolean> {
		return this.#tried({ type: "undo", seq: this.#received });
	}

	async #tried(wish: Extract<Wish, { type: "act" | "overrule" | "undo" }>) {
		// The second half of a double click is not a second answer.
		if (this.#answering) return false;
		this.#answering = true;
		try {
			await this.connection.request(wish);
			return true;
		} catch (problem) {
			// What happened in the meantime came before the refusal, and explains it.
			const late =
				problem instanceof Refusal && (problem.refused.code === "stale" || wish.seq !== this.#received);
			if (late) this.rebuff = { message: words.game.stale, reasons: [] };
			else this.refuse(problem as Error);
			return false;
		} finally {
			this.#answering = false;
		}
	}

	/** Say why something failed. */
	refuse(problem: Error): void {
		const refused = problem instanceof Refusal ? problem.refused : null;
		this.rebuff = { message: problem.message, reasons: refused?.reasons ?? [] };
	}

	/** The questions that a side no longer wants to see. */
	async setOrders(side: string, orders: StandingOrders): Promise<void> {
		try {
			const told = await this.connection.request<OrdersSet>({ type: "set-orders", side, ...orders });
			if (this.about) this.about = { ...this.about, orders: { ...this.about.orders, [side]: told.orders } };
		} catch (problem) {
			this.refuse(problem as Error);
		}
	}

	/**
	 * Put the board back to how things stood after a step; null returns to the present. A reader passes over folded
	 * steps, unless it is exactly this one that matters.
	 */
	async goTo(wanted: number | null, how: "chosen" | "exactly" | "shown" = "chosen"): Promise<void> {
		const chosen = how !== "shown";
		if (chosen) this.rerun.stop();
		const last = this.steps.at(-1)?.seq ?? 0;
		const seq =
			wanted === null || how === "exactly" ? wanted : unfolded(this.steps, wanted, this.moment ?? last);
		// A replayed step is the past even if it is the last one.
		if (seq === null || seq > last || (seq === last && chosen)) {
			this.moment = this.past = null;
			return;
		}
		// A player can't look back at the other side's orders while this side gives its own.
		if (this.steps.some((step) => step.seq === seq && isSecret(step, this.#secrecy))) {
			this.rebuff = { message: words.game.secret, reasons: [] };
			return;
		}
		const moment = Math.max(0, seq);
		if (chosen) this.moment = moment;
		const state = await this.stateAfter(moment);
		// Shown again, a counter starts on its way when the board knows where it arrives.
		if (!chosen) this.moment = moment;
		if (this.moment === moment) this.past = state;
	}

	/** The state after a step, fetched from the server if it is not known. */
	async stateAfter(seq: number): Promise<State | null> {
		const known = this.known(seq);
		if (known || seq < 0) return known ?? null;
		try {
			const told = await this.connection.request<MomentTold>({ type: "moment", seq });
			this.#states.set(seq, told.state);
			return told.state;
		} catch (problem) {
			this.refuse(problem as Error);
			return null;
		}
	}

	/** The state after a step, if it is already known. */
	known(seq: number): State | undefined {
		return this.#states.get(seq);
	}

	// -- small facts that many parts of the page need

	sideName(id: string | null | undefined): string {
		return this.now?.state.sides.find((side) => side.id === id)?.name ?? id ?? "";
	}

	/** A unit as it was before a step, or else when the battle began. */
	unitBefore(id: string, seq: number): UnitState | undefined {
		const states = [this.known(seq - 1), this.beginning];
		return states.flatMap((state) => state?.units ?? []).find((unit) => unit.id === id);
	}

	/** The colour of a side's counters: its own, or the usual one. */
	colourOf(side: string | null | undefined): string {
		const number = this.state?.sides.findIndex((one) => one.id === side) ?? -1;
		return (
			this.about?.scenario.sides.find((one) => one.id === side)?.colour ??
			SIDE_STYLES[number]?.colour ??
			"#555"
		);
	}

	unitName(id: string): string {
		const unit = this.state?.units.find((one) => one.id === id) ?? this.#everyUnit.get(id);
		return unit ? unit.name || `${this.kindOf(unit)} ${id}` : id;
	}

	/** What a unit is, in words: "infantry, rifles". */
	kindOf(unit: { type: string }): string {
		return this.about?.types[unit.type]?.kind ?? plainly(unit.type);
	}

	#everyUnit = $derived(
		new Map(this.about?.scenario.sides.flatMap((side) => side.units.map((unit) => [unit.id, unit] as const))),
	);
}
