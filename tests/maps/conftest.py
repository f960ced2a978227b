"""A copy of the maps that a test may spoil."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAPS = ROOT / "maps" / "kassala"


class Draft:
    """A map under edit. ``tree`` is its XML; ``save`` writes it back and gives its path."""

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
        found = self.root.find(f"./properties/property[@name='{name}']")
        assert found is not None
        return found

    def set_tile(self, x: int, y: int, gid: int) -> None:
        """Put a tile of the terrain layer."""
        data = next(self.root.iter("data"))
        rows = [row.split(",") for row in re.split(r",?\n", (data.text or "").strip())]
        rows[y][x] = str(gid)
        data.text = "\n" + ",\n".join(",".join(row) for row in rows) + "\n"


@pytest.fixture
def draft(tmp_path: Path) -> Callable[[str], Draft]:
    """Gives a draft of a map by name, all files it needs copied beside it."""
    shutil.copytree(MAPS, tmp_path / "maps" / "kassala")
    shutil.copytree(ROOT / "assets" / "kassala" / "tiles", tmp_path / "assets" / "kassala" / "tiles")
    return lambda name="kassala": Draft(tmp_path / "maps" / "kassala" / f"{name}.tmx")
