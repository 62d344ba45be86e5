// The people at a game: who is there, what they say and propose, the clock, and what this browser adds to the dice.

import type {
	Around,
	AroundTold,
	Joined,
	Proposal,
	Remark,
	Said,
	Stepped,
	Waiting,
} from "../common/protocol";
import { chooseToken, forgetLink, hear, keepLink, keepTaken, seatAt, takeNote } from "../common/seats";
import { randomBits, throwNonce, witness, witnessLink } from "../common/witness";
import { Refusal, type Wish } from "./connection";
import type { Game } from "./game.svelte";

export class Company {
	around = $state.raw<Around | null>(null);
	chat = $state.raw<Remark[]>([]);
	/** this page came by a link, and the seat is still to be taken */
	invited = $state(false);
	/** by side: the tokens of links not yet used */
	links = $state.raw<Record<string, string>>({});
	/** by how many milliseconds the server's clock is ahead of this one */
	ahead = $state(0);

	#heard = $state(0);
	/** this page itself has ended the waiting proposal */
	#answered = false;
	#giving = new Set<string>();
	/** by commitment and side, what this page has thrown */
	#nonces = new Map<string, string>();

	/** the sides of this page */
	mine = $derived.by(() => (this.game.about ?? this.game.waiting)?.sides ?? []);
	/** the sides of people who sit elsewhere */
	others = $derived.by(() => {
		const told = this.game.about ?? this.game.waiting;
		if (!told || this.game.about?.replay) return [];
		return Object.keys(told.players).filter(
			(side) => told.players[side]?.kind === "human" && !this.mine.includes(side),
		);
	});
	/** the player here plays with somebody elsewhere */
	far = $derived(this.mine.length > 0 && this.others.length > 0);
	/** only people elsewhere play */
	watching = $derived(this.mine.length === 0 && this.others.length > 0);
	/** others who still have to add their part to the dice: the battle has to wait for them */
	awaited = $derived((this.around?.dice.wanted ?? []).filter((side) => !this.mine.includes(side)));
	/** others who have not come yet */
	expected = $derived(this.awaited.filter((side) => !this.hasCome(side)));
	unread = $derived(
		this.chat.filter((one) => one.number >= this.#heard && !this.mine.includes(one.side)).length,
	);
	/** whatever waits for an answer from this page */
	asked = $derived.by((): Proposal | null => {
		const proposal = this.around?.proposal;
		if (!proposal || this.mine.includes(proposal.side)) return null;
		// A computer never proposes anything except giving up.
		const heard = this.far || (proposal.what === "concession" && this.mine.length > 0);
		return heard ? proposal : null;
	});
	/** this page's proposal */
	proposed = $derived.by((): Proposal | null => {
		const proposal = this.around?.proposal;
		return proposal && this.far && this.mine.includes(proposal.side) ? proposal : null;
	});
	isOwner = $derived(this.around?.owner != null && this.mine.includes(this.around.owner));

	constructor(readonly game: Game) {
		const seat = seatAt(game.id);
		this.invited = seat?.invitation !== undefined;
		this.links = seat?.links ?? {};
		this.#heard = seat?.heard ?? 0;
	}

	told(message: Waiting | Joined | Stepped | AroundTold | Said): void {
		if ("now" in message && message.now.chain) witnessLink(this.game.id, message.now.chain);
		if (message.type === "step") return;
		if (message.type === "said") {
			if (!this.chat.some((one) => one.number === message.remark.number))
				this.chat = [...this.chat, message.remark];
			return;
		}
		this.around = message.around;
		if (message.around.proposal) this.#answered = false;
		if (message.type !== "around") {
			this.chat = message.chat;
			this.ahead = Date.parse(message.time) - Date.now();
		}
		for (const side of Object.keys(seatAt(this.game.id)?.links ?? {}))
			if (this.hasCome(side)) this.#dropLink(side);
		this.#seal();
	}

	hasAnswered(): boolean {
		return this.#answered;
	}

	/** A player's name here; a player without a name goes by their side elsewhere. */
	nameOf(side: string): string {
		return this.around?.seats[side]?.name ?? "";
	}

	isHere(side: string): boolean {
		return this.around?.seats[side]?.present ?? false;
	}

	/** The computer there has had to stop thinking early. */
	isHurried(side: string): boolean {
		return this.around?.seats[side]?.hurried ?? false;
	}

	/** Somebody has sat down there, connected or not. */
	hasCome(side: string): boolean {
		return this.around?.seats[side]?.taken ?? false;
	}

	/** The chat has been read. */
	hearAll(): void {
		this.#heard = (this.chat.at(-1)?.number ?? -1) + 1;
		if (seatAt(this.game.id)) hear(this.game.id, this.#heard);
	}

	// -- a player's requests to the others; the promise is true if it was granted

	say = (text: string) => this.#wish((side) => ({ type: "say", side, text }));
	giveName = (name: string) => this.#wish((side) => ({ type: "name", side, name }));
	offerDraw = () => this.#wish((side) => ({ type: "propose", side, what: "draw" }));
	askBack = (seq: number) => this.#wish((side) => ({ type: "propose", side, what: "take-back", seq }));
	answer = ({ what, seq }: Proposal, accept: boolean) => {
		this.#answered = true;
		return this.#wish((side) => ({ type: "answer", side, accept, what, seq }));
	};
	withdraw = () => {
		this.#answered = true;
		return this.#wish((side) => ({ type: "withdraw", side }));
	};
	knockAt = (endpoint: string) => this.#wish((side) => ({ type: "subscribe", side, endpoint }));
	askForRematch = (game: string, token: string) =>
		this.#wish((side) => ({ type: "propose", side, what: "rematch", game, token }));
	yieldSeat = (accept: boolean) => this.#wish((side) => ({ type: "yield", side, accept }));
	resign = () => this.#wish((side) => ({ type: "resign", side }));

	/** Sit down by a link: from now on only this browser holds the seat. */
	async sitDown(name: string): Promise<void> {
		const [side] = this.mine;
		if (side === undefined) return;
		await this.#reissue(side, chooseToken(this.game.id, side));
		keepTaken(this.game.id);
		this.invited = false;
		if (name !== "") await this.giveName(name);
		this.#seal();
	}

	/** A new link for somebody else's seat; the old one no longer opens anything. */
	async newLink(side: string): Promise<void> {
		const token = randomBits();
		await this.#reissue(side, token);
		// Somebody sits there and has been asked; the link opens nothing yet.
		if (this.around?.claim?.side === side) return;
		// A link for a player who has lost their seat is not kept: nobody could tell when it is used up.
		if (!this.hasCome(side)) keepLink(this.game.id, side, token);
		this.links = { ...this.links, [side]: token };
	}

	#dropLink(side: string): void {
		forgetLink(this.game.id, side);
		this.links = Object.fromEntries(Object.entries(this.links).filter(([one]) => one !== side));
	}

	#reissue = (side: string, token: string) => this.game.connection.request({ type: "reissue", side, token });

	async #wish(wish: (side: string) => Wish): Promise<boolean> {
		const [side] = this.mine;
		if (side === undefined) return false;
		try {
			await this.game.connection.request(wish(side));
			return true;
		} catch (problem) {
			this.game.refuse(problem as Error);
			return false;
		}
	}

	/** Remember what the server has committed to, and add this page's part where it is wanted. */
	#seal(): void {
		const dice = this.around?.dice;
		if (!dice || this.game.about?.replay) return;
		takeNote(this.game.id);
		witness(this.game.id, dice.commitment);
		if (this.invited) return;
		for (const side of this.mine) if (dice.wanted.includes(side)) void this.#give(dice.commitment, side);
	}

	async #give(commitment: string, side: string): Promise<void> {
		const which = `${commitment} ${side}`;
		if (this.#giving.has(which)) return;
		this.#giving.add(which);
		const nonce = this.#nonces.get(which) ?? throwNonce(this.game.id, commitment, side);
		this.#nonces.set(which, nonce);
		try {
			await this.game.connection.request({ type: "nonce", side, nonce });
		} catch (problem) {
			// If the line was cut, the request comes again; if refused, another window of the same seat was quicker.
			if (!(problem instanceof Refusal)) this.#giving.delete(which);
		}
	}
}
