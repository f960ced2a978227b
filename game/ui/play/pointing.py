"""What a person points at, for how long, and what that shows: a card, arcs, the units that a line names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from game.core.contract import Counter
from game.i18n.words import said
from game.ui.board.marked import Arc
from game.ui.board.view import BoardView
from game.ui.play.controller import Controller
from game.ui.play.stage import Stage

STILL = 0.04
"""Seconds without a motion after which the pointer rests where it is."""
THERE = 0.25
"""Seconds after which it counts as being at a place though it goes on moving there."""


class PointerOver(Enum):
    """Where the pointer is."""

    MAP = auto()
    CARD = auto()
    """On the middle card: what it is about does not change there."""
    ELSEWHERE = auto()


class Explained:
    """The place and the counter explained. Pointing at others counts once the pointer rests or stays there."""

    def __init__(self) -> None:
        self.place: str | None = None
        self.unit: str | None = None
        self._over = PointerOver.ELSEWHERE
        self._next: tuple[str | None, str | None] = (None, None)
        self._still = self._there = 0.0
        self._about: tuple[object, ...] = ()

    def point(self, over: PointerOver, place: str | None, unit: str | None) -> None:
        """The pointer has moved, or what lies beneath it has."""
        if (over, place) != (self._over, self._next[0]):
            self._there = 0.0
        self._over, self._next, self._still = over, (place, unit), 0.0
        if over is PointerOver.MAP and place == self.place:
            self.unit = unit

    def update(self, dt: float, about: tuple[object, ...]) -> bool:
        """Let ``dt`` seconds pass; whether something else is explained now.

        :param about: what the card depends on, e.g. the state: it closes at once when any of these change.
        """
        self._still += dt
        self._there += dt
        over = len(about) != len(self._about) or any(a is not b for a, b in zip(about, self._about, strict=True))
        self._about = about
        rests = self._over is not PointerOver.CARD and (self._still >= STILL or self._there >= THERE)
        if not (over or rests) or (self.place, self.unit) == self._next:
            return False
        self.place, self.unit = self._next
        return True


@dataclass
class Pointing:
    """The pointer and the cursor of one game."""

    keyboard: bool = False
    """Whether the keyboard's cursor is shown; moving the mouse hides it."""
    at: tuple[int, int] = (-1, -1)
    """The pixel of the window under the pointer."""
    hover: str | None = None
    """The place under the pointer."""
    over: str | None = None
    """The counter under the pointer."""
    line: str | None = None
    """The line of the overview under the pointer."""
    sign: int | None = None
    """Which of its signs, of what can be done with it, is under the pointer."""
    named: tuple[str, ...] = ()
    """The units that the line of print under the pointer names."""
    choice: int | None = None
    """The button under the pointer, of those that offer a choice."""
    duty: tuple[tuple[object, str | None], int] = (None, None), 0
    """The number of a duty that the prompt card shows, with the state and selection in which it was chosen."""
    explained: Explained = field(default_factory=Explained)
    """What the middle card explains."""
    first: tuple[Any, str | None] = (None, None)
    """The state shown, and the place pointed at ever since it is."""


PATIENCE = 0.3
"""Seconds for which a unit is pointed at before its arcs appear (chosen): who only crosses it sees none."""


