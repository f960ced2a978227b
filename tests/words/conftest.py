"""A made-up language for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.i18n import words
from tests.words.catalogs import PSEUDO, write_pseudo


@pytest.fixture
def pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The code of a made-up language in which every letter has a diacritic: the only one beside English during a test,
    which begins and ends with English."""
    write_pseudo(tmp_path / "locale")
    monkeypatch.setattr(words, "FOLDER", tmp_path / "none")
    monkeypatch.setenv(words.FOLDERS_VARIABLE, str(tmp_path / "locale"))
    monkeypatch.delenv(words.LANGUAGE_VARIABLE, raising=False)
    monkeypatch.setenv("LANGUAGE", "en")
    yield PSEUDO
    words.set_language("en")
