"""Announcing shock attacks and retreating before them (8.0-8.3)."""

from __future__ import annotations

from dataclasses import replace

from game.core.event import Declared, Event, Noted, Retreated
from game.core.message import Message, say
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.tours.actions import Attack, Retreat, Single
from game.rules.tours.state import SHOCK, Combat, Nerve, Retreats, State, Turning, Vacated
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    CONTINGENT,
    FIGHTERS,
    HEAVY_CAVALRY,
    HEAVY_INFANTRY,
    KIND,
    LEADERS,
    LIGHT_CAVALRY,
    LIGHT_INFANTRY,
    MOUNTED,
    SEAT,
    SLOT,
    UNITS,
    WAGON,
    bits,
    name_of,
    refuse,
    rule,
)

Done = tuple[State, tuple[Event, ...]]
INFANTRY = frozenset((HEAVY_INFANTRY, LIGHT_INFANTRY))
LIGHT_HORSE = frozenset((LIGHT_CAVALRY, ARCHER))


def in_front(state: State, slot: int) -> list[int]:
    """The enemies in a unit's two front hexes (3.3)."""
    mask = state.ground.front_mask[state.at[slot]][state.facing[slot]] & state.held[1 - SEAT[slot]]
    return sorted(state.where[hex_] for hex_ in bits(mask))


def able(state: State, slot: int) -> bool:
    """Whether a unit can ever attack by shock: mounted archers never, nor who stands in the wall (8.0, 5.2.6)."""
    return KIND[slot] != ARCHER and not state.in_wall(slot)


def may_attack(state: State, slot: int) -> Illegal | None:
    """Why a unit takes no part in the shock attacks of this player turn."""
    name = name_of(slot)
    if slot >= COMBAT_UNITS or state.at[slot] < 0 or SEAT[slot] != state.seat:
        return refuse("8.0", say("{unit} does not attack in this player turn", unit=name), unit=UNITS[slot].id)
    if KIND[slot] == ARCHER:
        return refuse("8.0", say("Mounted archers never attack by shock"), unit=UNITS[slot].id)
    if state.in_wall(slot):
        return refuse("5.2.6", say("Units in the shield wall do not attack"), unit=UNITS[slot].id)
    if not (state.active >> CONTINGENT[slot] & 1 or state.engaged >> slot & 1):
        return refuse("8.0", say("{unit} was not activated and is not engaged", unit=name), unit=UNITS[slot].id)
    if state.shocked >> slot & 1:
        return refuse("8.1", say("{unit} has advanced and may not attack any more", unit=name), unit=UNITS[slot].id)
    return None


def no_target(state: State, slot: int, target: int) -> Illegal | None:
    """Why a piece is never attacked by a unit, wherever the two are."""
    who = name_of(target)
    if KIND[target] == WAGON:
        return refuse("11.0", say("Wagon trains cannot be attacked"), unit=UNITS[target].id)
    if SEAT[target] == SEAT[slot]:
        return refuse("8.0", say("{target} is on the same side as {unit}", target=who, unit=name_of(slot)),
                      unit=UNITS[target].id)
    if target in LEADERS:
        return refuse("12.2", say("{unit} is a leader: leaders are not attacked", unit=who), unit=UNITS[target].id)
    if state.at[target] < 0:
        return refuse("8.0", say("{unit} is not on the map", unit=who), unit=UNITS[target].id)
    return None


def combat_of(state: State, slot: int) -> Combat | None:
    """The announced combat a unit has a part in."""
    return next((one for one in state.combats if slot in one.attackers or slot in one.defenders), None)


def check_attack(state: State, action: Attack) -> Verdict:
    """Whether a unit may announce an attack, alone or with others on the same enemies (8.2)."""
    slot, targets = SLOT[action.unit], [SLOT[target] for target in action.targets]
    if state.phase != SHOCK or state.resolving:
        return refuse("8.3", say("Attacks are announced before the first is resolved, in phase IV"))
    refusal = may_attack(state, slot)
    if refusal is not None:
        return refusal
    if combat_of(state, slot) is not None:
        return refuse("8.3", say("{unit} has already announced an attack; withdraw that first", unit=name_of(slot)), 18)
    if len(set(targets)) != len(targets):
        return refuse("8.2", say("Each enemy is named once"))
    front = in_front(state, slot)
    for target in targets:
        refusal = no_target(state, slot, target)
        if refusal is not None:
            return refusal
        if target not in front:
            words = say("{target} is not in front of {unit}", target=name_of(target), unit=name_of(slot))
            if len(targets) > 1:
                return refuse("8.2", words, 28, unit=UNITS[target].id)
            return refuse("8.0", words, unit=UNITS[target].id)
        known = combat_of(state, target)
        if known is not None and set(known.defenders) != set(targets):
            return refuse("8.2", say("{target} is attacked with others, or without them, by {units}: all who attack "
                                     "together attack the same", target=name_of(target),
                                     units=tuple(name_of(other) for other in known.attackers)), 18)
    return LEGAL


