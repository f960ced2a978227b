"""Turns the XML of a Tiled map into XML that the loader reads without fail.

The loader believes every attribute, knows a part of what Tiled writes, and lets out errors without a place. So it gets
a tree of its own: groups opened, tilesets and templates put in, values of the right types, and nothing that no board
needs. Whatever cannot be read is a fault of its layer, object or property.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from posixpath import dirname, join, normpath
from xml.etree.ElementTree import Element, SubElement

from game.board.fault import Fault
from game.core.message import Text, say
from game.maps.outside import Outside, document
from game.maps.sizes import CORNERS, ELEMENTS, FAR, GROUPS, OUTLINE, SAVED, TILES, Refusal, claim, corner_count, measure
from game.maps.tiledata import FLAGS, tile_numbers

OWN = "property:"
"""Begins the name of every property, so that the loader takes none for a part of itself."""
_LAYER = (
    "id name class type x y width height opacity visible locked tintcolor offsetx offsety parallaxx parallaxy mode "
    "draworder color repeatx repeaty"
)
_ATTRIBUTES = {
    "map": (
        "version tiledversion class type orientation renderorder compressionlevel width height tilewidth tileheight "
        "hexsidelength staggeraxis staggerindex parallaxoriginx parallaxoriginy backgroundcolor nextlayerid "
        "nextobjectid infinite skewx skewy"
    ),
    "layer": _LAYER, "objectgroup": _LAYER, "imagelayer": _LAYER, "group": _LAYER,
    "object": "id name type class x y width height rotation gid visible opacity template",
    "tileset": (
        "firstgid source name class type tilewidth tileheight spacing margin tilecount columns objectalignment "
        "tilerendersize fillmode backgroundcolor version tiledversion"
    ),
    "tile": "id type class terrain probability x y width height gid",
}
"""Element -> what Tiled writes of it."""
_WHOLE, _MEASURE, _PLACE, _NUMBER = "whole", "measure", "place", "number"
_KINDS = {
    _WHOLE: say("a whole number"), _MEASURE: say("a number of pixels"), _PLACE: say("a number"),
    _NUMBER: say("a whole number from 0 to {most}", most=2**32 - 1),
}
"""Kind of value -> what is expected. A place may be any number: the readers say which are off the map."""
_KEPT = {
    "map": {"width": _WHOLE, "height": _WHOLE, "tilewidth": _WHOLE, "tileheight": _WHOLE, "hexsidelength": _MEASURE,
            "orientation": "", "staggeraxis": "", "staggerindex": ""},
    "layer": {"width": _WHOLE, "height": _WHOLE},
    "object": {"id": _NUMBER, "gid": _NUMBER, "name": "", "x": _PLACE, "y": _PLACE, "width": _PLACE,
               "height": _PLACE, "rotation": _PLACE},
    "tileset": {"firstgid": _NUMBER, "name": ""},
    "tile": {"id": _NUMBER},
}
"""Element -> the attributes that a board needs, and their kind."""
_SHAPES = ("polygon", "polyline", "ellipse", "point", "text", "capsule")
_BOOLS = {"true": "true", "1": "true", "false": "false", "0": "false"}


def normalized(path: Path) -> tuple[Element | None, list[Fault]]:
    """A map for the loader, None where it cannot be read, and all faults found on the way."""
    found = _Normalizing(path)
    root: Element | None = None
    with found.refusals():
        root = found.map(document(path))
    return (root if found.readable else None), found.faults


class _Normalizing:
    """One reading of one map."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.outside = Outside(path)
        self.faults: list[Fault] = []
        self.readable = True
        """Whether nothing found so far keeps the loader from reading the map."""
        self.layer: str | None = None
        self.object: int | None = None
        self.tiles = self.corners = self.parts = 0
        """Tiles, corners, and properties and tiles of tilesets read so far: a template or tileset may be used often."""
        self.added: list[Element] = []
        """Tilesets that only templates use."""
        self.tilesets: dict[str, int] = {}
        """Source of a tileset as the map names it -> the number of its first tile."""

    def fault(self, found: Text, expected: Text, *, readable: bool = False) -> None:
        """Note a fault of the file, or of the layer and object in hand.

        :param readable: whether the map can be read nevertheless.
        """
        self.readable = self.readable and readable
        self.faults.append(Fault(str(self.path), self.layer, self.object, found, expected))

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Turn a refusal into a fault of the place in hand."""
        try:
            yield
        except Refusal as refusal:
            self.fault(refusal.found, refusal.expected)

    def map(self, root: Element) -> Element:
        """The whole map.

        :raises Refusal: where it holds more than a map may.
        """
        measure(root)
        made = self._made(root, say("the map"))
        claim(say("the map"), _whole(made, "width"), _whole(made, "height"))
        endless = root.get("infinite", "0") != "0"
        if endless:
            self.fault(say("the map is infinite"), say("a map of fixed size"), readable=True)
        for tileset in root.findall("tileset"):
            with self.refusals():
                made.append(self._tileset(tileset))
        self._layers(root, made, 0, endless=endless)
        made.extend(self.added)
        return made

    def _layers(self, parent: Element, made: Element, depth: int, *, endless: bool) -> None:
        """The layers of a map or group, groups opened."""
        if depth > GROUPS:
            raise Refusal(say("the layers lie in too many groups"), say("at most {most} within one another",
                                                                       most=GROUPS))
        for child in parent:
            if child.tag not in ("group", "layer", "objectgroup", "imagelayer"):
                continue
            self.layer = child.get("name", "")
            if child.tag == "group":
                self._attributes(child, say("the group"))
                if any(child.iter(tag) for tag in ("layer", "objectgroup")):
                    self._shift(child)
                self._layers(child, made, depth + 1, endless=endless)
            elif child.tag == "layer":
                with self.refusals():
                    made.append(self._tile_layer(child, endless))
            elif child.tag == "objectgroup":
                made.append(self._object_layer(child))
            else:
                self._image_layer(child, made)
            self.layer = None

    def _shift(self, layer: Element) -> None:
        """A layer or group that is not where its map is."""
        shift = []
        for name in ("offsetx", "offsety"):
            value = layer.get(name, "0")
            number = _value(_MEASURE, value)
            if number is None:
                self._odd(say("the layer"), name, value, _KINDS[_MEASURE])
            shift.append(float(number or 0))
        if any(shift):
            x, y = shift
            found = (say("the group is shifted by {x:g}, {y:g} pixels", x=x, y=y) if layer.tag == "group"
                     else say("the layer is shifted by {x:g}, {y:g} pixels", x=x, y=y))
            self.fault(found, say("no offset"), readable=True)

    def _tile_layer(self, layer: Element, endless: bool) -> Element:
        """A layer of tiles, its data as CSV."""
        made = self._made(layer, say("the layer"))
        made.set("name", self.layer or "")
        self._shift(layer)
        width, height = (_whole(made, name) for name in ("width", "height"))
        if min(width, height) < 1:
            raise Refusal(say("the layer is {width} by {height} tiles", width=width, height=height),
                          say("at least one tile each way"))
        claim(say("the layer"), width, height)
        data = layer.find("data")
        if data is None:
            raise Refusal(say("the layer has no data"), say("its tiles"))
        if endless and data.find("chunk") is not None:
            self.readable = False
            return made
        numbers = tile_numbers(data)
        self.tiles += len(numbers)
        if self.tiles > TILES:
            raise Refusal(say("all layers together have {count} tiles", count=self.tiles),
                          say("at most {most}", most=TILES))
        SubElement(made, "data", encoding="csv").text = ",".join(map(str, numbers))
        return made

    def _object_layer(self, layer: Element) -> Element:
        made = self._made(layer, say("the layer"))
        made.set("name", self.layer or "")
        self._shift(layer)
        for thing in layer.findall("object"):
            self.object = int(_value(_NUMBER, thing.get("id", "0")) or 0)
            with self.refusals():
                made.append(self._object(thing))
            self.object = None
        return made

    def _image_layer(self, layer: Element, made: Element) -> None:
        """A picture; it may lie anywhere, for no rule knows it."""
        self._attributes(layer, say("the layer"))
        image = layer.find("image")
        if image is not None and image.get("source"):
            copy = SubElement(made, "imagelayer", name=self.layer or "")
            SubElement(copy, "image", source=image.get("source", ""))

    def _object(self, thing: Element) -> Element:
        """An object, what its template says put in."""
        thing = self._filled(thing)
        made = self._made(thing, say("the object"))
        if "gid" in made.attrib:
            made.set("gid", str(int(made.attrib["gid"]) & ~FLAGS))
        shape = next((child for child in thing if child.tag in _SHAPES), None)
        if shape is None:
            return made
        if shape.tag == "capsule":
            raise Refusal(say("the object is a capsule"),
                          say("a polygon, polyline, ellipse, point, text, tile or rectangle"))
        copy = SubElement(made, shape.tag)
        if shape.tag == "text":
            size = _value(_MEASURE, shape.get("pixelsize", "16"))
            if size is None:
                raise Refusal(say("the pixelsize of the text is '{value}'", value=shape.get("pixelsize", "")[:60]),
                              _KINDS[_MEASURE])
            copy.set("pixelsize", str(round(float(size))))
            copy.text = shape.text
        elif shape.tag in ("polygon", "polyline"):
            self.corners += corner_count(shape)
            if self.corners > CORNERS:
                raise Refusal(say("all outlines together have {count} corners", count=self.corners),
                              say("at most {most}", most=CORNERS))
            copy.set("points", _corners(shape))
        return made

    def _filled(self, thing: Element) -> Element:
        """An object with what it takes from its template; what it says itself comes first."""
        source = thing.get("template")
        if not source:
            return thing
        root = self.outside.root("template", source)
        base = root.find("object")
        if base is None:
            raise Refusal(say("the template '{source}' holds no object", source=source[:60]), say("an object"))
        said = dict(base.attrib)
        if thing.get("type") or thing.get("class"):
            said = {name: value for name, value in said.items() if name not in ("type", "class")}
        filled = Element("object", {**said, **thing.attrib})
        if "gid" in base.attrib and "gid" not in thing.attrib:
            filled.set("gid", self._number(root.find("tileset"), source, base.attrib["gid"]))
        for part in (base, thing):
            filled.extend(part.findall("properties"))
        filled.extend([child for part in (thing, base) for child in part if child.tag in _SHAPES])
        return filled

    def _number(self, tileset: Element | None, template: str, gid: str) -> str:
        """The number that a template's tile has on the map, whether or not the map uses its tileset."""
        if tileset is None or not tileset.get("source"):
            raise Refusal(say("the template '{source}' has a tile of no tileset", source=template[:60]), SAVED)
        source = normpath(_beside(template, tileset.get("source", "")))
        if source not in self.tilesets:
            # Far beyond the numbers that a map of our size uses.
            first = 2**27 + 2**20 * len(self.added)
            self.added.append(self._tileset(Element("tileset", firstgid=str(first), source=source)))
        number, start = (int(_value(_NUMBER, text) or 0) for text in (gid, tileset.get("firstgid", "1")))
        return str(max(0, self.tilesets[source] + (number & ~FLAGS) - start))

    def _tileset(self, tileset: Element) -> Element:
        """A tileset with its tiles' classes and pictures; a picture's size is of no use to a board."""
        made = self._made(tileset, say("the tileset"))
        if "firstgid" not in made.attrib:
            raise Refusal(say("a tileset has no firstgid"), SAVED)
        source = tileset.get("source", "")
        if source:
            tileset = self.outside.root("tileset", source)
            made.set("name", tileset.get("name", ""))
            self._attributes(tileset, say("the tileset"))
            self.tilesets[normpath(source)] = int(made.attrib["firstgid"])
        made.attrib |= {"tilewidth": "1", "tileheight": "1"}
        _picture(tileset, made, source)
        for tile in tileset.findall("tile"):
            self._count(1)
            of = say("tile {id} of the tileset '{name}'", id=tile.get("id", "?")[:60], name=made.get("name", "")[:60])
            copy = self._made(tile, of)
            if "id" not in copy.attrib:
                self.fault(say("a tile of the tileset '{name}' has no id", name=made.get("name", "")[:60]), SAVED)
            _picture(tile, copy, source)
            made.append(copy)
        return made

    def _made(self, element: Element, of: Text) -> Element:
        """An element with the attributes and properties that a board needs."""
        self._attributes(element, of)
        made = Element(element.tag)
        for name, kind in _KEPT.get(element.tag, {}).items():
            value = element.get(name)
            if value is None:
                continue
            read = _value(kind, value)
            if read is None:
                self._odd(of, name, value, _KINDS[kind])
            else:
                made.set(name, read)
        if element.tag in ("object", "tile"):
            # Tiled 1.9 wrote the class as ``class``, all others as ``type``.
            made.set("type", element.get("type") or element.get("class") or "")
        self._properties(element, made, of)
        return made

    def _attributes(self, element: Element, of: Text) -> None:
        """Attributes that Tiled does not write: a file from elsewhere, or a slip of the hand."""
        for name in sorted(set(element.keys()).difference(_ATTRIBUTES[element.tag].split())):
            self.fault(say("{of} has the attribute '{name}', which Tiled does not write", of=of, name=name[:60]), SAVED)

    def _properties(self, element: Element, made: Element, of: Text) -> None:
        held = [found for part in element.findall("properties") for found in part.findall("property")]
        if not held:
            return
        self._count(len(held))
        copies = SubElement(made, "properties")
        for found in held:
            name, kind, value = found.get("name"), found.get("type", "string"), found.get("value", found.text or "")
            if not name:
                self.fault(say("a property of {of} has no name", of=of), say("a name"))
                continue
            read: str | None = value
            if kind in ("int", "object"):
                kind, read, expected = "int", _value(_WHOLE, value), _KINDS[_WHOLE]
            elif kind == "float":
                read, expected = _value(_PLACE, value), _KINDS[_PLACE]
            elif kind == "bool":
                read, expected = _BOOLS.get(value.strip().lower()), say("true or false")
            elif kind in ("class", "list"):
                read = f"{kind} {found.get('propertytype', '')}".strip()
            if read is None:
                said = {"name": name[:60], "value": value[:60]}
                self.fault(say("the map property '{name}' is '{value}'", **said) if element.tag == "map"
                           else say("the property '{name}' of {of} is '{value}'", of=of, **said), expected)
                continue
            SubElement(copies, "property", name=OWN + name, value=read,
                       type=kind if kind in ("int", "float", "bool") else "string")

    def _count(self, parts: int) -> None:
        self.parts += parts
        if self.parts > ELEMENTS:
            raise Refusal(say("the map and its tilesets have too many tiles and properties"),
                          say("at most {most}", most=ELEMENTS))

    def _odd(self, of: Text, name: str, value: str, expected: Text) -> None:
        self.fault(say("the {name} of {of} is '{value}'", name=name, of=of, value=value[:60]), expected)


