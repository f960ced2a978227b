"""Gathers every template of a message into a catalog to translate: ``make words`` writes ``locale/drumhead.pot``,
updates every ``locale/<language>/LC_MESSAGES/drumhead.po``, reports how many of its texts are missing, and compiles it
to ``drumhead.mo`` beside it.

It finds the literals given to ``say``, ``plural`` and ``in_context`` in the program, the texts of scenarios, lessons
and programmes in their files, the texts printed on maps and their styles, the texts that systems add to the screen, and
the command line's help pages. The header of a translation gives its plural rule and the language's own name
(``X-Name``).
"""

from __future__ import annotations

import ast
import string
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import polib

ROOT = Path(__file__).resolve().parent.parent
CATALOG = ROOT / "locale" / "drumhead.pot"
SINGLE, COUNTED, IN_CONTEXT = "say", "plural", "in_context"
"""The functions whose first argument, or first two, are templates, and the one with a context before the template."""
CONTEXT_END = "\x04"
HEAD = (
    "Content-Type: text/plain; charset=UTF-8\n", "Language: \n", "X-Name: English\n",
    "Plural-Forms: nplurals=2; plural=(n != 1);\n",
)
TEXT_KEYS = ("title", "short", "summary", "say", "before", "notes", "question", "hint")
"""Keys of scenario files, lessons and programmes whose values are texts for people to read."""
PARTS = ("steps", "entries")
"""Keys of the parts of lessons and programmes."""


@dataclass(frozen=True, slots=True)
class Template:
    """A template and its position in the source."""

    one: str
    """The singular, after its context if it has one."""
    many: str
    """The plural; empty if the template has no count."""
    where: str
    """File and line."""
    given: frozenset[str] | None
    """The names of the values given with it; None if some cannot be read from the source."""

    @property
    def placeholders(self) -> frozenset[str]:
        """The names of its placeholders."""
        if self.given is not None and not self.given:
            return frozenset()
        found = string.Formatter().parse(self.one), string.Formatter().parse(self.many)
        return frozenset(name for parts in found for _, name, _, _ in parts if name)


class NoLiteral(ValueError):
    """A template that is not a literal; the message says where."""


def in_program() -> Iterator[Template]:
    """Every template in the program.

    :raises NoLiteral: for a template that is not a literal.
    """
    for path in sorted((ROOT / "game").rglob("*.py")):
        yield from in_source(path.read_text("utf-8"), str(path.relative_to(ROOT)))


