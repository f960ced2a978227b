"""Which side a counter belongs to is plain from across the room: its ground and its flag have the side's colour; its
contingent or command is a stripe along the upper edge."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame
import pytest

from game import catalog
from game.core.contract import Counter
from game.core.face import CounterFace
from game.core.overview import Overview, OverviewLine
from game.core.theme import SeatInfo, Theme
from game.rules.tours.presentation import BANDS
from game.rules.tours.units import CONTINGENTS_OF_SEAT, FRANKS, MUSLIMS
from game.ui.board.banners import flag_picture
from game.ui.board.far_view import Mass, block_surface, leader_disc
from game.ui.board.stack_layout import BAND_STEP, BANNER_WIDTH
from game.ui.cards import overview as overview_card
from game.ui.cards.card_pen import CardPen
from game.ui.counters.pictures import counter_surface, flag_surface
from game.ui.kit.theme import Metrics
from tests.access.vision import colours, difference, lab, pixels, seen_by

SAME = 12.0
"""The difference up to which a pixel counts as of a colour (CIEDE2000): print and edges are smoothed."""
STRIPE = 0.15
"""The least share of the upper part of a picture that has its command's colour (measured: at least 0.17)."""
UPPER = 0.25
"""The upper part of a picture, as a share of its height."""
CLOTH = 0.18
"""The least share of a flag that has its side's colour (measured: at least 0.19 beside symbol and stripe)."""
BENEATH = 0.1
"""The least share of the visible part of a counter beneath others that has its side's colour (measured: at least 0.11;
at most 0.03 with bands of commands)."""
COMMANDED = ("tours", "adua")
"""The systems with contingents or commands."""


@pytest.fixture(autouse=True)
def window() -> None:
    """Counters are drawn for a window."""
    pygame.display.init()
    pygame.display.set_mode((300, 200))


def share(picture: pygame.Surface, colour: str) -> float:
    """The share of a picture's opaque pixels that have a colour."""
    opaque = pygame.surfarray.array_alpha(picture).swapaxes(0, 1) > 200
    return float((difference(pixels(picture)[opaque], colours(colour)[0]) < SAME).mean())


def upper(picture: pygame.Surface) -> pygame.Surface:
    """The upper part of a picture."""
    return picture.subsurface((0, 0, picture.get_width(), round(UPPER * picture.get_height())))


def commanded(system: str) -> Iterator[tuple[Counter, CounterFace, SeatInfo, Theme]]:
    """A counter of each kind in each command, with its face and its side."""
    rules, found = catalog.rules(system), set[object]()
    for counter in rules.counters(rules.initial(rules.scenarios[0].name)):
        face = counter.face
        if face is not None and face.command and (face.band, counter.symbol) not in found:
            found.add((face.band, counter.symbol))
            yield counter, face, rules.theme.side(counter.seat), rules.theme


@pytest.mark.every(4)
@pytest.mark.parametrize(("px", "least"), [(28, 0.3), (44, 0.35), (70, 0.33), (100, 0.33)])
@pytest.mark.parametrize("system", COMMANDED)
def test_counters_have_their_sides_ground_and_their_commands_stripe(system: str, px: int, least: float) -> None:
    """At every size most of a counter or block that is not print has the colour of its side.

    :param least: the least share of it with that colour (measured; with bands of commands 0.18 to 0.27).
    """
    found = {}
    for counter, face, side, theme in commanded(system):
        for number, picture in enumerate((counter_surface(counter, theme, px), block_surface(counter, side, px))):
            found[counter.unit, number] = share(picture, side.paper), share(upper(picture), face.band)
    assert {} == {key: each for key, each in found.items() if each[0] < least or each[1] < STRIPE}


@pytest.mark.every(4)
@pytest.mark.parametrize("px", [28, 44, 70, 100])
@pytest.mark.parametrize("system", COMMANDED)
def test_counters_beneath_others_show_both(system: str, px: int) -> None:
    """The part of them that is visible has the colours of their side and of their command."""
    found = {}
    for counter, face, side, theme in commanded(system):
        whole = counter_surface(counter, theme, px, beneath=True)
        visible = whole.subsurface((0, 0, px, round(BAND_STEP * px)))
        found[counter.unit] = share(visible, side.paper), share(visible, face.band)
    assert {} == {unit: each for unit, each in found.items() if each[0] < BENEATH or each[1] < STRIPE}


@pytest.mark.parametrize("system", COMMANDED)
def test_flags_have_their_sides_cloth(system: str) -> None:
    """This applies to those of commands on the whole map, and to those beside stacks."""
    found = {}
    for counter, face, side, theme in commanded(system):
        mass = Mass(face.command, side, face.band, 12, 4, ((0, 0),), (12,))
        flags = (flag_picture(mass, 12, 16), flag_surface(counter, theme, 60, -1, BANNER_WIDTH),
                 flag_surface(counter, theme, 60, 0, BAND_STEP))
        for number, flag in enumerate(flags):
            picture = flag.subsurface(flag.get_bounding_rect())
            found[counter.unit, number] = share(picture, side.paper), share(upper(picture), face.band)
    assert {} == {key: each for key, each in found.items() if each[0] < CLOTH or each[1] < STRIPE}


@pytest.mark.parametrize("system", COMMANDED)
def test_rows_of_the_panel_show_both(system: str) -> None:
    """The plate of a command's row looks like its counters."""
    found = {}
    for counter, face, side, theme in commanded(system):
        surface = pygame.Surface((320, 300), pygame.SRCALPHA)
        pen = CardPen(surface, Metrics.of((1280, 720)), 10, 0, 300)
        lines = Overview("", (OverviewLine("row", counter.name, (counter.unit,), colour=face.band),))
        overview_card.write(pen, theme, {counter.unit: counter}, lines, None, True)
        row = next(spot.rect for spot in pen.spots if spot.name == "line:row")
        plate = surface.subsurface((pen.x, row.y, 12, row.height))
        found[counter.unit] = share(plate, side.paper), share(plate, face.band)
    assert {} == {unit: each for unit, each in found.items() if each[0] < 0.4 or each[1] < 0.1}


def test_leaders_have_their_sides_ground() -> None:
    """Discs and flags of leaders without a command are in their side's colour, not in that of its print."""
    rules = catalog.rules("tours")
    for counter in rules.counters(rules.initial("tours")):
        if counter.unit in ("charles", "abd-ar-rahman"):
            side = rules.theme.side(counter.seat)
            for picture in (leader_disc(counter.symbol, side, 40),
                            flag_surface(counter, rules.theme, 60, 1, BANNER_WIDTH)):
                assert share(picture, side.paper) >= CLOTH, counter.unit


def test_no_frankish_stripe_looks_like_a_muslim_one() -> None:
    """Their stripes are paler than their counters, and those of the Muslims, whose colours are printed, darker."""
    franks, muslims = ([BANDS[contingent] for contingent in CONTINGENTS_OF_SEAT[seat]] for seat in (FRANKS, MUSLIMS))
    assert min(float(difference(one, other)) for one in colours(*franks) for other in colours(*muslims)) >= 20
    papers = [side.paper for side in catalog.rules("tours").theme.seats]
    frankish, muslim = (np.array([lab(seen_by("grey", each))[0] for each in colours(paper, *stripes)])
                        for paper, stripes in zip(papers, (franks, muslims), strict=True))
    assert min(frankish[1:]) - frankish[0] > 15 < muslim[0] - max(muslim[1:])
