"""The decision in which a side gives orders to its units, the base of phases and activations; and the activation itself
(8, 9)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace

from game.board.areas import Area
from game.core.action import Action
from game.core.batch import StillToDo
from game.core.event import Declared, Noted
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Message, Text, and_list, plural, say
from game.core.preview import Preview
from game.core.verdict import LEGAL, Illegal, Legal, Reason, RuleRef, Verdict
from game.rules.africa import activation, artillery, fire, move_refusals, movement, shock, shock_rolls, shots
from game.rules.africa.actions import (
    AfricaActivate,
    AfricaBombard,
    AfricaEnd,
    AfricaFire,
    AfricaLose,
    AfricaMove,
    AfricaRetreat,
    Enter,
    Land,
    LoseSteps,
    PutOnTop,
    Shock,
)
from game.rules.africa.events import Marched, capture
from game.rules.africa.move_refusals import landings, why_no_landing
from game.rules.africa.opening import why_not_camp
from game.rules.africa.rolling import Rolling
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.stacking import movable_to_top, why_not_top
from game.rules.africa.state import (
    OUT,
    STAGE_ACTION,
    STAGE_FIRE,
    STAGE_SHOCK,
    ActivationFrame,
    AfricaPending,
    AfricaState,
    AreaOption,
    StateAndEvents,
    occupied_areas,
    with_unit_at,
)
from game.rules.africa.units import NOBODY, SEATS, rule
from game.rules.africa.victory import section

UNKNOWN_AREA_RULES: Mapping[type[Action], str] = {AfricaFire: "6.1", AfricaBombard: "9", Enter: "11.T.4", Land: "4"}
"""Action class -> number of the rule cited when its area is not on the map."""
ATTACK_DUE = Reason(rule("6.2"), say("Enemy units in the same area must be attacked"))
FIRE_PROMPT, MOVE_PROMPT = say("{units} activated: fire"), say("{units} activated: move")
SAIL_PROMPT = say("{units} activated: move to a sea or coastal area")
MOVE_OR_JOIN_PROMPT = say("{units} activated: move, or activate more cavalry")
FIRE_OR_MOVE_PROMPT = say("{units} activated: fire, or move")
FIRE_THEN_MOVE_PROMPT = say("{units} activated: fire, then move")
ALGARABIA_PROMPT = say("{units} activated: fire, then move; or move, fire and move on")
RIDE_AND_FIRE_PROMPT = say("{units} activated: move; may fire after one area")
"""Prompts for activated units, by what they may still do."""
REFUSED_OUTSIDE: Mapping[type[Action], Reason] = {
    Shock: Reason(rule("6.2"), say("There is no shock combat to resolve there now")),
    AfricaLose: Reason(rule("6.2"), say("No losses to choose now")),
    LoseSteps: Reason(rule("6.2"), say("No losses to choose now")),
    AfricaRetreat: Reason(rule("6.1"), say("No unit retreats now")),
}
"""Action class -> why it is illegal outside its decision."""


class Orders(AfricaPending):
    """A phase or an activation, in which units are ordered to move, fire and fight."""

    mode = "move"

    @abstractmethod
    def end(self, state: AfricaState) -> StateAndEvents:
        """The state after the side to decide has ended the phase or activation."""

    def why_no_end(self, state: AfricaState) -> tuple[Reason, ...]:
        """Why the phase or activation cannot be ended; empty if it can."""
        return ()

    def check(self, state: AfricaState, action: Action) -> Verdict:
        match action:
            case AfricaMove():
                return move_refusals.check_move(state, action)
            case AfricaEnd() if why := self.why_no_end(state):
                return Illegal(why)
        why_not = self.why_not(state, action)
        if why_not is None and isinstance(action, Land):
            slot, area = state.setting.slot[action.unit], state.setting.ground.index[action.place]
            return Legal(note=move_refusals.crowding_warning(state, slot, area))
        return _verdict(why_not)

    def why_not(self, state: AfricaState, action: Action) -> Reason | None:
        setting = state.setting
        slot = setting.slot[action.units[0]] if action.units else NOBODY
        area = setting.area_of(action.places[-1]) if action.places else OUT
        number = UNKNOWN_AREA_RULES.get(type(action), "")
        if area < 0 and number and (setting.camp or type(action) is not Enter):
            return Reason(rule(number), say("There is no area {place} on this map", place=action.places[-1]))
        match action:
            case AfricaEnd():
                return None
            case AfricaFire():
                return fire.why_not_fire(state, action)
            case AfricaBombard():
                return artillery.why_not_bombard(state, action)
            case AfricaActivate():
                return activation.why_not(state, slot)
            case PutOnTop():
                return why_not_top(state, slot)
            case Shock() if area >= 0 and shock.open_shock_combats(state) >> area & 1:
                return None
            case Land():
                return why_no_landing(state, slot, area)
            case Enter() if setting.camp:
                return why_not_camp(state, slot, area)
            case Enter():
                return Reason(rule(section(state, 4)), say("No reinforcement is waiting to be placed"))
        return REFUSED_OUTSIDE[type(action)]

    def play(self, state: AfricaState, action: Action) -> StateAndEvents:
        """The state after an action, and events; a move that can be completed is legal and is not checked again."""
        move = movement.completed_move(state, action) if isinstance(action, AfricaMove) else None
        return super().play(state, action) if move is None else _apply_move(state, move)

    def apply(self, state: AfricaState, action: Action) -> StateAndEvents:
        setting = state.setting
        slot_of, index = setting.slot, setting.ground.index
        match action:
            case AfricaFire():
                return _apply_fire(state, action)
            case AfricaBombard():
                return _apply_bombardment(state, action)
            case AfricaActivate(unit):
                slot = slot_of[unit]
                note = Noted(setting.activation_rule(slot), say("{unit} is activated", unit=setting.units[slot].name))
                return activate_unit(state, slot), (note,)
            case PutOnTop(unit):
                slot = slot_of[unit]
                after = with_unit_at(state, slot, state.at[slot], top=True)
                note = Noted(rule("6.1"), say("{unit} is put on top of its stack", unit=setting.units[slot].name))
                return after._replace(topped=after.topped | 1 << slot), (note,)
            case Land(unit, place):
                return _apply_landing(state, slot_of[unit], index[place])
            case Shock(place):
                return shock_rolls.begin_shock(state, index[place])
        return self.end(state)

    def area_options(self, state: AfricaState, slot: Slot) -> Mapping[str, AreaOption]:
        return move_refusals.survey_moves(state, slot)

    def commands(self, state: AfricaState, slot: Slot) -> list[Action]:
        setting, acting = state.setting, state.acting
        name = setting.units[slot].id
        commands: list[Action] = []
        if activation.why_not(state, slot) is None:
            commands.append(AfricaActivate(name))
        commands += [shot for shot in fire.fires(state, 1 << slot) if acting is not None or shot.officer]
        if acting is not None and setting.guns >> slot & 1:
            commands += artillery.all_bombards(state, slot)
        commands += [landing for landing in landings(state) if landing.unit == name]
        if movable_to_top(state) >> slot & 1:
            commands.append(PutOnTop(name))
        return [*commands, *(Shock(setting.ground.ids[area]) for area in shock.shock_areas(state)
                             if state.at[slot] == area)]

    def why_idle(self, state: AfricaState, slot: Slot) -> Reason:
        if fire.firing_seat(state) == state.setting.units[slot].seat:
            return fire.why_cannot_fire(state, slot)
        if state.contested() >> state.at[slot] & 1:
            return state.unit_reason(slot, rule("6.2"),
                                     say("{unit} fights in the shock combat of its area; no order is needed"))
        return state.unit_reason(slot, rule("6.2"), say("{unit} has no enemy in its area: no shock combat"))

    def autoplay_step(self, state: AfricaState) -> tuple[Message, Action | None] | None:
        """The label and the next action of the command for all shocks at once; without any, of that for all remaining
        fire, each unit at its likeliest target; None without either."""
        if areas := shock.shock_areas(state):
            return shock_rolls.shock_label(len(areas)), Shock(state.setting.ground.ids[areas[0]])
        label = shots.remaining_fire_label(state)
        return (label, shots.best_fire(state)) if label is not None else None


def preview(state: AfricaState, action: Action) -> Preview | None:
    """The arithmetic of an order that leads to a roll; None for any other."""
    roll: Rolling | None = None
    match action:
        case AfricaFire():
            roll = shots.shot_of(state, action)
        case AfricaBombard():
            roll = artillery.barrage_of(state, action)
        case Shock(place) if place in state.setting.ground.index:
            area = state.setting.ground.index[place]
            attacker = shock.attacking_seat(state)
            if state.units_in(area, other(attacker)) and shock.attackers(state, area, attacker):
                return shock_rolls.shock_preview(state, area, attacker)
    return roll.arithmetic(state) if roll is not None else None


def fire_options(state: AfricaState, slot: Slot) -> Mapping[str, AreaOption]:
    """Area id -> verdict on a unit's fire at it now, and the action."""
    actions = {name: AfricaFire(state.setting.units[slot].id, name) for name in state.setting.ground.ids}
    return {name: (_verdict(fire.why_not_fire(state, action)), action) for name, action in actions.items()}


