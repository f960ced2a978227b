"""The presentation of Tours: colours, counters, map layers, and the texts of actions."""

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
from game.core.notation import DeclaredAction
from game.core.theme import SeatInfo, Theme
from game.rules.tours import losses, movement, orders
from game.rules.tours.actions import (
    ANGLES,
    COMPASS,
    ORDERS,
    WALL,
    ChangeFacing,
    ChooseFirstPlayer,
    Order,
    ToursActivate,
    ToursMove,
)
from game.rules.tours.fight import combats_being_resolved
from game.rules.tours.ground import BOW_RANGE, FRONT, LEFT, REAR, RIGHT
from game.rules.tours.sequence import PHASE_TITLES, PLAYER_TURN
from game.rules.tours.state import NOBODY, ToursPhase, ToursState
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    COMMAND_RANGE,
    CONTINGENT,
    CONTINGENT_OF,
    CONTINGENT_TITLES,
    FOE,
    FRANKS,
    KINDS,
    LEADERS,
    MUSLIMS,
    SEAT,
    SEAT_NUMBER,
    SEATS,
    SIDES,
    SLOT,
    SLOTS,
    UNITS,
    ToursUnit,
    name_of,
    name_of_id,
    rule,
)

SYMBOLS = ("tours/heavy-cavalry", "horse", "tours/mounted-archers", "tours/heavy-infantry", "tours/light-infantry",
           "tours/leader", "tours/wagon-train")
"""Kind -> its unit symbol."""
BANDS = ("#8fb8e8", "#4fa58a", "#d5dfec", "#9a8fd8", "#a3332b", "#c79a2a", "#2f5f9a", "#6d6d6d", "#4b3a2a")
"""Contingent -> the colour of its stripe: the Muslims' as printed (5.1). The Franks' are chosen: paler than their
counters and unlike any of the Muslims', because their contingents are types of units that symbols show, too."""
Line = Literal["whole", "broken", "dotted"]
"""The line around a layer."""
UNIT_SIDES: tuple[tuple[str, Line, Message, Message, tuple[str, ...]], ...] = (
    ("front-side", "whole", say("F"), say("Front of {unit}", unit=""), (FRONT,)),
    ("flank-side", "broken", say("Fl"), say("Flanks of {unit}", unit=""), (LEFT, RIGHT)),
    ("rear-side", "dotted", say("R"), say("Rear of {unit}", unit=""), (REAR,)),
)
"""The sides of a unit (3.3): name of the layer, line and letter on the map, title, sectors."""


def counters(state: ToursState) -> tuple[Counter, ...]:
    """The counters of all pieces."""
    return tuple(_counter(state, slot, unit) for slot, unit in zip(SLOTS, UNITS, strict=True))


def _counter(state: ToursState, slot: Slot, unit: ToursUnit) -> Counter:
    """The counter of a piece."""
    place = state.ground.hexes[state.at[slot]] if state.at[slot] >= 0 else None
    if slot >= COMBAT_UNITS:
        is_leader = slot in LEADERS
        lines = (_movement_line(slot), (say("Command range"), str(COMMAND_RANGE[unit.seat]))) if is_leader else ()
        return Counter(unit.id, SEATS[unit.seat], unit.name, unit.abbr if is_leader else "", SYMBOLS[unit.kind],
                       str(unit.move) if is_leader else "", place, off_stack=is_leader, lines=lines,
                       notes=tuple(_lone_leader_notes(state, slot)) if is_leader else ())
    contingent = unit.contingent
    is_disordered, engaged = bool(state.disordered >> slot & 1), state.engaged >> slot & 1
    face = CounterFace(unit.abbr, BANDS[contingent], reduced=is_disordered, by_kind=True,
                       command=CONTINGENT_TITLES[contingent])
    barred_by_wall = state.in_wall(slot) and state.phase != ToursPhase.SETUP
    notes = tuple([note for note, holds in ((ENGAGED, engaged), (WALLED, barred_by_wall), (DISORDERED, is_disordered))
                   if holds])
    return Counter(unit.id, SEATS[unit.seat], unit.name, "", SYMBOLS[unit.kind], str(unit.move), place,
                   _marks(state, slot), _lines(state, slot), face, notes,
                   angle=ANGLES[state.facing[slot]] if place else None)


