// The WebSocket of a game: numbers the requests, pairs them with their replies, and comes back by itself after a loss.
import type { Joined, Refused, Reply, Request, Stepped } from "./protocol";

export type Status = "connecting" | "open" | "lost";
type Unnumbered<T> = T extends { id: number } ? Omit<T, "id"> : never;
export type Wish = Unnumbered<Exclude<Request, { type: "join" }>>;

export interface Listener {
	/** The last step the page knows: the server sends what came after it. */
	since(): number;
	joined(message: Joined): void;
	stepped(message: Stepped): void;
	status(status: Status): void;
	/** There is no such game or no such seat: trying again would not help. */
	turnedAway(message: string): void;
}

/** A request that was not granted; the reply says why. */
export class Refusal extends Error {
	constructor(readonly refused: Refused) {
		super(refused.message);
	}
}

const PATIENCE = [300, 600, 1200, 2500];

export class Connection {
	#socket: WebSocket | null = null;
	#waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (problem: Error) => void }>();
	#lastId = 0;
	#failures = 0;
	#closed = false;
	#retry: ReturnType<typeof setTimeout> | undefined;

	constructor(
		readonly game: string,
		readonly tokens: string[],
		readonly listener: Listener,
	) {
		this.#open();
	}

	/** Send a request; the promise is its reply. Refused, or cut off, it fails. */
	request<T extends Reply>(wish: Wish): Promise<T> {
		if (this.#socket?.readyState !== WebSocket.OPEN) {
			return Promise.reject(new Error("The server is not there just now; the page keeps trying."));
		}
		return this.#send(wish) as Promise<T>;
	}

	close(): void {
		this.#closed = true;
		clearTimeout(this.#retry);
		this.#socket?.close();
	}

	#open(): void {
		const scheme = location.protocol === "https:" ? "wss" : "ws";
		const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}`);
		this.#socket = socket;
		this.listener.status(this.#failures === 0 ? "connecting" : "lost");
		socket.onopen = () => this.#join();
		socket.onmessage = (message) => this.#receive(JSON.parse(message.data) as Reply);
		socket.onclose = () => this.#lost();
	}

	async #join(): Promise<void> {
		try {
			const reply = await this.#send({ type: "join", tokens: this.tokens, since: this.listener.since() });
			this.#failures = 0;
			this.listener.joined(reply as Joined);
			this.listener.status("open");
		} catch (problem) {
			if (!(problem instanceof Refusal)) return; // cut off once more: #lost tries again
			this.close();
			this.listener.turnedAway(problem.message);
		}
	}

	#send(wish: Unnumbered<Request>): Promise<Reply> {
		this.#lastId += 1;
		const id = this.#lastId;
		this.#socket?.send(JSON.stringify({ ...wish, id }));
		return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
	}

	#receive(reply: Reply): void {
		if (reply.type === "step") {
			this.listener.stepped(reply);
			return;
		}
		const waiting = reply.id === null ? undefined : this.#waiting.get(reply.id);
		if (reply.id !== null) this.#waiting.delete(reply.id);
		if (reply.type === "refused") waiting?.reject(new Refusal(reply));
		else waiting?.resolve(reply);
	}

	#lost(): void {
		for (const { reject } of this.#waiting.values()) reject(new Error("The connection was lost."));
		this.#waiting.clear();
		if (this.#closed) return;
		const pause = PATIENCE[Math.min(this.#failures, PATIENCE.length - 1)];
		this.#failures += 1;
		this.listener.status("lost");
		this.#retry = setTimeout(() => this.#open(), pause);
	}
}
