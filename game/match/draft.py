"""A position being set up by hand: its changes, whether the rules accept it, and its file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, NamedTuple

from game import catalog, files
from game.core.contract import BadPosition, Counter, State, System
from game.core.message import Text, say, told
from game.core.position_fields import PositionField
from game.core.position_form import ELSEWHERE
from game.match.setup import decoded, encoded, written

SUFFIX = ".json"


class DraftVersion(NamedTuple, Generic[State]):
    """The position after some changes."""

    position: Mapping[str, Any]
    state: State
    """The state of the position; if the rules refuse it, the last state that they accepted."""
    fault: Text
    """Why the rules refuse it; empty if they accept it."""


class Draft(Generic[State]):
    """A position with its changes, to undo and redo. A change that the rules refuse stays, with the reason."""

    def __init__(self, rules: System[State], position: Mapping[str, Any], state: State, fault: Text = "",
                 path: Path | None = None) -> None:
        """:param state: the state of the position, or the one to show if the rules refuse it.
        :param path: the file that it was read from.
        """
        self.rules = rules
        self._versions = [DraftVersion(position, state, fault)]
        self._at = 0
        self.saved, self.path = position, path
        """The position as it was saved last, or at the beginning, and its file; None: it has none yet."""

    @classmethod
    def of(cls, rules: System[State], state: State) -> Draft[State]:
        """A draft that begins with a state."""
        return cls(rules, rules.position(state), state)

    @classmethod
    def read(cls, rules: System[State], path: Path) -> Draft[State]:
        """A draft that begins with a position file; one that the rules refuse can be mended.

        :raises BadPosition: where it is no position of a scenario of the system.
        """
        found = decoded(path)
        if found.pop("system", rules.name) != rules.name:
            raise BadPosition(say("{path}: not a position of {name}", path=path, name=rules.name))
        try:
            info = catalog.scenario(rules, found.get("scenario"))
            first = catalog.set_up(rules, info.name)
        except (ValueError, TypeError) as error:
            raise BadPosition(say("{path}: {error}", path=path, error=told(error))) from None
        try:
            state = rules.from_position(found)
        except BadPosition as error:
            whole = {**rules.position(first), **found}
            if not _editable(rules, whole):
                raise BadPosition(say("{path}: {error}", path=path, error=told(error))) from None
            return cls(rules, whole, first, told(error), path)
        return cls(rules, rules.position(state), state, path=path)

    # --- what it is now

    @property
    def _now(self) -> DraftVersion[State]:
        return self._versions[self._at]

    @property
    def position(self) -> Mapping[str, Any]:
        """The position as it is written."""
        return self._now.position

    @property
    def state(self) -> State:
        """The state of the position, or the last one that the rules accepted."""
        return self._now.state

    @property
    def fault(self) -> Text:
        """Why the rules refuse the position; empty if they accept it."""
        return self._now.fault

    @property
    def blamed(self) -> tuple[str, ...]:
        """The units and places that the reason names."""
        words, board = set(re.findall(r"[\w-]+", str(self.fault))), self.rules.board(self.state)
        units = (counter.unit for counter in self.rules.counters(self.state))
        return tuple(name for name in (*units, *board.places) if name in words)

    @property
    def under_way(self) -> bool:
        """Whether something is under way, such as a combat that has been declared: the next change leaves it out."""
        return self._goes_on(self._at)

    @property
    def ended(self) -> bool:
        """Whether the last change left out what was under way."""
        return self._at > 0 and self._goes_on(self._at - 1) and not self.under_way

    def _goes_on(self, at: int) -> bool:
        """Whether something is under way in a version."""
        return any(self._versions[at].position.get(key) for key in self.rules.form.passing)

    @property
    def changed(self) -> bool:
        """Whether there are unsaved changes."""
        return self.position != self.saved

    @property
    def undoable(self) -> bool:
        """Whether a change can be undone."""
        return self._at > 0

    @property
    def redoable(self) -> bool:
        """Whether an undone change can be redone."""
        return self._at + 1 < len(self._versions)

    @property
    def phases(self) -> Sequence[tuple[str, str]]:
        """The phases that it can be in, as (seat, phase)."""
        theme = self.rules.theme
        return tuple(dict.fromkeys((*theme.opening, *self.rules.phases(self.state))))

    @property
    def phase(self) -> tuple[str, str]:
        """The phase that it is in, as (seat, phase)."""
        named = str(self.position["phase"])
        place = self.rules.form.seat(self.position), named
        return place if place in self.phases else ("", named)

    def place(self, unit: str) -> str | None:
        """Where a unit is: on the map, the name of an aside of the form, or ``ELSEWHERE``."""
        return self.rules.form.place(self.position, unit)

    def counters(self) -> tuple[Counter, ...]:
        """Every unit as it is set up; what is not on the map has no place."""
        form, position, board = self.rules.form, self.position, self.rules.board(self.state)
        found = []
        for counter in self.rules.counters(self.state):
            if counter.outline:
                continue
            place = form.place(position, counter.unit)
            if place is None or not board.knows(place):
                place = None
            angle = form.angle(position, counter.unit)
            found.append(replace(counter, place=place, angle=counter.angle if angle is None else angle))
        return tuple(found)

    # --- changes

    def put(self, unit: str, place: str | None) -> None:
        """Set a unit up on a place, or aside, or take it out of the game (``ELSEWHERE``)."""
        if self.place(unit) != place:
            self._change(self.rules.form.put(self.position, unit, place))

    def remove(self, unit: str) -> None:
        """Take a unit out of the game."""
        self.put(unit, ELSEWHERE)

    def value(self, field: PositionField, unit: str = "") -> Any:
        """What the position says in a field, of a unit or of the battle."""
        return self.rules.form.read(self.position, field, unit)

    def set(self, field: PositionField, value: Any, unit: str = "") -> None:
        """Set a field to a value; the rules may refuse it."""
        self._change(self.rules.form.set(self.position, field, value, unit), lean=False)

    def step(self, field: PositionField, by: int, unit: str = "") -> None:
        """Set a field to its next value, or the previous."""
        self.set(field, field.after(self.value(field, unit), by), unit)

    def lay_terrain(self, position: Mapping[str, Any]) -> None:
        """Take over a position with other terrain."""
        self._change(self.rules.form.fresh(position))

    def turn(self, unit: str, steps: int) -> None:
        """Turn a unit, clockwise where positive."""
        if self.rules.form.turns(self.position, unit):
            self._change(self.rules.form.turned(self.position, unit, steps))

    def go_to_turn(self, turn: int) -> None:
        """Change the turn; the rules may refuse it."""
        self._change({**self.rules.form.fresh(self.position), "turn": turn})

    def go_to_phase(self, step: int) -> Sequence[tuple[tuple[str, str], Text]]:
        """Change to the next phase that the rules accept, or with -1 the previous; to the nearest if they accept none.

        :return: the phases that were left out, each with the reason.
        """
        phases, before, found = list(self.phases), self._at, list[tuple[tuple[str, str], Text]]()
        first = phases.index(self.phase) if self.phase in phases else -1 if step > 0 else 0
        for place in (phases[(first + step * n) % len(phases)] for n in range(1, len(phases) + 1)):
            self._change(self.rules.form.phased(self.position, *place))
            if not self.fault:
                return found
            found.append((place, self.fault))
            self._at = before
        self._change(self.rules.form.phased(self.position, *found[0][0]))
        return ()

    def begin(self, scenario: str, options: Sequence[str] = ()) -> None:
        """Start again from the set-up of a scenario; it can be undone like any change.

        :raises ValueError: where there is none.
        """
        self._change(self.rules.position(catalog.set_up(self.rules, scenario, options)))

    def choose(self, options: Sequence[str]) -> None:
        """Change the options."""
        self._change({**self.rules.form.fresh(self.position), "options": list(options)})

    def _change(self, position: Mapping[str, Any], *, lean: bool = True) -> None:
        """Take a position over, and ask the rules.

        :param lean: whether what has been done in the phase is left out if it does not fit any more.
        """
        rules, state = self.rules, self.state
        fault: Text = ""
        without = {key: value for key, value in position.items() if key not in rules.form.given}
        for trial in (position, without) if lean else (position,):
            try:
                state = rules.from_position(trial)
                written(rules, state)
            except BadPosition as error:
                fault = fault or told(error)
            else:
                position, fault = trial, ""
                break
        self._versions[self._at + 1:] = [DraftVersion(position, self.state if fault else state, fault)]
        self._at += 1

    def undo(self) -> None:
        """Undo the last change, if there is one."""
        self._at -= self.undoable

    def redo(self) -> None:
        """Redo the change that was undone last, if there is one."""
        self._at += self.redoable

    # --- files

    def text(self) -> bytes:
        """The position as a file holds it: complete and by the rules, or as it was left where they refuse it."""
        rules = self.rules
        return encoded(rules, self.position if self.fault else rules.position(self.state))

    def save(self, path: Path) -> None:
        """Write the position into a file, the whole of it or nothing.

        :raises game.files.FileRefused: where it cannot be written.
        """
        files.write(path, self.text())
        self.saved, self.path = self.position, path


def folder() -> Path:
    """The folder of positions saved under a name."""
    return files.data_folder() / "positions"


def system_of(path: Path) -> str:
    """The system of a position file.

    :raises BadPosition: where it names none.
    """
    name = decoded(path).get("system")
    if not isinstance(name, str):
        raise BadPosition(say("{path}: system: expected a name", path=path))
    return name


def _editable(rules: System[Any], position: Mapping[str, Any]) -> bool:
    """Whether what a position says of units, turn, phase and in every field is written so that it can be changed."""
    units = position.get("units", [])
    if not isinstance(units, list) or not isinstance(position.get("phase"), str) or type(position["turn"]) is not int:
        return False
    if not all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in units):
        return False
    form, listed = rules.form, [row["id"] for row in units]
    try:
        for field, unit in (*((field, "") for group in form.groups for field in group.fields),
                            *((field, unit) for field in (*form.marks, *form.details) for unit in listed)):
            if form.allows(field, position, unit) if unit else True:
                value = form.read(position, field, unit)
                field.told(value), field.after(value), form.set(position, field, value, unit)
        if form.terrain is not None:
            form.terrain.outlines(position)
        return all(isinstance(form.place(position, unit), str | None) for unit in listed)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False
