"""Artillery (9): fire of activated guns at all units of an area, and its pending roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

from game.board.areas import Area, areas_in
from game.core.branches import Branch, grouped
from game.core.chance import D6, Die, Modifier, total
from game.core.event import Event, Rolled
from game.core.field_types import Key, UnitName
from game.core.indices import Seat, Slot, other
from game.core.message import Message, Text, plural, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import Reason
from game.rules.africa.actions import AfricaBombard
from game.rules.africa.coin_tables import (
    ALL_DEMORALIZED,
    ALL_RETREAT,
    ALL_STRUCK,
    CROWD_POINTS,
    NOTHING,
    barrage_chances,
    barrage_has_effect,
    barrage_result,
    coins_die,
    fire_factor,
)
from game.rules.africa.events import demoralize, strike
from game.rules.africa.fire import aim_fault, helpers, why_no_help, why_only_non_targets, why_spent
from game.rules.africa.retreats import BY_ARTILLERY, begin_retreat, notes_on_staying
from game.rules.africa.rolling import CACHE_SIZE, Rolling, coins_text, seat_of_unit
from game.rules.africa.shock import fighters, losers
from game.rules.africa.state import AfricaState, StateAndEvents
from game.rules.africa.tables import TABLES
from game.rules.africa.terrain import AreaTerrain
from game.rules.africa.units import NOBODY, SPANISH, Helper, Kind, rule

PREVIEW_TEXTS = {
    NOTHING: say("no effect"), ALL_RETREAT: say("all retreat"), ALL_DEMORALIZED: say("all troops are demoralized"),
    ALL_STRUCK: say("regulars lose a step, one other unit is destroyed")}
"""Result -> its text in previews of fire at troops."""
PREVIEW_TEXTS_FOR_OFFICERS = {ALL_DEMORALIZED: say("all are demoralized"), ALL_STRUCK: say("one officer is destroyed")}
"""The texts that differ if only officers are fired at."""
EFFECT_LABEL = say("effect")
"""Group label for all results other than "no effect"."""


def targets(state: AfricaState, slot: Slot) -> list[Area]:
    """The areas that a gun can fire at; ``why_out_of_range`` gives the reason for any other. Areas that also hold
    friendly units are excluded, since the result applies to all units in the area (9, ruling 17)."""
    setting = state.setting
    unit = setting.units[slot]
    enemy = state.occupied[other(unit.seat)] & ~state.occupied[unit.seat]
    in_range = setting.ground.areas_in_range(unit.kind)[state.at[slot]] & enemy
    for gun, area in state.shots:
        if gun == slot:
            in_range &= ~(1 << area)
    return [area for area in areas_in(in_range) if state.target(area, other(unit.seat)) >= 0]


def why_may_not_fire(state: AfricaState, slot: Slot) -> Reason | None:
    """Why a gun may not fire now; None if it may."""
    acting = state.acting
    if acting is None or not acting.gun or not acting.units >> slot & 1 or acting.stage:
        return state.unit_reason(slot, rule("9"), say("{unit} fires at an area only when it is activated"))
    if acting.fired:
        return state.unit_reason(slot, rule("9"), say("{unit} has fired in this activation"))
    if acting.spent or acting.once:
        return state.unit_reason(slot, rule("9"), say("{unit} moves with this activation"))
    return why_spent(state, slot)


def why_out_of_range(state: AfricaState, slot: Slot, area: Area) -> Reason | None:
    """Why a gun has no target in an area; None if it has one (9, 11.C.3, 11.T.3)."""
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    title = ground.titles[area]
    if state.target(area, other(unit.seat)) < 0:
        nobody = say("There is no enemy to fire at in {title}", title=title)
        return why_only_non_targets(state, area, other(unit.seat)) or Reason(rule("9"), nobody)
    if (slot, area) in state.shots:
        return Reason(rule("9"), say("{unit} has fired at {title} this turn; its two shots need two targets",
                                     unit=unit.name, title=title))
    distance, gun_range = ground.fire_distances[state.at[slot]][area], ground.gun_range(unit.kind)
    if distance > gun_range:
        unblocked_distance = ground.board.distances[state.at[slot]][area]
        if unblocked_distance <= gun_range:
            return Reason(rule("9", 8), say("Mountains block fire from {unit} at {title}", unit=unit.name, title=title))
        number = "11.T.3" if unit.kind == Kind.ROCKETS else "9"
        return Reason(rule(number), plural(
            "{title} is {count} area away, the range is {range}", "{title} is {count} areas away, the range is {range}",
            unblocked_distance, title=title, range=gun_range),
                      {"distance": unblocked_distance, "range": gun_range})
    if distance == 0:
        return Reason(rule("9"), say("{title} is the gun's own area", title=title))
    if unit.kind == Kind.SHIP and not ground.ship_targets >> area & 1:
        if ground.coast:
            return Reason(rule("11.C.3"), say("The gunboat fires only at the coast; {title} is not on it",
                                              title=title))
        return Reason(rule("11.T.3", 34), say("The gunboat fires only at the river and its banks; {title} is not there",
                                              title=title))
    if state.occupied[unit.seat] >> area & 1:
        return Reason(rule("9", 17), say("Both sides are in {title}: fire would hit friendly units too",
                                         title=title))
    return None


def modifiers(state: AfricaState, slot: Slot, area: Area, officer: Slot) -> list[Modifier]:
    """Modifiers to the coins of a gun's fire at an area (9). All but those for an officer and for rockets are
    reconstructed (ruling 2).

    :param officer: the officer who helps; ``NOBODY`` for none.
    """
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    terms: list[Modifier] = []
    if officer >= 0:
        terms.append(Modifier(setting.units[officer].attack, setting.units[officer].name, rule("10")))
    value, name = ground.fire_cover(area)
    if shelters(ground, area, unit.seat):
        is_works = ground.covers[area] is TABLES.cover.works
        terms.append(Modifier(value, name, rule("11.T.3", 32) if is_works else rule("9", 2)))
    if state.points(area, other(unit.seat)) >= CROWD_POINTS:
        terms.append(Modifier(TABLES.fire.modifiers.crowd, say("stack of {crowd} or more points", crowd=CROWD_POINTS),
                              rule("9", 2)))
    if unit.kind == Kind.ROCKETS and any(setting.cavalry >> i & 1 for i in state.units_in(area, other(unit.seat))):
        terms.append(Modifier(TABLES.fire.modifiers.rockets, say("rockets at cavalry"), rule("11.T.3", 23)))
    return terms


def shelters(ground: AreaTerrain, area: Area, seat: Seat) -> bool:
    """Whether an area's cover protects against a side's guns; works protect only against Spanish guns (11.T.3)."""
    return ground.covers[area] is not None and (ground.covers[area] is not TABLES.cover.works or seat == SPANISH)


def coin_count(state: AfricaState, slot: Slot, area: Area, officer: Slot) -> int:
    """The number of coins for a gun's fire."""
    return max(fire_factor(state, slot) + total(modifiers(state, slot, area, officer)), 0)


