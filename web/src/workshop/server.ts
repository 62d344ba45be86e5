// The workshop's requests to the server.
import { fetched, post } from "../common/api";
import type { BookBattle, BookChecked, BookOpened, BookTables, Saved, Written } from "../common/protocol";
import type { Draft } from "./draft";

export const tables = (name: string) => fetched<BookTables>(`/api/books/${encodeURIComponent(name)}`);
export const check = (book: Draft) => post<BookChecked>("/api/books/check", { book });
export const read = (text: string) => post<BookOpened>("/api/books/read", { text });
export const write = (book: Draft) => post<Written>("/api/books/write", { book });
export const battle = (book: Draft, scenario: string) =>
	post<BookBattle>("/api/books/battle", { book, scenario });
export const save = (book: Draft) =>
	fetched<Saved>(`/api/books/${encodeURIComponent(String(book.name))}`, {
		method: "PUT",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ book }),
	});
