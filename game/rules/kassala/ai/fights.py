"""A quick estimate of the expected result of one attack. The strengths must agree with ``odds``."""

from __future__ import annotations

from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Slot
from game.rules.kassala.ai.prospects import Prospects, View
from game.rules.kassala.odds import AE, CRT, DE, EX, column_of
from game.rules.kassala.state import KassalaSetting
from game.rules.kassala.terrain import TOWN_BONUS
from game.rules.kassala.units import ARM, CANNONS, CAVALRY, INFANTRY, MOSLEM, ROSTER, SIDE

Team = tuple[tuple[Slot, Hex], ...]
"""Attackers as pairs of slot and hex."""
Aims = tuple[tuple[Hex, tuple[Slot, ...]], ...]
"""Targets as pairs of hex and slots."""


class Odds(NamedTuple):
    """The chances of the results of one column, in sixths."""

    defender: int
    attacker: int
    exchange: int
    contact: int


def _odds(column: int) -> Odds:
    results = [row[column] for row in CRT.rows]
    count = {name: results.count(name) for name in (DE, AE, EX)}
    return Odds(count[DE], count[AE], count[EX], 6 - sum(count.values()))


COLUMNS = tuple(_odds(column) for column in range(len(CRT.columns)))


class ExpectedFight(NamedTuple):
    """The attacker's expected gain of one attack, and each unit's chance of being lost."""

    gain: float
    lost: tuple[tuple[Slot, float], ...]


class Fights:
    """Expected results of single attacks in one setting, cached."""

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
        self._known: dict[tuple[Team, Aims, View], ExpectedFight] = {}

    def fight(self, team: Team, aims: Aims, view: View) -> ExpectedFight:
        """The expected result of an attack; cached."""
        key = (team, aims, view)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 100_000:
                self._known.clear()
            found = self._known[key] = self._fight(team, aims, view)
        return found

    def column(self, team: Team, aims: Aims) -> int:
        """The column on which an attack is resolved. Must agree with ``odds.column``."""
        attack = arms = 0
        for slot, here in team:
            bit = 1 << slot
            arms |= bit
            worst = 0
            if not bit & CANNONS:
                worst = (self.penalty[here][aims[0][0]] if len(aims) == 1
                         else len(self.ground.weakening_hexsides(here, (there for there, _ in aims))))
            attack += ROSTER[slot].strength - worst
        defence = sum(self.bonus[h] + sum(ROSTER[i].strength for i in units) for h, units in aims)
        mixed = self.setting.mixed and bool(arms & ARM[INFANTRY]) and bool(arms & ARM[CAVALRY])
        return column_of(attack, defence, mixed)

    def _fight(self, team: Team, aims: Aims, view: View) -> ExpectedFight:
        own = [(slot, self.prospects.worth(slot, h, view)) for slot, h in team]
        enemy = [(slot, self.prospects.worth(slot, h, view)) for h, units in aims for slot in units]
        own_worth, enemy_worth = sum(v for _, v in own), sum(v for _, v in enemy)
        ours, theirs = sum(ROSTER[i].strength for i, _ in own), sum(ROSTER[i].strength for i, _ in enemy)
        odds = COLUMNS[self.column(team, aims)]
        if self.setting.cannon and all(1 << i & CANNONS for i, _ in own):
            odds = Odds(0, 0, 0, 6)
        advance = self._advance(team, aims, view)
        own_paid = own if ours <= theirs else _cheapest(own, theirs)
        enemy_paid = enemy if theirs <= ours else _cheapest(enemy, ours)
        gain = odds.defender * (enemy_worth + advance) - odds.attacker * own_worth
        gain += odds.exchange * (sum(v for _, v in enemy_paid) - sum(v for _, v in own_paid))
        if ours > theirs:
            gain += odds.exchange * advance
        chances = dict.fromkeys((i for i, _ in own), odds.attacker / 6)
        chances.update(dict.fromkeys((i for i, _ in enemy), odds.defender / 6))
        for i, _ in own_paid:
            chances[i] += odds.exchange / 6
        for i, _ in enemy_paid:
            chances[i] += odds.exchange / 6
        if self.setting.cannon and odds.contact:
            for _, units in aims:
                if all(1 << i & CANNONS for i in units):
                    for i in units:
                        gain += odds.contact * next(v for j, v in enemy if j == i)
                        chances[i] += odds.contact / 6
        return ExpectedFight(gain / 6, tuple(chances.items()))

    def _advance(self, team: Team, aims: Aims, view: View) -> float:
        """The value of an advance into the vacated hex: the Christians retake a town, or the Moslems shut them out of
        one."""
        infantry = [(slot, h) for slot, h in team if 1 << slot & ARM[INFANTRY]]
        for there, _ in aims:
            if there in self.ground.town and any(self.ground.adjacent[h] >> there & 1 for _, h in infantry):
                which = 0 if self.prospects.towns[0] >> there & 1 else 1
                entry = self.prospects.entry(view)
                if 1 << team[0][0] & SIDE[MOSLEM]:
                    return 0.3 * entry if view.left else 0.0
                return 0.0 if view.holders[which] else entry
        return 0.0


def _cheapest(units: list[tuple[Slot, float]], needed: int) -> list[tuple[Slot, float]]:
    """The cheapest losses among those with at least ``needed`` strength points."""
    best, price = units, sum(value for _, value in units)
    for subset in range(1, 1 << len(units)):
        chosen = [unit for k, unit in enumerate(units) if subset >> k & 1]
        if sum(ROSTER[i].strength for i, _ in chosen) >= needed:
            cost = sum(value for _, value in chosen)
            if cost < price:
                best, price = chosen, cost
    return best
