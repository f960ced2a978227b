"""A screen that is one sheet of paper over whatever lies below, with a title and a way back."""

from __future__ import annotations

import pygame

from game.core.message import Text, say
from game.ui.app.screen import Screen
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_sheet
from game.ui.kit.picture_cache import picture_cache
from game.ui.kit.theme import INK, LINE, Metrics


class PanelScreen(Screen):
    """Dims what is below and lays a sheet in the middle of the window."""

    covers = False
    title: Text = ""
    size = (1200, 860)
    """In units; never larger than the window."""
    closable = True
    quits = False

    @property
    def metrics(self) -> Metrics:
        return self.app.metrics.fitted(self.size)

    @property
    def sheet(self) -> pygame.Rect:
        """The sheet in the window."""
        m = self.metrics
        width = min(self.px(self.size[0]), m.width - self.px(32))
        height = min(self.px(self.size[1]), m.height - self.px(32))
        return pygame.Rect((m.width - width) // 2, (m.height - height) // 2, width, height)

    @property
    def body(self) -> pygame.Rect:
        """The room below the title."""
        sheet = self.sheet
        top = self.px(84) if self.title else self.px(28)
        return pygame.Rect(
            sheet.x + self.px(36), sheet.y + top, sheet.width - self.px(72), sheet.height - top - self.px(28)
        )

    def build(self) -> None:
        if self.closable:
            size = self.px(44)
            self.button(
                pygame.Rect(self.sheet.right - size - self.px(20), self.sheet.y + self.px(20), size, size),
                "×",
                self.escape,
                "#sign",
                tool_tip_text=say("Esc: close"),
            )
        self.fill()

    def read_styles(self) -> None:
        """Open the bold and italic faces of reading text before a text box asks for them."""
        styles: list[dict[str, str | int | float]] = [
            {"name": "text", "point_size": self.px(20), "style": style} for style in ("bold", "italic")
        ]
        self.manager.preload_fonts(styles)

    def fill(self) -> None:
        """Create the widgets of the sheet."""

    def draw(self, target: pygame.Surface) -> None:
        target.blit(_veil(target.get_size()), (0, 0))
        draw_sheet(target, self.sheet, self.metrics.scale)
        if self.title:
            image = font("title", self.px(36)).render(self.title, True, INK)
            target.blit(image, (self.sheet.x + self.px(36), self.sheet.y + self.px(22)))
            y = self.sheet.y + self.px(74)
            pygame.draw.line(
                target, LINE, (self.sheet.x + self.px(36), y), (self.sheet.right - self.px(36), y), self.px(1.5)
            )
        self.paint(target)
        self.draw_widgets(target)

    def paint(self, target: pygame.Surface) -> None:
        """Print on the sheet, below the widgets."""


@picture_cache(1)
def _veil(size: tuple[int, int]) -> pygame.Surface:
    """What darkens everything below the sheet."""
    veil = pygame.Surface(size)
    veil.fill((18, 11, 7))
    veil.set_alpha(150)
    return veil
