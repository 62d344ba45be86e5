"""A battle being played at the terminal: each decision is shown, answered, recorded and told."""

import os
import sys
from pathlib import Path
from typing import Any

from ...ai.opponents.players import Player, player
from ...ai.opponents.standing_orders import StandingOrders
from ...game.errors import Refusal
from ...game.game import IllegalAction
from ...record.recording import Recorder
from ...rulesets import ledger
from ...simulation.contest.bots import Bot, is_bot
from ...simulation.contest.course import Course
from ...speech.chances import odds_words
from ...speech.notation import action_from_tree, action_to_tree
from ...speech.questions import question
from ...speech.sentences import Names, action_sentence, event_sentence, question_sentence, result_sentence
from ...speech.verbs import verb
from ..terminal import Terminal, in_shell
from .choices import Choices, describe
from .opponent import THINKING_TIME, best, best_of_bot, level_of
from .orders import NotUnderstood, read_order, unit_called

Tree = dict[str, Any]

SHOWN_OF_LOG = 20

HELP = """\
3              choose number 3 of the list
r1             list what r1 can do, its moves by cell
r1 c4          r1 moves to c4 (or retreats, enters, is placed there)
r1 c4 n        the same, and faces n; r1 n turns on the spot; r1 b3 c3 c4 n names the way
r1 c4 double   a double move, where the book has one
r1 f d5        r1 fires at d5, or bombards it; r1 x d5 fights d5 in close combat
r1 f d5 gas    with a gas shell; r1 f d5 air fires at the aircraft over d5; r1 strafe
r1 load r4     r1 unload, r1 mount, r1 dismount, r1 unpin, r1 leave
r1 lay-wire    r1 clear-wire d5 (the cell, where it is not its own), r1 lay-mines, r1 clear-mines d5
advance, stand, lose, test, first      answers to questions (no and yes will do)
done           this unit is finished, or no more bombardments; end: no more activations
undo           take the last action back, until dice are thrown
why r1 c4      why that is not allowed, with the clauses; odds r1 f d5: the chances
rule ID        a rule in full; log [all]; board; units; choices; help
save FILE      a copy of the record; quit: put the game away (it is always saved)"""


class Quit(Exception):
    """The player leaves; the game is put away."""


