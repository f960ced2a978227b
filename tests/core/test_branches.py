"""Branches of a roll: their chances compared with an enumeration of every roll, and pools too large to enumerate."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

import pytest

from game.core.branches import every_outcome, grouped
from game.core.chance import D6, D10, Die, coins, cup, shares


def hits(before: int, _: Die, face: int) -> int:
    """The number of dice that show four or more."""
    return before + (face >= 4)


def ones_in_a_row(before: tuple[int, int], _: Die, face: int) -> tuple[int, int]:
    """The longest run of ones so far, and the length of the run at the end."""
    run = before[1] + 1 if face == 1 else 0
    return max(before[0], run), run


def in_order(before: tuple[int, ...], _: Die, face: int) -> tuple[int, ...]:
    return (*before, face)


@pytest.mark.parametrize(("dice", "start", "read"), [
    ((D6, D6, D6), 0, hits),
    ((D6, D6, D6, D6), (0, 0), ones_in_a_row),
    ((D10, D6, D10), 0, hits),
    ((coins(5), D6), (), in_order),
    ((cup(6, 10, 10), cup(3, 10, 10)), 0, hits),
])
def test_groups_are_those_of_every_roll(dice: tuple[Die, ...], start: Any, read: Callable[..., Any]) -> None:
    """The chance of each group is the sum over its rolls, and the group's representative is one of them."""
    brute: dict[Any, int] = {}
    for faces in product(*(die.faces for die in dice)):
        value = start
        for die, face in zip(dice, faces, strict=True):
            value = read(value, die, face)
        brute[value] = brute.get(value, 0) + prod(d.weight(f) for d, f in zip(dice, faces, strict=True))
    found = grouped(dice, start, read)
    whole = prod(die.total_weight for die in dice)
    assert {value: Fraction(weight, whole) for value, weight in brute.items()} == {
        value: branch.chance for value, branch in found.items()}
    for value, branch in found.items():
        reached = start
        for die, face in zip(dice, branch.faces, strict=True):
            assert face in die.faces
            reached = read(reached, die, face)
        assert value == reached


def test_forty_dice_counted_as_hits() -> None:
    """6**40 rolls give 41 branches with the binomial distribution."""
    found = grouped((D6,) * 40, 0, hits)
    assert {k: Fraction(comb(40, k), 2**40) for k in range(41)} == {k: branch.chance for k, branch in found.items()}
    assert all(k == sum(face >= 4 for face in branch.faces) for k, branch in found.items())


def test_two_sides_with_their_own_qualities_at_once() -> None:
    """Five dice that hit on four or more and four that hit on five or more are counted separately in one roll."""
    read = grouped((D6,) * 9, (0, 0, 0), lambda n, _, face: (
        n[0] + 1, n[1] + (n[0] < 5 and face >= 4), n[2] + (n[0] >= 5 and face >= 5)))
    for (_, ours, theirs), branch in read.items():
        expected = Fraction(comb(5, ours), 2**5) * comb(4, theirs) * Fraction(2**(4 - theirs), 3**4)
        assert expected == branch.chance


def test_a_few_dice_have_every_roll() -> None:
    """A few dice are enumerated in counting order; too many are refused with a message."""
    assert [(face,) for face in range(10)] == [branch.faces for branch in every_outcome((D10,))]
    found = every_outcome((D6, D6))
    assert [(1, 1), (1, 2)] == [branch.faces for branch in found[:2]]
    assert (36, {Fraction(1, 36)}) == (len(found), {branch.chance for branch in found})
    with pytest.raises(ValueError, match="20 dice have"):
        every_outcome((D6,) * 20)


def test_the_results_of_a_die_have_exact_chances() -> None:
    """The results of a die come in the order of its faces, with exact chances."""
    assert [("low", Fraction(2, 6)), ("high", Fraction(4, 6))] == list(
        shares(D6, lambda face: "low" if face < 3 else "high").items())
