// What the editor asks of the server.
import { fetched, post } from "../../common/api";
import type {
	BattleWanted,
	Checked,
	Converted,
	Made,
	Opened,
	Saved,
	Workshop,
	Written,
} from "../../common/protocol";
import type { Table } from "./tree";

export const workshop = () => fetched<Workshop>("/api/workshop");
export const check = (scenario: Table) => post<Checked>("/api/check", { scenario });
export const read = (text: string, name: string) => post<Opened>("/api/read", { text, name });
export const write = (scenario: Table) => post<Written>("/api/write", { scenario });
export const convert = (scenario: Table, book: string, grid: string) =>
	post<Converted>("/api/convert", { scenario, book, grid });
export const generate = (wanted: BattleWanted) => post<Made>("/api/generate", wanted);
export const open = (name: string) => fetched<Opened>(`/api/drafts/${encodeURIComponent(name)}`);
export const save = (name: string, scenario: Table, overwrite: boolean) =>
	fetched<Saved>(`/api/drafts/${encodeURIComponent(name)}`, {
		method: "PUT",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ scenario, overwrite }),
	});
export const remove = (name: string) =>
	fetched<Saved>(`/api/drafts/${encodeURIComponent(name)}`, { method: "DELETE" });
