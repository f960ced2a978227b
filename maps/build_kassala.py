"""Wrote Kassala's Tiled maps, tileset and tile pictures once: ``python -m maps.build_kassala`` from the repository.

The .tmx files are the source of truth since; edit them in Tiled. Files that are there are left alone unless
``--force`` is given. Terrain, hexsides, the dotted line and the printed names come from the published figures;
the courses of river, lake and knoll are drawn by us in the room the figure leaves between and around the hexes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pygame

from game.board.hexgrid import COMMON_GRID
from maps.tile_art import paper, tile
from maps.tiled_writer import Sheet, ruled, smooth, tsx

ROOT = Path(__file__).resolve().parent.parent
MAPS = ROOT / "maps" / "kassala"
TILES = ROOT / "assets" / "kassala" / "tiles"
PICTURES = "../../assets/kassala/tiles"
TERRAIN = ("plain", "udaka", "kassala")

ROWS = {1: 5, 2: 8, 3: 7, 4: 8, 5: 8, 6: 8, 7: 7, 8: 7}
WADI = """0201>0301 0202>0301 0202>0302 0203>0302 0203>0303 0204>0303 0204>0304 0205>0304 0205>0305 0206>0305 0206>0306
0207>0306 0307>0306 0307>0407 0408>0407 0507>0407 0501>0402 0502>0402 0403>0402"""
TRENCH = "0405>0305 0405>0406 0505>0406 0505>0506 0606>0506 0606>0607 0606>0706 0705>0706 0705>0806"
NORTH_LAST_ROW = {1: 3, 2: 3, 3: 2, 4: 3, 5: 3, 6: 3, 7: 2, 8: 2}

LEFT, TOP, RIGHT, BOTTOM = -0.07, 0.3, 13.57, 16.15
"""Just inside the sheet's inner rule, where the water ends. Here and below: hex radii as hexgrid.centre gives them."""
NEAR_BANK = (
    (1.12, TOP), (0.92, 0.95), (0.62, 1.75), (0.33, 2.6), (0.55, 3.45), (0.35, 4.35), (0.66, 5.2), (0.36, 6.1),
    (0.47, 6.95), (0.34, 7.8), (0.62, 8.66), (0.35, 9.5), (0.68, 10.15), (1.15, 10.62), (1.7, 11.0), (1.83, 11.7),
    (1.62, 12.5), (1.82, 13.4), (1.6, 14.3), (1.8, 15.2), (1.62, BOTTOM),
)
"""The Gash's bank beside the hexes, downstream."""
FAR_BANK = (
    (0.72, BOTTOM), (0.9, 15.2), (0.62, 14.2), (0.86, 13.2), (0.72, 12.3), (0.42, 11.5), (0.05, 10.9), (LEFT, 10.35),
)
SHORE = (
    (RIGHT, 12.55), (13.2, 12.86), (12.72, 13.22), (12.05, 13.2), (11.64, 13.32), (11.35, 13.85), (10.95, 14.1),
    (10.3, 14.12), (10.0, 14.5), (9.86, 15.0), (10.15, 15.42), (10.8, 15.6), (11.2, BOTTOM),
)
KNOLL = (
    (5.35, 2.75), (5.95, 2.6), (6.55, 2.72), (6.86, 3.25), (6.75, 3.82), (6.35, 4.18), (5.75, 4.22), (5.25, 4.05),
    (5.0, 3.6), (5.08, 3.1), (5.35, 2.75),
)
NORTH = 38
"""The printed arrow points up and to the right."""
ARROW = ((-0.02, 14.0), (0.27, 13.3), (0.12, 13.24), (0.55, 12.85), (0.58, 13.43), (0.42, 13.36), (0.13, 14.06))


def dotted_line() -> list[tuple[str, str]]:
    """The sides between the northern hexes and their southern neighbours."""
    board = {COMMON_GRID.name(c, r) for c, last in ROWS.items() for r in range(1, last + 1)}
    north = {COMMON_GRID.name(c, r) for c, last in NORTH_LAST_ROW.items() for r in range(1, last + 1)}
    south = board - north
    return [(n, s) for n in sorted(north) for s in (COMMON_GRID.neighbour(n, d) for d in range(6)) if s in south]


def above(name: str) -> tuple[float, float]:
    """The place of a town's name: on the upper side of its hex, clear of the hex number."""
    x, y = COMMON_GRID.centre(name)
    return x, y - 1


def pairs_of(text: str) -> list[tuple[str, str]]:
    """``0201>0301`` and so on as pairs, the marked hex first."""
    return [(pair[:4], pair[5:]) for pair in text.split()]


