// What is said of people and clocks.
import type { Clock, ScenarioSide } from "../common/protocol";
import { plainly } from "../common/words";

const UNITS: [name: string, seconds: number][] = [
	["day", 86_400],
	["hour", 3600],
	["minute", 60],
	["second", 1],
];

/** Such as "3 days"; what is not a whole number of them is told in smaller ones. */
export function duration(seconds: number): string {
	const [name, each] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ["second", 1];
	const number = seconds / each;
	return `${number} ${name}${number === 1 ? "" : "s"}`;
}

export const clockWords = (clock: Clock | null) =>
	clock ? `${duration(clock.seconds)} a ${clock.per}` : "no clock";

/** What is left of a time, no more exact than anybody needs: "2 days 3 h", "3 h 20 min", "4:05". */
export function left(milliseconds: number): string {
	const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
	const minutes = Math.floor(seconds / 60);
	const hours = Math.floor(minutes / 60);
	const days = Math.floor(hours / 24);
	if (days > 0) return `${days} ${days === 1 ? "day" : "days"}${hours % 24 ? ` ${hours % 24} h` : ""}`;
	if (hours > 0) return `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ""}`;
	return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Such as "4 infantry, 1 artillery". */
export function forces(side: ScenarioSide): string {
	const counted = new Map<string, number>();
	for (const { type } of side.units) counted.set(type, (counted.get(type) ?? 0) + 1);
	return [...counted].map(([type, number]) => `${number} ${plainly(type)}`).join(", ");
}
