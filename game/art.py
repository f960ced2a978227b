"""What a system adds to the screen as data: ``screen.toml`` in its folder of art, read over that in ``assets/common``.

A table ``[marks.NAME]`` is a mark of counters: its meaning, and its sign with a picture in the folder ``marks`` beside
the file. What a system leaves out of a mark that all systems have is as in the common file. ``[keys]`` says what
commands do in this game on the page of keys, ``[victory]`` has words of the victory card.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import replace

from game import systems
from game.core.message import MessageError, Text, say, told

FILE = "screen.toml"
Near = Annotated[float, Meta(ge=-1.0, le=2.0)]
Share = Annotated[float, Meta(ge=0.0, le=2.0)]
"""Counter widths."""


class AssetError(MessageError, ValueError):
    """A picture, sound or style that cannot be used; the message names the file, the place and what was expected."""


class Mark(Struct, frozen=True, eq=False, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What a mark of a counter means, and its sign. Each is itself alone: pictures are kept by it."""

    means: str
    """In the words of the rules."""
    at: tuple[Near, Near] | None = None
    """Where the middle of its sign stands, in counter widths from the upper left corner; None: it has none."""
    width: Share = 0.0
    """Of the sign, in counter widths."""
    height: Share = 0.0
    """0: as the shape of the picture makes it."""
    least: Annotated[int, Meta(ge=1, le=64)] = 9
    """Pixels of the sign's width at least."""
    picture: str = ""
    """The file of the sign; left out, that of the mark's name."""
    duty: bool = False
    """Whether something must still be done with the unit."""
    acted: bool = False
    """Whether the unit has done something in its turn."""
    of_turn: bool = False
    """Whether it says something else about its turn, which is gone when the next begins."""
    afar: bool = False
    """Whether it is also seen from afar, where the counters of a place are one block: on that block."""
    order: bool = False
    """Whether it is an order: from afar a chit on the block of those who have it, and on the flag of their command."""

    def __post_init__(self) -> None:
        if self.at is not None and not self.width:
            raise ValueError("a sign has a `width`")


class VictoryWords(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Words of the victory card."""

    attacks: str = ""
    """What attacks are called where they are counted."""
    aside: str = ""
    """What is lost beside bases, e.g. a camp."""


class Additions(Struct, frozen=True, forbid_unknown_fields=True):
    """What a system adds to the screen."""

    marks: dict[str, Mark] = {}
    """Those of all systems first."""
    keys: dict[str, str] = {}
    """Command -> what it does, on the page of keys."""
    victory: VictoryWords = VictoryWords()
    path: str = ""
    """The system's own file."""

    def mark(self, name: str) -> Mark:
        """A mark by its name.

        :raises AssetError: when there is none.
        """
        if name not in self.marks:
            raise AssetError(say("{path}: [marks.{name}] is missing; a counter has this mark", path=self.path,
                                 name=name))
        return self.marks[name]


def additions(art: str) -> Additions:
    """What a system adds to the screen, by the name of its folder of art.

    :raises AssetError: when a file is damaged, or says what is not known.
    """
    return _read(systems.ASSETS / "common" / FILE, systems.assets(art) / FILE)


def read_table(path: Path, expected: Text) -> dict[str, Any]:
    """The content of a TOML file.

    :param expected: what the file should hold, for the error.
    :raises AssetError: when it is missing, unreadable or no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise AssetError(say("{path}: missing; expected {expected}", path=path, expected=expected)) from error
    except OSError as error:
        raise AssetError(say("{path}: cannot be read: {error}", path=path, error=told(error))) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AssetError(say("{path}: not readable as TOML: {error}", path=path, error=told(error))) from error


@lru_cache(maxsize=32)
def _read(common: Path, own: Path) -> Additions:
    shared = read_table(common, say("the marks of all systems"))
    found = _typed(shared, common)
    if own.exists():
        added = read_table(own, "")
        marks = added.get("marks", {})
        if isinstance(marks, dict):
            marks = {name: {**shared["marks"].get(name, {}), **mark} if isinstance(mark, dict) else mark
                     for name, mark in marks.items()}
            marks = {**shared["marks"], **marks}
        found = _typed({**shared, **added, "marks": marks}, own)
    drawn = {name: replace(mark, picture=str(_picture(mark.picture or f"{name}.svg", own, common)))
             for name, mark in found.marks.items() if mark.at is not None}
    return replace(found, path=str(own), marks={**found.marks, **drawn})


def _typed(table: dict[str, Any], path: Path) -> Additions:
    try:
        return convert(table, Additions)
    except ValidationError as error:
        raise AssetError(say("{path}: {error}", path=path, error=told(error))) from error


def _picture(name: str, *beside: Path) -> Path:
    """A picture in the folder of marks beside a file, the first that has it."""
    for path in beside:
        if (file := path.parent / "marks" / name).is_file():
            return file
    raise AssetError(say("{path}: picture {name} is missing from the folder marks beside it", path=beside[0],
                         name=name))
