"""Reads rulebooks, rule code and tests, and reports rule numbers, citations and rulings that do not match."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from tokenize import COMMENT, generate_tokens
from typing import Literal, NamedTuple

_PART = r"(?:I|II|III|IV|V|VI|VII|VIII|IX|X)"
_ARABIC = r"[1-9]\d?(?:\.(?:\d+|[A-Z])(?:\.\d+)?)?"
_HEADING = re.compile(rf"^##? ({_PART}(?:\.[A-Za-z0-9]+)*|{_ARABIC}) \S", re.MULTILINE)
_NUMBER = re.compile(rf"\b{_PART}\.[A-Z](?:\.\d+(?:\.[a-z])?)?\b|\b\d+\.[A-Z]\.\d+\b")
"""Text that can only be a rule number, wherever it occurs."""
_BRACKETS = re.compile(rf"\(({_ARABIC}(?:(?:, | and ){_ARABIC})*)(?:, rulings? [^()]*)?\)")
"""Bare numbers in brackets, as docstrings and comments cite a rulebook numbered 1, 2, 2.1."""
_WHOLE = re.compile(rf"(?=.*\.){_ARABIC}")
"""A string in code that is only a number with a dot."""
_RULING = re.compile(r"^> \*\*Ruling (\d+)\.\*\*", re.MULTILINE)
_RULING_CITED = re.compile(r"\brulings? (\d+(?:(?:, | and |, and )\d+)*)")


@dataclass(frozen=True)
class Rulebook:
    """The numbers of the headings in a system's ``rulebook.md``, and its rulings."""

    system: str
    numbers: frozenset[str]
    rulings: frozenset[int]


def read_rulebook(path: Path) -> Rulebook:
    """The rulebook in a system's folder."""
    text = path.read_text("utf-8")
    return Rulebook(path.parent.name, frozenset(_HEADING.findall(text)), frozenset(map(int, _RULING.findall(text))))


def marks(tests: Path, system: str) -> Iterator[tuple[str, str]]:
    """(rule number, location) of every ``pytest.mark.rule`` that counts for a system.

    Marks in ``tests/rules/<other system>`` and ``tests/systems/test_<other system>_*`` count for the other system.
    """
    for path in sorted(tests.rglob("*.py")):
        parts = path.relative_to(tests).parts
        if parts[0] == "rules" and len(parts) > 2 and parts[1] != system:
            continue
        if parts[0] == "systems" and not parts[-1].startswith(f"test_{system}_"):
            continue
        for number, line in _marked(path.read_text("utf-8")):
            yield number, f"{path.relative_to(tests)}:{line}"


@cache
def _nodes(source: str) -> list[ast.AST]:
    """Every syntax node of a module."""
    return list(ast.walk(ast.parse(source)))


@cache
def _marked(source: str) -> list[tuple[str, int]]:
    """(rule number, line) of every ``pytest.mark.rule`` in a test module."""
    if "mark.rule" not in source:
        return []
    return [(str(argument.value), node.lineno) for node in _nodes(source) if isinstance(node, ast.Call)
            and ast.unparse(node.func).endswith("mark.rule")
            for argument in node.args if isinstance(argument, ast.Constant)]


def _code(folder: Path) -> list[Path]:
    """The modules of a system, without tests in its own folder: players never see their citations."""
    return [path for path in sorted(folder.rglob("*.py")) if path.relative_to(folder).parts[0] != "tests"]


def citations(folder: Path) -> Iterator[tuple[str, str]]:
    """(rule number, location) of every number cited in a system's code: in calls, texts, docstrings and comments."""
    for path in _code(folder):
        source = path.read_text("utf-8")
        for line, text in enumerate(source.splitlines(), 1):
            for number in _NUMBER.findall(text):
                yield number, f"{path.name}:{line}"
        for number, line in _bracketed(source):
            yield number, f"{path.name}:{line}"
        for node in _nodes(source):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _WHOLE.fullmatch(node.value):
                yield node.value, f"{path.name}:{node.lineno}"
            for argument in _cited(node)[:1]:
                for part in ast.walk(argument):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value, f"{path.name}:{node.lineno}"  # type: ignore[attr-defined]
    for path in sorted(folder.rglob("*.toml")):
        for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            for number in _NUMBER.findall(text):
                yield number, f"{path.name}:{line}"


def _bracketed(source: str) -> Iterator[tuple[str, int]]:
    """(rule number, line) of every number in brackets in comments and docstrings."""
    said = [(token.string, token.start[0]) for token in generate_tokens(StringIO(source).readline)
            if token.type == COMMENT]
    said += [(node.value.value, node.lineno) for node in _nodes(source) if isinstance(node, ast.Expr)
             and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)]
    for text, line in said:
        for found in _BRACKETS.findall(text):
            for number in re.findall(_ARABIC, found):
                yield number, line


def ruling_citations(folder: Path) -> Iterator[tuple[int, str]]:
    """(ruling, location) of every ruling that a system's code cites, in calls and in words."""
    for path in _code(folder):
        source = path.read_text("utf-8")
        for line, text in enumerate(source.splitlines(), 1):
            for found in _RULING_CITED.findall(text):
                for number in re.findall(r"\d+", found):
                    yield int(number), f"{path.name}:{line}"
        for node in _nodes(source):
            for argument in _cited(node)[1:]:
                for part in ast.walk(argument):
                    if isinstance(part, ast.Constant) and type(part.value) is int:
                        yield part.value, f"{path.name}:{node.lineno}"  # type: ignore[attr-defined]


def _cited(node: ast.AST) -> list[ast.expr]:
    """The number and ruling passed to ``rule``, ``refuse``, ``refused`` or ``RuleRef``, if a call is one of these."""
    if not isinstance(node, ast.Call):
        return []
    name = ast.unparse(node.func).rpartition(".")[2]
    if name == "rule":
        return node.args[:2]
    if name == "RuleRef":
        return node.args[1:3]
    return [node.args[0], *node.args[2:3]] if name in ("refuse", "refused") and node.args else []


class Fault(NamedTuple):
    """A mismatch between rulebook, code and tests."""

    kind: Literal["rulebook", "untested", "mark", "citation", "ruling"]
    """The rulebook is missing, a rule has no test, or a mark, citation or cited ruling has no rule."""
    number: str = ""
    where: str = ""


def faults(folder: Path, tests: Path) -> list[Fault]:
    """Every mismatch in one system: rules without a test, citations and marks without a rule."""
    path = folder / "rulebook.md"
    if not path.exists():
        return [Fault("rulebook", where=folder.name)]
    book = read_rulebook(path)
    marked = list(marks(tests, book.system))
    covered = {number for number, _ in marked}
    found = [Fault("untested", number) for number in sorted(book.numbers - covered)]
    found += [Fault("mark", number, where) for number, where in marked if number not in book.numbers]
    found += [Fault("citation", number, where) for number, where in citations(folder) if number not in book.numbers]
    found += [Fault("ruling", str(number), where) for number, where in ruling_citations(folder)
              if number not in book.rulings]
    _nodes.cache_clear()  # a million objects, in which every search for garbage would look
    return found
