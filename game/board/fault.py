"""What is wrong with a map, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.core.message import Message, MessageError, Text, joined, say


class FaultKind(StrEnum):
    """What is wrong with a map, whatever the words."""

    # Files
    UNREADABLE = "unreadable"
    UNREADABLE_PART = "unreadable part"
    """A tileset or template that the map names."""
    JSON = "json"
    OTHER_FILE = "other file"
    """A file of Tiled's, or of another program's, but not the one that is needed."""
    MISSING_FILE = "missing file"
    MISSING_IMAGE = "missing image"
    """The only kind that keeps nobody from playing."""
    TOO_MUCH = "too much"
    """More than a map may hold, or than can be checked in a few seconds."""
    # What Tiled writes
    ATTRIBUTE = "attribute"
    """Missing, or not of its type."""
    UNKNOWN_ATTRIBUTE = "unknown attribute"
    DATA = "data"
    """The tiles of a layer, as they are packed."""
    TEMPLATE = "template"
    INFINITE = "infinite"
    SHIFTED = "shifted"
    # The map as a whole
    SYSTEM = "system"
    GRID = "grid"
    """Orientation, stagger or the size of a hex."""
    SIZE = "size"
    LAYERS = "layers"
    EMPTY = "empty"
    """No hex or no area at all."""
    # Words
    CLASS = "class"
    PROPERTY = "property"
    """Missing, or a value that it cannot have."""
    UNKNOWN_PROPERTY = "unknown property"
    ID = "id"
    NO_NAME = "no name"
    NO_TEXT = "no text"
    TWICE = "twice"
    """A second one where there may be one."""
    # Where and how things are drawn
    SHAPE = "shape"
    """A class drawn with the wrong tool."""
    OUTLINE = "outline"
    """Too few corners, or sides that cross."""
    PLACE = "place"
    """A point that lies nowhere, or not where it should."""
    STEP = "step"
    """A line that leads from one place to another by no way there is."""
    OFF_BOARD = "off board"
    ARTWORK = "artwork"
    # How places fit together
    NO_STAND = "no stand"
    OVERLAP = "overlap"
    GAP = "gap"
    NO_CHANGE = "no change"
    """A line that joins or bars what is joined or apart already."""
    UNREACHABLE = "unreachable"
    ZONES = "zones"
    """A part of the board in no deployment zone, or in several."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a map file; ``str`` gives it as one sentence."""

    kind: FaultKind
    file: str
    """The file, as the caller named it."""
    layer: str | None
    """The layer's name in Tiled; None where the whole file is meant."""
    object: int | None
    """The object's id in Tiled; None where no single object is meant."""
    found: Text
    expected: Text
    more: int = 0
    """Further objects of the layer with the same fault."""

    @property
    def text(self) -> Message:
        """What was found and what was expected, without the place."""
        return say("{found}; expected {expected}", found=self.found, expected=self.expected)

    @property
    def told(self) -> Message:
        """The whole sentence."""
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
        return str(self.told)


EACH = 3
"""Places with the same fault that are told one by one; of more, only the first and their number."""


def grouped(faults: Iterable[Fault]) -> list[Fault]:
    """Faults in their order; of equal ones of more than ``EACH`` objects of a layer the first, with their number."""
    equal: dict[Fault, list[Fault]] = {}
    for fault in faults:
        one = fault if fault.object is None else replace(fault, object=0)
        equal.setdefault(one, []).append(fault)
    shown: list[Fault] = []
    for those in equal.values():
        many = len(those) > EACH and those[0].object is not None
        shown += [replace(those[0], more=len(those) - 1)] if many else those
    return shown


class MapError(MessageError, ValueError):
    """A map that cannot be played on. ``faults`` holds every reason, never none."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(joined((fault.told for fault in faults), "\n"))
        self.faults: list[Fault] = list(faults)
