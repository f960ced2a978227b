"""The style of a system's maps: ``assets/<system>/style.toml``, read and checked; with the look of each class of
terrain: a tint, a pattern, scattered symbols, a wall.

A class is a kind of thing on the map, such as ``river`` or ``town``. The sheet's unit of length is the hex radius on a
map of hexes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from game import systems
from game.art import AssetError, read_table
from game.core.message import say
from game.core.theme import Theme
from game.ui.kit.theme import lighter
from game.ui.sheets.symbols import Symbol, read_symbol

Look = Mapping[str, Any]
"""A table of a style file."""
PROJECTOR_LINES = "#1d1206"
"""The colour of hex lines for a projector. Chosen by eye like the two numbers below."""
PROJECTOR_WEIGHT = 2.6
"""The width of hex lines for a projector, relative to the usual one."""
PROJECTOR_LIGHTER = 0.3
"""The share by which ground is lightened for a projector."""


@dataclass(frozen=True)
class Style:
    """The looks of a system's sheets by class, from its style file."""

    name: str
    """The name of its art folder."""
    path: Path
    """The style file."""
    sheet: Look
    """The look of the sheet itself: paper, ink, hex lines, hex numbers and notes."""
    terrain: Mapping[str, Look]
    """Ground: tints, patterns and symbols."""
    level: Look
    """High ground."""
    hexside: Mapping[str, Look]
    road: Mapping[str, Look]
    line: Mapping[str, Look]
    """Lines across areas, and roads and streams on a table."""
    work: Mapping[str, Look]
    """Buildings and other works in areas, and bridges."""
    outline: Mapping[str, Look]
    """Shapes drawn on a map of hexes, such as lakes and huts."""
    lettering: Mapping[str, Look]
    """The print of names."""
    legend: tuple[Look, ...]
    """The entries of the terrain key."""
    symbols: tuple[Look, ...]
    """The entries of the key to unit symbols: of each the file in the system's counters, the code and the name."""
    compass: Look
    """The compass; empty for none."""
    scale: Look
    """The scale bar; empty for none."""
    projected: bool = False
    """Whether it is for a projector: lines and numbers heavier, the ground lighter."""

    def look(self, table: str, name: str) -> Look:
        """The look of a class.

        :param table: the attribute with the looks of its kind, e.g. ``terrain``.
        :raises AssetError: when the style file has none for it.
        """
        looks: Mapping[str, Look] = getattr(self, table)
        if name not in looks:
            raise AssetError(say("{path}: [{table}.{name}] is missing; the map uses this class", path=self.path,
                                 table=table, name=name))
        return looks[name]

    def method(self, table: str, name: str, methods: Mapping[str, Any]) -> Any:
        """The drawing method of a class, chosen from ``methods`` by the ``draw`` key of its look.

        :raises AssetError: when it names none of them.
        """
        method_name = str(self.look(table, name).get("draw"))
        if method_name not in methods:
            names = ", ".join(sorted(methods))
            raise AssetError(say("{path}: [{table}.{name}] draw is {chosen!r}; expected one of {known}",
                                 path=self.path, table=table, name=name, chosen=method_name, known=names))
        return methods[method_name]


REQUIRED_TABLES = ("sheet", "terrain", "lettering")
"""Tables required in a style file."""


class _Table(dict[str, Any]):
    """A table of a style file; a missing key raises an ``AssetError`` that names the file and the table."""

    def __init__(self, place: str, content: Mapping[str, Any] | None = None) -> None:
        super().__init__(content or {})
        self.place = place

    def __missing__(self, key: str) -> Any:
        raise AssetError(say("{place} {key!r} is missing", place=self.place, key=key))


def _tables(value: Any, place: str) -> Any:
    """The value with every table in it, however nested, as a ``_Table``."""
    if isinstance(value, list):
        return [_tables(item, place) for item in value]
    if not isinstance(value, dict):
        return value
    return _Table(place, {key: _tables(item, f"{place} [{key}]") for key, item in value.items()})


def _adapt_to_projector(data: dict[str, Any]) -> None:
    """Make hex lines and numbers of a style file heavier and darker, and plain ground lighter."""
    sheet = data["sheet"]
    grid, field = sheet.get("grid"), sheet.get("field")
    if isinstance(grid, dict):
        grid |= {"colour": PROJECTOR_LINES, "weight": PROJECTOR_WEIGHT}
    if isinstance(field, dict) and "colour" in field:
        field["colour"] = lighter(field["colour"], PROJECTOR_LIGHTER)
    if "numbers" in sheet:
        sheet["numbers"] = "#000000"
    for look in data["terrain"].values():
        if isinstance(look, dict) and isinstance(look.get("tint"), str):
            look["tint"] = lighter(look["tint"], PROJECTOR_LIGHTER)


