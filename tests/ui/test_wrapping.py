"""Line breaks do not separate what is read as one word."""

from __future__ import annotations

import pytest

from game.ui.kit.fonts import font, printable
from game.ui.kit.pen import words_of, wrap


@pytest.mark.parametrize(("text", "words"), [
    ("3-1: 67 % to clear Udaka", ["3-1:", "67 %", "to", "clear", "Udaka"]),
    ("(61.5 %), at < 0.1 %.", ["(61.5 %),", "at", "<", "0.1 %."]),
    ("nothing  of\nit % alone", ["nothing", "of", "it", "%", "alone"]),
    ("hits 12 % of 9 %", ["hits", "12 %", "of", "9 %"]),
    ("", []),
])
def test_a_number_keeps_its_per_cent_sign(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_a_no_break_space_is_part_of_its_word() -> None:
    """A sign stays with its number."""
    assert words_of("2 +\u00a01 =\u00a03") == ["2", "+\u00a01", "=\u00a03"]


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2009"])
def test_other_spaces_are_printed_as_spaces(space: str) -> None:
    """Not as a sign for a character that cannot be printed."""
    assert printable(f"={space}5") == "= 5"
    assert printable("a\u200bb") != "a b"


def test_no_line_begins_with_a_per_cent_sign() -> None:
    """At any width."""
    face = font("ui", 17)
    for width in range(40, 300, 7):
        assert not [line for line in wrap("2-1: 33 % to clear Kassala, 5 % to lose", face, width) if line[0] == "%"]
