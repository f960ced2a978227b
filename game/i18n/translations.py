"""Compiled catalogs of translations (``.mo``). They are not trusted: no content of one can crash the program.

Every entry is checked when its catalog is read. An entry that cannot be printed, or cannot be filled in with the values
of its English template, falls back to English.
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
from game.core.message import MessageError, error_text, say

MAX_FILE_SIZE = 2**25
"""The maximum size of a catalog in bytes; chosen by hand. Ours has less than a megabyte."""
TRIED_COUNTS = range(1001)
"""The numbers for which a catalog's plural rule is tried when it is read; chosen by hand."""
MAX_NAME_LENGTH = 40
"""The most characters of a language's own name; chosen by hand."""
MAX_GROWTH, MAX_ADDED_LENGTH = 10, 100
"""The most characters of a translation: ``MAX_GROWTH`` for each character of its template, plus ``MAX_ADDED_LENGTH``;
chosen by hand. No sentence of a real language comes near."""
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@-]{0,39}")
"""A language code."""
_RULE_ERRORS = (ArithmeticError, ValueError, TypeError, RecursionError, MemoryError)
"""The exceptions that a catalog's plural rule, an expression of its own, can raise."""

Field = tuple[str, str, str | None]
"""The name, the format and the conversion of a placeholder."""


class CatalogFault(MessageError, ValueError):
    """A file that is not a valid catalog; the message names it and says what is wrong."""


@dataclass(frozen=True, slots=True)
class Catalog:
    """The translations into one language."""

    code: str
    """The name of its folder, e.g. ``de`` or ``pt_BR``."""
    title: str
    """The language's name for itself."""
    texts: Mapping[str, str]
    """English template -> translation."""
    forms: Mapping[str, tuple[str, ...]]
    """English singular template -> all plural forms."""
    plural: Callable[[int], int]
    """Count -> index of the plural form. It is the catalog's own rule and may raise any of ``_RULE_ERRORS``."""
    unusable: int
    """The number of unusable entries that fell back to English."""

    def text(self, template: str) -> str | None:
        """The translation of a template; None if there is none."""
        return self.texts.get(template)

    def form(self, template: str, count: int) -> str | None:
        """The translation of a counted template in the plural form for a count; None if there is none."""
        forms = self.forms.get(template)
        if forms is None:
            return None
        index = _plural_index(self.plural, count)
        return forms[index] if index in range(len(forms)) else None


def is_code(code: str) -> bool:
    """Whether a text is acceptable as a language code: 1 to 40 ASCII letters, digits or ``_.@-``, beginning with a
    letter or digit, e.g. ``de``."""
    return _CODE.fullmatch(code) is not None


def read(path: Path) -> Catalog:
    """The catalog in a file ``<language>/LC_MESSAGES/<domain>.mo``.

    :raises CatalogFault: if it is not a catalog, or is damaged.
    """
    code = path.parent.parent.name
    try:
        data = files.read(path, MAX_FILE_SIZE)
        _refuse_overlaps(data)
        reader = _Reader(io.BytesIO(data))
    except files.FileRefused as error:
        raise CatalogFault(error_text(error)) from error
    except Exception as error:
        # gettext's own reader may raise any exception for a damaged file.
        raise CatalogFault(say("{path}: expected a catalog compiled by gettext, found something else ({error})",
                               path=path, error=f"{type(error).__name__}: {error}")) from error
    texts, forms = reader.entries()
    used_indices = {_plural_index(reader.plural, count) for count in TRIED_COUNTS}
    usable_texts = {template: text for template, text in texts.items() if fits(text, template)}
    usable_forms = {template: plural_forms for template, plural_forms in forms.items()
                    if used_indices <= set(range(len(plural_forms)))
                    and all(form.strip() and fits(form, template, "count") for form in plural_forms)}
    unusable = len(texts) - len(usable_texts) + len(forms) - len(usable_forms)
    return Catalog(code, reader.title or code, usable_texts, usable_forms, reader.plural, unusable)


def fits(translation: str, template: str, *other_names: str) -> bool:
    """Whether a translation can replace its template: it is printable and not too long, and its placeholders are plain
    ``{name}`` with names from the template, or identical to the template's. Placeholders may be left out.

    :param other_names: names available in addition to those of the template.
    """
    if len(translation) > MAX_GROWTH * len(template) + MAX_ADDED_LENGTH:
        return False
    if any(category(character) in ("Cc", "Cs") and not (character == "\n" and "\n" in template)
           for character in translation):
        return False
    try:
        fields = _fields(template)
    except ValueError:
        # The template is used unformatted, and so is the translation.
        return True
    if not fields and not other_names and not {"{", "}"} & set(template):
        # The template may be used unformatted, so that even doubled braces would be shown.
        return not {"{", "}"} & set(translation)
    names = {name for name, _, _ in fields}.union(other_names)
    try:
        return all(field in fields or (field[0] in names and field[1:] == ("", None)) for field in _fields(translation))
    except ValueError:
        return False


def _fields(template: str) -> set[Field]:
    """The placeholders of a template.

    :raises ValueError: if it is not a valid format string, e.g. because of a lone brace.
    """
    return {(name, spec or "", conversion) for _, name, spec, conversion in Formatter().parse(template)
            if name is not None}


def _plural_index(rule: Callable[[int], int], count: int) -> int:
    """The index of the plural form for a count; -1 if the rule fails."""
    try:
        return int(rule(count))
    except _RULE_ERRORS:
        return -1


def _refuse_overlaps(data: bytes) -> None:
    """Refuse a catalog whose texts are together longer than the file, as reading them might never end.

    :raises ValueError: for such a catalog.
    :raises struct.error: if its tables of templates and translations reach beyond its end.
    """
    byte_order = "<" if data[:1] == b"\xde" else ">"
    count, *table_offsets = unpack_from(f"{byte_order}3I", data, 8)
    if sum(unpack_from(f"{byte_order}I", data, offset + 8 * number)[0] for offset in table_offsets
           for number in range(count)) > len(data):
        raise ValueError("its texts overlap")


class _Reader(GNUTranslations):
    """A catalog as read by gettext, with all its entries."""

    _catalog: dict[str | tuple[str, int], str]
    """gettext's own: template, or singular template and index of the plural form -> translation."""
    plural: Callable[[int], int]
    """gettext's own: count -> index of the plural form."""

    @property
    def title(self) -> str:
        """The language's name for itself; empty if the catalog does not give it."""
        name = self.info().get("x-name", "")
        return "".join(character for character in name if character.isprintable())[:MAX_NAME_LENGTH].strip()

    def entries(self) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
        """The translations by template, and all plural forms by singular template; untranslated entries are left
        out."""
        texts: dict[str, str] = {}
        forms: dict[str, dict[int, str]] = {}
        for key, text in self._catalog.items():
            if isinstance(key, tuple):
                forms.setdefault(key[0], {})[key[1]] = text
            elif key and text.strip():
                texts[key] = text
        return texts, {template: tuple(by_index[index] for index in range(len(by_index)))
                       for template, by_index in forms.items() if any(text.strip() for text in by_index.values())}