def shocks(state: AfricaState) -> list[Action]:
    """Every shock combat that may be resolved now."""
    return [Shock(state.setting.ground.ids[area]) for area in shock.shock_areas(state)]


def all_activations(state: AfricaState, seat: Seat) -> list[Action]:
    """Every activation open to a side now."""
    return [AfricaActivate(state.setting.units[slot].id) for slot in activation.units_to_activate(state, seat)]


class Activation(Orders, ActivationFrame):
    """Activation of cavalry or a gun out of sequence: it acts, takes defensive fire, and fights."""

    kind = "activation"

    def seat(self, state: AfricaState) -> str:
        return SEATS[other(self.side) if self.stage == STAGE_FIRE else self.side]

    def cited(self, state: AfricaState) -> RuleRef:
        return rule(("9" if self.gun else "8", "6.1", "6.2")[self.stage])

    def question(self, state: AfricaState) -> Message:
        units = state.setting.units
        if self.stage == STAGE_FIRE:
            return say("Fire at the gun that moved in") if self.gun else say("Fire at the cavalry that rode in")
        if self.stage == STAGE_SHOCK:
            return say("Shock combat in {area}", area=state.setting.ground.titles[shock.shock_areas(state)[0]])
        can_act = self.units & (movement.movers(state) | fire.units_that_may_fire(state))
        names = and_list(units[slot].name for slot in slots_in(can_act or self.units))
        return self._open_prompt(state).with_values(units=names)

    def _open_prompt(self, state: AfricaState) -> Message:
        """The prompt for what the activated units may still do; moves are not checked for room."""
        can_move = movement.movers(state)
        if self.gun:
            may_fire = artillery.why_may_not_fire(state, slots_in(self.units)[0]) is None
            moves = SAIL_PROMPT if state.setting.ship >> slots_in(self.units)[0] & 1 else MOVE_PROMPT
            return (FIRE_OR_MOVE_PROMPT if may_fire else moves) if can_move else FIRE_PROMPT
        can_fire, full = fire.any_fire(state), activation.areas_without_room(state, self.side)
        riders = can_move & fire.units_that_may_fire(state) & ~self.once
        if any(next(activation.algarabia_targets(state, slot, full), None) is not None for slot in slots_in(riders)):
            return ALGARABIA_PROMPT if can_fire else RIDE_AND_FIRE_PROMPT
        if can_fire:
            return FIRE_THEN_MOVE_PROMPT if can_move else FIRE_PROMPT
        return MOVE_OR_JOIN_PROMPT if all_activations(state, self.side) else MOVE_PROMPT

    def main(self, state: AfricaState) -> tuple[Action, Text]:
        if self.stage == STAGE_SHOCK:
            return shocks(state)[0], say("Begin the shock combat")
        return AfricaEnd(), say("End your defensive fire") if self.stage else say("End activation")

    def candidates(self, state: AfricaState) -> list[Action]:
        if self.stage == STAGE_SHOCK:
            return shocks(state)
        actions: list[Action] = []
        if self.stage == STAGE_ACTION:
            actions += movement.all_moves(state)
            actions += (artillery.all_bombards(state, slots_in(self.units)[0]) if self.gun
                      else all_activations(state, self.side))
        return [*actions, *fire.all_fires(state), AfricaEnd()]

    def why_no_end(self, state: AfricaState) -> tuple[Reason, ...]:
        return (ATTACK_DUE,) if self.stage == STAGE_SHOCK else ()

    def end(self, state: AfricaState) -> StateAndEvents:
        unfired = self._units_with_fire(state) if self.stage == STAGE_ACTION else []
        names = and_list(state.setting.units[slot].name for slot in unfired)
        note = Noted(self.cited(state), plural(
            "{units} does not fire in this activation", "{units} do not fire in this activation", len(unfired),
            units=names))
        return self._at_stage(state, self.stage + 1), (note,) if unfired else ()

    def still_to_do(self, state: AfricaState) -> tuple[StillToDo, ...]:
        unfired = self._units_with_fire(state)
        if count := len(unfired) if self.gun and self.stage == STAGE_ACTION else shots.shots_left(state):
            units = tuple(state.setting.units[slot].id for slot in unfired)
            return (StillToDo(plural("{count} shot left", "{count} shots left", count), units),)
        return ()

    def _units_with_fire(self, state: AfricaState) -> list[Slot]:
        """The units with fire left in the present stage: the gun if its fire could have an effect, else the units that
        may fire at an adjacent enemy."""
        if self.gun and self.stage == STAGE_ACTION:
            gun = slots_in(self.units)[0]
            return [gun] if artillery.all_bombards(state, gun) else []
        return sorted({state.setting.slot[shot.unit] for shot in fire.fires(state)})

    def _at_stage(self, state: AfricaState, stage: int) -> AfricaState:
        return state.swapped(replace(self, stage=stage, supported=0))

    def selectable(self, state: AfricaState) -> Iterable[Slot]:
        if self.stage == STAGE_ACTION:
            return (*slots_in(self.units), *activation.units_to_activate(state, self.side))
        return [state.setting.slot[shot.unit] for shot in fire.fires(state)]

    def area_options(self, state: AfricaState, slot: Slot) -> Mapping[str, AreaOption]:
        return fire_options(state, slot) if self.stage == STAGE_FIRE else super().area_options(state, slot)

    def why_idle(self, state: AfricaState, slot: Slot) -> Reason:
        could_join = self.stage == STAGE_ACTION and not self.units >> slot & 1
        why = activation.why_not(state, slot) if could_join else None
        return why if why is not None else super().why_idle(state, slot)

    def why_wait(self, state: AfricaState) -> Reason:
        return Reason(rule("8", 9), say("this activation is over; no other unit is activated during it"))

    def automatic_step(self, state: AfricaState) -> StateAndEvents | None:
        """The state in the next stage of the activation, or after it, if nothing is left to do in this one; else
        None."""
        after, events = capture(state)
        if events:
            return after, events
        if self.stage == STAGE_ACTION:
            slot = slots_in(self.units)[0]
            gun_can_fire = self.gun and state.at[slot] >= 0 and bool(artillery.all_bombards(state, slot))
            can_move = not (self.gun and self.fired) and bool(movement.all_moves(state))
            if gun_can_fire or can_move or fire.any_fire(state):
                return None
            return self._at_stage(state, STAGE_FIRE), ()
        if self.stage == STAGE_FIRE:
            return None if self.entered and fire.any_fire(state) else (self._at_stage(state, STAGE_SHOCK), ())
        return None if shock.open_shock_combats(state) else (state.popped(), ())

    def misfit(self, state: AfricaState) -> Text:
        setting = state.setting
        kinds = setting.guns if self.gun else setting.cavalry
        if state.frames or not self.units or self.units & ~(setting.side[self.side] & kinds):
            return say("its units are not all cavalry, or one gun, of its seat")
        if self.gun and self.units.bit_count() > 1:
            return say("one gun is activated at a time")
        has_acted = self.fired | self.once | self.spent | self.galloped | self.halted
        if has_acted & ~self.units or self.defended & ~setting.side[other(self.side)]:
            return say("it names units that have no part in it")
        return ""


