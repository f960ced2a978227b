"""Signs over the map can be told apart by everyone: by colour to every kind of sight and in grey print, or by shape
alone."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pygame
import pytest

from game import catalog
from game.art import screen_data
from game.rules.adua.units import STRIPE_COLOUR, UNITS
from game.ui.counters.marks import sign_picture
from tests.access.signs import Bench, Sign, undescribed
from tests.access.vision import MATRICES, ciede2000, colours, difference, lab, pixels, seen_by

APART = 12.0
"""The least difference of two colours that nobody confuses (CIEDE2000)."""
CONFUSED = 10.0
"""The difference of two colours of large areas below which they are confused (CIEDE2000)."""
SEEN = 18.0
"""The least difference between a counter's edge and its ground, so that it is seen from afar (CIEDE2000)."""
PRINT = 25.0
"""The least difference in lightness (L*) between print and its background."""
SHAPED = 0.12
"""The least share of pixels that belong to only one of two signs told apart without colour; a glyph covers no more than
that of its plate."""
ONE_MEANING = (frozenset(("reach", "reach with its cost")), frozenset(("path", "march next")),
               frozenset(("must-attack", "must-be-attacked")))
"""Signs with the same meaning: with and without a figure; a duty on the counters of either side."""
MAPS = {(system, catalog.rules(system).board(catalog.rules(system).initial(info.name)).name if printed else ""):
        (system, info.name)
        for system in catalog.names() for printed in [catalog.rules(system).traits.board != "plane"]
        for info in reversed(catalog.rules(system).scenarios) if not info.example}
"""System and map -> the first battle on it; tables without a grid have the same signs."""


def shape_apart(one: Sign, other: Sign) -> float:
    """The share of pixels in which two signs would differ if both were drawn in the same colours: pixels of one sign
    only, or dark print in one and pale background in the other."""
    either = one.ink | other.ink
    if not either.any():
        return 0.0
    only = (one.ink ^ other.ink)[either]
    return float((only | (np.abs(one.lightness[either] - other.lightness[either]) >= PRINT)).mean())


def colour_apart(one: Sign, other: Sign) -> float:
    """The colour difference of two signs where both have ink, for the kind of sight that confuses them most: at least a
    quarter of those pixels differ by that much, because signs share a dark rim."""
    both = one.ink & other.ink
    if not both.any():
        return float("inf")
    return min(float(np.percentile(ciede2000(*(lab(seen_by(sight, each.seen[both])) for each in (one, other))), 75))
               for sight in MATRICES)


def alike(signs: list[Sign]) -> list[str]:
    """Pairs of signs that some kind of sight confuses."""
    found = []
    for one, other in combinations(signs, 2):
        shape = shape_apart(one, other)
        if shape < SHAPED and frozenset((one.name, other.name)) not in ONE_MEANING:
            colour = colour_apart(one, other)
            if colour < APART:
                found.append(f"{one.name} / {other.name}: {colour:.1f}, {shape:.0%} of the pixels")
    return found


def test_every_kind_of_overlay_is_drawn() -> None:
    """Each field of an overlay has an entry in these tests, so that a new field cannot be missed."""
    assert undescribed() == set()


@pytest.fixture(params=MAPS.values(), ids="-".join, scope="module")
def bench(request: pytest.FixtureRequest) -> Bench:
    """The first battle on each map."""
    return Bench(*request.param)


@pytest.mark.every(7)
def test_signs_are_told_apart(bench: Bench) -> None:
    """Every pair of signs that a board can show at once differs, and each is visible."""
    signs = list(bench.signs())
    assert [] == [each.name for each in signs if each.ink.sum() < 10]
    assert [] == alike(signs)


@pytest.mark.every(7)
def test_sides_are_told_apart(bench: Bench) -> None:
    """The counters of both sides differ in colour for every kind of sight, with the whole map in view."""
    one, other = bench.sides().values()
    assert {} == {sight: far for sight in MATRICES if (far := float(difference(one, other, sight))) < APART}


@pytest.mark.every(7)
def test_counters_are_told_apart_from_their_ground(bench: Bench) -> None:
    """With the whole map in view, an edge of every counter differs from the ground beneath it for every kind of sight:
    pale counters on sand, dark ones on hills."""
    found = {sight: {unit: round(far, 1) for unit, far in bench.edges(sight).items() if far < SEEN}
             for sight in MATRICES}
    assert {} == {sight: units for sight, units in found.items() if units}


@pytest.mark.parametrize("system", catalog.names())
def test_marks_of_counters_are_told_apart(system: str) -> None:
    """Every pair of signs in the same spot of a counter differs: orders, states and duties."""
    pygame.display.init()
    pygame.display.set_mode((300, 200))
    rules, spots = catalog.rules(system), dict[object, list[Sign]]()
    for name, mark in screen_data(rules.theme.art).marks.items():
        if mark.at is not None:
            ground = pygame.Surface((80, 80))
            ground.fill(rules.theme.seats[0].paper)
            seen, picture = ground.copy(), sign_picture(mark, 120)
            seen.blit(picture, picture.get_rect(center=(40, 40)))
            spots.setdefault(mark.at, []).append(Sign(name, pixels(ground), pixels(seen)))
    assert [] == [each.name for signs in spots.values() for each in signs if not each.ink.any()]
    assert [] == [pair for signs in spots.values() for pair in alike(signs)]


def test_stripes_of_commands_are_told_apart_from_the_enemy() -> None:
    """No Abyssinian chief's colour looks like an Italian counter; the blue one, nearest to its green in hue, differs
    for every kind of sight and in a grey print."""
    rules = catalog.rules("adua")
    enemy = rules.theme.side("italian").paper
    found = {(str(UNITS[slot].id), sight): float(difference(colours(stripe)[0], colours(enemy)[0], sight))
             for slot, stripe in STRIPE_COLOUR.items() for sight in MATRICES}
    assert {} == {key: far for key, far in found.items() if far < (SEEN if key[0] == "guangul" else CONFUSED)
                  and (key[0] == "guangul" or key[1] != "grey")}
