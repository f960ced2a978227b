"""The panel of the position editor: phase and turn, the rules' verdict, the selected unit, the tray of units."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game import catalog
from game.board.board import Board
from game.core.contract import Counter
from game.core.message import Message, Text, renamed, say
from game.core.position_fields import NumberField
from game.core.position_form import OUT_OF_GAME
from game.i18n.words import capitalised, contains_name, translate
from game.match.draft import Draft
from game.ui.counters.pictures import plain_counter
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_sheet, draw_table
from game.ui.kit.pen import Pen, TextRun, fitting_font, shorten
from game.ui.kit.theme import ALARM, FAINT, FOCUS, GOLD, GOOD, INK, LINE_INK, LINK, Metrics
from game.ui.screens.editor_tools import Tool

SIDE_MARGIN = 22
"""Margin at the panel's sides, in layout units."""
BUTTON_GAP = 8
"""Gap between two buttons, in layout units."""
BUTTON_HEIGHT = 44
"""Height of a row of buttons, in layout units."""
CLOSE_BUTTON_HEIGHT = 40
"""The same in a close layout: its larger print makes the buttons high enough. Chosen by hand."""
COUNTER_WIDTH = 52
"""Width of a counter in the tray, in layout units."""
VERDICT_HEIGHT = 92
"""Height of the box for the rules' verdict, in layout units."""
CLOSE_VERDICT_HEIGHT = 80
"""The same in a close layout, for three lines. Chosen by hand."""
MARK_ROW_HEIGHT = 30
"""Height of a row of marks, in layout units."""
VERDICT_SIZES = range(17, 11, -1)
"""Font sizes to try for the rules' verdict, in layout units, largest first."""
MARKS = "marks of the unit"
"""The name of the tab with the marks of the selected unit, in a close layout."""
TRAY_PAPER = "#dccfac"
"""Colour of the tray and of its tab."""

NOT_LEGAL = say("Not legal yet.")
PLACING = {
    "hex": say("Drag units onto the map, or click a unit and then its new hex. Drag one back here to remove it."),
    "area": say("Drag units onto the map, or click a unit and then its new area. Drag one back here to remove it."),
    "plane": say("Drag bases onto the table, or click a base and then its new place. Drag one back here to remove it."),
}
"""The advice while no unit is selected, by kind of board."""


def fault_text(fault: Text, counters: Iterable[Counter], board: Board) -> str:
    """Why the rules reject a position, as text for the screen; empty if they accept it. Units are named as on their
    counters, places as on the map, and a faulty entry by its own name rather than by its path in the file.

    :param fault: the fault, as the rules state it.
    """
    names = {counter.unit: translate(counter.name) for counter in counters}
    if isinstance(fault, Message) and isinstance(where := (fault.values or {}).get("where"), str):
        parts = [part for part in where.split("/") if not part.isdigit()]
        unit = next((part for part in parts if part in names), "")
        fault = fault.with_values(where=unit or capitalised(parts[-1].replace("-", " ").replace("_", " ")))
    if board.kind == "area":
        fault = renamed(fault, lambda value: board.name_of(value) if board.knows(value) else value)
    return re.sub(r"[\w-]+", lambda word: names.get(word[0], word[0]), translate(fault))


@dataclass(frozen=True)
class EditorPanelLayout:
    """The rectangle of each part of the panel, in window pixels."""

    sheet: pygame.Rect
    """The sheet of paper with everything else on it."""
    turn: pygame.Rect
    """The turn number, between its buttons."""
    phase: pygame.Rect
    """The phase, between its buttons."""
    options: pygame.Rect
    """The buttons for options and status."""
    verdict: pygame.Rect
    unit: pygame.Rect
    """The selected unit."""
    marks: pygame.Rect
    """The marks of the selected unit: above the tray, or in its place in a close layout."""
    tabs: pygame.Rect
    """The tabs of the trays."""
    tray: pygame.Rect
    """The units of the tray shown."""
    below: pygame.Rect
    """The two rows of buttons at the foot."""


