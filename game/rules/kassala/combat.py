"""Combat decisions (II.E, IV.A): whether an attack, a bombardment, losses or an advance may be done, and why not."""

from __future__ import annotations

from typing import Any

from game.core.message import Message, say, several
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.kassala.actions import Advance, Attack, Bombard, Lose
from game.rules.kassala.contact import Contact, contact, leaves_nobody, stranded, untouched
from game.rules.kassala.sequence import COMBAT
from game.rules.kassala.state import Battle, Exchange, Pursuit, State
from game.rules.kassala.units import (
    CANNONS,
    ROSTER,
    SIDE,
    SIDES,
    SLOT,
    ids,
    mask_of,
    rule,
    slots,
    strength,
    titles,
)


def refuse(number: str, text: Message, ruling: int | None = None, **values: Any) -> Illegal:
    """A refusal with one reason."""
    return Illegal((Reason(rule(number, ruling), text, values),))


def check_attack(state: State, action: Attack) -> Verdict:
    """Whether an attack may be committed (II.E.1-7, rulings 1, 7 and 8)."""
    attackers, defenders = mask_of(action.attackers), mask_of(action.defenders)
    graph = contact(state)
    refusal = _common(state, graph, attackers, defenders)
    if refusal is not None:
        return refusal
    for slot in slots(attackers):
        refusal = _touches(state, graph, slot, attackers, defenders)
        if refusal is not None:
            return refusal
    return _provided(state, graph, attackers, defenders)


def joins(state: State, picked: int) -> int:
    """Who is in range of the enemies picked, with the rest of their stacks, and has not attacked yet (II.E.1-5)."""
    seat = state.now.seat
    if state.now.phase != COMBAT or state.frame is not None or not picked & SIDE[1 - seat]:
        return 0
    graph, ours = contact(state), picked & SIDE[seat]
    defenders = picked & SIDE[1 - seat]
    for target in graph.targets:
        defenders |= target if target & defenders else 0
    able = [slot for slot in {*graph.near, *graph.guns} if not (picked | state.done) >> slot & 1]
    return sum(1 << slot for slot in able if _touches(state, graph, slot, ours | 1 << slot, defenders) is None)


def check_bombard(state: State, action: Bombard) -> Verdict:
    """Whether a cannon may bombard (IV.A.5, IV.A.6, IV.A.7.b)."""
    slot = SLOT[action.unit]
    defenders = mask_of(action.defenders)
    if not state.setting.cannon:
        return refuse("IV.A", say("Bombardment belongs to the cannon option, which is not in play"))
    if not 1 << slot & CANNONS:
        return refuse("IV.A.7.b", say("{unit} is no cannon; only cannon bombard", unit=ROSTER[slot].title),
                      unit=action.unit)
    graph = contact(state)
    refusal = _common(state, graph, 1 << slot, defenders)
    if refusal is not None:
        return refusal
    hexes = state.hexes_of(defenders)
    if hexes & hexes - 1:
        return refuse("IV.A.7.b", say("A bombardment is aimed at one enemy hex"), defenders=list(action.defenders))
    if hexes & ~state.setting.ground.within_two[state.at[slot]]:
        return _out_of_range(slot, defenders)
    if defenders & ~state.duty:
        return _late(defenders & ~state.duty)
    if defenders not in graph.targets:
        return _in_part(state.units_in(hexes) & ~defenders)
    if defenders & ~graph.supported[slot]:
        return refuse("IV.A.6", say("No other friend is next to {units}", units=titles(defenders)),
                      defenders=list(ids(defenders)))
    return _provided(state, graph, 1 << slot, defenders)


