// Which page is shown: the part of the address after #, so that reload, back and bookmarks work without a server's help.
import { keepInvitation } from "./seats";

export type Route =
	| { page: "lobby" }
	| { page: "rules"; clause: string }
	| { page: "first-battle" }
	| { page: "game"; game: string }
	| { page: "dice"; game: string }
	| { page: "editor"; scenario: string }
	| { page: "shared"; data: string };

export function read(hash: string): Route {
	const [page, rest = ""] = hash.replace(/^#\/?/, "").split("/", 2);
	if (page === "game" && rest) return { page, game: rest };
	if (page === "dice") return { page, game: rest };
	if (page === "rules") return { page, clause: decoded(rest) };
	if (page === "first-battle") return { page };
	if (page === "editor") return { page, scenario: decoded(rest) };
	if (page === "shared" && rest) return { page, data: rest };
	return { page: "lobby" };
}

/** An address that was cut in two names nothing; the page it leads to can still be shown. */
function decoded(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return "";
	}
}

/** Who opens this takes a seat: the token is behind the #, where no server and no proxy ever sees it. */
export const seatLink = (game: string, token: string) =>
	`${location.origin}${location.pathname}#/seat/${game}/${token}`;

export const watchLink = (game: string) => `${location.origin}${location.pathname}#/game/${game}`;

/** A link to a seat is kept and leads to its game; neither the history nor a bookmark is to hold its secret. */
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

	constructor() {
		addEventListener("hashchange", () => {
			this.route = opened();
			scrollTo(0, 0);
		});
	}

	go(hash: string): void {
		location.hash = hash;
	}
}

export const router = new Router();
