"""The threats of the side about to move: its possible concentrations, and their expected gain."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Seat, Slot, other
from game.rules.kassala.ai.combat_value import CombatEstimator
from game.rules.kassala.ai.fights import Team
from game.rules.kassala.ai.prospects import Prospects, View
from game.rules.kassala.state import OUT, zone_of_control
from game.rules.kassala.units import CANNONS, CHRISTIAN, MOSLEM, ROSTER

LIKELY = (0.2, 0.5)
"""For each seat, the share that counts of the gain from bringing up more units; the gain of units in contact counts
fully."""
CERTAIN = 8
"""Player turns to come from which this share grows, up to 1 in the last turn: such an attack will hardly be
postponed."""
TAKEN_AS_LOST = 0.5
"""The chance of being lost in the present combat above which a unit counts as lost."""
ROUNDS = 2
"""The number of successive concentrations in the search."""


ANSWER = 0.5
"""The share of the defender's gain in its next turn, by units in contact, that counts."""

Views = tuple[View, ...]


def views(prospects: Prospects, at: Sequence[Hex], left: int) -> Views:
    """The views with ``left`` player turns to come and after the next two player turns, as far as the game lasts."""
    holders = prospects.holders(at)
    return tuple(View(n, holders) for n in range(left, max(-1, left - 3), -1))


