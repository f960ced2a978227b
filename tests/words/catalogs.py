"""Compiled catalogs of made-up languages, from every template of the program."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import ascii_letters

from game.core.message import without_context
from tools.words import ROOT, NotALiteral, Template, everything, in_source

PLAIN = str.maketrans(
    ascii_letters, "áƀćďéƒǵĥíĵķĺɱńóþɋŕśťúʋŵẋýź" + "ÁɃĆĎÉƑǴĤÍĴĶĹḾŃÓÞɊŔŚŤÚƲŴẊÝŹ"
)
PLACEHOLDER = re.compile(r"(\{[^}]*\})")
PLURALS = "nplurals=2; plural=(n != 1);"
PSEUDO = "xx"
"""The code of the language in which every letter has a diacritic."""


def marked(text: str) -> str:
    """A template with a diacritic on every letter, its placeholders unchanged."""
    return "".join(part if part.startswith("{") else part.translate(PLAIN)
                   for part in PLACEHOLDER.split(without_context(text)))


def write_catalog(folder: Path, code: str, name: str, entries: Mapping[str, str], plurals: str = PLURALS) -> None:
    """Write the catalog of a language below a folder.

    :param entries: template -> translation; for a counted one both templates and all forms, separated by zero bytes.
    """
    head = f"Content-Type: text/plain; charset=UTF-8\nLanguage: {code}\nX-Name: {name}\nPlural-Forms: {plurals}\n"
    pairs = sorted((one.encode(), other.encode()) for one, other in {**entries, "": head}.items())
    first, at = 28 + 16 * len(pairs), 0
    tables: list[bytes] = []
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[column]), first + at))
            at += len(pair[column]) + 1
    start = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    texts = b"".join(pair[column] + b"\0" for column in (0, 1) for pair in pairs)
    path = folder / code / "LC_MESSAGES" / "drumhead.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(start + b"".join(tables) + texts)


MADE_UP = tuple(
    path for part in ("match", "systems") for path in sorted((ROOT / "tests" / part).rglob("*.py"))
    if not path.name.startswith("test_")
)
"""The made-up systems, whose texts are in the made-up language's catalog, too."""


@cache
def _templates() -> tuple[Template, ...]:
    """Every template of the program and the made-up systems."""
    return (*everything(), *_made_up())


def _made_up() -> Iterator[Template]:
    for path in MADE_UP:
        try:
            yield from in_source(path.read_text("utf-8"), path.name)
        except NotALiteral:
            continue


def write_pseudo(folder: Path, say: Callable[[str], str] = marked) -> None:
    """Write the catalog of the language in which every letter has a diacritic."""
    entries = {
        (f"{found.singular}\0{found.plural}" if found.plural else found.singular): (
            f"{say(found.singular)}\0{say(found.plural)}" if found.plural else say(found.singular))
        for found in _templates() if found.singular
    }
    write_catalog(folder, PSEUDO, say("Pseudo"), entries)
