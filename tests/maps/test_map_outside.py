"""Tilesets, templates and pictures used by a map are found in any folder, and named if missing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.core.message import names_in
from game.maps import FaultKind, check, load
from game.maps.limits import EXPECTED_FILE
from tests.maps.map_drafts import Draft, add, facts, found, kinds, one, part

MakeDraft = Callable[..., Draft]
ROOT = Path(__file__).resolve().parents[2]


def tileset(path: Path) -> ElementTree.Element:
    return ElementTree.parse(path).getroot()


def write(path: Path, root: ElementTree.Element | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = root if isinstance(root, str) else ElementTree.tostring(root, "unicode")
    path.write_text(text, encoding="utf-8")


def template(thing: str, source: str = "") -> str:
    """A template as Tiled writes it, with a tileset if one is given."""
    held = f'<tileset firstgid="1" source="{source}"/>' if source else ""
    return f"<?xml version='1.0' encoding='UTF-8'?>\n<template>{held}{thing}</template>"


# --- tilesets


@pytest.mark.parametrize("folder", ["sets", "../far away/sets", "../../plans/карты"])
def test_a_tileset_in_another_folder(draft: MakeDraft, folder: str) -> None:
    """Its pictures are named relative to its own folder."""
    moved = draft()
    expected = load(moved.path)
    old = moved.path.parent / "kassala.tsx"
    new = moved.path.parent / folder / "k.tsx"
    root = tileset(old)
    for image in root.iter("image"):
        image.set("source", Path(image.get("source", "")).name)
    write(new, root)
    old.unlink()
    for picture in (moved.path.parents[2] / "assets" / "kassala" / "tiles").iterdir():
        shutil.copy(picture, new.parent)
    part(moved.root, "tileset").set("source", f"{folder}/k.tsx")
    assert [] == check(moved.save())
    assert expected == load(moved.path)
    (new.parent / "udaka.png").unlink()
    missing = (FaultKind.MISSING_IMAGE, None, None, f"{folder}/udaka.png")
    assert [missing] == [told[:4] for told in found(moved.path)]


def test_an_embedded_tileset(draft: MakeDraft) -> None:
    """A tileset may be embedded by Tiled, beside another one that a board does not need."""
    embedded = draft()
    expected = load(embedded.path)
    held = part(embedded.root, "tileset")
    root = tileset(embedded.path.parent / "kassala.tsx")
    held.attrib = {"firstgid": "1", **{name: value for name, value in root.attrib.items() if name != "tiledversion"}}
    held.extend(root)
    ElementTree.SubElement(embedded.root, "tileset", firstgid="50", name="none", tilewidth="0", tileheight="0")
    assert [] == check(embedded.save())
    assert expected == load(embedded.path)


@pytest.mark.parametrize("sizes", [{}, {"width": "240"}, {"width": "", "height": "x"}, {"width": "0.5", "height": "0"}])
def test_pictures_without_sizes(draft: MakeDraft, sizes: dict[str, str]) -> None:
    """Pictures of a tile, a tileset and a layer may lack their size: a board needs none."""
    good = draft()
    expected = load(good.path)
    root = tileset(good.path.parent / "kassala.tsx")
    for image in [*root.iter("image"), *good.root.iter("image")]:
        image.attrib = {"source": image.get("source", ""), **sizes}
    held = ElementTree.SubElement(root, "image", {"source": "../../assets/kassala/tiles/plain.png", **sizes})
    assert held is not None
    write(good.path.parent / "kassala.tsx", root)
    assert [] == check(good.save())
    assert expected == load(good.path)


@pytest.mark.parametrize(
    ("content", "kind", "told"),
    [
        (None, FaultKind.MISSING_FILE, ("kassala.tsx",)),
        ("", FaultKind.UNREADABLE_PART, ("kassala.tsx",)),
        ('{ "type":"tileset" }', FaultKind.UNREADABLE_PART, ("kassala.tsx",)),
        ("<map/>", FaultKind.OTHER_FILE, ("map", "kassala.tsx")),
        ("<tileset><tile type='plain'/></tileset>", FaultKind.ATTRIBUTE, ("",)),
        ("<tileset name='k'><tile id='one'/></tileset>", FaultKind.ATTRIBUTE, ("id", "one", "k", "one")),
        ("<tileset name='k'><tile id='1'><properties><property name='level' type='int' value='x'/></properties></tile>"
         "</tileset>", FaultKind.PROPERTY, ("level", "1", "k", "x")),
    ],
)
def test_a_tileset_that_cannot_be_read(
    draft: MakeDraft, content: str | None, kind: FaultKind, told: tuple[str, ...]
) -> None:
    """The fault names the tileset and its problem."""
    path = draft().path
    (path.parent / "kassala.tsx").unlink()
    if content is not None:
        write(path.parent / "kassala.tsx", content)
    fault = check(path)[0]
    assert (kind, told) == (fault.kind, tuple(names_in(fault.found)))
    assert fault.expected != EXPECTED_FILE


def test_a_tileset_without_its_first_number(draft: MakeDraft) -> None:
    """Without its first number the map's tiles would be ambiguous."""
    spoilt = draft()
    del part(spoilt.root, "tileset").attrib["firstgid"]
    assert (FaultKind.ATTRIBUTE, None, None) == facts(one(spoilt.save()))


