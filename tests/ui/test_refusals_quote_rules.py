"""A refusal by a rule cites it; other refusals cite none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.message import say
from game.core.verdict import Reason, RuleRef
from game.match.match import Match
from game.match.start import Start
from game.ui.cards.card_pen import CardPen
from game.ui.cards.slip import write_refusal
from game.ui.kit.pen import Pen
from game.ui.kit.theme import Metrics
from game.ui.play.commands import NOBODY_THINKS
from game.ui.play.proposals import SCREEN_RULE
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
SYSTEMS = [("kassala", "kassala"), ("tours", "tours"), ("africa", "example-a"), ("adua", "adua")]


def refused(hand: Hand) -> Any:
    """The only reason of the displayed refusal."""
    refusal = hand.game.selection.refusal
    assert refusal is not None
    (reason,) = refusal.reasons
    return reason


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "scenario"), SYSTEMS)
def test_a_counter_dropped_off_the_map_says_so(sit_down: Sit, system: str, scenario: str) -> None:
    """It returned to its place, which is no rule's doing, so there is no number."""
    hand = sit_down(hand_over=False)
    hand.app.navigator.show(Match.begin(catalog.rules(system), scenario, (), seed=3))
    hand.wait()
    unit = next(each for each in hand.game.selection.eligible if hand.game.view.unit_at(
        hand.game.view.point_of(hand.game.situation.counters[each].place or "")) == each)
    counter = hand.game.situation.counters[unit]
    hand.drag(hand.game.view.point_of(counter.place or ""), hand.screen.layout.column.center)
    hand.settle()
    reason = refused(hand)
    assert reason.rule == SCREEN_RULE
    assert str(counter.name) in str(reason.text)
    assert not reason.rule.in_rulebook
    assert hand.game.match.plies == ()


@pytest.mark.parametrize(("rule", "printed"),
                         [(RuleRef("kassala", "II.D.1"), "Too far II.D.1"), (SCREEN_RULE, "Too far")])
def test_a_refusal_cites_its_rule(monkeypatch: pytest.MonkeyPatch, rule: RuleRef, printed: str) -> None:
    """It is at the edge of the card, and the sentence ends without a colon; a sentence without a rule stands alone."""
    flowed: list[str] = []
    monkeypatch.setattr(Pen, "flow", lambda self, runs, **more: flowed.append(" ".join(str(run.text) for run in runs)))
    pen = CardPen(pygame.Surface((400, 100)), Metrics.of((1280, 720)), 0, 0, 400)
    write_refusal(pen, [Reason(rule, say("Too far"))])
    assert [printed] == [text.strip() for text in flowed]


def test_keys_that_do_nothing_quote_no_rule(sit_down: Sit) -> None:
    """A notice names what is missing, e.g. a thinking computer player."""
    hand = sit_down(Start("play", "kassala", seed=3), hand_over=False)
    hand.wait()
    hand.key("v")
    assert not refused(hand).rule.in_rulebook
    hand.key("escape")
    hand.key("x")
    assert hand.game.selection.refusal is None
    assert hand.game.view.notice.text == NOBODY_THINKS


def test_refusals_by_a_rule_quote_it(sit_down: Sit) -> None:
    """A hex too far away is refused by the rules of movement."""
    hand = sit_down(Start("play", "kassala", seed=3), hand_over=False)
    hand.wait()
    hand.click_place("0401")
    hand.click_place("0807")
    assert hand.game.selection.refusal is not None
    assert all(reason.rule.in_rulebook for reason in hand.game.selection.refusal.reasons)


def test_enter_on_a_refused_place_says_why_again(sit_down: Sit) -> None:
    """The reason of the click stays; the prompt does not replace it."""
    hand = sit_down(Start("play", "kassala", "kassala", seed=3))
    unit = hand.game.selection.eligible[0]
    hand.click_unit(unit)
    survey = hand.game.selection.choices.survey
    far = next(place for place in hand.game.situation.board.places if hand.screen.layout.map.collidepoint(
        hand.game.view.point_of(place)) and place not in hand.game.situation.stacks
        and not survey.get(place, hand.game.planning.verdict_at(place)))
    hand.click_place(far)
    first = refused(hand)
    hand.key("enter")
    assert first == refused(hand)
