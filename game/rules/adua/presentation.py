"""The presentation of Adua: counters, map layers and the texts of actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from game.board.hexgrid import HexBoard, hexes_in
from game.core.action import Action
from game.core.contract import Counter
from game.core.face import CounterFace, Note
from game.core.hazard import Hazard
from game.core.indices import Slot, other
from game.core.layer import Layer
from game.core.message import Message, Text, and_list, joined, plural, say
from game.core.notation import DeclaredAction
from game.core.objective import NO_OBJECTIVES, Objectives
from game.core.overview import EMPTY_OVERVIEW, Overview, OverviewColumn
from game.core.presenter import OffMapBox, OffMapBoxes, Presenter
from game.core.theme import SeatInfo, Theme
from game.rules.adua import (
    aiming,
    announcing,
    commands,
    hazards,
    movement,
    phases,
    position_form,
    smallarms,
    victory,
    zones,
)
from game.rules.adua.actions import ALL_REMAINING, AnnounceAttack, AssignDamage, GiveOrder, MovePiece
from game.rules.adua.sequence import PHASE_TITLES, TURN_PHASES
from game.rules.adua.sides import (
    ABYSSINIANS,
    ARTILLERY,
    CAVALRY,
    COMMANDER,
    ITALIANS,
    KINDS,
    MOUNTAIN_GUNS,
    MULES,
    SEATS,
    SIDES,
    rule,
)
from game.rules.adua.state import EXITED_NAME, GONE, JAMMED, OFF_MAP_NAMES, WAITING, WAITING_NAME, AduaPhase, AduaState
from game.rules.adua.units import (
    BRIGADE_COLOURS,
    BRIGADES,
    CHIEF,
    COMBAT_UNITS,
    COMMANDERS,
    GENERAL,
    KIND,
    NOBODY,
    SEAT,
    SLOT,
    SLOTS,
    STEPS,
    STRIPE_COLOUR,
    UNITS,
    name_of,
)
from game.rules.adua.victory import BATTLE

TURN_WITH_CLEAN_UP = tuple((SEATS[seat], phase) for seat, phase in TURN_PHASES)
"""The phases of a turn with its clean-up, which is shown only while it has pending rolls; otherwise it is automatic."""
THEME = Theme(
    title=say("Adua 1896"),
    subtitle=say("Orders, rifles and melee"),
    blurb=say("Eighteen Italian units under eleven commanders make for the passes of Adua; a hundred and "
              "fifteen Abyssinian units mass to charge. Dice by the handful."),
    seats=(
        SeatInfo(SEATS[ITALIANS], SIDES[ITALIANS], "#2c6048", "#f4efe0", "solid", say("Italian")),
        SeatInfo(SEATS[ABYSSINIANS], SIDES[ABYSSINIANS], "#dfba60", "#2a1d10", "dashed", say("Abyssinian")),
    ),
    phases=tuple((seat, phase) for seat, phase in TURN_WITH_CLEAN_UP if phase != AduaPhase.CLEAN_UP),
    opening=((SEATS[ITALIANS], AduaPhase.SETUP), (SEATS[ABYSSINIANS], AduaPhase.SETUP),
             (SEATS[ITALIANS], AduaPhase.GUNS)),
    titles=PHASE_TITLES,
)


class AduaPresenter(Presenter[AduaState], OffMapBoxes[AduaState], OverviewColumn[AduaState]):
    """The presentation of a state."""

    form = position_form.FORM
    theme = THEME

    def board(self, state: AduaState) -> HexBoard:
        return state.ground.board

    def phases(self, state: AduaState) -> Sequence[tuple[str, str]]:
        return TURN_WITH_CLEAN_UP if state.phase == AduaPhase.CLEAN_UP else THEME.phases

    def states_when_acting(self, state: AduaState, unit: str) -> Sequence[AduaState]:
        """The states as if the piece's side now moved, fired or charged, one for each phase; Italian orders stay as
        given. Empty for a piece off the map and before the battle."""
        slot = SLOT[unit]
        if state.at[slot] < 0 or state.phase in (AduaPhase.SETUP, AduaPhase.GUNS):
            return []
        side_state = replace(state, seat=SEAT[slot], frames=(), shares=(), resolving=False, moved=0, entered=0,
                             declared=())
        combat_phases = () if slot >= COMBAT_UNITS else (AduaPhase.FIRE, AduaPhase.CHARGE)
        return [replace(side_state, phase=phase, fought=state.fought if phase == AduaPhase.CHARGE else ())
                for phase in (AduaPhase.MOVE, *combat_phases)]

    def overview(self, state: AduaState) -> Overview:
        return phases.phase(state).overview(state) if state.phase in phases.PHASES else EMPTY_OVERVIEW

    def objectives(self, state: AduaState) -> Objectives:
        return NO_OBJECTIVES if state.scenario != BATTLE else victory.objectives(state)

    def hazards_on(self, state: AduaState, units: Sequence[str], place: str) -> Sequence[Hazard]:
        return hazards.hazards_on(state, units, place) if place in state.ground.index else ()

    def counters(self, state: AduaState) -> tuple[Counter, ...]:
        return _counters(state)

    def layers(self, state: AduaState, unit: str | None = None) -> Sequence[Layer]:
        return tuple(_layers(state, unit))

    def boxes(self, state: AduaState) -> tuple[OffMapBox, OffMapBox]:
        """The boxes for reinforcements, with the next ones to arrive, and for units that have exited."""
        turns: dict[int, list[Text]] = {}
        for chief in COMMANDERS[ABYSSINIANS]:
            waiting = [slot for slot in SLOTS if chief in (slot, CHIEF[slot]) and state.at[slot] == WAITING]
            if waiting:
                turns.setdefault(max(state.turn, movement.arrival_turn(state, waiting[0])), []).append(name_of(chief))
        title = say("Reinforcements")
        if turns:
            first, *others = turns[min(turns)]
            title = plural("Abyssinian reinforcements (next: {host} and {count} other commander, turn {turn})",
                           "Abyssinian reinforcements (next: {host} and {count} other commanders, turn {turn})",
                           len(others), turn=min(turns), host=first) if others else say(
                "Abyssinian reinforcements (next: {host}, turn {turn})", turn=min(turns), host=first)
        return (OffMapBox(WAITING_NAME, title, SEATS[ABYSSINIANS]),
                OffMapBox(EXITED_NAME, say("Exited"), SEATS[ITALIANS]))

    def describe(self, state: AduaState, action: Action) -> Text:
        """The text of an action."""
        match action:
            case GiveOrder(giver, target, kind):
                return say("{giver} orders {target}: {order}", giver=_name(giver), target=_name(target),
                           order=commands.ORDER_TITLES[kind])
            case MovePiece(unit, _, "off"):
                return say("{unit} exits the map by the pass", unit=_name(unit))
            case AnnounceAttack(unit, shares):
                targets = and_list(_name(target) if dice == ALL_REMAINING else
                                   plural("{target} with {count} die", "{target} with {count} dice", dice,
                                          target=_name(target))
                                   for target, dice in shares)
                return say("{unit} attacks {targets}", unit=_name(unit), targets=targets)
            case AssignDamage(shares):
                return say("Damage: {shares}", shares=and_list(
                    say("{points} to {unit}", points=points, unit=_name(unit)) for unit, points in shares))
        return action.describe(_name) if isinstance(action, DeclaredAction) else action.notation


SYMBOLS = {**dict.fromkeys(ARTILLERY, "cannon"), MOUNTAIN_GUNS: "mountain-gun", CAVALRY: "cavalry", MULES: "wagon",
           COMMANDER: "horse"}
"""Kind -> the unit symbol; all other kinds have the symbol of infantry."""
NO_STRIPE_COLOUR = "#555555"
"""The stripe of a piece without a commander's; grey."""


