"""The pointer: its place, how long it has been there, and what the screen shows for it (a card, arcs, the units named
in a line)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from game.core.contract import Counter
from game.i18n.words import translate
from game.ui.board.overlay import Arc
from game.ui.board.view import BoardView
from game.ui.play.controller import Controller
from game.ui.play.playback import Stage

STILL_SECONDS = 0.04
"""Seconds without motion after which the pointer counts as resting."""
STAY_SECONDS = 0.25
"""Seconds after which it counts as being at a place though it keeps moving there."""


class PointerOver(Enum):
    """The part of the window under the pointer."""

    MAP = auto()
    CARD = auto()
    """On the middle card, whose subject does not change meanwhile."""
    ELSEWHERE = auto()


class HoverSubject:
    """The place and counter that the middle card explains. It changes once the pointer rests or stays at another
    place."""

    def __init__(self) -> None:
        self.place: str | None = None
        self.unit: str | None = None
        self._over = PointerOver.ELSEWHERE
        self._next: tuple[str | None, str | None] = (None, None)
        """The place and counter under the pointer, to which the subject may change."""
        self._still_seconds = self._place_seconds = 0.0
        """Seconds since the pointer moved last, and since it came to its place."""
        self._dependencies: tuple[object, ...] = ()
        """Objects the card depended on at the last update."""

    def point(self, over: PointerOver, place: str | None, unit: str | None) -> None:
        """Handle a move of the pointer, or of what lies under it."""
        if (over, place) != (self._over, self._next[0]):
            self._place_seconds = 0.0
        self._over, self._next, self._still_seconds = over, (place, unit), 0.0
        if over is PointerOver.MAP and place == self.place:
            self.unit = unit

    def update(self, dt: float, dependencies: tuple[object, ...]) -> bool:
        """Advance by ``dt`` seconds; returns whether the card's subject has changed.

        :param dependencies: objects the card depends on, e.g. the state: if any of them is another object than at the
            last update, the card follows the pointer at once.
        """
        self._still_seconds += dt
        self._place_seconds += dt
        changed = len(dependencies) != len(self._dependencies) or any(
            new is not old for new, old in zip(dependencies, self._dependencies, strict=True))
        self._dependencies = dependencies
        rests = self._over is not PointerOver.CARD and (
            self._still_seconds >= STILL_SECONDS or self._place_seconds >= STAY_SECONDS)
        if not (changed or rests) or (self.place, self.unit) == self._next:
            return False
        self.place, self.unit = self._next
        return True


@dataclass
class Pointing:
    """The pointer and the cursor of one game."""

    keyboard: bool = False
    """Whether the keyboard cursor is shown; moving the mouse hides it."""
    pixel: tuple[int, int] = (-1, -1)
    """The window pixel under the pointer."""
    place: str | None = None
    """The place under the pointer."""
    unit: str | None = None
    """The counter under the pointer."""
    line: str | None = None
    """The overview line under the pointer."""
    sign: int | None = None
    """The index of the line's action sign under the pointer."""
    named_units: tuple[str, ...] = ()
    """The units named in the line of print under the pointer."""
    choice: int | None = None
    """The index of the choice button under the pointer."""
    duty: tuple[tuple[object, str | None], int] = (None, None), 0
    """The state and selection for which the page of duties on the prompt card was turned, and the index of the duty
    shown first then."""
    hover_subject: HoverSubject = field(default_factory=HoverSubject)
    """What the middle card explains."""
    settled_place: tuple[Any, str | None] = (None, None)
    """The state shown, and the place that has been under the pointer since it appeared; None once the pointer has
    left it."""


ARC_DELAY = 0.3
"""Seconds of pointing at a unit before its arcs appear, so that moving across it shows none. Chosen by hand."""
EDGE_DIVISOR = 5
"""A named unit near the map's edge is centred: if it is outside the middle part of the map, which is smaller than the
map by one part in so many of its width and height."""


