"""The folders of rule systems, of their maps and of their art.

A system is a folder ``NAME`` on a search path: a Python package with ``build(boards) -> System``, and ``rulebook.md``.
Its maps are in ``NAME/maps``, its art is in ``NAME/assets``. A system without these folders, such as those supplied
with Drumhead, has them in the program's ``maps/NAME`` and ``assets/NAME``.
"""

from __future__ import annotations

import os
import tomllib
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any

import game.rules
from game.files import PACKAGE, shipped

ASSETS = shipped("assets")
"""The folder of the art of the systems supplied with Drumhead, and of the program itself."""
MAPS = shipped("maps")
"""The folder of the maps of these systems."""
BUILT_IN = PACKAGE / "rules"
"""The folder of these systems."""
SYSTEMS_VARIABLE = "DRUMHEAD_SYSTEMS"
"""The environment variable with additional folders to search, separated as in ``PATH``; child processes inherit it."""
UNFINISHED_VARIABLE = "DRUMHEAD_UNFINISHED"
"""The environment variable that also enables systems with ``unfinished = true`` in their ``shelf.toml``: for their
developers to play and test, and hidden from everyone else."""


def search_path() -> tuple[Path, ...]:
    """The folders to search for systems; of two systems with the same name, the first one is used."""
    additional = os.environ.get(SYSTEMS_VARIABLE, "").split(os.pathsep)
    return (BUILT_IN, *(Path(folder) for folder in additional if folder))


def folders() -> dict[str, Path]:
    """The short name and the folder of every system, in alphabetical order of the names. Without
    ``UNFINISHED_VARIABLE``, those whose folder is unfinished are left out."""
    names = {package.name for searched in search_path() for package in _packages(searched)}
    folder_of = {name: folder(name) for name in sorted(names)}
    return {name: path for name, path in folder_of.items()
            if os.environ.get(UNFINISHED_VARIABLE) or not _shelf_data(path).get("unfinished")}


def _packages(folder: Path) -> list[Path]:
    """The folders of the Python packages in a folder; empty if it cannot be listed."""
    try:
        return sorted(file.parent for file in folder.glob("*/__init__.py"))
    except (OSError, ValueError):
        return []


def by_difficulty() -> tuple[str, ...]:
    """The short names of all systems in the order of the title screen: by the ``difficulty`` in ``NAME/shelf.toml``,
    then by name."""
    return tuple(sorted(folders(), key=lambda name: (_difficulty(name), name)))


def _difficulty(name: str) -> float:
    """The difficulty of a system, from 1 up; infinite if its ``shelf.toml`` gives none."""
    difficulty = _shelf_data(folder(name)).get("difficulty")
    return difficulty if isinstance(difficulty, int | float) else inf


def _shelf_data(folder: Path) -> dict[str, Any]:
    """The content of a system's ``shelf.toml``; empty if it cannot be read."""
    path = folder / "shelf.toml"
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return {}
    return _parsed(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(64)
def _parsed(path: Path, _changed: int, _size: int) -> dict[str, Any]:
    """The content of a TOML file; it is read again once its time of change or its size differs."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def folder(name: str) -> Path:
    """The folder of a system, finished or not: the first one of that name on the search path. For an unknown name, the
    one it would have among the built-in systems."""
    candidates = (path / name for path in search_path() if (path / name / "__init__.py").is_file())
    return next(candidates, BUILT_IN / name)


def map_file(path: str) -> Path:
    """The file of a map, given as ``NAME/FILE`` with the short name of its system."""
    name, _, file = path.partition("/")
    own = _own_folder(name, "maps")
    return own / file if own is not None else MAPS / path


def assets(name: str) -> Path:
    """The folder of a system's art: its own, or else the folder of that name in the program's ``assets``.

    :param name: the name of a system, or ``common`` for the art that all systems share.
    """
    return _own_folder(name, "assets") or ASSETS / name


def _own_folder(name: str, kind: str) -> Path | None:
    """A subfolder of a system's own folder; None if it has none."""
    path = folder(name) / kind
    return path if path.is_dir() else None


def make_importable() -> None:
    """Make ``game.rules.NAME`` importable for all systems on the search path."""
    for path in search_path():
        if str(path) not in game.rules.__path__:
            game.rules.__path__.append(str(path))
