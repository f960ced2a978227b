"""Positions to start a game from: read from a file, checked against the requested scenario and options, and written so
that they can be read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from game import catalog, files
from game.core.contract import BadPosition, State, System
from game.core.message import error_text, say
from game.match.hashing import hash_position, hash_state

MAX_POSITION_BYTES = 2**20
"""The maximum size of a position file in bytes. Chosen by hand."""


def check_agrees(position: Mapping[str, Any], scenario: str, options: Sequence[str]) -> None:
    """Check a position against the requested scenario and options. It may have more options, as those that its scenario
    sets, but not fewer.

    :raises BadPosition: if it is of another scenario or lacks an option.
    """
    if position.get("scenario", scenario) != scenario:
        raise BadPosition(say("the position is of scenario {position!r}, not of {scenario!r}",
                              position=position['scenario'], scenario=scenario))
    missing = set(options) - set(position.get("options", options))
    if missing:
        raise BadPosition(say("the position is played without {names}", names=', '.join(sorted(missing))))


def recordable_position(rules: System[State], state: State) -> dict[str, Any]:
    """The position of a game's first state in the form a record holds it; it has been read back for comparison.

    :raises BadPosition: if it could not be read back from a record.
    """
    position = rules.position(state)
    try:
        read_back = rules.from_position(msgspec.json.decode(msgspec.json.encode(position)))
    except BadPosition as error:
        raise BadPosition(say("no game can begin here, as its record could not be read back: {error}",
                              error=error_text(error))) from error
    if hash_state(rules, read_back) != hash_position(position):
        raise BadPosition(say("no game can begin here, as its record could not be read back: the position changes by "
                              "itself"))
    return position


def encode_position(rules: System[Any], position: Mapping[str, Any]) -> bytes:
    """The content of a position's file, with its system."""
    return msgspec.json.format(msgspec.json.encode({"system": rules.name, **position}), indent=1) + b"\n"


def read_json_file(path: Path) -> dict[str, Any]:
    """The content of a position file.

    :raises BadPosition: naming the file, if it holds no JSON object.
    """
    try:
        return msgspec.json.decode(files.read(path, MAX_POSITION_BYTES), type=dict[str, Any])
    except files.FileRefused as error:
        raise BadPosition(error_text(error)) from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadPosition(say("{path}: expected a JSON object: {error}", path=path, error=error_text(error))) from None


def read_position(
    rules: System[Any], path: Path, scenario: str | None = None, options: Sequence[str] = ()
) -> dict[str, Any]:
    """Read a position from a file in the format the referee's ``position`` prints, with its scenario and options.

    :param scenario: used if the file names none.
    :param options: used if the file names none.
    :raises BadPosition: naming the file and what was expected.
    """
    position = read_json_file(path)
    try:
        return complete_position(rules, position, scenario, options)
    except (BadPosition, catalog.UnusableName) as error:
        raise BadPosition(say("{path}: {error}", path=path, error=error_text(error))) from None


def complete_position(
    rules: System[Any], position: dict[str, Any], scenario: str | None = None, options: Sequence[str] = ()
) -> dict[str, Any]:
    """Complete a position with its scenario and options, and check that the rules accept it.

    :param scenario: used if it names none.
    :param options: used if it names none.
    :raises BadPosition: naming the key and what was expected.
    :raises game.catalog.UnknownName: for an unknown scenario or option.
    """
    _check_request(rules, position, scenario, options)
    scenario_name = position.get("scenario", scenario)
    position = {
        **{key: value for key, value in position.items() if key != "system"},
        "scenario": catalog.scenario(rules, scenario_name).name,
        "options": list(catalog.options(rules, position.get("options", options), position=True)),
    }
    rules.from_position(position)
    return position


def _check_request(rules: System[Any], position: dict[str, Any], scenario: str | None, options: Sequence[str]) -> None:
    """Check the types of a position's system, scenario and options, and that they agree with the request.

    :raises BadPosition: if they do not.
    :raises game.catalog.UnusableName: for an unknown or unusable option.
    """
    if position.get("system", rules.name) != rules.name:
        raise BadPosition(say("a position of {place!r}, not of {name}", place=position['system'], name=rules.name))
    own_scenario, own_options = position.get("scenario", scenario), position.get("options", list(options))
    if not isinstance(own_scenario, str | None):
        raise BadPosition(say("scenario: expected a name, not {named!r}", named=own_scenario))
    if not isinstance(own_options, list) or not all(isinstance(name, str) for name in own_options):
        raise BadPosition(say("options: expected a list of names, not {chosen!r}", chosen=own_options))
    if scenario is not None and own_scenario != scenario:
        raise BadPosition(say("its scenario is {named!r}, but {scenario!r} was requested", named=own_scenario,
                              scenario=scenario))
    if options and (catalog.options(rules, own_options, position=True)
                    != catalog.options(rules, options, position=True)):
        raise BadPosition(say("its options are {value}, but {names} was requested",
                              value=', '.join(own_options) or 'none', names=', '.join(options)))
