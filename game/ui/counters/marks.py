"""Signs on a counter for what it did or must do. They stand on its edge, outside whatever is printed on it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.counters.cardboard import rasterise
from game.ui.counters.pictures import AMBER, SWORDS
from game.ui.kit.picture_cache import picture_cache

DUTIES = ("must-attack", "must-be-attacked")
"""Marks of a duty; they share a sign."""
_AT = {
    **dict.fromkeys(DUTIES, (0.50, -0.06)), "attacked": (1.01, 0.95), "attacking": (-0.01, 0.95),
    "waiting": (1.01, 0.0), "aboard": (0.50, 1.02),
    "demoralized": (-0.08, 0.23), "activated": (1.02, 0.26), "activated-once": (1.02, 0.26),
    "activated-twice": (1.02, 0.26), "fired": (1.04, 0.97),
    **dict.fromkeys((
        "ordered-move", "ordered-reform", "ordered-wall", "ordered-leave", "ordered-offensive", "ordered-hold",
        "ordered-fire", "ordered-melee", "ordered-entrench", "ordered-rally", "ordered-resupply"), (0.92, -0.04)),
    "walled": (-0.04, 0.86), "engaged": (0.50, 1.02),
    "retreated": (1.04, 0.97), "low-ammo": (1.02, 0.66), "machine-gun": (1.02, 0.36), "jammed": (1.02, 0.36),
}
"""Where a sign's centre stands, in counter widths from the upper left corner. "moved" is the counter's own corner.

