"""The end of a turn (3, 7): markers are removed, reinforcements enter, units rally, and the battle may end (11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from game.board.areas import Area, areas_in
from game.core.action import Action
from game.core.branches import Branch
from game.core.chance import Die, Modifier, Roll, total
from game.core.event import Event, GameOver, Noted, PhaseBegan, Rolled
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Message, Text, both_or_all, joined, plural, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import Reason, RuleRef
from game.rules.africa.actions import Enter
from game.rules.africa.coin_tables import RALLY_HEADS, at_least, coins_die
from game.rules.africa.events import Arrived, Marked
from game.rules.africa.rolling import Rolling, at_least_branches, coins_text, flip_label, seat_of_unit
from game.rules.africa.sequence import END, GAME_OVER, phase_began
from game.rules.africa.stacking import overstacked
from game.rules.africa.state import (
    STACKING_LIMIT,
    WAITING,
    AfricaPending,
    AfricaState,
    StateAndEvents,
    occupied_areas,
    with_unit_at,
)
from game.rules.africa.tables import TABLES
from game.rules.africa.terrain import FOREST, MARSH, MOUNTAIN, RIVER, AreaTerrain
from game.rules.africa.units import rule
from game.rules.africa.victory import outcome, result_so_far, section, updated_control

RALLY_COINS = TABLES.rally.coins
"""Coins of every rally before modifiers (7)."""
WITH_TEXT = say(" with ")
"""Text between a ship's name and the units aboard."""
RALLIED, NOT_RALLIED = "rallied", "-"
"""Keys of the results of a rally."""


class Rally(Rolling):
    """Demoralized units still to roll for rally (7). Coins are used even if fire and shock are played with markers
    (6.1)."""

    queue: tuple[Slot, ...]
    """The first unit rolls next."""

    kind = "rally"
    closes = True
    rule = rule("7")

    def question(self, state: AfricaState) -> Message:
        unit, count = state.setting.units[self.queue[0]].name, self._count(state)
        return say("{unit} tries to rally", unit=unit) if count >= RALLY_HEADS else say(
            "{unit} cannot rally: {coins}, {needed} heads needed", unit=unit, coins=coins_text(count),
            needed=RALLY_HEADS)

    def roll(self, state: AfricaState) -> Roll:
        unit = state.setting.units[self.queue[0]].name
        return replace(super().roll(state), title=say("Rally: {unit}", unit=unit))

    def button(self, state: AfricaState) -> Message:
        return flip_label(self.dice(state)) if self._count(state) >= RALLY_HEADS else say("Continue")

    def _count(self, state: AfricaState) -> int:
        return rally_coins(state, self.queue[0])

    def chances(self, state: AfricaState) -> Mapping[str, Fraction]:
        rally_chance = at_least(RALLY_HEADS, self._count(state), False)
        return {name: chance for name, chance in ((RALLIED, rally_chance), (NOT_RALLIED, 1 - rally_chance)) if chance}

    def dice(self, state: AfricaState) -> tuple[Die, ...]:
        return (coins_die(self._count(state), False),)

    def roller(self, state: AfricaState) -> str:
        return seat_of_unit(state, self.queue[0])

    def roll_rule(self, state: AfricaState) -> RuleRef:
        """Rule 7, with ruling 35 if the order matters: another unit of the first one's area rolls after it."""
        first, *later = ((state.at[slot], state.setting.units[slot].seat) for slot in self.queue)
        return rule("7", 35 if first in later else None)

    def branches(self, state: AfricaState) -> Sequence[Branch]:
        return at_least_branches(self.dice(state), RALLY_HEADS)

    def resolve(self, state: AfricaState, faces: tuple[int, ...]) -> StateAndEvents:
        slot = self.queue[0]
        unit = state.setting.units[slot]
        rallies = faces[0] >= RALLY_HEADS
        failure = say("stays demoralized") if self._count(state) >= RALLY_HEADS else say("too few coins")
        event = Rolled(self.rule, self.dice(state), faces, RALLIED if rallies else NOT_RALLIED,
                       say("rallies") if rallies else failure, self.roll(state).title, needed=RALLY_HEADS)
        state = state.swapped(Rally(self.queue[1:]))
        if not rallies:
            return state, (event,)
        return state._replace(demoralized=state.demoralized & ~(1 << slot)), (
            event, Marked(self.rule, unit.id, unit.name, "demoralized", False))

    def arithmetic(self, state: AfricaState) -> Preview:
        count = self._count(state)
        texts = {RALLIED: say("it rallies"), NOT_RALLIED: say("it stays demoralized")}
        outcomes = tuple(Outcome(name, chance, texts[name], self.rule) for name, chance in self.chances(state).items())
        modifiers = (Modifier(RALLY_COINS, say("base coins"), self.rule), *rally_modifiers(state, self.queue[0]))
        return Preview((UnitLine(state.setting.units[self.queue[0]].id, 0),), (), modifiers, count, 0,
                       coins_text(count), plural("{count} head to rally", "{count} heads to rally", RALLY_HEADS), None,
                       outcomes)

    def autoplay_step(self, state: AfricaState) -> tuple[Message, Action | None] | None:
        units = state.setting.units
        count = sum(units[slot].seat == units[self.queue[0]].seat for slot in self.queue)
        label = both_or_all("Flip to rally the unit", "Flip to rally both units", "Flip to rally all {count}", count)
        return (label, None) if count > 1 else None

    def automatic_step(self, state: AfricaState) -> StateAndEvents | None:
        return None if self.queue else finish_turn(state.popped())

    def misfit(self, state: AfricaState) -> Text:
        if state.frame is not None:
            return say("another action must be finished first")
        all_demoralized = all(state.demoralized >> i & 1 and state.at[i] >= 0 for i in self.queue)
        each_once = len(set(self.queue)) == len(self.queue)
        return "" if all_demoralized and each_once else say("only demoralized units on the map rally, each once")


