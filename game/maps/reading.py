"""The common base of map readers: faults with their location, the system's vocabulary, checks of objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from math import cos, isfinite, radians, sin
from pathlib import Path
from typing import Any

from game.board.fault import Fault, FaultKind
from game.core.message import Text, and_list, or_list, plural, say
from game.maps.limits import MAX_MEASURE
from game.maps.tiled import object_class, points
from game.maps.vocabulary import vocabulary

MAX_COMPARISONS = 2_500_000
"""The most comparisons for one map: about a second. Our own maps need a twentieth of it at most."""
COMPARISON_STEPS = 4
"""How many steps of ``spend`` the comparison of a point with a hex counts for; estimated."""
MIN_LETTER_PIXELS, MAX_LETTER_PIXELS = 1, 400
"""The smallest and the greatest height of letters in map pixels; chosen by hand."""


class TooComplex(Exception):
    """A map with so many objects, or with objects that fit together so badly, that a complete check would take
    minutes."""


_PROVENANCE = ("figure", "history", "reconstructed", "rulebook")
"""The values that the property ``provenance`` of an object may have."""


def alternatives(words: Iterable[str]) -> Text:
    """Words as alternatives in alphabetical order, at least one: ``a, b or c``."""
    return or_list(sorted(words))


def enumeration(words: Iterable[str]) -> Text:
    """Words as a list in alphabetical order, at least one: ``a, b and c``."""
    return and_list(sorted(words))


def middle(obj: Any) -> tuple[float, float]:
    """The centre of a text box after rotation, or a point itself, in map pixels."""
    turn = radians(obj.rotation)
    right, down = obj.width / 2, obj.height / 2
    return obj.x + right * cos(turn) - down * sin(turn), obj.y + right * sin(turn) + down * cos(turn)


def position_text(point: tuple[float, float]) -> str:
    """A point as ``(x, y)``."""
    return "({:g}, {:g})".format(*point)


class Reading:
    """Reads one map of an existing system and collects its ``faults``."""

    steps_left = MAX_COMPARISONS
    """The number of comparisons left."""

    def __init__(self, path: Path, tmx: Any) -> None:
        self.path = path
        self.tmx = tmx
        self.faults: list[Fault] = []
        self.vocabulary = vocabulary(str(tmx.properties["system"]))
        """The classes defined by the map's system."""

    def fault(self, kind: FaultKind, found: Text, expected: Text, layer: Any = None, obj: Any = None) -> None:
        """Note a fault of the file, of a layer, or of an object in a layer."""
        layer_name = None if layer is None else layer.name or ""
        self.faults.append(Fault(kind, str(self.path), layer_name, None if obj is None else obj.id, found, expected))

    def spend(self, steps: int) -> None:
        """Charge the number of steps of an operation before it runs.

        :raises TooComplex: if the map would take too long.
        """
        self.steps_left -= steps
        if self.steps_left < 0:
            raise TooComplex

    def is_letter_size(self, size: Any, layer: Any, obj: Any) -> bool:
        """Whether a label's size is an acceptable height of letters in map pixels; if not, a fault is noted."""
        if (isinstance(size, int | float) and not isinstance(size, bool)
                and MIN_LETTER_PIXELS <= size <= MAX_LETTER_PIXELS):
            return True
        self.fault(FaultKind.PROPERTY, say("the label's size is '{size}'", size=size),
                   say("the height of its letters, 1 to 400 pixels"), layer, obj)
        return False

    def can_read(self, shapes: Mapping[str, tuple[str, ...]], layer: Any, obj: Any) -> bool:
        """Check the provenance, class, shape and coordinates of an object; note any faults, and return whether it can
        be read.

        :param shapes: class -> the kinds of object it may be drawn as.
        """
        provenance = obj.properties.get("provenance")
        if provenance is not None and provenance not in _PROVENANCE:
            self.fault(FaultKind.PROPERTY, say("the provenance is '{source}'", source=provenance),
                       alternatives(_PROVENANCE), layer, obj)
        kind = object_class(obj)
        if kind is None or kind not in shapes:
            found = say("the class '{kind}' is unknown", kind=kind) if kind else say("the object has no class")
            self.fault(FaultKind.CLASS, found, say("class {names}", names=alternatives(shapes)), layer, obj)
            return False
        if obj.object_type not in shapes[kind]:
            self.fault(FaultKind.SHAPE, say("the {kind} is drawn as {shape}", kind=kind, shape=obj.object_type),
                       alternatives(shapes[kind]), layer, obj)
            return False
        measures = (obj.x, obj.y, obj.width, obj.height, obj.rotation)
        drawn_points = points(obj) if all(map(isfinite, measures)) else []
        if not all(map(isfinite, chain(measures, *drawn_points))):
            self.fault(FaultKind.PLACE, say("a coordinate is not a finite number"), say("pixels"), layer, obj)
            return False
        if any(abs(measure) > MAX_MEASURE for measure in chain(measures, *drawn_points)):
            self.fault(FaultKind.PLACE, say("a coordinate lies beyond {far:.0f} pixels", far=MAX_MEASURE),
                       say("a place on the map"), layer, obj)
            return False
        min_points = {"polyline": 2, "polygon": 3}.get(obj.object_type, 0)
        if len(drawn_points) < min_points:
            self.fault(FaultKind.OUTLINE, plural("the {kind} has {count} point", "the {kind} has {count} points",
                                                  len(drawn_points), kind=kind),
                       say("at least {least}", least=min_points), layer, obj)
            return False
        return True
