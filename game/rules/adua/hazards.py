"""Notes on the consequences of legal actions, e.g. pieces that will be cut off, or points for an exit (10.2, 13.0).

The screen shows them on cards and buttons, the referee with ``check`` and ``preview``.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.action import Action
from game.core.hazard import Hazard
from game.core.indices import Slot
from game.core.message import Message, and_list, say
from game.core.verdict import Legal, Reason, Verdict
from game.rules.adua import aiming, losses, melee, movement, retreats
from game.rules.adua.actions import (
    AnnounceAttack,
    ChargeUnit,
    EndPhase,
    GiveOrder,
    HoldHex,
    LeaveMelee,
    MovePiece,
    RetreatUnit,
)
from game.rules.adua.commands import note_on_replaced_order
from game.rules.adua.sides import rule
from game.rules.adua.state import JAMMED, AduaPhase, AduaState
from game.rules.adua.units import COMBAT_UNITS, MENELIK, SEAT, SLOT, UNITS, name_of
from game.rules.adua.victory import BATTLE, EXIT_POINTS_NEEDED

UNLESS_MOVED = say("{text} unless a unit joins them or they move", text="")
UNLESS_JOINED = say("{text} unless a unit joins them", text="")
UNLESS_CHARGED = say("{text} unless other charges engage the enemy", text="")
"""Additions to a note on pieces that will be cut off: what could still prevent it."""
BATTLE_LOST = say("{text}; Menelik's death is an Italian Total Victory", text="")
"""What follows if Menelik is cut off."""
GUN_COUNTS_NOTHING = say("{text}; the machine gun adds nothing", text="")
"""What is added for a unit with a machine gun that exits."""


def with_note(state: AduaState, action: Action, verdict: Verdict) -> Verdict:
    """The verdict on an action; if it is legal, with a note on its consequences."""
    if not isinstance(verdict, Legal):
        return verdict
    note = note_on(state, action)
    return verdict if note is None else Legal(verdict.cost, note)


def note_on(state: AduaState, action: Action, companions: Sequence[Slot] = ()) -> Reason | None:
    """A note on the consequences of a legal action; None if there is nothing to say.

    :param companions: other pieces that are to move to the same hex.
    """
    match action:
        case MovePiece(unit, _, off) if state.top is None:
            slot = SLOT[unit]
            if not off and slot < COMBAT_UNITS and not losses.commanders_and_mules_at(
                    state, SEAT[slot], state.at[slot]):
                return None
            cut = _cut_off(state, movement.apply_move(state, action), (slot, *companions))
            return _exit_note(state, slot, cut) if off else cut
        case ChargeUnit(unit, target):
            cut = _cut_off(state, melee.apply_charge(state, action)[0], (SLOT[unit],))
            return cut or melee.charge_note(state, SLOT[target])
        case LeaveMelee(unit, place):
            slot, hex_ = SLOT[unit], state.ground.index[place]
            movers = (slot, *retreats.companions(state, slot, hex_))
            return (_cut_off(state, retreats.leave_melee(state, slot, hex_)[0], movers)
                    or retreats.note_on_companions(state, action)
                    or Reason(rule("10.2", 16), say("{unit} may not attack or charge this turn", unit=name_of(slot))))
        case RetreatUnit():
            return retreats.note_on_companions(state, action)
        case HoldHex(unit):
            return retreats.note_on_return(state, SLOT[unit])
        case AnnounceAttack(unit, shares):
            return aiming.closed_ground_note(state, SLOT[unit], [SLOT[target] for target, _ in shares])
        case EndPhase() if state.top is None:
            return note_on_phase_end(state)
        case GiveOrder(giver, target, kind):
            return note_on_replaced_order(state, SLOT[giver], SLOT[target], kind)
    return None


def lost_by_charge(state: AduaState, charge: ChargeUnit) -> tuple[Slot, ...]:
    """The commanders and mules that a charge would leave cut off."""
    return _lost_pieces(state, melee.apply_charge(state, charge)[0], (SLOT[charge.unit],))


def _lost_pieces(before: AduaState, after: AduaState, movers: Sequence[Slot]) -> tuple[Slot, ...]:
    """The commanders and mules of the moving side that a move or charge would leave cut off at the end of the phase:
    the first mover, or others that were not isolated before and do not move along (ruling 21)."""
    isolated_before = losses.isolated_pieces(before)
    return tuple(slot for slot in losses.isolated_pieces(after) if SEAT[slot] == SEAT[movers[0]]
                 and (slot == movers[0] or slot not in (*isolated_before, *movers)))


def _cut_off(before: AduaState, after: AduaState, movers: Sequence[Slot]) -> Reason | None:
    """A note on the pieces that would be cut off at the end of the phase, and on what could still prevent it; None if
    there are none."""
    lost = _lost_pieces(before, after, movers)
    if not lost:
        return None
    place = before.ground.hexes[after.at[lost[0]]]
    text = _cut_off_text(after, lost)
    if after.phase == AduaPhase.MOVE:
        movable = any(movement.why_no_move(after, slot) is None for slot in lost)
        text = (UNLESS_MOVED if movable else UNLESS_JOINED).with_values(text=text)
    elif melee.chargers(after):
        text = UNLESS_CHARGED.with_values(text=text)
    text = _with_victory(after, lost, text)
    return Reason(rule("10.2", 21), text, {"units": [UNITS[slot].id for slot in lost], "place": place})


def _cut_off_text(state: AduaState, lost: Sequence[Slot]) -> Message:
    """The text that commanders and mules will be cut off in their hexes."""
    places = dict.fromkeys(state.ground.hexes[state.at[slot]] for slot in lost)
    return say("{pieces} will be cut off in {place} and eliminated at the end of the phase",
               pieces=and_list(map(name_of, lost)), place=and_list(places))


def _with_victory(state: AduaState, lost: Sequence[Slot], text: Message) -> Message:
    """The text; if Menelik is among the lost pieces, with the addition that the battle is lost."""
    if MENELIK in lost and state.scenario == BATTLE:
        return BATTLE_LOST.with_values(text=text)
    return text


def note_on_phase_end(state: AduaState) -> Reason | None:
    """A note on the pieces of the phasing side that are lost if the phase ends now (ruling 21); None if there are
    none."""
    lost = tuple(slot for slot in losses.isolated_pieces(state) if SEAT[slot] == state.seat)
    if not lost or state.phase in (AduaPhase.SETUP, AduaPhase.GUNS, AduaPhase.ORDERS):
        return None
    return Reason(rule("10.2", 21), _with_victory(state, lost, _cut_off_text(state, lost)),
                  {"units": [UNITS[slot].id for slot in lost]})


def _exit_note(state: AduaState, slot: Slot, cut: Reason | None) -> Reason:
    """A note on the points for a unit that exits by a pass, and that its machine gun adds nothing (ruling 22).

    An exit that wins the battle cuts nobody off, because the phase does not end.
    """
    points = state.value(slot)
    text = say("Exits with combat value {points}: {exited} of {needed} exited in all", points=points,
               exited=state.exited + points, needed=EXIT_POINTS_NEEDED)
    gun = state.gun_of(slot)
    if gun >= 0 and state.guns[gun].status != JAMMED:
        text = GUN_COUNTS_NOTHING.with_values(text=text)
    if state.exited + points >= EXIT_POINTS_NEEDED and state.scenario == BATTLE:
        cut = None
    if cut is not None:
        text = say("{text}. {more}", text=text, more=cut.text)
    return Reason(rule("13.0", 22), text,
                  {"points": points, "exited": state.exited + points, "needed": EXIT_POINTS_NEEDED,
                   **(cut.values if cut is not None else {})})


def hazards_on(state: AduaState, units: Sequence[str], place: str) -> tuple[Hazard, ...]:
    """The hazard of a move of several pieces to a hex: the note of the move; empty if there is none. The first piece
    takes the cheapest path, and the others are taken to follow it."""
    slots = [SLOT[unit] for unit in units]
    action = MovePiece(UNITS[slots[0]].id, (place,))
    if state.phase != AduaPhase.MOVE or state.top is not None or not movement.check(state, action):
        return ()
    note = note_on(state, action, slots[1:])
    return () if note is None else (Hazard(say("Cut off"), note.rule, note.text),)
