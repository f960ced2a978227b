"""Puzzles: positions with a known answer, as tests for computer players.

A system keeps them in ``ai/puzzles``, one JSON file each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from game import catalog, systems
from game.core.action import Action, BadNotation
from game.core.capability import capability, seen_by
from game.core.contract import BadPosition, System
from game.core.field_types import Between
from game.core.fields import Fields
from game.core.message import error_text, joined, say
from game.core.pose import Spot
from game.core.position_checks import among, need
from game.core.presenter import OffMapBoxes
from game.core.verdict import Illegal
from game.match.setup import complete_position, read_json_file
from game.selfplay.simulate import make_players

FORMAT = 1
"""The version of the file format."""


class PuzzleFile(NamedTuple):
    """The content of a puzzle file without its position."""

    format: Annotated[int, Between(FORMAT, FORMAT)]
    title: str
    seat: str
    """The seat to act."""
    provenance: str
    """The source of the answer, e.g. ``measured: 23 of 24 games against 15 of 24``."""
    first: tuple[str, ...] = ()
    """The notations of the right first actions."""
    after: tuple[Mapping[str, str | None], ...] = ()
    """Tables of conditions, of which one must hold at the end of the player turn, or when a roll is pending. The keys
    of a table are places and units. A place has the seat that must have a unit there, or null if it must be empty; a
    unit has its place, or null if it must be off the map. On a table without a grid a unit's place may be given by its
    distance (``DistanceFrom``)."""


class DistanceFrom(NamedTuple):
    """A condition on the distance of a unit from another unit, or from a point, on a table without a grid:
    e.g. ``<= 600 from blue-sh1`` or ``> 3000 from 9000,8000``."""

    is_maximum: bool
    """Whether the distance is a maximum (``<=``); else the unit must be farther away (``>``)."""
    distance: int
    """The distance in thousandths of a base width, between the middles of front edges (``game.core.pose``)."""
    other: str
    """The other unit, or the point."""

    def holds(self, places: Mapping[str, str | None], unit: str) -> bool:
        """Whether the condition holds for a unit; false for a unit that is not on the table."""
        # A name that is no unit on the table may be a point.
        spot, other = [_spot_of(places.get(name) or name) for name in (unit, self.other)]
        if spot is None or other is None:
            return False
        return (hypot(spot[0] - other[0], spot[1] - other[1]) <= self.distance) == self.is_maximum


def read_distance(text: str) -> DistanceFrom | None:
    """The distance condition that a text states; None if it states none."""
    match = re.fullmatch(r"(<=|>) (\d{1,6}) from (\S+)", text, re.ASCII)
    return DistanceFrom(match[1] == "<=", int(match[2]), match[3]) if match is not None else None


def _spot_of(text: str) -> Spot | None:
    """The point in the text of a pose (``x,y,angle``) or of a point (``x,y``); None for any other text."""
    match = re.fullmatch(r"(\d{1,6}),(\d{1,6})(,\d{1,5})?", text, re.ASCII)
    return (int(match[1]), int(match[2])) if match is not None else None


@dataclass(frozen=True)
class Puzzle:
    """A position with a known answer."""

    path: Path
    scenario: str
    position: Mapping[str, Any]
    seat: str
    title: str
    first: tuple[Action, ...]
    """The actions that are right as the first action; empty means any."""
    after: tuple[Mapping[str, str | None], ...]
    """Tables of conditions, of which one must hold at the end (``PuzzleFile.after``); empty means no condition."""

    @property
    def name(self) -> str:
        """The name of its file without the extension."""
        return self.path.stem


class Attempt(NamedTuple):
    """A player's attempt at a puzzle."""

    name: str
    title: str
    solved: bool
    line: tuple[str, ...]
    """The notations of the actions played."""


def folder(system: str) -> Path:
    """The folder of a system's puzzles."""
    return systems.folder(system) / "ai" / "puzzles"


def paths(system: str) -> list[Path]:
    """The paths of a system's puzzles, sorted by name."""
    return sorted(folder(system).glob("*.json"))


def read(rules: System[Any], path: Path) -> Puzzle:
    """Read a puzzle.

    :raises BadPosition: for an invalid file; names the file, the place in it and what was expected.
    """
    data = read_json_file(path)
    try:
        need("position" in data, "puzzle", say("the key {key!r}", key="position"))
        position = data.pop("position")
        need(isinstance(position, dict), "position", say("a table"))
        file: PuzzleFile = Fields().read(PuzzleFile, data, "puzzle")
        need(file.first or file.after, "puzzle", say("the key 'first' or the key 'after'"))
        position = complete_position(rules, position)
        state = rules.from_position(position)
        among(file.seat, rules.seats, "seat")
        need(rules.to_act(state) == file.seat, "seat", say("the seat to act, {seat}", seat=rules.to_act(state) or ""))
        first = tuple(_legal_action(rules, state, text, f"first/{n}") for n, text in enumerate(file.first))
        for n, conditions in enumerate(file.after):
            _check_conditions(rules, state, conditions, f"after/{n}")
    except (BadPosition, catalog.UnusableName) as error:
        raise BadPosition(say("{path}: {error}", path=path, error=error_text(error))) from None
    return Puzzle(path, position["scenario"], position, file.seat, file.title, first, file.after)


