"""Offers: what can be done with the selection, and why something cannot be done. The same for every system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction

from game.core.action import Action
from game.core.message import Text
from game.core.pose import Pose, Spot, Stick
from game.core.preview import Preview
from game.core.verdict import LEGAL, Verdict


@dataclass(frozen=True, slots=True)
class Picked:
    """The current selection."""

    units: tuple[str, ...] = ()
    """The selected units in the order of selection; in a phase in which units take part together, enemies, too."""
    seat: str | None = None
    """The seat that interrupts; None: the seat to act."""
    pose: Pose | None = None
    """On a table without a grid: the pose over which the first unit is held, the others keeping their places relative
    to it; None: its own pose."""
    waypoints: tuple[Pose, ...] = ()
    """The poses along the path to ``pose``, in order."""
    manner: int | None = None
    """The index of the chosen kind of move, modulo the number of kinds; None: all kinds."""
    exact: bool = False
    """Whether the pose was typed: it is then not snapped to one near it."""


@dataclass(frozen=True, slots=True)
class Share:
    """One recipient of an amount that is distributed."""

    title: Text
    units: tuple[str, ...] = ()
    """The units of the recipient, to be shown on the map."""
    least: int = 0
    """The minimum."""
    most: int | None = None
    """The maximum; None: the whole amount."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """An amount to be distributed, e.g. the dice of one unit among its targets."""

    title: Text
    """The amount in words, e.g. ``12 dice``."""
    whole: int
    """The amount."""
    shares: tuple[Share, ...]
    """Its recipients."""
    action: Callable[[tuple[int, ...]], Action] = field(compare=False, repr=False)
    """The action for a distribution: an amount for each of ``shares``, in their order."""
    may_leave_rest: bool = False
    """Whether part of the amount may be left over."""
    proposed: tuple[int, ...] = ()
    """The initial distribution; if empty, every recipient starts with its minimum."""
    effects: Callable[[tuple[int, ...]], Sequence[Text]] | None = field(default=None, compare=False, repr=False)
    """The effect of a complete distribution, a line for each of ``shares``, such as its odds."""


def no_preview() -> Preview | None:
    """Return None: the preview of an offer that leads to no roll."""
    return None


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that can be done, or the reason that it cannot be done.

    A legal offer without an action offers ``units`` to be selected, or added to the selection, before anything is done;
    but a ``SharingOffer`` asks for a distribution first. The subclasses below have more properties; here these are
    empty.
    """

    verdict: Verdict = LEGAL
    action: Action | None = None
    """The action; for a refusal the refused action, if it can be expressed as one."""
    units: tuple[str, ...] = ()
    """The units that are selected or added by clicking them; with an action, the units that do it."""
    place: str | None = None
    """The place to click for it; None: it is only available as a button."""
    label: Text = ""
    """The label of its button, e.g. ``Fires at Ar-Rahim``; empty: it is chosen on the map without a label."""
    short_label: Text = ""
    """The shorter label for a button next to the place's name, e.g. ``Fires``; empty: as ``label``."""
    follow_ups: tuple[Action, ...] = ()
    """The follow-up actions of the same input, each legal after those before it unless a roll has changed the
    situation."""
    cost: Text = ""
    """What it uses up, as a sentence, e.g. ``The first of its two activations this turn``; empty: nothing."""
    is_default: bool = False
    """Whether it is the default: the key of the main button does it as long as it is offered."""
    arithmetic: Callable[[], Preview | None] = field(default=no_preview, compare=False, repr=False)
    """Computes the arithmetic of the last action if that leads to a roll."""

    @property
    def preview(self) -> Preview | None:
        """The arithmetic of the last action; None if it leads to no roll."""
        return self.arithmetic()

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions of this one input, in order."""
        return (self.action, *self.follow_ups) if self.action is not None else self.follow_ups

    @property
    def catch_all(self) -> bool:
        """Whether it is a ``CatchAll``."""
        return False

    @property
    def for_all(self) -> bool:
        """Whether it is a ``ForAll``."""
        return False

    @property
    def angle(self) -> int | None:
        """The facing of a ``FacingOffer``."""
        return None

    @property
    def sharing(self) -> Sharing | None:
        """The amount that a ``SharingOffer`` distributes."""
        return None

    @property
    def hit_chance(self) -> Fraction | None:
        """The hit chance in a ``MoveOffer``."""
        return None

    @property
    def companions(self) -> tuple[str, ...]:
        """The companions of a ``MoveOffer``."""
        return ()

    @property
    def aimed_at(self) -> Text:
        """The target in a ``MoveOffer``."""
        return ""

    @property
    def poses(self) -> tuple[tuple[str, Pose], ...]:
        """The poses in a ``TableOffer``."""
        return ()

    @property
    def outlines(self) -> tuple[tuple[Spot, ...], ...]:
        """The outlines in a ``TableOffer``."""
        return ()

    @property
    def stick(self) -> Stick | None:
        """The measuring stick in a ``TableOffer``."""
        return None

    @property
    def snaps(self) -> tuple[Pose, ...]:
        """The snap poses in a ``TableOffer``."""
        return ()

    @property
    def stopped(self) -> Text:
        """What stops the move of a ``TableOffer``."""
        return ""

    @property
    def second_click_text(self) -> Text:
        """What a second click on a ``TableOffer`` does."""
        return ""


@dataclass(frozen=True, slots=True)
class CatchAll(Offer):
    """A refusal without a place: it holds for every place that no other offer names, e.g. because all are too far."""

    @property
    def catch_all(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class ForAll(Offer):
    """The same action for all units that have the same decision to make now."""

    @property
    def for_all(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class FacingOffer(Offer):
    """A change of facing of a unit on hexes."""

    angle: int | None = None
    """The new facing, in degrees clockwise from the top of the map."""
    number: int = 0
    """The facing's digit key, the same for every unit; 0: as the offers are listed."""


