"""The advance into hexes that a combat has vacated (II.E.13)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.decision import Done, apply_steps
from game.core.event import Advanced, Noted
from game.core.indices import Slot, mask_of, other, slots_in
from game.core.message import Message, Text, and_list, or_list, say
from game.core.offer import Offer
from game.core.verdict import LEGAL, Illegal, Reason
from game.rules.kassala.actions import KassalaAdvance, NoAdvance
from game.rules.kassala.contact import targets_lost_by_advance
from game.rules.kassala.decisions import CombatStep, attackers_condition, hexes_condition
from game.rules.kassala.play import finish_combat
from game.rules.kassala.state import KassalaState, occupation
from game.rules.kassala.units import (
    CANNONS,
    ROSTER,
    SIDE_UNITS,
    SLOT,
    KassalaUnit,
    Units,
    mask_of_ids,
    refuse,
    rule,
    titles,
)

BOMBARDMENT_RULING = 8
"""The ruling that a unit may not advance if a bombardment needs it in its hex."""


class VacatedHexAdvance(CombatStep):
    """The advance of surviving attackers into vacated hexes, one unit to a hex."""

    rule = rule("II.E.13")
    mode = "advance"
    key = "advance"
    attackers: Units
    """The surviving attackers that have not advanced yet, including cannon, which may not advance."""
    vacated: tuple[str, ...]
    """The ids of the vacated hexes that no unit has entered yet."""

    def conditions(self, state: KassalaState) -> Iterator[tuple[object, Text]]:
        yield attackers_condition(state, self.attackers)
        yield hexes_condition(state, self.vacated)

    def question(self, state: KassalaState) -> Message:
        advances = self.advances(state)
        hexes = [name for name in self.vacated if any(advance.place == name for advance in advances)]
        if len(hexes) == 1 or len({advance.unit for advance in advances}) == 1:
            return say("One surviving attacker may advance into {hexes}", hexes=or_list(hexes))
        return say("Surviving attackers may advance into {hexes}, one into each",
                   hexes=and_list(hexes or self.vacated))

    def main(self, state: KassalaState) -> tuple[Action, Text]:
        return NoAdvance(), say("Skip advance")

    def advances(self, state: KassalaState) -> list[KassalaAdvance]:
        """Every legal advance."""
        return [advance for slot in slots_in(self.attackers & ~CANNONS) for name in self.vacated
                if self.why_no_advance(state, advance := KassalaAdvance(ROSTER[slot].id, name)) is None]

    def candidates(self, state: KassalaState) -> list[Action]:
        return [*self.advances(state), NoAdvance()]

    def why_not(self, state: KassalaState, action: Action) -> Reason | None:
        if isinstance(action, NoAdvance):
            return None
        if isinstance(action, KassalaAdvance):
            return self.why_no_advance(state, action)
        return super().why_not(state, action)

    def why_no_advance(self, state: KassalaState, action: KassalaAdvance) -> Reason | None:
        """Why a unit may not advance into a hex; None if it may.

        :param action: an advance of any unit, of either side, into any hex.
        """
        ground = state.setting.ground
        unit = ROSTER[SLOT[action.unit]]
        end = ground.index.get(action.place)
        if end is None:
            return refuse("II.D.15", say("There is no hex {place} on this map", place=action.place), place=action.place)
        if action.place not in self.vacated:
            text = say("{place} was not vacated in this combat", place=action.place)
            return refuse("II.E.13", text, place=action.place)
        if state.at[unit.slot] < 0:
            return (refuse("II.E.13", say("{unit} has been eliminated", unit=unit.title), unit=unit.id)
                    if state.fought & unit.bit
                    else refuse("I.B", say("{unit} is not on the map", unit=unit.title), unit=unit.id))
        if not self.attackers & unit.bit:
            text = say("{unit} may not advance; of this attack only {units} may", unit=unit.title,
                       units=titles(self.selectable(state)))
            return refuse("II.E.13", text, unit=unit.id)
        if unit.bit & CANNONS:
            return refuse("II.D.14", say("Cannon may never be moved"), unit=unit.id)
        here = state.at[unit.slot]
        if not ground.adjacent[here] >> end & 1:
            return refuse("II.E.13", say("{unit} is not next to {place}", unit=unit.title, place=action.place),
                          unit=unit.id, place=action.place)
        points = ground.step(unit.arm, here, end)
        if isinstance(points, Reason):
            return points
        if lost_targets := targets_lost_by_advance(state, _state_after_advance(state, unit.slot, end)):
            enemy = ROSTER[slots_in(lost_targets)[0]]
            text = say("Only a bombardment can still attack {enemy}: {unit} must stay next to it and may not advance",
                       enemy=enemy.title, unit=unit.title)
            return refuse("II.E.3", text, BOMBARDMENT_RULING, unit=enemy.id)
        return None

    def notices(self, state: KassalaState) -> tuple[Noted, ...]:
        """The notices that no unit may advance: one for each unit that a bombardment needs in its hex (ruling 8), and
        one for each other hex next to a surviving attacker, with the rule that keeps the first of them out."""
        forfeits, closed = dict[Slot, Noted](), list[Noted]()
        ground = state.setting.ground
        for name in self.vacated:
            near = [slot for slot in slots_in(self.attackers)
                    if ground.adjacent[state.at[slot]] >> ground.index[name] & 1]
            reasons = {slot: reason for slot in near
                       if (reason := self.why_no_advance(state, KassalaAdvance(ROSTER[slot].id, name))) is not None}
            needed = {slot: Noted(reason.rule, reason.text) for slot, reason in reasons.items()
                      if reason.rule.ruling == BOMBARDMENT_RULING}
            forfeits |= needed
            if reasons and not needed:
                first = next(iter(reasons.values()))
                closed.append(Noted(first.rule, say("No surviving attacker may enter {place}", place=name)))
        return (*forfeits.values(), *closed)

    def why_decide_first(self) -> Reason:
        return refuse("II.E.13", say("The attacker must first advance or decline to"))

    def apply(self, state: KassalaState, action: Action) -> Done[KassalaState]:
        if not isinstance(action, KassalaAdvance):
            return finish_combat(state)
        slot, ground = SLOT[action.unit], state.setting.ground
        origin, end = state.at[slot], ground.index[action.place]
        event = Advanced(rule("II.E.13"), action.unit, ROSTER[slot].title, (ground.ids[origin], action.place))
        after = _state_after_advance(state, slot, end)
        others = tuple(name for name in self.vacated if name != action.place)
        return apply_steps((after, (event,)),
                           partial(begin_advance, attackers=self.attackers & ~(1 << slot), hexes=others))

    def selectable(self, state: KassalaState) -> int:
        return mask_of_ids(tuple({unit for action in self.advances(state) for unit in action.units}))

    def offers_for_units(self, state: KassalaState, picked: tuple[str, ...]) -> Iterator[Offer]:
        for name in state.setting.ground.ids:
            why = self.why_no_advance(state, action := KassalaAdvance(picked[0], name))
            yield Offer(LEGAL, action, (action.unit,), name) if why is None else Offer(
                Illegal((why,)), None, (action.unit,), name)

    def why_own_unit_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        reasons = (self.why_no_advance(state, KassalaAdvance(unit.id, name)) for name in self.vacated)
        return next(reason for reason in reasons if reason is not None)


def why_barred_from_advance(state: KassalaState, action: KassalaAdvance) -> Reason | None:
    """Why a unit that has attacked may not advance into an empty hex, now or when its combat was over: it has been
    eliminated, the hex is closed to it, or a bombardment needs it in its own hex (ruling 8). None for other advances,
    and if no enemy has been eliminated.

    :param state: a state in the combat phase, with no decision pending.
    """
    unit, seat, end = ROSTER[SLOT[action.unit]], state.now.seat, state.setting.ground.index.get(action.place)
    eliminated = state.absent(state.fought & SIDE_UNITS[other(seat)])
    if unit.seat != seat or not state.fought & unit.bit or not eliminated or end is None:
        return None
    if any(mask >> end & 1 for mask in state.occupied):
        return None
    return VacatedHexAdvance(unit.bit, (action.place,)).why_no_advance(state, action)


def _state_after_advance(state: KassalaState, slot: Slot, end: Hex) -> KassalaState:
    """The state after a unit has advanced into a hex, with no decision pending."""
    at = (*state.at[:slot], end, *state.at[slot + 1:])
    return state._replace(at=at, occupied=occupation(at), frame=None)


def begin_advance(state: KassalaState, attackers: Units, hexes: tuple[str, ...]) -> Done[KassalaState]:
    """The state with an advance pending, without events; if no hex is vacated or no unit can advance, the state after
    the combat (II.E.13), with the notices that no unit may advance among the events.

    :param attackers: the units that may advance; those eliminated are left out.
    :param hexes: the ids of the defenders' hexes; those in which enemies remain are left out.
    """
    enemy, index = state.occupied[other(state.now.seat)], state.setting.ground.index
    vacated = tuple(name for name in hexes if not enemy >> index[name] & 1)
    survivors = mask_of(slot for slot in slots_in(attackers) if state.at[slot] >= 0)
    advance = VacatedHexAdvance(survivors, vacated)
    if vacated and advance.advances(state):
        return state._replace(frame=advance), ()
    return apply_steps((state, advance.notices(state)), finish_combat)
