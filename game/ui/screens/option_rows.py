"""Rows of options on a sheet, and the sheet that lists an option's alternatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import pygame

from game import catalog
from game.core.contract import OptionInfo, System
from game.core.message import Text, say
from game.core.option import Alternative, meaningful
from game.i18n.words import translate
from game.ui.app.panel import PagedPanel, PanelScreen
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
LIST_BUTTON_WIDTH = 300
"""Width of the button that opens a list, in layout units."""
MIN_NAME_WIDTH = 150
"""Least width for the name beside that button, in layout units; with less, the name is above it."""


class OptionRows:
    """The options on a sheet, with pages if they do not fit."""

    def __init__(self, rules: System[Any], changed: Callable[[], None], turned: Callable[[], None]) -> None:
        """:param changed: callback after a choice; ``turned``: callback after another page was opened."""
        self.rules = rules
        self.chosen: tuple[str, ...] = ()
        """The texts of options that differ from the default."""
        self.example = False
        """Whether the scenario is an example of play, whose position already fixes some options."""
        self.meant: dict[str, str] = {}
        """Option -> the alternative that its default stands for in this scenario."""
        self.pages = Pages()
        self._changed, self._turned = changed, turned
        self._room = pygame.Rect(0, 0, 0, 0)
        self._screen: Screen | None = None
        self._shown: list[tuple[OptionInfo, int]] = []
        """The options on the current page, each with the window pixel of its top."""

    def set_options(self, options: Iterable[str]) -> None:
        """Choose all given options that the system knows and that are compatible."""
        self.chosen = ()
        for text in sorted(options, key=self._place):
            try:
                self.chosen = catalog.options(self.rules, (*self.chosen, text))
            except catalog.UnknownName:
                continue

    def _place(self, text: str) -> int:
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
        """Window pixel of the lower edge of the options."""
        return self._room.bottom

    def _set(self, info: OptionInfo, text: str) -> None:
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
                             lambda name: self._set(info, info.text(name)), broken=info.broken, summary=info.summary))

    def turn(self, pages: int) -> None:
        """Go to another page."""
        if self.pages.turn(pages):
            self._turned()

    def fill(self, screen: Screen, room: pygame.Rect) -> None:
        """Create the boxes and buttons in a rectangle; if all fit, only the height needed is used."""
        px, infos = screen.px, self.infos
        self._screen = screen
        heights = [self._height(screen, info, room.width) for info in infos]
        self.pages.split_by_height(heights, room.height - px(HEADING_HEIGHT))
        taken = px(HEADING_HEIGHT) + sum(heights) if self.pages.count == 1 else room.height
        self._room = pygame.Rect(room.x, room.y, room.width, taken)
        self._shown, y = [], room.y + px(HEADING_HEIGHT)
        for number in self.pages.items:
            self._shown.append((infos[number], y))
            y += heights[number]
        for info, y in self._shown:
            chosen = info.chosen(self.chosen)
            if info.alternatives:
                title = translate(self._alternative(info).title)
                above = self._above(screen, info, room.width)
                rect = pygame.Rect(room.right - px(LIST_BUTTON_WIDTH), y + above, px(LIST_BUTTON_WIDTH), px(BOX_SIDE))
                if above:
                    rect.update(room.x, rect.y, room.width, rect.height)
                screen.button(rect, f"{title} …", partial(self.open, info))
            else:
                rect = pygame.Rect(room.x, y, px(BOX_SIDE), px(BOX_SIDE))
                screen.button(rect, "✓" if chosen else " ", partial(self.open, info), "#check" if chosen else "#plain")
        if self.pages.count > 1:
            signs = ((-1, "‹", say("Page Up: the options before"), say("These are the first options.")),
                     (1, "›", say("Page Down: more options"), say("These are the last options.")))
            for step, sign, tip, end in signs:
                rect = pygame.Rect(room.right - px(88 if step < 0 else 40), room.y - px(4), px(40), px(36))
                turns = 0 <= self.pages.page + step < self.pages.count
                button = screen.button(rect, sign, partial(self.turn, step), "#sign",
                                       tool_tip_text=tip if turns else end)
                if not turns:
                    button.disable()

    @property
    def _range(self) -> str:
        """The numbers of the options shown; the sheet's own pages are counted beside its title."""
        here = self.pages.items
        if len(here) == 1:
            return translate(say("{number} of {count}", number=here[0] + 1, count=len(self.infos)))
        return translate(say("{first}–{last} of {count}", first=here[0] + 1, last=here[-1] + 1, count=len(self.infos)))

    def paint(self, target: pygame.Surface, screen: Screen) -> list[Link]:
        """Print the options; return the links to their rules."""
        if not self.rules.options:
            return []
        px, room, links = screen.px, self._room, []
        switches = all(not info.alternatives for info in self.rules.options)
        pen = Pen(target, screen.metrics, room.x, room.y, room.width)
        pen.line(say("Optional rules") if switches and self.pages.count == 1 else say("Options"), "title", 21)
        if self.pages.count > 1:
            face, words = pen.font("ui", 16), self._range
            image = face.render(words, True, FAINT)
            target.blit(image, (room.right - px(98) - image.get_width(), room.y + px(4)))
        for info, top in self._shown:
            y = top - px(2)
            if info.alternatives:
                links += self._paint_choice(target, screen, info, y)
                continue
            pen = Pen(target, screen.metrics, room.x + px(58), y, room.width - px(58))
            self._print(pen, info)
            links += pen.links
        return links

    def _height(self, screen: Screen, info: OptionInfo, width: int) -> int:
        """Height in pixels of an option."""
        px = screen.px
        if info.alternatives:
            foot = Pen(pygame.Surface((1, 1)), screen.metrics, 0, self._above(screen, info, width) + px(BOX_SIDE + 4),
                       width)
            self._print_summary(foot, info)
            return max(px(MIN_OPTION_HEIGHT), foot.y + px(10))
        pen = Pen(pygame.Surface((1, 1)), screen.metrics, 0, 0, width - px(58))
        self._print(pen, info)
        return max(px(MIN_OPTION_HEIGHT), pen.y + px(8))

    @staticmethod
    def _print(pen: Pen, info: OptionInfo) -> None:
        """Print the name and the summary of a switch."""
        pen.flow([TextRun(info.title, "ui-bold", 19), cite(info.rule, 19)])
        pen.flow([TextRun(info.summary, "ui", 16, FAINT)], leading=1.0)

    def _paint_choice(self, target: pygame.Surface, screen: Screen, info: OptionInfo, y: int) -> list[Link]:
        """Print an option with a list: its name beside or above the button, and below both the summary of the
        alternative chosen."""
        px, room, above = screen.px, self._room, self._above(screen, info, self._room.width)
        pen = Pen(target, screen.metrics, room.x, y + px(0 if above else 10),
                  room.width - px(0 if above else LIST_BUTTON_WIDTH + 12))
        self._print_name(pen, info)
        self._print_summary(Pen(target, screen.metrics, room.x, y + above + px(BOX_SIDE + 6), room.width), info)
        return list(pen.links)

    @staticmethod
    def _print_name(pen: Pen, info: OptionInfo) -> None:
        """Print the name of an option with a list."""
        pen.flow([TextRun(info.title, "ui-bold", 19), cite(info.rule, 19)], leading=1.0)

    def _above(self, screen: Screen, info: OptionInfo, width: int) -> int:
        """Height in pixels of an option's name above its button; 0 if it has room beside it."""
        px, beside = screen.px, width - screen.px(LIST_BUTTON_WIDTH + 12)
        if beside >= px(MIN_NAME_WIDTH) and self._name_height(screen, info, beside) + px(10) <= px(BOX_SIDE + 6):
            return 0
        return self._name_height(screen, info, width) + px(4)

    def _name_height(self, screen: Screen, info: OptionInfo, width: int) -> int:
        """Height in pixels of an option's name."""
        pen = Pen(pygame.Surface((1, 1)), screen.metrics, 0, 0, width)
        self._print_name(pen, info)
        return pen.y

    def _alternative(self, info: OptionInfo) -> Alternative:
        """The alternative chosen, or the one that the default stands for in the scenario."""
        chosen = info.chosen(self.chosen)
        named = self.meant.get(info.name, chosen) if chosen == info.default else chosen
        return next(each for each in info.alternatives if each.name == named)

    def _print_summary(self, pen: Pen, info: OptionInfo) -> None:
        """Print the summary of the alternative chosen."""
        pen.flow([TextRun(self._alternative(info).summary or info.summary, "ui", 16, FAINT)], leading=1.0)

    @property
    def keys(self) -> list[Any]:
        """Texts explaining the keys."""
        shown = len(self.pages.items)
        texts: list[Any] = [say("1–{count} options", count=shown) if shown > 1 else say("1 option")] if shown else []
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
COLUMN_WIDTH = 400
"""Width of a column, in layout units."""
ALTERNATIVE_HEIGHT = 60
"""Height of an alternative, in layout units."""
SUMMARY_HEIGHT = 72
"""Height of the summary at the foot, in layout units."""


