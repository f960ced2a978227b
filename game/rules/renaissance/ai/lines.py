"""The moves that a player with a plan thinks of: parts of a battle line that go forward, wheel, and close with the
enemy; single bases that fight, support or guard a flank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from game.board.manoeuvre import ahead, ahead_by, beside_by, swept
from game.core.action import Action
from game.core.fields import UnitName
from game.core.pose import DEGREE
from game.rules.renaissance.engine.actions import March, Step
from game.rules.renaissance.engine.bases import beside
from game.rules.renaissance.engine.ground import BAD
from game.rules.renaissance.engine.limits import reach
from game.rules.renaissance.engine.moves import able
from game.rules.renaissance.engine.sampling import group_of
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.words import MU


def parts(state: State) -> Iterator[tuple[int, ...]]:
    """Parts of the battle lines of the side whose bound it is, longer ones first: whole lines, what is clear of bad
    going, what is of one kind."""
    seen: set[tuple[int, ...]] = set()
    movers = [slot for slot in state.there(state.seat) if able(state, slot) is None]
    for slot in movers:
        whole = group_of(state, slot, movers)
        if len(whole) < 2:
            continue
        front = sorted((one for one in whole if not _behind_another(state, one, whole)),
                       key=lambda one: beside_by(state.standing(slot).pose, state.standing(one).pose.spot))
        runs = [tuple(front)]
        runs += [tuple(found) for clear, found in groupby(front, key=lambda one: _clear(state, one)) if clear]
        runs += [tuple(found) for _, found in groupby(front, key=lambda one: _class(state, one))]
        half = len(front) // 2
        runs += [tuple(front[:half]), tuple(front[half:])]
        for run in runs:
            body = _with_rear(state, run, whole)
            if len(body) > 1 and body not in seen and _adjoining(state, run):
                seen.add(body)
                yield body


def _class(state: State, slot: int) -> tuple[bool, int]:
    return state.element(slot).mounted, reach(state, slot)


def _behind_another(state: State, slot: int, whole: Sequence[int]) -> bool:
    pose = state.standing(slot).pose
    return any(ahead_by(pose, state.standing(mate).pose.spot) > MU // 2
               and abs(beside_by(pose, state.standing(mate).pose.spot)) < MU // 4 for mate in whole if mate != slot)


def _adjoining(state: State, run: Sequence[int]) -> bool:
    return all(b in beside(state, a) for a, b in pairwise(run))


def _with_rear(state: State, run: tuple[int, ...], whole: Sequence[int]) -> tuple[int, ...]:
    """A part of the front with the bases behind it."""
    rest = [one for one in whole if one not in run and any(
        abs(beside_by(state.standing(mate).pose, state.standing(one).pose.spot)) < MU // 4 for mate in run)]
    return (*run, *rest)


def _clear(state: State, slot: int) -> bool:
    """Whether the ground ahead of a base, as far as it may go, is clear of bad going."""
    one = state.standing(slot)
    ground = swept(one.corners, one.base.corners(ahead(one.pose, reach(state, slot))))
    return not state.ground.under(ground) & (BAD | {"river"})


def marches(state: State) -> Iterator[Action]:
    """Marches of parts of the line: ahead by several lengths, to the enemy, slight wheels.

    Lengths and angles are chosen by hand and were not measured.
    """
    for body in parts(state):
        names: tuple[UnitName, ...] = tuple(state.roster[slot].id for slot in body)
        most = min(reach(state, slot) for slot in body)
        near = _gap(state, body)
        for units in dict.fromkeys((min(most, near) if near is not None else most, most, most - MU, 2 * MU, MU)):
            if 0 < units <= most:
                yield March(names, (Step("ahead", units),))
        for kind in ("left", "right"):
            for angle in (8, 20):
                yield March(names, (Step(kind, angle * DEGREE),))
            yield March(names, (Step(kind, 6 * DEGREE), Step("ahead", most // 2)))


def _gap(state: State, body: Sequence[int]) -> int | None:
    """Units straight ahead to the first enemy before a part of the line."""
    found = []
    for slot in body:
        one = state.standing(slot)
        for enemy in state.there(1 - state.roster[slot].seat):
            other = state.standing(enemy)
            if abs(beside_by(one.pose, other.pose.spot)) < 2 * MU:
                deep = min(ahead_by(one.pose, spot) for spot in other.corners)
                if deep > 0:
                    found.append(deep)
    return min(found, default=None)