def has_effect(state: AfricaState, slot: Slot, area: Area, officer: Slot) -> bool:
    """Whether a gun's fire at an area can have any effect (9, ruling 17)."""
    distance = state.setting.ground.fire_distances[state.at[slot]][area]
    return barrage_has_effect(coin_count(state, slot, area, officer), distance, state.setting.from_cup)


def effective_fires(state: AfricaState, slot: Slot) -> Iterator[tuple[Area, Slot]]:
    """The possible fires of a gun that could have an effect, as (area, helping officer or ``NOBODY``)."""
    for area in targets(state, slot):
        for officer in (NOBODY, *helpers(state, slot)):
            if has_effect(state, slot, area, officer):
                yield area, officer


def can_fire_with_effect(state: AfricaState, slot: Slot) -> bool:
    """Whether any fire of a gun could have an effect."""
    return next(effective_fires(state, slot), None) is not None


def why_not_bombard(state: AfricaState, action: AfricaBombard) -> Reason | None:
    """Why a gun's fire is illegal; None if it is legal (9, 10)."""
    setting = state.setting
    slot, area, officer = setting.slot[action.unit], setting.ground.index[action.place], setting.slot_of(action.officer)
    if not setting.guns >> slot & 1:
        return Reason(rule("9"), say("{name} is not a gun", name=setting.units[slot].name))
    why = why_may_not_fire(state, slot) or why_out_of_range(state, slot, area)
    if why is not None:
        return why
    if action.officer and officer not in helpers(state, slot):
        return why_no_help(state, slot, action.officer)
    return None if has_effect(state, slot, area, officer) else _why_no_effect(state, slot, area, officer)