# --- templates


def test_an_object_from_a_template(draft: MakeDraft) -> None:
    """An object takes missing values from its template: class, name, shape, properties."""
    good = draft()
    expected = load(good.path)
    for layer, name in (("Water", None), ("Objectives", "Udaka"), ("Lettering", "LAKE"), ("Wadi", None)):
        thing = good.object(layer, name)
        held = thing.makeelement("object", {key: value for key, value in thing.items() if key not in ("id", "x", "y")})
        held.extend(thing)
        write(good.path.parent / "parts" / f"{layer}.tx", template(ElementTree.tostring(held, "unicode")))
        thing.attrib = {"id": thing.get("id", ""), "template": f"parts/{layer}.tx", "x": thing.get("x", ""),
                        "y": thing.get("y", "")}
        thing[:] = []
    assert [] == check(good.save())
    assert expected == load(good.path)


def test_an_objects_own_values_take_precedence(draft: MakeDraft) -> None:
    """Its own class, in either form, shape and properties override the template's."""
    good = draft()
    box = '<polygon points="0,0 9,0 9,9"/>'
    write(good.path.parent / "a.tx", template(
        '<object name="Far" class="water" width="7"><properties><property name="provenance" value="guess"/>'
        '</properties><ellipse/></object>'))
    add(good, "Hills", {"template": "a.tx", "type": "hill", "name": "Near", "x": "9", "y": "9"}, box,
        provenance="figure")
    (outline,) = (outline for outline in load(good.save()).outlines if outline.name == "Near")
    assert "hill" == outline.kind
    number = add(good, "Hills", {"template": "a.tx", "x": "9", "y": "9"})
    expected = [(FaultKind.PROPERTY, "Hills", number, "guess"), (FaultKind.SHAPE, "Hills", number, "water")]
    assert expected == [told[:4] for told in found(good.save())]


