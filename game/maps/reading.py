"""What reading any Tiled map needs: faults with their place, the system's words, objects such as we know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from math import cos, isfinite, radians, sin
from pathlib import Path
from typing import Any

from game.maps.fault import Fault
from game.maps.sizes import FAR
from game.maps.tiled import object_class, points
from game.maps.vocabulary import Vocabulary, systems, vocabulary

STEPS = 2_500_000
"""Comparisons one map may cost: about a second. Ours cost a twentieth of it at most."""


class Overworked(Exception):
    """A map that holds so much, or fits together so badly, that checking it all would take minutes."""


_PROVENANCE = ("figure", "history", "reconstructed", "rulebook")


def listed(words: Iterable[str], link: str = "or") -> str:
    """Words for a message, at least one: ``a, b or c`` in alphabetical order."""
    *most, last = sorted(words)
    return f"{', '.join(most)} {link} {last}" if most else last


def an(words: str) -> str:
    """Words with the article they need."""
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"


def middle(thing: Any) -> tuple[float, float]:
    """The middle of a text box, its rotation applied, or a point itself; map pixels."""
    turn = radians(thing.rotation)
    right, down = thing.width / 2, thing.height / 2
    return thing.x + right * cos(turn) - down * sin(turn), thing.y + right * sin(turn) + down * cos(turn)


class Reading:
    """One reading of one map. ``faults`` collects what is wrong on the way."""

    steps = STEPS
    """Steps that are left."""

    def __init__(self, path: Path, tmx: Any) -> None:
        self.path = path
        self.tmx = tmx
        self.faults: list[Fault] = []

    def fault(self, found: str, expected: str, layer: Any = None, thing: Any = None) -> None:
        """Note a fault of the file, of a layer, or of an object in a layer."""
        named = None if thing is None else thing.id
        self.faults.append(Fault(str(self.path), None if layer is None else layer.name or "", named, found, expected))

    def spend(self, steps: int) -> None:
        """Say how many steps something will take before it is done.

        :raises Overworked: where the map would keep the program busy for long.
        """
        self.steps -= steps
        if self.steps < 0:
            raise Overworked

    def vocabulary(self) -> Vocabulary | None:
        """The classes of the map's system."""
        system = self.tmx.properties.get("system")
        if system in systems():
            return vocabulary(system)
        found = f"the map property 'system' is '{system}'" if system else "the map property 'system' is missing"
        self.fault(found, f"the name of a rule system: {listed(systems())}")
        return None

    def known(self, shapes: Mapping[str, tuple[str, ...]], layer: Any, thing: Any) -> bool:
        """Whether an object's provenance, class and shape are such as we know.

        :param shapes: class -> the kinds of object it may be drawn as.
        """
        source = thing.properties.get("provenance")
        if source is not None and source not in _PROVENANCE:
            self.fault(f"the provenance is '{source}'", listed(_PROVENANCE), layer, thing)
        kind = object_class(thing)
        if kind is None or kind not in shapes:
            found = f"the class '{kind}' is unknown" if kind else "the object has no class"
            self.fault(found, f"class {listed(shapes)}", layer, thing)
            return False
        if thing.object_type not in shapes[kind]:
            self.fault(f"the {kind} is {an(thing.object_type)}", an(listed(shapes[kind])), layer, thing)
            return False
        measures = (thing.x, thing.y, thing.width, thing.height, thing.rotation)
        drawn = points(thing) if all(map(isfinite, measures)) else []
        if not all(map(isfinite, chain(measures, *drawn))):
            self.fault("a coordinate is no finite number", "pixels", layer, thing)
            return False
        if any(abs(measure) > FAR for measure in chain(measures, *drawn)):
            self.fault(f"a coordinate lies beyond {FAR:.0f} pixels", "a place on the map", layer, thing)
            return False
        least = {"polyline": 2, "polygon": 3}.get(thing.object_type, 0)
        if len(drawn) < least:
            count = f"{len(drawn)} point" + "s" * (len(drawn) != 1)
            self.fault(f"the {kind} has {count}", f"at least {least}", layer, thing)
            return False
        return True
