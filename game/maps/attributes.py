"""The attributes that Tiled writes for each element, and those that a board needs, with their types."""

from __future__ import annotations

from math import isfinite
from xml.etree.ElementTree import Element, SubElement

from game.board.fault import FaultKind
from game.core.message import Text, say
from game.maps.limits import MAX_MEASURE, MAX_UNSIGNED, shortened

FLIPPED_PROPERTY = "flipped"
"""The property given to a tile object whose tile is flipped; it cannot clash with a property of the map, which has the
prefix ``PROPERTY_PREFIX``."""
PROPERTY_PREFIX = "property:"
"""The prefix of every property's name, so that the loader mistakes none for an attribute of its own."""
_LAYER = (
    "id name class type x y width height opacity visible locked tintcolor offsetx offsety parallaxx parallaxy mode "
    "draworder color repeatx repeaty"
)
"""The attributes that Tiled writes for every kind of layer."""
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
"""Element -> the attributes that Tiled writes."""
_TEXT = "text"
"""The kind of a value that may be any text."""
_WHOLE = "whole"
"""The kind of a size in tiles or pixels: a whole number no farther from 0 than ``MAX_MEASURE``."""
_INT = "int"
"""The kind of a map's own property that is a whole number: 64 bits, with a sign."""
UNSIGNED = "unsigned"
"""The kind of an id or a tile number: a whole number from 0 to ``MAX_UNSIGNED``."""
MEASURE = "measure"
"""The kind of a length in pixels: a number no farther from 0 than ``MAX_MEASURE``."""
COORDINATE = "coordinate"
"""The kind of a coordinate, and of a map's own property that is a number: any number, as the readers report places off
the map."""
EXPECTED = {
    _WHOLE: say("a whole number"), _INT: say("a whole number"), COORDINATE: say("a number"),
    MEASURE: say("a number of pixels"), UNSIGNED: say("a whole number from 0 to {most}", most=MAX_UNSIGNED),
}
"""Kind of value -> what is expected of a value, in words."""
_NEEDED_ATTRIBUTES = {
    "map": {"width": _WHOLE, "height": _WHOLE, "tilewidth": _WHOLE, "tileheight": _WHOLE, "hexsidelength": MEASURE,
            "orientation": _TEXT, "staggeraxis": _TEXT, "staggerindex": _TEXT},
    "layer": {"width": _WHOLE, "height": _WHOLE},
    "object": {"id": UNSIGNED, "gid": UNSIGNED, "name": _TEXT, "x": COORDINATE, "y": COORDINATE, "width": COORDINATE,
               "height": COORDINATE, "rotation": COORDINATE},
    "tileset": {"firstgid": UNSIGNED, "name": _TEXT},
    "tile": {"id": UNSIGNED},
}
"""Element -> the attributes that a board needs, each with its kind."""
_BOOLS = {"true": "true", "1": "true", "false": "false", "0": "false"}
"""How a file may write a bool -> how the loader reads it."""
_RANGES = {UNSIGNED: (0, MAX_UNSIGNED), _INT: (-(2**63), 2**63)}
"""Kind of value -> the least and the greatest, if that is not ``MAX_MEASURE``."""
FaultParts = tuple[FaultKind, Text, Text]
"""A fault: its kind, what was found, and what was expected."""


def copy_needed(element: Element, owner: Text) -> tuple[Element, list[FaultParts]]:
    """A copy of an element with only the attributes and properties that a board needs, and the faults found in them.

    :param owner: the element in words, e.g. ``the layer``; the same in the functions below.
    """
    copy, faults = Element(element.tag), unknown_attributes(element, owner)
    for name, kind in _NEEDED_ATTRIBUTES.get(element.tag, {}).items():
        text = element.get(name)
        if text is None:
            continue
        value = read_value(kind, text)
        if value is None:
            faults.append(wrong_value(owner, name, text, kind))
        else:
            copy.set(name, value)
    if element.tag in ("object", "tile"):
        # Tiled 1.9 wrote the class as ``class``, all others as ``type``.
        copy.set("type", element.get("type") or element.get("class") or "")
    properties = [each for part in element.findall("properties") for each in part.findall("property")]
    if properties:
        property_copies = SubElement(copy, "properties")
        for each in properties:
            _copy_property(each, property_copies, faults, owner)
    return copy, faults


def unknown_attributes(element: Element, owner: Text) -> list[FaultParts]:
    """Faults for attributes that Tiled does not write: signs of another program or of a typing error."""
    names = sorted(set(element.keys()).difference(_ATTRIBUTES[element.tag].split()))
    return [(FaultKind.UNKNOWN_ATTRIBUTE,
             say("{of} has the attribute '{name}', which Tiled does not write", of=owner, name=shortened(name)),
             say("attributes that Tiled writes")) for name in names]


def wrong_value(owner: Text, name: str, text: str, kind: str) -> FaultParts:
    """The fault of an attribute with a value of the wrong kind."""
    found = say("the {name} of {of} is '{value}'", name=name, of=owner, value=shortened(text))
    return FaultKind.ATTRIBUTE, found, EXPECTED[kind]


def read_value(kind: str, text: str) -> str | None:
    """An attribute's value in the form the loader reads; None if it is of the wrong kind."""
    if kind == _TEXT:
        return text
    try:
        number = float(text)
    except ValueError:
        return None
    if kind == COORDINATE:
        return repr(number)
    least, most = _RANGES.get(kind, (-MAX_MEASURE, MAX_MEASURE))
    if not (isfinite(number) and least <= number <= most):
        return None
    if kind == MEASURE:
        return repr(number)
    return str(int(number)) if number == int(number) else None


def _copy_property(element: Element, property_copies: Element, faults: list[FaultParts], owner: Text) -> None:
    """Add the copy of a property, or a fault. Of a class or a list only its type is copied, as no board needs its
    members."""
    name, kind, text = element.get("name"), element.get("type", "string"), element.get("value", element.text or "")
    if not name:
        faults.append((FaultKind.NO_NAME, say("a property of {of} has no name", of=owner), say("a name")))
        return
    value: str | None = text
    expected: Text = ""
    if kind in ("int", "object"):
        kind, value, expected = "int", read_value(_INT, text), EXPECTED[_INT]
    elif kind == "float":
        value, expected = read_value(COORDINATE, text), EXPECTED[COORDINATE]
    elif kind == "bool":
        value, expected = _BOOLS.get(text.strip().lower()), say("true or false")
    elif kind in ("class", "list"):
        value = f"{kind} {element.get('propertytype', '')}".strip()
    if value is None:
        fault_text = say("the property '{name}' of {of} is '{value}'", name=shortened(name), of=owner,
                         value=shortened(text))
        faults.append((FaultKind.PROPERTY, fault_text, expected))
    else:
        SubElement(property_copies, "property", name=PROPERTY_PREFIX + name, value=value,
                   type=kind if kind in ("int", "float", "bool") else "string")
