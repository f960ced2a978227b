"""The tiles of a layer are read in every encoding of Tiled, flipped and rotated ones too."""

from __future__ import annotations

import gzip
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from game.maps import FaultKind, check, load
from tests.maps.map_drafts import Draft, facts, one

MakeDraft = Callable[..., Draft]
FLIPS = [0x80000000, 0x40000000, 0x20000000, 0x10000000, 0xA0000000, 0x30000000, 0xF0000000]


def data_of(draft: Draft) -> tuple[ElementTree.Element, list[int]]:
    """The emptied data element of the terrain layer, and its tile numbers."""
    data = next(draft.root.iter("data"))
    numbers = [int(number) for number in (data.text or "").split(",")]
    data.text, data.attrib = "", {}
    return data, numbers


def raw(numbers: list[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}L", *numbers)


@pytest.mark.parametrize("packing", ["", "gzip", "zlib"])
def test_base64(draft: MakeDraft, packing: str) -> None:
    """Base64 data are read unpacked, with gzip and with zlib; surrounding white space does not matter."""
    packed = draft()
    expected = load(packed.path)
    data, numbers = data_of(packed)
    packings: dict[str, Callable[[bytes], bytes]] = {"": bytes, "gzip": gzip.compress, "zlib": zlib.compress}
    data.attrib = {"encoding": "base64", **({"compression": packing} if packing else {})}
    data.text = f"\n   {b64encode(packings[packing](raw(numbers))).decode()}\n  "
    assert expected == load(packed.save())


def test_tiles_as_elements(draft: MakeDraft) -> None:
    """The XML elements of Tiled's first versions are read; an element without a number is no tile."""
    packed = draft()
    expected = load(packed.path)
    data, numbers = data_of(packed)
    for number in numbers:
        ElementTree.SubElement(data, "tile", {"gid": str(number)} if number else {})
    assert expected == load(packed.save())


@pytest.mark.parametrize("flip", FLIPS, ids=hex)
@pytest.mark.parametrize("encoding", ["csv", "base64"])
def test_flipped_and_rotated_tiles(draft: MakeDraft, encoding: str, flip: int) -> None:
    """Flipped, or rotated by 60 or 120 degrees, a tile keeps its class and level."""
    turned = draft()
    expected = load(turned.path)
    data, numbers = data_of(turned)
    numbers = [number and number | (flip if spot % 2 else 0) for spot, number in enumerate(numbers)]
    data.attrib = {"encoding": encoding}
    data.text = ",".join(map(str, numbers)) if encoding == "csv" else b64encode(raw(numbers)).decode()
    assert [] == check(turned.save())
    assert expected == load(turned.path)


@pytest.mark.parametrize("first", [1, 5000, 2**28 - 4])
def test_tilesets_with_large_first_numbers(draft: MakeDraft, first: int) -> None:
    """Tile numbers have up to 28 bits."""
    wide = draft()
    expected = load(wide.path)
    next(wide.root.iter("tileset")).set("firstgid", str(first))
    data, numbers = data_of(wide)
    data.attrib = {"encoding": "csv"}
    data.text = ",".join(str(number and number + first - 1) for number in numbers)
    assert expected == load(wide.save())


@pytest.mark.parametrize(
    ("given", "text", "values"),
    [
        ({"encoding": "base64", "compression": "zstd"}, "KLUv/SAA", ("zstd",)),
        ({"encoding": "base91"}, "", ("base91",)),
        ({"encoding": "base64"}, "abc", ()),
        ({"encoding": "base64", "compression": "gzip"}, "AAAA", ("gzip",)),
        ({"encoding": "csv"}, "1,x,2", ("x", 2**32 - 1)),
        ({"encoding": "csv"}, "1,4294967296", ("4294967296", 2**32 - 1)),
        ({"encoding": "csv"}, "1,-1", ("-1", 2**32 - 1)),
    ],
)
def test_data_that_cannot_be_read(
    draft: MakeDraft, given: dict[str, str], text: str, values: tuple[object, ...]
) -> None:
    """The fault names the layer."""
    spoilt = draft()
    data, _ = data_of(spoilt)
    data.attrib, data.text = dict(given), text
    assert (FaultKind.DATA, "Terrain", None, *values) == facts(one(spoilt.save()))


@pytest.mark.parametrize("infinite", [False, True])
def test_chunks(draft: MakeDraft, infinite: bool) -> None:
    """Chunks belong to infinite maps: the fault names the map, or the layer if the map is not marked infinite."""
    spoilt = draft()
    data, numbers = data_of(spoilt)
    data.attrib = {"encoding": "csv"}
    chunk = ElementTree.SubElement(data, "chunk", x="-16", y="0", width="9", height="9")
    chunk.text = ",".join(map(str, numbers))
    spoilt.root.set("infinite", "1" if infinite else "0")
    expected = (FaultKind.INFINITE, None, None) if infinite else (FaultKind.DATA, "Terrain", None)
    assert expected == facts(one(spoilt.save()))


def test_a_layer_without_data(draft: MakeDraft) -> None:
    """The fault names the layer."""
    spoilt = draft()
    layer = next(spoilt.root.iter("layer"))
    layer.remove(next(layer.iter("data")))
    assert (FaultKind.DATA, "Terrain", None) == facts(one(spoilt.save()))
