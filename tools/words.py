"""Gathers every template of a message into a catalog to translate: ``make words`` writes ``locale/drumhead.pot``,
updates every ``locale/<language>/LC_MESSAGES/drumhead.po``, reports how many of its texts are missing, and compiles it
to ``drumhead.mo`` beside it.

It finds the literals given to ``say``, ``plural``, ``both_or_all`` and ``in_context`` in the program, which include
the command line's help pages, and the texts in data files: those of scenarios, lessons and programmes, the names of
units, the headings of tables, the texts printed on maps, and the texts that systems add to the screen. The header of a
translation gives its plural rule and the language's own name (``X-Name``).
"""

from __future__ import annotations

import ast
import re
import string
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import polib

from game.board.hexgrid import NOTE

ROOT = Path(__file__).resolve().parent.parent
CATALOG = ROOT / "locale" / "drumhead.pot"
SINGLE, COUNTED, UP_TO_TWO, IN_CONTEXT = "say", "plural", "both_or_all", "in_context"
"""The functions that take templates: one; a singular and a plural; a singular, one for two and a plural; and one after
a context."""
TEMPLATE_COUNTS = {SINGLE: 1, COUNTED: 2, UP_TO_TWO: 3, IN_CONTEXT: 2}
"""Function -> the number of arguments that are literals."""
TEXT_SOURCE = re.compile(rf"\b(?:{'|'.join(TEMPLATE_COUNTS)}|provenance)\b")
"""A name that a source with templates must have."""
CONTEXT_END = "\x04"
"""The character between a context and its template, as in gettext; must agree with ``game.core.message``."""
HEADER = (
    "Content-Type: text/plain; charset=UTF-8\n", "Language: \n", "X-Name: English\n",
    "Plural-Forms: nplurals=2; plural=(n != 1);\n",
)
"""The header of the catalog."""
TEXT_KEYS = ("title", "short", "summary", "say", "before", "notes", "question", "hint")
"""Keys of the files of scenarios, lessons and programmes whose values are texts for people to read."""
PART_KEYS = ("steps", "entries")
"""Keys whose values are the steps of a lesson and the entries of a programme; they too have ``TEXT_KEYS``."""


@dataclass(frozen=True, slots=True)
class Template:
    """A template and its position in the source."""

    singular: str
    """The template, or its singular; after its context if it has one."""
    plural: str
    """Its plural; empty if the template has no count."""
    location: str
    """File and line, or file only."""
    value_names: frozenset[str] | None
    """The names of the values passed with it; None if some cannot be read from the source."""

    @property
    def placeholders(self) -> frozenset[str]:
        """The names of its placeholders; none if no values are passed with it, because its braces are then printed."""
        if self.value_names is not None and not self.value_names:
            return frozenset()
        parsed = string.Formatter().parse(self.singular), string.Formatter().parse(self.plural)
        return frozenset(name for parts in parsed for _, name, _, _ in parts if name)


class NotALiteral(ValueError):
    """A template that is not a literal; the message says where."""


def in_program() -> Iterator[Template]:
    """Every template in the program.

    :raises NotALiteral: for a template that is not a literal.
    """
    for path in sorted((ROOT / "game").rglob("*.py")):
        yield from _in_file(path)


@cache
def _in_file(path: Path) -> tuple[Template, ...]:
    """Every template in a file of the program, which is read once only."""
    return tuple(in_source(path.read_text("utf-8"), str(path.relative_to(ROOT))))


