"""The sheets over the map, for what does not fit into the panel or the turn track: the full log, of which only the
visible part is drawn, the objectives, the legend, and the phases of the turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

import pygame
import pygame.scrap

from game import files
from game.core.message import Text, plain, plural, say
from game.core.objective import Objectives
from game.core.theme import Theme
from game.i18n.words import capitalised, translate
from game.match.store import Store
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.panel import MIN_SHEET, PagedPanel, PanelScreen
from game.ui.app.screen import Host
from game.ui.cards.headline import LogEntry
from game.ui.cards.log import Log
from game.ui.cards.objectives import readable_at_scale, write_all
from game.ui.cards.turntrack import Phases
from game.ui.kit.fonts import font
from game.ui.kit.gui import UIVerticalScrollBar
from game.ui.kit.paper import draw_box
from game.ui.kit.pen import Pen
from game.ui.kit.theme import FAINT, INK, LINE_INK, Metrics
from game.ui.screens.rulebook import Rulebook
from game.ui.sheets.sheet import LegendCard

PRINT_SCALE = 1.25
"""Print scale of the log relative to its card."""
COPY_HEIGHT = 48
"""Height of the button that copies the text, in layout units."""
LINE_SCROLL = 3
"""Number of entries that an arrow key, or a notch of the wheel, scrolls."""
PAGE_SCROLL = 18
"""Number of entries that a page key scrolls; about as many as are in view."""
NOTHING_YET = say("Nothing has happened yet.")


class FullLog(PanelScreen):
    """The full log, opened at the latest entry; rule numbers are links to the rulebook."""

    key_screens = "log"
    title = say("Log")
    size = (1160, 920)
    min_size = MIN_SHEET

    def __init__(self, app: Host, entries: Sequence[LogEntry], system: str, *, past_entries: int | None = None,
                 show_step: Callable[[int], None] | None = None, panel_log: Log | None = None) -> None:
        """:param panel_log: the log beside the map; hexes are named as there.
        :param past_entries: number of entries up to the current step, if later ones are included; the last of them is
            scrolled into view.
        :param show_step: callback with the index of a clicked entry; without it entries cannot be clicked."""
        super().__init__(app)
        self.entries = tuple(entries)
        self.system = system
        self._show_step = show_step
        self.note: Text = say("Click a line to show its step on the map") if show_step is not None else ""
        """The result of copying or writing the text; before that, the effect of a click."""
        self.log = Log(bare=True)
        if panel_log is not None and panel_log.board is not None:
            self.log.describe_places(panel_log.board, number=panel_log.by_number)
        self.log.show(list(self.entries) or [LogEntry(NOTHING_YET, None, "remark")])
        self.log.back = 0 if past_entries is None else len(self.entries) - past_entries

    def fill(self) -> None:
        body, width = self.body, self.px(24)
        foot = self.px(COPY_HEIGHT)
        place = pygame.Rect(body.right - self.px(260), body.bottom - foot, self.px(260), foot)
        self.button(place, say("Copy text   [Ctrl+C]"), self.copy, "#plain",
                    tool_tip_text=say("Ctrl+C: put the whole log on the clipboard as text"))
        body.height -= foot + self.px(12)
        self._room = pygame.Rect(body.x, body.y, body.width - width - self.px(12), body.height)
        self._share_in_view = min(1.0, PAGE_SCROLL / max(1, len(self.entries)))
        self.bar = UIVerticalScrollBar(
            pygame.Rect(body.right - width, body.y, width, body.height), self._share_in_view, self.manager
        )
        self._place_bar()

    def _place_bar(self) -> None:
        """Move the scroll bar to where the log is scrolled."""
        start = 1.0 - self._share_in_view - self.log.back / max(1, len(self.entries))
        self.bar.set_scroll_from_start_percentage(max(0.0, start))
        self.bar.has_moved_recently = False

    def scroll(self, entries: int) -> None:
        """Scroll back by a number of entries, or forward if negative."""
        self.log.scroll(entries)
        self._place_bar()

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        if self.bar.check_has_moved_recently():
            share_below = 1.0 - self._share_in_view - self.bar.start_percentage
            self.log.scroll(round(max(0.0, share_below) * len(self.entries)) - self.log.back)

    @property
    def text(self) -> str:
        """The full log as text: one line for each entry, with its rule number, and a blank line before each phase."""
        lines: list[str] = []
        for entry in self.entries:
            words = plain(translate(entry.text))
            if entry.rule is not None and entry.rule.in_rulebook:
                words += f" [{entry.rule}]"
            if entry.kind == "phase" and lines:
                lines.append("")
            lines.append(words)
        return "\n".join(lines) + "\n"

    def copy(self) -> None:
        """Copy the log to the clipboard; if there is none, offer to write a file."""
        text = self.text
        try:
            pygame.scrap.put_text(text)
            self.note = plural("{count} line is on the clipboard", "{count} lines are on the clipboard",
                                len(self.entries))
        except (pygame.error, NotImplementedError, ValueError):
            self.app.push(QuestionSheet(
                self.app, say("There is no clipboard here"),
                say("The text of the log can be written to a file next to the saved games."),
                say("Write a file"), self.write))

    def write(self) -> None:
        """Write the log to a new text file next to the saved games."""
        folder = Store().folder
        names = (f"{self.system}-log{f'-{number}' if number > 1 else ''}.txt" for number in count(1))
        path = next(path for name in names if not (path := folder / name).exists())
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(self.text, encoding="utf-8")
        except OSError as error:
            why = say("{path}: {error}", path=path, error=files.os_error_text(error))
            self.app.error(say("The log cannot be written"), why)
            return
        self.note = say("Written to {path}", path=path)

    def paint(self, target: pygame.Surface) -> None:
        m = self.metrics
        pen = Pen(target, m, self.body.x, self.body.bottom - self.px(COPY_HEIGHT - 12), self.body.width - self.px(276))
        pen.line(self.note, "ui", 17, FAINT)
        self.log.draw(target, self._room, Metrics(m.width, m.height, m.scale * PRINT_SCALE))

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll(LINE_SCROLL * event.y)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            rule = self.log.link_at(event.pos)
            if rule is not None:
                self.app.push(Rulebook(self.app, self.system, rule.number))
                return True
            line = self.log.line_at(event.pos) if self._show_step is not None and self.entries else None
            if line is not None and self._show_step is not None:
                self.app.pop()
                self._show_step(line)
            return line is not None
        return False

    def do(self, command: str, key: str) -> bool:
        entry_count = len(self.entries)
        steps = {"up": LINE_SCROLL, "down": -LINE_SCROLL, "pageup": PAGE_SCROLL, "pagedown": -PAGE_SCROLL,
                 "home": entry_count, "end": -entry_count}
        match command:
            case "line":
                self.scroll(steps[key])
            case "close":
                self.app.pop()
            case "copy":
                self.copy()
            case _:
                return super().do(command, key)
        return True


PRINT_SIZES = range(24, 11, -1)
"""Font sizes to try for the sheet, in layout units, largest first."""


class ObjectivesSheet(PanelScreen):
    """The sheet of objectives: the side that holds each, and all victory conditions. A rule number opens the rulebook;
    a click outside closes the sheet."""

    title = say("Victory")
    size = (1000, 760)
    min_size = MIN_SHEET

    def __init__(self, app: Host, theme: Theme, objectives: Objectives) -> None:
        super().__init__(app)
        self._theme, self._objectives = theme, objectives
        self._pen: Pen | None = None
        """The pen that last printed the sheet, with its links."""

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        for size in PRINT_SIZES:
            trial = Pen(pygame.Surface((1, 1)), self.metrics, body.x, body.y, body.width)
            write_all(trial, self._theme, self._objectives, size)
            if trial.y <= body.bottom:
                break
        self._pen = Pen(target, self.metrics, body.x, body.y, body.width)
        write_all(self._pen, self._theme, self._objectives, size)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            links = self._pen.links if self._pen is not None else []
            rule = next((link.rule for link in links if link.rect.inflate(6, 6).collidepoint(event.pos)), None)
            if rule is not None:
                self.app.push(Rulebook(self.app, rule.system, rule.number))
            elif not self.sheet.collidepoint(event.pos):
                self.app.pop()
            return True
        if event.type == pygame.KEYDOWN:
            self.app.pop()
            return True
        return False


class LegendSheet(PagedPanel):
    """The sheet with the legend of a map that has no room for it beside the map. Any key or click but those that turn
    its pages closes it."""

    title = say("Legend")
    size = (860, 580)

    def __init__(self, app: Host, legend: LegendCard) -> None:
        super().__init__(app)
        self._legend = legend
        self._printed: list[pygame.Surface] = []

    def fill(self) -> None:
        self._printed = self._legend.pages(self.body.size, self.min_print)
        self.pages.split(len(self._printed), 1)
        self.add_page_buttons()

    @property
    def min_print(self) -> int:
        """The height of its smallest print, in pixels."""
        return readable_at_scale(self.app.metrics)

    def paint(self, target: pygame.Surface) -> None:
        for number in self.pages.items:
            target.blit(self._printed[number], self.body)

    def on_event(self, event: pygame.event.Event) -> bool:
        if super().on_event(event):
            return True
        closes = event.type == pygame.KEYDOWN or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 1)
        if closes:
            self.app.pop()
        return closes


class PhasesSheet(PanelScreen):
    """The sheet of all phases of a turn in order; a key or a click closes it."""

    title = say("Phases of the turn")
    size = (620, 700)
    max_row_height = 44
    """Maximum height of a phase, in layout units."""

    def __init__(self, app: Host, theme: Theme, phases: Phases, current: tuple[str, str]) -> None:
        super().__init__(app)
        self._theme, self._phases, self._current = theme, phases, current

    def paint(self, target: pygame.Surface) -> None:
        body, sides = self.body, {seat.name: seat for seat in self._theme.seats}
        height = min(self.px(self.max_row_height), body.height // len(self._phases))
        for number, (seat, phase) in enumerate(self._phases):
            box = pygame.Rect(body.x, body.y + number * height, body.width, height - self.px(4))
            side, is_current = sides.get(seat), (seat, phase) == self._current
            sideless_paper = "#dfbd68" if is_current else "#f0e7cf"
            paper, ink = (side.paper, side.print) if side and is_current else (sideless_paper, INK)
            draw_box(target, box, paper, INK if is_current else LINE_INK, self.px(2 if is_current else 1), self.px(4))
            if side and not is_current:
                pygame.draw.rect(target, side.paper, (box.x + self.px(4), box.y + self.px(4), self.px(8),
                                                      box.height - self.px(8)))
            face = font("ui-bold" if is_current else "ui", min(self.px(20), box.height * 2 // 3))
            name = capitalised(self._theme.title_of(phase))
            title = say("{side}: {phase}", side=side.title, phase=name) if side else name
            image = face.line_picture(translate(say("{phase} (current)", phase=title) if is_current else title), ink)
            target.blit(image, image.get_rect(midleft=(box.x + self.px(24), box.centery)))

    def on_event(self, event: pygame.event.Event) -> bool:
        closes = event.type == pygame.KEYDOWN or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 1)
        if closes:
            self.app.pop()
        return closes
