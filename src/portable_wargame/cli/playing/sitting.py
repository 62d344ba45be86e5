"""A battle being played at the terminal: each decision is shown, answered, recorded and told."""

import os
import sys
from pathlib import Path

from ...ai.opponents.conceding import gives_up
from ...ai.opponents.players import Player, player
from ...ai.opponents.standing_orders import StandingOrders
from ...battle.battle import NOBODY, Battle
from ...battle.naming import capital, counted
from ...consultation.throws_to_come import of_action, of_ruling
from ...consultation.view import asks_in_secret
from ...game.errors import Refusal
from ...game.game import IllegalAction
from ...game.views import unveiled
from ...record.recording import Recorder
from ...rules.movement.deployment import WHERE_TO_DEPLOY
from ...rulesets import ledger
from ...simulation.contest.battle_log import BattleLog
from ...simulation.contest.bots import Bot, is_bot
from ...speech import trees
from ...speech.chances import odds_words
from ...speech.happenings import says_more
from ...speech.notation import action_from_tree, action_to_tree
from ...speech.results import result_sentence
from ...speech.sentences import Names, action_sentence, command_sentence, event_sentence, question_sentence
from ...speech.umpire.rulings import ruling_from_tree
from ...speech.verbs import verb
from ..terminal import Terminal, in_shell
from . import overruling
from .choices import Choices, describe
from .opponent import THINKING_TIME, best, best_of_bot, level_of
from .orders import NotUnderstood, read_order, unit_called
from .table_dice import TableDice

SHOWN_OF_LOG = 20

HELP = """\
3              take choice 3 from the list
r1             list the orders for r1; any clear abbreviation of its id or name will do
r1 c4          move r1 to c4 (or retreat, come on or deploy there)
r1 c4 n        the same, ending up facing north; r1 n turns on the spot; r1 b3 c3 c4 gives the route
r1 c4 double   a double move, where the book has one
r1 f d5        fire on d5, or bombard it; r1 x d5 attacks d5 in close combat
r1 f d5 gas    with a gas shell; r1 f d5 air fires at the aircraft over d5; r1 strafe
r1 load r4     also r1 unload, r1 mount, r1 dismount, r1 rally, r1 leave
r1 lay-wire    also r1 lay-mines, r1 clear-wire d5, r1 clear-mines d5 (by default, where it stands)
advance, stand, lose, test, first      answers to questions (yes and no will do)
done           this unit has finished, or the guns have; end: end your turn
undo           take back your last order, unless dice have been rolled
set r1 c4 n    the umpire overrules: put r1 there; also set r1 sp 2, set c4 woods, set turn 5 (help set)
accept         the victory, if the computer has offered to give up; otherwise just play on
why r1 c4      why not, with the rules; odds r1 f d5 gives the chances
rule ID        a rule in full; log [all]; board; units; choices; help
save FILE      a copy of the record; quit: leave (the game is always saved)"""


class Quit(Exception):
    """The player leaves; the game is saved."""