@dataclass(frozen=True, slots=True)
class SharingOffer(Offer):
    """An amount must be distributed before there is an action."""

    sharing: Sharing | None = None


@dataclass(frozen=True, slots=True)
class MoveOffer(Offer):
    """A move with further information to show before it is made."""

    hit_chance: Fraction | None = None
    """The hit chance of the best shot from the destination, written there; None: nothing is shown."""
    companions: tuple[str, ...] = ()
    """Units that accompany the unit. If a place is offered with and without them, they go along unless told to stay."""
    aimed_at: Text = ""
    """The target of the move, for lists that name it rather than the place."""


@dataclass(frozen=True, slots=True)
class TableOffer(Offer):
    """On a table without a grid: units that can be held anywhere over it, and the ground that a choice concerns."""

    poses: tuple[tuple[str, Pose], ...] = ()
    """The legal pose of each unit if the first one were released where it is held; ``place`` is then that of the first.
    Several such offers are different kinds of move, each with its label except the first."""
    outlines: tuple[tuple[Spot, ...], ...] = ()
    """For a selected piece of terrain (``Counter.outline``): its outline at the new pose, which is in ``poses``. For a
    choice with only a button: the ground that it concerns, shown while the mouse is on the button."""
    snapping: Callable[[], tuple[Pose, ...]] = field(default=tuple, compare=False, repr=False)
    """Computes ``snaps``."""
    stick: Stick | None = None
    """The measuring stick along which the move, or the distance to the target, is measured."""
    stopped: Text = ""
    """Where and why it ends short of where the units are held, though they could move farther; empty: it does not."""
    second_click_text: Text = ""
    """What a second click does, e.g. ``Move only 0.1 MU``, if that is so little that the first click does not do it;
    empty: one click is enough."""

    @property
    def snaps(self) -> tuple[Pose, ...]:
        """Poses near the pointer that it may snap to, e.g. in contact or in line."""
        return self.snapping()


def with_ground(offer: Offer, outlines: tuple[tuple[Spot, ...], ...]) -> TableOffer:
    """A plain offer as a ``TableOffer`` that shows the ground it concerns; the properties of other subclasses are
    lost."""
    return TableOffer(**{each.name: getattr(offer, each.name) for each in fields(Offer)}, outlines=outlines)
