"""The keys, on one page."""

from __future__ import annotations

from typing import Any

import pygame

from game.core.contract import System
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.fonts import font
from game.ui.kit.theme import INK, LINE

Rows = tuple[tuple[str, str], ...]


def keys_of(rules: System[Any] | None) -> tuple[tuple[str, Rows], ...]:
    """Every key as ``(heading, rows)``; those that mean nothing in a system are left out. None: all of them."""
    hexes = rules is None or rules.traits.board == "hex"
    areas = rules is None or rules.traits.board == "area"
    breaking = rules is None or bool(rules.moments)
    playing: Rows = (
        ("Tab  Shift+Tab", "next, previous counter with something to do"),
        ("Arrows  Q W E A S D", "move the hex cursor") if hexes else ("Arrows", "move the cursor to the area that way"),
        ("Enter", "pick up, go there, fire there; roll; do what a hint says"),
        ("1  2  3 …", "do what the card offers; with Shift: all go to that number"),
        ("G  Ctrl+click  Double click", "pick up a whole stack; G again: the next one"),
        ("Drag  Ctrl+drag", "carry the counter there; its whole stack"),
        ("Shift+click", "take another counter of the stack along"),
        *((("T", "put the counter on top of its stack"),) if areas else ()),
        *((("A", "all guns at best effect: a list, and one key"),) if areas else ()),
        ("V", "resolve all that is left, e.g. fire; again: show the end" if areas else "a free set-up: as printed"),
        *((("Shift+V", "the same, and then end the phase"),) if areas else ()),
        *((("B  Shift+B", "break in; when you are asked to"),) if breaking else ()),
        *((("P", "when you are asked: let all pass this phase"),) if breaking else ()),
        ("0 … 9  Enter  Y", "when a throw is due: what was really thrown; a pad for it"),
        ("Space", "main button; roll; twice to end a phase unused"),
        ("Esc  Right click", "put down; with nothing held Esc opens the menu"),
        ("Backspace  Ctrl+Z", "take back"),
    )
    looking: Rows = (
        ("Mouse wheel  +  −", "zoom"),
        ("F  K", "fit the map to the window; fold its legend away"),
        ("Right drag  Shift+arrows", "push the map"),
        *((("Z", "zones of control"),) if rules is None or rules.traits.layers else ()),
        *((("N", "hex numbers"),) if hexes else ()),
        ("O", "what it takes to win, or more room for the map"),
        ("L", "the whole log"),
        ("R", "rulebook, at the rule asked"),
        ("M  F11", "sound on and off; full screen"),
        ("Ctrl+S", "save a copy under a name"),
        ("H", "hint from the computer; Enter does it"),
        ("P  [  ]", "computers: pause and go on; slower, faster"),
        ("?", "this page"),
    )
    return (("Playing", playing), ("Looking", looking))


HEAD, ROW = 42, 47
"""Units: the heights of a heading and of a key's row."""


class Keys(PanelScreen):
    """Every key of the game screen and what it does."""

    title = "Keys"

    def __init__(self, app: Host, rules: System[Any] | None = None) -> None:
        super().__init__(app)
        self.rows = keys_of(rules)
        most = max(len(rows) for _, rows in self.rows)
        self.size = (1280, 84 + HEAD + ROW * most + 28)

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        gap = self.px(40)
        width = (body.width - gap) // 2
        for column, (heading, rows) in enumerate(self.rows):
            x, y = body.x + column * (width + gap), body.y
            image = font("title", self.px(23)).render(heading, True, INK)
            target.blit(image, (x, y))
            y += self.px(HEAD)
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
        return y + self.px(ROW)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN or (
            event.type == pygame.MOUSEBUTTONDOWN and not self.sheet.collidepoint(event.pos)
        ):
            self.app.pop()
            return True
        return False
