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
"""Moves evaluated for one move of a script: about 40 ms."""
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
    """The table from one side's point of view."""

    state: RenaissanceState
    seat: Seat

    @property
    def ahead(self) -> tuple[float, float]:
        """The direction to the other side."""
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
        (fx, fy), (wide, high) = self.ahead, self.state.ground.board.size
        x, y = spot[0] - wide / 2, spot[1] - high / 2
        return y * fx - x * fy, x * fx + y * fy + self.depth / 2

    def spot(self, right: float, far: float) -> tuple[float, float]:
        """The point at these distances to the right of the middle and ahead of the base edge."""
        (fx, fy), (wide, high) = self.ahead, self.state.ground.board.size
        far -= self.depth / 2
        return wide / 2 - right * fy + far * fx, high / 2 + right * fx + far * fy

    @property
    def own(self) -> tuple[Slot, ...]:
        """The side's bases on the table."""
        return self.state.bases_on_table(self.seat)

    @property
    def enemies(self) -> tuple[Slot, ...]:
        """The enemy's bases on the table."""
        return self.state.bases_on_table(other(self.seat))

    def at(self, slot: Slot) -> Spot:
        """The place of a base."""
        return self.state.placed_base(slot).pose.spot


Goals = dict[Slot, Goal]


class TablePlan(NamedTuple):
    """A plan for a whole battle."""

    name: str
    title: Message
    goals: Callable[[Front], Goals]
    eager: float = 1.0
    """This and the next two fields are those of ``Manner``."""
    fear: float = 1.0
    hope: float = 1.0

    def manner(self, state: RenaissanceState, seat: Seat, losses: float = 1.0) -> Manner:
        """The manner of a side that follows the plan."""
        goals = self.goals(Front(state, seat)) if state.bases_on_table(other(seat)) else {}
        return Manner(self.eager, self.fear, self.hope, losses, goals)

    def weaker_manner(self, state: RenaissanceState, seat: Seat, losses: float) -> Manner:
        """The manner of a player with its own search who follows the plan: a weaker version."""
        whole = self.manner(state, seat)
        goals = {slot: goal._replace(pull=PULL_SHARE * goal.pull) for slot, goal in whole.goals.items()}
        return Manner(min(1.0, 1 + EAGERNESS_SHARE * (self.eager - 1)), losses=losses, goals=goals)


def _middle(spots: Iterable[Spot]) -> tuple[float, float]:
    """The mean of some points; at least one."""
    found = list(spots)
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


def _nearest(front: Front, slot: Slot, spots: Iterable[Spot]) -> Spot:
    x, y = front.at(slot)
    return min(spots, key=lambda spot: (hypot(spot[0] - x, spot[1] - y), spot))


def _troops(front: Front) -> list[Slot]:
    """The side's bases without the general."""
    return [slot for slot in front.own if front.state.kind(slot) not in GENERALS]


def _with_general(front: Front, goals: Goals, within: float) -> Goals:
    """Goals, with one for the general near the middle of the bases that have one."""
    general = front.state.general(front.seat)
    if general in front.own and goals:
        goals[general] = Goal(*_middle(front.at(slot) for slot in goals), 0.05, within)
    return goals


def _hill_goals(front: Front) -> Goals:
    """Goals on and beside the nearest gentle hill in the side's half; none without such a hill."""
    troops = _troops(front)
    hills = [_middle(hill.points) for hill in front.state.ground.pieces(HILL_KIND)]
    hills = [spot for spot in hills if front.from_edge(spot)[1] <= front.depth / 2 + 2 * MU]
    if not hills or not troops:
        return {}
    x, y = _middle(map(front.at, troops))
    hill = min(hills, key=lambda spot: (hypot(spot[0] - x, spot[1] - y), spot))
    found = {slot: Goal(*hill, 0.08, (8 if front.state.element(slot).mounted else 5) * MU) for slot in troops}
    return _with_general(front, found, 3 * MU)


def _battery_goals(front: Front) -> Goals:
    """Goals within range of the enemy for guns, or without guns for all shooters; beside and behind them for the
    others."""
    troops = _troops(front)
    guns = [slot for slot in troops if front.state.element(slot).artillery]
    guns = guns or [slot for slot in troops if front.state.element(slot).range]
    if not guns:
        return _hill_goals(front)
    targets, goals = [front.at(enemy) for enemy in front.enemies], Goals()
    for slot in guns:
        goals[slot] = Goal(*_nearest(front, slot, targets), 0.15, front.state.element(slot).range - MU / 2)
    for slot in troops:
        if slot not in goals:
            near = _nearest(front, slot, [front.at(gun) for gun in guns])
            goals[slot] = Goal(*near, 0.06, (7 if front.state.element(slot).mounted else 4) * MU)
    return _with_general(front, goals, 4 * MU)


