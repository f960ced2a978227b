"""The one authority on what may be done: every refusal names its rule."""

from __future__ import annotations

from game.core.action import Action, Faces
from game.core.message import Message, say
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.adua import (
    aiming,
    commands,
    deployment,
    harm,
    initiative,
    melee,
    movement,
    retreats,
    rolling,
    smallarms,
)
from game.rules.adua.actions import (
    BEGIN,
    END,
    REST,
    Against,
    AtPlace,
    Attack,
    Clash,
    Distribute,
    Move,
    Order,
    Single,
    Word,
)
from game.rules.adua.ground import Ground
from game.rules.adua.state import (
    CHARGE,
    FIRE,
    MELEE,
    ORDERS,
    OVER,
    Bringing,
    Damage,
    Loss,
    Retreats,
    State,
    Staying,
)
from game.rules.adua.units import ABYSSINIANS, KIND, SEAT, SLOT, UNITS, bits, name_of, refuse, rule


def actor(state: State) -> int:
    """The seat that decides, where no dice are due."""
    match state.top:
        case Damage() | Retreats() | Bringing():
            return ABYSSINIANS
        case Loss(_, seat):
            return seat
        case Staying(place):
            return SEAT[state.there[place][0]]
    return state.seat


def check(ground: Ground, state: State, action: Action) -> Verdict:
    """Whether an action may be done now."""
    if state.phase == OVER:
        return refuse("13.0", say("The battle is over"))
    if isinstance(action, Faces):
        roll = rolling.pending(ground, state)
        if roll is None:
            return refuse("7.0", say("No roll is pending"))
        if not roll.fits(action.faces):
            return refuse("7.0", say("Expected {count} six-sided dice", count=len(roll.dice)))
        return LEGAL
    if rolling.due(state):
        return refuse("7.0", say("Roll the dice first"))
    if state.top is not None:
        return _check_answer(ground, state, action)
    return _check_phase(ground, state, action)


def _check_answer(ground: Ground, state: State, action: Action) -> Verdict:
    """Whether an action answers what is under way."""
    match state.top, action:
        case Damage() as top, Distribute(shares):
            return _check_damage(state, top, shares)
        case Bringing(), Move():
            return initiative.check_support(ground, state, action)
        case Bringing(), Word("end"):
            return LEGAL
        case Loss(place, seat), Single("lose", unit):
            slot = SLOT[unit]
            if slot in melee.sides(state, place)[seat]:
                return LEGAL
            return refuse("10.2", say("{unit} is none of the units that may be reduced", unit=name_of(slot)), 26)
        case Staying(place), Single("stay", unit):
            if SLOT[unit] in state.there[place]:
                return LEGAL
            return refuse("10.2", say("{unit} is not in {place}", unit=name_of(SLOT[unit]), place=ground.hexes[place]),
                          15)
        case Retreats(_, units), AtPlace("retreat", unit, place):
            slot = SLOT[unit]
            if slot not in units:
                return refuse("10.2", say("{unit} does not retreat now", unit=name_of(slot)), unit=unit)
            return retreats.check_refuge(ground, state, slot, place)
    return Illegal((Reason(rule(_number(state)), asked(ground, state)),))


def _number(state: State) -> str:
    match state.top:
        case Damage():
            return "10.1"
        case Bringing():
            return "12.0"
    return "10.2"


def asked(ground: Ground, state: State) -> Message:
    """What must be decided first."""
    match state.top:
        case Damage(points, _):
            return say("Assign {count} damage", count=points)
        case Bringing(commander):
            return say("{commander}: choose units to commit", commander=name_of(commander))
        case Loss(place, _):
            return say("Choose the unit in {place} that loses a step", place=ground.hexes[place])
        case Staying(place):
            return say("One unit must hold {place}: choose which", place=ground.hexes[place])
        case Retreats(_, units):
            if len(units) > 1:
                return say("{number} units must retreat, in the order you choose", number=len(units))
            return say("{unit} must retreat", unit=name_of(units[0]))
    return say("A decision is pending")


def _check_damage(state: State, top: Damage, shares: tuple[tuple[str, int], ...]) -> Verdict:
    slots = [SLOT[unit] for unit, _ in shares]
    if any(slot not in top.units for slot in slots):
        return refuse("10.1", say("Only units that attacked take damage"), 13)
    for slot, (_, points) in zip(slots, shares, strict=True):
        most = harm.bears(state, slot)
        if not 0 < points <= most:
            text = say("{unit} takes one to {most} points", unit=name_of(slot), most=most)
            return refuse("10.1", text, 13, most=most)
    if sum(points for _, points in shares) != top.points:
        return refuse("10.1", say("Assign {points} damage; {given} assigned", points=top.points,
                                  given=sum(points for _, points in shares)), 13, points=top.points)
    return LEGAL