def _lone_leader_notes(state: ToursState, leader: Slot) -> Iterator[Note]:
    """Notes on a leader that is in a hex without a unit; none for other leaders."""
    lone_hex = state.lone_leaders[SEAT[leader]]
    if not lone_hex:
        return
    yield Note(say("Alone: killed on 4 or less if an enemy unit moves adjacent"), rule("12.2"))
    if SEAT[leader] == FRANKS:
        yield Note(say("Alone: no target for archers"), rule("7.2", 25))
        if lone_hex & state.ground.around(state.wagons):
            yield Note(say("Alone: neither threatens nor plunders the wagons"), rule("10.1", 24))
    if not losses.has_friends(state, leader):
        yield Note(say("No friendly unit is left: captured by an adjacent enemy"), rule("12.2", 27))


def _marks(state: ToursState, slot: Slot) -> tuple[str, ...]:
    """The names of the marks on a unit's counter."""
    current_move, order = state.move_of(slot), state.orders[CONTINGENT[slot]]
    may_continue = current_move is not None and not current_move.halted
    marks = (
        (state.phase == ToursPhase.ACTION and state.moved >> slot & 1, "begun" if may_continue else "moved"),
        (state.fired >> slot & 1, "fired"), (state.disordered >> slot & 1, "demoralized"),
        (state.shocked >> slot & 1, "attacked"),
        (any(slot in combat.attackers for combat in state.combats), "attacking"),
        (state.retreated >> slot & 1, "retreated"), (state.engaged >> slot & 1, "engaged"),
        (state.in_wall(slot), "walled"), (order, orders.order_mark(state, order)))
    return tuple([mark for holds, mark in marks if holds])


def _movement_line(slot: Slot) -> tuple[Message, Text]:
    """The line of a piece's card with its movement allowance."""
    return say("Movement"), say("{points} MP", points=UNITS[slot].move)


def _lines(state: ToursState, slot: Slot) -> tuple[tuple[Message, Text], ...]:
    """The lines of a unit's card: pairs of a label and its text."""
    unit = UNITS[slot]
    lines: list[tuple[Message, Text]] = [
        (say("Type"), KINDS[unit.kind]), (say("Contingent"), CONTINGENT_TITLES[unit.contingent]),
        _movement_line(slot)]
    if state.at[slot] >= 0:
        lines.append((say("Faces"), COMPASS[state.facing[slot]]))
    order = state.orders[unit.contingent]
    if order:
        lines.append((say("Order"), orders.order_text(state, unit.contingent, order)))
    statuses = [status for holds, status in (
        (state.disordered >> slot & 1, say("disordered")), (state.engaged >> slot & 1, say("engaged")),
        (state.in_wall(slot), say("in the shield wall"))) if holds]
    if statuses:
        lines.append((say("State"), joined(statuses)))
    return tuple(lines)


ENGAGED = Note(say("Engaged: may not move or turn, must attack enemies in front"), rule("9.0"))
WALLED = Note(say("Shield wall: may not move, turn or attack"), rule("5.2.6"))
DISORDERED = Note(
    say("Disordered: fires at −1, attacks at −2, may not advance after shock; if disordered again, it may be "
        "eliminated"), rule("9.0"))
"""Notes on the state of a unit."""


def layers(state: ToursState, unit: str | None) -> Iterator[Layer]:
    """The layers of the map: controlled hexes and announced combats.

    :param unit: the selected piece; a unit has layers for its front, flanks and rear (3.3), archers also for their
        range (7.0).
    """
    ground = state.ground
    for seat, side in enumerate(SEATS):
        places = hexes_in(state.enemy_zone(FOE[seat]))
        yield Layer(f"control-{side}", say("Hexes next to {side}", side=SIDES[seat]),
                    tuple(ground.hexes[place] for place in places), seat=side)
    current = ((combat.attackers, combat.defenders) for combat in combats_being_resolved(state))
    for attackers, defenders in (*current, *state.combats):
        links = tuple((ground.hexes[state.at[a]], ground.hexes[state.at[d]]) for a in attackers
                      for d in defenders if state.at[a] >= 0 and state.at[d] >= 0)
        if links:
            yield Layer(f"combat-{UNITS[attackers[0]].id}", say("Attacks announced"), links=links,
                        seat=SEATS[SEAT[attackers[0]]], always=True)
    slot = SLOT.get(unit or "", NOBODY)
    if 0 <= slot < COMBAT_UNITS and state.at[slot] >= 0:
        yield from _sector_layers(state, slot)


