"""The screens in a made-up language: every printed word can be translated, except names and numbers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.words.catalogs import marked, write_pseudo
from tests.words.pseudo import unmarked
from tools.words import ROOT


def test_everything_on_the_screens_is_translated(tmp_path: Path) -> None:
    """Title, new game, examples, saved games; for each system a game with its cards, refusals, log, keys and menu."""
    write_pseudo(tmp_path)
    found = subprocess.run([sys.executable, "-m", "tests.words.pseudo", str(tmp_path)], cwd=ROOT, capture_output=True,
                           text=True, check=False)
    assert found.returncode == 0, found.stderr
    escaped = json.loads(found.stdout[found.stdout.index("{"):])
    assert escaped == {}


def test_untranslated_words_are_detected() -> None:
    """Templates are marked except for placeholders, so that an unmarked word that is no name is untranslated."""
    assert marked("{unit} moves to {place}") == "{unit} ɱóʋéś ťó {place}"
    names = frozenset({"ceres"})
    assert unmarked("Ceres ɱóʋéś ťó 0304", names) == []
    assert unmarked("Ceres moves ťó 0304", names) == ["moves"]