def _check_phase(ground: Ground, state: State, action: Action) -> Verdict:
    match action:
        case Word():
            return _check_word(ground, state, action)
        case AtPlace("place", _, _):
            return deployment.check_place(ground, state, action)
        case AtPlace("disengage", _, _):
            return retreats.check_disengage(ground, state, action)
        case Order():
            if state.phase != ORDERS:
                return refuse("7.0", say("Orders are given at the beginning of the turn"))
            return commands.check(ground, state, action)
        case Single("cancel", _):
            if state.phase != ORDERS:
                return refuse("7.0", say("Orders are given at the beginning of the turn"))
            return commands.check_cancel(state, action)
        case Single("gun" | "no-gun", _):
            return deployment.check_gun(state, action)
        case Move():
            return movement.check(ground, state, action)
        case Against("declare", _, _):
            return aiming.check_declare(ground, state, action)
        case Against("charge", _, _):
            return melee.check_charge(ground, state, action)
        case Attack():
            return smallarms.check(ground, state, action)
        case Single("withdraw", _):
            return smallarms.check_withdraw(state, action)
        case Single("resolve", unit):
            if state.phase == FIRE and state.resolving and SLOT[unit] in smallarms.targets(state):
                return LEGAL
            return refuse("10.1", say("No attack on {unit} waits to be resolved", unit=name_of(SLOT[unit])), unit=unit)
        case Single("initiative", unit):
            refusal = initiative.refused_commander(ground, state, SLOT[unit])
            return LEGAL if refusal is None else refusal
        case Clash(place):
            waiting = state.melees & ~state.clashed if state.phase == MELEE else 0
            if place in ground.index and waiting >> ground.index[place] & 1:
                return LEGAL
            return refuse("10.2", say("No melee is rolled in {place} now", place=place), place=place)
    return refuse("7.0", say("That is not possible now"))


def _check_word(ground: Ground, state: State, action: Word) -> Verdict:
    if action == BEGIN:
        if state.phase != FIRE or state.resolving:
            return refuse("10.1", say("Attacks are already being resolved, or it is another phase"))
        if not state.shares:
            return refuse("10.1", say("No attack is announced"))
        return _owed(ground, state)
    assert action == END
    if state.phase == FIRE:
        if state.shares:
            return refuse("10.1", say("Resolve or withdraw the announced attacks first"))
        return _owed(ground, state)
    if state.phase == CHARGE:
        bound = melee.bound(ground, state)
        if bound:
            return refuse("6.0", say("{unit} is in an enemy ZOC and must charge", unit=name_of(bound[0])), 23,
                          units=[UNITS[slot].id for slot in bound])
    if state.phase == MELEE:
        return refuse("10.2", say("Roll the remaining melees first"))
    return LEGAL


def _owed(ground: Ground, state: State) -> Verdict:
    owing = smallarms.owing(ground, state)
    if not owing:
        return LEGAL
    units = [UNITS[slot].id for slot in owing]
    if any(share.unit == owing[0] for share in state.shares):
        return refuse("10.1", say("{unit} has too few dice for its targets: share them out again",
                                  unit=name_of(owing[0])), 33, units=units)
    return refuse("10.0", say("{unit} is in an enemy ZOC (or declared an attack) and must attack",
                              unit=name_of(owing[0])), units=units)


def canonical(ground: Ground, state: State, action: Action) -> Action:
    """A legal action as it is listed: paths hex by hex, shares in order."""
    match action:
        case Move(unit, _, off):
            slot = SLOT[unit]
            into = 0
            if isinstance(state.top, Bringing):
                into = sum(1 << hex_ for hex_ in bits(state.melees)) & ~ground.barred[KIND[slot]]
            full = movement.spelled(ground, state, slot, action, into)
            return Move(unit, tuple(ground.hexes[hex_] for hex_ in full), off)
        case Attack(unit, shares):
            fixed = sorted((one for one in shares if one[1] != REST), key=lambda one: SLOT[one[0]])
            return Attack(unit, (*fixed, *(one for one in shares if one[1] == REST)))
        case Distribute(shares):
            return Distribute(tuple(sorted(shares, key=lambda one: SLOT[one[0]])))
    return action
