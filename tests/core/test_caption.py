"""Captions in simple Markdown, and the faults found in them."""

import pytest

from game.core.caption import Span, faults, plain_text, spans


def test_marks_become_styles_and_links() -> None:
    """Emphasis, bold text and rules with their rulings are recognised; the text between them is plain."""
    assert spans("A *wadi* costs **two** [II.D.6], see [6.1 (ruling 6)].") == (
        Span("A "), Span("wadi", emphasis=True), Span(" costs "), Span("two", strong=True), Span(" "),
        Span("II.D.6", rule="II.D.6"), Span(", see "), Span("6.1 (ruling 6)", rule="6.1", ruling=6), Span("."))
    assert plain_text("A *wadi* costs **two** [II.D.6].") == "A wadi costs two II.D.6."


@pytest.mark.parametrize("text", ["3 * 4", "a * b*", "[see there]", "a **b", "two\nlines", "[[II.D.6]"])
def test_invalid_captions_are_reported(text: str) -> None:
    """Unpaired marks, brackets around something other than a rule, and control characters are faults."""
    assert list(faults(text))


@pytest.mark.parametrize("text", ["*A* and *b*", "**A**", "[7]", "4-3 is 3/4 of it"])
def test_valid_captions_have_no_faults(text: str) -> None:
    """A valid caption has no faults."""
    assert [] == list(faults(text))
