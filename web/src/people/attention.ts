// Calls the player back to a page that lies behind others: the icon of its tab, and the badge of the app.
const ICONS = { waits: "/icon-your-move.svg", rests: "/icon.svg" };

/** A battle waits for this browser, or none does any more. The title is the page's own affair. */
export function callBack(waits: boolean): void {
	const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
	const wanted = waits ? ICONS.waits : ICONS.rests;
	if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
	// Only where the page is installed as an app is there a badge; elsewhere it comes to nothing.
	const badge = waits ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
	badge?.catch(() => undefined);
}
