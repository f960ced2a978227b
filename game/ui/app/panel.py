"""Screens that are one sheet of paper over the screen below, with a title and a close button; some have a text
entry. Numbers without a name are lengths in layout units, chosen by eye."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import pygame

from game.core.message import Text, say
from game.ui.app.screen import CLOSE_SIGN, Host, Screen
from game.ui.kit.fonts import font
from game.ui.kit.pages import Pages
from game.ui.kit.paper import draw_sheet, draw_table
from game.ui.kit.pen import Pen, TextRun, fitting_font
from game.ui.kit.pictures import picture_cache
from game.ui.kit.strokes import means
from game.ui.kit.theme import ALARM, FAINT, INK, LINE_INK, SHEET_MARGINS, Metrics

if TYPE_CHECKING:
    from game.ui.kit.gui import UITextEntryLine

MIN_SHEET = (680, 470)
"""The minimum size of a sheet of text, in layout units. A window of 1024x768 or 1280x720 has room for it
at an interface scale of 200 per cent, at which a unit is 1.44 pixels in both."""
LOW_WINDOW = 640
"""The height of a window without the margins, in layout units at a sheet's own scale, below which the sheet has a
smaller title."""
BODY_MARGIN = 36
"""The distance of a sheet's body from its left and right edge, in layout units."""
TITLE_BUTTON = 44
"""The side of the square buttons beside a sheet's title, in layout units."""


