"""The keys, on one page."""

from __future__ import annotations

import pygame

from game.ui.fonts import font
from game.ui.screens.panel import PanelScreen
from game.ui.theme import INK, LINE

KEYS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Playing",
        (
            ("Tab  Shift+Tab", "next, previous counter with something to do"),
            ("Arrows  Q W E A S D", "move the hex cursor"),
            ("Enter", "pick up, go there, take into the attack"),
            ("1  2  3", "commit what the battle card offers"),
            ("1 … 6  Enter", "when a roll is due: what a real die shows"),
            ("Space", "main button; roll; skip what is moving"),
            ("Esc", "put down; with nothing held: the menu"),
            ("Backspace  Ctrl+Z", "take back"),
            ("H", "hint from the computer"),
            ("P", "pause and go on, computer against computer"),
            ("[  ]", "slower, faster"),
        ),
    ),
    (
        "Looking",
        (
            ("Mouse wheel  +  −", "zoom"),
            ("F", "fit the map to the window"),
            ("Right drag  Shift+arrows", "push the map"),
            ("Z", "zones of control"),
            ("N", "hex numbers"),
            ("L", "the whole log"),
            ("R", "rulebook, at the rule asked"),
            ("M", "sound on and off"),
            ("F11", "full screen"),
            ("Ctrl+S", "save a copy under a name"),
            ("?", "this page"),
        ),
    ),
)


class Keys(PanelScreen):
    """Every key of the game screen and what it does."""

    title = "Keys"
    size = (1280, 720)

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        gap = self.px(40)
        width = (body.width - gap) // 2
        for column, (heading, rows) in enumerate(KEYS):
            x, y = body.x + column * (width + gap), body.y
            image = font("title", self.px(23)).render(heading, True, INK)
            target.blit(image, (x, y))
            y += self.px(42)
            for keys, meaning in rows:
                y = self._row(target, x, y, width, keys, meaning)

    def _row(self, target: pygame.Surface, x: int, y: int, width: int, keys: str, meaning: str) -> int:
        left = x
        face = font("ui-bold", self.px(16))
        for key in keys.split("  "):
            image = face.render(key, True, INK)
            cap = pygame.Rect(left, y, image.get_width() + self.px(16), self.px(32))
            pygame.draw.rect(target, "#cdbb92", cap.move(0, self.px(2)), border_radius=self.px(5))
            pygame.draw.rect(target, "#fbf5e6", cap, border_radius=self.px(5))
            pygame.draw.rect(target, LINE, cap, width=self.px(1), border_radius=self.px(5))
            target.blit(image, image.get_rect(center=cap.center))
            left = cap.right + self.px(6)
        text = font("ui", self.px(17)).render(meaning, True, INK)
        start = max(left + self.px(6), x + self.px(210))
        target.blit(text, text.get_rect(midleft=(start, y + self.px(16))))
        return y + self.px(48)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN or (
            event.type == pygame.MOUSEBUTTONDOWN and not self.sheet.collidepoint(event.pos)
        ):
            self.app.pop()
            return True
        return False
