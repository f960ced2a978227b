"""Faults of a map as a whole are found and described. Each test damages a copy of a valid map in one way."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from game.core.message import values_in
from game.maps import Fault, FaultKind, MapError, check, load
from game.maps.limits import EXPECTED_FILE
from tests.maps.map_drafts import Draft, facts, found, one, part

MakeDraft = Callable[..., Draft]


def test_a_fault_is_a_sentence() -> None:
    """The sentence starts with file, layer and object, then says what was found and expected."""
    assert "a.tmx, layer 'Wadi', object 7: x; expected y." == str(Fault(FaultKind.CLASS, "a.tmx", "Wadi", 7, "x", "y"))
    assert "a.tmx: x; expected y." == str(Fault(FaultKind.SYSTEM, "a.tmx", None, None, "x", "y"))


def test_missing_file(tmp_path: Path) -> None:
    """A missing file is a fault."""
    fault = one(tmp_path / "none.tmx")
    assert str(tmp_path / "none.tmx") == fault.file
    assert (FaultKind.UNREADABLE, None, None, os.strerror(errno.ENOENT).lower()) == facts(fault)
    assert EXPECTED_FILE == fault.expected


def test_folder(tmp_path: Path) -> None:
    """A folder instead of a file is a fault."""
    fault = one(tmp_path)
    assert (FaultKind.UNREADABLE, EXPECTED_FILE) == (fault.kind, fault.expected)


def test_not_xml(draft: MakeDraft) -> None:
    """Truncated XML is reported with the line."""
    path = draft().path
    path.write_text(path.read_text(encoding="utf-8")[:3000], encoding="utf-8")
    kind, *_, error = facts(one(path))
    assert FaultKind.UNREADABLE == kind
    assert re.search(r"line \d+", str(error))


def test_other_xml(draft: MakeDraft) -> None:
    """XML that is not a map is a fault."""
    path = draft().path
    path.write_text("<svg/>", encoding="utf-8")
    assert (FaultKind.OTHER_FILE, None, None, "svg") == facts(one(path))


def test_missing_tileset(draft: MakeDraft) -> None:
    """A missing tileset is named."""
    path = draft().path
    (path.parent / "kassala.tsx").unlink()
    missing = path.parent / "kassala.tsx"
    assert (FaultKind.MISSING_FILE, None, None, "kassala.tsx", str(missing)) == facts(one(path))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("orientation", "orthogonal", (FaultKind.GRID, None, None, "orthogonal")),
        ("staggeraxis", "y", (FaultKind.GRID, None, None, "y")),
        ("staggerindex", "some", (FaultKind.GRID, None, None, "some")),
        ("infinite", "1", (FaultKind.INFINITE, None, None)),
        ("hexsidelength", "0", (FaultKind.GRID, None, None, 120, 104, 0)),
    ],
)
def test_grid(draft: MakeDraft, name: str, value: str, told: tuple[object, ...]) -> None:
    """A grid that differs from the printed one is a fault."""
    spoilt = draft()
    spoilt.root.set(name, value)
    assert [told] == found(spoilt.save())


def test_map_too_large(draft: MakeDraft) -> None:
    """More columns than printed ids allow are a fault; the tiles no longer fill the map either."""
    spoilt = draft()
    spoilt.root.set("width", "120")
    expected = [(FaultKind.SIZE, None, None, 120, 9, 98, 98), (FaultKind.SIZE, "Terrain", None, 81, "120 x 9")]
    assert expected == found(spoilt.save())[:2]


def test_shifted_layer(draft: MakeDraft) -> None:
    """A shifted layer is a fault."""
    spoilt = draft()
    spoilt.layer("Trench").set("offsetx", "12")
    assert [(FaultKind.SHIFTED, "Trench", None, 12, 0)] == found(spoilt.save())


def test_missing_system(draft: MakeDraft) -> None:
    """A map without its system is a fault."""
    spoilt = draft()
    held = part(spoilt.root, "properties")
    held.remove(spoilt.property("system"))
    kind = one(spoilt.save()).kind
    assert FaultKind.SYSTEM == kind
    assert "kassala" in facts(one(spoilt.path))


@pytest.mark.parametrize("name", ["chess", "../kassala", ""])
def test_unknown_system(draft: MakeDraft, name: str) -> None:
    """A map for an unknown system is a fault."""
    spoilt = draft()
    spoilt.property("system").set("value", name)
    fault = one(spoilt.save())
    assert FaultKind.SYSTEM == fault.kind
    assert [name] * bool(name) == list(values_in(fault.found))


def test_no_hexes(draft: MakeDraft) -> None:
    """An empty terrain layer is a fault."""
    spoilt = draft("example-c")
    for x in range(4):
        for y in range(5):
            spoilt.set_tile(x, y, 0)
    assert [(FaultKind.EMPTY, "Terrain", None)] == found(spoilt.save())


def test_no_tile_layer(draft: MakeDraft) -> None:
    """A map without a tile layer is a fault."""
    spoilt = draft("example-c")
    spoilt.root.remove(part(spoilt.root, "layer"))
    assert [(FaultKind.LAYERS, None, None, 0)] == found(spoilt.save())


def test_unknown_tile_class(draft: MakeDraft) -> None:
    """A tile whose class is no terrain is named with its hex."""
    spoilt = draft()
    path = spoilt.path.parent / "kassala.tsx"
    path.write_text(path.read_text(encoding="utf-8").replace('type="udaka"', 'type="swamp"'), encoding="utf-8")
    swamp = (FaultKind.CLASS, "Terrain", None, "swamp", 2, 3, "0304", "kassala", "plain", "udaka")
    assert [swamp] == found(spoilt.path)


def test_tile_without_class(draft: MakeDraft) -> None:
    """A tile without a class, or of no tileset, is a fault."""
    spoilt = draft()
    spoilt.set_tile(7, 3, 99)
    assert [(FaultKind.CLASS, "Terrain", None, 7, 3, "0804", "kassala", "plain", "udaka")] == found(spoilt.save())


def test_class_written_by_tiled_1_9(draft: MakeDraft) -> None:
    """Tiled 1.9 wrote the attribute ``class`` for ``type``; such maps read the same."""
    spoilt = draft()
    for path in (spoilt.path, spoilt.path.parent / "kassala.tsx"):
        text = path.read_text(encoding="utf-8").replace(' type="', ' class="')
        path.write_text(text.replace(' class="int"', ' type="int"'), encoding="utf-8")
    assert [] == check(spoilt.path)


@pytest.mark.parametrize("picture", ["udaka.png", "paper-9x9.png"])
def test_missing_image(draft: MakeDraft, picture: str) -> None:
    """A missing picture is a fault for editors, but the map can be played."""
    path = draft().path
    (path.parents[2] / "assets" / "kassala" / "tiles" / picture).unlink()
    (fault,) = check(path)
    layer, image = "Paper" if picture.startswith("paper") else None, f"../../assets/kassala/tiles/{picture}"
    assert (FaultKind.MISSING_IMAGE, layer, None, image, str(path.parent / image)) == facts(fault)
    assert 58 == len(load(path).hexes)


def test_every_fault_at_once(draft: MakeDraft) -> None:
    """Several faults are all reported."""
    spoilt = draft()
    spoilt.object("Wadi").set("type", "canal")
    spoilt.object("Trench").set("x", "3")
    part(spoilt.object("Lettering", "LAKE"), "text").text = ""
    spoilt.object("Objectives", "Udaka").set("x", "-900")
    spoilt.set_tile(7, 3, 99)
    path = spoilt.save()
    (path.parents[2] / "assets" / "kassala" / "tiles" / "plain.png").unlink()
    expected = {FaultKind.CLASS: ("Wadi", "Terrain"), FaultKind.PLACE: ("Trench", "Objectives"),
                FaultKind.NO_TEXT: ("Lettering",), FaultKind.MISSING_IMAGE: (None,)}
    faults = {(fault.kind, fault.layer) for fault in check(path)}
    assert {(kind, layer) for kind, layers in expected.items() for layer in layers} == faults


def test_mangled_files_give_faults_or_boards(draft: MakeDraft) -> None:
    """However a file is mangled, check returns faults and load a board or a MapError."""
    path = draft("example-a").path
    good = path.read_text(encoding="utf-8")
    dice = Random(4711)
    for _ in range(250):
        start = dice.randrange(len(good))
        end = start + dice.choice((1, 1, 3, 40))
        junk = dice.choice(("", "9", "-", "x", '"', "NaN", "1e999"))
        path.write_text(good[:start] + junk + good[end:], encoding="utf-8")
        faults = [fault for fault in check(path) if fault.kind is not FaultKind.MISSING_IMAGE]
        if faults:
            with pytest.raises(MapError) as refusal:
                load(path)
            assert faults == refusal.value.faults
        else:
            assert load(path).hexes


def test_many_tiles_of_one_fault_are_one_fault(draft: MakeDraft) -> None:
    """The fault gives their number and the first of them; up to three are named one by one."""
    spoilt = draft()
    terrain = ("kassala", "plain", "udaka")
    for x, y in ((3, 1), (4, 2), (5, 2)):
        spoilt.set_tile(x, y, 99)
    named = [(FaultKind.CLASS, "Terrain", None, *at, *terrain)
             for at in ((3, 1, "0402"), (4, 2, "0503"), (5, 2, "0603"))]
    assert named == found(spoilt.save())
    spoilt.set_tile(2, 5, 98)
    assert [(FaultKind.CLASS, "Terrain", None, 4, 3, 1, "0402", *terrain)] == found(spoilt.save())


def test_many_objects_of_one_fault_are_one_fault(draft: MakeDraft) -> None:
    """Up to three are named one by one; of more, the first and the number of others. Each layer is separate."""
    spoilt = draft()
    for layer, count in (("Lettering", 3), ("Hills", 2)):
        for number in range(count):
            ElementTree.SubElement(spoilt.layer(layer), "object", id=str(900 + number), x="1", y="1")
    assert [900, 900, 901, 901, 902] == sorted(fault.object or 0 for fault in check(spoilt.save()))
    ElementTree.SubElement(spoilt.layer("Lettering"), "object", id="903", x="1", y="1")
    (fault, *_) = (fault for fault in check(spoilt.save()) if fault.layer == "Lettering")
    assert 3 == fault.more
    assert (FaultKind.CLASS, 900) == (fault.kind, fault.object)
    with pytest.raises(MapError) as refusal:
        load(spoilt.path)
    assert fault in refusal.value.faults
