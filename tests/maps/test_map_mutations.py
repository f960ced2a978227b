"""Any change of a map's XML gives a board, or faults that name the problem."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.maps import Fault, FaultKind, MapError, check, load
from tests.maps.made_up import line, systems, table_map

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("id", "name", "type", "class", "x", "y", "width", "height", "rotation", "gid", "visible", "points", "parent",
         "properties", "data", "text", "level", "system", "offsetx", "offsety", "firstgid", "source", "template",
         "infinite", "encoding", "compression", "pixelsize", "opacity", "parallaxx", "tintcolor", "ö")
VALUES = ("", " ", "0", "1", "-1", "2", "0.333", "-0.5", "1e999", "nan", "4294967295", "3758096386", "99999999999",
          "9" * 5000, "true", "maybe", "Кабила", "一", "1,2", "1,2,3", "a.tsx", "b.tx", "%s", "{x}", "../..", "map")
TAGS = ("map", "tileset", "tile", "layer", "data", "objectgroup", "object", "group", "imagelayer", "image", "polygon",
        "polyline", "ellipse", "point", "text", "capsule", "properties", "property", "chunk", "wangsets", "animation")
KINDS = ("string", "int", "float", "bool", "color", "file", "object", "class", "list", "enum", "")
Change = Callable[[ElementTree.Element], None]
name, odd = st.sampled_from(NAMES), st.sampled_from((*NAMES, "", "a b", "-", "{x}"))
value = st.sampled_from(VALUES) | st.floats().map(str)


def _odd_property(element: ElementTree.Element, of: str, kind: str, said: str) -> None:
    held = element.find("properties")
    if held is None:
        held = ElementTree.SubElement(element, "properties")
    ElementTree.SubElement(held, "property", {"name": of, "type": kind, "value": said})


def _without(element: ElementTree.Element, index: int) -> None:
    for key in list(element.attrib)[index : index + 1]:
        del element.attrib[key]


def _renamed(element: ElementTree.Element, tag: str) -> None:
    element.tag = tag


changes: st.SearchStrategy[Change] = st.one_of(
    st.builds(lambda at: lambda element: _without(element, at), st.integers(0, 12)),
    st.builds(lambda at, said: lambda element: element.attrib.update(
        dict.fromkeys(list(element.attrib)[at:at + 1], said)), st.integers(0, 12), value),
    st.builds(lambda key, said: lambda element: element.set(key, said), name, value),
    st.builds(lambda of, kind, said: lambda element: _odd_property(element, of, kind, said), odd,
              st.sampled_from(KINDS), value),
    st.builds(lambda tag: lambda element: _renamed(element, tag), st.sampled_from(TAGS)),
    st.builds(lambda tag: lambda element: element.append(ElementTree.Element(tag)), st.sampled_from(TAGS)),
    st.builds(lambda said: lambda element: setattr(element, "text", said), value),
    st.just(lambda element: [element.remove(first) for first in element[:1]]),
    st.just(lambda element: element.extend(element[-1:])),
)


def _maps(folder: Path) -> list[Path]:
    """A copy of a map of each kind."""
    for system in ("kassala", "africa"):
        shutil.copytree(ROOT / "maps" / system, folder / system)
    things = '<object id="3" type="wood" x="80" y="40"><polygon points="0,0 40,0 40,40"/></object>'
    table = table_map(folder / "table.tmx", things + line(4, "road", [(0, 0), (200, 100)]))
    return [folder / "kassala" / "example-c.tmx", folder / "africa" / "wad-ras.tmx", table]


def _named(fault: Fault) -> None:
    """Check that a fault says more than that the file cannot be read."""
    assert fault.kind is not FaultKind.UNREADABLE, fault


@pytest.mark.soak
@pytest.mark.every(3)
@pytest.mark.parametrize("examples", [60, pytest.param(600, marks=pytest.mark.soak)])
@pytest.mark.parametrize("which", range(3))
def test_every_change_is_a_board_or_a_named_fault(
    which: int, examples: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attributes are removed, added or get odd values; properties have any name and type; elements are lost or
    misplaced."""
    monkeypatch.setenv("DRUMHEAD_SYSTEMS", str(systems(tmp_path / "systems")))
    path = _maps(tmp_path)[which]
    good = path.read_text("utf-8")
    count = sum(1 for _ in ElementTree.fromstring(good).iter())

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True,
              database=None)
    @given(st.lists(st.tuples(st.integers(0, count - 1) | st.integers(0, 6), changes), min_size=1, max_size=4))
    def change(drawn: list[tuple[int, Change]]) -> None:
        root = ElementTree.fromstring(good)
        for index, alter in drawn:
            elements = list(root.iter())
            alter(elements[index % len(elements)])
        path.write_bytes(ElementTree.tostring(root, "utf-8"))
        faults = [fault for fault in check(path) if fault.kind is not FaultKind.MISSING_IMAGE]
        for fault in faults:
            _named(fault)
        if faults:
            with pytest.raises(MapError) as refusal:
                load(path)
            assert faults == refusal.value.faults
        else:
            assert load(path).name == path.stem

    change()
