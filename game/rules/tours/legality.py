"""Whether an action may be done now, and why not."""

from __future__ import annotations

from game.core.action import Action, Faces
from game.core.message import Message, say
from game.core.verdict import LEGAL, Verdict
from game.rules.tours import deployment, fight, fire, movement, orders, reform, rolling, shock
from game.rules.tours.actions import (
    BEGIN,
    DECLINE,
    END,
    Activate,
    Advance,
    Again,
    Attack,
    Face,
    Fire,
    Go,
    Move,
    Order,
    Place,
    Rescue,
    Retreat,
    Single,
)
from game.rules.tours.state import (
    ADVANCING,
    CHOICE,
    GOING_ON,
    OVER,
    SETUP,
    SHOCK,
    WHO_FIRST,
    Counter,
    Fight,
    Follow,
    Reaction,
    Rescued,
    Retreats,
    State,
    Turning,
)
from game.rules.tours.units import (
    SEAT,
    SLOT,
    UNITS,
    refuse,
)

FRAME_RULES: dict[type, tuple[str, Message]] = {
    Reaction: ("7.2", say("Reaction fire comes first")),
    Rescued: ("12.2", say("The leader must be placed first")),
    Retreats: ("8.1", say("Defenders may retreat before shock first")),
    Follow: ("8.1", say("Attackers may advance into vacated hexes first")),
    Turning: ("3.3", say("The unit chooses its facing first")),
    Fight: ("8.3", say("The combat under way comes first")),
    Counter: ("9.0", say("The counter-attack comes first")),
}


def actor(state: State) -> int:
    """The seat whose decision it is, dice aside."""
    top = state.top
    if isinstance(top, Reaction):
        return 1 - SEAT[top.target]
    if isinstance(top, (Rescued, Turning)):
        return SEAT[top.leader if isinstance(top, Rescued) else top.slot]
    if isinstance(top, Retreats):
        return 1 - state.seat
    if isinstance(top, Fight):
        return SEAT[top.attackers[0]]
    if isinstance(top, Counter):
        return SEAT[top.defenders[0]]
    return state.seat


def check(state: State, action: Action) -> Verdict:
    """Whether an action may be done now."""
    if isinstance(action, Faces):
        roll = rolling.pending(state)
        if roll is None:
            return refuse("4.0", say("No roll is pending"))
        return LEGAL if roll.fits(action.faces) else refuse("4.0", say("Each die or chit shows 0 to 9"))
    if state.phase == OVER:
        return refuse("14.0", say("The game is over"))
    if rolling.due(state):
        return refuse("4.0", say("Roll the dice first"))
    if state.top is not None:
        verdict = _check_frame(state, action)
        if verdict is not None:
            return verdict
        number, text = FRAME_RULES[type(state.top)]
        return refuse(number, text)
    return _check_phase(state, action)


def _check_frame(state: State, action: Action) -> Verdict | None:
    """The verdict on an answer to what is asked; None where the action is none."""
    ground = state.ground
    top = state.top
    match top, action:
        case (Reaction() | Follow() | Counter(), _) if action == DECLINE:
            return LEGAL
        case Fight(stage=stage), _ if action == DECLINE and stage == GOING_ON:
            return LEGAL
        case Reaction(_, asked), Single("react", unit):
            return LEGAL if SLOT[unit] in asked else refuse("7.2", say("{unit} does not fire in reaction",
                                                                       unit=UNITS[SLOT[unit]].name))
        case Rescued(leader, places), Rescue(unit, place) if SLOT[unit] == leader:
            return LEGAL if ground.index.get(place) in places else refuse(
                "12.2", say("The nearest friends are in {places}", places=tuple(ground.hexes[p] for p in places)))
        case Retreats(), Single("stand", unit) | Retreat(unit, _):
            return _check_retreat(state, action)
        case Follow() as frame, Advance(unit, place):
            return _check_follow(state, frame, SLOT[unit], place)
        case Turning(slot), Face(unit, _) if SLOT[unit] == slot:
            return LEGAL
        case Fight(stage=stage) as frame, Single("eliminate", unit) if stage == CHOICE:
            return LEGAL if SLOT[unit] in fight.victims(state, frame) else refuse(
                "9.0", say("Choose one of the marked units"))
        case Fight(stage=stage) as frame, Advance(unit, place) if stage == ADVANCING:
            hex_ = ground.index.get(place, -1)
            if hex_ in frame.vacated and SLOT[unit] in fight.advancers(state, frame, hex_):
                return LEGAL
            return refuse("8.5", say("One of the attackers in good order advances into a hex that was cleared"))
        case (Fight() | Counter()) as frame, Again() if isinstance(frame, Counter) or frame.stage == GOING_ON:
            return fight.check_again(state, frame, action)
    return None


