"""How a system's maps are drawn: ``assets/<system>/style.toml``, read and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.theme import Theme

ASSETS = Path(__file__).resolve().parents[3] / "assets"


class AssetError(ValueError):
    """A picture, sound or style that cannot be used; the message names the file, the place and what was expected."""


@dataclass(frozen=True)
class Style:
    """The looks of a system's sheets by class, as written in its style file."""

    path: Path
    sheet: Mapping[str, Any]
    terrain: Mapping[str, Mapping[str, Any]]
    hexside: Mapping[str, Mapping[str, Any]]
    outline: Mapping[str, Mapping[str, Any]]
    lettering: Mapping[str, Mapping[str, Any]]
    legend: tuple[Mapping[str, Any], ...]
    compass: Mapping[str, Any]
    scale: Mapping[str, Any]

    def look(self, table: str, name: str) -> Mapping[str, Any]:
        """The look of a class.

        :raises AssetError: when the style file has none for it.
        """
        looks: Mapping[str, Mapping[str, Any]] = getattr(self, table)
        if name not in looks:
            raise AssetError(f"{self.path}: [{table}.{name}] is missing; the map uses this class")
        return looks[name]

    def check(self, board: HexBoard) -> None:
        """Make sure that every class of a board can be drawn.

        :raises AssetError: for the first class without a look.
        """
        for name in sorted(set(board.terrain.values())):
            self.look("terrain", name)
        for features in board.sides.values():
            for feature in features:
                self.look("hexside", feature.kind)


class _Table(dict[str, Any]):
    """A table of a style file: asking for what it lacks names the file and the place."""

    place = ""

    def __missing__(self, key: str) -> Any:
        raise AssetError(f"{self.place} {key!r} is missing")


def _tables(value: Any, place: str) -> Any:
    """The value with every table in it knowing where it stands."""
    if isinstance(value, list):
        return [_tables(item, place) for item in value]
    if not isinstance(value, dict):
        return value
    table = _Table({key: _tables(item, f"{place} [{key}]") for key, item in value.items()})
    table.place = place
    return table


def load_style(theme: Theme, tables: Sequence[str] = ("sheet", "terrain", "hexside", "lettering")) -> Style:
    """The style of a theme: the folder named by ``theme.extra["assets"]``, else by its title.

    :param tables: those the file must have.
    :raises AssetError: when the file is missing, unreadable or lacks a table.
    """
    folder = str(theme.extra.get("assets", theme.title.lower()))
    path = ASSETS / folder / "style.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise AssetError(f"{path}: missing; expected the map style of {theme.title}") from error
    except OSError as error:
        raise AssetError(f"{path}: cannot be read: {error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AssetError(f"{path}: not readable as TOML: {error}") from error
    data = _tables(data, f"{path}:")
    for table in tables:
        if not isinstance(data.get(table), dict):
            raise AssetError(f"{path}: the table [{table}] is missing")
    return Style(
        path=path, sheet=data["sheet"], terrain=data.get("terrain", {}), hexside=data.get("hexside", {}),
        outline=data.get("outline", {}), lettering=data["lettering"], legend=tuple(data.get("legend", ())),
        compass=data.get("compass", {}), scale=data.get("scale", {}),
    )
