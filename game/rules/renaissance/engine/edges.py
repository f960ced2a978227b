"""Base edges, deployment zones along them, and camps (4, 14.2.4 to 14.2.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations

from game.board.measuring import Outline, box_of
from game.core.action import Action
from game.core.decision import Answer, Done, apply_steps
from game.core.event import Noted
from game.core.field_types import UnitName
from game.core.indices import Seat, Slot, by_slot, other
from game.core.message import Message, Text, say
from game.core.offer import Offer, Picked, with_ground
from game.core.pose import FULL_TURN, Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine.actions import ChooseEdge, NumberEdges, SetCamp, TakeFollowers
from game.rules.renaissance.engine.decisions import CountedRoll, PhasingSideDecision, begin_phase
from game.rules.renaissance.engine.ground import near_line, rectangle
from game.rules.renaissance.engine.state import CAMP_SIZE, SEATS, SIDES, Camp, RenaissanceState
from game.rules.renaissance.engine.tables import DISTANCES
from game.rules.renaissance.engine.terrain_shapes import EDGES
from game.rules.renaissance.engine.words import EDGE_NAMES, EDGE_TITLES, MU, Edge, refuse, rule

OPPOSITE_EDGE: dict[Edge, Edge] = {"north": "south", "south": "north", "east": "west", "west": "east"}
INWARD_FACING: dict[Edge, int] = {"north": FULL_TURN // 2, "east": 3 * FULL_TURN // 4, "south": 0,
                                  "west": FULL_TURN // 4}
"""Base edge -> facing from it into the table."""
MAX_LANDED = 4
"""The most elements of an army that may land (14.2.7)."""


class EdgeNumbering(PhasingSideDecision):
    """The defender's numbering of the table's edges (14.2.4)."""

    name = "edges"
    rule = rule("14.2.4")
    asks = say("Number the edges: the attacker rolls for a base edge")

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        after = replace(state, seat=other(state.defender)).pushed(EdgeRoll())
        for n, order in enumerate(permutations(EDGES)):
            # a button for each edge that may be first: the first of every six permutations
            label = say("1 {first}, 2 {second}, 3 {third}, 4 {fourth}", **_edge_names(order)) if n % 6 == 0 else ""
            yield Answer(NumberEdges(*order), label=label, is_default=not n,
                         outcome=partial(lambda order: (replace(after, edges_by_number=order), ()), order))

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        if isinstance(action, NumberEdges):
            named = [action.first, action.second, action.third, action.fourth]
            return next((refuse("14.2.4", say("The {edge} edge is named twice: number each edge once",
                                              edge=EDGE_NAMES[edge])) for edge in EDGES if named.count(edge) > 1), None)
        return super().why_not(state, action)


def _edge_names(order: Sequence[Edge]) -> dict[str, Message]:
    """The edges of a numbering by their placeholders in a sentence."""
    return dict(zip(("first", "second", "third", "fourth"), (EDGE_NAMES[edge] for edge in order), strict=True))


def is_dry(state: RenaissanceState, edge: Edge) -> bool:
    """Whether neither an edge nor the opposite one is on the waterway (ruling 29)."""
    middles = [state.ground.spot(each, state.ground.extent(each)[0] // 2, 0) for each in (edge, OPPOSITE_EDGE[edge])]
    return not any(piece.holds(spot) for piece in state.ground.pieces("waterway") for spot in middles)


class EdgeRoll(CountedRoll):
    """The attacker's roll for its base edge (14.2.4)."""

    name = "edges"
    rule = rule("14.2.4")
    asks = say("Base edge")

    def question(self, state: RenaissanceState) -> Message:
        return say("Roll for the attacker's base edge: 1 {first}, 2 {second}, 3 {third}, 4 {fourth}, 5–6 any",
                   **_edge_names(state.edges_by_number))

    def key(self, state: RenaissanceState, faces: tuple[int, ...]) -> str:
        if faces[0] > 4:
            return "choice"
        edge = state.edges_by_number[faces[0] - 1]
        return edge if is_dry(state, edge) else "again"

    def result_text(self, state: RenaissanceState, key: str, faces: tuple[int, ...]) -> Message:
        if key == "again":
            return say("neither base edge may be on the waterway: roll again")
        edge = next((name for edge, name in EDGE_NAMES.items() if edge == key), None)
        return say("the attacker chooses") if edge is None else say("the attacker has the {edge} edge", edge=edge)

    def after_result(self, state: RenaissanceState, key: str) -> Done[RenaissanceState]:
        if key == "again":
            return state, ()
        edge = next((edge for edge in EDGES if edge == key), None)
        return (state.popped().pushed(EdgeChoice()), ()) if edge is None else _take_edge(state.popped(), edge)


