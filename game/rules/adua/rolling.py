"""The dice that are due in Adua, what they may come to, and what they do when they have fallen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from game.core.action import Faces
from game.core.branches import Branch, every_outcome
from game.core.chance import D6, DiceGroup, Roll
from game.core.event import Event, Noted, Rolled
from game.core.message import Message, say
from game.core.verdict import RuleRef
from game.rules.adua import harm, machine_guns, melee, pools, previews, retreats, smallarms, supply
from game.rules.adua.ground import Ground
from game.rules.adua.harm import Done
from game.rules.adua.state import (
    Bringing,
    Clash,
    Damage,
    Danger,
    Fight,
    Repairing,
    State,
    Supplying,
    Testing,
    Trying,
)
from game.rules.adua.units import ABYSSINIANS, ITALIANS, SEAT, SEATS, SLOT, UNITS, name_of, rule

DANGER_FROM = 6
"""The turn from which commanders are in danger (10.1)."""


def due(state: State) -> bool:
    """Whether dice are to fall."""
    return isinstance(state.top, Testing | Fight | Danger | Repairing | Supplying | Trying | Clash)


def pending(ground: Ground, state: State) -> Roll | None:
    """The roll that is due."""
    match state.top:
        case Fight(target):
            shown = previews.of_due(ground, state)
            assert shown is not None
            handfuls = smallarms.handfuls(ground, state, target)
            chances: dict[str, Fraction] = {}
            for one in shown.outcomes:
                chances[one.result] = chances.get(one.result, Fraction(0)) + one.chance
            return Roll(pools.dice_of(handfuls), _title(ground, state), rule("10.1"), chances,
                        SEATS[1 - SEAT[target]], pools.groups(handfuls), ordered=True)
        case None:
            return None
    if not due(state):
        return None
    shown = previews.of_due(ground, state)
    assert shown is not None
    title, number, seat, unit = _single(ground, state)
    return Roll((D6,), title, number, {one.result: one.chance for one in shown.outcomes}, seat,
                (DiceGroup(title, (0,), seat, unit),))


def branches(ground: Ground, state: State) -> Sequence[Branch]:
    """The ways it can go; handfuls are grouped by what they come to."""
    if isinstance(state.top, Fight):
        handfuls = smallarms.handfuls(ground, state, state.top.target)
        return tuple(pools.branches(handfuls, SEATS, 4).values())
    return every_outcome((D6,)) if due(state) else ()


def _title(ground: Ground, state: State) -> Message:
    assert isinstance(state.top, Fight)
    target = state.top.target
    count = len(smallarms.attackers(state, target))
    first = smallarms.attackers(state, target)[0].unit
    if count == 1:
        return say("{unit} attacks {target}", unit=name_of(first), target=name_of(target))
    return say("{count} units attack {target}", count=count, target=name_of(target))


def _single(ground: Ground, state: State) -> tuple[Message, RuleRef, str, str]:
    """Title, rule, seat and unit of a single die."""
    match state.top:
        case Clash(place):
            return say("Melee in {place}", place=ground.hexes[place]), rule("10.2"), SEATS[ITALIANS], ""
        case Testing(guns):
            slot = state.guns[guns[0]].unit
            return (say("{unit}: machine gun test", unit=name_of(slot)), rule("5.1", 18), SEATS[ITALIANS],
                    UNITS[slot].id)
        case Repairing(guns):
            slot = state.guns[guns[0]].unit
            return (say("{unit}: machine gun repair", unit=name_of(slot)), rule("5.1"), SEATS[ITALIANS],
                    UNITS[slot].id)
        case Supplying(units):
            return (say("{unit}: resupply roll", unit=name_of(units[0])), rule("5.3"), SEATS[ITALIANS],
                    UNITS[units[0]].id)
        case Danger(commanders):
            return (say("{unit} under fire: casualty roll", unit=name_of(commanders[0])), rule("10.1", 32),
                    SEATS[ITALIANS], UNITS[commanders[0]].id)
        case Trying(commander):
            return (say("{unit}: initiative roll", unit=name_of(commander)), rule("12.0"), SEATS[ABYSSINIANS],
                    UNITS[commander].id)
    raise AssertionError("no single die is due")


def apply(ground: Ground, state: State, action: Faces) -> Done:
    """What the dice do."""
    roll, shown = pending(ground, state), previews.of_due(ground, state)
    assert roll is not None
    assert shown is not None
    faces, top = action.faces, state.top
    if isinstance(top, Fight):
        return _fought(ground, state, top.target, roll, faces)
    face = faces[0]
    events: tuple[Event, ...] = ()
    if isinstance(top, Clash):
        gap = melee.column(melee.difference(state, top.place))
        after, events, key = melee.resolved(ground, state, top.place, face)
        event = Rolled(rule("10.2"), roll.dice, faces, key, melee.MEANINGS[key], roll.title, melee.COLUMNS[gap], face,
                       groups=roll.groups, places=(ground.hexes[top.place],))
        if after.top is None:
            after, more = retreats.settled(ground, after, top.place)
            events += more
        return after, (event, *events)
    key = _read(state, face)
    event = Rolled(roll.rule, roll.dice, faces, key, previews.WORDS[key], roll.title, groups=roll.groups,
                   limit=shown.needed)
    match top:
        case Testing(guns):
            number, *rest = guns
            after, fight = machine_guns.tested(state, number, face), state.frames[-2]
            state = smallarms.strengthened(ground, state, after, fight.target) if isinstance(fight, Fight) else after
            state = state.swapped(Testing(tuple(rest))) if rest else state.popped()
        case Repairing(guns):
            state = machine_guns.repaired(state, face)
        case Supplying():
            state, events = supply.supplied(ground, state, face)
        case Danger(commanders):
            slot, *rest = commanders
            state = state.swapped(Danger(tuple(rest))) if rest else state.popped()
            if key == "killed":
                state, events = harm.eliminated(ground, state, slot, rule("10.1"), say(
                    "Casualty roll: {face}, killed on a {kills}", face=face, kills=previews.KILLS))
                events += (Noted(rule("3.0", 27), say("Nobody takes his place")),)
        case Trying(commander):
            state = state.popped()
            if key == "succeeds":
                state = state.pushed(Bringing(commander))
    return state, (event, *events)


def _read(state: State, face: int) -> str:
    match state.top:
        case Testing():
            return "works" if face >= machine_guns.TESTED else "fails"
        case Repairing():
            if face >= machine_guns.REPAIRED:
                return "repaired"
            return "gone for good" if face == machine_guns.BROKEN else "not yet"
        case Supplying():
            return "resupplied" if face <= supply.SUPPLIED else "nothing"
        case Danger():
            return "killed" if face >= previews.KILLS else "lives"
        case Trying(commander):
            return "succeeds" if face <= UNITS[commander].value else "fails"
    raise AssertionError("no single die is due")


def _fought(ground: Ground, state: State, target: int, roll: Roll, faces: tuple[int, ...]) -> Done:
    """A handful of dice has fallen: its result, damage, and what must still be chosen or rolled."""
    handfuls = smallarms.handfuls(ground, state, target)
    fell = pools.read(handfuls, faces, SEATS)
    gap = max(-4, min(4, fell.italian - fell.abyssinian))
    name, words = smallarms.meaning(ground, state, target, gap)
    from_afar = smallarms.only_bombarded(ground, state, target)
    row = smallarms.row_of(state, target, gap, from_afar=from_afar)
    place = ground.hexes[state.at[target]]
    event: Event = Rolled(rule("10.1"), roll.dice, faces, name, words, roll.title,
                          smallarms.COLUMNS[SEAT[target] == ITALIANS], row if name != smallarms.NO_EFFECT else None,
                          groups=roll.groups, places=(place,),
                          modifiers=smallarms.row_terms(state, target, from_afar=from_afar))
    shares = smallarms.attackers(state, target)
    beside = tuple(share.unit for share in shares if smallarms.near(ground, state, share.unit, target))
    everybody = (*(share.unit for share in shares), target)
    commanders = harm.commanders_with(state, everybody) if state.turn >= DANGER_FROM else ()
    state = replace(state.popped(), shares=tuple(s for s in state.shares if s.target != target),
                    fought=(*state.fought, *shares), shot=state.shot | sum(1 << slot for slot in everybody))
    events: list[Event] = [event]
    for unit in fell.low:
        state, short = harm.short_of_ammunition(state, SLOT[unit])
        events += short
    if commanders:
        state = state.pushed(Danger(commanders))
    if name != smallarms.NO_EFFECT:
        effect = _defended if SEAT[target] == ITALIANS else _attacked
        state, more = effect(ground, state, target, beside, row, from_afar)
        events += more
    if isinstance(state.top, Danger):
        state = _still_there(state)
    return state, tuple(events)


def _still_there(state: State) -> State:
    """The state with no roll for commanders who are dead already."""
    assert isinstance(state.top, Danger)
    left = tuple(slot for slot in state.top.commanders if state.alive(slot))
    return state.swapped(Danger(left)) if left else state.popped()


def _defended(ground: Ground, state: State, target: int, beside: tuple[int, ...], row: int, from_afar: bool) -> Done:
    """An Abyssinian attack: what happens to the Italian unit, and damage to the attackers beside it."""
    italian, _, points = smallarms.result(state, True, row).partition("; ")
    events: tuple[Event, ...] = ()
    if italian == "-1 step":
        state, events = harm.reduced(ground, state, target)
    elif italian == "disorganized":
        state, events = harm.disorganized(state, (target,))
    whole = min(int(points), sum(harm.bears(state, slot) for slot in beside))
    if from_afar or not whole:
        return state, events
    return _distributed(ground, state.pushed(Damage(whole, beside)), events)


def _distributed(ground: Ground, state: State, events: tuple[Event, ...]) -> Done:
    """Damage that can fall in one way only falls at once."""
    top = state.top
    assert isinstance(top, Damage)
    if len(top.units) == 1 or top.points == sum(harm.bears(state, slot) for slot in top.units):
        shares = [(slot, min(top.points, harm.bears(state, slot))) for slot in top.units]
        after, more = damaged(ground, state, shares)
        return after, events + more
    return state, events


def damaged(ground: Ground, state: State, shares: Sequence[tuple[int, int]]) -> Done:
    """Points of damage fall: one repulses, each second one takes a step (10.1, ruling 13)."""
    state, events = state.popped(), tuple[Event, ...]()
    for slot, points in shares:
        if not points:
            continue
        state, back = harm.repulsed(state, (slot,), by_damage=True)
        state, more = harm.reduced(ground, state, slot, points // 2)
        events += back + more
    return state, events


def _attacked(ground: Ground, state: State, target: int, beside: tuple[int, ...], row: int, from_afar: bool) -> Done:
    """An Italian attack: what happens to the attackers beside the target, and to it."""
    italian, _, other = smallarms.result(state, False, row).partition("; ")
    events: tuple[Event, ...] = ()
    if "repulsed" in italian:
        state, events = harm.repulsed(state, beside)
    if "disorganized" in italian:
        state, more = harm.disorganized(state, beside)
        events += more
    if "-1 step" in italian:
        for slot in beside:
            state, more = harm.reduced(ground, state, slot)
            events += more
    if other:
        state, more = harm.reduced(ground, state, target)
        events += more
    return state, events
