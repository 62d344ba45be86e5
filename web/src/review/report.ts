// A battle report while it is edited: its blocks, photographs among them, and what goes back to be written.
import type { KeptBlock, ReportBlock, ReportTold, ReportWanted } from "../common/protocol";

/** Photographs are no larger than a blog needs. */
const LARGEST_SIDE = 1600;
const QUALITY = 0.85;

export interface Piece {
	/** its key among the others while it is moved about */
	key: number;
	kind: KeptBlock["kind"];
	number: number;
	text: string;
	/** a picture's drawing, or a photograph */
	image: string;
	table: Pick<ReportBlock, "columns" | "rows"> | null;
	/** not to keep */
	left: boolean;
}

export interface Draft {
	title: string;
	under: string;
	turns: number;
	sections: { heading: string; pieces: Piece[] }[];
}

/** Drafts put aside, by the game and how far it had come: a dialog is easily closed by a click beside it. */
export const putAside = new Map<string, Draft>();

let made = 0;

const piece = (rest: Partial<Piece>): Piece => ({
	key: made++,
	kind: "text",
	number: 0,
	text: "",
	image: "",
	table: null,
	left: false,
	...rest,
});

export const drafted = (told: ReportTold): Draft => ({
	title: told.title,
	under: told.under,
	turns: told.turns,
	sections: told.sections.map(({ heading, blocks }) => ({
		heading,
		pieces: blocks.map(({ kind, number, text, svg, columns, rows }) =>
			piece({
				kind,
				number,
				text,
				image: svg ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` : "",
				table: kind === "table" ? { columns, rows } : null,
			}),
		),
	})),
});

/** What is left of it, as the server takes it: pictures and tables by their numbers. */
export const wanted = (draft: Draft, form: "page" | "markdown"): ReportWanted => ({
	title: draft.title,
	under: draft.under,
	form,
	sections: draft.sections.map(({ heading, pieces }) => ({
		heading,
		blocks: pieces
			.filter(({ left, kind, text }) => !left && (kind !== "text" || text.trim() !== ""))
			.map(({ kind, number, text, image }) =>
				kind === "photo" ? { kind, text, data: image } : { kind, number, text },
			),
	})),
});

/** A photograph behind a piece. */
export function withPhoto(draft: Draft, section: number, behind: number, image: string): Draft {
	const sections = draft.sections.map((one, number) =>
		number === section
			? { ...one, pieces: one.pieces.toSpliced(behind + 1, 0, piece({ kind: "photo", image })) }
			: one,
	);
	return { ...draft, sections };
}

/** A picture file, no larger than it need be. */
export async function photograph(file: Blob): Promise<string> {
	const bitmap = await createImageBitmap(file);
	const scale = Math.min(1, LARGEST_SIDE / Math.max(bitmap.width, bitmap.height));
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(bitmap.width * scale));
	canvas.height = Math.max(1, Math.round(bitmap.height * scale));
	canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
	bitmap.close();
	return canvas.toDataURL("image/jpeg", QUALITY);
}
