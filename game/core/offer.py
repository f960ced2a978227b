"""Offers: what can be done with what is picked up, and why something cannot be. One way to point, for every system."""

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
    """What a person has in hand."""

    units: tuple[str, ...] = ()
    """In the order in which they were picked up; in a phase in which units take part together, enemies among them."""
    seat: str | None = None
    """Who interrupts; None: who must act."""
    pose: Pose | None = None
    """On a table without a grid: where the hand holds the first of them now, the others beside it as they stand; None:
    where it stands."""
    past: tuple[Pose, ...] = ()
    """Poses that the way there leads through, in order."""
    manner: int | None = None
    """The number of the way to move that is asked about, from 0; a number too large counts round. None: all ways."""
    exact: bool = False
    """Whether the pose was typed: it is not replaced by one near it."""


@dataclass(frozen=True, slots=True)
class Share:
    """One of those among whom an amount is shared out."""

    title: Text
    units: tuple[str, ...] = ()
    """Who they are, to be shown on the map."""
    least: int = 0
    most: int | None = None
    """None: as much as there is."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """An amount to be shared out, e.g. the dice of one unit among its targets."""

    title: Text
    """What is shared out, e.g. ``12 dice``."""
    whole: int
    shares: tuple[Share, ...]
    action: Callable[[tuple[int, ...]], Action] = field(compare=False, repr=False)
    """The action of a way to share it out: how much for each of ``shares``, in their order."""
    spare: bool = False
    """Whether some of it may be left over."""
    proposed: tuple[int, ...] = ()
    """How it is shared out to begin with; everybody has his least where nothing is proposed."""
    told: Callable[[tuple[int, ...]], Sequence[Text]] | None = field(default=None, compare=False, repr=False)
    """What a way to share it all out comes to, a line for each of ``shares``, such as its odds."""


def no_preview() -> Preview | None:
    """The preview of what leads to no roll."""
    return None


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be done, or why it cannot be done.

    An offer without an action offers ``units`` to be picked up, or added to what is in hand, before anything is done.
    Its variants below say more; of what it does not say an offer has nothing.
    """

    verdict: Verdict = LEGAL
    action: Action | None = None
    """What is done; with a refusal what was refused, if it can be said as an action."""
    units: tuple[str, ...] = ()
    """Units that are picked up or added by pointing at them; with an action, who does it."""
    place: str | None = None
    """The place pointed at to choose it; None: it has a button alone."""
    words: Text = ""
    """On its button, e.g. ``Fires at Ar-Rahim``; empty: it is chosen on the map, where it needs no words."""
    deed: Text = ""
    """On its button where the place is said beside it, e.g. ``Fires``; empty: as ``words``."""
    then: tuple[Action, ...] = ()
    """What follows at the same input, each legal once those before it are done and no roll has changed the place."""
    cost: Text = ""
    """What it uses up, as a sentence, e.g. ``The first of its two activations this turn``; empty: nothing."""
    leads: bool = False
    """Whether it is what the phase asks for next: the key of the main button does it as long as it is offered."""
    arithmetic: Callable[[], Preview | None] = field(default=no_preview, compare=False, repr=False)
    """Works out the arithmetic of the last action where that leads to a roll."""

    @property
    def preview(self) -> Preview | None:
        """The arithmetic of the last action; None where it leads to no roll."""
        return self.arithmetic()

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything that is done at the one input, in order."""
        return (self.action, *self.then) if self.action is not None else self.then

    @property
    def elsewhere(self) -> bool:
        """Whether it is a ``CatchAll``."""
        return False

    @property
    def together(self) -> bool:
        """Whether it is ``ForAll``."""
        return False

    @property
    def angle(self) -> int | None:
        """The facing of a ``FacingOffer``."""
        return None

    @property
    def sharing(self) -> Sharing | None:
        """What a ``SharingOffer`` shares out."""
        return None

    @property
    def hits(self) -> Fraction | None:
        """The chance of a ``MoveOffer``."""
        return None

    @property
    def along(self) -> tuple[str, ...]:
        """The companions of a ``MoveOffer``."""
        return ()

    @property
    def aimed_at(self) -> Text:
        """The enemy of a ``MoveOffer``."""
        return ""

    @property
    def poses(self) -> tuple[tuple[str, Pose], ...]:
        """Those of a ``TableOffer``."""
        return ()

    @property
    def outlines(self) -> tuple[tuple[Spot, ...], ...]:
        """Those of a ``TableOffer``."""
        return ()

    @property
    def stick(self) -> Stick | None:
        """That of a ``TableOffer``."""
        return None

    @property
    def snaps(self) -> tuple[Pose, ...]:
        """Those of a ``TableOffer``."""
        return ()


@dataclass(frozen=True, slots=True)
class CatchAll(Offer):
    """A refusal without a place that holds for every place no other offer names, e.g. because all are too far."""

    @property
    def elsewhere(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class ForAll(Offer):
    """All who must decide the same now do it."""

    @property
    def together(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class FacingOffer(Offer):
    """A unit on hexes faces another way."""

    angle: int | None = None
    """The facing that is chosen with it, in degrees clockwise from the top of the map."""


@dataclass(frozen=True, slots=True)
class SharingOffer(Offer):
    """Something must be shared out before there is an action."""

    sharing: Sharing | None = None


@dataclass(frozen=True, slots=True)
class MoveOffer(Offer):
    """A move of which more is to be known before it is made."""

    hits: Fraction | None = None
    """How likely the best shot from the place it leads to hits, to be written there; None: nothing is to be said."""
    along: tuple[str, ...] = ()
    """Others who go along with the unit. Where a place is offered with and without them, they go along unless they are
    told to stay."""
    aimed_at: Text = ""
    """Whom it is aimed at there, where a list of the like is to name him rather than the place."""


@dataclass(frozen=True, slots=True)
class TableOffer(Offer):
    """On a table without a grid: units that can be held anywhere over it, and the ground that a choice is about."""

    poses: tuple[tuple[str, Pose], ...] = ()
    """Where each unit would stand, by the rules, if the hand let go where it holds the first of them. Its place is then
    that of the first. Several such offers are different ways to move, each named by its words but the first."""
    outlines: tuple[tuple[Spot, ...], ...] = ()
    """Of a piece of terrain in hand (``Counter.outline``): its outline where it would lie; ``poses`` has its pose. For
    a choice with a button alone: the ground that it is about, shown while the button is pointed at."""
    snapping: Callable[[], tuple[Pose, ...]] = field(default=tuple, compare=False, repr=False)
    """Works out ``snaps``."""
    stick: Stick | None = None
    """Along what the way there, or the distance to whom they aim at, is measured."""

    @property
    def snaps(self) -> tuple[Pose, ...]:
        """Poses near the hand that it may mean more exactly, e.g. in contact or in line."""
        return self.snapping()


def about_ground(offer: Offer, outlines: tuple[tuple[Spot, ...], ...]) -> TableOffer:
    """An offer that shows the ground it is about."""
    return TableOffer(**{each.name: getattr(offer, each.name) for each in fields(Offer)}, outlines=outlines)
