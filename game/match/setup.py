"""A set-up of its own: held against the scenario and options asked for, and written so that it can be read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from game.core.contract import BadPosition, State, System
from game.core.message import say, told
from game.match.hashing import hash_position, hash_state


def agree(position: Mapping[str, Any], scenario: str, options: Sequence[str]) -> None:
    """A position may have more options in force than were asked for, where its scenario brings them; never fewer.

    :raises BadPosition: where it is of another scenario or lacks an option.
    """
    if position.get("scenario", scenario) != scenario:
        raise BadPosition(say("the position is of scenario {position!r}, not of {scenario!r}",
                              position=position['scenario'], scenario=scenario))
    missing = set(options) - set(position.get("options", options))
    if missing:
        raise BadPosition(say("the position is played without {names}", names=', '.join(sorted(missing))))


def written(rules: System[State], state: State) -> dict[str, Any]:
    """The position of a game's first state as its record holds it; it has been read back and is the same.

    :raises BadPosition: where a record with it could not be read again.
    """
    position = rules.position(state)
    try:
        again = rules.from_position(msgspec.json.decode(msgspec.json.encode(position)))
    except BadPosition as error:
        raise BadPosition(say("no game can begin here, as its record could not be read again: {error}",
                              error=told(error))) from error
    if hash_state(rules, again) != hash_position(position):
        raise BadPosition(say("no game can begin here, as its record could not be read again: the position changes by "
                              "itself"))
    return position
