"""How a system's maps are drawn: ``assets/<system>/style.toml``, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game import systems
from game.art import AssetError, read_table
from game.core.message import say
from game.core.theme import Theme
from game.ui.kit.theme import lighter

Look = Mapping[str, Any]
"""A table of a style file."""
LINES, WEIGHT, LIGHTER = "#1d1206", 2.6, 0.3
"""For a projector: the colour of hex lines, how many times as wide they are, and by which share ground is nearer to
white. Chosen by eye."""


@dataclass(frozen=True)
class Style:
    """The looks of a system's sheets by class, as written in its style file."""

    name: str
    """The name of its folder of art."""
    path: Path
    sheet: Look
    terrain: Mapping[str, Look]
    """Ground: tints, patterns and symbols."""
    level: Look
    """High ground."""
    hexside: Mapping[str, Look]
    road: Mapping[str, Look]
    line: Mapping[str, Look]
    """Lines across areas."""
    work: Mapping[str, Look]
    """What people have built in areas, and bridges."""
    outline: Mapping[str, Look]
    lettering: Mapping[str, Look]
    legend: tuple[Look, ...]
    symbols: tuple[Look, ...]
    """Unit symbols that the legend explains: file in the system's counters, code and name of each."""
    compass: Look
    scale: Look
    projected: bool = False
    """Whether it is printed for a projector: lines and numbers heavier, the ground lighter."""

    def look(self, table: str, name: str) -> Look:
        """The look of a class.

        :raises AssetError: when the style file has none for it.
        """
        looks: Mapping[str, Look] = getattr(self, table)
        if name not in looks:
            raise AssetError(say("{path}: [{table}.{name}] is missing; the map uses this class", path=self.path,
                                 table=table, name=name))
        return looks[name]

    def method(self, table: str, name: str, methods: Mapping[str, Any]) -> Any:
        """What draws a line or an outline: its ``draw`` names one of some methods.

        :raises AssetError: when it names none of them.
        """
        chosen = str(self.look(table, name).get("draw"))
        if chosen not in methods:
            known = ", ".join(sorted(methods))
            raise AssetError(say("{path}: [{table}.{name}] draw is {chosen!r}; expected one of {known}",
                                 path=self.path, table=table, name=name, chosen=chosen, known=known))
        return methods[chosen]


REQUIRED = ("sheet", "terrain", "lettering")
"""Tables that a style file must have."""


class _Table(dict[str, Any]):
    """A table of a style file: asking for what it lacks names the file and the place."""

    def __init__(self, place: str, content: Mapping[str, Any] | None = None) -> None:
        super().__init__(content or {})
        self.place = place

    def __missing__(self, key: str) -> Any:
        raise AssetError(say("{place} {key!r} is missing", place=self.place, key=key))


def _tables(value: Any, place: str) -> Any:
    """The value with every table in it knowing where it stands."""
    if isinstance(value, list):
        return [_tables(item, place) for item in value]
    if not isinstance(value, dict):
        return value
    return _Table(place, {key: _tables(item, f"{place} [{key}]") for key, item in value.items()})


def _strengthen(data: dict[str, Any]) -> None:
    """Make hex lines and numbers heavier and darker, and plain ground lighter."""
    sheet = data.get("sheet", {})
    grid, field = sheet.get("grid"), sheet.get("field")
    if isinstance(grid, dict):
        grid |= {"colour": LINES, "weight": WEIGHT}
    if isinstance(field, dict) and "colour" in field:
        field["colour"] = lighter(field["colour"], LIGHTER)
    if "numbers" in sheet:
        sheet["numbers"] = "#000000"
    for look in data.get("terrain", {}).values():
        if isinstance(look, dict) and isinstance(look.get("tint"), str):
            look["tint"] = lighter(look["tint"], LIGHTER)


def load_style(theme: Theme) -> Style:
    """The style of a theme: that of the system which ``theme.art`` names.

    :raises AssetError: when the file is missing, unreadable or lacks a table.
    """
    path = systems.assets(theme.art) / "style.toml"
    data = read_table(path, say("the map style of {title}", title=theme.title))
    if theme.projected:
        _strengthen(data)
    data = _tables(data, f"{path}:")
    for table in REQUIRED:
        if not isinstance(data.get(table), dict):
            raise AssetError(say("{path}: the table [{table}] is missing", path=path, table=table))
    return Style(
        name=theme.art, path=path, sheet=data["sheet"], terrain=data["terrain"], lettering=data["lettering"],
        legend=tuple(data.get("legend", ())), symbols=tuple(data.get("symbol", ())),
        level=data.get("level", _Table(f"{path}: [level]")), projected=theme.projected,
        **{name: data.get(name, {}) for name in ("hexside", "road", "line", "work", "outline", "compass", "scale")},
    )
