"""Areas have names in any script; if the name gives no id, the property ``id`` does."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.maps import FaultKind, check, load
from tests.maps.map_drafts import Draft, facts, found, one, own, part

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def areas(tmp_path: Path) -> Draft:
    """A copy of Wad-Ras to change, with its picture."""
    for folder, name in (("maps", "wad-ras.tmx"), ("assets", "wad-ras.jpg")):
        (tmp_path / folder / "africa").mkdir(parents=True)
        shutil.copy(ROOT / folder / "africa" / name, tmp_path / folder / "africa")
    return Draft(tmp_path / "maps" / "africa" / "wad-ras.tmx")


def named(draft: Draft, old: str, new: str) -> ElementTree.Element:
    """Give an area another name."""
    area = draft.object("Areas", old)
    area.set("name", new)
    return area


@pytest.mark.parametrize("name", ["Кабила", "Αθήνα", "القبيلة", "山", "!?"])
def test_an_area_without_latin_letters(areas: Draft, name: str) -> None:
    """The area takes its id from the property ``id``; without it the fault says what to add."""
    area = named(areas, "Lam", name)
    assert (FaultKind.ID, "Areas", int(area.attrib["id"]), name) == facts(one(areas.save()))
    own(area, "id", "string", "lam")
    assert [] == check(areas.save())
    board = load(areas.path)
    assert ["lam"] == [each.id for each in board.areas if each.title == name]
    assert board.borders == load(ROOT / "maps" / "africa" / "wad-ras.tmx").borders


def test_areas_that_differ_in_other_letters(areas: Draft) -> None:
    """If two names have the same Latin letters, they give the same id: the second needs its own."""
    named(areas, "Lam", "Форт A")
    second = named(areas, "Mim", "Лагерь A")
    assert (FaultKind.TWICE, "Areas", int(second.attrib["id"]), "Лагерь A", "a") in found(areas.save())
    own(second, "id", "string", "camp-a")
    assert [] == check(areas.save())


def test_stands_and_objectives_with_non_latin_names(areas: Draft) -> None:
    """They must be in the area they name, by its name or its id."""
    for old, new, number in (("Lam", "Кабила", "kabila"), ("Mim", "Лагерь", "camp")):
        own(named(areas, old, new), "id", "string", number)
    lam = next(area for area in load(areas.save()).areas if area.id == "kabila")
    stand = next(thing for thing in areas.layer("Stands").iter("object")
                 if (float(thing.get("x", "0")), float(thing.get("y", "0"))) == lam.stand)
    for name in ("Кабила", "kabila"):
        stand.set("name", name)
        assert [] == check(areas.save())
    stand.set("name", "Лагерь")
    assert (FaultKind.PLACE, "Stands", int(stand.attrib["id"]), "stand 'Лагерь'", "Кабила") in found(areas.save())


@pytest.mark.parametrize("value", ["Big Camp", "ö", "", "a_b", "-"])
def test_an_invalid_id(areas: Draft, value: str) -> None:
    """An id has only lower-case letters, digits and hyphens."""
    own(areas.object("Areas", "Lam"), "id", "string", value)
    number = int(areas.object("Areas", "Lam").attrib["id"])
    assert (FaultKind.ID, "Areas", number, "Lam", value) == facts(one(areas.save()))


@pytest.mark.parametrize("name", ["x", "name", "type", "garrison"])
def test_an_unknown_property_of_an_area(areas: Draft, name: str) -> None:
    """The fault names the property and its area."""
    own(areas.object("Areas", "Lam"), name, "string", "1")
    kind, layer, _, *told = facts(one(areas.save()))
    assert (FaultKind.UNKNOWN_PROPERTY, "Areas", [name, "Lam"]) == (kind, layer, told[:2])


def test_an_area_map_without_a_system(areas: Draft) -> None:
    """Only the missing system is reported, because the kind of map depends on it."""
    part(areas.root, "properties").remove(areas.property("system"))
    assert FaultKind.SYSTEM == one(areas.save()).kind
