// What the page asks over HTTP. Every refusal becomes an Error whose message can be shown as it is.

import { words } from "../words";
import type {
	Afterwards,
	Analysed,
	BookReference,
	Clause,
	GameCard,
	GameMade,
	Lobby,
	NewGame,
	OpenSeats,
	PrintWanted,
	Problem,
	ReportTold,
	ReportWanted,
	Rules,
	ServerKeys,
	Showcase,
} from "./protocol";
import { transport } from "./transport";

export const lobby = () => fetched<Lobby>("/api/lobby");
export const rules = () => fetched<Rules>("/api/rules");
export const reference = (book: string) =>
	fetched<BookReference>(`/api/reference/${encodeURIComponent(book)}`);
export const clause = (id: string) => fetched<Clause>(`/api/rules/${encodeURIComponent(id)}`);
export const gameCard = (game: string, token: string) =>
	fetched<GameCard>(`/api/games/${game}`, { headers: bearer(token) });
export const makeGame = (wanted: NewGame) => post<GameMade>("/api/games", wanted);
export const openRecord = (record: Blob) =>
	fetched<GameMade>("/api/records", { method: "POST", body: record });
export const openSeats = () => fetched<OpenSeats>("/api/open-seats");
export const showcase = () => fetched<Showcase>("/api/showcase");
export const afterwards = (game: string, token: string) =>
	fetched<Afterwards>(`/api/games/${game}/afterwards`, { headers: bearer(token) });
/** With `decisions` it takes a while: each is played out. */
export const analysis = (game: string, token: string, decisions: boolean) =>
	fetched<Analysed>(`/api/games/${game}/analysis${decisions ? "?decisions" : ""}`, {
		headers: bearer(token),
	});
/** The keys that this server signs records with, or once did. */
export const keys = async () => (await fetched<ServerKeys>("/api/keys")).keys.map(({ key }) => key);
export const thumbnail = (scenario: string) => `/api/scenarios/${scenario}.svg`;

/** The game's record, as far as the holder of the token may have it. */
export async function record(game: string, token: string): Promise<Blob> {
	return (await answered(`/api/games/${game}/record`, { headers: bearer(token) })).blob();
}

/** The same as a file, handed to the browser to be saved. */
export async function downloadRecord(game: string, token: string, title: string): Promise<void> {
	download(await record(game, token), `${fileName(title)}.pwg`);
}

/** The story of a battle, block by block. */
export const report = (game: string, token: string) =>
	fetched<ReportTold>(`/api/games/${game}/report`, { headers: bearer(token) });

/** The same as the player has edited it, as a file. */
export async function keptReport(game: string, token: string, wanted: ReportWanted): Promise<Blob> {
	const headers = { ...bearer(token), "Content-Type": "application/json" };
	const request = { method: "POST", headers, body: JSON.stringify(wanted) };
	return (await answered(`/api/games/${game}/report`, request)).blob();
}

/** Some turns of a battle as an animation. */
export async function animation(game: string, token: string, turns: string): Promise<Blob> {
	const path = `/api/games/${game}/animation?turns=${encodeURIComponent(turns)}`;
	return (await answered(path, { headers: bearer(token) })).blob();
}

/** A battle for the real table, as a PDF. */
export async function printed(wanted: PrintWanted): Promise<Blob> {
	const headers = { "Content-Type": "application/json" };
	return (await answered("/api/print", { method: "POST", headers, body: JSON.stringify(wanted) })).blob();
}

/** The name of a file about a battle, without its ending. */
export const fileName = (title: string) =>
	title
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "-")
		.replaceAll(/^-|-$/g, "") || "battle";

/** A file, handed to the browser to be saved. */
export function download(file: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(file);
	link.download = name;
	link.click();
	URL.revokeObjectURL(link.href);
}

/** How a game stands, as a picture. */
export async function gamePicture(game: string, token: string): Promise<Blob> {
	return (await answered(`/api/games/${game}/picture`, { headers: bearer(token) })).blob();
}

export class Denied extends Error {
	constructor(
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

/** Anyone who only watches has no token. */
const bearer = (token: string): Record<string, string> =>
	token === "" ? {} : { Authorization: `Bearer ${token}` };

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
		answer = await transport().ask(path, request);
	} catch {
		throw new Error(words.ui.server.silent);
	}
	if (answer.ok) return answer;
	const problem = (await answer.json().catch(() => null)) as Problem | null;
	throw new Denied(problem?.code ?? "", problem?.message ?? words.ui.server.answered(answer.status, path));
}
