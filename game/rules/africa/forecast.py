"""The arithmetic and the exact chances of what is about to be thrown."""

from __future__ import annotations

from fractions import Fraction

from game.core.chance import D6
from game.core.contract import Outcome, Preview, UnitLine
from game.rules.africa import artillery, fire
from game.rules.africa import shock as melee
from game.rules.africa.state import Clash, State
from game.rules.africa.throws import HIT, barrage_chances, fire_chances
from game.rules.africa.units import NONE, SEATS, rule


def evenly() -> dict[str, Fraction]:
    return {str(face): Fraction(1, 6) for face in D6.faces}


def named(state: State, frame: Clash) -> dict[str, Fraction]:
    """The results of a shock combat in words."""
    found: dict[str, Fraction] = {}
    for (winner, row), chance in melee.chances(state, frame).items():
        seat = frame.attacker if winner == 0 else 1 - frame.attacker
        name = "tie" if winner < 0 else f"{SEATS[seat]} {row if row < 4 else '4+'}"
        found[name] = found.get(name, Fraction(0)) + chance
    return found


def fire_preview(state: State, slot: int, area: int, leader: int, defensive: bool, factor: int) -> Preview:
    setting = state.setting
    unit, cup = setting.units[slot], setting.cup
    printed = fire.fire_factor(state, slot)
    mods = tuple(fire.modifiers(state, slot, area, leader, defensive))
    target = state.target(area, 1 - unit.seat)
    faces = [factor] if factor else list(D6.faces) if printed < NONE else [0]
    found: dict[str, Fraction] = {}
    for face in faces:
        count = fire.throw_count(state, slot, area, leader, defensive, face)
        for result, chance in fire_chances(count, cup).items():
            found[result] = found.get(result, Fraction(0)) + chance / len(faces)
    count = fire.throw_count(state, slot, area, leader, defensive, factor)
    words = f"{count} coins" if printed > NONE or factor else f"1d6{count:+d} coins"
    outcomes = tuple(Outcome(name, chance, name, rule("6.1")) for name, chance in found.items())
    return Preview((UnitLine(unit.id, max(printed, factor, 0)),), (UnitLine(setting.units[target].id, 0),), mods, count,
                   0, words, f"{HIT} heads hit; three more coins give the result", None, outcomes)


def barrage_preview(state: State, slot: int, area: int, leader: int) -> Preview:
    setting = state.setting
    unit = setting.units[slot]
    mods = tuple(artillery.modifiers(state, slot, area, leader))
    count = artillery.throw_count(state, slot, area, leader)
    distance = setting.ground.ranges(state.at[slot])[area]
    words = {"-": "no effect", "R": "all retreat", "D": "all demoralized", "X": "all struck"}
    outcomes = tuple(
        Outcome(name, chance, words[name], rule("9", 2))
        for name, chance in barrage_chances(count, distance, setting.cup).items()
    )
    lines = tuple(UnitLine(setting.units[i].id, 0) for i in state.own(area, 1 - unit.seat))
    gun = UnitLine(unit.id, fire.fire_factor(state, slot))
    return Preview((gun,), lines, mods, count, 0, f"{count} coins and a die",
                   f"range {distance}: {distance - 1} off the die", None, outcomes)
