"""Resolving shock combats: arithmetic, table, and what follows a result, step by step (8, 9; tables by the facts)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from game.core.chance import D10, Modifier, total
from game.core.event import Advanced, Event, Noted
from game.core.message import Message, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.tables import ResultsTable
from game.core.verdict import LEGAL, Verdict
from game.rules.tours import harm
from game.rules.tours.actions import Advance, Again
from game.rules.tours.ground import FRONT, REAR, Ground
from game.rules.tours.shock import able, in_front, withdraw
from game.rules.tours.state import (
    ADVANCING,
    CHOICE,
    CONCLUDED,
    GOING_ON,
    HURT,
    Combat,
    Counter,
    Fight,
    State,
    Turning,
)
from game.rules.tours.units import (
    ARCHER,
    HEAVY_CAVALRY,
    HEAVY_INFANTRY,
    KIND,
    LIGHT_CAVALRY,
    LIGHT_INFANTRY,
    MOUNTED,
    SEAT,
    SEATS,
    SLOT,
    UNITS,
    name_of,
    refuse,
    rule,
)

Done = tuple[State, tuple[Event, ...]]
KEYS = ("AE", "AD", "AD E", "E", "AD DD", "DD", "DD CA", "DE", "DE CA")
TABLE = ResultsTable(("Shock",), tuple((key,) for key in KEYS), (-3, -2, 1, 3, 5, 7, 8, 10, 12))
"""Facts 4.6: the row of 7 is the rulebook's (example of 8), the rest is reconstructed."""
MATRIX = {
    HEAVY_CAVALRY: {HEAVY_CAVALRY: 0, LIGHT_CAVALRY: 1, ARCHER: 2, HEAVY_INFANTRY: 0, LIGHT_INFANTRY: 2},
    LIGHT_CAVALRY: {HEAVY_CAVALRY: -2, LIGHT_CAVALRY: 0, ARCHER: 1, HEAVY_INFANTRY: -2, LIGHT_INFANTRY: 0},
    HEAVY_INFANTRY: {HEAVY_CAVALRY: -1, LIGHT_CAVALRY: 1, ARCHER: 1, HEAVY_INFANTRY: 0, LIGHT_INFANTRY: 1},
    LIGHT_INFANTRY: {HEAVY_CAVALRY: -2, LIGHT_CAVALRY: -1, ARCHER: 0, HEAVY_INFANTRY: -2, LIGHT_INFANTRY: 0},
}
"""Attacker -> defender -> DRM (facts 4.5): heavy cavalry against heavy infantry is the rulebook's, the rest is
reconstructed."""
FLANK_DRM, REAR_DRM, SIDES_DRM = 2, 3, 4
DISORDERED, LEADER = -2, 1
HILL, WOODS, MOUNTED_IN_WOODS, INTO_MARSH, OUT_OF_MARSH = -1, -1, -1, 1, -1
"""Facts 4.3, reconstructed."""
WALL, SHAKEN_WALL = -2, -1
"""Facts 4.7, reconstructed."""
CERTAIN_ONE = 1
"""The die that brings a counter-attack (9.0)."""


def sectors(ground: Ground, state: State, attackers: Iterable[int], defender: int) -> set[str]:
    """Through which sectors of a defender he is attacked."""
    place, vertex = state.at[defender], state.facing[defender]
    return {ground.sector(place, vertex, state.at[other]) for other in attackers}


def position_drm(found: set[str]) -> int:
    """The DRM of the sectors a unit is attacked through (8.0, Position Advantage)."""
    if len(found) > 1:
        return SIDES_DRM
    return 0 if found == {FRONT} else REAR_DRM if found == {REAR} else FLANK_DRM


def terrain_drm(ground: Ground, state: State, attackers: tuple[int, ...], defender: int) -> tuple[int, Message | None]:
    """What a defender's own ground does to the attacker's die, and its name."""
    place = state.at[defender]
    if place in ground.woods:
        mounted = any(KIND[other] in MOUNTED for other in attackers)
        return WOODS + MOUNTED_IN_WOODS * mounted, say("mounted into woods") if mounted else say("woods")
    if place in ground.marsh:
        return INTO_MARSH, say("defender in marsh")
    if all(ground.level[state.at[other]] < ground.level[place] for other in attackers):
        return HILL, say("uphill")
    return 0, None