def _mass_goals(front: Front, *, left: bool) -> Goals:
    """Goals for all bases but guns: the third of the enemy's bases on one side."""
    enemies = sorted(front.enemies, key=lambda enemy: front.from_edge(front.at(enemy))[0], reverse=not left)
    aim = _middle(front.at(enemy) for enemy in enemies[:max(2, len(enemies) // 3)])
    found = {slot: Goal(*aim, 0.07, 3 * MU) for slot in _troops(front) if not front.state.element(slot).wheeled}
    return _with_general(front, found, 5 * MU)


def _ride_goals(front: Front) -> Goals:
    """Goals for the horse: round the nearer flank to the enemy's camp, or to the enemy general."""
    riders = [slot for slot in _troops(front) if front.state.kind(slot) in RIDERS]
    if not riders:
        return _mass_goals(front, left=True)
    camp, general = front.state.camps[other(front.seat)], front.state.general(other(front.seat))
    aim: tuple[float, float]
    if camp is not None and not camp.sacked:
        aim = _middle(camp.outline)
    else:
        aim = front.at(general) if general in front.enemies else _middle(map(front.at, front.enemies))
    line = [front.from_edge(front.at(enemy)) for enemy in front.enemies if enemy != general]
    if not line:
        return {slot: Goal(aim[0], aim[1], 0.3) for slot in riders}
    line_left, line_right = min(right for right, _ in line), max(right for right, _ in line)
    line_distance, table_half = sum(far for _, far in line) / len(line), front.width / 2 - 2 * MU
    goals = {}
    for slot in riders:
        right, far = front.from_edge(front.at(slot))
        side = -1 if right - line_left < line_right - right else 1
        has_passed = far > line_distance - MU or right < line_left - 2 * MU or right > line_right + 2 * MU
        goal = aim if has_passed else front.spot(max(-table_half,
            min(table_half, (line_left if side < 0 else line_right) + side * 6 * MU)), line_distance)
        goals[slot] = Goal(goal[0], goal[1], 0.25)
    return goals


def _corner_goals(front: Front) -> Goals:
    """Goals for all bases in the corner farther from the enemy."""
    right, _ = front.from_edge(_middle(map(front.at, front.enemies)))
    side = -1 if right > 0 else 1
    aim = front.spot(side * (front.width / 2 - 5 * MU), 4 * MU)
    return dict.fromkeys(front.own, Goal(*aim, 0.04, 6 * MU))


def _no_goals(front: Front) -> Goals:
    return {}


PLANS = (
    TablePlan("advance", say("the advance on the enemy"), _no_goals, eager=3.0, fear=0.4),
    TablePlan("hold", say("the defence of good ground"), _hill_goals, eager=0.0),
    TablePlan("battery", say("the grand battery"), _battery_goals, eager=0.0),
    TablePlan("left", say("the massed attack on the left"), partial(_mass_goals, left=True), eager=1.5, fear=0.6),
    TablePlan("right", say("the massed attack on the right"), partial(_mass_goals, left=False), eager=1.5, fear=0.6),
    TablePlan("ride", say("the ride round the flank"), _ride_goals, eager=0.2, fear=0.7),
    TablePlan("refuse", say("the refusal of battle"), _corner_goals, eager=0.0, fear=2.0, hope=0.0),
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
    """The next action of a plan."""
    if state.phase != "moves" or state.stack:
        return answer(state)
    thinker = BoundThinker(never, plan.manner(state, state.seat))
    ideas = lines.candidate_moves(state, (), thinker.manner.goals)
    found = thinker.evaluated_moves(state, thinker.value(state), ideas, EVALUATED_MOVES)
    return found[0].action if found and found[0].gain > 0 else END


def _rehearsed_moves(plan: TablePlan, answer: Answer, state: RenaissanceState) -> Sequence[Action]:
    """The moves of a bound in a rehearsal of a plan, with less search."""
    if state.phase != "moves" or state.stack:
        return (answer(state),)
    thinker = BoundThinker(never, plan.manner(state, state.seat))
    start, ideas = thinker.value(state), lines.candidate_moves(state, (), thinker.manner.goals)
    found = thinker.evaluated_moves(state, start, ideas, REHEARSED_FIRST_MOVES)
    if not found or found[0].gain <= 0:
        return (END,)
    return thinker.extended_courses(found[0], start, found, REHEARSED_LATER_MOVES * state.pips,
                                    REHEARSED_LATER_MOVES)[0][-1].actions
