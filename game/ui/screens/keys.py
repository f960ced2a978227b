"""The sheet of keyboard shortcuts, on as many pages as large print needs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pygame

from game.art import screen_data
from game.core.batch import BatchActions, FireAll
from game.core.capability import capability
from game.core.contract import System
from game.core.interrupts import Interrupts, Reactions
from game.core.message import Message, Text, joined, say
from game.core.overview import OverviewColumn
from game.core.presenter import MatchupTable
from game.i18n.words import translate
from game.ui.app.panel import MIN_SHEET, PagedPanel
from game.ui.app.screen import Host
from game.ui.kit.fonts import font
from game.ui.kit.keytable import ALL_FEATURES
from game.ui.kit.pen import wrap
from game.ui.kit.strokes import MODIFIERS, key_commands, key_labels, key_rows
from game.ui.kit.theme import INK, Metrics
from game.ui.play.turn_driver import Flow

Rows = tuple[tuple[Text, Text], ...]


def keys_of(*systems: System[Any], on: str = "game", features: frozenset[str] | None = None
            ) -> tuple[tuple[Text, Rows], ...]:
    """The keys of a game of some systems as ``(heading, rows)``; each row has its keys, separated by two spaces, and
    their meaning, worded by the system if only one is given. Without a system, the keys of all games."""
    if features is None:
        features = frozenset().union(*map(key_features_of, systems)) if systems else ALL_FEATURES
    own = screen_data(systems[0].theme.art).keys if len(systems) == 1 else {}
    return tuple((group, tuple((_joined(key_labels(row)), Message(own[row.command]) if row.command in own else row.text)
                               for row in rows)) for group, rows in key_rows(on, features))


def _joined(keys: tuple[Text, ...]) -> Text:
    """Keys as one text, separated by two spaces."""
    return keys[0] if len(keys) == 1 else joined(keys, "  ")


def key_features_of(rules: System[Any]) -> frozenset[str]:
    """Features of a system's games that keys depend on, assuming people and computer players."""
    traits = rules.traits
    features = {
        traits.board: True, "reactions": isinstance(rules, Reactions), "facings": traits.facings,
        "moments": isinstance(rules, Interrupts),
        "layers": traits.layers, "overview": isinstance(rules, OverviewColumn), "salvo": isinstance(rules, FireAll),
        "matchups": isinstance(rules, MatchupTable), "remaining": isinstance(rules, BatchActions),
        "people": True, "computers": True,
    }
    return frozenset(name for name, holds in features.items() if holds)


def key_features_in(flow: Flow) -> frozenset[str]:
    """Features of a game in play that keys depend on: human players, computer players, moments for interrupts;
    ``remaining`` is left out if no phase can be played in one go."""
    people, seats, state = flow.people, flow.match.rules.seats, flow.match.state
    features = key_features_of(flow.match.rules)
    missing = set()
    if not people:
        missing |= {"people", "moments", "reactions"}
    if not capability(flow.match.rules, Interrupts).moments_here(state):
        missing.add("moments")
    if len(people) == len(seats):
        missing.add("computers")
    batch, first = capability(flow.match.rules, BatchActions), flow.match.history.first_state
    if {"area", "overview"}.isdisjoint(features) and not batch.autoplay_label(first):
        missing.add("remaining")
    return features - missing


HEADING_HEIGHT = 44
"""Height of a heading, in layout units."""
KEY_ROW_HEIGHT = 44
"""Height of a key's row, in layout units."""
TEXT_LINE_HEIGHT = 24
"""Height of each further line of a row, in layout units."""
COLUMN_GAP = 40
"""Gap between columns, in layout units."""
MIN_CAPS_WIDTH = 176
"""Least distance from a column's edge to the text, in layout units."""
MIN_COLUMN = 500
"""Least width of a column, in layout units."""
PRINT_SIZE = 19
"""Font size, in layout units."""
MIN_PRINT = 17
"""Least font size in pixels; smaller print is unreadable on a projector."""


@dataclass(frozen=True)
class PlacedKeys:
    """A row, or a heading without keys, with its rectangle."""

    room: pygame.Rect
    heading: Text
    keys: Text = ""
    lines: tuple[str, ...] = ()


