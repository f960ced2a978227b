"""Resolving shock combats, step by step: what follows a result (8.5, 8.6, 9.0)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from game.core.event import Advanced, Event, Noted
from game.core.message import Message, say, several
from game.core.verdict import LEGAL, Verdict
from game.rules.tours import harm
from game.rules.tours.actions import Advance, Again
from game.rules.tours.shock import able, in_front, no_target, withdraw
from game.rules.tours.shock_odds import CERTAIN_ONE, ELIMINATES, ENGAGES, GOES_ON, KEYS
from game.rules.tours.state import (
    ADVANCING,
    CHOICE,
    CONCLUDED,
    GOING_ON,
    HURT,
    Combat,
    Counter,
    Fight,
    Follow,
    State,
    Turning,
)
from game.rules.tours.units import (
    COMBAT_UNITS,
    KIND,
    MOUNTED,
    SLOT,
    UNITS,
    name_of,
    refuse,
    rule,
)

Done = tuple[State, tuple[Event, ...]]
def start(
    state: State, attackers: tuple[int, ...], defenders: tuple[int, ...], answers: tuple[int, ...] = ()
) -> State:
    """A combat begins: its die is due.

    :param answers: of a counter-attack: all whom it may meet.
    """
    return state.pushed(Fight(attackers, defenders, all_attackers=attackers, answers=answers, counter=bool(answers)))


def resolving(state: State, one: Combat) -> State:
    """A combat that was announced is resolved."""
    return start(replace(state, combats=tuple(other for other in state.combats if other != one)), *one)


def rolled(state: State, fight: Fight, face: int, row: int) -> State:
    """The die has fallen."""
    if face == CERTAIN_ONE and not fight.counter:
        fight = fight._replace(provoked=(*fight.provoked, Combat(fight.attackers, fight.defenders)))
    state = state.swapped(fight._replace(stage=CHOICE, row=row, natural=face))
    key = KEYS[row]
    everybody = sum(1 << slot for slot in (*fight.attackers, *fight.defenders))
    engaged = state.engaged | everybody if key in ENGAGES else state.engaged & ~everybody
    return replace(state, engaged=engaged, shocked=state.shocked | sum(1 << slot for slot in fight.attackers))


def choices(state: State, fight: Fight) -> tuple[int, ...]:
    """Of whom one is to be eliminated."""
    key = KEYS[fight.row]
    return fight.attackers if key == "AE" else fight.defenders if key in ELIMINATES else ()


def suffer(state: State, fight: Fight, victim: int) -> Done:
    """One is eliminated, if any is, and all whom the result disorders are; then comes the advance.

    :param victim: the slot of the one; -1 for none.
    """
    key = KEYS[fight.row]
    places = tuple(state.at[slot] for slot in fight.defenders)
    state = state.swapped(fight._replace(stage=HURT, vacated=places))
    events: list[Event] = []
    hurt = {"AE": fight.attackers, "AD": fight.attackers, "ADE": fight.attackers, "E": (),
            "BD": (*fight.defenders, *fight.attackers)}.get(key, fight.defenders)
    # What is pushed last is rolled first: the defenders' checks come before the attackers'.
    if victim >= 0:
        state, more = harm.eliminate(state, victim, rule("9.0"))
        events += more
    for slot in reversed(hurt):
        if slot != victim:
            state, more = harm.disorder(state, slot, rule("9.0"), "shock")
            events += more
    return state, tuple(events)


def emptied(state: State, fight: Fight) -> tuple[int, ...]:
    """The hexes of defenders who have been eliminated."""
    return tuple(place for place, slot in zip(fight.vacated, fight.defenders, strict=True) if state.at[slot] < 0)


def advancers(state: State, fight: Fight, place: int) -> list[int]:
    """Who of the attackers may advance into a hex: nobody who is disordered (8.5)."""
    return [slot for slot in fight.attackers if state.at[slot] >= 0 and not state.disordered >> slot & 1
            and slot not in fight.entered
            and state.ground.adjacent[state.at[slot]] >> place & 1]


def entered(state: State, slot: int, place: int, number: str) -> Done:
    """A unit advances, its leader with it, and may turn (8.1, 8.5)."""
    ground = state.ground
    leader, before = state.leader_of(slot), state.at[slot]
    state = replace(state.put(slot, place), shocked=state.shocked | 1 << slot,
                    combats=harm.without(state.combats, slot))
    if leader >= 0:
        state = state.put(leader, place)
    event = Advanced(rule(number), UNITS[slot].id, str(name_of(slot)), (ground.hexes[before], ground.hexes[place]))
    return state.pushed(Turning(slot)), (event,)


def follow(state: State, action: Advance) -> Done:
    """An attacker advances into a hex that a defender has left before shock; it attacks no more (8.1)."""
    frame = state.top
    assert isinstance(frame, Follow)
    slot, place = SLOT[action.unit], state.ground.index[action.place]
    state = state.swapped(Follow(tuple(one for one in frame.vacated if one.place != place)))
    return entered(withdraw(state, slot), slot, place, "8.1")


def advance(state: State, action: Advance) -> Done:
    """An attacker enters a hex whose defender is eliminated, whatever did it (8.5, ruling 17)."""
    fight = state.top
    assert isinstance(fight, Fight)
    place = state.ground.index[action.place]
    slot = SLOT[action.unit]
    state = state.swapped(fight._replace(vacated=tuple(hex_ for hex_ in fight.vacated if hex_ != place),
                                         entered=(*fight.entered, slot)))
    return entered(state, slot, place, "8.5")


def fronts(state: State, frame: Fight | Counter) -> dict[int, tuple[frozenset[int], frozenset[int]]]:
    """Who could attack in a continued attack or a counter-attack: the enemies before each whom it may meet, and those
    of them whom it must, if it attacks (9.0, 8.2, ruling 15)."""
    if isinstance(frame, Fight):
        units = [slot for slot in frame.attackers if state.at[slot] >= 0 and not state.engaged >> slot & 1]
        only = frame.answers if frame.counter else None
    else:
        units = [slot for slot in frame.defenders if state.at[slot] >= 0 and able(state, slot)]
        only = frame.attackers
    taken = {slot for one in state.combats for slot in one.defenders}
    found = {}
    for slot in units:
        met = frozenset(one for one in in_front(state, slot) if only is None or one in only)
        if met:
            found[slot] = met, met - taken
    return found


def sets_again(state: State, frame: Fight | Counter) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Who may attack whom in a continued attack or a counter-attack (9.0, ruling 15)."""
    found = fronts(state, frame)
    target_sets = {tuple(sorted({*must, *more})): None for met, must in found.values()
                for count in range(len(met - must) + 1) for more in combinations(sorted(met - must), count)}
    sets = []
    for targets in filter(None, target_sets):
        units = [slot for slot, (met, must) in found.items() if must <= set(targets) <= met]
        sets += [(team, targets) for count in range(1, len(units) + 1) for team in combinations(units, count)]
    return sets


