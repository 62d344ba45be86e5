"""The whole conversation against a simple model: whatever is said in whatever order, everybody at a game has heard the
same, what is refused changes nothing, and a game that is read from the store again is the game that was left."""

import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

from .scenes import duel
from .talking import Talker

Tree = dict[str, Any]
Found = TypeVar("Found")
SIDES = ("red", "blue")
SEATS = ((), ("red",), ("blue",), ("red", "blue"))
WHOSE = st.sampled_from(SIDES)
MANY = 6  # connections at once


class Conversations(RuleBasedStateMachine):
    """The model knows five things: how many steps there were, whose move it is, whether the battle goes on, what was
    said, and what is proposed."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.talkers: list[Talker] = []
        self.seq = 0
        self.decides: str | None = None
        self.can_undo = False
        self.said: list[str] = []
        self.proposed: tuple[str, str] | None = None  # by whom, what

    def do(self, work: Coroutine[Any, Any, Found]) -> Found:
        return self.loop.run_until_complete(work)

    @initialize()
    def make(self) -> None:
        async def begin() -> None:
            self.store = SQLiteStore(Path(self.folder.name) / "games.sqlite")
            self.hall = Hall(self.store, Library())
            self.made = await self.hall.make(NewGame(scenario=duel(turns=3), seed=5))

        self.do(begin())
        self.come(("red", "blue"))
        self.look(self.talkers[0])

    def teardown(self) -> None:
        async def end() -> None:
            match = (await self.hall.table(self.made.game)).match
            verdict = verify(parse_record(match.record((0, 1)), "the record"))
            assert verdict.finished == (self.decides is None)
            await self.hall.close()
            await self.store.close()

        if hasattr(self, "made"):
            self.do(end())
        self.loop.close()
        self.folder.cleanup()

    def look(self, talker: Talker) -> None:
        question = talker.now["question"]
        self.seq = talker.now["seq"]
        self.decides = question["side"] if question is not None else None
        self.can_undo = talker.now["can-undo"]

    def holder(self, side: str) -> Talker:
        """Somebody who plays both sides is always there."""
        assert side in self.talkers[0].seats
        return self.talkers[0]

    def refused(self, reply: Tree, *codes: str) -> None:
        assert (reply["type"], reply["code"] in codes) == ("refused", True), reply

    # -- coming and going

    @precondition(lambda self: len(self.talkers) < MANY)
    @rule(seats=st.sampled_from(SEATS))
    def come(self, seats: tuple[str, ...]) -> None:
        tokens = [self.made.seats[side] for side in seats]
        talker = Talker(self.hall, self.made.game, seats, tokens)
        reply = self.do(talker.ask("join", tokens=tokens))
        assert reply["type"] == "joined"
        assert reply["sides"] == list(seats)
        self.talkers.append(talker)

    @precondition(lambda self: len(self.talkers) > 1)
    @rule(which=st.integers(0, MANY))
    def go(self, which: int) -> None:
        talker = self.talkers.pop(1 + which % (len(self.talkers) - 1))
        assert talker.table is not None
        talker.table.leave(talker)

    @rule()
    def everybody_leaves_and_the_game_is_read_again(self) -> None:
        for talker in self.talkers:
            assert talker.table is not None
            talker.table.leave(talker)
        known = self.talkers[0].steps
        self.talkers = []

        async def forget() -> None:
            await self.hall.tables.pop(self.made.game).close()

        self.do(forget())
        self.come(("red", "blue"))
        assert self.talkers[0].steps == known

    @rule(text=st.text(max_size=40))
    def say_what_is_no_message(self, text: str) -> None:
        talker = self.talkers[-1]
        self.do(talker.answer(text))
        [reply] = [tree for tree in talker.listen() if tree["type"] == "refused"]
        assert reply["code"] == "bad-message"

    # -- the battle

    @precondition(lambda self: self.decides is not None)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        talker = self.holder(str(self.decides))
        question = talker.now["question"]
        offers = [offer["action"] for offer in question["answers"]]
        for unit in question["units"]:
            surveyed = self.do(talker.ask("survey", unit=unit))
            offers += [offer["action"] for offer in surveyed["offers"] + surveyed["destinations"]]
        reply = self.do(talker.ask("act", seq=self.seq, action=data.draw(st.sampled_from(offers))))
        assert reply["type"] == "accepted", reply
        assert reply["seq"] == talker.now["seq"] == self.seq + 1
        self.look(talker)
        self.proposed = None

    @precondition(lambda self: self.decides is not None)
    @rule(verb=st.sampled_from(["act", "undo"]))
    def two_pages_of_a_player_act_at_once(self, verb: str) -> None:
        """One of them, whichever it is, and never both."""
        self.come((str(self.decides),))
        pages = (self.holder(str(self.decides)), self.talkers.pop())
        words = {"action": pages[0].now["question"]["answers"][0]["action"]} if verb == "act" else {}

        async def both() -> list[Tree]:
            return await asyncio.gather(*(page.ask(verb, seq=self.seq, **words) for page in pages))

        codes = sorted(reply.get("code", "accepted") for reply in self.do(both()))
        pages[1].listen()
        assert pages[0].steps == pages[1].steps
        assert pages[1].table is not None
        pages[1].table.leave(pages[1])
        if verb == "undo" and not self.can_undo:
            assert codes == ["cannot-undo", "cannot-undo"]
            return
        assert codes[0] == "accepted" and codes[1] in ("stale", "not-yours", "over"), codes
        self.look(pages[0])
        self.proposed = None

    @precondition(lambda self: self.decides is not None)
    @rule(behind=st.integers(1, 3))
    def act_too_late(self, behind: int) -> None:
        talker = self.holder(str(self.decides))
        self.refused(self.do(talker.ask("act", seq=self.seq - behind, action={"do": "end"})), "stale")

    @rule(verb=st.sampled_from(["act", "undo"]))
    def act_out_of_turn(self, verb: str) -> None:
        for talker in self.talkers:
            if self.decides not in talker.seats:
                words = {"action": {"do": "end"}} if verb == "act" else {}
                self.refused(self.do(talker.ask(verb, seq=self.seq, **words)), "not-yours", "over")

    @precondition(lambda self: self.decides is not None)
    @rule(unit=st.sampled_from(["r1", "r2", "b1", "b2", "nobody"]), cell=st.sampled_from(["a1", "c3", "e5", "z9"]))
    def act_against_the_rules(self, unit: str, cell: str) -> None:
        action = {"do": "fight", "unit": unit, "target": cell}
        self.refused(self.do(self.holder(str(self.decides)).ask("act", seq=self.seq, action=action)), "illegal")

    @precondition(lambda self: self.decides is not None)
    @rule()
    def undo(self) -> None:
        talker = self.holder(str(self.decides))
        reply = self.do(talker.ask("undo", seq=self.seq))
        if not self.can_undo:
            self.refused(reply, "cannot-undo")
            return
        assert reply["type"] == "accepted"
        assert talker.now["seq"] == self.seq + 1
        assert talker.steps[-1]["undoes"] is not None
        self.look(talker)
        self.proposed = None

    # -- between the players

    @rule(side=WHOSE, number=st.integers(0, 99))
    def say(self, side: str, number: int) -> None:
        assert self.do(self.holder(side).ask("say", side=side, text=f"word {number}"))["type"] == "accepted"
        self.said.append(f"word {number}")

    @rule(side=WHOSE)
    def say_for_another(self, side: str) -> None:
        for talker in self.talkers:
            if side not in talker.seats:
                self.refused(self.do(talker.ask("say", side=side, text="hello")), "not-yours")

    @precondition(lambda self: self.decides is not None)
    @rule(side=WHOSE)
    def propose_a_draw(self, side: str) -> None:
        reply = self.do(self.holder(side).ask("propose", side=side, what="draw", seq=None))
        if self.proposed is None:
            assert reply["type"] == "accepted", reply
            self.proposed = (side, "draw")
        else:
            assert reply["type"] == "refused"

    @rule(side=WHOSE)
    def withdraw(self, side: str) -> None:
        reply = self.do(self.holder(side).ask("withdraw", side=side))
        if self.proposed is not None and self.proposed[0] == side:
            assert reply["type"] == "accepted"
            self.proposed = None
        else:
            assert reply["type"] == "refused"

    @precondition(lambda self: self.decides is not None)
    @rule(side=WHOSE, accept=st.booleans())
    def answer_the_proposal(self, side: str, accept: bool) -> None:
        talker = self.holder(side)
        reply = self.do(talker.ask("answer", side=side, accept=accept, what="draw", seq=None))
        if self.proposed is None or self.proposed[0] == side:
            assert reply["type"] == "refused"
            return
        assert reply["type"] == "accepted", reply
        self.proposed = None
        if accept:
            assert talker.steps[-1]["kind"] == "drawn"
            self.look(talker)
            assert self.decides is None

    # -- what is always so

    @invariant()
    def everybody_has_heard_the_same(self) -> None:
        for talker in self.talkers:
            talker.listen()
            assert not talker.leaving
            assert [step["seq"] for step in talker.steps] == list(range(self.seq + 1))
            assert talker.steps == self.talkers[0].steps
            assert talker.now["seq"] == self.seq
            assert talker.now["state"]["hash"] == self.talkers[0].now["state"]["hash"]
            assert talker.chat == (self.said if talker.seats else [])
            waiting = talker.company["proposal"]
            assert (None if waiting is None else (waiting["side"], waiting["what"])) == self.proposed


Conversations.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestConversations = Conversations.TestCase
