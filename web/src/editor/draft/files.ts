// Files in and out of the browser.

import { designing } from "../../words/designing";
import type { Desk } from "./desk.svelte";
import { textAt } from "./tree";
import * as server from "./workshop";

export const LARGEST_FILE = 1_000_000;

/** The draft as a TOML file, handed to the browser to be saved. */
export async function download(desk: Desk): Promise<void> {
	const { text } = await server.write(desk.draft);
	handed(new Blob([text], { type: "application/toml" }), `${slug(textAt(desk.draft, ["title"]))}.toml`);
}

/** A file for the browser to save. */
export function handed(file: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(file);
	link.download = name;
	link.click();
	URL.revokeObjectURL(link.href);
}

/** The bytes that a text in base64 stands for. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** A file as far as it can be read; one that is neither TOML nor JSON opens as text. */
export async function openFile(desk: Desk, file: File): Promise<void> {
	if (file.size > LARGEST_FILE) throw new Error(designing.editor.files.tooLarge(file.name, LARGEST_FILE));
	const text = await file.text();
	const opened = await server.read(text, file.name);
	if (opened.scenario) {
		desk.open(opened.scenario);
		desk.panel = opened.faults.length > 0 ? "battle" : "ground";
		desk.notice = /^\s*#/m.test(text) ? designing.editor.files.comments : "";
	} else {
		desk.typed = { text, name: file.name };
		desk.panel = "text";
	}
}

/** A name of lower-case letters, digits and hyphens. */
export function slug(title: string): string {
	const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
	return (
		plain
			.replaceAll(/[^a-z0-9]+/g, "-")
			.replaceAll(/^-+|-+$/g, "")
			.slice(0, 60)
			.replace(/-+$/, "") || "battle"
	);
}
