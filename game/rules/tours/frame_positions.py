"""What is under way in a position: written, read back, and refused where it cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from game.core.message import say
from game.core.position_checks import among, need, piece
from game.rules.tours.actions import ORDERS
from game.rules.tours.fire import aim
from game.rules.tours.ground import Ground
from game.rules.tours.harm import friendless, refuges
from game.rules.tours.movement import reacting
from game.rules.tours.position_form import (
    FrameRow,
)
from game.rules.tours.shock import able
from game.rules.tours.shock_odds import KEYS
from game.rules.tours.state import (
    ACTION,
    ADVANCING,
    CHOICE,
    GOING_ON,
    REFORM_PHASE,
    ROLL,
    SHOCK,
    Check,
    Combat,
    Counter,
    Fight,
    Follow,
    Frame,
    Nerve,
    Obeying,
    Peril,
    Reaction,
    Reforming,
    Rescued,
    Retreats,
    Shot,
    State,
    Turning,
    Vacated,
)
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    CONTINGENTS,
    FRANKS,
    KIND,
    LEADERS,
    OF_SEAT,
    SEAT,
    SLOT,
    UNITS,
)


def ids(slots: Iterable[int]) -> list[str]:
    """The names of some pieces."""
    return [UNITS[slot].id for slot in slots]


def contingent_names(mask: int) -> list[str]:
    """The names of the contingents of a mask."""
    return [name for n, name in enumerate(CONTINGENTS) if mask >> n & 1]


def frame_written(ground: Ground, frame: Frame) -> dict[str, Any]:
    """Something under way as JSON values."""
    def hexes(places: Iterable[int]) -> list[str]:
        return [ground.hexes[place] for place in places]

    def left(vacated: Iterable[Vacated]) -> list[dict[str, Any]]:
        return [{"place": ground.hexes[one.place], "attackers": ids(one.attackers)} for one in vacated]

    match frame:
        case Obeying(contingent):
            return {"kind": "obeying", "contingent": CONTINGENTS[contingent]}
        case Reaction(target, asked):
            return {"kind": "reaction", "target": UNITS[target].id, "units": ids(asked)}
        case Shot(unit, target, reaction):
            return {"kind": "shot", "unit": UNITS[unit].id, "target": UNITS[target].id, "reaction": reaction}
        case Peril(leader, cause):
            return {"kind": "peril", "unit": UNITS[leader].id, "cause": cause}
        case Rescued(leader, places):
            return {"kind": "rescued", "unit": UNITS[leader].id, "places": hexes(places)}
        case Retreats(stood, vacated):
            return {"kind": "retreats", "stood": ids(stood), "vacated": left(vacated)}
        case Follow(vacated):
            return {"kind": "follow", "vacated": left(vacated)}
        case Counter(defenders, attackers):
            return {"kind": "counter", "defenders": ids(defenders), "attackers": ids(attackers)}
        case Fight():
            return {"kind": "fight", "attackers": ids(frame.attackers), "defenders": ids(frame.defenders),
                    "stage": frame.stage, "previous": frame.previous, "result": KEYS[frame.row],
                    "natural": frame.natural, "places": hexes(frame.vacated),
                    "all-attackers": ids(frame.all_attackers), "answers": ids(frame.answers),
                    "counter": frame.counter, "entered": ids(frame.entered),
                    **({"provoked": [{"attackers": ids(one.attackers), "defenders": ids(one.defenders)}
                                     for one in frame.provoked]} if frame.provoked else {})}
        case Check(slot, rolled):
            return {"kind": "check", "unit": UNITS[slot].id, **({"rolled": True} if rolled else {})}
    kind = {Reforming: "reforming", Nerve: "nerve", Turning: "turning"}[type(frame)]
    return {"kind": kind, "unit": UNITS[frame[0]].id}


KEYS_OF = {
    "obeying": {"contingent"}, "reforming": {"unit"}, "reaction": {"target", "units"},
    "shot": {"unit", "target", "reaction"}, "check": {"unit"}, "peril": {"unit", "cause"},
    "rescued": {"unit", "places"}, "retreats": {"stood", "vacated"}, "nerve": {"unit"}, "follow": {"vacated"},
    "turning": {"unit"}, "counter": {"defenders", "attackers"},
    "fight": {"attackers", "defenders", "stage", "previous", "result", "natural", "places", "all_attackers", "answers",
              "counter", "entered"},
}
OPTIONAL = {"check": {"rolled"}, "fight": {"provoked"}}
"""Keys that are left out where nothing is to be said."""


def frame_read(ground: Ground, number: int, row: FrameRow) -> Frame:
    """Something under way from its row.

    :raises BadPosition: for other keys than belong to it, and for names and places there are not.
    """
    where = f"under-way[{number}]"
    given = {key for key in FrameRow.__struct_fields__ if key != "kind" and getattr(row, key) is not None}
    need(given - OPTIONAL.get(row.kind, set()) == KEYS_OF[row.kind], where,
         say("the keys {keys}", keys=tuple(sorted(KEYS_OF[row.kind]))))
    def hex_of(name: str) -> int:
        need(name in ground.index, where, say("hexes of the map"))
        return ground.index[name]

    places = [hex_of(name) for name in row.places or ()]

    def slots(names: list[str] | None) -> tuple[int, ...]:
        found = tuple(piece(name, SLOT, where) for name in names or ())
        need(len(set(found)) == len(found), where, say("each unit once"))
        return found

    def vacated() -> tuple[Vacated, ...]:
        return tuple(Vacated(hex_of(one.place), slots(one.attackers)) for one in row.vacated or ())

    unit = piece(row.unit, SLOT, where) if row.unit is not None else -1
    target = piece(row.target, SLOT, where) if row.target is not None else -1
    makers: dict[str, Callable[[], Frame]] = {
        "obeying": lambda: Obeying(among(row.contingent or "", CONTINGENTS, where)),
        "reforming": lambda: Reforming(unit), "reaction": lambda: Reaction(target, slots(row.units)),
        "shot": lambda: Shot(unit, target, bool(row.reaction)), "check": lambda: Check(unit, bool(row.rolled)),
        "peril": lambda: Peril(unit, row.cause or ""), "rescued": lambda: Rescued(unit, tuple(places)),
        "retreats": lambda: Retreats(slots(row.stood), vacated()), "nerve": lambda: Nerve(unit),
        "follow": lambda: Follow(vacated()),
        "turning": lambda: Turning(unit),
        "counter": lambda: Counter(slots(row.defenders), slots(row.attackers)),
        "fight": lambda: Fight(slots(row.attackers), slots(row.defenders), row.stage or "", row.previous or 0,
                               among(row.result or "", KEYS, where), -1 if row.natural is None else row.natural,
                               tuple(places), slots(row.all_attackers), slots(row.answers), bool(row.counter),
                               slots(row.entered), tuple(
                                   Combat(slots(one.attackers), slots(one.defenders)) for one in row.provoked or ())),
    }
    return makers[row.kind]()


def check_frames(state: State) -> None:
    """Check that the decisions under way fit the state: their units are on the map, of the right side and phase.

    :raises BadPosition: for the first that does not.
    """
    for number, frame in enumerate(state.frames):
        where = f"under-way[{number}]"
        _check_frame(state, frame, where, number + 1 == len(state.frames))


def _check_frame(state: State, frame: Frame, where: str, top: bool) -> None:
    def here(slot: int) -> bool:
        return 0 <= slot < COMBAT_UNITS and state.at[slot] >= 0

    match frame:
        case Obeying(contingent):
            need(state.phase == ACTION and contingent in OF_SEAT[state.seat] and state.tried >> contingent & 1
                 and not state.active >> contingent & 1 and state.alive(contingent) and state.acting < 0
                 and ORDERS[state.orders[contingent]] == "move" and len(state.frames) == 1, where,
                 say("a contingent that tries, in phase III"))
        case Reforming(slot):
            need(state.phase == REFORM_PHASE and here(slot) and SEAT[slot] == state.seat and len(state.frames) == 1
                 and state.disordered >> slot & 1 and state.tried_reform >> slot & 1, where,
                 say("a disordered unit that tries, in phase V"))
        case Reaction(target, asked):
            need(state.phase == ACTION and here(target) and SEAT[target] == FRANKS == state.seat and asked
                 and state.moving is not None and state.moving.slot == target, where, say("a Frankish unit that moves"))
            need(all(_reacts(state, slot, target) for slot in asked), where,
                 say("archers before whom it has come"))
        case Shot(unit, target, reaction):
            need(here(unit) and here(target) and SEAT[unit] == 1 - SEAT[target] and state.phase == ACTION
                 and (SEAT[target] == state.seat) == reaction
                 and state.ground.within(state.at[unit]) >> state.at[target] & 1, where,
                 say("archers and a target in range"))
            if reaction:
                need(_reacts(state, unit, target), where, say("archers before whom it has come"))
            need(top, where, say("a shot to be the innermost"))
            need(KIND[unit] == ARCHER and aim(state, unit, target), where, say("archers who may fire"))
        case Check(slot, _):
            need(here(slot) and state.disordered >> slot & 1 and state.phase in (ACTION, SHOCK), where,
                 say("a disordered unit"))
        case Peril(leader, _):
            need(leader in LEADERS and state.phase in (ACTION, SHOCK, REFORM_PHASE), where, say("a leader"))
        case Rescued(leader, places):
            need(leader in LEADERS and state.at[leader] >= 0 and not friendless(state, leader)
                 and places == refuges(state, leader)
                 and state.phase in (ACTION, SHOCK, REFORM_PHASE), where, say("a leader and his nearest friends"))
        case Retreats(stood, vacated):
            attacked = {slot for one in state.combats for slot in one.defenders}
            need(state.phase == SHOCK and state.resolving and set(stood) <= attacked, where, say("defenders"))
            _check_vacated(state, vacated, where)
        case Nerve(slot):
            need(here(slot) and SEAT[slot] != state.seat and state.phase == SHOCK
                 and not state.disordered >> slot & 1, where, say("a defender in good order"))
        case Follow(vacated):
            need(state.phase == SHOCK and state.resolving, where, say("phase IV"))
            _check_vacated(state, vacated, where)
        case Turning(slot):
            need(here(slot) and state.phase == SHOCK, where, say("a unit on the map, in phase IV"))
        case Fight():
            _check_fight(state, frame, where)
        case Counter(defenders, attackers):
            need(state.phase == SHOCK and state.resolving and _sides(defenders, attackers), where,
                 say("defenders and attackers, in phase IV"))


def _check_vacated(state: State, vacated: tuple[Vacated, ...], where: str) -> None:
    """Whether defenders can have left these hexes before shock."""
    taken = state.ground.closed | state.wagons | state.held[0] | state.held[1]
    need(len({one.place for one in vacated}) == len(vacated) and all(not taken >> one.place & 1 for one in vacated),
         where, say("hexes that defenders have left"))
    need(all(slot < COMBAT_UNITS and SEAT[slot] == state.seat and state.at[slot] >= 0
             for one in vacated for slot in one.attackers), where, say("attackers"))


def _reacts(state: State, slot: int, target: int) -> bool:
    return state.at[target] >= 0 and slot in reacting(state, target)


def _sides(ours: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Whether these are combat units, some on either side, and each side's of one army."""
    return bool(ours and theirs) and all(slot < COMBAT_UNITS for slot in (*ours, *theirs)) and len(
        {SEAT[slot] for slot in ours}) == len({SEAT[slot] for slot in theirs}) == 1 and SEAT[ours[0]] != SEAT[theirs[0]]


