// Which battle is a play-test: from it, the way back leads to the editor.
const KEY = "portable-wargame/play-test";

export function beginPlayTest(game: string): void {
	try {
		sessionStorage.setItem(KEY, game);
	} catch {
		// Without a storage the way back leads to the lobby.
	}
}

export function isPlayTest(game: string): boolean {
	try {
		return sessionStorage.getItem(KEY) === game;
	} catch {
		return false;
	}
}