class ChoiceSheet(PagedPanel):
    """A sheet with a button for each alternative, in columns; buttons of broken ones say what is wrong. A letter key
    goes to the next title that begins with it."""

    key_screens, min_size = "choice", PanelScreen.min_size

    def __init__(self, app: Host, title: Text, alternatives: Sequence[Alternative], chosen: str,
                 take: Callable[[str], None], *, broken: Sequence[Alternative] = (), summary: Text = "") -> None:
        """:param take: callback with the name of the alternative chosen.
        :param broken: alternatives that cannot be chosen; their summaries say why.
        :param summary: text for alternatives without a summary."""
        super().__init__(app)
        self.title, self.chosen, self._take = title, chosen, take
        self._broken, self._about = broken, summary
        self._entries = (*alternatives, *broken)
        count = min(len(self._entries), MAX_COLUMNS * MAX_COLUMN_ROWS)
        columns = -(-count // MAX_COLUMN_ROWS)
        self._deep = -(-count // columns)
        self.size = (max(640, 72 + columns * COLUMN_WIDTH), 84 + 28 + self._deep * ALTERNATIVE_HEIGHT + SUMMARY_HEIGHT)
        at = next((n for n, each in enumerate(self._entries) if each.name == chosen), 0)
        self.pages.page, self._focus = divmod(at, MAX_COLUMNS * MAX_COLUMN_ROWS)

    def build(self) -> None:
        """Build the alternatives first, so that the keyboard focus starts at the chosen one."""
        body, px = self.body, self.px
        self.pages.split(len(self._entries), MAX_COLUMNS * MAX_COLUMN_ROWS)
        width = (body.width + px(16)) // -(-min(len(self._entries), MAX_COLUMNS * MAX_COLUMN_ROWS) // self._deep)
        self._choices = []
        for number, each in enumerate(self._here):
            column, row = divmod(number, self._deep)
            rect = pygame.Rect(body.x + column * width, body.y + row * px(ALTERNATIVE_HEIGHT), width - px(16),
                               px(ALTERNATIVE_HEIGHT - 10))
            holds, title = each.name == self.chosen, translate(each.title)
            self._choices.append(self.button(rect, f"› {title} ‹" if holds else title,
                                             partial(self._choose, each), "#main" if holds else ""))
        self.add_page_buttons()
        super().build()

    @property
    def _here(self) -> Sequence[Alternative]:
        """The alternatives on the current page."""
        return [self._entries[number] for number in self.pages.items]

    def turn(self, pages: int) -> None:
        self._focus = 0
        super().turn(pages)

    def _choose(self, each: Alternative) -> None:
        if each in self._broken:
            self.app.error(each.title, each.summary)
            return
        self.app.pop()
        self._take(each.name)

    @property
    def _summary(self) -> Text:
        """Summary of the alternative under the pointer, or else of the focused one."""
        under = next((n for n, button in enumerate(self._choices) if button.hovered), self._focus)
        return self._here[under].summary if under < len(self._here) else ""

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        pen = Pen(target, self.metrics, body.x, body.y + self._deep * self.px(ALTERNATIVE_HEIGHT) + self.px(6),
                  body.width)
        pen.flow([TextRun(self._summary or self._about, "ui", 17, FAINT)], leading=1.0)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or not event.unicode.isalnum():
            return super().on_event(event)
        titles = [translate(each.title).casefold() for each in self._entries]
        count, here = len(titles), self.pages.items.start + self._focus
        after = ((here + step) % count for step in range(1, count + 1))
        match = next((n for n in after if titles[n].startswith(event.unicode.casefold())), None)
        if match is None:
            return False
        page, number = divmod(match, MAX_COLUMNS * MAX_COLUMN_ROWS)
        if page != self.pages.page:
            self.turn(page - self.pages.page)
        self._focus = number
        return True

    def do(self, command: str, key: str) -> bool:
        if command != "column":
            return super().do(command, key)
        beside = self._focus + (self._deep if key == "right" else -self._deep)
        self._focus = beside if 0 <= beside < len(self._choices) else self._focus
        return True
