"""Shock attacks: possible attackers and targets, and announced attacks (8.0-8.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.board.hexgrid import hexes_in
from game.core.decision import Done
from game.core.event import Declared
from game.core.indices import Slot
from game.core.message import Message, and_list, say
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.tours.actions import ToursAttack
from game.rules.tours.state import Combat, ToursState
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    CONTINGENT,
    FOE,
    KIND,
    LEADERS,
    SEAT,
    SLOT,
    UNITS,
    ids,
    name_of,
    name_of_id,
    refuse,
    refuse_wagon,
    rule,
    slots_of,
)


def in_front(state: ToursState, slot: Slot) -> list[Slot]:
    """The enemies in a unit's two front hexes (3.3)."""
    mask = state.ground.front_mask[state.at[slot]][state.facing[slot]] & state.occupied[FOE[SEAT[slot]]]
    return sorted(state.unit_in[hex_] for hex_ in hexes_in(mask))


def can_attack_by_shock(state: ToursState, slot: Slot) -> bool:
    """Whether a unit is able to attack by shock: mounted archers never are, others unless in a shield wall (8.0,
    5.2.6)."""
    return KIND[slot] != ARCHER and not state.in_wall(slot)


def why_unable_to_attack(state: ToursState, slot: Slot) -> Illegal | None:
    """Why a unit is unable to attack by shock or counter-attack (8.0, 5.2.6); None if it is able to."""
    if can_attack_by_shock(state, slot):
        return None
    if KIND[slot] == ARCHER:
        return refuse("8.0", say("Mounted archers never attack by shock"), unit=UNITS[slot].id)
    return refuse("5.2.6", say("Units in the shield wall neither attack nor counter-attack"), unit=UNITS[slot].id)


def why_no_attack(state: ToursState, slot: Slot) -> Illegal | None:
    """Why a unit may not attack by shock in this player turn; None if it may."""
    name = name_of(slot)
    if slot >= COMBAT_UNITS or state.at[slot] < 0 or SEAT[slot] != state.seat:
        return refuse("8.0", say("{unit} may not attack in this player turn", unit=name), unit=UNITS[slot].id)
    if (refusal := why_unable_to_attack(state, slot)) is not None:
        return refusal
    if not (state.active >> CONTINGENT[slot] & 1 or state.engaged >> slot & 1):
        return refuse("8.0", say("{unit} was not activated and is not engaged", unit=name), unit=UNITS[slot].id)
    if state.shocked >> slot & 1:
        return refuse("8.1", say("{unit} has attacked or advanced and may not attack again", unit=name),
                      unit=UNITS[slot].id)
    return None


def why_no_target(state: ToursState, slot: Slot, target: Slot) -> Illegal | None:
    """Why a unit cannot attack a piece, wherever the unit is; None if it might."""
    target_name = name_of(target)
    if (refusal := refuse_wagon(target)) is not None:
        return refusal
    if SEAT[target] == SEAT[slot]:
        return refuse("8.0", say("{target} is on the same side as {unit}", target=target_name, unit=name_of(slot)),
                      unit=UNITS[target].id)
    if target in LEADERS:
        return refuse("12.2", say("{unit} is a leader: leaders are not attacked", unit=target_name),
                      unit=UNITS[target].id)
    if state.at[target] < 0:
        return refuse("8.0", say("{unit} is not on the map", unit=target_name), unit=UNITS[target].id)
    return None


def not_in_front_text(target: Slot, slot: Slot) -> Message:
    """The text that an enemy is not in a unit's front."""
    return say("{target} is not in front of {unit}", target=name_of(target), unit=name_of(slot))


def combat_of(state: ToursState, slot: Slot) -> Combat | None:
    """The announced combat in which a unit takes part; None if there is none."""
    return next((one for one in state.combats if slot in one.attackers or slot in one.defenders), None)


