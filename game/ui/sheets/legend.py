"""The key of a map as a card of its own, for the table beside the map: as much of it as can be read in a room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import pygame

from game.core.message import Message, say
from game.i18n.words import said
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_sheet
from game.ui.sheets.frame import HALF, HEAD, STEP, key_column
from game.ui.sheets.ink import Ink, SheetPlan
from game.ui.sheets.lettering import MapText
from game.ui.sheets.style import Style

NAME, NOTE = 0.445, 0.343
"""The height of names and notes as they are printed in a close key, in units of print."""
CLOSE, LINE = 1.02, 0.38
"""The depth of an entry without its note, and of one more line of a note, in units of print."""
BESIDE, AROUND = 2 * HALF + 0.14, 0.4
"""From the left of a sample to its name, and around everything, in units of print."""
LARGEST = 1.5
"""How many times as large as the least print it is at most."""


class LegendCard:
    """A sample of each kind of ground and work that is on a map, with its name, and what it does where there is room.
    """

    def __init__(self, plan: SheetPlan, style: Style) -> None:
        self._plan, self._style = plan, style
        self._entries = [entry for entry in style.legend if plan.shows(entry)]
        self._made: tuple[object, pygame.Surface | None] = (None, None)

    def picture(self, room: tuple[int, int], least: int, scale: float) -> pygame.Surface | None:
        """The card, no larger than a room in pixels; None where it could not be read there.

        :param least: pixels of the smallest print that can be read.
        :param scale: pixels of a unit of the interface.
        """
        key = room, least, scale
        if key != self._made[0]:
            self._made = key, self._print(room, least, scale)
        return self._made[1]

    def _print(self, room: tuple[int, int], least: int, scale: float) -> pygame.Surface | None:
        for noted in (True, False):
            smallest = least / (NOTE if noted else NAME)
            for tenth in range(round(10 * LARGEST), 9, -1):
                unit = smallest * tenth / 10
                for columns in (1, 2):
                    rows = ceil(len(self._entries) / columns)
                    wide = columns * (AROUND + BESIDE + self._width(noted)) + AROUND
                    high = 2 * AROUND + HEAD + rows * self._step(noted)
                    if rows and wide * unit <= room[0] and high * unit <= room[1]:
                        return self._card((room[0], ceil(high * unit)), unit, columns, scale, noted=noted)
        return None

    def _step(self, noted: bool) -> float:
        """The depth of an entry in units of print."""
        lines = max((len(_notes(entry)) for entry in self._entries), default=0) if noted else 0
        return min(STEP - 0.01, max(CLOSE, 0.6 + LINE * lines)) if lines < 3 else 0.6 + LINE * lines

    def _width(self, noted: bool) -> float:
        """The width of the longest name or note in units of print."""
        names = [font("text", 100).size(_name(entry))[0] / 100 * NAME for entry in self._entries]
        notes = [font("text-italic", 100).size(line)[0] / 100 * NOTE for entry in self._entries
                 for line in _notes(entry)] if noted else []
        return max((*names, *notes), default=0.0)

    def _card(self, size: tuple[int, int], unit: float, columns: int, scale: float, *, noted: bool) -> pygame.Surface:
        card, ink = pygame.Surface(size, pygame.SRCALPHA), Ink()
        wide, high = size[0] / unit, size[1] / unit
        colour = self._style.sheet["ink"]
        letters = [MapText(said(say("Terrain")).upper(), (wide / 2, AROUND + 0.3), 0.42, "title", colour, spacing=0.18)]
        rows = ceil(len(self._entries) / columns)
        for column in range(columns):
            part: Sequence[Mapping[str, Any]] = self._entries[column * rows:(column + 1) * rows]
            if not noted:
                part = [{**entry, "note": ""} for entry in part]
            at = AROUND + column * (wide - AROUND) / columns, AROUND + HEAD
            key_column(ink, letters, self._plan, part, at, self._step(noted), 1.0, colour)
        draw_sheet(card, card.get_rect(), scale)
        view = 0.0, 0.0, wide, high
        ink.print_on(card, view)
        for words in letters:
            words.print_on(card, view, unit)
        return card


def _name(entry: Mapping[str, Any]) -> str:
    return said(Message(entry["name"]))


def _notes(entry: Mapping[str, Any]) -> list[str]:
    return said(Message(str(entry.get("note", "")))).splitlines()
