"""When it pays to act in the other side's player turn (8, 9).

What a side has left of its activations once its own player turn is over is lost when the turn ends, so it is used for
whatever it is good for; whoever has his own player turn before him interrupts for something special only.
"""

from __future__ import annotations

from game.core.indices import Seat, Slot, mask_of, other, slots_in
from game.rules.africa.actions import AfricaActivate
from game.rules.africa.activation import ready
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.gunnery import best_bombard
from game.rules.africa.ai.holding import Holding
from game.rules.africa.ai.riding import best_ride
from game.rules.africa.orders import begun
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT, SHOCK
from game.rules.africa.state import AfricaState
from game.rules.africa.units import SPANISH

SUDDEN = 0.012
"""Below this nobody interrupts whose own player turn is still to come; all these are chosen."""
LAST_SHOTS = {FIRE: 0.002, MOVEMENT: 0.004, DEFENCE: 0.001, SHOCK: 0.001}
"""Below this a gun waits when its side's player turn is over, by the enemy's phase: while he moves, more may come."""
LAST_RIDES = {DEFENCE: 0.006, SHOCK: 0.006}
"""The same for fire and charges of cavalry, which wait until the enemy has moved."""


def interrupt(field: Battlefield, seat: Seat) -> tuple[float, AfricaActivate] | None:
    """The best activation in the other side's player turn, with what it promises; None where waiting is as good."""
    state, setting = field.state, field.setting
    if not worth_asking(state, seat):
        return None
    best: tuple[float, AfricaActivate] | None = None
    holding = Holding(field, seat)
    called = last_dash(state, seat) or bare_convoy(state, seat)
    for slot in ready(state, seat):
        least = _least(state, slot, called)
        if least is None:
            continue
        if setting.guns >> slot & 1:
            aim = best_bombard(field, slot)
            gain = aim.gain if aim is not None else 0.0
        else:
            ride = best_ride(holding, slot, begun(state, slot))
            gain = ride.gain if ride is not None and (called or ride.fights) else 0.0
        if gain > max(least, best[0] if best else 0.0):
            best = gain, AfricaActivate(setting.units[slot].id)
    return best


def _least(state: AfricaState, slot: Slot, called: bool) -> float | None:
    """What a unit's activation must promise now; None where it waits in any case.

    :param called: whether there is a dash to make, or a convoy to save.
    """
    phase, gun = state.now.phase, state.setting.guns >> slot & 1
    if called and not gun:
        return SUDDEN
    if state.setting.units[slot].seat == SPANISH:  # Player A: the Moroccan player turn is the last of the turn (3)
        return (LAST_SHOTS if gun else LAST_RIDES).get(phase)
    return SUDDEN if gun and phase == FIRE else None


def last_dash(state: AfricaState, seat: Seat) -> bool:
    """Whether the battle is about to end and an objective of the enemy's lies empty."""
    setting = state.setting
    if state.turn not in (setting.turns, setting.early) or state.now.phase != MOVEMENT:
        return False
    theirs = ~state.control if seat == SPANISH else state.control
    goals = mask_of(setting.objectives)
    return bool(goals & theirs & ~(state.held[0] | state.held[1]))


def bare_convoy(state: AfricaState, seat: Seat) -> bool:
    """Whether a convoy of a seat has lost its escort in the enemy's player turn and an enemy is beside it (11.W.3)."""
    setting = state.setting
    convoys = setting.convoys & setting.side[seat]
    if not convoys or state.now.seat == seat or state.now.phase not in (FIRE, MOVEMENT):
        return False
    places = {state.at[slot] for slot in slots_in(convoys) if state.at[slot] >= 0}
    return any(
        setting.ground.adjacent[area] & state.held[other(seat)]
        and not any(setting.fighters >> i & 1 for i in state.own(area, seat))
        for area in places
    )


def worth_asking(state: AfricaState, seat: Seat) -> bool:
    """Whether this is a moment at which interrupting may be worth something: quick to say no."""
    if state.frames:
        return False
    setting, now = state.setting, state.now
    guns, riders = setting.guns & ~state.second, setting.cavalry & ~state.active
    able = setting.side[seat] & (guns | riders) & ~state.demoralized
    if not able:
        return False
    if bare_convoy(state, seat) or last_dash(state, seat):
        return True
    if now.phasing == seat or (now.phase == FIRE and state.fired):
        return False
    return any(_least(state, slot, False) is not None for slot in slots_in(able))