def attacks(state: State, slot: int) -> list[tuple[int, ...]]:
    """Every set of enemies a unit may announce an attack on."""
    if may_attack(state, slot) is not None or combat_of(state, slot) is not None:
        return []
    front = in_front(state, slot)
    sets = [(one,) for one in front] + ([tuple(front)] if len(front) == 2 else [])
    found = []
    for targets in sets:
        known = [combat_of(state, target) for target in targets]
        if all(one is None or one.defenders == targets for one in known):
            found.append(targets)
    return found


def announce(state: State, action: Attack) -> Done:
    """An attack is announced."""
    slot, targets = SLOT[action.unit], tuple(sorted(SLOT[target] for target in action.targets))
    known = combat_of(state, targets[0])
    if known is not None:
        joined = Combat(tuple(sorted((*known.attackers, slot))), known.defenders)
        combats = tuple(joined if one == known else one for one in state.combats)
    else:
        combats = (*state.combats, Combat((slot,), targets))
    text = say("{unit} attacks {targets}", unit=name_of(slot), targets=tuple(name_of(target) for target in targets))
    return replace(state, combats=combats), (Declared(rule("8.3"), (action.unit,), action.targets, text),)


def announced(state: State, action: Attack) -> Done:
    """Announce an attack, with a note on the further attacks that it obliges (8.0)."""
    after, events = announce(state, action)
    note = owing(after, (SLOT[action.unit],))
    return after, (*events, Noted(note.rule, note.text)) if note is not None else events


def owing(state: State, slots: tuple[int, ...]) -> Reason | None:
    """That units which have announced an attack have other enemies before them, whom nobody attacks yet (8.0)."""
    for slot, targets in uncovered(state):
        if slot in slots:
            return Reason(rule("8.0"), say("{targets} before {unit} must be attacked, too, by it or by friends",
                                           targets=tuple(map(name_of, targets)), unit=name_of(slot)))
    return None


def check_withdraw(state: State, action: Single) -> Verdict:
    """Whether an announced attack may be taken back."""
    if state.phase != SHOCK or state.resolving:
        return refuse("8.3", say("Attacks are announced before the first is resolved, in phase IV"))
    slot = SLOT[action.unit]
    known = combat_of(state, slot)
    if known is None or slot not in known.attackers:
        return refuse("8.3", say("{unit} has announced no attack", unit=name_of(slot)), unit=action.unit)
    return LEGAL


def withdraw(state: State, slot: int) -> State:
    """A unit takes its attack back."""
    combats = []
    for one in state.combats:
        left = tuple(other for other in one.attackers if other != slot)
        if left:
            combats.append(Combat(left, one.defenders))
    return replace(state, combats=tuple(combats))


def withdrawn(slot: int) -> Noted:
    """That a unit has taken its attack back (ruling 18)."""
    return Noted(rule("8.3", 18), say("{unit} withdraws its attack", unit=name_of(slot)))


def uncovered(state: State) -> list[tuple[int, tuple[int, ...]]]:
    """Who must still attack whom before the attacks can be resolved: those who attack, and all who are engaged, must
    have every enemy before them attacked by somebody (8.0, 8.2)."""
    covered = {target for one in state.combats for target in one.defenders}
    attacking = {slot for one in state.combats for slot in one.attackers}
    found = []
    for slot in FIGHTERS[state.seat]:
        engaged = state.engaged >> slot & 1 and able(state, slot)
        if state.at[slot] >= 0 and (slot in attacking or engaged):
            left = tuple(target for target in in_front(state, slot) if target not in covered)
            if left:
                found.append((slot, left))
    return found


def nobody_can(state: State) -> bool:
    """Whether no unit could attack at all in this player turn."""
    return not any(state.at[slot] >= 0 and may_attack(state, slot) is None and in_front(state, slot)
                   for slot in FIGHTERS[state.seat])


def retreat_hexes(state: State, slot: int) -> list[int]:
    """Where a unit may retreat to before shock: one hex, free, next to no enemy (8.1)."""
    ground = state.ground
    place, seat = state.at[slot], SEAT[slot]
    closed = state.held[0] | state.held[1] | state.wagons | state.lone[1 - seat]
    closed |= ground.around(state.held[1 - seat] | state.lone[1 - seat])
    return [there for there, _ in ground.steps(KIND[slot])[place] if not closed >> there & 1]


def _steady(state: State, slot: int) -> bool:
    """Whether a unit is cavalry that is neither disordered nor engaged (8.1)."""
    return KIND[slot] in MOUNTED and not (state.disordered | state.engaged) >> slot & 1


