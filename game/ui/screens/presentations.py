"""The list of everything that can be presented, as cards with pictures: each system's evening programme, then its
lessons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from game import catalog
from game.core.contract import System
from game.core.message import Message, Text, error_text, say
from game.match import lesson_writer, lessons, programmes
from game.match.lessons import Lesson, LessonError
from game.match.programmes import Programme
from game.ui.app.screen import Host, Screen
from game.ui.kit.fonts import font
from game.ui.kit.pages import Pages
from game.ui.kit.paper import draw_sheet, draw_table
from game.ui.kit.pen import Pen, fit_title, fitting_font, wrap
from game.ui.kit.theme import ALARM, CREAM, CREAM_FAINT, FAINT, GOLD, INK, LINE_INK, Metrics
from game.ui.screens.battle_picture import lesson_picture, strips_picture
from game.ui.screens.captions import edit_captions
from game.ui.screens.shelf import Shelf

MIN_CARD = (300, 250)
"""Least size of a card, in layout units."""
TITLE_SIZES = (26, 24, 22)
"""Font sizes to try for a title on one line, in layout units; else it takes two lines."""
CARD_GAP = 18
"""Gap between cards, in layout units."""
HEAD_HEIGHT = 84
"""Space above the cards, in layout units."""
FOOT_HEIGHT = 54
"""Space below the cards, in layout units."""
CLOSE_SIDE = 48
"""Size of the button that leaves, in layout units."""


@dataclass(frozen=True)
class ShowEntry:
    """A programme or lesson that can be presented, or one that cannot be read."""

    rules: System[Any]
    content: Lesson | Programme | LessonError
    own_file: Path | None = None
    """The file of a lesson made by the player; None for any other entry."""

    @property
    def title(self) -> Text:
        """Its title; of an unreadable one the file name."""
        return self.content.path.name if isinstance(self.content, LessonError) else self.content.heading

    @property
    def kind(self) -> Text:
        """Its system, and whether it is an evening programme or an example of play."""
        if isinstance(self.content, Programme) and not self.content.system:
            return say("All games: club evening")
        system = self.rules.theme.title
        if isinstance(self.content, Programme):
            return say("{system}: club evening", system=system)
        return say("{system}: example of play", system=system) if self._is_example else system

    @property
    def _is_example(self) -> bool:
        """Whether it is one of the rulebook's examples of play."""
        return isinstance(self.content, Lesson) and any(
            info.example and info.name == self.content.scenario for info in self.rules.scenarios)

    @property
    def summary(self) -> Text:
        """Its summary; of an unreadable one a remark that says so."""
        return say("cannot be read") if isinstance(self.content, LessonError) else Message(self.content.summary)

    def picture(self, size: tuple[int, int]) -> pygame.Surface:
        """Its picture of a size in pixels: a lesson's scene, the battle of a programme, or strips of the battles of
        several systems.

        :raises ValueError: if the picture cannot be drawn, e.g. for a broken system or an invalid lesson.
        """
        if isinstance(self.content, Lesson):
            return lesson_picture(self.rules, size, self.content.path)
        names = self.content.systems if isinstance(self.content, Programme) else ()
        shown = [catalog.rules(name) for name in names] or [self.rules]
        return strips_picture(tuple((rules, rules.scenarios[0].name) for rules in shown), size)


def entries_of(rules: System[Any]) -> list[ShowEntry]:
    """A system's programme, if it has one, and its lessons."""
    path = programmes.programme_file(rules.name)
    entries = [_programme(rules, path)] if path is not None else []
    return [*entries, *(ShowEntry(rules, each) for each in lessons.all_lessons(rules))]


def _programme(rules: System[Any], path: Path) -> ShowEntry:
    """A programme, or the error in it, shown with the map of a system."""
    try:
        return ShowEntry(rules, programmes.read(path))
    except LessonError as error:
        return ShowEntry(rules, error)


def own_entries(systems: Sequence[System[Any]]) -> list[ShowEntry]:
    """The lessons made by the player, by name; one of an unknown system is shown with the first system."""
    named = {rules.name: rules for rules in systems}
    entries = list[ShowEntry]()
    for path in lesson_writer.saved_lessons() if systems else ():
        try:
            lesson = lessons.read(path)
            entries.append(ShowEntry(named.get(lesson.system, systems[0]), lesson, path))
        except LessonError as error:
            entries.append(ShowEntry(systems[0], error, path))
    return entries


