"""The threats of the side about to move: the units that it can bring up for attacks, and their expected gain."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Seat, Slot, other
from game.rules.kassala.ai.combat_value import CombatEstimator
from game.rules.kassala.ai.fights import Team
from game.rules.kassala.ai.prospects import Prospects, ValueContext
from game.rules.kassala.state import OUT, zone_of_control
from game.rules.kassala.units import CANNONS, CHRISTIAN, MOSLEM, ROSTER

MOVE_UP_SHARE = (0.2, 0.5)
"""For each seat, the share of the gain from bringing up more units that counts (0 to 1, chosen); the gain of units in
contact counts fully."""
MOVE_UP_TURNS = 8
"""The share grows as 1 less the player turns to come divided by this number, up to 1 in the last turn: such an attack
will hardly be postponed. Chosen."""
LOST_FROM = 0.5
"""A unit counts as lost if its chance of being lost in the present combat is above this."""
MOST_CONCENTRATIONS = 2
"""The number of concentrations of units against a hex that the search tries one after the other."""
ANSWER_SHARE = 0.5
"""The share of the defender's gain in its next turn, by units in contact, that counts (0 to 1, chosen)."""
LEAST_IMPROVEMENT = 1e-6
"""A concentration must gain more than this in score, so that rounding errors do not count."""
MOST_CACHED_ENDS = 100_000
"""The end hexes cached at a time, so that a long search does not fill the memory."""

ValueContexts = tuple[ValueContext, ...]


def contexts_ahead(prospects: Prospects, at: Sequence[Hex], turns_left: int) -> ValueContexts:
    """The contexts with ``turns_left`` player turns to come, and after each of the next two player turns if the game
    lasts so long."""
    holders = prospects.holders(at)
    return tuple(ValueContext(n, holders) for n in range(turns_left, max(-1, turns_left - 3), -1))


