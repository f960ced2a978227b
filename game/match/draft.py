"""A position being set up by hand: its changes, its faults under the rules, and its file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, NamedTuple

from game import catalog, files
from game.board.board import Board
from game.core.contract import BadPosition, Counter, State, System
from game.core.message import Text, error_text, say
from game.core.position_fields import PositionField
from game.core.position_form import OUT_OF_GAME
from game.match.setup import encode_position, read_json_file, recordable_position

SUFFIX = ".json"
"""The suffix of position files."""


class DraftVersion(NamedTuple, Generic[State]):
    """A position after a number of changes."""

    position: Mapping[str, Any]
    state: State
    """The state of the position; if the rules refuse it, the last state they accepted."""
    fault: Text
    """Why the rules refuse it; empty if they accept it."""


class Draft(Generic[State]):
    """A position with a history of changes, for Undo and Redo. A change that the rules refuse is kept, with the
    reason."""

    def __init__(self, rules: System[State], position: Mapping[str, Any], state: State, fault: Text = "",
                 path: Path | None = None) -> None:
        """Start a draft.

        :param state: the state of the position, or the one to show if the rules refuse it.
        :param path: the file it was read from.
        """
        self.rules = rules
        self._versions = [DraftVersion(position, state, fault)]
        self._number = 0
        """The index of the current version."""
        self.saved, self.path = position, path
        """The position as last saved or as opened, and its file; None if it has no file yet."""

    @classmethod
    def of(cls, rules: System[State], state: State) -> Draft[State]:
        """A new draft of a state."""
        return cls(rules, rules.position(state), state)

    @classmethod
    def read(cls, rules: System[State], path: Path) -> Draft[State]:
        """Read a draft from a position file; a position that the rules refuse can be corrected.

        :raises BadPosition: if it is not a position of a scenario of the system.
        """
        data = read_json_file(path)
        if data.pop("system", rules.name) != rules.name:
            raise BadPosition(say("{path}: not a position of {name}", path=path, name=rules.name))
        try:
            info = catalog.scenario(rules, data.get("scenario"))
            first = catalog.set_up(rules, info.name)
        except (ValueError, TypeError) as error:
            raise BadPosition(say("{path}: {error}", path=path, error=error_text(error))) from None
        try:
            state = rules.from_position(data)
        except BadPosition as error:
            completed = {**rules.position(first), **data}
            if not _editable(rules, completed, first):
                raise BadPosition(say("{path}: {error}", path=path, error=error_text(error))) from None
            return cls(rules, completed, first, error_text(error), path)
        return cls(rules, rules.position(state), state, path=path)

    # --- the current version

    @property
    def _now(self) -> DraftVersion[State]:
        """The current version."""
        return self._versions[self._number]

    @property
    def position(self) -> Mapping[str, Any]:
        """The position in its file form."""
        return self._now.position

    @property
    def state(self) -> State:
        """The state of the position, or the last one that the rules accepted."""
        return self._now.state

    @property
    def board(self) -> Board:
        """The board of the position, or of the last one that the rules accepted."""
        board: Board = self.rules.board(self.state)
        return board

    @property
    def fault(self) -> Text:
        """Why the rules refuse the position; empty if they accept it."""
        return self._now.fault

    @property
    def named_in_fault(self) -> tuple[str, ...]:
        """The units and places that are named in the reason for the refusal."""
        words, board = set(re.findall(r"[\w-]+", str(self.fault))), self.board
        units = (counter.unit for counter in self.rules.counters(self.state))
        return tuple(name for name in (*units, *board.places) if name in words)

    @property
    def under_way(self) -> bool:
        """Whether something is unfinished, such as an announced combat; the next change drops it."""
        return self._is_unfinished(self._number)

    @property
    def dropped_unfinished(self) -> bool:
        """Whether the last change dropped something unfinished."""
        return self._number > 0 and self._is_unfinished(self._number - 1) and not self.under_way

    def _is_unfinished(self, number: int) -> bool:
        """Whether something is unfinished in a version."""
        return any(self._versions[number].position.get(key) for key in self.rules.form.in_progress)

    @property
    def changed(self) -> bool:
        """Whether there are unsaved changes."""
        return self.position != self.saved

    @property
    def undoable(self) -> bool:
        """Whether a change can be undone."""
        return self._number > 0

    @property
    def redoable(self) -> bool:
        """Whether an undone change can be redone."""
        return self._number + 1 < len(self._versions)

    @property
    def phases(self) -> Sequence[tuple[str, str]]:
        """The phases the position can be set to, as (seat, phase)."""
        theme = self.rules.theme
        return tuple(dict.fromkeys((*theme.opening, *self.rules.phases(self.state), *theme.phases)))

    @property
    def phase(self) -> tuple[str, str]:
        """The phase of the position, as (seat, phase)."""
        name = str(self.position["phase"])
        phase = self.rules.form.seat(self.position), name
        return phase if phase in self.phases else ("", name)

    def place(self, unit: str) -> str | None:
        """The place of a unit: on the map, one of the form's off-map places, or ``OUT_OF_GAME``."""
        return self.rules.form.place(self.position, unit)

    def counters(self) -> tuple[Counter, ...]:
        """The counters of all units as set up; a unit off the map has no place."""
        form, position, board = self.rules.form, self.position, self.board
        counters = []
        for counter in self.rules.counters(self.state):
            if counter.outline:
                continue
            place = form.place(position, counter.unit)
            if place is None or not board.knows(place):
                place = None
            angle = form.angle(position, counter.unit)
            counters.append(replace(counter, place=place, angle=counter.angle if angle is None else angle))
        return tuple(counters)

    # --- changes

    def put(self, unit: str, place: str | None) -> None:
        """Set a unit up at a place, on or off the map, or remove it from the game (``OUT_OF_GAME``)."""
        if self.place(unit) != place:
            self._change(self.rules.form.put(self.position, unit, place))

    def remove(self, unit: str) -> None:
        """Remove a unit from the game."""
        self.put(unit, OUT_OF_GAME)

    def value(self, field: PositionField, unit: str = "") -> Any:
        """The value of a field, of a unit or of the whole battle."""
        return self.rules.form.read(self.position, field, unit)

    def set(self, field: PositionField, value: Any, unit: str = "") -> None:
        """Set a field to a value; the rules may refuse it."""
        self._change(self.rules.form.set(self.position, field, value, unit), keep_done=True)

    def step(self, field: PositionField, by: int, unit: str = "") -> None:
        """Change a field to its next or previous value."""
        self.set(field, field.after(self.value(field, unit), by), unit)

    def lay_terrain(self, position: Mapping[str, Any]) -> None:
        """Switch to a position with other terrain."""
        self._change(self.rules.form.fresh(position))

    def turn(self, unit: str, steps: int) -> None:
        """Turn a unit; positive is clockwise."""
        if self.rules.form.turns(self.position, unit):
            self._change(self.rules.form.turned(self.position, unit, steps))

    def go_to_turn(self, turn: int) -> None:
        """Change the turn; the rules may refuse it."""
        self._change({**self.rules.form.fresh(self.position), "turn": turn})

    def go_to_phase(self, step: int) -> Sequence[tuple[tuple[str, str], Text]]:
        """Change to the next phase that the rules accept, or with -1 to the previous one; to the nearest one if they
        accept none.

        :return: the phases that were skipped, each with the reason.
        """
        phases, version_before, skipped = list(self.phases), self._number, list[tuple[tuple[str, str], Text]]()
        first = phases.index(self.phase) if self.phase in phases else -1 if step > 0 else 0
        for phase in (phases[(first + step * n) % len(phases)] for n in range(1, len(phases) + 1)):
            self._change(self.rules.form.phased(self.position, *phase))
            if not self.fault:
                return skipped
            skipped.append((phase, self.fault))
            self._number = version_before
        self._change(self.rules.form.phased(self.position, *skipped[0][0]))
        return ()

    def begin(self, scenario: str, options: Sequence[str] = ()) -> None:
        """Start again from the set-up of a scenario; this can be undone like any change.

        :raises ValueError: if there is no such scenario.
        """
        self._change(self.rules.position(catalog.set_up(self.rules, scenario, options)))

    def set_options(self, options: Sequence[str]) -> None:
        """Change the options."""
        self._change({**self.rules.form.fresh(self.position), "options": list(options)})

    def _change(self, position: Mapping[str, Any], *, keep_done: bool = False) -> None:
        """Add a version with a position, and let the rules check it. If the position is not valid with what was done in
        the phase (``form.done_in_phase``), that is dropped.

        :param keep_done: whether what was done in the phase is kept in any case.
        """
        rules, state = self.rules, self.state
        fault: Text = ""
        without_done = {key: value for key, value in position.items() if key not in rules.form.done_in_phase}
        for trial in (position,) if keep_done else (position, without_done):
            try:
                state = rules.from_position(trial)
                recordable_position(rules, state)
            except BadPosition as error:
                fault = fault or error_text(error)
            else:
                position, fault = trial, ""
                break
        self._versions[self._number + 1:] = [DraftVersion(position, self.state if fault else state, fault)]
        self._number += 1

    def undo(self) -> None:
        """Undo the last change, if there is one."""
        self._number -= self.undoable

    def redo(self) -> None:
        """Redo the change that was undone last, if there is one."""
        self._number += self.redoable

    # --- files

    def text(self) -> bytes:
        """The content of the position's file: completed by the rules, or as edited if they refuse it."""
        rules = self.rules
        return encode_position(rules, self.position if self.fault else rules.position(self.state))

    def save(self, path: Path) -> None:
        """Write the position to a file atomically.

        :raises game.files.FileRefused: if it cannot be written.
        """
        files.write(path, self.text())
        self.saved, self.path = self.position, path


