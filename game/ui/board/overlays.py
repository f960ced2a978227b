"""Pictures of what is drawn over the map: hex signs, rings, badges, stamps. Each colour has a shape of its own, so that
nothing depends on colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from textwrap import wrap

import pygame

from game.board.hexgrid import CORNERS, TURNED_CORNERS
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_box
from game.ui.kit.pictures import blurred_picture, picture_cache, render_elements
from game.ui.kit.theme import AMBER

STAMP_CHARACTERS = 26
"""The maximum number of characters in a line of a stamp."""
DEEP_BLUE = "#04264f"
"""The blue of reach and paths on a projector, dark enough to stand out from brightly lit paper."""
BLUE, RED, GOLD, TEAL, SKY = "#1a61ad", "#a3201a", "#ffce4a", "#0b6e63", "#7cc8ff"
"""The colours of reach and paths, of targets and refusals, of selections, of hints, and of units that can act."""
DARK = "#1d1206"
"""The colour of edges."""
BADGED = frozenset(("picked", "target", "hint"))
"""The kinds of rings with a badge."""
SWORDS = "M20 8L62 62M62 8L20 62M9 50L32 68M73 50L50 68M27 66L16 78M55 66L66 78"
"""The SVG path of crossed swords in a box of 82 x 84: blades, guards and grips."""


def _svg(box: tuple[float, float, float, float], body: str, scale: float) -> pygame.Surface:
    """An SVG drawing in hex radii around the origin, at ``scale`` pixels per radius."""
    x, y, w, h = box
    size = max(1, round(w * scale)), max(1, round(h * scale))
    return render_elements(size, f"{x} {y} {w} {h}", body)


Corners = tuple[tuple[float, float], ...]
"""A hex's corners relative to its centre, clockwise, in hex radii."""

_HEX_BOX, _TURNED_BOX = (-1.1, -1.0, 2.2, 2.0), (-1.0, -1.1, 2.0, 2.2)
"""The box of a hex sign on a normal and on a turned sheet: left, top, width and height in hex radii."""


def _hex_path(corners: Corners, size: float) -> str:
    """The SVG path of a hex of a size in hex radii."""
    return "M" + "L".join(f"{x * size:.4f} {y * size:.4f}" for x, y in corners) + "Z"


@picture_cache(24)
def hex_sign(kind: str, scale: float, turned: bool = False, bold: bool = False) -> pygame.Surface:
    """A sign the size of a hex: ``reach``, ``partly``, ``refused``, ``cursor`` or ``hint``.

    :param scale: pixels per hex radius.
    :param turned: whether hexes have a corner at the top, on a sheet rotated a quarter turn clockwise.
    :param bold: whether it is drawn for a projector, with contrast to any ground in a lit room.
    """
    hexagon = TURNED_CORNERS if turned else CORNERS
    if kind == "reach":
        body = (
            f'<path d="{_hex_path(hexagon, 0.965)}" fill="#2b86e0" fill-opacity="0.36"/>'
            f'<path d="{_hex_path(hexagon, 0.90)}" fill="none" stroke="{BLUE}" stroke-width="0.05" '
            'stroke-opacity="0.85"/>'
        )
    elif kind == "partly":
        body = (
            f'<path d="{_hex_path(hexagon, 0.965)}" fill="#2b86e0" fill-opacity="0.16"/>'
            f'<path d="{_dashes(hexagon, 0.90)}" fill="none" stroke="{BLUE}" stroke-width="0.07"/>'
        )
    elif kind == "refused":
        ring = [(x * 0.93, y * 0.93) for x, y in hexagon]
        lines = [f"M{min(cuts):.3f} {min(cuts) + slant:.3f}L{max(cuts):.3f} {max(cuts) + slant:.3f}"
                 for slant in (k * 0.2 for k in range(-9, 10)) if len(cuts := slanting(ring, slant)) > 1]
        body = (
            f'<path d="{"".join(lines)}" fill="none" stroke="{RED}" stroke-width="0.055" stroke-opacity="0.75"/>'
            f'<path d="{_hex_path(hexagon, 0.93)}" fill="none" stroke="{RED}" stroke-width="0.06"/>'
            f'<circle cx="0" cy="0" r="0.34" fill="#fbf1da" stroke="{RED}" stroke-width="0.09"/>'
            f'<path d="M-0.18 -0.18L0.18 0.18M0.18 -0.18L-0.18 0.18" stroke="{RED}" stroke-width="0.10" fill="none"/>'
        )
    elif kind == "cursor":
        arms = []
        for k, (x, y) in enumerate(hexagon):
            before, after = hexagon[k - 1], hexagon[(k + 1) % 6]
            for ox, oy in (before, after):
                arms.append(f"M{x:.3f} {y:.3f}L{x + (ox - x) * 0.26:.3f} {y + (oy - y) * 0.26:.3f}")
        data = "".join(arms)
        body = (
            f'<path d="{data}" fill="none" stroke="#1b120a" stroke-width="0.17" stroke-linecap="round"/>'
            f'<path d="{data}" fill="none" stroke="#fff4d4" stroke-width="0.09" stroke-linecap="round"/>'
        )
    else:
        body = (f'<path d="{_dashes(hexagon, 0.92)}" fill="none" stroke="{TEAL}" stroke-width="0.09" '
                'stroke-linecap="round"/>')
    if bold and kind in _BOLD:
        colour, inner = _BOLD[kind]
        outline, line = _hex_path(hexagon, inner), _dashes(hexagon, inner)
        body += "".join(f'<path d="{data}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linejoin="round"/>'
                        for ink, width, data in (("#000000", 0.28, outline), ("#ffffff", 0.20, outline),
                                                 (colour, 0.13, outline if kind == "reach" else line)))
    return _svg(_TURNED_BOX if turned else _HEX_BOX, body, scale)


