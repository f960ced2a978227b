"""The sheet that sets when play stops to ask a person: a switch for each moment of an interrupt, and Always, Ask or
Never for each reaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import pygame

from game.core.capability import capability
from game.core.interrupts import Interrupts, ReactionInfo
from game.core.message import Message, Text, joined, say
from game.i18n.words import capitalised, translate
from game.ui.app.panel import PagedPanel
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, TextRun, fitting_font, flow_height
from game.ui.kit.theme import FAINT, INK, SHEET_MARGINS
from game.ui.play.interruption import Interruption
from game.ui.play.reaction_settings import MODES, Mode, ReactionSettings
from game.ui.play.situation import Situation
from game.ui.play.turn_driver import Flow

SWITCH_HEIGHT = 58
"""Height of a switch's row, in layout units."""
HEADING_HEIGHT = 52
"""Height of a side's heading, in layout units."""
UNITS_ROW_HEIGHT = 48
"""Height of a row of two single units, in layout units."""
MODE_BUTTON_WIDTH = 104
"""Width of each of the buttons Always, Ask and Never, in layout units."""
SWITCH_WIDTH = 150
"""Width of a switch, in layout units."""
ASK_AGAIN_WIDTH = 190
"""Width of the button for a reaction that is never made, in layout units."""
BUTTON_GAP = 6
"""Gap between two buttons, in layout units."""
SHEET_WIDTH = 900
"""Width of the sheet, in layout units."""
UNITS_SHEET_WIDTH = 1340
"""Width of the sheet with single units side by side, in layout units."""
LABELS: dict[Mode, Message] = {"always": say("Always"), "ask": say("Ask"), "never": say("Never")}

Buttons = tuple[tuple[Text, str, Callable[[], None], int], ...]
"""The buttons of a row: label, object id, callback and width in layout units of each."""


@dataclass(frozen=True, slots=True)
class MomentRow:
    """A row of the sheet: its title and its buttons."""

    title: Text
    buttons: Buttons
    single: bool = False
    """Whether it concerns a single unit; two of these are placed side by side."""


@dataclass(frozen=True, slots=True)
class MomentItem:
    """Rows placed side by side, one or two."""

    height: int
    """Height in pixels, including a heading above."""
    seat: str
    """The side named in the heading above; empty without a heading."""
    rows: tuple[MomentRow, ...]


