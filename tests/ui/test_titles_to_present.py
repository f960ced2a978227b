"""Titles of everything that can be presented are whole on their cards and slides, in every window."""

from __future__ import annotations

import pygame
import pytest

from game import catalog
from game.core.message import Message
from game.i18n.words import translate
from game.match.lessons import Lesson
from game.ui.kit.pen import fit_title
from game.ui.kit.theme import Metrics
from game.ui.screens import presentations, stage_sheets
from game.ui.screens.presentations import ShowEntry, entries_of
from game.ui.screens.slides import Slide, lesson_slides
from game.ui.screens.title import Title
from tests.ui.hand import Hand
from tests.ui.test_every_screen import Paper, Sit

WINDOWS = ((1024, 768), (1280, 720), (1920, 1080))
SCALES = (100, 150, 200)


@pytest.mark.every(6)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("scale", SCALES)
def test_titles_on_cards_are_whole(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int],
                                   scale: int) -> None:
    """No word is missing, no line is wider than the card, and the summary has room below."""
    hand: Hand = sit_down(size=size)
    hand.resize(size, scale)
    screen = presentations.Presentations(hand.app)
    hand.app.push(screen)
    hand.wait()
    wide, px = screen.picture(screen.cards[0][1]).width, screen.metrics.px
    card = screen.cards[0][1]
    for entry in screen.entries:
        face, lines = fit_title(entry.title, "text", [px(size) for size in presentations.TITLE_SIZES], wide)
        assert translate(entry.title).split() == " ".join(lines).split()
        assert all(face.size(line)[0] <= wide for line in lines)
        assert len(lines) <= 2
        top = screen.picture(card).bottom + px(6 + 20) + len(lines) * face.get_linesize()
        assert top + px(20) <= card.bottom, entry.title


def test_a_click_leaves_the_list(sit_down: Sit) -> None:
    """The button is in the corner and covers no card."""
    hand: Hand = sit_down(size=(1024, 768))
    hand.app.push(presentations.Presentations(hand.app))
    hand.wait()
    close = hand.button("×")
    assert not any(card.colliderect(close.rect) for _, card in hand.on(presentations.Presentations).cards)
    hand.press(close)
    hand.wait()
    hand.on(Title)


def test_the_mouse_turns_the_pages_of_the_list(sit_down: Sit) -> None:
    """Beside the button that leaves; the first page has no page before it."""
    hand: Hand = sit_down(size=(1024, 768))
    hand.app.push(presentations.Presentations(hand.app))
    hand.wait()
    page = hand.on(presentations.Presentations)
    first = [number for number, _ in page.cards]
    assert not hand.button("‹").is_enabled
    hand.press(hand.button("›"))
    hand.wait()
    assert min(number for number, _ in page.cards) == max(first) + 1
    hand.press(hand.button("‹"))
    assert first == [number for number, _ in page.cards]


def titles() -> list[ShowEntry]:
    """The items that every system can present."""
    return [entry for system in catalog.names() for entry in entries_of(catalog.rules(system))]


@pytest.mark.every(6)
@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("scale", SCALES)
def test_titles_on_slides_are_whole(size: tuple[int, int], scale: int) -> None:
    """They are within the window, also beside the speaker's notes."""
    pygame.display.init()
    pygame.display.set_mode(size)
    metrics = Metrics.of(size, scale).audience_metrics
    for entry in titles():
        for right in (size[0], size[0] * 3 // 4):
            paper = Paper(size)
            told = Slide(entry.summary, Message(getattr(entry.content, "title", "") or str(entry.title)))
            stage_sheets.draw_title(paper, metrics, told, right)
            printed = [rect for rect in paper.laid if rect.height < size[1]]
            assert printed
            assert [] == [rect for rect in printed if not pygame.Rect(0, 0, right, size[1]).contains(rect)]


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_title_uses_its_slide_for_a_picture(size: tuple[int, int]) -> None:
    """It shows the lesson's place, on at least a third of the slide, with title and summary whole below it."""
    pygame.display.init()
    pygame.display.set_mode(size)
    for system in catalog.names():
        rules = catalog.rules(system)
        lesson = next(entry.content for entry in entries_of(rules) if isinstance(entry.content, Lesson))
        paper = Paper(size)
        stage_sheets.draw_title(paper, Metrics.of(size).audience_metrics, lesson_slides(rules, lesson)[0], size[0])
        printed = [rect for rect in paper.laid if rect.height < size[1]]
        picture = max(printed, key=lambda rect: rect.w * rect.h)
        assert picture.w * picture.h >= size[0] * size[1] / 3, system
        assert all(pygame.Rect((0, 0), size).contains(rect) for rect in printed)
        assert [rect for rect in printed if rect is not picture and rect.colliderect(picture)] == []


@pytest.mark.usefixtures("unpainted")
def test_up_goes_to_the_card_above_also_from_a_row_that_is_not_full(sit_down: Sit) -> None:
    """The only card of the last page is below the first one of the row before."""
    hand: Hand = sit_down(size=(1280, 720))
    screen = presentations.Presentations(hand.app)
    hand.app.push(screen)
    hand.wait()
    per_page, columns = len(screen.cards), len({card.x for _, card in screen.cards})
    del screen.entries[per_page + 1:]
    hand.key("end")
    assert [per_page] == [number for number, _ in screen.cards]
    hand.key("up")
    assert per_page - columns == screen.at
