"""Retreats (5, 6.1, 6.2, 9): where a unit may run to, step by step."""

from __future__ import annotations

from game.core.message import Text, say, several
from game.core.verdict import Reason, RuleRef
from game.rules.africa.masks import bits
from game.rules.africa.stacking import overstacked, why_full
from game.rules.africa.state import (
    BY_ARTILLERY,
    BY_FIRE,
    BY_SHOCK,
    FOR_ROOM,
    LIMIT,
    UNFOUGHT,
    WITH_TROOPS,
    Flight,
    State,
)
from game.rules.africa.units import CAVALRY, OFFICER, rule

CITED = {
    BY_FIRE: rule("6.1"), BY_ARTILLERY: rule("9"), BY_SHOCK: rule("6.2"), FOR_ROOM: rule("5", 4),
    WITH_TROOPS: rule("9", 11), UNFOUGHT: rule("10"),
}
"""The rule behind each cause of a retreat."""


def steps_due(state: State, slot: int, cause: str) -> int:
    """Areas a unit must retreat: its movement allowance after fire (6.1, 9), else one.

    Officers have two areas; who goes along with troops goes as far as foot (ruling 11).
    """
    unit = state.setting.units[slot]
    return 2 if unit.kind in (CAVALRY, OFFICER) and cause in (BY_FIRE, BY_ARTILLERY) else 1


def start(state: State, queue: tuple[int, ...], cause: str, far: bool = False) -> Flight:
    """The retreat of some units, one after the other."""
    first = queue[0]
    return Flight(queue, steps_due(state, first, cause), 1 << state.at[first], far, cause)


def cited(state: State, frame: Flight) -> RuleRef:
    """The rule by which the first unit of the queue must go on: want of room (5) once it has gone what is due."""
    slot = frame.queue[0]
    if state.setting.convoys >> slot & 1:
        return rule("11.W.3", 27)
    return CITED[frame.cause] if frame.steps or _too_near(state, frame) else rule("5")


def cited_loss(state: State, frame: Flight) -> RuleRef:
    """The rule under which the first unit of the queue is destroyed: it can go nowhere, or nowhere with room (5)."""
    gone = frame.seen != 1 << state.at[frame.queue[0]]
    return rule("5") if gone and not frame.far else cited(state, frame)


def following(state: State, frame: Flight) -> Flight | None:
    """The retreat of the next unit of the queue; None after the last."""
    if len(frame.queue) < 2:
        return None
    before, officers = frame.queue[0], state.setting.officers
    along = frame.cause == BY_ARTILLERY and officers >> frame.queue[1] & 1 and not officers >> before & 1
    return start(state, frame.queue[1:], WITH_TROOPS if along else frame.cause, frame.far)


def refuges(state: State, frame: Flight) -> list[int]:
    """The areas the first unit of the queue may go to next."""
    setting = state.setting
    slot = frame.queue[0]
    unit, ground = setting.units[slot], setting.ground
    here = state.at[slot]
    if unit.fixed:
        return []
    closed = state.held[1 - unit.seat] | frame.seen
    near = [
        there for there in ground.neighbours[here]
        if not closed >> there & 1 and ground.barred(unit, here, there) is None
    ]
    if not frame.far and not setting.convoys >> slot & 1:
        return near
    beside = _beside(state, frame, state.presence(1 - unit.seat))
    return [there for there in near if _leads_off(state, slot, there, closed, beside)]


def barring_ship(state: State, frame: Flight, area: int) -> int:
    """The enemy's ship, if only for her an area leads to none that is away from the enemy (ruling 24); else -1."""
    slot = frame.queue[0]
    seat = 1 - state.setting.units[slot].seat
    held = state.held[seat]
    if held == state.presence(seat) or not _leads_off(state, slot, area, held | frame.seen,
                                                      _beside(state, frame, held)):
        return -1
    return bits(state.setting.ship & state.setting.side[seat])[0]


def _beside(state: State, frame: Flight, enemy: int) -> int:
    """Areas with an enemy or next to one, where they must be avoided; else none."""
    return enemy | state.setting.ground.around(enemy) if frame.far else 0


def _leads_off(state: State, slot: int, start_area: int, closed: int, beside: int) -> bool:
    """Whether a unit that goes to an area is, there or farther on, in one with room.

    :param beside: areas that do not count: after three crosses those next to an enemy, the ship too (ruling 24); for
        convoys none (ruling 27).
    """
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    edge = [start_area]
    for here in edge:
        room = not unit.points or state.points(here, unit.seat) + unit.points <= LIMIT
        if room and not beside >> here & 1:
            return True
        closed |= 1 << here
        edge += [
            there for there in ground.neighbours[here]
            if not closed >> there & 1 and there not in edge and ground.barred(unit, here, there) is None
        ]
    return False


def no_room(state: State, frame: Flight, area: int) -> Reason | None:
    """That an area to retreat to has no room for the first unit of the queue, which then retreats on; None where it
    has."""
    slot = frame.queue[0]
    full = why_full(state, slot, area)
    if full is None:
        return None
    unit, title = state.setting.units[slot], state.setting.ground.titles[area]
    text = say("{title} is full: {unit} must retreat on from there, and is lost if it cannot", title=title,
               unit=unit.name)
    return Reason(rule("5"), text, full.values, full.sign)


def must_go_on(state: State, frame: Flight) -> bool:
    """Whether the first unit must still go somewhere: steps are due, no room (5), or an enemy too near."""
    slot = frame.queue[0]
    here, unit = state.at[slot], state.setting.units[slot]
    if frame.steps > 0:
        return True
    if unit.points and overstacked(state, here, unit.seat):
        return True
    return _too_near(state, frame)


def why_on(state: State, frame: Flight) -> Text:
    """Why the first unit must go on from where its retreat has brought it; empty where it has not gone yet."""
    here = state.at[frame.queue[0]]
    if frame.seen == 1 << here:
        return ""
    title = state.setting.ground.titles[here]
    if frame.steps:
        return several("one area more is due", "{count} areas more are due", frame.steps)
    seat = state.setting.units[frame.queue[0]].seat
    return enemy_near(state, here, 1 - seat) if _too_near(state, frame) else say("{title} is full", title=title)


def enemy_near(state: State, area: int, seat: int) -> Text:
    """That a side is next to an area; by name the ship, where only she is (ruling 24)."""
    title, ship = state.setting.ground.titles[area], state.near_ship(area, seat)
    if ship < 0:
        return say("the enemy is next to {title}", title=title)
    name = state.setting.units[ship].name
    return (say("the {ship} is in {title}", ship=name, title=title) if state.at[ship] == area
            else say("the {ship} is next to {title}", ship=name, title=title))


def _too_near(state: State, frame: Flight) -> bool:
    """Whether the first unit must get away from every enemy and is next to one, or with one (6.2)."""
    slot = frame.queue[0]
    return frame.far and bool(state.near(state.at[slot], 1 - state.setting.units[slot].seat))


def is_lost(state: State, frame: Flight) -> bool:
    """Whether a unit with nowhere to go is destroyed (6.1, 6.2): it has not left, no room is where it is, or the
    enemy is too near. A convoy stays (ruling 27)."""
    slot = frame.queue[0]
    here, unit = state.at[slot], state.setting.units[slot]
    if state.setting.convoys >> slot & 1:
        return False
    gone = frame.seen != 1 << here
    return not gone or frame.far or bool(unit.points and overstacked(state, here, unit.seat))