Those that last beyond a phase stand beside the band, which shows in a stack too."""
SIGNS = frozenset(_AT)
"""Marks that are signs of their own."""
OUTER, INNER = 0.9, 0.86
"""Signs that stand farther right than the one reach no farther in than the other, in counter widths; left alike."""
_PILED = 0.66
"""Where the sign of a duty stands along the upper edge of a counter that lies on others: right of their symbols."""
_LINE = 'stroke="#2a2119" stroke-linejoin="round" stroke-linecap="round"'
_DISC = f'<circle cx="14" cy="14" r="12.500" fill="#e0bb62" {_LINE} stroke-width="2.600"/>'
_TAG = f'<rect x="1.500" y="1.500" width="25" height="25" rx="5" fill="#e0bb62" {_LINE} stroke-width="2.600"/>'
_GUN = (
    f'<path d="M3 9H21V4.500H27V13.500H21V12H3Z" fill="#2a2119" {_LINE} stroke-width="1.600"/>'
    f'<path d="M17 13L10 23M17 13L24 23M17 13V23" fill="none" {_LINE} stroke-width="2.800"/>'
)
_PLATE = f'<rect x="1.500" y="1.500" width="27" height="25" rx="5" fill="#f6efdc" {_LINE} stroke-width="2.600"/>'
_DRAWN = {
    "machine-gun": (0.30, 0.28, _PLATE + _GUN),
    "jammed": (0.30, 0.28, _PLATE + _GUN + '<path d="M4 24L26 4" stroke="#b3301a" stroke-width="4.600"/>'),
    "low-ammo": (0.30, 0.28, _PLATE + (
        f'<path d="M8 22V11L10 6L12 11V22Z" fill="#b3301a" {_LINE} stroke-width="1.800"/>'
        f'<path d="M18 22V11L20 6L22 11V22Z" fill="none" {_LINE} stroke-width="1.800" stroke-dasharray="3 2.500"/>'
    )),
    "demoralized": (0.32, 0.42, (
        f'<path d="M28.500 2V40" fill="none" {_LINE} stroke-width="3.800"/>'
        f'<path d="M28.500 3C20 1 11 6.500 2 3V31C11 34.500 20 29 28.500 31.500Z" fill="#fffaf0" {_LINE} '
        'stroke-width="2.600"/>'
        '<path d="M9 9.500V25.500H13C18.500 25.500 22 22.500 22 17.500C22 12.500 18.500 9.500 13 9.500Z" fill="none" '
        'stroke="#a3150f" stroke-width="4.600" stroke-linejoin="round"/>'
    )),
    "activated": (0.28, 0.28, _DISC + (
        '<path d="M9.500 21C4.500 12 7.500 6.500 14 6.500C20.500 6.500 23.500 12 18.500 21" fill="none" '
        'stroke="#2a2119" stroke-width="4"/>'
    )),
    "activated-once": (0.28, 0.28, _TAG + '<path d="M14 6V22" stroke="#2a2119" stroke-width="5"/>'),
    "activated-twice": (0.28, 0.28, _TAG + '<path d="M9.500 6V22M18.500 6V22" stroke="#2a2119" stroke-width="5"/>'),
    "ordered-move": (0.28, 0.28, _TAG + (
        f'<path d="M6 14H21M14.500 7.500L21.500 14L14.500 20.500" fill="none" {_LINE} stroke-width="4"/>'
    )),
    "ordered-reform": (0.28, 0.28, _TAG + (
        f'<path d="M20.500 10A8 8 0 1 0 21.500 17.500M21.500 5V11H15.500" fill="none" {_LINE} stroke-width="3.600"/>'
    )),
    "ordered-wall": (0.28, 0.28, _TAG + '<path d="M7 6H21V13C21 18 17 21 14 22.500C11 21 7 18 7 13Z" fill="#2a2119"/>'),
    "ordered-leave": (0.28, 0.28, _TAG + (
        f'<path d="M13 6H5.500V13C5.500 18 9 21 12 22.500L13 22Z" fill="#2a2119" {_LINE} stroke-width="1.400"/>'
        f'<path d="M13 14H22.500M18.500 9.500L23 14L18.500 18.500" fill="none" {_LINE} stroke-width="3.400"/>'
    )),
    "ordered-offensive": (0.28, 0.28, _TAG + (
        f'<path d="M6.500 7L13.500 14L6.500 21M14.500 7L21.500 14L14.500 21" fill="none" {_LINE} stroke-width="4"/>'
    )),
    "ordered-hold": (0.28, 0.28, _TAG + (
        f'<path d="M8.500 6.500V21.500M6 21.500H22" fill="none" {_LINE} stroke-width="3.600"/>'
        '<path d="M10 6.500H21.500L18 10.500L21.500 14.500H10Z" fill="#2a2119"/>'
    )),
    "ordered-fire": (0.28, 0.28, _TAG + (
        f'<circle cx="14" cy="14" r="6.500" fill="none" {_LINE} stroke-width="2.800"/>'
        f'<path d="M14 4.500V10M14 18V23.500M4.500 14H10M18 14H23.500" {_LINE} stroke-width="2.800"/>'
    )),
    "ordered-melee": (0.28, 0.28, _TAG + (
        f'<path d="M6.500 21.500L21.500 6.500M21.500 21.500L6.500 6.500" {_LINE} stroke-width="3.600"/>'
        f'<path d="M6 16.500L11.500 22M22 16.500L16.500 22" {_LINE} stroke-width="2.800"/>'
    )),
    "ordered-entrench": (0.28, 0.28, _TAG + (
        f'<path d="M4.500 20H8.500L11.500 12H16.500L19.500 20H23.500" fill="none" {_LINE} stroke-width="3.400"/>'
        f'<path d="M8 8H20" {_LINE} stroke-width="2.800" stroke-dasharray="2 4"/>'
    )),
    "ordered-rally": (0.28, 0.28, _TAG + (
        f'<path d="M14 22V10M8.500 22H19.500" fill="none" {_LINE} stroke-width="3.400"/>'
        f'<path d="M8 13L14 6.500L20 13" fill="none" {_LINE} stroke-width="3.600"/>'
    )),
    "ordered-resupply": (0.28, 0.28, _TAG + (
        f'<path d="M8 21V11L9.500 7L11 11V21ZM15.500 21V11L17 7L18.500 11V21Z" fill="#2a2119" {_LINE} '
        'stroke-width="1.600"/>'
    )),
    "walled": (0.34, 0.40, (
        f'<path d="M2 3H32V20C32 30 23 36 17 38.500C11 36 2 30 2 20Z" fill="#b9852f" {_LINE} stroke-width="3"/>'
        '<path d="M17 6V34M5 15H29" stroke="#f8efd6" stroke-width="4.500"/>'
    )),
    "engaged": (0.38, 0.32, (
        f'<rect x="1.500" y="1.500" width="35" height="29" rx="6" fill="#9e2a1c" {_LINE} stroke-width="2.600"/>'
        '<path d="M9 25L29 7M29 25L9 7" stroke="#f8efd6" stroke-width="4.400" stroke-linecap="round"/>'
    )),
    "retreated": (0.34, 0.28, (
        f'<rect x="1.500" y="1.500" width="31" height="25" rx="5" fill="#f6efdc" {_LINE} stroke-width="2.600"/>'
        f'<path d="M9 20V15A5.500 5.500 0 0 1 20 15V20M14.500 15.500L20 21.500L25.500 15.500" fill="none" {_LINE} '
        'stroke-width="3.600"/>'
    )),
    "fired": (0.30, 0.30, (
        '<path d="M15 1L18.500 8.500L26 4L23 11.500L29.500 15L23 18.500L26 26L18.500 21.500L15 29L11.500 21.500L4 26'
        f'L7 18.500L0.500 15L7 11.500L4 4L11.500 8.500Z" fill="#f6efdc" {_LINE} stroke-width="2"/>'
        '<circle cx="15" cy="15" r="3.600" fill="#b3301a"/>'
    )),
    "aboard": (1.16, 0.22, (
        f'<path d="M2 2H114C112 12 106 19 98 20H18C10 19 4 12 2 2Z" fill="#3d2a1a" {_LINE} stroke-width="2.400"/>'
        '<path d="M5 7.500H111" stroke="#f3ead0" stroke-width="2.600"/>'
        '<path d="M2 18C9 14 15 21 23 18C31 14 38 21 46 18C54 14 61 21 69 18C77 14 84 21 92 18C100 14 107 21 114 18" '
        'fill="none" stroke="#cfe6ee" stroke-width="3.400" stroke-linecap="round"/>'
    )),
}
"""Signs by width and height in counter widths, and their drawing in hundredths of a counter."""


def signs_of(marks: Sequence[str], *, duty: bool, covered: bool) -> dict[str, None]:
    """The marks of a counter in the order in which they are drawn.

    :param duty: whether something must still be done with it; what, its own mark says, else it must attack.
    :param covered: whether other counters lie on it: the sign of a duty is left out then.
    """
    added = ("must-attack",) if duty and not set(DUTIES) & set(marks) else ()
    return dict.fromkeys(mark for mark in (*marks, *added) if not (covered and mark in DUTIES))


def spot_of(mark: str, picture: pygame.Surface, px: int, piled: bool = False) -> pygame.Rect:
    """Where a sign lies on a counter ``px`` pixels wide, from its upper left corner; one that gets no smaller with it
    grows away from the print."""
    x, y = _AT[mark]
    x = _PILED if piled and mark in DUTIES else x
    place = picture.get_rect(center=(round(x * px), round(y * px)))
    if x > OUTER:
        place.left = max(place.left, round(INNER * px))
    elif x < 0:
        place.right = min(place.right, round((1 - INNER) * px))
    return place


@picture_cache(32)
def sign(mark: str, px: int) -> pygame.Surface:
    """The sign of a mark for a counter ``px`` pixels wide."""
    if mark in DUTIES:
        width = max(12, round(px * 0.42))
        return rasterise(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 25" width="40" height="25">'
            f'<path d="M2 15L20 2L38 15V23L20 10.500L2 23Z" fill="{AMBER}" stroke="#2a1703" stroke-width="3" '
            'stroke-linejoin="round"/></svg>', (width, round(width * 25 / 40)),
        )
    if mark in _DRAWN:
        wide, high, drawn = _DRAWN[mark]
        box = f'viewBox="0 0 {100 * wide:g} {100 * high:g}" width="{100 * wide:g}" height="{100 * high:g}"'
        return rasterise(f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{drawn}</svg>',
                         (max(9, round(px * wide)), max(9, round(px * high))))
    paper, ink = ("#a3201a", "#fff1dc") if mark == "attacking" else ("#efe5cc", "#2a2119")
    if mark in ("attacked", "attacking"):
        inner = (f'<path d="{SWORDS}" transform="translate(14 12) scale(0.88)" fill="none" stroke="{ink}" '
                 'stroke-width="10"/>')
    else:
        inner = '<path d="M30 23H70L50 50L70 77H30L50 50Z" fill="#2a2119"/>'
    size = max(10, round(px * 0.34))
    return rasterise(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">'
        f'<circle cx="50" cy="50" r="45" fill="{paper}" stroke="{ink}" stroke-width="8"/>{inner}</svg>', (size, size),
    )
