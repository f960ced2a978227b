"""A quick estimate of the expected result of one attack. The strengths must agree with ``odds``."""

from __future__ import annotations

from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Slot
from game.rules.kassala.ai.prospects import Prospects, ValueContext
from game.rules.kassala.odds import AE, CRT, DE, EX, C, column_of
from game.rules.kassala.state import KassalaSetting
from game.rules.kassala.terrain import TOWN_BONUS
from game.rules.kassala.units import ARM_UNITS, CANNONS, CAVALRY, INFANTRY, MOSLEM, ROSTER, SIDE_UNITS

Team = tuple[tuple[Slot, Hex], ...]
"""Attackers as pairs of slot and hex."""
Targets = tuple[tuple[Hex, tuple[Slot, ...]], ...]
"""Targets as pairs of hex and slots."""

FACES = len(CRT.rows)
"""The number of faces of the die."""
SHUT_OUT_SHARE = 0.3
"""The share of a town's value to the Christians that Moslems gain who advance into it (0 to 1, chosen)."""
MOST_CACHED_FIGHTS = 100_000
"""The results cached at a time, so that a long search does not fill the memory."""


class ResultCounts(NamedTuple):
    """For each result of a column the number of faces that give it."""

    defender_eliminated: int
    attacker_eliminated: int
    exchange: int
    contact: int


def _count_results(column: int) -> ResultCounts:
    results = [row[column] for row in CRT.rows]
    return ResultCounts(results.count(DE), results.count(AE), results.count(EX), results.count(C))


COLUMN_RESULTS = tuple(_count_results(column) for column in range(len(CRT.columns)))
"""For each column of the results table, by index, its results."""
ALWAYS_CONTACT = ResultCounts(0, 0, 0, FACES)
"""The results of an attack by cannon alone (IV.A.7.c)."""


class ExpectedFight(NamedTuple):
    """The attacker's expected gain of one attack, and each unit's chance of being lost."""

    gain: float
    """In score, from -1 to 1."""
    lost: tuple[tuple[Slot, float], ...]
    """Each unit of the attack with its chance of being lost."""


