"""What cannot stand together in a position (``position.read``)."""

from __future__ import annotations

from functools import reduce
from operator import or_

from game.core.indices import slots_in
from game.core.message import say
from game.core.position_checks import need, not_expected
from game.rules.adua import aiming, phases, smallarms, victory
from game.rules.adua.actions import REST
from game.rules.adua.sides import ABYSSINIANS, ITALIANS
from game.rules.adua.state import GONE, LEFT, STATUSES, WAITING, AduaPhase, AduaState
from game.rules.adua.units import COMBAT_UNITS, COMMANDERS, KIND, MULE_SLOTS, SEAT, SLOTS, UNITS

OF_ITALIANS = frozenset((AduaPhase.GUNS, AduaPhase.ORDERS, AduaPhase.CLEAN_UP))
OF_ABYSSINIANS = frozenset((AduaPhase.INITIATIVE, AduaPhase.MELEE))
"""Phases of one side alone, whoever's player turn it is."""
COMBATANTS = (1 << COMBAT_UNITS) - 1
ITALIAN_PIECES = sum(1 << slot for slot, seat in enumerate(SEAT) if seat == ITALIANS)
ITALIAN_COMBATANTS = COMBATANTS & ITALIAN_PIECES
CHIEF_SLOTS = sum(1 << slot for slot in COMMANDERS[ABYSSINIANS])
MULE_TRAINS = sum(1 << slot for slot in MULE_SLOTS)
"""Masks of slots."""


def check(state: AduaState) -> None:
    """:raises BadPosition: for what cannot stand together."""
    _check_places(state)
    need((state.phase == AduaPhase.OVER) == bool(state.ending), "ending",
         say("an ending exactly when the battle is over"))
    need(not state.ending or state.ending in (*victory.ENDINGS, victory.EXAMPLE), "ending",
         say("one of {names}", names=tuple(victory.ENDINGS)))
    need(state.phase not in OF_ITALIANS or state.seat == ITALIANS, "phasing", say("the Italians in this phase"))
    need(state.phase not in OF_ABYSSINIANS or state.seat == ABYSSINIANS, "phasing", say(
        "the Abyssinians in this phase"))
    need(state.phase not in (AduaPhase.SETUP, AduaPhase.GUNS) or state.turn == 1, "turn", say("1 before the battle"))
    for one in state.orders:
        need(one.giver in COMMANDERS[ITALIANS] and SEAT[one.target] == ITALIANS, "orders", say(
            "Italian commanders and whom they command"))
    for unit, target in state.declared:
        need(max(unit, target) < COMBAT_UNITS and SEAT[unit] == state.seat != SEAT[target], "declared", say(
            "units of the side that moves against enemies"))
    for share in state.shares:
        need(state.phase == AduaPhase.FIRE and max(share.unit, share.target) < COMBAT_UNITS, "attacks", say(
            "combat units in the small-arms phase"))
        need(SEAT[share.unit] == state.seat != SEAT[share.target], "attacks", say("attackers of the phasing side"))
        need(state.alive(share.unit) and state.alive(share.target), "attacks", say("units on the map"))
        need(smallarms.refused_attacker(state, share.unit)
             and aiming.in_reach(state, share.unit) >> state.at[share.target] & 1, "attacks",
             say("attacks that can be made"))
        need(not state.resolving or share.dice != REST, "attacks", say("numbers of dice once they are resolved"))
    need(not state.resolving or state.phase == AduaPhase.FIRE, "resolving", say("the small-arms phase"))
    for share in state.fought:
        need(max(share.unit, share.target) < COMBAT_UNITS and SEAT[share.unit] == state.seat != SEAT[share.target]
             and state.phase in (AduaPhase.FIRE, AduaPhase.CHARGE) and share.dice != REST, "resolved", say(
                 "attacks of this phase with dice"))
    if not state.resolving:
        for slot in dict.fromkeys(share.unit for share in state.shares):
            rests = [share for share in state.shares if share.unit == slot and share.dice == REST]
            need(len(rests) == 1, "attacks", say("one share of each unit without a number"))
    pairs = [(share.unit, share.target) for share in state.shares]
    need(len(set(pairs)) == len(pairs), "attacks", say("each target once"))
    need(not state.frames or state.phase not in (AduaPhase.SETUP, AduaPhase.GUNS, AduaPhase.ORDERS, AduaPhase.OVER),
         "under-way", say("nothing in this phase"))
    for frame in state.frames:
        for holds, expected in frame.holds(state):
            need(holds, "under-way", expected)
    _check_still(state)


def _check_places(state: AduaState) -> None:
    ground = state.ground
    unsettled = {frame.place for frame in state.frames if frame.unsettled}
    for place, there in state.there.items():
        if len(there) > 1 and not state.melees >> place & 1 and place not in unsettled:
            raise not_expected(ground.hexes[place], say("one unit in a hex where no melee is on"))
    mixed, on_map, barred, aside = 0, 0, 0, {GONE: 0, WAITING: 0, LEFT: 0}
    for slot, place in zip(SLOTS, state.at, strict=True):
        if place < 0:
            aside[place] |= 1 << slot
            continue
        on_map |= 1 << slot
        barred |= (ground.barred[KIND[slot]] >> place & 1) << slot
        mixed |= (state.melees >> place & 1) << slot
    marked: dict[str, int] = {status: getattr(state, status) for status in STATUSES}

    def with_any(*names: str) -> int:
        return reduce(or_, (marked[name] for name in names))

    for wrong, expected in (
        ((state.engaged ^ mixed) & on_map & COMBATANTS, say("engaged exactly where enemies share the hex")),
        (barred, say("ground that is open to it")),
        (with_any("disorganized", "low", "entrenched", "engaged", "entered") & ~on_map, say(
            "nothing of who is not on the map")),
        (with_any("disorganized", "low", "entrenched") & ~ITALIAN_COMBATANTS, say("an Italian unit")),
        (with_any("engaged", "entered", "repulsed", "shot") & ~COMBATANTS, say("a unit")),
        (marked["tried"] & ~CHIEF_SLOTS, say("an Abyssinian commander")),
        (marked["entrenched"] & marked["engaged"], say("nobody entrenched in melee")),
        (aside[WAITING] & MULE_TRAINS, say("mules on the map")),
        (aside[WAITING] & ITALIAN_PIECES, say("Abyssinians who come later")),
        (aside[LEFT] & ~ITALIAN_COMBATANTS, say("an Italian unit that leaves")),
    ):
        for slot in slots_in(wrong):
            raise not_expected(UNITS[slot].id, expected)
    for slot, _ in state.origins:
        need(slot < COMBAT_UNITS and (state.engaged >> slot & 1 or bool(unsettled)), "origin", say("units in melee"))


def _check_still(state: AduaState) -> None:
    """Whether somebody must decide or a die is due, so that nothing would follow by itself."""
    if state.phase == AduaPhase.OVER:
        return
    after, _ = phases.proceed(state)
    need(after == state, "phase", say("a position in which somebody decides or dice are due"))