class Glance:
    """Which unit is pointed at, since when, and what the rules say of its sides."""

    def __init__(self, stage: Stage, controller: Controller, pointing: Pointing) -> None:
        self._stage, self._controller, self._pointing = stage, controller, pointing
        self._selection = controller.selection
        self._rules = controller.situation.rules
        self._unit: str | None = None
        self._since = 0.0
        self._asked: tuple[object, str | None] = (None, None)
        self._found: tuple[Arc, ...] = ()

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; whether arcs appear or go."""
        before, unit = bool(self.arcs), self._pointed()
        self._since = self._since + dt if unit == self._unit else 0.0
        self._unit = unit
        return before != bool(self.arcs)

    def _pointed(self) -> str | None:
        """The unit under the pointer, or the uppermost with a facing at the keyboard's cursor."""
        held, situation, counters = self._selection, self._controller.situation, self._controller.situation.counters
        if self._stage.busy or self._stage.view.carry.held:
            return None
        stack = situation.stacks.get(held.cursor or "", ()) if self._pointing.keyboard else ()
        facing = (unit for unit in reversed(stack) if counters[unit].angle is not None)
        unit = next(facing, None) if self._pointing.keyboard else self._pointing.over
        if unit is None and self.arcs and self._stage.view.at_arcs(self._pointing.at):
            unit = self._unit  # on the way to a letter at its border, to read what that means
        counter = counters.get(unit or "")
        return unit if counter is not None and counter.angle is not None and counter.place is not None else None

    @property
    def arcs(self) -> tuple[Arc, ...]:
        """The sides of the unit pointed at; nothing until it has been for a moment."""
        if self._unit is None or self._since < PATIENCE:
            return ()
        state = self._controller.situation.state
        if self._asked[0] is not state or self._asked[1] != self._unit:
            self._asked = state, self._unit
            here = self._controller.situation.counters[self._unit].place or ""
            layers = self._rules.layers(state, self._unit)
            self._found = tuple(Arc(here, layer.places, layer.line, layer.sign, layer.title)
                                for layer in layers if layer.pointed)
        return self._found


class NamedUnits:
    """Finds the units on the map whose names a line says."""

    def __init__(self, view: BoardView, controller: Controller, pointing: Pointing) -> None:
        self._view, self._controller, self._pointing = view, controller, pointing
        self._selection = controller.selection
        self._known: tuple[tuple[str, ...], re.Pattern[str]] = (), re.compile("(?!)")
        self._last: tuple[tuple[str, ...], int] = (), 0
        """The units of the line clicked last, and which of them was shown."""

    def units(self, text: str) -> tuple[str, ...]:
        """The units on the map that a line of print names, in its order; all of those that share a name."""
        if not text:
            return ()
        counters = [c for c in self._controller.situation.counters.values() if c.place is not None]
        named: dict[str, list[str]] = {}
        for counter in counters:
            named.setdefault(said(counter.name), []).append(counter.unit)
        found = self._pattern(counters).findall(text)
        return tuple(dict.fromkeys(unit for name in found for unit in named[name]))

    def _pattern(self, counters: Iterable[Counter]) -> re.Pattern[str]:
        """Finds names as whole words, the longest first: "infantry 1" is not in "infantry 12"."""
        names = tuple(sorted({said(counter.name) for counter in counters}, key=lambda name: (-len(name), name)))
        if names != self._known[0]:
            words = "|".join(map(re.escape, names)) or "(?!)"
            self._known = names, re.compile(rf"(?<!\w)(?:{words})(?!\w)")
        return self._known[1]

    def show(self, units: tuple[str, ...], places: tuple[str, ...] = ()) -> None:
        """Bring the first of some units into view, at a size at which its name can be read, and put the cursor there;
        the next one at the next click on the same line.

        :param places: where the line says that something happened: shown after the units, or where there are none.
        """
        view = self._view
        stand = (self._controller.situation.counters[unit].place for unit in units)
        known = [place for place in dict.fromkeys((*stand, *places)) if place and view.point_on_map(place) is not None]
        if not known:
            return
        about = (*units, *places)
        number = (self._last[1] + 1) % len(known) if about == self._last[0] else 0
        self._last = about, number
        place = known[number]
        at = view.come_near(place)
        assert at is not None
        if not view.rect.inflate(-view.rect.w // 5, -view.rect.h // 5).collidepoint(at):
            view.pan(view.rect.centerx - at[0], view.rect.centery - at[1])
        self._pointing.keyboard, self._selection.cursor = True, place
