"""A side sets its camp down before the battle (14.2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.core.action import Action
from game.core.decision import Answer, Done
from game.core.event import Noted
from game.core.fields import UnitName
from game.core.message import Text, say
from game.core.pose import Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine.actions import Followers, SetCamp
from game.rules.renaissance.engine.bound import began
from game.rules.renaissance.engine.deployment import BeforeBattle
from game.rules.renaissance.engine.deployment_zone import INWARD, edge_distance, inward, length_of, why_outside
from game.rules.renaissance.engine.state import CAMP, SEATS, SIDES, Camp, State
from game.rules.renaissance.engine.words import MU, refuse, rule


class SetUpCamp(BeforeBattle):
    """A side sets its camp down (14.2.5)."""

    name = "camp"
    rule = rule("14.2.5")
    asks = say("Set down your camp on the base edge")
    mode = "place"
    complete = False

    def main(self, state: State) -> tuple[Action, Text] | None:
        pose = next(camp_poses(state), None)
        return (SetCamp(camp_name(state.seat), pose), say("Set down the camp")) if pose is not None else None

    def answers(self, state: State) -> Iterator[Answer]:
        name = camp_name(state.seat)
        for n, pose in enumerate(camp_poses(state)):
            yield Answer(SetCamp(name, pose), (name,), pose.text, leads=not n)

    def why_not(self, state: State, action: Action) -> Reason | None:
        if not isinstance(action, SetCamp) or action.unit != camp_name(state.seat):
            return refuse("14.2.5", self.question(state))
        return why_no_camp(state, action.pose)

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, SetCamp)
        state = replace(state.put_camp(state.seat, Camp(action.pose)), phase="deployment").pushed(ChooseFollowers())
        return state, (Noted(rule("14.2.5"), say("{side} sets down its camp", side=SIDES[state.seat])),)


class ChooseFollowers(BeforeBattle):
    """Whether a camp has followers: a thirteenth base that never leaves it (14.2.5)."""

    name = "camp"
    rule = rule("14.2.5")
    asks = say("Followers guard the camp but never leave it; without them a foot base may hold it")

    def answers(self, state: State) -> Iterator[Answer]:
        after = state.popped()
        slot = next(slot for slot, piece in enumerate(state.roster) if piece.kind == "cf" and piece.seat == state.seat)
        full = after.with_camp(state.seat, garrison=state.roster[slot].id).put(slot, lost=False)
        event = began(after)
        yield Answer(Followers("yes"), label=say("Camp with followers"), leads=True, then=lambda: (full, (event,)))
        yield Answer(Followers("no"), label=say("Camp without followers"), then=lambda: (after, (event,)))


def camp_name(seat: int) -> UnitName:
    """The id of a side's camp."""
    return UnitName(f"{SEATS[seat]}-camp")


def camp_poses(state: State) -> Iterator[Pose]:
    """Legal places for a camp, from the middle of the base edge outwards."""
    edge = state.edges[state.seat]
    long = length_of(state, edge)
    for n in range(2 * (long // (2 * MU))):
        pose = inward(state, edge, long // 2 + (n + 1) // 2 * MU * (1 if n % 2 else -1), CAMP.depth)
        if why_no_camp(state, pose) is None:
            yield pose


def nearest_camp(state: State, pose: Pose) -> Pose:
    """The pose on the base edge nearest to where a hand holds the camp."""
    edge = state.edges[state.seat]
    return inward(state, edge, pose.x if edge in ("north", "south") else pose.y, CAMP.depth)


def why_no_camp(state: State, pose: Pose) -> Reason | None:
    """Why a camp may not lie at a pose; None if it may (14.2.5)."""
    seat = state.seat
    edge = state.edges[seat]
    outline = CAMP.corners(pose)
    if pose.angle != INWARD[edge] or edge_distance(state, edge, outline)[0] != 0:
        return refuse("14.2.5", say("A long side of the camp must lie on the base edge"))
    why = why_outside(state, seat, outline)
    if why is not None:
        return why
    if state.ground.going(outline) == "bad" or state.ground.in_river(outline) or state.ground.impassable(outline):
        return refuse("14.2.5", say("A camp must be in good going"))
    return None