def _value(kind: str, text: str) -> str | None:
    """An attribute's value as the loader reads it; None where it is not of its kind."""
    if not kind:
        return text
    try:
        number = float(text)
    except ValueError:
        return None
    if kind == _PLACE:
        return repr(number)
    if not (isfinite(number) and (0 <= number < 2**32 if kind == _NUMBER else abs(number) <= FAR)):
        return None
    if kind == _MEASURE:
        return repr(number)
    return str(int(number)) if number == int(number) else None


def _whole(made: Element, name: str) -> int:
    return int(made.get(name, "0"))


def _corners(shape: Element) -> str:
    """The corners of a polygon or polyline.

    :raises Refusal: where they are no pairs of numbers, or too many.
    """
    count = corner_count(shape)
    if count > OUTLINE:
        raise Refusal(say("the outline has {count} corners", count=count), say("at most {most}", most=OUTLINE))
    corners = (shape.get("points") or "").split()
    for corner in corners:
        pair = [_value(_PLACE, text) for text in corner.split(",")]
        if len(pair) != 2 or None in pair:
            raise Refusal(say("a corner of the outline is '{corner}'", corner=corner[:60]), say("two numbers, x,y"))
    return " ".join(corners)


def _picture(of: Element, made: Element, source: str) -> None:
    """Copy the picture of a tile or tileset, named as seen from the map."""
    image = of.find("image")
    if image is not None and image.get("source"):
        SubElement(made, "image", source=_beside(source, image.get("source", "")), width="0", height="0")


def _beside(source: str, other: str) -> str:
    """A file that another one names, as seen from the map."""
    return join(dirname(source), other)
