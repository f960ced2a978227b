"""Bases held over a table without a grid: where the hand holds them, and what the rules make of that.

Nothing is worked out here: the rules say where the bases would end, and why they may not.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.board.manoeuvre import ahead_by, bearing, facing_of, pivots, wheeled
from game.board.measuring import distance
from game.core.action import Action
from game.core.capability import capability
from game.core.message import Text, say
from game.core.offer import Offer, Picked
from game.core.pose import BASE, DEGREE, TURN, Pose, Spot, Stick, read_pose
from game.core.presenter import FreeMeasurement
from game.core.preview import Preview
from game.core.verdict import Illegal
from game.ui.board.held import NOTHING, Held, held_as, standing_of
from game.ui.play.proposals import ShownRefusal, unruled
from game.ui.play.selection import Selection

TWIST = 5 * DEGREE
"""How far a key or a notch of the wheel turns it."""
AWAY = 3 * BASE // 4
"""Units from every base that lies in hand beyond which it follows the hand (chosen by hand)."""
NEAR = 2 * DEGREE
"""Within this a hand that turns by a corner means a facing square to another base (chosen by hand)."""
COARSE = 5
"""Nudges in one push of a piece of terrain."""
FARTHEST = 999_999
"""Poses are written in so many units at most."""


class Hand:
    """What is in hand, where units can be held anywhere."""

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._about: tuple[object, str | None] = None, None
        """The state and the unit that ``pose`` belongs to."""
        self.pose: Pose | None = None
        """Where the first unit is held; None where it lies."""
        self._grip: Spot = (0, 0)
        """From the point the hand is at to the middle of the front edge it holds."""
        self.parked = False
        """Whether it lies where it stands, as after a refusal, until it is gripped."""
        self._waits = False
        """Whether it is parked only as long as the hand is near."""
        self._turning: tuple[Spot, Spot] | None = None
        """The corner that is gripped to turn what is held, and the one about which it turns."""
        self._past: tuple[Pose, ...] = ()
        self._previewed: tuple[Offer | None, Preview | None] = None, None
        self._asked: object = None
        self._offer: Offer | None = None

    @property
    def units(self) -> tuple[str, ...]:
        """Who is in hand, the one that leads first; nobody where nothing can be held anywhere."""
        held = self._selection
        if held.selected is None or not held.active or not held.choices.holdable:
            return ()
        return (held.selected, *held.group)

    @property
    def home(self) -> Pose | None:
        """Where the first unit stands."""
        unit = self._selection.selected
        return read_pose(self._selection.situation.counters[unit].place or "") if unit is not None else None

    @property
    def _proposed(self) -> Pose | None:
        """Where the rules would put down a unit that is not on the table yet, such as one to be deployed."""
        found = self.offer if self.home is None and self._own_pose() is None else None
        return found.poses[0][1] if found is not None else None

    @property
    def at(self) -> Pose | None:
        """Where the first unit is held, stands, or would be put down."""
        return self._own_pose() or self.home or self._proposed

    @property
    def lifted(self) -> bool:
        """Whether it is held elsewhere than where it stands."""
        return bool(self.units) and (self._own_pose() or self._proposed) not in (None, self.home)

    def _own_pose(self) -> Pose | None:
        """Where the unit in hand is held: a pose that belonged to another one, or to another state, is forgotten."""
        about = self._selection.situation.state, self._selection.selected
        if about[0] is not self._about[0] or about[1] != self._about[1]:
            self._about, self.pose, self._grip, self.parked = about, None, (0, 0), False
            self._waits = False
            self._past, self._turning = (), None
        return self.pose

    @property
    def offer(self) -> Offer | None:
        """What the rules say to it in the way to move that is chosen; None where nothing is held."""
        units, pose, manner = self.units, self._own_pose() or self.home, self._selection.manner
        if not units:
            return None
        typed = self.parked and self.pose is not None
        asked = self._selection.situation.state, units, pose, self._past, manner, typed
        if self._asked is None or asked != self._asked:
            picked = Picked(units, self._selection.situation.interrupting, pose, self._past, manner, typed)
            offers = self._selection.situation.rules.offers(self._selection.situation.state, picked)
            self._asked, self._offer = asked, next((offer for offer in offers if offer.poses), None)
        return self._offer

    # --- what the hand does

    def grip(self, at: Spot, near: int = 0) -> bool:
        """Take hold at a point of the table: of a front corner, to turn about the other one, else to carry; whether it
        is a corner.

        :param near: units from a front corner within which that is gripped.
        """
        home = self.home
        self._own_pose()
        self.parked = self._waits = False
        self._grip = (home.x - at[0], home.y - at[1]) if home is not None else (0, 0)
        corners = self.corners
        self._turning = next(((corner, pivot) for corner, pivot in zip(corners, reversed(corners), strict=True)
                              if distance(corner, at) <= near), None)
        return self._turning is not None

    @property
    def corners(self) -> tuple[Spot, ...]:
        """The outer front corners of what is in hand, as it stands: left and right; none where nothing can be held."""
        return self.corners_of(self.units)

    def corners_of(self, units: Sequence[str]) -> tuple[Spot, ...]:
        """The outer front corners of some bases that stand as a group: left and right."""
        counters = self._selection.situation.counters
        body = [standing for unit in units if (standing := standing_of(counters[unit])) is not None]
        return pivots(sorted(body, key=lambda one: -ahead_by(body[0].pose, one.pose.spot))) if body else ()

    def move(self, at: Spot, pegs: int = 0) -> None:
        """The hand is at a point of the table now; which way it holds the base stays, but if a corner was gripped.

        :param pegs: units around the corners that turn what lies in hand within which it does not follow.
        """
        pose, home = self.at, self.home
        if not self.units or pose is None:
            return
        self._roam(at, pegs)
        if self.parked:
            return
        if self._turning is None or home is None:
            self.pose = _within(pose._replace(x=at[0] + self._grip[0], y=at[1] + self._grip[1]))
        else:
            corner, pivot = self._turning
            turn = facing_of(pivot, at) - facing_of(pivot, corner) if at != pivot else 0
            square = min((bearing(other - home.angle - turn) for other in self._facings()), key=abs, default=NEAR + 1)
            turn += square if abs(square) <= NEAR else 0
            self.pose = _within(wheeled(home, pivot, turn)) if turn % TURN else home

    def _roam(self, at: Spot, pegs: int) -> None:
        """What lies where it stands follows a hand that is away from it, and goes back when the hand comes near."""
        base = self._nearest(at)
        away = (base is None or distance(base.spot, at) > AWAY) and not (
            self._waits and any(distance(corner, at) <= pegs for corner in self.corners))
        if self.waits and away:
            self.follow(at)
        elif self._waits and not self.parked and not away:
            self.put_back(until_away=True)

    def _nearest(self, at: Spot) -> Pose | None:
        """Where that of the units in hand lies that is nearest to a point."""
        poses = (read_pose(self._selection.situation.counters[unit].place or "") for unit in self.units)
        return min((pose for pose in poses if pose is not None), key=lambda pose: distance(pose.spot, at), default=None)

    @property
    def waits(self) -> bool:
        """Whether what is in hand lies where it stands until the hand is away from it."""
        return self._waits and self.parked

    @property
    def lies(self) -> bool:
        """Whether what is in hand lies where it stands: a press on the table sends it there."""
        return self.parked and self._own_pose() is None

    def follow(self, at: Spot, *, near: bool = False) -> None:
        """Let what is in hand follow from now on, held by the base nearest to a point.

        :param near: also close to where it stands.
        """
        home, base = self.home, self._nearest(at)
        if home is not None and base is not None:
            self.parked, self._waits, self._grip = False, not near, (home.x - base.x, home.y - base.y)

    def _facings(self) -> set[int]:
        """The facings square to the bases on the table."""
        poses = (read_pose(counter.place or "") for counter in self._selection.situation.counters.values())
        return {(pose.angle + quarter) % TURN for pose in poses if pose is not None
                for quarter in range(0, TURN, TURN // 4)}

    def nudge(self, across: int, down: int, times: int = 1) -> None:
        """Push what is held by so many nudges of the system.

        :param times: how many pushes in one.
        """
        pose, situation = self.at, self._selection.situation
        if self.units and pose is not None:
            terrain = bool(situation.counters[self.units[0]].outline)
            step = situation.rules.theme.nudge * (COARSE if terrain else 1) * times
            self.pose = _within(pose._replace(x=pose.x + across * step, y=pose.y + down * step))

    def snap(self) -> bool:
        """Hold it at the next of the poses near by that the rules name, e.g. in line; whether anything is in hand."""
        offer = self.offer
        snaps, pose = offer.snaps if offer is not None else (), self._own_pose()
        if not self.units:
            return False
        if not snaps:
            self._selection.refusal = unruled("", say("Nothing is near enough to snap to"))
            return True
        self.pose = snaps[(snaps.index(pose) + 1) % len(snaps) if pose in snaps else 0]
        return True

    def turn(self, notches: int) -> None:
        """Turn what is held clockwise by so many notches."""
        pose = self.at
        if self.units and pose is not None:
            self.pose = pose._replace(angle=(pose.angle + notches * TWIST) % TURN)

    def go_to(self, pose: Pose) -> None:
        """Hold it at a pose that was typed."""
        if self.units:
            self._own_pose()
            self.pose, self.parked = _within(pose), True

    def bend(self) -> None:
        """Let the way lead through where it is held, and go on from there."""
        offer = self.offer
        if offer is not None and self.lifted:
            self._past = (*self._past, offer.poses[0][1])
            self.pose, self._turning = self._past[-1], None

    def straighten(self) -> bool:
        """Take the last bend of the way back; whether there was one."""
        was, self._past = self._past, self._past[:-1]
        if was:
            self.pose = was[-1]
        return bool(was)

    def put_back(self, *, until_away: bool = False) -> None:
        """Lay it where it stands, until it is gripped again.

        :param until_away: or until the hand is away from it.
        """
        self._own_pose()
        self.pose, self.parked, self._past, self._turning = None, self.home is not None, (), None
        self._waits = until_away

    def let_go(self) -> Action | None:
        """Let go where it is held: the action that is, or none, and why not."""
        offer = self.offer
        if offer is None:
            return None
        if isinstance(offer.verdict, Illegal):
            self._selection.refusal = ShownRefusal(offer.place or "", offer.verdict.reasons)
            return None
        return offer.action

    # --- what is seen of it

    def foreseen(self, action: Action) -> Held:
        """Where the units of an action that has not been done would stand; nothing where it ends in no pose."""
        moved = capability(self._selection.situation.rules, FreeMeasurement).worked_out(
            self._selection.situation.state, action)
        if moved is not None:
            return held_as(moved)
        poses = [pose for place in action.places if (pose := read_pose(place)) is not None]
        if not poses:
            return NOTHING
        picked = Picked(action.units, self._selection.situation.interrupting, poses[-1], tuple(poses[:-1]))
        offers = self._selection.situation.rules.offers(self._selection.situation.state, picked)
        found = next((offer for offer in offers if offer.poses and offer.action == action), None)
        if found is None:
            return NOTHING
        return held_as(found)

    @property
    def refusal(self) -> ShownRefusal | None:
        """Why it cannot be let go where it is held."""
        offer = self.offer if self.lifted else None
        if offer is None or not isinstance(offer.verdict, Illegal):
            return None
        return ShownRefusal(offer.place or "", offer.verdict.reasons)

    @property
    def preview(self) -> Preview | None:
        """The arithmetic of what would follow if it were put down where it is held."""
        offer = self.offer if self.lifted else None
        if offer is None or not offer.verdict:
            return None
        if self._previewed[0] is not offer:
            self._previewed = offer, offer.preview
        return self._previewed[1]

    @property
    def cost(self) -> Text:
        """What letting go uses up."""
        offer = self.offer if self.lifted else None
        return offer.cost if offer is not None else ""

    def seen(self, *sticks: Stick | None, band: tuple[Spot, ...] = (), over: str | None = None) -> Held:
        """What is seen of it on the table, with other sticks that lie there, and a box that is drawn.

        :param over: a base under the pointer: where nothing is in hand, it shows the corners that turn it.
        """
        laid = tuple(stick for stick in sticks if stick is not None)
        offer = self.offer if self.lifted else None
        if offer is None:
            turned = self._selection.situation.prompt.mode in ("move", "place") and over in self._selection.able
            units = self.units or ((over,) if over is not None and turned else ())
            return Held(sticks=laid, pegs=self.corners_of(units), band=band)
        own = (offer.stick,) if offer.stick is not None else ()
        return Held(offer.poses, bool(offer.verdict), (*own, *laid), outlines=offer.outlines)


def _within(pose: Pose) -> Pose:
    """A pose with coordinates that can be written."""
    return pose._replace(x=min(FARTHEST, max(0, pose.x)), y=min(FARTHEST, max(0, pose.y)))
