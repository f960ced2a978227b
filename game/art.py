"""A system's data for the screen: ``screen.toml`` in its art folder, merged over the file in ``assets/common``.

A table ``[marks.NAME]`` defines a mark of counters: its meaning, and its sign with a picture in the folder ``marks``
beside the file. Values that a system leaves out for a mark of all systems are taken from the common file. ``[keys]``
says what commands do in this game, for the page of keys; ``[victory]`` has words for the victory card.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import replace

from game import systems
from game.core.message import MessageError, Text, error_text, say

FILE = "screen.toml"
"""The name of the file in an art folder."""
Coordinate = Annotated[float, Meta(ge=-1.0, le=2.0)]
"""A coordinate in counter widths, on a counter or near it."""
Length = Annotated[float, Meta(ge=0.0, le=2.0)]
"""A length in counter widths."""


class AssetError(MessageError, ValueError):
    """A picture, sound or style that cannot be used; the message names the file, the place in it and what was
    expected."""


class Mark(Struct, frozen=True, eq=False, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """The meaning and the sign of a mark on counters. Compared by identity: pictures are cached by mark."""

    means: str
    """The meaning in the words of the rules."""
    at: tuple[Coordinate, Coordinate] | None = None
    """The centre of its sign, in counter widths from the upper left corner; None if it has no sign."""
    width: Length = 0.0
    """The width of the sign in counter widths."""
    height: Length = 0.0
    """The height of the sign in counter widths; 0: from the aspect ratio of the picture."""
    least: Annotated[int, Meta(ge=1, le=64)] = 9
    """The minimum width of the sign in pixels."""
    picture: str = ""
    """The picture file of the sign; by default named after the mark."""
    duty: bool = False
    """Whether something must still be done with the unit."""
    acted: bool = False
    """Whether the unit has done something in its turn."""
    of_turn: bool = False
    """Whether it says something else about the unit's turn; it disappears when the next turn begins."""
    afar: bool = False
    """Whether it is also shown when zoomed out, on the block that then stands for the counters of a place."""
    order: bool = False
    """Whether it is an order: when zoomed out, a chit on the block of the units with the order, and on the flag of
    their command."""

    def __post_init__(self) -> None:
        if self.at is not None and not self.width:
            raise ValueError("a sign with `at` needs a `width`")


class VictoryWords(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Wording for the victory card."""

    attacks: str = ""
    """The word for attacks where they are counted."""
    aside: str = ""
    """The word for other losses than bases, e.g. a camp."""


class ScreenData(Struct, frozen=True, forbid_unknown_fields=True):
    """A system's data for the screen."""

    marks: dict[str, Mark] = {}
    """The marks by name, those of all systems first."""
    keys: dict[str, str] = {}
    """Command -> its effect, for the page of keys."""
    victory: VictoryWords = VictoryWords()
    path: str = ""
    """The path of the system's own file."""

    def mark(self, name: str) -> Mark:
        """A mark by name.

        :raises AssetError: if there is none.
        """
        if name not in self.marks:
            raise AssetError(say("{path}: [marks.{name}] is missing; a counter has this mark", path=self.path,
                                 name=name))
        return self.marks[name]


def screen_data(art: str) -> ScreenData:
    """The screen data of a system, by the name of its art folder; cached.

    :raises AssetError: if a file is damaged or contains an unknown key.
    """
    return _screen_data(art, systems.ASSETS, systems.search_path())


@cache
def _screen_data(art: str, common: Path, _searched: tuple[Path, ...]) -> ScreenData:
    """The screen data of a system. Its folder is looked up once for a search path, as drawing asks for the data many
    times a frame."""
    return _read(common / "common" / FILE, systems.assets(art) / FILE)


def read_table(path: Path, expected: Text) -> dict[str, Any]:
    """The content of a TOML file.

    :param expected: what the file should contain, for the error message.
    :raises AssetError: if it is missing, unreadable or not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise AssetError(say("{path}: missing; expected {expected}", path=path, expected=expected)) from error
    except OSError as error:
        raise AssetError(say("{path}: cannot be read: {error}", path=path, error=error_text(error))) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AssetError(say("{path}: not readable as TOML: {error}", path=path, error=error_text(error))) from error


@lru_cache(maxsize=32)
def _read(common: Path, own: Path) -> ScreenData:
    """The data of a system's own file, merged over those of the common file."""
    common_table = read_table(common, say("the marks of all systems"))
    data = _typed(common_table, common)
    if own.exists():
        own_table = read_table(own, "")
        marks = own_table.get("marks", {})
        if isinstance(marks, dict):
            marks = {name: {**common_table["marks"].get(name, {}), **mark} if isinstance(mark, dict) else mark
                     for name, mark in marks.items()}
            marks = {**common_table["marks"], **marks}
        data = _typed({**common_table, **own_table, "marks": marks}, own)
    with_pictures = {name: replace(mark, picture=str(_picture(mark.picture or f"{name}.svg", own, common)))
             for name, mark in data.marks.items() if mark.at is not None}
    return replace(data, path=str(own), marks={**data.marks, **with_pictures})


def _typed(table: dict[str, Any], path: Path) -> ScreenData:
    """The data of a table.

    :raises AssetError: naming the key and what was expected.
    """
    try:
        return convert(table, ScreenData)
    except ValidationError as error:
        raise AssetError(say("{path}: {error}", path=path, error=error_text(error))) from error


def _picture(name: str, *beside: Path) -> Path:
    """The path of a picture in the folder ``marks`` beside the first of some files that has it.

    :raises AssetError: if none has it.
    """
    for path in beside:
        if (file := path.parent / "marks" / name).is_file():
            return file
    raise AssetError(say("{path}: picture {name} is missing from the folder marks beside it", path=beside[0],
                         name=name))