def _check_retreat(state: State, action: Single | Retreat) -> Verdict:
    """Whether a defender may retreat before shock, or stand (8.1)."""
    slot = SLOT[action.unit]
    if slot not in shock.retreaters(state):
        return shock.why_no_retreat(state, slot)
    if isinstance(action, Retreat) and state.ground.index.get(action.place) not in shock.retreat_hexes(state, slot):
        return refuse("8.1", say("It retreats one hex, to one that is free and next to no enemy"), place=action.place)
    return LEGAL


def _check_follow(state: State, frame: Follow, slot: int, place: str) -> Verdict:
    """Whether an attacker may advance into a hex that a defender has left before shock (8.1, 9.0)."""
    name, unit = UNITS[slot].name, UNITS[slot].id
    vacated = next((one for one in frame.vacated if one.place == state.ground.index.get(place)), None)
    if vacated is None:
        return refuse("8.1", say("No defender has left {place}, or an attacker has entered it", place=place),
                      place=place)
    if slot in shock.followers(state, vacated):
        return LEGAL
    if slot not in vacated.attackers:
        return refuse("8.1", say("{unit} did not attack the unit that left {place}", unit=name, place=place), unit=unit)
    if state.engaged >> slot & 1:
        return refuse("9.0", say("{unit} is engaged and stays where it is", unit=name), unit=unit)
    return refuse("8.1", say("{unit} has advanced", unit=name), unit=unit)


def _check_phase(state: State, action: Action) -> Verdict:
    phase = state.phase
    match action:
        case Place():
            return deployment.check_place(state, action)
        case Face() if phase == SETUP:
            return deployment.check_face(state, action)
        case Go():
            return LEGAL if phase == WHO_FIRST else refuse("4.1", say("The initiative decides the first player"))
        case Order():
            return orders.check_order(state, action)
        case Activate():
            return orders.check_activate(state, action)
        case Move():
            return movement.check_move(state, action)
        case Face():
            return movement.check_face(state, action)
        case Fire():
            return fire.check_fire(state, action)
        case Attack():
            return shock.check_attack(state, action)
        case Single("withdraw", _):
            return shock.check_withdraw(state, action)
        case Single("resolve", unit):
            if phase == SHOCK and state.resolving:
                attackers = {slot for one in state.combats for slot in one.attackers}
                return LEGAL if SLOT[unit] in attackers else refuse(
                    "8.3", say("{unit} attacks in no combat that is left", unit=UNITS[SLOT[unit]].name), unit=unit)
            return refuse("8.3", say("No combat is to be resolved now"))
        case Single("reform", unit):
            return reform.check_reform(state, unit)
    if action == END:
        return _check_end(state)
    if action == BEGIN and phase == SHOCK and not state.resolving:
        return may_begin(state) if state.combats else refuse("8.3", say("No attack has been announced"))
    return refuse("4.0", say("That is not possible now"))


def _check_end(state: State) -> Verdict:
    if state.phase == WHO_FIRST:
        return refuse("4.1", say("Choose the first player first"))
    if state.phase == SHOCK:
        if state.resolving:
            return refuse("8.3", say("The combats that are announced are resolved first"))
        if state.combats:
            return refuse("8.3", say("Attacks have been announced: resolve them, or withdraw them"))
        return may_begin(state)
    return LEGAL


def may_begin(state: State) -> Verdict:
    """Whether the announcements may end: nobody is left who must be attacked (8.0)."""
    left = shock.uncovered(state)
    if left:
        slot, targets = left[0]
        return refuse("8.0", say("{unit}, or another unit, must attack {targets}", unit=UNITS[slot].name,
                                 targets=tuple(UNITS[target].name for target in targets)), unit=UNITS[slot].id)
    return LEGAL


def canonical(state: State, action: Action) -> Action:
    """A legal action in the form in which it is listed."""
    if isinstance(action, Move):
        return movement.listed(state, action)
    if isinstance(action, Attack):
        return Attack(action.unit, _sorted(action.targets))
    if isinstance(action, Again):
        return Again(_sorted(action.attackers), _sorted(action.targets))
    if isinstance(action, Single) and action.deed == "resolve":
        one = shock.combat_of(state, SLOT[action.unit])
        return action if one is None else Single("resolve", UNITS[one.attackers[0]].id)
    return action


def _sorted(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(names, key=SLOT.__getitem__))
