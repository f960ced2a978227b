"""What a beginner with common sense would consider in Africa."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.action import Action
from game.core.contract import Rules
from game.rules.africa.actions import Activate, Bombard, Done, Fire, Lose, LoseSteps, Move, Retreat, Shock, Top
from game.rules.africa.choosing import actor
from game.rules.africa.scene import Scene
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT
from game.rules.africa.state import Activation, Flight, Losses, State

RELUCTANCE = 3
"""Ending the movement is this many times less likely than making a sensible move."""
FAIR = 0.8
"""An attack with this share of the enemy's coins is no folly."""


def plausible(rules: Rules[State], scene: Scene) -> Sequence[Action]:
    """The legal actions of a beginner, never none."""
    state = scene.state
    found = rules.candidates(state)
    frame = state.frame
    if isinstance(frame, Losses):
        return _losses(scene, found)
    if isinstance(frame, Flight):
        return _retreats(scene, found)
    if isinstance(frame, Activation):
        return _activated(scene, found)
    phase = state.now.phase
    if phase in (FIRE, DEFENCE):
        shots = [a for a in found if isinstance(a, (Fire, Activate))]
        return shots or found
    if phase == MOVEMENT:
        return _moves(scene, found)
    return [a for a in found if isinstance(a, Shock)] or found


def _losses(scene: Scene, found: Sequence[Action]) -> Sequence[Action]:
    """Steps rather than units, and the cheapest units."""
    steps = [a for a in found if isinstance(a, LoseSteps)]
    if steps:
        return steps
    slot = scene.setting.slot
    prices = {a: scene.worth.price(scene.state, slot[a.unit]) for a in found if isinstance(a, Lose)}
    return [a for a in prices if prices[a] <= min(prices.values()) + 1e-9]


def _retreats(scene: Scene, found: Sequence[Action]) -> Sequence[Action]:
    """Away from the enemy, where there is such a place."""
    index, ground = scene.ground.index, scene.ground
    enemy = scene.state.held[1 - actor(scene.state)]
    safe = [a for a in found if isinstance(a, Retreat) and not ground.adjacent[index[a.place]] & enemy]
    return safe or found


def _activated(scene: Scene, found: Sequence[Action]) -> Sequence[Action]:
    """Fire if possible, else a sensible move or none."""
    shots = [a for a in found if isinstance(a, (Fire, Bombard, Shock))]
    if shots:
        return shots
    moves = [a for a in found if isinstance(a, Move) and _sensible(scene, a)]
    ends = [a for a in found if isinstance(a, Done)]
    return [*moves, *ends] or found


def _moves(scene: Scene, found: Sequence[Action]) -> Sequence[Action]:
    """Towards the objectives and fair attacks; nobody leaves an objective he holds alone."""
    moves = [a for a in found if isinstance(a, Move) and _sensible(scene, a)]
    others = [a for a in found if not isinstance(a, (Move, Done, Top))]
    ends = [a for a in found if isinstance(a, Done)] * max(1, len(moves) // RELUCTANCE)
    return [*moves, *others, *ends] or found


def _sensible(scene: Scene, move: Move) -> bool:
    state, setting = scene.state, scene.setting
    slot, end = setting.slot[move.unit], scene.ground.index[move.path[-1]]
    seat, here = setting.units[slot].seat, state.at[slot]
    if setting.convoys >> slot & 1 or setting.ship >> slot & 1 or state.demoralized >> slot & 1:
        return True
    own = scene.troops[seat].get(here, [])
    if here in setting.objectives and setting.fighters >> slot & 1 and len(own) == 1:
        return False
    if state.held[1 - seat] >> end & 1:
        if setting.guns >> slot & 1:
            return False
        friends = scene.troops[seat].get(end, [])
        beside = [i for i in own if not setting.guns >> i & 1] if not friends else []
        coins = scene.attack(end, [*friends, *beside] or [slot], 0, {here})
        return coins >= FAIR * scene.defence(end, 1 - seat)
    if setting.officers >> slot & 1 and not scene.troops[seat].get(end):
        return False
    return scene.pull(slot, end) >= 0.9 * scene.pull(slot, here)
