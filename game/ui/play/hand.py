"""Bases held over a table without a grid: where the hand holds them, and what the rules make of that.

Nothing is worked out here: the rules say where the bases would end, and why they may not.
"""

from __future__ import annotations

from game.core.action import Action
from game.core.message import Text
from game.core.offer import Offer, Picked
from game.core.pose import DEGREE, TURN, Pose, Spot, Stick, read_pose
from game.core.preview import Preview
from game.core.verdict import Illegal
from game.ui.board.held import NOTHING, Held
from game.ui.play.controller import Controller
from game.ui.play.proposals import Refusal

TWIST = 5 * DEGREE
"""How far a key or a notch of the wheel turns it."""
FARTHEST = 999_999
"""Poses are written in so many units at most."""


class Hand:
    """What is in hand, where units can be held anywhere."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._about: tuple[object, str | None] = None, None
        """The state and the unit that ``pose`` belongs to."""
        self.pose: Pose | None = None
        """Where the first unit is held; None where it lies."""
        self._grip: Spot = (0, 0)
        """From the point the hand is at to the middle of the front edge it holds."""
        self._parked = False
        """Whether it was put back after a refusal: it follows the hand only when it is gripped again."""
        self._past: tuple[Pose, ...] = ()
        self._previewed: tuple[Offer | None, Preview | None] = None, None
        self._asked: object = None
        self._offers: tuple[Offer, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """Who is in hand, the one that leads first; nobody where nothing can be held anywhere."""
        controller = self._controller
        if controller.selected is None or not controller.active or not controller.choices.holdable:
            return ()
        return (controller.selected, *controller.group)

    @property
    def home(self) -> Pose | None:
        """Where the first unit stands."""
        unit = self._controller.selected
        return read_pose(self._controller.counters[unit].place or "") if unit is not None else None

    @property
    def _proposed(self) -> Pose | None:
        """Where the rules would put down a unit that is not on the table yet, such as one to be deployed."""
        found = self._ways() if self.home is None and self._own_pose() is None else ()
        return found[0].poses[0][1] if found else None

    @property
    def lifted(self) -> bool:
        """Whether it is held elsewhere than where it stands."""
        return bool(self.units) and (self._own_pose() or self._proposed) not in (None, self.home)

    def _own_pose(self) -> Pose | None:
        """Where the unit in hand is held: a pose that belonged to another one, or to another state, is forgotten."""
        about = self._controller.state, self._controller.selected
        if about[0] is not self._about[0] or about[1] != self._about[1]:
            self._about, self.pose, self._grip, self._parked = about, None, (0, 0), False
            self._past = ()
        return self.pose

    @property
    def offer(self) -> Offer | None:
        """What the rules say to it in the way to move that is chosen; None where nothing is held."""
        found = self._ways()
        return found[self._controller.manner % len(found)] if found else None

    def _ways(self) -> tuple[Offer, ...]:
        """What the rules say to it, an offer for each way to move."""
        units, pose = self.units, self._own_pose() or self.home
        if not units:
            return ()
        asked = self._controller.state, units, pose, self._past
        if self._asked is None or asked != self._asked:
            picked = Picked(units, self._controller.interrupting, pose, self._past)
            found = self._controller.rules.offers(self._controller.state, picked)
            self._asked, self._offers = asked, tuple(offer for offer in found if offer.poses)
        return self._offers

    # --- what the hand does

    def grip(self, at: Spot) -> None:
        """Take hold at a point of the table."""
        home = self.home
        self._own_pose()
        self._parked = False
        self._grip = (home.x - at[0], home.y - at[1]) if home is not None else (0, 0)

    def move(self, at: Spot) -> None:
        """The hand is at a point of the table now; which way it holds the base stays."""
        pose = self._own_pose() or self.home or self._proposed
        if self.units and pose is not None and not self._parked:
            self.pose = _within(pose._replace(x=at[0] + self._grip[0], y=at[1] + self._grip[1]))

    def nudge(self, across: int, down: int) -> None:
        """Push what is held by so many nudges of the system."""
        step = self._controller.rules.theme.nudge
        pose = self._own_pose() or self.home or self._proposed
        if self.units and pose is not None:
            self.pose = _within(pose._replace(x=pose.x + across * step, y=pose.y + down * step))

    def snap(self) -> bool:
        """Hold it at the next of the poses near by that the rules name, e.g. in line; whether they name any."""
        offer = self.offer
        if offer is None or not offer.snaps:
            return False
        pose = self._own_pose()
        at = offer.snaps.index(pose) + 1 if pose in offer.snaps else 0
        self.pose = offer.snaps[at % len(offer.snaps)]
        return True

    def turn(self, notches: int) -> None:
        """Turn what is held clockwise by so many notches."""
        pose = self._own_pose() or self.home or self._proposed
        if self.units and pose is not None:
            self.pose = pose._replace(angle=(pose.angle + notches * TWIST) % TURN)

    def bend(self) -> None:
        """Let the way lead through where it is held, and go on from there."""
        offer = self.offer
        if offer is not None and self.lifted:
            self._past = (*self._past, offer.poses[0][1])
            self.pose = self._past[-1]

    def straighten(self) -> bool:
        """Take the last bend of the way back; whether there was one."""
        was, self._past = self._past, self._past[:-1]
        if was:
            self.pose = was[-1]
        return bool(was)

    def put_back(self) -> None:
        """Lay it where it stands."""
        self.pose, self._parked, self._past = None, self.home is not None, ()

    def let_go(self) -> Action | None:
        """Let go where it is held: the action that is, or none, and why not."""
        offer = self.offer
        if offer is None:
            return None
        if isinstance(offer.verdict, Illegal):
            self._controller.refusal = Refusal(offer.place or "", offer.verdict.reasons)
            return None
        return offer.action

    # --- what is seen of it

    def foreseen(self, action: Action) -> Held:
        """Where the units of an action that has not been done would stand; nothing where it ends in no pose."""
        poses = [pose for place in action.places if (pose := read_pose(place)) is not None]
        if not poses:
            return NOTHING
        picked = Picked(action.units, self._controller.interrupting, poses[-1], tuple(poses[:-1]))
        offers = self._controller.rules.offers(self._controller.state, picked)
        found = next((offer for offer in offers if offer.poses and offer.action == action), None)
        if found is None:
            return NOTHING
        return Held(found.poses, bool(found.verdict), (found.stick,) if found.stick is not None else (),
                    found.outlines)

    @property
    def refusal(self) -> Refusal | None:
        """Why it cannot be let go where it is held."""
        offer = self.offer if self.lifted else None
        if offer is None or not isinstance(offer.verdict, Illegal):
            return None
        return Refusal(offer.place or "", offer.verdict.reasons)

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

    def seen(self, *sticks: Stick | None) -> Held:
        """What is seen of it on the table, with other sticks that lie there."""
        laid = tuple(stick for stick in sticks if stick is not None)
        offer = self.offer if self.lifted else None
        if offer is None:
            return Held(sticks=laid) if laid else NOTHING
        own = (offer.stick,) if offer.stick is not None else ()
        return Held(offer.poses, bool(offer.verdict), (*own, *laid), offer.outlines)


def _within(pose: Pose) -> Pose:
    """A pose with coordinates that can be written."""
    return pose._replace(x=min(FARTHEST, max(0, pose.x)), y=min(FARTHEST, max(0, pose.y)))
