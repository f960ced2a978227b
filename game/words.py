"""Messages in the language of who reads them, and nothing but print on a terminal. Only the screen and the command
line use this.

A catalog is ``<folder>/<language>/LC_MESSAGES/drumhead.mo``; its header may give the language's own name as ``X-Name``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Any, TextIO, cast

from game.core.message import Message, Text, plain

FOLDER = Path(__file__).resolve().parent.parent / "locale"
"""Where the program's own catalogs are."""
VARIABLE = "DRUMHEAD_LOCALE"
"""Names more folders of catalogs."""
CHOSEN = "DRUMHEAD_LANGUAGE"
"""Names the language where neither the command line nor the settings do."""
DOMAIN = "drumhead"


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the program speaks."""

    code: str
    """As gettext has it, e.g. ``de`` or ``pt_BR``."""
    title: str
    """Its name in itself."""


ENGLISH = Language("en", "English")

_catalog: NullTranslations | None = None
_code = ""


def languages() -> tuple[Language, ...]:
    """English, and every language that has a catalog, by name."""
    found: dict[str, Language] = {}
    for folder in _folders():
        for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")):
            code = path.parent.parent.name
            if code != ENGLISH.code and code not in found:
                found[code] = Language(code, _read(code).info().get("x-name", code))
    return (ENGLISH, *sorted(found.values(), key=lambda language: language.title))


def speak(code: str = "") -> None:
    """Use a language from now on; empty, or where there is no catalog for it: that of the environment."""
    global _catalog, _code
    if code == ENGLISH.code:
        _catalog, _code = NullTranslations(), code
        return
    known = any((folder / code / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file() for folder in _folders()) if code else False
    _catalog = _read(code if known else os.environ.get(CHOSEN, ""))
    _code = code if known else _catalog.info().get("language", "") or ENGLISH.code


def spoken() -> str:
    """The code of the language in use."""
    _in_use()
    return _code


def said(text: Text) -> str:
    """A text in the reader's language: a message is translated, a plain ``str`` is a name and stays."""
    return text.translated(_translate) if isinstance(text, Message) else text


def headed(text: Text) -> str:
    """The same as it stands alone: with a capital at its beginning."""
    shown = said(text)
    return shown[:1].upper() + shown[1:]


class Printed:
    """A text stream on which nothing but print, tabs and ends of lines is written: other characters become codes."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text, and return its length."""
        self.stream.write(plain(text, "\n\t"))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def only_print() -> Iterator[None]:
    """Guard standard output and error: no character of anybody's file commands the terminal, whoever prints it."""
    with ExitStack() as stack:
        for stream, redirect in ((sys.stdout, redirect_stdout), (sys.stderr, redirect_stderr)):
            if stream is not None:
                stack.enter_context(redirect(cast(TextIO, Printed(stream))))
        yield


def terminal(stream: TextIO) -> TextIO:
    """The stream below the guard, for those who command the terminal themselves: bars, bold print."""
    return stream.stream if isinstance(stream, Printed) else stream


def _folders() -> Iterator[Path]:
    yield FOLDER
    yield from (Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name)


def _read(code: str) -> NullTranslations:
    """The catalog of a language, or of the environment's; one that says everything in English where there is none."""
    for folder in _folders():
        try:
            return translation(DOMAIN, folder, [code] if code else None)
        except OSError:
            continue
    return NullTranslations()


def _in_use() -> NullTranslations:
    if _catalog is None:
        speak()
    assert _catalog is not None
    return _catalog


def _translate(one: str, many: str, count: int) -> str:
    if not one:
        return ""
    return _in_use().ngettext(one, many, count) if many else _in_use().gettext(one)
