"""Scripts: plans for a whole battle that a side can follow with little search. They suit every table and every army.

Numbers are chosen, not measured, unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import cos, hypot, pi, sin
from typing import NamedTuple

from game.core.action import Action
from game.core.evaluator import Script, never
from game.core.indices import Seat, Slot, other
from game.core.message import Message, say
from game.core.pose import FULL_TURN, Spot
from game.rules.renaissance.ai import lines
from game.rules.renaissance.ai.courses import BoundThinker
from game.rules.renaissance.ai.worth import Goal, Manner
from game.rules.renaissance.engine.actions import END
from game.rules.renaissance.engine.edges import INWARD_FACING
from game.rules.renaissance.engine.state import BLUE, RED, RenaissanceState
from game.rules.renaissance.engine.tables import ELEMENTS, GENERALS
from game.rules.renaissance.engine.words import MU

EVALUATED_MOVES = 40
"""Moves evaluated for one move of a script; measured: about 40 ms."""
REHEARSED_FIRST_MOVES = 16
"""Moves evaluated in a rehearsal for the first move of a bound."""
REHEARSED_LATER_MOVES = 5
"""Moves evaluated in a rehearsal for each later move."""
PULL_SHARE = 0.4
"""Share of a stance's pull that a player with its own search adopts."""
EAGERNESS_SHARE = 0.25
"""Share of a stance's eagerness that such a player adopts."""
RIDERS = ("lh", "cv", "kn", "cm", "dr", "pi")
"""Kinds of bases that ride round the flank."""
HILL_KIND = "gentle-hill"
"""The terrain to hold: good going, and higher ground helps in a fight (10.3)."""


class Front(NamedTuple):
    """The table from one side's point of view. Points and distances are in units."""

    state: RenaissanceState
    seat: Seat

    @property
    def ahead(self) -> tuple[float, float]:
        """The unit vector towards the opposite edge."""
        angle = INWARD_FACING[self.state.base_edges[self.seat]] * 2 * pi / FULL_TURN
        return sin(angle), -cos(angle)

    @property
    def width(self) -> int:
        """The length of the base edge in units."""
        return self.state.ground.extent(self.state.base_edges[self.seat])[0]

    @property
    def depth(self) -> int:
        """The distance in units from the base edge to the opposite edge."""
        return self.state.ground.extent(self.state.base_edges[self.seat])[1]

    def from_edge(self, spot: Spot | tuple[float, float]) -> tuple[float, float]:
        """The distances of a point to the right of the middle and ahead of the base edge."""
        (fx, fy), (width, height) = self.ahead, self.state.ground.board.size
        x, y = spot[0] - width / 2, spot[1] - height / 2
        return y * fx - x * fy, x * fx + y * fy + self.depth / 2

    def spot(self, right: float, distance: float) -> tuple[float, float]:
        """The point at these distances to the right of the middle and ahead of the base edge."""
        (fx, fy), (width, height) = self.ahead, self.state.ground.board.size
        distance -= self.depth / 2
        return width / 2 - right * fy + distance * fx, height / 2 + right * fx + distance * fy

    @property
    def own(self) -> tuple[Slot, ...]:
        """The side's bases on the table."""
        return self.state.bases_on_table(self.seat)

    @property
    def enemies(self) -> tuple[Slot, ...]:
        """The enemy's bases on the table."""
        return self.state.bases_on_table(other(self.seat))

    def place_of(self, slot: Slot) -> Spot:
        """The place of a base."""
        return self.state.placed_base(slot).pose.spot


Goals = dict[Slot, Goal]


class TablePlan(NamedTuple):
    """A plan for a whole battle."""

    name: str
    title: Message
    goals: Callable[[Front], Goals]
    eagerness: float = 1.0
    """As in ``Manner``."""
    fear: float = 1.0
    """As in ``Manner``."""
    hope: float = 1.0
    """As in ``Manner``."""

    def manner(self, state: RenaissanceState, seat: Seat, losses: float = 1.0) -> Manner:
        """The manner of a side that follows the plan."""
        goals = self.goals(Front(state, seat)) if state.bases_on_table(other(seat)) else {}
        return Manner(self.eagerness, self.fear, self.hope, losses, goals)

    def weaker_manner(self, state: RenaissanceState, seat: Seat, losses: float) -> Manner:
        """The manner of a player with its own search that follows the plan: a part of the plan's pulls and eagerness,
        and its own fear and hope."""
        full_manner = self.manner(state, seat)
        goals = {slot: goal._replace(pull=PULL_SHARE * goal.pull) for slot, goal in full_manner.goals.items()}
        return Manner(min(1.0, 1 + EAGERNESS_SHARE * (self.eagerness - 1)), losses=losses, goals=goals)


