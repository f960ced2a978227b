"""One role, one font: a sentence uses one of them. Rule numbers at the edge are in small interface type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from typing import Any

import pytest

from game.core.message import Brief, say
from game.core.verdict import RuleRef
from game.match.start import Start
from game.ui.cards import slip
from game.ui.cards.card import Card
from game.ui.kit.fonts import font
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import INK, Metrics
from tests.ui.corners import crossed
from tests.ui.hand import Hand
from tests.ui.test_every_screen import screens

Sit = Callable[..., Hand]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[TextRun, ...]]:
    """Every stretch of print with several styles, as written."""
    found: list[tuple[TextRun, ...]] = []
    real = Pen.flow

    def note(self: Pen, runs: Sequence[TextRun], **how: Any) -> None:
        found.append(tuple(run for run in runs if str(run.text)))
        real(self, runs, **how)

    monkeypatch.setattr(Pen, "flow", note)
    return found


def mixed(printed: list[tuple[TextRun, ...]]) -> list[str]:
    """Lines that mix reading text and interface text, or with a rule set differently from its sentence."""
    found = []
    for every in printed:
        runs = [run for run in every if not run.citation]
        families = {run.role.partition("-")[0] for run in runs}
        if len(families) > 1:
            found.append(" | ".join(f"{run.role}: {run.text}" for run in runs))
        for before, run in pairwise(runs):
            if run.rule is not None and (run.role, run.size) != (before.role, before.size):
                found.append(f"{before.text}: {before.role} {before.size}, its rule {run.role} {run.size}")
    return found


@pytest.mark.soak
@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "battle", "scale"), crossed(
    [("kassala", "kassala"), ("africa", "castillejos"), ("adua", "adua"), ("tours", "tours")], [100, 200]))
def test_no_line_mixes_typefaces(
    sit_down: Sit, printed: list[tuple[TextRun, ...]], system: str, battle: str, scale: int
) -> None:
    """This holds for cards, log, strip and every sheet, at both ends of the scale."""
    hand = sit_down(Start("play", system, battle, seed=7), hand_over=False)
    hand.resize((1280, 720), scale)
    hand.settle()
    view = hand.game.view
    for unit in [each for each in view.overlay.eligible if view.geometry.knows(
            hand.game.situation.counters[each].place or "")][:1]:
        hand.click_place(hand.game.situation.counters[unit].place or "")
    hand.key("escape")
    hand.end_phase()
    hand.settle()
    for _ in screens(hand):
        hand.wait()
    assert len(printed) > 50
    assert [] == mixed(printed)


def test_a_result_and_a_refusal_on_the_slip(sit_down: Sit, printed: list[tuple[TextRun, ...]]) -> None:
    """The count and its result are in one font."""
    from game.core.verdict import Reason

    sit_down()
    card = Card()
    for number, write in enumerate((
        lambda pen: slip.write_summary(pen, Brief(say("3 hits"), say("both sides lose a step"))),
        lambda pen: slip.write_refusal(pen, [Reason(RuleRef("kassala", "II.D.7"), say("Needs 2 MP"))]),
    )):
        card.write((number,), 400, Metrics.of((1280, 720)), write, 300)
    assert len([runs for runs in printed if len(runs) > 1]) >= 2
    assert [] == mixed(printed)


@pytest.mark.parametrize("px", range(11, 18))
@pytest.mark.parametrize("words", ["battles of", "generals on", "bases or", "tribes of"])
def test_small_print_keeps_words_apart(px: int, words: str) -> None:
    """The gap between words is wider than every gap in a word."""
    picture = font("text", px).render(words, True, INK)
    inked = [any(picture.get_at((x, y)).a > 60 for y in range(picture.get_height()))
             for x in range(picture.get_width())]
    gaps = [len(list(run)) for is_ink, run in groupby(inked[inked.index(True):]) if not is_ink]
    widest = max(gaps)
    assert widest >= 0.14 * px
    assert gaps.count(widest) == 1


def test_small_print_is_rendered_with_named_arguments_too() -> None:
    """As by every font of pygame."""
    assert font("text", 14).render("bases", antialias=True, color=INK).get_width()
