"""The sequence of play: the Raiders' secret, movement, and what comes after each phase (3, 5, 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from game.core.action import Action
from game.core.chance import Die, Roll
from game.core.decision import Answer, Chance, Decision, Done
from game.core.event import Event, Moved, Noted, PhaseBegan, Rolled
from game.core.message import Text, say
from game.core.offer import Offer, Picked
from game.core.verdict import Illegal, Reason

from . import ending
from .actions import Choose, Enough, Move
from .ground import EXIT
from .reaction import asked
from .state import LAST, STACK, Phase, State
from .units import ALL_RAIDERS, COLUMN, DUSTS, RAIDERS, SIDES, UNITS, WAGONS, Kind, other, refuse, rule

DEAL = (Die("d8", tuple(range(1, 9))), Die("d7", tuple(range(1, 8))))
WAYS = tuple(combinations(range(len(ALL_RAIDERS)), DUSTS))
"""The 56 ways in which three of eight can be Dust (ruling 1)."""


class SetUp(Decision[State]):
    """The Raiders name two counters in secret (3.2, ruling 1)."""

    name = Phase.SETUP
    rule = rule("3.2", 1)
    mode = "move"
    asks = say("Name two counters in secret, one after the other: with the dice they settle which are Dust")

    def seat(self, state: State) -> str:
        return RAIDERS

    def answers(self, state: State) -> Iterator[Answer]:
        for raider in ALL_RAIDERS:
            if raider not in state.cut:
                yield Answer(Choose(raider), (raider,), words=say("Name it in secret"))

    def why_unable(self, state: State, unit: str) -> Reason:
        named = say("{unit} has been named", unit=UNITS[unit].name)
        return refuse("3.2", named, 1) if unit in state.cut else super().why_unable(state, unit)

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Choose)
        after = replace(state, cut=(*state.cut, action.unit))
        told = Noted(self.rule, say("The Raiders have named a counter in secret"))
        return replace(after, pending=Deal() if len(after.cut) == 2 else None), (told,)


class Deal(Chance[State]):
    """The dice that settle which raiders are Dust (3.2, ruling 1)."""

    name = Phase.SETUP
    rule = rule("3.2", 1)

    def button(self, state: State) -> Text:
        return say("Roll")

    def roll(self, state: State) -> Roll:
        return Roll(DEAL, say("Which are Dust"), self.rule, {"dealt": Fraction(1)}, RAIDERS)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        rolled = Rolled(self.rule, DEAL, faces, "dealt", say("only the Raiders know which are Dust"), say("Set-up"))
        first, second = state.cut
        kinds = state.kinds
        if first is not None and second is not None:
            one, others = ALL_RAIDERS.index(first), [raider for raider in ALL_RAIDERS if raider != first]
            number = (one + faces[0]) % 8 * 7 + (others.index(second) + faces[1]) % 7
            kinds = tuple(Kind.DUST if n in WAYS[number] else Kind.RIDER for n in range(len(ALL_RAIDERS)))
        after, events = _begun(replace(state, kinds=kinds, cut=(), pending=None), 1, COLUMN, Phase.MOVEMENT)
        return after, (rolled, *events)


class UnitPhase(Decision[State]):
    """A phase of a side."""

    mode = "move"

    def seat(self, state: State) -> str:
        return state.seat

    def main(self, state: State) -> tuple[Action, Text]:
        return Enough(), say("End movement") if self.name == Phase.MOVEMENT else say("End combat")

    def why_not(self, state: State, action: Action) -> Reason | None:
        return self.why_unable(state, action.units[0]) if action.units else Reason(self.rule, self.asks)

    def why_unable(self, state: State, unit: str) -> Reason:
        name = UNITS[unit].name
        if unit in state.safe:
            return refuse("9.1", say("{unit} is safe", unit=name))
        if state.at[unit] is None:
            return refuse("8.4", say("{unit} is out of the game", unit=name))
        if UNITS[unit].seat != state.seat:
            return refuse("5", say("{unit} is not of the phasing side, {side}", unit=name, side=SIDES[state.seat]))
        return Reason(self.rule, self.asks)


class Movement(UnitPhase):
    """The movement of a side (6)."""

    name = Phase.MOVEMENT
    rule = rule("6")
    asks = say("Move any or all of your units")
    elsewhere = say("That is too far")

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in state.free():
            for place in ends(state, unit):
                yield Answer(Move(unit, place), (unit,), place)
        yield Answer(Enough())

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        """Hexes near by that cannot be reached say why."""
        found = list(super().offers(state, picked))
        unit = picked.units[0] if picked.units else None
        if unit not in state.free():
            return found
        near, named = UNITS[unit].moves + 1, {offer.place for offer in found}
        for place in state.board.places:
            if place not in named and state.board.distance(place, state.at[unit] or "") <= near:
                found.append(Offer(Illegal((self.no_way(state, unit, place),)), Move(UNITS[unit].id, place), (unit,),
                                   place))
        return found

    def why_not(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, Move) and action.unit in state.free():
            return self.no_way(state, action.unit, action.place)
        return super().why_not(state, action)

    def no_way(self, state: State, unit: str, place: str) -> Reason:
        """Why a unit that may move cannot go to a hex."""
        name, kind = UNITS[unit].name, UNITS[unit].kind
        if not state.board.knows(place):
            return refuse("2.1", say("There is no hex {hex}", hex=place))
        if place == state.at[unit]:
            return refuse("6", say("{unit} is there", unit=name))
        if not state.ground.enters(None, place):
            return refuse("6.1", say("The river can be entered only at a ford"))
        if not state.ground.enters(kind, place):
            return refuse("6.2", say("Wagons cannot enter woods"))
        if state.in_hex(place, other(UNITS[unit].seat)):
            return refuse("6.4", say("An enemy is in {hex}", hex=place))
        if len(state.in_hex(place, UNITS[unit].seat)) >= STACK:
            return refuse("6.3", say("Two units are in {hex}", hex=place))
        free = state.ground.board.index[place] in replace(
            state, places=tuple(there if UNITS[one].seat == UNITS[unit].seat else None
                                for one, there in state.at.items())).ways(unit).points
        if free:
            return refuse("6.5", say("On the way to {hex} {unit} stops next to an enemy", hex=place, unit=name), 3)
        return refuse("6.1", say("{hex} is too far: {unit} has {points} points", hex=place, unit=name,
                                 points=UNITS[unit].moves))

    def why_unable(self, state: State, unit: str) -> Reason:
        name = UNITS[unit].name
        if unit in state.done:
            return refuse("6", say("{unit} has moved", unit=name))
        if unit in state.on_map(state.seat):
            if unit in state.halted:
                return refuse("7", say("{unit} was halted and misses this movement", unit=name))
            return refuse("6.1", say("{unit} can go nowhere", unit=name))
        return super().why_unable(state, unit)

    def apply(self, state: State, action: Action) -> Done[State]:
        if not isinstance(action, Move):
            return next_phase(state)
        unit, ways, board = action.unit, state.ways(action.unit), state.board
        node = board.index[action.place]
        path = (state.at[unit] or "", *(board.hexes[step] for step in ways.path(node)))
        went = Moved(rule("6"), unit, UNITS[unit].name, path, ways.points[node])
        after = replace(state.put(unit, action.place), done=state.done | {unit})
        return replace(after, pending=asked(after, unit)), (went,)


def ends(state: State, unit: str) -> Iterator[str]:
    """Where a unit may end its movement (6.3)."""
    for node in state.ways(unit).before:
        place = state.board.hexes[node]
        if len(state.in_hex(place, UNITS[unit].seat)) < STACK:
            yield place


class Over(Decision[State]):
    """The game has ended (9.2)."""

    name = Phase.OVER
    rule = rule("9.2")
    mode = "over"
    asks = say("The game is over")

    def seat(self, state: State) -> None:
        return None

    def answers(self, state: State) -> Iterator[Answer]:
        return iter(())

    def whose(self, state: State) -> None:
        return None


def _begun(state: State, turn: int, seat: str, phase: Phase) -> Done[State]:
    after = replace(state, turn=turn, seat=seat, phase=phase, done=frozenset(), struck=frozenset())
    told = say("{side}: movement", side=SIDES[seat]) if phase == Phase.MOVEMENT else (
        say("{side}: attacks", side=SIDES[seat]))
    return after, (PhaseBegan(rule("5"), turn, phase, seat, told),)


def next_phase(state: State) -> Done[State]:
    """The sequence of play moves on, phase by phase (5, ruling 2)."""
    if state.phase == Phase.COMBAT and state.seat == COLUMN:
        return _begun(state, state.turn, RAIDERS, Phase.MOVEMENT)
    if state.phase == Phase.COMBAT:
        if state.turn == LAST:
            return ending.ended(state)
        return _begun(replace(state, reacted=frozenset()), state.turn + 1, COLUMN, Phase.MOVEMENT)
    if state.seat == RAIDERS:
        return _begun(state, state.turn, RAIDERS, Phase.COMBAT)
    # Ruling 6: halted or not, a wagon in column 10 leaves. Those that have missed this movement are free again (7).
    leaving = [wagon for wagon in WAGONS if (state.at[wagon] or "").startswith(EXIT)]
    after = replace(state, safe=state.safe | set(leaving), halted=(state.halted & state.done) - set(leaving))
    events: list[Event] = []
    for wagon in leaving:
        after = after.put(wagon, None)
        events.append(Noted(rule("9.1"), say("{unit} leaves the map and is safe", unit=UNITS[wagon].name)))
    after, more = _begun(after, state.turn, COLUMN, Phase.COMBAT) if after.wagons else ending.ended(after)
    return after, (*events, *more)