class ReinforcementEntry(AfricaPending):
    """Reinforcements whose owner chooses their entry area (11.C.4)."""

    queue: tuple[Slot, ...]
    """The first unit is placed next."""

    kind = "entry"
    place_action = Enter
    closes = True
    sets_up = True
    mode = "place"

    def seat(self, state: AfricaState) -> str:
        return seat_of_unit(state, self.queue[0])

    def cited(self, state: AfricaState) -> RuleRef:
        return rule(section(state, 4))

    def question(self, state: AfricaState) -> Message:
        """The unit that arrives, any units aboard, and whether it is placed on land or at sea."""
        first, *others = self.queue
        name = state.setting.units[first].name
        if not state.setting.ship >> first & 1:
            return say("{unit} arrives: place it on land, in a coastal area without enemies", unit=name)
        if others:
            return say("Place the gunboat {unit}, with marines, in a coastal or sea area", unit=name)
        return say("{unit} arrives: place it in a coastal or sea area", unit=name)

    def candidates(self, state: AfricaState) -> list[Action]:
        setting, slot = state.setting, self.queue[0]
        ground, unit = setting.ground, setting.units[slot]
        open_areas = self._shores(state) & ~state.occupied[other(unit.seat)]
        return [Enter(unit.id, ground.ids[area]) for area in areas_in(open_areas)]

    def _shores(self, state: AfricaState) -> int:
        """Mask of the areas where the first unit may enter, ignoring units there."""
        ground = state.setting.ground
        return ground.coast | (ground.sea if state.setting.ship >> self.queue[0] & 1 else 0)

    def why_not(self, state: AfricaState, action: Action) -> Reason:
        if not isinstance(action, Enter):
            return Reason(self.cited(state), say("Place the reinforcements first"))
        setting, first = state.setting, self.queue[0]
        slot, area, is_ship = setting.slot_of(action.unit), setting.area_of(action.place), setting.ship >> first & 1
        if area < 0:
            return Reason(self.cited(state), say("There is no area {place} on this map", place=action.place))
        if slot != first:
            if is_ship and slot in self.queue:
                return Reason(self.cited(state), say("{unit} arrives aboard the {ship}: place the {ship}",
                                                     unit=setting.units[slot].name, ship=setting.units[first].name))
            return self.why_idle(state, slot)
        title, values = setting.ground.titles[area], {"place": action.place}
        if not self._shores(state) >> area & 1:
            return Reason(self.cited(state), say("{area} is neither on the coast nor at sea", area=title) if is_ship
                          else say("{area} is not on the coast", area=title), values)
        return Reason(rule(section(state, 4), 15), say("The enemy holds {title}", title=title), values)

    def apply(self, state: AfricaState, action: Action) -> StateAndEvents:
        setting = state.setting
        slot, area = setting.slot[action.units[0]], setting.ground.index[action.places[0]]
        is_ship = setting.ship >> slot & 1
        entering = [i for i in self.queue if i == slot or is_ship]
        for i in entering:
            state = with_unit_at(state, i, area)
            if is_ship and i != slot:
                state = state._replace(aboard=state.aboard | 1 << i)
        state = state._replace(occupied=occupied_areas(setting, state.stacks, state.aboard))
        later = tuple(i for i in self.queue if i not in entering)
        names = joined((setting.units[i].name for i in entering), WITH_TEXT)
        event = Arrived(rule(section(state, 4)), setting.units[slot].id, names, setting.ground.ids[area],
                        setting.ground.titles[area])
        return state.swapped(ReinforcementEntry(later)) if later else state.popped(), (event,)

    def selectable(self, state: AfricaState) -> list[Slot]:
        return [self.queue[0]]

    def why_idle(self, state: AfricaState, slot: Slot) -> Reason:
        return Reason(self.cited(state), say("Place {first} first", first=state.setting.units[self.queue[0]].name))

    def misfit(self, state: AfricaState) -> Text:
        expected, below = placed_by_owner(state), state.frame
        fits = self.queue == expected and expected and below is not None and below.closes and len(state.frames) == 1
        return "" if fits else say("its units have nothing to choose")