class Keys(PagedPanel):
    """The sheet of all keys of a screen with their meaning, in one column or two, on as many pages as needed."""

    title = say("Keys")
    size = (1400, 1000)

    def __init__(
        self, app: Host, *systems: System[Any], on: str = "game", features: frozenset[str] | None = None
    ) -> None:
        """:param systems: the systems whose keys are shown; without any, those of all systems.
        :param on: the screen, by its name in the table of keys.
        :param features: features of the current game; by default those of all the systems."""
        super().__init__(app)
        self.groups = keys_of(*systems, on=on, features=features)
        """Groups of keys with their headings."""
        self.placed: list[PlacedKeys] = []
        """The rows and headings of the current page."""

    @property
    def metrics(self) -> Metrics:
        m = self.app.sheet_metrics
        return m.at(max(m.scale, MIN_PRINT / PRINT_SIZE)).fitted(MIN_SHEET)

    def fill(self) -> None:
        body, gap = self.body, self.px(COLUMN_GAP)
        count = 2 if body.width >= 2 * self.px(MIN_COLUMN) else 1
        width = (body.width - gap * (count - 1)) // count
        columns = self._columns(width, body.height)
        self.pages.split(len(columns), count)
        self.placed = []
        for number, column in enumerate(columns[n] for n in self.pages.items):
            for each in column:
                self.placed.append(replace(each, room=each.room.move(body.x + number * (width + gap), body.y)))
        self.add_page_buttons()

    def _columns(self, width: int, height: int) -> list[list[PlacedKeys]]:
        """All rows split into columns of a size, from the top; each column begins with its heading."""
        columns: list[list[PlacedKeys]] = []
        head, y = self.px(HEADING_HEIGHT), height
        for heading, rows in self.groups:
            above = True
            for keys, meaning in rows:
                row = PlacedKeys(pygame.Rect(0, 0, width, 0), heading, keys, self._lines(keys, meaning, width))
                high = self.px(KEY_ROW_HEIGHT) + (len(row.lines) - 1) * self.px(TEXT_LINE_HEIGHT)
                if y + above * head + high > height:
                    columns.append([])
                    y, above = 0, True
                if above:
                    columns[-1].append(PlacedKeys(pygame.Rect(0, y, width, head), heading))
                    y, above = y + head, False
                columns[-1].append(replace(row, room=pygame.Rect(0, y, width, high)))
                y += high
        return columns

    def _lines(self, keys: Text, meaning: Text, width: int) -> tuple[str, ...]:
        return tuple(wrap(meaning, font("ui", self.px(PRINT_SIZE)), width - self._beside(keys)))

    def _cap_width(self, key: str) -> int:
        return font("ui-bold", self.px(PRINT_SIZE)).size(key)[0] + self.px(18)

    def _beside(self, keys: Text) -> int:
        """Distance in pixels from a row's left edge to its text."""
        caps_ = translate(keys).split("  ")
        return max(self.px(MIN_CAPS_WIDTH), sum(map(self._cap_width, caps_)) + self.px(7) * len(caps_) + self.px(8))

    def paint(self, target: pygame.Surface) -> None:
        for each in self.placed:
            if each.lines:
                self._row(target, each)
            else:
                image = font("title", self.px(24)).render(each.heading, True, INK)
                target.blit(image, each.room.topleft)

    def _row(self, target: pygame.Surface, row: PlacedKeys) -> None:
        left, y = row.room.topleft
        face = font("ui-bold", self.px(PRINT_SIZE))
        for key in translate(row.keys).split("  "):
            cap = pygame.Rect(left, y, self._cap_width(key), self.px(34))
            pygame.draw.rect(target, "#8d7a58", cap.move(0, self.px(3)), border_radius=self.px(6))
            pygame.draw.rect(target, "#fdf9ee", cap, border_radius=self.px(6))
            pygame.draw.rect(target, "#6b5a3c", cap, width=self.px(1.5), border_radius=self.px(6))
            image = face.render(key, True, INK)
            target.blit(image, image.get_rect(center=cap.center))
            left = cap.right + self.px(7)
        start, face = row.room.x + self._beside(row.keys), font("ui", self.px(PRINT_SIZE))
        for number, line in enumerate(row.lines):
            text = face.render(line, True, INK)
            target.blit(text, text.get_rect(midleft=(start, y + self.px(17 + TEXT_LINE_HEIGHT * number))))

    def on_event(self, event: pygame.event.Event) -> bool:
        if super().on_event(event):
            return True
        for each in key_commands(event, "keys"):
            self.turn({"previous-page": -1, "next-page": 1}[each.command])
            return True
        turns = any(key_commands(event, "pages"))
        if (event.type == pygame.KEYDOWN and event.key not in MODIFIERS and not turns) or (
            event.type == pygame.MOUSEBUTTONDOWN and not self.sheet.collidepoint(event.pos)
        ):
            self.app.pop()
            return True
        return False
