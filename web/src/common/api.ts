// What the page asks over HTTP. Every refusal becomes an Error whose message can be shown as it stands.
import type { GameCard, GameMade, Lobby, NewGame, Problem, Rules } from "./protocol";

export const lobby = () => fetched<Lobby>("/api/lobby");
export const rules = () => fetched<Rules>("/api/rules");
export const gameCard = (game: string, token: string) =>
	fetched<GameCard>(`/api/games/${game}`, { headers: bearer(token) });
export const makeGame = (wanted: NewGame) => post<GameMade>("/api/games", wanted);
export const openRecord = (record: Blob) =>
	fetched<GameMade>("/api/records", { method: "POST", body: record });
export const thumbnail = (scenario: string) => `/api/scenarios/${scenario}.svg`;

/** The game's record, as far as the holder of the token may have it. */
export async function record(game: string, token: string): Promise<Blob> {
	return (await answered(`/api/games/${game}/record`, { headers: bearer(token) })).blob();
}

/** The same as a file, handed to the browser to be saved. */
export async function downloadRecord(game: string, token: string, title: string): Promise<void> {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(await record(game, token));
	link.download = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.pwg`;
	link.click();
	URL.revokeObjectURL(link.href);
}

export class Denied extends Error {
	constructor(
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

/** Whoever only watches has no token. */
const bearer = (token: string): HeadersInit => (token === "" ? {} : { Authorization: `Bearer ${token}` });

export const post = <T>(path: string, tree: unknown) =>
	fetched<T>(path, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(tree),
	});

export async function fetched<T>(path: string, request: RequestInit = {}): Promise<T> {
	return (await answered(path, request)).json() as Promise<T>;
}

async function answered(path: string, request: RequestInit): Promise<Response> {
	let answer: Response;
	try {
		answer = await fetch(path, request);
	} catch {
		throw new Error("The server does not answer. Is it still running?");
	}
	if (answer.ok) return answer;
	const problem = (await answer.json().catch(() => null)) as Problem | null;
	throw new Denied(
		problem?.code ?? "",
		problem?.message ?? `The server answered ${answer.status} to ${path}.`,
	);
}
