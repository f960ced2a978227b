"""Symbols: small SVG files, read as shapes that can be placed anywhere on a sheet, in any size."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, cos, hypot, radians, sin
from pathlib import Path
from xml.etree import ElementTree

import pygame

from game.art import AssetError
from game.core.message import error_text, or_list, plural, say
from game.ui.kit.camera import Box, Point
from game.ui.kit.pictures import picture_cache, read_text

Piece = tuple[str, tuple[Point, ...]]
"""A path command (M, L, Q, C or Z) and its points."""

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TOKEN = re.compile(rf"[A-Za-z]|{_NUMBER}")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}
"""The number of coordinates of each path command."""
_PAINT = ("fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "opacity")
"""The SVG attributes kept in ``Shape.paint``."""
_CIRCLE_CONTROL = 0.5522847
"""The distance of the control points of a quarter circle along its tangents, in radii."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape of a symbol, in the file's units."""

    pieces: tuple[Piece, ...]
    paint: str
    """SVG attributes except the stroke width; ``styles`` replaces ``currentColor`` by its colour."""
    width: float
    """Width of the stroke; 0 without one."""


@dataclass(frozen=True, eq=False)
class Symbol:
    """A drawing whose origin is the point at which it is placed."""

    box: Box
    """The file's view box."""
    shapes: tuple[Shape, ...]
    reach: float
    """The distance of its outermost point from the origin, as a share of its width."""
    _relative_paths: dict[tuple[float, float], tuple[tuple[float, float, str], ...]] = field(
        default_factory=dict, repr=False)
    """Width and rotation -> the result of ``_paths_from_first_points``; a cache."""

    def stroke_width(self, width: float) -> float:
        """The width of the broadest stroke if the symbol is as wide as given."""
        return max(shape.width for shape in self.shapes) * width / self.box[2]

    def styles(self, width: float, colour: str) -> list[str]:
        """The SVG attributes of each shape if the symbol is as wide as given."""
        scale = width / self.box[2]
        return [
            shape.paint.replace("currentColor", colour)
            + (f' stroke-width="{shape.width * scale:.4g}"' if shape.width else "")
            for shape in self.shapes
        ]

    def paths(self, at: Point, width: float, turn: float = 0.0) -> list[str]:
        """The path data of each shape at a point, with a width, turned clockwise by degrees."""
        x, y = at
        return [f"M{x + dx:.3f} {y + dy:.3f}{rest}" for dx, dy, rest in self._paths_from_first_points(width, turn)]

    def _paths_from_first_points(self, width: float, turn: float) -> tuple[tuple[float, float, str], ...]:
        """Each shape's first point, and the rest of its path data relative to it, with a width and turned clockwise by
        degrees."""
        key = round(width, 4), round(turn, 2)
        if key not in self._relative_paths:
            scale = width / self.box[2]
            c, s = cos(radians(turn)) * scale, sin(radians(turn)) * scale
            self._relative_paths[key] = tuple(_relative(shape.pieces, c, s) for shape in self.shapes)
        return self._relative_paths[key]

    def picture(self, px: float, colour: str, turn: float) -> pygame.Surface:
        """The drawing ``px`` pixels wide, its origin in the centre, turned clockwise by degrees."""
        return _picture(self, round(px, 2), colour, turn)


@picture_cache(1024)
def _picture(symbol: Symbol, px: float, colour: str, turn: float) -> pygame.Surface:
    """A symbol's picture; see ``Symbol.picture``."""
    half = ceil(symbol.reach * px + 0.5 * max(symbol.stroke_width(px), 1.0))
    side = 2 * half + 1
    body = "".join(
        f'<path d="{d}" {style}/>'
        for d, style in zip(symbol.paths((half + 0.5, half + 0.5), px, turn), symbol.styles(px, colour), strict=True)
    )
    source = f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">{body}</svg>'
    return pygame.image.load_sized_svg(io.BytesIO(source.encode()), (side, side)).convert_alpha()