def _why_no_effect(state: AfricaState, slot: Slot, area: Area, officer: Slot) -> Reason:
    """The refusal of fire whose coins and range leave no effect (ruling 17)."""
    count, distance = coin_count(state, slot, area, officer), state.setting.ground.fire_distances[state.at[slot]][area]
    text = (plural("{count} marker at range {distance} can have no effect",
                   "{count} markers at range {distance} can have no effect", count, distance=distance)
            if state.setting.from_cup else
            plural("{count} coin at range {distance} can have no effect",
                   "{count} coins at range {distance} can have no effect", count, distance=distance))
    return Reason(rule("9", 17), text, {"coins": count, "range": distance})


def all_bombards(state: AfricaState, slot: Slot) -> list[AfricaBombard]:
    """Every legal fire of an activated gun."""
    if why_may_not_fire(state, slot) is not None:
        return []
    ids, units = state.setting.ground.ids, state.setting.units
    return [
        AfricaBombard(units[slot].id, ids[area], units[officer].id if officer >= 0 else UnitName(""))
        for area, officer in effective_fires(state, slot)
    ]


class Barrage(Rolling):
    """Pending roll for a gun's fire at all units of an area."""

    unit: Slot
    """The gun."""
    area: Area
    """The area at which it fires."""
    officer: Annotated[Helper, Key("leader")]
    """The officer who helps."""

    kind = "barrage"
    rule = rule("9")

    def question(self, state: AfricaState) -> Message:
        setting = state.setting
        values = {"unit": setting.units[self.unit].name, "area": setting.ground.titles[self.area]}
        if self.officer >= 0:
            return say("{unit} with {officer} fires at {area}", officer=setting.units[self.officer].name, **values)
        return say("{unit} fires at {area}", **values)

    def button(self, state: AfricaState) -> Message:
        return say("Draw and roll") if state.setting.from_cup else say("Flip and roll")

    def _count(self, state: AfricaState) -> int:
        return coin_count(state, self.unit, self.area, self.officer)

    def _distance(self, state: AfricaState) -> int:
        return state.setting.ground.fire_distances[state.at[self.unit]][self.area]

    def dice(self, state: AfricaState) -> tuple[Die, ...]:
        return coins_die(self._count(state), state.setting.from_cup), D6

    def chances(self, state: AfricaState) -> Mapping[str, Fraction]:
        return barrage_chances(self._count(state), self._distance(state), state.setting.from_cup)

    def roller(self, state: AfricaState) -> str:
        return seat_of_unit(state, self.unit)

    def branches(self, state: AfricaState) -> Sequence[Branch]:
        return _barrage_branches(self.dice(state), self._distance(state))

    def resolve(self, state: AfricaState, faces: tuple[int, ...]) -> StateAndEvents:
        """The state after the result is applied to every unit in the area, and events."""
        setting = state.setting
        unit, distance = setting.units[self.unit], self._distance(state)
        result = barrage_result(faces[0], faces[1], distance)
        values = {"unit": unit.name, "area": setting.ground.titles[self.area], "distance": distance}
        title = say("{unit} fires at {area}, range {distance}", **values)
        if self.officer >= 0:
            title = say("{unit} with {officer} fires at {area}, range {distance}",
                        officer=setting.units[self.officer].name, **values)
        seat = other(unit.seat)
        affected = losers(state, self.area, seat)
        rolled = Rolled(rule("9"), self.dice(state), faces, result,
                        _result_text(state, result, affected), title, places=(setting.ground.ids[self.area],),
                        units=tuple(setting.units[slot].id for slot in affected))
        state = state.popped()
        events: list[Event] = [rolled]
        leaving = affected
        if result == ALL_STRUCK:
            regulars = [i for i in affected if setting.regulars >> i & 1]
            others = [i for i in affected if i not in regulars]
            for slot in regulars + others[:1]:
                state, new_events = strike(state, slot, rule("9"))
                events += new_events
            leaving = tuple(others[1:])
            result = ALL_DEMORALIZED
        if result == ALL_DEMORALIZED:
            for slot in leaving:
                state, new_events = demoralize(state, slot, rule("9"))
                events += new_events
        if result in (ALL_DEMORALIZED, ALL_RETREAT):
            events += notes_on_staying(state, leaving)
            state = begin_retreat(state, _driven_off(state, leaving, self.area, seat), BY_ARTILLERY)
        return state, tuple(events)

    def arithmetic(self, state: AfricaState) -> Preview:
        setting = state.setting
        unit, count, distance = setting.units[self.unit], self._count(state), self._distance(state)
        terms = tuple(modifiers(state, self.unit, self.area, self.officer))
        at_troops = bool(fighters(state, self.area, other(unit.seat)))
        texts = PREVIEW_TEXTS if at_troops else {**PREVIEW_TEXTS, **PREVIEW_TEXTS_FOR_OFFICERS}
        outcomes = tuple(
            Outcome(name, chance, texts[name], rule("9", 2), EFFECT_LABEL if name != NOTHING else "")
            for name, chance in self.chances(state).items()
        )
        lines = tuple(UnitLine(setting.units[i].id, 0) for i in state.units_in(self.area, other(unit.seat)))
        gun = UnitLine(unit.id, fire_factor(state, self.unit))
        range_text = (say("range {distance}: −{less} to the die", distance=distance, less=distance - 1)
                      if distance > 1 else say("range {distance}", distance=distance))
        coins_and_die = say("{coins} and a die", coins=coins_text(count, setting.from_cup))
        return Preview((gun,), lines, terms, count, 0, coins_and_die, range_text, None, outcomes)

    def misfit(self, state: AfricaState) -> Text:
        acting, setting = state.acting, state.setting
        if acting is None or not acting.gun or acting.stage or acting.units != 1 << self.unit or (
                state.at[self.unit] < 0):
            return say("its unit is not an activated gun")
        if not setting.ground.areas_in_range(setting.units[self.unit].kind)[state.at[self.unit]] >> self.area & 1:
            return say("its area is out of range")
        return aim_fault(state, self.unit, self.area, self.officer)


