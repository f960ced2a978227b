"""Spanish is complete: every text is translated, fits its template, and is in the compiled catalog."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import polib
import pytest

from game.core.chance import per_cent
from game.core.message import and_list, in_context, or_list, plural, say
from game.i18n import words
from game.i18n.translations import fits, read
from game.rules.renaissance.engine.words import MU, in_mu
from tools.words import ROOT, everything

FOLDER = ROOT / "locale" / "es" / "LC_MESSAGES"


@pytest.fixture
def entries() -> list[polib.POEntry]:
    """The translations in the source catalog."""
    return list(polib.pofile(str(FOLDER / "drumhead.po")))


def key(entry: polib.POEntry) -> str:
    """The template of an entry with its context, as in compiled catalogs."""
    return f"{entry.msgctxt}\x04{entry.msgid}" if entry.msgctxt else entry.msgid


def test_every_text_is_translated(entries: list[polib.POEntry]) -> None:
    """All texts and no others are translated; ``make words`` reports missing ones and drops obsolete ones."""
    wanted = {(each.singular, each.plural) for each in everything() if each.singular}
    assert wanted == {(key(entry), entry.msgid_plural) for entry in entries if entry.translated()}


def test_every_translation_fits_its_template(entries: list[polib.POEntry]) -> None:
    """It has no extra placeholders, and both forms of a counted text."""
    for entry in entries:
        forms = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        assert len(forms) == (2 if entry.msgid_plural else 1)
        assert all(fits(form, entry.msgid, *["count"] * bool(entry.msgid_plural)) for form in forms), entry.msgid


def test_emphasis_and_rules_are_kept(entries: list[polib.POEntry]) -> None:
    """The translation has as many emphasis marks and rules in brackets as the English text."""
    for entry in entries:
        if "**" in entry.msgid:
            assert entry.msgid.count("**") == entry.msgstr.count("**"), entry.msgid


def test_the_compiled_catalog_is_up_to_date(entries: list[polib.POEntry]) -> None:
    """It equals the source catalog, and no entry falls back to English."""
    catalog = read(FOLDER / "drumhead.mo")
    assert (catalog.code, catalog.title, catalog.unusable) == ("es", "Español", 0)
    assert catalog.texts == {key(entry): entry.msgstr for entry in entries if not entry.msgid_plural}
    assert set(catalog.forms) == {entry.msgid for entry in entries if entry.msgid_plural}


@pytest.fixture
def spanish() -> Iterator[None]:
    """Sets the language to Spanish, and back to English afterwards."""
    words.set_language("es")
    yield
    words.set_language("en")


@pytest.mark.usefixtures("spanish")
def test_numbers_and_plurals_are_spanish() -> None:
    """Numbers have a decimal comma, and counts the right form."""
    assert words.translate(per_cent(Fraction(1, 8))) == "12,5 %"
    assert words.translate(per_cent(Fraction(1, 2))) == "50 %"
    assert words.translate(say("{far:.1f} MU", far=1.25)) == "1,2 MU"
    assert words.translate(say("{far} MU", far=in_mu(5 * MU // 4))) == "1,25 MU"
    assert words.number(0.125, ".1%") == "12,5%"
    one, two = (words.translate(plural("{count} unit", "{count} units", count)) for count in (1, 2))
    assert one.startswith("1 ")
    assert two.startswith("2 ")
    assert one[2:] != two[2:]
    assert words.translate(say("Undo")) == "Deshacer"
    assert words.translate(say("Delete")) != words.translate(in_context("key", "Delete"))
    assert in_context("key", "Delete") == "Delete"


@pytest.mark.parametrize(("last", "spanish"), [
    ("infantería 9", "caballería e infantería 9"), ("**hijos**", "caballería e **hijos**"),
    ("hierro", "caballería y hierro"), ("II Infantería", "caballería y II Infantería"),
    ("Cuenca", "caballería y Cuenca"),
])
def test_y_becomes_e_before_its_own_sound(last: str, spanish: str) -> None:
    """Not before a diphthong, nor before a Roman number."""
    words.set_language("es")
    assert spanish == words.translate(and_list(("caballería", last)))


@pytest.mark.parametrize(("last", "spanish"), [("8", "7 u 8"), ("9", "7 o 9"), ("Omar", "7 u Omar")])
def test_o_becomes_u_before_its_own_sound(last: str, spanish: str) -> None:
    """Read aloud, 8 begins with it."""
    words.set_language("es")
    assert spanish == words.translate(or_list(("7", last)))