class Sitting:
    def __init__(
        self,
        console: Terminal,
        recorder: Recorder,
        players: dict[str, str],
        path: Path,
        events: list[trees.Event],
        log: list[str],
        orders: StandingOrders,
        course: BattleLog,
        bot: Bot | None = None,
        table_dice: TableDice | None = None,
    ) -> None:
        self.course = course
        self.table_dice = table_dice
        self.bot = bot
        self.console = console
        self.recorder = recorder
        self.session = recorder.session
        self.players = players
        self.path = path
        self.log = log
        self.orders = orders
        self.names = Names(self.session.game.battle)
        self.numbered: list[trees.Action] = []
        self.opponents: dict[str, Player] = {
            side: player(level_of(name)) for side, name in players.items() if name != "human" and not is_bot(name)
        }
        self.intents: dict[str, tuple[int, str]] = {}  # by side, the turn and the intent told in it
        self.hurried: list[str] = []  # sides whose level is too much for this machine: say so once
        self.conceding: list[str] = []  # the computer's sides that have offered to give up: each offers once
        self.declaring = ""  # the side that was last asked for its bombardments
        self.tell(events)

    def run(self) -> int:
        """Play to the end, or until the players leave. Whatever happens, the record is complete."""
        try:
            while self.session.game.question() is not None:
                side = self.session.decides() or ""
                if self.players[side] != "human":
                    self.answer(side)
                elif not self.obey_orders():
                    self.decide(side, self.session.state())
            self.finish()
        except (Quit, EOFError, KeyboardInterrupt) as leaving:
            if not isinstance(leaving, Quit):
                self.console.say("\nEnd of input." if isinstance(leaving, EOFError) else "")
            self.console.say(f"Game saved. Resume with: pw play --resume {in_shell(self.path)}")
            if isinstance(leaving, KeyboardInterrupt):
                raise
        finally:
            self.recorder.put_away()
            if self.bot is not None:
                self.bot.dismiss()
        return 0

    def finish(self) -> None:
        result = self.session.state()["result"]
        assert result is not None
        self.show_board()
        self.console.say(f"{result_sentence(self.names.sides, result, self.session.game.battle.field.places)}.", "bold")
        self.console.say(f"Record: {self.path}. Replay it with: pw replay {in_shell(self.path)}")

    def answer(self, side: str) -> None:
        """A computer opponent decides, and says once a turn what it is trying to do."""
        secret = asks_in_secret(self.session.game)
        if side in self.opponents:
            answer = best(self.session, self.opponents[side], THINKING_TIME)
        else:
            assert self.bot is not None
            answer = best_of_bot(self.bot, self.course, THINKING_TIME)
        intent = answer.intent
        turn = self.session.game.battle.turn
        # Orders to guns stay secret until they fire, and secret placements until they are found.
        if intent and not secret and self.intents.get(side, (-1, ""))[0] != turn:
            self.intents[side] = (turn, intent)
            self.console.say(
                f"{self.names.sides[side]}: {intent}{'' if intent[-1] in '.!?' else '.'}",
                "italic",
            )
        if answer.hurried and side not in self.hurried:
            self.hurried.append(side)
            name = capital(self.names.side(side))
            self.console.say(f"{name} had to stop thinking early: this machine is too slow for the level.", "italic")
        self.act(answer.action)

    def obey_orders(self) -> bool:
        """Whether the player's standing orders settled the question."""
        action = self.orders.answer(self.session.game)
        if action is not None:
            tree = action_to_tree(self.session.game.battle, action)
            self.console.say(f"By standing orders – {command_sentence(self.session.game.battle, tree)}.", "italic")
            self.act(tree)
        return action is not None

    # -- a decision of a human player

    def decide(self, side: str, state: trees.State) -> None:
        self.hand_over(side)
        self.show_board()
        self.show_state(side, state)
        self.show_concession()
        self.show(Choices(self.session).overview())
        answered = False
        while not answered:
            try:
                answered = self.obey(input("> ").strip())
            except IllegalAction as refusal:
                for reason in refusal.reasons:
                    self.console.say(f"{reason.text} [{reason.clause}]")
            except Refusal as refusal:
                self.console.say(str(refusal))

    def hand_over(self, decides: str) -> None:
        """Wipe the screen between the two sides' declarations: neither may see the other's. Round a real table players
        call out their targets."""
        game = self.session.game
        declares = asks_in_secret(game) and (self.table_dice is None or game.question() is WHERE_TO_DEPLOY)
        side = decides if declares else ""
        secret = declares and self.declaring not in ("", side)
        self.declaring = side
        if not secret or set(self.players.values()) != {"human"}:
            return
        if sys.stdin.isatty() and self.console.is_terminal:
            self.console.clear()
            input(f"Hand over to {self.names.side(side)}: press Enter when you are there. ")
            self.console.clear()
        else:
            self.console.say(f"---- Hand over to {self.names.side(side)}. ----")

    def obey(self, line: str) -> bool:
        """Carry out what the player typed; True if it was an action, so that there is a new position."""
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
        if word == "accept":
            return self.accept()
        if word == "undo":
            self.recorder.undo()
            self.course.deeds.pop()
            self.log.append("(taken back)")
            self.console.say("Taken back.")
            return True
        if word == "set":
            self.overrule(rest)
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

    def show_concession(self) -> None:
        """A computer that has as good as lost says so, once a battle."""
        for number, side in enumerate(self.session.game.battle.roster.side_ids):
            if side in self.opponents and side not in self.conceding and gives_up(self.session.game, number):
                self.conceding.append(side)
                self.console.say(f"{capital(self.names.side(side))} offers to give up: accept, or fight on.", "bold")

    def accept(self) -> bool:
        if not self.conceding:
            raise NotUnderstood("nobody has offered to give up")
        self.tell(says_more(self.recorder.resign(self.conceding[-1])))
        return True

    def numbered_or_typed(self, line: str) -> trees.Action:
        if not line.isdecimal():
            return read_order(self.session, line)
        if not 1 <= int(line[:6]) <= len(self.numbered):
            raise NotUnderstood(f"there is no choice {line[:6]}; pick a number from 1 to {len(self.numbered)}")
        return self.numbered[int(line[:6]) - 1]

    # -- what happens

    def act(self, tree: trees.Action) -> None:
        """Play an action and tell what happened."""
        side = self.session.decides() or ""
        declared = verb(tree["do"]).declared
        game, thrown = self.session.game, len(self.session.dice.thrown)
        action = game.settle(action_from_tree(game.battle, tree))
        number = game.decider()
        if self.table_dice is not None and game.allows(action):
            self.table_dice.fetch(of_action(game, action), game.battle, self.players[side] == "human")
        asked = game.question()
        asks = asked.name if asked is not None else ""
        events = says_more(self.recorder.play(tree))
        self.course.note(number, action, thrown)
        if declared or not (events or verb(tree["do"]).quiet):
            hides = asked is WHERE_TO_DEPLOY
            secret = (declared or hides) and self.players[side] != "human"
            what = "placed something in secret" if hides else "chose a target for a gun"
            told = capital(f"{self.names.side(side)} {what}.") if secret else ""
            self.console.say(told or action_sentence(self.session.game.battle, tree, side, asks) + ".")
        self.tell(events, game.battle)

    def tell(self, events: list[trees.Event], before: Battle | None = None) -> None:
        for event in events:
            sentence = event_sentence(self.session.game.battle, event, before=before)
            self.log.append(sentence)
            self.console.say(sentence, "bold" if event["event"] in ("turn", "over") else None)
            if event["event"] == "turn" and "human" not in self.players.values():
                self.show_board()

    # -- on the screen

    def show_board(self) -> None:
        """Show the board with the viewer's own hidden things: the player who decides, or the only human."""
        game = self.session.game
        people = [number for number, side in enumerate(game.battle.roster.side_ids) if self.players[side] == "human"]
        decides = game.decider()
        eyes = decides if decides in people else people[0] if len(people) == 1 else NOBODY
        if game.battle.concealed and eyes != NOBODY:
            game = unveiled(game, eyes)
        self.console.show_board(game.battle, eyes)

    def show(self, choices: Choices) -> None:
        self.numbered = choices.numbered or self.numbered
        for line in choices.lines:
            self.console.say(line)

    def show_state(self, side: str, state: trees.State) -> None:
        turns = self.session.game.battle.objectives.turns
        words = [f"Turn {state['turn']} of {turns}", state["phase"].replace("-", " ")]
        if state["activations-left"] is not None:
            words.append(f"{counted(state['activations-left'], 'activation')} left")
        if state["acting"] is not None:
            words.append(f"{self.names.unit(state['acting'])} acting")
        self.console.say(" | ".join(words), "bold")
        strengths = [self.session.game.battle.roster.strength[number] for number in (0, 1)]
        self.console.say(" | ".join(side_words(*pair) for pair in zip(strengths, state["sides"], strict=True)))
        for order in self.session.state(side)["orders"]:
            self.console.say(f"{self.names.unit(order['unit'])} will bombard {order['target']}")
        self.console.say(question_sentence(self.session.game.battle, state, addressed=True), "bold")

    # -- commands

    def help(self, rest: str) -> None:
        self.console.say(overruling.HELP if rest == "set" else HELP)

    def overrule(self, rest: str) -> None:
        """The umpire sets something by hand; if they gave no reason, we ask for one."""
        if self.bot is not None:
            raise NotUnderstood("the bot can't follow a ruling: play without it, or take the move back")
        said, _, reason = rest.partition(" because ")
        changes = overruling.read_changes(self.session.game.battle, said)
        reason = reason.strip() or self.console.ask("Why?")
        game = self.session.game
        if self.table_dice is not None:
            self.table_dice.fetch(of_ruling(game, ruling_from_tree(game.battle, changes)), game.battle)
        try:
            line, _ = self.recorder.overrule(changes, reason)
        except Refusal:
            if self.table_dice is not None:
                self.table_dice.take_back(len(self.session.dice.thrown))
            raise
        self.tell(line.events, game.battle)

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
            self.console.say(f"Allowed – {command_sentence(self.session.game.battle, tree)}.")
        for reason in reasons:
            rule = ledger.find(reason["clause"])
            self.console.say(f"{reason['text']} [{reason['clause']}]")
            if rule is not None:
                self.console.say(f"    {rule.rule}")

    def odds(self, rest: str) -> None:
        tree = self.numbered_or_typed(rest)
        words = odds_words(self.session.game.battle, self.session.odds(tree), tree.get("unit", ""))
        self.console.say(words or "That takes no dice.")

    def rule(self, rest: str) -> None:
        try:
            found = ledger.clause(rest)
        except KeyError as error:
            raise NotUnderstood(str(error.args[0])) from None
        self.console.say(f"{found.id}: {found.rule} {found.ruling}".rstrip())

    def save(self, rest: str) -> None:
        if not rest:
            raise NotUnderstood("give a file name: save battle.pwg")
        target = Path(os.path.expanduser(rest))  # Path.expanduser raises an error for an unknown user
        try:
            with target.open("xb") as copy:
                copy.write(self.path.read_bytes())
        except FileExistsError:
            raise NotUnderstood(f"{target} already exists; give another name") from None
        except (OSError, ValueError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else "not a file name"
            raise NotUnderstood(f"{target}: {reason}") from None
        self.console.say(f"Saved as {target}; this game continues in {self.path}")


def side_words(strength: int, side: trees.Side) -> str:
    """What a side has lost, and when it is exhausted."""
    if side["sp-lost"] is None:
        return f"{side['name']}: lost {counted(side['units-lost'], 'unit')}"
    words = f"{side['name']}: lost {side['sp-lost']} of {strength} SP"
    if side["exhausted"]:
        return f"{words}, exhausted"
    point = side["exhaustion-point"]
    return f"{words} (exhausted at {point})" if point is not None else words