def _common(state: State, graph: Contact, attackers: int, defenders: int) -> Illegal | None:
    seat = state.now.seat
    if state.now.phase != COMBAT:
        return Illegal((Reason(state.now.rule, say("Nobody attacks now: {clause}", clause=state.now.clause)),))
    if state.frame is not None:
        return pending(state)
    wrong = attackers & ~SIDE[seat]
    if wrong:
        return refuse("II.E", say("{units} cannot attack in the {side} player's combat", units=titles(wrong),
                                  side=SIDES[seat]),
                      units=list(ids(wrong)))
    wrong = defenders & ~SIDE[1 - seat]
    if wrong:
        return refuse("II.E",
                      several("{units} is no enemy", "{units} are no enemy", wrong.bit_count(),
                              units=titles(wrong)), units=list(ids(wrong)))
    absent = sum(1 << i for i in slots(attackers | defenders) if state.at[i] < 0)
    if absent:
        return refuse("I.B", several("{units} is not on the map", "{units} are not on the map", absent.bit_count(),
                                      units=titles(absent)), units=list(ids(absent)))
    found = attackers & state.done
    if found:
        return refuse("II.E.4",
                      several("{units} has attacked this turn", "{units} have attacked this turn", found.bit_count(),
                                        units=titles(found)), units=list(ids(found)))
    found = defenders & state.done
    if found:
        return refuse("II.E.2", several("{units} has been attacked this turn", "{units} have been attacked this turn",
                                        found.bit_count(), units=titles(found)), units=list(ids(found)))
    return None


def _touches(state: State, graph: Contact, slot: int, attackers: int, defenders: int) -> Illegal | None:
    """Whether one attacker may take part against all the defenders."""
    unit = ROSTER[slot]
    if slot not in graph.guns and not _adjacent_units(state, slot) & defenders:
        return refuse("II.E.1", say("{unit} is not next to {units}", unit=unit.title, units=titles(defenders)),
                      unit=unit.id, not_next_to=list(ids(defenders)))
    late = defenders & ~state.duty
    if late:
        return _late(late)
    partial = sum(t & ~defenders for t in graph.targets if t & defenders)
    if partial:
        return _in_part(partial)
    near = graph.near.get(slot, 0)
    if not defenders & ~near:
        return None
    if slot in graph.guns:
        if not graph.guns[slot] & defenders:
            return refuse("IV.A.7.a", _too_far(slot, defenders), 17,
                          unit=unit.id, defenders=list(ids(defenders)))
        if attackers & ~CANNONS:
            return None
        return refuse("IV.A.7.b", say("{unit} is not next to {units}; alone it can only bombard", unit=unit.title,
                                      units=titles(defenders & ~near)),
                      unit=unit.id, defenders=list(ids(defenders & ~near)))
    if slot not in graph.near:
        return refuse("II.E.3", say("{unit} was next to no enemy when this combat began", unit=unit.title), 13,
                      unit=unit.id)
    return refuse("II.E.1", say("{unit} is not next to {units}", unit=unit.title, units=titles(defenders & ~near)),
                  unit=unit.id, not_next_to=list(ids(defenders & ~near)))


def _late(units: int) -> Illegal:
    text = several("{units} was next to no enemy when this combat began",
                   "{units} were next to no enemy when this combat began", units.bit_count(), units=titles(units))
    return refuse("II.E.3", text, 13, units=list(ids(units)))


def _in_part(unnamed: int) -> Illegal:
    return refuse("IV.A.3", say("A hex defends as a whole: name {units}", units=titles(unnamed)), 7,
                  units=list(ids(unnamed)))


def _out_of_range(slot: int, defenders: int) -> Illegal:
    return refuse("IV.A.5", _too_far(slot, defenders), unit=ROSTER[slot].id, defenders=list(ids(defenders)))


def _too_far(slot: int, defenders: int) -> Message:
    return several("{units} is more than two hexes from {unit}", "{units} are more than two hexes from {unit}",
                   defenders.bit_count(), units=titles(defenders), unit=ROSTER[slot].title)


def _adjacent_units(state: State, slot: int) -> int:
    return state.units_in(state.setting.ground.adjacent[state.at[slot]])