class EdgeChoice(PhasingSideDecision):
    """The attacker's choice of its base edge (14.2.4)."""

    name = "edges"
    rule = rule("14.2.4")
    asks = say("Choose your base edge")

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        for n, edge in enumerate(each for each in EDGES if is_dry(state, each)):
            yield Answer(ChooseEdge(edge), label=EDGE_TITLES[edge], is_default=not n,
                         outcome=partial(_take_edge, state.popped(), edge))

    def offers(self, state: RenaissanceState, picked: Picked) -> Sequence[Offer]:
        """The offers, each edge with its deployment zone."""
        return [with_ground(offer, (deployment_zone(_take_edge(state, offer.action.edge)[0], state.seat),)) if (
            isinstance(offer.action, ChooseEdge)) else offer for offer in super().offers(state, picked)]

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        if isinstance(action, ChooseEdge):
            return refuse("14.2.4", say("Neither base edge may be on the waterway"), 29)
        return super().why_not(state, action)


def _take_edge(state: RenaissanceState, edge: Edge) -> Done[RenaissanceState]:
    """Give the attacker a base edge and the defender the opposite one. Camps are next, the defender's first."""
    red, blue = (edge, OPPOSITE_EDGE[edge]) if state.defender else (OPPOSITE_EDGE[edge], edge)
    event = Noted(rule("14.2.4"), say("Base edges: {side} {edge}, {enemy} {other}", side=SIDES[0],
                                     edge=EDGE_NAMES[red], enemy=SIDES[1], other=EDGE_NAMES[blue]))
    return apply_steps((replace(state, base_edges=(red, blue)), (event,)),
                       lambda state: begin_phase(state, "camp", state.defender))


class SetUpCamp(PhasingSideDecision):
    """The place of a side's camp (14.2.5)."""

    name = "camp"
    rule = rule("14.2.5")
    asks = say("Place your camp on the base edge")
    mode = "place"
    complete = False

    def main(self, state: RenaissanceState) -> tuple[Action, Text] | None:
        return next(((answer.action, say("Place the camp")) for answer in self.answers(state)), None)

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        name = camp_name(state.seat)
        for n, pose in enumerate(camp_poses(state)):
            yield Answer(SetCamp(name, pose), (name,), pose.text, is_default=not n)

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        if not isinstance(action, SetCamp) or action.unit != camp_name(state.seat):
            return refuse("14.2.5", say("It is the enemy's camp: place your own") if isinstance(action, SetCamp)
                          else self.question(state))
        return why_no_camp(state, action.pose)

    def apply(self, state: RenaissanceState, action: Action) -> Done[RenaissanceState]:
        assert isinstance(action, SetCamp)
        state = state.with_new_camp(state.seat, Camp(action.pose)).pushed(ChooseFollowers())
        return state, (Noted(rule("14.2.5"), say("{side} places its camp", side=SIDES[state.seat])),)


class ChooseFollowers(PhasingSideDecision):
    """The choice of camp followers: a thirteenth base that never leaves the camp (14.2.5)."""

    name = "camp"
    rule = rule("14.2.5")
    asks = say("Guard the camp with followers, or let foot bases guard it")

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        without_followers = state.popped()
        slot = next(slot for slot, base in by_slot(state.roster) if base.kind == "cf" and base.seat == state.seat)
        with_followers = without_followers.with_camp(state.seat, garrison=state.id(slot)).with_base(slot, lost=False)
        yield Answer(TakeFollowers("yes"), label=say("Camp with followers"), is_default=True,
                     outcome=partial(begin_phase, with_followers, "deployment"))
        yield Answer(TakeFollowers("no"), label=say("Camp without followers"),
                     outcome=partial(begin_phase, without_followers, "deployment"))


def camp_name(seat: Seat) -> UnitName:
    """The id of a side's camp."""
    return UnitName(f"{SEATS[seat]}-camp")