class Threats:
    """Estimates of what a side about to move can gain in its player turn, in one setting."""

    def __init__(self, combats: CombatEstimator) -> None:
        self.combats = combats
        self.ground = combats.ground
        self._ends: dict[tuple[int, int, int, int], int] = {}
        self._areas: dict[tuple[int, int], int] = {}

    def ends(self, slot: Slot, here: Hex, zone: int, enemy: int) -> int:
        """The mask of hexes in which a unit that may move can end its move, ignoring friendly units.

        :param zone: the mask of hexes in enemy ZOCs.
        :param enemy: the mask of hexes with enemies.
        """
        area = self._areas.get((slot, here))
        if area is None:
            area = 0
            for _, routes in self.ground.routes(slot, here):
                for route in routes:
                    area |= route.entered
            self._areas[slot, here] = area
        key = (slot, here, zone & area, enemy & area)
        ends = self._ends.get(key)
        if ends is None:
            ends = 0
            for bit, routes in self.ground.routes(slot, here):
                if not bit & enemy and any(not (r.interior & zone or r.entered & enemy) for r in routes):
                    ends |= bit
            if len(self._ends) > MOST_CACHED_ENDS:
                self._ends.clear()
            self._ends[key] = ends
        return ends

    def reply(self, at: Sequence[Hex], seat: Seat, contexts: ValueContexts, lost: dict[Slot, float]) -> float:
        """The expected gain in score of the seat about to move in its player turn.

        :param lost: slot -> the chance that the unit is lost before that; units likely to be lost are left out.
        """
        return self.move_up(self.survivors(at, lost), seat, contexts)

    @staticmethod
    def survivors(at: Sequence[Hex], lost: dict[Slot, float]) -> list[Hex]:
        """Slot -> the unit's place after units likely to be lost have been removed.

        :param lost: slot -> the chance that a unit is lost.
        """
        places = list(at)
        for slot, chance in lost.items():
            if chance > LOST_FROM:
                places[slot] = OUT
        return places

    def move_up(self, places: list[Hex], seat: Seat, contexts: ValueContexts) -> float:
        """Move the units of the seat about to move for the greatest gain (``places`` is changed); returns the gain.

        Units in contact fight in any case; other units move up if that gains more.

        :param contexts: the contexts after its turn, and after the following turn if there is one.
        """
        adjacent = self.ground.adjacent
        enemy, own, mobile = self.mobile(places, seat)
        gain = gain_without_moves = self.gain(places, (), seat, contexts)
        for _ in range(MOST_CONCENTRATIONS):
            best: tuple[float, Team] = (gain + LEAST_IMPROVEMENT, ())
            reach = 0
            for _, ends in mobile:
                reach |= ends
            for h in hexes_in(enemy & zone_of_control(self.ground, reach)):
                team = self.team(h, adjacent[h] & ~enemy & ~own, mobile)
                if team:
                    best = max(best, (self.gain(places, team, seat, contexts), team))
            if seat == CHRISTIAN:
                for team, value in self._town_entries(places, mobile, enemy, contexts[0].turns_left):
                    best = max(best, (self.gain(places, team, seat, contexts) + value, team))
            gain, chosen = best
            if not chosen:
                break
            for slot, end in chosen:
                own = own & ~(1 << places[slot]) | 1 << end
                places[slot] = end
            moved = {slot for slot, _ in chosen}
            mobile = [unit for unit in mobile if unit[0] not in moved]
        share = max(MOVE_UP_SHARE[seat], 1 - contexts[0].turns_left / MOVE_UP_TURNS)
        return gain_without_moves + share * (gain - gain_without_moves)

    def mobile(self, places: Sequence[Hex], seat: Seat) -> tuple[int, int, list[tuple[Slot, int]]]:
        """The mask of the hexes of a seat's enemies, that of its own units, and its units that may move, the strongest
        first, each with the mask of hexes it can move to, ignoring friendly units."""
        adjacent = self.ground.adjacent
        enemy = zone = own = 0
        for slot in _SLOTS[other(seat)]:
            h = places[slot]
            if h >= 0:
                enemy |= 1 << h
                zone |= adjacent[h]
        mobile: list[tuple[Slot, int]] = []
        for slot in _SLOTS[seat]:
            h = places[slot]
            if h < 0:
                continue
            own |= 1 << h
            if not zone >> h & 1 and not 1 << slot & CANNONS:
                ends = self.ends(slot, h, zone, enemy)
                if ends:
                    mobile.append((slot, ends))
        return enemy, own, mobile

    def strongest_column(self, places: Sequence[Hex], h: Hex, seat: Seat) -> int:
        """The index of the column of the strongest attack that a seat can make on a hex in its next player turn; -1 for
        none."""
        enemy, own, mobile = self.mobile(places, seat)
        around = self.ground.adjacent[h]
        adjacent = tuple(
            (slot, places[slot]) for slot in _SLOTS[seat] if places[slot] >= 0 and around >> places[slot] & 1)
        adjacent_slots = {slot for slot, _ in adjacent}
        arriving = self.team(h, around & ~enemy & ~own, [unit for unit in mobile if unit[0] not in adjacent_slots])
        team = tuple(sorted((*adjacent, *arriving)))
        defenders = tuple(slot for slot in _SLOTS[other(seat)] if places[slot] == h)
        return self.combats.fights.column(team, ((h, defenders),)) if team and defenders else -1

    def gain(self, places: list[Hex], team: Team, seat: Seat, contexts: ValueContexts) -> float:
        """The attacker's expected gain in score of the combat phase after a team has moved up, less a share of the
        enemy's gain in its next turn."""
        places_before = [places[slot] for slot, _ in team]
        for slot, end in team:
            places[slot] = end
        gain, lost = self.combats.expected(places, seat, contexts[0])
        if len(contexts) > 1:
            gain -= ANSWER_SHARE * self.combats.expected(self.survivors(places, lost), other(seat), contexts[1]).gain
        for (slot, _), h in zip(team, places_before, strict=True):
            places[slot] = h
        return gain

    def _town_entries(
        self, places: list[Hex], mobile: list[tuple[Slot, int]], enemy: int, turns_left: int
    ) -> list[tuple[Team, float]]:
        """Christian infantry that can move into a town without Christian units, each with the gain in score."""
        prospects = self.combats.prospects
        entries: list[tuple[Team, float]] = []
        score_before = prospects.score(places, turns_left)
        for town in prospects.towns:
            if not any(places[slot] >= 0 and town >> places[slot] & 1 for slot in _SLOTS[CHRISTIAN]):
                for slot, ends in mobile:
                    if ends & town & ~enemy:
                        there, here = hexes_in(ends & town & ~enemy)[0], places[slot]
                        places[slot] = there
                        entries.append((((slot, there),), prospects.score(places, turns_left) - score_before))
                        places[slot] = here
        return entries

    def team(self, h: Hex, empty: int, mobile: Sequence[tuple[Slot, int]]) -> Team:
        """The units that can move next to a hex, one in each adjacent hex, in the order of ``mobile``.

        :param empty: the mask of empty hexes around it.
        :param mobile: units, each with the mask of hexes it can move to.
        """
        penalty = self.combats.fights.penalty
        team: list[tuple[Slot, Hex]] = []
        for slot, ends in mobile:
            reach = ends & empty
            if reach:
                end = min(hexes_in(reach), key=lambda a: penalty[a][h])
                empty &= ~(1 << end)
                team.append((slot, end))
        return tuple(team)


_SLOTS = tuple(
    tuple(unit.slot for unit in sorted(ROSTER, key=lambda u: (-u.strength, u.slot)) if unit.seat == seat)
    for seat in (MOSLEM, CHRISTIAN)
)
"""For each seat its slots, the strongest first."""
