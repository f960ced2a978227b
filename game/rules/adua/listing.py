"""Every legal action of the seat to act; where there are too many, a sample: units first, then what each can do."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.action import Action
from game.rules.adua import (
    aiming,
    commands,
    deployment,
    harm,
    initiative,
    melee,
    movement,
    retreats,
    sharing_out,
    smallarms,
)
from game.rules.adua.actions import BEGIN, END, Against, AtPlace, Clash, Distribute, Single
from game.rules.adua.ground import Ground
from game.rules.adua.state import (
    FIRE,
    MOVE,
    SETUP,
    Bringing,
    Damage,
    Loss,
    Retreats,
    State,
    Staying,
)
from game.rules.adua.units import ABYSSINIANS, COMBAT_UNITS, COMMANDERS, ITALIANS, SEAT, UNITS, bits

SAMPLED = 3
"""Pieces whose moves are listed at a time."""


def candidates(ground: Ground, state: State) -> Iterator[Action]:
    """What may be done now."""
    if state.top is not None:
        yield from answers(ground, state)
        return
    match state.phase:
        case "set-up" | "machine-guns":
            yield from deployment.candidates(ground, state)
        case "orders":
            for giver in COMMANDERS[ITALIANS]:
                yield from commands.possible(ground, state, giver)
            for order in state.orders:
                yield Single("cancel", UNITS[order.target].id)
            yield END
        case "move":
            yield END
            for slot in sample(state):
                yield from of_unit(ground, state, slot)
        case "fire":
            yield from _fire(ground, state)
        case "charge":
            for slot, targets in melee.chargers(ground, state).items():
                for target in targets:
                    yield Against("charge", UNITS[slot].id, UNITS[target].id)
            if not melee.bound(ground, state):
                yield END
        case "initiative":
            for slot in initiative.willing(ground, state):
                yield Single("initiative", UNITS[slot].id)
            yield END
        case "melee":
            for hex_ in bits(state.melees & ~state.clashed):
                yield Clash(ground.hexes[hex_])


def movable(state: State) -> list[int]:
    """Pieces that may move or leave a melee now."""
    fresh = ~(state.moved & ~state.engaged)
    return [slot for slot in range(len(state.at)) if SEAT[slot] == state.seat and fresh >> slot & 1 and (
        movement.may_move(state, slot) is None or (
            SEAT[slot] == ABYSSINIANS and slot < COMBAT_UNITS and state.engaged >> slot & 1))]


def sample(state: State) -> list[int]:
    """A few pieces of those that may move, the same ones in the same state."""
    found = movable(state)
    if len(found) <= SAMPLED:
        return found
    lot = (state.moved * 2654435761 + state.turn * 97 + sum(state.at[:COMBAT_UNITS])) % 1000003
    return [found[(lot + n * (len(found) // SAMPLED)) % len(found)] for n in range(SAMPLED)]


def actions_of(ground: Ground, state: State, slot: int) -> tuple[Action, ...]:
    """Everything a piece can do in a set-up or movement phase; of an enemy every attack on it that can be declared."""
    if SEAT[slot] != state.seat:
        return tuple(declared for one in movable(state) for declared in declarable(ground, state, one)
                     if declared.target == UNITS[slot].id) if state.phase == MOVE else ()
    return tuple(of_unit(ground, state, slot) if state.phase == MOVE else deployment.places(ground, state, slot))


def of_unit(ground: Ground, state: State, slot: int) -> Iterator[Action]:
    """What a piece can do in a movement phase."""
    unit = UNITS[slot].id
    if slot < COMBAT_UNITS and state.engaged >> slot & 1:
        if SEAT[slot] == ABYSSINIANS:
            for hex_ in retreats.refuges(ground, state, slot):
                yield AtPlace("disengage", unit, ground.hexes[hex_])
        return
    yield from movement.moves(ground, state, slot)
    yield from declarable(ground, state, slot)


def declarable(ground: Ground, state: State, slot: int) -> Iterator[Against]:
    """The attacks that a piece which may move can declare."""
    if slot < COMBAT_UNITS and not any(one == slot for one, _ in state.declared) and state.at[slot] >= 0:
        for hex_ in bits(aiming.in_reach(ground, state, slot)):
            for target in state.there[hex_]:
                action = Against("declare", UNITS[slot].id, UNITS[target].id)
                if aiming.check_declare(ground, state, action):
                    yield action


def _fire(ground: Ground, state: State) -> Iterator[Action]:
    """What leads on comes last: who must attack, then the end of announcing."""
    if state.resolving:
        for target in smallarms.targets(state):
            yield Single("resolve", UNITS[target].id)
        return
    owing = smallarms.owing(ground, state)
    for slot in dict.fromkeys(share.unit for share in state.shares):
        yield Single("withdraw", UNITS[slot].id)
    for slot in (*(one for one in smallarms.able(ground, state) if one not in owing), *owing):
        for attack in sharing_out.whole_attacks(ground, state, slot):
            if smallarms.check(ground, state, attack):
                yield attack
    if not owing:
        yield BEGIN if state.shares else END


def answers(ground: Ground, state: State) -> Iterator[Action]:
    """What may be done about what is under way."""
    match state.top:
        case Damage(points, units):
            yield from ways_to_share(points, tuple((slot, harm.bears(state, slot)) for slot in units))
        case Bringing():
            yield from initiative.support_moves(ground, state)
            yield END
        case Loss(place, seat):
            for slot in melee.sides(state, place)[seat]:
                yield Single("lose", UNITS[slot].id)
        case Staying(place):
            for slot in state.there[place]:
                yield Single("stay", UNITS[slot].id)
        case Retreats(_, units):
            for slot in units:
                for hex_ in retreats.refuges(ground, state, slot):
                    yield AtPlace("retreat", UNITS[slot].id, ground.hexes[hex_])


def ways_to_share(points: int, units: tuple[tuple[int, int], ...]) -> Iterator[Distribute]:
    """Every way to distribute points of damage among units, each with as many as it can bear (10.1)."""
    found: list[list[int]] = [[]]
    for n, (_, most) in enumerate(units):
        rest = sum(bearable for _, bearable in units[n + 1:])
        found = [[*way, here] for way in found for here in range(most + 1) if 0 <= points - sum(way) - here <= rest]
    for way in found:
        yield Distribute(tuple((UNITS[slot].id, here) for (slot, _), here in zip(units, way, strict=True) if here))


def lists_all(state: State) -> bool:
    """Whether every legal action is listed."""
    return state.top is not None or state.phase not in (SETUP, MOVE, FIRE) or (state.phase == FIRE and state.resolving)

