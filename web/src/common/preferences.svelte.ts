// A player's preferences, kept by this browser.
export const PACES = { slow: 1800, steady: 900, quick: 350, "at once": 0 };
export type Pace = keyof typeof PACES;
export type Theme = "system" | "light" | "dark";

const KEY = "portable-wargame/preferences";

class Preferences {
	pace = $state<Pace>("steady");
	theme = $state<Theme>("system");
	/** how many clicks an order takes; by default, as suits the pointer */
	clicks = $state<"one" | "two" | "">("");
	/** off until the player chooses it */
	sound = $state(false);
	/** the name that friends far away see */
	name = $state("");
	/** the game in which the guide speaks */
	guided = $state("");
	/** the guide's lessons that the player has closed in that game */
	learned = $state<string[]>([]);

	constructor() {
		try {
			const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
			if (kept.pace in PACES) this.pace = kept.pace;
			if (["light", "dark"].includes(kept.theme)) this.theme = kept.theme;
			if (["one", "two"].includes(kept.clicks)) this.clicks = kept.clicks;
			this.sound = kept.sound === true;
			if (typeof kept.name === "string") this.name = kept.name;
			if (typeof kept.guided === "string") this.guided = kept.guided;
			if (Array.isArray(kept.learned)) this.learned = kept.learned;
		} catch {
			// Unreadable preferences are ignored.
		}
	}

	/** A mouse shows what it points at before it clicks; a finger does not, so it taps twice. In the guided battle, the mouse does too. */
	oneClick(game = ""): boolean {
		if (game !== "" && game === this.guided) return false;
		return this.clicks === ""
			? matchMedia("(hover: hover) and (pointer: fine)").matches
			: this.clicks === "one";
	}

	keep(): void {
		const { pace, theme, clicks, sound, name, guided, learned } = this;
		localStorage.setItem(KEY, JSON.stringify({ pace, theme, clicks, sound, name, guided, learned }));
		if (theme === "system") delete document.documentElement.dataset.theme;
		else document.documentElement.dataset.theme = theme;
	}
}

export const preferences = new Preferences();
