"""Machine guns: their test at first use, repairs, and odds before they are tested (5.1, ruling 18)."""

from __future__ import annotations

from collections.abc import Container, Iterator
from fractions import Fraction
from itertools import product
from typing import Annotated

from game.core.fields import Between
from game.core.indices import Slot
from game.core.message import Message, Text, say, several
from game.rules.adua.decisions import OneDie, Range
from game.rules.adua.harm import Done
from game.rules.adua.sides import rule
from game.rules.adua.state import JAMMED, LOST, NEW, WORKING, AduaPhase, AduaState

REPAIRED, BROKEN = 5, 1
"""The least face that repairs a machine gun, and the one that ends it (5.1)."""
TESTED = 4
"""The least face with which it works when it is first used (5.1)."""


def untested(state: AduaState, slots: Container[Slot]) -> tuple[int, ...]:
    """Machine guns of some units that have not been tested yet (5.1)."""
    return tuple(n for n, gun in enumerate(state.guns) if gun.unit in slots and gun.status == NEW)


def as_tested(state: AduaState, slots: Container[Slot]) -> Iterator[tuple[Fraction, AduaState]]:
    """Every combination of test results for the machine guns of some units, with its chance: they are tested before
    the roll that counts them (ruling 18)."""
    new, works = untested(state, slots), Fraction(7 - TESTED, 6)
    for results in product((WORKING, JAMMED), repeat=len(new)):
        chance, after = Fraction(1), state
        for number, status in zip(new, results, strict=True):
            chance *= works if status == WORKING else 1 - works
            after = after.with_gun(number, status=status)
        yield chance, after


def note(state: AduaState, slots: Container[Slot]) -> Text:
    """That the odds count the tests of machine guns that are still to come; nothing where there are none."""
    new = len(untested(state, slots))
    return several("A machine gun is tested first: the chances count both ways",
                   "{count} machine guns are tested first: the chances count every way", new) if new else ""


class OfGuns(OneDie):
    """A die for each of some machine guns, the first of them now."""

    guns: tuple[Annotated[int, Between(0, 3)], ...]

    def slot(self, state: AduaState) -> Slot:
        return state.guns[self.guns[0]].unit


class MachineGunTests(OfGuns):
    """Machine guns are tested before a combat, when they are first used."""

    kind = "testing"
    rule = rule("5.1", 18)
    asks = say("{unit}: machine gun test", unit="")

    def ranges(self, state: AduaState) -> tuple[Range, ...]:
        return (Range("works", say("the machine gun works"), TESTED, 6, True),
                Range("fails", say("it fails"), 1, TESTED - 1))

    def comes_to(self, state: AduaState, key: str) -> Done:
        number, *rest = self.guns
        after = state.with_gun(number, status=WORKING if key == "works" else JAMMED, since=state.turn)
        state = state.frames[-2].strengthened(state, after)
        return state.swapped(MachineGunTests(tuple(rest))) if rest else state.popped(), ()

    def holds(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield all(state.guns[n].status == NEW and state.guns[n].unit >= 0 and state.alive(state.guns[n].unit)
                  for n in self.guns), say("machine guns not tested yet")
        yield state.top is self and len(state.frames) > 1, say("a combat for which they are tested")


class MachineGunRepairs(OfGuns):
    """Machine guns are repaired in the clean-up."""

    kind = "repairing"
    rule = rule("5.1")
    asks = say("{unit}: machine gun repair", unit="")

    def ranges(self, state: AduaState) -> tuple[Range, ...]:
        return (Range("repaired", say("the machine gun works again"), REPAIRED, 6, True),
                Range("not yet", say("it is not repaired yet"), BROKEN + 1, REPAIRED - 1),
                Range("gone for good", say("it is beyond repair"), BROKEN, BROKEN))

    def comes_to(self, state: AduaState, key: str) -> Done:
        number, *rest = self.guns
        state = state.swapped(MachineGunRepairs(tuple(rest)))
        if key == "not yet":
            return state, ()
        return state.with_gun(number, status=WORKING if key == "repaired" else LOST), ()

    def follows(self, state: AduaState) -> Done | None:
        return None if self.guns else (state.popped(), ())

    def holds(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield state.phase == AduaPhase.CLEAN_UP and all(
            state.guns[n].status == JAMMED and state.alive(state.guns[n].unit) for n in self.guns), say(
                "machine guns out of order in the clean-up")