def _middle(spots: Iterable[Spot]) -> tuple[float, float]:
    """The mean of some points; at least one."""
    points = list(spots)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _nearest(front: Front, slot: Slot, spots: Iterable[Spot]) -> Spot:
    """The point nearest to a base."""
    x, y = front.place_of(slot)
    return min(spots, key=lambda spot: (hypot(spot[0] - x, spot[1] - y), spot))


def _troops(front: Front) -> list[Slot]:
    """The side's bases without the general."""
    return [slot for slot in front.own if front.state.kind(slot) not in GENERALS]


def _with_general(front: Front, goals: Goals, within: float) -> Goals:
    """Goals, with one for the general near the middle of the bases that have goals."""
    general = front.state.general(front.seat)
    if general in front.own and goals:
        goals[general] = Goal(*_middle(front.place_of(slot) for slot in goals), pull=0.05, within=within)
    return goals


def _hill_goals(front: Front) -> Goals:
    """Goals on and beside the nearest gentle hill in the side's half; none without such a hill."""
    troops = _troops(front)
    hills = [_middle(hill.points) for hill in front.state.ground.pieces(HILL_KIND)]
    hills = [spot for spot in hills if front.from_edge(spot)[1] <= front.depth / 2 + 2 * MU]
    if not hills or not troops:
        return {}
    x, y = _middle(map(front.place_of, troops))
    hill = min(hills, key=lambda spot: (hypot(spot[0] - x, spot[1] - y), spot))
    goals = {slot: Goal(*hill, pull=0.08, within=(8 if front.state.element(slot).mounted else 5) * MU)
             for slot in troops}
    return _with_general(front, goals, 3 * MU)


def _battery_goals(front: Front) -> Goals:
    """Goals within range of the enemy for guns, or without guns for all shooters; beside and behind them for the
    others."""
    troops = _troops(front)
    guns = [slot for slot in troops if front.state.element(slot).artillery]
    guns = guns or [slot for slot in troops if front.state.element(slot).range]
    if not guns:
        return _hill_goals(front)
    targets, goals = [front.place_of(enemy) for enemy in front.enemies], Goals()
    for slot in guns:
        goals[slot] = Goal(*_nearest(front, slot, targets), pull=0.15,
                           within=front.state.element(slot).range - MU / 2)
    for slot in troops:
        if slot not in goals:
            nearest_gun = _nearest(front, slot, [front.place_of(gun) for gun in guns])
            within = (7 if front.state.element(slot).mounted else 4) * MU
            goals[slot] = Goal(*nearest_gun, pull=0.06, within=within)
    return _with_general(front, goals, 4 * MU)


