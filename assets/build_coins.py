"""Strikes the coins of the dice tray: ``python -m assets.build_coins``.

Run by hand; its pictures are committed. Each face is drawn as a relief in grey, blurred into slopes and lit from the
upper left. The queen's head is dark on a bright field, the cross bright on a dark one, so that the faces are told
apart by shape and by lightness from across a room. Our own drawing in the style of Spanish silver of about 1860.

Numbers without a name are heights, widths and weights of the drawing, chosen by eye; lengths are in hundredths of a
radius.
"""

from __future__ import annotations

import io
from math import cos, pi, radians, sin
from pathlib import Path

import numpy as np
import pygame

from game.ui.kit.fonts import font

HERE = Path(__file__).resolve().parent / "common"
DRAWN_SIZE, SIZE = 1024, 384
"""The sizes in pixels at which a face is drawn, and saved."""
UNIT = DRAWN_SIZE / 200
"""The pixels of a hundredth of a radius."""
Array = np.ndarray

# SVG paths of the queen's head
BUST = ("M118 46C126 50 133 58 136 68C137 72 136 75 137 78C140 84 147 91 150 97C151 100 148 102 144 102"
        "C142 103 142 106 143 108C146 110 147 113 144 115L140 117C144 118 146 122 142 125C139 127 140 129 142 132"
        "C144 138 140 145 132 146C126 147 120 146 116 147C113 152 114 160 122 168C128 173 133 176 134 180"
        "C114 192 84 192 60 180C70 172 76 162 74 150C72 142 66 136 62 128C52 116 48 98 50 82C53 62 66 46 84 40"
        "C96 36 109 40 118 46Z")
HAIR = ("M118 46C124 49 128 54 127 58C120 62 112 70 108 80C105 88 108 96 102 104C97 110 88 112 84 120"
        "C80 128 78 136 72 138C62 130 52 116 50 96C48 72 62 48 84 40C96 36 109 40 118 46Z")
BUN = "M60 84C48 78 34 84 30 96C26 110 34 124 46 126C54 127 62 122 66 116C58 108 56 96 60 84Z"
STRANDS = ("M119 51C104 50 84 58 72 74C66 82 63 92 64 102", "M122 56C108 58 92 66 82 80C76 89 74 100 76 112",
           "M116 64C104 70 95 80 90 92C87 100 86 106 82 114", "M100 42C84 46 68 56 60 72C56 80 55 90 56 100",
           "M34 96C42 90 52 92 58 98", "M32 106C42 100 52 102 60 108", "M38 118C46 112 54 112 62 114",
           "M70 136C64 128 62 120 66 112")
TIARA = "M124 52C112 40 88 34 66 52"
FACE_CUTS = ("M127 78C131 76 134 76 136 78", "M126 74C130 70 134 70 137 72", "M140 117C137 117 134 116 131 114",
             "M140 102C138 101 137 99 138 97", "M112 144C106 140 103 132 104 122")
EAR = "M100 96C105 92 110 96 108 102C107 107 103 110 101 114C98 110 97 100 100 96Z"

# SVG paths of the cross
ARM = "M91 100C91 78 84 58 70 44C88 36 112 36 130 44C116 58 109 78 109 100Z"
CASTLE = ("M-15 15V-1H-12V-7H-15V-14H-10V-10H-7V-14H-4V-1H-3V-9H-6V-17H-3V-13H-1.2V-17H1.2V-13H3V-17H6V-9H3V-1H4V-14H7"
          "V-10H10V-14H15V-7H12V-1H15V15H4V8C4 4 -4 4 -4 8V15Z")
LION = ("M-8 15C-9 10 -6 6 -3 4C-8 2 -10 -2 -9 -7C-12 -6 -14 -8 -15 -11C-12 -9 -9 -9 -7 -12C-6 -16 0 -19 5 -16"
        "C8 -16 10 -13 11 -10L8 -9L9 -7L5 -6C6 -3 8 -3 12 -6L14 -4C11 0 8 1 5 1C6 4 9 4 13 2L14 5C11 8 7 8 4 7"
        "C4 11 6 13 9 13V15H2C0 12 0 10 -1 8C-3 9 -4 11 -3 13L-2 15Z M-9 8C-14 6 -16 0 -13 -5C-12 0 -9 3 -5 4Z")


