"""Translation of messages into the user's language. Only the screen and the command line use this.

A catalog is ``<folder>/<language>/LC_MESSAGES/drumhead.mo``; its header may give the language's own name as ``X-Name``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from gettext import find
from itertools import takewhile
from pathlib import Path

from game.core.message import Message, Text, decimal, error_text, plural, say, without_context
from game.files import shipped
from game.i18n.translations import Catalog, CatalogFault, is_code, read

FOLDER = shipped("locale")
"""The folder of the program's own catalogs."""
FOLDERS_VARIABLE = "DRUMHEAD_LOCALE"
"""The environment variable with additional folders of catalogs; they precede the program's own."""
LANGUAGE_VARIABLE = "DRUMHEAD_LANGUAGE"
"""The environment variable with the language, used if neither the command line nor the settings choose one."""
DOMAIN = "drumhead"
"""The name of the catalog files, without their extension."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language available in the program."""

    code: str
    """The gettext code, e.g. ``de`` or ``pt_BR``."""
    title: str
    """The language's name for itself."""
    unusable: int = 0
    """The number of unusable entries of its catalog, which stay English."""


@dataclass(frozen=True, slots=True)
class UnreadableLanguage:
    """A language whose catalogs cannot be read."""

    code: str
    fault: Text
    """The error message, with the file."""


ENGLISH = Language("en", "English")
"""The language of the templates, which needs no catalog."""
LANGUAGE_LISTS = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables with a list of languages, separated by colons; the first that is not empty counts."""
ENGLISH_NAMES = (ENGLISH.code, "C", "POSIX")
"""The names of English in such a list, without country and encoding."""

SPELLING = {
    "es": ((re.compile(r"\by (?=\*{0,2}(?![IVX]+\b)(?:[IÍií](?![aeoáéó])|[Hh][ií](?![aeoáéó])))"), "e "),
           (re.compile(r"\bo (?=\*{0,2}(?:[OÓoó]|[Hh][oó]|8|11\b))"), "u ")),
}
"""Language -> the patterns of words that are spelt differently before the next word, with what replaces them: Spanish
"y" before the sound i (but not before Roman numbers), "o" before the sound o."""

_catalogs: tuple[Catalog, ...] | None = None
"""The catalogs in use, in order of precedence; None until a language is chosen."""
_code = ""
"""The code of the language in use; empty until one is chosen."""


def languages() -> tuple[Language, ...]:
    """English and every language with a readable catalog, sorted by title."""
    by_code: dict[str, Language] = {}
    for path in _paths():
        try:
            catalog = _read(path)
        except CatalogFault:
            continue
        by_code.setdefault(catalog.code, Language(catalog.code, catalog.title, catalog.unusable))
    return (ENGLISH, *sorted(by_code.values(), key=lambda language: language.title))


def unreadable_languages() -> tuple[UnreadableLanguage, ...]:
    """Every language that has catalogs but none that can be read, sorted by code."""
    readable = {language.code for language in languages()}
    unreadable: dict[str, UnreadableLanguage] = {}
    for path in _paths():
        code = path.parent.parent.name
        if code not in readable:
            try:
                _read(path)
            except CatalogFault as error:
                unreadable.setdefault(code, UnreadableLanguage(code, error_text(error)))
    return tuple(unreadable[code] for code in sorted(unreadable))


def unusable_text(language: Language) -> Text:
    """A message about the number of unusable entries in a language's catalog; empty if there are none."""
    if not language.unusable:
        return ""
    return plural("{count} entry of its catalog cannot be used and stays English",
                  "{count} entries of its catalog cannot be used and stay English", language.unusable)


def set_language(code: str = "") -> None:
    """Set the language; if the code is empty or has no catalog, use that of the environment."""
    global _catalogs, _code
    if code == ENGLISH.code:
        _catalogs, _code = (), code
        return
    has_catalog = is_code(code) and any(language.code == code for language in languages())
    _catalogs = _catalogs_for(code if has_catalog else os.environ.get(LANGUAGE_VARIABLE, ""))
    _code = code if has_catalog else _catalogs[0].code if _catalogs else ENGLISH.code


