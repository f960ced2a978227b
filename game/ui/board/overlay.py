"""What is marked on a board now, by unit and place, and the player's view options: data only, drawn by other
modules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.core.message import Text


@dataclass(frozen=True, slots=True)
class Arc:
    """Adjacent places on the same kind of side of a unit, such as its front."""

    place: str
    """The unit's place."""
    beside: tuple[str, ...]
    """The adjacent places."""
    line: str
    """The line along their borders: ``whole``, ``broken`` or ``dotted``."""
    sign: Text
    """One or two letters on each border."""
    title: Text = ""
    """The name of the side in words."""


@dataclass(frozen=True, slots=True)
class Danger:
    """A place where an entering unit, or an enemy because of it, may come to harm."""

    place: str
    sign: str
    """A unit symbol: of the source of the danger, or of the endangered enemy if ``theirs``."""
    words: Text
    """The chance of harm, such as ``30 %``."""
    theirs: bool = False
    """Whether the enemy is in danger, not the entering unit."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A unit shown at a place where it is not yet."""

    unit: str
    place: str
    angle: int | None
    """Its facing there, in degrees clockwise from the top; None if it has none."""


@dataclass(frozen=True, slots=True)
class PlanArrow:
    """One step of a plan for one unit or one target."""

    path: tuple[str, ...]
    """Places, beginning with the start."""
    attacks: bool
    """Whether it is an attack (a dashed line with crossed swords); else a march (a solid line)."""
    label: Text
    """Its number in the plan; empty if there are too many steps to number."""
    next: bool
    """Whether it is the next step."""
    crowded: bool = False
    """Whether counters are at its end."""
    between: tuple[str, str] | None = None
    """Attacker and target: the arrow runs from one counter to the other if both are in view."""


@dataclass
class Overlay:
    """Everything marked now; fields may be set freely each frame. Units and places by id."""

    selected: str | None = None
    """Unit: double gold ring."""
    layers_unit: str | None = None
    """Unit: its layers are shown as if it were selected."""
    participants: tuple[str, ...] = ()
    """Units in the attack being built: gold ring with a tick."""
    addable: frozenset[str] = frozenset()
    """Units, enemies included, that a click adds to the attack being built: no mark of their own."""
    targets: tuple[str, ...] = ()
    """Units that can be attacked: red ring with crossed swords."""
    eligible: tuple[str, ...] = ()
    """Units that can act: thin pale blue ring."""
    reach: Mapping[str, int | None] = field(default_factory=dict)
    """Place -> cost: blue wash with the cost in a chip (no chip for None)."""
    keys: Mapping[str, int] = field(default_factory=dict)
    """Place -> number of the key that moves there: a square key cap."""
    hit_chances: Mapping[str, Text] = field(default_factory=dict)
    """Place -> the hit chance of the best shot from there, such as ``40 %``: red text on a pale plate below the
    cost."""
    ghost: Ghost | None = None
    """The selected unit at its destination: a pale counter in a dashed frame, with its front bar."""
    turned: Mapping[str, int] = field(default_factory=dict)
    """Unit -> the facing chosen for it in its present place, in degrees clockwise from the top; shown instead of its
    own."""
    facings: Mapping[int, bool] = field(default_factory=dict)
    """Angle in degrees clockwise from the top -> whether it is the current choice: arrows around ``facing_at``, each
    offering a facing."""
    facing_at: str | None = None
    """The place that the arrows of ``facings`` surround; None if there are none."""
    partial_reach: Mapping[str, str] = field(default_factory=dict)
    """Place -> how many of the selected units can go there, such as ``1 of 3``: a dashed blue border, the text in
    blue."""
    staying: tuple[str, ...] = ()
    """Units of the selected stack that stay behind: dulled."""
    stamps: Mapping[str, Text] = field(default_factory=dict)
    """Place -> a word stamped on it, such as ``full``."""
    refused: str | None = None
    """Place: hatching and a crossed sign."""
    path: tuple[str, ...] = ()
    """Places: an arrow with its steps."""
    duties: tuple[str, ...] = ()
    """Units that must still do something: amber chevron."""
    cursor: str | None = None
    """Place of the keyboard cursor: bracketed hex."""
    hint: tuple[str, ...] = ()
    """Units or places that the hint, or the line of text under the pointer, is about: dashed teal ring with a star."""
    dangers: tuple[Danger, ...] = ()
    """Dangers from the selected unit's move along the path shown: a sign and a chance at each place."""
    arcs: tuple[Arc, ...] = ()
    """The sides of the unit under the pointer: the borders of its place, with one or two letters on each."""
    plan: tuple[PlanArrow, ...] = ()
    """The steps that a hint proposes, in order: solid arrows for marches, dashed ones for attacks, numbered."""


@dataclass
class ViewOptions:
    """The player's view options."""

    layers: bool = False
    """Whether the rules' map layers are shown, such as zones of control."""
    hex_numbers: bool = True
    """Whether hex numbers are printed where there is room for them."""
    hex_numbers_forced: bool = False
    """Whether hex numbers are printed at any scale at which they are readable, because the player has switched them on;
    else they need a larger scale."""
    legend: bool = True
    """Whether the sheet's title and legend are laid out beside the map."""
    reduced_motion: bool = False
    """Whether counters fade instead of moving."""
    speed: float = 1.0
    """Speed of animations; 1 is normal."""
