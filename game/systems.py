"""Where rule systems lie: each is one folder on a search path, with its maps and its art inside it or beside it.

A folder ``NAME`` holds a Python package with ``build(boards) -> System`` and ``rulebook.md``. Its maps are read from
``NAME/maps``, its art from ``NAME/assets``; the systems that come with Drumhead have theirs in its folders
``maps/NAME`` and ``assets/NAME``.
"""

from __future__ import annotations

import os
import tomllib
from math import inf
from pathlib import Path
from typing import Any

import game.rules
from game.files import PACKAGE, shipped

ASSETS = shipped("assets")
MAPS = shipped("maps")
BUILT_IN = PACKAGE / "rules"
VARIABLE = "DRUMHEAD_SYSTEMS"
"""The environment variable that names more folders to search, parted as in ``PATH``; child processes inherit it."""


UNFINISHED = "DRUMHEAD_UNFINISHED"
"""The environment variable with which systems are found, too, whose ``shelf.toml`` says ``unfinished = true``: their
developers play and test them with it, and nobody else is offered them."""


def search_path() -> tuple[Path, ...]:
    """The folders in which systems are looked for; of two of one name the first counts."""
    more = os.environ.get(VARIABLE, "").split(os.pathsep)
    return (BUILT_IN, *(Path(folder) for folder in more if folder))


def folders() -> dict[str, Path]:
    """Every system's short name and its folder, in alphabetical order of the names."""
    found: dict[str, Path] = {}
    for folder in search_path():
        for package in _packages(folder):
            if os.environ.get(UNFINISHED) or not _shelf(package.parent).get("unfinished"):
                found.setdefault(package.parent.name, package.parent)
    _make_importable()
    return dict(sorted(found.items()))


def _packages(folder: Path) -> list[Path]:
    """The packages in a folder; none where the system cannot list it."""
    try:
        return sorted(folder.glob("*/__init__.py"))
    except (OSError, ValueError):
        return []


def easiest_first() -> tuple[str, ...]:
    """The short names of all systems as the title has them: by the ``difficulty`` in ``NAME/shelf.toml``, then by name.
    """
    return tuple(sorted(folders(), key=lambda name: (_difficulty(name), name)))


def _difficulty(name: str) -> float:
    """How hard a game is, from 1 up; the hardest where its file is missing or does not say it."""
    told = _shelf(folder(name)).get("difficulty")
    return told if isinstance(told, int | float) else inf


def _shelf(folder: Path) -> dict[str, Any]:
    """What a system's ``shelf.toml`` says; nothing where it cannot be read."""
    try:
        return tomllib.loads((folder / "shelf.toml").read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def folder(name: str) -> Path:
    """The folder of a system; where there is none, that which one of the name would have among the built-in ones."""
    found = (path / name for path in search_path() if (path / name / "__init__.py").is_file())
    return next(found, BUILT_IN / name)


def map_file(path: str) -> Path:
    """The file of a map, given as ``NAME/FILE`` with the short name of its system."""
    name, _, file = path.partition("/")
    own = _own(name, "maps")
    return own / file if own is not None else MAPS / path


def assets(name: str) -> Path:
    """The folder of a system's art; for a name that is no system's that below the program's ``assets``."""
    return _own(name, "assets") or ASSETS / name


def _own(name: str, kind: str) -> Path | None:
    """A folder within a system's own, where it has one."""
    path = folder(name) / kind
    return path if path.is_dir() else None


def _make_importable() -> None:
    """Let ``game.rules.NAME`` be found wherever the system lies."""
    for path in search_path():
        if str(path) not in game.rules.__path__:
            game.rules.__path__.append(str(path))