def read_all(rules: System[Any]) -> list[Puzzle]:
    """All puzzles of a system.

    :raises BadPosition: for the first invalid file.
    """
    return [read(rules, path) for path in paths(rules.name)]


def _legal_action(rules: System[Any], state: Any, text: str, where: str) -> Action:
    """The action that a text notates.

    :param where: the place of the text in the file, for errors.
    :raises BadPosition: if it is no action, or not legal.
    """
    try:
        action = rules.parse(text)
    except BadNotation as error:
        raise BadPosition(say("{where}: {error}", where=where, error=error_text(error))) from None
    verdict = rules.check(state, action)
    if isinstance(verdict, Illegal):
        why = joined([reason.text for reason in verdict.reasons], "; ")
        raise BadPosition(say("{where}: {text!r} is not legal: {why}", where=where, text=text, why=why))
    return action


def _check_conditions(rules: System[Any], state: Any, conditions: Mapping[str, str | None], where: str) -> None:
    """Check that a table of conditions names only places, units and seats that exist.

    :raises BadPosition: if it does not, or is empty.
    """
    need(conditions, where, say("a place or a unit"))
    boxes = capability(rules, OffMapBoxes).boxes(state)
    places = (*rules.board(state).places, *(box.name for box in boxes))
    units = tuple(counter.unit for counter in rules.counters(state))
    for name, value in conditions.items():
        if name not in units:
            among(name, (*places, *units), where)
        distance = read_distance(value) if value is not None and name in units else None
        if distance is not None:
            need(distance.other in units or _spot_of(distance.other) is not None, f"{where}/{name}",
                 say("a unit or a point"))
            need(_spot_of(_places(rules, state)[name] or "") is not None, f"{where}/{name}", say("a unit on a table"))
        elif value is not None:
            among(value, places if name in units else rules.seats, f"{where}/{name}")


def attempt(rules: System[Any], puzzle: Puzzle, player: str, seed: int, budget: float = 1.0) -> Attempt:
    """Let a player try a puzzle: it plays until its player turn is over, a roll is pending or the other side must act.

    :param player: a computer level, or a script of the puzzle's seat.
    :param seed: the seed of the player.
    :param budget: the share of its usual work that it does.
    """
    seat, state = puzzle.seat, rules.from_position(puzzle.position)
    solver = make_players(rules, puzzle.scenario, {seat: player}, seed, budget)[seat]
    turn, line = _player_turn_key(rules, state, seat), list[Action]()
    while rules.to_act(state) == seat and _player_turn_key(rules, state, seat) == turn:
        line.append(solver.choose(seen_by(rules, state, seat)).action)
        state = rules.apply(state, line[-1])[0]
    solved = is_solved(rules, puzzle, line[0], state)
    return Attempt(puzzle.name, puzzle.title, solved, tuple(action.notation for action in line))


def is_solved(rules: System[Any], puzzle: Puzzle, first: Action, after: Any) -> bool:
    """Whether a first action and the final state solve a puzzle."""
    if puzzle.first and first not in puzzle.first:
        return False
    return not puzzle.after or any(_holds(rules, conditions, after) for conditions in puzzle.after)


def _holds(rules: System[Any], conditions: Mapping[str, str | None], state: Any) -> bool:
    """Whether all conditions of a table hold in a state."""
    counters, places = rules.counters(state), _places(rules, state)
    for name, required in conditions.items():
        if name in places:
            distance = read_distance(required) if required is not None else None
            holds = distance.holds(places, name) if distance is not None else places[name] == required
            if not holds:
                return False
        else:
            seats = {counter.seat for counter in counters if counter.place == name}
            if seats != (set() if required is None else {required}):
                return False
    return True


def _places(rules: System[Any], state: Any) -> dict[str, str | None]:
    """Unit -> its place; None for a unit without a place."""
    return {counter.unit: counter.place for counter in rules.counters(state)}


def _player_turn_key(rules: System[Any], state: Any, seat: str) -> tuple[int, bool]:
    """A value that changes when the player turn does: the turn number, and whether the phase is the seat's own or
    shared."""
    prompt = rules.prompt(state)
    return prompt.turn, prompt.phase_key[0] in ("", seat)
