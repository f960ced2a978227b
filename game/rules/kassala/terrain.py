"""The effects of Kassala's terrain on movement (I.E), and all routes on a map without other units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from game.board.hexgrid import Hex, HexBoard
from game.board.paths import reach
from game.core.event import Event, Moved
from game.core.indices import Slot
from game.core.message import and_list, plural, say
from game.core.offer import Offer
from game.core.verdict import Illegal, Legal, Reason
from game.rules.kassala.actions import KassalaMove
from game.rules.kassala.units import CAVALRY, ROSTER, KassalaUnit, rule

UDAKA, KASSALA, WADI, TRENCH = "udaka", "kassala", "wadi", "trench"
TOWN_NAMES = {UDAKA: "Udaka", KASSALA: "Kassala"}
TOWN_BONUS = {UDAKA: 1, KASSALA: 2}
"""Kind of town -> the strength points that it adds to the defence of each of its hexes (II.E.8)."""
MOST_POINTS_FOR_A_STEP = 3
"""Movement points to cross a hexside with both a wadi and a trench (II.D.6)."""

_NO_FEATURES: Mapping[str, bool] = {}


class MoveRoute(NamedTuple):
    """One route of one unit from one hex, with the masks of hexes where it could be blocked."""

    move: KassalaMove
    cost: int
    end: Hex
    entered: int
    """Every hex entered."""
    interior: int
    """Every hex entered but the last: none of them may be next to an enemy (II.D.10)."""
    legal: Legal
    events: tuple[Event, ...]
    """The events of the move."""
    offer: Offer
    """The offer of the move."""


class _Path(NamedTuple):
    """A path that the terrain allows. Cheaper and shorter paths sort first."""

    cost: int
    length: int
    hexes: tuple[Hex, ...]
    entered: int
    """The same hexes as a mask."""


class HexTerrain:
    """A board with Kassala's movement costs. It never changes, so states only refer to it."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self.ids = board.hexes
        self.index = board.index
        self.adjacent = board.adjacent
        self.within_two = board.within_two
        self.town = {i: board.terrain[h] for h, i in board.index.items() if board.terrain[h] in TOWN_BONUS}
        """Town hex -> the kind of town, ``UDAKA`` or ``KASSALA``."""
        self.towns = {
            kind: sum(1 << i for i, terrain in self.town.items() if terrain == kind) for kind in (UDAKA, KASSALA)
        }
        """Kind of town -> the mask of its hexes."""
        self.town_mask = sum(1 << i for i in self.town)
        self.set_up_zones = {name: sum(1 << board.index[h] for h in hexes) for name, hexes in board.zones.items()}
        """Name of a set-up zone of the board -> the mask of its hexes."""
        self._features: dict[tuple[int, int], dict[str, bool]] = {
            (board.index[a], board.index[b]): {f.kind: f.on_marked_side for f in features}
            for (a, b), features in board.sides.items()
        }
        self._routes: dict[tuple[int, int], tuple[tuple[int, tuple[MoveRoute, ...]], ...]] = {}
        self._routes_to: dict[tuple[int, int], dict[Hex, tuple[MoveRoute, ...]]] = {}
        self._refusals: dict[tuple[int, int], dict[str, Offer]] = {}
        self.steps = lru_cache(None)(self._steps)
        self.fewest_points = lru_cache(None)(self._fewest_points)

    def features(self, a: Hex, b: Hex) -> Mapping[str, bool]:
        """Kind of each feature of the hexside between two hexes -> whether the first hex is on its low or barbed
        side."""
        return self._features.get((a, b), _NO_FEATURES)

    def weakening_hexsides(self, here: Hex, targets: Iterable[Hex]) -> set[str]:
        """The kinds of hexsides that each cost an attacker in a hex one strength point: those across which it attacks
        from the low or barbed side, each kind once (II.E.9, II.E.10)."""
        beside = self.adjacent[here]
        return {kind for there in targets if beside >> there & 1 for kind, low in self.features(here, there).items()
                if low}

    def step(self, arm: str, a: Hex, b: Hex) -> int | Reason:
        """Movement points for units of an arm to enter a hex from an adjacent one, or why they never may (II.D.5,
        II.D.6, II.D.12, II.D.13)."""
        features = self.features(a, b)
        if arm == CAVALRY and b in self.town:
            return self._why_no_cavalry(b)
        if arm == CAVALRY and WADI in features:
            return Reason(
                rule("II.D.13"), say("Cavalry may never cross a wadi"), {"from": self.ids[a], "to": self.ids[b]}
            )
        return 1 + sum(kind in (WADI, TRENCH) for kind in features)

    def _why_no_cavalry(self, town_hex: Hex) -> Reason:
        return Reason(rule("II.D.12"), say("Cavalry may never enter {town}", town=TOWN_NAMES[self.town[town_hex]]),
                      {"place": self.ids[town_hex]})

    def _steps(self, arm: str, barred: int | None = None) -> list[list[tuple[Hex, int]]]:
        """For each hex the adjacent hexes, each with the movement points for units of an arm to enter it.

        :param barred: the points counted for a step that can never be taken; None leaves such steps out.
        """
        rows: list[list[tuple[Hex, int]]] = []
        for here, row in zip(self.index.values(), self.board.neighbours, strict=True):
            steps = ((there, self.step(arm, here, there)) for there in row if there >= 0)
            counted = ((there, barred if isinstance(points, Reason) else points) for there, points in steps)
            rows.append([(there, points) for there, points in counted if points is not None])
        return rows

    def _fewest_points(self, arm: str, origin: Hex) -> Mapping[Hex, int]:
        """Hex -> the fewest movement points to it from the origin, in any number of turns."""
        return reach((origin,), self.steps(arm), MOST_POINTS_FOR_A_STEP * len(self.ids)).points

    def routes(self, slot: Slot, origin: Hex) -> tuple[tuple[int, tuple[MoveRoute, ...]], ...]:
        """Every end hex within the unit's movement factor as (mask of the hex, routes), cheapest route first.

        A route is left out if another one to the same end costs no more and enters no hex that the first does not.
        """
        key = (slot, origin)
        routes = self._routes.get(key)
        if routes is None:
            routes = self._routes[key] = self._find_routes(slot, origin)
        return routes

    def routes_to(self, slot: Slot, origin: Hex, end: Hex) -> tuple[MoveRoute, ...]:
        """The routes to one end hex, cheapest first; none if it is out of reach."""
        key = (slot, origin)
        by_end = self._routes_to.get(key)
        if by_end is None:
            by_end = self._routes_to[key] = {routes[0].end: routes for _, routes in self.routes(slot, origin)}
        return by_end.get(end, ())

    def _find_routes(self, slot: Slot, origin: Hex) -> tuple[tuple[int, tuple[MoveRoute, ...]], ...]:
        unit, ends = ROSTER[slot], dict[Hex, list[_Path]]()
        steps, frontier = self.steps(unit.arm), [_Path(0, 0, (), 0)]
        while frontier:
            spent, length, hexes, passed = frontier.pop()
            for there, points in steps[hexes[-1] if hexes else origin]:
                if spent + points <= unit.movement and there != origin and not passed >> there & 1:
                    path = _Path(spent + points, length + 1, (*hexes, there), passed | 1 << there)
                    ends.setdefault(there, []).append(path)
                    frontier.append(path)
        return tuple((1 << end, tuple(self.route(slot, origin, path.hexes, path.cost) for path in _undominated(paths)))
                     for end, paths in sorted(ends.items()))

    def route(self, slot: Slot, origin: Hex, path: tuple[Hex, ...], cost: int) -> MoveRoute:
        """The route along a path of hex indices with this cost in movement points."""
        unit = ROSTER[slot]
        names = tuple(self.ids[i] for i in path)
        move = KassalaMove(unit.id, names)
        interior = sum(1 << i for i in path[:-1])
        cited = rule("II.D.6" if cost > len(path) else "II.D.5")
        event = Moved(cited, unit.id, unit.title, (self.ids[origin], *names), cost)
        offer = Offer(Legal(cost), move, (unit.id,), names[-1])
        return MoveRoute(move, cost, path[-1], interior | 1 << path[-1], interior, Legal(cost), (event,), offer)

    def refusals(self, slot: Slot, origin: Hex) -> dict[str, Offer]:
        """Hex name -> the refusal shown for it, for every hex that the unit could not reach on an empty map."""
        key = (slot, origin)
        refusals = self._refusals.get(key)
        if refusals is None:
            costs = {routes[0].end: routes[0].cost for _, routes in self.routes(slot, origin)}
            refusals = self._refusals[key] = {
                name: Offer(Illegal((self._why_out_of_reach(slot, origin, i, costs),)), None, (ROSTER[slot].id,), name)
                for name, i in self.index.items()
                if i != origin and i not in costs
            }
        return refusals

    def _why_out_of_reach(self, slot: Slot, origin: Hex, end: Hex, costs: dict[Hex, int]) -> Reason:
        """Why a hex is out of reach on an empty map, the first of these that is so: it is a town hex closed to cavalry;
        a wadi or a town bars the way of cavalry that has the points; the last step cannot be made; it is too far away.

        :param costs: each hex in reach -> the movement points to it.
        """
        unit = ROSTER[slot]
        if unit.arm == CAVALRY and end in self.town:
            return self._why_no_cavalry(end)
        barred = self._barred_on_the_way(unit, origin, end)
        if barred is not None:
            return self._with_way_round(barred, unit, origin, end)
        best: tuple[int, Reason] | None = None
        for last in self.board.neighbours[end]:
            if last < 0 or (last != origin and last not in costs):
                continue
            spent = 0 if last == origin else costs[last]
            points = self.step(unit.arm, last, end)
            # The reason of lowest rank is shown: first a wadi, then the smallest lack of points.
            if isinstance(points, Reason):
                reason, rank = points, 0
            else:
                reason, rank = self.short_of_points(last, end, points, unit.movement, spent), points + spent
            if best is None or rank < best[0]:
                best = (rank, reason)
        if best is not None:
            return best[1]
        distance = self.board.distance(self.ids[origin], self.ids[end])
        if distance <= unit.movement:
            return Reason(rule("II.D.7"), plural(
                "{unit} has {count} movement point; every path to {hex} costs more",
                "{unit} has {count} movement points; every path to {hex} costs more", unit.movement,
                hex=self.ids[end], unit=unit.title,
            ), {"movement": unit.movement})
        return Reason(
            rule("II.D.8"),
            plural("{hex} is {count} hex away, the movement factor is {movement}",
                    "{hex} is {count} hexes away, the movement factor is {movement}", distance, hex=self.ids[end],
                    movement=unit.movement),
            {"distance": distance, "movement": unit.movement},
        )

    def _barred_on_the_way(self, unit: KassalaUnit, origin: Hex, end: Hex) -> Reason | None:
        """The first obstacle on the cheapest path to a hex, if the unit would have enough movement points without
        obstacles; None if there is none or the points do not suffice."""
        path = reach((origin,), self.steps(unit.arm, 1), unit.movement).path(end)
        steps = (self.step(unit.arm, here, there) for here, there in pairwise((origin, *path)))
        return next((step for step in steps if isinstance(step, Reason)), None)

    def _with_way_round(self, barred: Reason, unit: KassalaUnit, origin: Hex, end: Hex) -> Reason:
        """The refusal for an obstacle on the cheapest path, with the cost of the path around it if there is one.

        :param barred: the refusal of the step that the obstacle bars.
        """
        cost = self.fewest_points(unit.arm, origin).get(end)
        if cost is None:
            return barred
        text = plural(
            "{barred}; the way round to {hex} takes {count} movement point, the movement factor is {movement}",
            "{barred}; the way round to {hex} takes {count} movement points, the movement factor is {movement}",
            cost, barred=barred.text, hex=self.ids[end], movement=unit.movement,
        )
        return Reason(barred.rule, text, {**barred.values, "needed": cost, "movement": unit.movement})

    def short_of_points(self, a: Hex, b: Hex, points: int, movement: int, spent: int) -> Reason:
        """The refusal of a step for lack of movement points (II.D.7).

        :param spent: the points spent before the step.
        """
        names = {WADI: say("the wadi"), TRENCH: say("the trench")}
        crossed = and_list(names[kind] for kind in self.features(a, b) if kind in names)
        what = say("Crossing {crossed}", crossed=crossed) if crossed else say("Entering {hex}", hex=self.ids[b])
        left = movement - spent
        if not spent:
            text = plural("{what} needs {count} movement point, {left} left",
                           "{what} needs {count} movement points, {left} left", points, what=what, left=left)
        else:
            text = plural("{what} needs {count} movement point; {left} of {movement} left at that point",
                           "{what} needs {count} movement points; {left} of {movement} left at that point", points,
                           what=what, left=left, movement=movement)
        return Reason(rule("II.D.7"), text, {"needed": points, "left": left})


def _undominated(paths: list[_Path]) -> list[_Path]:
    """Paths to one end, cheapest first, then shortest first, then by hexes; without those that enter all hexes of a
    better one."""
    undominated: list[_Path] = []
    for path in sorted(paths):
        if not any(better.entered & ~path.entered == 0 for better in undominated):
            undominated.append(path)
    return undominated
