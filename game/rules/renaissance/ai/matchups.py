"""What a fight or shot is worth to a computer player: what each side may expect to lose, by the exact chances.

The chances follow from the results tables; what a result and a base count for is chosen, not measured.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from game.core.chance import D6
from game.core.indices import Slot
from game.rules.renaissance.engine.bases import attached_general, fronts_on
from game.rules.renaissance.engine.bound import BROKEN
from game.rules.renaissance.engine.results import Going, Result, compared, result
from game.rules.renaissance.engine.scoring import Clash, garrisoned, going_of, lines, scores
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import GENERALS
from game.rules.renaissance.engine.words import Kind

COST: dict[Result, float] = {"none": 0.0, "recoil": 0.12, "flee": 0.3, "destroyed": 1.0}
"""What a result costs the loser, in elements."""
GENERAL = 2.2
"""What a general counts for beyond an element."""


class FightPlace(NamedTuple):
    """What of a base's place bears on its fate."""

    going: Going = "good"
    camp: bool = False
    beset: bool = False
    """Whether an enemy is on its flank or rear: it cannot go back."""


OPEN = FightPlace()


class ClashOdds(NamedTuple):
    """What two bases may expect of a fight or shot."""

    lost: float
    """What the first may expect to lose: in elements, or in what they are worth."""
    won: float
    """What the other may expect to lose."""
    falls: float
    """The chance that the first is destroyed."""
    kills: float
    """The chance that the other is."""

    @property
    def gain(self) -> float:
        """What it is worth to the first side."""
        return self.won - self.lost

    def counted(self, mine: float, theirs: float) -> ClashOdds:
        """The same in what the two bases are worth."""
        return self._replace(lost=self.lost * mine, won=self.won * theirs)


@lru_cache(2**16)
def odds(kinds: tuple[Kind, Kind], sums: tuple[int, int], places: tuple[FightPlace, FightPlace] = (OPEN, OPEN), *,
         shooting: bool = False, mutual: bool = True) -> ClashOdds:
    """What two bases may expect, in elements, by their types and scores before the dice.

    :param mutual: whether the first can lose.
    """
    lost, destroyed = [0.0, 0.0], [0, 0]
    for faces in product(D6.faces, D6.faces):
        one, other = sums[0] + faces[0], sums[1] + faces[1]
        word = compared(one, other)
        loser = int(one > other)
        if word == "equal" or not (loser or mutual):
            continue
        place = places[loser]
        cost = COST[result(kinds[loser], kinds[1 - loser], doubled=word == "doubled", shooting=shooting,
                           going=place.going, camp=place.camp).result]
        cost = 1.0 if place.beset and cost else cost
        lost[loser] += cost
        destroyed[loser] += cost == 1.0
    return ClashOdds(lost[0] / 36, lost[1] / 36, destroyed[0] / 36, destroyed[1] / 36)


def clash_worth(state: RenaissanceState, clash: Clash) -> float:
    """What a fight or shot is worth to its first side, in elements."""
    return prospect(state, clash).gain


def prospect(state: RenaissanceState, clash: Clash) -> ClashOdds:
    """What the two bases of a fight or shot may expect to lose, in what they are worth."""
    found: ClashOdds | None = state.memo.get(("worth", clash))
    if found is None:
        pair = clash.one, clash.other
        chances = odds((state.roster[clash.one].kind, state.roster[clash.other].kind), scores(lines(state, clash)),
                       (_place(state, pair[0]), _place(state, pair[1])), shooting=clash.shooting, mutual=clash.mutual)
        found = state.memo["worth", clash] = chances.counted(_value(state, pair[0]), _value(state, pair[1]))
    return found


def _value(state: RenaissanceState, slot: Slot) -> float:
    piece = state.roster[slot]
    return value(piece.kind, state.losses(piece.seat),
                 attached=state.outlines[slot] is not None and attached_general(state, slot) is not None)


def _place(state: RenaissanceState, slot: Slot) -> FightPlace:
    beset = bool(fronts_on(state, slot, "left", "right", "rear"))
    return FightPlace(going_of(state, slot), garrisoned(state, slot), beset)


def value(kind: Kind, lost: int, *, attached: bool = False) -> float:
    """What a base is worth beside an ordinary one.

    :param lost: what its side has lost.
    :param attached: whether the general stands behind it, who would be lost with it.
    """
    if kind in GENERALS:
        return 1 + GENERAL
    if kind == "cf":
        return 2.0
    return 1.0 + 0.25 * min(BROKEN, lost) + (GENERAL if attached else 0.0)
