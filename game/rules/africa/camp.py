"""Sharing out a camp of several areas before anything else is done in the battle (11.T.4, ruling 18)."""

from __future__ import annotations

from game.core.message import say, several
from game.core.verdict import Reason
from game.rules.africa.actions import Enter
from game.rules.africa.masks import bits
from game.rules.africa.state import LIMIT, Sharing, State
from game.rules.africa.units import SIDES, rule

CITED = rule("11.T.4", 18)


def movable(state: State) -> int:
    """The mask of units that may still be set up in another area of their camp: each is once, so that this ends."""
    frame, setting = state.frame, state.setting
    if not isinstance(frame, Sharing):
        return 0
    waiting = setting.camped & setting.side[frame.seat] & ~state.moved
    return sum(1 << slot for slot in bits(waiting) if state.at[slot] >= 0)


def choices(state: State) -> list[Enter]:
    """Every such setting up, by unit and area."""
    setting = state.setting
    return [
        Enter(setting.units[slot].id, setting.ground.ids[area])
        for slot in bits(movable(state)) for area in bits(setting.camp) if why_not(state, slot, area) is None
    ]


def why_not(state: State, slot: int, area: int) -> Reason | None:
    """Why a unit may not be set up in an area now, or None."""
    setting, titles = state.setting, state.setting.ground.titles
    unit = setting.units[slot]
    if not setting.camped >> slot & 1:
        return Reason(CITED, say("The set-up gives {unit} its area", unit=unit.name))
    if isinstance(state.frame, Sharing) and state.moved >> slot & 1:
        return Reason(CITED, say("{unit} has been placed in the camp already; undo that to place it again",
                                 unit=unit.name))
    if not movable(state) >> slot & 1:
        return Reason(CITED, say("The camp is set up before anything else; that is over"))
    if not setting.camp >> area & 1:
        return Reason(CITED, say("{unit} is set up in an area of its camp, not in {area}", unit=unit.name,
                                 area=titles[area]))
    if state.at[slot] == area:
        return Reason(CITED, say("{unit} is in {area}", unit=unit.name, area=titles[area]))
    if state.points(area, unit.seat) + unit.points > LIMIT:
        return Reason(rule("5"), several("{area} holds {count} stacking point", "{area} holds {count} stacking points",
                                         LIMIT, area=titles[area]))
    return None


def waiting(state: State, frame: Sharing) -> Reason:
    """Why nothing else is done yet."""
    return Reason(CITED, say("The {side} player sets up the camp first", side=SIDES[frame.seat]))


def why_stays(state: State, frame: Sharing, slot: int) -> Reason:
    """Why a unit cannot be set up anywhere else while its side's camp is shared out."""
    reasons = [why_not(state, slot, area) for area in bits(state.setting.camp) if area != state.at[slot]]
    return next((reason for reason in reasons if reason is not None), waiting(state, frame))
