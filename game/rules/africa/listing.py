"""Every legal action of who must act, and why any other is refused."""

from __future__ import annotations

from game.core.action import Action
from game.core.verdict import Illegal, Legal, Reason, Verdict
from game.rules.africa import activation, artillery, fire, flight, movement, prompts
from game.rules.africa import shock as melee
from game.rules.africa.actions import (
    Activate,
    AfricaAction,
    Done,
    Enter,
    Land,
    Lose,
    LoseSteps,
    Retreat,
    Shock,
    Top,
)
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT, SHOCK
from game.rules.africa.state import Activation, Entry, Flight, Losses, State
from game.rules.africa.units import SEATS, rule
from game.rules.africa.victory import cite


def refused(number: str, text: str) -> Illegal:
    return Illegal((Reason(rule(number), text),))


def unknown(state: State, action: AfricaAction) -> Illegal | None:
    """The refusal of an action that names a unit not of this battle."""
    unit = getattr(action, "unit", None)
    if isinstance(unit, str) and unit not in state.setting.slot:
        return refused("11", f"{unit} takes no part in this battle")
    return None


def phase_actions(state: State) -> list[Action]:
    """Everything the seat to act may do when nothing is pending."""
    phase, setting = state.now.phase, state.setting
    found: list[Action] = []
    if phase == MOVEMENT:
        found += movement.all_moves(state, movement.free_walkers(state))
        found += prompts.tops(state)
        found += movement.landings(state)
        if not movement.must_move(state):
            found.append(Done())
    elif phase in (FIRE, DEFENCE):
        found += fire.all_fires(state)
        found += movement.landings(state)
        found.append(Done())
    elif phase == SHOCK:
        found += [Shock(setting.ground.ids[area]) for area in melee.clash_areas(state)]
    found += [Activate(setting.units[slot].id) for slot in activation.ready(state, state.now.seat)]
    return found


def activation_actions(state: State, frame: Activation) -> list[Action]:
    setting = state.setting
    found: list[Action] = []
    if frame.stage == 2:
        return [Shock(setting.ground.ids[area]) for area in melee.clash_areas(state)]
    if frame.stage == 0:
        found += movement.all_moves(state, frame.units)
        if frame.gun:
            found += artillery.all_bombards(state, movement.bits(frame.units)[0])
        else:
            found += [Activate(setting.units[slot].id) for slot in activation.ready(state, frame.seat)]
    found += fire.all_fires(state)
    found.append(Done())
    return found


def choices(state: State) -> list[Action]:
    """Losses, retreats and entries to choose from."""
    frame, setting = state.frame, state.setting
    ids = setting.ground.ids
    if isinstance(frame, Losses):
        found: list[Action] = [
            Lose(setting.units[i].id) for i in state.own(frame.area, frame.seat) if setting.fighters >> i & 1
        ]
        return [*found, LoseSteps()] if can_lose_steps(state, frame) else found
    if isinstance(frame, Flight):
        return [Retreat(setting.units[frame.queue[0]].id, ids[area]) for area in flight.refuges(state, frame)]
    assert isinstance(frame, Entry)
    slot = frame.queue[0]
    open_areas = setting.ground.coast & ~state.held[1 - setting.units[slot].seat]
    if setting.ship >> slot & 1:
        open_areas = setting.ground.coast | setting.ground.sea
    return [Enter(setting.units[slot].id, ids[area]) for area in movement.bits(open_areas)]


def can_lose_steps(state: State, frame: Losses) -> bool:
    """Whether losing a step each spares a unit: a regular at full strength is there (6.2, ruling 10)."""
    if frame.begun:
        return False
    full = state.setting.regulars & ~state.reduced
    return any(full >> i & 1 for i in state.own(frame.area, frame.seat))


def listed(state: State, action: AfricaAction) -> Verdict:
    """Legality of what is listed in a few words only; with the reason why it is not."""
    frame, setting = state.frame, state.setting
    if isinstance(frame, (Losses, Flight, Entry)):
        if action in choices(state):
            return Legal(1 if isinstance(action, Retreat) else None, action)
        return refused(*_why_not_chosen(state, action))
    if isinstance(frame, Activation):
        if action in activation_actions(state, frame):
            return Legal(None, action)
    elif action in phase_actions(state):
        return Legal(None, action)
    if isinstance(action, Done) and state.now.phase == MOVEMENT and frame is None:
        return Illegal(tuple(
            Reason(duty.rule, duty.text) for duty in prompts.prompt(state, SEATS[state.now.seat]).duties
        ))
    if isinstance(action, Land):
        area = setting.ground.index.get(action.place, -1)
        why = movement.why_no_landing(state, setting.slot[action.unit], area) if area >= 0 else None
        return Illegal((why,)) if why is not None else refused("11.C.3", "No landing now")
    texts = {
        Top: ("6.1", "A stack is set in order in its owner's movement phase, each unit once, away from the enemy"),
        Shock: ("6.2", "There is no shock combat to resolve there now"),
        Lose: ("6.2", "No losses are due"),
        LoseSteps: ("6.2", "No losses are due"),
        Retreat: ("6.1", "Nobody retreats now"),
        Enter: ("11.C.4", "No reinforcement waits for its place"),
        Done: ("6.2", "It is mandatory to attack enemy units in the same area"),
    }
    return refused(*texts[type(action)])


def _why_not_chosen(state: State, action: AfricaAction) -> tuple[str, str]:
    frame, setting = state.frame, state.setting
    if isinstance(frame, Losses):
        if isinstance(action, LoseSteps):
            return "6.2", "Steps are lost instead only before a unit is chosen, and where a regular has one to lose"
        return "6.2", f"{frame.left} of the units that lost the shock combat must be chosen first"
    if isinstance(frame, Flight):
        unit = setting.units[frame.queue[0]]
        if not isinstance(action, Retreat) or action.unit != unit.id:
            return "6.1", f"First {unit.name} must retreat"
        area = setting.ground.index.get(action.place, -1)
        here = state.at[frame.queue[0]]
        if area < 0 or not setting.ground.adjacent[here] >> area & 1:
            return "6.1", f"{unit.name} retreats to an adjacent area"
        title = setting.ground.titles[area]
        if state.held[1 - unit.seat] >> area & 1:
            return "6.1", f"The enemy is in {title}"
        barred = setting.ground.barred(unit, here, area)
        return ("4", barred.text) if barred else ("6.1", f"{unit.name} has come from {title}")
    return cite(state, 4), "First the reinforcements choose a coastal area"
