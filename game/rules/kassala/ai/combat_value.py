"""The expected result of the compulsory combat of a position, with attacks taken as independent of each other.

A quick estimate for the search, which evaluates many positions. Actual decisions in a game are evaluated exactly, by
applying the rules to every face of the die.
"""

from __future__ import annotations

from typing import NamedTuple

from game.board.hexgrid import Hex
from game.core.indices import Seat, Slot, bits, other, slots_in
from game.rules.kassala.ai.fights import Aims, ExpectedFight, Fights, Team
from game.rules.kassala.ai.prospects import Prospects, View
from game.rules.kassala.state import OUT, KassalaSetting
from game.rules.kassala.units import CHRISTIAN, MOSLEM, SIDE

IMPOSSIBLE = -1e9
"""The value of a pairing that leaves a unit without an opponent."""
EXACT = 12
"""The most attackers and targets in a tangle for which every pairing is tried."""


class Expected(NamedTuple):
    """The attacker's expected result of a whole combat phase."""

    gain: float
    lost: dict[Slot, float]
    """Slot -> the unit's chance of being lost; a unit that is not listed is not at risk."""


NOTHING = Expected(0.0, {})


class CombatEstimator:
    """Expected results of combat phases in one setting, cached."""

    def __init__(self, setting: KassalaSetting, prospects: Prospects) -> None:
        self.setting = setting
        self.prospects = prospects
        self.ground = setting.ground
        self.fights = Fights(setting, prospects)
        self._adjacent = (*self.ground.adjacent, 0, 0)
        """For each hex the mask of the adjacent hexes; empty for the places OUT and WAITING, which are the last two."""
        self._bit = (*(1 << h for h in range(len(self.ground.ids))), 0, 0)
        self._combats: dict[tuple[object, ...], Expected] = {}
        self._tangles: dict[tuple[object, ...], tuple[float, tuple[ExpectedFight, ...]]] = {}

    def combat(self, at: list[Hex], seat: Seat, view: View, done: int = 0, duty: int = -1) -> Expected:
        """The expected result of a seat's combat phase in a position, valued by a view of the position after it.

        Only units adjacent to enemies matter; units in the mask ``done`` or outside the mask ``duty`` are ignored.
        """
        adjacent, bit, open_units = self._adjacent, self._bit, ~done & duty
        if open_units != -1:
            at = [h if open_units >> slot & 1 else OUT for slot, h in enumerate(at)]
        zone = 0
        their_slots, our_slots = _SLOTS[other(seat)], _SLOTS[seat]
        foes = at[their_slots[0]:their_slots[-1] + 1]
        for h in foes:
            zone |= adjacent[h]
        own = at[our_slots[0]:our_slots[-1] + 1]
        ours = [(slot, h) for slot, h in zip(our_slots, own, strict=True) if zone & bit[h]]
        if not ours:
            return NOTHING
        touched = 0
        for _, h in ours:
            touched |= adjacent[h]
        theirs: dict[Hex, list[Slot]] = {}
        for slot, h in zip(their_slots, foes, strict=True):
            if touched & bit[h]:
                theirs.setdefault(h, []).append(slot)
        groups = tuple([(h, tuple(units)) for h, units in theirs.items()])
        key = (tuple(ours), groups, view)
        found = self._combats.get(key)
        if found is None:
            if len(self._combats) > 100_000:
                self._combats.clear()
            found = self._combats[key] = self._combat(ours, groups, view)
        return found

    def _combat(self, ours: list[tuple[Slot, Hex]], groups: Aims, view: View) -> Expected:
        gain = 0.0
        lost: dict[Slot, float] = {}
        for attackers, targets in self._split(ours, groups):
            value, fights = self._tangle(attackers, targets, view)
            gain += value
            for fight in fights:
                lost.update(fight.lost)
        return Expected(gain, lost)

    def _split(self, ours: list[tuple[Slot, Hex]], groups: Aims) -> list[tuple[Team, Aims]]:
        """The tangles: groups of attackers and targets that are independent of each other."""
        if len(groups) == 1 or len(ours) == 1:
            return [(tuple(sorted(ours)), tuple(sorted(groups)))]
        adjacent = self.ground.adjacent
        rest = list(groups)
        free = list(ours)
        tangles = []
        while rest:
            targets = [rest.pop()]
            attackers: list[tuple[Slot, Hex]] = []
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
        attackers: Team,
        groups: Aims,
        view: View,
    ) -> tuple[float, tuple[ExpectedFight, ...]]:
        key = (attackers, groups, view)
        found = self._tangles.get(key)
        if found is None:
            if len(self._tangles) > 50_000:
                self._tangles.clear()
            if self.setting.cannon:
                targets = [(h, units) for h, units in groups]
            else:
                targets = [(h, (unit,)) for h, units in groups for unit in units]
            if len(attackers) + len(targets) > EXACT:
                found = self._quick_pairing(attackers, targets, view)
            else:
                found = self._pair(attackers, targets, view)
            self._tangles[key] = found
        return found

    def _pair(
        self,
        attackers: Team,
        targets: list[tuple[Hex, tuple[Slot, ...]]],
        view: View,
    ) -> tuple[float, tuple[ExpectedFight, ...]]:
        """The best pairing: every target is attacked once, every attacker is used once."""
        if len(targets) == 1 or len(attackers) == 1:
            fight = self.fights.fight(attackers, tuple(targets), view)
            return fight.gain, (fight,)
        adjacent = self.ground.adjacent
        near = [
            sum(1 << t for t, (there, _) in enumerate(targets) if adjacent[h] >> there & 1) for _, h in attackers
        ]
        touching = [sum(1 << a for a in range(len(attackers)) if near[a] >> t & 1) for t in range(len(targets))]
        memo: dict[tuple[int, int], tuple[float, tuple[ExpectedFight, ...]]] = {}

        def best(free: int, rest: int) -> tuple[float, tuple[ExpectedFight, ...]]:
            if not rest:
                return (IMPOSSIBLE, ()) if free else (0.0, ())
            if not free:
                return IMPOSSIBLE, ()
            key = (free, rest)
            if key in memo:
                return memo[key]
            value: tuple[float, tuple[ExpectedFight, ...]] = (IMPOSSIBLE, ())
            first = rest & -rest
            pool = touching[first.bit_length() - 1] & free
            team = pool
            while team:
                common = rest & ~first
                for a in bits(team):
                    common &= near[a]
                more = common if common and (team & (team - 1) == 0 or common & (common - 1) == 0) else 0
                extra = more
                while True:
                    value = max(value, self._with_fight(attackers, targets, team, first | extra, view,
                                                        best(free & ~team, rest & ~(first | extra))),
                                key=_gain_of)
                    if not extra:
                        break
                    extra = extra - 1 & more
                team = team - 1 & pool
            memo[key] = value
            return value

        return best((1 << len(attackers)) - 1, (1 << len(targets)) - 1)

    def _with_fight(
        self,
        attackers: Team,
        targets: list[tuple[Hex, tuple[Slot, ...]]],
        team: int,
        aims: int,
        view: View,
        others: tuple[float, tuple[ExpectedFight, ...]],
    ) -> tuple[float, tuple[ExpectedFight, ...]]:
        if others[0] <= IMPOSSIBLE:
            return others
        fight = self.fights.fight(
            tuple(attackers[a] for a in bits(team)), tuple(targets[t] for t in bits(aims)), view
        )
        return fight.gain + others[0], (fight, *others[1])

    def _quick_pairing(
        self,
        attackers: Team,
        targets: list[tuple[Hex, tuple[Slot, ...]]],
        view: View,
    ) -> tuple[float, tuple[ExpectedFight, ...]]:
        """A pairing for a tangle too large to try all: each attacker attacks an adjacent target that has no attacker
        yet, if there is one; of several, the most valuable."""
        adjacent = self.ground.adjacent
        teams: dict[int, list[tuple[Slot, Hex]]] = {t: [] for t in range(len(targets))}
        price = [self.prospects.worth(units[0], h, view) for h, units in targets]
        order = sorted(attackers, key=lambda pair: sum(adjacent[pair[1]] >> there & 1 for there, _ in targets))
        for pair in order:
            near = [t for t, (there, _) in enumerate(targets) if adjacent[pair[1]] >> there & 1]
            teams[min(near, key=lambda t: (len(teams[t]) > 0, -price[t]))].append(pair)
        fights = [
            self.fights.fight(tuple(team), (targets[t],), view) for t, team in teams.items() if team
        ]
        return sum(fight.gain for fight in fights), tuple(fights)


def _gain_of(pair: tuple[float, tuple[ExpectedFight, ...]]) -> float:
    return pair[0]


_SLOTS = tuple(slots_in(SIDE[seat]) for seat in (MOSLEM, CHRISTIAN))
"""For each seat its slots; the roster lists one side after the other."""
