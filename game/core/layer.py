"""Layers that the rules can draw over the map: zones of control, arcs, ranges, lines of sight, command. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.core.action import Action
from game.core.message import Message, Text
from game.core.pose import Spot

LineStyle: TypeAlias = Literal["whole", "broken", "dotted"]
"""The style of a line."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Places and links with a meaning in a system; the screen only draws them."""

    name: str
    """Its id within the system, e.g. ``zone-moslem``."""
    title: Message
    """The name for display, e.g. ``Zones of control``; layers of several seats may share a title."""
    places: tuple[str, ...] = ()
    """The places it covers."""
    links: tuple[tuple[str, str], ...] = ()
    """Pairs of places, from one to the other: lines of sight, chains of command."""
    seat: str | None = None
    """The seat that it belongs to, which gives its colour and pattern; None for neutral."""
    while_selected: bool = False
    """Whether it is shown while the unit it was requested for is selected, even if layers are switched off."""
    always: bool = False
    """Whether it is always shown, even if layers are switched off, e.g. declared attacks."""
    pointed: bool = False
    """Whether it is shown only while the mouse is on the unit it was requested for; then the borders between its places
    and that unit's place are drawn, e.g. to mark which sides are flanks."""
    line: LineStyle = "whole"
    """The style of those borders and of ``links``, so that layers differ without colour; only whole ``links`` are
    arrows."""
    sign: Text = ""
    """A short text written on each of those borders, e.g. ``F``; on a table, on the widest of
    ``outlines`` while the unit is selected."""
    labels: tuple[Text, ...] = ()
    """A word or number written at each of ``links``; empty for none."""
    steps: tuple[tuple[Action | None, Action | None], ...] = ()
    """The actions that lower and raise the number at each of ``links`` by one; None if not possible."""
    outlines: tuple[tuple[Spot, ...], ...] = ()
    """On a table without a grid: the corners of the areas it covers, which are convex."""
