// The transport of a page without a server: the game's application in a worker of this tab.
import type { Line, Transport } from "../common/transport";
import { OPEN } from "../common/transport";
import { words } from "../words";
import { Database, opened } from "./database";
import type { FromRoom, ToRoom } from "./messages";

/** Set by the build: what it is, and the questions that it has answered already. */
declare const __VERSION__: string;
declare const __ANSWERED__: string[];

/** Answers that stay the same until the shelf changes: the page remembers them, so that the next visit need not wait. */
const LASTING = ["/api/lobby", "/api/rules", "/api/workshop"];
const JSON_TYPE = "application/json";
const CONNECTING = 0;
const CLOSED = 3;
/** The close code of a line whose other end has failed. */
const FAILED = 1011;
/** A phone's memory is small, and each worker has a Python of its own. */
const MOST_CORES = 8;

interface Waiting {
	resolve: (text: string) => void;
	reject: (problem: Error) => void;
}

class TabLine implements Line {
	readyState = CONNECTING;
	onopen: Line["onopen"] = null;
	onmessage: Line["onmessage"] = null;
	onclose: Line["onclose"] = null;

	constructor(
		readonly tab: Tab,
		readonly number: number,
	) {}

	send(text: string): void {
		this.tab.post({ kind: "hear", line: this.number, text });
	}

	close(): void {
		this.tab.post({ kind: "close", line: this.number });
	}
}

export class Tab implements Transport {
	readonly hasCompany = false;
	readonly database = opened().then((base) => new Database(base));
	/** When the game's program answers for the first time; it fails if it never will. */
	readonly ready: Promise<void>;
	/** When it has failed for good, with the reason. */
	readonly lost: Promise<Error>;
	#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
	#waiting = new Map<number, Waiting>();
	#lines = new Map<number, TabLine>();
	#last = 0;
	#failure: Error | null = null;
	#lose: (failure: Error) => void = () => undefined;

	constructor() {
		this.lost = new Promise((resolve) => {
			this.#lose = resolve;
		});
		this.ready = new Promise((resolve, reject) => {
			this.lost.then(reject);
			this.#worker.onmessage = ({ data }: MessageEvent<FromRoom>) => {
				if (data.kind === "ready") resolve();
				else if (data.kind === "failed" && data.id === null) this.#fail(new Error(data.message));
				else this.#heard(data);
			};
			this.#worker.onerror = (event) => this.#fail(new Error(event.message));
		});
		this.post({ kind: "begin", cores: Math.min(navigator.hardwareConcurrency || 1, MOST_CORES) });
	}

	isReachable = () => this.#failure === null;

	async ask(path: string, request: RequestInit): Promise<Response> {
		const method = request.method ?? "GET";
		const known = method === "GET" && LASTING.includes(path) ? await this.#known(path) : null;
		if (known !== null) return new Response(known, { headers: { "Content-Type": JSON_TYPE } });
		const token = new Headers(request.headers).get("Authorization") ?? "";
		const body = await new Response(request.body ?? "").text();
		const [status, type, text] = parts(await this.#asked(method, path, token, body));
		if (status === 200 && LASTING.includes(path)) (await this.database).remember(path, __VERSION__, text);
		const [kind = "", is64] = type.split(/;(base64)$/);
		const content = is64 ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : text;
		return new Response(content, { status, headers: { "Content-Type": kind } });
	}

	async forget(game: string): Promise<void> {
		const outcome = await (await this.database).forget(game);
		if (outcome !== "kept") throw new Error(words.site.notDeleted(outcome));
	}

	line(path: string): Line {
		this.#last += 1;
		const line = new TabLine(this, this.#last);
		this.#lines.set(line.number, line);
		this.post({ kind: "open", line: line.number, path });
		return line;
	}

	async picture(path: string): Promise<string> {
		if (__ANSWERED__.includes(path)) return answered(path);
		const answer = await this.ask(path, {});
		return URL.createObjectURL(await answer.blob());
	}

	/** Another tab takes over: nothing more is written here. */
	end(): void {
		this.#worker.terminate();
	}

	post(message: ToRoom): void {
		this.#worker.postMessage(message);
	}

	/** The answer from an earlier visit or from when the site was built, if it still holds. */
	async #known(path: string): Promise<string | null> {
		const database = await this.database;
		const remembered = await database.answer(path, __VERSION__);
		if (remembered !== null) return remembered;
		if (!__ANSWERED__.includes(path) || Object.keys(await database.shelf()).length > 0) return null;
		const answer = await fetch(answered(path));
		return answer.ok ? answer.text() : null;
	}

	#asked(method: string, path: string, token: string, body: string): Promise<string> {
		this.#last += 1;
		const id = this.#last;
		if (this.#failure) return Promise.reject(this.#failure);
		this.post({ kind: "ask", id, method, path, token, body });
		return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
	}

	/** The room is gone: nobody waits for it any longer. */
	#fail(failure: Error): void {
		this.#failure = failure;
		this.#lose(failure);
		this.#worker.terminate();
		for (const { reject } of this.#waiting.values()) reject(failure);
		this.#waiting.clear();
		for (const line of this.#lines.keys()) this.#spoken({ kind: "closed", line, code: FAILED });
	}

	#heard(message: FromRoom): void {
		if (message.kind === "done" || message.kind === "failed") {
			const id = message.id ?? 0;
			const waiting = this.#waiting.get(id);
			this.#waiting.delete(id);
			if (message.kind === "done") waiting?.resolve(message.text);
			else waiting?.reject(new Error(message.message));
		} else if (message.kind !== "ready") this.#spoken(message);
	}

	#spoken(message: FromRoom & { line: number }): void {
		const line = this.#lines.get(message.line);
		if (message.kind === "opened") {
			if (line) line.readyState = OPEN;
			line?.onopen?.(new Event("open"));
		} else if (message.kind === "told")
			line?.onmessage?.(new MessageEvent("message", { data: message.text }));
		else if (message.kind === "closed") {
			this.#lines.delete(message.line);
			if (line) line.readyState = CLOSED;
			line?.onclose?.(new CloseEvent("close", { code: message.code }));
		}
	}
}

/** A question that the build has answered, beside the page. */
const answered = (path: string) =>
	new URL(`answers/${__VERSION__}${path.endsWith(".svg") ? path : `${path}.json`}`, document.baseURI).href;

/** The status, the kind of answer, and the answer. */
function parts(text: string): [number, string, string] {
	const first = text.indexOf("\n");
	const second = text.indexOf("\n", first + 1);
	return [Number(text.slice(0, first)), text.slice(first + 1, second), text.slice(second + 1)];
}
