"""Conversion of a Tiled map of a tabletop to a ``PlaneBoard``, collecting all faults on the way.

The map is orthogonal; its property ``base-width`` is the number of pixels in a base width. Terrain consists of polygons
and ellipses of a class of the system's ``terrain``, and polylines of a class of its ``lines`` with the property
``line-width``, in base widths.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.board.fault import FaultKind
from game.board.measuring import SINE_SCALE, Outline, ellipse, rounded, sine
from game.board.plane import PlaneBoard, Terrain
from game.core.message import say
from game.core.pose import BASE, DEGREE, FULL_TURN, Spot
from game.maps.borders import crosses_itself
from game.maps.limits import MAX_MEASURE, MAX_SHEET
from game.maps.reading import Reading
from game.maps.tiled import object_class, object_layers, points
from game.maps.vocabulary import Vocabulary

MIN_BASE_PIXELS, MAX_BASE_PIXELS = 1.0, 2000.0
"""The least and most pixels in a base width; chosen by hand."""
MAX_LINE_WIDTH = 40.0
"""The greatest width of a line in base widths; chosen by hand."""


class PlaneMapReader(Reading):
    """Reads one map. ``faults`` is complete once ``board`` has returned."""

    def __init__(self, path: Path, tmx: Any) -> None:
        super().__init__(path, tmx)
        self.terrain: list[Terrain] = []
        self.scale = 0.0
        """The number of pixels in a base width."""

    def board(self) -> PlaneBoard | None:
        """The board, or None if the faults are too serious."""
        size = self._table_size()
        vocabulary = self.vocabulary
        shapes: dict[str, tuple[str, ...]] = dict.fromkeys(vocabulary.terrain, ("polygon", "ellipse"))
        shapes |= {kind: (*shapes.get(kind, ()), "polyline") for kind in vocabulary.lines}
        for layer in object_layers(self.tmx):
            for obj in layer:
                if self.can_read(shapes, layer, obj) and size is not None:
                    self._piece(vocabulary, layer, obj)
        if size is None:
            return None
        title = str(self.tmx.properties.get("title", self.path.stem))
        return PlaneBoard(self.path.stem, title, size, tuple(self.terrain))

    def _table_size(self) -> tuple[int, int] | None:
        """The size of the table in units, None if it cannot be read; every deviation is a fault."""
        faults_before, tmx = len(self.faults), self.tmx
        if tmx.orientation != "orthogonal":
            self.fault(FaultKind.GRID, say("the map's orientation is '{orientation}'", orientation=tmx.orientation),
                       say("'orthogonal', for a tabletop"))
        across, down = tmx.width * tmx.tilewidth, tmx.height * tmx.tileheight
        if not (1 <= across <= MAX_SHEET and 1 <= down <= MAX_SHEET):
            self.fault(FaultKind.SIZE, say("the table is {across} by {down} pixels", across=across, down=down),
                       say("1 to {most} pixels each way", most=MAX_SHEET))
        value = tmx.properties.get("base-width")
        self.scale = _number(value)
        if not MIN_BASE_PIXELS <= self.scale <= MAX_BASE_PIXELS:
            found = (say("the map property 'base-width' is missing") if value is None
                     else say("the map property 'base-width' is '{said}'", said=value))
            expected = say("the pixels in a base width (type float), {least:g} to {most:g}", least=MIN_BASE_PIXELS,
                           most=MAX_BASE_PIXELS)
            self.fault(FaultKind.PROPERTY, found, expected)
        if len(self.faults) > faults_before:
            return None
        return self._in_units((across, down))

    def _in_units(self, pixels: tuple[float, float]) -> Spot:
        """A point or size in pixels, converted to units."""
        return round(pixels[0] * BASE / self.scale), round(pixels[1] * BASE / self.scale)

    def _piece(self, vocabulary: Vocabulary, layer: Any, obj: Any) -> None:
        """Process a piece of terrain of a known class and shape."""
        kind, name = object_class(obj) or "", obj.name or ""
        if obj.object_type == "ellipse":
            if obj.width <= 0 or obj.height <= 0:
                found = say("the {kind} is {width:g} by {height:g} pixels", kind=kind, width=obj.width,
                            height=obj.height)
                self.fault(FaultKind.OUTLINE, found, say("an ellipse with width and height above 0"), layer, obj)
            else:
                self.terrain.append(Terrain(kind, self._ellipse_outline(obj), name=name))
            return
        outline = tuple(map(self._in_units, points(obj)))
        if obj.object_type == "polyline":
            width = self._width(layer, obj, kind)
            if width:
                self.terrain.append(Terrain(kind, outline, width, name))
            return
        self.spend(len(outline) ** 2 // 2)
        if crosses_itself(outline):
            self.fault(FaultKind.OUTLINE, say("the outline of the {kind} crosses itself", kind=kind),
                       say("a simple outline"), layer, obj)
        elif len(set(outline)) < 3:
            self.fault(FaultKind.OUTLINE, say("the {kind} has fewer than three different corners", kind=kind),
                       say("an outline"), layer, obj)
        else:
            self.terrain.append(Terrain(kind, outline, name=name))

    def _ellipse_outline(self, obj: Any) -> Outline:
        """The outline of an ellipse. Tiled rotates it about the corner of its box at (x, y)."""
        turn = round(obj.rotation * DEGREE) % FULL_TURN
        s, c = sine(turn), sine(turn + FULL_TURN // 4)
        x, y = self._in_units((obj.x, obj.y))
        across, down = self._in_units((obj.width / 2, obj.height / 2))
        middle = x + rounded(across * c - down * s, SINE_SCALE), y + rounded(across * s + down * c, SINE_SCALE)
        return ellipse(middle, max(1, across), max(1, down), turn)

    def _width(self, layer: Any, obj: Any, kind: str) -> int:
        """The width of a line in units; 0, with a fault, if it is missing or invalid."""
        value = obj.properties.get("line-width")
        width = _number(value)
        if 0 < width <= MAX_LINE_WIDTH:
            return max(1, round(width * BASE))
        found = (
            say("the {kind} has no property 'line-width'", kind=kind)
            if value is None
            else say("the width of the {kind} is '{said}'", kind=kind, said=value)
        )
        self.fault(FaultKind.PROPERTY, found,
                   say("base widths (type float), above 0 and up to {widest:g}", widest=MAX_LINE_WIDTH), layer, obj)
        return 0


def _number(value: Any) -> float:
    """A property as a number; 0 if it is not a number, or too large."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return float(value) if abs(value) <= MAX_MEASURE else 0.0