def _sector_layers(state: ToursState, slot: Slot) -> Iterator[Layer]:
    """The layers of a unit's front, flanks and rear, and of the range of archers."""
    ground = state.ground
    place, vertex = state.at[slot], state.facing[slot]
    seat = SEATS[UNITS[slot].seat]
    front = tuple(ground.hexes[hex_] for hex_ in hexes_in(ground.front_mask[place][vertex]))
    yield Layer("front", say("Front of {unit}", unit=name_of(slot)), front, seat=seat, while_selected=True)
    for name, line, sign, title, sectors in UNIT_SIDES:
        hexes = tuple(ground.hexes[hex_] for hex_ in hexes_in(ground.adjacent[place])
                      if ground.sector(place, vertex, hex_) in sectors)
        yield Layer(name, title.with_values(unit=name_of(slot)), hexes, seat=seat, pointed=True, line=line, sign=sign)
    if UNITS[slot].kind == ARCHER:
        hexes = tuple(ground.hexes[hex_] for hex_ in hexes_in(ground.in_bow_range(place)))
        yield Layer("range", say("Within {range} hexes", range=BOW_RANGE), hexes, seat=seat)


def describe(state: ToursState, action: Action) -> Text:
    """The text of an action."""
    match action:
        case ChooseFirstPlayer(first):
            return say("{side} go first", side=SIDES[SEAT_NUMBER[first]])
        case Order(contingent, order):
            return orders.contingent_order_text(state, CONTINGENT_OF[contingent], ORDERS.index(order))
        case ToursActivate(contingent):
            number = CONTINGENT_OF[contingent]
            return (orders.contingent_order_text(state, number, WALL) if state.orders[number] == WALL
                    else orders.ActivationRoll(number).title(state))
        case ToursMove(led=True):
            return say("{move} with its leader", move=action.describe(name_of_id))
        case ChangeFacing(unit, vertex):
            return movement.facing_text(state, SLOT[unit], vertex)
    return action.describe(name_of_id) if isinstance(action, DeclaredAction) else action.notation


def phases_of(first: int, turn: int = 2, *, chosen: bool = True) -> tuple[tuple[str, str], ...]:
    """The phases of a game turn with this first player; there is no initiative on turn 1 (4.1).

    :param chosen: whether the first player has been chosen; if not, that choice is a phase, too.
    """
    initiative = (("", ToursPhase.INITIATIVE.value),) if turn > 1 else ()
    if not chosen:
        initiative = (*initiative, ("", ToursPhase.WHO_FIRST.value))
    return (*initiative, *((SEATS[seat], phase.value) for seat in (first, FOE[first]) for phase in PLAYER_TURN))


THEME = Theme(
    title=say("The Battle of Tours"),
    subtitle=say("Between two rivers, 732"),
    blurb=say("Charles' shield wall bars the road to Tours against the horsemen and archers of Abd ar-Rahman's tribes. "
              "Contingents may refuse their orders, arrows are shot in passing, and a camp is full of plunder."),
    seats=(
        SeatInfo(SEATS[FRANKS], SIDES[FRANKS], "#203a60", "#f2ead6", "solid", say("Frankish")),
        SeatInfo(SEATS[MUSLIMS], SIDES[MUSLIMS], "#e4cd8c", "#2a2119", "dashed", say("Muslim")),
    ),
    phases=phases_of(MUSLIMS),
    opening=tuple((seat, ToursPhase.SETUP.value) for seat in SEATS),
    titles=PHASE_TITLES,
)
