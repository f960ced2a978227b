"""Africa's maps agree with the facts page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.board.polygon import contains
from game.maps import check, load
from game.maps.areamap import slug

ROOT = Path(__file__).resolve().parents[2]
FACTS = (ROOT / "tests" / "facts" / "africa-areas.md").read_text(encoding="utf-8")
MAPS = {"castillejos": ("4.8", (1000, 1200)), "tetuan": ("4.9", (1400, 900)), "wad-ras": ("4.10", (1400, 900))}


@pytest.mark.parametrize("name", MAPS)
def test_map_equals_the_facts(name: str) -> None:
    """Sheet, areas, terrain, flags and adjacent areas are those of the table; every stand is inside its area; there are
    no faults."""
    section, size = MAPS[name]
    path = ROOT / "maps" / "africa" / f"{name}.tmx"
    assert [] == check(path)
    board = load(path)
    assert size == board.size
    text = FACTS.split(f"### {section} ")[1].split("\n### ")[0]
    rows = re.findall(r"^\| (.+?) \| \d+,\d+ \| (\w+) \| (.*?) \| (.*?) \|$", text, re.M)
    assert [(slug(n), t, frozenset(f.replace("-", "").split())) for n, t, f, _ in rows] == [
        (area.id, area.terrain, area.flags) for area in board.areas
    ]
    assert {slug(n): {slug(b) for b in row.split("; ")} for n, _, _, row in rows} == {
        here: set(there) for here, there in board.borders.items()
    }
    assert [] == [area.id for area in board.areas if not contains(area.shape, area.stand)]
