"""A tiny game whose best play is known exactly: two sides send carts to granaries, and a storm may close one.

Red sends its carts, one to a granary at most while there is room; a die decides whether the last granary is closed by a
storm; then Blue sends its carts, and Red counts. A granary goes to the side with more carts in it, and the side whose
granaries hold more wins. ``solved`` gives the expected balance when Red counts, if Blue plays best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

from game.core.action import Faces, NamesNothing, NamesUnitAndPlace
from game.core.branches import every_outcome
from game.core.chance import CHANCE, D6
from game.core.evaluator import Evaluator, Weighed
from game.core.message import say
from game.core.prompt import Prompt
from game.core.rules import Result, ScenarioInfo
from game.core.verdict import LEGAL, Illegal, IllegalAction, Reason, RuleRef

RED, BLUE = "red", "blue"
YARD = ""
"""The place of carts that have not been sent."""
STORM = 5
"""The lowest face that brings the storm."""
RULE = RuleRef("granaries", "1")


@dataclass(frozen=True, slots=True)
class Send(NamesUnitAndPlace):
    """Send a cart to a granary."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"send {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class End(NamesNothing):
    """Send no more carts."""

    @property
    def notation(self) -> str:
        return "end"


@dataclass(frozen=True)
class Setting:
    """The granaries and the carts of a game, which do not change."""

    worths: tuple[int, ...]
    """The value of each granary."""
    rooms: tuple[int, ...]
    """The number of one side's carts that fit into each granary."""
    carts: tuple[int, int]
    """The number of Red's and of Blue's carts."""


@dataclass(frozen=True)
class State:
    """A position."""

    setting: Setting
    at: tuple[str, ...]
    """The granary of each cart: Red's carts first, then Blue's."""
    stage: int = 0
    """0 Red sends, 1 the die, 2 Blue sends, 3 Red counts, 4 over."""
    closed: bool = False
    """Whether a storm has closed the last granary."""


@dataclass(frozen=True, slots=True)
class Cart:
    """The part of a counter that computer players use."""

    unit: str
    place: str | None


class Granaries:
    """The part of a rule system that computer players use."""

    name, seats = "granaries", (RED, BLUE)
    scenarios: tuple[ScenarioInfo, ...] = ()

    def initial(self, setting: Setting) -> State:
        return State(setting, (YARD,) * sum(setting.carts))

    def to_act(self, state: State) -> str | None:
        return (RED, CHANCE, BLUE, RED, None)[state.stage]

    def may_interrupt(self, state: State) -> tuple[str, ...]:
        return ()

    def prompt(self, state: State) -> Prompt:
        return Prompt("send", 1, self.to_act(state), say("Send carts"), RULE, main=End())

    def position(self, state: State) -> dict[str, Any]:
        return {"at": state.at, "stage": state.stage, "closed": state.closed}

    def counters(self, state: State) -> list[Cart]:
        return [Cart(f"c{i}", place or None) for i, place in enumerate(state.at)]

    def _own(self, state: State) -> range:
        red = state.setting.carts[0]
        return range(red) if state.stage == 0 else range(red, sum(state.setting.carts))

    def candidates(self, state: State) -> list[Any]:
        if state.stage == 1:
            return [Faces((face,)) for face in D6.faces]
        own, setting = self._own(state), state.setting
        sends = [
            Send(f"c{i}", str(g)) for i in own if state.at[i] == YARD for g, room in enumerate(setting.rooms)
            if sum(state.at[j] == str(g) for j in own) < room
        ]
        return [*(sends if state.stage < 3 else ()), End()] if state.stage < 4 else []

    def check(self, state: State, action: Any) -> Any:
        return LEGAL if action in self.candidates(state) else Illegal((Reason(RULE, say("Not now")),))

    def branches(self, state: State) -> Any:
        return every_outcome((D6,))

    def apply(self, state: State, action: Any) -> tuple[State, tuple[()]]:
        verdict = self.check(state, action)
        if not verdict:
            raise IllegalAction(action, verdict)
        if isinstance(action, Send):
            slot = int(action.unit[1:])
            return replace(state, at=(*state.at[:slot], action.place, *state.at[slot + 1:])), ()
        if isinstance(action, Faces):
            return replace(state, stage=2, closed=action.faces[0] >= STORM), ()
        return replace(state, stage=state.stage + 1), ()

    def result(self, state: State) -> Result | None:
        if state.stage < 4:
            return None
        winner = RED if balance(state) > 0 else BLUE if balance(state) < 0 else "draw"
        return Result(winner, say("Over"), RULE, winner)


def balance(state: State) -> float:
    """The value of Red's granaries less that of Blue's, as a share of the total."""
    setting, red = state.setting, state.setting.carts[0]
    total = 0
    for g, worth in enumerate(setting.worths):
        if state.closed and g == len(setting.worths) - 1:
            continue
        ours = sum(place == str(g) for place in state.at[:red])
        theirs = sum(place == str(g) for place in state.at[red:])
        total += worth * ((ours > theirs) - (ours < theirs))
    return total / sum(setting.worths)


class GranariesEvaluator(Evaluator[State]):
    """Values a state by its current balance. All legal actions are on its shortlist, the richest granary first."""

    def __init__(self, rules: Granaries) -> None:
        self.rules = rules

    def settled(self, state: State) -> bool:
        return True

    def worth(self, state: State, seat: str) -> float:
        return balance(state) if seat == RED else -balance(state)

    def plausible(self, state: State) -> Sequence[Any]:
        return self.rules.candidates(state)

    def shortlist(self, state: State) -> list[Weighed]:
        worths = state.setting.worths
        return [Weighed(a, worths[int(a.place)] if isinstance(a, Send) else 0.0) for a in self.rules.candidates(state)]

    def plans(self, state: State) -> bool:
        return state.stage in (0, 2, 3)

    def aims(self, state: State) -> list[frozenset[str]]:
        return [frozenset((str(g),)) for g in range(len(state.setting.worths))]

    def why(self, state: State, action: Any, then: Sequence[Any] | None = None) -> str:
        return str(action.notation)


def settings(count: int, seed: int) -> list[Setting]:
    """Random settings, small enough to be solved."""
    lots = Random(seed)
    return [
        Setting(tuple(lots.choices(range(1, 10), k=3)), tuple(lots.choices((1, 2), k=3)),
              (lots.randint(2, 3), lots.randint(1, 2)))
        for _ in range(count)
    ]


def sendings(setting: Setting, side: int) -> list[tuple[str, ...]]:
    """Every arrangement of a side's carts at the end of its stage."""
    choices = (YARD, *map(str, range(len(setting.worths))))
    return [
        at for at in product(choices, repeat=setting.carts[side])
        if all(at.count(str(g)) <= room for g, room in enumerate(setting.rooms))
    ]


@cache
def solved(setting: Setting) -> dict[tuple[str, ...], float]:
    """Arrangement of Red's carts -> its exact expectation against Blue's best replies."""
    found = {}
    for ours in sendings(setting, 0):
        expected = 0.0
        for face in D6.faces:
            closed = face >= STORM
            expected += min(balance(State(setting, ours + theirs, 3, closed)) for theirs in sendings(setting, 1)) / 6
        found[ours] = expected
    return found