class Moments(PagedPanel):
    """For each side played by a person: a switch for each interrupt moment; Always, Ask or Never for each kind of
    reaction, by all units or single ones; and the other reactions that are never made. Changes take effect at once."""

    title = say("When to ask me")

    def __init__(self, app: Host, flow: Flow, situation: Situation, interruption: Interruption,
                 reactions: ReactionSettings) -> None:
        super().__init__(app)
        self._flow, self._situation, self._interruption, self._reactions = flow, situation, interruption, reactions
        moments = capability(flow.match.rules, Interrupts).moments_here(flow.match.state)
        self.moments = moments if interruption.available else ()
        """The moments at which play can stop for an interrupt."""

    def build(self) -> None:
        """Build the sheet, as high as its rows need if there is room."""
        m = self.metrics
        sheet_width = UNITS_SHEET_WIDTH if self._reactions.reactions() else SHEET_WIDTH
        width = min(m.px(sheet_width), m.width - SHEET_MARGINS) - m.px(72)  # must agree with PanelScreen.body
        height = self.head_height + self._intro_height(width) + sum(item.height for item in self._items())
        self.size = sheet_width, round(height / m.scale) + 41
        super().build()

    def _intro_height(self, width: int) -> int:
        """Height in pixels of the introduction in a column of a width in pixels, with the gap below."""
        pen = Pen(pygame.Surface((1, 1)), self.metrics, 0, 0, width)
        return flow_height(pen, [TextRun(self._intro(), "text", 21)]) + self.px(14)

    def _items(self) -> list[MomentItem]:
        """The parts that a page break must not split: a row, or two rows of single units; a side's first has its
        heading."""
        items = []
        for seat in self._flow.people:
            rows, head = self._rows(seat), self.px(HEADING_HEIGHT)
            if not rows:
                items.append(MomentItem(head + self.px(SWITCH_HEIGHT), seat, ()))
            while rows:
                pair = rows[0].single and len(rows) > 1 and rows[1].single
                taken, rows = rows[:1 + pair], rows[1 + pair:]
                height = self.px(UNITS_ROW_HEIGHT if taken[0].single else SWITCH_HEIGHT)
                items.append(MomentItem(head + height, seat if head else "", tuple(taken)))
                head = 0
        return items

    def _rows(self, seat: str) -> list[MomentRow]:
        """All rows of a side, in order."""
        active = self._interruption.active_moments(seat) if self.moments else frozenset()
        rows = []
        for moment in self.moments:
            asked = moment.name in active
            rows.append(MomentRow(moment.title, ((say("On") if asked else say("Off"), "#main" if asked else "",
                                                  partial(self._switch, seat, moment.name), SWITCH_WIDTH),)))
        infos = [info for info in self._reactions.reactions() if info.seat == seat]
        for info in infos:
            rows += self._reaction_rows(info)
        listed = {str(info.kind) for info in infos}
        for kind in self._reactions.declined_kinds(seat):
            if kind not in listed:
                button = say("Ask again"), "", partial(self._ask_again, seat, kind), ASK_AGAIN_WIDTH
                rows.append(MomentRow(say("never: {kind}", kind=Message(kind)), (button,)))
        return rows

    def _reaction_rows(self, info: ReactionInfo) -> Iterator[MomentRow]:
        """The rows of a kind of reaction: all units, then each."""
        counters = self._situation.counters
        summary = self._reactions.summary(info)
        yield MomentRow(say("{kind}, all units", kind=info.kind), self._mode_buttons(info, summary, ""))
        for unit in info.units:
            title = joined((counters[unit].name, counters[unit].place or ""))
            mode = self._reactions.mode(info.seat, str(info.kind), unit)
            yield MomentRow(title, self._mode_buttons(info, mode, unit), True)

    def _mode_buttons(self, info: ReactionInfo, current: str, unit: str) -> Buttons:
        """The buttons Always, Ask and Never for a unit, or for all units if empty; the current mode is highlighted."""
        return tuple((LABELS[mode], "#main" if mode == current else "", partial(self._set, info, mode, unit),
                      MODE_BUTTON_WIDTH) for mode in MODES)

    def _rectangles(self) -> tuple[dict[str, int], list[tuple[MomentRow, pygame.Rect]]]:
        """The upper edge of each side's heading on the page, and the rectangle of every row, in window pixels."""
        body = self.body
        y, half = body.y + self._intro_height(body.width), (body.width - self.px(30)) // 2
        heads, rectangles = {}, []
        items = self._items()
        for item in (items[number] for number in self.pages.items):
            if item.seat:
                heads[item.seat] = y
            top = y + (self.px(HEADING_HEIGHT) if item.seat else 0)
            for number, row in enumerate(item.rows):
                rectangles.append((row, pygame.Rect(body.right - half if number else body.x, top, half, self.px(40))
                                   if row.single else pygame.Rect(body.x, top, body.width, self.px(46))))
            y += item.height
        return heads, rectangles

    def fill(self) -> None:
        body = self.body
        self.break_rows([item.height for item in self._items()], body.height - self._intro_height(body.width))
        for row, room in self._rectangles()[1]:
            x = room.right
            for label, look, action, width in reversed(row.buttons):
                x -= self.px(width)
                self.button(pygame.Rect(x, room.y, self.px(width), room.height), label, action, look)
                x -= self.px(BUTTON_GAP)

    def _switch(self, seat: str, name: str) -> None:
        """Switch a side's moment on or off."""
        self._interruption.toggle_moment(seat, name)
        self._rebuild_keeping_focus()

    def _set(self, info: ReactionInfo, mode: Mode, unit: str) -> None:
        self._reactions.set(info.seat, str(info.kind), mode, unit)
        self._rebuild_keeping_focus()

    def _ask_again(self, seat: str, kind: str) -> None:
        self._reactions.ask_again(seat, kind)
        self._rebuild_keeping_focus()

    def _rebuild_keeping_focus(self) -> None:
        """Rebuild the page, keeping the keyboard focus."""
        focus = self._focus
        self.rebuild()
        self._focus = min(focus, len(self.buttons) - 1)

    def _intro(self) -> Text:
        """The introduction above the rows."""
        if self.moments:
            return say("The Interrupt button or B interrupts whenever the rules allow it. Play also stops to ask:")
        if self._reactions.reactions():
            return say("Choose what happens with each reaction: Always, Ask or Never. Choices for all units are "
                       "remembered; those for single units hold in this game only.")
        return say("Play stops to ask whenever a side may react. Reactions that a side never makes are listed below:")

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        pen = Pen(target, self.metrics, body.x, body.y, body.width)
        pen.flow([TextRun(self._intro(), "text", 21, FAINT)])
        heads, rectangles = self._rectangles()
        for seat, y in heads.items():
            info = self._flow.match.rules.theme.side(seat)
            swatch = pygame.Rect(body.x, y + self.px(10), self.px(26), self.px(26))
            pygame.draw.rect(target, info.paper, swatch, border_radius=self.px(4))
            Pen(target, self.metrics, body.x + self.px(38), y + self.px(8), body.width).line(info.title, "title", 24)
            if not self._rows(seat):
                pen = Pen(target, self.metrics, body.x + self.px(38), y + self.px(HEADING_HEIGHT + 9), body.width)
                none = say("no reactions to set") if self._reactions.reactions() else say("asked about every reaction")
                pen.line(capitalised(none), "ui", 20)
        for row, room in rectangles:
            buttons_width = sum(self.px(width) + self.px(BUTTON_GAP) for _, _, _, width in row.buttons)
            left = room.x + (0 if row.single else self.px(38))
            title, free = translate(capitalised(row.title)), room.right - buttons_width - left - self.px(8)
            face = fitting_font(title, "ui", self.px(18 if row.single else 20), free)
            image = face.render(title, True, INK)
            target.blit(image, image.get_rect(midleft=(left, room.centery)))
