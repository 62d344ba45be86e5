import { afterEach, describe, expect, it, vi } from "vitest";
import { alone } from "./alone";

type Work = (lock: object | null) => unknown;

/** The browser's locks, as far as one name goes; `lose` takes the lock away from its holder. */
function locks(isFree: boolean) {
	let lose: () => void = () => undefined;
	const request = vi.fn((_: string, settings: LockOptions, work: Work) => {
		const lost = new Promise<never>((__, reject) => {
			lose = () => reject(new Error("AbortError"));
		});
		return Promise.race([work(isFree || settings.steal ? {} : null), lost]);
	});
	return { request, lose: () => lose() };
}

describe("one tab at a time", () => {
	afterEach(() => vi.unstubAllGlobals());

	it("plays where the lock is free, and starts again when another takes it", async () => {
		const held = locks(true);
		const reload = vi.fn();
		vi.stubGlobal("navigator", { locks: held });
		vi.stubGlobal("location", { reload });
		const player = { begin: vi.fn(), wait: vi.fn() };
		alone(player);
		expect(player.begin).toHaveBeenCalledOnce();
		held.lose();
		await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
		expect(player.wait).not.toHaveBeenCalled();
	});

	it("waits where another plays, until it is told to take over", () => {
		vi.stubGlobal("navigator", { locks: locks(false) });
		const player = { begin: vi.fn(), wait: vi.fn() };
		alone(player);
		expect(player.begin).not.toHaveBeenCalled();
		player.wait.mock.calls[0]?.[0]();
		expect(player.begin).toHaveBeenCalledOnce();
	});

	it("plays in a browser without locks", () => {
		vi.stubGlobal("navigator", {});
		const player = { begin: vi.fn(), wait: vi.fn() };
		alone(player);
		expect(player.begin).toHaveBeenCalledOnce();
	});
});
