"""A screen that is one sheet of paper over whatever lies below, with a title and a way back; some take a typed line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import pygame

from game.core.message import Text, say
from game.ui.app.screen import Host, Screen
from game.ui.kit.fonts import font
from game.ui.kit.pages import Pages
from game.ui.kit.paper import draw_sheet, draw_table
from game.ui.kit.pen import Pen, TextRun, fitted
from game.ui.kit.pictures import picture_cache
from game.ui.kit.strokes import means
from game.ui.kit.theme import ALARM, FAINT, INK, LINE, Metrics

if TYPE_CHECKING:
    from game.ui.kit.gui import UITextEntryLine

LEAST = (680, 470)
"""Units in which the sheets of text can be laid out. A window of 1024x768 or 1280x720 has so many at 200 per cent."""
LOW = 640
"""Units of height below which a sheet has a smaller title."""
AROUND = 16
"""Pixels around the largest sheet."""
SIGN = 44
"""Units: the side of a sheet's buttons beside its title."""


class PanelScreen(Screen):
    """Dims what is below and lays a sheet in the middle of the window."""

    covers = False
    title: Text = ""
    size = (1200, 860)
    """In units; never larger than the window."""
    least: tuple[int, int] | None = None
    """Units in which everything on it can be laid out; the print shrinks in a window that has no room for these. All of
    ``size`` where left out."""
    closable = True
    quits = False

    @property
    def metrics(self) -> Metrics:
        return self.app.sheet_metrics.fitted(self.least or self.size)

    @property
    def sheet(self) -> pygame.Rect:
        """The sheet in the window."""
        m = self.metrics
        width = min(self.px(self.size[0]), m.width - 2 * AROUND)
        height = min(self.px(self.size[1]), m.height - 2 * AROUND)
        return pygame.Rect((m.width - width) // 2, (m.height - height) // 2, width, height)

    def is_seen_below(self, upper: Screen) -> bool:
        """Not if parts of its sheet would stick out from below another sheet."""
        return not isinstance(upper, PanelScreen) or self.sheet.contains(upper.sheet)

    @property
    def low(self) -> bool:
        """Whether the window has little height at this scale."""
        return self.metrics.height - 2 * AROUND < self.px(LOW)

    @property
    def head(self) -> int:
        """Pixels from the sheet's upper edge to its body."""
        return self.px((66 if self.low else 84) if self.title else 28)

    @property
    def body(self) -> pygame.Rect:
        """The room below the title."""
        sheet, top = self.sheet, self.head
        return pygame.Rect(sheet.x + self.px(36), sheet.y + top, sheet.width - self.px(72),
                           sheet.height - top - self.px(20 if self.low else 28))

    def build(self) -> None:
        if self.closable:
            self.button(self._beside_title(0), "×", self.escape, "#sign", tool_tip_text=say("Esc: close"))
        self.fill()

    def _beside_title(self, number: int) -> pygame.Rect:
        """Where a button beside the title stands, counted from the right."""
        size = self.px(SIGN)
        return pygame.Rect(self.sheet.right - self.px(20) - size - number * (size + self.px(8)),
                           self.sheet.y + self.px(9 if self.low else 20), size, size)

    def read_styles(self) -> None:
        """Open the bold and italic faces of reading text before a text box asks for them."""
        styles: list[dict[str, str | int | float]] = [
            {"name": "text", "point_size": self.px(20), "style": style} for style in ("bold", "italic")
        ]
        self.manager.preload_fonts(styles)

    def fill(self) -> None:
        """Create the widgets of the sheet."""

    def draw(self, target: pygame.Surface) -> None:
        if self.covers:
            draw_table(target)
        target.blit(_veil(target.get_size()), (0, 0))
        draw_sheet(target, self.sheet, self.metrics.scale)
        if self.title:
            room = self._title_ends - self.body.x
            image = fitted(self.title, "title", self.px(30 if self.low else 36), room).render(self.title, True, INK)
            target.blit(image, image.get_rect(midleft=(self.body.x, self.sheet.y + self.px(31 if self.low else 42))))
            y = self.sheet.y + self.head - self.px(10)
            pygame.draw.line(
                target, LINE, (self.sheet.x + self.px(36), y), (self.sheet.right - self.px(36), y), self.px(1.5)
            )
        self.paint(target)
        self.draw_widgets(target)

    @property
    def _title_ends(self) -> int:
        """Window pixel at which the title must end."""
        return self._beside_title(0).left - self.px(12) if self.closable else self.body.right

    def paint(self, target: pygame.Surface) -> None:
        """Print on the sheet, below the widgets."""


class PagedPanel(PanelScreen):
    """A sheet of rows. Those for which the window has no room are on further pages; no row is cut."""

    least: tuple[int, int] | None = LEAST

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.pages = Pages()

    def break_rows(self, heights: Sequence[int], room: int) -> None:
        """Break rows of so many pixels into pages of ``room`` pixels, and lay out the signs that turn them."""
        self.pages.break_up(heights, room)
        self.turners()

    def turners(self) -> None:
        """The signs beside the title that turn the pages, if there are several."""
        if self.pages.number < 2:
            return
        for step, sign, place, tip in ((-1, "‹", 2, say("Page Up: the page before")),
                                       (1, "›", 1, say("Page Down: the next page"))):
            button = self.button(self._beside_title(place), sign, partial(self.turn, step), "#sign", tool_tip_text=tip)
            if not 0 <= self.pages.at + step < self.pages.number:
                button.disable()

    @property
    def _title_ends(self) -> int:
        if self.pages.number < 2:
            return super()._title_ends
        return self._beside_title(2).left - self.px(24) - self._page_words().get_width()

    def _page_words(self) -> pygame.Surface:
        return font("ui", self.px(18)).printed(self.pages.words, FAINT)

    def turn(self, pages: int) -> None:
        """Show another page."""
        if self.pages.turn(pages):
            self.rebuild()

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.pages.handle(event):
            self.rebuild()
            return True
        return super().on_event(event)

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        if self.pages.number > 1:
            words, beside = self._page_words(), self._beside_title(2)
            target.blit(words, words.get_rect(midright=(beside.left - self.px(12), beside.centery)))


@picture_cache(1)
def _veil(size: tuple[int, int]) -> pygame.Surface:
    """What darkens everything below the sheet."""
    veil = pygame.Surface(size)
    veil.fill((18, 11, 7))
    veil.set_alpha(150)
    return veil


class EntrySheet(PanelScreen):
    """Keeps the line while the window changes, and clears what was wrong at the next letter."""

    entry: UITextEntryLine
    text = ""
    """The line when the sheet is laid out."""
    fault = ""
    """What is wrong with the line that was accepted last; empty: nothing."""
    to_focus = False
    """Whether the entry takes the keyboard, but not yet the letter of the key that led here."""
    below: ClassVar[int]
    """Units from the top of the sheet's body to the line that says what is wrong."""

    def accept(self) -> None:
        """Take the line, or say in ``fault`` what is wrong with it."""
        raise NotImplementedError

    def lay_buttons(self, label: Text) -> None:
        """Lay the button that accepts, and the one that leaves, at the lower right."""
        body, width, height = self.body, self.px(220), self.px(56)
        right = pygame.Rect(body.right - width, body.bottom - height, width, height)
        self.button(right, label, self.accept, "#main")
        self.button(right.move(-width - self.px(16), 0), say("Cancel"), self.app.pop)

    def print_below(self, pen: Pen, text: Text, colour: str = ALARM) -> None:
        """Print what is wrong, or another note, below the line."""
        if text:
            pen.y = self.body.y + self.px(self.below)
            pen.flow([TextRun(text, "ui", 17, colour)])

    def update(self, dt: float, top: bool) -> None:
        if self.to_focus:
            self.to_focus = False
            self.entry.focus()
        super().update(dt, top)

    def rebuild(self) -> None:
        if hasattr(self, "entry"):
            self.text = self.entry.get_text()
        super().rebuild()

    def handle(self, event: pygame.event.Event) -> bool:
        from game.ui.kit import gui  # read when a screen has widgets at all

        if event.type == gui.UI_TEXT_ENTRY_CHANGED and event.ui_element is self.entry:
            self.fault = ""
            return True
        if means(event, "accept", "name"):
            self.accept()
            return True
        if means(event, "back", "everywhere"):
            self.app.pop()
            return True
        return super().handle(event)
