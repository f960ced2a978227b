"""What a pen remembers while it prints."""

from __future__ import annotations

import pygame
import pytest

from game.ui.kit.pen import Pen
from game.ui.kit.theme import Metrics


@pytest.fixture
def pen() -> Pen:
    """A pen in a column of 300 pixels."""
    return Pen(pygame.Surface((320, 400)), Metrics.of((1280, 720)), 10, 10, 300)


def test_a_failure_in_a_narrow_column_leaves_the_column_as_it_was(pen: Pen) -> None:
    """The column has its left edge and width again after the block, however the block ends."""

    def fail() -> None:
        with pen.narrowed(20, 30):
            assert (30, 250) == (pen.x, pen.width)
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert (10, 300) == (pen.x, pen.width)


def test_a_row_is_among_the_printed_texts(pen: Pen) -> None:
    """Its label and value are one text, over all its lines, so that units named in it are found under the pointer."""
    label, value = "With the Guard", "a value that is long enough to need more than a line"
    pen.row(label, value)
    (area, text), = pen.printed_texts
    assert f"{label} {value}" == text
    assert (10, 10, 300, pen.y - 10) == tuple(area)
    assert pen.y - 10 > pen.font("ui", 17).get_linesize()


def test_a_long_value_is_not_cut_amid_its_lines(pen: Pen) -> None:
    """A card shows the whole row or none of it; short items share a line, a long one has lines of its own."""
    names = ", ".join(f"Gabeiehu's infantry {n}" for n in range(5))
    pen.row("Eliminated", names)
    assert [(10, pen.y)] == pen.line_extents
    top = pen.y
    pen.items((("Steps lost", "1"), ("Lost", "6"), ("Eliminated", names), ("Low", "0")))
    first, second, third = pen.line_extents[1:]
    assert (top, pen.y) == (first[0], third[1])
    assert first[1] - first[0] == third[1] - third[0] < second[1] - second[0]
