import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromRoom, ToRoom } from "./messages";
import { Tab } from "./tab";

/** The room's worker, as far as the page can tell. */
class Room {
	static last: Room;
	onmessage: (event: { data: FromRoom }) => void = () => undefined;
	onerror: (event: { message: string }) => void = () => undefined;
	posted: ToRoom[] = [];
	ended = false;

	constructor() {
		Room.last = this;
	}

	postMessage(message: ToRoom) {
		this.posted.push(message);
	}

	terminate() {
		this.ended = true;
	}

	tell(data: FromRoom) {
		this.onmessage({ data });
	}

	/** Answer the question that was asked last. */
	async answer(text: string) {
		const { id } = await vi.waitFor(() => {
			const asked = this.posted.pop();
			if (asked?.kind !== "ask") throw new Error("nothing was asked");
			return asked;
		});
		this.tell({ kind: "done", id, text });
	}
}

describe("a game in a tab", () => {
	beforeEach(() => {
		vi.stubGlobal("Worker", Room);
		vi.stubGlobal("indexedDB", { open: () => ({}) });
		vi.stubGlobal("__VERSION__", "1");
		vi.stubGlobal("__ANSWERED__", []);
		vi.stubGlobal("CloseEvent", class extends Event {});
	});
	afterEach(() => vi.unstubAllGlobals());

	it("gets texts as texts and anything else as the bytes it is", async () => {
		const tab = new Tab();
		const page = tab.ask("/api/a", {});
		await Room.last.answer("200\ntext/html\n<p>two\nlines");
		expect(await (await page).text()).toBe("<p>two\nlines");
		const file = tab.ask("/api/b", { method: "POST", body: "{}" });
		await Room.last.answer(`200\napplication/zip;base64\n${btoa("PK\x03\xff")}`);
		const answer = await file;
		expect(answer.headers.get("Content-Type")).toBe("application/zip");
		expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0x50, 0x4b, 3, 0xff]);
	});

	it("says that it failed before it began", async () => {
		const tab = new Tab();
		Room.last.tell({ kind: "failed", id: null, message: "no room" });
		await expect(tab.ready).rejects.toThrow("no room");
	});

	it("tells everyone who waits when the room dies, and anyone who asks afterwards", async () => {
		const tab = new Tab();
		const room = Room.last;
		room.tell({ kind: "ready" });
		await tab.ready;
		const line = tab.line("/api/games/g");
		line.onclose = vi.fn();
		const asked = tab.ask("/api/a", {});
		await vi.waitFor(() => expect(room.posted.at(-1)).toMatchObject({ kind: "ask" }));
		room.onerror({ message: "out of memory" });
		await expect(asked).rejects.toThrow("out of memory");
		expect((await tab.lost).message).toBe("out of memory");
		expect(line.onclose).toHaveBeenCalledOnce();
		expect([tab.isReachable(), room.ended]).toEqual([false, true]);
		await expect(tab.ask("/api/a", {})).rejects.toThrow("out of memory");
	});
});
