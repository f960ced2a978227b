"""Map drafts, and the faults that the map check finds in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from game.core.message import values_in
from game.maps import Fault, FaultKind, MapError, check, load


class Draft:
    """A map being edited. ``tree`` is its XML; ``save`` writes it back and returns its path."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ElementTree.parse(path)
        self.root = self.tree.getroot()

    def save(self) -> Path:
        self.tree.write(self.path, encoding="UTF-8", xml_declaration=True)
        return self.path

    def layer(self, name: str) -> ElementTree.Element:
        """An object layer."""
        return next(group for group in self.root.iter("objectgroup") if group.get("name") == name)

    def object(self, layer: str, name: str | None = None) -> ElementTree.Element:
        """The first object of a layer, or the first with a name."""
        return next(o for o in self.layer(layer).iter("object") if name is None or o.get("name") == name)

    def property(self, name: str) -> ElementTree.Element:
        """A property of the map itself."""
        return part(self.root, f"./properties/property[@name='{name}']")

    def set_tile(self, x: int, y: int, gid: int) -> None:
        """Set a tile of the terrain layer."""
        data = next(self.root.iter("data"))
        rows = [row.split(",") for row in re.split(r",?\n", (data.text or "").strip())]
        rows[y][x] = str(gid)
        data.text = "\n" + ",\n".join(",".join(row) for row in rows) + "\n"


def part(of: ElementTree.Element, path: str) -> ElementTree.Element:
    """The only element at a path within another; fails if there is none."""
    found = of.find(path)
    assert found is not None, f"there is no {path}"
    return found


def facts(fault: Fault) -> tuple[Any, ...]:
    """A fault without its wording: kind, layer, object, and the names and numbers in it, in order."""
    return fault.kind, fault.layer, fault.object, *values_in(fault.text)


def found(path: Path) -> list[tuple[Any, ...]]:
    """The facts of all faults of a map."""
    return [facts(fault) for fault in check(path)]


def kinds(path: Path) -> list[FaultKind]:
    """The kinds of all faults of a map, except those of images."""
    return [fault.kind for fault in check(path) if fault.kind is not FaultKind.MISSING_IMAGE]


def one(path: Path) -> Fault:
    """The only fault of a map; loading is refused for the same reason."""
    (fault,) = check(path)
    with pytest.raises(MapError) as refusal:
        load(path)
    assert [fault] == refusal.value.faults
    return fault


def add(draft: Draft, layer: str, attributes: dict[str, str], shape: str = "", **values: str) -> int:
    """Add an object to a layer of a draft; return its id."""
    number = int(draft.root.get("nextobjectid", "0"))
    draft.root.set("nextobjectid", str(number + 1))
    thing = ElementTree.SubElement(draft.layer(layer), "object", {"id": str(number), **attributes})
    if values:
        held = ElementTree.SubElement(thing, "properties")
        for name, value in values.items():
            ElementTree.SubElement(held, "property", {"name": name, "value": value})
    if shape:
        thing.append(ElementTree.fromstring(shape))
    return number


def own(element: ElementTree.Element, name: str, kind: str, value: str | None) -> ElementTree.Element:
    """Give an element a property; without a value it is left out."""
    held = element.find("properties")
    if held is None:
        held = element.makeelement("properties", {})
        element.insert(0, held)
    said = {} if value is None else {"value": value}
    return ElementTree.SubElement(held, "property", {"name": name, "type": kind, **said})
