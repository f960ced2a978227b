"""Malicious files get an answer in words, quickly, and without filling the memory."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import zlib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from game.core.message import Message
from game.maps import FaultKind, MapError, check, load
from game.maps.limits import (
    EXPECTED_FILE,
    MAX_CORNERS,
    MAX_ELEMENTS,
    MAX_LINKED_ELEMENTS,
    MAX_LINKED_FILES,
    MAX_OBJECTS,
    MAX_OUTLINE_CORNERS,
    MAX_TEXT,
    MAX_TILES,
    Refusal,
)
from game.maps.linked_files import Kind, LinkedFiles
from tests.maps.map_drafts import Draft, facts

ROOT = Path(__file__).parents[2]
MakeDraft = Callable[..., Draft]
LIMITED = """
import re, sys
from pathlib import Path
from time import process_time
from game.maps import check
assert check(Path(sys.argv[1]))
# ru_maxrss would include the memory of the process that started this one
print(process_time(), re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


def answered(path: Path, seconds: float = 1.0) -> list[tuple[Any, ...]]:
    """The faults that check finds, within a time limit; load refuses the same file."""
    began = process_time()
    faults = check(path)
    assert process_time() - began < seconds
    assert faults
    with pytest.raises(MapError):
        load(path)
    return list(map(facts, faults))


@pytest.mark.parametrize("tag", ["map", "layer"])
@pytest.mark.parametrize("name", ["width", "height"])
@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e400", "1000000", "9" * 4000, "1e300"])
def test_huge_sizes(draft: MakeDraft, tag: str, name: str, value: str) -> None:
    """Sizes are checked before they are used."""
    spoilt = draft()
    next(spoilt.root.iter(tag)).set(name, value)
    kind, *_, of, said = answered(spoilt.save())[0]
    assert (FaultKind.ATTRIBUTE, name, value[:60]) == (kind, of, said) or kind == FaultKind.TOO_MUCH


@pytest.mark.parametrize("name", ["tilewidth", "tileheight", "hexsidelength"])
@pytest.mark.parametrize("value", ["inf", "nan", "9" * 400, "1e300", "-5"])
def test_odd_tile_sizes(draft: MakeDraft, name: str, value: str) -> None:
    """Tile sizes are checked, too."""
    spoilt = draft()
    spoilt.root.set(name, value)
    answered(spoilt.save())


def _data(spoilt: Draft, raw: bytes, encoding: str, compression: str | None, packed: bytes) -> Path:
    data = next(spoilt.root.iter("data"))
    data.set("encoding", encoding)
    if compression:
        data.set("compression", compression)
    data.text = b64encode(packed).decode()
    return spoilt.save()


@pytest.mark.parametrize("compression", ["gzip", "zlib"])
def test_truncated_packed_data(draft: MakeDraft, compression: str) -> None:
    """Truncated archives are faults."""
    raw = bytes(4 * 81)
    packed = gzip.compress(raw) if compression == "gzip" else zlib.compress(raw)
    for cut in (1, 8, len(packed) // 2):
        path = _data(draft(), raw, "base64", compression, packed[:-cut])
        assert [(FaultKind.DATA, "Terrain", None, compression)] == answered(path)


@pytest.mark.parametrize("compression", ["gzip", "zlib", "gzip twice"])
def test_packed_data_that_unpack_to_a_gigabyte(draft: MakeDraft, compression: str) -> None:
    """Nothing is unpacked beyond the limit of a map, even if a second archive follows a small one."""
    pack = zlib.compressobj(9, zlib.DEFLATED, 15 if compression == "zlib" else 31)
    packed = b"".join(pack.compress(bytes(2**20)) for _ in range(64)) + pack.flush()
    if compression == "gzip twice":
        packed = gzip.compress(bytes(16)) + packed
    path = _data(draft(), b"", "base64", compression.split()[0], packed)
    assert path.stat().st_size < 200_000
    assert [(FaultKind.TOO_MUCH, "Terrain", None, MAX_TILES)] == answered(path)


def test_chunks_that_claim_too_much(draft: MakeDraft) -> None:
    """The rows of a chunk are counted before they are made."""
    for width, height in ((0, 10**9), (10**6, 10**6), (1, 10**7)):
        spoilt = draft()
        data = next(spoilt.root.iter("data"))
        data.text = ""
        chunk = data.makeelement("chunk", {"x": "0", "y": "0", "width": str(width), "height": str(height)})
        chunk.text = "1"
        data.append(chunk)
        assert [(FaultKind.DATA, "Terrain", None)] == answered(spoilt.save())


@pytest.mark.parametrize("source", ["x" * 5000 + ".png", "a/" * 3000 + "b.png", "%s" * 400, "../" * 50 + "etc"])
def test_overlong_image_names(draft: MakeDraft, source: str) -> None:
    """They are missing images like any other, with the name shortened."""
    spoilt = draft()
    path = spoilt.save()
    tileset = path.parent / "kassala.tsx"
    text = tileset.read_text("utf-8")
    start = text.index('source="') + 8
    tileset.write_text(text[:start] + source + text[text.index('"', start) :], "utf-8")
    faults = check(path)
    assert FaultKind.MISSING_IMAGE in {fault.kind for fault in faults}
    assert all(len(str(fault)) < 2000 for fault in faults)


@pytest.mark.parametrize("tag", ["map", "layer", "objectgroup", "object"])
@pytest.mark.parametrize("name", ["properties", "parent", "data", "points", "as_points", "layers", "tilesets",
                                  "__class__", "_allow_duplicate_names", "apply_transformations", "object_type"])
def test_attributes_that_clash_with_the_loader(draft: MakeDraft, tag: str, name: str) -> None:
    """Attributes that Tiled does not write are refused by name."""
    spoilt = draft()
    next(spoilt.root.iter(tag)).set(name, "x")
    assert (FaultKind.UNKNOWN_ATTRIBUTE, name) in {(told[0], told[-1]) for told in answered(spoilt.save())}


@pytest.mark.parametrize("name", ["properties", "points", "data", "parent", "__class__"])
def test_properties_that_clash_with_the_loader(draft: MakeDraft, name: str) -> None:
    """Properties with such names have no effect; each is reported."""
    spoilt = draft()
    thing = next(spoilt.root.iter("object"))
    held = thing.find("properties")
    if held is None:
        held = thing.makeelement("properties", {})
        thing.insert(0, held)
    held.append(held.makeelement("property", {"name": name, "value": "x"}))
    check(spoilt.save())


@pytest.mark.parametrize("value", ["1e300", "-1e18", "inf", "nan"])
@pytest.mark.parametrize("name", ["x", "y", "rotation", "width"])
def test_objects_beyond_the_map(draft: MakeDraft, name: str, value: str) -> None:
    """Coordinates are checked before any calculation."""
    spoilt = draft()
    for thing in spoilt.root.iter("object"):
        thing.set(name, value)
    kinds = {kind for kind, *_ in answered(spoilt.save())}
    assert kinds & {FaultKind.PLACE, FaultKind.ATTRIBUTE}


def _areas(folder: Path, areas: int, corners: int, *, apart: bool) -> Path:
    """A map of areas side by side, or of areas that are not adjacent."""
    things = []
    for number in range(areas):
        x, y, step = 20 * (number % 60), 20 * (number // 60), 0.37 * number if apart else 0.0
        edge = " ".join(f"{k * 20 / corners:.3f},{(k % 2) * (3 if apart else 0)}" for k in range(corners - 2))
        things.append(
            f'<object id="{number + 1}" name="A{number}" type="clear" x="{x + step}" y="{y}">'
            f'<polygon points="{edge} 20,20 0,20"/></object>'
        )
    path = folder / "areas.tmx"
    path.write_text(
        '<map orientation="orthogonal" width="30" height="20" tilewidth="50" tileheight="50" infinite="0"><properties>'
        f'<property name="system" value="africa"/></properties><objectgroup id="1" name="Areas">{"".join(things)}'
        "</objectgroup></map>", "utf-8",
    )
    return path


def test_thousands_of_areas(tmp_path: Path) -> None:
    """They are refused by their number."""
    assert [(FaultKind.TOO_MUCH, None, None, 3000, MAX_OBJECTS)] == answered(_areas(tmp_path, 3000, 4, apart=False))


def test_an_outline_of_thousands_of_corners(tmp_path: Path) -> None:
    """An outline is refused by its number of corners, alone and together with others."""
    alone = (FaultKind.TOO_MUCH, "Areas", 1, MAX_OUTLINE_CORNERS + 5, MAX_OUTLINE_CORNERS)
    assert alone in answered(_areas(tmp_path, 1, MAX_OUTLINE_CORNERS + 5, apart=True))
    assert [(FaultKind.TOO_MUCH, MAX_CORNERS)] == [(kind, most) for kind, *_, most in answered(
        _areas(tmp_path, 60, 500, apart=True))]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("areas", "corners"),
    [(MAX_OBJECTS, 4), (MAX_OBJECTS, 8), (400, 30), (100, 110), (12, MAX_OUTLINE_CORNERS - 5), (200, 50)],
)
@pytest.mark.parametrize("apart", [False, True])
def test_a_map_just_below_the_limits(tmp_path: Path, areas: int, corners: int, apart: bool) -> None:
    """Valid or not, a map just below the limits takes at most five seconds and 500 MB."""
    path = _areas(tmp_path, areas, corners, apart=apart)
    words = [sys.executable, "-c", LIMITED, str(path)]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    seconds, kilobytes = map(float, ended.stdout.split())
    assert seconds < 5
    assert kilobytes < 500_000


def test_thousands_of_objects_on_hexes(draft: MakeDraft) -> None:
    """As many zones and objectives as allowed are refused if they would take minutes."""
    spoilt = draft()
    group = next(spoilt.root.iter("objectgroup"))
    points = " ".join(f"{k * 3 % 700},{k * 7 % 600}" for k in range(8))
    for number in range(MAX_OBJECTS - 100):
        thing = group.makeelement("object", {
            "id": str(10_000 + number), "name": f"o{number}", "type": "objective", "x": "0", "y": "0"
        })
        thing.append(thing.makeelement("polygon", {"points": points}))
        group.append(thing)
    answered(spoilt.save(), 5.0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_paths_that_are_not_maps(tmp_path: Path, draft: MakeDraft) -> None:
    """Pipes, devices and endless files are refused, as a map and as a map's tileset."""
    os.mkfifo(tmp_path / "pipe.tmx")
    (tmp_path / "endless.tmx").symlink_to("/dev/zero")
    with (tmp_path / "huge.tmx").open("wb") as file:
        file.truncate(2**40)
    for name in ("pipe.tmx", "endless.tmx", "huge.tmx"):
        assert [FaultKind.UNREADABLE] == [kind for kind, *_ in answered(tmp_path / name)]
    assert check(tmp_path / "huge.tmx")[0].expected != EXPECTED_FILE
    path = draft().save()
    (path.parent / "kassala.tsx").unlink()
    os.mkfifo(path.parent / "kassala.tsx")
    assert (FaultKind.UNREADABLE_PART, "kassala.tsx") in {(told[0], told[-1]) for told in answered(path)}


@pytest.mark.parametrize(("files", "elements", "most"), [
    (MAX_LINKED_FILES + 1, 1, MAX_LINKED_FILES), (3, MAX_LINKED_ELEMENTS // 2 + 1, MAX_LINKED_ELEMENTS)])
def test_a_map_of_too_many_linked_files_is_told_which_limit_it_breaks(tmp_path: Path, files: int, elements: int,
                                                                      most: int) -> None:
    """The last file is refused: too many files, or too many elements in those before."""
    linked_files = LinkedFiles(tmp_path / "map.tmx")
    for number in range(files):
        (tmp_path / f"{number}.tsx").write_text("<tileset>" + "<a/>" * (elements - 1) + "</tileset>")
    for number in range(files - 1):
        linked_files.root("tileset", f"{number}.tsx")
    with pytest.raises(Refusal) as refused:
        linked_files.root("tileset", f"{files - 1}.tsx")
    expected = refused.value.expected
    assert isinstance(expected, Message)
    assert (FaultKind.TOO_MUCH, {"most": most}) == (refused.value.kind, expected.values)


@pytest.mark.parametrize("kinds", [("tileset", "template"), ("template", "tileset")])
def test_a_file_is_refused_as_any_other_kind(tmp_path: Path, kinds: tuple[Kind, Kind]) -> None:
    """Also if the map names it as both; then every refusal names the kind that was asked for."""
    (tmp_path / "one.tsx").write_text("<tileset/>")
    linked_files = LinkedFiles(tmp_path / "map.tmx")
    for source, kind in [("one.tsx", kind) for kind in kinds] + [("missing.tx", kind) for kind in kinds]:
        if (source, kind) == ("one.tsx", "tileset"):
            assert "tileset" == linked_files.root(kind, source).tag
            continue
        with pytest.raises(Refusal) as refused:
            linked_files.root(kind, source)
        assert isinstance(refused.value.found, Message)
        assert kind == str((refused.value.found.values or {})["kind"])


def test_xml_bombs(tmp_path: Path) -> None:
    """Multiplying entities, endless elements and deep nesting are refused."""
    path = tmp_path / "bomb.tmx"
    names = [f"<!ENTITY e{n + 1} '{f'&e{n};' * 10}'>" for n in range(8)]
    path.write_text(f"<!DOCTYPE map [<!ENTITY e0 '{'x' * 1000}'>{''.join(names)}]><map>&e8;</map>")
    answered(path, 2.0)
    entity = f"<!DOCTYPE map [<!ENTITY e '{'x' * 500_000}'>]>"
    for text in (f"<map>{'&e;' * 20}</map>", "<map>" + "<a b='&e;'/>" * 20 + "</map>"):
        path.write_text(entity + text)
        assert [(FaultKind.TOO_MUCH, None, None, MAX_TEXT)] == answered(path, 2.0)
    path.write_text("<map>" + "<a/>" * 200_000 + "</map>")
    assert [(FaultKind.TOO_MUCH, None, None, MAX_ELEMENTS)] == answered(path)
    path.write_text("<map>" * 30_000 + "</map>" * 30_000)
    answered(path, 2.0)
