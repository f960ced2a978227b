"""Faults of maps of areas are found and put in words. Each test spoils a copy of a good map in one way."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.maps import MapError, load
from tests.maps.map_drafts import Draft, add, words

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def spoilt(tmp_path: Path) -> Draft:
    """Wad-Ras, to be spoilt, its picture beside it."""
    (tmp_path / "maps" / "africa").mkdir(parents=True)
    (tmp_path / "assets" / "africa").mkdir(parents=True)
    shutil.copy(ROOT / "assets" / "africa" / "wad-ras.jpg", tmp_path / "assets" / "africa")
    return Draft(Path(shutil.copy(ROOT / "maps" / "africa" / "wad-ras.tmx", tmp_path / "maps" / "africa")))


def area(draft: Draft, name: str = "Lam") -> ElementTree.Element:
    return draft.object("Areas", name)


def flag(draft: Draft, name: str, kind: str) -> None:
    held = area(draft).find("properties")
    assert held is not None
    ElementTree.SubElement(held, "property", {"name": name, "type": kind, "value": "true"})


def lone(draft: Draft) -> None:
    """An area far off the others."""
    box = '<polygon points="0,0 99,0 99,99 0,99"/>'
    add(draft, "Areas", {"name": "Lone", "type": "clear", "x": "1500", "y": "0"}, box)


CASES: dict[str, tuple[Callable[[Draft], object], str]] = {
    "class": (lambda d: area(d).set("type", "desert"), "the class 'desert' is unknown; expected class "),
    "open": (lambda d: setattr(area(d).find("polygon"), "tag", "polyline"), "the clear is drawn as polyline; expec"),
    "no name": (lambda d: area(d).attrib.pop("name"), "the area has no name"),
    "name twice": (lambda d: area(d).set("name", "Mim"), "a second area is named 'Mim' (id 'mim')"),
    "flag": (lambda d: flag(d, "swamp", "bool"), "the property 'swamp' of 'Lam' is unknown"),
    "no bool": (lambda d: flag(d, "bridge", "string"), "the property 'bridge' of 'Lam' is 'true'; exp"),
    "overlap and gap": (lambda d: area(d).set("x", str(float(area(d).get("x", "0")) + 20)), "overlap near"),
    "gap": (lambda d: d.layer("Areas").remove(area(d)), "nothing lies beside 'Sin' near"),
    "no stand": (lambda d: d.layer("Stands").remove(d.object("Stands")), "the area '1' has no stand"),
    "stand outside": (lambda d: d.object("Stands").set("x", "-9"), "the stand is in no area"),
    "second stand": (lambda d: d.object("Stands").attrib.update(x="1310", y="410"), "'2' has a second stand"),
    "no such objective": (lambda d: d.object("Objectives").set("name", "Tangier"), "expected the name of an area"),
    "objective nowhere": (lambda d: d.object("Objectives").set("y", "-9"), "'Puente Busceja' is in no area"),
    "orientation": (lambda d: d.root.set("orientation", "isometric"), "the map's orientation is 'isometric'; exp"),
    "picture": (lambda d: (d.path.parents[2] / "assets/africa/wad-ras.jpg").unlink(), "wad-ras.jpg' is missing"),
    "turned picture": (lambda d: d.object("Artwork").set("rotation", "90"), "the artwork is turned by 90 degrees; exp"),
    "flipped picture": (lambda d: d.object("Artwork").set("gid", str(2**31 + 1)), "the artwork is flipped; expected a"),
    "picture turned by flips": (lambda d: d.object("Artwork").set("gid", str(2**31 + 2**29 + 1)), "is flipped"),
    "picture of no size": (lambda d: d.object("Artwork").attrib.update(width="0", height="0"),
                           "the artwork is 0 by 0 pixels; expected 1 to 20000 pixels each way"),
    "picture without its size": (lambda d: d.object("Artwork").attrib.pop("width"), "the artwork is 0 by 900 pixels"),
    "picture turned inside out": (lambda d: d.object("Artwork").set("width", "-1400"), "the artwork is -1400 by 900"),
    "alone": (lone, "the area 'Lone' has no neighbour"),
}


@pytest.mark.parametrize("case", CASES)
def test_fault(spoilt: Draft, case: str) -> None:
    """Each way of spoiling a map is said; load refuses unless only a picture is missing."""
    spoil, text = CASES[case]
    spoil(spoilt)
    path = spoilt.save()
    assert any(text in line for line in words(path)), words(path)
    if case != "picture":
        with pytest.raises(MapError):
            load(path)


@pytest.mark.parametrize(("kind", "start", "end", "pair"), [
    ("barred-border", (1310, 410), (1300, 170), ("1", "2")), ("joined", (1300, 170), (1300, 660), ("1", "3")),
])
def test_lines_rule(
    spoilt: Draft, kind: str, start: tuple[int, int], end: tuple[int, int], pair: tuple[str, str]
) -> None:
    """A line between two areas bars or joins them, whatever border they share."""
    step = f"{end[0] - start[0]},{end[1] - start[1]}"
    add(spoilt, "Lines", {"type": kind, "x": str(start[0]), "y": str(start[1])}, f'<polyline points="0,0 {step}"/>')
    board = load(spoilt.save())
    assert (kind == "joined") == (pair[1] in board.borders[pair[0]]) == (pair[0] in board.borders[pair[1]])
