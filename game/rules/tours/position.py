"""The position of a game as JSON values, and back: whatever cannot stand is refused in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec

from game.core.contract import BadPosition
from game.core.message import Text, say
from game.core.nearest import with_nearest
from game.rules.tours import sequence, victory
from game.rules.tours.actions import ORDERS, VERTICES
from game.rules.tours.fight import KEYS
from game.rules.tours.fire import aim
from game.rules.tours.ground import Ground
from game.rules.tours.harm import refuges
from game.rules.tours.movement import reacting
from game.rules.tours.shock import able
from game.rules.tours.state import (
    ACTION,
    ADVANCING,
    CHOICE,
    GOING_ON,
    GONE,
    INITIATIVE,
    OVER,
    REFORM_PHASE,
    ROLL,
    SETUP,
    SHOCK,
    WHO_FIRST,
    Check,
    Combat,
    Counter,
    Fight,
    Follow,
    Frame,
    Moving,
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
)
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    CONTINGENT,
    CONTINGENTS,
    FRANKS,
    HI,
    KIND,
    LEADERS,
    OF_SEAT,
    SEAT,
    SEATS,
    SLOT,
    UNITS,
    WAGONS,
    bits,
)

Turn = Annotated[int, msgspec.Meta(ge=1, le=victory.LAST)]
Points = Annotated[int, msgspec.Meta(ge=0, le=8)]
STATUSES = ("disordered", "engaged", "moved", "fired", "attacked", "reform-tried")
MASKS = ("disordered", "engaged", "moved", "fired", "shocked", "tried_reform")


class UnitRow(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A piece on the map."""

    id: str
    place: str
    facing: str | None = None
    disordered: bool = False
    engaged: bool = False
    moved: bool = False
    fired: bool = False
    attacked: bool = False
    reform_tried: bool = False


class MovingRow(msgspec.Struct, forbid_unknown_fields=True):
    """The unit that moves now."""

    unit: str
    left: Points
    halted: bool = False
    fired: bool = False
    led: bool = False


class CombatRow(msgspec.Struct, forbid_unknown_fields=True):
    """A combat that has been announced."""

    attackers: list[str]
    defenders: list[str]


