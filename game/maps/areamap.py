"""Conversion of a Tiled map of areas to an ``AreaBoard``, collecting all faults on the way."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Any

from game.board.areas import AreaBoard, AreaLettering, DrawnLine, MapArea, Point
from game.board.fault import FaultKind
from game.core.message import say
from game.maps.borders import borders, crosses_itself
from game.maps.lattice import inside
from game.maps.reading import Reading, alternatives, enumeration, middle
from game.maps.sizes import MAX_SHEET
from game.maps.tiled import is_flipped, object_class, object_image, object_layers, points
from game.maps.vocabulary import Vocabulary

MIN_BORDER_PIXELS = 24.0
"""The length in map pixels that two areas must share to be neighbours; a shorter contact is a corner. Must agree with
the maps: they draw borders of at least 45 pixels, and other contacts as points (``tests/facts/africa-areas.md``)."""
_STAND, _OBJECTIVE, _LABEL, _ARTWORK = "stand", "objective", "label", "artwork"
_BARRED, _JOINED = "barred-border", "joined"
_PLAIN = ("id", "provenance")
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
        self.drawn_as: dict[str, tuple[Any, Any]] = {}
        """Area id -> its layer and object."""
        self.later: list[tuple[Any, Any]] = []
        """Layers and objects that refer to areas: processed once all areas are known."""
        self.corners = 0
        """The total number of corners of all areas."""
        self.stands: dict[str, Point] = {}
        self.objectives: set[str] = set()
        self.lettering: list[AreaLettering] = []
        self.lines: list[DrawnLine] = []
        self.changed: dict[frozenset[str], bool] = {}
        """Pairs of areas that a line joins (True) or bars (False)."""
        self.artwork: tuple[str, tuple[float, float, float, float]] = "", (0.0, 0.0, 0.0, 0.0)

    @property
    def size(self) -> tuple[int, int]:
        return self.tmx.width * self.tmx.tilewidth, self.tmx.height * self.tmx.tileheight

    def board(self) -> AreaBoard | None:
        """The board, or None if the faults are too serious."""
        straight = self._sheet()
        words = self.vocabulary
        shapes = self._shapes(words)
        for layer in object_layers(self.tmx):
            for obj in layer:
                if self.can_read(shapes, layer, obj):
                    self._object(words, layer, obj)
        if not self.areas:
            self.fault(FaultKind.EMPTY, say("the map has no areas"), say("at least one polygon of a terrain's class"))
        if not (straight and self.areas):
            return None
        for layer, obj in self.later:
            self._placed_object(layer, obj)
        for name in self.areas.keys() - self.stands.keys():
            found = say("the area '{title}' has no stand", title=self.areas[name].title)
            self.fault(FaultKind.NO_STAND, found, say("a stand point inside it, where its counters are placed"),
                       *self.drawn_as[name])
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

    def _shapes(self, words: Vocabulary) -> dict[str, tuple[str, ...]]:
        """Class -> the shapes in which it may be drawn. A class of both terrain and lines may be drawn as either."""
        shapes: dict[str, tuple[str, ...]] = {_STAND: ("point",), _OBJECTIVE: ("point",), _ARTWORK: ("tile",)}
        shapes |= {_LABEL: ("text", "point", "polyline"), _BARRED: ("polyline",), _JOINED: ("polyline",)}
        for kind in words.terrain | words.lines:
            shapes[kind] = ("polygon",) * (kind in words.terrain) + ("polyline",) * (kind in words.lines)
        return shapes

    def _sheet(self) -> bool:
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

    def _object(self, words: Vocabulary, layer: Any, obj: Any) -> None:
        """Process an object of a known class and shape."""
        kind = object_class(obj) or ""
        if kind in words.terrain and obj.object_type == "polygon":
            self._area(words, layer, obj, kind)
        elif kind in words.lines:
            self.lines.append(DrawnLine(kind, tuple(points(obj)), obj.name or ""))
        elif kind == _LABEL:
            self._label(words, layer, obj)
        elif kind == _ARTWORK:
            self._artwork(layer, obj)
        else:
            self.later.append((layer, obj))

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

    def _area(self, words: Vocabulary, layer: Any, obj: Any, kind: str) -> None:
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
            if key in _PLAIN:
                continue
            if key not in words.flags:
                found = say("the property '{key}' of '{title}' is unknown", key=key, title=title)
                self.fault(FaultKind.UNKNOWN_PROPERTY, found, alternatives((*words.flags, *_PLAIN)), layer, obj)
            elif not isinstance(value, bool):
                self.fault(FaultKind.PROPERTY,
                           say("the property '{key}' of '{title}' is '{value}'", key=key, title=title, value=value),
                           say("a bool, true or false"), layer, obj)
            elif value:
                flags.add(key)
        self.areas[name] = MapArea(name, title, kind, frozenset(flags), shape, (0.0, 0.0))
        self.drawn_as[name] = layer, obj

    def _with_stand(self, area: MapArea) -> MapArea:
        stand = self.stands.get(area.id, area.shape[0])
        return MapArea(area.id, area.title, area.terrain, area.flags, area.shape, stand)

    def area_at(self, spot: Point) -> str | None:
        """The area that contains a point; None if there is none."""
        self.spend(self.corners)
        return next((name for name, area in self.areas.items() if inside(spot, area.shape)), None)

    def _placed_object(self, layer: Any, obj: Any) -> None:
        """Read a stand, an objective, or a line that joins or bars two areas."""
        kind = object_class(obj)
        if kind in (_BARRED, _JOINED):
            self._border_change(layer, obj, kind == _JOINED)
            return
        home = self.area_at((obj.x, obj.y))
        shown = f"{kind} '{obj.name}'" if obj.name else kind
        if home is None:
            self.fault(FaultKind.PLACE, say("the {thing} is in no area", thing=shown), say("a point inside an area"),
                       layer, obj)
        elif obj.name and not self._is_named(home, obj.name):
            found = say("the {thing} is in '{title}'", thing=shown, title=self.areas[home].title)
            expected = (
                say("a point inside the area it names")
                if any(self._is_named(name, obj.name) for name in self.areas)
                else say("the name of an area")
            )
            self.fault(FaultKind.PLACE, found, expected, layer, obj)
        elif kind == _OBJECTIVE:
            self.objectives.add(home)
        elif home in self.stands:
            self.fault(FaultKind.TWICE, say("'{title}' has a second stand", title=self.areas[home].title),
                       say("one in each area"), layer, obj)
        else:
            self.stands[home] = (obj.x, obj.y)

    def _is_named(self, area: str, text: str) -> bool:
        """Whether a stand or objective may refer to an area by this text: its name, its id, or the id derived from its
        name."""
        title = self.areas[area].title
        return text.strip() == title or (slug(text) or None) in (area, slug(title))

    def _border_change(self, layer: Any, obj: Any, joined: bool) -> None:
        """Read a line between two areas that makes them adjacent or not adjacent."""
        kind = object_class(obj)
        ends = [points(obj)[0], points(obj)[-1]]
        homes = [self.area_at(end) for end in ends]
        for end, home in zip(ends, homes, strict=True):
            if home is None:
                where = "({:g}, {:g})".format(*end)
                self.fault(FaultKind.PLACE, say("the {kind} ends in no area at {where}", kind=kind, where=where),
                           say("an end inside an area"), layer, obj)
        if homes[0] is not None and homes[1] is not None:
            if homes[0] == homes[1]:
                self.fault(FaultKind.STEP,
                           say("the {kind} begins and ends in '{title}'", kind=kind, title=self.areas[homes[0]].title),
                           say("ends in two areas"), layer, obj)
            else:
                self.changed[frozenset((homes[0], homes[1]))] = joined

    def _label(self, words: Vocabulary, layer: Any, obj: Any) -> None:
        """Read lettering: centred in a text box, at a point, or along a line whose name is the text."""
        text = (obj.text if obj.object_type == "text" else obj.name) or ""
        style = str(obj.properties.get("style", "area"))
        if style not in words.lettering:
            self.fault(FaultKind.PROPERTY, say("the label's style is '{style}'", style=style),
                       alternatives(words.lettering), layer, obj)
        size = obj.pixel_size if obj.object_type == "text" else obj.properties.get("size", 20.0)
        if isinstance(size, bool) or not isinstance(size, int | float) or not 1 <= size <= 400:
            self.fault(FaultKind.PROPERTY, say("the label's size is '{size}'", size=size),
                       say("the height of its letters, 1 to 400 pixels"), layer, obj)
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
            self.fault(FaultKind.OVERLAP, both, say("areas that meet along their borders"), *self.drawn_as[other])
        for name, (x, y) in contacts.gaps.items():
            gap = say("nothing lies beside '{title}' near ({x:.0f}, {y:.0f})", title=self.areas[name].title, x=x, y=y)
            self.fault(FaultKind.GAP, gap, say("another area's border or the edge of the sheet"), *self.drawn_as[name])
        pairs = {frozenset(pair) for pair, length in contacts.shared.items() if length >= MIN_BORDER_PIXELS}
        for pair, joined in self.changed.items():
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
                           *self.drawn_as[name])
            elif name not in main:
                found = say("the area '{title}' cannot be reached", title=self.areas[name].title)
                self.fault(FaultKind.UNREACHABLE, found, say("a path of areas from the rest of the board"),
                           *self.drawn_as[name])