def activate_unit(state: AfricaState, slot: Slot) -> AfricaState:
    """The state with a unit activated, alone or in addition to cavalry already activated."""
    setting, acting = state.setting, state.acting
    bit = 1 << slot
    is_gun = bool(setting.guns & bit)
    second = bit if is_gun and state.active & bit else 0
    state = state._replace(active=state.active | bit, second=state.second | second)
    if acting is not None:
        return state.swapped(replace(acting, units=acting.units | bit))
    return state.pushed(Activation(setting.units[slot].seat, bit, is_gun))


def _verdict(why: Reason | None) -> Verdict:
    return LEGAL if why is None else Illegal((why,))


def _apply_move(state: AfricaState, action: AfricaMove) -> StateAndEvents:
    """The state after a legal move with its whole path, and the event."""
    setting = state.setting
    slot = setting.slot[action.unit]
    unit, ground, bit = setting.units[slot], setting.ground, 1 << slot
    path = tuple(ground.index[name] for name in action.path)
    origin, end = state.at[slot], path[-1]
    came_from = movement.entered_from(path, origin)
    attacks = state.occupied[other(unit.seat)] >> end & 1 and not setting.ship & bit
    # Marines may yet land where the ship lies, so its enemies there must know where they came from (11.T.3).
    keeps_origin = attacks or (setting.anchored >> end & 1 and state.aboard & setting.side[other(unit.seat)])
    joins_combat = state.occupied[unit.seat] >> end & 1
    cited = rule("9" if setting.guns & bit else "8" if setting.cavalry & bit and not state.demoralized & bit else "4")
    titles = tuple(ground.titles[i] for i in (origin, *path))
    event = Marched(cited, unit.id, unit.name, (ground.ids[origin], *action.path), len(path), titles)
    passengers = [i for i in slots_in(state.aboard) if state.at[i] == origin] if setting.ship & bit else []
    for i in (slot, *passengers):
        state = with_unit_at(state, i, end)
    if keeps_origin or state.came:
        came = [pair for pair in state.came if pair[0] != slot]
        state = state._replace(came=tuple(sorted([*came, (slot, came_from)] if keeps_origin else came)))
    acting = state.acting
    areas_moved = len(path) + ((acting or state).once >> slot & 1)
    is_finished = attacks or areas_moved >= unit.allowance
    must_stop = not setting.steps[slot].onward[came_from] >> end & 1
    if acting is None:
        finished_units = bit if is_finished or must_stop else 0
        return state._replace(once=state.once | bit, moved=state.moved | finished_units), (event,)
    may_fire_and_go_on = must_stop and setting.raiders & ~acting.fired & bit
    attacked_area = 1 << end if attacks else 0
    state = state.swapped(replace(
        acting, once=acting.once | bit,
        spent=acting.spent | (bit if is_finished or (must_stop and not may_fire_and_go_on) else 0),
        halted=acting.halted | (bit if may_fire_and_go_on and not is_finished else 0),
        entered=acting.entered | attacked_area,
        joined=acting.joined | (attacked_area & ~acting.entered if joins_combat else 0),
    ))
    return state._replace(moved_active=state.moved_active | bit), (event,)


