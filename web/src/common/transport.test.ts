import { afterEach, describe, expect, it, vi } from "vitest";
import { lobby } from "./api";
import { type Line, type Transport, transport, travelBy } from "./transport";

const usual = transport();
const other: Transport = {
	ask: async (path) => Response.json({ asked: path }),
	line: () => ({}) as Line,
	picture: async (path) => `drawn:${path}`,
	isReachable: () => true,
	forget: async () => undefined,
	hasCompany: false,
};

describe("the way to the game", () => {
	afterEach(() => {
		travelBy(usual);
		vi.unstubAllGlobals();
	});

	it("is a server, unless another was chosen", () => {
		vi.stubGlobal("navigator", { onLine: false });
		expect(transport().hasCompany).toBe(true);
		expect(transport().isReachable()).toBe(false);
	});

	it("carries every question once it was chosen", async () => {
		travelBy(other);
		vi.stubGlobal("fetch", () => Promise.reject(new Error("there is no server")));
		expect(await lobby()).toEqual({ asked: "/api/lobby" });
	});
});