def wall_drm(state: State, found: set[str], defender: int) -> int:
    """What the shield wall does for a unit in it: nothing once anybody comes through flank or rear."""
    if not state.in_wall(defender) or found != {FRONT}:
        return 0
    return SHAKEN_WALL if state.disordered >> defender & 1 else WALL


def modifiers(
    ground: Ground, state: State, attackers: tuple[int, ...], defenders: tuple[int, ...], previous: int = 0
) -> tuple[Modifier, ...]:
    """Every DRM of a combat (8.0)."""
    found = [Modifier(len(attackers) - len(defenders), say("{ours} against {theirs}", ours=len(attackers),
                                                           theirs=len(defenders)), rule("8.4"))]
    sides = {defender: sectors(ground, state, attackers, defender) for defender in defenders}
    worst = max(defenders, key=lambda one: position_drm(sides[one]))
    if position_drm(sides[worst]):
        name = say("two or more sides") if len(sides[worst]) > 1 else say("{side}", side=next(iter(sides[worst])))
        found.append(Modifier(position_drm(sides[worst]), name, rule("8.4"), UNITS[worst].id))
    value, title, defender = min(((*terrain_drm(ground, state, attackers, one), one) for one in defenders),
                                 key=lambda one: one[0])
    if title is not None and value:
        found.append(Modifier(value, title, rule("8.4"), UNITS[defender].id))
    sunk = [other for other in attackers if state.at[other] in ground.marsh]
    if sunk:
        found.append(Modifier(OUT_OF_MARSH, say("attacker in marsh"), rule("8.4"), UNITS[sunk[0]].id))
    best = max(attackers, key=lambda one: matrix(one, defenders))
    found.append(Modifier(matrix(best, defenders), say("weapons"), rule("8.4"), UNITS[best].id))
    walled = min(defenders, key=lambda one: wall_drm(state, sides[one], one))
    if wall_drm(state, sides[walled], walled):
        found.append(Modifier(wall_drm(state, sides[walled], walled), say("shield wall"), rule("5.2.6", 3),
                              UNITS[walled].id))
    upset = [other for other in attackers if state.disordered >> other & 1]
    if upset:
        found.append(Modifier(DISORDERED, say("attacker disordered"), rule("9.0"), UNITS[upset[0]].id))
    for units, sign in ((attackers, 1), (defenders, -1)):
        led = [other for other in units if state.leader_of(other) >= 0]
        if led:
            found.append(Modifier(sign * LEADER, name_of(state.leader_of(led[0])), rule("8.4"), UNITS[led[0]].id))
    if previous:
        found.append(Modifier(-previous, say("attacks before this one"), rule("9.0")))
    return tuple(one for one in found if one.value or one.name == "weapons")


def matrix(attacker: int, defenders: Iterable[int]) -> int:
    """The weapon system matrix: of several defenders the worst for the attacker (ruling 13)."""
    return min(MATRIX[KIND[attacker]][KIND[defender]] for defender in defenders)


def preview(ground: Ground, state: State, attackers: tuple[int, ...], defenders: tuple[int, ...],
            previous: int = 0) -> Preview:
    """The arithmetic of a combat."""
    terms = modifiers(ground, state, attackers, defenders, previous)
    drm = total(terms)
    chances: dict[int, int] = {}
    for face in D10.faces:
        row = TABLE.row_of(face + drm)
        chances[row] = chances.get(row, 0) + 1
    outcomes = tuple(Outcome(KEYS[row], Fraction(many, 10), told(KEYS[row]), rule("9.0"), group(KEYS[row]), _good(
        KEYS[row], SEAT[attackers[0]])) for row, many in sorted(chances.items()))
    return Preview(tuple(UnitLine(UNITS[one].id, 0) for one in attackers),
                   tuple(UnitLine(UNITS[one].id, 0) for one in defenders), terms, None, None, f"{drm:+d}",
                   say("die and modifiers are read in the table"), "Shock", outcomes, table=TABLE)


def group(key: str) -> Message:
    """What results have in common."""
    if "DE" in key:
        return say("defender eliminated")
    if key in ("DD", "DD CA"):
        return say("defender disordered")
    return say("both disordered") if key == "AD DD" else say("engaged") if "E" in key.split() else say("repulsed")


def _good(key: str, seat: int) -> str:
    return SEATS[seat] if key in ("DD", "DD CA", "DE", "DE CA") else SEATS[1 - seat] if key in ("AE", "AD") else ""