def svg(body: str) -> Array:
    """White strokes and fills on black as a square array 0..1 with sides of ``DRAWN_SIZE`` pixels.

    :param body: SVG elements.
    """
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{DRAWN_SIZE}" height="{DRAWN_SIZE}" viewBox="0 0 200 200">'
            f'<rect width="200" height="200" fill="#000"/>{body}</svg>')
    picture = pygame.image.load(io.BytesIO(text.encode()), "coin.svg")
    return pygame.surfarray.array3d(picture).transpose(1, 0, 2)[:, :, 0] / 255.0


def filled(*paths: str) -> Array:
    """Shapes of the queen's head as an array."""
    return svg(_fitted("".join(f'<path d="{path}" fill="#fff"/>' for path in paths)))


def lines(width: float, *paths: str) -> Array:
    """Lines of the queen's head as an array."""
    return svg(_fitted("".join(f'<path d="{path}" fill="none" stroke="#fff" stroke-width="{width}" '
                               'stroke-linecap="round"/>' for path in paths)))


def _fitted(body: str) -> str:
    """A drawing of the queen's head, shrunk to fit inside the legend."""
    return f'<g transform="translate(19 2) scale(0.88)">{body}</g>'


def blurred(field: Array, units: float) -> Array:
    """A field blurred by ``units`` hundredths of a radius, in three passes of a box filter."""
    reach = max(1, round(units * UNIT / 1.7))
    for _ in range(3):
        for axis in (0, 1):
            pad = [(0, 0), (0, 0)]
            pad[axis] = (reach + 1, reach)
            total = np.cumsum(np.pad(field, pad, mode="edge"), axis=axis)
            ahead, behind = [slice(None)] * 2, [slice(None)] * 2
            ahead[axis], behind[axis] = slice(2 * reach + 1, None), slice(None, -2 * reach - 1)
            field = (total[tuple(ahead)] - total[tuple(behind)]) / (2 * reach + 1)
    return field


def legend(text: str, radius: float, size: float, start: float, end: float) -> Array:
    """Letters around the rim from one angle to another (degrees clockwise from the top), feet towards the middle.

    :param radius: of their centres; with a negative one they are on the opposite side, feet towards the rim.
    """
    picture = pygame.Surface((DRAWN_SIZE, DRAWN_SIZE))
    face = font("title", round(size * UNIT))
    face.set_bold(True)
    widths = [face.size(letter)[0] for letter in text]
    degrees, step = start, (end - start) / sum(widths)
    for letter, width in zip(text, widths, strict=True):
        angle = radians(degrees + step * width / 2)
        image = pygame.transform.rotozoom(face.render(letter, True, "white"), -degrees - step * width / 2, 1)
        centre = (DRAWN_SIZE / 2 + sin(angle) * radius * UNIT, DRAWN_SIZE / 2 - cos(angle) * radius * UNIT)
        picture.blit(image, image.get_rect(center=centre))
        degrees += step * width
    face.set_bold(False)
    return pygame.surfarray.array3d(picture).transpose(1, 0, 2)[:, :, 0] / 255.0


def rim() -> Array:
    """The raised edge with its ring of beads."""
    beads = "".join(f'<circle cx="{100 + 88.5 * cos(k * pi / 36):.2f}" cy="{100 + 88.5 * sin(k * pi / 36):.2f}" '
                    'r="2.3" fill="#fff"/>' for k in range(72))
    edge = svg('<circle cx="100" cy="100" r="94.5" fill="none" stroke="#fff" stroke-width="6"/>')
    return 0.8 * edge + 0.6 * svg(beads)


def heads() -> tuple[Array, Array]:
    """The relief of the queen's head, and the mask of all raised parts."""
    shape = np.maximum(filled(BUST), filled(BUN))
    hair = np.maximum(filled(HAIR), filled(BUN))
    relief = 1.5 * blurred(shape, 1.0) + 1.7 * shape * blurred(shape, 11)
    relief += 0.5 * blurred(hair, 1.2) - 0.42 * blurred(lines(2.2, *STRANDS), 0.5) * hair
    relief += 0.75 * blurred(lines(4.6, TIARA), 0.7) + 0.35 * blurred(filled(EAR), 0.7)
    relief -= 0.55 * blurred(lines(2.0, *FACE_CUTS), 0.5)
    cheek = svg(_fitted('<circle cx="122" cy="112" r="14" fill="#fff"/>'))
    relief += 0.35 * blurred(cheek, 7) * shape
    title = legend("ISABEL II POR LA G. DE DIOS", 78, 12, -122, 122)
    year = legend("1860", -79, 12, 18, -18)
    letters = np.maximum(title, year)
    return relief + 0.8 * blurred(letters, 0.4), np.maximum(0.80 * shape + 0.20 * hair, 0.75 * letters)