def demoralized_units(state: AfricaState) -> tuple[Slot, ...]:
    """The demoralized units on the map, the Spanish first, in the order of the counters (7, ruling 35)."""
    return tuple(slot for slot in slots_in(state.demoralized) if state.at[slot] >= 0)


def rally_modifiers(state: AfricaState, slot: Slot) -> list[Modifier]:
    """Modifiers to the coins of a unit's rally (7)."""
    setting = state.setting
    unit, ground, here = setting.units[slot], setting.ground, state.at[slot]
    own, enemy = state.units_in(here, unit.seat), other(unit.seat)
    ship = state.near_ship(here, enemy)
    return rally_terms(ground, here, any(setting.officers >> i & 1 for i in own if i != slot),
                       bool(state.occupied_near(here, enemy)), sum(state.demoralized >> i & 1 for i in own) > 1,
                       setting.units[ship].name if ship >= 0 else "")


def rally_terms(ground: AreaTerrain, area: Area, with_officer: bool, near_enemy: bool, others_demoralized: bool,
                ship: str = "") -> list[Modifier]:
    """Modifiers to the coins of a rally in an area (7).

    :param with_officer: whether an officer is there.
    :param near_enemy: whether an enemy is adjacent.
    :param others_demoralized: whether another demoralized unit is there.
    :param ship: name of the enemy ship, if it is the only enemy adjacent.
    """
    values, terrain, terms = TABLES.rally, ground.terrain[area], list[Modifier]()
    if with_officer:
        terms.append(Modifier(values.officer, say("stacked with an officer"), rule("7")))
    if near_enemy:
        terms.append(Modifier(values.near, say("next to the {ship}", ship=ship), rule("7", 24)) if ship else Modifier(
            values.near, say("next to an enemy"), rule("7")))
    else:
        terms.append(Modifier(values.safe, say("no enemy within one area"), rule("7")))
    if terrain == MOUNTAIN:
        terms.append(Modifier(values.mountain, say("in mountains"), rule("7")))
    if terrain in (RIVER, FOREST):
        where = say("in a river area") if terrain == RIVER else say("in a forest")
        terms.append(Modifier(values.low, where, rule("7")))
    elif terrain == MARSH:
        terms.append(Modifier(values.low, say("in a marsh"), rule("7", 3)))
    if others_demoralized:
        terms.append(Modifier(values.company, say("another demoralized unit there"), rule("7", 35)))
    return terms


