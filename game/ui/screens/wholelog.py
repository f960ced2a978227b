"""The whole log on one page, to read and to scroll."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
import pygame_gui
from pygame_gui.elements import UITextBox

from game.ui.cards.log import Entry
from game.ui.screens.panel import PanelScreen
from game.ui.theme import FAINT

if TYPE_CHECKING:
    from game.ui.app import App


class WholeLog(PanelScreen):
    """Every entry with its rule number as a link to the rulebook."""

    title = "Log"
    size = (1160, 920)

    def __init__(self, app: App, entries: Sequence[Entry], system: str) -> None:
        super().__init__(app)
        self.entries = tuple(entries)
        self.system = system

    def fill(self) -> None:
        self.read_styles()
        text = "<br>".join(map(_markup, self.entries)) or "Nothing has happened yet."
        self.box = UITextBox(text, self.body, self.manager)
        if self.box.scroll_bar is not None:
            self.box.scroll_bar.set_scroll_from_start_percentage(1.0)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame_gui.UI_TEXT_BOX_LINK_CLICKED:
            from game.ui.screens.rulebook import Rulebook

            self.app.push(Rulebook(self.app, self.system, event.link_target))
            return True
        return super().handle(event)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        bar = self.box.scroll_bar
        if event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN) and bar is not None:
            step = 0.25 if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN) else 0.05
            sign = 1 if event.key in (pygame.K_DOWN, pygame.K_PAGEDOWN) else -1
            bar.set_scroll_from_start_percentage(max(0.0, min(1.0, bar.start_percentage + sign * step)))
        elif event.key == pygame.K_l:
            self.app.pop()
        else:
            return False
        return True


def _markup(entry: Entry) -> str:
    text = html.escape(entry.text, quote=False)
    rule = f' <a href="{entry.rule.number}">{html.escape(str(entry.rule))}</a>' if entry.rule is not None else ""
    if entry.kind == "phase":
        return f"<br><b>{text}</b>{rule}"
    if entry.kind == "result":
        return f"   <b>{text}</b>{rule}"
    if entry.kind == "remark":
        return f'   <font color="{FAINT}"><i>{text}</i></font>'
    return f"   {text}{rule}"