def cross() -> tuple[Array, Array]:
    """The relief of the cross with castles and lions in its quarters, and the mask of all raised parts."""
    arms = svg("".join(f'<path d="{ARM}" fill="#fff" transform="rotate({k * 90} 100 100) translate(9 9) scale(0.91)"/>'
                      for k in range(4)) + '<circle cx="100" cy="100" r="15" fill="#fff"/>')
    places = ((62, 62, CASTLE), (138, 62, LION), (62, 138, LION), (138, 138, CASTLE))
    charges = svg("".join(f'<path d="{path}" fill="#fff" transform="translate({x} {y}) scale(0.88)"/>'
                          for x, y, path in places))
    seam = svg("".join(f'<path d="M100 92C100 76 99 62 100 48" fill="none" stroke="#fff" stroke-width="2.4" '
                       f'transform="rotate({k * 90} 100 100)"/>' for k in range(4))
               + '<circle cx="100" cy="100" r="7" fill="none" stroke="#fff" stroke-width="2.4"/>')
    relief = 1.7 * blurred(arms, 1.0) + 0.9 * arms * blurred(arms, 6) - 0.5 * blurred(seam, 0.5)
    relief += 0.9 * blurred(charges, 0.7)
    title = legend("REINA DE LAS ESPAÑAS", 78.5, 11.5, -100, 100)
    value = legend("4 REALES", -79, 11.5, 44, -44)
    letters = np.maximum(title, value)
    return relief + 0.6 * blurred(letters, 0.4), np.maximum(arms, np.maximum(0.55 * charges, 0.5 * letters))


def struck(relief: Array, raised: Array, field: float, top: float, seed: int) -> pygame.Surface:
    """A face in silver.

    :param field: the brightness of the ground, from 0 to 1.
    :param top: the brightness of the raised parts.
    :param seed: of the wear.
    """
    rng, shape = np.random.default_rng(seed), (DRAWN_SIZE, DRAWN_SIZE)
    y, x = (np.mgrid[0:DRAWN_SIZE, 0:DRAWN_SIZE] + 0.5) / DRAWN_SIZE * 2 - 1
    from_centre = np.hypot(x, y)
    wear = blurred(rng.random(shape) - 0.5, 0.35) * 2.0 + blurred(rng.random(shape) - 0.5, 2.5) * 9
    height = relief + rim() + 0.06 * wear
    gy, gx = np.gradient(height * 7.0)
    normal = np.dstack([-gx, -gy, np.ones_like(gx)])
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    light = np.array([-0.46, -0.62, 0.64])
    halfway = light + np.array([0, 0, 1])
    halfway /= np.linalg.norm(halfway)
    lambert = np.clip(normal @ light, 0, 1)
    gloss = np.clip(normal @ halfway, 0, 1) ** 26
    raised_share = np.clip(blurred(raised, 0.3), 0, 1)
    rim_share = np.clip(blurred(np.clip(rim(), 0, 1), 0.3), 0, 1)
    sheen = 0.10 * (-(x + y) / 1.4) + 0.05 * wear
    ground = field + (top - field) * raised_share
    ground = ground + (0.78 - ground) * rim_share * 0.8 + sheen
    hollow = np.clip(blurred(height, 3.0) - height, 0, 1)
    level = ground * (0.42 + 0.86 * lambert) - 0.30 * hollow * (1 - raised_share)
    tone = np.clip(level, 0, 1.15)[:, :, None]
    dark, middle, bright = np.array([30.0, 27, 26]), np.array([150.0, 146, 140]), np.array([250.0, 247, 238])
    colour = np.where(tone < 0.5, dark + (middle - dark) * tone * 2, middle + (bright - middle) * (tone - 0.5) * 2)
    colour = colour + (110 * gloss * (0.35 + 0.65 * np.clip(ground, 0, 1)))[:, :, None]
    opacity = np.clip((0.975 - from_centre) * DRAWN_SIZE / 2 / 2 + 0.5, 0, 1)
    image = np.dstack([np.clip(colour, 0, 255), opacity * 255]).astype(np.uint8)
    picture = pygame.image.frombuffer(np.ascontiguousarray(image).tobytes(), shape, "RGBA")
    return pygame.transform.smoothscale(picture, (SIZE, SIZE))


def main() -> None:
    """Write both faces."""
    pygame.init()
    pygame.display.set_mode((1, 1))
    pygame.image.save(struck(*heads(), 0.86, 0.24, 1859), HERE / "coin-heads.png")
    pygame.image.save(struck(*cross(), 0.24, 0.86, 1860), HERE / "coin-cross.png")


if __name__ == "__main__":
    main()
