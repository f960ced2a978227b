"""The rulebook page: sections at the left, their rules at the right, opened at a number."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
import pygame_gui
from pygame_gui.elements import UISelectionList, UITextBox

from game.ui.screens.panel import PanelScreen
from game.ui.theme import ALARM, FAINT, LINK

if TYPE_CHECKING:
    from game.ui.app import App

RULES = Path(__file__).resolve().parent.parent.parent / "rules"
NUMBER = re.compile(r"^[IVX]+(?:\.[A-Za-z0-9]+)*$")


@dataclass(frozen=True, slots=True)
class Article:
    """One numbered heading of a rulebook and the lines under it."""

    number: str
    """As printed; the heading itself where it has no number."""
    title: str
    lines: tuple[str, ...]
    level: int


def read(system: str) -> list[Article]:
    """A system's rulebook in order. Text before the first heading is left out."""
    articles: list[Article] = []
    lines: list[str] = []
    number = title = ""
    level = 0
    for line in [*(RULES / system / "rulebook.md").read_text(encoding="utf-8").splitlines(), "# "]:
        if line.startswith("#"):
            if level:
                articles.append(Article(number, title, tuple(lines), level))
            words = line.lstrip("#").strip().split(maxsplit=1)
            level = len(line) - len(line.lstrip("#"))
            first = words[0].rstrip(".:") if words else ""
            number = first if NUMBER.match(first) else " ".join(words)
            title = (words[1] if len(words) > 1 else "") if NUMBER.match(first) else ""
            lines = []
        elif level:
            lines.append(line.strip())
    return articles


def section_of(number: str) -> str:
    """The section a number belongs to: its first two parts where the second is a letter, e.g. ``II.D``."""
    parts = number.split(".")
    return ".".join(parts[:2]) if len(parts) > 1 and parts[1].isalpha() else parts[0]


class Rulebook(PanelScreen):
    """Reads a system's ``rulebook.md``."""

    title = "Rulebook"
    size = (1360, 920)

    def __init__(self, app: App, system: str, number: str = "") -> None:
        super().__init__(app)
        self.system = system
        self.fault = ""
        try:
            self.articles = read(system)
        except (OSError, UnicodeDecodeError) as error:
            self.articles, self.fault = [], f"{RULES / system / 'rulebook.md'}: cannot be read ({error})"
        self.sections: dict[str, list[Article]] = {}
        for article in self.articles:
            key = section_of(article.number) if NUMBER.match(article.number) else article.number
            self.sections.setdefault(key, []).append(article)
        self.number = number
        wanted = section_of(number)
        self.section = wanted if wanted in self.sections else next(iter(self.sections), "")

    def fill(self) -> None:
        body = self.body
        width = round(body.width * 0.27)
        names: list[str | tuple[str, str]] = [self._name(key) for key in self.sections]
        chosen = self._name(self.section) if self.section else None
        self.list = UISelectionList(
            pygame.Rect(body.x, body.y, width, body.height), names, self.manager, default_selection=chosen
        )
        room = pygame.Rect(body.x + width + self.px(20), body.y, body.width - width - self.px(20), body.height)
        self.read_styles()
        self.page = UITextBox(self._html(), room, self.manager)
        self._scroll_to_number()

    def _name(self, key: str) -> str:
        first = self.sections[key][0]
        title = first.title if first.number == key else ""
        return f"{key}  {title}".strip()

    def _html(self) -> str:
        """The section as the markup of the text box."""
        if self.fault:
            return f'<font color="{ALARM}">{html.escape(self.fault)}</font>'
        parts = []
        for article in self.sections.get(self.section, ()):
            here = article.number == self.number
            mark = f'<font color="{ALARM}"><b>» </b></font>' if here else ""
            colour = ALARM if here else LINK
            number = f'<font color="{colour}"><b>{html.escape(article.number)}</b></font>'
            parts.append(f"{mark}{number} <b>{html.escape(article.title)}</b>")
            text = " ".join(line if line else "\n" for line in article.lines)
            for paragraph in filter(None, (part.strip() for part in text.split("\n"))):
                parts.append(_inline(paragraph))
            parts.append("")
        return "<br>".join(parts) or f'<font color="{FAINT}">Nothing here.</font>'

    def _scroll_to_number(self) -> None:
        """Bring the rule asked for into view."""
        bar = self.page.scroll_bar
        articles = self.sections.get(self.section, [])
        index = next((i for i, article in enumerate(articles) if article.number == self.number), 0)
        if bar is None or not index:
            return
        sizes = [sum(len(line) for line in article.lines) + 90 for article in articles]
        bar.set_scroll_from_start_percentage(min(sum(sizes[:index]) / sum(sizes), 1.0))

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame_gui.UI_SELECTION_LIST_NEW_SELECTION and event.ui_element is self.list:
            self.go(next(key for key in self.sections if self._name(key) == event.text))
            return True
        if event.type == pygame_gui.UI_TEXT_BOX_LINK_CLICKED:
            self.number = event.link_target
            self.go(section_of(event.link_target), keep=True)
            return True
        return super().handle(event)

    def go(self, section: str, *, keep: bool = False) -> None:
        """Turn to a section."""
        if section not in self.sections:
            return
        self.section = section
        if not keep:
            self.number = ""
        self.page.set_text(self._html())
        self._scroll_to_number()

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or not self.sections:
            return False
        keys = list(self.sections)
        index = keys.index(self.section)
        bar = self.page.scroll_bar
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.section = keys[(index + (1 if event.key == pygame.K_RIGHT else -1)) % len(keys)]
            self.number = ""
            self.rebuild()
        elif event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN) and bar is not None:
            step = 0.3 if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN) else 0.06
            sign = 1 if event.key in (pygame.K_DOWN, pygame.K_PAGEDOWN) else -1
            bar.set_scroll_from_start_percentage(max(0.0, min(1.0, bar.start_percentage + sign * step)))
        elif event.key == pygame.K_r:
            self.app.pop()
        else:
            return False
        return True


def _inline(text: str) -> str:
    """Markdown's strong and emphasis as markup, list points as dots, rule numbers as links."""
    escaped = html.escape(text, quote=False)
    escaped = re.sub(r"^[-*] ", "• ", escaped)
    escaped = re.sub(r"(?:^|(?<= ))&gt; ?", "", escaped)
    escaped = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escaped)
    escaped = re.sub(r"(?<!\w)[*_](\S.*?)[*_](?!\w)", r"<i>\1</i>", escaped)
    escaped = escaped.replace("`", "")
    return re.sub(r"\b((?:II|III|IV|I|V)\.[A-Z](?:\.\d+)?(?:\.[a-z])?)(?!\w|\.\w)", r'<a href="\1">\1</a>', escaped)
