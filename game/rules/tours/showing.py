"""What a screen shows of Tours: counters, layers and words for actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from game.board.hexgrid import hexes_in
from game.core.action import Action
from game.core.contract import Counter
from game.core.face import CounterFace, Note
from game.core.indices import Slot
from game.core.layer import Layer
from game.core.message import Message, Text, joined, say
from game.rules.tours import harm, movement, orders
from game.rules.tours.actions import (
    ANGLES,
    COMPASS,
    ORDERS,
    Begin,
    ChangeFacing,
    ContinueAttack,
    Decline,
    Eliminate,
    Go,
    Order,
    React,
    Reform,
    Rescue,
    Resolve,
    Stand,
    ToursActivate,
    ToursAdvance,
    ToursAttack,
    ToursEnd,
    ToursFire,
    ToursMove,
    ToursPlace,
    ToursRetreat,
    Withdraw,
)
from game.rules.tours.fight import fights
from game.rules.tours.fire import RANGE
from game.rules.tours.ground import FRONT, LEFT, REAR, RIGHT
from game.rules.tours.state import NOBODY, ToursPhase, ToursState
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    COMMAND_RANGE,
    CONTINGENT_OF,
    CONTINGENT_TITLES,
    FOE,
    FRANKS,
    HEAVY_CAVALRY,
    HEAVY_INFANTRY,
    KINDS,
    LEADER,
    LEADERS,
    LIGHT_CAVALRY,
    LIGHT_INFANTRY,
    SEAT,
    SEAT_NUMBER,
    SEATS,
    SIDES,
    SLOT,
    SLOTS,
    UNITS,
    ToursUnit,
    name_of,
    rule,
)

SYMBOLS = {HEAVY_CAVALRY: "cuirass", LIGHT_CAVALRY: "cavalry", ARCHER: "bow", HEAVY_INFANTRY: "infantry",
           LIGHT_INFANTRY: "horn", LEADER: "horse"}
BANDS = ("#7f2f2a", "#3f6b3a", "#2f3f7f", "#5a6b86", "#a3332b", "#c79a2a", "#2f5f9a", "#6d6d6d", "#4b3a2a")
"""Contingent -> its stripe: the Muslims' as printed (5.1), the Franks' ours."""
INK = "#f7efdc"
Line = Literal["whole", "broken", "dotted"]
SIDES_OF: tuple[tuple[str, Line, Message, Message, tuple[str, ...]], ...] = (
    ("front-side", "whole", say("F"), say("Front of {unit}", unit=""), (FRONT,)),
    ("flank-side", "broken", say("Fl"), say("Flanks of {unit}", unit=""), (LEFT, RIGHT)),
    ("rear-side", "dotted", say("R"), say("Rear of {unit}", unit=""), (REAR,)),
)
"""The sides of a unit (3.3): name, line and letter on the map, title, sectors."""


def counters(state: ToursState) -> tuple[Counter, ...]:
    """Every piece of the battle."""
    return tuple(_counter(state, slot, unit) for slot, unit in zip(SLOTS, UNITS, strict=True))


def _counter(state: ToursState, slot: Slot, unit: ToursUnit) -> Counter:
    place = state.ground.hexes[state.at[slot]] if state.at[slot] >= 0 else None
    if slot >= COMBAT_UNITS:
        leader = slot in LEADERS
        return Counter(unit.id, SEATS[unit.seat], str(unit.name), unit.abbr if leader else "",
                       "horse" if leader else "wagon", str(unit.move) if leader else "", place, beside=leader,
                       lines=((say("Command range"), str(COMMAND_RANGE[unit.seat])),) if leader else (),
                       notes=tuple(_alone(state, slot)) if leader else ())
    contingent = unit.contingent
    upset = bool(state.disordered >> slot & 1)
    face = CounterFace(unit.abbr, BANDS[contingent], INK, worn=upset)
    return Counter(unit.id, SEATS[unit.seat], str(unit.name), "", SYMBOLS[unit.kind], str(unit.move), place,
                   _marks(state, slot), _lines(state, slot), face, _notes(state, slot),
                   angle=ANGLES[state.facing[slot]] if place else None)


def _alone(state: ToursState, leader: Slot) -> Iterator[Note]:
    """What holds for a leader while no unit is with him."""
    lone = state.lone[SEAT[leader]]
    if not lone:
        return
    yield Note(say("Alone: killed on 4 or less if an enemy unit moves next to him"), rule("12.2"))
    if SEAT[leader] == FRANKS:
        yield Note(say("Alone: archers do not fire at him"), rule("7.2", 25))
        if lone & state.ground.around(state.wagons):
            yield Note(say("Alone: he neither threatens nor plunders the wagons"), rule("10.1", 24))
    if harm.friendless(state, leader):
        yield Note(say("No friendly unit is left: an enemy next to him captures him"), rule("12.2", 27))


def _marks(state: ToursState, slot: Slot) -> tuple[str, ...]:
    marks = []
    moving = state.moving
    if state.phase == ToursPhase.ACTION and state.moved >> slot & 1:
        marks.append("begun" if moving is not None and moving.slot == slot and not moving.halted else "moved")
    if state.fired >> slot & 1:
        marks.append("fired")
    if state.disordered >> slot & 1:
        marks.append("demoralized")
    if state.shocked >> slot & 1:
        marks.append("attacked")
    if any(slot in one.attackers for one in state.combats):
        marks.append("attacking")
    if state.retreated >> slot & 1:
        marks.append("retreated")
    if state.engaged >> slot & 1:
        marks.append("engaged")
    if state.in_wall(slot):
        marks.append("walled")
    order = state.orders[UNITS[slot].contingent]
    if order:
        marks.append(orders.sign(state, order))
    return tuple(marks)


def _lines(state: ToursState, slot: Slot) -> tuple[tuple[Message, Text], ...]:
    unit = UNITS[slot]
    lines: list[tuple[Message, Text]] = [
        (say("Kind"), KINDS[unit.kind]), (say("Contingent"), CONTINGENT_TITLES[unit.contingent]),
        (say("Movement"), say("{points} MP", points=unit.move))]
    if state.at[slot] >= 0:
        lines.append((say("Faces"), state.ground.facing(state.at[slot], state.facing[slot])))
    order = state.orders[unit.contingent]
    if order:
        lines.append((say("Order"), orders.told(state, unit.contingent, order)))
    state_words = [words for holds, words in (
        (state.disordered >> slot & 1, say("disordered")), (state.engaged >> slot & 1, say("engaged")),
        (state.in_wall(slot), say("in the shield wall"))) if holds]
    if state_words:
        lines.append((say("State"), joined(state_words)))
    return tuple(lines)


def _notes(state: ToursState, slot: Slot) -> tuple[Note, ...]:
    notes = []
    if state.engaged >> slot & 1:
        notes.append(Note(say("Engaged: may not move or turn, must attack enemies in front"), rule("9.0")))
    if state.in_wall(slot):
        notes.append(Note(say("Shield wall: may not move, turn or attack"), rule("5.2.6")))
    if state.disordered >> slot & 1:
        notes.append(Note(say("Disordered: fires at -1, attacks at -2, does not advance; disordered again it may be "
                              "eliminated"), rule("9.0")))
    return tuple(notes)


def layers(state: ToursState, unit: str | None) -> Iterator[Layer]:
    """Controlled hexes, combats that are announced; of a unit its front, flanks and rear (3.3), and its range (7.0)."""
    ground = state.ground
    for seat, side in enumerate(SEATS):
        places = hexes_in(movement.enemy_beside(state, FOE[seat]))
        yield Layer(f"control-{side}", say("Hexes next to {side}", side=SIDES[seat]),
                    tuple(ground.hexes[place] for place in places), seat=side)
    for attackers, defenders in (*((one.attackers, one.defenders) for one in fights(state)), *state.combats):
        if state.at[attackers[0]] < 0:
            continue
        links = tuple((ground.hexes[state.at[a]], ground.hexes[state.at[d]]) for a in attackers
                      for d in defenders if state.at[a] >= 0 and state.at[d] >= 0)
        yield Layer(f"combat-{UNITS[attackers[0]].id}", say("Attacks announced"), links=links,
                    seat=SEATS[state.seat], always=True)
    slot = SLOT.get(unit or "", NOBODY)
    if 0 <= slot < COMBAT_UNITS and state.at[slot] >= 0:
        yield from _sectors(state, slot)


def _sectors(state: ToursState, slot: Slot) -> Iterator[Layer]:
    ground = state.ground
    place, vertex = state.at[slot], state.facing[slot]
    seat = SEATS[UNITS[slot].seat]
    front = tuple(ground.hexes[hex_] for hex_ in hexes_in(ground.front_mask[place][vertex]))
    yield Layer("front", say("Front of {unit}", unit=name_of(slot)), front, seat=seat, in_hand=True)
    for name, line, sign, title, sectors in SIDES_OF:
        there = tuple(ground.hexes[hex_] for hex_ in hexes_in(ground.adjacent[place])
                      if ground.sector(place, vertex, hex_) in sectors)
        yield Layer(name, title.given(unit=name_of(slot)), there, seat=seat, pointed=True,
                    line=line, sign=sign)
    if UNITS[slot].kind == ARCHER:
        near = tuple(ground.hexes[hex_] for hex_ in hexes_in(ground.within(place)))
        yield Layer("range", say("Within {range} hexes", range=RANGE), near, seat=seat)


def describe(state: ToursState, action: Action) -> Text:
    """An action as people say it."""
    match action:
        case Go(first):
            return say("{side} go first", side=SIDES[SEAT_NUMBER[first]])
        case Order(contingent, order):
            c = CONTINGENT_OF[contingent]
            return say("{contingent}: {order}", contingent=CONTINGENT_TITLES[c],
                       order=orders.told(state, c, ORDERS.index(order)))
        case ToursActivate(contingent):
            return say("{contingent}: activation roll", contingent=CONTINGENT_TITLES[CONTINGENT_OF[contingent]])
        case ToursMove(unit, path, led):
            text = say("{unit} moves to {place}", unit=_name(unit), place=path[-1])
            return say("{move} with its leader", move=text) if led else text
        case ToursPlace(unit, place):
            return say("{unit} sets up in {place}", unit=_name(unit), place=place)
        case ChangeFacing(unit, vertex):
            facing = state.ground.facing(state.at[SLOT[unit]], vertex)
            return say("{unit} faces {compass} ({hexes})", unit=_name(unit), compass=COMPASS[vertex], hexes=facing)
        case ToursFire(unit, target):
            return say("{unit} fire at {target}", unit=_name(unit), target=_name(target))
        case ToursAttack(unit, targets):
            return say("{unit} attacks {targets}", unit=_name(unit), targets=tuple(map(_name, targets)))
        case ContinueAttack(units, targets):
            return say("{units} attack {targets}", units=tuple(map(_name, units)), targets=tuple(map(_name, targets)))
        case ToursRetreat(unit, place):
            return say("{unit} retreats to {place}", unit=_name(unit), place=place)
        case ToursAdvance(unit, place):
            return say("{unit} advances into {place}", unit=_name(unit), place=place)
        case Rescue(unit, place):
            return say("{unit} escapes to {place}", unit=_name(unit), place=place)
    said = SAID.get(type(action))
    return action.notation if said is None else said.given(unit=_name(action.units[0])) if action.units else said


SAID: dict[type[Action], Message] = {
    React: say("{unit} fire in reaction", unit=""), Withdraw: say("{unit} withdraws its attack", unit=""),
    Resolve: say("The combat of {unit} is resolved", unit=""), Reform: say("{unit} rolls to reform", unit=""),
    Stand: say("{unit} stands", unit=""), Eliminate: say("{unit} is eliminated", unit=""),
    ToursEnd: say("End the phase"), Begin: say("Resolve the attacks"), Decline: say("Nothing more"),
}
"""What an action of one unit, or of none, is called."""


def _name(unit: str) -> Text:
    return name_of(SLOT[unit])