def check_attack(state: ToursState, action: ToursAttack) -> Verdict:
    """Whether a unit may announce an attack, alone or with others on the same enemies (8.2)."""
    slot, targets = SLOT[action.unit], [SLOT[target] for target in action.targets]
    if (refusal := why_no_attack(state, slot)) is not None:
        return refusal
    if combat_of(state, slot) is not None:
        return refuse("8.3", say("{unit} has already announced an attack; withdraw that first", unit=name_of(slot)), 18)
    if len(set(targets)) != len(targets):
        return refuse("8.2", say("Each enemy is named once"))
    front = in_front(state, slot)
    for target in targets:
        if (refusal := why_no_target(state, slot, target)) is not None:
            return refusal
        if target not in front:
            text = not_in_front_text(target, slot)
            return (refuse("8.2", text, 28, unit=UNITS[target].id) if len(targets) > 1
                    else refuse("8.0", text, unit=UNITS[target].id))
        if attacked_with_others(state, target, targets):
            return refuse("8.2", say("Units that attack together need the same targets. Withdraw the attack on "
                                     "{target} first, or attack with other units", target=name_of(target)), 39)
    return LEGAL


def attacked_with_others(state: ToursState, target: Slot, targets: Sequence[Slot]) -> bool:
    """Whether an announced attack on a target has not exactly these targets: units that attack together need the same
    ones (8.2)."""
    combat = combat_of(state, target)
    return combat is not None and set(combat.defenders) != set(targets)


def target_sets(state: ToursState, slot: Slot) -> list[tuple[Slot, ...]]:
    """Every set of enemies on which a unit may announce an attack."""
    if why_no_attack(state, slot) is not None or combat_of(state, slot) is not None:
        return []
    front = in_front(state, slot)
    possible_sets = [(enemy,) for enemy in front] + ([tuple(front)] if len(front) == 2 else [])
    return [targets for targets in possible_sets
            if not any(attacked_with_others(state, target, targets) for target in targets)]


def announce(state: ToursState, action: ToursAttack) -> Done[ToursState]:
    """The state with an attack announced, and the event."""
    slot, targets = SLOT[action.unit], slots_of(action.targets)
    combat = combat_of(state, targets[0])
    if combat is not None:
        joined = Combat(tuple(sorted((*combat.attackers, slot))), combat.defenders)
        combats = tuple(joined if one == combat else one for one in state.combats)
    else:
        combats = (*state.combats, Combat((slot,), targets))
    text = replace(action, targets=ids(targets)).describe(name_of_id)
    event = Declared(rule("8.3"), (action.unit,), action.targets, text)
    return replace(state, combats=combats), (event,)


def note_on_attacks_due(state: ToursState, slots: tuple[Slot, ...]) -> Reason | None:
    """A note that one of some units has enemies in front that nobody attacks yet (8.0); None if none has.

    :param slots: units with an announced attack.
    """
    for slot, targets in attacks_still_due(state):
        if slot in slots:
            return Reason(rule("8.0"), say("{targets} in front of {unit} must also be attacked, by it or another unit",
                                           targets=and_list(map(name_of, targets)), unit=name_of(slot)))
    return None


def without_attack(state: ToursState, slot: Slot) -> ToursState:
    """The state without a unit's announced attack."""
    combats = []
    for combat in state.combats:
        others = tuple(other for other in combat.attackers if other != slot)
        if others:
            combats.append(Combat(others, combat.defenders))
    return replace(state, combats=tuple(combats))


def attacks_still_due(state: ToursState) -> list[tuple[Slot, tuple[Slot, ...]]]:
    """The attacks that must still be announced, by the unit or another one, before the attacks can be resolved: pairs
    of a unit that attacks or is engaged, and the enemies in front of it that nobody attacks (8.0, 8.2)."""
    covered = {target for one in state.combats for target in one.defenders}
    attacking = {slot for one in state.combats for slot in one.attackers}
    units = []
    for slot in state.army(state.seat):
        if slot in attacking or (state.engaged >> slot & 1 and can_attack_by_shock(state, slot)):
            uncovered_enemies = tuple(target for target in in_front(state, slot) if target not in covered)
            if uncovered_enemies:
                units.append((slot, uncovered_enemies))
    return units


def may_resolve(state: ToursState) -> Verdict:
    """Whether the announcements may end: every enemy that must be attacked is attacked (8.0)."""
    due = attacks_still_due(state)
    if not due:
        return LEGAL
    slot, targets = due[0]
    return refuse("8.0", must_attack_text(slot, targets), unit=UNITS[slot].id)


def must_attack_text(slot: Slot, targets: tuple[Slot, ...]) -> Message:
    """The text that somebody must attack the enemies in front of a unit."""
    enemies = and_list(map(name_of, targets))
    return say("{unit}, or another unit, must attack {targets}", unit=name_of(slot), targets=enemies)
