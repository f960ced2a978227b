"""The full log on a page: it opens at the latest entry, scrolls by key, wheel and bar, and links to the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pygame.scrap
import pytest

from game.core.message import values_in
from game.core.verdict import RuleRef
from game.match import agreements
from game.match.store import Store
from game.ui.app.dialogs import MessageSheet, QuestionSheet
from game.ui.cards.headline import LogEntry
from game.ui.kit.pen import Pen, TextRun
from game.ui.screens.map_sheets import NOTHING_YET, PAGE_SCROLL, FullLog
from game.ui.screens.rulebook import Rulebook
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
LONG = [LogEntry(f"Unit {number} fires", RuleRef("africa", "6.1")) for number in range(2000)]


def opened(sit_down: Sit, entries: list[LogEntry]) -> tuple[Hand, FullLog]:
    """The page of the full log above the title page."""
    hand = sit_down()
    page = FullLog(hand.app, entries, "africa")
    hand.app.push(page)
    hand.wait()
    return hand, page


def test_only_lines_in_view_are_printed(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with thousands of entries opens as quickly as a short one."""
    printed: list[str] = []
    flow = Pen.flow

    def spy(pen: Pen, runs: Sequence[TextRun], **how: Any) -> None:
        printed.extend(str(run.text) for run in runs if str(run.text).startswith("Unit"))
        flow(pen, runs, **how)

    monkeypatch.setattr(Pen, "flow", spy)
    opened(sit_down, LONG)
    assert printed[0] == "Unit 1999 fires"
    assert len(printed) < 60


def test_keys_wheel_and_bar_scroll(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Back to the beginning and to the end, and never beyond."""
    hand, page = opened(sit_down, LONG)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_PAGEUP, mod=0, unicode=""))
    hand.wait()
    assert page.log.back == PAGE_SCROLL
    hand.key("home")
    in_view = page.log.lines
    assert in_view > 10  # the first page is a full one
    assert page.log.back == len(LONG) - in_view
    hand.key("end")
    assert page.log.back == 0
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2))
    hand.wait()
    assert page.log.back == 6
    page.bar.set_scroll_from_start_percentage(0.5)
    monkeypatch.setattr(page.bar, "check_has_moved_recently", lambda: True)
    hand.wait()
    assert 900 < page.log.back < 1000


def test_a_rule_number_opens_the_rulebook(sit_down: Sit) -> None:
    """Links work on the page as on the card."""
    hand, page = opened(sit_down, [*LONG[:5], LogEntry("End of turn 1", RuleRef("africa", "3"), "phase")])
    link = page.log.links[0]
    hand.click(link.rect.move(page.log.rect.topleft).center)
    assert isinstance(hand.top, Rulebook)
    assert hand.top.number == link.rule.number


def test_an_empty_log_says_so(sit_down: Sit) -> None:
    """L before the first action opens a page that says so."""
    hand, page = opened(sit_down, [])
    assert [entry.text for entry in page.log.entries] == [NOTHING_YET]
    hand.key("l")
    assert hand.top is not page


MIXED = [LogEntry("Turn 1: the Moslem player moves", RuleRef("kassala", "II.B.1"), "phase"),
         LogEntry("Mamluk cavalry 1 moves\x1b[31m", RuleRef("kassala", "II.D.5")),
         LogEntry("Resigned", agreements.RESIGNATION_RULE),
         LogEntry("Turn 1: the Christian player moves", None, "phase")]
WRITTEN = ("Turn 1: the Moslem player moves [II.B.1]\nMamluk cavalry 1 moves\\x1b[31m [II.D.5]\nResigned\n\n"
           "Turn 1: the Christian player moves\n")


@pytest.mark.parametrize("by_key", [False, True])
def test_the_log_is_copied_as_text(sit_down: Sit, by_key: bool) -> None:
    """The button and Ctrl+C copy all entries with their rules and blank lines between phases; control characters become
    codes."""
    hand, page = opened(sit_down, MIXED)
    if by_key:
        hand.key("c", pygame.KMOD_CTRL)
    else:
        hand.press(hand.button("Copy text   [Ctrl+C]"))
    assert pygame.scrap.get_text() == WRITTEN
    assert list(values_in(page.note)) == [4]


def test_without_a_clipboard_a_file_is_offered(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says so; the file is next to the saved games, and a second copy does not replace it."""
    def none(_: str) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", none)
    hand, page = opened(sit_down, MIXED)
    for name in ("africa-log.txt", "africa-log-2.txt"):
        hand.press(hand.button("Copy text   [Ctrl+C]"))
        assert "no clipboard" in str(hand.on(QuestionSheet).title)
        hand.press(hand.button("Write a file"))
        path = Store().folder / name
        assert path.read_text("utf-8") == WRITTEN
        assert name in str(page.note)
    assert len(Store().saves()) == 0


def test_a_file_that_cannot_be_written_is_named(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason; the log stays open."""
    def none(_: str) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", none)
    hand, page = opened(sit_down, MIXED)
    folder = Store().folder
    if folder.exists():
        folder.rmdir()
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("no folder")
    page.copy()
    hand.wait()
    hand.press(hand.button("Write a file"))
    assert "africa-log.txt" in str(hand.on(MessageSheet).text)
    hand.key("enter")
    assert hand.top is page