def check_again(state: State, frame: Fight | Counter, action: Again) -> Verdict:
    """Whether these may attack those now."""
    attackers = tuple(sorted(SLOT[name] for name in action.attackers))
    targets = tuple(sorted(SLOT[name] for name in action.targets))
    if (attackers, targets) in sets_again(state, frame):
        return LEGAL
    never = [why for target in targets if (why := no_target(state, attackers[0], target)) is not None]
    if never:
        return never[0]
    return refuse("9.0", _why_not_again(state, frame, attackers, targets), 15)


def _why_not_again(state: State, frame: Fight | Counter, attackers: tuple[int, ...],
                   targets: tuple[int, ...]) -> Message:
    """Why units do not attack these enemies in a continued attack or a counter-attack."""
    found = fronts(state, frame)
    fought = frame.attackers if isinstance(frame, Fight) else frame.defenders
    for slot in attackers:
        if slot not in fought:
            return (say("{unit} was not in the attack that continues", unit=name_of(slot)) if isinstance(frame, Fight)
                    else say("{unit} was not attacked with a natural 1", unit=name_of(slot)))
        if isinstance(frame, Fight) and state.engaged >> slot & 1:
            return say("{unit} is engaged and may not continue", unit=name_of(slot))
        if state.at[slot] < 0:
            return say("{unit} is eliminated", unit=name_of(slot))
        if not able(state, slot):
            return say("{unit} does not attack: neither archers nor the shield wall do", unit=name_of(slot))
        met, must = found.get(slot, (frozenset(), frozenset()))
        for target in targets:
            if target < COMBAT_UNITS and state.at[target] >= 0 and target not in met and target in in_front(
                    state, slot):
                return say("{unit} is not among those on whose attack the natural 1 fell", unit=name_of(target))
            if target not in met:
                return say("{target} is not in front of {unit}", target=name_of(target), unit=name_of(slot))
        left = sorted(must - set(targets))
        if left:
            return say("{unit} attacks all enemies before it, {targets} too", unit=name_of(slot),
                       targets=tuple(map(name_of, left)))
    return say("Each unit is named once")