def camp_poses(state: RenaissanceState) -> Iterator[Pose]:
    """Legal poses for a camp, from the middle of the base edge outwards in steps of 1 MU."""
    edge = state.base_edges[state.seat]
    length, _ = state.ground.extent(edge)
    poses = (inward_pose(state, edge, length // 2 + (n + 1) // 2 * MU * (1 if n % 2 else -1), CAMP_SIZE.depth)
             for n in range(2 * (length // (2 * MU))))
    return (pose for pose in poses if why_no_camp(state, pose) is None)


def nearest_camp_pose(state: RenaissanceState, pose: Pose) -> Pose:
    """The pose on the base edge nearest to the pose at which the camp is held."""
    edge = state.base_edges[state.seat]
    return inward_pose(state, edge, state.ground.from_edge(edge, pose.spot)[0], CAMP_SIZE.depth)


def why_no_camp(state: RenaissanceState, pose: Pose) -> Reason | None:
    """Why a camp may not be set down at a pose; None if it may (14.2.5)."""
    edge, outline, ground = state.base_edges[state.seat], CAMP_SIZE.corners(pose), state.ground
    if pose.angle != INWARD_FACING[edge] or min(ground.from_edge(edge, spot)[1] for spot in outline):
        return refuse("14.2.5", say("A long side of the camp must lie on the base edge"))
    why = why_outside(state, state.seat, outline)
    if why is None and (ground.going(outline) == "bad" or ground.kinds_under(outline) & {"river", "waterway"}):
        return refuse("14.2.5", say("A camp must be in good going"))
    return why


def inward_pose(state: RenaissanceState, edge: Edge, along: int, depth: int) -> Pose:
    """The pose facing into the table, ``along`` units along an edge from west or north and ``depth`` units from it."""
    return Pose(*state.ground.spot(edge, along, depth), INWARD_FACING[edge])


def why_outside(state: RenaissanceState, seat: Seat, outline: Outline) -> Reason | None:
    """Why a base or camp is outside the deployment zone of a side's base edge (4); None if it is inside."""
    if not state.ground.board.on_table(outline):
        return refuse("4.1", say("It would leave the table"))
    if any(state.ground.from_edge(state.base_edges[seat], spot)[1] > DISTANCES.zone_depth for spot in outline):
        return refuse("4.1", say("It must be within 10 MU of the base edge"))
    return _why_near_side_edge(state, seat, outline)


def _why_near_side_edge(state: RenaissanceState, seat: Seat, outline: Outline) -> Reason | None:
    """The refusal for a base or camp too near to a side edge (4.2); None if it is far enough."""
    edge, margin = state.base_edges[seat], DISTANCES.zone_side
    most = state.ground.extent(edge)[0] - margin
    return None if all(margin <= state.ground.from_edge(edge, spot)[0] <= most for spot in outline) else refuse(
        "4.2", say("It must be at least 4 MU from the side edges"))


def deployment_zone(state: RenaissanceState, seat: Seat) -> Outline:
    """The corners of the deployment zone of a side's base edge (4)."""
    return state.ground.strip(state.base_edges[seat], DISTANCES.zone_depth, DISTANCES.zone_side)


def landing_zones(state: RenaissanceState, seat: Seat) -> tuple[Outline, ...]:
    """The ground on which a Littoral army may land, for each waterway as a rectangle: near the waterway, in the army's
    own half, clear of the side edges (14.2.7, ruling 31)."""
    if not state.armies[seat].may_land:
        return ()
    edge, shores = state.base_edges[seat], state.ground.pieces("waterway")
    half = box_of(state.ground.strip(edge, state.ground.extent(edge)[1] // 2, DISTANCES.zone_side))
    return tuple(rectangle((max(left, half[0]), min(right, half[1]), max(top, half[2]), min(bottom, half[3])))
                 for left, right, top, bottom in (box_of(water.points, DISTANCES.zone_depth) for water in shores))


def why_no_landing(state: RenaissanceState, slot: Slot, outline: Outline, why: Reason) -> Reason | None:
    """Why a base may not land from the waterway; None if it may: at most four of a Littoral army (14.2.7, rulings 31
    and 79).

    :param why: why it is outside the zone of its base edge.
    """
    seat, edge = state.roster[slot].seat, state.base_edges[state.roster[slot].seat]
    shores, may_land = state.ground.pieces("waterway"), state.armies[seat].may_land
    if not shores or not state.ground.board.on_table(outline):
        return why
    near_shore = any(all(near_line(spot, (*water.points, water.points[0]), DISTANCES.zone_depth) for spot in outline)
                     for water in shores)
    if not (near_shore and may_land):
        if why.rule.number == "4.2" or not (near_shore or may_land):
            return why
        return refuse("14.2.7", say("Only an army of Littoral topography may land near the waterway"), 79) if (
            near_shore) else refuse("4.1", say("It must be within 10 MU of the base edge or of the waterway"))
    if (why_near_side := _why_near_side_edge(state, seat, outline)) is not None:
        return why_near_side
    if any(2 * state.ground.from_edge(edge, spot)[1] > state.ground.extent(edge)[1] for spot in outline):
        return refuse("14.2.7", say("A base must land in its own half of the table"), 31)
    landed_bases = [mate for mate in state.bases_on_table(seat)
                    if mate != slot and why_outside(state, seat, state.placed_base(mate).corners) is not None]
    return None if len(landed_bases) < MAX_LANDED else refuse(
        "14.2.7", say("At most {most} elements land", most=MAX_LANDED))