def folder() -> Path:
    """The folder of named positions."""
    return files.data_folder() / "positions"


def system_of(path: Path) -> str:
    """The system of a position file.

    :raises BadPosition: if it names none.
    """
    name = read_json_file(path).get("system")
    if not isinstance(name, str):
        raise BadPosition(say("{path}: system: expected a name", path=path))
    return name


def _editable(rules: System[State], position: Mapping[str, Any], first: State) -> bool:
    """Whether the units, turn, phase, side and all fields of a position are well-formed enough to be edited.

    :param first: the set-up of its scenario, which has all units.
    """
    units = position.get("units", [])
    if not isinstance(units, list) or not isinstance(position.get("phase"), str) or type(position["turn"]) is not int:
        return False
    if not all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in units):
        return False
    form, unit_names = rules.form, [row["id"] for row in units]
    all_names = dict.fromkeys((*unit_names, *(counter.unit for counter in rules.counters(first))))
    try:
        for field, unit in (*((field, "") for group in form.groups for field in group.fields),
                            *((field, unit) for field in (*form.marks, *form.details)
                              for unit in unit_names)):
            if not unit or form.allows(field, position, unit):
                value = form.read(position, field, unit)
                field.value_text(value), field.after(value), form.set(position, field, value, unit)
        if form.terrain is not None:
            form.terrain.outlines(position)
        form.seat(position)
        return all(isinstance(form.place(position, unit), str | None) for unit in all_names)
    except (AttributeError, LookupError, StopIteration, TypeError, ValueError):
        return False
