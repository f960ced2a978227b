"""A layer of another size than its map is a fault, never a traceback."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from game.cli.program import command_line
from game.maps import FaultKind, MapError, check, load
from tests.maps.map_drafts import Draft, found
from tests.maps.test_map_attacks import ROOT

SIZES = [(-5, 9), (0, 0), (0, 9), (1, 1), (3, 9), (8, 9), (10, 9), (11, 9), (12, 9), (13, 9), (60, 9), (1000, 9),
         (9, 1), (9, 8), (9, 10), (9, 12), (9, 13), (9, 60), (9, 1000), (200, 200)]
FILLS: dict[str, Callable[[int, int], list[list[int]]]] = {
    "full": lambda wide, high: [[1] * max(0, wide)] * max(0, high),
    "none": lambda wide, high: [],
    "one row": lambda wide, high: [[1] * max(0, wide)],
    "ragged": lambda wide, high: [[1] * (wide + row % 3 - 1 if wide > 1 else 1) for row in range(max(0, high))],
}
"""The content of a layer of a width and height, row by row."""


def _draft(folder: Path, system: str) -> Draft:
    """A copy of a system's hex map."""
    shutil.copytree(ROOT / "maps" / system, folder / system)
    return Draft(folder / system / f"{system}.tmx")


@pytest.mark.every(4)
@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_layer_of_another_size(
    tmp_path: Path, size: tuple[int, int], fill: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """``check`` names the layer, ``load`` refuses the map; tiles beyond the map are not hexes."""
    draft = _draft(tmp_path, "kassala")
    layer = next(draft.root.iter("layer"))
    layer.set("width", str(size[0]))
    layer.set("height", str(size[1]))
    data = next(layer.iter("data"))
    data.text = ",\n".join(",".join(map(str, row)) for row in FILLS[fill](*size))
    path = draft.save()
    assert check(path)
    with pytest.raises(MapError):
        load(path)
    assert command_line(["check", str(path)]) == 1
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.every(4)
@pytest.mark.parametrize("wide", [-3, 0, 1, 8, 10, 12, 60])
@pytest.mark.parametrize("high", [-3, 0, 1, 8, 10, 12, 60])
@pytest.mark.parametrize("system", ["adua", "kassala", "tours"])
def test_a_map_with_a_wrong_size(tmp_path: Path, system: str, wide: int, high: int) -> None:
    """The map's declared size is changed, its layer is not."""
    draft = _draft(tmp_path, system)
    draft.root.set("width", str(wide))
    draft.root.set("height", str(high))
    assert check(draft.save())


def test_a_wider_layer_is_named_by_its_size(tmp_path: Path) -> None:
    """The size is the only fault, with all its tiles or with as many as the map has."""
    draft = _draft(tmp_path, "kassala")
    layer = next(draft.root.iter("layer"))
    wide, high = int(draft.root.attrib["width"]), int(draft.root.attrib["height"])
    layer.set("width", str(wide + 3))
    named: list[tuple[object, ...]] = [(FaultKind.SIZE, layer.get("name"), None, wide + 3, high, f"{wide} x {high}")]
    assert named == [told for told in found(draft.save()) if told[0] is not FaultKind.MISSING_IMAGE]
    data = next(layer.iter("data"))
    rows = [row.strip().rstrip(",") for row in (data.text or "").strip().splitlines()]
    data.text = ",\n".join(f"{row},1,1,1" for row in rows)
    named = [(FaultKind.SIZE, layer.get("name"), None, (wide + 3) * high, f"{wide} x {high}")]
    assert named == [told for told in found(draft.save()) if told[0] is not FaultKind.MISSING_IMAGE]
