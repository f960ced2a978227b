"""The screens in a made-up language: every word printed on them can be translated, but for names and numbers."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.words.catalogs import marked
from tests.words.pseudo import unmarked
from tools.words import ROOT


def test_nothing_on_the_screens_escapes_translation() -> None:
    """Title, new game, examples, saved games; of each system a game with its cards, refusals, log, keys and menu."""
    found = subprocess.run([sys.executable, "-m", "tests.words.pseudo"], cwd=ROOT, capture_output=True, text=True,
                           check=False)
    assert found.returncode == 0, found.stderr
    escaped = json.loads(found.stdout[found.stdout.index("{"):])
    assert escaped == {}


def test_what_is_not_translated_is_found() -> None:
    """A template is marked but for its placeholders; a word without marks that is no name escaped."""
    assert marked("{unit} moves to {place}") == "{unit} ɱóʋéś ťó {place}"
    names = frozenset({"ceres"})
    assert unmarked("Ceres ɱóʋéś ťó 0304", names) == []
    assert unmarked("Ceres moves ťó 0304", names) == ["moves"]
