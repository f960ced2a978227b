"""What awaits a unit where it would go: arrows in reaction, attacks it could make, the shots from there (7.2, 8.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.core.awaited import Awaited
from game.core.message import say
from game.rules.tours import fire, movement, shock_odds
from game.rules.tours.ground import Ground
from game.rules.tours.shock import able
from game.rules.tours.state import ACTION, Moving, Shot, State
from game.rules.tours.units import ARCHER, COMBAT_UNITS, KIND, SEAT, bits, name_of, rule


def awaits(ground: Ground, state: State, slot: int, place: int) -> Iterator[Awaited]:
    """What awaits a unit that goes to a hex, in the order in which it comes."""
    if state.phase != ACTION or slot >= COMBAT_UNITS or SEAT[slot] != state.seat:
        return
    if state.held[0] >> place & 1 or state.held[1] >> place & 1:
        return
    found = movement.ways(ground, state, slot, movement.points_left(state, slot))
    if place not in found:
        return
    there = state.put(slot, place)
    for archer in movement.reacting(ground, there, slot):
        yield Awaited(say("Reaction fire of {unit}", unit=name_of(archer)), rule("7.2"),
                      preview=fire.preview(ground, there, Shot(archer, slot, True)))
    if KIND[slot] == ARCHER and not state.fired >> slot & 1:
        left = movement.points_left(state, slot) - found[place][0]
        ready = replace(there, moving=Moving(slot, left))
        targets = fire.targets(ground, ready, slot)
        if targets:
            best = max(targets, key=lambda target: _hits(ground, ready, slot, target))
            yield Awaited(say("Shot at {unit}", unit=name_of(best)), rule("7.1"),
                          preview=fire.preview(ground, ready, Shot(slot, best, False)))
    elif able(state, slot):
        near = [state.where[hex_] for hex_ in bits(ground.adjacent[place] & state.held[1 - SEAT[slot]])]
        for target in near[:2]:
            yield Awaited(say("Attack on {unit}, alone", unit=name_of(target)), rule("8.0"),
                          preview=shock_odds.preview(ground, there, (slot,), (target,)))


def _hits(ground: Ground, state: State, slot: int, target: int) -> float:
    shown = fire.preview(ground, state, Shot(slot, target, False))
    return float(sum(one.chance for one in shown.outcomes if one.result != "-"))
