"""The rulebook on screen: tables in even columns, and the usual keys of a reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby

import pygame
import pygame_gui
import pytest

from game import catalog
from game.i18n.words import set_language
from game.match.lesson_rules import steps_by_rule
from game.ui.screens.demo import DemoScreen
from game.ui.screens.rulebook import Rulebook
from tests.ui.corners import crossed
from tests.ui.hand import Hand

TABLES = [("kassala", "I.D", 9, [7]), ("africa", "6.1", 2, [4, 8, 6, 9]), ("africa", "9", 7, [7])]
"""System, rule, number of columns, and the lines of every such table on its page."""


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "number", "columns", "lines", "size"), crossed(
    TABLES, [(1024, 768), (1920, 1080), (2560, 1440)]))
def test_columns_of_a_table_are_even(
    sit_down: Callable[..., Hand], system: str, number: str, columns: int, lines: list[int], size: tuple[int, int]
) -> None:
    """On the laid-out page every cell begins at exactly its column's pixel."""
    hand = sit_down(size=size)
    hand.app.push(Rulebook(hand.app, system, number))
    hand.wait()
    starts = []
    for row in hand.top.page.text_box_layout.layout_rows:
        texts = [item for item in row.items if getattr(item, "text", "")]
        fillers = [k for k, item in enumerate(texts) if item.text.isspace() and len(item.text) > 4]
        starts.append(tuple(texts[k].right for k in fillers))
    assert [len(list(rows)) for row, rows in groupby(starts) if len(row) == columns - 1] == lines


def test_a_translated_page_is_marked_as_english(sit_down: Callable[..., Hand]) -> None:
    """In English nothing says so."""
    hand = sit_down(size=(1280, 720))
    texts = []
    for code in ("en", "es"):
        set_language(code)
        try:
            hand.app.push(Rulebook(hand.app, "kassala", "II.E"))
            hand.wait()
            texts.append(hand.top.page.html_text)
        finally:
            set_language("en")
    assert ["está en inglés" in text for text in texts] == [False, True]


def test_home_end_and_whole_pages(sit_down: Callable[..., Hand]) -> None:
    """End shows the last line, Home the first; Page Down moves on by almost the visible part, Page Up back."""
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, "kassala", "II.E"))
    hand.wait()
    bar = hand.top.page.scroll_bar
    seen = bar.visible_percentage
    hand.key("page down")
    assert 0.8 * seen < bar.start_percentage < seen
    hand.key("page up")
    assert bar.start_percentage == 0
    hand.key("end")
    assert bar.start_percentage == pytest.approx(1 - seen, abs=1e-3)
    hand.key("page down")
    assert bar.start_percentage == pytest.approx(1 - seen, abs=1e-3)
    hand.key("home")
    assert bar.start_percentage == 0


def test_the_list_has_titles_beside_numbers(sit_down: Callable[..., Hand]) -> None:
    """It has every section, and below the open one its rules; a click opens the rule, marked, and selects its row."""
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, "tours", "7.2"))
    hand.wait()
    texts = [row.text.strip() for row in hand.top.rows]
    titled = {text.partition("  ")[0] for text in texts if text.partition("  ")[2]}
    assert {"6.0", "7.0", "7.2", "7.4"} <= titled
    assert "8.1  Retreat before shock" not in texts
    assert hand.top.list.get_single_selection().strip() == "7.2  When archers fire"
    section = next(item for item in hand.top.list.item_list if item["text"] == "8.0  Shock")
    hand.click(section["button_element"].rect.center)
    hand.wait()
    assert hand.top.section == "8"
    assert "8.1  Retreat before shock" in [row.text.strip() for row in hand.top.rows]
    rule = next(item for item in hand.top.list.item_list if item["text"].strip() == "8.1  Retreat before shock")
    hand.click(rule["button_element"].rect.center)
    hand.wait()
    assert hand.top.number == "8.1"
    assert "» " in hand.top.page.html_text


@pytest.mark.every(2)
@pytest.mark.parametrize(("words", "first"), [
    ("line of", "7.4  Line of sight"), ("7.2", "7.2  When archers fire"), ("plunder", "11.0  The wagon train"),
    ("leader deat", "12.2  Leader death"),
])
def test_rules_are_found_by_number_title_and_text(sit_down: Callable[..., Hand], words: str, first: str) -> None:
    """F, a text and Enter open the first hit; hits are listed with their titles."""
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, "tours"))
    hand.wait()
    hand.key("f")
    for letter in words:
        hand.key("space" if letter == " " else letter)
        if letter == " ":
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=" "))
            hand.wait()
    assert hand.top.search_text == words
    hand.wait()
    assert first in [row.text for row in hand.top.rows]
    hand.key("enter")
    hand.wait()
    assert hand.top.number == hand.top.rows[0].number
    assert hand.top.number
    hand.key("escape")
    assert isinstance(hand.top, Rulebook)


