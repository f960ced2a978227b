"""Captions in simple Markdown, and what is wrong with them."""

import pytest

from game.core.caption import Span, bare, faults, spans


def test_marks_become_styles_and_links() -> None:
    """Emphasis, strong print, rules with their rulings; everything between them is plain."""
    assert spans("A *wadi* costs **two** [II.D.6], see [6.1 (ruling 6)].") == (
        Span("A "), Span("wadi", emphasis=True), Span(" costs "), Span("two", strong=True), Span(" "),
        Span("II.D.6", rule="II.D.6"), Span(", see "), Span("6.1 (ruling 6)", rule="6.1", ruling=6), Span("."))
    assert bare("A *wadi* costs **two** [II.D.6].") == "A wadi costs two II.D.6."


@pytest.mark.parametrize("text", ["3 * 4", "a * b*", "[see there]", "a **b", "two\nlines", "[[II.D.6]"])
def test_what_is_no_caption_is_said(text: str) -> None:
    """Marks without their partner, brackets around what is no rule, control characters."""
    assert list(faults(text))


@pytest.mark.parametrize("text", ["*A* and *b*", "**A**", "[7]", "4-3 is 3/4 of it"])
def test_what_is_good_is_not_blamed(text: str) -> None:
    """Nothing is said of it."""
    assert [] == list(faults(text))
