"""Small sheets of paper that say or ask one thing."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.message import Text, say, several
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, Run
from game.ui.kit.table import draw_table
from game.words import said

LINES = 4
"""Paragraphs of a text that are shown at most."""
LETTERS = 400
"""Characters of a paragraph that are shown at most."""


GO_ON, CANCEL = say("Go on"), say("Cancel")


class Message(PanelScreen):
    """Something the player should know: a title, a text, one button."""

    size = (800, 340)
    closable = False
    keyboard = "message"

    def __init__(self, app: Host, title: Text, text: Text, label: Text = GO_ON) -> None:
        super().__init__(app)
        self.title = title
        self.text = text
        self.label = label

    def fill(self) -> None:
        body = self.body
        height = self.px(54)
        self.button(
            pygame.Rect(body.right - self.px(220), body.bottom - height, self.px(220), height),
            self.label,
            self.app.pop,
            "#main",
        )

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        pen = Pen(target, self.metrics, body.x, body.y, body.width)
        parts = [part if len(part) <= LETTERS else part[:LETTERS] + "…" for part in said(self.text).split("\n") if part]
        for part in parts[:LINES]:
            pen.flow([Run(part, "text", 22)])
            pen.space(6)
        if len(parts) > LINES:
            pen.flow([Run(several("… and {count} more", "… and {count} more", len(parts) - LINES), "text", 22)])

    def do(self, command: str, key: str) -> bool:
        if command != "accept":
            return super().do(command, key)
        self.app.pop()
        return True


class Question(Message):
    """Something to decide: yes does it, no and Escape leave everything as it is."""

    keyboard = "question"

    def __init__(
        self,
        app: Host,
        title: Text,
        text: Text,
        yes: Text,
        action: Callable[[], None],
        no: Text = CANCEL,
        otherwise: Callable[[], None] | None = None,
        *,
        grave: bool = False,
    ) -> None:
        """:param grave: whether yes cannot be undone; the main button and Enter then mean no."""
        super().__init__(app, title, text, yes)
        self.grave = grave
        self.action = action
        self.no = no
        self.otherwise = otherwise

    def fill(self) -> None:
        body = self.body
        width, height, gap = self.px(250), self.px(54), self.px(16)
        top = body.bottom - height
        yes, no = (self.label, self.accept), (self.no, self.refuse)
        main, other = (no, yes) if self.grave else (yes, no)
        self.button(pygame.Rect(body.right - width, top, width, height), *main, "#main")
        self.button(pygame.Rect(body.right - 2 * width - gap, top, width, height), *other)

    def accept(self) -> None:
        self.app.pop()
        self.action()

    def refuse(self) -> None:
        self.app.pop()
        if self.otherwise is not None:
            self.otherwise()

    def escape(self) -> None:
        self.refuse()

    def do(self, command: str, key: str) -> bool:
        if command != "accept":
            return super().do(command, key)
        if self.focused is not None:
            return False
        (self.refuse if self.grave else self.accept)()
        return True


class HandOver(PanelScreen):
    """The banner when the screen passes from one person to another."""

    size = (860, 330)
    closable = False
    quits = True

    def __init__(self, app: Host, seat: Text, paper: str, ink: str, what: Text, *, hides: bool = False) -> None:
        """:param hides: whether the table is covered, so that nobody sees what is the next person's alone."""
        super().__init__(app)
        self.seat, self.paper, self.ink, self.what = seat, paper, ink, what
        self.covers = hides

    def fill(self) -> None:
        body = self.body
        width, height = self.px(280), self.px(60)
        self.button(
            pygame.Rect(body.centerx - width // 2, body.bottom - height, width, height),
            say("Ready"),
            self.app.pop,
            "#main",
        )

    def draw(self, target: pygame.Surface) -> None:
        if self.covers:
            draw_table(target)
        super().draw(target)

    def paint(self, target: pygame.Surface) -> None:
        sheet = self.sheet
        band = pygame.Rect(sheet.x + self.px(2), sheet.y + self.px(2), sheet.width - self.px(4), self.px(112))
        pygame.draw.rect(
            target, self.paper, band, border_top_left_radius=self.px(5), border_top_right_radius=self.px(5)
        )
        pen = Pen(target, self.metrics, band.x, band.y + self.px(24), band.width)
        pen.line(say("{seat} to play", seat=self.seat), "title", 48, self.ink, centre=True)
        pen.y = band.bottom + self.px(20)
        pen.line(self.what, "text", 25, centre=True)

    def answers(self, event: pygame.event.Event) -> bool:
        return event.type == pygame.KEYDOWN or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 1)

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.answers(event):
            self.app.pop()
            return True
        return False