class FrameRow(msgspec.Struct, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """Something under way; which of the keys belong to it depends on what it is."""

    kind: Literal["obeying", "reforming", "reaction", "shot", "check", "peril", "rescued", "retreats", "nerve",
                  "follow", "turning", "fight", "counter"]
    unit: str | None = None
    target: str | None = None
    contingent: str | None = None
    units: list[str] | None = None
    attackers: list[str] | None = None
    defenders: list[str] | None = None
    all_attackers: list[str] | None = None
    answers: list[str] | None = None
    places: list[str] | None = None
    cause: Literal["fire", "shock", "alone"] | None = None
    stage: str | None = None
    result: str | None = None
    natural: Annotated[int, msgspec.Meta(ge=-1, le=9)] | None = None
    previous: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    reaction: bool | None = None
    counter: bool | None = None
    entered: list[str] | None = None


class Document(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A position; what is left out is as in the set-up of its scenario."""

    scenario: str | None = None
    options: list[str] | None = None
    turn: Turn = 1
    phase: str = SETUP
    to_act: str | None = msgspec.field(name="to_act", default=None)
    first: str | None = None
    second: bool = False
    wall: bool = True
    units: list[UnitRow] | None = None
    orders: dict[str, str] = {}
    tried: list[str] = []
    active: list[str] = []
    acting: str | None = None
    moving: MovingRow | None = None
    leader_moved: bool = False
    combats: list[CombatRow] = []
    resolving: bool = False
    under_way: list[FrameRow] = []
    dead: list[str] = []
    ending: str = ""


def written(ground: Ground, state: State, to_act: str | None) -> dict[str, Any]:
    """The complete position."""
    rows = []
    for slot, place in enumerate(state.at):
        if place == GONE:
            continue
        row: dict[str, Any] = {"id": UNITS[slot].id, "place": ground.hexes[place]}
        if slot < COMBAT_UNITS:
            row["facing"] = VERTICES[state.facing[slot]]
        row |= {status: True for status, mask in zip(STATUSES, MASKS, strict=True) if getattr(state, mask) >> slot & 1}
        rows.append(row)
    moving = state.moving
    return {
        "scenario": state.scenario, "options": list(state.options), "turn": state.turn, "phase": state.phase,
        "to_act": to_act, "first": SEATS[state.first], "second": state.second, "wall": state.wall, "units": rows,
        "orders": {CONTINGENTS[c]: ORDERS[order] for c, order in enumerate(state.orders) if order},
        "tried": _contingents(state.tried), "active": _contingents(state.active),
        "acting": CONTINGENTS[state.acting] if state.acting >= 0 else None,
        "moving": None if moving is None else {
            "unit": UNITS[moving.slot].id, "left": moving.left, "halted": moving.halted, "fired": moving.fired,
            "led": moving.led},
        "leader-moved": state.led,
        "combats": [{"attackers": _ids(one.attackers), "defenders": _ids(one.defenders)} for one in state.combats],
        "resolving": state.resolving, "under-way": [_frame_written(ground, frame) for frame in state.frames],
        "dead": [UNITS[slot].id for slot in bits(state.dead)], "ending": state.ending,
    }


def _ids(slots: Iterable[int]) -> list[str]:
    return [UNITS[slot].id for slot in slots]


def _contingents(mask: int) -> list[str]:
    return [name for n, name in enumerate(CONTINGENTS) if mask >> n & 1]


def _frame_written(ground: Ground, frame: Frame) -> dict[str, Any]:
    def hexes(places: Iterable[int]) -> list[str]:
        return [ground.hexes[place] for place in places]

    match frame:
        case Obeying(contingent):
            return {"kind": "obeying", "contingent": CONTINGENTS[contingent]}
        case Reaction(target, asked):
            return {"kind": "reaction", "target": UNITS[target].id, "units": _ids(asked)}
        case Shot(unit, target, reaction):
            return {"kind": "shot", "unit": UNITS[unit].id, "target": UNITS[target].id, "reaction": reaction}
        case Peril(leader, cause):
            return {"kind": "peril", "unit": UNITS[leader].id, "cause": cause}
        case Rescued(leader, places):
            return {"kind": "rescued", "unit": UNITS[leader].id, "places": hexes(places)}
        case Retreats(waiting):
            return {"kind": "retreats", "units": _ids(waiting)}
        case Follow(place, attackers):
            return {"kind": "follow", "places": hexes([place]), "attackers": _ids(attackers)}
        case Counter(defenders, attackers):
            return {"kind": "counter", "defenders": _ids(defenders), "attackers": _ids(attackers)}
        case Fight():
            return {"kind": "fight", "attackers": _ids(frame.attackers), "defenders": _ids(frame.defenders),
                    "stage": frame.stage, "previous": frame.previous, "result": KEYS[frame.row],
                    "natural": frame.natural, "places": hexes(frame.vacated),
                    "all-attackers": _ids(frame.all_attackers), "answers": _ids(frame.answers),
                    "counter": frame.counter, "entered": _ids(frame.entered)}
    kind = {Reforming: "reforming", Check: "check", Nerve: "nerve", Turning: "turning"}[type(frame)]
    return {"kind": kind, "unit": UNITS[frame[0]].id}


def need(holds: object, where: str, expected: Text) -> None:
    """:raises BadPosition: unless it holds."""
    if not holds:
        raise BadPosition(say("{where}: expected {expected}", where=where, expected=expected))


PHASES = (SETUP, INITIATIVE, WHO_FIRST, *sequence.PLAYER_TURN, OVER)


def among(name: str, known: Sequence[str], where: str) -> int:
    """The number of a name among those known.

    :raises BadPosition: for any other.
    """
    if name not in known:
        raise BadPosition(with_nearest(say("{where}: there is no {name!r}", where=where, name=name), name, known))
    return known.index(name)


def slot_of(name: str, where: str) -> int:
    """The slot of a piece.

    :raises BadPosition: where there is none of that name.
    """
    if name not in SLOT:
        raise BadPosition(with_nearest(say("{where}: no piece is called {name!r}", where=where, name=name), name, SLOT))
    return SLOT[name]


def read(ground: Ground, first: State, position: Mapping[str, Any]) -> State:
    """The state of a position.

    :param first: the set-up of its scenario and options.
    :raises BadPosition: naming the key and what was expected.
    """
    try:
        found = msgspec.convert(dict(position), Document)
    except msgspec.ValidationError as error:
        raise BadPosition(say("{fault}", fault=str(error).replace("`$.", "`"))) from error
    state = _units(ground, first, found)
    seat_first = among(found.first, SEATS, "first") if found.first is not None else first.first
    among(found.phase, PHASES, "phase")
    for name in found.orders:
        among(name, CONTINGENTS, "orders")
    state = replace(
        state, turn=found.turn, phase=found.phase, first=seat_first, second=found.second, wall=found.wall,
        orders=tuple(among(found.orders.get(name, "none"), ORDERS, "orders") for name in CONTINGENTS),
        tried=_mask(found.tried, "tried"), active=_mask(found.active, "active"),
        acting=among(found.acting, CONTINGENTS, "acting") if found.acting is not None else -1, led=found.leader_moved,
        dead=sum(1 << slot_of(name, "dead") for name in set(found.dead)), ending=found.ending,
    )
    if found.first is None and found.phase not in (SETUP, INITIATIVE) and found.to_act in SEATS and not found.under_way:
        state = replace(state, first=SEATS.index(found.to_act) ^ found.second)
    _check_turn(state, found)
    state = _with_moving(state, found)
    state = _with_combats(ground, state, found)
    frames = tuple(_frame(ground, n, row) for n, row in enumerate(found.under_way))
    state = replace(state, frames=frames)
    _check_frames(ground, state)
    need(sequence.proceed(ground, state)[0] == state, "under-way", say("a state in which somebody must decide, or a "
                                                                       "die is due"))
    return state


def _mask(names: list[str], where: str) -> int:
    return sum(1 << among(name, CONTINGENTS, where) for name in set(names))


def _units(ground: Ground, first: State, found: Document) -> State:
    if found.units is None:
        return first
    at, facing = [GONE] * len(UNITS), list(first.facing)
    masks = dict.fromkeys(MASKS, 0)
    taken: dict[int, str] = {}
    for row in found.units:
        slot, name = slot_of(row.id, "units"), row.id
        need(at[slot] == GONE, name, say("each piece once"))
        need(row.place in ground.index, name, say("a hex of the map"))
        place = ground.index[row.place]
        need(not ground.closed >> place & 1, name, say("no hex of the river"))
        at[slot] = place
        if slot not in LEADERS:
            need(place not in taken, name, say("a hex for itself; {other} is there", other=taken.get(place, "")))
            taken[place] = name
        if slot < COMBAT_UNITS:
            facing[slot] = among(row.facing, VERTICES, name) if row.facing is not None else first.facing[slot]
        else:
            need(row.facing is None, name, say("no facing"))
        for status, mask in zip(STATUSES, MASKS, strict=True):
            if getattr(row, status.replace("-", "_")):
                need(slot < COMBAT_UNITS, name, say("no {status} for leaders and wagon trains", status=status))
                masks[mask] |= 1 << slot
    for slot in LEADERS:
        there = taken.get(at[slot])
        need(there is None or (SEAT[SLOT[there]] == SEAT[slot] and SLOT[there] not in WAGONS), UNITS[slot].id,
             say("no hex with an enemy or a wagon train"))
    need(at[LEADERS[0]] != at[LEADERS[1]] or at[LEADERS[0]] == GONE, UNITS[LEADERS[0]].id, say("another hex"))
    return replace(first, at=tuple(at), facing=tuple(facing), disordered=masks["disordered"], engaged=masks["engaged"],
                   moved=masks["moved"], fired=masks["fired"], shocked=masks["shocked"],
                   tried_reform=masks["tried_reform"])


def _check_turn(state: State, found: Document) -> None:
    """What orders, activations and the end of the game may be in a phase."""
    for name in ("tried", "active", "dead"):
        names = getattr(found, name)
        need(len(set(names)) == len(names), name, say("each name once"))
    for slot in LEADERS:
        need(state.dead >> slot & 1 == (state.at[slot] < 0), "dead", say("exactly the leaders who are off the map"))
    need(not state.dead & ~sum(1 << slot for slot in LEADERS), "dead", say("leaders only"))
    own = OF_SEAT[state.seat]
    for c, order in enumerate(state.orders):
        need(not order or c in own, "orders", say("contingents of the side whose player turn it is"))
        need(ORDERS[order] != "wall" or c == HI, "orders", say("the shield wall for the heavy infantry only"))
        need(not state.tried >> c & 1 or ORDERS[order] in ("move", "wall"), "tried", say("contingents with orders"))
        need(not order or state.alive(c), "orders", say("contingents of which somebody is left"))
    walled = state.orders[HI] == ORDERS.index("move") and state.wall
    need(not walled, "orders", say("no Move/Attack for the shield wall"))
    need(not state.active & ~state.tried, "active", say("contingents that have tried"))
    if ORDERS[state.orders[HI]] == "wall" and state.tried >> HI & 1:
        need(bool(state.active >> HI & 1) != state.wall, "wall", say("it left by those who are active"))
    early = state.phase in (SETUP, INITIATIVE, WHO_FIRST, OVER)
    need(not (early and any(state.orders)), "orders", say("none before a player turn"))
    before = early or state.phase in ("orders", "leaders")
    need(not (before and state.tried), "tried", say("none before phase III"))
    need(state.acting < 0 or (state.phase == ACTION and state.active >> state.acting & 1), "acting",
         say("an active contingent, in phase III"))
    done = state.moved | state.fired | state.shocked | state.tried_reform
    need(not (before and done), "units", say("nobody who has done something before phase III"))
    need(not state.tried_reform or state.phase == REFORM_PHASE, "units", say("nobody who has tried to reform"))
    need(not state.shocked or state.phase in (SHOCK, REFORM_PHASE), "units", say("nobody who has attacked"))
    for slot in bits(state.moved):
        need(state.active >> CONTINGENT[slot] & 1, UNITS[slot].id, say("a contingent that is active, to have moved"))
    need(not state.fired & ~state.moved, "units", say("moved where fired"))
    need(not state.led or state.phase not in (SETUP, INITIATIVE, WHO_FIRST, OVER, "orders"), "leader-moved",
         say("false before phase II"))
    need(state.phase not in (SETUP, INITIATIVE) or not state.second, "second", say("false"))
    if state.phase == SETUP:
        need(state.turn == 1 and not state.engaged and not state.disordered, "phase", say("a first turn to set up"))
        need(all(place >= 0 for place in state.at), "units", say("everybody in the set-up"))
    need((state.phase == OVER) == bool(state.ending), "ending", say("one exactly where the game is over"))
    endings = (victory.EXAMPLE,) if state.scenario != sequence.BATTLE else tuple(victory.ENDINGS)
    need(not state.ending or state.ending in endings, "ending", say("one of {names}", names=endings))


def _with_moving(state: State, found: Document) -> State:
    row = found.moving
    if row is None:
        return state
    slot = slot_of(row.unit, "moving")
    need(state.acting >= 0 and CONTINGENT[slot] == state.acting and state.at[slot] >= 0, "moving",
         say("a unit of the contingent that acts"))
    need(state.moved >> slot & 1 and row.left <= UNITS[slot].move and not state.engaged >> slot & 1, "moving",
         say("a unit that has moved and may go on"))
    need(row.fired == bool(state.fired >> slot & 1), "moving", say("fired as its unit says"))
    need(not row.led or (state.led and state.leader_of(slot) >= 0), "moving", say("a leader with it"))
    return replace(state, moving=Moving(slot, row.left, row.halted, row.fired, row.led))


def _with_combats(ground: Ground, state: State, found: Document) -> State:
    need(state.phase == SHOCK or not (found.combats or found.resolving), "combats", say("none in this phase"))
    combats, seen = [], set[int]()
    for row in found.combats:
        attackers, defenders = _sorted(row.attackers), _sorted(row.defenders)
        everybody = {*attackers, *defenders}
        need(attackers and 0 < len(defenders) < 3, "combats", say("attackers, and one or two defenders"))
        need(len(everybody) == len(row.attackers) + len(row.defenders) and not everybody & seen, "combats",
             say("each unit in one combat"))
        need(all(slot < COMBAT_UNITS and state.at[slot] >= 0 for slot in everybody), "combats",
             say("units on the map"))
        need({SEAT[slot] for slot in attackers} == {state.seat} != {SEAT[slot] for slot in defenders}, "combats",
             say("attackers of the side whose player turn it is, and enemies"))
        need(all(ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in attackers for d in defenders), "combats",
             say("attackers next to all defenders"))
        seen |= everybody
        combats.append(Combat(attackers, defenders))
    return replace(state, combats=tuple(combats), resolving=found.resolving)


def _sorted(names: list[str]) -> tuple[int, ...]:
    return tuple(sorted({slot_of(name, "combats") for name in names}))


KEYS_OF = {
    "obeying": {"contingent"}, "reforming": {"unit"}, "reaction": {"target", "units"},
    "shot": {"unit", "target", "reaction"}, "check": {"unit"}, "peril": {"unit", "cause"},
    "rescued": {"unit", "places"}, "retreats": {"units"}, "nerve": {"unit"}, "follow": {"places", "attackers"},
    "turning": {"unit"}, "counter": {"defenders", "attackers"},
    "fight": {"attackers", "defenders", "stage", "previous", "result", "natural", "places", "all_attackers", "answers",
              "counter", "entered"},
}


def _frame(ground: Ground, number: int, row: FrameRow) -> Frame:
    where = f"under-way[{number}]"
    given = {key for key in FrameRow.__struct_fields__ if key != "kind" and getattr(row, key) is not None}
    need(given == KEYS_OF[row.kind], where, say("the keys {keys}", keys=tuple(sorted(KEYS_OF[row.kind]))))
    places = []
    for name in row.places or ():
        need(name in ground.index, where, say("hexes of the map"))
        places.append(ground.index[name])

    def slots(names: list[str] | None) -> tuple[int, ...]:
        found = tuple(slot_of(name, where) for name in names or ())
        need(len(set(found)) == len(found), where, say("each unit once"))
        return found

    unit = slot_of(row.unit, where) if row.unit is not None else -1
    target = slot_of(row.target, where) if row.target is not None else -1
    makers: dict[str, Callable[[], Frame]] = {
        "obeying": lambda: Obeying(among(row.contingent or "", CONTINGENTS, where)),
        "reforming": lambda: Reforming(unit), "reaction": lambda: Reaction(target, slots(row.units)),
        "shot": lambda: Shot(unit, target, bool(row.reaction)), "check": lambda: Check(unit),
        "peril": lambda: Peril(unit, row.cause or ""), "rescued": lambda: Rescued(unit, tuple(places)),
        "retreats": lambda: Retreats(slots(row.units)), "nerve": lambda: Nerve(unit),
        "turning": lambda: Turning(unit),
        "counter": lambda: Counter(slots(row.defenders), slots(row.attackers)),
        "fight": lambda: Fight(slots(row.attackers), slots(row.defenders), row.stage or "", row.previous or 0,
                               among(row.result or "", KEYS, where), -1 if row.natural is None else row.natural,
                               tuple(places), slots(row.all_attackers), slots(row.answers), bool(row.counter),
                               slots(row.entered)),
    }
    if row.kind == "follow":
        need(len(places) == 1, where, say("one hex"))
        return Follow(places[0], slots(row.attackers))
    return makers[row.kind]()


def _check_frames(ground: Ground, state: State) -> None:
    """Whether what is under way can be: who it is about is on the map and of the right side, in the right phase."""
    for number, frame in enumerate(state.frames):
        where = f"under-way[{number}]"
        _check_frame(ground, state, frame, where, number + 1 == len(state.frames))


def _check_frame(ground: Ground, state: State, frame: Frame, where: str, top: bool) -> None:
    here: Callable[[int], bool] = lambda slot: 0 <= slot < COMBAT_UNITS and state.at[slot] >= 0  # noqa: E731
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
            need(all(_reacts(ground, state, slot, target) for slot in asked), where,
                 say("archers before whom it has come"))
        case Shot(unit, target, reaction):
            need(here(unit) and here(target) and SEAT[unit] == 1 - SEAT[target] and state.phase == ACTION
                 and (SEAT[target] == state.seat) == reaction
                 and ground.within[state.at[unit]] >> state.at[target] & 1, where, say("archers and a target in range"))
            if reaction:
                need(_reacts(ground, state, unit, target), where, say("archers before whom it has come"))
            need(top, where, say("a shot to be the innermost"))
            need(KIND[unit] == ARCHER and aim(ground, state, unit, target), where, say("archers who may fire"))
        case Check(slot):
            need(here(slot) and state.disordered >> slot & 1 and state.phase in (ACTION, SHOCK), where,
                 say("a disordered unit"))
        case Peril(leader, _):
            need(leader in LEADERS and state.phase in (ACTION, SHOCK, REFORM_PHASE), where, say("a leader"))
        case Rescued(leader, places):
            need(leader in LEADERS and state.at[leader] >= 0 and places == refuges(ground, state, leader)
                 and state.phase in (ACTION, SHOCK, REFORM_PHASE), where, say("a leader and his nearest friends"))
        case Retreats(waiting):
            need(state.phase == SHOCK and state.resolving and all(
                slot < COMBAT_UNITS and SEAT[slot] != state.seat for slot in waiting), where, say("defenders"))
        case Nerve(slot):
            need(here(slot) and SEAT[slot] != state.seat and state.phase == SHOCK
                 and not state.disordered >> slot & 1, where, say("a defender in good order"))
        case Follow(place, attackers):
            need(state.phase == SHOCK and state.resolving and not ground.closed >> place & 1 and all(
                slot < COMBAT_UNITS and SEAT[slot] == state.seat for slot in attackers), where, say("attackers"))
        case Turning(slot):
            need(here(slot) and state.phase == SHOCK, where, say("a unit on the map, in phase IV"))
        case Fight():
            _check_fight(ground, state, frame, where)
        case Counter(defenders, attackers):
            need(state.phase == SHOCK and state.resolving and _sides(defenders, attackers), where,
                 say("defenders and attackers, in phase IV"))


def _reacts(ground: Ground, state: State, slot: int, target: int) -> bool:
    return state.at[target] >= 0 and slot in reacting(ground, state, target)


def _sides(ours: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Whether these are combat units, some on either side, and each side's of one army."""
    return bool(ours and theirs) and all(slot < COMBAT_UNITS for slot in (*ours, *theirs)) and len(
        {SEAT[slot] for slot in ours}) == len({SEAT[slot] for slot in theirs}) == 1 and SEAT[ours[0]] != SEAT[theirs[0]]


def _check_fight(ground: Ground, state: State, frame: Fight, where: str) -> None:
    need(state.phase == SHOCK and state.resolving, where, say("a fight in phase IV"))
    need(_sides(frame.attackers, frame.defenders) and len(frame.defenders) < 7, where, say("attackers and defenders"))
    need(set(frame.entered) <= set(frame.attackers), where, say("attackers who have advanced"))
    need(frame.stage in (ROLL, CHOICE, "hurt", ADVANCING, GOING_ON), where, say("a stage of a fight"))
    need(set(frame.attackers) <= set(frame.all_attackers) and all(
        slot < COMBAT_UNITS and SEAT[slot] == SEAT[frame.attackers[0]] for slot in frame.all_attackers), where,
        say("all attackers, of one side"))
    need(frame.answers or not frame.counter, where, say("whom a counter-attack may meet"))
    need(not frame.answers or _sides(frame.attackers, frame.answers), where,
         say("answers of the other side"))
    need((SEAT[frame.attackers[0]] == state.seat) != frame.counter, where, say("attackers of the right side"))
    if frame.stage in (ROLL, CHOICE):
        need(all(state.at[slot] >= 0 for slot in (*frame.attackers, *frame.defenders)), where, say("units on the map"))
        need(all(ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in frame.attackers for d in frame.defenders),
             where, say("attackers next to all defenders"))
        need(all(able(state, slot) for slot in frame.attackers), where, say("attackers who may attack"))
        need(not frame.vacated, where, say("no hexes yet"))
    if frame.stage == "hurt":
        need(len(frame.vacated) == len(frame.defenders), where, say("a hex for each defender"))
