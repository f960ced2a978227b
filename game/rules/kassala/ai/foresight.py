"""Arrangements weighed over many rolls of the dice: the combat they lead to, the answer, and what is left.

Every arrangement meets the same rolls, so that they differ by merit rather than by luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from game.rules.kassala.ai.combat_value import Skirmish
from game.rules.kassala.ai.prospects import Prospects, View
from game.rules.kassala.ai.threats import Threats
from game.rules.kassala.odds import AE, CRT, DE, EX, C
from game.rules.kassala.state import OUT
from game.rules.kassala.units import ARM, CANNONS, CHRISTIAN, INFANTRY

SAMPLES = 28
"""Rolls of the dice that each arrangement meets."""

class Foresight:
    """Looks a turn ahead in one setting."""

    def __init__(self, skirmish: Skirmish, threats: Threats, prospects: Prospects) -> None:
        self.skirmish = skirmish
        self.threats = threats
        self.prospects = prospects
        self.town = skirmish.ground.town_mask

    def best(
        self, arrangements: Sequence[list[int]], seat: int, left: int, seed: int, enough: Callable[[], bool]
    ) -> list[int]:
        """The best of some arrangements at the end of a seat's movement; ``left`` player turns follow."""
        sign = 1 if seat == CHRISTIAN else -1
        totals = [0.0] * len(arrangements)
        for sample in range(SAMPLES if len(arrangements) > 1 else 0):
            for k, places in enumerate(arrangements):
                totals[k] += sign * self.look(places, seat, left, Random(seed + sample))
            if enough():
                break
        return arrangements[max(range(len(totals)), key=lambda k: (totals[k], -k))]

    def look(self, places: Sequence[int], seat: int, left: int, dice: Random) -> float:
        """The Christian score after the combat, the other side's turn and what may be hoped from the next."""
        at = list(places)
        self.fight(at, seat, left, dice)
        if left == 0:
            return self.prospects.score(at, 0)
        self.threats.answer(at, 1 - seat, self._views(at, left - 1))
        self.fight(at, 1 - seat, left - 1, dice)
        score = self.prospects.score(at, left - 1)
        if left == 1:
            return score
        hope = self.threats.reply(at, seat, self._views(at, left - 2), {})
        return score + (hope if seat == CHRISTIAN else -hope)

    def _views(self, at: Sequence[int], left: int) -> tuple[View, ...]:
        return tuple(self.prospects.view(at, n) for n in range(left, max(-1, left - 2), -1))

    def fight(self, at: list[int], seat: int, left: int, dice: Random) -> None:
        """Resolve a seat's combat phase with rolled dice, changing the places."""
        faces = [dice.randrange(6) for _ in range(12)]
        for fight in self.skirmish.combat(at, seat, self.prospects.view(at, left)).fights:
            face = faces[fight.aims[0] % 12]
            result = CRT.rows[face][fight.column] if fight.column >= 0 else C
            hexes = [at[i] for i in fight.aims]
            if result == DE:
                _remove(at, fight.aims)
                self._enter(at, fight.team, hexes)
            elif result == AE:
                _remove(at, fight.team)
            elif result == EX:
                _remove(at, fight.team_pays)
                _remove(at, fight.aims_pay)
                self._enter(at, fight.team, hexes)
            elif self.skirmish.setting.cannon:
                for h in set(hexes):
                    holders = [i for i in fight.aims if at[i] == h]
                    if all(1 << i & CANNONS for i in holders):
                        _remove(at, holders)

    def _enter(self, at: list[int], team: Sequence[int], hexes: Sequence[int]) -> None:
        """Advance infantry into a town hex that has been vacated."""
        adjacent = self.skirmish.ground.adjacent
        for h in hexes:
            if self.town >> h & 1 and h not in at:
                for slot in team:
                    here = at[slot]
                    near = here >= 0 and adjacent[here] >> h & 1 and not self.town >> here & 1
                    if near and 1 << slot & ARM[INFANTRY]:
                        at[slot] = h
                        break


def _remove(at: list[int], slots: Sequence[int]) -> None:
    for slot in slots:
        at[slot] = OUT
