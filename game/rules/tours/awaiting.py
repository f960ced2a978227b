"""What awaits a unit where it would go: arrows in reaction, attacks it could make, the shots from there (7.2, 8.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from game.board.hexgrid import Hex, hexes_in
from game.core.awaited import Awaited
from game.core.chance import per_cent
from game.core.indices import Slot
from game.core.message import say, several
from game.rules.tours import fire, movement, shock_odds
from game.rules.tours.shock import able
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import ARCHER, COMBAT_UNITS, FOE, KIND, LEADERS, SEAT, name_of, rule


def awaits(state: ToursState, slot: Slot, place: Hex) -> Iterator[Awaited]:
    """What awaits a unit that goes to a hex, in the order in which it comes."""
    ground = state.ground
    if slot in LEADERS and state.phase == ToursPhase.LEADERS and SEAT[slot] == state.seat:
        alone = not state.held[SEAT[slot]] >> place & 1
        if alone and movement.reacting(state.put(slot, place), slot):
            yield Awaited(say("No reaction fire at a leader alone"), rule("7.2", 25))
    if state.phase != ToursPhase.ACTION or slot >= COMBAT_UNITS or SEAT[slot] != state.seat:
        return
    if state.held[0] >> place & 1 or state.held[1] >> place & 1:
        return
    found = movement.reachable(state, slot)
    if place not in found.points:
        return
    there = state.put(slot, place)
    yield from _arrows(state, slot, movement.path_to(ground, found, place))
    if KIND[slot] == ARCHER and not state.fired >> slot & 1:
        ready = fire.ridden(state, slot, place, found)
        left = 0 if state.controlled(SEAT[slot]) >> place & 1 else movement.points_left(ready, slot) - fire.COST
        if (found_best := fire.best_target(ready, slot)) is not None:
            best, chance = found_best
            shown = fire.preview(ready, slot, best)
            told = several("From here {chance} at {unit}, {count} movement point left to ride on",
                           "From here {chance} at {unit}, {count} movement points left to ride on",
                           left, chance=per_cent(chance), unit=name_of(best))
            yield Awaited(say("Best shot: {unit}", unit=name_of(best)), rule("7.1"), told, shown)
    elif able(state, slot):
        near = [state.where[hex_] for hex_ in hexes_in(ground.adjacent[place] & state.held[FOE[SEAT[slot]]])]
        for target in near[:2]:
            yield Awaited(say("Attack on {unit}, alone", unit=name_of(target)), rule("8.0"),
                          preview=shock_odds.preview(there, (slot,), (target,)))


def _arrows(state: ToursState, slot: Slot, path: Sequence[str]) -> Iterator[Awaited]:
    """Every shot in reaction on a way, hex by hex (7.2); the first one says what all come to."""
    found = []
    for place in path:
        there = state.put(slot, state.ground.index[place])
        for archer in movement.reacting(there, slot):
            found.append((archer, place, fire.preview(there, archer, slot, True), fire.hit(there, archer, slot, True)))
    harmless = prod((1 - chance for *_, chance in found), start=Fraction(1))
    told = several("In all {count} shot in reaction, {chance} that it hits",
                   "In all {count} shots in reaction, {chance} that one at least hits", len(found),
                   chance=per_cent(1 - harmless))
    for number, (archer, place, shown, chance) in enumerate(found):
        yield Awaited(say("Reaction fire of {unit} in {place}", unit=name_of(archer), place=place), rule("7.2"),
                      "" if number else told, shown, place, "bow", chance)
