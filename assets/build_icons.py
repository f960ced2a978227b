"""Draws the program's icon in the sizes that desktops ask for: ``python -m assets.build_icons``.

Run by hand; its pictures are committed. The icon itself, ``icons/scalable/drumhead.svg``, is drawn by hand: a drum
whose head is a map of hexes.
"""

from __future__ import annotations

from pathlib import Path

import pygame

HERE = Path(__file__).resolve().parent / "icons"
SIZES = (16, 32, 48, 64, 128, 256, 512)
"""The sides of the icons, in pixels."""
LARGE = 2048
"""The side, in pixels, of the picture from which they are reduced, so that thin lines stay smooth."""


def main() -> None:
    """Write every size, in folders with the names that icon themes have."""
    large = pygame.image.load_sized_svg(HERE / "scalable" / "drumhead.svg", (LARGE, LARGE))
    for size in SIZES:
        path = HERE / f"{size}x{size}" / "drumhead.png"
        path.parent.mkdir(exist_ok=True)
        pygame.image.save(pygame.transform.smoothscale(large, (size, size)), path)


if __name__ == "__main__":
    main()
