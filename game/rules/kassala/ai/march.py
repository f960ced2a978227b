"""Finds an arrangement of a side's units for a movement phase or a set-up, and the actions that lead to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from game.core.action import Action
from game.rules.kassala.actions import Place
from game.rules.kassala.deployment import all_placements
from game.rules.kassala.movement import enemy_zone
from game.rules.kassala.state import State
from game.rules.kassala.units import CANNONS, CAVALRY, ROSTER, SIDE, SLOT, slots

Places = list[int]
Value = Callable[[Places], float]
EPSILON = 1e-9
CHOICE = 4
"""End hexes of a unit that are weighed in full at a time."""


class March:
    """A search over where the units of the seat to act stand when its phase ends."""

    def __init__(self, state: State, moves: dict[int, dict[int, Action]], hint: Value, value: Value, random: Random,
                 enough: Callable[[], bool]) -> None:
        """A search.

        :param moves: for every unit that may move its end hexes and the actions that lead there.
        :param hint: a quick estimate of an arrangement, to tell what deserves its full ``value``.
        """
        self.state = state
        self.moves = moves
        self.hint = hint
        self.value = value
        self.random = random
        self.enough = enough
        self.apart = CANNONS if state.setting.cannon else 0
        """Units that do not stand in others' way."""

    def climb(self, places: Places, worth: float, sweeps: int = 4) -> tuple[float, Places]:
        """Improve one unit at a time until nothing does."""
        units = list(self.moves)
        for _ in range(sweeps):
            self.random.shuffle(units)
            better = False
            for slot in units:
                found = self._best_place(places, worth, slot)
                if found is not None:
                    worth, places[slot] = found
                    better = True
                if self.enough():
                    return worth, places
            if not better:
                break
        return worth, places

    def _best_place(self, places: Places, worth: float, slot: int) -> tuple[float, int] | None:
        old = places[slot]
        best: tuple[float, int] | None = None
        taken = {h for i, h in enumerate(places) if i != slot and not self.apart >> i & 1}
        home = self.state.at[slot]
        ends = [end for end in (*self.moves[slot], home) if end >= 0 and end != old and end not in taken]
        if len(ends) > CHOICE:
            hints = {}
            for end in ends:
                places[slot] = end
                hints[end] = self.hint(places)
            ends.sort(key=hints.__getitem__, reverse=True)
        for end in ends[:CHOICE]:
            places[slot] = end
            value = self.value(places)
            if value > worth + EPSILON:
                worth, best = value, (value, end)
        places[slot] = old
        return best

    def gather(self, places: Places, target: int) -> bool:
        """Bring as many free units as there is room for next to a hex, the strongest first."""
        around = self.state.setting.ground.adjacent[target]
        taken = {h for i, h in enumerate(places) if not self.apart >> i & 1}
        comers = sorted(self.moves, key=lambda slot: (-ROSTER[slot].strength, self.random.random()))
        changed = False
        for slot in comers:
            if places[slot] >= 0 and around >> places[slot] & 1:
                continue
            ends = [end for end in self.moves[slot] if around >> end & 1 and end not in taken]
            if ends:
                taken.discard(places[slot])
                places[slot] = self.random.choice(ends)
                taken.add(places[slot])
                changed = True
        return changed

    def search(self, start: Places, targets: Sequence[int]) -> list[Places]:
        """Arrangements worth a closer look, the best first: where units stand, and concentrations on each target."""
        best, places = self.climb(list(start), self.value(start))
        found = {tuple(places): best}
        for target in targets:
            if self.enough():
                break
            trial = list(places)
            if self.gather(trial, target):
                worth, trial = self.climb(trial, self.value(trial), 2)
                found[tuple(trial)] = worth
                if worth > best + EPSILON:
                    best, places = worth, trial
        return [list(places) for places in sorted(found, key=lambda key: -found[key])]

    def wait(self, start: Places, zone: int) -> Places:
        """The best arrangement found in which nobody goes next to an enemy."""
        kept, self.moves = self.moves, {
            slot: {end: move for end, move in ends.items() if not zone >> end & 1} for slot, ends in self.moves.items()
        }
        places = self.climb(list(start), self.value(start))[1]
        self.moves = kept
        return places

    def order(self, places: Places) -> list[Action]:
        """The actions that lead to an arrangement: a hex is left before it is entered."""
        now = list(self.state.at)
        waiting = [slot for slot in self.moves if places[slot] != now[slot]]
        actions: list[Action] = []
        while waiting:
            taken = {h for i, h in enumerate(now) if not self.apart >> i & 1}
            slot = next((slot for slot in waiting if places[slot] not in taken), None)
            if slot is None:
                break
            waiting.remove(slot)
            now[slot] = places[slot]
            actions.append(self.moves[slot][places[slot]])
        return actions


def movement_ends(state: State) -> dict[int, dict[int, Action]]:
    """For every unit that may move: the hexes it may go to and the moves there, friends in them left aside."""
    seat = state.now.seat
    enemy = state.occupied[1 - seat]
    zone = enemy_zone(state, seat)
    found: dict[int, dict[int, Action]] = {}
    for slot in slots(SIDE[seat] & ~CANNONS & ~state.moved):
        here = state.at[slot]
        if here < 0 or zone >> here & 1:
            continue
        ends: dict[int, Action] = {}
        for bit, routes in state.setting.ground.routes(slot, here):
            if not bit & enemy:
                for route in routes:
                    if not (route.interior & zone or route.whole & enemy):
                        ends[route.end] = route.move
                        break
        if ends:
            found[slot] = ends
    return found


def setup_ends(state: State) -> dict[int, dict[int, Action]]:
    """For every unit still to be placed: the hexes it may be set up in."""
    index = state.setting.ground.index
    found: dict[int, dict[int, Action]] = {}
    for action in all_placements(state):
        if isinstance(action, Place):
            found.setdefault(SLOT[action.unit], {})[index[action.place]] = action
    return found


def scatter(state: State, moves: dict[int, dict[int, Action]], random: Random) -> Places:
    """Any lawful arrangement of units still to be placed: infantry in the towns first."""
    places = list(state.at)
    towns = state.setting.ground.town
    taken = {h for h in places if h >= 0}

    def rank(slot: int) -> tuple[int, bool, int]:
        unit = ROSTER[slot]
        return unit.bit & CANNONS, unit.arm == CAVALRY, -unit.strength

    for slot in sorted(moves, key=rank):
        ends = [end for end in moves[slot] if end not in taken]
        best = [end for end in ends if end in towns] or ends
        places[slot] = random.choice(best)
        taken.add(places[slot])
    return places
