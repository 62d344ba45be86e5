// The editor's requests to the server.
import { fetched, post } from "../../common/api";
import type {
	BattleWanted,
	Brought,
	Checked,
	Converted,
	Made,
	Opened,
	Raised,
	Saved,
	SheetMade,
	Workshop,
	Written,
} from "../../common/protocol";
import type { Path, Table } from "./tree";

/** The materials plus those of a book that came with a battle, which takes precedence over one of that name here. */
export const withBrought = (here: Workshop, brought: Brought | null): Workshop =>
	brought
		? {
				...here,
				books: [brought.book, ...here.books],
				features: [...here.features, ...brought.features],
			}
		: here;

export const workshop = () => fetched<Workshop>("/api/workshop");
export const check = (scenario: Table) => post<Checked>("/api/check", { scenario });
export const read = (text: string, name: string) => post<Opened>("/api/read", { text, name });
export const write = (scenario: Table) => post<Written>("/api/write", { scenario });
/** The scenario with the book it needs, if that is somebody's own, to pass on. */
export const whole = (scenario: Table) => post<Made>("/api/whole", { scenario });
export const convert = (scenario: Table, book: string, grid: string) =>
	post<Converted>("/api/convert", { scenario, book, grid });
export const army = (book: string, list: string, points: number, seed: number) =>
	post<Raised>("/api/army", { book, army: list, points, seed });
export const fix = (scenario: Table, name: string, path: Path) =>
	post<Made>("/api/fix", { scenario, fix: name, path });
export const sheet = (scenario: Table, kind: "svg" | "pdf") =>
	post<SheetMade>("/api/sheet", { scenario, kind });
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
