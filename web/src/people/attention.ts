// Calls the player back to a page that lies behind others: the icon of its tab, and the badge of the app.
const ICONS = { waits: "/icon-your-move.svg", rests: "/icon.svg" };

/** A battle waits for this browser, or none does any more. The page itself looks after the title. */
export function callBack(waits: boolean): void {
	const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
	const wanted = waits ? ICONS.waits : ICONS.rests;
	if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
	// There is a badge only if the page is installed as an app; elsewhere this does nothing.
	const badge = waits ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
	badge?.catch(() => undefined);
}
