"""Faults of a map as a whole are found and put in words. Each test spoils a copy of a good map in one way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from game.maps import Fault, MapError, check, load
from tests.maps.map_drafts import Draft, one, part, words

MakeDraft = Callable[..., Draft]


def test_a_fault_is_a_sentence() -> None:
    """File, layer and object come first, then what was found and expected."""
    assert "a.tmx, layer 'Wadi', object 7: x; expected y." == str(Fault("a.tmx", "Wadi", 7, "x", "y"))
    assert "a.tmx: x; expected y." == str(Fault("a.tmx", None, None, "x", "y"))


def test_missing_file(tmp_path: Path) -> None:
    """A file that is not there."""
    fault = one(tmp_path / "none.tmx")
    assert str(tmp_path / "none.tmx") == fault.file
    assert "cannot be read (no such file or directory); expected a map saved by Tiled as .tmx" == fault.text


def test_folder(tmp_path: Path) -> None:
    """A folder instead of a file."""
    assert "cannot be read (is a directory)" == one(tmp_path).found


def test_not_xml(draft: MakeDraft) -> None:
    """XML that breaks off says at which line."""
    path = draft().path
    path.write_text(path.read_text(encoding="utf-8")[:3000], encoding="utf-8")
    assert str(one(path).found).startswith("cannot be read (not XML: ")
    assert "line " in str(one(path).found)


def test_other_xml(draft: MakeDraft) -> None:
    """XML that is no map at all."""
    path = draft().path
    path.write_text("<svg/>", encoding="utf-8")
    assert "map" in words(path)[0]


def test_missing_tileset(draft: MakeDraft) -> None:
    """A map whose tileset file is gone names it."""
    path = draft().path
    (path.parent / "kassala.tsx").unlink()
    assert "kassala.tsx" in str(one(path).found)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("orientation", "orthogonal", "the map's orientation is 'orthogonal'; expected 'hexagonal'"),
        ("staggeraxis", "y", "the map's staggeraxis is 'y'; expected 'x', for flat-top hexes in columns; "
                             "pointed hexes in rows are not supported"),
        ("staggerindex", "some", "the map's staggerindex is 'some'; expected 'even' or 'odd'"),
        ("infinite", "1", "the map is infinite; expected a map of fixed size"),
        ("hexsidelength", "0", "tiles are 120 by 104 pixels with a side of 0; "
                               "expected flat-top hexes: a side about half the tile's width"),
    ],
)
def test_grid(draft: MakeDraft, name: str, value: str, text: str) -> None:
    """A grid that is not the printed one."""
    spoilt = draft()
    spoilt.root.set(name, value)
    assert [f"None None {text}"] == words(spoilt.save())


def test_map_too_large(draft: MakeDraft) -> None:
    """More columns than printed ids can name; the tiles no longer fill the map either."""
    spoilt = draft()
    spoilt.root.set("width", "120")
    found = words(spoilt.save())
    assert "None None the map is 120 by 9 tiles; expected 1 to 98 columns and 1 to 98 rows" == found[0]
    assert "Terrain None the layer holds 81 tiles; expected 120 x 9 tiles" == found[1]


def test_shifted_layer(draft: MakeDraft) -> None:
    """A layer that has been dragged out of place."""
    spoilt = draft()
    spoilt.layer("Trench").set("offsetx", "12")
    assert ["Trench None the layer is shifted by 12, 0 pixels; expected no offset"] == words(spoilt.save())


def test_missing_system(draft: MakeDraft) -> None:
    """A map that does not say which rules it is for."""
    spoilt = draft()
    held = part(spoilt.root, "properties")
    held.remove(spoilt.property("system"))
    fault = one(spoilt.save())
    assert "the map property 'system' is missing" == fault.found
    assert "kassala" in str(fault.expected)


@pytest.mark.parametrize("name", ["chess", "../kassala", ""])
def test_unknown_system(draft: MakeDraft, name: str) -> None:
    """A map for rules that do not exist."""
    spoilt = draft()
    spoilt.property("system").set("value", name)
    assert str(one(spoilt.save()).found).startswith("the map property 'system' is ")


def test_no_hexes(draft: MakeDraft) -> None:
    """An empty terrain layer."""
    spoilt = draft("example-c")
    for x in range(4):
        for y in range(5):
            spoilt.set_tile(x, y, 0)
    assert ["Terrain None the map has no hexes; expected at least one terrain tile"] == words(spoilt.save())


def test_no_tile_layer(draft: MakeDraft) -> None:
    """A map without any tile layer."""
    spoilt = draft("example-c")
    spoilt.root.remove(part(spoilt.root, "layer"))
    assert ["None None the map has 0 tile layers; expected one tile layer, holding the terrain"] == words(spoilt.save())


def test_unknown_tile_class(draft: MakeDraft) -> None:
    """A tile whose class is no terrain is named with its hex."""
    spoilt = draft()
    path = spoilt.path.parent / "kassala.tsx"
    path.write_text(path.read_text(encoding="utf-8").replace('type="udaka"', 'type="swamp"'), encoding="utf-8")
    found = "the tile at (2, 3), hex 0304, has class 'swamp'; expected class kassala, plain or udaka"
    assert [f"Terrain None {found}"] == words(spoilt.path)


def test_tile_without_class(draft: MakeDraft) -> None:
    """A tile of no class, or one that no tileset holds."""
    spoilt = draft()
    spoilt.set_tile(7, 3, 99)
    found = "the tile at (7, 3), hex 0804, has no class; expected class kassala, plain or udaka"
    assert [f"Terrain None {found}"] == words(spoilt.save())


def test_class_written_by_tiled_1_9(draft: MakeDraft) -> None:
    """Tiled 1.9 wrote the attribute ``class`` for ``type``; such maps read the same."""
    spoilt = draft()
    for path in (spoilt.path, spoilt.path.parent / "kassala.tsx"):
        path.write_text(path.read_text(encoding="utf-8").replace(' type="', ' class="'), encoding="utf-8")
    assert [] == words(spoilt.path)


@pytest.mark.parametrize("picture", ["udaka.png", "paper-9x9.png"])
def test_missing_image(draft: MakeDraft, picture: str) -> None:
    """A picture that is gone is a fault for those who edit, but keeps nobody from playing."""
    path = draft().path
    (path.parents[2] / "assets" / "kassala" / "tiles" / picture).unlink()
    (fault,) = check(path)
    assert f"the image '../../assets/kassala/tiles/{picture}' is missing" == fault.found
    assert ("Paper" if picture.startswith("paper") else None) == fault.layer
    assert 58 == len(load(path).hexes)


def test_every_fault_at_once(draft: MakeDraft) -> None:
    """Faults do not hide one another."""
    spoilt = draft()
    spoilt.object("Wadi").set("type", "canal")
    spoilt.object("Trench").set("x", "3")
    part(spoilt.object("Lettering", "LAKE"), "text").text = ""
    spoilt.object("Objectives", "Udaka").set("x", "-900")
    spoilt.set_tile(7, 3, 99)
    path = spoilt.save()
    (path.parents[2] / "assets" / "kassala" / "tiles" / "plain.png").unlink()
    found = "\n".join(words(path))
    for piece in ("'canal'", "no hex corner", "says nothing", "holds no hex", "hex 0804", "plain.png"):
        assert piece in found


def test_nonsense_never_escapes(draft: MakeDraft) -> None:
    """However a file is mangled, check answers with faults and load with a board or a MapError."""
    path = draft("example-a").path
    good = path.read_text(encoding="utf-8")
    dice = Random(4711)
    for _ in range(250):
        start = dice.randrange(len(good))
        end = start + dice.choice((1, 1, 3, 40))
        junk = dice.choice(("", "9", "-", "x", '"', "NaN", "1e999"))
        path.write_text(good[:start] + junk + good[end:], encoding="utf-8")
        faults = [fault for fault in check(path) if "the image" not in str(fault.found)]
        if faults:
            with pytest.raises(MapError) as refusal:
                load(path)
            assert faults == refusal.value.faults
        else:
            assert load(path).hexes


def test_many_tiles_of_one_fault_are_one_fault(draft: MakeDraft) -> None:
    """Their number and the first of them; up to three are named one by one."""
    spoilt = draft()
    expected = "expected class kassala, plain or udaka"
    for x, y in ((3, 1), (4, 2), (5, 2)):
        spoilt.set_tile(x, y, 99)
    named = [f"Terrain None the tile at {at}, has no class; {expected}"
             for at in ("(3, 1), hex 0402", "(4, 2), hex 0503", "(5, 2), hex 0603")]
    assert named == words(spoilt.save())
    spoilt.set_tile(2, 5, 98)
    assert [f"Terrain None 4 tiles have no class, the first at (3, 1), hex 0402; {expected}"] == words(spoilt.save())


def test_many_objects_of_one_fault_are_one_fault(draft: MakeDraft) -> None:
    """Up to three are named one by one; of more the first, and how many more there are. Other layers are apart."""
    spoilt = draft()
    for layer, count in (("Lettering", 3), ("Hills", 2)):
        for number in range(count):
            ElementTree.SubElement(spoilt.layer(layer), "object", id=str(900 + number), x="1", y="1")
    assert [900, 900, 901, 901, 902] == sorted(fault.object or 0 for fault in check(spoilt.save()))
    ElementTree.SubElement(spoilt.layer("Lettering"), "object", id="903", x="1", y="1")
    (fault, *_) = (fault for fault in check(spoilt.save()) if fault.layer == "Lettering")
    assert 3 == fault.more
    assert "layer 'Lettering', object 900 and 3 more: the object has no class" in str(fault)
    with pytest.raises(MapError, match="object 900 and 3 more"):
        load(spoilt.path)
