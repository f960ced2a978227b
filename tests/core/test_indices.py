"""Indices and masks."""

from __future__ import annotations

import pytest

from game.core.indices import Seat, bits, mask_of, other


def test_seats_are_across_from_each_other() -> None:
    assert [other(Seat(0)), other(Seat(1))] == [1, 0]


@pytest.mark.parametrize("indices", [(), (0,), (1, 4, 70), tuple(range(9))])
def test_mask_holds_its_indices(indices: tuple[int, ...]) -> None:
    assert bits(mask_of(indices)) == indices
