"""The arithmetic and the exact chances of what is about to be rolled."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from game.core.action import Action, Faces
from game.core.chance import D6, Modifier, Roll, total
from game.core.message import Message, say, several
from game.core.preview import Outcome, Preview, UnitLine
from game.rules.africa import artillery, fire, fire_coins, muster, prompts, rally
from game.rules.africa import shock as melee
from game.rules.africa.actions import Bombard, Fire, Shock
from game.rules.africa.coin_tables import (
    ALL_DEMORALIZED,
    ALL_RETREAT,
    ALL_STRUCK,
    DEMORALIZED,
    DESTROYED,
    HIT,
    MISS,
    NOTHING,
    RALLIED,
    RESULT_COINS,
    RETREAT,
    at_least,
    barrage_chances,
    die_fire_chances,
    fire_chances,
    flipped,
    hit_chances,
)
from game.rules.africa.state import Barrage, Clash, Muster, Rally, Shot, State
from game.rules.africa.units import NONE, SEATS, rule

ON_HIT = {RETREAT: say("the target retreats"), DEMORALIZED: say("it retreats demoralized"),
          DESTROYED: say("it is destroyed, or loses a step")}
ON_AREA = {NOTHING: say("no effect"), ALL_RETREAT: say("all retreat"), ALL_DEMORALIZED: say("all are demoralized"),
           ALL_STRUCK: say("regulars lose a step, one other is destroyed")}


HIT_GROUP, EFFECT = say("hit"), say("effect")
"""What results of a fire have in common."""


def due(state: State) -> Roll | None:
    """The roll that is due with the chance of each result it can lead to."""
    frame, cup = state.frame, state.setting.cup
    if isinstance(frame, Shot):
        title = prompts.roll_title(state)
        if rolls_factor(state, frame.unit, frame.factor):
            return Roll((D6,), title, rule("11.W.3"), _shot_chances(state, frame), _owner(state, frame.unit))
        count = RESULT_COINS if frame.hit else _count(state, frame)
        cited = rule("6.1", 29) if cup else rule("6.1")
        return Roll((flipped(count, cup),), title, cited, _shot_chances(state, frame), _owner(state, frame.unit))
    if isinstance(frame, Barrage):
        count = artillery.coin_count(state, frame.unit, frame.area, frame.leader)
        distance = state.setting.ground.ranges(state.at[frame.unit])[frame.area]
        return Roll((flipped(count, cup), D6), prompts.roll_title(state), rule("9"),
                    barrage_chances(count, distance, cup), _owner(state, frame.unit))
    if isinstance(frame, Clash):
        missing = melee.unknown(state, frame.area, frame.thrown)
        whose = _owner(state, missing[0][0]) if missing else SEATS[frame.attacker]
        return Roll(melee.dice(state, frame), prompts.roll_title(state), rule("6.2"), melee.by_title(state, frame),
                    whose, () if missing else melee.GROUPS[frame.attacker])
    if isinstance(frame, Muster):
        return Roll((D6,), prompts.roll_title(state), muster.CITED, muster.chances(),
                    _owner(state, frame.queue[0]))
    if isinstance(frame, Rally):
        count = rally.coins(state, frame.queue[0])
        return Roll((flipped(count, False),), prompts.roll_title(state), rule("7"), _rally_chances(count),
                    _owner(state, frame.queue[0]))
    return None


def _owner(state: State, slot: int) -> str:
    """The seat whose unit it is."""
    return SEATS[state.setting.units[slot].seat]


def preview(state: State, action: Action) -> Preview | None:
    """The arithmetic of an action that leads to a roll, or of the roll itself; None for any other."""
    frame = state.frame
    if isinstance(action, Faces):
        if isinstance(frame, Clash):
            return melee.preview(state, frame)
        if isinstance(frame, Shot):
            return _shot(state, frame)
        if isinstance(frame, Barrage):
            return _barrage(state, frame)
        if isinstance(frame, Muster):
            return muster.preview(state, frame)
        return _rally(state, frame) if isinstance(frame, Rally) else None
    if not isinstance(action, (Fire, Bombard, Shock)):
        return None
    area = state.setting.ground.index.get(action.place, -1)
    if area < 0:
        return None
    if isinstance(action, Shock):
        both = all(state.own(area, seat) for seat in (0, 1))
        return melee.preview(state, Clash(area, melee.attacking_seat(state))) if both else None
    slots = state.setting.slot
    slot, leader = slots.get(action.unit, -1), slots.get(action.leader, -1) if action.leader else -1
    target = state.target(area, 1 - state.setting.units[slot].seat) if slot >= 0 and state.at[slot] >= 0 else -1
    if target < 0:
        return None
    if isinstance(action, Fire):
        return _shot(state, Shot(slot, area, target, leader, fire.is_defensive(state)))
    return _barrage(state, Barrage(slot, area, leader)) if state.setting.guns >> slot & 1 else None


def rolls_factor(state: State, slot: int, factor: int) -> bool:
    """Whether a unit still has to roll a die for its fire factor."""
    return fire_coins.fire_factor(state, slot) < NONE and not factor


def _count(state: State, shot: Shot) -> int:
    return fire_coins.coin_count(state, shot.unit, shot.area, shot.leader, shot.defensive, shot.factor)


def _added(state: State, shot: Shot) -> int:
    return total(fire_coins.modifiers(state, shot.unit, shot.area, shot.leader, shot.defensive))


def _shot_chances(state: State, shot: Shot) -> Mapping[str, Fraction]:
    cup = state.setting.cup
    if shot.hit:
        return hit_chances(cup)
    if rolls_factor(state, shot.unit, shot.factor):
        return die_fire_chances(_added(state, shot), cup)
    return fire_chances(_count(state, shot), cup)


def hit_chance(state: State, shot: Shot) -> Fraction:
    """The exact chance that a fire hits."""
    return 1 - _shot_chances(state, shot).get(MISS, Fraction(0))


def _shot(state: State, shot: Shot) -> Preview:
    """A fire before any of its rolls (6.1)."""
    setting = state.setting
    unit = setting.units[shot.unit]
    mods = tuple(fire_coins.modifiers(state, shot.unit, shot.area, shot.leader, shot.defensive))
    defenders = (UnitLine(setting.units[shot.target].id, 0),)
    found = _shot_chances(state, shot)
    group = "" if shot.hit else HIT_GROUP
    outcomes = tuple(
        Outcome(name, found.get(name, Fraction(0)), text, rule("6.1"), group) for name, text in ON_HIT.items()
    )
    if shot.hit:
        return Preview((), defenders, (), RESULT_COINS, 0, _coins(RESULT_COINS),
                       say("no head or one: retreat; two: demoralization; three: destroyed"), None, outcomes)
    outcomes = (*outcomes, Outcome(MISS, found.get(MISS, Fraction(0)), say("nothing happens"), rule("6.1")))
    count = _count(state, shot)
    if rolls_factor(state, shot.unit, shot.factor):
        added = total(mods)
        line = UnitLine(unit.id, 0, words="1d6")
        words = (say("{sum} coins", sum=f"1d6 {'+' if added > 0 else '−'} {abs(added)}") if added
                 else say("1d6 coins"))
    else:
        line, words = UnitLine(unit.id, shot.factor or fire_coins.fire_factor(state, shot.unit)), _coins(count)
    return Preview((line,), defenders, mods, count, 0, words,
                   several("{count} head hits; then three coins for the result",
                           "{count} heads hit; then three coins for the result", HIT), None, outcomes,
                   needed=several("{count} head hits", "{count} heads hit", HIT))


def _barrage(state: State, shot: Barrage) -> Preview:
    """A gun's fire at an area (9)."""
    setting = state.setting
    unit = setting.units[shot.unit]
    mods = tuple(artillery.modifiers(state, shot.unit, shot.area, shot.leader))
    count = artillery.coin_count(state, shot.unit, shot.area, shot.leader)
    distance = setting.ground.ranges(state.at[shot.unit])[shot.area]
    found = barrage_chances(count, distance, setting.cup)
    outcomes = tuple(
        Outcome(name, chance, ON_AREA[name], rule("9", 2), EFFECT if name != NOTHING else "")
        for name, chance in found.items()
    )
    lines = tuple(UnitLine(setting.units[i].id, 0) for i in state.own(shot.area, 1 - unit.seat))
    gun = UnitLine(unit.id, fire_coins.fire_factor(state, shot.unit))
    told = (say("range {distance}; {less} off the die", distance=distance, less=distance - 1) if distance > 1
            else say("range {distance}", distance=distance))
    return Preview((gun,), lines, mods, count, 0, say("{coins} and a die", coins=_coins(count)), told, None, outcomes)


def _rally_chances(count: int) -> Mapping[str, Fraction]:
    """Rally flips coins, whatever fire and shock are played with (6.1)."""
    good = at_least(RALLIED, count, False)
    return {name: chance for name, chance in (("rallied", good), ("-", 1 - good)) if chance}


def _rally(state: State, frame: Rally) -> Preview:
    """A demoralized unit's attempt to rally (7)."""
    slot = frame.queue[0]
    unit = state.setting.units[slot]
    count = rally.coins(state, slot)
    found = _rally_chances(count)
    texts = {"rallied": say("the marker comes off"), "-": say("it stays demoralized")}
    outcomes = tuple(Outcome(name, chance, texts[name], rule("7")) for name, chance in found.items())
    mods = (Modifier(rally.COINS, say("coins of every unit"), rule("7")), *rally.modifiers(state, slot))
    return Preview((UnitLine(unit.id, 0),), (), mods, count, 0, _coins(count),
                   several("{count} head rallies", "{count} heads rally", RALLIED), None, outcomes)


def _coins(count: int) -> Message:
    return several("{count} coin", "{count} coins", count)