class Presentations(Screen):
    """Cards of all programmes and lessons. The remote's keys move between them; F5 or Enter presents one."""

    key_screens = "presentations"
    focus_by_keys = False

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._systems = systems = Shelf().systems
        self.entries = [*(_programme(rules, programmes.EVENING_FILE) for rules in systems[:1]),
                        *(entry for rules in systems for entry in entries_of(rules)), *own_entries(systems)]
        self.at = 0
        """Index of the selected entry."""
        self._pages = Pages()
        self.cards: list[tuple[int, pygame.Rect]] = []
        """The entries on the current page by index, each with the rectangle of its card."""
        self._columns = 1
        """The number of cards in a full row."""
        self._drawn: set[Path] = set()
        """Files whose picture is drawn, or cannot be drawn."""
        self._broken: set[Path] = set()
        """Files whose picture cannot be drawn."""
        self._close = pygame.Rect(0, 0, 0, 0)
        """Rectangle of the button that leaves."""
        self._page_number_right = 0
        """Right edge of the page's number with its margin, in window pixels."""

    @property
    def metrics(self) -> Metrics:
        return self.app.metrics.audience_metrics

    @property
    def moving(self) -> bool:
        """Whether there are still pictures to draw."""
        return any(self._file(number) not in self._drawn for number, _ in self.cards)

    def build(self) -> None:
        m = self.metrics
        gap = m.px(CARD_GAP)
        self._close = pygame.Rect(m.width - m.px(32 + CLOSE_SIDE), (m.px(HEAD_HEIGHT) - m.px(CLOSE_SIDE)) // 2,
                                  m.px(CLOSE_SIDE), m.px(CLOSE_SIDE))
        self.button(self._close, "×", self.escape, "#sign", tool_tip_text=say("Esc: close"))
        self._page_number_right = self._close.left
        room = pygame.Rect(m.px(32), m.px(HEAD_HEIGHT), m.width - 2 * m.px(32),
                           m.height - m.px(HEAD_HEIGHT + FOOT_HEIGHT))
        columns, rows = (max(1, (length + gap) // (m.px(least) + gap))
                         for length, least in zip(room.size, MIN_CARD, strict=True))
        self._columns = columns
        self._pages.page = self.at // (columns * rows)
        self._pages.split(len(self.entries), columns * rows)
        width, height = (room.width - gap * (columns - 1)) // columns, (room.height - gap * (rows - 1)) // rows
        self.cards = [(number, pygame.Rect(room.x + k % columns * (width + gap), room.y + k // columns * (height + gap),
                                           width, height)) for k, number in enumerate(self._pages.items)]
        if self._pages.count > 1:
            self._add_page_buttons(columns * rows)

    def _add_page_buttons(self, cards_per_page: int) -> None:
        """Add the page buttons left of the button that leaves."""
        place, step = self._close.copy(), self._close.width + self.px(8)
        for sign, pages, tip in (("›", 1, say("The next page")), ("‹", -1, say("The page before"))):
            place = place.move(-step, 0)
            page = self._pages.page + pages
            button = self.button(place, sign, partial(self._choose, page * cards_per_page), "#sign", tool_tip_text=tip)
            if not 0 <= page < self._pages.count:
                self.disable(button, say("This is the last page.") if pages > 0 else say("This is the first page."))
        self._page_number_right = place.left

    def _file(self, number: int) -> Path:
        """The file of an entry, given by its index."""
        return self.entries[number].content.path

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        missing = next((n for n, _ in self.cards if self._file(n) not in self._drawn), None) if top else None
        if missing is not None:
            entry, (_, card) = self.entries[missing], self.cards[0]
            self._drawn.add(self._file(missing))
            try:
                entry.picture(self.picture(card).size)
            except (ValueError, OSError):
                self._broken.add(self._file(missing))

    def picture(self, card: pygame.Rect) -> pygame.Rect:
        """Rectangle of the picture on a card, in window pixels."""
        px = self.px
        return pygame.Rect(card.x + px(14), card.y + px(14), card.width - px(28), card.height * 11 // 20)

    def draw(self, target: pygame.Surface) -> None:
        m, px = self.metrics, self.px
        draw_table(target)
        title = font("title", px(44)).line_picture(say("Presentations"), CREAM)
        target.blit(title, title.get_rect(midleft=(px(32), px(HEAD_HEIGHT) // 2)))
        if self._pages.count > 1:
            image = font("ui", px(20)).line_picture(self._pages.label, CREAM_FAINT)
            target.blit(image, image.get_rect(midright=(self._page_number_right - px(20), px(HEAD_HEIGHT) // 2)))
        for number, card in self.cards:
            self._draw_card(target, number, card)
        foot = say("Page Up and Page Down: choose. F5 or Enter: present. Esc: leave")
        image = fitting_font(foot, "ui", px(22), m.width - px(64)).line_picture(foot, CREAM_FAINT)
        target.blit(image, image.get_rect(center=(m.width // 2, m.height - px(FOOT_HEIGHT) // 2)))
        self.draw_widgets(target)

    def _draw_card(self, target: pygame.Surface, number: int, card: pygame.Rect) -> None:
        """Draw the card of an entry, given by its index: picture, kind, title and summary; framed if selected."""
        entry, m, px = self.entries[number], self.metrics, self.px
        draw_sheet(target, card, m.scale)
        room = self.picture(card)
        if self._file(number) in self._drawn - self._broken:
            target.blit(entry.picture(room.size), room)
            pygame.draw.rect(target, LINE_INK, room, px(1))
        pen = Pen(target, m, room.x, room.bottom + px(6), room.width)
        face = fitting_font(entry.kind, "ui", px(15), pen.width)
        target.blit(face.line_picture(entry.kind, FAINT), (pen.x, pen.y))
        pen.y += pen.font("ui", 15).get_linesize()
        face, title_lines = fit_title(entry.title, "text", [px(size) for size in TITLE_SIZES], pen.width)
        for line in title_lines:
            target.blit(face.line_picture(line, INK), (pen.x, pen.y))
            pen.y += face.get_linesize()
        is_broken = isinstance(entry.content, LessonError)
        face = font("ui", px(16))
        max_lines = max(1, (card.bottom - px(6) - pen.y) // face.get_linesize())
        lines = wrap(entry.summary, face, pen.width)
        for line in [*lines[:max_lines - 1], " ".join(lines[max_lines - 1:])]:
            pen.line(line, "ui", 16, ALARM if is_broken else FAINT)
        if entry.own_file is not None:
            button = self._edit_button(card)
            pygame.draw.rect(target, GOLD, button, border_radius=px(5))
            label = say("E: edit captions")
            image = fitting_font(label, "ui-bold", px(16), button.width - px(12)).line_picture(label, INK)
            target.blit(image, image.get_rect(center=button.center))
        if number == self.at:
            pygame.draw.rect(target, GOLD, card.inflate(px(10), px(10)), width=px(6), border_radius=px(10))

    def _choose(self, number: int) -> None:
        """Select another entry by index, turning to its page; before the first or after the last, select that one."""
        number = max(0, min(number, len(self.entries) - 1))
        if number != self.at:
            self.at = number
            self.rebuild()

    def present(self) -> None:
        """Present the selected card, or report what is wrong with it."""
        content = self.entries[self.at].content
        if isinstance(content, LessonError):
            self.app.error(say("This lesson cannot be shown"), error_text(content))
        else:
            self.app.navigator.present(content)

    def edit(self) -> None:
        """Edit the captions of the selected card, if it is a lesson made by the player."""
        path = self.entries[self.at].own_file
        if path is not None:
            edit_captions(self.app, path)

    def becomes_top(self) -> None:
        """Read the player's own lessons again, as their captions may have been edited."""
        self.entries = [*(entry for entry in self.entries if entry.own_file is None), *own_entries(self._systems)]
        self.at = min(self.at, max(0, len(self.entries) - 1))
        self.rebuild()

    def _edit_button(self, card: pygame.Rect) -> pygame.Rect:
        """Rectangle of a card's button that edits the captions."""
        room, px = self.picture(card), self.px
        return pygame.Rect(room.right - px(150), room.bottom - px(34), px(146), px(30))

    def do(self, command: str, key: str) -> bool:
        match command:
            case "next-slide":
                self._choose(self.at + (self._columns if key == "down" else 1))
            case "previous-slide":
                self._choose(self.at - (self._columns if key == "up" else 1))
            case "first-slide":
                self._choose(0 if key == "home" else len(self.entries) - 1)
            case "edit-captions" if self.entries:
                self.edit()
            case "present" if self.entries:
                self.present()
            case _:
                return super().do(command, key)
        return True

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            number, card = next((each for each in self.cards if each[1].collidepoint(event.pos)), (None, None))
            if number is None or card is None:
                return False
            self._choose(number)
            if self.entries[number].own_file is not None and self._edit_button(card).collidepoint(event.pos):
                self.edit()
            else:
                self.present()
            return True
        if event.type == pygame.MOUSEWHEEL:
            self._choose(self.at - event.y)
            return True
        return False
