"""What is marked on a board, by units and places, and what a player has switched on. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.core.message import Text


@dataclass(frozen=True, slots=True)
class Arc:
    """Places beside a unit that lie on the same kind of side of it."""

    place: str
    """The unit's."""
    beside: tuple[str, ...]
    line: str
    """``whole``, ``broken`` or ``dotted``."""
    sign: Text
    """A letter or two on each border."""
    title: Text = ""
    """What it is, in words."""


@dataclass(frozen=True, slots=True)
class Danger:
    """A place where something is done to a unit that comes there, or to an enemy because it comes."""

    place: str
    sign: str
    """The unit symbol of who does it."""
    words: Text
    """How likely it does harm, e.g. ``30 %``."""
    theirs: bool = False
    """Whether to the enemy; the symbol is his."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A unit where it does not stand yet."""

    unit: str
    place: str
    angle: int | None
    """Which way it will face, in degrees clockwise from the top."""


@dataclass(frozen=True, slots=True)
class PlanArrow:
    """One step of a plan for one unit or one target."""

    path: tuple[str, ...]
    """Places, the first where it begins."""
    attacks: bool
    """An attack: a broken line, with crossed swords; else a march: a whole one."""
    label: Text
    """Its number in the plan; empty where the steps are too many to count."""
    next: bool
    """Whether it is the step to be done now."""
    crowded: bool = False
    """Whether counters lie where it ends."""
    between: tuple[str, str] | None = None
    """Who attacks whom: it goes from one counter to the other where both are seen."""


@dataclass
class Overlay:
    """What is marked now; set freely each frame. Units by id, places by id."""

    selected: str | None = None
    """Unit: double gold ring."""
    layers_of: str | None = None
    """Unit: its layers are shown as if it were in hand."""
    picked: tuple[str, ...] = ()
    """Units in the attack being built: gold ring with a tick."""
    targets: tuple[str, ...] = ()
    """Units that can be attacked: red ring with crossed swords."""
    able: tuple[str, ...] = ()
    """Units that could do something: thin pale blue ring."""
    reach: Mapping[str, int | None] = field(default_factory=dict)
    """Place -> cost: blue wash with the cost in a chip (no chip for None)."""
    keys: Mapping[str, int] = field(default_factory=dict)
    """Place -> the key that goes there: a square key cap with its number."""
    hits: Mapping[str, Text] = field(default_factory=dict)
    """Place -> how likely the best shot from there hits, e.g. ``40 %``: red words on a pale plate below the cost."""
    ghost: Ghost | None = None
    """The unit in hand as it will stand: a pale counter in a broken frame, with the bar of its front."""
    turned: Mapping[str, int] = field(default_factory=dict)
    """Unit -> the facing chosen for it where it stands, shown instead of its own."""
    facings: Mapping[int, bool] = field(default_factory=dict)
    """Angle -> whether it is taken now: arrows around ``facing_at``, each offers to face that way."""
    facing_at: str | None = None
    """The place around which they lie."""
    parts: dict[str, str] = field(default_factory=dict)
    """Place -> how many of those in hand can go there, e.g. ``1 of 3``: a broken blue border, the words in blue."""
    staying: tuple[str, ...] = ()
    """Units of the stack in hand that stay: dulled."""
    stamps: Mapping[str, Text] = field(default_factory=dict)
    """Place -> a word stamped on it, e.g. ``full``."""
    refused: str | None = None
    """Place: hatching and a crossed sign."""
    path: tuple[str, ...] = ()
    """Places: an arrow with its steps."""
    duties: tuple[str, ...] = ()
    """Units that must still do something: amber chevron."""
    cursor: str | None = None
    """Place of the keyboard cursor: bracketed hex."""
    hint: tuple[str, ...] = ()
    """Units or places the hint speaks of: dashed teal ring with a star."""
    dangers: tuple[Danger, ...] = ()
    """What awaits the unit in hand on the way it is shown to go: a sign and a chance at its place."""
    arcs: tuple[Arc, ...] = ()
    """The sides of the unit pointed at: its place's borders, a letter on each."""
    plan: tuple[PlanArrow, ...] = ()
    """What a hint proposes, in order: whole arrows of marches, broken ones of attacks, numbered."""


@dataclass
class ViewOptions:
    """What the player has switched on."""

    layers: bool = False
    """Whether what the rules lay over the map is shown, e.g. zones of control."""
    hex_numbers: bool = True
    numbers_asked: bool = False
    """Whether hex numbers were asked for: they are printed then wherever they can be read at all."""
    legend: bool = True
    """Whether the sheet's title and legend are laid out beside the map."""
    reduced_motion: bool = False
    speed: float = 1.0
    """How fast animations run; 1 is as meant."""
