"""What reading any Tiled map needs: faults with their place, the system's words, objects such as we know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from math import cos, isfinite, radians, sin
from pathlib import Path
from typing import Any

from game.board.fault import Fault, FaultKind
from game.core.message import Text, either, named, say, several
from game.maps.sizes import FAR
from game.maps.tiled import object_class, points
from game.maps.vocabulary import vocabulary

STEPS = 2_500_000
"""Comparisons one map may cost: about a second. Ours cost a twentieth of it at most."""


class Overworked(Exception):
    """A map that holds so much, or fits together so badly, that checking it all would take minutes."""


_PROVENANCE = ("figure", "history", "reconstructed", "rulebook")


def listed(words: Iterable[str]) -> Text:
    """Words of which one is meant, at least one: ``a, b or c`` in alphabetical order."""
    return either(sorted(words))


def together(words: Iterable[str]) -> Text:
    """Words that are all meant, at least one: ``a, b and c`` in alphabetical order."""
    return named(sorted(words))


def middle(thing: Any) -> tuple[float, float]:
    """The middle of a text box, its rotation applied, or a point itself; map pixels."""
    turn = radians(thing.rotation)
    right, down = thing.width / 2, thing.height / 2
    return thing.x + right * cos(turn) - down * sin(turn), thing.y + right * sin(turn) + down * cos(turn)


class Reading:
    """One reading of one map of a system there is. ``faults`` collects what is wrong on the way."""

    steps = STEPS
    """Steps that are left."""

    def __init__(self, path: Path, tmx: Any) -> None:
        self.path = path
        self.tmx = tmx
        self.faults: list[Fault] = []
        self.vocabulary = vocabulary(str(tmx.properties["system"]))
        """The classes of the map's system."""

    def fault(self, kind: FaultKind, found: Text, expected: Text, layer: Any = None, thing: Any = None) -> None:
        """Note a fault of the file, of a layer, or of an object in a layer."""
        of = None if layer is None else layer.name or ""
        self.faults.append(Fault(kind, str(self.path), of, None if thing is None else thing.id, found, expected))

    def spend(self, steps: int) -> None:
        """Say how many steps something will take before it is done.

        :raises Overworked: where the map would keep the program busy for long.
        """
        self.steps -= steps
        if self.steps < 0:
            raise Overworked

    def known(self, shapes: Mapping[str, tuple[str, ...]], layer: Any, thing: Any) -> bool:
        """Whether an object's provenance, class and shape are such as we know.

        :param shapes: class -> the kinds of object it may be drawn as.
        """
        source = thing.properties.get("provenance")
        if source is not None and source not in _PROVENANCE:
            self.fault(FaultKind.PROPERTY, say("the provenance is '{source}'", source=source), listed(_PROVENANCE),
                       layer, thing)
        kind = object_class(thing)
        if kind is None or kind not in shapes:
            found = say("the class '{kind}' is unknown", kind=kind) if kind else say("the object has no class")
            self.fault(FaultKind.CLASS, found, say("class {names}", names=listed(shapes)), layer, thing)
            return False
        if thing.object_type not in shapes[kind]:
            self.fault(FaultKind.SHAPE, say("the {kind} is drawn as {shape}", kind=kind, shape=thing.object_type),
                       listed(shapes[kind]), layer, thing)
            return False
        measures = (thing.x, thing.y, thing.width, thing.height, thing.rotation)
        drawn = points(thing) if all(map(isfinite, measures)) else []
        if not all(map(isfinite, chain(measures, *drawn))):
            self.fault(FaultKind.PLACE, say("a coordinate is not a finite number"), say("pixels"), layer, thing)
            return False
        if any(abs(measure) > FAR for measure in chain(measures, *drawn)):
            self.fault(FaultKind.PLACE, say("a coordinate lies beyond {far:.0f} pixels", far=FAR),
                       say("a place on the map"), layer, thing)
            return False
        least = {"polyline": 2, "polygon": 3}.get(thing.object_type, 0)
        if len(drawn) < least:
            self.fault(FaultKind.OUTLINE, several("the {kind} has {count} point", "the {kind} has {count} points",
                                                  len(drawn), kind=kind), say("at least {least}", least=least), layer,
                       thing)
            return False
        return True
