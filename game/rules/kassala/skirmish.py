"""What the compulsory combat of a position may be expected to bring, attacks taken as independent of each other.

An estimate for looking ahead over many positions quickly. What is decided at the table is weighed exactly, by
applying the rules to every face; the strengths here must agree with ``odds``.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from game.rules.kassala.ground import BONUS, TRENCH, WADI
from game.rules.kassala.odds import AE, CRT, DE, EX
from game.rules.kassala.prospects import Prospects, stake
from game.rules.kassala.state import Setting
from game.rules.kassala.units import ARM, CANNONS, CAVALRY, CHRISTIAN, INFANTRY, MOSLEM, ROSTER, SIDE

IMPOSSIBLE = -1e9
EXACT = 12
"""Units in one tangle up to which every pairing is tried."""


class Odds(NamedTuple):
    """Chances of the results of one column, in sixths."""

    defender: int
    attacker: int
    exchange: int
    contact: int


def _odds(column: int) -> Odds:
    results = [row[column] for row in CRT.rows]
    count = {name: results.count(name) for name in (DE, AE, EX)}
    return Odds(count[DE], count[AE], count[EX], 6 - sum(count.values()))


COLUMNS = tuple(_odds(column) for column in range(len(CRT.columns)))


@cache
def base_column(attack: int, defence: int) -> int:
    """The column for two totals."""
    return CRT.column(attack, defence)


class Fight(NamedTuple):
    """What one attack is expected to bring the attacker, and each unit's chance to be lost."""

    gain: float
    lost: tuple[tuple[int, float], ...]


class Outlook(NamedTuple):
    """What the whole combat portion is expected to bring the attacker."""

    gain: float
    lost: dict[int, float]
    """Slot -> chance to be lost; units missing are not at risk."""