def rally_coins(state: AfricaState, slot: Slot) -> int:
    """The number of coins for a unit's rally."""
    return max(RALLY_COINS + total(rally_modifiers(state, slot)), 0)


def begin_turn_end(state: AfricaState) -> StateAndEvents:
    """The state at the end of the turn, and events: activation markers are removed, reinforcements enter, and the rally
    is pending (ruling 36)."""
    state = state.without_turn_marks()
    events = (PhaseBegan(rule("3", 36), state.turn, END.value, "", say("End of turn {turn}", turn=state.turn)),)
    choice = placed_by_owner(state)
    state, new_events = _reinforce(state)
    state = state._replace(frames=(Rally(demoralized_units(state)),))
    return state.pushed(ReinforcementEntry(choice)) if choice else state, (*events, *new_events)


def due_reinforcements(state: AfricaState) -> list[tuple[Slot, Area | None]]:
    """Reinforcements due by this turn that have not entered, each with its area (None if its owner chooses)."""
    due = []
    for turn, arrivals in state.setting.arrivals.items():
        if turn <= state.turn:
            due += [(slot, area) for slot, area in arrivals if state.at[slot] == WAITING]
    return due


def placed_by_owner(state: AfricaState) -> tuple[Slot, ...]:
    """Reinforcements whose owner chooses the entry area, the ship first (11.C.4)."""
    waiting = (slot for slot, area in due_reinforcements(state) if area is None)
    return tuple(sorted(waiting, key=lambda slot: not state.setting.ship >> slot & 1))


def _reinforce(state: AfricaState) -> StateAndEvents:
    """The state after the reinforcements with a fixed area have entered, and events (ruling 15)."""
    setting = state.setting
    events: list[Event] = []
    due = due_reinforcements(state)
    for slot, area in due:
        unit = setting.units[slot]
        if area is None:
            continue
        if state.occupied[other(unit.seat)] >> area & 1:
            title = setting.ground.titles[area]
            events.append(Noted(rule(section(state, 4), 15),
                                say("{unit} waits: the enemy holds {title}", unit=unit.name, title=title)))
        else:
            state = with_unit_at(state, slot, area)
            place, title = setting.ground.ids[area], setting.ground.titles[area]
            events.append(Arrived(rule(section(state, 4)), unit.id, unit.name, place, title))
    arrived = {area: setting.units[slot].seat for slot, area in due if area is not None and state.at[slot] == area}
    events += [Noted(rule("5", 4), _too_many(state, area, seat)) for area, seat in arrived.items()
               if overstacked(state, area, seat)]
    return state, tuple(events)


def _too_many(state: AfricaState, area: Area, seat: Seat) -> Message:
    """Text on an area that exceeds the stacking limit with its reinforcements."""
    over = state.points(area, seat) - STACKING_LIMIT
    return plural("{title} is over the limit of {limit} with its reinforcements: {count} point must move on",
                  "{title} is over the limit of {limit} with its reinforcements: {count} points must move on", over,
                  title=state.setting.ground.titles[area], limit=STACKING_LIMIT)


def finish_turn(state: AfricaState) -> StateAndEvents:
    """The state after the end of a turn, and events: the battle is over, or the next turn begins (11)."""
    state = state._replace(control=updated_control(state))
    setting = state.setting
    if state.turn == setting.turns or (state.turn == setting.early_turn and result_so_far(state, True) is not None):
        state = state._replace(step=GAME_OVER)
        result = outcome(state)
        return state, (GameOver(result.rule, result.winner, result.text),)
    state = state.without_phase_marks()._replace(turn=state.turn + 1, step=0, came=())
    return state, (phase_began(state.turn, state.step),)
