"""Faults of area maps are found and described. Each test damages a copy of a valid map in one way."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.maps import FaultKind, MapError, load
from tests.maps.map_drafts import Draft, add, found

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def spoilt(tmp_path: Path) -> Draft:
    """A copy of Wad-Ras to damage, with its picture."""
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
    """An area far from the others."""
    box = '<polygon points="0,0 99,0 99,99 0,99"/>'
    add(draft, "Areas", {"name": "Lone", "type": "clear", "x": "1500", "y": "0"}, box)


CASES: dict[str, tuple[Callable[[Draft], object], FaultKind, tuple[object, ...]]] = {
    "class": (lambda d: area(d).set("type", "desert"), FaultKind.CLASS, ("desert",)),
    "open": (lambda d: setattr(area(d).find("polygon"), "tag", "polyline"), FaultKind.SHAPE,
             ("clear", "polyline")),
    "no name": (lambda d: area(d).attrib.pop("name"), FaultKind.NO_NAME, ()),
    "name twice": (lambda d: area(d).set("name", "Mim"), FaultKind.TWICE, ("Mim", "mim")),
    "flag": (lambda d: flag(d, "swamp", "bool"), FaultKind.UNKNOWN_PROPERTY, ("swamp", "Lam")),
    "no bool": (lambda d: flag(d, "bridge", "string"), FaultKind.PROPERTY, ("bridge", "Lam", "true")),
    "overlap": (lambda d: area(d).set("x", str(float(area(d).get("x", "0")) + 20)), FaultKind.OVERLAP, ("Lam",)),
    "overlap and gap": (lambda d: area(d).set("x", str(float(area(d).get("x", "0")) + 20)), FaultKind.GAP, ()),
    "gap": (lambda d: d.layer("Areas").remove(area(d)), FaultKind.GAP, ("Sin",)),
    "no stand": (lambda d: d.layer("Stands").remove(d.object("Stands")), FaultKind.NO_STAND, ("1",)),
    "stand outside": (lambda d: d.object("Stands").set("x", "-9"), FaultKind.PLACE, ("stand",)),
    "second stand": (lambda d: d.object("Stands").attrib.update(x="1310", y="410"), FaultKind.TWICE,
                     ("2",)),
    "no such objective": (lambda d: d.object("Objectives").set("name", "Tangier"), FaultKind.PLACE,
                          ("objective 'Tangier'",)),
    "objective nowhere": (lambda d: d.object("Objectives").set("y", "-9"), FaultKind.PLACE,
                          ("objective 'Puente Busceja'",)),
    "orientation": (lambda d: d.root.set("orientation", "isometric"), FaultKind.GRID, ("isometric",)),
    "picture": (lambda d: (d.path.parents[2] / "assets/africa/wad-ras.jpg").unlink(), FaultKind.MISSING_IMAGE,
                ("../../assets/africa/wad-ras.jpg",)),
    "turned picture": (lambda d: d.object("Artwork").set("rotation", "90"), FaultKind.ARTWORK, (90,)),
    "flipped picture": (lambda d: d.object("Artwork").set("gid", str(2**31 + 1)), FaultKind.ARTWORK, ()),
    "picture turned by flips": (lambda d: d.object("Artwork").set("gid", str(2**31 + 2**29 + 1)), FaultKind.ARTWORK,
                                ()),
    "picture of no size": (lambda d: d.object("Artwork").attrib.update(width="0", height="0"),
                           FaultKind.ARTWORK, (0, 0, 20000)),
    "picture without its size": (lambda d: d.object("Artwork").attrib.pop("width"), FaultKind.ARTWORK, (0, 900)),
    "picture turned inside out": (lambda d: d.object("Artwork").set("width", "-1400"), FaultKind.ARTWORK,
                                  (-1400, 900)),
    "alone": (lone, FaultKind.UNREACHABLE, ("Lone",)),
}


@pytest.mark.every(2)
@pytest.mark.parametrize("case", CASES)
def test_fault(spoilt: Draft, case: str) -> None:
    """Each way of damaging a map is reported; load refuses unless only a picture is missing."""
    spoil, kind, told = CASES[case]
    spoil(spoilt)
    path = spoilt.save()
    assert any((kind, told) == (each[0], each[3:3 + len(told)]) for each in found(path)), found(path)
    if case != "picture":
        with pytest.raises(MapError):
            load(path)


@pytest.mark.parametrize(("kind", "start", "end", "pair"), [
    ("barred-border", (1310, 410), (1300, 170), ("1", "2")), ("joined", (1300, 170), (1300, 660), ("1", "3")),
])
def test_lines_rule(
    spoilt: Draft, kind: str, start: tuple[int, int], end: tuple[int, int], pair: tuple[str, str]
) -> None:
    """A line between two areas blocks or joins them, whatever border they share."""
    step = f"{end[0] - start[0]},{end[1] - start[1]}"
    add(spoilt, "Lines", {"type": kind, "x": str(start[0]), "y": str(start[1])}, f'<polyline points="0,0 {step}"/>')
    board = load(spoilt.save())
    assert (kind == "joined") == (pair[1] in board.borders[pair[0]]) == (pair[0] in board.borders[pair[1]])