def in_source(source: str, name: str) -> Iterator[Template]:
    """Every template in a source.

    :raises NoLiteral: as ``in_program``.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in (
                SINGLE, COUNTED, IN_CONTEXT):
            where = f"{name}:{node.lineno}"
            texts = [_literal(argument, where) for argument in node.args[: 1 + (node.func.id != SINGLE)]]
            if node.func.id == IN_CONTEXT:
                texts = [CONTEXT_END.join(texts)]
            given = frozenset(keyword.arg for keyword in node.keywords if keyword.arg is not None)
            whole = all(keyword.arg is not None for keyword in node.keywords)
            counted = {"count"} if node.func.id == COUNTED else set()
            yield Template(texts[0], texts[1] if len(texts) > 1 else "", where, given | counted if whole else None)
        if isinstance(node, ast.keyword) and node.arg == "provenance":
            for text in ast.walk(node.value):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield Template(text.value, "", f"{name}:{text.lineno}", frozenset())


def _literal(node: ast.expr, where: str) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NoLiteral(f"{where}: {ast.unparse(node)} is no literal")


def in_scenarios() -> Iterator[Template]:
    """Every text of the files of scenarios, lessons and programmes."""
    for path in (*sorted((ROOT / "game" / "rules").rglob("*.toml")), ROOT / "assets" / "evening.toml"):
        data = tomllib.loads(path.read_text("utf-8"))
        for text in _texts(data):
            yield _whole(text, path)


def _texts(data: dict[str, Any]) -> Iterator[str]:
    if not {"summary", *PARTS} & data.keys():
        return
    rows = (data, *(row for key in PARTS for row in data.get(key, ())))
    for part in (each for row in rows for each in (row, *(one for one in row.values() if isinstance(one, dict)))):
        yield from (part[key] for key in TEXT_KEYS if isinstance(part.get(key), str))
    yield from (option["label"] for option in data.get("options", ()) if isinstance(option, dict) and "label" in option)
    for pair in [item for part in (data.get("provenance", {}), *data.get("provenance-with", {}).values())
                 for item in part.items()]:
        yield from pair


def in_rosters() -> Iterator[Template]:
    """The names of units and brigades."""
    for path in sorted((ROOT / "game" / "rules").rglob("roster.toml")):
        rows: list[Any] = list(tomllib.loads(path.read_text("utf-8")).values())
        for row in rows:  # it grows: a roster may have parts
            if isinstance(row, dict):
                rows += row.values()
                if isinstance(row.get("name"), str):
                    yield _whole(row["name"], path)


def in_tables() -> Iterator[Template]:
    """The headings of printed tables that are words."""
    for path in sorted((ROOT / "game" / "rules").rglob("tables.toml")):
        for table in tomllib.loads(path.read_text("utf-8")).values():
            headings = table.get("columns", ()) if isinstance(table, dict) else ()
            yield from (_whole(text, path) for text in headings if isinstance(text, str) and " " in text)


def in_maps() -> Iterator[Template]:
    """The texts of maps: titles, the kinds of ground, and the printed key, scale and notes."""
    for path in sorted((ROOT / "maps").rglob("*.tmx")):
        for found in ElementTree.parse(path).getroot().iterfind("properties/property[@name='title']"):
            yield _whole(found.attrib["value"], path)
    for path in sorted((ROOT / "game" / "rules").rglob("vocabulary.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        for text in (word for kind in ("terrain", "flags", "roads") for word in data.get(kind, ())):
            yield _whole(text, path)
    for path in sorted((ROOT / "assets").rglob("screen.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        meanings = (mark["means"] for mark in data.get("marks", {}).values() if "means" in mark)
        for text in (*meanings, *data.get("keys", {}).values(), *data.get("victory", {}).values()):
            yield _whole(text, path)
    for path in sorted((ROOT / "assets").rglob("style.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        entries = (*data.get("legend", ()), *data.get("symbol", ()))
        legend = (entry[key] for entry in entries for key in ("name", "note") if key in entry)
        scale = (data["scale"]["unit"],) if "unit" in data.get("scale", {}) else ()
        for text in (*legend, *scale, *data["sheet"].get("note", ()), *data["sheet"].get("symbol-notes", ())):
            yield _whole(text, path)


def _whole(text: str, path: Path) -> Template:
    """A template from a file, without placeholders."""
    return Template(text, "", str(path.relative_to(ROOT)), frozenset())


def everything() -> Iterator[Template]:
    """Every template whose text people read."""
    yield from in_program()
    yield from in_scenarios()
    yield from in_rosters()
    yield from in_tables()
    yield from in_maps()


def catalog() -> str:
    """The catalog in gettext's format."""
    found: dict[tuple[str, str], list[str]] = {}
    for template in filter(lambda each: each.one, everything()):
        found.setdefault((template.one, template.many), []).append(template.where)
    head = "\n".join(('msgid ""', 'msgstr ""', *map(_quoted, HEAD), ""))
    return "\n".join([head, *(_entry(one, many, where) for (one, many), where in found.items())])


def _entry(one: str, many: str, where: list[str]) -> str:
    lines = [f"#: {place}" for place in dict.fromkeys(where)]
    lines += ["#, python-brace-format"] if "{" in one else []
    context, _, text = one.rpartition(CONTEXT_END)
    lines += [f"msgctxt {_quoted(context)}"] if context else []
    lines.append(f"msgid {_quoted(text)}")
    lines += [f"msgid_plural {_quoted(many)}", 'msgstr[0] ""', 'msgstr[1] ""'] if many else ['msgstr ""']
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def update(path: Path, words: polib.POFile) -> int:
    """Update the translations in a file to all current texts, compile them, and return how many are missing.

    The translation of a changed text is dropped: it must be written anew.
    """
    known = polib.pofile(str(path), wrapwidth=120)
    known.merge(words)
    texts = sorted((entry for entry in known if entry.msgid and not entry.obsolete),
                   key=lambda entry: (entry.msgid, entry.msgctxt or ""))
    for entry in texts:
        entry.occurrences = []
    known[:] = texts
    known.save()
    known.save_as_mofile(str(path.with_suffix(".mo")))
    return len(known.untranslated_entries())


def main() -> None:
    """Write the catalog, and update every translation."""
    CATALOG.parent.mkdir(exist_ok=True)
    CATALOG.write_text(catalog(), "utf-8")
    sys.stdout.write(f"{CATALOG.relative_to(ROOT)} written\n")
    words = polib.pofile(str(CATALOG))
    for path in sorted(CATALOG.parent.glob("*/LC_MESSAGES/drumhead.po")):
        sys.stdout.write(f"{path.relative_to(ROOT)}: {update(path, words)} texts missing\n")


if __name__ == "__main__":
    main()
