// A result as a card: a link that anybody can open, and a picture.
import { packed, unpacked } from "../editor/draft/link";
import type { Asked } from "./study.svelte";

export interface Card {
	title: string;
	about: string;
	verdict: string;
	/** Of the first side: its win rate and the interval. */
	side: string;
	rate: number;
	low: number;
	high: number;
	games: number;
	/** The request that gives the same result again. */
	asked: Asked;
}

export const linkTo = async (card: Card) =>
	`${location.origin}${location.pathname}#/study/${await packed({ card })}`;

/** Anything from a link is hostile until proven otherwise. */
export async function cardIn(data: string): Promise<Card> {
	const { card } = (await unpacked(data)) as { card?: Partial<Card> };
	const text = (value: unknown) => (typeof value === "string" ? value.slice(0, 1000) : "");
	const share = (value: unknown) => (typeof value === "number" ? Math.min(1, Math.max(0, value)) : 0.5);
	const asked = card?.asked;
	return {
		title: text(card?.title),
		about: text(card?.about),
		verdict: text(card?.verdict),
		side: text(card?.side),
		rate: share(card?.rate),
		low: share(card?.low),
		high: share(card?.high),
		games: typeof card?.games === "number" ? Math.floor(card.games) : 0,
		asked: typeof asked === "object" && asked !== null && "scenario" in asked ? asked : { scenario: "" },
	};
}

/** The drawing as it stands on the page, as pixels. */
export async function asPicture(svg: SVGSVGElement): Promise<Blob> {
	const text = new XMLSerializer().serializeToString(svg);
	const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
	try {
		const image = new Image();
		image.src = address;
		await image.decode();
		const canvas = document.createElement("canvas");
		canvas.width = 1200;
		canvas.height = 630;
		canvas.getContext("2d")?.drawImage(image, 0, 0, 1200, 630);
		return await new Promise((resolve, reject) => {
			canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("png"))), "image/png");
		});
	} finally {
		URL.revokeObjectURL(address);
	}
}
