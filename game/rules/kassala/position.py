"""Positions of Kassala as JSON values: ``written`` writes and ``read`` reads them. An impossible position is refused
with what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from game.board.hexgrid import Hex
from game.core.codec import BadPosition
from game.core.fields import Fields
from game.core.indices import slots_in
from game.core.message import Text, say
from game.core.position_checks import need, not_expected, unit_slot
from game.core.position_fields import MemberField, SwitchField
from game.core.position_form import OffMapPlace, PositionForm
from game.rules.kassala.advance import VacatedHexAdvance
from game.rules.kassala.contact import obliged_units
from game.rules.kassala.deployment import why_crowded
from game.rules.kassala.results import AttackRoll, Exchange
from game.rules.kassala.sequence import KassalaPhase, index_of
from game.rules.kassala.state import OUT, WAITING, KassalaState, enemy_zone, occupation
from game.rules.kassala.terrain import TOWN_NAMES
from game.rules.kassala.units import CANNONS, CAVALRY, ROSTER, SEAT, SEATS, SLOT, SYSTEM, SeatName, Units

FORM = PositionForm(marks=(SwitchField("moved", say("has moved")),),
                    details=(MemberField("/done", say("has fought in this combat phase")),),
                    off_map=(OffMapPlace(None, say("To be set up")),), in_progress=("obliged", "done", "pending"))


class KassalaUnitRow(NamedTuple):
    """A unit in the game; a unit without a place is yet to be set up."""

    id: str
    place: str | None
    moved: bool = False


@lru_cache(4096)
def _unit_row(*values: Any) -> dict[str, Any]:
    """The JSON value of ``KassalaUnitRow(*values)``, to be copied. Cached, because most units are in the same hex in
    many positions."""
    row: dict[str, Any] = Fields().write(KassalaUnitRow, KassalaUnitRow(*values))
    return row


class PendingRow(NamedTuple):
    """The pending decision of a combat: exactly one of these."""

    roll: AttackRoll | None = None
    exchange: Exchange | None = None
    advance: VacatedHexAdvance | None = None


class KassalaPosition(NamedTuple):
    """A complete position of Kassala."""

    system: str
    scenario: str
    options: tuple[str, ...]
    turn: int
    phase: KassalaPhase
    phasing: SeatName
    to_act: str | None
    units: tuple[KassalaUnitRow, ...]
    obliged: Units | None = None
    """Units that must fight; this key and the next two are for combat phases only."""
    done: Units | None = None
    """Units that have attacked or been attacked."""
    pending: PendingRow | None = None


def written(state: KassalaState, to_act: str | None) -> dict[str, Any]:
    """The complete position of a state, without units that are out of the game.

    :param to_act: the seat that acts next, or ``chance``; None when the game is over.
    """
    now, setting, frame = state.now, state.setting, state.frame
    combat = now.phase == KassalaPhase.COMBAT
    names, moved = setting.ground.ids, state.moved
    units = [_unit_row(unit.id, names[h] if h >= 0 else None, moved >> slot & 1 == 1).copy()
             for slot, (unit, h) in enumerate(zip(ROSTER, state.at, strict=True)) if h != OUT]
    row: dict[str, Any] = Fields().write(KassalaPosition, KassalaPosition(
        SYSTEM, setting.scenario, tuple(sorted(setting.options)), state.turn, now.phase, SEATS[now.seat], to_act, (),
        state.obliged if combat else None, state.fought if combat else None,
        PendingRow(**{frame.key: frame}) if frame is not None else None))
    row["units"] = units
    return row


def read(start: KassalaState, position: Mapping[str, Any]) -> KassalaState:
    """The state of a position.

    :param start: the starting state of its scenario with its options, for what the position leaves out. The caller has
        checked its system, scenario, options and side to act.
    :raises BadPosition: naming the key and what was expected.
    """
    need("phasing" in position or position.get("to_act") != "chance", "position/phasing", say(
        "the side whose combat phase it is, if a roll is pending"))
    setting = start.setting
    defaults: dict[str, Any] = {
        "system": SYSTEM, "scenario": setting.scenario, "options": [], "turn": start.turn, "phase": start.now.phase,
        "phasing": position.get("to_act") or SEATS[start.now.seat], "to_act": None, "units": []}
    row: KassalaPosition = Fields().read(KassalaPosition, {**defaults, **position}, "position")
    need(1 <= row.turn <= setting.turns, "position/turn", say(
        "a whole number from {least} to {most}", least=1, most=setting.turns))
    has_set_up = setting.free_deployment and setting.ground.set_up_zones
    need(row.phase != KassalaPhase.SETUP or has_set_up, "position/phase", say(
        "no set-up without the option 'free-deployment' and a map with zones for it"))
    at, moved = _units(start, row) if "units" in position else (start.at, 0)
    state = KassalaState(setting, row.turn, index_of(row.phase, SEAT[row.phasing]), at, occupation(at), moved)
    _check_units(state)
    if row.phase == KassalaPhase.COMBAT:
        return _in_combat(state, row)
    need(not (row.obliged or row.done or row.pending), "position/phase", say(
        "a combat phase with 'obliged', 'done' or 'pending'"))
    return state


def _units(start: KassalaState, position: KassalaPosition) -> tuple[tuple[Hex, ...], int]:
    """The places of all units, and the mask of those that have moved.

    :raises BadPosition: for an unknown unit or hex, or a unit named twice.
    """
    at, moved, setting = [OUT] * len(ROSTER), 0, start.setting
    for n, row in enumerate(position.units):
        slot = unit_slot(row.id, SLOT, f"position/units/{n}/id")
        if at[slot] != OUT:
            raise not_expected(f"position/units/{row.id}", say("each unit once"))
        if row.place is None:
            place = WAITING if setting.free_deployment else None
        else:
            place = setting.ground.index.get(row.place)
        if place is None:
            raise not_expected(f"position/units/{row.id}/place", say("a hex of the map such as '0304'"))
        at[slot] = place
        moved |= row.moved << slot
    return tuple(at), moved


def _check_units(state: KassalaState) -> None:
    """:raises BadPosition: for stacks and cavalry where the rules never allow them, and units not set up."""
    for unit, h in zip(ROSTER, state.at, strict=True):
        fault: Text = ""
        if h == WAITING and state.now.phase != KassalaPhase.SETUP:
            fault = say("it is not placed, and the phase is not the set-up")
        elif h >= 0:
            refusal = why_crowded(state, unit.slot, h)
            fault = refusal.with_rule if refusal is not None else ""
            if unit.arm == CAVALRY and h in state.setting.ground.town:
                fault = say("cavalry may never be in {town} (II.D.12)", town=TOWN_NAMES[state.setting.ground.town[h]])
        if fault:
            raise BadPosition(say("{where}: {fault}", where=f"position/units/{unit.id}", fault=fault))


def _in_combat(state: KassalaState, row: KassalaPosition) -> KassalaState:
    """The state with the obligations and the pending decision of its combat phase.

    :raises BadPosition: if these do not fit the state.
    """
    obliged = obliged_units(state) if row.obliged is None else row.obliged
    fought = row.done or 0
    # a cannon may bombard without being obliged to fight (IV.A.7)
    need(not fought & ~(obliged | CANNONS), "position/done", say("only units among the 'obliged', and cannons"))
    # Once any unit has fought, the enemies next to an obliged unit may be gone (ruling 5); an eliminated unit has no
    # duty left.
    for i in slots_in(0 if fought else obliged):
        need(state.at[i] < 0 or enemy_zone(state, ROSTER[i].seat) >> state.at[i] & 1, "position/obliged", say(
            "units next to an enemy, not {unit!r}", unit=ROSTER[i].id))
    pending = [decision for decision in row.pending or () if decision is not None]
    need(row.pending is None or len(pending) == 1, "position/pending", say(
        "one of the keys 'roll', 'exchange', 'advance'"))
    state = state._replace(obliged=obliged, fought=fought, frame=pending[0] if pending else None)
    for decision in pending:
        for is_met, expected in decision.conditions(state):
            need(is_met, f"position/pending/{decision.key}", expected)
    return state
