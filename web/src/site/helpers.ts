// The room's helpers: workers that think or fight, started when there is work for them, and let go when there is none.
import type { FromRoom } from "./messages";

/** Milliseconds without work after which a helper is let go: each holds a Python of its own in memory. */
const IDLE = 60_000;

interface Work {
	text: string;
	resolve: (text: string) => void;
	reject: (problem: Error) => void;
}

export class Helpers {
	#waiting: Work[] = [];
	#idle: Helper[] = [];
	#all = new Set<Helper>();

	constructor(
		readonly kind: "think" | "fight",
		readonly most: number,
	) {}

	ask(text: string): Promise<string> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ text, resolve, reject });
			this.#goOn();
		});
	}

	#goOn(): void {
		while (this.#waiting.length > 0) {
			const helper = this.#idle.pop() ?? this.#new();
			if (!helper) return;
			const work = this.#waiting.shift() as Work;
			helper.do(work, this.kind);
		}
	}

	#new(): Helper | null {
		if (this.#all.size >= this.most) return null;
		const helper = new Helper(
			(alive) => {
				if (alive) this.#idle.push(helper);
				else this.#all.delete(helper);
				this.#goOn();
			},
			() => {
				this.#idle = this.#idle.filter((one) => one !== helper);
				this.#all.delete(helper);
			},
		);
		this.#all.add(helper);
		return helper;
	}
}

class Helper {
	#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
	#work: Work | null = null;
	#id = 0;
	#rest: ReturnType<typeof setTimeout> | undefined;

	constructor(
		readonly free: (alive: boolean) => void,
		readonly gone: () => void,
	) {
		this.#worker.onmessage = ({ data }: MessageEvent<FromRoom>) => {
			const work = this.#work;
			this.#work = null;
			if (data.kind === "done") work?.resolve(data.text);
			else if (data.kind === "failed") work?.reject(new Error(data.message));
			this.#rest = setTimeout(() => this.#end(), IDLE);
			this.free(true);
		};
		this.#worker.onerror = (event) => {
			this.#work?.reject(new Error(event.message));
			this.#worker.terminate();
			this.free(false);
		};
	}

	do(work: Work, kind: "think" | "fight"): void {
		clearTimeout(this.#rest);
		this.#work = work;
		this.#id += 1;
		this.#worker.postMessage({ kind, id: this.#id, text: work.text });
	}

	#end(): void {
		this.gone();
		this.#worker.terminate();
	}
}
