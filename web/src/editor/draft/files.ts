// Files in and out of the browser.
import type { Desk } from "./desk.svelte";
import { textAt } from "./tree";
import * as server from "./workshop";

export const LARGEST_FILE = 1_000_000;

/** The draft as a TOML file, handed to the browser to be saved. */
export async function download(desk: Desk): Promise<void> {
	const { text } = await server.write(desk.draft);
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
	link.download = `${slug(textAt(desk.draft, ["title"]))}.toml`;
	link.click();
	URL.revokeObjectURL(link.href);
}

/** A file as far as it can be read; one that is neither TOML nor JSON opens as text. */
export async function openFile(desk: Desk, file: File): Promise<void> {
	if (file.size > LARGEST_FILE)
		throw new Error(`${file.name} has more than ${LARGEST_FILE} bytes; no scenario needs so many.`);
	const text = await file.text();
	const opened = await server.read(text, file.name);
	if (opened.scenario) {
		desk.open(opened.scenario);
		desk.panel = opened.faults.length > 0 ? "battle" : "ground";
		desk.notice = /^\s*#/m.test(text) ? "The comments in this file are not kept." : "";
	} else {
		desk.typed = { text, name: file.name };
		desk.panel = "text";
	}
}

/** A name of small letters, digits and hyphens. */
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