def _check_fight(state: State, frame: Fight, where: str) -> None:
    need(state.phase == SHOCK and state.resolving, where, say("a fight in phase IV"))
    need(_sides(frame.attackers, frame.defenders) and len(frame.defenders) < 7, where, say("attackers and defenders"))
    need(set(frame.entered) <= set(frame.attackers), where, say("attackers who have advanced"))
    need(frame.stage in (ROLL, CHOICE, "hurt", ADVANCING, GOING_ON), where, say("a stage of a fight"))
    need(set(frame.attackers) <= set(frame.all_attackers) and all(
        slot < COMBAT_UNITS and SEAT[slot] == SEAT[frame.attackers[0]] for slot in frame.all_attackers), where,
        say("all attackers, of one side"))
    need(frame.answers or not frame.counter, where, say("whom a counter-attack may meet"))
    need(not frame.answers or (frame.counter and _sides(frame.attackers, frame.answers)), where,
         say("answers of the other side, in a counter-attack"))
    need(not (frame.counter and frame.provoked) and all(
        set(one.attackers) <= set(frame.all_attackers) and _sides(one.attackers, one.defenders)
        for one in frame.provoked), where, say("attacks with a natural 1, in no counter-attack"))
    need((SEAT[frame.attackers[0]] == state.seat) != frame.counter, where, say("attackers of the right side"))
    if frame.stage in (ROLL, CHOICE):
        need(all(state.at[slot] >= 0 for slot in (*frame.attackers, *frame.defenders)), where, say("units on the map"))
        need(all(state.ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in frame.attackers
                 for d in frame.defenders), where, say("attackers next to all defenders"))
        need(all(able(state, slot) for slot in frame.attackers), where, say("attackers who may attack"))
        need(not frame.vacated, where, say("no hexes yet"))
    if frame.stage == "hurt":
        need(len(frame.vacated) == len(frame.defenders), where, say("a hex for each defender"))