@lru_cache(64)
def _counters(state: AduaState) -> tuple[Counter, ...]:
    """The counters of all pieces, about 160. Cached, because cards, tooltips and examples ask for those of a
    few states many times."""
    ground = state.ground
    counters = []
    for slot, unit in zip(SLOTS, UNITS, strict=True):
        hex_ = state.at[slot]
        place = ground.hexes[hex_] if hex_ >= 0 else OFF_MAP_NAMES.get(hex_)
        stripe = BRIGADE_COLOURS[unit.brigade] if unit.seat == ITALIANS else STRIPE_COLOUR.get(
            CHIEF[slot] if unit.kind != COMMANDER else slot, NO_STRIPE_COLOUR)
        if unit.values:
            value = unit.values[min(state.lost[slot], len(unit.values) - 1)]
            numbers = f"{value}{unit.quality:+d}" if KIND[slot] != CAVALRY else str(value)
        elif unit.kind == MULES:
            numbers = str(STEPS[slot] - state.lost[slot])
        else:
            numbers = f"{unit.range}-{unit.value}"
        is_half_lost = bool(unit.values) and state.lost[slot] >= (len(unit.values) + 1) // 2
        short_name = str(name_of(CHIEF[slot])) if unit.values and CHIEF[slot] >= 0 else unit.abbr or str(unit.name)
        commander = GENERAL[slot] if unit.seat == ITALIANS else CHIEF[slot]
        face = CounterFace(short_name, stripe, move=str(unit.move) if unit.values else "", reduced=is_half_lost,
                           command=name_of(commander if commander >= 0 else slot))
        counters.append(Counter(
            unit.id, SEATS[unit.seat], unit.name, unit.abbr or str(unit.name),
            SYMBOLS.get(KIND[slot], "infantry"), numbers, place if hex_ != GONE else None, _marks(state, slot),
            _lines(state, slot), face, _notes(state, slot), off_stack=not unit.values,
            steps=STEPS[slot] - state.lost[slot] if unit.values else None))
    return tuple(counters)


