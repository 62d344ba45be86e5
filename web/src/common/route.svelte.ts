// Which page is shown: the part of the address after #, so that reload, back and bookmarks work without a server's help.
import { keepInvitation } from "./seats";

export type Route =
	| { page: "lobby"; scenario: string }
	| { page: "rules"; clause: string }
	| { page: "first-battle" }
	| { page: "game"; game: string }
	| { page: "dice"; game: string }
	| { page: "editor"; scenario: string }
	| { page: "workshop"; book: string; data: string }
	| { page: "laboratory"; scenario: string }
	| { page: "study"; data: string }
	| { page: "shared"; data: string };

export function read(hash: string): Route {
	const [page, rest = ""] = hash.replace(/^#\/?/, "").split("/", 2);
	if (page === "game" && rest) return { page, game: rest };
	if (page === "dice") return { page, game: rest };
	if (page === "rules") return { page, clause: decoded(rest) };
	if (page === "first-battle") return { page };
	if (page === "editor") return { page, scenario: decoded(rest) };
	if (page === "workshop") return { page, book: decoded(rest), data: "" };
	if (page === "book" && rest) return { page: "workshop", book: "", data: rest };
	if (page === "laboratory") return { page, scenario: decoded(rest) };
	if (page === "study" && rest) return { page, data: rest };
	if (page === "shared" && rest) return { page, data: rest };
	return { page: "lobby", scenario: page === "battle" ? decoded(rest) : "" };
}

/** A truncated address names nothing; the page it leads to can still be shown. */
function decoded(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return "";
	}
}

/** Opening this takes a seat: the token is behind the #, where no server or proxy ever sees it. */
export const seatLink = (game: string, token: string) =>
	`${location.origin}${location.pathname}#/seat/${game}/${token}`;

export const watchLink = (game: string) => `${location.origin}${location.pathname}#/game/${game}`;

/** A link to a seat is kept and leads to its game; its secret must not stay in the history or in a bookmark. */
function opened(): Route {
	const link = /^#\/seat\/([\w-]+)\/([\w-]+)$/.exec(location.hash);
	if (link?.[1] && link[2]) {
		keepInvitation(link[1], link[2]);
		history.replaceState(null, "", `#/game/${link[1]}`);
	}
	return read(location.hash);
}

class Router {
	route = $state.raw<Route>(opened());
	#before: Route | null = null;

	constructor() {
		addEventListener("hashchange", () => {
			this.#before = this.route;
			this.route = opened();
			// The dialog for setting up a battle lies over the lobby, which stays where it was.
			if (this.#before.page !== "lobby" || this.route.page !== "lobby") scrollTo(0, 0);
		});
	}

	go(hash: string): void {
		location.hash = hash;
	}

	/** Close whatever lies over the lobby: going back afterwards must not open it again. */
	toTheLobby(): void {
		if (this.#before?.page === "lobby") history.back();
		else location.replace("#/");
	}
}

export const router = new Router();