def _apply_fire(state: AfricaState, action: AfricaFire) -> StateAndEvents:
    """The state with a unit's fire pending, and the event that announces it."""
    setting, shot = state.setting, shots.shot_of(state, action)
    assert shot is not None
    values = {"unit": setting.units[shot.unit].name, "target": setting.units[shot.target].name,
              "area": setting.ground.titles[shot.area]}
    sentence = say("{unit} fires at {target} in {area}", **values)
    if shot.officer >= 0:
        sentence = say("{unit} with {officer} fires at {target} in {area}",
                       officer=setting.units[shot.officer].name, **values)
    event = Declared(rule("6.1"), (action.unit,), (setting.units[shot.target].id,), sentence)
    return fire.with_fire_declared(state, shot.unit, shot.officer).pushed(shot), (event,)


def _apply_bombardment(state: AfricaState, action: AfricaBombard) -> StateAndEvents:
    """The state with a gun's fire pending, and the event that announces it."""
    setting, acting, barrage = state.setting, state.acting, artillery.barrage_of(state, action)
    assert acting is not None
    assert barrage is not None
    slot, area = barrage.unit, barrage.area
    helper = 1 << barrage.officer if barrage.officer != NOBODY else 0
    unit = setting.units[slot]
    ids = tuple(setting.units[i].id for i in state.units_in(area, other(unit.seat)))
    event = Declared(rule("9"), (unit.id,), ids, barrage.question(state))
    state = state.swapped(replace(acting, fired=acting.fired | 1 << slot, supported=acting.supported | helper))
    return state._replace(shots=tuple(sorted((*state.shots, (slot, area))))).pushed(barrage), (event,)


def _apply_landing(state: AfricaState, slot: Slot, area: Area) -> StateAndEvents:
    """The state after the marines have landed in an area, and the event."""
    setting = state.setting
    unit, ground, bit = setting.units[slot], setting.ground, 1 << slot
    origin = state.at[slot]
    state = with_unit_at(state._replace(aboard=state.aboard & ~bit), slot, area)
    state = state._replace(occupied=occupied_areas(setting, state.stacks, state.aboard), moved=state.moved | bit)
    if state.occupied[other(unit.seat)] >> area & 1 and state.now.phase == MOVEMENT:
        state = state._replace(came=tuple(sorted((*state.came, (slot, origin)))))
    cited = rule("11.T.3") if setting.anchored else rule("11.C.3", 39 if area == origin else None)
    return state, (Noted(cited, say("{unit} lands in {area}", unit=unit.name, area=ground.titles[area])),)
