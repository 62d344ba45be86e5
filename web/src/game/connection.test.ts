import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "./connection";

class Line {
	static OPEN = 1;
	static all: Line[] = [];
	readyState = 0;
	closed = false;
	sent: { id: number; type: string }[] = [];
	onopen: (() => void) | null = null;
	onmessage: ((message: { data: string }) => void) | null = null;
	onclose: (() => void) | null = null;

	constructor(readonly address: string) {
		Line.all.push(this);
	}

	send(text: string): void {
		this.sent.push(JSON.parse(text));
	}

	close(): void {
		this.closed = true; // a dead line does not say so
	}

	/** The server accepts the line, and answers the request to join. */
	async open(): Promise<void> {
		this.readyState = Line.OPEN;
		this.onopen?.();
		await this.answer("joined");
	}

	/** Answer the last request. */
	async answer(type: string): Promise<void> {
		this.onmessage?.({ data: JSON.stringify({ type, id: this.sent.at(-1)?.id }) });
		await Promise.resolve();
	}
}

const last = () => Line.all.at(-1) as Line;

describe("the line to a game", () => {
	const listener = {
		tokens: () => [],
		since: () => 7,
		told: vi.fn(),
		status: vi.fn(),
		heldOff: vi.fn(),
		turnedAway: vi.fn(),
	};
	let connection: Connection;

	beforeEach(async () => {
		vi.useFakeTimers();
		Line.all = [];
		vi.stubGlobal("WebSocket", Line);
		vi.stubGlobal("location", { origin: "http://here" });
		vi.stubGlobal("navigator", { onLine: true });
		vi.stubGlobal("addEventListener", () => undefined);
		vi.stubGlobal("document", new EventTarget());
		connection = new Connection("g", listener);
		await last().open();
	});

	afterEach(() => {
		connection.close();
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});

	it("is called when it has been silent for long, and stays if it answers", async () => {
		for (let time = 0; time < 5; time += 1) {
			await vi.advanceTimersByTimeAsync(20_000);
			expect(last().sent.at(-1)?.type).toBe("clause");
			await last().answer("clause");
		}
		expect(Line.all).toHaveLength(1);
	});

	it("is dead if it does not answer: what was wanted is refused, and a new one asks for what was missed", async () => {
		const wish = connection.request({ type: "undo", seq: 7 });
		const refused = expect(wish).rejects.toThrow("The connection was lost.");
		await vi.advanceTimersByTimeAsync(12_000);
		await refused;
		expect(Line.all).toHaveLength(2);
		expect(listener.status).toHaveBeenLastCalledWith("lost");
		await last().open();
		expect(last().sent[0]).toMatchObject({ type: "join", since: 7 });
		expect(listener.status).toHaveBeenLastCalledWith("open");
	});

	it("says why the server lets nobody in, and keeps trying", async () => {
		last().onmessage?.({ data: '{"type": "refused", "id": null, "message": "50 connections are open"}' });
		last().onclose?.();
		expect(listener.heldOff).toHaveBeenLastCalledWith("50 connections are open");
		await vi.advanceTimersByTimeAsync(1000);
		expect(Line.all).toHaveLength(2);
	});

	it("waits longer while a hint is thought over", async () => {
		connection.request({ type: "hint" }).catch(() => undefined);
		await vi.advanceTimersByTimeAsync(35_000);
		expect(Line.all).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(10_000);
		expect(Line.all).toHaveLength(2);
	});

	it("is not taken up again by a page that was left", async () => {
		document.dispatchEvent(new Event("visibilitychange"));
		connection.close();
		await vi.advanceTimersByTimeAsync(60_000);
		expect(Line.all).toHaveLength(1);
	});

	it("is tried again if nobody takes it up", async () => {
		await vi.advanceTimersByTimeAsync(23_000);
		await vi.advanceTimersByTimeAsync(20_000);
		expect(Line.all).toHaveLength(3);
	});
});
