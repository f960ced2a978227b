"""The lists of a phase: commanders with their orders, combats announced, melees to be rolled."""

from __future__ import annotations

from functools import partial

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Slot
from game.core.message import say
from game.core.offer import Offer
from game.core.overview import EMPTY, LineAction, Overview, OverviewLine
from game.core.verdict import LEGAL
from game.rules.adua import deployment, forces, melee, order_list, previews, smallarms
from game.rules.adua.actions import ResolveCombat, RollMelee
from game.rules.adua.opening import AssigningGuns
from game.rules.adua.sides import ITALIANS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import COLOURS, SEAT, UNITS, name_of


def overview(state: AduaState) -> Overview:
    """What belongs to the phase at a glance."""
    if state.phase == AduaPhase.GUNS:
        return Overview(say("Machine guns"), tuple(_gunner(state, slot) for slot in deployment.gunners(state)))
    if state.phase == AduaPhase.ORDERS:
        return Overview(say("Orders"), tuple(order_list.lines(state)), order_list.signs(state))
    if state.phase == AduaPhase.MOVE:
        return Overview(say("Forces"), tuple(forces.lines(state)))
    if state.phase == AduaPhase.FIRE and state.shares:
        return Overview(say("Attacks"), tuple(_combat(state, target) for target in smallarms.targets(state)))
    if state.phase == AduaPhase.MELEE and state.melees:
        return Overview(say("Melees"), tuple(_melee(state, hex_) for hex_ in hexes_in(state.melees)))
    return EMPTY


def _gunner(state: AduaState, slot: Slot) -> OverviewLine:
    """A unit that may have a machine gun: a click gives it one, or takes it back (5.1)."""
    unit = UNITS[slot].id
    way = LineAction(AssigningGuns().offer(state, slot), "machine-gun", state.gun_of(slot) >= 0, say("Machine gun"))
    return OverviewLine(unit, name_of(slot), (unit,), (), COLOURS[UNITS[slot].brigade], ways=(way,),
                        value=order_list.numbers(state, slot))


def _combat(state: AduaState, target: Slot) -> OverviewLine:
    units = tuple(UNITS[share.unit].id for share in smallarms.attackers(state, target))
    shown = previews.of_combat(state, target)
    ways: tuple[LineAction, ...] = ()
    if state.resolving and state.top is None:
        unit = UNITS[target].id
        ways = (LineAction(Offer(LEGAL, ResolveCombat(unit), (unit,), words=say("Resolve"))),)
    return OverviewLine(UNITS[target].id, name_of(target), units, (UNITS[target].id,), word=say("dice"),
                        told=previews.chances(state, target, shown),
                        value=say("{attack} : {defence}", attack=shown.attack, defence=shown.defence),
                        ways=ways, arithmetic=partial(previews.of_combat, state, target))


def _melee(state: AduaState, hex_: Hex) -> OverviewLine:
    place = state.ground.hexes[hex_]
    there = state.there[hex_]
    done = bool(state.clashed >> hex_ & 1)
    ours, theirs = (sum(melee.value(state, slot) for slot in side) for side in melee.sides(state, hex_))
    ways = () if done or state.top is not None else (LineAction(Offer(LEGAL, RollMelee(place), words=say("Roll"))),)
    told = say("Hex {place}: Italian {ours} \N{MINUS SIGN} Abyssinian {theirs}", place=place, ours=ours, theirs=theirs)
    return OverviewLine(place, melee.told_sides(state, hex_), tuple(UNITS[s].id for s in there if SEAT[s] == ITALIANS),
                        tuple(UNITS[s].id for s in there if SEAT[s] != ITALIANS),
                        told=say("Hex {place}", place=place) if done else told,
                        value="" if done else melee.signed(melee.difference(state, hex_)),
                        progress="done" if done else "", word=say("done") if done else say("difference"), ways=ways,
                        arithmetic=partial(previews.of_melee, state, hex_))