def again(state: State, action: Again) -> Done:
    """A continued attack, or a counter-attack: its die is due."""
    attackers = tuple(sorted(SLOT[name] for name in action.attackers))
    defenders = tuple(sorted(SLOT[name] for name in action.targets))
    frame = state.top
    if isinstance(frame, Counter):
        return start(state.popped(), attackers, defenders, answers=frame.attackers), ()
    assert isinstance(frame, Fight)
    everybody = tuple(sorted({*frame.all_attackers, *attackers}))
    return state.swapped(Fight(attackers, defenders, previous=frame.previous + 1, all_attackers=everybody,
                               answers=frame.answers, counter=frame.counter, provoked=frame.provoked)), ()


def concluded(state: State, fight: Fight) -> Done:
    """The attack is over: cavalry that attacked is disordered; then defenders may counter-attack (8.6, ruling 14)."""
    events: list[Event] = []
    state = state.popped()
    for slot in fight.all_attackers:
        if state.at[slot] >= 0 and KIND[slot] in MOUNTED and not state.disordered >> slot & 1:
            state, more = harm.flipped(state, slot, rule("8.6"))
            events += more
    counters = [Counter(one.defenders, one.attackers) for one in fight.provoked]
    if any(sets_again(state, counter) for counter in counters):
        events.append(Noted(rule("9.0", 15), several(
            "A natural 1: the defenders may counter-attack",
            "{count} natural 1s: the defenders may counter-attack after each", len(counters))))
    return state.pushed(*reversed(counters)), tuple(events)


def next_stage(state: State, fight: Fight) -> Done | None:
    """What follows without a decision or a die; None where one is due."""
    if fight.stage == CHOICE:
        of_whom = choices(state, fight)
        if len(of_whom) > 1:
            return None
        return suffer(state, fight, of_whom[0] if of_whom else -1)
    if fight.stage == HURT:
        return state.swapped(fight._replace(stage=ADVANCING, vacated=emptied(state, fight))), ()
    if fight.stage == ADVANCING:
        open_ = [(place, advancers(state, fight, place)) for place in fight.vacated]
        open_ = [(place, able_) for place, able_ in open_ if able_]
        if not open_:
            return state.swapped(fight._replace(stage=GOING_ON, vacated=())), ()
        if len(open_) == 1 and len(open_[0][1]) == 1:
            place, (slot,) = open_[0]
            return advance(state, Advance(UNITS[slot].id, state.ground.hexes[place]))
        return None
    if fight.stage == GOING_ON:
        if KEYS[fight.row] in GOES_ON and sets_again(state, fight):
            return None
        return state.swapped(fight._replace(stage=CONCLUDED)), ()
    return concluded(state, fight) if fight.stage == CONCLUDED else None


def victims(state: State, fight: Fight) -> list[int]:
    """Whom the attacker may choose to be eliminated."""
    return list(choices(state, fight)) if fight.stage == CHOICE else []


