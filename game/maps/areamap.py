"""Conversion of a Tiled map of areas to an ``AreaBoard``, collecting all faults on the way."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Any

from game.board.areas import AreaBoard, AreaLettering, DrawnLine, MapArea, Point
from game.board.fault import FaultKind
from game.board.polygon import contains
from game.core.message import say
from game.maps.borders import borders, crosses_itself
from game.maps.limits import MAX_SHEET
from game.maps.reading import Reading, alternatives, enumeration, middle, position_text
from game.maps.tiled import is_flipped, object_class, object_image, object_layers, points
from game.maps.vocabulary import Vocabulary

MIN_BORDER_PIXELS = 24.0
"""The length in map pixels that two areas must share to be neighbours; a shorter contact is a corner. Must agree with
the maps: they draw borders of at least 45 pixels, and other contacts as points (``tests/facts/africa-areas.md``)."""
DEFAULT_LETTER_PIXELS = 20.0
"""The height of letters in map pixels if the map states none."""
_STAND, _OBJECTIVE, _LABEL, _ARTWORK = "stand", "objective", "label", "artwork"
"""Classes of points, lettering and pictures on every map of areas."""
_BARRED, _JOINED = "barred-border", "joined"
"""Classes of lines from one area to another that make the two not adjacent, or adjacent."""
_OTHER_PROPERTIES = ("id", "provenance")
"""Properties of an area that are not flags."""


def slug(title: str) -> str:
    """The id derived from a name: ASCII, lower case, hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


