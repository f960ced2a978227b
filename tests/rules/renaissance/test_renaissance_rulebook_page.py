"""The tables on the rulebook page agree with the rules (2.1, 2.6, 7.1, 12)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.rules import renaissance
from game.rules.renaissance.engine.results import RESULT_NAMES, combat_result, lines_of
from game.rules.renaissance.engine.tables import ELEMENTS
from game.rules.renaissance.engine.words import KINDS, MU, Kind

PAGE = (Path(renaissance.__file__).parent / "rulebook.md").read_text("utf-8")
SHORT = {("LH" if kind == "lh" else kind.upper() if kind in ("cf", "ww") else kind.title()): kind for kind in KINDS}
"""Short names on the page -> element types."""


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its own heading."""
    part = PAGE.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]
    found = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in found][2:]


def kinds(told: str) -> list[Kind]:
    """The element types of a cell such as ``Bd, Ra``."""
    return [] if told == "none" else [SHORT[name] for name in told.split(", ")]


@pytest.mark.rule("7.1")
def test_factors() -> None:
    page = {cell[0]: (int(cell[1]), int(cell[2])) for cell in rows("## 7.1 Factors")}
    guns = {page.pop("Ca, Gu in close combat"), page.pop("Ca, Gu in distant shooting")}
    assert guns == {(2, 2), (4, 4)}
    assert page == {name: tuple(ELEMENTS[kind].vs) for name, kind in SHORT.items() if kind not in ("ca", "gu", "gf")}


@pytest.mark.rule("2.1")
def test_moves() -> None:
    """The general is in two rows, mounted and on foot."""
    page: dict[str, int] = {}
    for most, names in rows("## 2.1 Moves"):
        page |= dict.fromkeys(names.replace("mounted Gn", "Gn").replace("foot Gn", "Gf").split(", "), int(most))
    assert page == {name: ELEMENTS[kind].move / MU for name, kind in SHORT.items()}


@pytest.mark.rule("2.6")
def test_ranges() -> None:
    assert "Ca 12 MU, Gu 6 MU; Dr, Sk, Bw, Sh and WW 3 MU." in PAGE
    assert {kind: one.range / MU for kind, one in ELEMENTS.items() if one.range} == {
        "ca": 12, "gu": 6, "dr": 3, "sk": 3, "bw": 3, "sh": 3, "ww": 3}


@pytest.mark.rule("12")
@pytest.mark.parametrize(("heading", "doubled"), [("## 12.1 Beaten", False), ("## 12.3 Doubled", True)])
def test_results(heading: str, doubled: bool) -> None:
    """Each line agrees with the sheet's printed text in brackets."""
    page: dict[str, list[str]] = {}
    for names, _, told in rows(heading):
        for kind in [names] if names == "all others" else kinds(names):
            page.setdefault(kind, []).append(told)
    for kind in KINDS:
        results = [f"{RESULT_NAMES[line.result]}" + (f" ({RESULT_NAMES[line.printed]})" if line.printed else "")
                   for line in lines_of(kind, doubled=doubled)]
        assert results == page.get("gn" if kind == "gf" and "gn" in page else kind, page.get("all others")), kind


def test_table_of_winners() -> None:
    """It is computed from the results of close combat in good going."""
    page = {names: (set(kinds(beats)), set(kinds(loses))) for names, beats, loses in rows("# Who beats whom")}
    listed = [kind for kind in KINDS if kind not in ("ca", "gu", "cf", "gn", "gf")]
    assert {SHORT[name] for name in page} == set(listed)
    for name, (beats, loses) in page.items():
        kind = SHORT[name]
        assert beats == {one for one in listed if _destroys(kind, one)}
        assert loses == {one for one in listed if _destroys(one, kind)}
        assert all(_destroys(kind, one) for one in ("ca", "gu", "cf"))
    assert [one for one in listed if _destroys("gn", one)] == ["bw", "sh"]


def _destroys(one: Kind, other: Kind) -> bool:
    return combat_result(other, one, doubled=False, shooting=False).result == "destroyed"


def test_every_ruling_has_a_number_of_its_own() -> None:
    numbers = sorted(int(number) for number in re.findall(r"\*\*Ruling (\d+)\.\*\*", PAGE))
    assert numbers == list(range(1, len(numbers) + 1))
