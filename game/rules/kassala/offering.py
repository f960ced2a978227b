"""What can be done with the units that are picked up, as offers to be pointed at (II, IV)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from game.core.message import say
from game.core.offer import Offer, Picked
from game.core.verdict import Illegal
from game.rules.kassala import combat, deployment, forecast, idle, movement, prompts
from game.rules.kassala.actions import Advance, Attack, Bombard, Lose, Place
from game.rules.kassala.contact import obliged
from game.rules.kassala.sequence import COMBAT, MOVEMENT, SEQUENCE, SETUP
from game.rules.kassala.state import WAITING, Exchange, Pursuit, State
from game.rules.kassala.units import CANNONS, ROSTER, SIDE, SLOT, ids, mask_of, slots


def offers(state: State, picked: Picked) -> Sequence[Offer]:
    """What can be done with what is picked up; nobody ever interrupts."""
    may = prompts.pickable(state)
    if not picked.units:
        return [Offer(units=(unit,)) for unit in (*may["act"], *may["target"])]
    if isinstance(state.frame, Exchange) or (state.frame is None and state.now.phase == COMBAT):
        return _together(state, picked.units)
    unit = picked.units[0]
    refused = [] if unit in may["act"] else [Offer(Illegal((idle.why_idle(state, SLOT[unit]),)), units=(unit,))]
    if not isinstance(state.frame, Pursuit) and (state.frame is not None or state.now.phase not in (SETUP, MOVEMENT)):
        return refused
    return [*refused, *_ways(state, unit)]


def as_if(state: State, slot: int) -> list[State]:
    """The position in the movement and in the combat phase of a unit's side."""
    phases = [n for n, now in enumerate(SEQUENCE) if now.seat == ROSTER[slot].seat and now.phase in (MOVEMENT, COMBAT)]
    if state.at[slot] < 0 or WAITING in state.at:
        return []
    found = (State(state.setting, state.turn, step, state.at, state.occupied) for step in phases)
    return [one._replace(duty=obliged(one)) if one.now.phase == COMBAT else one for one in found]


def _ways(state: State, unit: str) -> Iterator[Offer]:
    """For every hex whether a unit may go there now."""
    if not isinstance(state.frame, Pursuit) and state.now.phase != SETUP:
        for name, way in movement.survey_moves(state, SLOT[unit]).items():
            if isinstance(way, Illegal):
                yield Offer(way, None, (unit,), name)
            else:
                yield Offer(way.legal, way.move, (unit,), name)
        return
    for name in state.setting.ground.ids:
        if isinstance(state.frame, Pursuit):
            action: Advance | Place = Advance(unit, name)
            verdict = combat.check_advance(state, Advance(unit, name))
        else:
            action, verdict = Place(unit, name), deployment.check_place(state, Place(unit, name))
        yield Offer(verdict, action if verdict else None, (unit,), name)


def _together(state: State, picked: Sequence[str]) -> list[Offer]:
    """What picked units, enemies among them, can mean together: an attack, a bombardment, losses of an exchange."""
    mask = mask_of(tuple(picked))
    may = prompts.pickable(state)
    known = (*may["act"], *may["target"])
    refused = [Offer(Illegal((idle.why_idle(state, SLOT[unit]),)), units=(unit,)) for unit in picked
               if unit not in known]
    found = [_declared(state, action) for action in _meanings(state, mask)]
    return [*refused, *found, *(Offer(units=(unit,)) for unit in ids(combat.joins(state, mask)))]


def _declared(state: State, action: Attack | Bombard | Lose) -> Offer:
    """A fight or a choice of losses: whether it may be declared now, and its arithmetic."""
    match action:
        case Attack():
            verdict, words = combat.check_attack(state, action), say("Attack")
        case Bombard():
            verdict, words = combat.check_bombard(state, action), say("Bombard")
        case Lose():
            verdict = combat.check_lose(state, action)
            words = say("Remove this unit") if len(action.units) == 1 else say("Remove these units")
    return Offer(verdict, action, action.units, words=words, arithmetic=partial(forecast.preview, state, action))


def _meanings(state: State, mask: int) -> tuple[Attack | Bombard | Lose, ...]:
    """The actions that picked units can mean now, legal or not, the likeliest first."""
    if isinstance(state.frame, Exchange):
        return (Lose(ids(mask)),)
    ours, theirs = mask & SIDE[state.now.seat], mask & SIDE[1 - state.now.seat]
    if state.frame is not None or not ours or not theirs:
        return ()
    attack = Attack(ids(ours), ids(theirs))
    if not state.setting.cannon or len(slots(ours)) != 1 or not ours & CANNONS:
        return (attack,)
    bombard = Bombard(ids(ours)[0], ids(theirs))
    return (attack, bombard) if combat.check_attack(state, attack) else (bombard, attack)