def in_source(source: str, name: str) -> Iterator[Template]:
    """Every template in a Python source, and every text in an argument named ``provenance``.

    :param name: the file's name, for the locations.
    :raises NotALiteral: as ``in_program``.
    """
    for node in ast.walk(ast.parse(source)) if TEXT_SOURCE.search(source) else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TEMPLATE_COUNTS:
            function, location = node.func.id, f"{name}:{node.lineno}"
            texts = [_literal(argument, location) for argument in node.args[:TEMPLATE_COUNTS[function]]]
            if function == IN_CONTEXT:
                texts = [CONTEXT_END.join(texts)]
            value_names = frozenset(keyword.arg for keyword in node.keywords if keyword.arg is not None)
            all_named = all(keyword.arg is not None for keyword in node.keywords)
            count = {"count"} if function in (COUNTED, UP_TO_TWO) else set()
            if function == UP_TO_TWO:  # "both" has no {count}
                yield Template(texts.pop(1), "", location, value_names if all_named else None)
            yield Template(texts[0], texts[1] if len(texts) > 1 else "", location,
                           value_names | count if all_named else None)
        if isinstance(node, ast.keyword) and node.arg == "provenance":
            for text in ast.walk(node.value):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield Template(text.value, "", f"{name}:{text.lineno}", frozenset())


def _literal(node: ast.expr, location: str) -> str:
    """The text of a literal.

    :raises NotALiteral: for any other expression.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotALiteral(f"{location}: {ast.unparse(node)} is not a literal")


def in_scenarios() -> Iterator[Template]:
    """Every text of the files of scenarios, lessons and programmes."""
    for path in (*sorted((ROOT / "game" / "rules").rglob("*.toml")), ROOT / "assets" / "evening.toml"):
        data = tomllib.loads(path.read_text("utf-8"))
        for text in _texts(data):
            yield _plain_template(text, path)


def _texts(data: dict[str, Any]) -> Iterator[str]:
    """The texts of a file of a scenario, a lesson or a programme; none in other files."""
    if not {"summary", *PART_KEYS} & data.keys():
        return
    rows = (data, *(row for key in PART_KEYS for row in data.get(key, ())))
    tables = (table for row in rows for table in (row, *(value for value in row.values() if isinstance(value, dict))))
    for table in tables:
        yield from (table[key] for key in TEXT_KEYS if isinstance(table.get(key), str))
    yield from (option["label"] for option in data.get("options", ()) if isinstance(option, dict) and "label" in option)
    for statements in (data.get("provenance", {}), *data.get("provenance-with", {}).values()):
        for subject, source in statements.items():
            yield from (subject, source)


def in_rosters() -> Iterator[Template]:
    """The names of units and brigades in the files of rosters."""
    for path in sorted((ROOT / "game" / "rules").rglob("roster.toml")):
        rows: list[Any] = list(tomllib.loads(path.read_text("utf-8")).values())
        for row in rows:  # the list grows in the loop, because tables may contain tables
            if isinstance(row, dict):
                rows += row.values()
                if isinstance(row.get("name"), str):
                    yield _plain_template(row["name"], path)


def in_tables() -> Iterator[Template]:
    """The headings of printed tables that have more than one word; the others are figures."""
    for path in sorted((ROOT / "game" / "rules").rglob("tables.toml")):
        for table in tomllib.loads(path.read_text("utf-8")).values():
            headings = table.get("columns", ()) if isinstance(table, dict) else ()
            yield from (_plain_template(text, path) for text in headings if isinstance(text, str) and " " in text)


def in_maps() -> Iterator[Template]:
    """The titles of maps, the words and notes printed on them, and the kinds of ground."""
    for path in sorted((ROOT / "maps").rglob("*.tmx")):
        root = ElementTree.parse(path).getroot()
        for title in root.iterfind("properties/property[@name='title']"):
            yield _plain_template(title.attrib["value"], path)
        for kind in (f"@value='{NOTE}'", "@name='word'"):
            for text in root.iterfind(f".//object[@type='label']/properties/property[{kind}]/../../text"):
                yield _plain_template(text.text or "", path)
    for path in sorted((ROOT / "game" / "rules").rglob("vocabulary.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        for text in (word for kind in ("terrain", "flags", "roads") for word in data.get(kind, ())):
            yield _plain_template(text, path)


def in_screen_files() -> Iterator[Template]:
    """The texts that systems add to the screen: the meanings of marks, the uses of keys, and texts of the result
    sheet."""
    for path in sorted((ROOT / "assets").rglob("screen.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        meanings = (mark["means"] for mark in data.get("marks", {}).values() if "means" in mark)
        for text in (*meanings, *data.get("keys", {}).values(), *data.get("victory", {}).values()):
            yield _plain_template(text, path)


def in_styles() -> Iterator[Template]:
    """The texts of map styles: the terrain key, the key to unit symbols, the unit of the scale, and notes."""
    for path in sorted((ROOT / "assets").rglob("style.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        entries = (*data.get("legend", ()), *data.get("symbol", ()))
        legend = (entry[key] for entry in entries for key in ("name", "note") if key in entry)
        scale = (data["scale"]["unit"],) if "unit" in data.get("scale", {}) else ()
        for text in (*legend, *scale, *data["sheet"].get("note", ()), *data["sheet"].get("symbol-notes", ())):
            yield _plain_template(text, path)


def _plain_template(text: str, path: Path) -> Template:
    """A template without placeholders, from a file."""
    return Template(text, "", str(path.relative_to(ROOT)), frozenset())


def everything() -> Iterator[Template]:
    """Every template in the program and in data files, in the order of the catalog."""
    yield from in_program()
    yield from in_scenarios()
    yield from in_rosters()
    yield from in_tables()
    yield from in_maps()
    yield from in_screen_files()
    yield from in_styles()


def catalog() -> str:
    """The catalog in gettext's format: every template once, with all its locations."""
    locations: dict[tuple[str, str], list[str]] = {}
    for template in filter(lambda each: each.singular, everything()):
        locations.setdefault((template.singular, template.plural), []).append(template.location)
    header = "\n".join(('msgid ""', 'msgstr ""', *map(_quoted, HEADER), ""))
    return "\n".join([header, *(_entry(*texts, places) for texts, places in locations.items())])


