// One game as this page knows it: what the server has told, and how much of it the player has been shown so far.

import { PACES, preferences } from "../common/preferences.svelte";
import type {
	Action,
	AroundTold,
	Joined,
	MomentTold,
	Now,
	OrdersSet,
	Reason,
	Refused,
	Said,
	StandingOrders,
	State,
	Step,
	Stepped,
	Waiting,
} from "../common/protocol";
import { seatAt, tokensOf } from "../common/seats";
import { Company } from "./company.svelte";
import { Connection, type Listener, Refusal, type Status } from "./connection";
import { isSecret } from "./lines";

export interface Rebuff {
	message: string;
	reasons: Reason[];
}

const STALE =
	"Somebody was quicker: the board has changed since you looked. It is up to date now; please choose again.";

const SECRET =
	"That step is a secret order of the other side: it cannot be looked at until both have given their orders.";

/** The steps that a step takes back: one, or by consent all since an earlier one. */
function takenBack(step: Step): number[] {
	const back = step["back-to"];
	if (back !== null) return Array.from({ length: step.seq - back - 1 }, (_, number) => back + 1 + number);
	return step.undoes === null ? [] : [step.undoes];
}

export class Game implements Listener {
	connection: Connection;
	connected = $state<Status>("connecting");
	/** why the server is not to be had just now, if it has said so */
	heldOffWith = $state("");
	/** why there is no game to be had here */
	turnedAwayWith = $state("");
	/** it is kept, but cannot be read any more */
	unreadable = $state(false);
	/** what is known before the battle begins, as long as it has not */
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

	#states = new Map<number, State>();
	#queue: Stepped[] = [];
	#received = -1;
	#pause: ReturnType<typeof setTimeout> | undefined;
	/** an answer is on its way to the server */
	#answering = false;

	/** the state to be drawn */
	state = $derived(this.moment === null ? (this.now?.state ?? null) : (this.past ?? this.now?.state ?? null));
	/** the step whose outcome is on the board */
	step = $derived(
		this.moment === null ? this.steps.at(-1) : this.steps.find((step) => step.seq === this.moment),
	);
	live = $derived(this.moment === null && this.behind === 0);
	/** the question, if it is for somebody at this page and can be answered now */
	question = $derived(
		this.live &&
			this.now?.question &&
			this.about?.sides.includes(this.now.question.side) &&
			!this.about.replay
			? this.now.question
			: null,
	);
	/** both sides are played at this page */
	hotSeat = $derived(this.about?.sides.length === 2 && !this.about.replay);
	/** steps that no longer stand */
	undone = $derived(new Set(this.steps.flatMap((step) => takenBack(step))));
	/** who else is at the game, and all that goes on between people */
	readonly company: Company;

	constructor(readonly id: string) {
		this.company = new Company(this);
		this.connection = new Connection(id, this);
	}

