"""The rulebook sheet: at the left the search and the list of sections, at the right the rules of a section; it can be
opened at a rule number."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pygame

from game import catalog, systems
from game.core.message import Text, say
from game.i18n.words import ENGLISH, language_code, translate
from game.match.lesson_rules import steps_by_rule
from game.ui.app.panel import MIN_SHEET, PanelScreen
from game.ui.app.screen import Host
from game.ui.kit import gui
from game.ui.kit.fonts import font, font_path
from game.ui.kit.gui import ScrolledList, UITextBox, text_entry
from game.ui.kit.pen import shorten
from game.ui.kit.theme import ALARM, FAINT, LIST_PRINT
from game.ui.screens.rulepages import (
    FILLER_SIZE,
    NUMBER,
    TABLE_TYPEFACE,
    Article,
    link_targets,
    markup,
    read_articles,
    section_of,
)

SEARCH_HEIGHT = 44
"""Height of the search field, in layout units."""
MAX_SEARCH_CHARACTERS = 40
"""The most characters that the search field takes."""
SCROLL_BAR_WIDTH = 22
"""Width of the list's scroll bar, in pixels."""
WIDE_SHEET = 1000
"""Sheet width in layout units from which the list takes a smaller share."""
LIST_SHARE, NARROW_LIST_SHARE = 0.27, 0.4
"""Share of a wide and of a narrow sheet's width for the list."""
MAX_LIST_SHARE = 0.36
"""The largest share of a wide sheet that the list takes for its longest row."""
LONG_PLACEHOLDER_FROM = 270
"""List width in layout units from which the search field shows its long placeholder."""
LESSON_LINK = "lesson "
"""Prefix of a link to a lesson's step."""
MAX_LESSON_LINKS = 3
"""The most links to lessons below a rule's title."""
TABLE_PRINT = 19
"""Font size in tables, in layout units."""
SCROLL_STEPS = {"up": -0.1, "down": 0.1, "pageup": -0.9, "pagedown": 0.9, "home": -1e6, "end": 1e6}
"""Scroll distance of each key as a multiple of the visible height; a page overlaps the previous one by a line or
two."""


