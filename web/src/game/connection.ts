// The WebSocket of a game: numbers the requests, pairs them with their replies, and comes back by itself after a loss.
import type { AroundTold, Joined, Refused, Reply, Request, Said, Stepped, Waiting } from "../common/protocol";
import { type Line, OPEN, transport } from "../common/transport";
import { words } from "../words";

export type Status = "connecting" | "open" | "lost" | "offline";
type Unnumbered<T> = T extends { id: number } ? Omit<T, "id"> : never;
export type Wish = Unnumbered<Exclude<Request, { type: "join" }>>;

export interface Listener {
	/** The tokens that open this browser's seats. */
	tokens(): string[];
	/** The last step the page knows: the server sends what came after it. */
	since(): number;
	/** Messages that nobody asked for, and the answer to joining. */
	told(message: Waiting | Joined | Stepped | AroundTold | Said): void;
	status(status: Status): void;
	/** The server lets nobody in just now, and says why; the page keeps trying. */
	heldOff(message: string): void;
	/** The game or the seat does not exist: trying again would not help. */
	turnedAway(message: string, code: Refused["code"]): void;
}

/** A refused request; the reply says why. */
export class Refusal extends Error {
	constructor(readonly refused: Refused) {
		super(refused.message);
	}
}

/** Refusals that would come again however often the page tried. */
const HOPELESS: Refused["code"][] = ["no-game", "unreadable", "no-seat", "bad-message"];
const PATIENCE = [300, 600, 1200, 2500];
/** Milliseconds of silence before a ping; the connection may be dead without knowing it. */
const QUIET = 20_000;
/** Milliseconds of silence after the ping; then it is dead. */
const SILENCE = 3000;
/** The same after a request: the server's store has ten seconds to answer. */
const ANSWER = 12_000;
/** And while a hint is thought over. */
const THOUGHT = 40_000;
/** The code for closing on purpose: the server does not think that the player is lost and send a notification. */
const ON_PURPOSE = 1000;
/** The ping: any small question that always gets an answer. */
const CALL: Wish = { type: "clause", clause: "shared.victory" };

export class Connection {
	#socket: Line | null = null;
	#waiting = new Map<
		number,
		{ type: Request["type"]; resolve: (reply: Reply) => void; reject: (problem: Error) => void }
	>();
	#lastId = 0;
	#failures = 0;
	#closed = false;
	#retry: ReturnType<typeof setTimeout> | undefined;
	#silence: ReturnType<typeof setTimeout> | undefined;
	#ended = new AbortController();

	constructor(
		readonly game: string,
		readonly listener: Listener,
	) {
		const { signal } = this.#ended;
		addEventListener("online", () => this.#reconnect(), { signal });
		addEventListener("offline", () => this.#reconnect(), { signal });
		document.addEventListener("visibilitychange", () => this.#wake(), { signal });
		this.#open();
	}

	/** Send a request; the promise is its reply, and fails if the request is refused or the line cut. */
	request<T extends Reply>(wish: Wish): Promise<T> {
		if (this.#socket?.readyState !== OPEN) {
			return Promise.reject(new Error(words.ui.server.away));
		}
		const reply = this.#send(wish) as Promise<T>;
		this.#dieAfter(ANSWER);
		return reply;
	}

	close(): void {
		this.#closed = true;
		this.#ended.abort();
		clearTimeout(this.#retry);
		clearTimeout(this.#silence);
		this.#socket?.close(ON_PURPOSE);
	}

	#open(): void {
		if (!transport().isReachable()) {
			this.listener.status("offline");
			return;
		}
		const socket = transport().line(`/api/games/${this.game}`);
		this.#socket = socket;
		this.listener.status(this.#failures === 0 ? "connecting" : "lost");
		socket.onopen = () => this.#join();
		socket.onmessage = (message) => this.#receive(JSON.parse(message.data) as Reply);
		socket.onclose = () => this.#lost();
		this.#dieAfter(QUIET);
	}

	async #join(): Promise<void> {
		const { listener } = this;
		try {
			const reply = await this.#send({ type: "join", tokens: listener.tokens(), since: listener.since() });
			this.#failures = 0;
			listener.status("open");
			listener.told(reply as Joined | Waiting);
		} catch (problem) {
			if (!(problem instanceof Refusal)) return; // cut off once more: #lost tries again
			if (HOPELESS.includes(problem.refused.code)) {
				this.close();
				listener.turnedAway(problem.message, problem.refused.code);
			} else this.#socket?.close(); // a busy server may have time later
		}
	}

	#send(wish: Unnumbered<Request>): Promise<Reply> {
		this.#lastId += 1;
		const id = this.#lastId;
		this.#socket?.send(JSON.stringify({ ...wish, id }));
		return new Promise((resolve, reject) => this.#waiting.set(id, { type: wish.type, resolve, reject }));
	}

	#receive(reply: Reply): void {
		clearTimeout(this.#silence);
		this.#silence = setTimeout(() => this.#call(), QUIET);
		if (!("id" in reply) || (reply.id === null && reply.type !== "refused")) {
			this.listener.told(reply as Joined | Stepped | AroundTold | Said);
			return;
		}
		const waiting = reply.id === null ? undefined : this.#waiting.get(reply.id);
		if (reply.id !== null) this.#waiting.delete(reply.id);
		else if (reply.type === "refused") this.listener.heldOff(reply.message);
		if (reply.type === "refused") waiting?.reject(new Refusal(reply));
		else waiting?.resolve(reply);
	}

	#lost(): void {
		clearTimeout(this.#silence);
		this.#cutOff();
		if (this.#closed) return;
		const pause = PATIENCE[Math.min(this.#failures, PATIENCE.length - 1)];
		this.#failures += 1;
		this.listener.status("lost");
		this.#retry = setTimeout(() => this.#open(), pause);
	}

	/** The line came or went: drop what is left of the old one, and try a new one at once. */
	#reconnect(): void {
		if (this.#closed) return; // a closing connection may still send events
		clearTimeout(this.#retry);
		clearTimeout(this.#silence);
		const old = this.#socket;
		this.#socket = null;
		if (old) {
			old.onopen = old.onmessage = old.onclose = null;
			old.close(ON_PURPOSE);
		}
		this.#cutOff();
		this.#open();
	}

	#cutOff(): void {
		for (const { reject } of this.#waiting.values()) reject(new Error(words.ui.server.cut));
		this.#waiting.clear();
	}

	/** A phone that slept may hold a dead connection. */
	#wake(): void {
		if (document.hidden) return;
		if (this.#socket?.readyState === OPEN) this.#call();
		else this.#reconnect();
	}

	/** Ping, and wait for an answer: anything at all will do. */
	#call(): void {
		this.#send(CALL).catch(() => undefined);
		this.#dieAfter(SILENCE);
	}

	/** Unless something arrives first. */
	#dieAfter(milliseconds: number): void {
		// Requests made after a hint wait until the hint is ready.
		const thinking = [...this.#waiting.values()].some(({ type }) => type === "hint");
		clearTimeout(this.#silence);
		this.#silence = setTimeout(
			() => {
				this.#failures += 1;
				this.#reconnect();
			},
			thinking ? THOUGHT : milliseconds,
		);
	}
}
