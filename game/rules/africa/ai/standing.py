"""How a battle is going: the chance of each objective, of the victory, and what more weight there would bring."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

from game.core.indices import Seat, slots_in
from game.rules.africa.ai.worth import POINT, Worth, turns_left
from game.rules.africa.state import AfricaState
from game.rules.africa.units import MOROCCAN, SPANISH

STEEP = 1.5
"""How much the ratio of the weights about an objective says."""
FIRM = 0.5
"""How much present control says long before the end; it grows as the end comes near."""
FOCUS = (1.0, 0.55, 0.25)
"""How much the objectives draw a side that it does not need if it gets the likelier ones."""
BASE = 3.0
"""Weight added to both sides."""
THIRD_SAFE = 0.3
"""The Spanish score where both sides hold enough and the third convoy is not captured yet."""


class BattleStanding(NamedTuple):
    """What is expected of a battle."""

    score: float
    """The Spanish score, -1 to 1, by the objectives."""
    strength: float
    """What the Spanish surplus of strength on the map is worth beside a victory of 1."""
    chances: tuple[float, ...]
    """Of each objective, to be Spanish at the end."""
    pivots: tuple[float, ...]
    """What each objective changes in the score, between never and always Spanish."""
    pulls: tuple[tuple[float, ...], tuple[float, ...]]
    """Seat -> what a point of weight at each objective adds to that seat's score, those it aims for before others."""


def weights(worth: Worth, state: AfricaState, left: int) -> tuple[list[float], list[float], float]:
    """Per side the weight about each objective, and the Spanish surplus of strength on the map."""
    reach = worth.reach(left)
    count = len(state.setting.objectives)
    sums = ([BASE] * count, [BASE] * count)
    surplus = 0.0
    spanish, kind = state.setting.side[SPANISH], worth.kind
    for area, stack in enumerate(state.stacks):
        if not stack:
            continue
        together: dict[tuple[Seat, int], float] = {}
        for slot in stack:
            strength = worth.strength(state, slot)
            seat = SPANISH if spanish >> slot & 1 else MOROCCAN
            surplus += strength if seat == SPANISH else -strength
            key = (seat, kind[slot])
            together[key] = together.get(key, 0.0) + strength
        for (seat, sort), strength in together.items():
            row, into = reach[sort][area], sums[seat]
            for k in range(count):
                into[k] += strength * row[k]
    return sums[0], sums[1], surplus


def standing(worth: Worth, state: AfricaState) -> BattleStanding:
    """The standing of a state."""
    setting = state.setting
    left = turns_left(state)
    spanish, moroccan, surplus = weights(worth, state, left)
    firm = FIRM + 2.5 / (left + 1)
    chances = []
    for k, area in enumerate(setting.objectives):
        logit = STEEP * log(spanish[k] / moroccan[k]) + (firm if state.control >> area & 1 else -firm)
        ours, theirs = state.held[SPANISH] >> area & 1, state.held[MOROCCAN] >> area & 1
        logit += 0.35 * (ours - theirs) * firm
        chances.append(1.0 / (1.0 + exp(-logit)))
    soft = [0.5 + 0.8 * (chance - 0.5) for chance in chances]
    convoys = _convoys(state)
    score = _score(chances, setting.needed, convoys)
    pivots, pulls = [], ([], [])  # type: tuple[list[float], tuple[list[float], list[float]]]
    for k in range(len(chances)):
        rest = soft[:k] + soft[k + 1:]
        pivot = _score([*rest, 1.0], setting.needed, convoys) - _score([*rest, 0.0], setting.needed, convoys)
        pivots.append(pivot)
        slope = pivot * soft[k] * (1 - soft[k]) * STEEP
        pulls[0].append(slope / spanish[k])
        pulls[1].append(slope / moroccan[k])
    for seat, likely in ((SPANISH, chances), (MOROCCAN, [1 - chance for chance in chances])):
        order = sorted(range(len(likely)), key=lambda k: (-likely[k], k))
        for rank, k in enumerate(order):
            pulls[seat][k] *= FOCUS[min(max(rank - setting.needed + 1, 0), len(FOCUS) - 1)]
    return BattleStanding(score, POINT * surplus, tuple(chances), tuple(pivots), (tuple(pulls[0]), tuple(pulls[1])))


class _Convoys(NamedTuple):
    """What convoys do to the standing (11.W.2)."""

    extra: float
    """The chance that the Moroccans get an objective's worth of them."""
    third: float
    """The score where both sides then hold enough."""


def _convoys(state: AfricaState) -> _Convoys:
    convoys = state.setting.convoys
    taken = state.captured.bit_count()
    if not convoys:
        return _Convoys(0.0, 0.0)
    if taken >= 2:
        return _Convoys(1.0, THIRD_SAFE if taken == 2 else -1.0)
    open_ones = [i for i in slots_in(convoys & ~state.captured) if state.at[i] >= 0]
    bare = sum(1 for i in open_ones if state.setting.ground.adjacent[state.at[i]] & state.held[MOROCCAN])
    return _Convoys(min(0.9, 0.06 + 0.25 * taken + 0.08 * bare), THIRD_SAFE)


def _score(chances: Sequence[float], needed: int, convoys: _Convoys) -> float:
    """The Spanish score from independent chances of each objective."""
    many = [1.0]
    for chance in chances:
        many = [
            (many[n] * (1 - chance) if n < len(many) else 0.0) + (many[n - 1] * chance if n else 0.0)
            for n in range(len(many) + 1)
        ]
    score = 0.0
    for ours, chance in enumerate(many):
        theirs = len(chances) - ours
        without = 1.0 if ours >= needed else -1.0 if theirs >= needed else 0.0
        having = without
        if convoys.extra:
            having = convoys.third if ours >= needed and theirs + 1 >= needed else -1.0 if theirs + 1 >= needed else 0.0
        score += chance * (convoys.extra * having + (1 - convoys.extra) * without)
    return score
