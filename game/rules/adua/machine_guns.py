"""Machine guns: their test at first use, repairs, and odds before they are tested (5.1, ruling 18)."""

from __future__ import annotations

from collections.abc import Container, Iterator
from fractions import Fraction
from itertools import product

from game.core.message import Text, several
from game.rules.adua.state import JAMMED, LOST, NEW, WORKING, Repairing, State

REPAIRED, BROKEN = 5, 1
"""The least face that repairs a machine gun, and the one that ends it (5.1)."""
TESTED = 4
"""The least face with which it works when it is first used (5.1)."""


def untested(state: State, slots: Container[int]) -> tuple[int, ...]:
    """Machine guns of some units that have not been tested yet (5.1)."""
    return tuple(n for n, gun in enumerate(state.guns) if gun.unit in slots and gun.status == NEW)


def tested(state: State, number: int, face: int) -> State:
    """A die when a machine gun is first used (5.1)."""
    status = WORKING if face >= TESTED else JAMMED
    return state.with_gun(number, status=status, since=state.turn)


def repaired(state: State, face: int) -> State:
    """A die to repair a machine gun (5.1)."""
    top = state.top
    assert isinstance(top, Repairing)
    number, *rest = top.guns
    state = state.swapped(Repairing(tuple(rest)))
    if face >= REPAIRED:
        return state.with_gun(number, status=WORKING)
    return state.with_gun(number, status=LOST) if face == BROKEN else state


def as_tested(state: State, slots: Container[int]) -> Iterator[tuple[Fraction, State]]:
    """Every combination of test results for the machine guns of some units, with its chance: they are tested before
    the roll that counts them (ruling 18)."""
    new, works = untested(state, slots), Fraction(7 - TESTED, 6)
    for results in product((WORKING, JAMMED), repeat=len(new)):
        chance, after = Fraction(1), state
        for number, status in zip(new, results, strict=True):
            chance *= works if status == WORKING else 1 - works
            after = after.with_gun(number, status=status)
        yield chance, after


def note(state: State, slots: Container[int]) -> Text:
    """That the odds count the tests of machine guns that are still to come; nothing where there are none."""
    new = len(untested(state, slots))
    return several("A machine gun is tested first: the chances count both ways",
                   "{count} machine guns are tested first: the chances count every way", new) if new else ""
