"""The pending shot of a unit (6.1): the roll for its factor, the coins for a hit, and the three coins of the result;
and the command for all remaining fire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

from game.board.areas import Area
from game.core.action import Action
from game.core.branches import Branch, every_outcome, grouped
from game.core.chance import D6, Die, total
from game.core.event import Event, Noted, Rolled, named_terms
from game.core.field_types import Between, Key
from game.core.indices import Slot, other
from game.core.message import Message, Text, joined, plural, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import RuleRef
from game.rules.africa import coin_tables, fire, rolling
from game.rules.africa.actions import AfricaFire
from game.rules.africa.coin_tables import (
    DEMORALIZED,
    DESTROYED,
    FIRE_RESULTS,
    HIT_HEADS,
    MISS,
    RESULT_COINS,
    RESULT_WORDS,
    RETREAT,
    STEP_LOST,
    coins_die,
    die_fire_chances,
    fire_chances,
    hit_chances,
)
from game.rules.africa.events import DieResult, demoralize, only_loses_step, strike
from game.rules.africa.retreats import BY_FIRE, begin_retreat, notes_on_staying
from game.rules.africa.rolling import CACHE_SIZE, Rolling, at_least_branches, coins_text, seat_of_unit
from game.rules.africa.state import STAGE_FIRE, AfricaState, StateAndEvents
from game.rules.africa.units import NOBODY, Helper, rule

RESULT_TEXTS = {RETREAT: say("the target retreats"), DEMORALIZED: say("it retreats demoralized"),
                DESTROYED: say("it is destroyed, or loses a step")}
"""Result of a hit -> its text in previews. This and the texts on the coins of the result must agree with
``tables.toml``."""
HIT_GROUP = say("hit")
"""Group label for all results of a hit."""


class Shot(Rolling):
    """Pending roll for a unit's shot at another unit."""

    unit: Slot
    """The unit that fires."""
    area: Area
    """The area at which it fires."""
    target: Slot
    officer: Annotated[Helper, Key("leader")]
    """The officer who helps."""
    defensive: bool
    """Whether it is defensive fire."""
    factor: Annotated[int, Between(0, 6)] = 0
    """The number rolled for the fire factor of a unit that rolls for it; 0 before the roll."""
    hit: bool = False
    """Whether the coins have hit, so that the three of the result are pending."""

    kind = "fire"
    rule = rule("6.1")

    def question(self, state: AfricaState) -> Message:
        units = state.setting.units
        values = {"unit": units[self.unit].name, "target": units[self.target].name}
        if not self.hit:
            return say("{unit} fires at {target}", **values)
        return (say("{unit} hits {target}: draw three markers for the result", **values) if state.setting.from_cup
                else say("{unit} hits {target}: flip three coins for the result", **values))

    def button(self, state: AfricaState) -> Message:
        return rolling.DIE_LABEL if self._rolls_factor(state) else super().button(state)

    def _rolls_factor(self, state: AfricaState) -> bool:
        """Whether the unit still has to roll a die for its fire factor."""
        return not self.factor and coin_tables.rolls_for_fire(state, self.unit)

    def _count(self, state: AfricaState) -> int:
        """Number of coins for the hit."""
        return coin_tables.coin_count(state, self.unit, self.area, self.officer, self.defensive, self.factor)

    def chances(self, state: AfricaState) -> Mapping[str, Fraction]:
        from_cup = state.setting.from_cup
        if self.hit:
            return hit_chances(from_cup)
        if self._rolls_factor(state):
            modifiers = coin_tables.modifiers(state, self.unit, self.area, self.officer, self.defensive)
            return die_fire_chances(total(modifiers), from_cup)
        return fire_chances(self._count(state), from_cup)

    def rolled_coins(self, state: AfricaState) -> str:
        """The coins of a unit that has still to roll for its fire factor, e.g. ``1d6 + 1``; empty for any other."""
        if not self._rolls_factor(state):
            return ""
        added = total(coin_tables.modifiers(state, self.unit, self.area, self.officer, self.defensive))
        return f"1d6 {'+' if added > 0 else '−'} {abs(added)}" if added else "1d6"

    def hit_chance(self, state: AfricaState) -> Fraction:
        """The exact chance that the shot hits."""
        return 1 - self.chances(state).get(MISS, Fraction(0))

    def roll_rule(self, state: AfricaState) -> RuleRef:
        if self._rolls_factor(state):
            return rule("11.W.3")
        return rule("6.1", 29) if state.setting.from_cup else rule("6.1")

    def dice(self, state: AfricaState) -> tuple[Die, ...]:
        if self._rolls_factor(state):
            return (D6,)
        return (coins_die(RESULT_COINS if self.hit else self._count(state), state.setting.from_cup),)

    def roller(self, state: AfricaState) -> str:
        return seat_of_unit(state, self.unit)

    def branches(self, state: AfricaState) -> Sequence[Branch]:
        dice = self.dice(state)
        if self.hit:
            return _results(dice)
        return every_outcome(dice) if self._rolls_factor(state) else at_least_branches(dice, HIT_HEADS)

    def resolve(self, state: AfricaState, faces: tuple[int, ...]) -> StateAndEvents:
        if self._rolls_factor(state):
            return self._factor_rolled(state, faces[0])
        return self._result_rolled(state, faces) if self.hit else self._hit_rolled(state, faces)

    def _factor_rolled(self, state: AfricaState, face: int) -> StateAndEvents:
        """The state after the roll for the fire factor, and events: the coins are pending, if they can hit."""
        with_factor = replace(self, factor=face)
        count, from_cup = with_factor._count(state), state.setting.from_cup
        terms = named_terms(coin_tables.modifiers(state, self.unit, self.area, self.officer, self.defensive))
        text = say("{unit} rolls {die} for its fire", unit=state.setting.units[self.unit].name,
                   die=joined((str(face), terms), " "))
        note = DieResult(rule("11.W.3"), text, coins_text(count, from_cup))
        if count < HIT_HEADS:
            too_few = (plural("{count} marker cannot show {hit} heads: no hit",
                              "{count} markers cannot show {hit} heads: no hit", count, hit=HIT_HEADS) if from_cup else
                       plural("{count} coin cannot show {hit} heads: no hit",
                              "{count} coins cannot show {hit} heads: no hit", count, hit=HIT_HEADS))
            return state.popped(), (note, Noted(rule("6.1"), too_few))
        return state.swapped(with_factor), (note,)

    def _hit_rolled(self, state: AfricaState, faces: tuple[int, ...]) -> StateAndEvents:
        """The state after the coins for the hit, and the event: after a hit the coins of the result are pending."""
        setting = state.setting
        hit = faces[0] >= HIT_HEADS
        event = Rolled(rule("6.1"), self.dice(state), faces, "hit" if hit else MISS,
                       say("a hit") if hit else say("no hit"),
                       say("{unit} fires at {target}", unit=setting.units[self.unit].name,
                           target=setting.units[self.target].name), needed=HIT_HEADS,
                       places=(setting.ground.ids[self.area],), units=(setting.units[self.target].id,))
        after = state.swapped(replace(self, hit=True)) if hit else state.popped()
        return after, (event,)

    def _result_rolled(self, state: AfricaState, faces: tuple[int, ...]) -> StateAndEvents:
        """The state after the result is applied to the target, and events; later fire in this phase hits the unit under
        it (ruling 22)."""
        setting, slot = state.setting, self.target
        result = FIRE_RESULTS[faces[0]]
        meaning = STEP_LOST if result == DESTROYED and only_loses_step(state, slot) else RESULT_WORDS[result]
        target = setting.units[slot]
        rolled = Rolled(rule("6.1"), self.dice(state), faces, result, meaning,
                        say("{unit} hits {target}", unit=setting.units[self.unit].name, target=target.name),
                        places=(setting.ground.ids[self.area],), units=(target.id,))
        state = state.popped()
        acting, bit = state.acting, 1 << slot
        state = (state._replace(struck=state.struck | bit) if acting is None
                 else state.swapped(replace(acting, struck=acting.struck | bit)))
        if result == DESTROYED:
            state, new_events = strike(state, slot, rule("6.1"))
            return state, (rolled, *new_events)
        events: tuple[Event, ...] = ()
        if result == DEMORALIZED:
            state, events = demoralize(state, slot, rule("6.1"))
        return begin_retreat(state, (slot,), BY_FIRE), (rolled, *events, *notes_on_staying(state, (slot,)))

    def arithmetic(self, state: AfricaState) -> Preview:
        """The arithmetic of the pending roll."""
        setting = state.setting
        unit = setting.units[self.unit]
        defenders = (UnitLine(setting.units[self.target].id, 0),)
        chances, from_cup = self.chances(state), setting.from_cup
        group = "" if self.hit else HIT_GROUP
        outcomes = tuple(
            Outcome(name, chances.get(name, Fraction(0)), text, rule("6.1"), group)
            for name, text in RESULT_TEXTS.items()
        )
        if self.hit:
            return Preview((UnitLine(unit.id, 0),), defenders, (), RESULT_COINS, 0,
                           coins_text(RESULT_COINS, from_cup),
                           say("0 or 1 heads: retreat; 2: retreat, demoralized; 3: destroyed, or loses a step"),
                           None, outcomes)
        modifiers = coin_tables.modifiers(state, self.unit, self.area, self.officer, self.defensive)
        outcomes = (*outcomes, Outcome(MISS, chances.get(MISS, Fraction(0)), say("no hit"), rule("6.1")))
        count = self._count(state)
        line = UnitLine(unit.id, self.factor or coin_tables.fire_factor(state, self.unit))
        text: Text = coins_text(count, from_cup)
        if dice := self.rolled_coins(state):
            line = UnitLine(unit.id, 0, strength_text="1d6")
            text = say("{sum} markers", sum=dice) if from_cup else say("{sum} coins", sum=dice)
        reading = (plural("{count} head to hit; then 3 markers for the result",
                          "{count} heads to hit; then 3 markers for the result", HIT_HEADS) if from_cup else
                   plural("{count} head to hit; then 3 coins for the result",
                          "{count} heads to hit; then 3 coins for the result", HIT_HEADS))
        return Preview((line,), defenders, modifiers, count, 0, text, reading, None, outcomes,
                       needed=plural("{count} head to hit", "{count} heads to hit", HIT_HEADS))

    def autoplay_step(self, state: AfricaState) -> tuple[Message, Action | None] | None:
        label = remaining_fire_label(state.popped())
        return None if label is None else (label, None)

    def misfit(self, state: AfricaState) -> Text:
        setting = state.setting
        unit, here = setting.units[self.unit], state.at[self.unit]
        if unit.seat != fire.firing_seat(state) or self.defensive != fire.is_defensive(state):
            return say("its side does not fire now")
        if here < 0 or not fire.allowed_or_fired(state) >> self.unit & 1:
            return say("its unit cannot fire")
        is_in_range = self.area == here if self.defensive else setting.ground.adjacent[here] >> self.area & 1
        if not is_in_range:
            return say("its area is out of range")
        if self.target != state.target(self.area, other(unit.seat)):
            return say("its target is not the unit to be fired at there")
        needs_roll = coin_tables.rolls_for_fire(state, self.unit)
        if (self.factor and not needs_roll) or (self.hit and needs_roll and not self.factor):
            return say("its rolls do not fit its unit")
        fault = fire.aim_fault(state, self.unit, self.area, self.officer)
        count = self._count(state)
        if fault or count >= HIT_HEADS or (needs_roll and not self.factor):
            return fault
        return (plural("{count} marker cannot hit", "{count} markers cannot hit", count) if setting.from_cup
                else plural("{count} coin cannot hit", "{count} coins cannot hit", count))