def _mass_goals(front: Front, *, left: bool) -> Goals:
    """Goals for all bases but guns: the third of the enemy's bases on one side."""
    enemies = sorted(front.enemies, key=lambda enemy: front.from_edge(front.place_of(enemy))[0], reverse=not left)
    target = _middle(front.place_of(enemy) for enemy in enemies[:max(2, len(enemies) // 3)])
    goals = {slot: Goal(*target, pull=0.07, within=3 * MU) for slot in _troops(front)
             if not front.state.element(slot).wheeled}
    return _with_general(front, goals, 5 * MU)


def _ride_goals(front: Front) -> Goals:
    """Goals for the horse: round the nearer flank to the enemy's camp, or to the enemy general."""
    riders = [slot for slot in _troops(front) if front.state.kind(slot) in RIDERS]
    if not riders:
        return _mass_goals(front, left=True)
    camp, general = front.state.camps[other(front.seat)], front.state.general(other(front.seat))
    target: tuple[float, float]
    if camp is not None and not camp.sacked:
        target = _middle(camp.outline)
    else:
        target = front.place_of(general) if general in front.enemies else _middle(map(front.place_of, front.enemies))
    line = [front.from_edge(front.place_of(enemy)) for enemy in front.enemies if enemy != general]
    if not line:
        return {slot: Goal(target[0], target[1], pull=0.3) for slot in riders}
    line_left, line_right = min(right for right, _ in line), max(right for right, _ in line)
    line_distance, table_half = sum(distance for _, distance in line) / len(line), front.width / 2 - 2 * MU
    goals = {}
    for slot in riders:
        right, distance = front.from_edge(front.place_of(slot))
        side = -1 if right - line_left < line_right - right else 1
        has_passed = distance > line_distance - MU or right < line_left - 2 * MU or right > line_right + 2 * MU
        beyond_line = (line_left if side < 0 else line_right) + side * 6 * MU
        goal = target if has_passed else front.spot(max(-table_half, min(table_half, beyond_line)), line_distance)
        goals[slot] = Goal(goal[0], goal[1], pull=0.25)
    return goals


def _corner_goals(front: Front) -> Goals:
    """Goals for all bases in the corner farther from the enemy."""
    right, _ = front.from_edge(_middle(map(front.place_of, front.enemies)))
    side = -1 if right > 0 else 1
    corner = front.spot(side * (front.width / 2 - 5 * MU), 4 * MU)
    return dict.fromkeys(front.own, Goal(*corner, pull=0.04, within=6 * MU))


def _no_goals(front: Front) -> Goals:
    """No goals: the plan follows from its manner alone."""
    return {}


PLANS = (
    TablePlan("advance", say("the advance on the enemy"), _no_goals, eagerness=18.0, fear=0.4),
    TablePlan("hold", say("the defence of good ground"), _hill_goals, eagerness=0.0),
    TablePlan("battery", say("the grand battery"), _battery_goals, eagerness=0.0),
    TablePlan("left", say("the massed attack on the left"), partial(_mass_goals, left=True),
              eagerness=9.0, fear=0.6),
    TablePlan("right", say("the massed attack on the right"), partial(_mass_goals, left=False),
              eagerness=9.0, fear=0.6),
    TablePlan("ride", say("the ride round the flank"), _ride_goals, eagerness=1.2, fear=0.7),
    TablePlan("refuse", say("the refusal of battle"), _corner_goals, eagerness=0.0, fear=2.0, hope=0.0),
)
"""The plans for either side."""
Answer = Callable[[RenaissanceState], Action]
"""Chooses the action outside the phase of moves."""


def scripts(answer: Answer, plans: Iterable[TablePlan] = PLANS) -> Sequence[Script]:
    """The plans that a seat can follow through a whole battle."""
    return [Script(plan.name, plan.title, partial(_next_action, plan, answer),
                   course=partial(_rehearsed_moves, plan, answer))
            for plan in plans]


def plan_named(name: str) -> TablePlan | None:
    """The plan of a name; None if there is none."""
    return next((plan for plan in PLANS if plan.name == name), None)


def promising(state: RenaissanceState, seat: Seat) -> Iterable[TablePlan]:
    """The plans that suit a side's troops now, in the order of ``PLANS``; never the refusal of battle."""
    if state.phase != "moves" or not state.bases_on_table(RED) or not state.bases_on_table(BLUE):
        return
    kinds = {state.kind(slot) for slot in state.bases_on_table(seat)}
    camp = state.camps[other(seat)]
    for plan in PLANS:
        if plan.name == "battery" and not any(ELEMENTS[kind].artillery for kind in kinds):
            continue
        if plan.name == "ride" and (kinds.isdisjoint(RIDERS) or camp is None or camp.sacked):
            continue
        if plan.name != "refuse":
            yield plan


def _next_action(plan: TablePlan, answer: Answer, state: RenaissanceState) -> Action:
    """The next action of a player that follows a plan.

    :param answer: chooses the action outside the phase of moves.
    """
    if state.phase != "moves" or state.stack:
        return answer(state)
    thinker = BoundThinker(never, plan.manner(state, state.seat))
    proposals = lines.candidate_moves(state, (), thinker.manner.goals)
    candidates = thinker.evaluated_moves(state, thinker.value(state), proposals, EVALUATED_MOVES)
    return candidates[0].action if candidates and candidates[0].gain > 0 else END


def _rehearsed_moves(plan: TablePlan, answer: Answer, state: RenaissanceState) -> Sequence[Action]:
    """The moves of a bound in a rehearsal of a plan, with less search."""
    if state.phase != "moves" or state.stack:
        return (answer(state),)
    thinker = BoundThinker(never, plan.manner(state, state.seat))
    course = thinker.greedy_course(state, REHEARSED_FIRST_MOVES, REHEARSED_LATER_MOVES)
    return course.actions if course is not None else (END,)
