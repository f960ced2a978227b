"""Every kind of fault is found and put in words. Each test spoils a copy of the good map in one way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from game.maps import Fault, MapError, check, load

MakeDraft = Callable[..., Any]


def words(path: Path) -> list[str]:
    """What check finds, as (layer, object): found; expected."""
    return [f"{fault.layer} {fault.object} {fault.text}" for fault in check(path)]


def one(path: Path) -> Fault:
    """The only fault there is; load refuses for the same reason."""
    (fault,) = check(path)
    with pytest.raises(MapError) as refusal:
        load(path)
    assert [fault] == refusal.value.faults
    return fault


def add(draft: Any, layer: str, attributes: dict[str, str], shape: str = "", **values: str) -> int:
    """Add an object to a layer of a draft; its id."""
    number = int(draft.root.get("nextobjectid"))
    draft.root.set("nextobjectid", str(number + 1))
    thing = ElementTree.SubElement(draft.layer(layer), "object", {"id": str(number), **attributes})
    if values:
        held = ElementTree.SubElement(thing, "properties")
        for name, value in values.items():
            ElementTree.SubElement(held, "property", {"name": name, "value": value})
    if shape:
        thing.append(ElementTree.fromstring(shape))
    return number


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
    assert one(path).found.startswith("cannot be read (not XML: ")
    assert "line " in one(path).found


def test_other_xml(draft: MakeDraft) -> None:
    """XML that is no map at all."""
    path = draft().path
    path.write_text("<svg/>", encoding="utf-8")
    assert "map" in words(path)[0]


def test_missing_tileset(draft: MakeDraft) -> None:
    """A map whose tileset file is gone names it."""
    path = draft().path
    (path.parent / "kassala.tsx").unlink()
    assert "kassala.tsx" in one(path).found


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("orientation", "orthogonal", "the map's orientation is 'orthogonal'; expected 'hexagonal'"),
        ("staggeraxis", "y", "the map's staggeraxis is 'y'; expected 'x'"),
        ("staggerindex", "odd", "the map's staggerindex is 'odd'; expected 'even'"),
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
    assert "None None the map is 120 by 9 tiles; expected 1 to 98 columns and rows" == found[0]
    assert "Terrain None the layer holds 81 tiles; expected 120 x 9 tiles" == found[1]


def test_shifted_layer(draft: MakeDraft) -> None:
    """A layer that has been dragged out of place."""
    spoilt = draft()
    spoilt.layer("Trench").set("offsetx", "12")
    assert ["Trench None the layer is shifted by 12, 0 pixels; expected no offset"] == words(spoilt.save())


def test_missing_system(draft: MakeDraft) -> None:
    """A map that does not say which rules it is for."""
    spoilt = draft()
    held = spoilt.root.find("properties")
    held.remove(spoilt.property("system"))
    fault = one(spoilt.save())
    assert "the map property 'system' is missing" == fault.found
    assert "kassala" in fault.expected


@pytest.mark.parametrize("name", ["chess", "../kassala", ""])
def test_unknown_system(draft: MakeDraft, name: str) -> None:
    """A map for rules that do not exist."""
    spoilt = draft()
    spoilt.property("system").set("value", name)
    assert one(spoilt.save()).found.startswith("the map property 'system' is ")


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
    spoilt.root.remove(spoilt.root.find("layer"))
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


def test_unknown_object_class(draft: MakeDraft) -> None:
    """An object of a class nobody knows."""
    spoilt = draft()
    thing = spoilt.object("Wadi")
    thing.set("type", "canal")
    fault = one(spoilt.save())
    assert ("Wadi", int(thing.get("id")), "the class 'canal' is unknown") == (fault.layer, fault.object, fault.found)
    assert "wadi" in fault.expected


def test_object_without_class(draft: MakeDraft) -> None:
    """An object of no class."""
    spoilt = draft()
    del spoilt.object("Trench").attrib["type"]
    assert "the object has no class" == one(spoilt.save()).found


@pytest.mark.parametrize(
    ("layer", "kind", "text"),
    [
        ("Wadi", "water", "the water is a polyline; expected a polygon"),
        ("Water", "trench", "the trench is a polygon; expected a polyline"),
        ("Hills", "deployment-zone", "the deployment-zone is a polygon; expected a point"),
        ("Hills", "label", "the label is a polygon; expected a point or text"),
    ],
)
def test_wrong_shape(draft: MakeDraft, layer: str, kind: str, text: str) -> None:
    """A class drawn with the wrong tool."""
    spoilt = draft()
    spoilt.object(layer).set("type", kind)
    assert text in one(spoilt.save()).text


def test_point_off_the_corners(draft: MakeDraft) -> None:
    """A polyline point that is no hex corner is named with the nearest one; its two segments add no further fault."""
    spoilt = draft()
    number = add(spoilt, "Wadi", {"type": "wadi", "x": "390", "y": "468"}, '<polyline points="0,0 -30,31"/>')
    fault = one(spoilt.save())
    assert number == fault.object
    found = "the wadi point (360, 499) lies on no hex corner; expected a hex corner such as the nearest, (360, 520)"
    assert found == fault.text


def test_segment_that_is_no_hexside(draft: MakeDraft) -> None:
    """A segment from corner to corner straight through a hex, and one of no length."""
    spoilt = draft()
    add(spoilt, "Wadi", {"type": "wadi", "x": "390", "y": "572"}, '<polyline points="0,0 60,-104 60,-104"/>')
    assert [
        "the wadi from (390, 572) to (450, 468) follows no hex-side; expected a step along one hex-side",
        "the wadi from (450, 468) to (450, 468) follows no hex-side; expected a step along one hex-side",
    ] == [fault.text for fault in check(spoilt.save())]


def test_side_off_the_board(draft: MakeDraft) -> None:
    """A hex-side at the board's edge has a hex on one side only."""
    spoilt = draft()
    add(spoilt, "Trench", {"type": "trench", "x": "30", "y": "52"}, '<polyline points="0,0 60,0"/>')
    expected = (
        "the trench from (30, 52) to (90, 52) runs between 0100 and 0101, off the board; "
        "expected a hex-side between two hexes of the board"
    )
    assert expected == one(spoilt.save()).text