def _entry(singular: str, plural: str, locations: list[str]) -> str:
    """The entry of a template in the catalog."""
    lines = [f"#: {location}" for location in dict.fromkeys(locations)]
    lines += ["#, python-brace-format"] if "{" in singular else []
    context, _, text = singular.rpartition(CONTEXT_END)
    lines += [f"msgctxt {_quoted(context)}"] if context else []
    lines.append(f"msgid {_quoted(text)}")
    lines += [f"msgid_plural {_quoted(plural)}", 'msgstr[0] ""', 'msgstr[1] ""'] if plural else ['msgstr ""']
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A text in quotes, escaped as in a catalog."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def update(path: Path, current: polib.POFile) -> int:
    """Update the file of a translation to the current catalog, compile it, and return how many texts it lacks.

    The translation of a changed text is dropped: it must be written anew.
    """
    translations = polib.pofile(str(path), wrapwidth=120)
    translations.merge(current)
    entries = sorted((entry for entry in translations if entry.msgid and not entry.obsolete),
                     key=lambda entry: (entry.msgid, entry.msgctxt or ""))
    for entry in entries:
        entry.occurrences = []
    translations[:] = entries
    translations.save()
    translations.save_as_mofile(str(path.with_suffix(".mo")))
    return len(translations.untranslated_entries())


def main() -> None:
    """Write the catalog, and update every translation."""
    CATALOG.parent.mkdir(exist_ok=True)
    CATALOG.write_text(catalog(), "utf-8")
    sys.stdout.write(f"{CATALOG.relative_to(ROOT)} written\n")
    current = polib.pofile(str(CATALOG))
    for path in sorted(CATALOG.parent.glob("*/LC_MESSAGES/drumhead.po")):
        sys.stdout.write(f"{path.relative_to(ROOT)}: {update(path, current)} texts missing\n")


if __name__ == "__main__":
    main()
