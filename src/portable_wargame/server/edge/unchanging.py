"""Documents that never change while the server runs: each is written and compressed once."""

import gzip

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ...game.dice import Dice
from ...pictures.colours import colours_of
from ...pictures.poster import poster
from ...rulesets import made_from_a_book, made_from_books
from ...scenario import library
from ...scenario.model import Scenario
from ...scenario.setup import new_game
from ...scenario.writing import tree
from ..wire.lobby import Library, lobby, rules

JSON = "application/json"
SVG = "image/svg+xml"


class Unchanging:
    def __init__(self, body: bytes, media_type: str) -> None:
        self.body = body
        self.compressed = gzip.compress(body, mtime=0)
        self.media_type = media_type

    def answer(self, request: Request) -> Response:
        headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, media_type=self.media_type, headers=headers)
        headers["content-encoding"] = "gzip"
        return Response(self.compressed, media_type=self.media_type, headers=headers)


@made_from_books
def all_rules() -> Unchanging:
    return Unchanging(msgspec.json.encode(rules()), JSON)


@made_from_a_book
def library_lobby(door: tuple[str, tuple[str, ...]]) -> Unchanging:
    """The lobby where nobody has scenarios of their own. `door` holds the key for notifications and the server's
    addresses."""
    push_key, addresses = door
    return Unchanging(msgspec.json.encode(lobby(Library(), push_key or None, addresses)), JSON)


@made_from_a_book
def library_scenario(name: str) -> Unchanging:
    return Unchanging(msgspec.json.encode(tree(library.load(name))), JSON)


@made_from_a_book
def library_picture(name: str) -> Unchanging:
    return Unchanging(drawn(library.load(name)), SVG)


def drawn(scenario: Scenario) -> bytes:
    game = new_game(scenario, Dice(0))
    return poster(game.battle, game.ruleset.palette, colours_of(scenario)).encode()