class Sitting:
    def __init__(
        self,
        console: Terminal,
        recorder: Recorder,
        players: dict[str, str],
        path: Path,
        events: list[Tree],
        log: list[str],
        orders: StandingOrders,
        course: Course,
        bot: Bot | None = None,
    ) -> None:
        self.course = course
        self.bot = bot
        self.console = console
        self.recorder = recorder
        self.session = recorder.session
        self.players = players
        self.path = path
        self.log = log
        self.orders = orders
        self.names = Names(self.session.game.battle)
        self.numbered: list[Tree] = []
        self.opponents: dict[str, Player] = {
            side: player(level_of(name)) for side, name in players.items() if name != "human" and not is_bot(name)
        }
        self.intents: dict[str, tuple[int, str]] = {}  # by side, the turn and what was said in it
        self.declaring = ""  # the side that was last asked for its bombardments
        self.tell(events)

    def run(self) -> int:
        """Play to the end, or until the players leave. Whatever happens, the record is complete."""
        try:
            while self.session.game.question() is not None:
                state = self.session.state()
                if self.players[state["decides"]] == "human":
                    if not self.obey_orders():
                        self.decide(state)
                else:
                    self.answer(state["decides"])
            self.finish()
        except (Quit, EOFError, KeyboardInterrupt) as leaving:
            if not isinstance(leaving, Quit):
                self.console.say("\nThe input has ended." if isinstance(leaving, EOFError) else "")
            self.console.say(f"The game is put away. Go on with it by: pw play --resume {in_shell(self.path)}")
            if isinstance(leaving, KeyboardInterrupt):
                raise
        finally:
            self.recorder.put_away()
            if self.bot is not None:
                self.bot.dismiss()
        return 0

    def finish(self) -> None:
        result = self.session.state()["result"]
        self.show_board()
        sentence = result_sentence(self.names.sides, result)
        self.console.say(sentence[0].upper() + sentence[1:], "bold")
        self.console.say(f"The record is {self.path}; see it again with: pw replay {in_shell(self.path)}")

    def answer(self, side: str) -> None:
        """A computer opponent decides, and says once a turn what it is trying to do."""
        asked = self.session.game.question()
        if side in self.opponents:
            tree, intent = best(self.session, self.opponents[side], THINKING_TIME)
        else:
            assert self.bot is not None
            tree, intent = best_of_bot(self.bot, self.course, THINKING_TIME)
        turn = self.session.game.battle.turn
        # What the guns are told stays secret until they fire.
        secret = asked is not None and question(asked.name).secret
        if intent and not secret and self.intents.get(side, (-1, ""))[0] != turn:
            self.intents[side] = (turn, intent)
            self.console.say(f"{self.names.sides[side]}: {intent.rstrip('.')}.", "italic")
        self.act(tree)

    def obey_orders(self) -> bool:
        """Whether the player's standing orders settled what he would have been asked."""
        action = self.orders.answer(self.session.game)
        if action is not None:
            tree = action_to_tree(self.session.game.battle, action)
            self.console.say(f"By standing orders: {action_sentence(self.session.game.battle, tree)}.", "italic")
            self.act(tree)
        return action is not None

    # -- a decision of a human player

    def decide(self, state: Tree) -> None:
        self.hand_over(state)
        self.show_board()
        self.show_state(state)
        self.show(Choices(self.session).overview())
        answered = False
        while not answered:
            try:
                answered = self.obey(input("> ").strip())
            except IllegalAction as refusal:
                for reason in refusal.reasons:
                    self.console.say(f"Not allowed: {reason.text} [{reason.clause}]")
            except Refusal as refusal:
                self.console.say(str(refusal))

    def hand_over(self, state: Tree) -> None:
        """Between the two sides' declarations the screen is wiped: neither may see the other's."""
        declares = question(state["question"]["asks"]).secret
        side = state["decides"] if declares else ""
        secret = declares and self.declaring not in ("", side)
        self.declaring = side
        if not secret or set(self.players.values()) != {"human"}:
            return
        if sys.stdin.isatty() and self.console.is_terminal:
            self.console.clear()
            input(f"Hand over to {self.names.sides[side]}, who presses Enter. ")
            self.console.clear()
        else:
            self.console.say(f"---- Hand over to {self.names.sides[side]}. ----")

    def obey(self, line: str) -> bool:
        """Do what was typed; True if it was an action, so that there is a new position."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        unit = unit_called(self.session.game.battle, line)
        commands = {
            "help": self.help,
            "?": self.help,
            "log": self.show_log,
            "why": self.why,
            "odds": self.odds,
            "rule": self.rule,
            "save": self.save,
            "units": self.units,
        }
        if word in ("quit", "exit", "q"):
            raise Quit
        if word == "undo":
            self.recorder.undo()
            self.course.deeds.pop()
            self.log.append("(taken back)")
            self.console.say("Taken back.")
            return True
        if word == "board":
            self.show_board()
        elif word == "choices":
            self.show(Choices(self.session).overview())
        elif word in commands:
            commands[word](rest)
        elif unit is not None:
            self.show(Choices(self.session).of_unit(unit))
        elif line:
            self.act(self.numbered_or_typed(line))
            return True
        return False

    def numbered_or_typed(self, line: str) -> Tree:
        if not line.isdecimal():
            return read_order(self.session, line)
        if not 1 <= int(line[:6]) <= len(self.numbered):
            raise NotUnderstood(f"there is no choice {line[:6]}; the numbers are 1 to {len(self.numbered)}")
        return self.numbered[int(line[:6]) - 1]

    # -- what happens

    def act(self, tree: Tree) -> None:
        """Play an action and tell what came of it."""
        side = self.session.state()["decides"]
        declared = verb(tree["do"]).declared
        secret = declared and self.players[side] != "human"
        game, thrown = self.session.game, len(self.session.dice.thrown)
        action = game.settle(action_from_tree(game.battle, tree))
        number = game.decider()
        events = self.recorder.play(tree)
        self.course.note(number, action, thrown)
        if not events or declared:
            told = f"{self.names.sides[side]} has given a gun its target." if secret else ""
            self.console.say(told or action_sentence(self.session.game.battle, tree) + ".")
        self.tell(events)

    def tell(self, events: list[Tree]) -> None:
        for event in events:
            sentence = event_sentence(self.session.game.battle, event)
            self.log.append(sentence)
            self.console.say(sentence, "bold" if event["event"] in ("turn", "over") else None)
            if event["event"] == "turn" and "human" not in self.players.values():
                self.show_board()

    # -- what is shown

    def show_board(self) -> None:
        self.console.show_board(self.session.game.battle)

    def show(self, choices: Choices) -> None:
        self.numbered = choices.numbered or self.numbered
        for line in choices.lines:
            self.console.say(line)

    def show_state(self, state: Tree) -> None:
        turns = self.session.game.battle.objectives.turns
        words = [f"Turn {state['turn']} of {turns}", state["phase"].replace("-", " ")]
        if state["activations-left"] is not None:
            words.append(f"{state['activations-left']} activations left")
        if state["acting"] is not None:
            words.append(f"{state['acting']} is acting")
        self.console.say(" | ".join(words), "bold")
        strengths = [self.session.game.battle.roster.strength[number] for number in (0, 1)]
        self.console.say(" | ".join(side_words(*pair) for pair in zip(strengths, state["sides"], strict=True)))
        for order in self.session.state(state["decides"])["orders"]:
            self.console.say(f"Declared: {order['unit']} bombards {order['target']}")
        self.console.say(question_sentence(self.session.game.battle, state), "bold")

    # -- commands

    def help(self, rest: str) -> None:
        self.console.say(HELP)

    def show_log(self, rest: str) -> None:
        for sentence in self.log if rest == "all" else self.log[-SHOWN_OF_LOG:]:
            self.console.say(sentence)

    def units(self, rest: str) -> None:
        battle = self.session.game.battle
        for number, name in enumerate(battle.roster.side_names):
            self.console.say(name, "bold")
            for unit in battle.units(number):
                if battle.still_in_play(unit):
                    self.console.say(f"  {describe(battle, battle.roster.unit_ids[unit])}")

    def why(self, rest: str) -> None:
        tree = self.numbered_or_typed(rest)
        reasons = self.session.why_not(tree)
        if not reasons:
            self.console.say(f"That is allowed: {action_sentence(self.session.game.battle, tree)}.")
        for reason in reasons:
            rule = ledger.clauses().get(reason["clause"])
            self.console.say(f"Not allowed: {reason['text']} [{reason['clause']}]")
            if rule is not None:
                self.console.say(f"    {rule.rule}")

    def odds(self, rest: str) -> None:
        tree = self.numbered_or_typed(rest)
        words = odds_words(self.session.odds(tree), tree.get("unit", ""))
        self.console.say(words or "That throws no dice.")

    def rule(self, rest: str) -> None:
        try:
            found = ledger.clause(rest)
        except KeyError as error:
            raise NotUnderstood(str(error.args[0])) from None
        self.console.say(f"{found.id}: {found.rule} {found.ruling}".rstrip())

    def save(self, rest: str) -> None:
        if not rest:
            raise NotUnderstood("save needs the name of a file, such as save battle.pwg")
        target = Path(os.path.expanduser(rest))  # Path.expanduser raises an error for a user that there is not
        try:
            with target.open("xb") as copy:
                copy.write(self.path.read_bytes())
        except FileExistsError:
            raise NotUnderstood(f"{target} is there already; name another file") from None
        except (OSError, ValueError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else "that is no name of a file"
            raise NotUnderstood(f"{target}: {reason}") from None
        self.console.say(f"Saved in {target}; this game goes on in {self.path}")


def side_words(strength: int, side: Tree) -> str:
    """What a side has lost, and where it is exhausted."""
    if side["sp-lost"] is None:
        return f"{side['name']} has lost {side['units-lost']} units"
    words = f"{side['name']} has lost {side['sp-lost']} of {strength} SP"
    if side["exhausted"]:
        return f"{words} and is exhausted"
    point = side["exhaustion-point"]
    return f"{words} (exhausted at {point})" if point is not None else words
