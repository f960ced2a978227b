"""Every legal action of the seat to act, and why any other is refused."""

from __future__ import annotations

from game.core.action import Action
from game.core.message import Message, say, several
from game.core.verdict import LEGAL, Illegal, Legal, Reason, Verdict
from game.rules.africa import activation, artillery, camp, fire, flight, landing, movement, prompts
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
from game.rules.africa.masks import bits
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT, SHOCK
from game.rules.africa.stacking import toppable, why_not_top
from game.rules.africa.state import Activation, Entry, Flight, Losses, Sharing, State
from game.rules.africa.units import SEATS, rule
from game.rules.africa.victory import cite


def refused(number: str, text: Message) -> Illegal:
    """A refusal with one reason under a rule."""
    return Illegal((Reason(rule(number), text),))


def unknown(state: State, action: AfricaAction) -> Illegal | None:
    """The refusal of an action that names a unit not of this battle."""
    unit = getattr(action, "unit", None)
    if isinstance(unit, str) and unit not in state.setting.slot:
        return refused("11", say("{unit} takes no part in this battle", unit=unit))
    return None


def phase_actions(state: State) -> list[Action]:
    """Everything the seat to act may do when nothing is pending."""
    phase, setting = state.now.phase, state.setting
    found: list[Action] = []
    if phase == MOVEMENT:
        found += movement.all_moves(state)
        found += tops(state)
        found += landing.landings(state)
        if not movement.must_move(state):
            found.append(Done())
    elif phase in (FIRE, DEFENCE):
        found += fire.all_fires(state)
        found += landing.landings(state)
        found.append(Done())
    elif phase == SHOCK:
        found += [Shock(setting.ground.ids[area]) for area in melee.clash_areas(state)]
    found += [Activate(setting.units[slot].id) for slot in activation.ready(state, state.now.seat)]
    return found


def activation_actions(state: State, frame: Activation) -> list[Action]:
    """Everything the seat to act may do in a stage of an activation (8, 9)."""
    setting = state.setting
    found: list[Action] = []
    if frame.stage == 2:
        return [Shock(setting.ground.ids[area]) for area in melee.clash_areas(state)]
    if frame.stage == 0:
        found += movement.all_moves(state)
        if frame.gun:
            found += artillery.all_bombards(state, bits(frame.units)[0])
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
            Lose(setting.units[i].id) for i in melee.losers(state, frame.area, frame.seat)
        ]
        return [*found, LoseSteps()] if melee.can_lose_steps(state, frame) else found
    if isinstance(frame, Flight):
        return [Retreat(setting.units[frame.queue[0]].id, ids[area]) for area in flight.refuges(state, frame)]
    if isinstance(frame, Sharing):
        return [*camp.choices(state), Done()]
    assert isinstance(frame, Entry)
    slot = frame.queue[0]
    open_areas = setting.ground.coast & ~state.held[1 - setting.units[slot].seat]
    if setting.ship >> slot & 1:
        open_areas = setting.ground.coast | setting.ground.sea
    return [Enter(setting.units[slot].id, ids[area]) for area in bits(open_areas)]


def tops(state: State) -> list[Top]:
    """Every putting of a unit on top of its stack."""
    return [Top(state.setting.units[slot].id) for slot in bits(toppable(state))]


def may_be_done(state: State) -> bool:
    """Whether the phase or the activation may be ended."""
    frame = state.frame
    if isinstance(frame, Activation):
        return frame.stage < 2
    if frame is not None or state.now.phase == SHOCK:
        return False
    return state.now.phase != MOVEMENT or not movement.must_move(state)


