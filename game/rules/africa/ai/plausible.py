"""The actions that a beginner with common sense would consider in Africa."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.action import Action
from game.core.contract import Rules
from game.core.indices import other
from game.rules.africa.actions import (
    AfricaActivate,
    AfricaBombard,
    AfricaEnd,
    AfricaFire,
    AfricaLose,
    AfricaMove,
    AfricaRetreat,
    LoseSteps,
    PutOnTop,
    Shock,
)
from game.rules.africa.ai.choosing import seat_to_decide
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.movement import entered_from
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT
from game.rules.africa.state import AfricaState

MOVES_FOR_EACH_END = 3
"""The end of the movement phase is listed once for every so many sensible moves, so that a random choice ends it with
about one chance in four even if there are many moves. This and the numbers below are chosen by hand."""
MIN_PULL_SHARE = 0.9
"""The least pull (``Battlefield.pull``) of a move's end, as a share of that of its start, for a sensible move."""
FAIR_RATIO = 0.8
"""The least ratio of attack to defence coins for a fair attack."""
ROUNDING_ERROR = 1e-9
"""Values that differ by less count as equal."""


def plausible(rules: Rules[AfricaState], field: Battlefield) -> Sequence[Action]:
    """The actions that a beginner would consider; never empty. Repeated ones are likelier."""
    state = field.state
    actions = rules.candidates(state)
    if isinstance(actions[0], (AfricaLose, LoseSteps)):
        return _plausible_losses(field, actions)
    if isinstance(actions[0], AfricaRetreat):
        return _plausible_retreats(field, actions)
    if state.acting is not None:
        return _plausible_when_activated(field, actions)
    phase = state.now.phase
    if phase in (FIRE, DEFENCE):
        return _actions_of_kinds(actions, AfricaFire, AfricaActivate) or actions
    if phase == MOVEMENT:
        return _plausible_moves(field, actions)
    return _actions_of_kinds(actions, Shock) or actions


def _actions_of_kinds(actions: Sequence[Action], *kinds: type[Action]) -> list[Action]:
    return [action for action in actions if isinstance(action, kinds)]


def _plausible_losses(field: Battlefield, actions: Sequence[Action]) -> Sequence[Action]:
    """The loss of steps if possible, else the cheapest units."""
    if steps := _actions_of_kinds(actions, LoseSteps):
        return steps
    slot = field.setting.slot
    prices = {a: field.worth.price(field.state, slot[a.unit]) for a in actions if isinstance(a, AfricaLose)}
    return [a for a in prices if prices[a] <= min(prices.values()) + ROUNDING_ERROR]


def _plausible_retreats(field: Battlefield, actions: Sequence[Action]) -> Sequence[Action]:
    """Retreats to areas with no adjacent enemy, if there are any; else all."""
    index, ground = field.ground.index, field.ground
    enemy = field.state.occupied[other(seat_to_decide(field.state))]
    safe = [a for a in actions if isinstance(a, AfricaRetreat) and not ground.adjacent[index[a.place]] & enemy]
    return safe or actions


def _plausible_when_activated(field: Battlefield, actions: Sequence[Action]) -> Sequence[Action]:
    """Fire or shock combat if possible, else sensible moves and the end of the activation."""
    if attacks := _actions_of_kinds(actions, AfricaFire, AfricaBombard, Shock):
        return attacks
    moves = [a for a in actions if isinstance(a, AfricaMove) and _is_sensible(field, a)]
    return [*moves, *_actions_of_kinds(actions, AfricaEnd)] or actions


def _plausible_moves(field: Battlefield, actions: Sequence[Action]) -> Sequence[Action]:
    """Sensible moves, landings and activations, and the end of the phase as ``MOVES_FOR_EACH_END`` says."""
    moves = [a for a in actions if isinstance(a, AfricaMove) and _is_sensible(field, a)]
    others = [a for a in actions if not isinstance(a, (AfricaMove, AfricaEnd, PutOnTop))]
    ends = _actions_of_kinds(actions, AfricaEnd) * max(1, len(moves) // MOVES_FOR_EACH_END)
    return [*moves, *others, *ends] or actions


def _is_sensible(field: Battlefield, move: AfricaMove) -> bool:
    """Whether a move leads towards objectives or into a fair attack, and does not leave an objective empty. Guns do not
    attack, officers stay with troops; moves of convoys, ships and demoralized units are always sensible."""
    state, setting = field.state, field.setting
    slot, path = setting.slot[move.unit], tuple(field.ground.index[name] for name in move.path)
    end = path[-1]
    seat, here = setting.units[slot].seat, state.at[slot]
    if setting.convoys >> slot & 1 or setting.ship >> slot & 1 or state.demoralized >> slot & 1:
        return True
    own = field.troops[seat].get(here, [])
    if here in setting.objectives and setting.fighters >> slot & 1 and len(own) == 1:
        return False
    if state.occupied[other(seat)] >> end & 1:
        if setting.guns >> slot & 1:
            return False
        # A unit joins an attack only if that is already fair without it. If it would be the first to attack, all
        # infantry, or all cavalry, of its area is counted, as if it went together.
        friends = field.troops[seat].get(end, [])
        able = (setting.cavalry if setting.cavalry >> slot & 1 else setting.foot) & ~state.demoralized
        companions = [i for i in own if able >> i & 1] if not friends else []
        coins = field.attack(end, [*friends, *companions] or [slot], 0, {entered_from(path, here)})
        return coins >= FAIR_RATIO * field.defence(end, other(seat))
    if setting.officers >> slot & 1 and not field.troops[seat].get(end):
        return False
    return field.pull(slot, end) >= MIN_PULL_SHARE * field.pull(slot, here)
