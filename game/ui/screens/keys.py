"""The sheet of keyboard shortcuts, on as many pages as large print needs."""

from __future__ import annotations

from collections.abc import Sequence
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

KEY_SEPARATOR = "  "
"""Separates the keys of a row in its text."""

DRAWER = "drawer"
"""The feature of a window in which the cards are a drawer over the map, by its name in the table of keys."""

KeyRows = tuple[tuple[Text, Text], ...]
"""Rows of keys: the keys as one text, and their meaning."""


def keys_of(*systems: System[Any], key_screens: str = "game", features: frozenset[str] | None = None
            ) -> tuple[tuple[Text, KeyRows], ...]:
    """The keys of a game of some systems as ``(heading, rows)``; without a system, the keys of all games. If only one
    system is given, its own wording of a meaning is used.

    :param key_screens: the screen, by its names in the table of keys.
    :param features: features of the current game; by default those of all the systems.
    """
    if features is None:
        features = features_of(*systems)
    own = screen_data(systems[0].theme.art).keys if len(systems) == 1 else {}
    return tuple((group, tuple((_joined(key_labels(row)), Message(own[row.command]) if row.command in own else row.text)
                               for row in rows)) for group, rows in key_rows(key_screens, features))


def features_of(*systems: System[Any]) -> frozenset[str]:
    """Features of the games of some systems that keys depend on; without a system, those of all games."""
    return frozenset().union(*map(key_features_of, systems)) if systems else ALL_FEATURES


def _joined(keys: tuple[Text, ...]) -> Text:
    """Keys as one text."""
    return keys[0] if len(keys) == 1 else joined(keys, KEY_SEPARATOR)


def key_features_of(rules: System[Any]) -> frozenset[str]:
    """Features of a system's games that keys depend on, by their names in the table of keys, assuming that people and
    computer players take part."""
    traits = rules.traits
    features = {
        traits.board: True, "reactions": isinstance(rules, Reactions), "facings": traits.facings,
        "moments": isinstance(rules, Interrupts),
        "layers": traits.layers, "overview": isinstance(rules, OverviewColumn), "salvo": isinstance(rules, FireAll),
        "matchups": isinstance(rules, MatchupTable), "remaining": isinstance(rules, BatchActions),
        "people": True, "computers": True,
    }
    return frozenset(name for name, present in features.items() if present)


def key_features_in(flow: Flow) -> frozenset[str]:
    """Features of a game in play that keys depend on: those of its system without the ones that this game lacks, such
    as computer players, or phases that can be played in one go."""
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
CAP_HEIGHT = 34
"""Height of a keycap, in layout units."""
CAP_LINE_HEIGHT = 39
"""Height of each further line of keycaps of a row, in layout units: less than a row's, so that they belong together."""
TEXT_LINE_HEIGHT = 24
"""Height of each further line of a row, in layout units."""
COLUMN_GAP = 40
"""Gap between columns, in layout units."""
CAP_GAP = 7
"""Gap between two keycaps, in layout units."""
TEXT_GAP = 15
"""Gap between the keycaps and the text beside them, in layout units."""
MIN_CAPS_WIDTH = 161
"""Least width of the keycaps' part of a column, in layout units."""
MAX_CAPS_SHARE = 0.38
"""Maximum share of a column's width for the keycaps; if a row has more, they are in several lines. Chosen so that most
rows have one line at 1024 x 768."""
MIN_COLUMN_WIDTH = 500
"""Least width of a column if there are two, in layout units."""
PRINT_SIZE = 19
"""Font size, in layout units."""
MIN_PRINT = 17
"""Least font size in pixels; smaller print is unreadable on a projector."""


@dataclass(frozen=True)
class PlacedKeys:
    """A row of keys, or a heading without keys, with its rectangle."""

    room: pygame.Rect
    heading: Text
    keys: Text = ""
    lines: tuple[str, ...] = ()
    """The lines of the keys' meaning; none for a heading."""
    caps: tuple[tuple[str, ...], ...] = ()
    """The lines of keycaps."""
    indent: int = 0
    """The distance in pixels from the left edge to the meaning, the same in all rows."""