_BOLD = {"hint": ("#000000", 0.86), "reach": (DEEP_BLUE, 0.86), "partly": (DEEP_BLUE, 0.86)}
"""The kinds of signs with a bolder border on a projector: its colour, edged in white and black, and its size in hex
radii."""


def slanting(ring: Sequence[tuple[float, float]], offset: float) -> list[float]:
    """The x values where the line y = x + offset crosses an outline."""
    lines = []
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        fa, fb = ay - ax - offset, by - bx - offset
        if (fa > 0) != (fb > 0):
            lines.append(ax + (bx - ax) * fa / (fa - fb))
    return lines


def _dashes(hexagon: Corners, size: float) -> str:
    """Dashes along a hex's outline."""
    parts = []
    corners = [(x * size, y * size) for x, y in hexagon]
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for k in range(4):
            t, u = (k + 0.2) / 4, (k + 0.7) / 4
            parts.append(f"M{ax + (bx - ax) * t:.3f} {ay + (by - ay) * t:.3f}"
                         f"L{ax + (bx - ax) * u:.3f} {ay + (by - ay) * u:.3f}")
    return "".join(parts)


@picture_cache(64)
def chip(text: str, scale: float) -> pygame.Surface:
    """A movement cost on a small round chip, at a scale in pixels per sheet unit."""
    disc = _svg((-0.4, -0.4, 0.8, 0.8), (
        '<circle cx="0.015" cy="0.03" r="0.33" fill="#120a04" fill-opacity="0.35"/>'
        f'<circle cx="0" cy="0" r="0.32" fill="#f7f3e6" stroke="{BLUE}" stroke-width="0.055"/>'
    ), scale)
    figure = font("counter", max(9, round(0.52 * scale))).render(text, True, "#123a63")
    disc.blit(figure, figure.get_rect(center=(disc.get_width() // 2, disc.get_height() // 2)))
    return disc


@picture_cache(48)
def ring(kind: str, px: int, bold: bool = False) -> pygame.Surface:
    """A sign around a counter ``px`` pixels wide: ``selected``, ``picked``, ``target``, ``able`` or ``hint``. The badge
    of those in ``BADGED`` is drawn separately.

    :param bold: whether it is drawn for a projector, with a black and white edge.
    """

    def square(inset: float, width: float, colour: str, opacity: float = 1.0) -> str:
        """The outline of a square with rounded corners, in hundredths of the counter's width."""
        side = 100 - 2 * inset
        return (f'<rect x="{inset}" y="{inset}" width="{side}" height="{side}" rx="{max(2, 15 - inset * 0.6):.1f}" '
                f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-opacity="{opacity}"/>')

    if kind == "selected":
        body = square(4, 7.5, DARK) + square(4, 4.6, GOLD) + square(10.5, 3.4, DARK, 0.8) + square(10.2, 2.0, "#ffe9a8")
    elif kind == "picked":
        body = square(6, 8.5, DARK) + square(6, 5.2, GOLD)
    elif kind == "able":
        body = square(4, 5.6, DARK, 0.6) + square(4, 3.4, SKY)
    elif kind == "target":
        body = square(6, 8.8, "#fff1dc") + square(6, 5.4, RED)
    else:
        dashes = "".join(f"M{12 + 16 * k} {y}h9M{y} {12 + 16 * k}v9" for k in range(5) for y in (6, 94))
        body = (f'<path d="{dashes}" fill="none" stroke="#f4fff8" stroke-width="9" stroke-linecap="round"/>'
                f'<path d="{dashes}" fill="none" stroke="{TEAL}" stroke-width="5.6" stroke-linecap="round"/>')
    if bold:
        body = square(0, 18, "#000000") + square(2, 9, "#ffffff") + body
    size = max(8, round(px * 1.26 * 1.2))
    return render_elements((size, size), "-10 -10 120 120", body)


@picture_cache(12)
def ghost_frame(px: int) -> pygame.Surface:
    """The dashed frame around the ghost of a counter ``px`` pixels wide."""
    dashes = "".join(f"M{12 + 30 * k} {y}h16M{y} {12 + 30 * k}v16" for k in range(3) for y in (5, 95))
    size = max(8, round(px * 1.22))
    return render_elements((size, size), "0 0 100 100", "".join(
        f'<path d="{dashes}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        for colour, width in ((DARK, 9.5), ("#fff6df", 5))))


@picture_cache(48)
def badge(kind: str, px: int) -> pygame.Surface:
    """The badge of a ``BADGED`` ring around a counter ``px`` pixels wide: a tick, crossed swords or a star. That of a
    counter held where it may not be put down is a cross."""
    star = "".join(
        f"{'M' if k == 0 else 'L'}{r * sin(k * pi / 5):.2f} {-r * cos(k * pi / 5):.2f}"
        for k, r in ((k, 10 if k % 2 == 0 else 4.2) for k in range(10))
    )
    paper, line, inner = {
        "picked": (GOLD, DARK, f'<path d="M-7 0L-2 6L7 -6" fill="none" stroke="{DARK}" stroke-width="4.4"/>'),
        "target": (RED, "#fff1dc", f'<path d="{SWORDS}" transform="scale(0.245) translate(-41 -43)" fill="none" '
                   'stroke="#fff3e0" stroke-width="10"/>'),
        "hint": (TEAL, "#f4fff8", f'<path d="{star}Z" fill="#f4fff8"/>'),
        "refused": ("#fbf1da", RED, f'<path d="M-6 -6L6 6M6 -6L-6 6" fill="none" stroke="{RED}" stroke-width="4.4"/>'),
    }[kind]
    size = max(12, round(px * 0.42))
    return render_elements((size, size), "-17 -17 34 34",
                           f'<circle r="15" fill="{paper}" stroke="{line}" stroke-width="3.4"/>{inner}')


RANK_DISC_SIZE = 0.42
"""The size of the disc with the rank of a stack's top, in counter widths."""
LOWER_RANK_DISC_SIZE = 0.31
"""The size of the disc with the rank of another counter of a stack, in counter widths."""


@picture_cache(96)
def rank_disc(rank: int, px: int) -> pygame.Surface:
    """A counter's rank in its stack, 1 for the top, on a dark disc; ``px`` is the counter's width."""
    size = max(11, round(px * (RANK_DISC_SIZE if rank == 1 else LOWER_RANK_DISC_SIZE)))
    ink, ground = ("#2a1703", GOLD) if rank == 1 else ("#f3ead3", "#2a1d14")
    disc = render_elements((size, size), "0 0 40 40",
                           f'<circle cx="20" cy="20" r="17.500" fill="{ground}" stroke="{ink}" stroke-width="3.600"/>')
    text = font("counter", max(8, round(size * 0.78))).render(str(rank), True, ink)
    figure = text.get_bounding_rect()
    disc.blit(text, text.get_rect(center=(size // 2 - figure.centerx + text.get_width() // 2,
                                          size // 2 - figure.centery + text.get_height() // 2)))
    return disc.convert_alpha()


@picture_cache(64)
def count_chip(number: int, px: int) -> pygame.Surface:
    """The number of counters in a stack that does not show them, on a dark tab; ``px`` is the counter's width."""
    text = font("counter", max(10, round(px * 0.36))).render(f"×{number}", True, "#fff6df")
    text = text.subsurface(text.get_bounding_rect())
    pad = max(2, px // 14)
    picture = pygame.Surface((text.get_width() + 4 * pad, text.get_height() + 2 * pad), pygame.SRCALPHA)
    draw_box(picture, picture.get_rect(), DARK, "#f3ead3", max(1, px // 32), pad)
    picture.blit(text, text.get_rect(center=picture.get_rect().center))
    return picture.convert_alpha()


@picture_cache(8)
def fan_plate(size: tuple[int, int]) -> pygame.Surface:
    """The background of a fanned-out stack, of a size in pixels: a dark, half transparent plate with a brass rim."""
    picture = pygame.Surface(size, pygame.SRCALPHA)
    radius = min(min(size) // 8, 18)
    draw_box(picture, picture.get_rect(), (30, 19, 11, 205), "#c9a04c", max(1, min(size) // 40), radius)
    return picture.convert_alpha()


@picture_cache(64)
def puff(px: int) -> pygame.Surface:
    """A cloud of powder smoke, ``px`` pixels wide."""
    picture = pygame.Surface((px, px), pygame.SRCALPHA)
    for dx, dy, r in ((0.5, 0.5, 0.22), (0.36, 0.56, 0.15), (0.63, 0.57, 0.16), (0.46, 0.37, 0.15), (0.6, 0.4, 0.12)):
        pygame.draw.circle(picture, (250, 244, 230, 235), (dx * px, dy * px), r * px)
    return blurred_picture(picture, max(1, px // 14))


@picture_cache(12)
def stamp(text: str, px: int, ground: str = RED, rim: str = AMBER, ink: str = "#fff6df") -> pygame.Surface:
    """A result as a rubber stamp: framed text, ``px`` pixels high; higher if it is long and wrapped into several
    lines."""
    face = font("counter", max(10, round(px * 0.62)))
    lines = [face.render(line, True, ink) for line in wrap(text, STAMP_CHARACTERS) or [text]]
    size = (max(px, max(line.get_width() for line in lines) + round(px * 0.5)),
            px + (len(lines) - 1) * face.get_linesize())
    radius = px / 2
    picture = render_elements(
        size, f"0 0 {size[0]} {size[1]}",
        f'<rect x="1" y="1" width="{size[0] - 2}" height="{size[1] - 2}" rx="{radius * 0.5:.1f}" fill="#1c120a"/>'
        f'<rect x="{px * 0.06:.1f}" y="{px * 0.06:.1f}" width="{size[0] - px * 0.12:.1f}" '
        f'height="{size[1] - px * 0.12:.1f}" '
        f'rx="{radius * 0.42:.1f}" fill="{ground}" stroke="{rim}" stroke-width="{px * 0.045:.1f}"/>')
    for number, line in enumerate(lines):
        middle = size[1] // 2 + round((number - (len(lines) - 1) / 2) * face.get_linesize())
        picture.blit(line, line.get_rect(center=(size[0] // 2, middle)))
    return picture


def dulled(picture: pygame.Surface) -> pygame.Surface:
    """A counter that takes no part in the current action: grey and pale."""
    grey = pygame.transform.grayscale(picture)
    grey.fill((70, 66, 60, 0), special_flags=pygame.BLEND_RGBA_ADD)
    grey.fill((205, 200, 190, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return grey