def _marks(state: AduaState, slot: Slot) -> tuple[str, ...]:
    """The names of the marks on a piece's counter."""
    bit = 1 << slot
    must_attack = state.entered & bit and state.phase in (AduaPhase.MOVE, AduaPhase.FIRE) and all(
        share.unit != slot for share in state.fought)
    marks = (
        ("moved", state.moved & bit), ("must-attack", must_attack), ("attacked", state.shot & bit),
        ("demoralized", state.disorganized & bit), ("reduced", slot < COMBAT_UNITS and 0 < state.lost[slot]),
        ("engaged", state.engaged & bit), ("walled", state.entrenched & bit), ("retreated", state.repulsed & bit),
        ("low-ammo", state.low & bit), ("waiting", state.at[slot] == WAITING),
    )
    held_marks = tuple(mark for mark, holds in marks if holds)
    number = state.gun_of(slot)
    if number >= 0:
        held_marks = *held_marks, "jammed" if state.guns[number].status == JAMMED else "machine-gun"
    order = state.order_of(slot)
    # An order to a commander has no effect after the orders phase (ruling 34).
    if order is None or (KIND[slot] == COMMANDER and state.phase != AduaPhase.ORDERS):
        return held_marks
    return *held_marks, f"ordered-{order.kind}"


def _lines(state: AduaState, slot: Slot) -> tuple[tuple[Message, Text], ...]:
    """The lines of a piece's card: pairs of a label and its text."""
    unit = UNITS[slot]
    names_brigade = unit.seat == ITALIANS and unit.kind != MULES
    lines: list[tuple[Message, Text]] = [
        (say("Type"), joined((KINDS[unit.kind], BRIGADES[unit.brigade] if names_brigade else "")))]
    if CHIEF[slot] >= 0:
        lines.append((say("Commander"), name_of(CHIEF[slot])))
    if state.at[slot] == WAITING:
        lines.append((say("Arrival"), say("on turn {turn}", turn=max(state.turn, movement.arrival_turn(state, slot)))))
    if unit.values:
        lines.append((say("Combat value by steps"), "/".join(map(str, unit.values))))
        if unit.kind != CAVALRY:
            lines.append((say("Quality"), f"{unit.quality:+d}"))
        lines += [(say("Movement"), str(unit.move)), (say("Steps left"), str(STEPS[slot] - state.lost[slot]))]
    elif unit.kind == COMMANDER:
        lines.append((say("Command range"), str(unit.range)))
        lines.append((say("Orders") if unit.seat == ITALIANS else say("Initiative"), str(unit.value)))
    order = state.order_of(slot)
    if order is not None:
        lines.append((say("Order"), commands.ORDER_TITLES[order.kind]))
    number = state.gun_of(slot)
    if number >= 0:
        gun = say("out of order") if state.guns[number].status == JAMMED else (
            say("working") if state.has_working_gun(slot) else say("not tested yet"))
        lines.append((say("Machine gun"), gun))
    statuses = [status for holds, status in (
        (state.disorganized >> slot & 1, say("disorganized")), (state.low >> slot & 1, say("low on ammunition")),
        (state.entrenched >> slot & 1, say("entrenched")), (state.engaged >> slot & 1, say("in melee")),
        (state.repulsed >> slot & 1, say("repulsed"))) if holds]
    if statuses:
        lines.append((say("State"), joined(statuses)))
    return tuple(lines)


MELEE_NOTES = (
    Note(say("In melee: no zone of control, no movement, no small arms"), rule("10.2")),
    Note(say("In melee: no zone of control, no small arms; may leave the melee when its side moves"), rule("10.2", 16)))
"""Seat -> the note on a unit in melee."""
NOTES = (Note(say("Disorganized: one die fewer until it is ordered to rally"), rule("5.4")),
         Note(say("Low on ammunition: one die fewer until it is resupplied"), rule("5.2")),
         Note(say("Entrenched: attacks on it are read one row lower"), rule("5.5")))
