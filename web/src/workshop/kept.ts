// Books in the making, one for each book that they start from: this browser keeps them over a reload.
import { type Draft, isChanged } from "./draft";

const KEY = "portable-wargame/workshop/";

export function keep(start: string, draft: Draft): void {
	try {
		if (isChanged(draft)) localStorage.setItem(KEY + start, JSON.stringify(draft));
		else forget(start);
	} catch {
		// A private window, or no room: a link or a file still takes the book away.
	}
}

export function kept(start: string): Draft | null {
	try {
		const found: unknown = JSON.parse(localStorage.getItem(KEY + start) ?? "null");
		return typeof found === "object" && found !== null && "based-on" in found ? (found as Draft) : null;
	} catch {
		return null;
	}
}

export const forget = (start: string): void => localStorage.removeItem(KEY + start);
