"""Value of having a group of units in an area when the enemy's turn comes."""

from __future__ import annotations

from game.board.areas import Area
from game.core.indices import Seat, Slot, other
from game.rules.africa.ai.expected import shot
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.storming import NO_STORM, Storm, Storming
from game.rules.africa.coin_tables import CROWD_POINTS
from game.rules.africa.state import AfricaState
from game.rules.africa.units import MOROCCAN, SPANISH

RECEIVED_FIRE_SHARE = 0.55
"""Share of the possible fire that a group really receives; other groups draw the rest."""
EXPECTED_ATTACK_CHANCE = 0.6
"""Probability with which an enemy attack that pays is expected."""
HIT_VALUE = 0.012
"""Value of a certain hit in the next fire."""
SHUT_IN_FACTORS = (3.0, 1.5, 1.0)
"""Factor on the cost of hits in an area with no way out, one, or more."""
ANY_AREA_VALUE = 0.004
"""Value of any area to the side that storms it; chosen by hand."""
CONVOY_CAPTURE_CHANCE = 0.12
"""The chance that an unguarded convoy beyond the enemy's immediate reach is captured later, for each point of enemy
strength near it; chosen by hand."""
CONVOY_LOSS_CHANCE = 0.9
"""The chance that a convoy is captured if the enemy can take its area; chosen by hand."""
EMPTY_PRIZE_SHARE = 0.5
"""Share of an objective's prize that remains if it is left empty with no enemy near."""
LOST_PRIZE_SHARE = 0.4
"""Share of an objective's prize that is lost with the objective while there is time to retake it; chosen by hand."""