def kassala() -> Sheet:
    """The battlefield."""
    terrain = {COMMON_GRID.name(c, r): "plain" for c, last in ROWS.items() for r in range(1, last + 1)}
    terrain |= {"0304": "udaka", "0804": "kassala", "0805": "kassala"}
    sheet = Sheet("The field of battle", TERRAIN, terrain, north=NORTH)
    river = [*smooth(NEAR_BANK), *ruled(NEAR_BANK[-1], FAR_BANK[0]), *smooth(FAR_BANK)]
    river += [*ruled(FAR_BANK[-1], (LEFT, TOP)), (LEFT, TOP), *ruled((LEFT, TOP), NEAR_BANK[0])]
    lake = [*smooth(SHORE), *ruled(SHORE[-1], (RIGHT, BOTTOM)), (RIGHT, BOTTOM), *ruled((RIGHT, BOTTOM), SHORE[0])]
    sheet.area("Water", "water", "Gash River", river)
    sheet.area("Water", "water", "Lake", lake)
    sheet.area("Hills", "hill", "Knoll", smooth(KNOLL)[:-1])
    sheet.objective("Udaka", ["0304"])
    sheet.objective("Kassala", ["0804", "0805"])
    sheet.hexsides("Wadi", "wadi", pairs_of(WADI))
    sheet.hexsides("Trench", "trench", pairs_of(TRENCH))
    sheet.hexsides("Deployment", "deployment-line", dotted_line())
    sheet.zone("north", "0502")
    sheet.zone("south", "0505")
    sheet.label("UDAKA", above("0304"), "town", 24, provenance="reconstructed")
    sheet.label("KASSALA", above("0804"), "town", 21, provenance="reconstructed")
    sheet.label("GASH RIVER", (1.25, 13.6), "water", 22, -90, word=True)
    sheet.label("LAKE", (12.2, 14.75), "water", 30, provenance="reconstructed", word=True)
    sheet.area("Lettering", "compass", "North", ARROW)
    return sheet


def example(letter: str, title: str, hexes: str, marks: dict[str, str]) -> Sheet:
    """A small map: plain hexes, and a letter in the lower part of each hex the example speaks of."""
    sheet = Sheet(f"Example of play {letter}: {title}", TERRAIN, dict.fromkeys(hexes.split(), "plain"),
                  north=NORTH)
    for mark, name in marks.items():
        x, y = COMMON_GRID.centre(name)
        sheet.label(mark, (x, y + 0.6), "letter", 20)
    return sheet


def examples() -> dict[str, Sheet]:
    """The four figures of section V. In A nothing but the lettered hexes touches the Nubians' hex 0203."""
    block = "0101 0102 0103 0201 0202 0203 0204 0301 0302 0303"
    a = example("A", "movement", "0201 0202 0203 0103 0303", {"a": "0103", "b": "0303", "c": "0201", "d": "0202"})
    a.terrain["0202"] = "udaka"
    a.objective("Udaka", ["0202"])
    a.hexsides("Wadi", "wadi", pairs_of("0103>0203"))
    a.hexsides("Trench", "trench", pairs_of("0303>0203"))
    b = example("B", "single attack", "0101 0102 0201 0202 0203 0301 0302", {"a": "0102", "b": "0202"})
    b.terrain["0202"] = "udaka"
    b.objective("Udaka", ["0202"])
    b.hexsides("Wadi", "wadi", pairs_of("0101>0202 0102>0202 0203>0202"))
    lettered = {"a": "0103", "b": "0102", "c": "0202", "d": "0301", "e": "0302", "f": "0203"}
    c = example("C", "multiple attack", block, lettered)
    d = example("D", "bombardment", block, {"a": "0201", "b": "0302", "c": "0202", "d": "0204"})
    return {"example-a": a, "example-b": b, "example-c": c, "example-d": d}


def main(words: list[str]) -> None:
    """Write every file that is missing, or all of them with ``--force``."""
    TILES.mkdir(parents=True, exist_ok=True)
    sheets = {"kassala": kassala(), **examples()}
    texts = {MAPS / "kassala.tsx": tsx("kassala", TERRAIN, PICTURES)}
    texts |= {MAPS / f"{name}.tmx": sheet.tmx("kassala", PICTURES) for name, sheet in sheets.items()}
    pictures = {TILES / sheet.paper_name: paper(*sheet.paper) for sheet in sheets.values()}
    pictures |= {TILES / f"{kind}.png": tile(kind) for kind in TERRAIN}
    for path in (*texts, *pictures):
        if path.exists() and "--force" not in words:
            continue
        if path in texts:
            path.write_text(texts[path], encoding="utf-8", newline="\n")
        else:
            pygame.image.save(pictures[path], path)


if __name__ == "__main__":
    main(sys.argv[1:])
