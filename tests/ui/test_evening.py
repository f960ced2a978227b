"""A half-hour evening with the keys of a remote only, from title to loop: the test advances the clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.core.message import Message
from game.i18n.words import translate
from game.match import programmes
from game.match.programmes import lesson_of
from game.ui.screens.presentation_screen import PresentationScreen
from game.ui.screens.presentations import Presentations
from game.ui.screens.slides import Slide, chapters, lesson_slides, programme_slides, slide_number
from game.ui.screens.title import Title
from tests.ui.hand import Hand
from tests.ui.pictures import digest

PROJECTOR = (1024, 768)
NEXT, BACK, PRESENT, JUMP = pygame.K_PAGEDOWN, pygame.K_PAGEUP, pygame.K_F5, pygame.K_RETURN


@pytest.fixture
def hand(folders: Path) -> Iterator[Hand]:
    """The program at its title, with its own folders, at the size of an old projector."""
    found = Hand(None, PROJECTOR)
    yield found
    found.app.close()


class Evening:
    """A presenter with a remote, and a viewer at the back of the hall who looks at every picture."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.clock = 0.0
        """Seconds since the evening began."""
        self.seen: list[Slide] = []
        """Every slide with the time when it was first shown."""

    @property
    def screen(self) -> PresentationScreen:
        return self.hand.on(PresentationScreen)

    def strike(self, key: int, seconds: float = 0.1) -> None:
        """Press a key of the remote, and let time pass."""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))
        self.wait(seconds)

    def wait(self, seconds: float) -> None:
        """Let time pass, at once except for the last moment."""
        self.hand.pass_by(max(0.0, seconds - 0.1))
        self.hand.wait(0.1)
        self.clock += seconds

    def picture(self, room: pygame.Rect | None = None) -> str:
        """The picture of the window, or of part of it."""
        window = self.hand.app.window
        return digest(window.subsurface(room) if room is not None else window, "RGB")

    def look(self) -> None:
        """Check that everything of a slide is visible."""
        screen, slide = self.screen, self.screen.slide
        self.seen.append(slide)
        assert translate(slide.caption) or slide.title
        assert screen.caption == slide.caption
        if slide.part is None or slide.frame is None or slide.fight is not None:
            return
        show, overlay, counters = slide.frame.step.show, screen.view.overlay, screen.view.counters
        assert {*show.units, *show.places} <= {*overlay.hint, overlay.refused} or slide.frame.verdict is not None
        assert {*slide.named_places} <= {*overlay.hint, overlay.refused}
        stand = [counters[unit].place for unit in show.units if unit in counters]
        for place in (*show.places, *slide.named_places, *filter(None, stand)):
            assert screen.layout.map.collidepoint(screen.view.point_of(place)), (translate(slide.caption), place)
        if show.arrow:
            assert overlay.path == show.arrow


@pytest.mark.soak
def test_an_evening_with_a_remote(hand: Hand) -> None:
    """From the title to the loop without omission, with black screen, back, jump, question and guess."""
    evening = Evening(hand)
    hand.on(Title)
    evening.strike(PRESENT)
    found = hand.on(Presentations)
    programme = found.entries[found.at].content
    assert isinstance(programme, programmes.Programme)
    assert programme.path == programmes.EVENING_FILE
    minutes = sum(entry.minutes or 0 for entry in programme.entries)
    assert 25 <= minutes <= 35
    evening.strike(PRESENT)
    screen = evening.screen
    known = len(screen.slides)
    pace = 60 * minutes / known
    asked = next(k for k, slide in enumerate(screen.slides) if slide.asks)
    bands, maps = set[str](), list[str]()
    evening.look()
    while screen.at < known - 1:
        before, at = screen.slide, screen.at
        evening.strike(NEXT, pace)
        assert screen.at == at + 1
        evening.look()
        slide = screen.slide
        if slide.part is not None:
            maps.append(evening.picture(screen.layout.map))
            bands.add(evening.picture(screen.band))
        if slide.fight is not None and before.fight is not None and before.step == slide.step:
            assert maps[-1] != maps[-2], translate(slide.caption)
        if screen.at == asked:
            _interrupted(evening)
            assert screen.at == asked
            shown = evening.picture()
            evening.strike(pygame.K_4)
            evening.strike(pygame.K_5)
            evening.strike(JUMP)
            assert screen.at == asked + 1
            assert [45] == list(screen.remote.guesses.values())
            evening.strike(BACK)
            assert evening.picture() == shown
    _everything_seen(evening, programme)
    assert len(bands) >= len({translate(slide.caption) for slide in evening.seen if slide.part is not None})
    _the_game(evening)
    assert evening.clock >= 60 * minutes
    _the_loop(evening)


