"""The pages are true: files, members, keys, commands and versions named there exist, and programs and lessons printed
there work."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from functools import cache
from itertools import chain
from pathlib import Path
from textwrap import dedent

import pytest

from game.cli.checking import faults
from tools.shape import classes as classes_of
from tools.shape import modules

TOP = Path(__file__).resolve().parents[2]
TEMPLATE = TOP / "docs" / "template"
"""The folder in which the guide starts, with a copy named lace."""
PAGES = [TOP / "README.md", TOP / "CONTRIBUTING.md", TOP / "CHANGELOG.md", *sorted((TOP / "docs").rglob("*.md"))]
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
_NAMED = re.compile(r"`((?:game|tests|docs|assets|maps|tools|benchmarks)/[\w./-]*)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    """Links from the page's folder, and paths in code from the top folder or the template, exist; those of the guide's
    copy are exempt."""
    text = page.read_text("utf-8")
    missing = [link for link in _LINK.findall(text) if not (page.parent / link).exists()]
    named = [name for name in _NAMED.findall(text) if "lace" not in name]
    missing += [name for name in named if not ((TOP / name).exists() or (TEMPLATE / name).exists())]
    assert [] == missing


@pytest.mark.every(22)
@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: page.name)
def test_members_of_classes_that_a_page_names_exist(page: Path) -> None:
    """A class and its member in code on a page, such as ``Match.play``, exist; the changelog may name past ones."""
    known = classes()
    named = re.findall(r"`([A-Z][a-z]\w+)\.(\w+)", page.read_text("utf-8"))
    assert [] == [(name, part) for name, part in named if not has(known, name, part)]


@cache
def classes() -> dict[str, list[tuple[set[str], list[str]]]]:
    """Name of a class of the game or the template -> for each class of that name its members and its bases."""
    known: dict[str, list[tuple[set[str], list[str]]]] = {}
    found = chain(modules(TOP / "game"), modules(TEMPLATE))
    for node in (node for module in found for node in classes_of(module)):
        parts = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
        parts |= {part.target.id for part in node.body
                  if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)}
        bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
        known.setdefault(node.name, []).append((parts, bases))
    return known


def has(known: dict[str, list[tuple[set[str], list[str]]]], name: str, part: str) -> bool:
    """Whether a class, or one of its bases, declares something."""
    return any(part in parts or any(has(known, base, part) for base in bases) for parts, bases in known.get(name, []))


def test_the_way_to_look_at_the_screen(tmp_path: Path) -> None:
    """The example in CONTRIBUTING.md writes a picture of the whole window."""
    (program,) = re.findall(r"```python\n(.*?)```", (TOP / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL)
    picture = tmp_path / "look.png"
    program = program.replace("look.png", picture.as_posix())
    own = {"DRUMHEAD_DATA": str(tmp_path / "data"), "DRUMHEAD_CONFIG": str(tmp_path / "config")}
    dummy = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    path = os.pathsep.join((str(TOP), os.environ.get("PYTHONPATH", "")))
    subprocess.run([sys.executable, "-c", program], cwd=TOP, check=True, timeout=300,
                   env={**os.environ, **own, **dummy, "PYTHONPATH": path})
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert (1280, 720) == tuple(int.from_bytes(picture.read_bytes()[at:at + 4], "big") for at in (16, 20))


def test_the_newest_version_in_the_changelog_is_the_programs() -> None:
    """The first version listed there is the one that the program reports."""
    from game import VERSION

    found = re.findall(r"^## (\S+)", (TOP / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert VERSION == found[0]


@pytest.mark.parametrize(("table", "groups"), [(0, ("Playing", "View", "Out of turn", "Game")), (1, ("Step by step",)),
                                              (2, ("Presenting",)), (3, ("Setting up a position",)),
                                              (4, ("Editing captions",))])
def test_the_page_of_keys_has_the_keys_of_the_program(table: int, groups: tuple[str, ...]) -> None:
    """Each table has every key of its groups in the program's list of keys, and no other."""
    from game.ui.kit.keytable import TABLE
    from game.ui.kit.strokes import key_labels

    text = (TOP / "docs" / "keys.md").read_text("utf-8").split("| key | does |")[table + 1].partition("\n\n")[0]
    told = [key for row in text.splitlines()[2:] for key in re.findall(r"`([^`]+)`", row.split("|")[1])]
    shown = {str(cap) for row in TABLE if row.text and str(row.heading) in groups for cap in key_labels(row)}
    assert shown == set(told)


def test_the_page_of_commands_has_the_commands_of_the_program() -> None:
    """The table has every command; every environment variable on a page is read in the program."""
    from game.cli.program import COMMANDS

    text = (TOP / "docs" / "commands.md").read_text("utf-8")
    assert set(COMMANDS) == set(re.findall(r"^\| `python main\.py (\w+)", text, re.MULTILINE))
    told = "".join(page.read_text("utf-8") for page in PAGES)
    for variable in set(re.findall(r"DRUMHEAD_[A-Z]+", told)):
        assert any(f'"{variable}"' in path.read_text("utf-8") for path in (TOP / "game").rglob("*.py")), variable


def test_the_readme_is_short() -> None:
    """The README has at most 150 lines."""
    assert len((TOP / "README.md").read_text("utf-8").splitlines()) <= 150


def test_every_page_is_reached_from_the_readme() -> None:
    """Every page can be reached from the README by links."""
    text = (TOP / "README.md").read_text("utf-8")
    linked = {(TOP / link).resolve() for link in _LINK.findall(text)}
    assert {page for page in PAGES[1:] if "template" not in page.parts} <= linked


def test_the_lesson_of_its_page_holds(tmp_path: Path) -> None:
    """The lesson printed on the page is valid once its system is added."""
    block = re.search(r"^    title = .*?(?=^\S)", (TOP / "docs" / "lessons.md").read_text("utf-8"),
                      re.MULTILINE | re.DOTALL)
    assert block is not None
    path = tmp_path / "shown.toml"
    path.write_text('system = "kassala"\n' + dedent(block[0]), "utf-8")
    assert [] == faults(path)