class Rulebook(PanelScreen):
    """The sheet that shows a system's ``rulebook.md``."""

    key_screens = "rulebook"
    title = say("Rulebook")
    size = (1360, 920)
    min_size = MIN_SHEET

    def __init__(self, app: Host, system: str, number: str = "", facts: Sequence[tuple[Text, Text]] = ()) -> None:
        """:param number: the rule number or heading at which it opens; empty for the beginning.
        :param facts: heading and text of each line to add below the title of that article, e.g. about a battle."""
        super().__init__(app)
        self.facts = tuple(facts)
        self.system = system
        self.fault = ""
        """Why the rulebook cannot be read; empty if it can."""
        try:
            self.articles = read_articles(system)
        except (OSError, UnicodeDecodeError) as error:
            path = systems.folder(system) / "rulebook.md"
            self.articles, self.fault = [], translate(say("{path}: cannot be read ({error})", path=path, error=error))
        self.link_targets = link_targets(self.articles)
        try:
            self.lessons = steps_by_rule(catalog.rules(system))
        except (catalog.BrokenSystem, catalog.UnknownName):
            self.lessons = {}
        """Rule number -> the lessons that show it."""
        self.sections = by_section(self.articles)
        """Section -> its articles."""
        self.number = number
        """The highlighted rule; empty if a whole section is shown."""
        self.search_text = ""
        self._result_opened = False
        """Whether Enter has opened a result since the search text changed."""
        self.rows: list[ContentsRow] = []
        """The rows of the list."""
        self.labels: dict[str, ContentsRow] = {}
        """Label in the list, possibly shortened -> its row."""
        self.list: ScrolledList | None = None
        self._swallow_text = False
        """Whether to swallow the text input of the key that opened the search."""
        section = section_of(number)
        self.section = section if section in self.sections else next(iter(self.sections), "")
        """The section shown."""

    def fill(self) -> None:
        body = self.body
        share = LIST_SHARE if body.width >= self.px(WIDE_SHEET) else NARROW_LIST_SHARE
        width = round(max(body.width * share,
                          min(body.width * max(share, MAX_LIST_SHARE), self._widest_row() + self._list_margins)))
        height = self.px(SEARCH_HEIGHT)
        placeholder = (say("Find a word or a number   [F]") if width >= self.px(LONG_PLACEHOLDER_FROM)
                       else say("Find   [F]"))
        self.search_field = text_entry(pygame.Rect(body.x, body.y, width, height), self.manager, MAX_SEARCH_CHARACTERS,
                                       text=self.search_text, placeholder=translate(placeholder))
        top = self.list.top if self.list is not None else 0.0
        self._list_room = pygame.Rect(body.x, body.y + height + self.px(8), width, body.height - height - self.px(8))
        self._fill_list(top)
        room = pygame.Rect(body.x + width + self.px(20), body.y, body.width - width - self.px(20), body.height)
        self.preload_fonts()
        self.manager.add_font_paths(TABLE_TYPEFACE, str(font_path("table")), str(font_path("table-bold")))
        prints = (self.px(TABLE_PRINT), "regular"), (self.px(TABLE_PRINT), "bold"), (FILLER_SIZE, "regular")
        self.manager.preload_fonts([{"name": TABLE_TYPEFACE, "point_size": size, "style": style}
                                    for size, style in prints])
        self._table_width = room.width - self.px(60)
        self.page = UITextBox(self._html(), room, self.manager)
        self._scroll_to_number()

    @property
    def _list_margins(self) -> int:
        """Width in pixels of the list's margins and scroll bar together."""
        return self.px(24) + SCROLL_BAR_WIDTH

    def _widest_row(self) -> int:
        """Width in pixels of the longest row that the list can have without a search."""
        face = font("ui", self.px(LIST_PRINT))
        return max((face.size(row.text)[0] for section in self.sections
                    for row in contents_rows(self.sections, section)),
                   default=0)

    def _fill_list(self, top: float = 0.0) -> None:
        """Fill the list with the contents or the search results, and select the open rule if it is among them.

        :param top: number of rows to scroll out of view at the top, if possible.
        """
        if self.search_text.strip():
            self.rows = search(self.articles, self.search_text)
        else:
            self.rows = contents_rows(self.sections, self.section)
        rule_rows = [k for k, row in enumerate(self.rows) if row.section == self.section and row.number == self.number]
        section_row = [k for k, row in enumerate(self.rows) if row.section == self.section and not row.number]
        if self.list is not None:
            self.list.kill()
        face, room = font("ui", self.px(LIST_PRINT)), self._list_room.width - self._list_margins
        self.labels = {shorten(row.text, face, room): row for row in self.rows}
        names = list(self.labels) or [translate(say("Nothing found."))]
        selected = next(iter((*rule_rows, *section_row)), None)
        self.list = ScrolledList(self._list_room, names, self.manager, selected, top)

    def _html(self) -> str:
        """The section as markup for the text box."""
        if self.fault:
            return f'<font color="{ALARM}">{html.escape(self.fault)}</font>'
        shown = self.sections.get(self.section, ())
        additions = {article.number: self._lesson_links(article.number) for article in shown
                     if article.number in self.lessons}
        if self.facts and any(article.number == self.number for article in shown):
            facts = (f"<b>{html.escape(translate(head))}</b>: {html.escape(translate(text))}"
                     for head, text in self.facts)
            additions[self.number] = "<br>".join(facts) + "<br>"
        page = markup(tuple(shown), self.number, self.px(TABLE_PRINT), self.link_targets, self._table_width,
                      additions=additions, search=self.search_text)
        page = page or f'<font color="{FAINT}">{translate(say("Nothing here."))}</font>'
        if language_code() == ENGLISH.code:
            return page
        return f'<font color="{FAINT}">{html.escape(translate(say("The rulebook is in English.")))}</font><br>{page}'

    def _lesson_links(self, number: str) -> str:
        """Links to the lessons that show a rule, as a line of markup."""
        lessons = self.lessons[number][:MAX_LESSON_LINKS]
        links = []
        for lesson in lessons:
            title = translate(say("{lesson}, step {step}", lesson=lesson.heading, step=lesson.step + 1))
            links.append(f'<a href="{LESSON_LINK}{lesson.lesson} {lesson.step}">{html.escape(title)}</a>')
        return f'<font color="{FAINT}">{html.escape(translate(say("Show me:")))}</font> {" · ".join(links)}'

    def _open_lesson(self, target: str) -> None:
        """Open the lesson and step of a link."""
        name, step = target.removeprefix(LESSON_LINK).rsplit(" ", 1)
        self.app.navigator.demo(catalog.rules(self.system), name, step=int(step))

    def _scroll_to_number(self) -> None:
        """Scroll to the current rule number, as far as the page allows."""
        bar = self.page.scroll_bar
        layout = self.page.text_box_layout
        if bar is None or layout is None:
            return
        # ``markup`` puts this sign before the highlighted rule
        top = next((row.top for row in layout.layout_rows for item in row.items if "»" in getattr(item, "text", "")), 0)
        share = max(0, top - self.px(8)) / layout.layout_rect.height
        bar.set_scroll_from_start_percentage(min(share, 1.0 - bar.visible_percentage))

    def _scroll_by(self, heights: float) -> None:
        """Scroll by a multiple of the visible height, as far as the page allows."""
        bar = self.page.scroll_bar
        if bar is not None:
            start = bar.start_percentage + heights * bar.visible_percentage
            bar.set_scroll_from_start_percentage(max(0.0, min(1.0 - bar.visible_percentage, start)))

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == gui.UI_SELECTION_LIST_NEW_SELECTION and event.ui_element is self.list:
            row = self.labels.get(event.text)
            if row is not None:
                self.open(row)
            return True
        if self._swallow_text and event.type in (pygame.TEXTINPUT, pygame.KEYUP):
            self._swallow_text = False
            return True
        if event.type == gui.UI_TEXT_ENTRY_CHANGED and event.ui_element is self.search_field:
            self.search_text, self._result_opened = self.search_field.get_text(), False
            self._fill_list()
            self.page.set_text(self._html())
            return True
        if event.type == gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self.search_field:
            self._next_result()
            return True
        if event.type == gui.UI_TEXT_BOX_LINK_CLICKED and event.link_target.startswith(LESSON_LINK):
            self._open_lesson(event.link_target)
            return True
        if event.type == gui.UI_TEXT_BOX_LINK_CLICKED:
            self.number = event.link_target
            self.go(section_of(event.link_target), keep_number=True)
            return True
        return super().handle(event)

    def _next_result(self) -> None:
        """Open the first result of a new search, else the next one, wrapping round."""
        current = next((k for k, row in enumerate(self.rows) if self._result_opened
                        and (row.section, row.number) == (self.section, self.number)), -1)
        self._result_opened = True
        if self.rows:
            self.open(self.rows[(current + 1) % len(self.rows)])

    def open(self, row: ContentsRow) -> None:
        """Open the rule or section of a row."""
        self.number = row.number
        self.go(row.section, keep_number=True)

    def go(self, section: str, *, keep_number: bool = False) -> None:
        """Show a section; do nothing if there is none of this name.

        :param keep_number: whether the rule ``number`` stays highlighted.
        """
        if section not in self.sections:
            return
        self.section = section
        if not keep_number:
            self.number = ""
        self.page.set_text(self._html())
        self._scroll_to_number()
        self._fill_list(self.list.top if self.list is not None else 0.0)

    def do(self, command: str, key: str) -> bool:
        match command if self.sections else "":  # a rulebook that cannot be read has no commands of its own
            case "section":
                keys = list(self.sections)
                self.section = keys[(keys.index(self.section) + (1 if key == "right" else -1)) % len(keys)]
                self.number = ""
                self.rebuild()
            case "line":
                self._scroll_by(SCROLL_STEPS[key])
            case "find":
                self.manager.set_focus_set(self.search_field.get_focus_set())
                self._swallow_text = key == "f"  # with Ctrl it types nothing
            case "close":
                self.app.pop()
            case _:
                return super().do(command, key)
        return True