class AreaMapReader(Reading):
    """Reads one map. ``faults`` is complete once ``board`` has returned."""

    def __init__(self, path: Path, tmx: Any) -> None:
        super().__init__(path, tmx)
        self.areas: dict[str, MapArea] = {}
        self.drawn_objects: dict[str, tuple[Any, Any]] = {}
        """Area id -> its layer and object."""
        self.deferred: list[tuple[Any, Any]] = []
        """Layers and objects that refer to areas: processed once all areas are known."""
        self.corners = 0
        """The total number of corners of all areas."""
        self.stands: dict[str, Point] = {}
        """Area id -> its stand."""
        self.objectives: set[str] = set()
        """The ids of the areas that are objectives."""
        self.lettering: list[AreaLettering] = []
        self.lines: list[DrawnLine] = []
        self.border_changes: dict[frozenset[str], bool] = {}
        """Pairs of areas that a line joins (True) or bars (False)."""
        self.artwork: tuple[str, tuple[float, float, float, float]] = "", (0.0, 0.0, 0.0, 0.0)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the sheet in map pixels."""
        return self.tmx.width * self.tmx.tilewidth, self.tmx.height * self.tmx.tileheight

    def board(self) -> AreaBoard | None:
        """The board, or None if the faults are too serious."""
        sheet_is_valid = self._check_sheet()
        vocabulary = self.vocabulary
        shapes = self._shapes(vocabulary)
        for layer in object_layers(self.tmx):
            for obj in layer:
                if self.can_read(shapes, layer, obj):
                    self._object(vocabulary, layer, obj)
        if not self.areas:
            self.fault(FaultKind.EMPTY, say("the map has no areas"), say("at least one polygon of a terrain's class"))
        if not (sheet_is_valid and self.areas):
            return None
        for layer, obj in self.deferred:
            self._placed_object(layer, obj)
        for name in self.areas.keys() - self.stands.keys():
            found = say("the area '{title}' has no stand", title=self.areas[name].title)
            self.fault(FaultKind.NO_STAND, found, say("a stand point inside it, where its counters are placed"),
                       *self.drawn_objects[name])
        neighbours = self._neighbours()
        return AreaBoard(
            name=self.path.stem,
            title=str(self.tmx.properties.get("title", self.path.stem)),
            size=self.size,
            areas=tuple(self._with_stand(area) for area in self.areas.values()),
            borders={name: tuple(other for other in self.areas if other in neighbours[name]) for name in self.areas},
            lettering=tuple(self.lettering),
            lines=tuple(self.lines),
            artwork=self.artwork[0],
            artwork_box=self.artwork[1],
            objectives={name: frozenset((name,)) for name in self.areas if name in self.objectives},
        )

    def _shapes(self, vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
        """Class -> the shapes in which it may be drawn. A class of both terrain and lines may be drawn as either."""
        shapes: dict[str, tuple[str, ...]] = {_STAND: ("point",), _OBJECTIVE: ("point",), _ARTWORK: ("tile",)}
        shapes |= {_LABEL: ("text", "point", "polyline"), _BARRED: ("polyline",), _JOINED: ("polyline",)}
        for kind in vocabulary.terrain | vocabulary.lines:
            shapes[kind] = ("polygon",) * (kind in vocabulary.terrain) + ("polyline",) * (kind in vocabulary.lines)
        return shapes

    def _check_sheet(self) -> bool:
        """Check the sheet's orientation and size, and return whether they are valid; every deviation is a fault."""
        before = len(self.faults)
        if self.tmx.orientation != "orthogonal":
            self.fault(FaultKind.GRID,
                       say("the map's orientation is '{orientation}'", orientation=self.tmx.orientation),
                       say("'orthogonal', for a map of areas"))
        if not all(1 <= length <= MAX_SHEET for length in self.size):
            across, down = self.size
            self.fault(FaultKind.SIZE, say("the sheet is {across} by {down} pixels", across=across, down=down),
                       say("1 to {most} pixels each way", most=MAX_SHEET))
        return len(self.faults) == before

    def _object(self, vocabulary: Vocabulary, layer: Any, obj: Any) -> None:
        """Process an object of a known class and shape."""
        kind = object_class(obj) or ""
        if kind in vocabulary.terrain and obj.object_type == "polygon":
            self._area(vocabulary, layer, obj, kind)
        elif kind in vocabulary.lines:
            self.lines.append(DrawnLine(kind, tuple(points(obj)), obj.name or ""))
        elif kind == _LABEL:
            self._label(vocabulary, layer, obj)
        elif kind == _ARTWORK:
            self._artwork(layer, obj)
        else:
            self.deferred.append((layer, obj))

    def _artwork(self, layer: Any, obj: Any) -> None:
        """Read the background picture, whose object may not be rotated, flipped or too large."""
        if self.artwork[0]:
            self.fault(FaultKind.TWICE, say("there is a second artwork"), say("one picture beneath the areas"), layer,
                       obj)
        if obj.rotation % 360:
            self.fault(FaultKind.ARTWORK, say("the artwork is turned by {angle:g} degrees", angle=obj.rotation),
                       say("a picture that lies as in its file"), layer, obj)
        if is_flipped(obj):
            self.fault(FaultKind.ARTWORK, say("the artwork is flipped"), say("a picture that lies as in its file"),
                       layer, obj)
        if not (1 <= obj.width <= MAX_SHEET and 1 <= obj.height <= MAX_SHEET):
            self.fault(FaultKind.ARTWORK,
                       say("the artwork is {width:g} by {height:g} pixels", width=obj.width, height=obj.height),
                       say("1 to {most} pixels each way", most=MAX_SHEET), layer, obj)
        image = object_image(self.tmx, obj)
        if image is None:
            self.fault(FaultKind.ARTWORK, say("the artwork's tile has no image of its own"),
                       say("a tile that is one image"), layer, obj)
        else:
            self.artwork = image, (obj.x, obj.y, obj.width, obj.height)

    def _area(self, vocabulary: Vocabulary, layer: Any, obj: Any, kind: str) -> None:
        """Read an area: its polygon is its ground, its class the terrain, its name the printed one."""
        title = (obj.name or "").strip()
        name = str(obj.properties.get("id", slug(title)))
        if not title:
            self.fault(FaultKind.NO_NAME, say("the area has no name"), say("the name printed on the map"), layer, obj)
            return
        if name in self.areas:
            self.fault(FaultKind.TWICE, say("a second area is named '{title}' (id '{name}')", title=title, name=name),
                       say("each name once, or a property 'id' that no other area has"), layer, obj)
            return
        if not name and "id" not in obj.properties:
            self.fault(FaultKind.ID,
                       say("the area '{title}' has no id, as its name has no letter from a to z and no digit",
                           title=title), say("a property 'id' of small letters, digits and hyphens"), layer, obj)
        elif not name or name != slug(name):
            self.fault(FaultKind.ID, say("the id of '{title}' is '{name}'", title=title, name=name),
                       say("small letters, digits and hyphens"), layer, obj)
        shape = tuple((round(x, 2), round(y, 2)) for x, y in points(obj))
        self.corners += len(shape)
        self.spend(len(shape) ** 2 // 2)
        if crosses_itself(shape):
            self.fault(FaultKind.OUTLINE, say("the outline of '{title}' crosses itself", title=title),
                       say("a simple outline"), layer, obj)
        flags = set()
        for key, value in obj.properties.items():
            if key in _OTHER_PROPERTIES:
                continue
            if key not in vocabulary.flags:
                found = say("the property '{key}' of '{title}' is unknown", key=key, title=title)
                self.fault(FaultKind.UNKNOWN_PROPERTY, found, alternatives((*vocabulary.flags, *_OTHER_PROPERTIES)),
                           layer, obj)
            elif not isinstance(value, bool):
                self.fault(FaultKind.PROPERTY,
                           say("the property '{key}' of '{title}' is '{value}'", key=key, title=title, value=value),
                           say("a bool, true or false"), layer, obj)
            elif value:
                flags.add(key)
        self.areas[name] = MapArea(name, title, kind, frozenset(flags), shape, (0.0, 0.0))
        self.drawn_objects[name] = layer, obj

    def _with_stand(self, area: MapArea) -> MapArea:
        """An area with its stand; with its first corner as the stand if it has none, which is a fault."""
        stand = self.stands.get(area.id, area.shape[0])
        return MapArea(area.id, area.title, area.terrain, area.flags, area.shape, stand)

    def area_at(self, spot: Point) -> str | None:
        """The area that contains a point; None if there is none."""
        self.spend(self.corners)
        return next((name for name, area in self.areas.items() if contains(area.shape, spot)), None)

    def _placed_object(self, layer: Any, obj: Any) -> None:
        """Read a stand, an objective, or a line that joins or bars two areas."""
        kind = object_class(obj)
        if kind in (_BARRED, _JOINED):
            self._border_change(layer, obj, kind == _JOINED)
            return
        area = self.area_at((obj.x, obj.y))
        title = f"{kind} '{obj.name}'" if obj.name else kind
        if area is None:
            self.fault(FaultKind.PLACE, say("the {thing} is in no area", thing=title), say("a point inside an area"),
                       layer, obj)
        elif obj.name and not self._is_named(area, obj.name):
            found = say("the {thing} is in '{title}'", thing=title, title=self.areas[area].title)
            expected = (
                say("a point inside the area it names")
                if any(self._is_named(name, obj.name) for name in self.areas)
                else say("the name of an area")
            )
            self.fault(FaultKind.PLACE, found, expected, layer, obj)
        elif kind == _OBJECTIVE:
            self.objectives.add(area)
        elif area in self.stands:
            self.fault(FaultKind.TWICE, say("'{title}' has a second stand", title=self.areas[area].title),
                       say("one in each area"), layer, obj)
        else:
            self.stands[area] = (obj.x, obj.y)

    def _is_named(self, area: str, text: str) -> bool:
        """Whether a stand or objective may refer to an area by this text: its name, its id, or the id derived from its
        name."""
        title = self.areas[area].title
        return text.strip() == title or (slug(text) or None) in (area, slug(title))

    def _border_change(self, layer: Any, obj: Any, joined: bool) -> None:
        """Read a line between two areas that makes them adjacent or not adjacent."""
        kind = object_class(obj)
        ends = [points(obj)[0], points(obj)[-1]]
        first, second = areas = [self.area_at(end) for end in ends]
        for end, area in zip(ends, areas, strict=True):
            if area is None:
                self.fault(FaultKind.PLACE,
                           say("the {kind} ends in no area at {where}", kind=kind, where=position_text(end)),
                           say("an end inside an area"), layer, obj)
        if first is not None and second is not None:
            if first == second:
                self.fault(FaultKind.STEP,
                           say("the {kind} begins and ends in '{title}'", kind=kind, title=self.areas[first].title),
                           say("ends in two areas"), layer, obj)
            else:
                self.border_changes[frozenset((first, second))] = joined

    def _label(self, vocabulary: Vocabulary, layer: Any, obj: Any) -> None:
        """Read lettering: centred in a text box, at a point, or along a line whose name is the text."""
        text = (obj.text if obj.object_type == "text" else obj.name) or ""
        style = str(obj.properties.get("style", "area"))
        if style not in vocabulary.lettering:
            self.fault(FaultKind.PROPERTY, say("the label's style is '{style}'", style=style),
                       alternatives(vocabulary.lettering), layer, obj)
        size = obj.pixel_size if obj.object_type == "text" else obj.properties.get("size", DEFAULT_LETTER_PIXELS)
        if not self.is_letter_size(size, layer, obj):
            return
        if not text.strip():
            self.fault(FaultKind.NO_TEXT, say("the label is empty"), say("a text"), layer, obj)
            return
        path = tuple(points(obj))
        x, y = path[len(path) // 2] if path else middle(obj)
        turn = 0.0 if path else float(obj.rotation)
        self.lettering.append(AreaLettering(" ".join(text.split()), x, y, style, turn, float(size), path))

    def _neighbours(self) -> dict[str, set[str]]:
        """Area id -> its neighbours, from the shared borders and the lines that join or bar areas."""
        contacts = borders({name: area.shape for name, area in self.areas.items()}, self.size, self.spend)
        for (one, other), (x, y) in contacts.overlaps.items():
            both = say("'{title}' and '{other}' overlap near ({x:.0f}, {y:.0f})", title=self.areas[one].title,
                       other=self.areas[other].title, x=x, y=y)
            self.fault(FaultKind.OVERLAP, both, say("areas that meet along their borders"), *self.drawn_objects[other])
        for name, (x, y) in contacts.gaps.items():
            gap = say("nothing lies beside '{title}' near ({x:.0f}, {y:.0f})", title=self.areas[name].title, x=x, y=y)
            self.fault(FaultKind.GAP, gap, say("another area's border or the edge of the sheet"),
                       *self.drawn_objects[name])
        pairs = {frozenset(pair) for pair, length in contacts.shared.items() if length >= MIN_BORDER_PIXELS}
        for pair, joined in self.border_changes.items():
            if joined == (pair in pairs):
                names = enumeration(f"'{self.areas[name].title}'" for name in pair)
                wrong = (say("{names} are joined, but already adjacent", names=names) if joined
                         else say("{names} are barred, but not adjacent", names=names))
                self.fault(FaultKind.NO_CHANGE, wrong, say("a line that changes something"))
            (pairs.add if joined else pairs.discard)(pair)
        neighbours: dict[str, set[str]] = defaultdict(set)
        for pair in pairs:
            one, other = pair
            neighbours[one].add(other)
            neighbours[other].add(one)
        self._note_unreachable(neighbours)
        return neighbours

    def _note_unreachable(self, neighbours: dict[str, set[str]]) -> None:
        """Note faults for areas without neighbours, and for areas that cannot be reached from the largest part of the
        map."""
        unreached, parts = dict.fromkeys(self.areas), []
        while unreached:
            part = {next(iter(unreached))}
            edge = set(part)
            while edge:
                edge = {other for name in edge for other in neighbours[name]} - part
                part |= edge
            parts.append(part)
            unreached = {name: None for name in unreached if name not in part}
        main = max(parts, key=len)
        for name in self.areas:
            if len(self.areas) > 1 and not neighbours[name]:
                found = say("the area '{title}' has no adjacent area", title=self.areas[name].title)
                self.fault(FaultKind.UNREACHABLE, found,
                           say("a border of at least {least_border:g} pixels with another",
                               least_border=MIN_BORDER_PIXELS),
                           *self.drawn_objects[name])
            elif name not in main:
                found = say("the area '{title}' cannot be reached", title=self.areas[name].title)
                self.fault(FaultKind.UNREACHABLE, found, say("a path of areas from the rest of the board"),
                           *self.drawn_objects[name])
