"""What is printed around a board of areas: borders, title, compass, scale bar and key, beside or below the map."""

from __future__ import annotations

from game.board.areas import AreaBoard
from game.core.theme import Theme
from game.ui.sheets.area_geometry import UNIT
from game.ui.sheets.area_key import column, entries, strip
from game.ui.sheets.frame import FRAME, Layout, borders, cartouche, compass, scale_bar
from game.ui.sheets.ink import Ink, stroke
from game.ui.sheets.lettering import Lettering
from game.ui.sheets.style import Style

WIDE = 1.2
"""Width over height from which a board's key stands below it, not beside it."""
RIM = 0.5
"""From the map to the paper's edge, in units of print."""


def lay_out(board: AreaBoard) -> Layout:
    """A strip below a wide board, a column at the left of a tall one; paper around both."""
    w, h = board.size[0] / UNIT, board.size[1] / UNIT
    field = (0.0, 0.0, w, h)
    if w / h >= WIDE:
        unit = w / 30
        deep, rim = 2.45 * unit, RIM * unit
        return Layout((-rim, -rim, w + 2 * rim, h + deep + 2 * rim), field, (0.0, h, w, deep), unit)
    unit = h / 17
    wide, rim = 5.7 * unit, RIM * unit
    return Layout((-wide - rim, -rim, wide + w + 2 * rim, h + 2 * rim), field, (-wide, 0.0, wide, h), unit)


def frame(ink: Ink, board: AreaBoard, theme: Theme, style: Style, layout: Layout) -> list[Lettering]:
    """Draw everything around the board.

    :return: the lettering that belongs to it.
    """
    colour, accent = style.sheet["ink"], style.sheet["accent"]
    borders(ink, layout, colour)
    x, y, w, h = layout.column
    u = layout.unit
    letters: list[Lettering] = []
    north = float(style.compass.get("north", 0.0))
    shown = entries(board, style)
    if h > w:
        middle = x + w / 2 - 0.1 * u
        at = cartouche(ink, letters, board.title, theme, (middle, y + 0.15 * u, w - 0.9 * u, u), colour, accent)
        floor = y + h - 2.55 * u
        column(ink, letters, shown, (x + 0.35 * u, at + 0.1 * u, w - 0.6 * u, floor - at - 0.1 * u), u, style)
        compass(ink, letters, north, (x + 1.25 * u, y + h - 1.05 * u), 0.86 * u, colour, accent)
        if style.scale:
            scale_bar(ink, letters, style.scale, (x + w - 1.85 * u, y + h - 0.45 * u), 0.75 * u, colour)
    else:
        wide = 7.2 * u
        cartouche(ink, letters, board.title, theme, (x + wide / 2, y + 0.16 * u, wide - 0.2 * u, 0.76 * u), colour,
                  accent)
        strip(ink, letters, shown, (x + wide + 0.5 * u, y + 0.12 * u, w - wide - 6.6 * u, h - 0.1 * u), u, style)
        if style.scale:
            scale_bar(ink, letters, style.scale, (x + w - 4.35 * u, y + h - 0.42 * u), 1.02 * u, colour)
        compass(ink, letters, north, (x + w - 1.1 * u, y + h / 2 + 0.2 * u), 0.86 * u, colour, accent)
    middle = x + w - (1.85 if h > w else 4.35) * u
    top = y + (h - 2.05 * u if h > w else 0.5 * u)
    for k, line in enumerate(style.sheet.get("note", ())):
        letters.append(Lettering(line, (middle, top + 0.38 * k * u), 0.36 * u, "text-italic", colour))
    ink.polygon(FRAME, stroke(colour, 0.06 * u, join="miter"),
                [(0, 0), (layout.field[2], 0), (layout.field[2], layout.field[3]), (0, layout.field[3])])
    return letters