class PanelScreen(Screen):
    """A sheet in the middle of the window over the dimmed screen below."""

    covers = False
    title: Text = ""
    """The title; empty for none."""
    size = (1200, 860)
    """The size of the sheet in layout units; never larger than the window."""
    min_size: tuple[int, int] | None = None
    """Its minimum size in layout units; in a smaller window the print shrinks. None means ``size``."""
    closable = True
    """Whether it has a close button."""
    quit_key_works = False

    @property
    def metrics(self) -> Metrics:
        return self.app.sheet_metrics.fitted(self.min_size or self.size)

    @property
    def sheet(self) -> pygame.Rect:
        """The rectangle of the sheet in the window."""
        m = self.metrics
        width = min(self.px(self.size[0]), m.width - SHEET_MARGINS)
        height = min(self.px(self.size[1]), m.height - SHEET_MARGINS)
        return pygame.Rect((m.width - width) // 2, (m.height - height) // 2, width, height)

    def is_seen_below(self, upper: Screen) -> bool:
        """Whether it is drawn below another screen: below a sheet only if that lies wholly within this one, as one that
        sticks out at some sides only would look like a mistake."""
        return not isinstance(upper, PanelScreen) or self.sheet.contains(upper.sheet)

    @property
    def is_low(self) -> bool:
        """Whether the window is too low at this scale for a title of the usual size."""
        return self.metrics.height - SHEET_MARGINS < self.px(LOW_WINDOW)

    @property
    def head_height(self) -> int:
        """Pixels from the sheet's upper edge to its body."""
        return self.px((66 if self.is_low else 84) if self.title else 28)

    @property
    def body(self) -> pygame.Rect:
        """The area below the title, within the sheet's margins."""
        sheet, top = self.sheet, self.head_height
        return pygame.Rect(sheet.x + self.px(BODY_MARGIN), sheet.y + top, sheet.width - self.px(2 * BODY_MARGIN),
                           sheet.height - top - self.px(20 if self.is_low else 28))

    def build(self) -> None:
        if self.closable:
            self.button(self._beside_title(0), CLOSE_SIGN, self.escape, "#sign", tool_tip_text=say("Esc: close"))
        self.fill()

    def _beside_title(self, number: int) -> pygame.Rect:
        """The rectangle of a button beside the title, counted from the right."""
        size = self.px(TITLE_BUTTON)
        return pygame.Rect(self.sheet.right - self.px(20) - size - number * (size + self.px(8)),
                           self.sheet.y + self.px(9 if self.is_low else 20), size, size)

    def preload_fonts(self) -> None:
        """Preload the bold and italic faces of the text font for text boxes."""
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
            title_room = self._title_right - self.body.x
            typeface = fitting_font(self.title, "title", self.px(30 if self.is_low else 36), title_room)
            image = typeface.render(self.title, True, INK)
            target.blit(image, image.get_rect(midleft=(self.body.x, self.sheet.y + self.px(31 if self.is_low else 42))))
            y = self.sheet.y + self.head_height - self.px(10)
            margin = self.px(BODY_MARGIN)
            pygame.draw.line(target, LINE_INK, (self.sheet.x + margin, y), (self.sheet.right - margin, y), self.px(1.5))
        self.paint(target)
        self.draw_widgets(target)

    @property
    def _title_right(self) -> int:
        """The x coordinate in the window up to which the title may reach."""
        return self._beside_title(0).left - self.px(12) if self.closable else self.body.right

    def paint(self, target: pygame.Surface) -> None:
        """Draw the content of the sheet, below the widgets."""


class PageTurner(NamedTuple):
    """A button that turns the page forward or back, where it is and what its tooltips say."""

    rect: pygame.Rect
    """Its rectangle in the window."""
    tip: Text
    tip_at_end: Text
    """Its tooltip on the first or last page, where it is disabled."""


def add_page_turners(screen: Screen, pages: Pages, turn: Callable[[int], None], back: PageTurner,
                     forward: PageTurner) -> None:
    """Add the two buttons that turn pages to a screen, if there are several pages.

    :param turn: turns a number of pages forward, back if negative.
    """
    for step, sign, turner in ((-1, "‹", back), (1, "›", forward)) if pages.count > 1 else ():
        can_turn = 0 <= pages.page + step < pages.count
        button = screen.button(turner.rect, sign, partial(turn, step), "#sign",
                               tool_tip_text=turner.tip if can_turn else turner.tip_at_end)
        if not can_turn:
            button.disable()


class PagedPanel(PanelScreen):
    """A sheet of rows, split into pages if the window is too small for all; no row is cut."""

    min_size: tuple[int, int] | None = MIN_SHEET

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.pages = Pages()

    def break_rows(self, heights: Sequence[int], room: int) -> None:
        """Split rows, given by their heights, into pages of ``room`` pixels, and add the page buttons."""
        self.pages.split_by_height(heights, room)
        self.add_page_buttons()

    def add_page_buttons(self) -> None:
        """Add the page buttons beside the title if there are several pages."""
        add_page_turners(
            self, self.pages, self.turn,
            PageTurner(self._beside_title(2), say("Page Up: previous page"), say("This is the first page.")),
            PageTurner(self._beside_title(1), say("Page Down: next page"), say("This is the last page.")))

    @property
    def _title_right(self) -> int:
        if self.pages.count < 2:
            return super()._title_right
        return self._beside_title(2).left - self.px(24) - self._page_label().get_width()

    def _page_label(self) -> pygame.Surface:
        """The picture of the page number."""
        return font("ui", self.px(18)).line_picture(self.pages.label, FAINT)

    def turn(self, pages: int) -> None:
        """Turn a number of pages on, or back if negative."""
        if self.pages.turn(pages):
            self.rebuild()

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.pages.handle(event):
            self.rebuild()
            return True
        return super().on_event(event)

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        if self.pages.count > 1:
            label, beside = self._page_label(), self._beside_title(2)
            target.blit(label, label.get_rect(midright=(beside.left - self.px(12), beside.centery)))


@picture_cache(1)
def _veil(size: tuple[int, int]) -> pygame.Surface:
    """A dark overlay for everything below the sheet."""
    veil = pygame.Surface(size)
    veil.fill((18, 11, 7))
    veil.set_alpha(150)
    return veil


class EntrySheet(PanelScreen):
    """A sheet with a text entry. It keeps the text when the window changes, and clears the error message on the next
    edit."""

    entry: UITextEntryLine
    text = ""
    """The entry's text when the sheet is laid out."""
    fault = ""
    """Why the text was not accepted; empty if it was not refused."""
    to_focus = False
    """Whether to focus the entry on the next update rather than at once, so that the key that opened the sheet is not
    typed into it."""
    note_offset: ClassVar[int]
    """The distance from the top of the sheet's body to the note below the entry, in layout units."""

    def accept(self) -> None:
        """Accept the text, or set ``fault``."""
        raise NotImplementedError

    def lay_buttons(self, label: Text) -> None:
        """Add the buttons to accept and to cancel at the lower right."""
        body, width, height = self.body, self.px(220), self.px(56)
        right = pygame.Rect(body.right - width, body.bottom - height, width, height)
        self.button(right, label, self.accept, "#main")
        self.button(right.move(-width - self.px(16), 0), say("Cancel"), self.app.pop)

    def print_below(self, pen: Pen, text: Text, colour: str = ALARM) -> None:
        """Print an error or another note below the entry; nothing if the text is empty."""
        if text:
            pen.y = self.body.y + self.px(self.note_offset)
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
        from game.ui.kit import gui  # imported late: only screens with widgets need it

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
