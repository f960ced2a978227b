"""Faults of maps, with their descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.core.message import Message, MessageError, Text, joined, say


class FaultKind(StrEnum):
    """The kind of a map fault, independent of its text."""

    # Files
    UNREADABLE = "unreadable"
    UNREADABLE_PART = "unreadable part"
    """A tileset or template that the map refers to."""
    JSON = "json"
    OTHER_FILE = "other file"
    """A file from Tiled or another program, but not of the required kind."""
    MISSING_FILE = "missing file"
    MISSING_IMAGE = "missing image"
    """The only kind that does not prevent play."""
    TOO_MUCH = "too much"
    """More than a map may contain, or than can be checked in a few seconds."""
    # Tiled's format
    ATTRIBUTE = "attribute"
    """Missing, or of the wrong type."""
    UNKNOWN_ATTRIBUTE = "unknown attribute"
    DATA = "data"
    """The packed tile data of a layer."""
    TEMPLATE = "template"
    INFINITE = "infinite"
    SHIFTED = "shifted"
    """A layer or group with an offset."""
    # The map as a whole
    SYSTEM = "system"
    """The property that names the rule system: missing, or naming none."""
    GRID = "grid"
    """The orientation, the stagger or the hex size."""
    SIZE = "size"
    LAYERS = "layers"
    """Not exactly one tile layer."""
    EMPTY = "empty"
    """No hex, or no area."""
    # Words
    CLASS = "class"
    PROPERTY = "property"
    """Missing, or with a value that is not allowed."""
    UNKNOWN_PROPERTY = "unknown property"
    ID = "id"
    NO_NAME = "no name"
    NO_TEXT = "no text"
    TWICE = "twice"
    """A duplicate of something that may occur once."""
    # Position and shape of objects
    SHAPE = "shape"
    """A class drawn with the wrong tool."""
    OUTLINE = "outline"
    """Too few corners, or sides that intersect."""
    PLACE = "place"
    """A point outside every place, or in the wrong one."""
    STEP = "step"
    """A line between two places that are not connected."""
    OFF_BOARD = "off board"
    ARTWORK = "artwork"
    """A background picture that is rotated, flipped or too large, or has no image of its own."""
    # Connections between places
    NO_STAND = "no stand"
    """An area without a point at which its counters are placed."""
    OVERLAP = "overlap"
    """Two areas that overlap."""
    GAP = "gap"
    """A border of an area with no other area beside it, away from the edge of the sheet."""
    NO_CHANGE = "no change"
    """A line that connects or separates places that already are."""
    UNREACHABLE = "unreachable"
    ZONES = "zones"
    """Part of the board is in no deployment zone or in several."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in a map file; ``str`` returns it as one sentence."""

    kind: FaultKind
    file: str
    """The file, as named by the caller."""
    layer: str | None
    """The name of the layer in Tiled; None if the whole file is at fault."""
    object: int | None
    """The id of the object in Tiled; None if no single object is at fault."""
    found: Text
    """What the map has."""
    expected: Text
    """What it should have."""
    more: int = 0
    """The number of further objects in the layer with the same fault."""

    @property
    def text(self) -> Message:
        """What was found and what was expected, without the location."""
        return say("{found}; expected {expected}", found=self.found, expected=self.expected)

    @property
    def sentence(self) -> Message:
        """The whole sentence, with file, layer and object."""
        if self.layer is None:
            return say("{file}: {text}.", file=self.file, text=self.text)
        if self.object is None:
            return say("{file}, layer '{layer}': {text}.", file=self.file, layer=self.layer, text=self.text)
        place = {"file": self.file, "layer": self.layer, "object": self.object}
        if self.more:
            return say("{file}, layer '{layer}', object {object} and {count} more: {text}.", count=self.more,
                       text=self.text, **place)
        return say("{file}, layer '{layer}', object {object}: {text}.", text=self.text, **place)

    def __str__(self) -> str:
        return str(self.sentence)


MAX_LISTED = 3
"""The most objects with the same fault that are listed one by one; of more, only the first is listed, with a count.
Chosen by hand."""


def grouped(faults: Iterable[Fault]) -> list[Fault]:
    """The faults, grouped by layer and text, in the order of each group's first; of a group with more than
    ``MAX_LISTED`` objects only the first, with the count of the others."""
    by_fault: dict[Fault, list[Fault]] = {}
    for fault in faults:
        # the same number for all objects, so that their faults are equal; faults without an object stay apart
        key = fault if fault.object is None else replace(fault, object=0)
        by_fault.setdefault(key, []).append(fault)
    listed_faults: list[Fault] = []
    for same_faults in by_fault.values():
        is_summarised = len(same_faults) > MAX_LISTED and same_faults[0].object is not None
        listed_faults += [replace(same_faults[0], more=len(same_faults) - 1)] if is_summarised else same_faults
    return listed_faults


class MapError(MessageError, ValueError):
    """A map that cannot be played on. ``faults`` lists all reasons and is never empty."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(joined((fault.sentence for fault in faults), "\n"))
        self.faults: list[Fault] = list(faults)
