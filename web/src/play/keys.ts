// Shortcuts of the whole page. Keys that a field, a dialog or the board needs for itself are left alone.
export interface Keys {
	[key: string]: (() => void) | ((number: number) => void);
	digit: (number: number) => void;
}

export function keys(bindings: Keys): (event: KeyboardEvent) => void {
	return (event) => {
		if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target))
			return;
		if (document.querySelector("dialog[open], [aria-modal]")) return;
		if (/^[1-9]$/.test(event.key)) {
			bindings.digit(Number(event.key));
			return;
		}
		const binding = event.key === "digit" ? undefined : (bindings[event.key] as (() => void) | undefined);
		if (!binding) return;
		event.preventDefault();
		binding();
	};
}

function typing(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	const tag = target.tagName;
	const wordless = target instanceof HTMLInputElement && ["checkbox", "radio", "range"].includes(target.type);
	return tag === "SELECT" || tag === "TEXTAREA" || (tag === "INPUT" && !wordless) || target.isContentEditable;
}
