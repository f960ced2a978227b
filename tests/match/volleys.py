"""Volleys: a made-up system whose every roll is a pool of dice, up to twenty at once.

Each side has a guard and a line. In turn a side waits or fires a die for each man, at most twelve of the guard and
eight of the line. The guard hits on four or more, the line on five or more; each hit takes a man, and fewer than three
hits do nothing. A side without men has lost; after six turns the side with more men wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, Literal

from game.board.hexgrid import HexBoard
from game.core.action import Action, BadNotation, Faces, NamesNothing, parse_faces
from game.core.branches import Branch, grouped, representatives
from game.core.chance import CHANCE, D6, DiceGroup, Die, Roll
from game.core.contract import DRAW, BadPosition, Counter, Result, ScenarioInfo, System, Traits
from game.core.evaluator import Evaluator, Weighed, unranked
from game.core.event import Event, Noted, Rolled
from game.core.message import say
from game.core.offer import Offer, Picked
from game.core.preview import Outcome, Preview, UnitLine
from game.core.prompt import Prompt
from game.core.theme import SeatInfo, Theme
from game.core.verdict import LEGAL, Illegal, IllegalAction, Legal, Reason, RuleRef, Verdict

SEATS = ("red", "white")
HEXES = tuple(f"{column:02}{row:02}" for column in range(1, 7) for row in range(1, 5))
PLACES = ("0202", "0503")
BOARD = HexBoard("field", "The field", HEXES, dict.fromkeys(HEXES, "plain"), {}, {}, {})
GUARD, LINE = frozenset((4, 5, 6)), frozenset((5, 6))
NEEDED = 3
"""The least number of hits that has an effect."""
LAST = 12
"""The last player turn."""


def rule(number: str) -> RuleRef:
    return RuleRef("volleys", number)


@dataclass(frozen=True, slots=True)
class VolleysAction(NamesNothing):
    """To fire, or to wait."""

    notation: str


FIRE, WAIT = VolleysAction("fire"), VolleysAction("wait")


@dataclass(frozen=True, slots=True)
class State:
    """A position."""

    men: tuple[int, int] = (30, 30)
    """Those of Red and of White."""
    turn: int = 1
    firing: bool = False
    """Whether the roll of a volley is pending."""

    @property
    def seat(self) -> int:
        return (self.turn - 1) % 2


def dice_of(men: int) -> tuple[tuple[Die, ...], tuple[DiceGroup, ...]]:
    """A die for each man: the guard's first, then the line's."""
    guard, line = min(men, 12), min(max(men - 12, 0), 8)
    groups = (DiceGroup("Guard", tuple(range(guard)), "", "guard", GUARD),
              DiceGroup("Line", tuple(range(guard, guard + line)), "", "line", LINE))
    return (D6,) * (guard + line), groups[: 1 + bool(line)]


@lru_cache(maxsize=64)
def volley(men: int) -> Mapping[int, Branch]:
    """The branches of a volley by effective hits; fewer than ``NEEDED`` count as none."""
    dice, groups = dice_of(men)
    guard = len(groups[0].dice)

    def count(before: tuple[int, int], _: Die, face: int) -> tuple[int, int]:
        fallen, hits = before
        return fallen + 1, hits + (face in (GUARD if fallen < guard else LINE))

    found: dict[int, Branch] = {}
    for (_, hits), branch in grouped(dice, (0, 0), count).items():
        hits = hits if hits >= NEEDED else 0
        known = found.get(hits)
        found[hits] = branch if known is None else Branch(known.faces, known.chance + branch.chance)
    return found


class VolleysEvaluator(Evaluator[State]):
    """Values a state by the difference of men, as a share of those at the start."""

    def settled(self, state: State) -> bool:
        return not state.firing

    def worth(self, state: State, seat: str) -> float:
        ours = SEATS.index(seat)
        return (state.men[ours] - state.men[1 - ours]) / 30

    def plausible(self, state: State) -> Sequence[Action]:
        return (FIRE, FIRE, WAIT)

    def shortlist(self, state: State) -> Sequence[Weighed]:
        return unranked((WAIT, FIRE))

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> str:
        return f"{action.notation}s"


class Volleys(System[State]):
    """The rules of volleys."""

    name = "volleys"
    traits = Traits("hex", enumerable=True)
    theme = Theme("Volleys", say("Made up"), say(""), (
        SeatInfo("red", "Red", "#7a2020", "#ffffff", "solid"),
        SeatInfo("white", "White", "#ffffff", "#000000", "dashed"),
    ), (("red", "fire"), ("white", "fire")), art="kassala")
    seats = SEATS
    scenarios = (ScenarioInfo("field", "The field", "volleys/field.tmx", say("Thirty men a side"), LAST),)
    options = ()

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        if scenario != "field" or options:
            raise KeyError(f"no {scenario} with {options}")
        return State()

    def board(self, state: State) -> HexBoard:
        return BOARD

    def to_act(self, state: State) -> str | None:
        if state.turn > LAST or not all(state.men):
            return None
        return CHANCE if state.firing else SEATS[state.seat]

    def prompt(self, state: State) -> Prompt:
        mode: Literal["roll", "move"] = "roll" if state.firing else "move"
        return Prompt("fire", state.turn, self.to_act(state), say("Fire or wait"), rule("1"), mode=mode)

    def check(self, state: State, action: Action) -> Verdict:
        roll = self.pending_roll(state)
        if isinstance(action, Faces):
            legal = roll is not None and roll.fits(action.faces)
        else:
            legal = roll is None and action in (FIRE, WAIT) and self.to_act(state) is not None
        return LEGAL if legal else Illegal((Reason(rule("1"), say("Not now")),))

    def candidates(self, state: State) -> Sequence[Action]:
        roll = self.pending_roll(state)
        if roll is not None:
            return representatives(roll, lambda: self.branches(state))
        return (FIRE, WAIT) if self.to_act(state) is not None else ()

    def canonical(self, state: State, action: Action) -> Action:
        return action

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        if not picked.units:
            return ()
        why = Reason(rule("1"), say("{unit} does nothing by itself", unit=picked.units[0]))
        return (Offer(Illegal((why,)), units=picked.units),)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        verdict = self.check(state, action)
        if not isinstance(verdict, Legal):
            raise IllegalAction(action, verdict)
        if action == FIRE:
            return replace(state, firing=True), (Noted(rule("1"), say("{seat} fires", seat=SEATS[state.seat])),)
        done = replace(state, turn=state.turn + 1, firing=False)
        if not isinstance(action, Faces):
            return done, (Noted(rule("1"), say("{seat} waits", seat=SEATS[state.seat])),)
        dice, groups = dice_of(state.men[state.seat])
        event = Rolled(rule("2"), dice, action.faces, "", say(""), "Volley", needed=NEEDED, groups=groups)
        hits = len(event.hits or ())
        lost = hits if hits >= NEEDED else 0
        men = list(state.men)
        men[1 - state.seat] = max(0, men[1 - state.seat] - lost)
        event = replace(event, result=str(lost), meaning=say("{lost} men lost", lost=lost))
        return replace(done, men=(men[0], men[1])), (event,)

    def pending_roll(self, state: State) -> Roll | None:
        if self.to_act(state) != CHANCE:
            return None
        men = state.men[state.seat]
        dice, groups = dice_of(men)
        chances = {str(hits): branch.chance for hits, branch in volley(men).items()}
        return Roll(dice, say("Volley"), rule("2"), chances, SEATS[state.seat], groups, ordered=False)

    def branches(self, state: State) -> Sequence[Branch]:
        return tuple(volley(state.men[state.seat]).values()) if self.to_act(state) == CHANCE else ()

    def preview(self, state: State, action: Action) -> Preview | None:
        if action != FIRE and not isinstance(action, Faces):
            return None
        chances = volley(state.men[state.seat])
        lines = [(UnitLine(f"{seat}-men", men),) for seat, men in zip(SEATS, state.men, strict=True)]
        outcomes = tuple(
            Outcome(str(n), branch.chance, say("{n} men lost", n=n), rule("2")) for n, branch in chances.items()
        )
        return Preview(lines[state.seat], lines[1 - state.seat], (), 0, 0, "", f"{NEEDED} hits count", None, outcomes)

    def evaluator(self) -> VolleysEvaluator:
        return VolleysEvaluator()

    def result(self, state: State) -> Result | None:
        if self.to_act(state) is not None:
            return None
        (ours, theirs) = state.men
        winner = DRAW if ours == theirs else SEATS[ours < theirs]
        text = say("{winner}: {ours} men to {theirs}", winner=winner, ours=ours, theirs=theirs)
        return Result(winner, text, rule("3"), "shot" if not all(state.men) else "time")

    def counters(self, state: State) -> tuple[Counter, ...]:
        return tuple(
            Counter(f"{seat}-men", seat, f"{seat.title()} men", "M", "infantry", str(men), place if men else None)
            for seat, men, place in zip(SEATS, state.men, PLACES, strict=True)
        )

    def position(self, state: State) -> dict[str, Any]:
        return {
            "scenario": "field", "options": [], "turn": state.turn, "phase": "roll" if state.firing else "fire",
            "to_act": self.to_act(state), "men": list(state.men),
            "units": [{"id": f"{seat}-men", "place": place} for seat, place in zip(SEATS, PLACES, strict=True)],
        }

    def from_position(self, position: Mapping[str, Any]) -> State:
        men, turn = position.get("men", [30, 30]), position.get("turn", 1)
        if type(turn) is not int or not isinstance(men, list) or [int, int] != [type(n) for n in men]:
            raise BadPosition("men and turn: expected whole numbers")
        if not all(0 <= n <= 99 for n in men) or not 1 <= turn <= LAST + 1:
            raise BadPosition("men and turn: out of range")
        return State((men[0], men[1]), turn, position.get("phase") == "roll")

    def parse(self, text: str) -> Action:
        match text.split():
            case ["roll", *words]:
                return parse_faces(words)
            case [("fire" | "wait") as word]:
                return VolleysAction(word)
        raise BadNotation(f"expected 'fire' or 'wait', not {text!r}")


def mean_hits(men: int) -> Fraction:
    """The exact mean of the effective hits, computed from two binomials instead of ``volley``."""
    guard, line = min(men, 12), min(max(men - 12, 0), 8)
    total = Fraction(0)
    for g in range(guard + 1):
        for n in range(line + 1):
            chance = Fraction(comb(guard, g), 2**guard) * comb(line, n) * Fraction(2 ** (line - n), 3**line)
            total += chance * (g + n if g + n >= NEEDED else 0)
    return total
