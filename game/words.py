"""Messages in the language of who reads them. Only the screen and the command line use this."""

from __future__ import annotations

import os
from gettext import NullTranslations, translation
from pathlib import Path

from game.core.message import Message, Text

FOLDER = Path(__file__).resolve().parent.parent / "locale"
"""Where catalogs are: ``<language>/LC_MESSAGES/drumhead.mo``."""

_catalog: NullTranslations | None = None


def speak(catalog: NullTranslations | None) -> None:
    """Use a catalog from now on; None: that of the environment."""
    global _catalog
    _catalog = catalog


def catalog() -> NullTranslations:
    """The catalog in use: that of ``DRUMHEAD_LANGUAGE``, or of the environment's language; English where none is."""
    global _catalog
    if _catalog is None:
        named = os.environ.get("DRUMHEAD_LANGUAGE")
        _catalog = translation("drumhead", FOLDER, [named] if named else None, fallback=True)
    return _catalog


def said(text: Text) -> str:
    """A text in the reader's language: a message is translated, a plain ``str`` is a name and stays."""
    return text.translated(_translate) if isinstance(text, Message) else text


def _translate(one: str, many: str, count: int) -> str:
    if not one:
        return ""
    return catalog().ngettext(one, many, count) if many else catalog().gettext(one)
