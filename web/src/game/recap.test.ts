import { describe, expect, it } from "vitest";
import type { Action, Event, Step } from "../common/protocol";
import { isFolded, unfolded } from "./folding";
import { deedsOf, fallenIn, recapOf, sinceLastOrder } from "./recap";

const step = (seq: number, side: string, action: Partial<Action>, ...events: Partial<Event>[]) =>
	({ seq, kind: "action", side, action, events }) as unknown as Step;
const shot = (unit: string, side: string, target: string, face: number, outcome: string) =>
	({
		event: "roll",
		for: "artillery",
		unit,
		side,
		target,
		dice: [face],
		outcomes: [outcome],
	}) as unknown as Event;
const fell = (unit: string, cell: string) => ({ event: "destroyed", unit, cell, side: "red" }) as Event;

describe("what happened since the last order", () => {
	it("begins after one's own order, and tells what one's last word let loose", () => {
		const steps = [
			step(1, "red", { do: "move", unit: "r1" } as Action, { event: "moved", unit: "r1" } as Event),
			step(2, "red", { do: "done" } as Action, shot("b1", "blue", "c3", 6, "hit")),
			step(3, "blue", { do: "move" } as Action, { event: "moved", unit: "b2", side: "blue" } as Event),
		];
		expect(sinceLastOrder(steps, ["red"]).map(({ seq }) => seq)).toEqual([2, 3]);
		expect(sinceLastOrder(steps.slice(0, 1), ["red"])).toEqual([]);
	});

	it("gives every loss of a phase to the shot that caused it", () => {
		const phase = step(
			4,
			"blue",
			{ do: "done" } as Action,
			shot("b1", "blue", "c3", 6, "hit"),
			shot("b2", "blue", "e3", 1, "nothing"),
			shot("b3", "blue", "d3", 5, "hit"),
			fell("r2", "d3"),
			fell("r1", "c3"),
		);
		const deeds = deedsOf([phase]);
		expect(deeds.map(({ unit, victims }) => [unit, victims.map((one) => one.unit)])).toEqual([
			["b1", ["r1"]],
			["b2", []],
			["b3", ["r2"]],
		]);
		expect(fallenIn([phase]).map(({ unit, cell }) => [unit, cell])).toEqual([
			["r2", "d3"],
			["r1", "c3"],
		]);
	});

	it("calls a unit hit until it is settled what that means", () => {
		const events = [shot("b1", "blue", "c3", 6, "hit"), { event: "hit", unit: "r1", cell: "c3" } as Event];
		const hit = step(1, "blue", { do: "fire" } as Action, ...events);
		const back = step(1, "blue", { do: "fire" } as Action, ...events, {
			event: "retreated",
			unit: "r1",
			cell: "c2",
		} as Event);
		expect([hit, back].map((one) => deedsOf([one])[0]?.victims[0]?.fate)).toEqual(["hit", "retreated"]);
	});

	it("gives a hit that is settled after a decision to the shot that was good", () => {
		const salvo = step(
			1,
			"red",
			{ do: "done" } as Action,
			shot("b1", "blue", "c3", 6, "hit"),
			shot("b2", "blue", "c3", 3, "nothing"),
		);
		const answer = step(
			2,
			"blue",
			{ do: "retreat", unit: "b4" } as Action,
			{
				event: "hit",
				unit: "r1",
				cell: "c3",
			} as Event,
		);
		expect(deedsOf([salvo, answer]).map(({ unit, victims }) => [unit, victims[0]?.fate])).toEqual([
			["b1", "hit"],
			["b2", undefined],
		]);
	});

	it("tells of two good shots at a cell the one that killed", () => {
		const phase = step(
			1,
			"red",
			{ do: "done" } as Action,
			shot("b1", "blue", "c3", 6, "destroyed"),
			shot("b2", "blue", "c3", 4, "pinned"),
			fell("r1", "c3"),
		);
		expect(deedsOf([phase]).map(({ unit, victims }) => [unit, victims.length])).toEqual([
			["b1", 1],
			["b2", 0],
		]);
	});

	it("shows six blows at most, the losses among them, in their order", () => {
		const shots = Array.from({ length: 8 }, (_, number) =>
			step(number, "blue", { do: "fire" } as Action, shot("b1", "blue", `c${number}`, 1, "nothing")),
		);
		shots.push(
			step(8, "blue", { do: "fire" } as Action, shot("b2", "blue", "d1", 6, "hit"), fell("r1", "d1")),
		);
		const { shown, misses } = recapOf(shots);
		expect(shown).toHaveLength(6);
		expect(shown.at(-1)?.victims[0]?.fate).toBe("destroyed");
		expect(misses).toBe(3);
	});
});

describe("folded steps", () => {
	const steps = [
		step(0, "red", { do: "move" } as Action, { event: "moved" } as Event),
		step(1, "red", { do: "done", unit: "r1" } as Action, { event: "done", unit: "r1" } as Event),
		step(2, "red", { do: "done" } as Action, { event: "turn", turn: 2 } as Event),
	];

	it("are those that close what went before and bring nothing about", () => {
		expect(steps.map(isFolded)).toEqual([false, true, false]);
	});

	it("are passed over either way", () => {
		expect(unfolded(steps, 1, 0)).toBe(2);
		expect(unfolded(steps, 1, 2)).toBe(0);
	});
});
