// Another battle from one that is over: the same table, the same opponent, perhaps the other side of it.
import type { Clock, Joined, NewGame } from "../common/protocol";

export type Known = Pick<Joined, "scenario" | "players" | "clock" | "watchable" | "sides">;

/** By side, what to ask of the server now; `swapped` if the player changes sides. */
export function again(
	known: Known,
	names: Record<string, string>,
	swapped: boolean,
): { wanted: NewGame; mine: string[] } {
	const ids = Object.keys(known.players);
	const from = (side: string) => (swapped ? (ids.find((one) => one !== side) ?? side) : side);
	const mine = ids.filter((side) => known.sides.includes(from(side)));
	const seats = Object.fromEntries(
		ids.map((side) => {
			const player = known.players[from(side)];
			if (player?.kind !== "computer") return [side, "human" as const];
			return [
				side,
				{
					level: player.level ?? "captain",
					...(player.personality ? { personality: player.personality } : {}),
				},
			];
		}),
	);
	const wanted: NewGame = { scenario: known.scenario, seats };
	const [owner] = mine;
	const far = mine.length === 1 && Object.values(seats).every((seat) => seat === "human");
	if (!far || owner === undefined) return { wanted, mine };
	return {
		wanted: {
			...wanted,
			owner,
			names: Object.fromEntries(ids.map((side) => [side, names[from(side)] ?? ""])),
			clock: known.clock as Clock | null,
			spectators: known.watchable,
		},
		mine,
	};
}

/** Who has won, as the viewer sees it: the viewer, the opponent, somebody, or nobody. */
export function verdict(
	winner: string | null,
	mine: string[],
	replay: boolean,
): "won" | "lost" | "theirs" | "drawn" {
	if (winner === null) return "drawn";
	if (mine.length !== 1 || replay) return "theirs";
	return mine.includes(winner) ? "won" : "lost";
}
