"""Dates on screen are in the reader's language."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from game.i18n import words
from game.i18n.dates import date_of, short_date
from tests.words.catalogs import marked
from tests.words.pseudo import unmarked
from tools.words import ROOT

NOON = datetime(2026, 1, 5, 12, 30).astimezone()


def test_dates_in_english() -> None:
    """English dates have the usual form, in this computer's time zone."""
    assert str(date_of(NOON)) == "5 January 2026, 12:30"
    assert str(short_date(NOON)) == "05 Jan, 12:30"


@pytest.mark.every(2)
@pytest.mark.parametrize("month", range(12))
def test_every_month_is_translated(pseudo: str, month: int) -> None:
    """Long and short names of months are translated completely."""
    day = NOON + timedelta(days=31 * month)
    words.set_language(pseudo)
    for text in (date_of(day), short_date(day)):
        assert words.translate(text) == marked(str(text))
        assert unmarked(words.translate(text), frozenset()) == []


def test_names_of_months_do_not_come_from_the_machine() -> None:
    """The C library's names are in the machine's language instead of the reader's."""
    named = re.compile(r"strftime\(.*%[aAbBpcx]|:%[^\"']*[aAbBpcx]")
    assert [str(path) for path in (ROOT / "game").rglob("*.py") if named.search(path.read_text("utf-8"))] == []