def _relative(pieces: Sequence[Piece], c: float, s: float) -> tuple[float, float, str]:
    """A shape's first point, and the rest of its path data relative to it.

    :param c: the cosine of the rotation, times the scale.
    :param s: the sine of the rotation, times the scale.
    """
    (_, (first,)), *rest = pieces
    start = at = first[0] * c - first[1] * s, first[0] * s + first[1] * c
    head, parts = start, []
    for command, points in rest:
        if command == "Z":
            parts.append("z")
            at = start
            continue
        turned = [(x * c - y * s, x * s + y * c) for x, y in points]
        parts.append(command.lower() + " ".join(f"{x - at[0]:.4f} {y - at[1]:.4f}" for x, y in turned))
        at = turned[-1]
        if command == "M":
            start = at
    return *head, "".join(parts)


def read_symbol(path: Path) -> Symbol:
    """The symbol of an SVG file with paths, circles, ellipses, rectangles, lines, polylines and polygons.

    :raises AssetError: naming the file and the element that cannot be used.
    """
    try:
        root = ElementTree.fromstring(read_text(path, say("a symbol as SVG")))
    except ElementTree.ParseError as error:
        raise AssetError(say("{path}: not readable as SVG: {error}", path=path, error=error_text(error))) from error
    box = tuple(float(n) for n in re.findall(_NUMBER, root.get("viewBox", "")))
    if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
        raise AssetError(say("{path}: viewBox is {value!r}; expected left, top, width and height", path=path,
                             value=root.get('viewBox')))
    shapes = tuple(_shapes(root, {}, path))
    if not shapes:
        raise AssetError(say("{path}: there is nothing in it; expected paths or other shapes", path=path))
    farthest = max(hypot(x, y) for shape in shapes for _, points in shape.pieces for x, y in points)
    return Symbol((box[0], box[1], box[2], box[3]), shapes, farthest / box[2])


def _shapes(element: ElementTree.Element, outer: Mapping[str, str], path: Path) -> Iterator[Shape]:
    """The shapes in an element, groups included.

    :param outer: the attributes of the surrounding groups, which apply to it.
    """
    for child in element:
        tag = str(child.tag).rsplit("}", 1)[-1]
        if "transform" in child.attrib or "style" in child.attrib:
            raise AssetError(say("{path}: <{tag}> has a transform or style; expected plain attributes", path=path,
                                 tag=tag))
        attributes = {**outer, **child.attrib}
        if tag == "g":
            yield from _shapes(child, attributes, path)
            continue
        pieces = tuple(_pieces(tag, child, path))
        stroked = attributes.get("stroke", "none") != "none"
        paint = " ".join(f'{name}="{attributes[name]}"' for name in _PAINT if name in attributes)
        yield Shape(pieces, paint, _float(attributes, "stroke-width", path, 1.0) if stroked else 0.0)


def _float(attributes: Mapping[str, str], name: str, path: Path, default: float = 0.0) -> float:
    """An attribute as a number."""
    try:
        return float(attributes.get(name, default))
    except ValueError as error:
        raise AssetError(
            say("{path}: {name} is {given!r}; expected a number", path=path, name=name, given=attributes[name])
        ) from error


