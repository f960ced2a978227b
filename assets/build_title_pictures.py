"""Draws the pictures of battles on the title's cards: ``python -m assets.build_title_pictures [SYSTEM ...]``.

Run by hand whenever maps, counters or set-ups look different; its pictures are committed, and a test compares them with
what the program draws now.
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game import catalog, systems
from game.ui.screens.battle_picture import draw_battle, picture_file


def main(names: list[str]) -> None:
    """Draw the pictures of the named systems, or of all systems, and delete pictures of battles that are gone."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))
    for name in names or systems.easiest_first():
        rules = catalog.rules(name)
        wanted = {picture_file(name, info.name) for info in rules.scenarios if not info.example}
        folder = next(iter(wanted)).parent
        folder.mkdir(exist_ok=True)
        for old in set(folder.glob("*.jpg")) - wanted:
            old.unlink()
        for file in sorted(wanted):
            pygame.image.save(draw_battle(rules, file.stem), file)


if __name__ == "__main__":
    main(sys.argv[1:])
