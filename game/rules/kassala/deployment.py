"""Set-up: the printed one (II.A) and free deployment (IV.B)."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.message import Message, say, several
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.kassala.actions import EndSetup, Place
from game.rules.kassala.sequence import SETUP
from game.rules.kassala.state import WAITING, State
from game.rules.kassala.terrain import TOWN_NAMES
from game.rules.kassala.units import (
    CANNONS,
    CAVALRY,
    CHRISTIAN,
    MOSLEM,
    ROSTER,
    SIDE,
    SIDES,
    SLOT,
    mask_of,
    rule,
    slots,
    titles,
)

ZONE = {MOSLEM: "north", CHRISTIAN: "south"}
GUN_LIMIT = 3
"""Cannon to a hex (IV.A.2)."""


def waiting(state: State) -> int:
    """Units of the deploying seat that are not yet placed."""
    return sum(1 << i for i in slots(SIDE[state.now.seat]) if state.at[i] == WAITING)


def check_place(state: State, action: Place) -> Verdict:
    """Whether a unit may be set up in a hex (IV.B, rulings 9 and 10)."""
    slot = SLOT[action.unit]
    unit = ROSTER[slot]
    now = state.now
    if now.phase != SETUP:
        return Illegal((Reason(rule("II.A.1"), say("Units are set up before the first turn only")),))
    if unit.seat != now.seat:
        return Illegal((Reason(now.rule, say("{unit} is not the {side} player's to place", unit=unit.title,
                                             side=SIDES[now.seat]),
                               {"unit": unit.id}),))
    if state.at[slot] != WAITING:
        text = (say("{unit} is placed already", unit=unit.title) if state.at[slot] >= 0
                else say("{unit} takes no part in this game", unit=unit.title))
        return Illegal((Reason(now.rule, text, {"unit": unit.id}),))
    ground = state.setting.ground
    if action.place not in ground.index:
        return Illegal((Reason(rule("II.D.15"), say("There is no hex {place} on this map", place=action.place),
                               {"place": action.place}),))
    end = ground.index[action.place]
    if not ground.zone[ZONE[now.seat]] >> end & 1:
        outside = (say("{place} is not north of the dotted line", place=action.place) if now.seat == MOSLEM
                   else say("{place} is not south of the dotted line", place=action.place))
        return Illegal((Reason(now.rule, outside, {"place": action.place, "zone": ZONE[now.seat]}),))
    if unit.arm == CAVALRY and end in ground.town:
        return Illegal((Reason(rule("II.D.12", 10), say("Cavalry may never be in {town}",
                                                        town=TOWN_NAMES[ground.town[end]]),
                               {"place": action.place}),))
    crowd = crowding(state, slot, end)
    return LEGAL if crowd is None else Illegal((crowd,))


def crowding(state: State, slot: int, end: int) -> Reason | None:
    """Why a unit may not share a hex with those in it, or None (II.D.9, IV.A.2, ruling 9)."""
    unit = ROSTER[slot]
    there = state.units_in(1 << end) & ~(1 << slot)
    values = {"place": state.setting.ground.ids[end], "units": [ROSTER[i].id for i in slots(there)]}
    if not there:
        return None
    name = state.setting.ground.ids[end]
    if there & ~SIDE[unit.seat]:
        return Reason(rule("II.D.9"), several("{units} holds {place}", "{units} hold {place}", there.bit_count(),
                                               units=titles(there), place=name), values)
    same = there & CANNONS if unit.bit & CANNONS else there & ~CANNONS
    if state.setting.cannon:
        if len(slots(same)) < (GUN_LIMIT if unit.bit & CANNONS else 1):
            return None
        return Reason(rule("IV.A.2"), several(
            "{units} is in {place}; a hex holds three cannon and one other unit",
            "{units} are in {place}; a hex holds three cannon and one other unit", same.bit_count(),
            units=titles(same), place=name,
        ), values)
    if unit.seat == MOSLEM and unit.bit & CANNONS and there == same:
        return None
    return Reason(rule("II.D.9", 9), several(
        "{units} is in {place}; no two units share a hex", "{units} are in {place}; no two units share a hex",
        there.bit_count(), units=titles(there), place=name,
    ), values)


def check_end_setup(state: State, action: EndSetup) -> Verdict:
    """Whether the deploying player has placed everything."""
    if state.now.phase != SETUP:
        return Illegal((Reason(rule("II.A.1"), say("The set-up is over")),))
    left = waiting(state)
    if not left:
        return LEGAL
    text = several("{count} unit must still be placed", "{count} units must still be placed", left.bit_count())
    return Illegal((Reason(state.now.rule, text, {"units": [ROSTER[i].id for i in slots(left)]}),))


def as_printed(state: State, printed: Mapping[str, str]) -> tuple[Message, Place] | None:
    """In a set-up what the deploying player may place next as the printed set-up has it, with the words for all of it.

    None where nothing waits any more, or others stand where it should.

    :param printed: unit -> hex of the printed set-up.
    """
    if state.now.phase != SETUP:
        return None
    left = waiting(state)
    everything = SIDE[state.now.seat] & mask_of(tuple(printed))
    actions = (Place(ROSTER[slot].id, printed[ROSTER[slot].id]) for slot in slots(left))
    action = next((action for action in actions if check_place(state, action)), None)
    if action is None:
        return None
    return say("Set up as printed") if left == everything else say("The rest as printed"), action


def all_placements(state: State) -> list[Place | EndSetup]:
    """Every legal placement, or the end of the set-up when all are placed."""
    left = waiting(state)
    if not left:
        return [EndSetup()]
    ids = state.setting.ground.ids
    zone = state.setting.ground.zone[ZONE[state.now.seat]]
    return [
        action
        for slot in slots(left)
        for end in range(len(ids))
        if zone >> end & 1 and check_place(state, action := Place(ROSTER[slot].id, ids[end]))
    ]