def language_code() -> str:
    """The code of the current language."""
    _catalogs_in_use()
    return _code


def translate(text: Text) -> str:
    """A text in the user's language: a message is translated, a plain ``str`` is a name and unchanged."""
    if not isinstance(text, Message):
        return text
    translated = text.translated(_translate)
    for pattern, replacement in SPELLING.get(_code, ()):
        translated = pattern.sub(replacement, translated)
    return translated


def contains_name(text: Text, name: Text) -> bool:
    """Whether a text contains a name, or that name without its years, such as *Adua* for *Adua 1896*, both in the
    reader's language; capital and small letters are alike."""
    text, name = translate(text).casefold(), translate(name).casefold()
    return name in text or name.rstrip("0123456789-– ") in text


def capitalised(text: Text) -> str:
    """A text in the user's language with an initial capital, for use on its own."""
    translated = translate(text)
    return translated[:1].upper() + translated[1:]


def number(value: float, spec: str) -> str:
    """A number in the user's language, formatted as by ``format``, with the language's decimal sign."""
    return translate(decimal(format(value, spec)))


def _folders() -> Iterator[Path]:
    """The folders of catalogs, the user's own first."""
    yield from (Path(name) for name in os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep) if name)
    yield FOLDER


def _paths() -> Iterator[Path]:
    """The files of all catalogs."""
    for folder in _folders():
        try:
            files = sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
        except (OSError, ValueError):
            # A folder that cannot be listed counts as empty.
            continue
        yield from (path for path in files if is_code(code := path.parent.parent.name) and code != ENGLISH.code)


def _catalogs_for(code: str) -> tuple[Catalog, ...]:
    """The readable catalogs of a language, or of all languages of the environment in order, from the first folder that
    has any; then those of the first catalog's language in other folders, for texts that are missing so far."""
    catalogs: list[Catalog] = []
    codes = [code] if code else _environment_languages()
    for folder in _folders():
        readable = []
        for path in find(DOMAIN, folder, codes, all=True):
            try:
                readable.append(_read(Path(path)))
            except CatalogFault:
                continue
        catalogs += readable if not catalogs else [each for each in readable if each.code == catalogs[0].code]
    return tuple(catalogs)


def _environment_languages() -> list[str]:
    """The languages that the environment lists before English, which needs no catalog."""
    listed = next(filter(None, map(os.environ.get, LANGUAGE_LISTS)), "")
    return list(takewhile(lambda name: re.split("[_.@]", name)[0] not in ENGLISH_NAMES, listed.split(":")))


def _read(path: Path) -> Catalog:
    """A catalog; cached until its file changes.

    :raises CatalogFault: if it is not a valid catalog.
    """
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise CatalogFault(say("{path}: cannot be read: {error}", path=path, error=str(error))) from error
    return _read_once(path, status.st_mtime_ns, status.st_size)


@lru_cache(32)
def _read_once(path: Path, _changed: int, _size: int) -> Catalog:
    """A catalog, read again once its time of change or its size differs."""
    return read(path)


def _catalogs_in_use() -> tuple[Catalog, ...]:
    """The catalogs in use; those of the environment's language if none has been chosen."""
    if _catalogs is None:
        set_language()
    assert _catalogs is not None, "set_language sets the catalogs"
    return _catalogs


def _translate(template: str, plural_template: str, count: int) -> str:
    """The translation of a template (``message.Translate``); in English if no catalog has one."""
    translations = (catalog.form(template, count) if plural_template else catalog.text(template)
                    for catalog in _catalogs_in_use())
    return next((text for text in translations if text is not None),
                without_context(template) if count == 1 or not plural_template else plural_template)
