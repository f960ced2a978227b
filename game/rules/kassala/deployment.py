"""The set-up phases of free deployment (IV.B), and the units that may share a hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.decision import Done
from game.core.event import Placed
from game.core.indices import Slot, slots_in
from game.core.message import Message, Text, plural, say
from game.core.offer import Offer
from game.core.prompt import Duty, Prompt
from game.core.verdict import LEGAL, Illegal, Reason
from game.rules.kassala.actions import EndSetup, KassalaPlace
from game.rules.kassala.decisions import KassalaDecision
from game.rules.kassala.play import next_step
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import WAITING, KassalaState, occupation
from game.rules.kassala.terrain import TOWN_NAMES
from game.rules.kassala.units import (
    ADJECTIVES,
    CANNONS,
    CAVALRY,
    CHRISTIAN,
    MOSLEM,
    ROSTER,
    SIDE_UNITS,
    SLOT,
    KassalaUnit,
    ids,
    mask_of_ids,
    refuse,
    rule,
    titles,
)

SETUP_ZONES = {MOSLEM: "north", CHRISTIAN: "south"}
"""Seat -> the name of its set-up zone on the board."""
CANNON_LIMIT = 3
"""The most cannon in a hex with the cannon option (IV.A.2)."""


class Deployment(KassalaDecision):
    """The phase in which a side places its units in its half of the map (IV.B)."""

    name = KassalaPhase.SETUP
    rule = rule("IV.B")
    mode = "place"

    def question(self, state: KassalaState) -> Message:
        if not self.selectable(state):
            return say("All units are placed; end the set-up")
        return (say("Place your units south of the dotted line") if state.now.seat == CHRISTIAN
                else say("Place your units north of the dotted line"))

    def prompt(self, state: KassalaState, turn: int) -> Prompt:
        return replace(super().prompt(state, turn), rule=state.now.rule)

    def duties(self, state: KassalaState) -> tuple[Duty, ...]:
        to_place = self.selectable(state)
        text = plural("{count} unit to place", "{count} units to place", to_place.bit_count())
        return (Duty(ids(to_place), text, state.now.rule),) if to_place else ()

    def main(self, state: KassalaState) -> tuple[Action, Text]:
        return EndSetup(), say("End set-up")

    def autoplay_step(self, state: KassalaState) -> tuple[Message, Action | None] | None:
        """The label of the command, and the next placement as in the printed set-up; None if no unit can be placed
        in its printed hex. The label says how many can be, if others are in the printed hexes of some."""
        to_place, printed_hexes = self.selectable(state), state.setting.printed_hexes
        whole_side = SIDE_UNITS[state.now.seat] & mask_of_ids(tuple(printed_hexes))
        actions = [KassalaPlace(unit, printed_hexes[unit]) for unit in ids(to_place)]
        possible = [action for action in actions if why_not_placed(state, action) is None]
        if not possible:
            return None
        if len(possible) < len(actions):
            return say("Place {count} of {total} as printed", count=len(possible), total=len(actions)), possible[0]
        label = say("Use the printed set-up") if to_place == whole_side else say("Place the rest as printed")
        return label, possible[0]

    def left_over(self, state: KassalaState) -> Text:
        """How many units autoplay leaves, because others are in their printed hexes; empty if none."""
        count = self.selectable(state).bit_count()
        return plural("{count} unit left to place: another is in its printed hex",
                      "{count} units left to place: others are in their printed hexes", count) if count else ""

    def candidates(self, state: KassalaState) -> list[Action]:
        ground, to_place = state.setting.ground, self.selectable(state)
        zone = hexes_in(ground.set_up_zones[SETUP_ZONES[state.now.seat]])
        hexes_for_arm: dict[str, list[str]] = {}
        """Arm -> the ids of the hexes in which its units may be set up: all units of an arm have the same choice."""
        for slot in slots_in(to_place):
            unit = ROSTER[slot]
            if unit.arm not in hexes_for_arm:
                hexes_for_arm[unit.arm] = [ground.ids[end] for end in zone
                                           if why_not_placed(state, KassalaPlace(unit.id, ground.ids[end])) is None]
        placements: list[Action] = [
            KassalaPlace(unit, name) for unit in ids(to_place) for name in hexes_for_arm[ROSTER[SLOT[unit]].arm]]
        return placements if to_place else [EndSetup()]

    def why_not(self, state: KassalaState, action: Action) -> Reason | None:
        match action:
            case KassalaPlace():
                return why_not_placed(state, action)
            case EndSetup():
                to_place = self.selectable(state)
                text = plural("{count} unit must still be placed", "{count} units must still be placed",
                               to_place.bit_count())
                return Reason(state.now.rule, text, {"units": list(ids(to_place))}) if to_place else None
        return super().why_not(state, action)

    def apply(self, state: KassalaState, action: Action) -> Done[KassalaState]:
        if not isinstance(action, KassalaPlace):
            return next_step(state)
        slot = SLOT[action.unit]
        at = (*state.at[:slot], state.setting.ground.index[action.place], *state.at[slot + 1:])
        event = Placed(state.now.rule, action.unit, ROSTER[slot].title, action.place)
        return state._replace(at=at, occupied=occupation(at)), (event,)

    def selectable(self, state: KassalaState) -> int:
        """The mask of units of the side that are not yet placed."""
        return sum(1 << i for i in slots_in(SIDE_UNITS[state.now.seat]) if state.at[i] == WAITING)

    def offers_for_units(self, state: KassalaState, picked: tuple[str, ...]) -> Iterator[Offer]:
        for name in state.setting.ground.ids:
            why = why_not_placed(state, action := KassalaPlace(picked[0], name))
            yield Offer(LEGAL, action, (action.unit,), name) if why is None else Offer(
                Illegal((why,)), None, (action.unit,), name)

    def why_own_unit_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        return _why_placed(state, unit)


def _why_placed(state: KassalaState, unit: KassalaUnit) -> Reason:
    """The refusal to place a unit again (ruling 19)."""
    text = say("{unit} is placed already; undo to place it elsewhere", unit=unit.title)
    return Reason(rule(state.now.rule.number, 19), text, {"unit": unit.id})


def why_not_placed(state: KassalaState, action: KassalaPlace) -> Reason | None:
    """Why a unit may not be set up in a hex now (IV.B, rulings 9 and 10); None if it may."""
    slot = SLOT[action.unit]
    unit = ROSTER[slot]
    now = state.now
    if unit.seat != now.seat:
        return Reason(now.rule, say("{unit} is not a {side} unit: the other player places it", unit=unit.title,
                                    side=ADJECTIVES[now.seat]), {"unit": unit.id})
    if state.at[slot] >= 0:
        return _why_placed(state, unit)
    if state.at[slot] != WAITING:
        return Reason(now.rule, say("{unit} takes no part in this game", unit=unit.title), {"unit": unit.id})
    ground = state.setting.ground
    if action.place not in ground.index:
        return refuse("II.D.15", say("There is no hex {place} on this map", place=action.place), place=action.place)
    end = ground.index[action.place]
    if not ground.set_up_zones[SETUP_ZONES[now.seat]] >> end & 1:
        outside = (say("{place} is not north of the dotted line", place=action.place) if now.seat == MOSLEM
                   else say("{place} is not south of the dotted line", place=action.place))
        return Reason(now.rule, outside, {"place": action.place, "zone": SETUP_ZONES[now.seat]})
    if unit.arm == CAVALRY and end in ground.town:
        return refuse("II.D.12", say("Cavalry may never be in {town}", town=TOWN_NAMES[ground.town[end]]), 10,
                      place=action.place)
    return why_crowded(state, slot, end)


def why_crowded(state: KassalaState, slot: Slot, end: Hex) -> Reason | None:
    """Why a unit may not share a hex with the units in it (II.D.9, IV.A.2; ruling 9 in free deployment); None if it
    may. Without the cannon option only the Moslem cannon may, with each other: the printed set-up stacks them."""
    unit = ROSTER[slot]
    occupants = state.units_in(1 << end) & ~(1 << slot)
    if not occupants:
        return None
    name = state.setting.ground.ids[end]
    values = {"place": name, "units": list(ids(occupants))}
    if occupants & ~SIDE_UNITS[unit.seat]:
        return Reason(rule("II.D.9"), plural("{units} holds {place}", "{units} hold {place}", occupants.bit_count(),
                                               units=titles(occupants), place=name), values)
    same_kind = occupants & CANNONS if unit.bit & CANNONS else occupants & ~CANNONS
    if state.setting.cannon_option:
        if len(slots_in(same_kind)) < (CANNON_LIMIT if unit.bit & CANNONS else 1):
            return None
        return Reason(rule("IV.A.2"), plural(
            "{units} is in {place}; a hex holds three cannon and one other unit",
            "{units} are in {place}; a hex holds three cannon and one other unit", same_kind.bit_count(),
            units=titles(same_kind), place=name,
        ), values)
    if unit.seat == MOSLEM and unit.bit & CANNONS and occupants == same_kind:
        return None
    return Reason(rule("II.D.9", 9 if state.setting.free_deployment else None), plural(
        "{units} is in {place}; only Moslem cannon may share a hex",
        "{units} are in {place}; only Moslem cannon may share a hex", occupants.bit_count(), units=titles(occupants),
        place=name,
    ), values)
