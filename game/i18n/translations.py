"""Compiled catalogs of translations (``.mo``). Somebody else made them: nothing in one can end the program.

Every entry is checked when its catalog is read. One that cannot be printed, or filled in with the values of its English
template, falls back to English.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from struct import unpack_from
from unicodedata import category

from game import files
from game.core.message import MessageError, say, told

LARGEST = 2**25
"""Bytes of a catalog, at most."""
COUNTS = range(1001)
"""Numbers for which a rule of plurals is tried when a catalog is read."""
LONGEST_NAME = 40
"""Letters of a language's own name, at most."""
ROOM = (100, 10)
"""Letters that a translation may have: so many, and so many more for every letter of its template (chosen; no sentence
of a real language comes near)."""
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@-]{0,39}")

_RULE_FAILS = (ArithmeticError, ValueError, TypeError, RecursionError, MemoryError)
"""What a catalog's rule of plurals, an expression of its own, can raise."""

Field = tuple[str, str, str | None]
"""The name, the format and the conversion of a placeholder."""


class CatalogFault(MessageError, ValueError):
    """A file that is no catalog; names it and says what is wrong."""


@dataclass(frozen=True, slots=True)
class Catalog:
    """What can be said in a language."""

    code: str
    """The name of its folder, e.g. ``de`` or ``pt_BR``."""
    title: str
    """What the language calls itself."""
    texts: Mapping[str, str]
    """English template -> translation."""
    forms: Mapping[str, tuple[str, ...]]
    """English template of one thing -> every form of the plural."""
    plural: Callable[[int], int]
    """Number that counts -> which form. The catalog's own rule: it may raise anything."""
    fallen: int
    """Entries that fell back to English because they could not be used."""

    def text(self, template: str) -> str | None:
        """The translation of a template; None where it has none."""
        return self.texts.get(template)

    def form(self, template: str, count: int) -> str | None:
        """The translation of a counted template in the form for a number; None where it has none."""
        forms = self.forms.get(template)
        return forms[at] if forms is not None and (at := _which(self.plural, count)) in range(len(forms)) else None


def is_code(code: str) -> bool:
    """Whether a language can be called so: a short name of ASCII letters, such as ``de`` or ``pt_BR``."""
    return _CODE.fullmatch(code) is not None


def read(path: Path) -> Catalog:
    """The catalog in a file ``<language>/LC_MESSAGES/<domain>.mo``.

    :raises CatalogFault: where it is none, or damaged.
    """
    code = path.parent.parent.name
    try:
        data = files.read(path, LARGEST)
        _refuse_overlaps(data)
        found = _Reader(io.BytesIO(data))
    except files.FileRefused as error:
        raise CatalogFault(told(error)) from error
    except Exception as error:
        # gettext's own reader lets out whatever a damaged file leads to.
        raise CatalogFault(say("{path}: expected a catalog compiled by gettext, found something else ({error})",
                               path=path, error=f"{type(error).__name__}: {error}")) from error
    texts, forms = found.entries()
    used = {_which(found.plural, count) for count in COUNTS}
    good = {one: other for one, other in texts.items() if fits(other, one)}
    counted = {one: many for one, many in forms.items()
               if used <= set(range(len(many))) and all(fits(form, one, "count") for form in many)}
    fallen = len(texts) - len(good) + len(forms) - len(counted)
    return Catalog(code, found.title or code, good, counted, found.plural, fallen)


def fits(translation: str, template: str, *more: str) -> bool:
    """Whether a translation can be said in the place of its template: it is printable, not endless, and its
    placeholders are plain ``{name}`` of names that the template has, or written as there. Names may be left out.

    :param more: names that are given besides those of the template.
    """
    least, share = ROOM
    if len(translation) > least + share * len(template) or not all(
            category(mark) not in ("Cc", "Cs") or (mark == "\n" and mark in template) for mark in translation):
        return False
    try:
        given = _fields(template)
    except ValueError:
        # The template is said as it is written and never filled in: so is the translation.
        return True
    if not given and not more and not {"{", "}"} & set(template):
        return not {"{", "}"} & set(translation)
    names = {name for name, _, _ in given}.union(more)
    try:
        return all(field in given or (field[0] in names and field[1:] == ("", None)) for field in _fields(translation))
    except ValueError:
        return False


def _fields(template: str) -> set[Field]:
    """The placeholders of a template.

    :raises ValueError: where it cannot be filled in, e.g. for a lone brace.
    """
    return {(name, spec or "", how) for _, name, spec, how in Formatter().parse(template) if name is not None}


def _which(plural: Callable[[int], int], count: int) -> int:
    """Which form a rule of plurals gives for a number; -1 where it fails."""
    try:
        return int(plural(count))
    except _RULE_FAILS:
        return -1


def _refuse_overlaps(data: bytes) -> None:
    """Refuse a catalog whose texts are longer together than the file: reading them might never end.

    :raises ValueError: for such a catalog.
    :raises struct.error: where the tables lie beyond its end.
    """
    order = "<" if data[:1] == b"\xde" else ">"
    count, *tables = unpack_from(f"{order}3I", data, 8)
    if sum(unpack_from(f"{order}I", data, table + 8 * at)[0] for table in tables for at in range(count)) > len(data):
        raise ValueError("its texts lie upon one another")


class _Reader(GNUTranslations):
    """A catalog as gettext reads it, with everything in it."""

    _catalog: dict[str | tuple[str, int], str]
    plural: Callable[[int], int]

    @property
    def title(self) -> str:
        """What the language calls itself; empty where the catalog does not say."""
        name = self.info().get("x-name", "")
        return "".join(mark for mark in name if mark.isprintable())[:LONGEST_NAME].strip()

    def entries(self) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
        """Translations by template, and all forms of counted ones; what is not translated is left out."""
        texts: dict[str, str] = {}
        forms: dict[str, dict[int, str]] = {}
        for key, text in self._catalog.items():
            if isinstance(key, tuple):
                forms.setdefault(key[0], {})[key[1]] = text
            elif key and text.strip():
                texts[key] = text
        return texts, {one: tuple(many[at] for at in range(len(many))) for one, many in forms.items()
                       if any(text.strip() for text in many.values())}
