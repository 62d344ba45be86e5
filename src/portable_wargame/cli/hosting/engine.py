"""`pw engine`: the engine protocol, JSON Lines on standard input and output, one reply per request.

It greets before it has loaded everything a battle needs: each command loads what it needs when it is first used.
"""

import json
import math
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO, TextIO

from ... import __version__
from ...game.errors import Refusal
from ...rulesets import RULESETS

if TYPE_CHECKING:
    from ...record.session import Session
    from ...speech.requests import Code, Error
    from ...speech.trees import Json, Reason, Sent
else:
    Session = Code = Error = Json = Reason = Sent = object

PROTOCOL = "portable-wargame/engine/1"
NAME = "Portable Wargame"
FEATURES = ["play-dice", "play-orders", "overrule", "survey"]  # what the protocol gained after its first version
LONGEST_LINE = 4_000_000  # bytes
LONGEST_THOUGHT = 86_400_000  # milliseconds: a day
DEEPEST = 50  # lists and objects within one another; a scenario has half a dozen
TOO_DEEP = "the line is nested too deeply"

Reply = dict[str, object]


class BadRequest(Refusal):
    def __init__(self, message: str, code: Code = "bad-request") -> None:
        super().__init__(message)
        self.code = code


class Engine:
    """One conversation. It holds one game at a time and outlives every bad line."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.running = True
        self.echo: Reply = {}  # the id of the request in hand, as the reply gives it back
        self.commands: dict[str, Callable[[Sent], Reply]] = {
            "hello": self.hello,
            "new": self.new,
            "state": self.state,
            "legal": self.legal,
            "play": self.play,
            "why-not": self.why_not,
            "odds": self.odds,
            "survey": self.survey,
            "enquire": self.enquire,
            "best": self.best,
            "overrule": self.overrule,
            "undo": self.undo,
            "quit": self.quit,
        }

    def answer(self, line: bytes) -> Reply:
        """The reply to one line, whatever it holds."""
        self.echo = {}
        try:
            request = parse(line)
            if "id" in request and depth(request["id"]) <= DEEPEST:
                self.echo = {"id": request["id"]}
            if depth(request) > DEEPEST:
                raise BadRequest(TOO_DEEP)
            command = request.get("cmd")
            if not isinstance(command, str) or command not in self.commands:
                raise BadRequest(f"there is no command {shown(command)}; choose from {', '.join(self.commands)}")
            refuse_other_keys(command, request)
            # A null key counts as left out.
            given = {key: value for key, value in request.items() if value is not None}
            reply = {"ok": True, **self.commands[command](given)}
        except BadRequest as refusal:
            reply = failure(refusal.code, str(refusal))
        except Refusal as refusal:
            reply = self.told(refusal)
        return reply | self.echo

    def told(self, refusal: Refusal) -> Reply:
        """A refusal, by the rules or by the code that reads for them."""
        from ...game.game import IllegalAction
        from ...record.session import CannotUndo
        from ...rules.turn.umpire import CLAUSE as UMPIRE
        from ...scenario.problems import BadScenario
        from ...speech.notation import NoSuchAction
        from ...speech.umpire.rulings import NoSuchRuling

        sentence = str(refusal)
        if isinstance(refusal, IllegalAction):
            return illegal(sentence, [(one.clause, one.text) for one in refusal.reasons])
        if isinstance(refusal, NoSuchAction):
            return illegal(sentence, [(self.current().game.ruleset.sequence, sentence)])
        if isinstance(refusal, NoSuchRuling):
            return illegal(sentence, [(UMPIRE, sentence)])
        if isinstance(refusal, CannotUndo):
            return failure("cannot-undo", sentence)
        return failure("bad-scenario" if isinstance(refusal, BadScenario) else "refused", sentence)

    def current(self) -> Session:
        if self.session is None:
            raise BadRequest('there is no game yet; begin one with {"cmd": "new", "scenario": {...}}', "no-game")
        return self.session

    def hello(self, request: Sent) -> Reply:
        books = [
            {"name": book.name, "title": book.title, "edition": book.edition, "grids": list(book.grids)}
            for book in RULESETS.values()
        ]
        return {
            "protocol": PROTOCOL,
            "name": NAME,
            "features": FEATURES,
            "version": __version__,
            "rulesets": list(RULESETS),
            "books": books,
        }

    def new(self, request: Sent) -> Reply:
        from ...game.dice import Dice, LaidOut
        from ...record.session import Session
        from ...scenario.reading import read, read_tree

        seed = request.get("seed", 0)
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise BadRequest(f"seed is {shown(seed)}; it must be a whole number")
        script = dice_in(request)
        if ("text" in request) == ("scenario" in request):
            raise BadRequest("new needs one scenario: its tree as 'scenario', or its TOML or JSON as 'text'")
        if "scenario" in request:
            scenario = read_tree(request["scenario"])
        elif isinstance(request["text"], str):
            scenario = read(request["text"], "scenario")
        else:
            raise BadRequest(f"text is {shown(request['text'])}; it must be a scenario in TOML or JSON")
        session = Session(scenario, Dice(LaidOut(script, seed).die))
        self.session = session
        return {"state": session.state(), "events": session.opening}

    def state(self, request: Sent) -> Reply:
        session = self.current()
        side = request.get("side")
        if side is not None and side not in session.game.battle.roster.side_ids:
            raise BadRequest(f"there is no side {shown(side)}")
        return {"state": session.state(side)}

    def legal(self, request: Sent) -> Reply:
        return dict(self.current().legal())

    def play(self, request: Sent) -> Reply:
        session = self.current()
        dice, orders = dice_in(request), request.get("orders", [])
        if not isinstance(orders, list):
            raise BadRequest("orders must be a list of bombardments")
        if dice or orders:
            from ...record.elsewhere import followed

            session, events = followed(session, request.get("action"), dice, orders)
            self.session = session
        else:
            events = session.play(request.get("action"))
        return {"events": events, "state": session.state()}

    def why_not(self, request: Sent) -> Reply:
        reasons = self.current().why_not(request.get("action"))
        return {"legal": not reasons, "reasons": reasons}

    def odds(self, request: Sent) -> Reply:
        return {"odds": self.current().odds(request.get("action"))}

    def survey(self, request: Sent) -> Reply:
        from ...battle.side import SIDES
        from ...consultation.survey import survey
        from ...consultation.told import survey_tree
        from ...consultation.view import own_view, unit_called

        game = own_view(self.current().game, SIDES)
        return {**survey_tree(game, survey(game, unit_called(game, named(request, "unit"))))}

    def enquire(self, request: Sent) -> Reply:
        from ...battle.side import SIDES
        from ...consultation.enquiry import verdicts
        from ...consultation.told import verdict_tree
        from ...consultation.view import cell_called, own_view, unit_called

        game = own_view(self.current().game, SIDES)
        unit, cell = unit_called(game, named(request, "unit")), cell_called(game, named(request, "cell"))
        return {"verdicts": [verdict_tree(game, one) for one in verdicts(game, unit, cell)]}

    def best(self, request: Sent) -> Reply:
        from ...ai.judgement.personalities import PERSONALITIES, STEADY
        from ...ai.opponents.players import BRAKE, LEVELS, player
        from ..playing.opponent import best, with_personality

        level = request.get("level", "captain")
        if not isinstance(level, str) or level not in LEVELS:
            raise BadRequest(f"there is no level {shown(level)}; choose from {', '.join(LEVELS)}")
        milliseconds = request.get("ms", BRAKE)
        is_number = isinstance(milliseconds, int | float) and not isinstance(milliseconds, bool)
        if not is_number or not 0 <= milliseconds <= LONGEST_THOUGHT:
            most = f"it must be a number of milliseconds, at most {LONGEST_THOUGHT}"
            raise BadRequest(f"ms is {shown(milliseconds)}; {most}")
        temper = request.get("personality", STEADY.name)
        if not isinstance(temper, str) or temper not in PERSONALITIES:
            raise BadRequest(f"there is no personality {shown(temper)}; choose from {', '.join(PERSONALITIES)}")
        opponent = player(with_personality(level, temper))
        answer = best(self.current(), opponent, int(milliseconds))
        reply: Reply = {"action": answer.action, "intent": answer.intent}
        return reply | {"hurried": True} if answer.hurried else reply

    def overrule(self, request: Sent) -> Reply:
        session = self.current()
        events = session.in_writing(session.overrule(request.get("changes"), request.get("reason")).events)
        return {"events": events, "state": session.state()}

    def undo(self, request: Sent) -> Reply:
        session = self.current()
        session.undo()
        return {"state": session.state()}

    def quit(self, request: Sent) -> Reply:
        self.running = False
        return {}


def named(request: Sent, key: str) -> str:
    name = request.get(key)
    if not isinstance(name, str):
        raise BadRequest(f"{key} is {shown(name)}; it must be the id of one")
    return name


def dice_in(request: Sent) -> list[int]:
    dice = request.get("dice", [])
    if not isinstance(dice, list) or not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise BadRequest("dice must be a list of numbers from 1 to 6")
    return dice


def parse(line: bytes) -> Sent:
    if len(line) > LONGEST_LINE:
        raise BadRequest(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        text = line.decode("utf-8-sig")
        request = json.loads(text, parse_constant=no_constant, parse_float=finite, object_pairs_hook=without_repeats)
    except RecursionError:
        raise BadRequest(TOO_DEEP) from None
    except ValueError as problem:
        raise BadRequest(f"the line is not JSON: {str(problem)[:200]}", "bad-json") from None
    if not isinstance(request, dict):
        raise BadRequest('a request is an object such as {"cmd": "hello"}')
    return request


def without_repeats(pairs: list[tuple[str, Json]]) -> Sent:
    """An object; if it had a key twice, one would be silently ignored."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadRequest(f"the key {shown(twice)} is twice in one object; once is enough")
    return found


