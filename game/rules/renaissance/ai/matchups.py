"""The expected losses of each side in a fight or shot, by the exact chances.

The chances follow from the results tables; the costs of results and the values of bases are chosen, not measured.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from game.core.chance import D6
from game.core.indices import Slot
from game.rules.renaissance.engine.bases import attached_general, enemy_contacts_on
from game.rules.renaissance.engine.bound import BREAKING_LOSSES
from game.rules.renaissance.engine.results import Going, Result, combat_result, compare_scores
from game.rules.renaissance.engine.scoring import (
    LITERAL_RESULTS,
    RenaissanceCombat,
    going_of,
    in_sands,
    is_garrison,
    score_lines,
    scores,
)
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import GENERALS
from game.rules.renaissance.engine.words import Kind

ROLLS = len(D6.faces) ** 2
"""Number of rolls of two dice."""
FOLLOWERS_VALUE = 2.0
"""The value of camp followers, with whose loss the camp falls, in elements."""
VALUE_PER_LOSS = 0.25
"""The growth of a base's value with each loss of its side, in elements: the next loss is nearer to defeat."""
RESULT_COST: dict[Result, float] = {"none": 0.0, "recoil": 0.12, "flee": 0.3, "destroyed": 1.0}
"""Result -> its cost to the loser, in elements."""
GENERAL_VALUE = 2.2
"""The value of a general beyond its element."""


class FightPlace(NamedTuple):
    """The circumstances of a base that affect its result."""

    going: Going = "good"
    camp: bool = False
    """Whether it is the garrison of its camp."""
    beset: bool = False
    """Whether an enemy is on its flank or rear, so that it cannot recoil."""
    sands: bool = False
    """Whether its bad going is dunes or oasis."""


OPEN_PLACE = FightPlace()
"""A base in good going with no enemy on flank or rear."""


class CombatOdds(NamedTuple):
    """The expected losses of two bases in a fight or shot."""

    lost: float
    """The expected loss of the first base, in elements; after ``counted`` weighed with its value."""
    won: float
    """The expected loss of the other base, likewise."""
    falls: float
    """The chance that the first base is destroyed."""
    kills: float
    """The chance that the other base is destroyed."""

    @property
    def gain(self) -> float:
        """The expected gain of the first base's side."""
        return self.won - self.lost

    def counted(self, own_value: float, enemy_value: float) -> CombatOdds:
        """The expected losses weighed with the values of the first and of the other base."""
        return self._replace(lost=self.lost * own_value, won=self.won * enemy_value)


@lru_cache(2**16)
def odds(kinds: tuple[Kind, Kind], sums: tuple[int, int],
         places: tuple[FightPlace, FightPlace] = (OPEN_PLACE, OPEN_PLACE), *,
         shooting: bool = False, mutual: bool = True, literal: bool = False) -> CombatOdds:
    """The expected losses of two bases, in elements, from their types and their scores before the dice.

    :param kinds: the types of the two bases.
    :param sums: their scores before the dice.
    :param mutual: whether the first base can lose.
    :param literal: by the results as printed.
    """
    losses, destroyed = [0.0, 0.0], [0, 0]
    for faces in product(D6.faces, D6.faces):
        first, second = sums[0] + faces[0], sums[1] + faces[1]
        comparison = compare_scores(first, second)
        loser = int(first > second)
        if comparison == "equal" or not (loser or mutual):
            continue
        place = places[loser]
        fate = combat_result(kinds[loser], kinds[1 - loser], doubled=comparison == "doubled", shooting=shooting,
                             going=place.going, sands=place.sands, camp=place.camp, literal=literal)
        cost = RESULT_COST[fate.result]
        cost = 1.0 if place.beset and cost else cost
        losses[loser] += cost
        destroyed[loser] += cost == 1.0
    return CombatOdds(losses[0] / ROLLS, losses[1] / ROLLS, destroyed[0] / ROLLS, destroyed[1] / ROLLS)


def combat_worth(state: RenaissanceState, combat: RenaissanceCombat) -> float:
    """The expected gain of a fight or shot for the side of its first base, in elements."""
    return prospect(state, combat).gain


def prospect(state: RenaissanceState, combat: RenaissanceCombat) -> CombatOdds:
    """The expected losses of the two bases in a fight or shot, in elements, weighed with the values of the bases."""
    expected: CombatOdds | None = state.memo.get(("worth", combat))
    if expected is None:
        slots = combat.first, combat.second
        kinds = state.kind(combat.first), state.kind(combat.second)
        chances = odds(kinds, scores(score_lines(state, combat)),
                       (_place(state, slots[0]), _place(state, slots[1])), shooting=combat.shooting,
                       mutual=combat.mutual, literal=LITERAL_RESULTS in state.options)
        expected = state.memo["worth", combat] = chances.counted(_value(state, slots[0]), _value(state, slots[1]))
    return expected


def _value(state: RenaissanceState, slot: Slot) -> float:
    """The value of a base in a state, in elements."""
    base = state.roster[slot]
    return value(base.kind, state.losses(base.seat),
                 attached=state.outlines[slot] is not None and attached_general(state, slot) is not None)


def _place(state: RenaissanceState, slot: Slot) -> FightPlace:
    """The circumstances of a base in a state."""
    beset = bool(enemy_contacts_on(state, slot, "left", "right", "rear"))
    outline = state.outlines[slot]
    sands = outline is not None and in_sands(state.ground.kinds_under(outline))
    return FightPlace(going_of(state, slot), is_garrison(state, slot), beset, sands)


def value(kind: Kind, lost: int, *, attached: bool = False) -> float:
    """The value of a base in elements: that of an ordinary one of a side without losses is 1.

    :param lost: number of elements that its side has lost.
    :param attached: whether the general is directly behind it and would be lost with it.
    """
    if kind in GENERALS:
        return 1 + GENERAL_VALUE
    if kind == "cf":
        return FOLLOWERS_VALUE
    return 1.0 + VALUE_PER_LOSS * min(BREAKING_LOSSES, lost) + (GENERAL_VALUE if attached else 0.0)
