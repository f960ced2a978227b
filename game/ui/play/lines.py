"""What belongs to a phase at a glance, as it is shown: every line keeps its place while the phase lasts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

from game.core.action import Action
from game.core.batch import GroupMarch
from game.core.capability import capability
from game.core.overview import EMPTY, Overview, OverviewLine
from game.ui.play.situation import Situation


class SteadyLines:
    """Remembers where the lines of an overview stand in a phase, so that a click never meets another one than was seen.

    A line that goes leaves its place free. One that comes takes a free place, before others one of the same units;
    only where none is free it is added at the end.
    """

    def __init__(self) -> None:
        self._phase: Hashable = None
        self._lines: list[OverviewLine] = []

    def keep(self, phase: Hashable, shown: Overview) -> Overview:
        """The overview of a phase with its lines where they were."""
        if phase != self._phase or not shown.lines:
            self._phase, self._lines = phase, possible_first(shown.lines)
            return replace(shown, lines=tuple(self._lines))
        now = {line.name: line for line in shown.lines}
        known = {line.name for line in self._lines if not line.gone}
        self._lines = [now.get(line.name, replace(line, gone=True)) for line in self._lines]
        for line in shown.lines:
            if line.name not in known:
                self._add(line)
        return replace(shown, lines=tuple(self._lines))

    def _add(self, line: OverviewLine) -> None:
        if any(other is line for other in self._lines):
            return
        free = [n for n, other in enumerate(self._lines) if other.gone]
        same = (n for n in free if set(self._lines[n].units) & set(line.units))
        at = next(same, free[0] if free else None)
        if at is None:
            self._lines.append(line)
        else:
            self._lines[at] = line


def possible_first(lines: Sequence[OverviewLine]) -> list[OverviewLine]:
    """Lines with those of which nothing can be done now at the end; as they are if some lines lie below others."""
    return list(lines) if any(line.under for line in lines) else sorted(lines, key=lambda line: line.barred)


class PhaseLines:
    """What belongs to the phase at a glance: its lines, which of them is looked at, and which are unfolded."""

    def __init__(self) -> None:
        self.overview: Overview = EMPTY
        """Every line where it was."""
        self.looked_at: str | None = None
        """The line whose ways are offered."""
        self.heads: tuple[str, ...] = ()
        """The lines whose lines are unfolded: that of what was looked at or picked up last, and those that were
        unfolded on the list before it."""
        self._unfolds = True
        """Whether what is looked at is unfolded: not where only one of its signs was clicked."""
        self._latest: str | None = None
        """The line that was looked at last."""
        self._steady = SteadyLines()
        self._marching: tuple[tuple[Any, str, str] | None, tuple[Action, ...]] = (None, ())
        """Where it was asked last how a line's units march, and the answer."""

    def read(self, situation: Situation) -> None:
        """List what belongs to a phase."""
        self.overview = self._steady.keep(situation.phase, situation.overview)

    @property
    def line(self) -> OverviewLine | None:
        """The line that is looked at."""
        return self.overview.line(self.looked_at)

    def look_along(self, name: str | None, *, on_list: bool, unfold: bool | None) -> None:
        """Look at a line, or with None at none; as ``Selection.look_along``."""
        self._unfolds = unfold if unfold is not None else self._unfolds or name != self._latest
        head = self.overview.head(name) if self._unfolds else None
        if on_list and head is not None:
            before = dict.fromkeys(line.under for line in self.overview.unfolded(self.heads) if line.under)
            self.heads = (*(one for one in before if one != head), head)
        self.looked_at = name
        self._latest = name or self._latest

    def unfold(self, unit: str) -> None:
        """Unfold the line that is looked at, or else the one that has a unit."""
        along = self.looked_at if self._unfolds else None
        head = self.overview.head(along or (self.overview.of_unit(unit) if self.looked_at is None else None))
        if head is not None and head not in self.heads:
            self.heads = (head,)

    def after(self, step: int) -> str | None:
        """The next line after the one looked at last, or with a negative step the one before; None: there is none."""
        names = [line.name for line in self.overview.unfolded(self.heads) if not line.gone]
        if not names:
            return None
        last = self.looked_at or self._latest
        at = names.index(last) + step if last in names else 0 if step > 0 else -1
        return names[at % len(names)]

    def marching(self, situation: Situation, place: str | None) -> tuple[Action, ...]:
        """What the units of the line that is looked at do to march to a place together, where they do that."""
        line, state = self.line, situation.state
        if line is None or not line.marches or place is None:
            return ()
        asked = state, line.name, place
        if self._marching[0] != asked:
            self._marching = asked, capability(situation.rules, GroupMarch).march(state, line.units, place)
        return self._marching[1]