class Holding:
    """Values of one seat's positions in one field."""

    def __init__(self, field: Battlefield, seat: Seat) -> None:
        self.field = field
        self.seat = seat
        self._convoys = {a: len(own) for a, own in field.convoys.items()} if seat == SPANISH else {}
        self._fire: dict[tuple[Area, bool], float] = {}
        self._aims: dict[tuple[Area, int], float] = {}
        self._near: dict[Area, float] = {}
        self._storming = Storming(field, other(seat))
        self.last = last_to_move(field.state, seat)
        """Whether the battle ends before the enemy moves again."""
        self.final = seat == SPANISH and not field.left
        """Whether the enemy's next move is the last before the battle is decided."""
        self.fear = 0.0 if self.last else 1.0 if self.final else EXPECTED_ATTACK_CHANCE
        """Probability with which the enemy's best attack is expected."""
        self._values: dict[tuple[Area, tuple[Slot, ...]], float] = {}

    def shift_convoy(self, here: Area, area: Area) -> None:
        """Assume that a convoy has moved to another area."""
        self._convoys[here] -= 1
        self._convoys[area] = self._convoys.get(area, 0) + 1
        self._values = {key: value for key, value in self._values.items() if key[0] not in (here, area)}

    def danger(self, area: Area) -> tuple[float, float]:
        """The shock coins the enemy could bring into an area in its next turn, and the strength of its units nearby."""
        near = self._near.get(area)
        if near is None:
            field, distances, near = self.field, self.field.ground.board.distances[area], 0.0
            for place, own in field.troops[other(self.seat)].items():
                if 0 < distances[place] <= 2:
                    near += sum([field.worth.strength(field.state, i) for i in own]) / distances[place]
            self._near[area] = near
        columns = self._storming.columns(area) if near else []
        return (columns[-1].coins if columns else 0.0), near

    def storm(self, area: Area, team: list[Slot], prize: float) -> Storm:
        """The enemy's best attack on fighters in an area."""
        if not self._storming.columns(area):
            return NO_STORM
        hits = self.expected_hits(area, sum(self.field.setting.points[i] for i in team) >= CROWD_POINTS)
        return self._storming.best_attack(area, team, self._follower(area), hits, prize)

    def kept_share(self, area: Area, team: list[Slot]) -> float:
        """Share of an area's value that a team keeps after taking it, given that the enemy may retake it."""
        if self.last:
            return 1.0
        falls = self.storm(area, team, self.field.prize(area, self.seat)).falls
        return 1.0 - falls * (1.0 if self.final else LOST_PRIZE_SHARE)

    def expected_hits(self, area: Area, crowd: bool) -> float:
        """Expected hits of the enemy's fire on units in an area."""
        key = (area, crowd)
        if key not in self._fire:
            self._fire[key] = self.field.expected_hits(area, other(self.seat), crowd)
        return self._fire[key]

    def best_aim_chance(self, area: Area, factor: int) -> float:
        """The best chance of a hit by fire from an area at an adjacent enemy, next turn."""
        key = (area, factor)
        best = self._aims.get(key)
        if best is None:
            field, enemy = self.field, other(self.seat)
            modifier = field.outward_fire_modifier(area)
            best = self._aims[key] = max(
                (shot(factor, field.cover(near, field.state.points(near, enemy) >= CROWD_POINTS) + modifier, field.cup)
                 for near in field.ground.neighbours[area] if near in field.troops[enemy]),
                default=0.0,
            )
        return best

    def value(self, area: Area, team: tuple[Slot, ...]) -> float:
        """Value of having these fighters, or none, in an area without enemies.

        :param team: slots, ascending.
        """
        key = (area, team)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._value(area, team)
        return value

    def gain(self, area: Area, slot: Slot) -> float:
        """What one fighter's presence adds to the value of an area."""
        team = [i for i in self.field.troops[self.seat].get(area, ()) if i != slot]
        return self.value(area, tuple(sorted((*team, slot)))) - self.value(area, tuple(sorted(team)))

    def _value(self, area: Area, team: tuple[Slot, ...]) -> float:
        field, state = self.field, self.field.state
        foot = field.setting.foot
        is_objective = area in field.setting.objectives
        prize = field.prize(area, self.seat) if is_objective else 0.0
        coins, near = self.danger(area)
        is_held = is_objective and (state.control >> area & 1) == (self.seat == SPANISH)
        if self.last:
            return prize if team or is_held else 0.0
        if not team:
            # An early victory needs units in the areas (ruling 14), so an empty area counts only in the last turn.
            counts_empty = self.final and state.turn != field.setting.early
            empty = (0.0 if coins else 1.0) if counts_empty else EMPTY_PRIZE_SHARE / (1 + near)
            captured = CONVOY_LOSS_CHANCE if coins else min(CONVOY_CAPTURE_CHANCE * near, CONVOY_LOSS_CHANCE)
            return (prize * empty if is_held else 0.0) - self._convoy(area) * captured
        points = sum(field.setting.points[i] for i in team)
        crowd = points >= CROWD_POINTS
        hits = min(RECEIVED_FIRE_SHARE * self.expected_hits(area, crowd), float(len(team)))
        hit_costs = [field.worth.hit_cost(state, i) for i in team]
        cost = hits * sum(hit_costs) / len(hit_costs)
        strength = sum(field.worth.strength(state, i) for i in team)
        worth = HIT_VALUE * sum(self.best_aim_chance(area, field.fire_factor(i)) for i in team if foot >> i & 1)
        convoy = self._convoy(area)
        storm = self.storm(area, list(team), prize + convoy + ANY_AREA_VALUE) if coins else NO_STORM
        if is_objective:
            worth += prize * (1.0 - self.fear * storm.falls) * (
                1.0 if self.final else (strength + 1.0) / (strength + 1.0 + 0.3 * near))
            cost += 0.0 if self.final else prize * 0.25 * hits / len(team)
        cost *= self._shut_in(area)
        cost += convoy * CONVOY_LOSS_CHANCE * storm.falls + self.fear * (storm.gain - (prize + convoy) * storm.falls)
        return worth - cost

    def _convoy(self, area: Area) -> float:
        """Value of the convoys in an area to the side that captures them."""
        return self._convoys.get(area, 0) * self.field.convoy

    def _shut_in(self, area: Area) -> float:
        """Factor on the cost of hits in an area with few places to retreat to."""
        field = self.field
        open_areas = field.ground.adjacent[area] & ~field.ground.sea & ~field.state.occupied[other(self.seat)]
        return SHUT_IN_FACTORS[min(open_areas.bit_count(), 2)]

    def _follower(self, area: Area) -> int:
        """Coins of an officer who could move into an area that has none."""
        staff = self.field.staff[self.seat]
        if area in staff:
            return 0
        near = self.field.ground.adjacent[area]
        return max((self.field.officer_coins(own, False) for place, own in staff.items() if near >> place & 1),
                   default=0)


def last_to_move(state: AfricaState, seat: Seat) -> bool:
    """Whether the seat has the last player turn of the battle and this is the last turn."""
    return seat == MOROCCAN and state.turn == state.setting.turns


def holding_of(field: Battlefield, seat: Seat) -> Holding:
    """The cached holding of a seat in a field. Callers must not change it."""
    holding = field.holdings.get(seat)
    if not isinstance(holding, Holding):
        holding = field.holdings[seat] = Holding(field, seat)
    return holding