def test_side_drawn_twice(draft: MakeDraft) -> None:
    """The same side twice, the second time the other way round."""
    spoilt = draft()
    add(spoilt, "Wadi", {"type": "wadi", "x": "210", "y": "52"}, '<polyline points="0,0 -30,52"/>')
    fault = one(spoilt.save())
    assert "the side between 0301 and 0201 already is wadi; expected each hex-side drawn once" == fault.text


@pytest.mark.parametrize("layer", ["Lettering", "Deployment", "Objectives"])
def test_duplicate_name(draft: MakeDraft, layer: str) -> None:
    """Two labels, zones or objectives of one name."""
    spoilt = draft()
    twin = {"Lettering": "KASSALA", "Deployment": "north", "Objectives": "Kassala"}[layer]
    first = spoilt.object(layer, {"Lettering": "UDAKA", "Deployment": "south", "Objectives": "Udaka"}[layer])
    first.set("name", twin)
    found = [text for text in words(spoilt.save()) if twin in text]
    assert 1 == len(found)
    assert "once" in found[0]


def test_label_without_text(draft: MakeDraft) -> None:
    """A label that says nothing."""
    spoilt = draft()
    spoilt.object("Lettering", "LAKE").find("text").text = ""
    assert "the label says nothing; expected a text" == one(spoilt.save()).text


def test_unknown_label_style(draft: MakeDraft) -> None:
    """A style of lettering nobody knows."""
    spoilt = draft()
    spoilt.object("Lettering", "LAKE").find("properties/property[@name='style']").set("value", "neon")
    assert "the label's style is 'neon'; expected note, place or water" == one(spoilt.save()).text


def test_unknown_provenance(draft: MakeDraft) -> None:
    """A source that is none of the four we distinguish."""
    spoilt = draft()
    spoilt.object("Hills").find("properties/property[@name='provenance']").set("value", "guess")
    fault = one(spoilt.save())
    assert "the provenance is 'guess'; expected figure, history, reconstructed or rulebook" == fault.text