"""The notes on units disorganized, low on ammunition and entrenched."""


def _notes(state: AduaState, slot: Slot) -> tuple[Note, ...]:
    """The notes on a piece's card: what its statuses mean for it."""
    notes = [MELEE_NOTES[SEAT[slot]]] if state.engaged >> slot & 1 else []
    notes += [note for mask, note in zip((state.disorganized, state.low, state.entrenched), NOTES, strict=True)
              if mask >> slot & 1]
    if state.repulsed >> slot & 1 and SEAT[slot] == ITALIANS:
        notes.append(Note(say("Repulsed: may not charge, but can still be charged"), rule("10.1", 37)))
    elif state.repulsed >> slot & 1:
        notes.append(Note(say("Repulsed: may not charge"), rule("10.1", 13)))
    if state.left >> slot & 1:
        notes.append(Note(say("Has left a melee: no attack, charge or initiative this turn"), rule("10.2", 16)))
    if state.shot >> slot & 1 and not (state.engaged >> slot & 1 or state.resolving):
        notes.append(Note(say("In small-arms combat this turn; its ZOC is back in effect"), rule("10.0", 39)))
    return tuple(notes)


def _layers(state: AduaState, unit: str | None) -> Iterator[Layer]:
    """The layers of the map: ZOCs, attacks announced or declared, and enemies left out.

    :param unit: the selected piece; for a commander, a layer shows its command range and the units under its command
        there, for a battery the hexes that it can hit.
    """
    ground = state.ground
    for seat, side in zip((ITALIANS, ABYSSINIANS), SEATS, strict=True):
        places = hexes_in(zones.enemy_zones(state, other(seat)))
        yield Layer(f"zone-{side}", say("Zones of control of {side}", side=SIDES[seat]),
                    tuple(ground.hexes[place] for place in places), seat=side)
    announced: dict[tuple[Slot, Slot], int] = {}
    for target in smallarms.targets(state):
        for pool in smallarms.dice_pools(state, target):
            if SLOT[pool.unit] != target:
                announced[SLOT[pool.unit], target] = pool.dice
    pairs: dict[tuple[Slot, Slot], int] = {**dict.fromkeys(state.declared, 0), **announced}
    links = {(ground.hexes[state.at[a]], ground.hexes[state.at[b]]): (a, b, str(dice) if dice else "")
             for (a, b), dice in pairs.items() if state.at[a] >= 0 and state.at[b] >= 0}
    if links:
        steps = tuple((announcing.with_die_moved(state, a, b, -1), announcing.with_die_moved(state, a, b, 1))
                      for a, b, _ in links.values())
        yield Layer("attacks", say("Attacks announced"), links=tuple(links), seat=SEATS[state.seat], always=True,
                    labels=tuple(dice for *_, dice in links.values()), steps=steps)
    left_out = () if state.resolving else tuple(
        (ground.hexes[state.at[attacker]], ground.hexes[state.at[enemy]])
        for attacker in dict.fromkeys(share.unit for share in state.shares)
        for enemy in smallarms.enemies_left_out(state, attacker))
    if left_out:
        yield Layer("left-out", say("Enemies left out"), links=left_out, seat=SEATS[state.seat], always=True,
                    line="dotted", labels=(f"\N{MINUS SIGN}{-smallarms.LEFT_OUT_MODIFIER}",) * len(left_out))
    slot = SLOT.get(unit or "", NOBODY)
    if slot < 0 or state.at[slot] < 0:
        return
    here = ground.hexes[state.at[slot]]
    if KIND[slot] == COMMANDER:
        places = hexes_in(commands.hexes_in_range(state, slot))
        subjects = commands.subjects(slot) if slot in COMMANDERS[ITALIANS] else ()
        command_links = tuple((here, ground.hexes[state.at[one]]) for one in subjects
                              if state.at[one] >= 0 and state.at[one] in places and state.at[one] != state.at[slot])
        yield Layer("command", say("Command range of {unit}", unit=name_of(slot)),
                    tuple(ground.hexes[place] for place in places), command_links, SEATS[SEAT[slot]],
                    while_selected=True)
    elif KIND[slot] in ARTILLERY:
        targets = hexes_in(aiming.hexes_in_reach(state, slot))
        yield Layer("targets", say("Hexes that {unit} can fire at", unit=name_of(slot)),
                    tuple(ground.hexes[place] for place in targets), seat=SEATS[SEAT[slot]], while_selected=True)


def _name(unit: str) -> Text:
    """The name on screen of the piece with this id."""
    return name_of(SLOT[unit])
