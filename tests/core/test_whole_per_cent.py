"""Chances in whole per cents."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.chance import whole_per_cent


@pytest.mark.parametrize(("chance", "told"), [
    (Fraction(0), "0 %"), (Fraction(1, 1000), "less than 1 %"), (Fraction(1, 8), "13 %"), (Fraction(1, 2), "50 %"),
    (Fraction(999, 1000), "more than 99 %"), (Fraction(1), "100 %")])
def test_only_the_impossible_and_the_certain_are_said_to_be(chance: Fraction, told: str) -> None:
    """Halves are rounded up."""
    assert told == str(whole_per_cent(chance))
