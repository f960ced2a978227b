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
from game.rules.renaissance.engine.scoring import RenaissanceCombat, going_of, is_garrison, score_lines, scores
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import GENERALS
from game.rules.renaissance.engine.words import Kind

RESULT_COST: dict[Result, float] = {"none": 0.0, "recoil": 0.12, "flee": 0.3, "destroyed": 1.0}
"""Result -> its cost to the loser, in elements."""
GENERAL_VALUE = 2.2
"""The value of a general beyond its element."""


class FightPlace(NamedTuple):
    """The circumstances of a base that affect its result."""

    going: Going = "good"
    camp: bool = False
    beset: bool = False
    """Whether an enemy is on its flank or rear, so that it cannot recoil."""


OPEN_PLACE = FightPlace()


class CombatOdds(NamedTuple):
    """The expected losses of two bases in a fight or shot."""

    lost: float
    """The expected loss of the first base, in elements or, after ``counted``, in value."""
    won: float
    """The expected loss of the other base."""
    falls: float
    """The chance that the first base is destroyed."""
    kills: float
    """The chance that the other base is destroyed."""

    @property
    def gain(self) -> float:
        """The expected gain of the first base's side."""
        return self.won - self.lost

    def counted(self, mine: float, theirs: float) -> CombatOdds:
        """The expected losses converted from elements to the values of the two bases."""
        return self._replace(lost=self.lost * mine, won=self.won * theirs)


@lru_cache(2**16)
def odds(kinds: tuple[Kind, Kind], sums: tuple[int, int],
         places: tuple[FightPlace, FightPlace] = (OPEN_PLACE, OPEN_PLACE), *,
         shooting: bool = False, mutual: bool = True) -> CombatOdds:
    """The expected losses of two bases, in elements, from their types and their scores before the dice.

    :param mutual: whether the first base can lose.
    """
    lost, destroyed = [0.0, 0.0], [0, 0]
    for faces in product(D6.faces, D6.faces):
        first, second = sums[0] + faces[0], sums[1] + faces[1]
        comparison = compare_scores(first, second)
        loser = int(first > second)
        if comparison == "equal" or not (loser or mutual):
            continue
        place = places[loser]
        cost = RESULT_COST[combat_result(kinds[loser], kinds[1 - loser], doubled=comparison == "doubled",
                                         shooting=shooting,
                                         going=place.going, camp=place.camp).result]
        cost = 1.0 if place.beset and cost else cost
        lost[loser] += cost
        destroyed[loser] += cost == 1.0
    return CombatOdds(lost[0] / 36, lost[1] / 36, destroyed[0] / 36, destroyed[1] / 36)


def combat_worth(state: RenaissanceState, combat: RenaissanceCombat) -> float:
    """The expected gain of a fight or shot for its first side, in elements."""
    return prospect(state, combat).gain


def prospect(state: RenaissanceState, combat: RenaissanceCombat) -> CombatOdds:
    """The expected losses of the two bases in a fight or shot, in value."""
    expected: CombatOdds | None = state.memo.get(("worth", combat))
    if expected is None:
        pair = combat.first, combat.second
        kinds = state.kind(combat.first), state.kind(combat.second)
        chances = odds(kinds, scores(score_lines(state, combat)),
                       (_place(state, pair[0]), _place(state, pair[1])), shooting=combat.shooting, mutual=combat.mutual)
        expected = state.memo["worth", combat] = chances.counted(_value(state, pair[0]), _value(state, pair[1]))
    return expected


def _value(state: RenaissanceState, slot: Slot) -> float:
    piece = state.roster[slot]
    return value(piece.kind, state.losses(piece.seat),
                 attached=state.outlines[slot] is not None and attached_general(state, slot) is not None)


def _place(state: RenaissanceState, slot: Slot) -> FightPlace:
    beset = bool(enemy_contacts_on(state, slot, "left", "right", "rear"))
    return FightPlace(going_of(state, slot), is_garrison(state, slot), beset)


def value(kind: Kind, lost: int, *, attached: bool = False) -> float:
    """The value of a base relative to an ordinary one.

    :param lost: the elements that its side has lost.
    :param attached: whether the general is directly behind it and would be lost with it.
    """
    if kind in GENERALS:
        return 1 + GENERAL_VALUE
    if kind == "cf":
        return 2.0
    return 1.0 + 0.25 * min(BREAKING_LOSSES, lost) + (GENERAL_VALUE if attached else 0.0)
