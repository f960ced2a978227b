"""Chances in per cent."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.chance import per_cent, tenths_adding_up, whole_per_cent


@pytest.mark.parametrize(("chance", "told"), [
    (Fraction(0), "0 %"), (Fraction(1, 1000), "less than 1 %"), (Fraction(1, 8), "13 %"), (Fraction(1, 2), "50 %"),
    (Fraction(999, 1000), "more than 99 %"), (Fraction(1), "100 %")])
def test_only_impossible_and_certain_are_shown_as_0_and_100(chance: Fraction, told: str) -> None:
    """Halves are rounded up, but only an impossible or certain result shows 0 or 100 per cent."""
    assert told == str(whole_per_cent(chance))


@pytest.mark.parametrize(("chance", "told"), [
    (Fraction(0), "0 %"), (Fraction(1, 5000), "< 0.1 %"), (Fraction(1, 200), "0.5 %"), (Fraction(1, 6), "16.7 %"),
    (Fraction(1, 2), "50 %"), (Fraction(4999, 5000), "> 99.9 %"), (Fraction(1), "100 %")])
def test_no_chance_is_rounded_to_none_or_all(chance: Fraction, told: str) -> None:
    """One decimal is shown unless the whole number is exact."""
    assert told == str(per_cent(chance))


@pytest.mark.parametrize(("parts", "whole", "tenths"), [
    ((1, 2, 15, 18), None, [28, 55, 417, 500]), ((1, 1, 1), 83, [28, 28, 27]), ((1, 1, 1), 84, [28, 28, 28]),
    ((36,), None, [1000]), ((), None, [])])
def test_parts_add_up(parts: tuple[int, ...], whole: int | None, tenths: list[int]) -> None:
    """Of the chances in 36ths, those with the largest remainders are rounded up, as many as the sum needs."""
    assert tenths == tenths_adding_up([Fraction(part, 36) for part in parts], whole)
