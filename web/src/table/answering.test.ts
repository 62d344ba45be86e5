import { expect, test } from "vitest";
import type { UnitState } from "../common/protocol";
import type { Game } from "../game/game.svelte";
import { mayAttack } from "./answering";

test("what stands in the way of two attacks alike is told once", async () => {
	const why = { clause: "classic.turn.options", text: "It is the other side's move." };
	const far = { clause: "classic.fire.range", text: "Too far away." };
	const verdicts = [
		{ verb: "fire", legal: false, text: "Fire", reasons: [why, far] },
		{ verb: "fight", legal: false, text: "Fight", reasons: [why] },
		{ verb: "move", legal: false, text: "Move", reasons: [why] },
	];
	const request = async ({ type }: { type: string }) =>
		type === "survey" ? { offers: [], reasons: [] } : { verdicts };
	const game = { connection: { request } } as unknown as Game;
	const answer = await mayAttack(game, { id: "r1" } as UnitState, { id: "b1", at: "c5" } as UnitState);
	expect(answer.refusals).toEqual([{ text: "Fire", reasons: [why, far] }]);
});
