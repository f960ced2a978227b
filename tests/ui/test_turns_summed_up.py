"""A game presented to an audience: after each player turn a slide with arrows sums up its events."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from game.core.event import Moved, PhaseBegan, Removed
from game.core.message import Message
from game.i18n.words import translate
from game.match import loading
from game.ui.play.recap import turn_summary
from game.ui.screens.live_game import GameSlides

RECORDS = Path(__file__).parents[1] / "records"
ONE_EACH = ("kassala/kassala.jsonl", "africa/wad-ras.jsonl", "tours/tours.jsonl", "adua/adua-line-in-the-east.jsonl")


@pytest.mark.every(4)
@pytest.mark.parametrize("name", ONE_EACH)
def test_every_turn_with_events_has_a_summary(name: str) -> None:
    """One slide after the turn's last action, with an arrow for each unit that moved."""
    match = loading.load(RECORDS / name).match
    slides = GameSlides(match)
    summed = [slide for slide in slides if slide.turn_summary is not None]
    sides = {began.seat for ply in match.plies for began in ply.events if isinstance(began, PhaseBegan) and began.seat}
    assert len(summed) >= len(sides)
    assert len(slides) == slides.slide_of_action(len(match.plies)) + 1
    last = 0
    for slide in summed:
        assert slide.turn_summary is not None
        assert slide.frame is not None
        assert slide.turn_summary.lines
        assert translate(slide.turn_summary.title) in translate(slide.caption)
        moved = {event.path[0] for ply in match.plies[last:slide.step] for event in ply.events
                 if isinstance(event, Moved)}
        assert {way.path[0] for way in slide.turn_summary.trace.paths} <= moved | set(slide.turn_summary.places)
        assert slide.step > last
        last = slide.step


def test_summaries_leave_the_slides_of_actions_in_order() -> None:
    """The number of an action finds the slide of that action."""
    match = loading.load(RECORDS / ONE_EACH[0]).match
    slides = GameSlides(match)
    for number in range(1, len(match.plies) + 1):
        assert slides[slides.slide_of_action(number)].step == number
        assert slides[slides.slide_of_action(number)].state is match.plies[number - 1].state


def test_many_lost_units_are_counted() -> None:
    """A summary names up to two lost units; of more, which would not fit a caption, it gives the number."""
    match = loading.load(RECORDS / "kassala/kassala.jsonl").match
    start, plies = match.history.first_state, match.plies
    seats = {counter.unit: counter.seat for counter in match.rules.counters(start)}
    lost, seen = Counter[str](), set[tuple[bool, bool]]()
    for number, ply in enumerate(plies, 1):
        lost.update(seats[event.unit] for event in ply.events if isinstance(event, Removed))
        item = turn_summary(match.rules, start, plies[:number], "", 1)
        told = [line.values or {} for line in item.lines if isinstance(line, Message)]
        counted = sum({"side", "count"} <= values.keys() for values in told)
        named = sum({"side", "units"} <= values.keys() for values in told)
        assert (counted, named) == (sum(many > 2 for many in lost.values()), sum(few <= 2 for few in lost.values()))
        seen.add((counted > 0, named > 0))
    assert len(seen) == 4