@lru_cache(maxsize=CACHE_SIZE)
def _results(dice: tuple[Die, ...]) -> tuple[Branch, ...]:
    """The branches of the result of a hit (6.1)."""
    return tuple(grouped(dice, "", lambda _, __, heads: FIRE_RESULTS[heads]).values())


def shot_of(state: AfricaState, action: AfricaFire) -> Shot | None:
    """The roll for a unit's shot, whether legal or not; None if there is no target, or the unit is not on the map."""
    setting = state.setting
    slot, area = setting.slot_of(action.unit), setting.area_of(action.place)
    if area < 0 or slot < 0 or state.at[slot] < 0:
        return None
    target = state.target(area, other(setting.units[slot].seat))
    return Shot(slot, area, target, setting.slot_of(action.officer), fire.is_defensive(state)) if target >= 0 else None


def remaining_fire_label(state: AfricaState) -> Message | None:
    """The label of the button for all remaining fire; None if units do not fire one by one now or none can. The fire of
    activated cavalry is left to the player."""
    acting = state.acting
    units_fire_now = acting.stage == STAGE_FIRE if acting is not None else state.frame is None
    if not units_fire_now or not fire.any_fire(state):
        return None
    count = shots_left(state)
    return plural("Resolve all remaining fire ({count} shot)", "Resolve all remaining fire (up to {count} shots)",
                   count)