class Threats:
    """Estimates of the other side's next player turn in one setting."""

    def __init__(self, skirmish: CombatEstimator) -> None:
        self.skirmish = skirmish
        self.ground = skirmish.ground
        self._ends: dict[tuple[int, int, int, int], int] = {}
        self._areas: dict[tuple[int, int], int] = {}

    def ends(self, slot: Slot, here: Hex, zone: int, enemy: int) -> int:
        """The mask of hexes in which a unit that may move can end its move, ignoring friendly units."""
        area = self._areas.get((slot, here))
        if area is None:
            area = 0
            for _, routes in self.ground.routes(slot, here):
                for route in routes:
                    area |= route.whole
            self._areas[slot, here] = area
        key = (slot, here, zone & area, enemy & area)
        found = self._ends.get(key)
        if found is None:
            found = 0
            for bit, routes in self.ground.routes(slot, here):
                if not bit & enemy and any(not (r.interior & zone or r.whole & enemy) for r in routes):
                    found |= bit
            if len(self._ends) > 100_000:
                self._ends.clear()
            self._ends[key] = found
        return found

    def reply(self, at: Sequence[Hex], seat: Seat, views: Views, lost: dict[Slot, float]) -> float:
        """The expected gain of the seat about to move in its player turn.

        :param lost: slot -> the chance that the unit is lost before that; units likely to be lost are left out.
        """
        return self.move_up(self.survivors(at, lost), seat, views)

    @staticmethod
    def survivors(at: Sequence[Hex], lost: dict[Slot, float]) -> list[Hex]:
        """Slot -> the unit's place after units likely to be lost have been removed.

        :param lost: slot -> the chance that a unit is lost.
        """
        places = list(at)
        for slot, chance in lost.items():
            if chance > TAKEN_AS_LOST:
                places[slot] = OUT
        return places

    def move_up(self, places: list[Hex], seat: Seat, views: Views) -> float:
        """Move the units of the seat about to move for the greatest gain (``places`` is changed); returns the gain.

        Units in contact fight in any case; other units move up if that gains more.

        :param views: the views after its turn, and after the following turn if there is one.
        """
        adjacent = self.ground.adjacent
        enemy, own, mobile = self.mobile(places, seat)
        gain = base = self.gain(places, (), seat, views)
        for _ in range(ROUNDS):
            best: tuple[float, Team] = (gain + 1e-6, ())
            reach = 0
            for _, ends in mobile:
                reach |= ends
            for h in hexes_in(enemy & zone_of_control(self.ground, reach)):
                team = self.team(h, adjacent[h] & ~enemy & ~own, mobile)
                if team:
                    best = max(best, (self.gain(places, team, seat, views), team))
            if seat == CHRISTIAN:
                for team, value in self._town_entries(places, mobile, enemy, views[0].left):
                    best = max(best, (self.gain(places, team, seat, views) + value, team))
            gain, chosen = best
            if not chosen:
                break
            for slot, end in chosen:
                own = own & ~(1 << places[slot]) | 1 << end
                places[slot] = end
            moved = {slot for slot, _ in chosen}
            mobile = [unit for unit in mobile if unit[0] not in moved]
        likely = max(LIKELY[seat], 1 - views[0].left / CERTAIN)
        return base + likely * (gain - base)

    def mobile(self, places: Sequence[Hex], seat: Seat) -> tuple[int, int, list[tuple[Slot, int]]]:
        """The masks of the hexes of a seat's enemies and of its own units; and its units that may move, the strongest
        first, each with the mask of hexes it can move to, ignoring friendly units."""
        adjacent = self.ground.adjacent
        enemy = zone = own = 0
        for slot in _SLOTS[other(seat)]:
            h = places[slot]
            if h >= 0:
                enemy |= 1 << h
                zone |= adjacent[h]
        found: list[tuple[Slot, int]] = []
        for slot in _SLOTS[seat]:
            h = places[slot]
            if h < 0:
                continue
            own |= 1 << h
            if not zone >> h & 1 and not 1 << slot & CANNONS:
                ends = self.ends(slot, h, zone, enemy)
                if ends:
                    found.append((slot, ends))
        return enemy, own, found

    def strongest(self, places: Sequence[Hex], h: Hex, seat: Seat) -> int:
        """The column of the strongest attack that a seat can make on a hex in its next player turn; -1 for none."""
        enemy, own, mobile = self.mobile(places, seat)
        around = self.ground.adjacent[h]
        near = tuple((slot, places[slot]) for slot in _SLOTS[seat] if places[slot] >= 0 and around >> places[slot] & 1)
        stuck = {slot for slot, _ in near}
        come = self.team(h, around & ~enemy & ~own, [unit for unit in mobile if unit[0] not in stuck])
        team = tuple(sorted((*near, *come)))
        held = tuple(slot for slot in _SLOTS[other(seat)] if places[slot] == h)
        return self.skirmish.fights.column(team, ((h, held),)) if team and held else -1

    def gain(self, places: list[Hex], team: Team, seat: Seat, views: Views) -> float:
        """The attacker's gain of the combat phase after a team has moved up, less the cost of the enemy's answer."""
        before = [places[slot] for slot, _ in team]
        for slot, end in team:
            places[slot] = end
        gain, lost = self.skirmish.combat(places, seat, views[0])
        if len(views) > 1:
            gain -= ANSWER * self.skirmish.combat(self.survivors(places, lost), other(seat), views[1]).gain
        for (slot, _), h in zip(team, before, strict=True):
            places[slot] = h
        return gain

    def _town_entries(
        self, places: list[Hex], mobile: list[tuple[Slot, int]], enemy: int, left: int
    ) -> list[tuple[Team, float]]:
        """Christian infantry that can move into a town that is not held, each with the value of the town."""
        prospects = self.skirmish.prospects
        found: list[tuple[Team, float]] = []
        now = prospects.score(places, left)
        for town in prospects.towns:
            if not any(places[slot] >= 0 and town >> places[slot] & 1 for slot in _SLOTS[CHRISTIAN]):
                for slot, ends in mobile:
                    if ends & town & ~enemy:
                        there, before = hexes_in(ends & town & ~enemy)[0], places[slot]
                        places[slot] = there
                        found.append((((slot, there),), prospects.score(places, left) - now))
                        places[slot] = before
        return found

    def team(self, h: Hex, free: int, mobile: Sequence[tuple[Slot, int]]) -> Team:
        """The units that can move next to a hex, one per hex, in the order of ``mobile``.

        :param free: the mask of empty hexes around it.
        :param mobile: units, each with the mask of hexes it can move to.
        """
        penalty = self.skirmish.fights.penalty
        team: list[tuple[Slot, Hex]] = []
        for slot, ends in mobile:
            reach = ends & free
            if reach:
                here = min(hexes_in(reach), key=lambda a: penalty[a][h])
                free &= ~(1 << here)
                team.append((slot, here))
        return tuple(team)


_SLOTS = tuple(
    tuple(unit.slot for unit in sorted(ROSTER, key=lambda u: (-u.strength, u.slot)) if unit.seat == seat)
    for seat in (MOSLEM, CHRISTIAN)
)
"""For each seat its slots, the strongest first."""
