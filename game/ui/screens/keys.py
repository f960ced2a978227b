"""The keys, on one page."""

from __future__ import annotations

from typing import Any

import pygame

from game.core.contract import System
from game.core.message import Text, say
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.fonts import font
from game.ui.kit.theme import INK, LINE
from game.words import said

Rows = tuple[tuple[Text, Text], ...]


def keys_of(*systems: System[Any]) -> tuple[tuple[Text, Rows], ...]:
    """Every key as ``(heading, rows)``; those that mean nothing in any of the systems are left out. None: all of
    them."""
    boards = {rules.traits.board for rules in systems}
    hexes, areas, plane = (not systems or board in boards for board in ("hex", "area", "plane"))
    reacting = not systems or any(rules.traits.reactions for rules in systems)
    breaking = not systems or any(rules.moments for rules in systems)
    facing = not systems or any(rules.traits.facings for rules in systems)
    layers = not systems or any(rules.traits.layers for rules in systems)
    listing = not systems or any(rules.traits.overview for rules in systems)
    playing: Rows = (
        (say("Tab  Shift+Tab"), say("next, previous counter with something to do")),
        *(((say("Arrows  Q W E A S D"), say("move the hex cursor")),) if hexes else ()),
        *(((say("Arrows"), say("move the cursor to the area that way")),) if areas and not hexes else ()),
        *(((say("Arrows"), say("go to the base that way; push what is held")),
           (say("Q  E  Mouse wheel"), say("turn what is held"))) if plane else ()),
        *(((say(",  .  Mouse wheel  Pull"), say("turn it here, or for where it will go")),
           (say("C  Ctrl+click"), say("plan its way, shots too; Space does it all"))) if facing else ()),
        (say("Enter"), say("pick up, go there, fire there; roll; do what a hint says")),
        ("1  2  3 …", say("do what the card offers; Shift: turn, or all go so")),
        *(((say("G  Ctrl+click  Double click"), say("pick up a whole stack; G again: the next one")),
           (say("Drag  Ctrl+drag"), say("carry the counter there; its whole stack")),
           (say("Shift+click"), say("take another counter of the stack along"))) if hexes or areas else ()),
        *(((say("G  Ctrl+click  Double click"), say("pick up a whole group; G again: the next one")),
           (say("Click  Drag"), say("pick up a base, put it down; carry it there")),
           (say("Shift+click"), say("take another base along"))) if plane and not hexes else ()),
        *(((say("C  Shift+C"), say("go through the list: orders, forces, combats")),) if listing else ()),
        *((("T", say("put the counter on top of its stack")),) if areas else ()),
        *((("A", say("all guns at best effect: a list, and one key")),) if areas else ()),
        ("V",
         say("resolve all that is left, e.g. fire; again: show the end") if areas
         else say("what is left, as a veteran would; again: the end") if listing
         else say("a free set-up: as printed")),
        *(((say("Shift+V"), say("the same, and then end the phase")),) if areas else ()),
        (say("0 … 9  Enter  Y"), say("when a roll is due: what was really rolled; a pad for it")),
        (say("Space  0"), say("what is lit; main button; twice to end a phase")),
        (say("Esc  Right click"), say("put down; with nothing held Esc opens the menu")),
        (say("Backspace  Ctrl+Z"), say("take back")),
    )
    looking: Rows = (
        (say("Mouse wheel  +  −"), say("zoom; Ctrl+wheel where the wheel turns a counter") if facing else say("zoom")),
        ("F  K", say("the whole map, then the fights; fold the legend")),
        (say("Right drag  Shift+arrows"), say("push the map")),
        *((("Z", say("zones of control")),) if layers else ()),
        *((("U", say("turn the sheet a quarter, or back")),) if hexes else ()),
        *((("N", say("hex numbers")),) if hexes else ()),
        ("J", say("a small map while zoomed in; click it to go there")),
        *((("D", say("a measuring stick: press and drag")),) if plane else ()),
        ("O", say("what it takes to win, or more room for the map")),
        ("L", say("the whole log")),
        ("I", say("unfold the log; in a narrow window show the cards")),
        ("R", say("rulebook, at the rule asked")),
        ("M  F11", say("sound on and off; full screen")),
        (say("Ctrl+S"), say("save a copy under a name")),
        (say("Ctrl+Q"), say("close the program; the game is saved already")),
        ("H", say("hint from the computer; Enter does its next step")),
        (say("Shift+Enter"), say("all that the hint proposes, up to a roll")),
        ("X", say("the computer that thinks moves now")),
        ("P  [  ]", say("computers: pause, go on; slower, faster")),
        ("?", say("this page")),
    )
    asked: Rows = (
        *(((say("B  Shift+B"), say("interrupt; when to be asked")),) if breaking else ()),
        *(((say("P  Shift+P"), say("let all pass this phase; never ask to react")),) if breaking and reacting else ()),
        *((("P", say("let all pass this phase")),) if breaking and not reacting else ()),
        *(((say("P  Shift+P"), say("not this phase; never")), (say("Shift+B"), say("when to be asked")))
          if reacting and not breaking else ()),
        *(((say("Ctrl+P"), say("always react, without asking")),) if reacting else ()),
    )
    groups = (say("Playing"), playing), (say("Looking"), looking), (say("Acting out of turn"), asked)
    return tuple(group for group in groups if group[1])


HEAD, ROW = 42, 47
"""Units: the heights of a heading and of a key's row."""
GAP = 40
"""Units between the two columns."""


class Keys(PanelScreen):
    """Every key of the game screen and what it does."""

    title = say("Keys")

    def __init__(self, app: Host, *systems: System[Any]) -> None:
        """:param systems: whose keys; all there are where none is named."""
        super().__init__(app)
        first, *others = keys_of(*systems)
        self.columns = (first,), tuple(others)
        """Groups of keys with their headings; playing alone takes the left column."""
        most = max(sum(HEAD + ROW * len(rows) for _, rows in groups) for groups in self.columns)
        self.size = (1360, 84 + most + 28)

    def paint(self, target: pygame.Surface) -> None:
        for x, groups in zip((self.body.x, self.middle), self.columns, strict=True):
            y = self.body.y
            for heading, rows in groups:
                image = font("title", self.px(23)).render(heading, True, INK)
                target.blit(image, (x, y))
                y += self.px(HEAD)
                for keys, meaning in rows:
                    y = self._row(target, x, y, keys, meaning)

    @property
    def middle(self) -> int:
        """Where the right column begins, in window pixels."""
        return self.body.x + (self.body.width + self.px(GAP)) // 2

    def _row(self, target: pygame.Surface, x: int, y: int, keys: Text, meaning: Text) -> int:
        left = x
        face = font("ui-bold", self.px(16))
        for key in said(keys).split("  "):
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
