"""The sheet with the losses of both sides, and the list of all units of a game with their places and conditions, which
can be filtered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from game.board.hexgrid import HexBoard
from game.board.whereabouts import number_and_whereabouts
from game.core.capability import capability
from game.core.contract import System
from game.core.message import Text, joined, plural, say
from game.core.presenter import OffMapBoxes, PlaceCards
from game.i18n.words import capitalised, translate
from game.match.history import Ply
from game.ui.app.panel import MIN_SHEET, PanelScreen
from game.ui.app.screen import Host
from game.ui.board.view import BoardView
from game.ui.counters.marks import sign_names
from game.ui.counters.pictures import plain_counter
from game.ui.kit.fonts import Role, font
from game.ui.kit.gui import UIVerticalScrollBar, fit_labels
from game.ui.kit.pen import Pen, TextRun, fit_title, fitting_font, shorten
from game.ui.kit.theme import FAINT, FOCUS, GOLD, INK, LINE_INK
from game.ui.play.roster import RosterEntry, Whereabouts, losses, roster_of
from game.ui.play.situation import Situation

ROW_HEIGHT = 46
"""Height of a unit's row, in layout units."""
COUNTER_SIDE = 38
"""Size of a unit's counter, in layout units."""
FILTER_HEIGHT = 44
"""Height of the filter buttons, in layout units."""
LOSSES_HEIGHT = 26
"""Height of a side's line of losses, in layout units."""
WHEEL_ROWS = 3
"""Number of rows that a notch of the wheel scrolls."""
LOST_OPACITY = 130
"""Opacity of the counter of a lost unit, from 0 to 255."""
MIN_PRINT = 17
"""Smallest font size of a text on one line, in layout units; a longer text takes two lines of this size."""
NAME_SHARE = 0.3
"""The share of the width to the right of a row's counter that its name takes."""
PLACE_SHARE = 0.4
"""The share of that width that the place takes; the rest is for the condition."""
SHORT_NAME_SHARE = 0.22
"""The share of that width that the name takes if the unit's values follow it."""
ROW_PRINT = 18
"""Font size of a row, in layout units."""
VALUES_PRINT = 15
"""Font size of a unit's values, in layout units."""
ABLE_FILTER = "able"
"""Name of the filter for units that can act."""
FILTER_TITLES: dict[str, Text] = {
    "": say("All"), ABLE_FILTER: say("Can act"), Whereabouts.ON_MAP: say("On the map"),
    Whereabouts.TO_COME: say("Not yet arrived"), Whereabouts.EXITED: say("Exited"), Whereabouts.LOST: say("Lost"),
}
"""Filter -> its title. A filter is a ``Whereabouts``, ``ABLE_FILTER``, or empty for all units."""