TOLD = {
    "AE": say("one attacker is eliminated, the others are disordered"), "AD": say("the attackers are disordered"),
    "AD E": say("the attackers are disordered, all are engaged"), "E": say("all are engaged"),
    "AD DD": say("both sides are disordered"), "DD": say("the defenders are disordered"),
    "DD CA": say("the defenders are disordered, the attack may go on"), "DE": say("a defender is eliminated"),
    "DE CA": say("a defender is eliminated, the attack may go on"),
}


def told(key: str) -> Message:
    """A result in words."""
    return TOLD[key]


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
    answers = fight.defenders if face == CERTAIN_ONE and not fight.counter else fight.answers
    state = state.swapped(fight._replace(stage=CHOICE, row=row, natural=face, answers=answers))
    key = KEYS[row]
    everybody = sum(1 << slot for slot in (*fight.attackers, *fight.defenders))
    engaged = state.engaged | everybody if "E" in key.split() else state.engaged & ~everybody
    return replace(state, engaged=engaged, shocked=state.shocked | sum(1 << slot for slot in fight.attackers))


def choices(state: State, fight: Fight) -> tuple[int, ...]:
    """Of whom one is to be eliminated."""
    key = KEYS[fight.row]
    return fight.attackers if key == "AE" else fight.defenders if "DE" in key else ()


def suffer(ground: Ground, state: State, fight: Fight, victim: int) -> Done:
    """One is eliminated, if any is, and all whom the result disorders are; then comes the advance.

    :param victim: the slot of the one; -1 for none.
    """
    key = KEYS[fight.row]
    places = tuple(state.at[slot] for slot in fight.defenders)
    state = state.swapped(fight._replace(stage=HURT, vacated=places))
    events: list[Event] = []
    hurt = {"AE": fight.attackers, "AD": fight.attackers, "AD E": fight.attackers, "E": (),
            "AD DD": (*fight.defenders, *fight.attackers)}.get(key, fight.defenders)
    # What is pushed last is rolled first: the defenders' checks come before the attackers'.
    if victim >= 0:
        state, more = harm.eliminate(ground, state, victim, rule("9.0"))
        events += more
    for slot in reversed(hurt):
        if slot != victim:
            state, more = harm.disorder(state, slot, rule("9.0"), shock=True)
            events += more
    return state, tuple(events)


def emptied(state: State, fight: Fight) -> tuple[int, ...]:
    """The hexes of defenders who have been eliminated."""
    return tuple(place for place, slot in zip(fight.vacated, fight.defenders, strict=True) if state.at[slot] < 0)


def advancers(ground: Ground, state: State, fight: Fight, place: int) -> list[int]:
    """Who of the attackers may advance into a hex: nobody who is disordered (8.5)."""
    return [slot for slot in fight.attackers if state.at[slot] >= 0 and not state.disordered >> slot & 1
            and slot not in fight.entered
            and ground.adjacent[state.at[slot]] >> place & 1]


def entered(ground: Ground, state: State, slot: int, place: int, number: str) -> Done:
    """A unit advances, its leader with it, and may turn (8.1, 8.5)."""
    leader, before = state.leader_of(slot), state.at[slot]
    state = replace(state.put(slot, place), shocked=state.shocked | 1 << slot)
    if leader >= 0:
        state = state.put(leader, place)
    event = Advanced(rule(number), UNITS[slot].id, str(name_of(slot)), (ground.hexes[before], ground.hexes[place]))
    return state.pushed(Turning(slot)), (event,)


def follow(ground: Ground, state: State, action: Advance) -> Done:
    """An attacker enters the hex a defender has left before shock; he attacks no more (8.1)."""
    slot = SLOT[action.unit]
    return entered(ground, withdraw(state.popped(), slot), slot, ground.index[action.place], "8.1")


def advance(ground: Ground, state: State, action: Advance) -> Done:
    """An attacker enters a hex whose defender is eliminated, whatever did it (8.5, ruling 17)."""
    fight = state.top
    assert isinstance(fight, Fight)
    place = ground.index[action.place]
    slot = SLOT[action.unit]
    state = state.swapped(fight._replace(vacated=tuple(hex_ for hex_ in fight.vacated if hex_ != place),
                                         entered=(*fight.entered, slot)))
    return entered(ground, state, slot, place, "8.5")