class HoverArcs:
    """The unit pointed at, for how long, and the arcs of its sides from the rules."""

    def __init__(self, stage: Stage, controller: Controller, pointing: Pointing) -> None:
        self._stage, self._controller, self._pointing = stage, controller, pointing
        self._selection = controller.selection
        self._rules = controller.situation.rules
        self._unit: str | None = None
        self._seconds = 0.0
        """The unit pointed at, and for how many seconds."""
        self._arcs_key: tuple[object, str | None] = (None, None)
        self._arcs: tuple[Arc, ...] = ()
        """The state and the unit of the latest arcs, and these arcs."""

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; returns whether arcs appear or disappear."""
        had_arcs, unit = bool(self.arcs), self._unit_pointed_at()
        self._seconds = self._seconds + dt if unit == self._unit else 0.0
        self._unit = unit
        return had_arcs != bool(self.arcs)

    def _unit_pointed_at(self) -> str | None:
        """The unit with a facing under the pointer, or the topmost one at the keyboard cursor; None if there is
        none."""
        selection, situation = self._selection, self._controller.situation
        counters = situation.counters
        if self._stage.busy or self._stage.view.carry.held:
            return None
        stack = situation.stacks.get(selection.cursor or "", ()) if self._pointing.keyboard else ()
        with_facing = (unit for unit in reversed(stack) if counters[unit].angle is not None)
        unit = next(with_facing, None) if self._pointing.keyboard else self._pointing.unit
        if unit is None and self.arcs and self._stage.view.at_arcs(self._pointing.pixel):
            unit = self._unit  # moving to a letter at its border, for its tooltip
        counter = counters.get(unit or "")
        return unit if counter is not None and counter.angle is not None and counter.place is not None else None

    @property
    def arcs(self) -> tuple[Arc, ...]:
        """The arcs of the unit pointed at; empty during the delay."""
        if self._unit is None or self._seconds < ARC_DELAY:
            return ()
        state = self._controller.situation.state
        if self._arcs_key[0] is not state or self._arcs_key[1] != self._unit:
            self._arcs_key = state, self._unit
            here = self._controller.situation.counters[self._unit].place or ""
            layers = self._rules.layers(state, self._unit)
            self._arcs = tuple(Arc(here, layer.places, layer.line, layer.sign, layer.title)
                                for layer in layers if layer.pointed)
        return self._arcs


NOTHING = re.compile("(?!)")
"""A pattern that matches nowhere."""


class NamedUnits:
    """Finds the units on the map whose names occur in a line of text."""

    def __init__(self, view: BoardView, controller: Controller, pointing: Pointing) -> None:
        self._view, self._controller, self._pointing = view, controller, pointing
        self._selection = controller.selection
        self._pattern_cache: tuple[tuple[str, ...], re.Pattern[str]] = (), NOTHING
        """The latest names, and their pattern."""
        self._last: tuple[tuple[str, ...], int] = (), 0
        """The units and places of the line clicked last, and the index of the one shown."""

    def units(self, text: str) -> tuple[str, ...]:
        """The units on the map named in a line of print, in its order; all units that share a name."""
        if not text:
            return ()
        counters = [c for c in self._controller.situation.counters.values() if c.place is not None]
        named: dict[str, list[str]] = {}
        for counter in counters:
            named.setdefault(translate(counter.name), []).append(counter.unit)
        names = self._pattern(counters).findall(text)
        return tuple(dict.fromkeys(unit for name in names for unit in named[name]))

    def _pattern(self, counters: Iterable[Counter]) -> re.Pattern[str]:
        """A pattern for the names as whole words, the longest first: "infantry 1" does not match in "infantry 12"."""
        names = tuple(sorted({translate(counter.name) for counter in counters}, key=lambda name: (-len(name), name)))
        if names != self._pattern_cache[0]:
            alternatives = "|".join(map(re.escape, names)) or NOTHING.pattern
            self._pattern_cache = names, re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)")
        return self._pattern_cache[1]

    def show(self, units: tuple[str, ...], places: tuple[str, ...] = ()) -> None:
        """Bring the first of some units into view, zoomed in until its name is readable, and put the cursor there; each
        further click on the same line shows the next.

        :param places: the places of the line's event: shown after the units, or alone if there are none.
        """
        view = self._view
        unit_places = (self._controller.situation.counters[unit].place for unit in units)
        on_map = [place for place in dict.fromkeys((*unit_places, *places))
                  if place and view.point_on_map(place) is not None]
        if not on_map:
            return
        subjects = (*units, *places)
        index = (self._last[1] + 1) % len(on_map) if subjects == self._last[0] else 0
        self._last = subjects, index
        place = on_map[index]
        point = view.zoom_to_read(place)
        assert point is not None
        if not view.rect.inflate(-view.rect.w // EDGE_DIVISOR, -view.rect.h // EDGE_DIVISOR).collidepoint(point):
            view.pan(view.rect.centerx - point[0], view.rect.centery - point[1])
        self._pointing.keyboard, self._selection.cursor = True, place
