"""The expected result of the compulsory combat of a position, with attacks taken as independent of each other.

This is a quick estimate for the search, which evaluates many positions. Actual decisions in a game are evaluated
exactly, by applying the rules to every face of the die.

The attackers and targets in contact form a graph. Its connected components are independent of each other; in each, the
attackers and targets are paired for the greatest gain.
"""

from __future__ import annotations

from typing import NamedTuple

from game.board.hexgrid import Hex
from game.core.indices import Seat, Slot, bits, other, slots_in
from game.rules.kassala.ai.fights import ExpectedFight, Fights, Targets, Team
from game.rules.kassala.ai.prospects import Prospects, ValueContext
from game.rules.kassala.state import OUT, KassalaSetting
from game.rules.kassala.units import CHRISTIAN, MOSLEM, SIDE_UNITS

IMPOSSIBLE_PAIRING = -1e9
"""The value of a pairing that leaves a unit without an opponent."""
MOST_PAIRED_EXACTLY = 12
"""The most attackers and targets in a component for which every pairing is tried; more would take too long."""
MOST_CACHED_COMBATS = 100_000
"""The combat phases cached at a time, so that a long search does not fill the memory."""
MOST_CACHED_COMPONENTS = 50_000
"""The same for components."""

Pairing = tuple[float, tuple[ExpectedFight, ...]]
"""The attacker's gain of a pairing of attackers and targets, and its fights."""


class ExpectedCombat(NamedTuple):
    """The attacker's expected result of a whole combat phase."""

    gain: float
    """In score."""
    lost: dict[Slot, float]
    """Slot -> the unit's chance of being lost; a unit that is not listed is not at risk."""


NO_COMBAT = ExpectedCombat(0.0, {})


