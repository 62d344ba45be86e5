// Which page is shown: the part of the address after #, so that reload, back and bookmarks work without a server's help.
export type Route =
	| { page: "lobby" }
	| { page: "rules"; clause: string }
	| { page: "first-battle" }
	| { page: "game"; game: string }
	| { page: "editor"; scenario: string }
	| { page: "shared"; data: string };

export function read(hash: string): Route {
	const [page, rest = ""] = hash.replace(/^#\/?/, "").split("/", 2);
	if (page === "game" && rest) return { page, game: rest };
	if (page === "rules") return { page, clause: decodeURIComponent(rest) };
	if (page === "first-battle") return { page };
	if (page === "editor") return { page, scenario: decodeURIComponent(rest) };
	if (page === "shared" && rest) return { page, data: rest };
	return { page: "lobby" };
}

class Router {
	route = $state.raw<Route>(read(location.hash));

	constructor() {
		addEventListener("hashchange", () => {
			this.route = read(location.hash);
			scrollTo(0, 0);
		});
	}

	go(hash: string): void {
		location.hash = hash;
	}
}

export const router = new Router();
