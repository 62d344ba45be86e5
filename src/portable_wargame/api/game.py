"""A battle to look at, ask about and play."""

import os
import random
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any, cast

from ..ai.opponents.eager import eager_action
from ..ai.opponents.players import BRAKE, EAGER, Player, choose, player
from ..game.dice import Luck
from ..game.errors import Refusal
from ..game.views import view
from ..grid.names import cell_name
from ..pictures.colours import colours_of
from ..pictures.picture import picture
from ..pictures.text_board import board
from ..record.chain import chained
from ..record.keys import AnyKey, Seed, new_seed
from ..record.lines import Line
from ..record.recording import Recorder, header, header_text
from ..record.session import Session
from ..scenario.model import Scenario
from ..scenario.wording import check_word
from ..speech import trees
from ..speech.notation import action_to_tree
from ..speech.results import result_sentence
from ..speech.sentences import question_sentence
from .arguments import kind_of, whole
from .files import Source, read_scenario, unpickled, write
from .making import convert
from .values import Action, Event, Odds, Reason, Unit, events_from


def battle(
    scenario: Source,
    seed: int | None = None,
    *,
    book: str = "",
    options: Iterable[str] | None = None,
    house_rules: Mapping[str, str] | None = None,
) -> "Game":
    """Begin a battle: a scenario from the library, a file, or a Scenario. The same seed gives the same dice. It can be
    fought by another book (`convert` says what does not carry over), with optional rules of the book, and with house
    rules.

    >>> game = battle("harrow-ridge", seed=1)
    >>> game.turn, game.side
    (1, 'red')
    """
    key = new_seed() if seed is None else Seed(whole("seed", seed))
    if book:
        scenario, _ = convert(scenario, book)
    session = Session(read_scenario(scenario, options=options, house_rules=house_rules), key.dice())
    first = header(session.scenario, {side.id: "human" for side in session.scenario.sides}, key)
    game = Game(session, key, [header_text(first)])
    game._recorder.start()
    return game


