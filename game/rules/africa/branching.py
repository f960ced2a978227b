"""The ways a roll can go (6.1, 6.2, 7, 9), each number of heads that comes to the same counted as one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.core.branches import Branch, every_outcome, grouped
from game.core.chance import Die
from game.rules.africa import forecast
from game.rules.africa.coin_tables import FIRE_RESULTS, HIT, RALLIED, barrage_result, severity
from game.rules.africa.state import Barrage, Clash, Rally, Shot, State

CACHED = 1024
"""Rolls that are kept worked out, of each kind; a battle meets a few hundred."""


def branches(state: State) -> Sequence[Branch]:
    """The branches of the roll that is due; nothing where none is."""
    roll = forecast.due(state)
    if roll is None:
        return ()
    match state.frame:
        case Shot(hit=True):
            return _results(roll.dice)
        case Shot(factor=factor, unit=unit) if not forecast.rolls_factor(state, unit, factor):
            return _at_least(roll.dice, HIT)
        case Rally():
            return _at_least(roll.dice, RALLIED)
        case Barrage(unit=unit, area=area):
            return _barrage(roll.dice, state.setting.ground.ranges(state.at[unit])[area])
        case Clash() if len(roll.dice) == 2:
            return _clash(roll.dice)
    return every_outcome(roll.dice)


@lru_cache(maxsize=CACHED)
def _at_least(dice: tuple[Die, ...], needed: int) -> tuple[Branch, ...]:
    """Whether so many heads fall."""
    return tuple(grouped(dice, False, lambda _, __, heads: heads >= needed).values())


@lru_cache(maxsize=CACHED)
def _results(dice: tuple[Die, ...]) -> tuple[Branch, ...]:
    """What a hit does (6.1)."""
    return tuple(grouped(dice, "", lambda _, __, heads: FIRE_RESULTS[heads]).values())


@lru_cache(maxsize=CACHED)
def _barrage(dice: tuple[Die, ...], distance: int) -> tuple[Branch, ...]:
    """What a gun does to an area: its coins, then its die (9)."""

    def read(heads: int | str | None, _: Die, face: int) -> int | str | None:
        return face if heads is None else barrage_result(int(heads), face, distance)

    return tuple(grouped(dice, None, read).values())


@lru_cache(maxsize=CACHED)
def _clash(dice: tuple[Die, ...]) -> tuple[Branch, ...]:
    """Who wins a shock and how well: the attacker's coins, then the defender's (6.2)."""
    ours, theirs = dice
    start: tuple[int, ...] = ()

    def read(before: tuple[int, ...], _: Die, heads: int) -> tuple[int, ...]:
        if not before:
            return (heads,)
        if before[0] == heads:
            return (-1, 0)
        return (0, severity(ours.coins - before[0])) if before[0] > heads else (1, severity(theirs.coins - heads))

    return tuple(grouped(dice, start, read).values())