class Skirmish:
    """Expected results of combats in one setting. Remembers what it has worked out."""

    def __init__(self, setting: Setting, prospects: Prospects) -> None:
        self.setting = setting
        self.prospects = prospects
        ground = setting.ground
        self.ground = ground
        count = len(ground.ids)
        self.penalty = [[0] * count for _ in range(count)]
        """Points a unit loses attacking from one hex into another (II.E.9, II.E.10)."""
        self.barred = [0] * count
        """For each hex the neighbours cavalry cannot enter from it."""
        for a in range(count):
            for b in slots_of(ground.adjacent[a]):
                features = ground.features(a, b)
                self.penalty[a][b] = sum(features.get(kind, False) for kind in (WADI, TRENCH))
                if WADI in features or b in ground.town:
                    self.barred[a] |= 1 << b
        self.bonus = [BONUS.get(ground.town.get(h, ""), 0) for h in range(count)]
        self._tangles: dict[tuple[object, ...], tuple[float, tuple[Fight, ...]]] = {}
        self._fights: dict[tuple[object, ...], Fight] = {}

    def worth(self, slot: int, h: int, left: int, holders: tuple[int, int]) -> float:
        """What losing a unit in a hex costs its side; the last holder of a town costs the town."""
        town = self.ground.town_mask >> h & 1
        value = self.prospects.unit(slot, h, left)
        if town and ROSTER[slot].seat == CHRISTIAN:
            which = 0 if self.prospects.towns[0] >> h & 1 else 1
            value += stake(left) / max(1, holders[which]) ** 1.3
        return value

    def combat(self, at: list[int], seat: int, left: int, done: int = 0, duty: int = -1) -> Outlook:
        """The combat portion of a seat with units where they are; ``left`` counts the player turns after it."""
        ground = self.ground
        adjacent = ground.adjacent
        theirs: dict[int, list[int]] = {}
        open_units = ~done & duty
        for slot in _SLOTS[1 - seat]:
            h = at[slot]
            if h >= 0 and open_units >> slot & 1:
                theirs.setdefault(h, []).append(slot)
        occupied = 0
        for h in theirs:
            occupied |= 1 << h
        ours = []
        touched = 0
        for slot in _SLOTS[seat]:
            h = at[slot]
            if h >= 0 and adjacent[h] & occupied and open_units >> slot & 1:
                ours.append((slot, h))
                touched |= adjacent[h] & occupied
        if not ours:
            return Outlook(0.0, {})
        holders = self.holders(at)
        groups = [(h, tuple(units)) for h, units in theirs.items() if touched >> h & 1]
        gain = 0.0
        lost: dict[int, float] = {}
        for attackers, targets in self._split(ours, groups):
            value, fights = self._tangle(attackers, targets, left, holders)
            gain += value
            for fight in fights:
                lost.update(fight.lost)
        return Outlook(gain, lost)

    def holders(self, at: list[int]) -> tuple[int, int]:
        """How many Christian units stand in each town."""
        udaka, kassala = self.prospects.towns
        u = k = 0
        for slot in _SLOTS[CHRISTIAN]:
            h = at[slot]
            if h >= 0:
                u += udaka >> h & 1
                k += kassala >> h & 1
        return u, k

    def _split(
        self, ours: list[tuple[int, int]], groups: list[tuple[int, tuple[int, ...]]]
    ) -> list[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, tuple[int, ...]], ...]]]:
        """Tangles that have nothing to do with each other."""
        adjacent = self.ground.adjacent
        rest = list(groups)
        free = list(ours)
        tangles = []
        while rest:
            targets = [rest.pop()]
            attackers: list[tuple[int, int]] = []
            grown = True
            while grown:
                grown = False
                reach = 0
                for h, _ in targets:
                    reach |= adjacent[h]
                joined = [pair for pair in free if reach >> pair[1] & 1]
                if joined:
                    grown = True
                    attackers += joined
                    free = [pair for pair in free if not reach >> pair[1] & 1]
                    reach = 0
                    for _, h in attackers:
                        reach |= adjacent[h]
                    more = [group for group in rest if reach >> group[0] & 1]
                    targets += more
                    rest = [group for group in rest if not reach >> group[0] & 1]
            tangles.append((tuple(sorted(attackers)), tuple(sorted(targets))))
        return tangles

    def _tangle(
        self,
        attackers: tuple[tuple[int, int], ...],
        groups: tuple[tuple[int, tuple[int, ...]], ...],
        left: int,
        holders: tuple[int, int],
    ) -> tuple[float, tuple[Fight, ...]]:
        key = (attackers, groups, left, holders)
        found = self._tangles.get(key)
        if found is None:
            if len(self._tangles) > 50_000:
                self._tangles.clear()
            if self.setting.cannon:
                targets = [(h, units) for h, units in groups]
            else:
                targets = [(h, (unit,)) for h, units in groups for unit in units]
            if len(attackers) + len(targets) > EXACT:
                found = self._hasty(attackers, targets, left, holders)
            else:
                found = self._pair(attackers, targets, left, holders)
            self._tangles[key] = found
        return found

    def _pair(
        self,
        attackers: tuple[tuple[int, int], ...],
        targets: list[tuple[int, tuple[int, ...]]],
        left: int,
        holders: tuple[int, int],
    ) -> tuple[float, tuple[Fight, ...]]:
        """The best pairing of all: every target attacked once, every attacker used once."""
        adjacent = self.ground.adjacent
        near = [
            sum(1 << t for t, (there, _) in enumerate(targets) if adjacent[h] >> there & 1) for _, h in attackers
        ]
        touching = [sum(1 << a for a in range(len(attackers)) if near[a] >> t & 1) for t in range(len(targets))]
        memo: dict[tuple[int, int], tuple[float, tuple[Fight, ...]]] = {}

        def best(free: int, rest: int) -> tuple[float, tuple[Fight, ...]]:
            if not rest:
                return (IMPOSSIBLE, ()) if free else (0.0, ())
            if not free:
                return IMPOSSIBLE, ()
            key = (free, rest)
            if key in memo:
                return memo[key]
            value: tuple[float, tuple[Fight, ...]] = (IMPOSSIBLE, ())
            first = rest & -rest
            pool = touching[first.bit_length() - 1] & free
            team = pool
            while team:
                common = rest & ~first
                for a in slots_of(team):
                    common &= near[a]
                more = common if common and (team & (team - 1) == 0 or common & (common - 1) == 0) else 0
                extra = more
                while True:
                    value = max(value, self._with(attackers, targets, team, first | extra, left, holders,
                                                  best(free & ~team, rest & ~(first | extra))),
                                key=_first)
                    if not extra:
                        break
                    extra = extra - 1 & more
                team = team - 1 & pool
            memo[key] = value
            return value

        return best((1 << len(attackers)) - 1, (1 << len(targets)) - 1)

    def _with(
        self,
        attackers: tuple[tuple[int, int], ...],
        targets: list[tuple[int, tuple[int, ...]]],
        team: int,
        aims: int,
        left: int,
        holders: tuple[int, int],
        others: tuple[float, tuple[Fight, ...]],
    ) -> tuple[float, tuple[Fight, ...]]:
        if others[0] <= IMPOSSIBLE:
            return others
        fight = self.fight(
            tuple(attackers[a] for a in slots_of(team)), tuple(targets[t] for t in slots_of(aims)), left, holders
        )
        return fight.gain + others[0], (fight, *others[1])

    def _hasty(
        self,
        attackers: tuple[tuple[int, int], ...],
        targets: list[tuple[int, tuple[int, ...]]],
        left: int,
        holders: tuple[int, int],
    ) -> tuple[float, tuple[Fight, ...]]:
        """A pairing for a tangle too large to try them all: each attacker on the target it touches that has fewest."""
        adjacent = self.ground.adjacent
        teams: dict[int, list[tuple[int, int]]] = {t: [] for t in range(len(targets))}
        order = sorted(attackers, key=lambda pair: sum(adjacent[pair[1]] >> there & 1 for there, _ in targets))
        for pair in order:
            near = [t for t, (there, _) in enumerate(targets) if adjacent[pair[1]] >> there & 1]
            teams[min(near, key=lambda t: (len(teams[t]) > 0, -self.worth(targets[t][1][0], targets[t][0], left,
                                                                          holders)))].append(pair)
        fights = [
            self.fight(tuple(team), (targets[t],), left, holders) for t, team in teams.items() if team
        ]
        return sum(fight.gain for fight in fights), tuple(fights)

    def fight(
        self,
        team: tuple[tuple[int, int], ...],
        aims: tuple[tuple[int, tuple[int, ...]], ...],
        left: int,
        holders: tuple[int, int],
    ) -> Fight:
        """One attack: attackers as (slot, hex), targets as (hex, slots)."""
        key = (team, aims, left, holders)
        found = self._fights.get(key)
        if found is None:
            if len(self._fights) > 100_000:
                self._fights.clear()
            found = self._fights[key] = self._fight(team, aims, left, holders)
        return found

    def column(self, team: tuple[tuple[int, int], ...], aims: tuple[tuple[int, tuple[int, ...]], ...]) -> int:
        """The column an attack is resolved on. Must agree with ``odds.column``."""
        attack = arms = 0
        for slot, here in team:
            bit = 1 << slot
            arms |= bit
            worst = 0
            if not bit & CANNONS:
                worst = self._reduction(here, aims)
            attack += ROSTER[slot].strength - worst
        defence = sum(self.bonus[h] + sum(ROSTER[i].strength for i in units) for h, units in aims)
        index = base_column(attack, defence)
        if self.setting.mixed and arms & ARM[INFANTRY] and arms & ARM[CAVALRY]:
            index = min(index + 1, len(COLUMNS) - 1)
        return index

    def _reduction(self, here: int, aims: tuple[tuple[int, tuple[int, ...]], ...]) -> int:
        """Points an attacker loses: each kind of hex-side counts once, whatever lies beyond."""
        if len(aims) == 1:
            return self.penalty[here][aims[0][0]]
        adjacent = self.ground.adjacent[here]
        kinds = {
            kind
            for there, _ in aims
            if adjacent >> there & 1
            for kind, low in self.ground.features(here, there).items()
            if low
        }
        return len(kinds)

    def _fight(
        self,
        team: tuple[tuple[int, int], ...],
        aims: tuple[tuple[int, tuple[int, ...]], ...],
        left: int,
        holders: tuple[int, int],
    ) -> Fight:
        own = [(slot, self.worth(slot, h, left, holders)) for slot, h in team]
        enemy = [(slot, self.worth(slot, h, left, holders)) for h, units in aims for slot in units]
        own_worth, enemy_worth = sum(v for _, v in own), sum(v for _, v in enemy)
        ours, theirs = sum(ROSTER[i].strength for i, _ in own), sum(ROSTER[i].strength for i, _ in enemy)
        odds = COLUMNS[self.column(team, aims)]
        guns_only = self.setting.cannon and all(1 << i & CANNONS for i, _ in own)
        if guns_only:
            odds = Odds(0, 0, 0, 6)
        advance = self._advance(team, aims, left, holders)
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
        return Fight(gain / 6, tuple(chances.items()))

    def _advance(
        self,
        team: tuple[tuple[int, int], ...],
        aims: tuple[tuple[int, tuple[int, ...]], ...],
        left: int,
        holders: tuple[int, int],
    ) -> float:
        """What entering the vacated hex is worth: a town retaken, or one shut to those who would."""
        infantry = [(slot, h) for slot, h in team if 1 << slot & ARM[INFANTRY]]
        for there, _ in aims:
            if there in self.ground.town and any(self.ground.adjacent[h] >> there & 1 for _, h in infantry):
                which = 0 if self.prospects.towns[0] >> there & 1 else 1
                if 1 << team[0][0] & SIDE[MOSLEM]:
                    return 0.15 * stake(left) if left else 0.0
                return 0.0 if holders[which] else stake(left)
        return 0.0


def _first(pair: tuple[float, tuple[Fight, ...]]) -> float:
    return pair[0]


def _cheapest(units: list[tuple[int, float]], needed: int) -> list[tuple[int, float]]:
    """The losses that cost least among those worth at least ``needed`` strength points."""
    best, price = units, sum(value for _, value in units)
    for subset in range(1, 1 << len(units)):
        chosen = [unit for k, unit in enumerate(units) if subset >> k & 1]
        if sum(ROSTER[i].strength for i, _ in chosen) >= needed:
            cost = sum(value for _, value in chosen)
            if cost < price:
                best, price = chosen, cost
    return best


@cache
def slots_of(mask: int) -> tuple[int, ...]:
    """The bits of a mask, ascending."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


_SLOTS = tuple(tuple(unit.slot for unit in ROSTER if unit.seat == seat) for seat in (MOSLEM, CHRISTIAN))