class Game:
    """A battle under way. `battle()` begins one, `open_record()` takes one up again.

    >>> game = battle("harrow-ridge", seed=1)
    >>> gun = game.options()[0]
    >>> gun
    Bombard(Siege Battery -> b6)
    >>> [round(chance.probability, 3) for chance in game.odds(gun)]
    [0.833, 0.083, 0.083]
    """

    def __init__(self, session: Session, key: AnyKey, lines: list[str]) -> None:
        self._lines = lines  # of its record
        self._recorder = Recorder(session, key, self._keep)
        self._players: dict[tuple[str, str], Player] = {}
        self._told: list[int] = []  # how many events each action caused
        self.log: list[Event] = events_from(self._battle, session.opening)

    def _keep(self, line: Line) -> None:
        self._lines.append(line.text())

    # -- how the battle stands

    @property
    def _session(self) -> Session:
        return self._recorder.session

    @property
    def _battle(self) -> Any:
        return self._session.game.battle

    @property
    def scenario(self) -> Scenario:
        """The battle as it was set up, with the rules that it is fought by."""
        return self._session.scenario

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return int(self._battle.turn)

    @property
    def side(self) -> str | None:
        """The id of the side that decides; None when the battle is over."""
        return self._session.decides()

    @property
    def question(self) -> str:
        """The question to that side; when the battle is over, how it ended."""
        state = self.state()
        if state["result"] is not None:
            sides = {side.id: side.name for side in self.scenario.sides}
            return result_sentence(sides, state["result"], self._battle.field.places)
        return question_sentence(self._battle, state)

    @property
    def over(self) -> bool:
        """Whether the battle has ended; `question` then says how."""
        return self._session.game.question() is None

    @property
    def winner(self) -> str | None:
        """The id of the side that has won; None in a draw, or while the battle goes on."""
        result = self.state()["result"]
        return result["winner"] if result else None

    def units(self, side: str | None = None) -> list[Unit]:
        """Every unit still in play, or those of one side."""
        self._check_side(side)
        battle, roster, grid = self._battle, self._battle.roster, self._battle.field.grid
        return [
            Unit(
                id=name,
                name=roster.unit_names[number] or name,
                type=battle.type_of[number].name,
                side=roster.side_ids[battle.side_of(number)],
                cell=cell_name(grid, battle.at[number]) if battle.at[number] >= 0 else None,
                facing=grid.shape.facings[battle.facing[number]],
                strength=battle.strength[number],
            )
            for number, name in enumerate(roster.unit_ids)
            if battle.still_in_play(number) and side in (None, roster.side_ids[battle.side_of(number)])
        ]

    def state(self, side: str | None = None) -> trees.State:
        """All that both sides may know, or one side, as the protocol writes it (docs/formats.md)."""
        self._check_side(side)
        return self._session.state(side)

    def _check_side(self, side: str | None) -> None:
        if side is not None:
            kind_of("side", side, str, "the id of a side")
            check_word("side", side, self._battle.roster.side_ids)

    # -- the options

    def options(self, unit: str | None = None) -> list[Action]:
        """Everything the side that decides may do, or may do with one unit. Nothing else is legal, but for moves that
        take another way to the same cell."""
        if unit is not None:
            kind_of("unit", unit, str, "the id of a unit")
            check_word("unit", unit, self._battle.roster.unit_ids)
        legal = self._session.legal()["actions"]
        return [Action(tree, self._battle) for tree in legal if unit is None or tree.get("unit") == unit]

    def action(self, verb: str, unit: str | None = None, **words: Any) -> Action:
        """An action spelled out, legal or not: `game.action("move", "r1", path=["c2", "c3"])`."""
        kind_of("verb", verb, str, 'a word, such as "move"')
        named = {"unit": unit} if unit is not None else {}
        return Action(cast(trees.Action, {"do": verb, **named, **words}), self._battle)

    @staticmethod
    def _words(action: Action) -> trees.Action:
        kind_of("the action", action, Action, "one of options(), choose() or action()")
        return action.words

    def odds(self, action: Action) -> Odds:
        """The exact chances of an action's dice."""
        return Odds(self._battle, self._session.odds(self._words(action)), action.unit or "")

    def why_not(self, action: Action) -> list[Reason]:
        """Every reason against an action; none if it is legal.

        >>> game = battle("harrow-ridge", seed=1)
        >>> [reason.clause for reason in game.why_not(game.action("bombard", "guns-1", target="d8"))]
        ['classic.artillery.roll']
        """
        return [Reason(row["text"], row["clause"]) for row in self._session.why_not(self._words(action))]

    # -- playing

    def play(self, action: Action) -> list[Event]:
        """Carry it out, and return its events. An illegal action raises Refusal, and nothing changes."""
        before = self._battle
        told = events_from(before, self._recorder.play(self._words(action)), before)
        self.log += told
        self._told.append(len(told))
        return told

    def undo(self) -> None:
        """Take the last action back; a Refusal once dice have fallen or the other side has decided."""
        self._recorder.undo()
        del self.log[len(self.log) - self._told.pop() :]

    def choose(self, level: str = "captain", milliseconds: int = BRAKE) -> Action:
        """What a computer player would do: recruit, sergeant, captain, general, marshal or adaptive, with a personality
        if you like (`"captain:bold"`), or eager, who has no plan and is very quick. The milliseconds are the longest
        that it may think. It sees only what its side may know."""
        if self.side is None:
            raise Refusal("the battle is over: there is nothing to choose")
        kind_of("level", level, str, 'a word, such as "captain"')
        luck = random.Random(self.state()["hash"])
        if level == EAGER:
            seen = view(self._session.game, self._session.game.decider(), luck)
            eager = seen.settle(eager_action(seen, Luck(luck.getrandbits(32))))
            return Action(action_to_tree(self._battle, eager), self._battle)
        thinker = self._players.setdefault((self.side, level), player(level, [EAGER]))
        choice = choose(thinker, self._session.game, luck, whole("milliseconds", milliseconds))
        return Action(action_to_tree(self._battle, choice.action), self._battle)

    def copy(self, seed: int | None = None) -> "Game":
        """An independent game. It rolls the same dice as this one would, unless you give it a seed.

        >>> game = battle("harrow-ridge", seed=1)
        >>> twin = game.copy()
        >>> _ = twin.play(twin.options()[0])
        >>> len(game.options()) == len(twin.options())
        False
        """
        twin = Game(self._session.copy(), self._recorder.key, self._lines.copy())
        twin._told, twin.log = self._told.copy(), self.log.copy()
        if seed is not None:
            twin._recorder.put_away()
            twin._recorder.key = key = Seed(whole("seed", seed))
            twin._session.take_up(key.dice())
            twin._recorder.take_up()
        return twin

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, _: object) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        """A pickled game is its record: the battle so far, but not the dice to come."""
        return unpickled, (self.record(),)

    # -- written and drawn

    def record(self) -> str:
        """The record so far, as `pw replay`, `pw verify` and the page read it."""
        twin = self.copy()
        twin._recorder.put_away()
        return chained(twin._lines)

    def save(self, path: str | os.PathLike[str], overwrite: bool = False) -> None:
        """Write the record to a file. If the file already exists that is a Refusal, unless you say
        `overwrite=True`."""
        write(path, self.record(), overwrite)

    def svg(self) -> str:
        """The position as a picture that needs nothing else."""
        palette = self._session.game.ruleset.palette
        return picture(self._battle, palette, self.scenario.title, (), colours_of(self.scenario))

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        """For notebooks: the picture, and the waiting question."""
        return f"<figure>{self.svg()}<figcaption>{escape(self._heading())}</figcaption></figure>"

    def _heading(self) -> str:
        return self.question if self.over else f"Turn {self.turn}. {self.question}"

    def __str__(self) -> str:
        return f"{board(self._battle).plain.rstrip()}\n{self._heading()}"

    def __repr__(self) -> str:
        if self.over:
            return f"<Game: {self.scenario.title}, over, winner: {self.winner or 'nobody'}>"
        names = {side.id: side.name for side in self.scenario.sides}
        return f"<Game: {self.scenario.title}, turn {self.turn}, {names[self.side or '']} to decide>"
