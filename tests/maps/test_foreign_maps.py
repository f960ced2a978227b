"""Maps as other projects save them: content that a board does not need is ignored, unusable content is refused by
name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.cli.program import command_line
from game.core.message import names_in, values_in
from game.maps import FaultKind, check, load
from game.maps.limits import EXPECTED_FILE
from tests.maps.map_drafts import Draft, add, facts, found, one, own, part

MakeDraft = Callable[..., Draft]


# --- layers and groups


@pytest.mark.parametrize(("x", "y"), [("0.5", "0"), ("-0.333333", "12.25"), ("0", "1e-3")])
@pytest.mark.parametrize("tag", ["layer", "objectgroup"])
def test_a_layer_shifted_by_a_fraction_of_a_pixel(draft: MakeDraft, tag: str, x: str, y: str) -> None:
    """A shift is a fault of that layer, even by a fraction; the rest of the map is still read."""
    shifted = draft()
    layer = next(shifted.root.iter(tag))
    layer.attrib.update(offsetx=x, offsety=y)
    thing = shifted.object("Wadi")
    thing.set("type", "canal")
    faults = found(shifted.save())
    assert (FaultKind.SHIFTED, layer.get("name"), None, float(x), float(y)) in faults
    assert (FaultKind.CLASS, "Wadi", int(thing.attrib["id"]), "canal") in {told[:4] for told in faults}


def test_pictures_may_be_shifted_by_a_fraction(draft: MakeDraft) -> None:
    """Pictures do not matter to the rules."""
    good = draft()
    part(good.root, "imagelayer").attrib.update(offsetx="-90.25", offsety="0.5", opacity="0.75", parallaxx="1.25")
    assert [] == check(good.save())


@pytest.mark.parametrize("depth", [1, 3])
def test_a_shifted_group(draft: MakeDraft, depth: int) -> None:
    """The fault names the group, whose layers would be elsewhere than the map."""
    shifted = draft()
    layer = shifted.layer("Wadi")
    shifted.root.remove(layer)
    group = outer = ElementTree.SubElement(shifted.root, "group", {"name": "Sides", "offsetx": "119.5", "offsety": "0"})
    for number in range(depth - 1):
        group = ElementTree.SubElement(group, "group", {"name": f"inner {number}"})
    group.append(layer)
    assert [(FaultKind.SHIFTED, "Sides", None, 119.5, 0)] == found(shifted.save())
    outer.set("offsetx", "0")
    assert [] == check(shifted.save())


def test_a_shifted_group_of_pictures(draft: MakeDraft) -> None:
    """A shifted group of pictures is allowed: it has nothing for the rules."""
    good = draft()
    picture = part(good.root, "imagelayer")
    good.root.remove(picture)
    ElementTree.SubElement(good.root, "group", {"name": "Art", "offsetx": "5.5"}).append(picture)
    assert [] == check(good.save())


# --- properties


@pytest.mark.every(4)
@pytest.mark.parametrize("kind", ["string", "int", "float", "bool", "color", "file", "object", "class", "odd"])
@pytest.mark.parametrize("name", ["id", "name", "type", "class", "x", "y", "width", "height", "points", "parent", "gid",
                                  "text", "properties", "layers", "object_type", "visible", "data", "filename"])
def test_properties_of_any_name(draft: MakeDraft, name: str, kind: str) -> None:
    """A property of any name is not mistaken for an attribute of the map, a layer, an object or a tile."""
    good = draft()
    expected = load(good.path)
    for element in (good.root, good.layer("Wadi"), good.object("Wadi"), good.object("Water"), good.layer("Water"),
                    next(good.root.iter("layer")), good.object("Lettering", "LAKE")):
        own(element, name, kind, "1")
    tileset = good.path.parent / "kassala.tsx"
    tiles = ElementTree.parse(tileset)
    for tile in tiles.getroot().iter("tile"):
        own(tile, name, kind, "1")
    tiles.write(tileset)
    assert expected == load(good.save())


@pytest.mark.parametrize(
    ("kind", "value"), [("int", "two"), ("int", "2.5"), ("int", ""), ("float", "wide"), ("bool", "maybe"),
                        ("object", "none")],
)
def test_properties_of_the_wrong_type(draft: MakeDraft, kind: str, value: str) -> None:
    """The fault names the layer and the object."""
    spoilt = draft()
    own(spoilt.object("Wadi"), "depth", kind, value)
    number = int(spoilt.object("Wadi").attrib["id"])
    assert (FaultKind.PROPERTY, "Wadi", number, "depth", value) == facts(one(spoilt.save()))


def test_a_property_that_is_a_class(draft: MakeDraft) -> None:
    """A property of type class is ignored where no property is expected, and refused where a plain one is; its members
    are separate."""
    good = draft()
    for element in (good.root, good.object("Water")):
        held = own(element, "garrison", "class", None)
        held.set("propertytype", "Garrison")
        own(held, "provenance", "string", "none of ours")
        own(own(held, "commander", "class", None), "name", "string", "Osman")
    assert [] == check(good.save())
    own(good.root, "seed", "int", "-3000000000")
    assert [] == check(good.save())
    own(good.object("Water"), "provenance", "class", None).set("propertytype", "Source")
    number, sources = int(good.object("Water").attrib["id"]), ("figure", "history", "reconstructed", "rulebook")
    assert (FaultKind.PROPERTY, "Water", number, "class Source", *sources) == facts(one(good.save()))


def test_a_property_of_many_lines(draft: MakeDraft) -> None:
    """Tiled writes a property of several lines as text instead of an attribute."""
    good = draft()
    part(good.root, "./properties/property[@name='title']").attrib.pop("value")
    part(good.root, "./properties/property[@name='title']").text = "The field\nof battle"
    assert "The field\nof battle" == load(good.save()).title


def test_a_property_without_a_name(draft: MakeDraft) -> None:
    """The fault names its object."""
    spoilt = draft()
    del own(spoilt.object("Wadi"), "x", "string", "1").attrib["name"]
    number = int(spoilt.object("Wadi").attrib["id"])
    assert (FaultKind.NO_NAME, "Wadi", number) == facts(one(spoilt.save()))


# --- numbers


def test_numbers_with_fractions(draft: MakeDraft) -> None:
    """Object coordinates, opacity, parallax, sizes of letters and of the hex side may have fractions."""
    good = draft()
    good.root.attrib.update(hexsidelength="60.0", parallaxoriginx="0.5")
    for layer in good.root.iter("objectgroup"):
        layer.attrib.update(opacity="0.333", parallaxx="0.5", parallaxy="1.5", tintcolor="#ff8000")
    text = good.object("Lettering", "LAKE")
    text.attrib.update(rotation="12.5", width="40.25", visible="0")
    part(text, "text").set("pixelsize", "16.4")
    assert [] == check(good.save())


@pytest.mark.parametrize(
    ("tag", "name", "value", "told"),
    [
        ("map", "width", "nine", ("width", "nine")),
        ("map", "tileheight", "104.5", ("tileheight", "104.5")),
        ("layer", "height", "x", ("height", "x")),
        ("layer", "offsetx", "far", ("offsetx", "far")),
        ("object", "x", "left", ("x", "left")),
        ("object", "rotation", "", ("rotation", "")),
        ("object", "id", "one", ("id", "one")),
        ("polygon", "points", "0,0 5 9,9", ("5",)),
        ("polygon", "points", "0,0 a,b", ("a,b",)),
        ("polygon", "points", "0,0 1,2,3", ("1,2,3",)),
        ("text", "pixelsize", "big", ("big",)),
    ],
)
def test_attributes_that_are_no_numbers(
    draft: MakeDraft, tag: str, name: str, value: str, told: tuple[str, ...]
) -> None:
    """The fault names the attribute, its layer and its object."""
    spoilt = draft()
    next(spoilt.root.iter(tag)).set(name, value)
    fault = one(spoilt.save())
    assert (FaultKind.ATTRIBUTE, *told) == (fault.kind, *values_in(fault.found))
    assert (tag in ("object", "polygon", "text")) <= (fault.layer is not None)
    assert (tag in ("polygon", "text")) <= (fault.object is not None)


# --- what else Tiled knows


def test_everything_a_board_does_not_need(draft: MakeDraft) -> None:
    """Editor settings, export targets, Wang sets, terrain types, animations, collision shapes, grids, hidden layers,
    and an object of every shape in a tile are ignored."""
    good = draft()
    expected = load(good.path)
    more = """<x>
      <editorsettings><chunksize width="32" height="32"/><export target="a.json" format="json"/></editorsettings>
      <tileset firstgid="900" name="own" tilewidth="16" tileheight="16" spacing="1" margin="2" tilecount="4" columns="2"
        objectalignment="bottom" tilerendersize="grid" fillmode="stretch" backgroundcolor="#000000">
       <tileoffset x="0" y="-4"/><grid orientation="isometric" width="32" height="16"/>
       <transformations hflip="1" vflip="1" rotate="0" preferuntransformed="0"/>
       <image format="png" source="../../assets/kassala/tiles/plain.png" trans="ff00ff"/>
       <terraintypes><terrain name="grass" tile="0"/></terraintypes>
       <tile id="0" terrain="0,0,,0" probability="0.5"><objectgroup draworder="index" id="2">
         <object id="1" x="0.5" y="0.5" width="9" height="9"/><object id="2" x="1" y="1"><polygon points="0,0 1,1 2,0"/>
         </object><object id="3" x="1" y="1" width="4" height="4"><capsule/></object></objectgroup>
        <animation><frame tileid="0" duration="100"/><frame tileid="77" duration="0"/></animation></tile>
       <wangsets><wangset name="w" type="corner" tile="-1"><wangcolor name="c" color="#ff0000" tile="-1"
        probability="1"/><wangtile tileid="0" wangid="0,1,0,1,0,1,0,1"/></wangset></wangsets>
      </tileset>
      <imagelayer id="90" name="empty"/>
      <imagelayer id="91" name="sky" repeatx="1"><image source="../../assets/kassala/tiles/plain.png"/></imagelayer>
      <objectgroup id="92" name="nothing" draworder="index" mode="multiply"/>
      <group id="93" name="none" opacity="0.5" locked="1"/>
    </x>"""
    good.root.extend(ElementTree.fromstring(more))
    assert [] == check(good.save())
    assert expected == load(good.path)


@pytest.mark.parametrize("shape", ["", "<ellipse/>", "<point/>", "<text>a</text>", '<polygon points="0,0 1,1 2,0"/>',
                                   '<polyline points="0,0 1,1"/>', "<capsule/>", "<oddity/>"])
@pytest.mark.parametrize("gid", [None, "1", "2147483649", "4026531841", "77"])
def test_objects_without_a_class(draft: MakeDraft, shape: str, gid: str | None) -> None:
    """The fault names them, whatever their shape."""
    spoilt = draft()
    tile = {"gid": gid, "width": "16", "height": "16.5"} if gid else {}
    number = add(spoilt, "Wadi", {"x": "10.5", "y": "3", **tile}, shape)
    fault = one(spoilt.save())
    assert ("Wadi", number) == (fault.layer, fault.object)
    assert (FaultKind.SHAPE if shape == "<capsule/>" else FaultKind.CLASS) == fault.kind


@pytest.mark.parametrize("orientation", ["isometric", "staggered", "orthogonal", "oblique"])
def test_maps_of_other_kinds(draft: MakeDraft, orientation: str) -> None:
    """Maps of other kinds are refused by their orientation, or without a system for that."""
    spoilt = draft()
    spoilt.root.set("orientation", orientation)
    for name in ("staggeraxis", "staggerindex", "hexsidelength"):
        del spoilt.root.attrib[name]
    assert (FaultKind.GRID, None, None, orientation) == facts(one(spoilt.save()))
    part(spoilt.root, "properties").clear()
    assert FaultKind.SYSTEM == one(spoilt.save()).kind


def _encoded(text: str, encoding: str) -> bytes:
    return text.replace('encoding="UTF-8"', f'encoding="{encoding}"').encode(encoding)


@pytest.mark.parametrize(
    "write",
    [
        lambda text: "\ufeff".encode() + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: text.replace("<map ", '<!DOCTYPE map SYSTEM "map.dtd">\n<map ').encode(),
        lambda text: text.replace("<object ", "<!-- a note --><?odd instruction?><object ").encode(),
        lambda text: text.replace("\n1,1", "\n<!-- row -->1,1").encode(),
        lambda text: text[text.index("<map") :].encode(),
        lambda text: _encoded(text, "UTF-16"),
        lambda text: _encoded(text, "ISO-8859-1"),
        lambda text: _encoded(text, "windows-1251"),
    ],
    ids=["mark", "crlf", "cr", "doctype", "comments", "comment in data", "no declaration", "utf-16", "latin-1", "1251"],
)
def test_files_in_other_encodings(draft: MakeDraft, write: Callable[[str], bytes]) -> None:
    """Byte order marks, line ends, document types, comments and encodings do not matter."""
    path = draft().path
    expected = load(path)
    path.write_bytes(write(path.read_text("utf-8")))
    assert expected == load(path)


# --- other formats


@pytest.mark.parametrize("name", ["map.tmj", "map.json", "map.tmx", "MAP.TMJ"])
def test_a_map_saved_as_json(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The fault is the format, whatever the file's name."""
    path = tmp_path / name
    path.write_text('{ "height":2, "infinite":false, "layers":[], "orientation":"hexagonal", "type":"map" }')
    assert 1 == command_line(["check", str(path)])
    assert f"{one(path)}\n" == capsys.readouterr().out
    assert FaultKind.JSON == one(path).kind


@pytest.mark.parametrize(("name", "content", "told"), [
    ("a.tsx", "<tileset name='a'/>", (FaultKind.OTHER_FILE, "tileset")),
    ("a.tx", "<template/>", (FaultKind.OTHER_FILE, "template")),
    ("a.xml", "<html/>", (FaultKind.OTHER_FILE, "html")),
    ("a.tmx", "", (FaultKind.UNREADABLE,)),
    ("a.tmx", "return { version = 1 }", (FaultKind.UNREADABLE,)),
])
def test_files_that_are_not_maps(tmp_path: Path, name: str, content: str, told: tuple[str, ...]) -> None:
    """Only for these does the fault ask for a map saved by Tiled."""
    path = tmp_path / name
    path.write_text(content)
    fault = one(path)
    assert (told, EXPECTED_FILE) == ((fault.kind, *names_in(fault.found)), fault.expected)
