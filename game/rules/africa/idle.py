"""Why a unit has nothing to do now: the words for every unit that cannot be picked up."""

from __future__ import annotations

from collections import Counter

from game.core.verdict import Illegal, Reason
from game.rules.africa import activation, camp, fire, hindrance
from game.rules.africa.actions import Fire
from game.rules.africa.flight import cited
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT, OVER
from game.rules.africa.state import Activation, Entry, Flight, Losses, Sharing, State
from game.rules.africa.units import SEATS, rule
from game.rules.africa.victory import cite


def why_idle(state: State, slot: int, acting: str | None) -> Reason:
    """The reason for one unit; asked only of those that have nothing to do.

    :param acting: who must act: a seat, ``chance``, or None when the battle is over.
    """
    setting, frame = state.setting, state.frame
    unit = setting.units[slot]
    values = {"unit": unit.id}
    if state.now.phase == OVER:
        return Reason(rule("11"), "The battle is over")
    if acting not in SEATS:
        return Reason(rule("6"), "First the coins fall")
    if unit.seat != SEATS.index(acting):
        text = f"{unit.name} is a {SEATS[unit.seat].title()} unit; now the {acting.title()} player acts"
        return Reason(rule("3"), text, values)
    if state.at[slot] < 0:
        return Reason(rule("11"), f"{unit.name} is not on the map", values)
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
        return Reason(rule("6.2"), f"{unit.name} fights in the shock combat of its area, there is nothing to order",
                      values)
    return Reason(rule("6.2"), f"{unit.name} shares its area with no enemy and fights no shock combat", values)


def _why_not_its_turn(state: State, frame: Losses | Flight | Entry, slot: int) -> Reason:
    """Why a unit waits while losses, retreats or entries are chosen."""
    setting = state.setting
    unit = setting.units[slot]
    if isinstance(frame, Losses):
        title = setting.ground.titles[frame.area]
        if state.at[slot] == frame.area:
            return Reason(rule("6.2"), f"{unit.name} is no loss that counts: officers and convoys are not chosen")
        return Reason(rule("6.2"), f"{unit.name} did not fight in {title}, where losses are due")
    first = setting.units[frame.queue[0]].name
    if isinstance(frame, Flight):
        return Reason(cited(state, frame), f"First {first} must retreat")
    return Reason(rule(cite(state, 4)), f"First {first} arrives")


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
    return Reason(rule("6.1"), f"No enemy that {unit.name} could fire at is next to {here}", {"unit": unit.id})


def _why_no_move(state: State, slot: int) -> Reason:
    """Why a unit goes nowhere: what keeps it where it is, else what bars most of the areas next to it."""
    stays = hindrance.why_stays(state, slot)
    if stays is not None:
        return stays
    near = state.setting.ground.neighbours[state.at[slot]]
    reasons = [hindrance.why_not(state, slot, (area,)) for area in near]
    counted = Counter(reason.rule for reason in reasons)
    return max(reasons, key=lambda reason: counted[reason.rule])