def no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits[:60]} is too large a number")
    return number


def depth(tree: Json) -> int:
    """How many lists and objects stand within one another."""
    level = [tree]
    deep = 0
    while level:
        inner: list[Json] = []
        for one in level:
            if isinstance(one, dict):
                inner += one.values()
            elif isinstance(one, list):
                inner += one
        deep += 1
        level = [one for one in inner if isinstance(one, dict | list)]
    return deep


def refuse_other_keys(command: str, request: Sent) -> None:
    """A key that is silently ignored is a mistake that nobody finds."""
    more = [key for key in request if key not in ("cmd", "id")]
    if not more:
        return
    from ...speech.requests import KEYS

    known = ("cmd", "id", *KEYS[command])
    for key in more:
        if key not in known:
            raise BadRequest(f"{command} has no {shown(key)}; its keys are {', '.join(known)}")


def illegal(message: str, reasons: list[tuple[str, str]]) -> Reply:
    """The first reason by itself, as a sentence and its clause; then all the reasons."""
    clause, why = reasons[0]
    listed: list[Reason] = [{"clause": clause, "text": text} for clause, text in reasons]
    return refused({"code": "illegal", "message": message, "why": why, "clause": clause, "reasons": listed})


def failure(code: Code, message: str) -> Reply:
    return refused({"code": code, "message": message})


def refused(error: Error) -> Reply:
    return {"ok": False, "error": error}


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def lines(source: BinaryIO) -> Iterator[bytes]:
    """Lines of bounded length: of a longer line we keep only enough to say that it is too long."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
            while rest and not rest.endswith(b"\n"):
                rest = source.readline(LONGEST_LINE)
        yield line


def engine() -> int:
    return speak(sys.stdin.buffer, sys.stdout)


def speak(source: BinaryIO, sink: TextIO) -> int:
    """Answer requests until `quit` or the end of the input."""
    conversation = Engine()
    for line in lines(source):
        try:
            reply = conversation.answer(line)
        except Exception:
            # Our own bug: show it to those who can fix it, and drop a game that may be half changed.
            traceback.print_exc()
            conversation.session = None
            fault = failure("internal", "the engine has failed; standard error says more. Begin a new game")
            reply = fault | conversation.echo
        sink.write(json.dumps(reply, separators=(",", ":")) + "\n")
        sink.flush()
        if not conversation.running:
            break
    return 0
