"""The optional rules on a sheet, each with a tick box or the alternative chosen, and the sheet that lists an option's
alternatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import ceil
from typing import Any

import pygame

from game import catalog
from game.core.contract import OptionInfo, System
from game.core.message import Text, say
from game.core.option import Alternative, meaningful
from game.i18n.words import translate
from game.ui.app.panel import PagedPanel, PageTurner, add_page_turners
from game.ui.app.screen import Host, Screen
from game.ui.kit.pages import Pages
from game.ui.kit.pen import Link, Pen, TextRun, cite
from game.ui.kit.strokes import key_commands
from game.ui.kit.theme import FAINT

HEADING_HEIGHT = 38
"""Height of the heading, in layout units."""
MIN_OPTION_HEIGHT = 80
"""Least height of an option, in layout units."""
BOX_SIDE = 44
"""Size of a tick box, in layout units."""
SWITCH_TEXT_LEFT = 58
"""Distance of a switch's text from the left edge of its tick box, in layout units."""
LIST_BUTTON_WIDTH = 300
"""Width of the button that opens a list, in layout units."""
MIN_NAME_WIDTH = 150
"""Least width for the name beside that button, in layout units; with less, the name is above the button."""


class OptionRows:
    """The options on a sheet, with pages if they do not fit."""

    def __init__(self, rules: System[Any], changed: Callable[[], None], turned: Callable[[], None]) -> None:
        """:param changed: called after each choice.
        :param turned: called after another page was opened."""
        self.rules = rules
        self.chosen: tuple[str, ...] = ()
        """The options that differ from the default, as their texts in a record."""
        self.example = False
        """Whether the scenario is an example of play, whose position already fixes some options."""
        self.default_meanings: dict[str, str] = {}
        """Option -> the alternative that its default stands for in this scenario."""
        self.pages = Pages()
        self._changed, self._turned = changed, turned
        self._room = pygame.Rect(0, 0, 0, 0)
        """The rectangle of the options in the window."""
        self._screen: Screen | None = None
        """The sheet with the options, once filled."""
        self._shown: list[tuple[OptionInfo, int]] = []
        """The options on the current page, each with the window pixel of its top."""

    def set_options(self, options: Iterable[str]) -> None:
        """Choose all given options that the system knows and that are compatible."""
        self.chosen = ()
        for text in sorted(options, key=self._order):
            try:
                self.chosen = catalog.options(self.rules, (*self.chosen, text))
            except catalog.UnusableName:
                continue

    def _order(self, text: str) -> int:
        """Index of an option in the system's list; unknown ones come last."""
        names = [info.name for info in self.rules.options]
        name = text.partition("=")[0]
        return names.index(name) if name in names else len(names)

    @property
    def infos(self) -> tuple[OptionInfo, ...]:
        """The options that apply with those chosen; in an example of play without those fixed by its position."""
        applicable = meaningful(self.chosen, self.rules.options)
        return tuple(info for info in applicable if not (self.example and info.in_positions))

    @property
    def bottom(self) -> int:
        """Lower edge of the options, in window pixels."""
        return self._room.bottom

    def _set(self, info: OptionInfo, text: str) -> None:
        """Choose an option's alternative by its text; the default if empty."""
        other_choices = [each for each in self.chosen if each.partition("=")[0] != info.name]
        self.set_options([*other_choices, text] if text else other_choices)
        self._changed()

    def open(self, info: OptionInfo) -> None:
        """Toggle a switch, or open the list of an option's alternatives."""
        if not info.alternatives:
            self._set(info, "" if info.chosen(self.chosen) else info.name)
        elif self._screen is not None:
            host = self._screen.app
            host.push(ChoiceSheet(host, info.title, info.alternatives, info.chosen(self.chosen),
                                  lambda name: self._set(info, info.text(name)), broken=info.broken,
                                  summary=info.summary))

    def turn(self, pages: int) -> None:
        """Go forward by a number of pages, or back if negative."""
        if self.pages.turn(pages):
            self._turned()

    def fill(self, screen: Screen, room: pygame.Rect) -> None:
        """Create the boxes and buttons in a rectangle; if all fit, only the height needed is used."""
        px, infos = screen.px, self.infos
        self._screen = screen
        heights = [self._height(screen, info, room.width) for info in infos]
        self.pages.split_by_height(heights, room.height - px(HEADING_HEIGHT))
        height = px(HEADING_HEIGHT) + sum(heights) if self.pages.count == 1 else room.height
        self._room = pygame.Rect(room.x, room.y, room.width, height)
        self._shown, y = [], room.y + px(HEADING_HEIGHT)
        for number in self.pages.items:
            self._shown.append((infos[number], y))
            y += heights[number]
        for info, y in self._shown:
            chosen = info.chosen(self.chosen)
            if info.alternatives:
                title = translate(self._alternative(info).title)
                name_height = self._height_above(screen, info, room.width)
                rect = pygame.Rect(room.right - px(LIST_BUTTON_WIDTH), y + name_height, px(LIST_BUTTON_WIDTH),
                                   px(BOX_SIDE))
                if name_height:
                    rect.update(room.x, rect.y, room.width, rect.height)
                screen.button(rect, f"{title} …", partial(self.open, info))
            else:
                rect = pygame.Rect(room.x, y, px(BOX_SIDE), px(BOX_SIDE))
                screen.button(rect, "✓" if chosen else " ", partial(self.open, info), "#check" if chosen else "#plain")
        back, forward = (pygame.Rect(room.right - px(right), room.y - px(4), px(40), px(36)) for right in (88, 40))
        add_page_turners(
            screen, self.pages, self.turn,
            PageTurner(back, say("Page Up: previous options"), say("These are the first options.")),
            PageTurner(forward, say("Page Down: more options"), say("These are the last options.")))

    @property
    def _numbers_shown(self) -> str:
        """The numbers of the options shown, as text; the sheet's own pages are counted beside its title."""
        shown, count = self.pages.items, len(self.infos)
        if len(shown) == 1:
            return translate(say("{number} of {count}", number=shown[0] + 1, count=count))
        return translate(say("{first}–{last} of {count}", first=shown[0] + 1, last=shown[-1] + 1, count=count))

    def paint(self, target: pygame.Surface, screen: Screen) -> list[Link]:
        """Print the options; return the links to their rules."""
        if not self.rules.options:
            return []
        px, room, links = screen.px, self._room, []
        pen = Pen(target, screen.metrics, room.x, room.y, room.width)
        pen.line(say("Options"), "title", 21)
        if self.pages.count > 1:
            image = pen.font("ui", 16).render(self._numbers_shown, True, FAINT)
            target.blit(image, (room.right - px(98) - image.get_width(), room.y + px(4)))
        for info, top in self._shown:
            y = top - px(2)
            if info.alternatives:
                links += self._paint_choice(target, screen, info, y)
                continue
            pen = Pen(target, screen.metrics, room.x + px(SWITCH_TEXT_LEFT), y, room.width - px(SWITCH_TEXT_LEFT))
            self._print_switch(pen, info)
            links += pen.links
        return links

    def _height(self, screen: Screen, info: OptionInfo, width: int) -> int:
        """Height in pixels of an option, in a column of a width in pixels."""
        px = screen.px
        if info.alternatives:
            top = self._height_above(screen, info, width) + px(BOX_SIDE + 4)
            pen = Pen(pygame.Surface((1, 1)), screen.metrics, 0, top, width)
            self._print_summary(pen, info)
            return max(px(MIN_OPTION_HEIGHT), pen.y + px(10))
        pen = Pen(pygame.Surface((1, 1)), screen.metrics, 0, 0, width - px(SWITCH_TEXT_LEFT))
        self._print_switch(pen, info)
        return max(px(MIN_OPTION_HEIGHT), pen.y + px(8))

    @staticmethod
    def _print_switch(pen: Pen, info: OptionInfo) -> None:
        """Print the name and the summary of a switch."""
        pen.flow([TextRun(info.title, "ui-bold", 19), cite(info.rule, 19)])
        pen.flow([TextRun(info.summary, "ui", 16, FAINT)], leading=1.0)

    def _paint_choice(self, target: pygame.Surface, screen: Screen, info: OptionInfo, y: int) -> list[Link]:
        """Print an option with a list: its name beside or above the button, and below both the summary of the
        alternative chosen. Return the links to its rule.

        :param y: upper edge of the option, in window pixels.
        """
        px, room, name_height = screen.px, self._room, self._height_above(screen, info, self._room.width)
        pen = Pen(target, screen.metrics, room.x, y + px(0 if name_height else 10),
                  room.width - px(0 if name_height else LIST_BUTTON_WIDTH + 12))
        self._print_name(pen, info)
        self._print_summary(Pen(target, screen.metrics, room.x, y + name_height + px(BOX_SIDE + 6), room.width), info)
        return list(pen.links)

    @staticmethod
    def _print_name(pen: Pen, info: OptionInfo) -> None:
        """Print the name of an option with a list."""
        pen.flow([TextRun(info.title, "ui-bold", 19), cite(info.rule, 19)], leading=1.0)

    def _height_above(self, screen: Screen, info: OptionInfo, width: int) -> int:
        """Height in pixels of an option's name above its button; 0 if there is room for the name beside the button."""
        px, free = screen.px, width - screen.px(LIST_BUTTON_WIDTH + 12)
        if free >= px(MIN_NAME_WIDTH) and self._name_height(screen, info, free) + px(10) <= px(BOX_SIDE + 6):
            return 0
        return self._name_height(screen, info, width) + px(4)

    def _name_height(self, screen: Screen, info: OptionInfo, width: int) -> int:
        """Height in pixels of an option's name."""
        pen = Pen(pygame.Surface((1, 1)), screen.metrics, 0, 0, width)
        self._print_name(pen, info)
        return pen.y

    def _alternative(self, info: OptionInfo) -> Alternative:
        """The alternative chosen, or the one that the default stands for in the scenario."""
        name = info.chosen(self.chosen)
        if name == info.default:
            name = self.default_meanings.get(info.name, name)
        return next(each for each in info.alternatives if each.name == name)

    def _print_summary(self, pen: Pen, info: OptionInfo) -> None:
        """Print the summary of the alternative chosen."""
        pen.flow([TextRun(self._alternative(info).summary or info.summary, "ui", 16, FAINT)], leading=1.0)

    @property
    def keys(self) -> list[Text]:
        """Texts explaining the keys."""
        shown = len(self.pages.items)
        texts: list[Text] = [say("1–{count} options", count=shown) if shown > 1 else say("1 option")] if shown else []
        return [*texts, say("Page Up, Page Down: more")] if self.pages.count > 1 else texts

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a digit or a key that turns pages; return whether it was one."""
        if self.pages.handle(event):
            self._turned()
            return True
        for each in key_commands(event, "options"):
            if each.command == "option" and (number := int(each.key)) <= len(self.pages.items):
                self.open(self.infos[self.pages.items[number - 1]])
                return True
        return False


MAX_COLUMN_ROWS = 8
"""Most alternatives in a column."""
MAX_COLUMNS = 2
"""Most columns on a page."""
MAX_PAGE_ITEMS = MAX_COLUMNS * MAX_COLUMN_ROWS
"""Most alternatives on a page."""
COLUMN_WIDTH = 400
"""Width of a column, in layout units."""
ALTERNATIVE_HEIGHT = 60
"""Height of an alternative, in layout units."""
SUMMARY_HEIGHT = 72
"""Height of the summary at the foot, in layout units."""
MIN_CHOICE_WIDTH = 640
"""Least width of the sheet, in layout units."""
SHEET_FRAME = (72, 112)
"""Width and height of the sheet outside its body, in layout units; must agree with ``PanelScreen.body``."""


class ChoiceSheet(PagedPanel):
    """A sheet with a button for each alternative, in columns; the button of a broken alternative says what is wrong
    with it. A letter key goes to the next title that begins with the letter."""

    key_screens = "choice"
    min_size = None  # in a smaller window the print shrinks: the size is made for one page of alternatives

    def __init__(self, app: Host, title: Text, alternatives: Sequence[Alternative], chosen: str,
                 take: Callable[[str], None], *, broken: Sequence[Alternative] = (), summary: Text = "") -> None:
        """:param take: callback with the name of the alternative chosen.
        :param broken: alternatives that cannot be chosen; their summaries say why.
        :param summary: text for alternatives without a summary."""
        super().__init__(app)
        self.title, self.chosen, self._take = title, chosen, take
        self._broken, self._default_summary = broken, summary
        self._entries = (*alternatives, *broken)
        count = min(len(self._entries), MAX_PAGE_ITEMS)
        self._columns = ceil(count / MAX_COLUMN_ROWS)
        self._rows = ceil(count / self._columns)
        self.size = (max(MIN_CHOICE_WIDTH, SHEET_FRAME[0] + self._columns * COLUMN_WIDTH),
                     SHEET_FRAME[1] + self._rows * ALTERNATIVE_HEIGHT + SUMMARY_HEIGHT)
        current = next((n for n, each in enumerate(self._entries) if each.name == chosen), 0)
        self.pages.page, self._focus = divmod(current, MAX_PAGE_ITEMS)

    def build(self) -> None:
        """Build the alternatives first, so that the keyboard focus starts at the chosen one."""
        body, px = self.body, self.px
        self.pages.split(len(self._entries), MAX_PAGE_ITEMS)
        width = (body.width + px(16)) // self._columns
        self._choices = []
        """The buttons of the alternatives on the current page."""
        for number, each in enumerate(self._on_page):
            column, row = divmod(number, self._rows)
            rect = pygame.Rect(body.x + column * width, body.y + row * px(ALTERNATIVE_HEIGHT), width - px(16),
                               px(ALTERNATIVE_HEIGHT - 10))
            is_chosen, title = each.name == self.chosen, translate(each.title)
            self._choices.append(self.button(rect, f"› {title} ‹" if is_chosen else title,
                                             partial(self._choose, each), "#main" if is_chosen else ""))
        self.add_page_buttons()
        super().build()

    @property
    def _on_page(self) -> Sequence[Alternative]:
        """The alternatives on the current page."""
        return [self._entries[number] for number in self.pages.items]

    def turn(self, pages: int) -> None:
        self._focus = 0
        super().turn(pages)

    def _choose(self, alternative: Alternative) -> None:
        """Close the sheet and take an alternative, or say why it cannot be chosen."""
        if alternative in self._broken:
            self.app.error(alternative.title, alternative.summary)
            return
        self.app.pop()
        self._take(alternative.name)

    @property
    def _summary(self) -> Text:
        """Summary of the alternative under the pointer, or else of the focused one; empty if it has none."""
        number = next((n for n, button in enumerate(self._choices) if button.hovered), self._focus)
        return self._on_page[number].summary if number < len(self._on_page) else ""

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        pen = Pen(target, self.metrics, body.x, body.y + self._rows * self.px(ALTERNATIVE_HEIGHT) + self.px(6),
                  body.width)
        pen.flow([TextRun(self._summary or self._default_summary, "ui", 17, FAINT)], leading=1.0)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or not event.unicode.isalnum():
            return super().on_event(event)
        titles = [translate(each.title).casefold() for each in self._entries]
        count, current = len(titles), self.pages.items.start + self._focus
        others = ((current + step) % count for step in range(1, count + 1))
        match = next((n for n in others if titles[n].startswith(event.unicode.casefold())), None)
        if match is None:
            return False
        page, number = divmod(match, MAX_PAGE_ITEMS)
        if page != self.pages.page:
            self.turn(page - self.pages.page)
        self._focus = number
        return True

    def do(self, command: str, key: str) -> bool:
        if command != "column":
            return super().do(command, key)
        beside = self._focus + (self._rows if key == "right" else -self._rows)
        self._focus = beside if 0 <= beside < len(self._choices) else self._focus
        return True
