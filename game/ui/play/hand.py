"""Bases held over a table without a grid: the pose at which they are held, and the rules' answer to it.

The rules alone say where the bases would end, and why they may not be put down.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.board.manoeuvre import ahead_by, facing_of, normalised_angle, pivots, wheeled
from game.board.measuring import distance
from game.core.action import Action
from game.core.capability import capability
from game.core.message import Text, say
from game.core.offer import Offer, Picked
from game.core.pose import BASE, DEGREE, FULL_TURN, Pose, Spot, Stick, read_pose
from game.core.presenter import MovesAsOffers
from game.core.preview import Preview
from game.core.verdict import Illegal
from game.ui.board.held import NOTHING, HeldBases, held_from, placed_base_of
from game.ui.play.proposals import ShownRefusal, screen_refusal
from game.ui.play.selection import Selection

ROTATION_STEP = 5 * DEGREE
"""The rotation for a key press or a notch of the mouse wheel, in units of angle."""
FOLLOW_DISTANCE = 3 * BASE // 4
"""Parked bases follow the hand once it is farther than this from each of them, in units of length. Chosen by hand."""
SNAP_ANGLE = 2 * DEGREE
"""Within this angle a hand turning about a corner snaps to a facing square to another base (chosen by hand)."""
TERRAIN_NUDGES = 5
"""Nudges per push for a piece of terrain."""
MAX_COORDINATE = 999_999
"""The largest coordinate that the notation of poses can hold, in units of length."""


class Hand:
    """The selected bases, on a table where units can be held at any pose."""

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._pose_owner: tuple[object, str | None] = None, None
        """The state and the unit that ``pose`` belongs to."""
        self.pose: Pose | None = None
        """The pose at which the first unit is held; None while it is at its own place."""
        self._grip_offset: Spot = (0, 0)
        """Offset from the hand to the front-edge middle of the first unit."""
        self.parked = False
        """Whether the bases do not follow the hand until they are gripped, e.g. after a refusal."""
        self._waits = False
        """Whether they are parked only as long as the hand is near."""
        self._pushed = False
        """Whether keys pushed them to their pose, which is then exact."""
        self._turning: tuple[Spot, Spot] | None = None
        """The gripped corner, and the one about which the bases turn."""
        self._waypoints: tuple[Pose, ...] = ()
        """The poses through which the path to the held pose leads, in order."""
        self._preview_cache: tuple[Offer | None, Preview | None] = None, None
        """The latest offer with a preview, and that preview."""
        self.last_stop: Text = ""
        """Where and why the last move ended short of where the units were held."""
        self._question: object = None
        """The state, the units and the question that the next release answers."""
        self._offer: Offer | None = None
        """The rules' latest answer, as a cache."""
        self._offer_key: object = None
        """Everything that it depends on."""

    @property
    def units(self) -> tuple[str, ...]:
        """The held units, the leading one first; empty if they cannot be held at any pose."""
        selection = self._selection
        if selection.selected is None or not selection.active or not selection.choices.holdable:
            return ()
        return (selection.selected, *selection.group)

    @property
    def home(self) -> Pose | None:
        """The pose at which the first unit stands on the table; None if it is not there yet."""
        unit = self._selection.selected
        return read_pose(self._selection.situation.counters[unit].place or "") if unit is not None else None

    @property
    def _proposed_pose(self) -> Pose | None:
        """The pose the rules propose for a unit that is not on the table yet, e.g. one to be deployed; else None."""
        offer = self.offer if self.home is None and self._held_pose() is None else None
        return offer.poses[0][1] if offer is not None else None

    @property
    def current_pose(self) -> Pose | None:
        """The pose at which the first unit is held, stands, or would be put down; None without a unit."""
        return self._held_pose() or self.home or self._proposed_pose

    @property
    def away_from_home(self) -> bool:
        """Whether the first unit is held at another pose than the one it has on the table."""
        pose = self._held_pose() or self._proposed_pose  # asked without a selection, too: it forgets the old pose
        return bool(self.units) and pose not in (None, self.home)

    @property
    def sets_up(self) -> bool:
        """Whether putting the held units down costs nothing: they are set up, or pieces of terrain are laid."""
        situation = self._selection.situation
        return situation.prompt.mode == "place" or any(situation.counters[unit].outline for unit in self.units)

    @property
    def hardly_moved(self) -> bool:
        """Whether the held pose is so close to the one on the table, with the same facing, that a click on the base
        itself does not mean a move. While units are set up, it does."""
        pose, home = self._held_pose(), self.home
        return pose is not None and home is not None and not self._waypoints and not self.sets_up and (
            pose.angle == home.angle and distance(pose.spot, home.spot) <= FOLLOW_DISTANCE)

    def _held_pose(self) -> Pose | None:
        """The pose at which the selected unit is held, None if it is not; the pose of another unit or state is reset
        first."""
        owner = self._selection.situation.state, self._selection.selected
        if owner[0] is not self._pose_owner[0] or owner[1] != self._pose_owner[1]:
            self._pose_owner, self.pose, self._grip_offset, self.parked = owner, None, (0, 0), False
            self._waits = self._pushed = False
            self._waypoints, self._turning = (), None
        return self.pose

    @property
    def offer(self) -> Offer | None:
        """The rules' offer for the held pose and the selected way to move; None if nothing is held."""
        units, pose, manner = self.units, self._held_pose() or self.home, self._selection.manner
        if not units:
            return None
        is_exact = self.pose is not None and (self.parked or self._pushed)
        key = self._selection.situation.state, units, pose, self._waypoints, manner, is_exact
        if self._offer_key is None or key != self._offer_key:
            picked = Picked(units, self._selection.situation.interrupting, pose, self._waypoints, manner, is_exact)
            offers = self._selection.situation.rules.offers(self._selection.situation.state, picked)
            self._offer_key, self._offer = key, next((offer for offer in offers if offer.poses), None)
        return self._offer

    # --- moves of the hand

    def grip(self, spot: Spot, near_corner: int = 0) -> bool:
        """Grip at a point of the table: a front corner, to turn about the other one, or anywhere else, to carry;
        returns whether a corner was gripped.

        :param near_corner: distance in units within which a front corner is gripped.
        """
        home = self.home
        self._held_pose()
        self.parked = self._waits = False
        self._grip_offset = (home.x - spot[0], home.y - spot[1]) if home is not None else (0, 0)
        corners = self.corners
        self._turning = next(((corner, pivot) for corner, pivot in zip(corners, reversed(corners), strict=True)
                              if distance(corner, spot) <= near_corner), None)
        return self._turning is not None

    @property
    def corners(self) -> tuple[Spot, ...]:
        """The outer front corners of the held units, left and right, at their place on the table; empty if they
        cannot be held."""
        return self.corners_of(self.units)

    def corners_of(self, units: Sequence[str]) -> tuple[Spot, ...]:
        """The outer front corners of some bases that stand as a group, left and right; empty if none are placed."""
        counters = self._selection.situation.counters
        bases = [base for unit in units if (base := placed_base_of(counters[unit])) is not None]
        return pivots(sorted(bases, key=lambda base: -ahead_by(bases[0].pose, base.pose.spot))) if bases else ()

    def move(self, spot: Spot, near_corner: int = 0) -> None:
        """Move the hand to a point of the table; the facing stays unless a corner is gripped.

        :param near_corner: distance in units from the turning corners of parked bases within which they do not follow.
        """
        pose, home = self.current_pose, self.home
        if not self.units or pose is None:
            return
        self._follow_or_park(spot, near_corner)
        if self.parked:
            return
        self._pushed = False
        if self._turning is None or home is None:
            self.pose = _limited_pose(pose._replace(x=spot[0] + self._grip_offset[0], y=spot[1] + self._grip_offset[1]))
        else:
            corner, pivot = self._turning
            turn = facing_of(pivot, spot) - facing_of(pivot, corner) if spot != pivot else 0
            differences = (normalised_angle(facing - home.angle - turn) for facing in self._facings())
            snap = min(differences, key=abs, default=SNAP_ANGLE + 1)
            turn += snap if abs(snap) <= SNAP_ANGLE else 0
            self.pose = _limited_pose(wheeled(home, pivot, turn)) if turn % FULL_TURN else home

    def _follow_or_park(self, spot: Spot, near_corner: int) -> None:
        """Let parked bases follow a hand that is away from them, and return them when the hand comes near."""
        base = self._nearest(spot)
        away = (base is None or distance(base.spot, spot) > FOLLOW_DISTANCE) and not (
            self._waits and any(distance(corner, spot) <= near_corner for corner in self.corners))
        if self.waits and away:
            self.follow(spot)
        elif self._waits and not self.parked and not away:
            self.put_back(until_away=True)

    def _nearest(self, spot: Spot) -> Pose | None:
        """The pose on the table of the held unit that is nearest to a point; None if none is on the table."""
        poses = (read_pose(self._selection.situation.counters[unit].place or "") for unit in self.units)
        on_table = (pose for pose in poses if pose is not None)
        return min(on_table, key=lambda pose: distance(pose.spot, spot), default=None)

    @property
    def waits(self) -> bool:
        """Whether the held units are parked until the hand is away from them."""
        return self._waits and self.parked

    @property
    def parked_at_home(self) -> bool:
        """Whether the held units are parked at their own place, so that a press on the table sends them there."""
        return self.parked and self._held_pose() is None

    def follow(self, spot: Spot, *, near: bool = False) -> None:
        """Let the held units follow from now on, held by the base nearest to a point.

        :param near: also while the hand is close to their place.
        """
        home, base = self.home, self._nearest(spot)
        if home is not None and base is not None:
            self.parked, self._waits, self._grip_offset = False, not near, (home.x - base.x, home.y - base.y)

    def _facings(self) -> set[int]:
        """The facings of all bases on the table, and those turned from them by right angles."""
        poses = (read_pose(counter.place or "") for counter in self._selection.situation.counters.values())
        return {(pose.angle + quarter) % FULL_TURN for pose in poses if pose is not None
                for quarter in range(0, FULL_TURN, FULL_TURN // 4)}

    def nudge(self, across: int, down: int, times: int = 1) -> None:
        """Push the held units to the right and down by so many of the system's nudges.

        :param times: number of pushes at once.
        """
        pose, situation = self.current_pose, self._selection.situation
        if self.units and pose is not None:
            terrain = bool(situation.counters[self.units[0]].outline)
            step = situation.rules.theme.nudge * (TERRAIN_NUDGES if terrain else 1) * times
            self.pose = _limited_pose(pose._replace(x=pose.x + across * step, y=pose.y + down * step))
            self._pushed = True

    def snap(self) -> bool:
        """Move to the next of the nearby poses that the rules name, e.g. in line; returns whether any unit is held."""
        offer = self.offer
        snaps, pose = offer.snaps if offer is not None else (), self._held_pose()
        if not self.units:
            return False
        if not snaps:
            self._selection.refusal = screen_refusal("", say("Nothing is near enough to snap to"))
            return True
        self.pose = snaps[(snaps.index(pose) + 1) % len(snaps) if pose in snaps else 0]
        return True

    def turn(self, notches: int) -> None:
        """Rotate the held units clockwise by so many notches."""
        pose = self.current_pose
        if self.units and pose is not None:
            self.pose = pose._replace(angle=(pose.angle + notches * ROTATION_STEP) % FULL_TURN)

    def go_to(self, pose: Pose) -> None:
        """Hold the units at a typed pose."""
        if self.units:
            self._held_pose()
            self.pose, self.parked = _limited_pose(pose), True

    def add_waypoint(self) -> None:
        """Add the held pose to the path as a waypoint; the path continues from there."""
        offer = self.offer
        if offer is not None and self.away_from_home:
            self._waypoints = (*self._waypoints, offer.poses[0][1])
            self.pose, self._turning = self._waypoints[-1], None

    def remove_waypoint(self) -> bool:
        """Remove the last waypoint of the path; returns whether there was one."""
        waypoints, self._waypoints = self._waypoints, self._waypoints[:-1]
        if waypoints:
            self.pose = waypoints[-1]
        return bool(waypoints)

    def put_back(self, *, until_away: bool = False) -> None:
        """Park the units at their own place until they are gripped again.

        :param until_away: or until the hand is away from them.
        """
        self._held_pose()
        self.pose, self.parked, self._waypoints, self._turning = None, self.home is not None, (), None
        self._waits = until_away

    @property
    def question(self) -> Text:
        """What the next release at about the same pose does, if one release was not enough; else empty."""
        offer = self.offer if self.away_from_home else None
        return offer.second_click_text if offer is not None and self._question == self._question_of(offer) else ""

    def _question_of(self, offer: Offer) -> object:
        """What identifies the question that an offer asks before a second release."""
        return self._selection.situation.state, self.units, offer.second_click_text

    def let_go(self) -> Action | None:
        """Release the units at the held pose; returns the action that this means. None: a refusal is shown because it
        is illegal, or a question because it takes a second release."""
        offer = self.offer
        if offer is None:
            return None
        if isinstance(offer.verdict, Illegal):
            self._selection.refusal = ShownRefusal(offer.place or "", offer.verdict.reasons)
            return None
        if offer.second_click_text and not self.question:
            self._question = self._question_of(offer)
            return None
        self.last_stop = offer.stopped
        return offer.action

    # --- display

    def poses_after(self, action: Action) -> HeldBases:
        """The poses that the units of an action not yet done would have; empty if it ends in no pose."""
        moved = capability(self._selection.situation.rules, MovesAsOffers).offer_for(
            self._selection.situation.state, action)
        if moved is not None:
            return held_from(moved)
        poses = [pose for place in action.places if (pose := read_pose(place)) is not None]
        if not poses:
            return NOTHING
        picked = Picked(action.units, self._selection.situation.interrupting, poses[-1], tuple(poses[:-1]))
        offers = self._selection.situation.rules.offers(self._selection.situation.state, picked)
        fitting_offer = next((offer for offer in offers if offer.poses and offer.action == action), None)
        if fitting_offer is None:
            return NOTHING
        return held_from(fitting_offer)

    @property
    def refusal(self) -> ShownRefusal | None:
        """Why the units cannot be put down at the held pose; None if they can, or are not held elsewhere."""
        offer = self.offer if self.away_from_home else None
        if offer is None or not isinstance(offer.verdict, Illegal):
            return None
        return ShownRefusal(offer.place or "", offer.verdict.reasons)

    @property
    def preview(self) -> Preview | None:
        """The arithmetic of the roll that would follow if they were put down at the held pose."""
        offer = self.offer if self.away_from_home else None
        if offer is None or not offer.verdict:
            return None
        if self._preview_cache[0] is not offer:
            self._preview_cache = offer, offer.preview
        return self._preview_cache[1]

    @property
    def cost(self) -> Text:
        """What putting them down at the held pose costs, in words; empty if nothing."""
        offer = self.offer if self.away_from_home else None
        return offer.cost if offer is not None else ""

    @property
    def piece_tip(self) -> Text:
        """The cost in the offer for a held piece of the sheet, such as terrain, also at its own place; else empty."""
        offer = self.offer if any(self._selection.situation.counters[unit].outline for unit in self.units) else None
        return offer.cost if offer is not None else ""

    @property
    def stopped(self) -> Text:
        """Where and why the held units would end short of the held pose; empty if they would not."""
        offer = self.offer if self.away_from_home else None
        return offer.stopped if offer is not None else ""

    def shown_bases(self, *sticks: Stick | None, box: tuple[Spot, ...] = (), over: str | None = None) -> HeldBases:
        """What the table shows of the held units, with other measuring sticks and a selection box.

        :param box: the corners of the selection box.
        :param over: a base under the pointer: with nothing held, its turning corners are shown.
        """
        laid_sticks = tuple(stick for stick in sticks if stick is not None)
        offer = self.offer if self.away_from_home else None
        if offer is None:
            can_turn = self._selection.situation.prompt.mode in ("move", "place") and over in self._selection.eligible
            units = self.units or ((over,) if over is not None and can_turn else ())
            return HeldBases(sticks=laid_sticks, pegs=self.corners_of(units), box=box)
        own_stick = (offer.stick,) if offer.stick is not None else ()
        return HeldBases(offer.poses, bool(offer.verdict), (*own_stick, *laid_sticks), outlines=offer.outlines,
                         stopped=bool(offer.stopped))


def _limited_pose(pose: Pose) -> Pose:
    """The pose with coordinates limited to those that can be written."""
    return pose._replace(x=min(MAX_COORDINATE, max(0, pose.x)), y=min(MAX_COORDINATE, max(0, pose.y)))
