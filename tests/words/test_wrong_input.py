"""Errors about a position, a notation or a system's art are completely in the reader's language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.art import AssetError
from game.core.action import BadNotation
from game.core.contract import BadPosition
from game.core.message import error_text
from game.i18n import words
from game.ui.kit.pictures import read_text
from game.ui.screens import rulepages
from game.ui.sheets.symbols import read_symbol
from tests.words.catalogs import marked
from tests.words.pseudo import unmarked

UNIT: dict[str, Any] = {"id": "s-cuenca", "place": "b"}
RETREAT = {"kind": "retreat", "queue": ["s-cuenca"], "steps": 1, "seen": ["a"], "far": False, "cause": "fire"}


TAGS = frozenset(("zzz", "svg", "blob", "circle", "ellipse", "line", "path", "polygon", "polyline", "rect"))
"""Names of SVG shapes, and of a missing system."""


def english(error: Exception, *names: str) -> list[str]:
    """The English words in an error."""
    return unmarked(words.translate(error_text(error)), frozenset(names))


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "given", "names"), [
    ("africa", {"unit": []}, ["position", "unit", "units"]),
    ("africa", {"units": [{"id": "s-cuenka"}]}, ["position", "units", "id", "place", "cuenka", "cuenca"]),
    ("africa", {"units": [{**UNIT, "moved": 3}]}, ["position", "units", "moved"]),
    ("africa", {"units": [{"id": "s-cuenca", "moved": True}]}, ["position", "units", "cuenca", "moved", "place"]),
    ("africa", {"units": [{"id": "s-ceres", "place": "b"}]}, ["position", "units", "ceres", "place"]),
    ("africa", {"units": [UNIT], "phase": "fire", "pending": [RETREAT]}, ["position", "pending", "retreat"]),
    ("africa", {"units": [UNIT], "phase": "fire", "pending": [{**RETREAT, "steps": 9}]},
     ["position", "pending", "retreat", "steps"]),
    ("kassala", {"unit": []}, ["position", "unit", "units"]),
    ("kassala", {"units": [{"id": "m-nub9", "place": "0101"}]}, ["position", "units", "id", "nub"]),
    ("kassala", {"units": ["m-nub1"]}, ["position", "units"]),
])
def test_errors_about_positions(pseudo: str, system: str, given: dict[str, Any], names: list[str]) -> None:
    """Only keys, ids and values stay untranslated."""
    with pytest.raises(BadPosition) as refused:
        catalog.rules(system).from_position({"system": system, **given})
    assert len(english(refused.value, *names)) > 1
    words.set_language(pseudo)
    assert english(refused.value, *names) == []


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "line", "said"), [
    ("africa", "fir s-cuenca", ["expected an action that begins with ", "; did you mean "]),
    ("africa", "fire s-cuenca", ["expected an action such as ", ", not "]),
    ("africa", "top s-cuenca now", ["expected an action such as ", ", not "]),
    ("africa", "bombard s-cuenka b", ["no unit is called ", "; did you mean "]),
    ("kassala", "", ["an empty line is not an action; expected one of "]),
    ("kassala", "march m-nub1", [" is not an action; expected one of "]),
    ("kassala", "move m-nub4 0203", ["no unit is called ", "; did you mean "]),
])
def test_errors_about_notations(pseudo: str, system: str, line: str, said: list[str]) -> None:
    """Only verbs, ids and forms stay untranslated."""
    with pytest.raises(BadNotation) as refused:
        catalog.rules(system).parse(line)
    words.set_language(pseudo)
    found = words.translate(error_text(refused.value))
    for part in said:
        assert part in str(refused.value)
        assert part not in found
        assert marked(part) in found


def test_errors_about_files_of_a_system(pseudo: str, tmp_path: Path) -> None:
    """A missing rulebook or drawing, and an unusable drawing, are reported."""
    (tmp_path / "x.svg").write_text('<svg viewBox="0 0 9 9"><blob/></svg>')
    words.set_language(pseudo)
    for wrong in (lambda: rulepages.read_articles("zzz"), lambda: read_symbol(tmp_path / "x.svg"),
                  lambda: read_symbol(tmp_path / "y.svg"), lambda: read_text(tmp_path / "z.svg", "")):
        with pytest.raises(AssetError) as refused:
            wrong()
        told_now = words.translate(error_text(refused.value)).rpartition(".")[2]
        assert unmarked(told_now, TAGS) == [], told_now
