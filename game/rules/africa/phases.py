"""The phases of a player turn as decisions (3), and the progress of play from one decision to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.board.areas import Area
from game.core.action import Action
from game.core.batch import StillToDo
from game.core.event import Event, Noted
from game.core.indices import Slot, mask_of, other, slots_in
from game.core.message import Message, Text, and_list, joined, or_list, plural, say
from game.core.prompt import Duty
from game.core.verdict import Illegal, Reason, RuleRef, Verdict
from game.rules.africa import activation, fire, movement, shock, shots
from game.rules.africa.actions import AfricaEnd, PutOnTop
from game.rules.africa.closing import begin_turn_end
from game.rules.africa.events import capture
from game.rules.africa.move_refusals import landings, why_unmoved
from game.rules.africa.movement import must_move, must_withdraw
from game.rules.africa.orders import ATTACK_DUE, Orders, all_activations, fire_options, shocks
from game.rules.africa.retreats import FOR_ROOM, begin_retreat
from game.rules.africa.sequence import SEQUENCE, TURN_END, AfricaPhase, phase_began
from game.rules.africa.shock_rolls import return_units_without_attackers
from game.rules.africa.stacking import excess_units, movable_to_top, next_on_top
from game.rules.africa.state import STACKING_LIMIT, AfricaPending, AfricaState, AreaOption, StateAndEvents
from game.rules.africa.units import SEATS, rule
from game.rules.africa.victory import outcome, updated_control


class PhaseOrders(Orders):
    """A phase: the side that acts in it gives orders until no unit has anything to do or the side ends the phase."""

    def seat(self, state: AfricaState) -> str:
        return SEATS[state.now.seat]

    def phasing_seat(self, state: AfricaState) -> None:
        return None

    def selectable(self, state: AfricaState) -> Iterable[Slot]:
        slot = state.setting.slot
        return (*(slot[shot.unit] for shot in fire.fires(state)), *activation.units_to_activate(state, state.now.seat),
                *(slot[landing.unit] for landing in landings(state)))

    def end(self, state: AfricaState) -> StateAndEvents:
        return next_phase(state)

    def automatic_step(self, state: AfricaState) -> StateAndEvents | None:
        """Capture convoys, return units without attackers, and end a phase with nothing left to do; None if nothing
        changes."""
        state, events = capture(state)
        state, new_events = return_units_without_attackers(state)
        events = (*events, *new_events)
        if not state.frames and self.is_idle(state):
            state, new_events = next_phase(state)
            return state, (*events, *new_events)
        return (state, events) if events else None

    def still_to_do(self, state: AfricaState) -> tuple[StillToDo, ...]:
        units = tuple(dict.fromkeys(landing.unit for landing in landings(state)))
        return (StillToDo(say("the marines can land"), units),) if units else ()


class FirePhase(PhaseOrders):
    """Units fire one by one at enemies next to them (6.1)."""

    def cited(self, state: AfricaState) -> RuleRef:
        if fire.any_fire(state):
            return rule("6.1")
        return rule("8" if self._activatable(state) & state.setting.cavalry else "9", 26)

    def question(self, state: AfricaState) -> Message:
        if fire.any_fire(state):
            return say("Fire with your infantry at adjacent enemies, unit by unit")
        units, setting = self._activatable(state), state.setting
        if not units & setting.guns:
            return say("No infantry can fire; cavalry may still be activated")
        return (say("No infantry can fire; cavalry and guns may still be activated") if units & setting.cavalry
                else say("No infantry can fire; guns may still be activated"))

    def _activatable(self, state: AfricaState) -> int:
        """Mask of the cavalry and guns that may be activated now."""
        return mask_of(activation.units_to_activate(state, state.now.seat))

    def main(self, state: AfricaState) -> tuple[Action, Text]:
        return AfricaEnd(), say("End fire")

    def candidates(self, state: AfricaState) -> list[Action]:
        return [*fire.all_fires(state), *landings(state), AfricaEnd(), *all_activations(state, state.now.seat)]

    def is_idle(self, state: AfricaState) -> bool:
        return not (fire.any_fire(state) or next(activation.units_with_shots(state, state.now.seat), None) is not None)

    def area_options(self, state: AfricaState, slot: Slot) -> Mapping[str, AreaOption]:
        return fire_options(state, slot)

    def still_to_do(self, state: AfricaState) -> tuple[StillToDo, ...]:
        items: list[StillToDo] = []
        if count := shots.shots_left(state):
            items.append(StillToDo(plural("{count} shot left", "{count} shots left", count),
                                   tuple(dict.fromkeys(shot.unit for shot in fire.fires(state)))))
        units = sorted(set(activation.units_with_shots(state, state.now.seat)))
        if units:
            only_guns = all(state.setting.guns >> slot & 1 for slot in units)
            items.append(StillToDo(
                plural("{count} gun can be activated to fire", "{count} guns can be activated to fire", len(units))
                if only_guns else plural("{count} gun or cavalry unit can be activated to fire",
                                         "{count} gun or cavalry units can be activated to fire", len(units)),
                _ids(state, units)))
        return (*items, *super().still_to_do(state))


class DefencePhase(FirePhase):
    """Units fire at enemies that have entered their areas (6.1); marines may land against these (11.T.3)."""

    def _only_landing(self, state: AfricaState) -> bool:
        """Whether no unit can fire, so that only a landing is possible."""
        return not fire.any_fire(state) and bool(landings(state))

    def cited(self, state: AfricaState) -> RuleRef:
        return rule("11.T.3", 12) if self._only_landing(state) else rule("6.1")

    def question(self, state: AfricaState) -> Message:
        return (say("Marines may land where enemies have entered your areas") if self._only_landing(state)
                else say("Fire at units that have entered your areas"))

    def main(self, state: AfricaState) -> tuple[Action, Text]:
        return AfricaEnd(), say("End defensive fire")

    def is_idle(self, state: AfricaState) -> bool:
        return not (state.contested() and fire.any_fire(state)) and not landings(state)


class MovementPhase(PhaseOrders):
    """Infantry and officers move; to enter an enemy area is to attack it (4)."""

    rule = rule("4")
    asks = say("Move infantry and officers; entering an enemy area is an attack")

    def duties(self, state: AfricaState) -> tuple[Duty, ...]:
        return moving_duties(state)

    def main(self, state: AfricaState) -> tuple[Action, Text]:
        return AfricaEnd(), say("End movement")

    def candidates(self, state: AfricaState) -> list[Action]:
        units = state.setting.units
        actions: list[Action] = [*movement.all_moves(state)]
        actions += (PutOnTop(units[slot].id) for slot in slots_in(movable_to_top(state)))
        actions += landings(state)
        if not movement.must_move(state):
            actions.append(AfricaEnd())
        return [*actions, *all_activations(state, state.now.seat)]

    def why_no_end(self, state: AfricaState) -> tuple[Reason, ...]:
        return tuple(Reason(duty.rule, duty.text) for duty in self.duties(state))

    def _units_with_moves(self, state: AfricaState) -> list[Slot]:
        return [slot for slot in slots_in(movement.movers(state)) if movement.reachable(state, slot)]

    def selectable(self, state: AfricaState) -> Iterable[Slot]:
        return (*super().selectable(state), *self._units_with_moves(state))

    def why_idle(self, state: AfricaState, slot: Slot) -> Reason:
        return why_unmoved(state, slot)

    def end(self, state: AfricaState) -> StateAndEvents:
        """End the phase; units without room retreat before the next phase is announced (5, ruling 4)."""
        leaving = (*excess_units(state, state.now.seat), *excess_units(state, other(state.now.seat)))
        state, events = next_phase(state)
        if not leaving or state.frames:
            return state, events
        units = tuple(state.setting.units[i].name for i in leaving)
        note = Noted(rule("5", 4), say("No room for {units}", units=units))
        after = begin_retreat(state, leaving, FOR_ROOM)
        return after, (note,) if after.frames else (note, *events)

    def autoplay_step(self, state: AfricaState) -> tuple[Message, Action | None] | None:
        """The label and the next action that puts infantry on top of a stack to which a unit has moved."""
        return next_on_top(state)

    def still_to_do(self, state: AfricaState) -> tuple[StillToDo, ...]:
        units = self._units_with_moves(state)
        text = plural("{count} unit can move", "{count} units can move", len(units))
        items = (StillToDo(text, _ids(state, units)),) if units else ()
        return (*items, *super().still_to_do(state))


class ShockPhase(PhaseOrders):
    """Shock combat in every area with units of both sides (6.2)."""

    rule = rule("6.2")
    asks = say("Both sides are in the same area: resolve the shock combat")

    def duties(self, state: AfricaState) -> tuple[Duty, ...]:
        setting = state.setting
        return tuple(Duty(_ids(state, _engaged_units(state, area)),
                          say("Shock combat in {area}", area=setting.ground.titles[area]), self.rule)
                     for area in shock.shock_areas(state))

    def main(self, state: AfricaState) -> tuple[Action, Text] | None:
        first = shocks(state)
        return (first[0], self.button(state)) if first else None

    def button(self, state: AfricaState) -> Text:
        return say("Begin the shock combat")

    def candidates(self, state: AfricaState) -> list[Action]:
        return [*shocks(state), *all_activations(state, state.now.seat)]

    def why_no_end(self, state: AfricaState) -> tuple[Reason, ...]:
        return (ATTACK_DUE,)

    def is_idle(self, state: AfricaState) -> bool:
        return not state.contested()

    def selectable(self, state: AfricaState) -> Iterable[Slot]:
        return (*super().selectable(state), *(slot for area in shock.shock_areas(state)
                                              for slot in _engaged_units(state, area)))

    def still_to_do(self, state: AfricaState) -> tuple[StillToDo, ...]:
        return ()


class BattleEnded(AfricaPending):
    """The battle is over (11)."""

    mode = "over"

    def seat(self, state: AfricaState) -> None:
        return None

    def phasing_seat(self, state: AfricaState) -> None:
        return None

    def cited(self, state: AfricaState) -> RuleRef:
        return outcome(state).rule

    def question(self, state: AfricaState) -> Message:
        return outcome(state).text

    def candidates(self, state: AfricaState) -> list[Action]:
        return []

    def check(self, state: AfricaState, action: Action) -> Verdict:
        return Illegal((Reason(rule("11"), say("The battle is over")),))


BATTLE_ENDED = BattleEnded()
PHASES: Mapping[str, AfricaPending] = {
    AfricaPhase.FIRE: FirePhase(), AfricaPhase.MOVEMENT: MovementPhase(),
    AfricaPhase.DEFENCE: DefencePhase(), AfricaPhase.SHOCK: ShockPhase(),
}
"""Phase of a player turn -> its decision."""
STEPS = tuple(PHASES.get(entry.phase, BATTLE_ENDED) for entry in SEQUENCE)
"""Step of the sequence -> its decision while no frame is pending. At the end of a turn a frame is always pending."""


def _engaged_units(state: AfricaState, area: Area) -> tuple[Slot, ...]:
    """The units of the phasing side that must attack in an area, with officers: all that are not demoralized (6.1)."""
    return tuple(i for i in state.units_in(area, state.now.phasing) if not state.demoralized >> i & 1)


def decision(state: AfricaState) -> AfricaPending:
    """The pending decision: the top frame of the stack, else the phase."""
    return state.frames[-1] if state.frames else STEPS[state.step]


def settle(state: AfricaState) -> StateAndEvents:
    """The state at the next decision or roll, and the events up to it."""
    events: list[Event] = []
    while (step := decision(state).automatic_step(state)) is not None:
        state, new_events = step
        events += new_events
    return state, tuple(events)


def next_phase(state: AfricaState) -> StateAndEvents:
    """The state at the beginning of the next phase of the sequence, and events (3)."""
    came = () if state.now.phase == AfricaPhase.SHOCK else state.came
    state = state.without_phase_marks()._replace(control=updated_control(state), step=state.step + 1, came=came)
    if state.step == TURN_END:
        return begin_turn_end(state)
    return state, (phase_began(state.turn, state.step),)


def _ids(state: AfricaState, slots: Iterable[Slot]) -> tuple[str, ...]:
    return tuple(state.setting.units[slot].id for slot in slots)


CROWDED_RULE = rule("5", 4)
"""The rule by which units leave an overstacked area."""
WITHDRAWAL_RULE = rule("6.1", 6)
"""The rule by which demoralized units move away from the enemy."""
SHIP_NEAR_RULE = rule("6.1", 24)
"""The rule by which they move away from the ship if no other enemy is near."""
MAX_NAMED = 3
"""The most units that a duty lists by name; all of them are marked on the map, and Tab goes from one to the next."""


def moving_duties(state: AfricaState) -> tuple[Duty, ...]:
    """The obligatory moves: one duty for each rule and area."""
    groups: dict[tuple[RuleRef, Area], list[Slot]] = {}
    for slot in must_move(state):
        groups.setdefault((_duty_rule(state, slot), state.at[slot]), []).append(slot)
    return tuple(
        Duty(tuple(state.setting.units[slot].id for slot in group), _duty_text(state, why, area, group), why)
        for (why, area), group in groups.items()
    )


def _duty_rule(state: AfricaState, slot: Slot) -> RuleRef:
    """The rule by which a unit must move."""
    if state.setting.convoys >> slot & 1:
        return rule("11.W.3")
    if not must_withdraw(state, slot):
        return CROWDED_RULE
    ship = state.near_ship(state.at[slot], other(state.now.seat))
    return SHIP_NEAR_RULE if ship >= 0 else WITHDRAWAL_RULE


def _duty_text(state: AfricaState, why: RuleRef, area: Area, group: Sequence[Slot]) -> Message:
    """Text on the units of an area that must move, the first few by name.

    :param why: the rule by which they must.
    """
    names = [state.setting.units[slot].name for slot in group]
    title = state.setting.ground.titles[area]
    if why == CROWDED_RULE:
        points = state.points(area, state.now.seat)
        if len(names) == 1:
            return say("{title} holds {points} of {limit} points: {unit} must move", title=title, points=points,
                       limit=STACKING_LIMIT, unit=names[0])
        over = points - STACKING_LIMIT
        return plural("{title} is {count} point over the limit of {limit}: move out {leavers}",
                       "{title} is {count} points over the limit of {limit}: move out {leavers}", over,
                       title=title, limit=STACKING_LIMIT, leavers=_leavers(state, group, over))
    if why == SHIP_NEAR_RULE:
        ship = state.near_ship(area, other(state.now.seat))
        return plural("{units} must move away from the {ship}", "{units} must move away from the {ship}", len(names),
                       units=first_few(names), ship=state.setting.units[ship].name)
    if len(names) == 1:
        return say("{unit} must move", unit=names[0])
    return plural("{count} unit in {title} must move: {units}", "{count} units in {title} must move: {units}",
                   len(names), title=title, units=first_few(names))


def _leavers(state: AfricaState, group: Sequence[Slot], over: int) -> Text:
    """Text on the units that could leave to make room, first those of which one is enough.

    :param over: stacking points over the limit.
    """
    units = state.setting.units
    ordered = sorted(group, key=lambda slot: units[slot].points < over)
    names = [f"{units[slot].name} ({units[slot].points})" for slot in ordered]
    alone = [name for name, slot in zip(names, ordered, strict=True) if units[slot].points >= over]
    if not alone:
        return say("several units, such as {units}", units=and_list(names[:MAX_NAMED - 1]))
    one_of_these = or_list(alone) if len(alone) <= MAX_NAMED else say("one of {units}", units=first_few(alone))
    if len(alone) == len(names):
        return one_of_these
    return say("{one}, or {others} and more", one=one_of_these, others=first_few(names[len(alone):]))


def first_few(names: Sequence[str]) -> Text:
    """Text with the first few names and the number of the others."""
    if len(names) <= MAX_NAMED:
        return joined(names)
    return plural("{names} and {count} more", "{names} and {count} more", len(names) - MAX_NAMED + 1,
                  names=tuple(names[: MAX_NAMED - 1]))
