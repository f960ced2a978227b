"""Lines of a list that keep their places while a phase lasts, so that a click never meets another one than was seen."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from game.core.overview import Line, Overview


class SteadyLines:
    """Remembers where the lines of an overview stand in a phase.

    A line that goes leaves its place free. One that comes takes a free place, before others one of the same units;
    only where none is free it is added at the end.
    """

    def __init__(self) -> None:
        self._phase: Hashable = None
        self._lines: list[Line] = []

    def keep(self, phase: Hashable, shown: Overview) -> Overview:
        """The overview of a phase with its lines where they were."""
        if phase != self._phase or not shown.lines:
            self._phase, self._lines = phase, list(shown.lines)
            return shown
        now = {line.name: line for line in shown.lines}
        known = {line.name for line in self._lines if not line.gone}
        self._lines = [now.get(line.name, replace(line, gone=True)) for line in self._lines]
        for line in shown.lines:
            if line.name not in known:
                self._add(line)
        return replace(shown, lines=tuple(self._lines))

    def _add(self, line: Line) -> None:
        if any(other is line for other in self._lines):
            return
        free = [n for n, other in enumerate(self._lines) if other.gone]
        same = (n for n in free if set(self._lines[n].units) & set(line.units))
        at = next(same, free[0] if free else None)
        if at is None:
            self._lines.append(line)
        else:
            self._lines[at] = line
