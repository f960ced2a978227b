"""The cost of printing: drawing a sheet in ink, and printing one tile of it at the size that fits 1920x1080."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.figure import Figure
from benchmarks.frames import SIZE, quiet_folders

MAPS = Path(__file__).resolve().parent.parent / "maps"
SHEETS = (("kassala", "kassala"), ("africa", "tetuan"))
"""System and map of each sheet measured."""


def _sheet_times(system: str, name: str) -> tuple[float, list[float]]:
    """Seconds to draw a sheet, and to print each of its tiles, twice."""
    import pygame

    from game import catalog, maps
    from game.ui.sheets.sheet import Sheet
    from game.ui.sheets.tiles import TILE_SIDE

    board, theme = maps.load(MAPS / system / f"{name}.tmx"), catalog.rules(system).theme
    Sheet(board, theme)  # fills the caches of fonts and symbols
    started = perf_counter()
    sheet = Sheet(board, theme)
    drawing_time = perf_counter() - started
    _, _, w, h = sheet.layout.paper
    scale = min(SIZE[0] / w, SIZE[1] / h)
    whole = pygame.Rect((0, 0), sheet.pixels(scale))

    def parts() -> Iterator[pygame.Rect]:
        for x in range(0, whole.w, TILE_SIDE):
            for y in range(0, whole.h, TILE_SIDE):
                yield pygame.Rect(x, y, TILE_SIDE, TILE_SIDE).clip(whole)

    times = []
    for part in [*parts(), *parts()]:
        started = perf_counter()
        sheet.print_part(part, scale)
        times.append(perf_counter() - started)
    return drawing_time, times


def figures() -> list[Figure]:
    """For each sheet the time to draw it, and to print a tile."""
    results = []
    with quiet_folders():
        import pygame

        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode(SIZE)
        for system, name in SHEETS:
            drawing_time, times = _sheet_times(system, name)
            results += [
                Figure(f"sheet of {name} drawn in ink", drawing_time * 1000, "ms", 150, "at most"),
                Figure(f"one tile of {name} printed, median", median(times) * 1000, "ms", 12, "at most",
                       f"worst {max(times) * 1000:.1f}"),
            ]
    return results
