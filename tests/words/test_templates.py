"""Every template is found by the catalog's tool and names exactly its values; the rules build no sentences in other
ways."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.words import ROOT, NotALiteral, catalog, in_program, in_scenarios, in_source

QUIET = {"notation", "__repr__", "__str__"}
"""Functions that make text for programs."""
OWN = {"ValueError", "KeyError", "TypeError", "IndexError", "TooManyOutcomes", "IllegalAction"}
"""Errors for programmers, which users never see."""
WORD = re.compile(r"[A-Za-z]{2,}")
DIRECT = {
    "game/core/message.py", "game/rules/africa/scenario.py", "game/rules/kassala/scenario.py",
    "game/rules/tours/scenario.py", "game/rules/adua/scenario.py", "game/core/fields.py", "game/match/lessons.py",
    "game/match/programmes.py", "game/rules/renaissance/engine/armies.py", "game/rules/renaissance/engine/scenario.py",
    "game/core/event.py",
}
"""Modules that make messages from templates that are not literals: from docstrings, files, columns of tables, other
messages, and messages in the index of saved games."""


def test_every_template_names_what_is_given_with_it() -> None:
    """Each placeholder has a value and each value a placeholder, except that a count may be left out."""
    found = list(in_program())
    assert len(found) > 500
    for template in found:
        if template.value_names is not None:
            rest = template.value_names ^ template.placeholders
            assert rest <= ({"count"} if template.plural else set()), f"{template.location}: {sorted(rest)}"


def test_plurals_have_the_same_names() -> None:
    """Singular and plural have the same placeholders, except the number itself, which the singular may omit."""
    for template in in_program():
        if template.plural:
            one, many = (set(re.findall(r"\{(\w+)", text)) for text in (template.singular, template.plural))
            assert one ^ many <= {"count"}, template.location


def test_a_template_that_is_no_literal_is_detected() -> None:
    """A sentence formatted before it becomes a message could not be translated."""
    with pytest.raises(NotALiteral, match=r"x\.py:1"):
        list(in_source('say(f"{name} moves")', "x.py"))


def test_a_text_for_two_is_a_template_of_its_own() -> None:
    """The catalog has the text for a count of two beside the singular and the plural."""
    found = list(in_source('both_or_all("Roll one", "Roll both", "Roll all {count}", n)', "x.py"))
    assert [(template.singular, template.plural) for template in found] == [
        ("Roll both", ""), ("Roll one", "Roll all {count}")]


def test_the_catalog_holds_program_and_scenarios() -> None:
    """The catalog has singulars, plurals, and the texts in the scenarios' files."""
    text = catalog()
    assert 'msgid "{count} unit can move"\nmsgid_plural "{count} units can move"' in text
    assert any("scenarios" in template.location and template.singular for template in in_scenarios())
    assert "#: game/rules/kassala/combat.py" in text


def built(source: str) -> Iterator[tuple[int, str]]:
    """Sentences built by code: line and source of strings with words that are formatted, added or joined.

    Texts of Python's own errors are for programmers.
    """
    tree = ast.parse(source)
    joining = [node for node in ast.walk(tree) if _joins(node)]
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)} if joining else {}
    for node in joining:
        if not _quiet(node, parents):
            yield getattr(node, "lineno", 0), ast.unparse(node)


def _words(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(WORD.search(node.value)) and (
        " " in node.value)


def _joins(node: ast.AST) -> bool:
    """Whether a node builds a text with our words from parts."""
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
    """Whether a text is an error for programmers, or is for programs."""
    while node in parents:
        node = parents[node]
        if isinstance(node, ast.Call) and ast.unparse(node.func) in OWN:
            return True
        if isinstance(node, ast.FunctionDef) and node.name in QUIET:
            return True
    return False


SEEDS = {
    "game/ui/dice/dice_layout.py", "game/ui/dice/dice_tray.py", "game/ui/sheets/areas.py",
    "game/ui/sheets/hex_plan.py", "game/ui/sheets/planes.py", "game/ui/sheets/terrain.py",
    "game/rules/adua/ai/advance.py", "game/rules/adua/ai/strong_ground.py",
}
"""Modules that scatter dice and symbols or draw lots: nobody reads the seeds of their generators."""
RULING = "ruling {ruling[1]}"
"""The key of a ruling in a rulebook's index."""
PREFIX = "drumhead: {"
"""The program's name as a prefix on standard error."""
DRAWING = re.compile(r'<|="|stroke\(')
"""Code that draws: SVG and marked-up text."""
NOTATION = re.compile(r"\[[\w.{}]+\]")
"""Tables of a style file in its own notation."""


@pytest.mark.every(2)
@pytest.mark.parametrize(
    "part", ["ai", "board", "cli", "core", "i18n", "maps", "match", "rules", "selfplay", "ui", "."])
def test_every_sentence_is_a_message(part: str) -> None:
    """Everywhere in the program except the referee and the adapters, which speak English to programs."""
    folder = ROOT / "game" / part
    paths = folder.glob("*.py") if part == "." else folder.rglob("*.py")
    found = [
        f"{path.relative_to(ROOT)}:{line}: {code}"
        for path in sorted(paths) if str(path.relative_to(ROOT)) not in SEEDS
        for line, code in built(path.read_text("utf-8"))
        if RULING not in code and PREFIX not in code and not DRAWING.search(code) and not NOTATION.search(code)
    ]
    assert found == []


@pytest.mark.parametrize("source", [
    'text = f"{unit} has moved"', 'text = " has moved".join(units)', 'text = name + " has moved"',
    'text = "{} has moved".format(name)', 'text = "%s has moved" % name',
])
def test_a_built_sentence_is_detected(source: str) -> None:
    """Each way of building one is detected."""
    assert list(built(source))


def test_only_some_modules_use_templates_that_are_no_literals() -> None:
    """Everywhere else in the rules and the match a template is a literal."""
    sources = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in Path(ROOT / "game").rglob("*.py")
               if "ui" not in path.parts}
    named = {
        name for name, source in sources.items() if "Message" in source for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message"
    }
    assert named == DIRECT