def _yields(slot: int, attackers: tuple[int, ...]) -> bool:
    """Whether cavalry may retreat before these: one attacker of a kind it retreats before is enough (8.1, 8.1.1, ruling
    11)."""
    before = INFANTRY | {HEAVY_CAVALRY} if KIND[slot] in LIGHT_HORSE else INFANTRY
    return any(KIND[other] in before for other in attackers)


def retreaters(state: State) -> list[int]:
    """The defenders whose player may still let them retreat (8.1, ruling 11)."""
    frame = state.top
    stood = frame.stood if isinstance(frame, Retreats) else ()
    return [slot for one in state.combats for slot in one.defenders
            if slot not in stood and _steady(state, slot) and _yields(slot, one.attackers)
            and retreat_hexes(state, slot)]


def begin(state: State) -> Done:
    """The announcements are over: defenders may retreat before the first combat is resolved (8.3)."""
    able_, events = retreaters(state), []
    for one in state.combats:
        events += [Noted(rule("8.1", 11), _held_by(slot, one.attackers)) for slot in one.defenders
                   if slot not in able_ and _steady(state, slot)]
    state = replace(state, resolving=True)
    return state.pushed(Retreats()) if able_ else state, tuple(events)


def _held_by(slot: int, attackers: tuple[int, ...]) -> Message:
    """Why cavalry that is neither disordered nor engaged may not retreat."""
    if not _yields(slot, attackers):
        return say("{unit} may not retreat before {attackers}", unit=name_of(slot),
                   attackers=tuple(map(name_of, attackers)))
    return say("{unit} has no hex to retreat to", unit=name_of(slot))


def why_no_retreat(state: State, slot: int) -> Illegal:
    """Why a unit may not retreat now."""
    one, name = combat_of(state, slot), name_of(slot)
    if one is None or slot not in one.defenders:
        return refuse("8.1", say("{unit} is not attacked", unit=name), unit=UNITS[slot].id)
    frame = state.top
    if isinstance(frame, Retreats) and slot in frame.stood:
        return refuse("8.1", say("{unit} stands", unit=name), 11, unit=UNITS[slot].id)
    if KIND[slot] not in MOUNTED:
        return refuse("8.1", say("Only cavalry retreats before shock"), unit=UNITS[slot].id)
    if not _steady(state, slot):
        return refuse("8.1", say("{unit} is disordered or engaged and may not retreat", unit=name), unit=UNITS[slot].id)
    return refuse("8.1", _held_by(slot, one.attackers), 11, unit=UNITS[slot].id)


def retreat(state: State, action: Retreat) -> Done:
    """A defender retreats, and a leader with it; attackers advance after the last retreat (8.1, 8.3, ruling 11)."""
    ground = state.ground
    slot, place = SLOT[action.unit], ground.index[action.place]
    one, frame = combat_of(state, slot), state.top
    assert one is not None
    assert isinstance(frame, Retreats)
    before = retreaters(state)
    left, leader = state.at[slot], state.leader_of(slot)
    moved = replace(state.put(slot, place), retreated=state.retreated | 1 << slot)
    if leader >= 0:
        moved = moved.put(leader, place)
    rest = tuple(other for other in one.defenders if other != slot)
    combats = tuple(Combat(one.attackers, rest) if other == one else other for other in state.combats)
    state = replace(moved, combats=tuple(other for other in combats if other.defenders))
    state = state.swapped(frame._replace(vacated=(*frame.vacated, Vacated(left, one.attackers))))
    events: list[Event] = [
        Retreated(rule("8.1"), action.unit, str(name_of(slot)), (ground.hexes[left], action.place))]
    after = retreaters(state)
    events += [Noted(rule("8.1", 11), say("{unit} has no hex to retreat to any more", unit=name_of(other)))
               for other in before if other not in (slot, *after)]
    state = state.pushed(Turning(slot))
    if any(KIND[other] == HEAVY_CAVALRY for other in one.attackers) and KIND[slot] in LIGHT_HORSE:
        state = state.pushed(Nerve(slot))
    return state, tuple(events)


def stand(state: State, slot: int) -> Done:
    """A defender stands."""
    frame = state.top
    assert isinstance(frame, Retreats)
    return (state.swapped(frame._replace(stood=(*frame.stood, slot))),
            (Noted(rule("8.1"), say("{unit} stands", unit=name_of(slot))),))


def followers(state: State, vacated: Vacated) -> list[int]:
    """The attackers that may advance into a hex that a defender has left before shock: none that is engaged (8.1,
    9.0)."""
    return [slot for slot in vacated.attackers if not (state.shocked | state.engaged) >> slot & 1
            and state.ground.adjacent[state.at[slot]] >> vacated.place & 1]
