"""Lists in which every line or unit keeps its position while a phase lasts: its overview, and the units to set up."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

from game.core.action import Action
from game.core.batch import GroupMarch
from game.core.capability import capability
from game.core.overview import EMPTY_OVERVIEW, Overview, OverviewLine
from game.ui.play.situation import Situation


class StableLines:
    """Remembers the positions of overview lines during a phase, so that a click never hits another line than the one
    seen.

    A removed line leaves a gap. A new line fills a gap, preferably that of a line with the same units; only without
    gaps is it appended.
    """

    def __init__(self) -> None:
        self._phase: Hashable = None
        self._lines: list[OverviewLine] = []
        """The lines of that phase at their positions; a gap is a placeholder."""

    def keep(self, phase: Hashable, overview: Overview) -> Overview:
        """The overview of a phase with its lines at their previous positions."""
        if phase != self._phase or not overview.lines:
            self._phase, self._lines = phase, possible_first(overview.lines)
            return replace(overview, lines=tuple(self._lines))
        new_lines = {line.name: line for line in overview.lines}
        known_names = {line.name for line in self._lines if not line.placeholder}
        self._lines = [new_lines.get(line.name, replace(line, placeholder=True)) for line in self._lines]
        for line in overview.lines:
            if line.name not in known_names:
                self._add(line)
        return replace(overview, lines=tuple(self._lines))

    def _add(self, line: OverviewLine) -> None:
        """Put a line into a gap, or at the end; a line that has taken its old place again is left there."""
        if any(other is line for other in self._lines):
            return
        gaps = [k for k, other in enumerate(self._lines) if other.placeholder]
        gaps_of_same_units = (k for k in gaps if set(self._lines[k].units) & set(line.units))
        index = next(gaps_of_same_units, gaps[0] if gaps else None)
        if index is None:
            self._lines.append(line)
        else:
            self._lines[index] = line


def possible_first(lines: Sequence[OverviewLine]) -> list[OverviewLine]:
    """The lines with those that have no possible action at the end; unsorted if some lines are indented under
    others."""
    return list(lines) if any(line.parent for line in lines) else sorted(lines, key=lambda line: line.barred)


class SetUpList:
    """Remembers the positions of the units to set up during a phase: a placed one leaves a gap, so that the others stay
    where they are."""

    def __init__(self) -> None:
        self._phase: Hashable = None
        self.units: tuple[str, ...] = ()
        """The units of that phase at their positions, in the order of the counters."""
        self.waiting: tuple[str, ...] = ()
        """Those among them that are still to be set up."""

    def read(self, situation: Situation) -> None:
        """Update the list for a situation."""
        counters = situation.counters
        eligible = situation.eligible if situation.prompt.mode == "place" else ()
        self.waiting = tuple(unit for unit in eligible if "waiting" in counters[unit].marks)
        is_same = situation.phase == self._phase and (not self.waiting or not set(self.waiting).isdisjoint(self.units))
        known = {*self.waiting, *(self.units if is_same else ())}
        self._phase, self.units = situation.phase, tuple(unit for unit in counters if unit in known)


class PhaseLines:
    """The overview list of the phase: its lines, the one looked at, and the unfolded ones."""

    def __init__(self) -> None:
        self.overview: Overview = EMPTY_OVERVIEW
        """The lines at stable positions."""
        self.looked_at: str | None = None
        """The name of the line whose actions are offered."""
        self.heads: tuple[str, ...] = ()
        """The lines unfolded in this phase: that of the line looked at or the unit selected last, and those unfolded on
        the list before it."""
        self._phase: Hashable = None
        self._unfolds_line = True
        """Whether looking at a line unfolds it: not if only one of its signs was clicked."""
        self._latest: str | None = None
        """The name of the line that was looked at last."""
        self._stable_lines = StableLines()
        self._march_cache: tuple[tuple[Any, str, str] | None, tuple[Action, ...]] = (None, ())
        """The latest state, line and place asked about in ``march_actions``, and its actions."""

    def read(self, situation: Situation) -> None:
        """Update the list for a situation."""
        self.overview = self._stable_lines.keep(situation.phase, situation.overview)
        if situation.phase != self._phase:
            self._phase, self.heads = situation.phase, ()

    @property
    def line(self) -> OverviewLine | None:
        """The line that is looked at."""
        return self.overview.line(self.looked_at)

    def look_at_line(self, name: str | None, *, on_list: bool, unfold: bool | None) -> None:
        """Look at a line, or at none (None); see ``Selection.look_at_line``."""
        self._unfolds_line = unfold if unfold is not None else self._unfolds_line or name != self._latest
        head = self.overview.head(name) if self._unfolds_line else None
        if on_list and head is not None:
            unfolded = dict.fromkeys(line.parent for line in self.overview.unfolded(self.heads) if line.parent)
            self.heads = (*(parent for parent in unfolded if parent != head), head)
        self.looked_at = name
        self._latest = name or self._latest

    def unfold(self, unit: str) -> None:
        """Unfold the line that is looked at, or else the line of a unit."""
        looked_at = self.looked_at if self._unfolds_line else None
        head = self.overview.head(looked_at or (self.overview.line_of_unit(unit) if self.looked_at is None else None))
        if head is not None and head not in self.heads:
            self.heads = (head,)

    def after(self, step: int) -> str | None:
        """The line after the one looked at last, or before it with a negative step; None if there are no lines."""
        names = [line.name for line in self.overview.unfolded(self.heads) if not line.placeholder]
        if not names:
            return None
        last = self.looked_at or self._latest
        index = names.index(last) + step if last in names else 0 if step > 0 else -1
        return names[index % len(names)]

    def march_actions(self, situation: Situation, place: str | None) -> tuple[Action, ...]:
        """The actions with which the units of the line looked at march to a place together, if it offers that."""
        line, state = self.line, situation.state
        if line is None or not line.marches or place is None:
            return ()
        key = state, line.name, place
        if self._march_cache[0] != key:
            self._march_cache = key, capability(situation.rules, GroupMarch).march(state, line.units, place)
        return self._march_cache[1]
