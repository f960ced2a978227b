"""The steps of lessons on a match, without a screen: accepted actions, their effect, and going back."""

from __future__ import annotations

from typing import Any

import pytest

from game import catalog
from game.core.offer import Picked
from game.match import lessons
from game.match.agreements import Resign
from game.match.lessons import Lesson
from game.ui.play.lesson import Guide

BY_HAND = [pytest.param(system, lesson.name, id=f"{system}-{lesson.name}") for system in catalog.names()
           for lesson in lessons.all_lessons(catalog.rules(system)) if isinstance(lesson, Lesson) and lesson.by_hand]
TRIES = 6
"""The most wrong actions tried in each step."""


def guided(system: str, name: str) -> Guide:
    rules: Any = catalog.rules(system)
    return Guide(rules, lessons.find_lesson(rules, name))


def to_the_next_move(guide: Guide) -> bool:
    """Do the lesson's steps up to the player's next move; return whether there is one."""
    while not guide.complete:
        if guide.player_to_act:
            return True
        if guide.next_action is not None:
            guide.match.play(guide.next_action)
        elif guide.faces is not None and not guide.done:
            guide.match.roll(guide.faces)
        else:
            guide.go_on()
    return False


@pytest.mark.every(8)
@pytest.mark.parametrize(("system", "name"), BY_HAND)
def test_only_the_lessons_action_is_done(system: str, name: str) -> None:
    """In every step the first of all accepted actions is done, no other legal action is, and the hint is shown until
    the right one comes; no side resigns."""
    guide, tried = guided(system, name), 0
    while to_the_next_move(guide):
        rules, state, frame = guide.rules, guide.match.state, guide.frame
        assert state == frame.before
        assert frame.step.yours is not None
        wanted = [rules.parse(text) for text in frame.step.yours.accept]
        for wrong in [each for each in rules.candidates(state) if not guide.accepts(each)][:TRIES]:
            assert guide.action_for(wrong) is None
            assert (guide.hint != "") is (frame.step.yours.hint != "")
            tried += 1
        assert guide.action_for(Resign(rules.seats[0])) is None
        for action in reversed(wanted):
            assert guide.action_for(action) == wanted[0]
            assert not guide.hint
        guide.match.play(wanted[0])
        assert guide.match.state == frame.state
        guide.go_on()
    assert tried


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "name"), BY_HAND)
def test_the_lessons_action_is_offered(system: str, name: str) -> None:
    """Selecting the units of a step offers its action, whichever of several buttons that is."""
    guide = guided(system, name)
    rules = guide.rules
    while to_the_next_move(guide):
        state, yours = guide.match.state, guide.frame.step.yours
        assert yours is not None
        wanted = rules.parse(yours.accept[0])
        picks = [wanted.units, wanted.units[:1], wanted.units[-1:], ()]
        picks += [(counter.unit,) for counter in rules.counters(state)] if not wanted.units else []
        offered = [offer.action for pick in picks for offer in rules.offers(state, Picked(pick)) if offer.action]
        assert any(guide.accepts(action) for action in (rules.prompt(state).main, *offered) if action is not None) or (
            rules.traits.board == "plane"), yours.accept
        guide.match.play(wanted)
        guide.go_on()


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "name"), BY_HAND)
def test_every_step_of_a_lesson_can_be_reached(system: str, name: str) -> None:
    """From any step to any other the match is at the lesson's position; one step back shows the previous step."""
    guide = guided(system, name)
    last = len(guide.frames) - 1
    for at in (last, 0, last // 2, last // 3, last):
        guide.go_to(at)
        assert guide.match.state == guide.frame.before
    while guide.step_index:
        guide.go_back()
        assert guide.match.state == (guide.frame.before if guide.frame.step.yours else guide.frame.state)
