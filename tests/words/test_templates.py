"""Every template can be found, and names exactly what is given with it; nothing in the rules makes sentences else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.words import ROOT, NoLiteral, catalog, in_program, in_scenarios, in_source

QUIET = {"notation", "__repr__", "__str__"}
"""Functions that make text for programs."""
OWN = {"ValueError", "KeyError", "TypeError", "IndexError", "TooManyOutcomes", "IllegalAction", "TooMuch"}
"""Errors for programmers: who uses the screen or the command line never reads them."""
WORD = re.compile(r"[A-Za-z]{2,}")
DIRECT = {
    "game/cli_help.py", "game/core/message.py", "game/rules/africa/scenario.py", "game/rules/kassala/scenario.py",
}
"""Modules that make a message of a template that is not written out: of docstrings, files and another message."""


def test_every_template_names_what_is_given_with_it() -> None:
    """No placeholder without a value, no value without a placeholder; a number that counts may stay unsaid."""
    found = list(in_program())
    assert len(found) > 500
    for template in found:
        if template.given is not None:
            rest = template.given ^ template.named
            assert rest <= ({"count"} if template.many else set()), f"{template.where}: {sorted(rest)}"


def test_plurals_have_the_same_names() -> None:
    """But for the number itself, which one of something need not have."""
    for template in in_program():
        if template.many:
            one, many = (set(re.findall(r"\{(\w+)", text)) for text in (template.one, template.many))
            assert one ^ many <= {"count"}, template.where


def test_what_is_no_literal_is_found() -> None:
    """A sentence formatted before it becomes a message could not be translated."""
    with pytest.raises(NoLiteral, match=r"x\.py:1"):
        list(in_source('say(f"{name} moves")', "x.py"))


def test_the_catalog_holds_program_and_scenarios() -> None:
    """Singular and plural, and the texts of the scenarios' files."""
    text = catalog()
    assert 'msgid "{count} unit can move"\nmsgid_plural "{count} units can move"' in text
    assert any("scenarios" in template.where and template.one for template in in_scenarios())
    assert "#: game/rules/kassala/combat.py" in text


def built(source: str) -> Iterator[tuple[int, str]]:
    """Sentences that code puts together: line and code of strings with words that are formatted, added or joined.

    What is raised as an error of Python's own is for programmers.
    """
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if _joins(node) and not _quiet(node, parents):
            yield getattr(node, "lineno", 0), ast.unparse(node)


def _words(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(WORD.search(node.value)) and (
        " " in node.value)


def _joins(node: ast.AST) -> bool:
    """Whether a node makes a text with words of ours out of parts."""
    match node:
        case ast.JoinedStr(values=values):
            return any(map(_words, values))
        case ast.BinOp(op=ast.Add() | ast.Mod(), left=left, right=right):
            return _words(left) or _words(right)
        case ast.Call(func=ast.Attribute(value=value, attr="join" | "format")):
            return _words(value)
        case _:
            return False


def _quiet(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether it is raised, or made for programs."""
    while node in parents:
        node = parents[node]
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func) in OWN:
            return True
        if isinstance(node, ast.FunctionDef) and node.name in QUIET:
            return True
    return False


STILL = {
    "game/ai/worker.py", "game/core/chance.py", "game/rules/africa/pending.py", "game/ui/play/computer_players.py",
    "game/ui/play/save_picture.py", "game/ui/screens/rulepages.py",
    *(f"game/rules/{folder.name}/{name}.py" for folder in (ROOT / "game" / "rules").iterdir()
      for name in ("actions", "position")),
}
"""Modules whose words are read by programs, or by those who write positions and notations; they are in English."""


@pytest.mark.parametrize("part", ["rules", "core", "ai", "maps", "match", "ui/app", "ui/cards", "ui/play",
                                  "ui/screens"])
def test_no_sentence_is_made_but_as_a_message(part: str) -> None:
    """In the rules, the vocabulary, the computer players and what the screen prints; drawings are no sentences."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {code}"
        for path in sorted((ROOT / "game" / part).rglob("*.py")) if str(path.relative_to(ROOT)) not in STILL
        for line, code in built(path.read_text("utf-8")) if "<" not in code
    ]
    assert found == []


@pytest.mark.parametrize("source", [
    'text = f"{unit} has moved"', 'text = " has moved".join(units)', 'text = name + " has moved"',
    'text = "{} has moved".format(name)', 'text = "%s has moved" % name',
])
def test_a_sentence_put_together_is_found(source: str) -> None:
    """However it is done."""
    assert list(built(source))


def test_only_files_make_messages_of_other_templates() -> None:
    """Everywhere else in the rules and the match a template is written out."""
    named = {
        str(path.relative_to(ROOT)) for path in Path(ROOT / "game").rglob("*.py") if "ui" not in path.parts
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Message"
    }
    assert named == DIRECT