def _pieces(tag: str, element: ElementTree.Element, path: Path) -> Iterator[Piece]:
    """The path pieces of a shape."""
    attributes = element.attrib

    def size(name: str) -> float:
        return _float(attributes, name, path)

    if tag == "path":
        yield from _path(attributes.get("d", ""), path)
    elif tag in ("circle", "ellipse"):
        rx, ry = (size("r"), size("r")) if tag == "circle" else (size("rx"), size("ry"))
        yield from _ellipse(size("cx"), size("cy"), rx, ry)
    elif tag == "rect":
        if "rx" in attributes or "ry" in attributes:
            raise AssetError(say("{path}: <{tag}> has rounded corners (rx, ry); expected square ones", path=path,
                                 tag=tag))
        x, y, w, h = size("x"), size("y"), size("width"), size("height")
        yield from _lines([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], True)
    elif tag == "line":
        yield from _lines([(size("x1"), size("y1")), (size("x2"), size("y2"))], False)
    elif tag in ("polygon", "polyline"):
        numbers = [float(n) for n in re.findall(_NUMBER, attributes.get("points", ""))]
        if len(numbers) % 2:
            raise AssetError(say("{path}: <{tag}> has an odd number of coordinates; expected x and y of each point",
                                 path=path, tag=tag))
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if len(points) < 2:
            raise AssetError(plural(
                "{path}: <{tag}> has {count} point; expected two or more",
                "{path}: <{tag}> has {count} points; expected two or more", len(points), path=path, tag=tag))
        yield from _lines(points, tag == "polygon")
    else:
        known = or_list(("circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"))
        raise AssetError(say("{path}: <{tag}> cannot be used in a symbol; expected {known}", path=path, tag=tag,
                             known=known))


def _lines(points: Sequence[Point], close: bool) -> Iterator[Piece]:
    """The path pieces of a polyline, or of a polygon."""
    yield "M", (points[0],)
    for point in points[1:]:
        yield "L", (point,)
    if close:
        yield "Z", ()


def _ellipse(x: float, y: float, rx: float, ry: float) -> Iterator[Piece]:
    """The path pieces of an ellipse: four quarters as Bézier curves."""
    yield "M", ((x + rx, y),)
    for (ax, ay), (bx, by) in (((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0))):
        first = x + rx * (ax + _CIRCLE_CONTROL * bx), y + ry * (ay + _CIRCLE_CONTROL * by)
        second = x + rx * (bx + _CIRCLE_CONTROL * ax), y + ry * (by + _CIRCLE_CONTROL * ay)
        yield "C", (first, second, (x + rx * bx, y + ry * by))
    yield "Z", ()


def _path(d: str, path: Path) -> Iterator[Piece]:
    """The pieces of SVG path data, with absolute points."""
    tokens = _TOKEN.findall(d)
    if not tokens:
        raise AssetError(say("{path}: path data is empty; expected M and more", path=path))
    if tokens[0].upper() != "M":
        raise AssetError(say("{path}: path data begins with {found!r}; expected M", path=path, found=tokens[0]))
    at = start = (0.0, 0.0)
    k, command = 0, ""
    while k < len(tokens):
        if tokens[k].isalpha():
            command = tokens[k]
            k += 1
        elif command.upper() == "M":
            command = "L" if command == "M" else "l"
        count = _COUNTS.get(command.upper())
        if count is None:
            raise AssetError(say("{path}: path data with {found}; expected M, L, H, V, Q, C and Z", path=path,
                                 found=command))
        try:
            numbers = [float(token) for token in tokens[k : k + count]]
        except ValueError:
            numbers = []
        if len(numbers) != count:
            raise AssetError(plural(
                "{path}: path data {command!r} lacks its number", "{path}: path data {command!r} lacks numbers; "
                "expected {count}", count, path=path, command=command))
        k += count
        origin = at if command.islower() else (0.0, 0.0)
        kind = command.upper()
        if kind == "Z":
            at = start
            yield "Z", ()
            if k < len(tokens) and not tokens[k].isalpha():
                raise AssetError(say("{path}: path data with numbers after Z; expected a command", path=path))
            continue
        if kind == "H":
            kind, points = "L", [(origin[0] + numbers[0], at[1])]
        elif kind == "V":
            kind, points = "L", [(at[0], origin[1] + numbers[0])]
        else:
            points = [(origin[0] + u, origin[1] + v) for u, v in zip(numbers[::2], numbers[1::2], strict=True)]
        at = points[-1]
        if kind == "M":
            start = at
        yield kind, tuple(points)