def _interrupted(evening: Evening) -> None:
    """A black screen and the slide again; back and on; the first slide by its number and this one by its own."""
    screen, shown, at = evening.screen, evening.picture(), evening.screen.at
    evening.strike(pygame.K_b)
    assert evening.hand.app.window.get_bounding_rect().size == PROJECTOR
    assert {tuple(evening.hand.app.window.get_at((x, y)))[:3] for x in range(0, 1024, 64) for y in range(0, 768, 64)
            } == {(0, 0, 0)}
    evening.strike(NEXT)
    assert (screen.at, evening.picture()) == (at, shown)
    evening.strike(BACK)
    assert screen.at == at - 1
    assert evening.picture() != shown
    evening.strike(NEXT, 3.0)
    assert (screen.at, evening.picture()) == (at, shown)
    evening.strike(pygame.K_1)
    evening.strike(pygame.K_PERIOD)
    evening.strike(pygame.K_PERIOD)
    evening.strike(BACK)
    evening.strike(pygame.K_1)
    evening.strike(JUMP)
    assert screen.at == 0
    for digit in str(at + 1):
        evening.strike(getattr(pygame, f"K_{digit}"))
    evening.strike(JUMP, 3.0)
    assert evening.picture() == shown


def _everything_seen(evening: Evening, programme: programmes.Programme) -> None:
    """Check that every title and every step of every lesson was shown in order."""
    titles = [entry.slide.title for entry in programme.entries if entry.slide is not None]
    assert [title for title in titles if any(translate(slide.title) == title for slide in evening.seen)] == titles
    parts = list(dict.fromkeys(slide.part for slide in evening.seen if slide.part is not None))
    lessons = [lesson_of(programme, entry) for entry in programme.entries if entry.lesson]
    assert len(parts) == len(lessons)
    for part, lesson in zip(parts, lessons, strict=True):
        mine = [slide for slide in evening.seen if slide.part is part]
        assert list(dict.fromkeys(slide.step for slide in mine)) == list(range(1, len(lesson.steps) + 1))
        for number, step in enumerate(lesson.steps, 1):
            captions = {translate(slide.caption) for slide in mine if slide.step == number}
            assert {text for text in (step.say, step.ask and step.ask.question) if text} <= captions
            fights = [slide.fight for slide in mine if slide.step == number and slide.fight is not None]
            assert bool(fights) >= bool(step.preview or step.faces)


def _the_game(evening: Evening) -> None:
    """The computer players' game, slide by slide, to the end of the programme's part."""
    screen, first = evening.screen, evening.screen.at
    while evening.screen.games.thinking(screen.at) or screen.at < len(screen.slides) - 1:
        at = screen.at
        evening.strike(NEXT)
        evening.hand.until(lambda: not screen.auto_advance.thinking)
        if screen.at == at:
            break
        evening.look()
    turns = {screen.rules.prompt(slide.state).turn for slide in screen.slides[first + 1:]}
    assert {1, 2} <= turns
    assert any(slide.fight is not None for slide in screen.slides[first + 1:])


def _the_loop(evening: Evening) -> None:
    """F5 at the end: the first slide again automatically, and on, until a key."""
    screen = evening.screen
    evening.strike(PRESENT)
    assert screen.auto_advance.looping
    last, seen = screen.at, list[int]()
    assert last == len(screen.slides) - 1
    for _ in range(400):
        evening.wait(0.5)
        if screen.at != (seen or [last])[-1]:
            seen.append(screen.at)
        if len(seen) == 5:
            break
    assert seen == [0, 1, 2, 3, 4]
    evening.strike(NEXT)
    assert (screen.auto_advance.looping, screen.at) == (False, 4)
    evening.strike(NEXT)
    assert screen.at == 5
    evening.strike(pygame.K_ESCAPE)
    evening.hand.on(Presentations)
    evening.strike(pygame.K_ESCAPE)
    evening.hand.on(Title)


def test_every_slide_of_an_evening_is_in_a_chapter() -> None:
    """A title begins one; the presenter is told the slide's number in it. A lesson alone has no chapters."""
    programme = programmes.read(programmes.EVENING_FILE)
    slides = programme_slides(programme)
    parts = chapters(slides)
    titles = [entry.slide.title for entry in programme.entries if entry.slide is not None]
    assert [str(each.title) for each in parts] == titles
    assert [each.first for each in parts[1:]] == [each.end for each in parts[:-1]]
    assert (0, len(slides)) == (parts[0].first, parts[-1].end)
    second = parts[1]
    told = slide_number(slides, second.first + 2)
    assert isinstance(told, Message)
    assert told.values == {"chapter": second.title, "number": 3, "whole": second.end - second.first}
    assert [] == chapters(lesson_slides(catalog.rules("kassala"), lesson_of(programme, programme.entries[2])))


def test_the_planned_minutes_of_an_evening_add_up() -> None:
    """Every slide knows when its part is to end; after a part without a duration nobody knows."""
    programme = programmes.read(programmes.EVENING_FILE)
    slides = programme_slides(programme)
    assert [1, 2, 6] == list(dict.fromkeys(slide.end_minute for slide in slides))[:3]
    assert slides[-1].end_minute == sum(entry.minutes or 0 for entry in programme.entries)
    untimed = replace(programme.entries[1], minutes=None)
    slides = programme_slides(replace(programme, entries=(programme.entries[0], untimed, programme.entries[2])))
    assert [1, None] == list(dict.fromkeys(slide.end_minute for slide in slides))