class RosterSheet(PanelScreen):
    """The sheet with the list of units; Enter or a click goes to one on the map."""

    key_screens = "roster"
    title = say("Units")
    size = (1240, 940)
    min_size = MIN_SHEET

    def __init__(self, app: Host, rules: System[Any], state: Any, units: Sequence[RosterEntry],
                 show: Callable[[RosterEntry], None], describe: Callable[[Text], str] = translate) -> None:
        """Create the sheet.

        :param rules: the rules as the viewer sees them.
        :param state: the state whose units are listed.
        :param show: called with a unit on the map that has been chosen, after the sheet is closed.
        :param describe: returns a text in the chosen language, with hex numbers if the map shows them, else with
            descriptions of the places.
        """
        super().__init__(app)
        order = [*Whereabouts]
        self.units = tuple(sorted(units, key=lambda each: order.index(each.where)))
        """Units on the map first, then those not yet arrived, exited and lost."""
        self.rules, self.state, self._show = rules, state, show
        self._describe = describe
        self.side, self.filter = "", ""
        """The seat whose units are shown and the filter that they pass; each empty for all."""
        self.at = 0
        """Index of the selected row."""
        self._top = 0
        """Index of the first row in view."""
        self._names: dict[str, Text] = {}
        """Place -> its name in the list, once it has been needed."""

    @property
    def filters(self) -> tuple[str, ...]:
        """The filters available in this game, in the order of their digit keys."""
        boxes = capability(self.rules, OffMapBoxes).boxes(self.state)
        # With several boxes, one is for units that have exited.
        has_exits = any(each.where is Whereabouts.EXITED for each in self.units) or len(boxes) > 1
        return tuple(name for name in FILTER_TITLES if has_exits or name != Whereabouts.EXITED)

    @property
    def _is_table(self) -> bool:
        """Whether the counters are on a table without a grid."""
        return self.rules.traits.board == "plane"

    def _filter_title(self, filter_: str) -> Text:
        """The title of a filter."""
        return say("On the table") if filter_ == Whereabouts.ON_MAP and self._is_table else FILTER_TITLES[filter_]

    def _passes(self, entry: RosterEntry, filter_: str) -> bool:
        """Whether a unit passes a filter."""
        return filter_ in ("", entry.where) or (filter_ == ABLE_FILTER and entry.can_act)

    @property
    def _units_of_side(self) -> tuple[RosterEntry, ...]:
        """The units of the chosen side, or of both."""
        return tuple(each for each in self.units if self.side in ("", each.counter.seat))

    @property
    def shown_units(self) -> tuple[RosterEntry, ...]:
        """The units shown with the current side and filter."""
        return tuple(each for each in self._units_of_side if self._passes(each, self.filter))

    # --- widgets

    def fill(self) -> None:
        body, px = self.body, self.px
        seats = self.rules.theme.seats
        top = body.y + px(LOSSES_HEIGHT) * len(seats) + px(12)
        sides = [("", say("Both sides")), *((info.name, info.title) for info in seats)]
        self._lay_buttons(top, [(capitalised(translate(title)), partial(self.choose_side, name), name == self.side)
                                for name, title in sides])
        top += px(FILTER_HEIGHT + 8)
        counts = {name: sum(self._passes(each, name) for each in self._units_of_side) for name in self.filters}
        self._lay_buttons(top, [(f"{number}  {translate(self._filter_title(name))} · {counts[name]}",
                                 partial(self.choose_filter, name), name == self.filter)
                                for number, name in enumerate(self.filters, start=1)])
        top += px(FILTER_HEIGHT + 12)
        bar_width = px(24)
        self.room = pygame.Rect(body.x, top, body.width - bar_width - px(12), body.bottom - top)
        self._rows_in_view = max(1, self.room.height // px(ROW_HEIGHT))
        self.room.height = self._rows_in_view * px(ROW_HEIGHT)
        self._keep_in_view()
        share_in_view = min(1.0, self._rows_in_view / max(1, len(self.shown_units)))
        self.bar = UIVerticalScrollBar(pygame.Rect(body.right - bar_width, top, bar_width, self.room.height),
                                       share_in_view, self.manager)
        self._place_bar()

    def _lay_buttons(self, top: int, entries: Sequence[tuple[Text, Callable[[], None], bool]]) -> None:
        """Create a row of buttons, each with its label, its callback and whether it is the chosen one."""
        body, gap = self.body, self.px(8)
        width = (body.width - gap * (len(entries) - 1)) // len(entries)
        places = [pygame.Rect(body.x + number * (width + gap), top, width, self.px(FILTER_HEIGHT))
                  for number in range(len(entries))]
        fit_labels(*(self.button(place, label, action, "#go" if chosen else "#plain")
                     for place, (label, action, chosen) in zip(places, entries, strict=True)), narrow=True)

    def _place_bar(self) -> None:
        """Move the scroll bar to where the list is scrolled."""
        self.bar.set_scroll_from_start_percentage(self._top / max(1, len(self.shown_units)))
        self.bar.has_moved_recently = False

    def _keep_in_view(self) -> None:
        """Select an existing row, and scroll no farther than needed to bring it into view."""
        count = len(self.shown_units)
        self.at = max(0, min(self.at, count - 1))
        self._top = max(min(self._top, self.at, count - self._rows_in_view), self.at - self._rows_in_view + 1, 0)

    def _scroll_to(self, row: int) -> None:
        """Make a row the first one in view, or the nearest row for which the list still fills its room."""
        self._top = max(0, min(row, len(self.shown_units) - self._rows_in_view))

    # --- commands

    def choose_side(self, seat: str) -> None:
        """Show the units of a seat, or of all if empty."""
        self.side, self.at, self._top = seat, 0, 0
        self.rebuild()

    def choose_filter(self, filter_: str) -> None:
        """Show the units that pass a filter."""
        self.filter, self.at, self._top = filter_, 0, 0
        self.rebuild()

    def step(self, rows: int) -> None:
        """Move the selection down by a number of rows; up if it is negative."""
        self.at += rows
        self._keep_in_view()
        self._place_bar()

    def jump(self, number: int) -> None:
        """Select a row; if its unit is on the map, close the sheet and show it."""
        shown = self.shown_units
        if not 0 <= number < len(shown):
            return
        self.at = number
        if shown[number].on_map is not None:
            self.app.pop()
            self._show(shown[number])

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        if self.bar.check_has_moved_recently():
            self._scroll_to(round(self.bar.start_percentage * len(self.shown_units)))

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self._scroll_to(self._top - WHEEL_ROWS * event.y)
            self._place_bar()
            return True
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and self.room.collidepoint(event.pos):
            number = self._top + (event.pos[1] - self.room.y) // self.px(ROW_HEIGHT)
            if number < len(self.shown_units):
                self.at = number
                if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                    self.jump(number)
                return event.type == pygame.MOUSEBUTTONDOWN
        return False

    def do(self, command: str, key: str) -> bool:
        sides = ["", *(info.name for info in self.rules.theme.seats)]
        unit_count = len(self.units)
        steps = {"up": -1, "down": 1, "pageup": -self._rows_in_view, "pagedown": self._rows_in_view,
                 "home": -unit_count, "end": unit_count}
        match command:
            case "line":
                self.step(steps[key])
            case "go" if self.focused is None:
                self.jump(self.at)
            case "side":
                self.choose_side(sides[(sides.index(self.side) + (1 if key == "right" else -1)) % len(sides)])
            case "filter" if int(key) <= len(self.filters):
                self.choose_filter(self.filters[int(key) - 1])
            case "close":
                self.app.pop()
            case _:
                return super().do(command, key)
        return True

    # --- print

    def paint(self, target: pygame.Surface) -> None:
        self._print_losses(target)
        shown, px = self.shown_units, self.px
        for number, each in enumerate(shown[self._top:self._top + self._rows_in_view], start=self._top):
            row = pygame.Rect(self.room.x, self.room.y + (number - self._top) * px(ROW_HEIGHT), self.room.width,
                              px(ROW_HEIGHT))
            self._print_row(target, row, each, selected=number == self.at)
        if not shown:
            Pen(target, self.metrics, self.room.x, self.room.y + px(8), self.room.width).line(
                say("No unit of this kind"), "text", 22, FAINT)

    def _print_losses(self, target: pygame.Surface) -> None:
        """Print each side's line of losses."""
        body, px = self.body, self.px
        for number, info in enumerate(self.rules.theme.seats):
            y = body.y + number * px(LOSSES_HEIGHT)
            box = pygame.Rect(body.x, y + px(4), px(26), px(18))
            pygame.draw.rect(target, info.paper, box, border_radius=px(3))
            pygame.draw.rect(target, INK, box, width=px(1), border_radius=px(3))
            pen = Pen(target, self.metrics, body.x + px(38), y, body.width - px(38))
            pen.line(self.losses_of(info.name), "ui-bold", 19)

    def losses_of(self, seat: str) -> str:
        """A line of text with a side's losses; on a table without a grid, of its bases if it has any."""
        lost = losses(self.units, seat)
        # Only bases have printed numbers; camps and terrain have none.
        bases = losses([each for each in self.units if each.counter.numbers], seat)
        side = self.rules.theme.side(seat).title
        parts: list[Text] = []
        if self._is_table and bases.total_units:
            parts.append(plural("{side}: {count} of {whole} bases lost", "{side}: {count} of {whole} bases lost",
                                bases.units, side=side, whole=bases.total_units))
        else:
            parts.append(plural("{side}: {count} of {whole} counters lost", "{side}: {count} of {whole} counters lost",
                                lost.units, side=side, whole=lost.total_units))
        if lost.total_steps:
            parts.append(plural("{count} of {whole} steps lost", "{count} of {whole} steps lost", lost.steps,
                                whole=lost.total_steps))
        exited = sum(each.where is Whereabouts.EXITED for each in self.units if each.counter.seat == seat)
        if exited:
            parts.append(plural("{count} exited", "{count} exited", exited))
        return translate(joined(parts, " · "))

    def _print_row(self, target: pygame.Surface, row: pygame.Rect, entry: RosterEntry, *, selected: bool) -> None:
        """Print a unit's counter, its name, and its place and condition, or on a table without a grid its values."""
        px, counter, theme = self.px, entry.counter, self.rules.theme
        if selected:
            pygame.draw.rect(target, GOLD, row, border_radius=px(4))
            pygame.draw.rect(target, FOCUS, row, width=px(2), border_radius=px(4))
        pygame.draw.line(target, LINE_INK, row.bottomleft, row.bottomright)
        picture = plain_counter(counter, theme, px(COUNTER_SIDE))
        if entry.where is Whereabouts.LOST:
            picture = picture.copy()
            picture.set_alpha(LOST_OPACITY)
        target.blit(picture, picture.get_rect(midleft=(row.x + px(8), row.centery)))
        left = row.x + px(COUNTER_SIDE + 22)
        room = pygame.Rect(left, row.y, row.right - px(8) - left, row.height)
        ink = INK if entry.where is not Whereabouts.LOST or selected else FAINT
        values = self.values(entry)
        if values:
            self._print_values(target, room, counter.name, values, ink)
        else:
            self._print_columns(target, room, entry, ink)

    def _print_values(self, target: pygame.Surface, room: pygame.Rect, name: Text, values: str, ink: str) -> None:
        """Print a unit's name, cut if it is too long, and its values, wrapped."""
        px, face = self.px, font("ui-bold", self.px(ROW_PRINT))
        name_width = round(SHORT_NAME_SHARE * room.width)
        image = face.line_picture(shorten(name, face, name_width - px(8)), ink)
        target.blit(image, image.get_rect(midleft=(room.x, room.centery)))
        pen = Pen(target, self.metrics, room.x + name_width, room.y + px(4), room.width - name_width)
        pen.flow([TextRun(values, "ui", VALUES_PRINT, ink)])

    def _print_columns(self, target: pygame.Surface, room: pygame.Rect, entry: RosterEntry, ink: str) -> None:
        """Print a unit's name, place and condition, each in its column, on two lines if it is too long for one."""
        px, x = self.px, room.x
        columns: tuple[tuple[Text, Role, float], ...] = (
            (entry.counter.name, "ui-bold", NAME_SHARE), (self.place_of(entry), "ui", PLACE_SHARE),
            (self.condition(entry), "ui", 1 - NAME_SHARE - PLACE_SHARE))
        for text, role, share in columns:
            width = round(room.width * share)
            face = fitting_font(text, role, px(ROW_PRINT), width - px(12))
            lines = [translate(text)]
            if face.px < px(MIN_PRINT):
                face, lines = fit_title(text, role, (px(MIN_PRINT),), width - px(12))
            height = face.get_linesize()
            for n, line in enumerate(lines):
                image = face.line_picture(line, ink)
                target.blit(image, image.get_rect(midleft=(x, room.centery + (2 * n + 1 - len(lines)) * height // 2)))
            x += width

    def values(self, entry: RosterEntry) -> str:
        """A unit's marks and values in words, as on its card; empty unless it is on a table without a grid."""
        if not self._is_table:
            return ""
        marks = (FILTER_TITLES[Whereabouts.LOST],) if entry.where is Whereabouts.LOST else sign_names(
            entry.counter.marks, self.rules.theme)
        return translate(joined((*marks, *(say("{label}: {value}", label=label, value=value)
                                      for label, value in entry.counter.lines)), " · "))

    def place_of(self, entry: RosterEntry) -> Text:
        """A unit's place, or why it is not on the map. A hex is given by its number, and by the nearest name if one is
        near."""
        if entry.where is not Whereabouts.ON_MAP:
            return capitalised(translate(FILTER_TITLES[entry.where]))
        place = entry.counter.place or ""
        if place not in self._names:
            self._names[place] = self._name_of(place)
        return self._names[place]

    def _name_of(self, place: str) -> Text:
        """The name of an occupied place: on a hex map its number and where it is; else the title of its card, its words
        in messages, or its name on the board."""
        board = self.rules.board(self.state)
        if isinstance(board, HexBoard):
            return number_and_whereabouts(board, place)
        card = capability(self.rules, PlaceCards).place_card(self.state, place)
        if card is not None:
            return card.title
        name = self._describe(joined((place,)))  # places are worded only as values of a message
        return capitalised(name) if name != place else board.name_of(place)

    def condition(self, entry: RosterEntry) -> str:
        """Whether a unit can act, and its condition, as text; empty for a lost unit."""
        if entry.where is Whereabouts.LOST:
            return ""
        marks = [mark for mark in entry.counter.marks if mark not in ("waiting", "reduced")]
        parts: list[Text] = [say("can act")] if entry.can_act else []
        if entry.steps_lost:
            parts.append(plural("{count} step lost", "{count} steps lost", entry.steps_lost))
        elif "reduced" in entry.counter.marks:
            parts.append(say("reduced at the start"))
        return translate(joined((*parts, *sign_names(marks, self.rules.theme)), ", "))


def centre_on(view: BoardView, place: str) -> None:
    """Centre the map on a place, zooming in if hex numbers are too small to read; do nothing if the place is off the
    map."""
    point = view.zoom_to_read(place)
    if point is not None:
        view.pan(view.rect.centerx - point[0], view.rect.centery - point[1])


def open_unit_viewer(app: Host, rules: System[Any], view: BoardView, first: Any, state: Any,
                 plies: Sequence[Ply[Any]] = ()) -> None:
    """Open the list of units for viewing only: a unit chosen there is ringed on the map.

    :param rules: the rules as the viewer sees them.
    :param first: the state at the start, with all units.
    :param state: the state shown.
    :param plies: the plies between them.
    """

    def show(entry: RosterEntry) -> None:
        centre_on(view, entry.on_map or "")
        view.overlay.participants = (entry.counter.unit,)

    units = roster_of(rules, first, state, plies, Situation(rules, state).eligible)
    app.push(RosterSheet(app, rules, state, units, show, view.worded))
