"""The expected losses in combats and shots of Pickets, by which computer players compare them."""

from __future__ import annotations

from game.core.chance import total

from .. import fire
from ..combat import sides
from ..ground import Ground
from ..pools import PER_STEP, Side
from ..state import Combat, State

SHAKES = 0.25
"""The value of shaking a counter, in steps."""
WORTH = {"-": 0.0, "S": SHAKES, "1": 1.0, "2": 2.0}


def results(ground: Ground, state: State, firer: str, target: str, under_way: bool) -> dict[str, float]:
    """The exact chance of each result of a shot."""
    mine, hit = state.unit(firer).place or "", state.unit(target).place or ""
    path = ground.sighted(mine, hit) or (hit,)
    column = min(len(fire.COLUMNS), max(1, ground.board.distance(mine, hit))) - 1
    change = total(fire.modifiers(ground, state, firer, target, path, under_way))
    return {result: float(chance) for result, chance in fire.chances(column, change).items()}


def shot_cost(ground: Ground, state: State, firer: str, target: str, under_way: bool) -> float:
    """The steps that a shot costs on average."""
    found = results(ground, state, firer, target, under_way)
    left = state.unit(target).steps
    return sum(chance * min(left, WORTH[result]) for result, chance in found.items())


def costs(ground: Ground, state: State, combat: Combat) -> tuple[tuple[float, ...], float]:
    """The steps that a combat costs each target on average, and its attackers."""
    if combat.kind == "fire":
        target = fire.victim(state, combat.targets[0])
        return ((shot_cost(ground, state, combat.units[0], target, False) if target else 0.0),), 0.0
    both = sides(ground, state, combat)
    return _losses(both[0]), sum(_losses(both[1])) if len(both) > 1 else 0.0


def _losses(side: Side) -> tuple[float, ...]:
    hits = [0.0] * len(side.steps)
    for pool in side.pools:
        hits[pool.target] += pool.dice * (7 - pool.least) / 6
    return tuple(min(float(steps), max(0.0, got - 1) / PER_STEP) for steps, got in zip(side.steps, hits, strict=True))
