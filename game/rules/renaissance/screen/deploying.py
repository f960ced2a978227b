"""Dragging the camp and bases before the battle: the proposed placements, and refusals."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.manoeuvre import point_at
from game.board.measuring import distance, inside
from game.core.indices import Slot, by_slot
from game.core.message import say
from game.core.offer import Offer, Picked, TableOffer
from game.core.pose import BASE, Pose
from game.core.verdict import LEGAL, Illegal
from game.rules.renaissance.engine.actions import RenaissancePlace, SetCamp
from game.rules.renaissance.engine.deployment import proposed_poses, why_not_deployable, why_not_there
from game.rules.renaissance.engine.edges import camp_name, camp_poses, nearest_camp_pose, why_no_camp
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.words import MU, refuse

SNAP_DISTANCE = 200
"""Distance, in thousandths of a base width, within which a dragged base snaps to a pose flush with a friend; this and
the distances below were chosen by hand."""
OFFERED_SNAP_DISTANCE = 2 * MU
"""Distance from the held pose within which poses flush with a friend are offered."""
FRIEND_DISTANCE = 3 * BASE
"""Distance from a friend within which poses flush with it are considered."""


def camp_refusal(picked: Picked) -> Offer:
    """The offer that refuses to let a camp move or fight."""
    return Offer(Illegal((refuse("14.2.5", say("A camp cannot move, shoot or attack")),)), units=picked.units[:1])


def camp_offers(state: RenaissanceState, picked: Picked) -> Iterator[Offer]:
    """The offers while a camp is being set down. Without a selection: the camp. With the camp selected: every possible
    pose, or the one nearest to where it is held."""
    camp_id = camp_name(state.seat)
    if not picked.units:
        yield Offer(units=(camp_id,))
        return
    if picked.units[0] != camp_id:
        yield Offer(Illegal((refuse("14.2.5", say("Place your camp first")),)), units=picked.units[:1])
        return
    if picked.pose is None:
        for pose in camp_poses(state):
            yield TableOffer(LEGAL, SetCamp(camp_id, pose), (camp_id,), pose.text, poses=((camp_id, pose),))
        return
    pose = nearest_camp_pose(state, picked.pose)
    why = why_no_camp(state, pose)
    yield TableOffer(Illegal((why,)) if why is not None else LEGAL, SetCamp(camp_id, pose), (camp_id,), pose.text,
                     poses=((camp_id, pose),))


def deployment_offers(state: RenaissanceState, picked: Picked) -> Iterator[Offer]:
    """The offers while bases are being deployed. Without a selection: every base that may be deployed. With a base
    selected: its placement at the held pose, snapped to a nearby one unless the pose was typed; and its placement in
    the camp, if legal."""
    if not picked.units:
        yield from (Offer(units=(base.id,)) for slot, base in by_slot(state.roster)
                    if why_not_deployable(state, slot) is None)
        return
    if picked.units[0] not in state.slots:
        yield camp_refusal(picked)
        return
    slot = state.slots[picked.units[0]]
    base = state.roster[slot]
    why = why_not_deployable(state, slot)
    if why is not None:
        yield Offer(Illegal((why,)), units=(base.id,))
        return
    camp = state.camps[state.seat]
    assert camp is not None
    snaps = _snap_poses(state, slot, picked.pose) if picked.pose is not None else ()
    pose = picked.pose or state.units[slot].pose or next(proposed_poses(state, slot), None)
    if pose is None:  # not held, and nowhere to propose; a held base always gets an offer or a refusal
        return
    if not picked.exact and inside(pose.spot, camp.outline) and camp.garrison in ("", base.id):
        pose = camp.pose
    elif not picked.exact and snaps and distance(snaps[0].spot, pose.spot) <= SNAP_DISTANCE:
        pose = snaps[0]
    why = why_not_there(state, slot, pose)
    yield TableOffer(Illegal((why,)) if why is not None else LEGAL, RenaissancePlace(base.id, pose), (base.id,),
                     pose.text, poses=((base.id, pose),), snapping=lambda: snaps)  # already computed to snap ``pose``
    if camp.garrison != base.id and why_not_there(state, slot, camp.pose) is None:
        yield Offer(LEGAL, RenaissancePlace(base.id, camp.pose), (base.id,), label=say("Deploy in the camp"))


def _snap_poses(state: RenaissanceState, slot: Slot, pose: Pose) -> tuple[Pose, ...]:
    """Legal poses near the held pose that are flush with a friend, beside, behind or before it; the nearest
    first."""
    depth = state.element(slot).base.depth
    poses = []
    for friend_slot in state.bases_on_table(state.seat):
        friend = state.placed_base(friend_slot)
        if friend_slot != slot and distance(friend.pose.spot, pose.spot) <= FRIEND_DISTANCE:
            for right, ahead in ((BASE, 0), (-BASE, 0), (0, -friend.base.depth), (0, depth)):
                snap_pose = Pose(*point_at(friend.pose, right, ahead), friend.pose.angle)
                is_near = distance(snap_pose.spot, pose.spot) <= OFFERED_SNAP_DISTANCE
                if is_near and why_not_there(state, slot, snap_pose) is None:
                    poses.append(snap_pose)
    return tuple(sorted(poses, key=lambda snap_pose: distance(snap_pose.spot, pose.spot)))