INDENT = "   "
"""Indent of a rule below its section."""


class ContentsRow(NamedTuple):
    """A row of the list."""

    text: str
    section: str
    """The section to show."""
    number: str
    """The rule to highlight; empty for a whole section."""


def by_section(articles: Sequence[Article]) -> dict[str, list[Article]]:
    """Section -> its articles, both in the order of the rulebook."""
    sections: dict[str, list[Article]] = {}
    for article in articles:
        sections.setdefault(_section(article), []).append(article)
    return sections


def contents_rows(sections: Mapping[str, Sequence[Article]], opened: str) -> list[ContentsRow]:
    """All sections, with the rules of the open one below it. A section's row has the text of its first article."""
    rows = []
    for key, (first, *others) in sections.items():
        rows.append(ContentsRow(_label(first), key, ""))
        if key == opened:
            rows += [ContentsRow(INDENT + _label(article), key, article.number) for article in others]
    return rows


def search(articles: Sequence[Article], words: str) -> list[ContentsRow]:
    """The rules whose number begins with the search text, or that contain all its words: matches in the number first,
    then those in the title, then those in the text."""
    search_words = words.casefold().split()
    hits: list[tuple[int, ContentsRow]] = []
    for article in articles:
        row = ContentsRow(_label(article), _section(article), article.number)
        title, text = row.text.casefold(), " ".join(article.lines).casefold()
        if article.number.casefold().startswith(words.strip().casefold()):
            hits.append((0, row))
        elif all(word in title for word in search_words):
            hits.append((1, row))
        elif all(word in title or word in text for word in search_words):
            hits.append((2, row))
    return [row for _, row in sorted(hits, key=lambda hit: hit[0])]


def _section(article: Article) -> str:
    """The section of an article; an article without a number is a section of its own."""
    return section_of(article.number) if NUMBER.match(article.number) else article.number


def _label(article: Article) -> str:
    """A rule's number and title; a heading without a number as it is."""
    return f"{article.number}  {article.title}".strip()
