"""The page that needs no server, as a static host serves it; and a player who never looks at the board."""

import functools
import gzip
import http.server
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SITE = Path(__file__).parents[2] / "build" / "tab"
PLACE = "/somewhere/"  # a site need not have a host of its own

# What a program would ask of a server; `tell` gathers what comes on a line.
PLAY = """async ({ wanted, side, most }) => {
    const tab = globalThis.portableWargame;
    const asked = async (path, request = {}) => {
        const answer = await tab.ask(path, request);
        const tree = await answer.json();
        if (!answer.ok) throw new Error(tree.message);
        return tree;
    };
    const made = await asked("/api/games", { method: "POST", body: JSON.stringify(wanted) });
    const key = "portable-wargame/seats";
    const seats = JSON.parse(localStorage.getItem(key) ?? "[]");
    localStorage.setItem(key, JSON.stringify([{ game: made.game, tokens: made.seats }, ...seats]));
    const line = tab.line(`/api/games/${made.game}`);
    const waiting = new Map();
    let now = null, seq = -1, last = 0, heard = () => undefined;
    const times = [];
    let since = 0;
    const reply = (message) => new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        line.send(JSON.stringify({ ...message, id: last }));
    });
    line.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        const steps = [...(message.steps ?? []), ...(message.step ? [message.step] : [])];
        seq = steps.at(-1)?.seq ?? seq;
        now = message.now ?? now;
        if (message.step?.intent && since) times.push(performance.now() - since);
        since = performance.now();
        waiting.get(message.id)?.(message);
        waiting.delete(message.id);
        heard();
    };
    await new Promise((resolve) => (line.onopen = resolve));
    await reply({ type: "join", tokens: Object.values(made.seats) });
    let turns = 0;
    while (now.state.result === null && turns < most) {
        if (now.state.decides !== side) {
            await new Promise((resolve) => (heard = resolve));
            continue;
        }
        turns += 1;
        let answer = await reply({ type: "act", seq, action: { do: "end" } });
        if (answer.type !== "refused") continue;
        const hint = await reply({ type: "hint" });
        if (hint.type === "refused") throw new Error(hint.message);
        answer = await reply({ type: "act", seq: hint.seq, action: hint.action });
        if (answer.type === "refused" && answer.code !== "stale") throw new Error(answer.message);
    }
    line.close(1000);
    const headers = { Authorization: `Bearer ${made.seats[side]}` };
    const record = await (await tab.ask(`/api/games/${made.game}/record`, { headers })).text();
    return { game: made.game, seq, over: now.state.result !== null, times, record };
}"""


class Host:
    """A static web host on loopback, which counts what it hands out."""

    def __init__(self, folder: Path = SITE) -> None:
        self.sent: list[str] = []
        self.instead: dict[str, str] = {}  # by file, what is served in its place
        host = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {  # noqa: RUF012
                **http.server.SimpleHTTPRequestHandler.extensions_map,
                ".mjs": "text/javascript",
                ".wasm": "application/wasm",
                ".webmanifest": "application/manifest+json",
            }

            def log_message(self, *_: Any) -> None:
                host.sent.append(self.path)

            def do_GET(self) -> None:
                other = host.instead.get(self.path.removeprefix(PLACE))
                if other is None:
                    super().do_GET()
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/javascript")
                self.end_headers()
                self.wfile.write(other.encode())

            def translate_path(self, path: str) -> str:
                return super().translate_path(path.removeprefix(PLACE.rstrip("/")))

        handler = functools.partial(Handler, directory=str(folder))
        self.server = Quiet(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}{PLACE}"

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Quiet(http.server.ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """A browser that closes a connection is none."""


def downloaded(folder: Path = SITE) -> float:
    """Megabytes, as a host that compresses sends them."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in folder.rglob("*") if path.is_file()) / 1e6


def is_ready(page: Page) -> None:
    """The game's program answers, and the page is kept for the next visit."""
    page.wait_for_function("() => globalThis.portableWargame")  # the tab has to be the one that plays, first
    page.evaluate("async () => { await portableWargame.ready; await navigator.serviceWorker.ready; }")


def played(
    page: Page, scenario: str | dict[str, Any], sides: tuple[str, str], most: int = 10_000, level: str = "captain"
) -> Any:
    """A battle against the computer, to its end or until so many decisions were made."""
    wanted = {"scenario": scenario, "seed": 11, "seats": {sides[1]: {"level": level}}}
    return page.evaluate(PLAY, {"wanted": wanted, "side": sides[0], "most": most})
