"""Two people far apart, against a simple model: links and claims, nonces, secret orders, take-backs, resigning, another
battle. Whatever is said in whatever order, only those sit who may, nobody hears of secret orders too soon, and a game
that is read from the store again is the game that was left."""

import asyncio
import base64
import json
import random
import secrets
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from portable_wargame.game.errors import Refusal
from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.tables.table import Table
from portable_wargame.server.wire.documents import From, NewGame
from portable_wargame.server.wire.lobby import Library

from .scenes import gun_duel
from .talking import Talker

Tree = dict[str, Any]
Found = TypeVar("Found")
SIDES = ("red", "blue")
OWNER, GUEST = SIDES
SEATS = ((), (OWNER,), (GUEST,), SIDES)
WHOSE = st.sampled_from(SIDES)
MANY = 6  # connections at once


class Company(RuleBasedStateMachine):
    """The model knows the tokens that count and those that did, whether the guest has sat down, and what is claimed and
    proposed. How the battle stands, it reads from those who hold both seats or one."""

    def __init__(self) -> None:
        super().__init__()
        self.luck = random.Random(1)
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(secrets, "token_hex", lambda size: self.luck.randbytes(size).hex())
        self.patch.setattr(secrets, "token_urlsafe", self.token)
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.talkers: list[Talker] = []
        self.former: list[str] = []  # tokens that open nothing any more
        self.given: set[str] = set()  # who has ever given a nonce
        self.wanted = set(SIDES)  # who has to give one
        self.sat: bool | None = None  # whether the guest has sat down, if that is known
        self.claimed = ""  # the token that the guest's seat is to have
        self.names = dict.fromkeys(SIDES, "")

    def token(self, size: int = 16) -> str:
        return base64.urlsafe_b64encode(self.luck.randbytes(size)).decode().rstrip("=")

    def do(self, work: Coroutine[Any, Any, Found]) -> Found:
        """And all that follows from it, such as what standing orders answer."""

        async def whole() -> Found:
            found = await work
            for table in self.hall.tables.values():
                while table.changes or (table.driver.task is not None and not table.driver.task.done()):
                    await asyncio.sleep(0)
            return found

        return self.loop.run_until_complete(whole())

    @initialize(begun=st.integers(0, 5))
    def make(self, begun: int) -> None:
        async def begin() -> None:
            self.store = SQLiteStore(Path(self.folder.name) / "games.sqlite")
            self.hall = Hall(self.store, Library())
            made = await self.hall.make(NewGame(scenario=gun_duel()))
            self.game, self.tokens = made.game, dict(made.seats)

        self.loop.run_until_complete(begin())
        if begun:  # in most cases at once, for there is more to see then
            self.reissue((GUEST,), GUEST)
            for side in SIDES:
                self.give_a_nonce(side)

    def teardown(self) -> None:
        async def end() -> None:
            match = (await self.hall.table(self.game)).match
            if match.chronicle.has_begun():
                for sides in ((), (0,), (1,), (0, 1)):
                    assert verify(parse_record(match.record(sides), "it")).finished == match.chronicle.is_over()
            await self.hall.close()
            await self.store.close()

        if hasattr(self, "tokens"):
            self.loop.run_until_complete(end())
        self.loop.close()
        self.folder.cleanup()
        self.patch.undo()

    # -- who is there

    def table(self) -> Table:
        return self.do(self.hall.table(self.game))

    def has_begun(self) -> bool:
        return self.given == set(SIDES)

    def is_over(self) -> bool:
        return self.table().match.chronicle.is_over()

    def arrive(self, *seats: str) -> Talker:
        tokens = [self.tokens[side] for side in seats]
        talker = Talker(self.hall, self.game, seats, tokens)
        reply = self.do(talker.ask("join", tokens=tokens))
        assert reply["type"] == ("joined" if self.has_begun() else "waiting")
        assert reply["sides"] == list(seats)
        self.talkers.append(talker)
        if GUEST in seats:
            self.claimed = ""  # the player is back
        return talker

    def holder(self, *seats: str) -> Talker:
        """Somebody with exactly these seats."""
        for talker in self.talkers:
            if talker.seats == seats:
                talker.listen()
                return talker
        return self.arrive(*seats)

    def leave(self, talker: Talker) -> None:
        async def left() -> None:
            assert talker.table is not None
            talker.table.leave(talker)

        self.talkers.remove(talker)
        self.do(left())

    def refused(self, reply: Tree, *codes: str) -> None:
        assert (reply["type"], reply["code"] in codes) == ("refused", True), reply

    @precondition(lambda self: len(self.talkers) < MANY)
    @rule(seats=st.sampled_from(SEATS))
    def come(self, seats: tuple[str, ...]) -> None:
        self.arrive(*seats)

    @precondition(lambda self: self.talkers)
    @rule(which=st.integers(0, MANY))
    def go(self, which: int) -> None:
        self.leave(self.talkers[which % len(self.talkers)])

    @precondition(lambda self: self.former)
    @rule(which=st.integers(0, 99))
    def come_by_an_old_link(self, which: int) -> None:
        talker = Talker(self.hall, self.game, (), [])
        reply = self.do(talker.ask("join", tokens=[self.former[which % len(self.former)]]))
        self.refused(reply, "no-seat")

    @rule()
    def everybody_leaves_and_the_game_is_read_again(self) -> None:
        known = {seats: lasting(self.holder(*seats)) for seats in SEATS}
        for talker in list(self.talkers):
            self.leave(talker)
        self.do(self.hall.tables.pop(self.game).close())
        for seats in SEATS:
            assert lasting(self.holder(*seats)) == known[seats]

    # -- seats

    def exchanged(self, side: str, token: str, but: Talker | None = None) -> None:
        """Anyone who sat there by the old token is sent away."""
        self.former.append(self.tokens[side])
        self.tokens[side] = token
        for talker in [one for one in self.talkers if side in one.seats and one is not but]:
            assert talker.leaving
            self.leave(talker)

    @rule(seats=st.sampled_from(SEATS), side=WHOSE)
    def reissue(self, seats: tuple[str, ...], side: str) -> None:
        asker, token = self.holder(*seats), self.token()
        reply = self.do(asker.ask("reissue", side=side, token=token))
        if side in seats:
            assert reply["type"] == "accepted", reply
            self.exchanged(side, token, asker)
            if side == GUEST:
                self.sat = None if OWNER in seats else True
            self.claimed = ""
        elif OWNER not in seats:
            self.refused(reply, "not-yours")
        elif not (self.sat if self.sat is not None else GUEST in self.given):
            assert reply["type"] == "accepted", reply
            self.exchanged(side, token)
            self.sat, self.claimed = False, ""
        elif self.is_over() or not self.has_begun():
            self.refused(reply, "over", "waiting")
        elif self.claimed:
            self.refused(reply, "waiting")
        else:
            assert reply["type"] == "accepted", reply
            self.claimed = token

    @rule()
    def claim_the_seat(self) -> None:
        self.reissue((OWNER,), GUEST)

    @precondition(lambda self: any(GUEST in talker.seats for talker in self.talkers))
    @rule(accept=st.booleans())
    def yield_the_seat(self, accept: bool) -> None:
        talker = next(one for one in self.talkers if GUEST in one.seats)
        if self.claimed and accept and not self.is_over():
            # The answer is that the line is closed.
            self.do(talker.answer(json.dumps({"type": "yield", "id": 1, "side": GUEST, "accept": True})))
            self.exchanged(GUEST, self.claimed)
            self.sat, self.names[GUEST], self.claimed = False, "", ""
            assert self.holder().steps[-1]["kind"] == "reseated"
            return
        reply = self.do(talker.ask("yield", side=GUEST, accept=accept))
        if not self.claimed:
            self.refused(reply, "stale" if self.has_begun() else "waiting")
        elif accept:
            self.refused(reply, "over")
        else:
            assert reply["type"] == "accepted", reply
            self.claimed = ""

    @rule(side=WHOSE, name=st.sampled_from(["Ada", "", " B\u202eea "]))
    def give_a_name(self, side: str, name: str) -> None:
        assert self.do(self.holder(side).ask("name", side=side, name=name))["type"] == "accepted"
        self.names[side] = name.replace("\u202e", " ").strip().replace("  ", " ")

    @rule(side=WHOSE)
    def do_it_for_another(self, side: str) -> None:
        """What is only for those who sit there."""
        other = self.holder(*(one for one in SIDES if one != side))
        for kind, words in (
            ("name", {"name": "x"}),
            ("nonce", {"nonce": "0" * 32}),
            ("resign", {}),
            ("yield", {"accept": True}),
            ("set-orders", {"when-hit": "hold", "when-won": "hold"}),
        ):
            self.refused(self.do(other.ask(kind, side=side, **words)), "not-yours", "waiting")

    # -- dice

    @rule(side=WHOSE)
    def give_a_nonce(self, side: str) -> None:
        reply = self.do(self.holder(side).ask("nonce", side=side, nonce=self.luck.randbytes(16).hex()))
        if side in self.wanted:
            assert reply["type"] == "accepted", reply
            self.wanted.remove(side)
            self.given.add(side)
        else:
            self.refused(reply, "stale")

    # -- the battle

    @rule(data=st.data(), times=st.integers(1, 6))
    def act(self, data: st.DataObject, times: int) -> None:
        for _ in range(times):
            self.act_once(data)

    def act_once(self, data: st.DataObject) -> None:
        if not self.has_begun() or self.is_over():
            reply = self.do(self.holder(OWNER).ask("act", seq=0, action={"do": "done"}))
            self.refused(reply, "waiting", "over")
            return
        everybody = [self.holder(*seats) for seats in SEATS]
        side = everybody[0].now["state"]["decides"]
        talker = self.holder(side)
        if self.wanted:
            self.refused(self.do(talker.ask("act", seq=talker.now["seq"], action={"do": "done"})), "waiting", "stale")
            return
        question = talker.now["question"]
        offers = [offer["action"] for offer in question["answers"]]
        for unit in question["units"]:
            surveyed = self.do(talker.ask("survey", unit=unit))
            offers += [offer["action"] for offer in surveyed["offers"] + surveyed["destinations"]]
        before = [len(one.steps) for one in everybody]
        reply = self.do(talker.ask("act", seq=talker.now["seq"], action=data.draw(st.sampled_from(offers))))
        assert reply["type"] == "accepted", reply
        done = talker.steps[before[SEATS.index((side,))]]
        if not done["secret"]:
            return
        for one, number in zip(everybody, before, strict=True):
            if side not in one.seats:
                one.listen()
                assert all(step["kind"] == "declared" for step in one.steps[number:] if step["side"] == side)

    @precondition(lambda self: self.has_begun())
    @rule(side=WHOSE)
    def undo(self, side: str) -> None:
        talker = self.holder(side)
        can = talker.now["can-undo"] and not self.wanted
        reply = self.do(talker.ask("undo", seq=talker.now["seq"]))
        if can:
            assert reply["type"] == "accepted", reply
        else:
            self.refused(reply, "cannot-undo", "not-yours", "over", "waiting")

    @rule(
        side=WHOSE, hit=st.sampled_from(["hold", "fall-back", "ask"]), won=st.sampled_from(["hold", "press-on", "ask"])
    )
    def give_standing_orders(self, side: str, hit: str, won: str) -> None:
        orders = {"when-hit": hit, "when-won": won}
        assert self.do(self.holder(side).ask("set-orders", side=side, **orders))["orders"] == orders

    @precondition(lambda self: self.has_begun())
    @rule(side=WHOSE, back=st.integers(1, 4), accept=st.booleans())
    def take_back_by_consent(self, side: str, back: int, accept: bool) -> None:
        asker, other = self.holder(side), self.holder(*(one for one in SIDES if one != side))
        asked = self.do(asker.ask("propose", side=side, what="take-back", seq=max(0, asker.now["seq"] - back)))
        other.listen()
        if asked["type"] == "refused":
            self.refused(asked, "illegal", "over", "waiting")
            return
        seen = other.company["proposal"]
        assert (seen["side"], seen["what"]) == (side, "take-back")
        answered = self.do(other.ask("answer", side=other.seats[0], accept=accept, what="take-back", seq=seen["seq"]))
        assert answered["type"] == "accepted", answered
        if accept:
            assert other.steps[-1]["kind"] == "take-back"
            self.wanted = set(SIDES)

    @precondition(lambda self: self.has_begun())
    @rule(side=WHOSE, sure=st.integers(0, 3))
    def resign(self, side: str, sure: int) -> None:
        if sure and not self.is_over():
            return  # or few battles would last
        was_over = self.is_over()
        reply = self.do(self.holder(side).ask("resign", side=side))
        if was_over:
            self.refused(reply, "over")
            return
        assert reply["type"] == "accepted", reply
        assert self.is_over()
        self.wanted = set()

    @rule(side=WHOSE)
    def ask_for_a_rematch(self, side: str) -> None:
        asker, other = self.holder(side), self.holder(*(one for one in SIDES if one != side))
        asked = self.do(asker.ask("propose", side=side, what="rematch", game="another", token="t" * 22))
        if not self.has_begun() or not self.is_over():
            self.refused(asked, "illegal", "waiting")
            return
        assert asked["type"] == "accepted", asked
        watching = self.holder()
        for one in (asker, other, watching):
            one.listen()
            assert one.company["proposal"]["token"] == ("t" * 22 if one is other else "")
        answered = self.do(other.ask("answer", side=other.seats[0], accept=False, what="rematch"))
        assert answered["type"] == "accepted", answered

    @precondition(lambda self: self.has_begun())
    @rule(seats=st.sampled_from(SEATS[:3]), back=st.integers(0, 3))
    def play_on_elsewhere(self, seats: tuple[str, ...], back: int) -> None:
        """A game of one's own from a step of this one, which nobody here notices; not past what is still a secret."""
        talker = self.holder(*seats)
        seq = max(0, talker.now["seq"] - back)
        token = self.tokens[seats[0]] if seats else None
        try:
            made = self.do(self.hall.make(NewGame(play_on=From(game=self.game, seq=seq, token=token))))
        except Refusal as refusal:
            assert "still secret" in str(refusal) or "nothing left to play" in str(refusal)
            return
        found = Talker(self.hall, made.game, SIDES, list(made.seats.values()))
        joined = self.do(found.ask("join", tokens=found.own_tokens))
        assert [step["text"] for step in joined["steps"]][-1:] == [talker.steps[seq]["text"]]
        assert joined["around"]["dice"]["wanted"] == list(SIDES)
        self.do(left(found))
        self.do(self.hall.tables.pop(made.game).close())

    # -- what is always so

    @invariant()
    def everybody_knows_what_they_may_and_no_more(self) -> None:
        told: dict[tuple[str, ...], list[Tree]] = {}
        hashes = set()
        for talker in self.talkers:
            talker.listen()
            assert not talker.leaving
            assert {side: seat["name"] for side, seat in talker.company["seats"].items()} == self.names
            assert (talker.company["claim"] is not None) == bool(self.claimed)
            assert set(talker.company["dice"]["wanted"]) == self.wanted
            if not self.has_begun():
                continue
            assert [step["seq"] for step in talker.steps] == list(range(talker.now["seq"] + 1))
            hashes.add(talker.now["state"]["hash"])
            assert told.setdefault(talker.seats, lasting(talker)) == lasting(talker)
            orders = talker.now["state"].get("orders", [])
            assert {order["unit"][0] for order in orders} <= {side[0] for side in talker.seats}
            for step in talker.steps:
                assert not step["secret"] or step["side"] in talker.seats
                assert step["intent"] == "" or step["side"] in talker.seats
                if step["kind"] == "declared":
                    assert (step["action"], step["events"], step["lines"], step["luck"]) == (None, [], [], {})
        assert len(hashes) <= 1

    @invariant()
    def tokens_stand_nowhere(self) -> None:
        for talker in self.talkers:
            assert not any(
                token in json.dumps([talker.steps, talker.now, talker.company]) for token in self.tokens.values()
            )


def lasting(talker: Talker) -> list[Tree]:
    """Its steps, as they are told for good: what is a secret today is none tomorrow."""
    return [step | {"secret": None} for step in talker.steps]


async def left(talker: Talker) -> None:
    assert talker.table is not None
    talker.table.leave(talker)


Company.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestCompany = Company.TestCase