class Keys(PagedPanel):
    """The sheet of all keys of a screen with their meaning, in one column or two, on as many pages as needed."""

    title = say("Keys")
    size = (1400, 1000)

    def __init__(
        self, app: Host, *systems: System[Any], key_screens: str = "game", features: frozenset[str] | None = None
    ) -> None:
        """:param systems: the systems whose keys are shown; without any, those of all systems.
        :param key_screens: the screen, by its names in the table of keys.
        :param features: features of the current game; by default those of all the systems."""
        super().__init__(app)
        self._systems, self._key_screens, self._features = systems, key_screens, features
        self.placed: list[PlacedKeys] = []
        """The rows and headings of the current page."""

    @property
    def groups(self) -> tuple[tuple[Text, KeyRows], ...]:
        """Groups of keys with their headings."""
        features = self._features if self._features is not None else features_of(*self._systems)
        if self.app.metrics.has_drawer:
            features |= {DRAWER}
        return keys_of(*self._systems, key_screens=self._key_screens, features=features)

    @property
    def metrics(self) -> Metrics:
        m = self.app.sheet_metrics
        return m.at(max(m.scale, MIN_PRINT / PRINT_SIZE)).fitted(MIN_SHEET)

    def fill(self) -> None:
        body, gap = self.body, self.px(COLUMN_GAP)
        count = 2 if body.width >= 2 * self.px(MIN_COLUMN_WIDTH) else 1
        width = (body.width - gap * (count - 1)) // count
        columns = self._columns(width, body.height)
        self.pages.split(len(columns), count)
        self.placed = []
        for number, column in enumerate(columns[n] for n in self.pages.items):
            for each in column:
                self.placed.append(replace(each, room=each.room.move(body.x + number * (width + gap), body.y)))
        self.add_page_buttons()

    def _columns(self, width: int, height: int) -> list[list[PlacedKeys]]:
        """All rows split into columns of a size in pixels, from the top. A column that begins within a group repeats
        its heading as continued."""
        columns: list[list[PlacedKeys]] = []
        heading_height, y = self.px(HEADING_HEIGHT), height
        caps_width = self._caps_room(width)
        for heading, rows in self.groups:
            needs_heading, is_continued = True, False
            for keys, meaning in rows:
                row = self._row(heading, keys, meaning, width, caps_width)
                row_height = max(self.px(KEY_ROW_HEIGHT) + (len(row.lines) - 1) * self.px(TEXT_LINE_HEIGHT),
                                 self.px(KEY_ROW_HEIGHT) + (len(row.caps) - 1) * self.px(CAP_LINE_HEIGHT))
                if y + needs_heading * heading_height + row_height > height:
                    columns.append([])
                    y, is_continued, needs_heading = 0, not needs_heading, True
                if needs_heading:
                    shown = say("{heading} (continued)", heading=heading) if is_continued else heading
                    columns[-1].append(PlacedKeys(pygame.Rect(0, y, width, heading_height), shown))
                    y, needs_heading = y + heading_height, False
                columns[-1].append(replace(row, room=pygame.Rect(0, y, width, row_height)))
                y += row_height
        return columns

    def _row(self, heading: Text, keys: Text, meaning: Text, width: int, caps_width: int) -> PlacedKeys:
        """A row of a width in pixels, its height left out.

        :param caps_width: the width in pixels for the keycaps.
        """
        room, face = pygame.Rect(0, 0, width, 0), font("ui", self.px(PRINT_SIZE))
        caps: list[list[str]] = [[]]
        for key in translate(keys).split(KEY_SEPARATOR):
            if caps[-1] and self._caps_width((*caps[-1], key)) > caps_width:
                caps.append([])
            caps[-1].append(key)
        indent = caps_width + self.px(TEXT_GAP)
        return PlacedKeys(room, heading, keys, tuple(wrap(meaning, face, width - indent)), tuple(map(tuple, caps)),
                          indent)

    def _caps_room(self, width: int) -> int:
        """The width in pixels for the keycaps in a column of a width in pixels: enough for each keycap, and for most
        rows."""
        rows = [translate(keys).split(KEY_SEPARATOR) for _, rows in self.groups for keys, _ in rows]
        widest_row = max(map(self._caps_width, rows), default=0)
        widest_cap = max((self._cap_width(key) for row in rows for key in row), default=0)
        return max(self.px(MIN_CAPS_WIDTH), widest_cap, min(widest_row, round(MAX_CAPS_SHARE * width)))

    def _cap_width(self, key: str) -> int:
        """Width of a keycap in pixels."""
        return font("ui-bold", self.px(PRINT_SIZE)).size(key)[0] + self.px(18)

    def _caps_width(self, keys: Sequence[str]) -> int:
        """Width in pixels of keycaps beside one another."""
        return sum(map(self._cap_width, keys)) + self.px(CAP_GAP) * (len(keys) - 1)

    def paint(self, target: pygame.Surface) -> None:
        for each in self.placed:
            if each.lines:
                self._draw_row(target, each)
            else:
                image = font("title", self.px(24)).render(each.heading, True, INK)
                target.blit(image, each.room.topleft)

    def _draw_row(self, target: pygame.Surface, row: PlacedKeys) -> None:
        """Draw a row's keycaps, and their meaning beside them."""
        face = font("ui-bold", self.px(PRINT_SIZE))
        for line_number, keys in enumerate(row.caps):
            left, y = row.room.x, row.room.y + line_number * self.px(CAP_LINE_HEIGHT)
            for key in keys:
                cap = pygame.Rect(left, y, self._cap_width(key), self.px(CAP_HEIGHT))
                pygame.draw.rect(target, "#8d7a58", cap.move(0, self.px(3)), border_radius=self.px(6))
                pygame.draw.rect(target, "#fdf9ee", cap, border_radius=self.px(6))
                pygame.draw.rect(target, "#6b5a3c", cap, width=self.px(1.5), border_radius=self.px(6))
                image = face.render(key, True, INK)
                target.blit(image, image.get_rect(center=cap.center))
                left = cap.right + self.px(CAP_GAP)
        face = font("ui", self.px(PRINT_SIZE))
        for number, line in enumerate(row.lines):
            text = face.render(line, True, INK)
            target.blit(text, text.get_rect(midleft=(
                row.room.x + row.indent, row.room.y + self.px(17 + TEXT_LINE_HEIGHT * number))))

    def on_event(self, event: pygame.event.Event) -> bool:
        if super().on_event(event):
            return True
        for each in key_commands(event, "keys"):
            self.turn({"previous-page": -1, "next-page": 1}[each.command])
            return True
        turns_page = any(key_commands(event, "pages"))
        if (event.type == pygame.KEYDOWN and event.key not in MODIFIERS and not turns_page) or (
            event.type == pygame.MOUSEBUTTONDOWN and not self.sheet.collidepoint(event.pos)
        ):
            self.app.pop()
            return True
        return False
