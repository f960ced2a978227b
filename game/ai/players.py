"""Computer players made by name; the levels that can play a system, and their time limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from game.ai.base_players import RandomPlayer, Recruit, ScriptedPlayer
from game.ai.choice import Clock, Opponent, PlayerMemory
from game.ai.planner import Planner
from game.ai.regular import Regular
from game.core.contract import System
from game.core.evaluator import Evaluator, Script, never
from game.core.message import MessageError, say
from game.levels import LEVELS, LevelInfo, computer_player, computer_players

SCRIPT_PREFIX = "script:"
"""The prefix of the names of players that follow a script, e.g. ``script:hold-the-ridge``."""
PLAYER_CLASSES: Mapping[str, type[Recruit] | type[Planner]] = {"recruit": Recruit, "regular": Regular}
"""Level -> the class that plays it; ``Planner`` plays the other levels, except ``random``."""


class CannotPlay(MessageError, ValueError):
    """A player cannot be created: the level cannot play the system, or the system has no such seat. The message says
    why."""


def levels_for(rules: System[Any]) -> Mapping[str, LevelInfo]:
    """The levels that can play a system, the weakest first; only ``random`` if the system has no evaluator."""
    has_evaluator = rules.evaluator() is not None
    return {name: info for name, info in LEVELS.items() if has_evaluator or name == "random"}


def players_for(rules: System[Any]) -> tuple[str, ...]:
    """The names of the computer players that can play a system, including those with a personality."""
    levels = levels_for(rules)
    return tuple(name for name, player in computer_players().items() if player.level.name in levels)


def usual_level(rules: System[Any]) -> str:
    """The strongest level that plays a system within the usual time (patience at most 1)."""
    return [name for name, info in levels_for(rules).items() if info.patience <= 1][-1]


def limit_for(name: str, rules: System[Any]) -> float:
    """The seconds a computer player may think about a player turn of a system against people; the usual time for a
    script or an unknown name."""
    player = computer_player(name)
    return rules.traits.turn_seconds * (player.level.patience if player is not None else 1.0)


def make(
    name: str, rules: System[Any], seat: str, seed: int, *, clock: Clock = monotonic,
    memory: PlayerMemory | None = None, hurry: Callable[[], bool] = never, evaluator: Evaluator[Any] | None = None,
    scenario: str = "",
) -> Opponent:
    """Create a computer player for a seat.

    :param name: a level, one with a personality such as ``veteran:bold``, or a script of the seat in the form
        ``script:NAME``.
    :param seed: the seed of the player's own random numbers; the same seed, seat and position give the same choice
        (``random``: the same choices in the same order).
    :param clock: the clock for its time limits.
    :param memory: the memory of a former player of the seat, whose plan this one continues.
    :param hurry: called often while the player thinks; once it returns true, the player answers with the best found.
    :param evaluator: the evaluator, by default a new one of the rules; its seed and personality become the player's.
    :param scenario: the scenario of the game; only scripts depend on it.
    :raises CannotPlay: for a name or script that does not exist or cannot play the system, or a seat that the system
        does not have.
    """
    memory = memory if memory is not None else PlayerMemory()
    if seat not in rules.seats:
        raise CannotPlay(say("{name} has no seat {seat!r}; its seats: {names}", name=rules.name, seat=seat,
                             names=', '.join(rules.seats)))
    if name.startswith(SCRIPT_PREFIX):
        script = script_of(rules, scenario, seat, name, evaluator)
        return ScriptedPlayer(rules, seat, seed, clock, memory, hurry, script=script)
    player = computer_player(name)
    if player is None:
        raise CannotPlay(say("there is no player {level!r}; available: {names}", level=name,
                             names=', '.join(computer_players())))
    if name == "random":
        return RandomPlayer(rules, seat, seed, clock, memory, hurry)
    evaluator = evaluator or rules.evaluator()
    if evaluator is None:
        raise CannotPlay(say("{level} cannot play {name}, which has no evaluator",
                             level=name, name=rules.name))
    evaluator.seed, evaluator.personality = seed, player.personality
    player_class = PLAYER_CLASSES.get(player.level.name, Planner)
    return player_class(rules, seat, seed, clock, memory, hurry, evaluator=evaluator)


def script_of(
    rules: System[Any], scenario: str, seat: str, name: str, evaluator: Evaluator[Any] | None = None
) -> Script:
    """The script of a seat for a player name such as ``script:hold-the-ridge``.

    :param evaluator: the evaluator whose scripts are searched, by default a new one of the rules.
    :raises CannotPlay: if there is no such script; the message lists the available ones.
    """
    evaluator = evaluator or rules.evaluator()
    available = evaluator.scripts(scenario, seat) if evaluator is not None else ()
    scripts = {SCRIPT_PREFIX + script.name: script for script in available}
    if name not in scripts:
        raise CannotPlay(say("{name} has no script {script!r} for {seat}; available: {names}", name=rules.name,
                             script=name, seat=seat, names=", ".join(scripts) or say("none")))
    return scripts[name]