def check_plain(state: State, action: AfricaAction) -> Verdict:
    """Legality of what takes a few words only; with the reason why it is not."""
    frame, setting = state.frame, state.setting
    if isinstance(frame, (Losses, Flight, Entry, Sharing)):
        if action in choices(state):
            if isinstance(frame, Flight) and isinstance(action, Retreat):
                return Legal(1, flight.no_room(state, frame, setting.ground.index[action.place]))
            return LEGAL
        return Illegal((_why_not_chosen(state, action),))
    match action:
        case Done():
            if may_be_done(state):
                return LEGAL
            if state.now.phase == MOVEMENT and frame is None:
                duties = prompts.prompt(state, SEATS[state.now.seat]).duties
                return Illegal(tuple(Reason(duty.rule, duty.text) for duty in duties))
        case Top(unit):
            if toppable(state) >> setting.slot[unit] & 1:
                return LEGAL
            return Illegal((why_not_top(state, setting.slot[unit]),))
        case Shock(place):
            if place in setting.ground.index and melee.open_clashes(state) >> setting.ground.index[place] & 1:
                return LEGAL
        case Enter(unit, place) if setting.camp:
            if place not in setting.ground.index:
                return refused("11.T.4", say("There is no area {place} on this map", place=place))
            why = camp.why_not(state, setting.slot[unit], setting.ground.index[place])
            assert why is not None
            return Illegal((why,))
        case Land(unit, place):
            if place not in setting.ground.index:
                return refused("4", say("There is no area {place} on this map", place=place))
            why = landing.why_no_landing(state, setting.slot[unit], setting.ground.index[place])
            return Illegal((why,)) if why is not None else LEGAL
    texts = {
        Shock: ("6.2", say("There is no shock combat to resolve there now")),
        Lose: ("6.2", say("No losses to choose now")),
        LoseSteps: ("6.2", say("No losses to choose now")),
        Retreat: ("6.1", say("Nobody retreats now")),
        Enter: (cite(state, 4), say("No reinforcement waits for its place")),
        Done: ("6.2", say("It is mandatory to attack enemy units in the same area")),
    }
    return refused(*texts[type(action)])


def _why_not_chosen(state: State, action: AfricaAction) -> Reason:
    frame = state.frame
    if isinstance(frame, Losses):
        if isinstance(action, LoseSteps):
            return Reason(rule("6.2"),
                          say("Steps are lost instead only before a unit is chosen, and where a regular has "
                              "one to lose"))
        return Reason(rule("6.2"), several(
            "{count} of the units that lost the shock combat must be chosen first",
            "{count} of the units that lost the shock combat must be chosen first", frame.left))
    if isinstance(frame, Sharing):
        if isinstance(action, Enter) and action.place in state.setting.ground.index:
            why = camp.why_not(state, state.setting.slot[action.unit], state.setting.ground.index[action.place])
            assert why is not None
            return why
        return camp.waiting(state, frame)
    if isinstance(frame, Flight):
        return _why_no_refuge(state, frame, action)
    return Reason(rule(cite(state, 4)), say("First the reinforcements are placed"))


def _why_no_refuge(state: State, frame: Flight, action: AfricaAction) -> Reason:
    setting = state.setting
    why = flight.cited(state, frame)
    unit, here = setting.units[frame.queue[0]], state.at[frame.queue[0]]
    if not isinstance(action, Retreat) or action.unit != unit.id:
        return Reason(why, say("First {unit} must retreat", unit=unit.name))
    area = setting.ground.index.get(action.place, -1)
    if area < 0 or not setting.ground.adjacent[here] >> area & 1:
        return Reason(why, say("{unit} retreats to an adjacent area", unit=unit.name))
    title = setting.ground.titles[area]
    if state.held[1 - unit.seat] >> area & 1:
        return Reason(why, say("The enemy is in {title}", title=title))
    barred = setting.ground.barred(unit, here, area)
    if barred is not None:
        return barred
    if frame.seen >> area & 1:
        return Reason(rule("6.1", 30), say("{unit} has come from {title}", unit=unit.name, title=title))
    if frame.far:
        ship = flight.barring_ship(state, frame, area)
        if ship >= 0:
            return Reason(rule("6.2", 10),
                          say("{title} leads to no area with room that is away from the enemy and from the {ship}",
                              title=title, ship=setting.units[ship].name))
        return Reason(rule("6.2", 10), say("{title} leads to no area with room that is away from the enemy",
                                           title=title))
    return Reason(why, say("{title} leads to no area with room", title=title))
