"""Normalises the XML of a Tiled map so that the loader reads it without errors.

The loader trusts every attribute, knows only part of Tiled's format, and raises errors without a location. It therefore
gets a new tree: groups flattened, tilesets and templates inserted, values of the right types, and nothing that no board
needs. Whatever cannot be read becomes a fault of its layer, object or property.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from posixpath import dirname, join, normpath
from xml.etree.ElementTree import Element, SubElement

from game.board.fault import Fault, FaultKind
from game.core.message import Text, say
from game.maps.attributes import (
    COORDINATE,
    EXPECTED,
    FLIPPED_PROPERTY,
    MEASURE,
    UNSIGNED,
    FaultParts,
    copy_needed,
    read_value,
    unknown_attributes,
    wrong_value,
)
from game.maps.limits import (
    MAX_CORNERS,
    MAX_GROUP_DEPTH,
    MAX_OUTLINE_CORNERS,
    MAX_PARTS,
    MAX_TILES,
    Refusal,
    check_contents,
    check_tile_count,
    corner_count,
    shortened,
)
from game.maps.linked_files import LinkedFiles, document
from game.maps.tiledata import FLIP_FLAGS, tile_numbers

_READABLE = (FaultKind.INFINITE, FaultKind.SHIFTED)
"""Kinds of faults with which the loader can still read a map."""
_SHAPES = ("polygon", "polyline", "ellipse", "point", "text", "capsule")
"""The elements that give an object its shape; without one it is a rectangle or a tile."""


def normalized(path: Path) -> tuple[Element | None, list[Fault]]:
    """A map for the loader, None if it cannot be read, and all faults found."""
    normalizer = _Normalizer(path)
    root: Element | None = None
    with normalizer.refusals():
        root = normalizer.map(document(path))
    return (root if normalizer.readable else None), normalizer.faults


class _Normalizer:
    """Normalises one map."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.linked_files = LinkedFiles(path)
        self.faults: list[Fault] = []
        self.readable = True
        """Whether the faults so far still let the loader read the map."""
        self.layer: str | None = None
        self.object: int | None = None
        """The name of the current layer and the id of the current object."""
        self.tiles = self.corners = self.parts = 0
        """The numbers of tiles, of corners, and of properties and tileset tiles read so far: templates and tilesets may
        be used often."""
        self.added_tilesets: list[Element] = []
        """Tilesets that only templates use."""
        self.tilesets: dict[str, int] = {}
        """A tileset's source as named in the map -> the number of its first tile."""

    def fault(self, kind: FaultKind, found: Text, expected: Text) -> None:
        """Note a fault of the file, or of the current layer and object."""
        self.readable = self.readable and kind in _READABLE
        self.faults.append(Fault(kind, str(self.path), self.layer, self.object, found, expected))

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Turn a refusal into a fault of the current layer and object."""
        try:
            yield
        except Refusal as refusal:
            self.fault(refusal.kind, refusal.found, refusal.expected)

    def map(self, root: Element) -> Element:
        """The whole map.

        :raises Refusal: if it contains more than a map may.
        """
        check_contents(root)
        map_copy = self._checked_copy(root, say("the map"))
        check_tile_count(say("the map"), _whole_number(map_copy, "width"), _whole_number(map_copy, "height"))
        is_infinite = root.get("infinite", "0") != "0"
        if is_infinite:
            self.fault(FaultKind.INFINITE, say("the map is infinite"), say("a map of fixed size"))
        for tileset in root.findall("tileset"):
            with self.refusals():
                map_copy.append(self._tileset(tileset))
        self._layers(root, map_copy, 0, is_infinite=is_infinite)
        map_copy.extend(self.added_tilesets)
        return map_copy

    def _layers(self, parent: Element, map_copy: Element, depth: int, *, is_infinite: bool) -> None:
        """Add the layers of a map or group, with groups flattened."""
        if depth > MAX_GROUP_DEPTH:
            raise Refusal(FaultKind.TOO_MUCH, say("the layers are nested too deeply"),
                          say("at most {most} levels of groups", most=MAX_GROUP_DEPTH))
        for child in parent:
            if child.tag not in ("group", "layer", "objectgroup", "imagelayer"):
                continue
            self.layer = child.get("name", "")
            if child.tag == "group":
                self._note_faults(unknown_attributes(child, say("the group")))
                if any(inner.tag in ("layer", "objectgroup") for inner in child.iter()):
                    self._note_offset(child)
                self._layers(child, map_copy, depth + 1, is_infinite=is_infinite)
            elif child.tag == "layer":
                with self.refusals():
                    map_copy.append(self._tile_layer(child, is_infinite))
            elif child.tag == "objectgroup":
                map_copy.append(self._object_layer(child))
            else:
                self._image_layer(child, map_copy)
            self.layer = None

    def _note_offset(self, layer: Element) -> None:
        """Note a fault if a layer or group has an offset."""
        offsets = []
        owner = say("the group") if layer.tag == "group" else say("the layer")
        for name in ("offsetx", "offsety"):
            text = layer.get(name, "0")
            number = read_value(MEASURE, text)
            if number is None:
                self._note_faults([wrong_value(owner, name, text, MEASURE)])
            offsets.append(float(number or 0))
        if any(offsets):
            x, y = offsets
            self.fault(FaultKind.SHIFTED, say("{of} is shifted by {x:g}, {y:g} pixels", of=owner, x=x, y=y),
                       say("no offset"))

    def _tile_layer(self, layer: Element, is_infinite: bool) -> Element:
        """A tile layer with its data as CSV."""
        copy = self._checked_copy(layer, say("the layer"))
        copy.set("name", self.layer or "")
        self._note_offset(layer)
        if any(name in layer.attrib and name not in copy.attrib for name in ("width", "height")):
            return copy
        width, height = (_whole_number(copy, name) for name in ("width", "height"))
        if min(width, height) < 1:
            raise Refusal(FaultKind.SIZE, say("the layer is {width} by {height} tiles", width=width, height=height),
                          say("at least one tile each way"))
        check_tile_count(say("the layer"), width, height)
        data = layer.find("data")
        if data is None:
            raise Refusal(FaultKind.DATA, say("the layer has no data"), say("its tiles"))
        if is_infinite and data.find("chunk") is not None:
            self.readable = False
            return copy
        numbers = tile_numbers(data)
        self.tiles += len(numbers)
        if self.tiles > MAX_TILES:
            raise Refusal(FaultKind.TOO_MUCH, say("all layers together have {count} tiles", count=self.tiles),
                          say("at most {most}", most=MAX_TILES))
        SubElement(copy, "data", encoding="csv").text = ",".join(map(str, numbers))
        return copy

    def _object_layer(self, layer: Element) -> Element:
        """A layer of objects with its objects."""
        copy = self._checked_copy(layer, say("the layer"))
        copy.set("name", self.layer or "")
        self._note_offset(layer)
        for obj in layer.findall("object"):
            self.object = int(read_value(UNSIGNED, obj.get("id", "0")) or 0)
            with self.refusals():
                copy.append(self._object(obj))
            self.object = None
        return copy

    def _image_layer(self, layer: Element, map_copy: Element) -> None:
        """Add a picture; its position does not matter, as no rule uses it."""
        self._note_faults(unknown_attributes(layer, say("the layer")))
        image = layer.find("image")
        if image is not None and image.get("source"):
            layer_copy = SubElement(map_copy, "imagelayer", name=self.layer or "")
            SubElement(layer_copy, "image", source=image.get("source", ""))

    def _object(self, obj: Element) -> Element:
        """An object with the values of its template filled in."""
        obj = self._filled(obj)
        copy = self._checked_copy(obj, say("the object"))
        if "gid" in copy.attrib:
            gid = int(copy.attrib["gid"])
            copy.set("gid", str(gid & ~FLIP_FLAGS))
            if gid & FLIP_FLAGS:
                properties = copy.find("properties")
                if properties is None:
                    properties = SubElement(copy, "properties")
                SubElement(properties, "property", name=FLIPPED_PROPERTY, value="")
        shape = next((child for child in obj if child.tag in _SHAPES), None)
        if shape is None:
            return copy
        if shape.tag == "capsule":
            raise Refusal(FaultKind.SHAPE, say("the object is a capsule"),
                          say("a polygon, polyline, ellipse, point, text, tile or rectangle"))
        shape_copy = SubElement(copy, shape.tag)
        if shape.tag == "text":
            size = read_value(MEASURE, shape.get("pixelsize", "16"))
            if size is None:
                raise Refusal(FaultKind.ATTRIBUTE,
                              say("the pixelsize of the text is '{value}'",
                                  value=shortened(shape.get("pixelsize", ""))),
                              EXPECTED[MEASURE])
            shape_copy.set("pixelsize", str(round(float(size))))
            shape_copy.text = shape.text
        elif shape.tag in ("polygon", "polyline"):
            self.corners += corner_count(shape)
            if self.corners > MAX_CORNERS:
                raise Refusal(FaultKind.TOO_MUCH, say("all outlines together have {count} corners", count=self.corners),
                              say("at most {most}", most=MAX_CORNERS))
            shape_copy.set("points", _corners(shape))
        return copy

    def _filled(self, obj: Element) -> Element:
        """An object combined with its template; its own values take precedence."""
        source = obj.get("template")
        if not source:
            return obj
        root = self.linked_files.root("template", source)
        base = root.find("object")
        if base is None:
            raise Refusal(FaultKind.TEMPLATE, say("the template '{source}' holds no object", source=shortened(source)),
                          say("an object"))
        attributes = dict(base.attrib)
        if obj.get("type") or obj.get("class"):
            attributes = {name: value for name, value in attributes.items() if name not in ("type", "class")}
        filled = Element("object", {**attributes, **obj.attrib})
        if "gid" in base.attrib and "gid" not in obj.attrib:
            filled.set("gid", self._template_tile_number(root.find("tileset"), source, base.attrib["gid"]))
        for part in (base, obj):  # of two properties with one name, the loader takes the last
            filled.extend(part.findall("properties"))
        # Of two shapes, ``_object`` takes the first.
        filled.extend([child for part in (obj, base) for child in part if child.tag in _SHAPES])
        return filled

    def _template_tile_number(self, tileset: Element | None, template: str, gid: str) -> str:
        """The number of a template's tile on the map, whether or not the map itself uses its tileset."""
        if tileset is None or not tileset.get("source"):
            raise Refusal(FaultKind.TEMPLATE,
                          say("the template '{source}' has a tile of no tileset", source=shortened(template)),
                          say("a tileset with a source"))
        source = normpath(_relative_path(template, tileset.get("source", "")))
        if source not in self.tilesets:
            # Far above the tile numbers used by maps within our limits.
            first = 2**27 + 2**20 * len(self.added_tilesets)
            self.added_tilesets.append(self._tileset(Element("tileset", firstgid=str(first), source=source)))
        number, start = (int(read_value(UNSIGNED, text) or 0) for text in (gid, tileset.get("firstgid", "1")))
        return str(max(0, self.tilesets[source] + (number & ~FLIP_FLAGS) - start) | number & FLIP_FLAGS)

    def _tileset(self, tileset: Element) -> Element:
        """A tileset with the classes and pictures of its tiles; no board needs the size of a picture."""
        copy = self._checked_copy(tileset, say("the tileset"))
        if "firstgid" not in copy.attrib:
            raise Refusal(FaultKind.ATTRIBUTE, say("a tileset has no firstgid"), say("the number of its first tile"))
        source = tileset.get("source", "")
        if source:
            tileset = self.linked_files.root("tileset", source)
            copy.set("name", tileset.get("name", ""))
            self._note_faults(unknown_attributes(tileset, say("the tileset")))
            self.tilesets[normpath(source)] = int(copy.attrib["firstgid"])
        copy.attrib |= {"tilewidth": "1", "tileheight": "1"}
        _picture(tileset, copy, source)
        for tile in tileset.findall("tile"):
            self._count_parts(1)
            owner = say("tile {id} of the tileset '{name}'", id=shortened(tile.get("id", "?")),
                        name=shortened(copy.get("name", "")))
            tile_copy = self._checked_copy(tile, owner)
            if "id" not in tile_copy.attrib:
                self.fault(FaultKind.ATTRIBUTE,
                           say("a tile of the tileset '{name}' has no id", name=shortened(copy.get("name", ""))),
                           say("its number"))
            _picture(tile, tile_copy, source)
            copy.append(tile_copy)
        return copy

    def _checked_copy(self, element: Element, owner: Text) -> Element:
        """A copy of an element with only the attributes and properties that a board needs."""
        copy, faults = copy_needed(element, owner)
        self._note_faults(faults)
        self._count_parts(len(copy.findall("properties/property")))
        return copy

    def _note_faults(self, faults: list[FaultParts]) -> None:
        """Note some faults of the current layer and object."""
        for each in faults:
            self.fault(*each)

    def _count_parts(self, parts: int) -> None:
        """Count properties and tiles of tilesets.

        :raises Refusal: if there are too many.
        """
        self.parts += parts
        if self.parts > MAX_PARTS:
            raise Refusal(FaultKind.TOO_MUCH, say("the map and its tilesets have too many tiles and properties"),
                          say("at most {most}", most=MAX_PARTS))


