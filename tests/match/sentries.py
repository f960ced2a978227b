"""A made-up system of two sentries that turn, step and share out shots; the other side may answer every step.

1: a sentry faces one of six directions, and turns or steps as often as it has orders. 2: after a step the other side
may shoot once, or not. 3: shots are shared out among the targets. 4: the game is drawn after three player turns. 5: a
sentry in camp enters by the first column; if it leaves from there, it wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.board.hexgrid import DIRECTIONS, HexBoard
from game.core.action import Action, BadNotation
from game.core.chance import Roll
from game.core.contract import DRAW, BadPosition, Counter, OptionInfo, Result, ScenarioInfo, System, Traits
from game.core.event import Event, Moved, Noted
from game.core.interrupts import Reactions
from game.core.message import say
from game.core.offer import FacingOffer, Offer, Picked, Share, Sharing, SharingOffer
from game.core.presenter import OffMapBox, OffMapBoxes
from game.core.preview import Preview
from game.core.prompt import Budget, Prompt
from game.core.theme import SeatInfo, Theme
from game.core.verdict import LEGAL, Illegal, IllegalAction, Reason, RuleRef, Verdict

SEATS = ("red", "white")
PLACES = tuple(f"{column:02d}{row:02d}" for column in range(1, 6) for row in range(1, 5))
BOARD = HexBoard("post", "The post", PLACES, dict.fromkeys(PLACES, "plain"), {}, {}, {})
ORDERS, SHOTS, LAST = 4, 5, 3
CAMP, HOME = "camp", "home"
EDGE = tuple(place for place in PLACES if place.startswith("01"))


def rule(number: str) -> RuleRef:
    return RuleRef("sentries", number)


@dataclass(frozen=True, slots=True)
class Do:
    """``face``, ``step``, ``shoot``, ``pass`` or ``end``, with the sentry and further values."""

    word: str
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    @property
    def notation(self) -> str:
        parts = (self.word, ",".join(self.units) or "-", ",".join(self.places) or "-",
                 ",".join(map(str, self.numbers)) or "-")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class State:
    at: tuple[str, str] = ("0202", "0402")
    angles: tuple[int, int] = (0, 180)
    hits: tuple[int, int] = (0, 0)
    turn: int = 1
    orders: int = ORDERS
    asked: bool = False
    """Whether the other side decides whether to shoot."""

    @property
    def seat(self) -> int:
        return (self.turn - 1) % 2


class Sentries(OffMapBoxes[State], Reactions[State], System[State]):
    """The rules of sentries."""

    name = "sentries"
    traits = Traits("hex", enumerable=True, facings=True)
    theme = Theme("Sentries", say("Made up"), say(""), (
        SeatInfo("red", "Red", "#7a2020", "#ffffff", "solid"),
        SeatInfo("white", "White", "#ffffff", "#000000", "dashed"),
    ), (("red", "watch"), ("white", "watch")), art="kassala")
    seats = SEATS
    scenarios = (ScenarioInfo("post", "The post", "sentries/post.tmx", say("Two sentries"), LAST),)
    options: tuple[OptionInfo, ...] = ()

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        return State()

    def board(self, state: State) -> HexBoard:
        return BOARD

    def to_act(self, state: State) -> str | None:
        if state.turn > LAST or HOME in state.at:
            return None
        return SEATS[1 - state.seat if state.asked else state.seat]

    def prompt(self, state: State) -> Prompt:
        acting = self.to_act(state)
        if acting is None:
            return Prompt("watch", LAST, None, say("It is over"), rule("4"), mode="over")
        if state.asked:
            return Prompt("watch", state.turn, acting, say("Shoot at who has stepped?"), rule("2"), (), Do("pass"),
                          say("Do not shoot"), phasing_seat=SEATS[state.seat], reaction=say("reaction fire"))
        budget = Budget(say("Orders"), state.orders, ORDERS)
        return Prompt("watch", state.turn, acting, say("Turn, step or shoot"), rule("1"), (), Do("end"),
                      say("End the watch"), budgets=(budget,))

    def candidates(self, state: State) -> Sequence[Action]:
        acting = self.to_act(state)
        if acting is None:
            return ()
        if state.asked:
            return (Do("pass"), Do("shoot", (acting,), (), (SHOTS,)))
        me = state.seat
        found = [Do("end")]
        if state.orders and state.at[me] == CAMP:
            found += [Do("enter", (acting,), (place,)) for place in EDGE if place not in state.at]
        elif state.orders:
            found += [Do("leave", (acting,), (HOME,))] if state.at[me] in EDGE else []
            found += [Do("face", (acting,), (), (angle,)) for angle in range(0, 360, 60) if angle != state.angles[me]]
            found += [Do("step", (acting,), (place,)) for place in self._steps(state)]
            found += [Do("shoot", (acting,), (), (left, SHOTS - left)) for left in range(SHOTS + 1)]
        return found

    def _steps(self, state: State) -> list[str]:
        here = BOARD.index[state.at[state.seat]]
        near = (BOARD.hexes[n] for n in BOARD.neighbours[here] if n >= 0)
        return [place for place in near if place not in state.at]

    def check(self, state: State, action: Action) -> Verdict:
        if action in self.candidates(state):
            return LEGAL
        return Illegal((Reason(rule("1"), say("That is not possible now")),))

    def canonical(self, state: State, action: Action) -> Action:
        return action

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        acting = self.to_act(state)
        if not picked.units:
            return (Offer(units=(acting,)),) if acting is not None else ()
        unit = picked.units[0]
        if unit != acting:
            return (Offer(Illegal((Reason(rule("1"), say("It is the other sentry's watch")),)), units=(unit,)),)
        if state.asked:
            shot = Do("shoot", (unit,), (), (SHOTS,))
            return (Offer(action=shot, units=(unit,), label=say("Shoot")),)
        found: list[Offer] = []
        here = state.at[state.seat]
        for action in self.candidates(state):
            assert isinstance(action, Do)
            if action.word == "face":
                way = DIRECTIONS[action.numbers[0] // 60]
                found.append(FacingOffer(action=action, units=(unit,), place=here, angle=action.numbers[0],
                                         label=say("Face {way}", way=way.upper())))
            elif action.word == "leave":
                found.append(Offer(action=action, units=(unit,), place=HOME, label=say("Goes home")))
            elif action.word in ("step", "enter"):
                found.append(Offer(action=action, units=(unit,), place=action.places[0]))
        if state.orders and here != CAMP:
            shares = (Share(say("At the wall")), Share(say("At the other sentry"), (SEATS[1 - state.seat],)))
            found.append(SharingOffer(units=(unit,), label=say("Shoot …"), sharing=Sharing(
                say("{count} shots", count=SHOTS), SHOTS, shares, lambda parts: Do("shoot", (unit,), (), parts))))
        return found

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        verdict = self.check(state, action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        assert isinstance(action, Do)
        me, told = state.seat, (Noted(rule("1"), say("{what}", what=action.notation)),)
        if state.asked:
            hits = _with(state.hits, me, state.hits[me] + sum(action.numbers))
            return replace(state, asked=False, hits=hits), told
        spent = replace(state, orders=state.orders - 1)
        match action.word:
            case "face":
                return replace(spent, angles=_with(state.angles, me, action.numbers[0])), told
            case "step" | "enter" | "leave":
                at = (action.places[0], state.at[1]) if me == 0 else (state.at[0], action.places[0])
                moved = Moved(rule("1"), SEATS[me], SEATS[me].title(), (state.at[me], action.places[0]), 1)
                return replace(spent, at=at, asked=action.word == "step"), (moved,)
            case "shoot":
                return replace(spent, hits=_with(state.hits, 1 - me, state.hits[1 - me] + action.numbers[1])), told
        return replace(state, turn=state.turn + 1, orders=ORDERS), told

    def pending_roll(self, state: State) -> Roll | None:
        return None

    def preview(self, state: State, action: Action) -> Preview | None:
        return None

    def boxes(self, state: State) -> Sequence[OffMapBox]:
        return OffMapBox(CAMP, say("Camp"), "white"), OffMapBox(HOME, say("Home"))

    def result(self, state: State) -> Result | None:
        if HOME in state.at:
            winner = SEATS[state.at.index(HOME)]
            return Result(winner, say("{side} is home", side=winner.title()), rule("5"), "home")
        return Result(DRAW, say("Nobody wins"), rule("4"), "drawn") if self.to_act(state) is None else None

    def counters(self, state: State) -> tuple[Counter, ...]:
        return tuple(Counter(seat, seat, seat.title(), seat[:3].upper(), "infantry", str(state.hits[n]), state.at[n],
                             angle=state.angles[n]) for n, seat in enumerate(SEATS))

    def describe(self, state: State, action: Action) -> str:
        return action.notation

    def position(self, state: State) -> dict[str, Any]:
        return {"at": list(state.at), "angles": list(state.angles), "hits": list(state.hits), "turn": state.turn,
                "orders": state.orders, "asked": state.asked}

    def from_position(self, position: Mapping[str, Any]) -> State:
        try:
            at, angles, hits = (tuple(position[key]) for key in ("at", "angles", "hits"))
            return State(at, angles, hits, position["turn"], position["orders"], position["asked"])
        except (KeyError, TypeError) as error:
            raise BadPosition(f"{error}: expected every part of a position") from None

    def parse(self, text: str) -> Action:
        parts = text.split()
        if len(parts) != 4:
            raise BadNotation(f"expected four words, not {text!r}")
        units, places, numbers = (() if part == "-" else tuple(part.split(",")) for part in parts[1:])
        return Do(parts[0], units, places, tuple(map(int, numbers)))


def _with(pair: tuple[int, int], number: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if number == 0 else (pair[0], value)
