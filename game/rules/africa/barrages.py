"""A gun's fire at an area that waits for its roll (9): its coins and its die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from game.core.branches import Branch, grouped
from game.core.chance import D6, Die
from game.core.event import Event, Rolled
from game.core.message import Message, Text, say
from game.core.preview import Outcome, Preview, UnitLine
from game.rules.africa import artillery, fire, fire_coins, shock
from game.rules.africa.actions import Bombard
from game.rules.africa.coin_tables import (
    ALL_DEMORALIZED,
    ALL_RETREAT,
    ALL_STRUCK,
    NOTHING,
    barrage_chances,
    barrage_result,
    flipped,
)
from game.rules.africa.outcome import demoralize, strike
from game.rules.africa.retreats import BY_ARTILLERY, flee
from game.rules.africa.rolling import CACHED, Rolling, coins_told, owner
from game.rules.africa.state import Applied, State
from game.rules.africa.units import rule

ON_AREA = {NOTHING: say("no effect"), ALL_RETREAT: say("all retreat"), ALL_DEMORALIZED: say("all are demoralized"),
           ALL_STRUCK: say("regulars lose a step, one other is destroyed")}
EFFECT = say("effect")
"""What results of a gun's fire have in common."""
TOLD = {ALL_RETREAT: say("all retreat"), ALL_DEMORALIZED: say("all demoralized"), ALL_STRUCK: say("all struck")}


class Barrage(Rolling):
    """A gun fires at all units of an area."""

    unit: int
    area: int
    leader: int
    """Slot of the officer who helps; -1 for none."""

    kind = "barrage"
    rule = rule("9")

    def question(self, state: State) -> Message:
        setting = state.setting
        return say("{unit} at {area}", unit=setting.units[self.unit].name, area=setting.ground.titles[self.area])

    def button(self, state: State) -> Message:
        return (say("Draw the markers, roll the die") if state.setting.cup else say("Flip the coins, roll the die"))

    def _count(self, state: State) -> int:
        return artillery.coin_count(state, self.unit, self.area, self.leader)

    def _distance(self, state: State) -> int:
        return state.setting.ground.ranges(state.at[self.unit])[self.area]

    def dice(self, state: State) -> tuple[Die, ...]:
        return flipped(self._count(state), state.setting.cup), D6

    def chances(self, state: State) -> Mapping[str, Fraction]:
        return barrage_chances(self._count(state), self._distance(state), state.setting.cup)

    def roller(self, state: State) -> str:
        return owner(state, self.unit)

    def branches(self, state: State) -> Sequence[Branch]:
        return _branches(self.dice(state), self._distance(state))

    def fallen(self, state: State, faces: tuple[int, ...]) -> Applied:
        """The result holds for every unit of the area."""
        setting = state.setting
        unit, distance = setting.units[self.unit], self._distance(state)
        result = barrage_result(faces[0], faces[1], distance)
        title = say("{unit} at {area}, range {distance}", unit=unit.name, area=setting.ground.titles[self.area],
                    distance=distance)
        fell = Rolled(rule("9"), self.dice(state), faces, result,
                      TOLD.get(result, say("no effect")), title, places=(setting.ground.ids[self.area],))
        state = state.popped()
        seat = 1 - unit.seat
        struck = shock.losers(state, self.area, seat)
        events: list[Event] = [fell]
        leaving = struck
        if result == ALL_STRUCK:
            regulars = [i for i in struck if setting.regulars >> i & 1]
            others = [i for i in struck if i not in regulars]
            for slot in regulars + others[:1]:
                state, more = strike(state, slot, rule("9"))
                events += more
            leaving = tuple(others[1:])
            result = ALL_DEMORALIZED
        if result == ALL_DEMORALIZED:
            for slot in leaving:
                state, more = demoralize(state, slot, rule("9"))
                events += more
        if result in (ALL_DEMORALIZED, ALL_RETREAT):
            state = flee(state, _with_company(state, leaving, self.area, seat), BY_ARTILLERY)
        return state, tuple(events)

    def arithmetic(self, state: State) -> Preview:
        setting = state.setting
        unit, count, distance = setting.units[self.unit], self._count(state), self._distance(state)
        mods = tuple(artillery.modifiers(state, self.unit, self.area, self.leader))
        outcomes = tuple(
            Outcome(name, chance, ON_AREA[name], rule("9", 2), EFFECT if name != NOTHING else "")
            for name, chance in self.chances(state).items()
        )
        lines = tuple(UnitLine(setting.units[i].id, 0) for i in state.own(self.area, 1 - unit.seat))
        gun = UnitLine(unit.id, fire_coins.fire_factor(state, self.unit))
        told = (say("range {distance}; {less} off the die", distance=distance, less=distance - 1) if distance > 1
                else say("range {distance}", distance=distance))
        return Preview((gun,), lines, mods, count, 0, say("{coins} and a die", coins=coins_told(count)), told, None,
                       outcomes)

    def misfit(self, state: State) -> Text:
        active, setting = state.acting, state.setting
        if active is None or not active.gun or active.stage or active.units != 1 << self.unit or (
                state.at[self.unit] < 0):
            return say("its unit is no gun that has been activated")
        if not setting.ground.in_reach(setting.units[self.unit])[state.at[self.unit]] >> self.area & 1:
            return say("its area is out of range")
        return fire.misaimed(state, self.unit, self.area, self.leader)


def aimed(state: State, action: Bombard) -> Barrage | None:
    """A gun's fire that is thought of, legal or not; None if there is nobody to fire at."""
    slots = state.setting.slot
    slot, area = slots.get(action.unit, -1), state.setting.ground.index.get(action.place, -1)
    if area < 0 or slot < 0 or state.at[slot] < 0 or not state.setting.guns >> slot & 1:
        return None
    leader = slots.get(action.leader, fire_coins.NOBODY) if action.leader else fire_coins.NOBODY
    return Barrage(slot, area, leader) if state.target(area, 1 - state.setting.units[slot].seat) >= 0 else None


def _with_company(state: State, leaving: tuple[int, ...], area: int, seat: int) -> tuple[int, ...]:
    """The units that artillery drives off; where none of their troops stays, convoys go before them and officers
    after them (9, rulings 8 and 27)."""
    setting = state.setting
    going = tuple(i for i in leaving if not setting.units[i].fixed)
    if not going or set(shock.losers(state, area, seat)) - set(going):
        return going
    company = [i for i in state.own(area, seat) if i not in going]
    convoys = [i for i in company if setting.convoys >> i & 1]
    return (*convoys, *going, *(i for i in company if setting.officers >> i & 1))


@lru_cache(maxsize=CACHED)
def _branches(dice: tuple[Die, ...], distance: int) -> tuple[Branch, ...]:
    """What a gun does to an area: its coins, then its die (9)."""

    def read(heads: int | str | None, _: Die, face: int) -> int | str | None:
        return face if heads is None else barrage_result(int(heads), face, distance)

    return tuple(grouped(dice, None, read).values())
