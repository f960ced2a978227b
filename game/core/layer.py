"""What the rules can lay over the map: zones of control, arcs, ranges, lines of sight, command. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.core.action import Action
from game.core.message import Message, Text
from game.core.pose import Spot


@dataclass(frozen=True, slots=True)
class Layer:
    """Places and links that mean something in a system; the screen draws them and knows no more."""

    name: str
    """Its id within the system, e.g. ``zone-moslem``."""
    title: Message
    """As people call it, e.g. ``Zones of control``; layers of several seats may share a title."""
    places: tuple[str, ...] = ()
    """The places it covers."""
    links: tuple[tuple[str, str], ...] = ()
    """Pairs of places, from one to the other: lines of sight, who commands whom."""
    seat: str | None = None
    """Whose it is, and so its colour and pattern; None: nobody's own."""
    in_hand: bool = False
    """Shown while the unit that it was asked for is in hand, whether layers are switched on or not."""
    always: bool = False
    """Shown whether layers are switched on or not, e.g. the attacks that have been declared."""
    pointed: bool = False
    """Shown while the unit that it was asked for is pointed at, and then only: not its places, but their borders with
    that unit's, e.g. which of its sides are flanks."""
    line: Literal["whole", "broken", "dotted"] = "whole"
    """How those borders are drawn, so that layers are told apart without colour; of ``links`` only whole ones are
    arrows."""
    sign: Text = ""
    """What is written small on each of them, e.g. ``F``."""
    labels: tuple[Text, ...] = ()
    """What is written at each of ``links``, in a word or a number; none where nothing is."""
    steps: tuple[tuple[Action | None, Action | None], ...] = ()
    """What makes the number at each of ``links`` one less and one more; None where that cannot be done."""
    outlines: tuple[tuple[Spot, ...], ...] = ()
    """On a table without a grid: the corners of the areas it covers, which are convex."""