def load_style(theme: Theme) -> Style:
    """The style of a theme's maps, from the folder ``theme.art``; adapted if the theme is for a projector.

    :raises AssetError: when the file is missing, unreadable or lacks a table.
    """
    path = systems.assets(theme.art) / "style.toml"
    data = read_table(path, say("the map style of {title}", title=theme.title))
    for table in REQUIRED_TABLES:
        if not isinstance(data.get(table), dict):
            raise AssetError(say("{path}: the table [{table}] is missing", path=path, table=table))
    if theme.projected:
        _adapt_to_projector(data)
    data = _tables(data, f"{path}:")
    return Style(
        name=theme.art, path=path, sheet=data["sheet"], terrain=data["terrain"], lettering=data["lettering"],
        legend=tuple(data.get("legend", ())), symbols=tuple(data.get("symbol", ())),
        level=data.get("level", _Table(f"{path}: [level]")), projected=theme.projected,
        **{name: data.get(name, {}) for name in ("hexside", "road", "line", "work", "outline", "compass", "scale")},
    )


_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
"""The form of a colour in a style file."""


@dataclass(frozen=True, slots=True)
class Scatter:
    """Symbols scattered over a terrain. Lengths are in the sheet's units."""

    symbols: tuple[Symbol, ...]
    """Each spot has one of them, chosen at random."""
    size: float
    """The usual width of a drawing."""
    count: float
    """The number on the area of a hex, as far as there is room."""
    apart: float
    """The minimum distance between symbols; 0 for no limit."""
    vary: float
    """The largest share by which a symbol is wider or narrower than usual."""
    turn: float
    """The largest rotation in degrees, either way; with a ``pitch`` the rotation of the grid and all symbols."""
    along: bool
    """Whether symbols near a road are aligned with it."""
    drift: float
    """How uneven their distribution is, from 0 (even) to 1."""
    pitch: float
    """The spacing of the grid on which symbols stand, such as houses in blocks; 0 for random positions."""
    margin: float
    """The minimum distance from the edges of their terrain."""
    colour: str
    """The colour that replaces ``currentColor`` in the drawings."""
    reach: float
    """The distance of the outermost point of all drawings from their origin, as a share of their width."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A pattern of parallel broken lines. Lengths are in the sheet's units."""

    colour: str
    pitch: float
    """The distance from one line to the next."""
    width: float
    """The width of a line."""
    turn: float
    """The direction of the lines, in degrees clockwise from horizontal."""
    broken: float
    """The share of the lines left out, from 0 to 1."""
    opacity: float
    """From 0 to 1."""


@dataclass(frozen=True, slots=True)
class Relief:
    """The relief of a hill on a tabletop: stacked steps, lit from the upper left."""

    steps: int
    tint: str
    """The colour of the highest step; those below are blended with the terrain's own."""
    shade: str
    """The colour of each step's shadow at its lower right."""
    hachures: str
    """The colour of hachures around its foot; empty for none."""
    depth: float
    """The length of the hachures, in the sheet's units."""


@dataclass(frozen=True, slots=True)
class TerrainLook:
    """The look of one class of terrain."""

    tint: str | None
    """The colour of its ground; None for none."""
    opacity: float
    """The opacity of the tint, from 0 to 1."""
    pattern: Ruling | None
    symbols: tuple[Scatter, ...]
    wall: Mapping[str, Any] | None
    """The wall around a town, in the sheet's units and colours; None without one."""
    water: bool
    """Whether it is entirely water."""
    lines: bool
    """Whether hex lines are printed over its symbols too."""
    relief: Relief | None
    """On a tabletop, its relief; None if it is flat."""
    shade: str
    """The colour of the shadow of the whole patch at its lower right; empty for none."""


class StyleReader:
    """Reads one table of a style file. A missing, invalid or unknown key raises an ``AssetError`` that names file and
    key; a key without a default value is required."""

    def __init__(self, table: Any, place: str) -> None:
        """:param place: the file and the table, for error messages.
        :raises AssetError: when ``table`` is no table.
        """
        if not isinstance(table, Mapping):
            raise AssetError(say("{place} is {table!r}; expected a table", place=place, table=table))
        self._table, self._place = table, place
        self._keys_read: set[str] = set()

    def _get(self, key: str, default: Any) -> Any:
        """The value of a key."""
        self._keys_read.add(key)
        if key not in self._table and default is None:
            raise AssetError(say("{place} {key!r} is missing", place=self._place, key=key))
        return self._table.get(key, default)

    def number(self, key: str, default: float | None = None, least: float = 0.0, most: float = 1000.0) -> float:
        """A number from ``least`` to ``most``."""
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
            raise AssetError(say("{place} {key!r} is {value!r}; expected a number from {least:g} to {most:g}",
                                 place=self._place, key=key, value=value, least=least, most=most))
        return float(value)

    def flag(self, key: str) -> bool:
        """True or false; false by default."""
        value = self._get(key, False)
        if not isinstance(value, bool):
            raise AssetError(say("{place} {key!r} is {value!r}; expected true or false", place=self._place, key=key,
                                 value=value))
        return value

    def colour(self, key: str, default: str | None = None) -> str:
        """A colour, such as ``#a0b1c2``."""
        value = self._get(key, default)
        if value != default and not (isinstance(value, str) and _COLOUR.fullmatch(value)):
            raise AssetError(say("{place} {key!r} is {value!r}; expected a colour such as '#a0b1c2'",
                                 place=self._place, key=key, value=value))
        return str(value)

    def names(self, key: str) -> list[str]:
        """One name, or a list of them."""
        value = self._get(key, None)
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            raise AssetError(say("{place} {key!r} is {value!r}; expected a file's name or a list of them",
                                 place=self._place, key=key, value=value))
        return names

    def table(self, key: str) -> Any:
        """A table or list of tables; None if missing."""
        self._keys_read.add(key)
        return self._table.get(key)

    def check_all_read(self) -> None:
        """Check that every key of the table was read.

        :raises AssetError: for a key that was never read.
        """
        for key in self._table:
            if key not in self._keys_read:
                raise AssetError(say("{place} {key!r} is unknown; expected one of {names}", place=self._place, key=key,
                                     names=', '.join(sorted(self._keys_read))))