@pytest.mark.parametrize("listed", [True, False])
def test_a_tile_from_a_template(tmp_path: Path, listed: bool) -> None:
    """The template numbers its tiles itself; the map need not use its tileset."""
    for folder, name in (("maps", "wad-ras.tmx"), ("assets", "wad-ras.jpg")):
        (tmp_path / folder / "africa").mkdir(parents=True)
        shutil.copy(ROOT / folder / "africa" / name, tmp_path / folder / "africa")
    good = Draft(tmp_path / "maps" / "africa" / "wad-ras.tmx")
    expected = load(good.path)
    held = part(good.root, "tileset")
    root = held.makeelement("tileset", {key: value for key, value in held.items() if key != "firstgid"})
    root.extend(held)
    for image in root.iter("image"):
        image.set("source", "../" + image.get("source", ""))
    write(good.path.parent / "sets" / "art.tsx", root)
    thing = good.object("Artwork")
    write(good.path.parent / "parts" / "ground.tx",
          template(f'<object gid="1" type="artwork" width="{thing.get("width")}" height="{thing.get("height")}"/>',
                   "../sets/art.tsx"))
    thing.attrib = {"id": thing.get("id", ""), "template": "parts/ground.tx", "x": thing.get("x", ""),
                    "y": thing.get("y", "")}
    held[:] = []
    held.attrib = {"firstgid": "300", "source": "sets/art.tsx"}
    if not listed:
        good.root.remove(held)
    assert [] == check(good.save())
    board = load(good.path)
    assert (tmp_path / "assets/africa/wad-ras.jpg") == (good.path.parent / board.artwork).resolve()
    assert (expected.artwork_box, expected.areas) == (board.artwork_box, board.areas)


@pytest.mark.parametrize(
    ("content", "kind", "told"),
    [
        (None, FaultKind.MISSING_FILE, ("a.tx",)),
        ("", FaultKind.UNREADABLE_PART, ("a.tx",)),
        ("{}", FaultKind.UNREADABLE_PART, ("a.tx",)),
        ("<tileset/>", FaultKind.OTHER_FILE, ("tileset", "a.tx")),
        ("<template/>", FaultKind.TEMPLATE, ("a.tx",)),
        (template('<object gid="1"/>'), FaultKind.TEMPLATE, ("a.tx",)),
        (template('<object gid="1"/>', "none.tsx"), FaultKind.MISSING_FILE, ("none.tsx",)),
    ],
)
def test_a_template_that_cannot_be_read(
    draft: MakeDraft, content: str | None, kind: FaultKind, told: tuple[str, ...]
) -> None:
    """The fault names the object that uses it; other objects are read."""
    spoilt = draft()
    if content is not None:
        write(spoilt.path.parent / "a.tx", content)
    number = add(spoilt, "Wadi", {"template": "a.tx", "x": "0", "y": "0"})
    fault = one(spoilt.save())
    assert (kind, "Wadi", number) == (fault.kind, fault.layer, fault.object)
    assert told == tuple(names_in(fault.found))
    assert fault.expected != EXPECTED_FILE


# --- pictures


@pytest.mark.parametrize("picture", ["", "none.png", "a/b/../none.png"])
def test_a_missing_picture_of_a_tileset(draft: MakeDraft, picture: str) -> None:
    """It is a fault for editors, but the map can be played."""
    path = draft().path
    root = tileset(path.parent / "kassala.tsx")
    ElementTree.SubElement(root, "image", {"source": picture} if picture else {})
    write(path.parent / "kassala.tsx", root)
    missing = (FaultKind.MISSING_IMAGE, None, None, picture, str(path.parent / picture))
    assert [missing] * bool(picture) == found(path)
    assert 58 == len(load(path).hexes)


# --- limits


def test_repeated_tilesets_and_templates(draft: MakeDraft) -> None:
    """They are counted together, so that a few small files cannot fill the memory."""
    spoilt = draft()
    tiles = "".join(f"<tile id='{k}'/>" for k in range(9000))
    write(spoilt.path.parent / "big.tsx", f"<tileset>{tiles}</tileset>")
    for _ in range(200):
        ElementTree.SubElement(spoilt.root, "tileset", firstgid="99", source="big.tsx")
    assert FaultKind.TOO_MUCH == kinds(spoilt.save())[0]
    spoilt = draft("example-c")
    corners = " ".join(f"{k},{k * k}" for k in range(900))
    write(spoilt.path.parent / "big.tx", template(f'<object><polygon points="{corners}"/></object>'))
    for _ in range(300):
        add(spoilt, "Lettering", {"template": "big.tx"})
    assert FaultKind.TOO_MUCH == kinds(spoilt.save())[0]