class Fights:
    """The expected results of single attacks in one setting, cached."""

    def __init__(self, setting: KassalaSetting, prospects: Prospects) -> None:
        self.setting = setting
        self.prospects = prospects
        ground = setting.ground
        self.ground = ground
        count = len(ground.ids)
        self.penalty = [[0] * count for _ in range(count)]
        """The strength points that a unit loses when it attacks from one hex into another (II.E.9, II.E.10)."""
        for a in ground.index.values():
            for b in hexes_in(ground.adjacent[a]):
                self.penalty[a][b] = len(ground.weakening_hexsides(a, (b,)))
        self.bonus = [TOWN_BONUS.get(ground.town.get(h, ""), 0) for h in ground.index.values()]
        """For each hex the strength points that it adds to its defence (II.E.8)."""
        self._cached: dict[tuple[Team, Targets, ValueContext], ExpectedFight] = {}

    def fight(self, team: Team, targets: Targets, context: ValueContext) -> ExpectedFight:
        """The expected result of an attack; cached."""
        key = (team, targets, context)
        result = self._cached.get(key)
        if result is None:
            if len(self._cached) > MOST_CACHED_FIGHTS:
                self._cached.clear()
            result = self._cached[key] = self._fight(team, targets, context)
        return result

    def column(self, team: Team, targets: Targets) -> int:
        """The index of the column on which an attack is resolved. Must agree with ``odds.column``."""
        attack = attackers = 0
        for slot, here in team:
            bit = 1 << slot
            attackers |= bit
            penalty = 0
            if not bit & CANNONS:
                penalty = (self.penalty[here][targets[0][0]] if len(targets) == 1
                           else len(self.ground.weakening_hexsides(here, (there for there, _ in targets))))
            attack += ROSTER[slot].strength - penalty
        defence = sum(self.bonus[h] + sum(ROSTER[i].strength for i in units) for h, units in targets)
        is_mixed = self.setting.mixed_attacks and all(attackers & ARM_UNITS[arm] for arm in (INFANTRY, CAVALRY))
        return column_of(attack, defence, is_mixed)

    def _fight(self, team: Team, targets: Targets, context: ValueContext) -> ExpectedFight:
        own = [(slot, self.prospects.worth(slot, h, context)) for slot, h in self._affected(team, targets)]
        enemy = [(slot, self.prospects.worth(slot, h, context)) for h, units in targets for slot in units]
        own_worth, enemy_worth = sum(v for _, v in own), sum(v for _, v in enemy)
        ours, theirs = sum(ROSTER[i].strength for i, _ in own), sum(ROSTER[i].strength for i, _ in enemy)
        without_die = self.setting.cannon_option and all(1 << i & CANNONS for i, _ in team)
        counts = ALWAYS_CONTACT if without_die else COLUMN_RESULTS[self.column(team, targets)]
        advance = self._advance(team, targets, context)
        own_losses = own if ours <= theirs else _cheapest(own, theirs)
        enemy_losses = enemy if theirs <= ours else _cheapest(enemy, ours)
        gain = counts.defender_eliminated * (enemy_worth + advance) - counts.attacker_eliminated * own_worth
        gain += counts.exchange * (sum(v for _, v in enemy_losses) - sum(v for _, v in own_losses))
        if ours > theirs:
            gain += counts.exchange * advance
        chances = dict.fromkeys((i for i, _ in team), 0.0)
        chances.update(dict.fromkeys((i for i, _ in own), counts.attacker_eliminated / FACES))
        chances.update(dict.fromkeys((i for i, _ in enemy), counts.defender_eliminated / FACES))
        for i, _ in own_losses:
            chances[i] += counts.exchange / FACES
        for i, _ in enemy_losses:
            chances[i] += counts.exchange / FACES
        if counts.contact and not without_die:  # eliminates cannon alone in a hex (I.D, IV.A.4; ruling 11)
            for _, units in targets:
                if all(1 << i & CANNONS for i in units):
                    for i in units:
                        gain += counts.contact * next(v for j, v in enemy if j == i)
                        chances[i] += counts.contact / FACES
        return ExpectedFight(gain / FACES, tuple(chances.items()))

    def _affected(self, team: Team, targets: Targets) -> Team:
        """The attackers that a result affects: all but cannon that are next to none of the targets (IV.A.7.a)."""
        if not self.setting.cannon_option:
            return team
        adjacent = self.ground.adjacent
        return tuple((slot, here) for slot, here in team
                     if not 1 << slot & CANNONS or any(adjacent[here] >> there & 1 for there, _ in targets))

    def _advance(self, team: Team, targets: Targets, context: ValueContext) -> float:
        """The gain in score of an advance into a vacated town hex: the Christians retake the town, or the Moslems shut
        them out of it; 0 without such an advance."""
        infantry = [(slot, h) for slot, h in team if 1 << slot & ARM_UNITS[INFANTRY]]
        for there, _ in targets:
            if there in self.ground.town and any(self.ground.adjacent[h] >> there & 1 for _, h in infantry):
                town_index = 0 if self.prospects.towns[0] >> there & 1 else 1
                entry = self.prospects.entry(context)
                if 1 << team[0][0] & SIDE_UNITS[MOSLEM]:
                    return SHUT_OUT_SHARE * entry if context.turns_left else 0.0
                return 0.0 if context.holders[town_index] else entry
        return 0.0


def _cheapest(units: list[tuple[Slot, float]], needed: int) -> list[tuple[Slot, float]]:
    """The losses of least value among those with at least ``needed`` strength points.

    :param units: each with its value; all are returned if no fewer are enough.
    """
    best, lowest_cost = units, sum(value for _, value in units)
    for subset in range(1, 1 << len(units)):
        chosen = [unit for k, unit in enumerate(units) if subset >> k & 1]
        if sum(ROSTER[i].strength for i, _ in chosen) >= needed:
            cost = sum(value for _, value in chosen)
            if cost < lowest_cost:
                best, lowest_cost = chosen, cost
    return best