def sets_again(ground: Ground, state: State, frame: Fight | Counter) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Who may attack whom in a continued attack or a counter-attack: all enemies before them (9.0, ruling 15)."""
    if isinstance(frame, Fight):
        units = [slot for slot in frame.attackers if state.at[slot] >= 0 and not state.engaged >> slot & 1]
        taken = {slot for one in state.combats for slot in one.defenders}
        found = {slot: [one for one in in_front(ground, state, slot) if one not in taken
                        and (not frame.counter or one in frame.answers)] for slot in units}
    else:
        units = [slot for slot in frame.defenders if state.at[slot] >= 0 and able(state, slot)]
        found = {slot: [one for one in in_front(ground, state, slot) if one in frame.attackers] for slot in units}
    sets = []
    for targets in dict.fromkeys(tuple(front) for front in found.values() if front):
        front_of = [slot for slot in units if found[slot] and set(found[slot]) <= set(targets)
                    <= set(in_front(ground, state, slot))]
        for count in range(1, len(front_of) + 1):
            sets += [(team, targets) for team in combinations(front_of, count)
                     if any(tuple(found[slot]) == targets for slot in team)]
    return sets


def check_again(ground: Ground, state: State, frame: Fight | Counter, action: Again) -> Verdict:
    """Whether these may attack those now."""
    wanted = tuple(sorted(SLOT[name] for name in action.attackers)), tuple(sorted(SLOT[n] for n in action.targets))
    if wanted in sets_again(ground, state, frame):
        return LEGAL
    return refuse("9.0", say("Only units that have just fought attack again, and all enemies before them together"),
                  15)


def again(ground: Ground, state: State, action: Again) -> Done:
    """A continued attack, or a counter-attack: its die is due."""
    attackers = tuple(sorted(SLOT[name] for name in action.attackers))
    defenders = tuple(sorted(SLOT[name] for name in action.targets))
    frame = state.top
    if isinstance(frame, Counter):
        return start(state.popped(), attackers, defenders, answers=frame.attackers), ()
    assert isinstance(frame, Fight)
    everybody = tuple(sorted({*frame.all_attackers, *attackers}))
    return state.swapped(Fight(attackers, defenders, previous=frame.previous + 1, all_attackers=everybody,
                               answers=frame.answers, counter=frame.counter)), ()


def concluded(state: State, fight: Fight) -> Done:
    """The attack is over: cavalry that attacked is disordered; then defenders may counter-attack (8.6, ruling 14)."""
    events: list[Event] = []
    state = state.popped()
    for slot in fight.all_attackers:
        if state.at[slot] >= 0 and KIND[slot] in MOUNTED and not state.disordered >> slot & 1:
            state, more = harm.flipped(state, slot, rule("8.6"))
            events += more
    if fight.answers and not fight.counter:
        state = state.pushed(Counter(fight.answers, fight.all_attackers))
        events.append(Noted(rule("9.0"), say("A natural 1: the defenders may counter-attack")))
    return state, tuple(events)


def next_stage(ground: Ground, state: State, fight: Fight) -> Done | None:
    """What follows without a decision or a die; None where one is due."""
    if fight.stage == CHOICE:
        of_whom = choices(state, fight)
        if len(of_whom) > 1:
            return None
        return suffer(ground, state, fight, of_whom[0] if of_whom else -1)
    if fight.stage == HURT:
        return state.swapped(fight._replace(stage=ADVANCING, vacated=emptied(state, fight))), ()
    if fight.stage == ADVANCING:
        open_ = [(place, advancers(ground, state, fight, place)) for place in fight.vacated]
        open_ = [(place, able_) for place, able_ in open_ if able_]
        if not open_:
            return state.swapped(fight._replace(stage=GOING_ON, vacated=())), ()
        if len(open_) == 1 and len(open_[0][1]) == 1:
            place, (slot,) = open_[0]
            return advance(ground, state, Advance(UNITS[slot].id, ground.hexes[place]))
        return None
    if fight.stage == GOING_ON:
        if "CA" in KEYS[fight.row] and sets_again(ground, state, fight):
            return None
        return state.swapped(fight._replace(stage=CONCLUDED)), ()
    return concluded(state, fight) if fight.stage == CONCLUDED else None


def victims(state: State, fight: Fight) -> list[int]:
    """Whom the attacker may choose to be eliminated."""
    return list(choices(state, fight)) if fight.stage == CHOICE else []


