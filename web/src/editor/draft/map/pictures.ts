// Pictures in and out: one to trace, made small enough to keep, and the map as a file.
import { bytesOf, handed } from "../files";
import type { Table } from "../tree";
import * as server from "../workshop";

const LONGEST_SIDE = 1400;
/** Twice the size of the sheet: good enough to print on a page. */
const SHARPNESS = 2;

async function loaded(address: string): Promise<HTMLImageElement> {
	const image = new Image();
	image.src = address;
	await image.decode();
	return image;
}

function painted(image: HTMLImageElement, scale: number): HTMLCanvasElement {
	const canvas = document.createElement("canvas");
	canvas.width = Math.round(image.naturalWidth * scale);
	canvas.height = Math.round(image.naturalHeight * scale);
	canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
	return canvas;
}

/** The picture as a short address, and its height over its width. */
export async function scaledDown(file: File): Promise<{ href: string; ratio: number }> {
	const address = URL.createObjectURL(file);
	try {
		const image = await loaded(address);
		const scale = Math.min(1, LONGEST_SIDE / Math.max(image.naturalWidth, image.naturalHeight));
		const href = painted(image, scale).toDataURL("image/jpeg", 0.8);
		return { href, ratio: image.naturalHeight / image.naturalWidth };
	} finally {
		URL.revokeObjectURL(address);
	}
}

export type SheetKind = "svg" | "png" | "pdf";

/** The battle on paper, handed to the browser to be saved. */
export async function exported(draft: Table, kind: SheetKind, name: string): Promise<void> {
	const { data } = await server.sheet(draft, kind === "pdf" ? "pdf" : "svg");
	if (kind === "pdf") return handed(new Blob([bytesOf(data)], { type: "application/pdf" }), `${name}.pdf`);
	const drawing = new Blob([data], { type: "image/svg+xml" });
	handed(kind === "svg" ? drawing : await asPixels(drawing), `${name}.${kind}`);
}

async function asPixels(drawing: Blob): Promise<Blob> {
	const address = URL.createObjectURL(drawing);
	try {
		const canvas = painted(await loaded(address), SHARPNESS);
		return await new Promise((resolve, reject) => {
			canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("png"))), "image/png");
		});
	} finally {
		URL.revokeObjectURL(address);
	}
}