class CombatEstimator:
    """The expected results of combat phases in one setting, cached."""

    def __init__(self, setting: KassalaSetting, prospects: Prospects) -> None:
        self.setting = setting
        self.prospects = prospects
        self.ground = setting.ground
        self.fights = Fights(setting, prospects)
        self._adjacent = (*self.ground.adjacent, 0, 0)
        """For each hex the mask of the adjacent hexes; the places OUT = -1 and WAITING = -2 index the two zeros at the
        end."""
        self._bit = (*(1 << h for h in range(len(self.ground.ids))), 0, 0)
        """For each hex the mask of it alone, and the same two zeros."""
        self._combats: dict[tuple[object, ...], ExpectedCombat] = {}
        self._components: dict[tuple[object, ...], Pairing] = {}

    def expected(self, at: list[Hex], seat: Seat, context: ValueContext, fought: int = 0,
                 obliged: int = -1) -> ExpectedCombat:
        """The expected result of a seat's combat phase in a position. Only units adjacent to enemies matter.

        :param context: for the values of units after the phase.
        :param fought: the mask of units that are left out, because they have fought.
        :param obliged: the mask of units that fight; all by default.
        """
        adjacent, bit, open_units = self._adjacent, self._bit, ~fought & obliged
        if open_units != -1:
            at = [h if open_units >> slot & 1 else OUT for slot, h in enumerate(at)]
        zone = 0
        their_slots, our_slots = _SLOTS[other(seat)], _SLOTS[seat]
        their_hexes = at[their_slots[0]:their_slots[-1] + 1]
        for h in their_hexes:
            zone |= adjacent[h]
        our_hexes = at[our_slots[0]:our_slots[-1] + 1]
        ours = [(slot, h) for slot, h in zip(our_slots, our_hexes, strict=True) if zone & bit[h]]
        if not ours:
            return NO_COMBAT
        zone = 0
        for _, h in ours:
            zone |= adjacent[h]
        units_by_hex: dict[Hex, list[Slot]] = {}
        for slot, h in zip(their_slots, their_hexes, strict=True):
            if zone & bit[h]:
                units_by_hex.setdefault(h, []).append(slot)
        theirs = tuple([(h, tuple(units)) for h, units in units_by_hex.items()])
        key = (tuple(ours), theirs, context)
        result = self._combats.get(key)
        if result is None:
            if len(self._combats) > MOST_CACHED_COMBATS:
                self._combats.clear()
            result = self._combats[key] = self._combat(ours, theirs, context)
        return result

    def _combat(self, ours: list[tuple[Slot, Hex]], theirs: Targets, context: ValueContext) -> ExpectedCombat:
        total_gain = 0.0
        lost: dict[Slot, float] = {}
        for attackers, targets in self._split(ours, theirs):
            gain, fights = self._pair_component(attackers, targets, context)
            total_gain += gain
            for fight in fights:
                lost.update(fight.lost)
        return ExpectedCombat(total_gain, lost)

    def _split(self, ours: list[tuple[Slot, Hex]], theirs: Targets) -> list[tuple[Team, Targets]]:
        """The components: attackers and targets that are independent of all others."""
        if len(theirs) == 1 or len(ours) == 1:
            return [(tuple(sorted(ours)), tuple(sorted(theirs)))]
        adjacent = self.ground.adjacent
        remaining_targets = list(theirs)
        remaining_attackers = list(ours)
        components = []
        while remaining_targets:
            targets = [remaining_targets.pop()]
            attackers: list[tuple[Slot, Hex]] = []
            is_growing = True
            while is_growing:
                is_growing = False
                zone = 0
                for h, _ in targets:
                    zone |= adjacent[h]
                joining = [pair for pair in remaining_attackers if zone >> pair[1] & 1]
                if joining:
                    is_growing = True
                    attackers += joining
                    remaining_attackers = [pair for pair in remaining_attackers if not zone >> pair[1] & 1]
                    zone = 0
                    for _, h in attackers:
                        zone |= adjacent[h]
                    targets += [target for target in remaining_targets if zone >> target[0] & 1]
                    remaining_targets = [target for target in remaining_targets if not zone >> target[0] & 1]
            components.append((tuple(sorted(attackers)), tuple(sorted(targets))))
        return components

    def _pair_component(self, attackers: Team, target_hexes: Targets, context: ValueContext) -> Pairing:
        """The best pairing in a component, or a good one if there are too many units; cached."""
        key = (attackers, target_hexes, context)
        pairing = self._components.get(key)
        if pairing is None:
            if len(self._components) > MOST_CACHED_COMPONENTS:
                self._components.clear()
            if self.setting.cannon_option:  # a hex defends as a whole (ruling 7)
                targets = [(h, units) for h, units in target_hexes]
            else:
                targets = [(h, (unit,)) for h, units in target_hexes for unit in units]
            if len(attackers) + len(targets) > MOST_PAIRED_EXACTLY:
                pairing = self._quick_pairing(attackers, targets, context)
            else:
                pairing = self._best_pairing(attackers, targets, context)
            self._components[key] = pairing
        return pairing

    def _best_pairing(self, attackers: Team, targets: list[tuple[Hex, tuple[Slot, ...]]],
                      context: ValueContext) -> Pairing:
        """The pairing of the greatest gain: every target is attacked once, every attacker is used once."""
        if len(targets) == 1 or len(attackers) == 1:
            fight = self.fights.fight(attackers, tuple(targets), context)
            return fight.gain, (fight,)
        adjacent = self.ground.adjacent
        adjacent_targets = [
            sum(1 << t for t, (there, _) in enumerate(targets) if adjacent[h] >> there & 1) for _, h in attackers
        ]
        adjacent_attackers = [
            sum(1 << a for a in range(len(attackers)) if adjacent_targets[a] >> t & 1) for t in range(len(targets))]
        pairings: dict[tuple[int, int], Pairing] = {}

        def best(attackers_left: int, targets_left: int) -> Pairing:
            """The best pairing of the attackers and targets of two masks, over indices of the two sequences."""
            if not targets_left:
                return (IMPOSSIBLE_PAIRING, ()) if attackers_left else (0.0, ())
            if not attackers_left:
                return IMPOSSIBLE_PAIRING, ()
            key = (attackers_left, targets_left)
            if key in pairings:
                return pairings[key]
            pairing: Pairing = (IMPOSSIBLE_PAIRING, ())
            first_target = targets_left & -targets_left
            able = adjacent_attackers[first_target.bit_length() - 1] & attackers_left
            team = able
            while team:
                common_targets = targets_left & ~first_target
                for a in bits(team):
                    common_targets &= adjacent_targets[a]
                # To save time, several attackers are tried on a further target only if there is just one.
                is_tried = team.bit_count() == 1 or common_targets.bit_count() == 1
                further_targets = common_targets if is_tried else 0
                added = further_targets
                while True:
                    others = best(attackers_left & ~team, targets_left & ~(first_target | added))
                    with_fight = self._with_fight(attackers, targets, team, first_target | added, context, others)
                    pairing = max(pairing, with_fight, key=_gain_of)
                    if not added:
                        break
                    added = added - 1 & further_targets  # the next smaller subset
                team = team - 1 & able  # the next smaller subset
            pairings[key] = pairing
            return pairing

        return best((1 << len(attackers)) - 1, (1 << len(targets)) - 1)

    def _with_fight(self, attackers: Team, targets: list[tuple[Hex, tuple[Slot, ...]]], team: int, attacked: int,
                    context: ValueContext, others: Pairing) -> Pairing:
        """A pairing with one fight more.

        :param team: the mask of the fight's attackers, over indices of ``attackers``.
        :param attacked: the mask of the fight's targets, over indices of ``targets``.
        """
        if others[0] <= IMPOSSIBLE_PAIRING:
            return others
        fight = self.fights.fight(
            tuple(attackers[a] for a in bits(team)), tuple(targets[t] for t in bits(attacked)), context
        )
        return fight.gain + others[0], (fight, *others[1])

    def _quick_pairing(self, attackers: Team, targets: list[tuple[Hex, tuple[Slot, ...]]],
                       context: ValueContext) -> Pairing:
        """A pairing for a component too large to try all: each attacker attacks an adjacent target that has no attacker
        yet, if there is one; of several, the most valuable. Targets may be left unattacked, and a stack is valued by
        its first unit."""
        adjacent = self.ground.adjacent
        teams: dict[int, list[tuple[Slot, Hex]]] = {t: [] for t in range(len(targets))}
        values = [self.prospects.worth(units[0], h, context) for h, units in targets]
        order = sorted(attackers, key=lambda pair: sum(adjacent[pair[1]] >> there & 1 for there, _ in targets))
        for pair in order:
            adjacent_indices = [t for t, (there, _) in enumerate(targets) if adjacent[pair[1]] >> there & 1]
            teams[min(adjacent_indices, key=lambda t: (len(teams[t]) > 0, -values[t]))].append(pair)
        fights = [
            self.fights.fight(tuple(team), (targets[t],), context) for t, team in teams.items() if team
        ]
        return sum(fight.gain for fight in fights), tuple(fights)


def _gain_of(pairing: Pairing) -> float:
    return pairing[0]


_SLOTS = tuple(slots_in(SIDE_UNITS[seat]) for seat in (MOSLEM, CHRISTIAN))
"""For each seat its slots; the roster lists one side after the other."""