def shots_left(state: AfricaState) -> int:
    """The most shots that units can make one by one from now on if none hits. Each officer helps one unit."""
    return _most_shots(_helpers_by_unit(state, fire.fires(state)))


def _helpers_by_unit(state: AfricaState, shots: Iterable[AfricaFire]) -> dict[Slot, set[Slot]]:
    """Unit -> the officers with whom it has one of some shots, ``NOBODY`` among them for a shot without help."""
    setting = state.setting
    helpers: dict[Slot, set[Slot]] = {}
    for shot in shots:
        helpers.setdefault(setting.slot[shot.unit], set()).add(setting.slot_of(shot.officer))
    return helpers


def _most_shots(helpers: Mapping[Slot, Set[Slot]]) -> int:
    """The most units that can fire if each officer helps one of them: the largest matching of officers with the units
    that need one.

    :param helpers: the result of ``_helpers_by_unit``.
    """
    helped: dict[Slot, Slot] = {}
    """Officer -> the unit that the officer helps."""

    def find_officer(unit: Slot, tried: set[Slot]) -> bool:
        for officer in helpers[unit] - tried:
            tried.add(officer)
            if officer not in helped or find_officer(helped[officer], tried):
                helped[officer] = unit
                return True
        return False

    return sum(NOBODY in officers or find_officer(unit, set()) for unit, officers in helpers.items())


def best_fire(state: AfricaState) -> AfricaFire | None:
    """The shot most likely to hit now, among those that leave every other unit its shot; of equals, the one at the
    larger stack, then one without an officer, then that of the unit with the lower slot. None if no unit can fire."""
    setting, all_shots = state.setting, fire.all_fires(state)
    helpers = _helpers_by_unit(state, all_shots)
    most = _most_shots(helpers)

    def leaves_others_their_shots(action: AfricaFire) -> bool:
        unit, officer = setting.slot[action.unit], setting.slot_of(action.officer)
        others = {i: officers - ({officer} - {NOBODY}) for i, officers in helpers.items() if i != unit}
        return _most_shots(others) == most - 1

    def sort_key(action: AfricaFire) -> tuple[Fraction, int, bool, int]:
        shot = shot_of(state, action)
        assert shot is not None
        enemy = other(setting.units[shot.unit].seat)
        return shot.hit_chance(state), state.points(shot.area, enemy), not action.officer, -shot.unit

    return max(filter(leaves_others_their_shots, all_shots), key=sort_key, default=None)