def _result_text(state: AfricaState, result: str, affected: Sequence[Slot]) -> Message:
    """The text of a result in the log.

    :param affected: the units that it affects.
    """
    setting = state.setting
    if result == ALL_DEMORALIZED:
        with_troops = any(setting.fighters >> slot & 1 for slot in affected)
        return say("all troops demoralized") if with_troops else say("all demoralized")
    if result == ALL_STRUCK:
        others = sum(not setting.regulars >> slot & 1 for slot in affected)
        return say("losses; others demoralized") if others > 1 else say("losses")
    return PREVIEW_TEXTS[result]


def barrage_of(state: AfricaState, action: AfricaBombard) -> Barrage | None:
    """The roll for a gun's fire, whether legal or not; None if there is no target."""
    setting = state.setting
    slot, area = setting.slot_of(action.unit), setting.area_of(action.place)
    if area < 0 or slot < 0 or state.at[slot] < 0 or not state.setting.guns >> slot & 1:
        return None
    barrage = Barrage(slot, area, setting.slot_of(action.officer))
    return barrage if state.target(area, other(setting.units[slot].seat)) >= 0 else None


def _driven_off(state: AfricaState, leaving: tuple[Slot, ...], area: Area, seat: Seat) -> tuple[Slot, ...]:
    """The units that artillery drives off, in the order of their retreats. If none of their troops stays, convoys
    retreat before them and officers after them (9, rulings 8 and 27).

    :param leaving: the units that the result makes retreat.
    """
    setting = state.setting
    retreating = tuple(i for i in leaving if not setting.units[i].immobile)
    if not retreating or set(losers(state, area, seat)) - set(retreating):
        return retreating
    others = [i for i in state.units_in(area, seat) if i not in retreating]
    convoys = [i for i in others if setting.convoys >> i & 1]
    return (*convoys, *retreating, *(i for i in others if setting.officers >> i & 1))


@lru_cache(maxsize=CACHE_SIZE)
def _barrage_branches(dice: tuple[Die, ...], distance: int) -> tuple[Branch, ...]:
    """The branches of a gun's fire at an area, by its result: first its coins fall, then its die (9)."""

    def read(heads: int | str | None, _: Die, face: int) -> int | str | None:
        return face if heads is None else barrage_result(int(heads), face, distance)

    return tuple(grouped(dice, None, read).values())
