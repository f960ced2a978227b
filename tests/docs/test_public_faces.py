"""Tests use public names only."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
OF_TUPLES = {"_replace", "_asdict", "_fields", "_make"}
"""Attributes of named tuples that begin with an underscore but are public."""
PRIVATE = re.compile(r"(?:[\w.]*\.)?_[a-z]\w*")
SUSPECT = re.compile(r"""(?<!\bself)(?<!\bcls)\s*[.'"]\s*_[a-z]|^\s*from game.* import (?:\([^)]*|.*)\b_[a-z]""",
                     re.MULTILINE)
"""Texts that can be such a use; a source without one need not be parsed."""


def private(source: str) -> list[str]:
    """Underscored names of other objects with the lines that use them: ``view._ground``, such an import, or a name
    passed to ``getattr``, ``setattr`` or ``patch``. An object may use its own."""
    return [f"{name} in line {line}" for name, line in _private(ast.parse(source))] if SUSPECT.search(source) else []


def _private(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name("self" | "cls")):
                pass
            case ast.Attribute(attr=name) if PRIVATE.fullmatch(name) and name not in OF_TUPLES:
                yield name, node.lineno
            case ast.ImportFrom(module=module, names=names) if module and module.startswith("game"):
                yield from ((each.name, node.lineno) for each in names if each.name.startswith("_"))
            case ast.Call(func=ast.Name("getattr" | "setattr" | "hasattr") | ast.Attribute(attr="setattr" | "delattr")):
                yield from ((each.value, node.lineno) for each in node.args[:2] if isinstance(each, ast.Constant)
                            and isinstance(each.value, str) and PRIVATE.fullmatch(each.value))


@pytest.mark.parametrize("line", [
    "view._ground.forget()", "from game.words import _said", "patch.setattr('game.words._said', said)",
    "monkeypatch.setattr(view, '_ground', None)", "getattr(view, '_ground')", "keys()[0]._at"])
def test_each_use_of_private_names_is_detected(line: str) -> None:
    """Each way to use a private name is detected."""
    assert 1 == len(private(line))


@pytest.mark.parametrize("line", [
    "self._laid = 3", "pose._replace(x=3)", "from __future__ import annotations", "view.ground", "len(_found)",
    "type(view).__name__"])
def test_exempt_names_are_not_reported(line: str) -> None:
    """A test's own names and Python's underscored names are not reported."""
    assert [] == private(line)


def test_no_test_looks_at_private_state() -> None:
    """No test file uses private names: tests pass in what they set, and read public names."""
    found = {str(path.relative_to(TESTS)): private(path.read_text("utf-8")) for path in TESTS.rglob("*.py")}
    assert {} == {name: lines for name, lines in found.items() if lines}
