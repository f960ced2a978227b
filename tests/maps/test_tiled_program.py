"""The maps open in the real Tiled, look right there, and are saved unchanged, judged by pixels and JSON."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.board.hexgrid import COMMON_GRID
from game.maps import check, load

MAPS = sorted((Path(__file__).resolve().parents[2] / "maps" / "kassala").glob("*.tmx"))
AREA_MAPS = sorted((Path(__file__).resolve().parents[2] / "maps" / "africa").glob("*.tmx"))
PAPER, PLAIN = (239, 226, 198), (234, 211, 162)

pytestmark = pytest.mark.tiled


def run(tmp_path: Path, program: str, *words: str) -> None:
    """Run a Tiled program without a screen, until it exits."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    places = {"QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    subprocess.run([found, *words], env={**os.environ, **places}, capture_output=True, timeout=120, check=False)


def near(one: Any, other: tuple[int, int, int], by: int = 14) -> bool:
    """Whether two colours are nearly the same."""
    return all(abs(a - b) <= by for a, b in zip(tuple(one)[:3], other, strict=True))


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_looks_right(tmp_path: Path, path: Path) -> None:
    """Every hex shows its terrain's picture in its place; off the board there is paper, without gaps."""
    target = tmp_path / "map.png"
    run(tmp_path, "tmxrasterizer", "--hide-layer", "Hills", "--hide-layer", "Deployment", "--hide-layer", "Objectives",
        "--hide-layer", "Lettering", str(path), str(target))
    picture = pygame.image.load(target)
    board = load(path)
    left, top = 90, 90
    for column in range(1, 9):
        for row in range(1, 9):
            # Clear of houses and walls: just inside the upper left side.
            x, y = left + 90 * column - 30 - 36, top + 104 * row - 52 + 52 * (column % 2) - 36
            if not picture.get_rect().collidepoint(x, y):
                continue
            name = COMMON_GRID.name(column, row)
            colour = picture.get_at((x, y))
            assert 255 == colour.a
            assert (name in board.index) == near(colour, PLAIN), f"{name}: {colour}"
    assert near(picture.get_at((left + picture.get_width() // 2, 70)), PAPER)


def test_towns_differ(tmp_path: Path) -> None:
    """Plain, Udaka and Kassala hexes differ at their centres, also in grey."""
    target = tmp_path / "map.png"
    run(tmp_path, "tmxrasterizer", "--show-layer", "Terrain", str(MAPS[-1]), str(target))
    picture = pygame.image.load(target)

    def ink(column: int, row: int) -> int:
        """The number of a hex's middle pixels that are darker than its paper."""
        x, y = 90 + 90 * column - 30, 90 + 104 * row - 52 + 52 * (column % 2)
        block = [picture.get_at((x + dx, y + dy)) for dx in range(-36, 37, 2) for dy in range(-36, 37, 2)]
        return sum(0.3 * c.r + 0.59 * c.g + 0.11 * c.b < 150 for c in block)

    plain, udaka, kassala = ink(5, 5), ink(3, 4), ink(8, 4)
    assert 0 == plain
    assert 100 < udaka < 0.7 * kassala


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_tiled_reads_our_maps(tmp_path: Path, path: Path) -> None:
    """Tiled's own JSON export has the grid, every hex's class, and the class of every object."""
    target = tmp_path / "map.json"
    run(tmp_path, "tiled", "--export-map", "--embed-tilesets", "json", str(path), str(target))
    data = json.loads(target.read_text(encoding="utf-8"))
    grid = {key: data[key] for key in ("orientation", "staggeraxis", "staggerindex", "hexsidelength")}
    expected = {"orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "even", "hexsidelength": 60}
    assert expected == grid
    classes = {tile["id"] + 1: tile.get("class", tile.get("type")) for tile in data["tilesets"][0]["tiles"]}
    terrain = next(layer for layer in data["layers"] if layer["type"] == "tilelayer")
    read = {
        COMMON_GRID.name(i % terrain["width"] + 1, i // terrain["width"] + 1): classes[gid]
        for i, gid in enumerate(terrain["data"])
        if gid
    }
    board = load(path)
    assert board.terrain == read
    things = [thing for layer in data["layers"] for thing in layer.get("objects", ())]
    kinds = [thing.get("class", thing.get("type")) for thing in things]
    assert len(board.outlines) == sum(kind in ("water", "hill", "compass") for kind in kinds)
    assert len(board.labels) == kinds.count("label")
    assert len(board.zones) == kinds.count("deployment-zone")
    assert len(board.objectives) == kinds.count("objective")
    walked = sum(len(t["polyline"]) - 1 for t, kind in zip(things, kinds, strict=True) if kind in ("wadi", "trench"))
    assert len(board.sides) == 2 * walked


@pytest.mark.every(3)
@pytest.mark.parametrize("path", AREA_MAPS, ids=lambda path: path.stem)
def test_areas_look_right(tmp_path: Path, path: Path) -> None:
    """The background is beneath the areas at the sheet's size, and is the same as on our screen."""
    target = tmp_path / "map.png"
    run(tmp_path, "tmxrasterizer", "--show-layer", "Artwork", str(path), str(target))
    picture, board = pygame.image.load(target), load(path)
    assert board.size == picture.get_size()
    ground = pygame.image.load(path.parent / board.artwork)
    small = pygame.transform.smoothscale(ground, board.size)
    for area in board.areas:
        x, y = (round(v) for v in area.stand)
        box = pygame.Rect(x - 8, y - 8, 16, 16).clip(picture.get_rect())
        one, other = (pygame.transform.average_color(p, box) for p in (picture, small))
        assert near(one, other[:3], 16), area.id


@pytest.mark.parametrize("path", [*MAPS, *AREA_MAPS], ids=lambda path: path.stem)
def test_saved_by_tiled(tmp_path: Path, path: Path) -> None:
    """A map saved by Tiled itself gives the same board."""
    system = path.parent.name
    copy = tmp_path / "maps" / system
    shutil.copytree(path.parent, copy)
    shutil.copytree(path.parents[2] / "assets" / system, tmp_path / "assets" / system)
    source = (copy / path.name).rename(copy / "source.tmx")
    run(tmp_path, "tiled", "--export-map", "tmx", str(source), str(copy / path.name))
    assert load(path) == load(copy / path.name)
    assert [] == check(copy / path.name)
