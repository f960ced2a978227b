"""Cups and pebbles: a toy system that shares nothing with any wargame, to prove that the core fits other games.

Three cups in a ring of hexes hold pebbles. In turn each seat takes one to three pebbles from one cup, or flips a coin:
on heads the fullest cup loses one, on tails it gains one, with at most ten flips a game. A seat may also peek at the
sealed cup, which reveals its bonus. The seat that takes the last pebble wins; with option ``misere`` it loses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from game.board.hexgrid import HexBoard, SideFeature
from game.core.action import Action, BadNotation, Faces, NamesNothing, parse_faces
from game.core.chance import CHANCE, COIN, Modifier, Roll
from game.core.contract import (
    BadPosition,
    Counter,
    OptionInfo,
    Result,
    ScenarioInfo,
    System,
    Traits,
)
from game.core.event import Event, Noted
from game.core.message import Message, say
from game.core.offer import Offer, Picked
from game.core.preview import Outcome, Preview
from game.core.prompt import Duty, Prompt
from game.core.theme import SeatInfo, Theme
from game.core.verdict import LEGAL, Illegal, IllegalAction, Reason, RuleRef, Verdict

CUPS = ("0101", "0102", "0201")
FLIPS = 10
BOARD = HexBoard(
    name="ring",
    title="The ring",
    hexes=CUPS,
    terrain=dict.fromkeys(CUPS, "cup"),
    sides={
        ("0101", "0102"): (SideFeature("rim", True),),
        ("0102", "0101"): (SideFeature("rim", False),),
    },
    zones={"table": frozenset(CUPS)},
    objectives={"Saucer": frozenset({"0201"})},
)


def rule(number: str, ruling: int | None = None) -> RuleRef:
    return RuleRef("pebbles", number, ruling)


@dataclass(frozen=True, slots=True)
class Take(NamesNothing):
    count: int
    cup: str

    @property
    def notation(self) -> str:
        return f"take {self.count} {self.cup}"


@dataclass(frozen=True, slots=True)
class Word(NamesNothing):
    word: str

    @property
    def notation(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    type: ClassVar[str] = "revealed"
    reveals: ClassVar[bool] = True
    bonus: Fraction

    @property
    def text(self) -> Message:
        return say("The bonus is {bonus}", bonus=self.bonus)


@dataclass(frozen=True, slots=True)
class State:
    scenario: str
    options: tuple[str, ...]
    cups: tuple[int, ...]
    turn: int = 1
    seat: str = "left"
    flipping: bool = False
    flips: int = 0
    peeked: bool = False


def other(seat: str) -> str:
    return "right" if seat == "left" else "left"


class Pebbles(System[State]):
    """The toy's rules."""

    name = "pebbles"
    traits = Traits("hex", enumerable=True)
    theme = Theme("Cups and Pebbles", say("A toy"), say(""), (
        SeatInfo("left", "Left", "#000000", "#ffffff", "solid"),
        SeatInfo("right", "Right", "#ffffff", "#000000", "dashed"),
    ), ())
    seats = ("left", "right")
    scenarios = (
        ScenarioInfo("ring", "The ring", "pebbles/ring.tmx", say("Four in each cup"), 40),
        ScenarioInfo("lesson", "A lesson", "pebbles/ring.tmx", say("Two pebbles"), 40, example=True),
    )
    options = (OptionInfo("misere", say("Misere"), rule("4")), OptionInfo("coins", say("Coins"), rule("3")))

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        cups = {"ring": (4, 4, 4), "lesson": (2, 0, 0)}[scenario]
        return State(scenario, tuple(options), cups)

    def board(self, state: State) -> HexBoard:
        return BOARD

    def to_act(self, state: State) -> str | None:
        if not any(state.cups):
            return None
        return CHANCE if state.flipping else state.seat

    def prompt(self, state: State) -> Prompt:
        phase = "flip" if state.flipping else "take"
        duties = () if state.flipping else (Duty(("hand",), say("Somebody must take"), rule("1", 2)),)
        return Prompt(phase, state.turn, self.to_act(state), say("Take pebbles"), rule("1"), duties)

    def check(self, state: State, action: Action) -> Verdict:
        def no(number: str, text: str, **values: Any) -> Illegal:
            return Illegal((Reason(rule(number), say(text), values),))

        actor = self.to_act(state)
        if isinstance(action, Faces):
            return LEGAL if actor == CHANCE and COIN_ROLL.fits(action.faces) else no("3", "No coin is flipped now")
        if actor not in self.seats:
            return no("1", "Nobody takes now")
        if isinstance(action, Take):
            there = state.cups[CUPS.index(action.cup)] if action.cup in CUPS else -1
            if there < 0:
                return no("1", "There is no such cup", cup=action.cup)
            if not 1 <= action.count <= 3:
                return no("2", "One to three pebbles are taken", count=action.count)
            if action.count > there:
                values = {"asked": action.count, "there": there}
                return Illegal((Reason(rule("2", 1), say("The cup holds too few"), values),))
            return LEGAL
        if action == Word("flip"):
            return LEGAL if state.flips < FLIPS else no("3", "Enough coins were flipped", flips=state.flips)
        if action == Word("peek"):
            return LEGAL if not state.peeked else no("5", "One peek a game")
        return no("1", "That is no move here")

    def candidates(self, state: State) -> Sequence[Action]:
        if self.to_act(state) == CHANCE:
            return [Faces(faces) for faces in COIN_ROLL.all_faces()]
        every: list[Action] = [Take(n, cup) for cup in CUPS for n in (1, 2, 3)]
        every += [Word("flip"), Word("peek")]
        return [action for action in every if self.check(state, action)]

    def canonical(self, state: State, action: Action) -> Action:
        return action

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        if not picked.units:
            return ()
        why = Reason(rule("1"), say("{unit} does nothing by itself", unit=picked.units[0]))
        return (Offer(Illegal((why,)), units=picked.units),)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        verdict = self.check(state, action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        cups = list(state.cups)
        following = replace(state, seat=other(state.seat), turn=state.turn + 1)
        match action:
            case Take(count, cup):
                cups[CUPS.index(cup)] -= count
                after = replace(following, cups=tuple(cups))
                text = say("{seat} takes {count} from {cup}", seat=state.seat, count=count, cup=cup)
                return after, (Noted(rule("1"), text),)
            case Faces((face,)):
                cups[cups.index(max(cups))] += -1 if face else 1
                return replace(following, cups=tuple(cups), flipping=False), (Noted(rule("3"), say("The coin falls")),)
            case Word("flip"):
                return replace(state, flipping=True, flips=state.flips + 1), ()
        return replace(state, peeked=True), (Revealed(rule("5"), Fraction(1, 3)),)

    def pending_roll(self, state: State) -> Roll | None:
        return COIN_ROLL if self.to_act(state) == CHANCE else None

    def preview(self, state: State, action: Action) -> Preview | None:
        if action != Word("flip"):
            return None
        term = Modifier(1, "pebble", rule("3"), "coin")
        half = Fraction(1, 2)
        less, more = say("one less"), say("one more")
        outcomes = (Outcome("less", half, less, rule("3")), Outcome("more", half, more, rule("3")))
        return Preview((), (), (term,), 1, 1, "1-1", "none", "1-1", outcomes)

    def result(self, state: State) -> Result | None:
        if any(state.cups):
            return None
        last = other(state.seat)
        winner = state.seat if "misere" in state.options else last
        return Result(winner, say("{winner} wins", winner=winner), rule("4"), "last-pebble")

    def counters(self, state: State) -> tuple[Counter, ...]:
        return (Counter("hand", "left", "Hand", "H", "hand", "1", "0101"),)

    def position(self, state: State) -> dict[str, Any]:
        return {
            "scenario": state.scenario,
            "options": list(state.options),
            "turn": state.turn,
            "phase": "flip" if state.flipping else "take",
            "to_act": self.to_act(state),
            "seat": state.seat,
            "units": [{"id": "hand", "place": "0101"}],
            "cups": dict(zip(CUPS, state.cups, strict=True)),
            "flips": state.flips,
            "peeked": state.peeked,
        }

    def from_position(self, position: Mapping[str, Any]) -> State:
        first = self.initial(position["scenario"], tuple(position["options"]))
        known = set(self.position(first))
        if strange := set(position) - known:
            raise BadPosition(f"{min(strange)}: unknown key")
        cups = position.get("cups", dict(zip(CUPS, first.cups, strict=True)))
        if not isinstance(cups, dict) or set(cups) != set(CUPS) or not all(type(n) is int for n in cups.values()):
            raise BadPosition(f"cups: expected pebbles in {', '.join(CUPS)}")
        if not all(0 <= n <= 99 for n in cups.values()):
            raise BadPosition("cups: expected 0 to 99 pebbles")
        seat = position.get("seat", first.seat)
        if seat not in self.seats:
            raise BadPosition(f"seat: expected left or right, not {seat!r}")
        turn = position.get("turn", 1)
        flips = position.get("flips", 0)
        if type(turn) is not int or type(flips) is not int:
            raise BadPosition("turn and flips: expected whole numbers")
        return replace(
            first,
            cups=tuple(cups[cup] for cup in CUPS),
            seat=seat,
            turn=turn,
            flips=flips,
            flipping=position.get("phase") == "flip",
            peeked=bool(position.get("peeked", False)),
        )

    def parse(self, text: str) -> Action:
        match text.split():
            case ["roll", *words]:
                return parse_faces(words)
            case ["take", count, cup] if count.isascii() and count.isdigit() and len(count) < 5:
                return Take(int(count), cup)
            case [("flip" | "peek") as word]:
                return Word(word)
        raise BadNotation(f"expected 'take N CUP', 'flip' or 'peek', not {text!r}")


COIN_ROLL = Roll((COIN,), say("The coin"), rule("3"), {"less": Fraction(1, 2), "more": Fraction(1, 2)})
