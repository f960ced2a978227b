"""The screens in a made-up language: every printed word can be translated, except names and numbers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from game import catalog
from game.i18n.words import set_language
from game.ui.sheets.lettering import label_letterings
from game.ui.sheets.style import load_style
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


def test_words_on_a_map_are_translated_and_names_are_not(pseudo: str) -> None:
    """The lake and the river of Kassala are words, its towns are names."""
    rules = catalog.rules("kassala")
    board = rules.board(rules.initial("kassala"))
    words = {label.text for label in board.labels if label.is_translated}
    assert {"LAKE", "GASH RIVER"} == words
    set_language(pseudo)
    printed = {name.text for name in label_letterings(board.labels, (), load_style(rules.theme))}
    assert {*map(marked, words), "UDAKA", "KASSALA"} == printed
