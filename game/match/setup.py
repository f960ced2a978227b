"""A set-up of its own, held against the scenario and options that were asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.contract import BadPosition
from game.core.message import say


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