def test_objective_without_hexes(draft: MakeDraft) -> None:
    """An objective that has been dragged off the board."""
    spoilt = draft()
    spoilt.object("Objectives", "Udaka").set("x", "-900")
    assert "the objective 'Udaka' holds no hex" == one(spoilt.save()).found


def test_unnamed_objective(draft: MakeDraft) -> None:
    """An objective without a name."""
    spoilt = draft()
    del spoilt.object("Objectives", "Udaka").attrib["name"]
    assert "the objective has no name; expected a name" == one(spoilt.save()).text


def test_unreachable_objective(draft: MakeDraft) -> None:
    """An objective cut off from the rest of the board, named with the hexes that nothing leads to."""
    spoilt = draft("example-c")
    box = '<polygon points="0,0 100,0 100,100 0,100"/>'
    number = add(spoilt, "Lettering", {"type": "objective", "name": "Camp", "x": "190", "y": "262"}, box)
    for x, y in ((2, 1), (1, 2), (1, 3), (2, 0), (0, 2), (0, 1), (1, 1)):
        spoilt.set_tile(x, y, 0)
    fault = one(spoilt.save())
    expected = "the objective 'Camp' cannot be reached in 0303; expected a path of hexes from the rest of the board"
    assert expected == fault.text
    assert ("Lettering", number) == (fault.layer, fault.object)


def test_hexes_in_no_zone(draft: MakeDraft) -> None:
    """A part of the board that no zone point names."""
    spoilt = draft()
    spoilt.layer("Deployment").remove(spoilt.object("Deployment", "north"))
    fault = one(spoilt.save())
    assert fault.found.startswith("0101, 0102, ")
    assert fault.found.endswith(" and 0802 lie in no deployment zone")


def test_hexes_in_both_zones(draft: MakeDraft) -> None:
    """Without the dotted line every hex lies in both zones."""
    spoilt = draft()
    spoilt.layer("Deployment").remove(spoilt.object("Deployment"))
    assert one(spoilt.save()).found.endswith("0807 lie in the deployment zones north and south at once")


def test_zone_in_no_hex(draft: MakeDraft) -> None:
    """A zone point in the river."""
    spoilt = draft()
    spoilt.object("Deployment", "south").set("x", "-200")
    found = words(spoilt.save())
    assert any("the zone 'south' stands in no hex; expected a point inside a hex" in text for text in found)


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
    spoilt.object("Lettering", "LAKE").find("text").text = ""
    spoilt.object("Objectives", "Udaka").set("x", "-900")
    spoilt.set_tile(7, 3, 99)
    path = spoilt.save()
    (path.parents[2] / "assets" / "kassala" / "tiles" / "plain.png").unlink()
    found = "\n".join(words(path))
    for part in ("'canal'", "no hex corner", "says nothing", "holds no hex", "hex 0804", "plain.png"):
        assert part in found


@pytest.mark.parametrize("value", ["nan", "inf", "-1e999"])
@pytest.mark.parametrize("layer", ["Water", "Wadi", "Deployment", "Objectives", "Lettering"])
def test_numbers_that_are_none(draft: MakeDraft, layer: str, value: str) -> None:
    """Coordinates that are no finite numbers."""
    spoilt = draft()
    for thing in spoilt.layer(layer).iter("object"):
        thing.set("x", value)
    assert "a coordinate is no finite number; expected pixels" in check(spoilt.save())[0].text


@pytest.mark.parametrize(
    ("layer", "tag", "drawn", "text"),
    [
        ("Water", "polygon", "0,0 9,9", "the water has 2 points; expected at least 3"),
        ("Water", "polygon", "", "the water has 0 points; expected at least 3"),
        ("Wadi", "polyline", "0,0", "the wadi has 1 point; expected at least 2"),
    ],
)
def test_too_few_points(draft: MakeDraft, layer: str, tag: str, drawn: str, text: str) -> None:
    """A line or shape of too few points."""
    spoilt = draft()
    spoilt.object(layer).find(tag).set("points", drawn)
    assert text == one(spoilt.save()).text


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
        faults = [fault for fault in check(path) if "the image" not in fault.found]
        if faults:
            with pytest.raises(MapError) as refusal:
                load(path)
            assert faults == refusal.value.faults
        else:
            assert load(path).hexes