def _whole_number(element: Element, name: str) -> int:
    """A checked attribute as a whole number; 0 if it is missing."""
    return int(element.get(name, "0"))


def _corners(shape: Element) -> str:
    """The corners of a polygon or polyline, as Tiled writes them: ``x,y x,y ...`` in pixels.

    :raises Refusal: if they are not pairs of numbers, or too many.
    """
    count = corner_count(shape)
    if count > MAX_OUTLINE_CORNERS:
        raise Refusal(FaultKind.TOO_MUCH, say("the outline has {count} corners", count=count),
                      say("at most {most}", most=MAX_OUTLINE_CORNERS))
    corners = (shape.get("points") or "").split()
    for corner in corners:
        pair = [read_value(COORDINATE, text) for text in corner.split(",")]
        if len(pair) != 2 or None in pair:
            raise Refusal(FaultKind.ATTRIBUTE, say("a corner of the outline is '{corner}'", corner=shortened(corner)),
                          say("two numbers, x,y"))
    return " ".join(corners)


def _picture(element: Element, copy: Element, source: str) -> None:
    """Copy the picture of a tile or tileset, with its path relative to the map."""
    image = element.find("image")
    if image is not None and image.get("source"):
        SubElement(copy, "image", source=_relative_path(source, image.get("source", "")), width="0", height="0")


def _relative_path(source: str, other: str) -> str:
    """The path of a file named in another one, relative to the map."""
    return join(dirname(source), other)
