"""Why a unit has nothing to do now: the words for every unit that cannot be picked up."""

from __future__ import annotations

from collections import Counter

from game.core.message import say
from game.core.verdict import Illegal, Reason
from game.rules.africa import activation, camp, fire, move_refusals
from game.rules.africa.actions import Fire
from game.rules.africa.flight import cited
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT, OVER
from game.rules.africa.state import Activation, Entry, Flight, Losses, Sharing, State
from game.rules.africa.units import SEATS, SIDES, rule
from game.rules.africa.victory import cite


def why_idle(state: State, slot: int, acting: str | None) -> Reason:
    """The reason for one unit; asked only of those that have nothing to do.

    :param acting: who must act: a seat, ``chance``, or None when the battle is over.
    """
    setting, frame = state.setting, state.frame
    unit = setting.units[slot]
    values = {"unit": unit.id}
    if state.now.phase == OVER:
        return Reason(rule("11"), say("The battle is over"))
    if acting not in SEATS:
        return Reason(rule("6"), say("The coins must be flipped first"))
    if unit.seat != SEATS.index(acting):
        text = say("{unit} is a {side} unit; now the {acting} player acts", unit=unit.name, side=SIDES[unit.seat],
                   acting=SIDES[SEATS.index(acting)])
        return Reason(rule("3"), text, values)
    if state.at[slot] < 0:
        return Reason(rule("11"), say("{unit} is not on the map", unit=unit.name), values)
    if isinstance(frame, Sharing):
        return camp.why_stays(state, frame, slot)
    if isinstance(frame, (Losses, Flight, Entry)):
        return _why_not_its_turn(state, frame, slot)
    if isinstance(frame, Activation) and frame.stage == 0 and not frame.units >> slot & 1:
        why = activation.why_not(state, slot)
        if why is not None:
            return why
    if fire.firing_seat(state) == unit.seat and (frame is not None or state.now.phase in (FIRE, DEFENCE)):
        return _why_no_fire(state, slot)
    if frame is None and state.now.phase == MOVEMENT:
        return _why_no_move(state, slot)
    if state.contested() >> state.at[slot] & 1:
        return Reason(rule("6.2"), say("{unit} fights in the shock combat of its area, there is nothing to order",
                                       unit=unit.name),
                      values)
    return Reason(rule("6.2"), say("{unit} shares its area with no enemy and fights no shock combat", unit=unit.name),
                  values)


def _why_not_its_turn(state: State, frame: Losses | Flight | Entry, slot: int) -> Reason:
    """Why a unit waits while losses, retreats or entries are chosen."""
    setting = state.setting
    unit = setting.units[slot]
    if isinstance(frame, Losses):
        title = setting.ground.titles[frame.area]
        if state.at[slot] == frame.area:
            return Reason(rule("6.2"), say("{unit} is no loss that counts: officers and convoys are not chosen",
                                           unit=unit.name))
        return Reason(rule("6.2"), say("{unit} did not fight in {title}, where losses must be taken", unit=unit.name,
                                       title=title))
    first = setting.units[frame.queue[0]].name
    if isinstance(frame, Flight):
        return Reason(cited(state, frame), say("First {first} must retreat", first=first))
    return Reason(rule(cite(state, 4)), say("First {first} arrives", first=first))


def _why_no_fire(state: State, slot: int) -> Reason:
    """Why a unit has nothing to fire at, or may not fire at all."""
    silent = fire.why_silent(state, slot)
    if silent is not None:
        return silent
    setting = state.setting
    unit, here = setting.units[slot], setting.ground.titles[state.at[slot]]
    aims = fire.targets(state, slot, fire.is_defensive(state))
    if aims:
        verdict = fire.check_fire(state, Fire(unit.id, setting.ground.ids[aims[0]]))
        if isinstance(verdict, Illegal):
            return verdict.reasons[0]
    return Reason(rule("6.1"), say("No enemy that {unit} could fire at is next to {here}", unit=unit.name, here=here),
                  {"unit": unit.id})


def _why_no_move(state: State, slot: int) -> Reason:
    """Why a unit goes nowhere: what keeps it where it is, else what bars most of the areas next to it."""
    stays = move_refusals.why_stays(state, slot)
    if stays is not None:
        return stays
    near = state.setting.ground.neighbours[state.at[slot]]
    reasons = [move_refusals.why_not(state, slot, (area,)) for area in near]
    counted = Counter(reason.rule for reason in reasons)
    return max(reasons, key=lambda reason: counted[reason.rule])
