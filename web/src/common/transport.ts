// How the page reaches the game: a server over the network, or the same program in a worker of this tab. The rest of
// the page asks the same questions and never knows which of the two answers.

/** The part of a WebSocket that a conversation needs. */
export interface Line {
	readonly readyState: number;
	send(text: string): void;
	close(code?: number): void;
	onopen: ((event: Event) => void) | null;
	onmessage: ((event: MessageEvent<string>) => void) | null;
	onclose: ((event: CloseEvent) => void) | null;
}

/** The readyState of an open connection. */
export const OPEN = 1;

export interface Transport {
	/** Like `fetch`; it fails when nobody answers. */
	ask(path: string, request: RequestInit): Promise<Response>;
	line(path: string): Line;
	/** An address that an image can show; it may have to be drawn first. */
	picture(path: string): Promise<string>;
	/** False while there is no point in trying. */
	isReachable(): boolean;
	/** Delete what is stored of a game; a server looks after its own. */
	forget(game: string): Promise<void>;
	/** Whether it reaches other people: a friend by link, a spectator. */
	readonly hasCompany: boolean;
}

const server: Transport = {
	ask: (path, request) => fetch(path, request),
	line: (path) => new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}`),
	picture: async (path) => path,
	isReachable: () => navigator.onLine,
	forget: async () => undefined,
	hasCompany: true,
};

let chosen = server;

export const transport = () => chosen;

/** Before anything is asked. */
export function travelBy(other: Transport): void {
	chosen = other;
}

/** Show a picture of the game's in an image: `<img {@attach picture(path)} />`. */
export const picture = (path: string) => (image: HTMLImageElement) => {
	transport()
		.picture(path)
		.then((address) => {
			image.src = address;
		})
		.catch(() => image.removeAttribute("src")); // its place stays empty, as with any picture that fails to load
};