def _provided(state: State, graph: Contact, attackers: int, defenders: int) -> Verdict:
    if leaves_nobody(graph, attackers, defenders):
        return LEGAL
    left = stranded(graph, attackers, defenders) or untouched(graph, defenders)
    who = titles(left) if left else say("another unit")
    return refuse("II.E.3", say("{who} would be left without an opponent", who=who), 8 if graph.guns else 1,
                  units=list(ids(left)))


def check_lose(state: State, action: Lose) -> Verdict:
    """Whether chosen losses settle an exchange (I.D)."""
    frame = state.frame
    if not isinstance(frame, Exchange):
        return pending(state) if frame else refuse("I.D", say("No exchange is being settled"))
    chosen = mask_of(action.units)
    other = chosen & ~frame.pool
    if other:
        return refuse("I.D", several("{units} takes no part in this exchange", "{units} take no part in this exchange",
                                     other.bit_count(), units=titles(other)), units=list(ids(other)))
    if strength(chosen) < frame.needed:
        return refuse("I.D", say("Losses worth {strength}; at least {needed} is needed", strength=strength(chosen),
                                 needed=frame.needed),
                      worth=strength(chosen), needed=frame.needed)
    return LEGAL


def all_losses(frame: Exchange) -> list[Lose]:
    """Every choice of losses that settles an exchange."""
    pool = slots(frame.pool)
    choices = []
    for subset in range(1, 1 << len(pool)):
        mask = sum(1 << slot for k, slot in enumerate(pool) if subset >> k & 1)
        if strength(mask) >= frame.needed:
            choices.append(Lose(ids(mask)))
    return choices


def check_advance(state: State, action: Advance) -> Verdict:
    """Whether a surviving attacker may enter a vacated hex (II.E.13)."""
    frame = state.frame
    if not isinstance(frame, Pursuit):
        return pending(state) if frame else refuse("II.E.13", say("No hex has been vacated in combat just now"))
    ground = state.setting.ground
    slot = SLOT[action.unit]
    unit = ROSTER[slot]
    if action.place not in ground.index:
        return refuse("II.D.15", say("There is no hex {place} on this map", place=action.place), place=action.place)
    if not frame.vacated >> ground.index[action.place] & 1:
        return refuse("II.E.13", say("{place} was not vacated in this combat", place=action.place), place=action.place)
    if not frame.attackers >> slot & 1:
        return refuse("II.E.13", say("{unit} took no part in this attack, or has advanced", unit=unit.title),
                      unit=unit.id)
    if unit.bit & CANNONS:
        return refuse("II.D.14", say("Cannon may never be moved"), unit=unit.id)
    if not ground.adjacent[state.at[slot]] >> ground.index[action.place] & 1:
        return refuse("II.E.13", say("{unit} is not next to {place}", unit=unit.title, place=action.place),
                      unit=unit.id, place=action.place)
    points = ground.step(unit.arm, state.at[slot], ground.index[action.place])
    return Illegal((points,)) if isinstance(points, Reason) else LEGAL


def all_advances(state: State, frame: Pursuit) -> list[Advance]:
    """Every legal advance."""
    ground = state.setting.ground
    found = []
    for slot in slots(frame.attackers & ~CANNONS):
        here = state.at[slot]
        for end in _bits(frame.vacated & ground.adjacent[here]):
            if not isinstance(ground.step(ROSTER[slot].arm, here, end), Reason):
                found.append(Advance(ROSTER[slot].id, ground.ids[end]))
    return found


def pending(state: State) -> Illegal:
    """The refusal of anything but the decision an interrupted combat waits for."""
    frame = state.frame
    if isinstance(frame, Battle):
        return refuse("II.E.12", say("The die must be rolled first: an attack is resolved at once"))
    if isinstance(frame, Exchange):
        return refuse("I.D", say("The {side} player must first choose the exchange losses",
                                 side=SIDES[frame.seat]))
    return refuse("II.E.13", say("The attacker must first advance or decline to"))


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]