	close(): void {
		clearTimeout(this.#pause);
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
		if (message.type === "step") this.#stepped(message);
		else if (message.type === "waiting") this.waiting = message;
		else if (message.type === "joined") this.#joined(message);
		this.company.told(message);
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
		// If nothing has happened meanwhile, neither has what the player was told could not be done.
		const rebuff = message.now.seq === this.#received ? this.rebuff : null;
		this.waiting = null;
		this.about = message;
		this.steps = [...this.steps, ...message.steps.filter((step) => step.seq > this.#received)];
		this.#received = message.now.seq;
		this.#shows(message.now);
		this.rebuff = rebuff;
		if (this.beginning === null) void this.#stateAt(0).then((state) => (this.beginning = state));
	}

	#stepped(message: Stepped): void {
		this.#received = message.step.seq;
		this.#queue.push(message);
		this.behind = this.#queue.length;
		if (this.#pause === undefined) this.#next();
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
		const message = this.#queue.shift();
		this.behind = this.#queue.length;
		if (!message) return;
		this.steps = [...this.steps, message.step];
		this.#shows(message.now);
		const wait = this.#isOfTheComputer(message.step) ? PACES[preferences.pace] : 0;
		if (wait === 0) this.#next();
		else this.#pause = setTimeout(() => this.#next(), wait);
	}

	#shows(now: Now): void {
		this.#states.set(now.seq, now.state);
		this.now = now;
		this.rebuff = null;
	}

	#isOfTheComputer(step: Step): boolean {
		return (
			step.side !== null && this.about?.players[step.side]?.kind === "computer" && step.kind === "action"
		);
	}

	// -- what the player wants

	async act(action: Action): Promise<boolean> {
		return this.#tried({ type: "act", seq: this.#received, action });
	}

	async undo(): Promise<boolean> {
		return this.#tried({ type: "undo", seq: this.#received });
	}

	async #tried(wish: { type: "act"; seq: number; action: Action } | { type: "undo"; seq: number }) {
		// The second half of a double click is no second answer.
		if (this.#answering) return false;
		this.#answering = true;
		try {
			await this.connection.request(wish);
			return true;
		} catch (problem) {
			// What happened in the meantime came before the refusal, and explains it.
			const late =
				problem instanceof Refusal && (problem.refused.code === "stale" || wish.seq !== this.#received);
			if (late) this.rebuff = { message: STALE, reasons: [] };
			else this.refuse(problem as Error);
			return false;
		} finally {
			this.#answering = false;
		}
	}

	/** Say why something that was wanted did not come about. */
	refuse(problem: Error): void {
		const refused = problem instanceof Refusal ? problem.refused : null;
		this.rebuff = { message: problem.message, reasons: refused?.reasons ?? [] };
	}

	/** What a side need not be asked any more. */
	async setOrders(side: string, orders: StandingOrders): Promise<void> {
		try {
			const told = await this.connection.request<OrdersSet>({ type: "set-orders", side, ...orders });
			if (this.about) this.about = { ...this.about, orders: { ...this.about.orders, [side]: told.orders } };
		} catch (problem) {
			this.refuse(problem as Error);
		}
	}

	/** Put the board back to how things stood after a step; null comes back to the present. */
	async goTo(seq: number | null): Promise<void> {
		if (seq === null || seq >= (this.steps.at(-1)?.seq ?? 0)) {
			this.moment = null;
			this.past = null;
			return;
		}
		const filter = { question: this.now?.question ?? null, hotSeat: this.hotSeat };
		// The other side's orders are no moment to go back to while this side gives its own.
		if (this.steps.some((step) => step.seq === seq && isSecret(step, filter))) {
			this.rebuff = { message: SECRET, reasons: [] };
			return;
		}
		this.moment = Math.max(0, seq);
		const wanted = this.moment;
		const state = this.#states.get(wanted) ?? (await this.#stateAt(wanted));
		if (this.moment === wanted) this.past = state;
	}

	/** The state after a step, if it has been told already. */
	known(seq: number): State | undefined {
		return this.#states.get(seq);
	}

	async #stateAt(seq: number): Promise<State | null> {
		try {
			const told = await this.connection.request<MomentTold>({ type: "moment", seq });
			this.#states.set(seq, told.state);
			return told.state;
		} catch (problem) {
			this.refuse(problem as Error);
			return null;
		}
	}

	// -- small facts that many parts of the page want

	sideName(id: string | null | undefined): string {
		return this.now?.state.sides.find((side) => side.id === id)?.name ?? id ?? "";
	}

	unitName(id: string): string {
		const unit = this.state?.units.find((one) => one.id === id) ?? this.#everyUnit.get(id);
		if (!unit) return id;
		return unit.name || `${unit.type.replaceAll("-", " ")} ${id}`;
	}

	#everyUnit = $derived(
		new Map(this.about?.scenario.sides.flatMap((side) => side.units.map((unit) => [unit.id, unit] as const))),
	);
}