def test_a_search_without_a_hit_says_so(sit_down: Callable[..., Hand]) -> None:
    """A click on that message opens nothing."""
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, "kassala"))
    hand.wait()
    before = hand.top.section
    hand.key("f")
    for letter in "zzq":
        hand.key(letter)
    hand.wait()
    assert hand.top.rows == []
    (line,) = hand.top.list.item_list
    hand.click(line["button_element"].rect.center)
    hand.wait()
    assert hand.top.section == before


def test_ctrl_and_f_open_the_search_too(sit_down: Callable[..., Hand]) -> None:
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, "kassala"))
    hand.wait()
    hand.key("f", pygame.KMOD_CTRL)
    for letter in "town":
        hand.key(letter)
    assert hand.top.search_text == "town"


def _type(hand: Hand, text: str) -> None:
    """Open the search by its key and type."""
    hand.key("f")
    for letter in text:
        hand.key(letter)


def test_every_hit_of_a_search_is_marked_and_enter_goes_to_the_next(sit_down: Callable[..., Hand]) -> None:
    """All hits on the page are marked; Enter cycles through the rules with a hit, from the first one, although another
    was open."""
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, "kassala", "II.D.13"))
    hand.wait()
    _type(hand, "cavalry")
    page = hand.on(Rulebook)
    rows = [(row.section, row.number) for row in page.rows]
    assert len(rows) > 2
    seen = []
    for _ in range(len(rows) + 1):
        hand.key("enter")
        seen.append((page.section, page.number))
        words = "".join(article.title + " ".join(article.lines) for article in page.sections[page.section])
        assert page.page.html_text.lower().count("<u>cavalry</u>") == words.lower().count("cavalry")
    assert seen == [*rows, rows[0]]


@pytest.mark.every(6)
@pytest.mark.parametrize("system", catalog.names())
def test_a_rule_lists_the_lessons_about_it(sit_down: Callable[..., Hand], system: str) -> None:
    """Next to a rule is a link to each lesson that shows it; it opens the lesson there, and Esc returns."""
    rules = catalog.rules(system)
    found = steps_by_rule(rules)
    number, one = next((number, each[-1]) for number, each in found.items() if each[-1].step > 0 and len(each) < 3)
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, system, number))
    hand.wait()
    page = hand.on(Rulebook)
    target = f"lesson {one.lesson} {one.step}"
    assert f'href="{target}"' in page.page.html_text
    pygame.event.post(pygame.event.Event(pygame_gui.UI_TEXT_BOX_LINK_CLICKED, link_target=target,
                                         ui_element=page.page, ui_object_id=""))
    hand.wait()
    lesson = hand.on(DemoScreen)
    assert (lesson.lesson.name, lesson.step) == (one.lesson, one.step)
    hand.key("escape")
    assert hand.top is page


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "size"), crossed(
    [("kassala",), ("tours",), ("africa",), ("adua",)], [(1024, 768), (1280, 720), (1920, 1080)]))
def test_the_contents_are_wide_enough_for_every_title(
    sit_down: Callable[..., Hand], system: str, size: tuple[int, int]
) -> None:
    """No row ends in an ellipsis, whichever section is open, and the page keeps most of the sheet."""
    hand = sit_down(size=size)
    hand.app.push(Rulebook(hand.app, system))
    hand.wait()
    page = hand.top
    for section in page.sections:
        page.go(section)
        hand.wait()
        assert page.rows == list(page.labels.values())
        assert [row.text for row in page.rows] == list(page.labels)
    assert page.page.rect.width > 0.55 * page.body.width


@pytest.mark.parametrize(("searched", "marks"), [("fir", True), ("r", False)])
def test_a_search_marks_whole_words(sit_down: Callable[..., Hand], searched: str, marks: bool) -> None:
    """A line may break at the edge of a mark, so no mark begins or ends within a word; a single letter marks none."""
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, "africa", "6.1"))
    hand.wait()
    _type(hand, searched)
    hand.key("enter")
    found = re.findall(r"(\w?)<font[^>]*><u>([^<]*)</u></font>(\w?)", hand.on(Rulebook).page.html_text)
    assert bool(found) == marks
    assert all(searched in word.casefold() and not before and not after for before, word, after in found)
