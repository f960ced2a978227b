"""Units that a line of print names: pointing at the line rings them on the map, a click on it goes to them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from game.core.contract import Counter
from game.i18n.words import said
from game.ui.play.session import Session


class NamedUnits:
    """Finds the units on the map whose names a line says."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self._known: tuple[tuple[str, ...], re.Pattern[str]] = (), re.compile("(?!)")
        self._last: tuple[tuple[str, ...], int] = (), 0
        """The units of the line clicked last, and which of them was shown."""

    def units(self, text: str) -> tuple[str, ...]:
        """The units on the map that a line of print names, in its order; all of those that share a name."""
        if not text:
            return ()
        counters = [c for c in self.game.situation.counters.values() if c.place is not None]
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
        game, view = self.game, self.game.view
        stand = (game.situation.counters[unit].place for unit in units)
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
        game.pointing.keyboard, game.selection.cursor = True, place
        game.dirty = True