def lay_out(rect: pygame.Rect, px: Callable[[float], int], marks: int, *, close: bool = False) -> EditorPanelLayout:
    """The panel's layout.

    :param rect: the panel's rectangle in the window.
    :param px: converts layout units to pixels.
    :param marks: the number of marks a unit can have.
    :param close: whether rows are closer and the marks are in the tray's place, which leaves room for larger print.
    """
    button_height = CLOSE_BUTTON_HEIGHT if close else BUTTON_HEIGHT
    sheet = rect.inflate(-px(12), -px(12))
    x, width, y = sheet.x + px(SIDE_MARGIN), sheet.width - 2 * px(SIDE_MARGIN), sheet.y + px(82)
    row, step = px(button_height), px(button_height + BUTTON_GAP)
    turn, phase, options = (pygame.Rect(x, y + n * step, width, row) for n in range(3))
    verdict = pygame.Rect(x, options.bottom + px(12), width, px(CLOSE_VERDICT_HEIGHT if close else VERDICT_HEIGHT))
    unit = pygame.Rect(x, verdict.bottom + px(10), width, px(64))
    chips = pygame.Rect(x, unit.bottom + px(6), width, px(MARK_ROW_HEIGHT) * ((marks + 1) // 2))
    below = pygame.Rect(x, sheet.bottom - px(18) - 2 * row - px(BUTTON_GAP), width, 2 * row + px(BUTTON_GAP))
    tabs = pygame.Rect(x, (unit if close else chips).bottom + px(10), width, px(34))
    tray = pygame.Rect(x, tabs.bottom, width, below.top - px(10) - tabs.bottom)
    if close:
        chips = tray.inflate(-2 * px(8), -2 * px(5))
    return EditorPanelLayout(sheet, turn, phase, options, verdict, unit, chips, tabs, tray, below)


class EditorPanel:
    """Draws the panel and does its hit tests. Changes nothing."""

    def __init__(self, draft: Draft[Any]) -> None:
        self.draft, self._theme = draft, draft.rules.theme
        self.layout = lay_out(pygame.Rect(0, 0, 400, 700), round, 0)
        """The current layout; before ``lay``, that of a panel of any size."""
        places = {draft.place(counter.unit) for counter in draft.counters() if counter.place is None}
        self.tab = next((name for name, _ in self.tabs if name in places), OUT_OF_GAME)
        """The tray shown: the name of an off-map box, or ``OUT_OF_GAME``."""
        self._close = False
        """Whether the layout is a close one."""
        self._marks_open = False
        """Whether a close layout shows the marks of a selected unit on the map instead of the tray."""
        self.scroll = 0
        """Number of tray rows scrolled out of view at the top."""
        self._spots: list[tuple[str, pygame.Rect]] = []
        """The units in view in the tray, each with its counter's rectangle."""
        self._chips: list[pygame.Rect] = []
        """The rectangles of the marks, or of a tool's choices."""
        self._tabs: list[tuple[str | None, pygame.Rect]] = []
        """The names of the trays, each with the rectangle of its tab."""
        self._rows = self._rows_in_view = 0
        """The number of rows in the tray, and how many of them are in view at once."""

    def lay(self, rect: pygame.Rect, px: Callable[[float], int], *, close: bool) -> None:
        """Lay out the panel in a rectangle of the window, with rows closer or not."""
        self.layout = lay_out(rect, px, len(self.draft.rules.form.marks), close=close)
        self._close = close

    @property
    def tabs(self) -> Sequence[tuple[str | None, Text]]:
        """Name and title of each tray: one for each off-map box of the form, and one for units out of play."""
        return (*((each.name, each.title) for each in self.draft.rules.form.off_map),
                (OUT_OF_GAME, say("Out of play")))

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The unit of the tray at a point; None if there is none."""
        return next((unit for unit, spot in self._spots if spot.collidepoint(pos)), None)

    def mark_at(self, pos: tuple[int, int]) -> int | None:
        """The number of the mark, or of a tool's choice, at a point, counted from 0; None if there is none."""
        return next((n for n, chip in enumerate(self._chips) if chip.collidepoint(pos)), None)

    def tab_at(self, pos: tuple[int, int]) -> tuple[str | None] | None:
        """The tray whose tab is at a point, as a 1-tuple; None if there is none."""
        return next(((name,) for name, tab in self._tabs if tab.collidepoint(pos)), None)

    def drop_at(self, pos: tuple[int, int]) -> tuple[str | None] | None:
        """The tray for a counter dropped at a point of the panel, as a 1-tuple; None off the panel."""
        if not self.layout.sheet.collidepoint(pos):
            return None
        tab = self.tab_at(pos)
        return (self.tab,) if tab in (None, (MARKS,)) else tab

    def open_tab(self, name: str | None) -> None:
        """Show a tray, or with ``MARKS`` the marks of the selected unit in a layout that has them on a tab."""
        self._marks_open = name == MARKS
        if not self._marks_open and name != self.tab:
            self.tab, self.scroll = name, 0

    def wheel(self, notches: int) -> None:
        """Scroll the tray."""
        self.scroll = max(0, min(self.scroll - notches, self._rows - self._rows_in_view))

    def draw(self, target: pygame.Surface, metrics: Metrics, rect: pygame.Rect, counters: Mapping[str, Counter],
             selected: str | None, board: Board, tool: Tool | None = None) -> None:
        """Draw everything but the buttons; with an active tool, its contents in place of the units.

        :param rect: the panel's rectangle in the window.
        :param selected: the selected unit.
        """
        px, layout = metrics.px, self.layout
        draw_table(target, rect)
        draw_sheet(target, layout.sheet, metrics.scale)
        pen = Pen(target, metrics, layout.turn.x, layout.sheet.y + px(14), layout.turn.width - px(52))
        pen.line(say("Position editor"), "title", 25)
        turn = self.draft.position["turn"]
        info = catalog.scenario(self.draft.rules, self.draft.position["scenario"])
        title: Text = info.title if contains_name(info.title, self._theme.title) else say(
            "{system}: {scenario}", system=self._theme.title, scenario=info.title)
        face = fitting_font(title, "ui", px(17), pen.width)
        target.blit(face.line_picture(shorten(title, face, pen.width), FAINT), (pen.x, pen.y))
        turn_title = self._theme.turn
        _print_between(target, metrics, layout.turn, say("{turn_title} {turn} of {turns}", turn_title=turn_title,
                                                         turn=turn, turns=info.turns)
                       if info.turns else say("{turn_title} {turn}", turn_title=turn_title, turn=turn))
        _print_between(target, metrics, layout.phase, self.phase_text())
        self._draw_verdict(target, metrics, counters)
        if tool is not None:
            self._draw_tool(target, metrics, tool)
            return
        self._draw_unit(target, metrics, counters.get(selected or ""), board)
        self._draw_tray(target, metrics, counters, selected)

    def phase_text(self, phase_key: tuple[str, str] | None = None) -> Text:
        """A phase with its side as text; by default the phase of the position.

        :param phase_key: seat and phase.
        """
        seat, phase = phase_key or self.draft.phase
        title = self._theme.title_of(phase)
        return say("{side}: {phase}", side=self._theme.side(seat).title,
                   phase=title) if seat else capitalised(translate(title))

    def _draw_verdict(self, target: pygame.Surface, metrics: Metrics, counters: Mapping[str, Counter]) -> None:
        """Draw the rules' verdict on the position, with units by name."""
        draft, room, px = self.draft, self.layout.verdict, metrics.px
        rules, fault = draft.rules, fault_text(draft.fault, counters.values(), draft.board)
        pygame.draw.rect(target, "#f3d9cf" if fault else "#e2e6c8", room, border_radius=px(6))
        pygame.draw.rect(target, ALARM if fault else GOOD, room, max(1, px(2)), border_radius=px(6))
        if fault:
            runs = [TextRun(NOT_LEGAL, "ui-bold", 17, ALARM), TextRun(fault, "ui", 17, INK)]
        else:
            prompt = rules.prompt(draft.state)
            runs = [TextRun(say("Legal."), "ui-bold", 17, GOOD)]
            if draft.under_way:
                runs.append(TextRun(say("The action under way is kept until you change something."), "ui", 17, INK))
            elif draft.dropped_unfinished:
                runs.append(TextRun(say("The action under way was dropped; Backspace restores it."), "ui", 17, INK))
            if prompt.phase_key != draft.phase and prompt.phase_key[0] in rules.seats:  # not with pending dice
                begins = say("Nothing to do in this phase: play begins with {phase}.", phase=self.phase_text(
                    prompt.phase_key))
                runs.append(TextRun(begins, "ui", 17, INK))
            if draft.under_way or prompt.phase_key != draft.phase:
                runs.append(TextRun(prompt.text, "ui", 17, INK))
            else:
                runs.append(TextRun(say("A game can start from this position."), "ui", 17, INK))
        for size in VERDICT_SIZES:
            shown = [TextRun(run.text, run.role, size, run.colour) for run in runs]
            trial = Pen(pygame.Surface((1, 1)), metrics, 0, 0, room.width - px(20))
            trial.flow(shown, leading=1.0)
            if trial.y <= room.height - px(10):
                break
        clip = target.get_clip()
        target.set_clip(room.clip(clip))
        Pen(target, metrics, room.x + px(10), room.y + px(7), room.width - px(20)).flow(shown, leading=1.0)
        target.set_clip(clip)

    def _draw_unit(self, target: pygame.Surface, metrics: Metrics, counter: Counter | None, board: Board) -> None:
        """Draw the selected unit: its name, its place and its marks."""
        px, room, self._chips = metrics.px, self.layout.unit, []
        if counter is None:
            pen = Pen(target, metrics, room.x, room.y + px(6), room.width)
            pen.flow([TextRun(PLACING[board.kind], "ui", 16, FAINT)], leading=1.0)
            return
        picture = plain_counter(counter, self._theme, px(56))
        target.blit(picture, picture.get_rect(midleft=(room.x, room.centery)))
        turns = self.draft.rules.form.turns(self.draft.position, counter.unit)
        right = room.right - (self.layout.turn.height + px(BUTTON_GAP)) * (3 if turns else 1)
        x = room.x + px(66)
        face = fitting_font(counter.name, "ui-bold", px(19), right - x)
        target.blit(face.line_picture(shorten(counter.name, face, right - x), INK), (x, room.y + px(6)))
        place = dict(self.tabs).get(self.draft.place(counter.unit), "")
        if counter.place is not None:
            place = say("On the table") if board.kind == "plane" else board.title_of(counter.place)
        face = fitting_font(place, "ui", px(17), right - x)
        target.blit(face.line_picture(place, FAINT), (x, room.y + px(34)))
        if not self._close and counter is not None and (entry := self._marked(counter)) is not None:
            self._draw_marks(target, metrics, counter.unit, entry)

    def _marked(self, counter: Counter | None) -> Mapping[str, Any] | None:
        """The entry in the position of a unit that can have marks; None if it is not on the map or there are none."""
        if counter is None or counter.place is None or not self.draft.rules.form.marks:
            return None
        return self.draft.rules.form.entry(self.draft.position, counter.unit)

    def _draw_tool(self, target: pygame.Surface, metrics: Metrics, tool: Tool) -> None:
        """Draw a tool's title, choices, current contents and hint."""
        px, room = metrics.px, self.layout.unit
        pen = Pen(target, metrics, room.x, room.y + px(4), room.width)
        face = fitting_font(tool.title, "title", px(21), pen.width)
        target.blit(face.line_picture(shorten(tool.title, face, pen.width), INK), (pen.x, pen.y))
        pen.space(30)
        pen.space(6)
        self._chips, self._tabs, self._spots, width = [], [], [], pen.width // 2
        for number, (title, on) in enumerate(tool.chips):
            chip = pygame.Rect(pen.x + number % 2 * width, pen.y + number // 2 * px(MARK_ROW_HEIGHT), width - px(6),
                               px(MARK_ROW_HEIGHT - 3))
            self._draw_chip(target, metrics, chip, str((number + 1) % 10), title, on=on)
        pen.y += px(MARK_ROW_HEIGHT) * ((len(self._chips) + 1) // 2)
        pen.space(8)
        if tool.summary:
            pen.flow([TextRun(tool.summary, "ui-bold", 17, INK)], leading=1.05)
            pen.space(6)
        pen.flow([TextRun(tool.hint, "ui", 16, FAINT)], leading=1.05)

    def _draw_marks(self, target: pygame.Surface, metrics: Metrics, unit: str, entry: Mapping[str, Any]) -> None:
        """Draw the marks that a unit can have, with those it has; a number in place of a key's digit.

        :param entry: the unit's entry in the position.
        """
        px, room, width, form = metrics.px, self.layout.marks, self.layout.marks.width // 2, self.draft.rules.form
        for number, mark in enumerate(form.marks):
            if not form.allows(mark, self.draft.position, unit):
                self._chips.append(pygame.Rect(0, 0, 0, 0))  # keeps the numbers of the others
                continue
            chip = pygame.Rect(room.x + number % 2 * width, room.y + number // 2 * px(MARK_ROW_HEIGHT), width - px(6),
                               px(MARK_ROW_HEIGHT - 3))
            value = mark.value(entry)
            is_number = isinstance(mark, NumberField)
            text = str(mark.value_text(value)) if is_number else str(number + 1)
            self._draw_chip(target, metrics, chip, text, mark.title, on=bool(value), dark=is_number)

    def _draw_chip(self, target: pygame.Surface, metrics: Metrics, chip: pygame.Rect, sign: str, title: Text, *,
                   on: bool, dark: bool = False) -> None:
        """Draw a box with a sign, golden if on, and its label; also makes it clickable.

        :param dark: whether the sign is dark even if off.
        """
        px = metrics.px
        box = pygame.Rect(chip.x, chip.y, px(22), px(22))
        pygame.draw.rect(target, GOLD if on else "#f6eed9", box, border_radius=px(4))
        pygame.draw.rect(target, "#8d7a58", box, max(1, px(2)), border_radius=px(4))
        image = font("ui-bold", px(16)).line_picture(sign, INK if on or dark else FAINT)
        target.blit(image, image.get_rect(center=box.center))
        label = capitalised(translate(title))
        face = fitting_font(label, "ui", px(16), chip.right - box.right - px(8))
        image = face.line_picture(label, INK)
        target.blit(image, image.get_rect(midleft=(box.right + px(8), box.centery)))
        self._chips.append(chip)

    def _draw_tray(self, target: pygame.Surface, metrics: Metrics, counters: Mapping[str, Counter],
                   selected: str | None) -> None:
        """Draw the tabs of the trays, and the units of the tray shown, or the marks in their place."""
        px, room = metrics.px, self.layout.tray
        contents: dict[str | None, list[Counter]] = {name: [] for name, _ in self.tabs}
        for counter in counters.values():
            if counter.place is None:
                contents.setdefault(self.draft.place(counter.unit), []).append(counter)
        pygame.draw.rect(target, TRAY_PAPER, room, border_bottom_left_radius=px(4), border_bottom_right_radius=px(4))
        pygame.draw.rect(target, LINE_INK, room, max(1, px(1)), border_bottom_left_radius=px(4),
                         border_bottom_right_radius=px(4))
        self._tabs, x = [], self.layout.tabs.x
        labels: list[tuple[str | None, Text]] = [
            (name, say("{title} ({count})", title=title, count=len(contents[name]))) for name, title in self.tabs]
        entry = self._marked(counters.get(selected or "")) if self._close else None
        if entry is not None:
            labels.insert(0, (MARKS, say("Marks")))
        label_widths = [font("ui-bold", px(16)).size(label)[0] + px(18) for _, label in labels]
        shows_marks = entry is not None and self._marks_open
        for (name, label), label_width in zip(labels, label_widths, strict=True):
            width = label_width * self.layout.tabs.width // sum(label_widths)
            tab = pygame.Rect(x, self.layout.tabs.y, width - px(4), self.layout.tabs.height)
            x += width
            _draw_tab(target, metrics, tab, label, is_open=name == (MARKS if shows_marks else self.tab))
            self._tabs.append((name, tab))
        if shows_marks and selected is not None and entry is not None:
            self._rows = self._rows_in_view = 0
            self._spots = []
            self._draw_marks(target, metrics, selected, entry)
            return
        width, step = px(COUNTER_WIDTH), px(COUNTER_WIDTH + 7)
        columns = max(1, (room.width - px(8)) // step)
        in_tray = sorted(contents[self.tab], key=lambda counter: counter.seat != self._theme.seats[0].name)
        self._rows, self._rows_in_view = -(-len(in_tray) // columns), max(1, (room.height - px(8)) // step)
        self.scroll = max(0, min(self.scroll, self._rows - self._rows_in_view))
        self._spots = []
        for number, counter in enumerate(in_tray[self.scroll * columns:(self.scroll + self._rows_in_view) * columns]):
            spot = pygame.Rect(room.x + px(8) + number % columns * step, room.y + px(8) + number // columns * step,
                               width, width)
            target.blit(plain_counter(counter, self._theme, width), spot)
            if counter.unit == selected:
                pygame.draw.rect(target, FOCUS, spot.inflate(px(6), px(6)), max(2, px(3)), border_radius=px(6))
            self._spots.append((counter.unit, spot))
        if self._rows > self._rows_in_view:
            bar_height = room.height * self._rows_in_view // self._rows
            top = room.y + (room.height - bar_height) * self.scroll // (self._rows - self._rows_in_view)
            pygame.draw.rect(target, "#8d7a58", (room.right - px(6), top, px(5), bar_height), border_radius=px(3))


def _draw_tab(target: pygame.Surface, metrics: Metrics, tab: pygame.Rect, label: Text, *, is_open: bool) -> None:
    """Draw a tab above the tray. The open one is joined to the tray and has a golden edge at the top; the others are
    lower, and the tray's edge runs below them."""
    px, line = metrics.px, max(1, metrics.px(1))
    paper, corner = (TRAY_PAPER, px(4)) if is_open else ("#efe5cc", px(6))
    area = tab if is_open else tab.inflate(0, -px(4)).move(0, px(2))
    pygame.draw.rect(target, paper, area, border_top_left_radius=corner, border_top_right_radius=corner)
    pygame.draw.rect(target, LINE_INK, area, line, border_top_left_radius=corner, border_top_right_radius=corner)
    if is_open:
        target.fill(TRAY_PAPER, (area.x + line, area.bottom - line, area.width - 2 * line, 2 * line))
        pygame.draw.rect(target, GOLD, (area.x, area.y, area.width, px(5)), border_top_left_radius=corner,
                         border_top_right_radius=corner)
    face = fitting_font(label, "ui-bold", px(16), area.width - px(10))
    image = face.line_picture(label, INK if is_open else LINK)
    target.blit(image, image.get_rect(center=area.center))


def _print_between(target: pygame.Surface, metrics: Metrics, row: pygame.Rect, text: Text) -> None:
    """Print a text between the two buttons at the ends of a row."""
    px = metrics.px
    face = fitting_font(text, "ui-bold", px(19), row.width - 2 * px(BUTTON_HEIGHT + 10))
    image = face.line_picture(text, INK)
    target.blit(image, image.get_rect(center=row.center))