def symbol_file(style: Style, name: str, place: str) -> Path:
    """The path of a symbol's drawing: in the system's own folder, else in the common one.

    :param place: the file and the table that name it, for error messages.
    :raises AssetError: when it is in neither folder.
    """
    own, common = style.path.parent / "terrain", systems.ASSETS / "terrain"
    for folder in (own, common):
        if (folder / name).is_file():
            return folder / name
    raise AssetError(say("{place} symbol {name!r} is missing; expected it in {own} or in {common}", place=place,
                         name=name, own=own, common=common))


def symbol(style: Style, name: str, place: str) -> Symbol:
    """A symbol by its file name.

    :raises AssetError: when it is missing or cannot be used.
    """
    path = symbol_file(style, name, place)
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _read(path: Path, _written: int) -> Symbol:
    """A symbol, cached until its file changes.

    :param _written: when the file was written, in nanoseconds; part of the key of the cache.
    """
    return read_symbol(path)


def terrain_looks(style: Style) -> dict[str, TerrainLook]:
    """Every class of terrain of a style.

    :raises AssetError: naming the file, the class and the key that cannot be used.
    """
    return {name: _terrain(style, name, table) for name, table in style.terrain.items()}


def _terrain(style: Style, name: str, table: Mapping[str, Any]) -> TerrainLook:
    """The look of a class of terrain."""
    place = f"{style.path}: [terrain.{name}]"
    reader = StyleReader(table, place)
    tint = reader.colour("tint", "")
    pattern, relief = reader.table("pattern"), reader.table("relief")
    entries = reader.table("symbols") or []
    if not isinstance(entries, list):
        raise AssetError(say("{place} 'symbols' is not a list; expected [[terrain.{name}.symbols]]", place=place,
                             name=name))
    look = TerrainLook(tint or None, reader.number("opacity", 1.0, most=1.0),
                       None if pattern is None else _ruling(pattern, f"{style.path}: [terrain.{name}.pattern]"),
                       tuple(_scatter(style, entry, f"{style.path}: [[terrain.{name}.symbols]]") for entry in entries),
                       reader.table("wall"), reader.flag("water"), reader.flag("lines"),
                       None if relief is None else _relief(relief, f"{style.path}: [terrain.{name}.relief]"),
                       reader.colour("shade", ""))
    reader.check_all_read()
    return look


def _ruling(table: Any, place: str) -> Ruling:
    """A pattern of lines."""
    reader = StyleReader(table, place)
    ruling = Ruling(reader.colour("colour"), reader.number("pitch", least=0.02), reader.number("width"),
                    reader.number("turn", 0.0, -90.0, 90.0), reader.number("broken", 0.0, most=0.95),
                    reader.number("opacity", 1.0, most=1.0))
    reader.check_all_read()
    return ruling


def _relief(table: Any, place: str) -> Relief:
    """The relief of a hill on a tabletop."""
    reader = StyleReader(table, place)
    relief = Relief(round(reader.number("steps", least=1, most=4)), reader.colour("tint"), reader.colour("shade"),
                    reader.colour("hachures", ""), reader.number("depth", 0.3, 0.05, 2.0))
    reader.check_all_read()
    return relief


def _scatter(style: Style, table: Any, place: str) -> Scatter:
    """An entry of scattered symbols."""
    reader = StyleReader(table, place)
    symbols = tuple(symbol(style, name, place) for name in reader.names("file"))
    pitch = reader.number("pitch", 0.0)
    scatter = Scatter(
        symbols, reader.number("size", least=0.001), reader.number("count", 0.0 if pitch else None, most=400.0),
        reader.number("apart", 0.0), reader.number("vary", 0.0, most=0.9), reader.number("turn", 0.0, -180.0, 180.0),
        reader.flag("along"), reader.number("drift", 0.0, most=1.0), pitch, reader.number("margin", 0.0),
        reader.colour("colour", "#000000"), max(drawing.reach for drawing in symbols),
    )
    reader.check_all_read()
    return scatter
