"""Armies seen from afar: blocks with sums, grounds and flags of commands, and that picking up works as ever."""

from __future__ import annotations

import os
from dataclasses import replace

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from game import catalog
from game.core.contract import Counter
from game.core.message import Text
from game.ui.board.masses import FAR, Mass, draw_banners, draw_grounds
from game.ui.board.pile import strength
from game.ui.board.view import BoardView

RULES = catalog.rules("adua")
STATE = RULES.initial("adua")
COUNTERS = RULES.counters(STATE)
WINDOW = pygame.Rect(0, 0, 900, 640)


def shown(system: str = "adua", *, counters: tuple[Counter, ...] | None = None) -> BoardView:
    """A battle's first position with all of its map in view."""
    pygame.display.init()
    pygame.display.set_mode(WINDOW.size)
    rules = catalog.rules(system)
    state = rules.initial(rules.scenarios[0].name)
    view = BoardView(rules.board(state), rules.theme)
    view.resize(WINDOW)
    view.set_counters(counters or rules.counters(state))
    view.camera.fit()
    draw(view)
    return view


def draw(view: BoardView) -> pygame.Surface:
    """A picture of it, at rest."""
    surface = pygame.display.get_surface()
    assert surface is not None
    for _ in range(3):
        view.update(0.2)
        view.draw(surface)
    return surface


def near(view: BoardView) -> BoardView:
    """The same so large that counters can be read."""
    view.zoom(2.2 * FAR / view.stacks.px, view.point_on_map("2511") or WINDOW.center)
    draw(view)
    return view


def test_small_counters_are_one_block_a_place() -> None:
    """Every unit on the map is in the block of its place, whose number is the sum of the strengths there."""
    view = shown()
    assert view.stacks.px < FAR
    for block in view.stacks.blocks:
        there = [counter for counter in COUNTERS if counter.unit in block.units]
        assert {block.place} == {counter.place for counter in there}
        fighters = [strength(counter) for counter in there if not counter.beside]
        assert (str(sum(fighters)) if fighters else "") == block.counter.numbers
    on_map = {counter.unit for counter in COUNTERS if view.stacks.place_of(counter.unit)}
    assert on_map == {unit for block in view.stacks.blocks for unit in block.units}


def test_large_counters_are_counters() -> None:
    """Nothing is summed up where counters can be read."""
    view = near(shown())
    assert view.stacks.px >= FAR
    assert not view.stacks.blocks
    assert not view.stacks.masses


@pytest.mark.parametrize("system", ["tours", "kassala"])
def test_a_system_without_commands_has_no_masses(system: str) -> None:
    """Its counters say no command, so each stays one."""
    view = shown(system)
    view.zoom(0.2, WINDOW.center)
    assert not view.stacks.blocks
    assert not view.stacks.masses


def test_a_command_knows_its_units_and_their_strength() -> None:
    """Officers and trains add nothing; each command is one mass, and all of its places belong to it."""
    view = shown()
    albertone = next(mass for mass in view.stacks.masses if mass.name == "Albertone")
    his = [counter for counter in COUNTERS if counter.place and counter.face is not None
           and counter.face.command == "Albertone" and view.stacks.place_of(counter.unit)]
    fighters = [counter for counter in his if not counter.beside]
    assert (len(fighters), sum(map(strength, fighters))) == (albertone.count, albertone.total)
    assert {view.geometry.centre(counter.place or "") for counter in his} == set(albertone.middles)


def test_a_click_on_a_block_finds_its_uppermost_counter() -> None:
    """Anywhere on it, and the ground beside it is ground."""
    view = shown()
    for block in view.stacks.blocks:
        x, y = map(round, view.camera.to_screen(block.at))
        half = round(block.share * view.stacks.px / 2) - 2
        for at in ((x, y), (x - half, y - half), (x + half, y + half)):
            assert view.stacks.unit_at(at) in block.units
            assert block.place == view.place_at(at)


def test_a_spread_stack_shows_its_counters() -> None:
    """The pointer rests on a block: the counters beneath lie apart, and large."""
    view = shown()
    block = max(view.stacks.blocks, key=lambda block: len(block.units))
    view.stacks.spread.open(block.place)
    draw(view)
    assert block.place not in {other.place for other in view.stacks.blocks}
    assert len(block.units) == len({view.stacks.spots()[unit] for unit in block.units})
    assert min(view.stacks.widths()[unit] for unit in block.units) * view.stacks.px > FAR


def test_both_sides_of_a_melee_are_blocks_side_by_side() -> None:
    """Two blocks in one hex do not overlap."""
    foe = next(counter for counter in COUNTERS if counter.seat == "abyssinian" and counter.place == "0511"
               and not counter.beside)
    view = shown(counters=tuple(replace(each, place="2511") if each is foe else each for each in COUNTERS))
    one, other = (block for block in view.stacks.blocks if block.place == "2511")
    (x, y), (u, v) = (view.camera.to_screen(block.at) for block in (one, other))
    assert abs(x - u) >= (one.share + other.share) / 2 * view.stacks.px - 1
    assert y == v


def test_every_command_in_view_has_a_flag_that_hides_no_other() -> None:
    """It says what it is when pointed at, is large enough to be read, and none lies on another."""
    view = shown()
    surface, told = draw(view), list[tuple[pygame.Rect, Text]]()
    draw_banners(surface, view.stacks.masses, (), view.camera, told)
    places = [place for place, _ in told]
    assert len(view.stacks.masses) == len(places)
    assert all(place.h >= 14 for place in places)
    assert all(one.collidelist(places[k + 1:]) < 0 for k, one in enumerate(places))
    assert all(WINDOW.contains(place) for place in places)


def test_sides_differ_in_lightness_from_afar() -> None:
    """In grey, the grounds of two sides' commands of the same colour differ."""
    view = shown()
    mass = view.stacks.masses[0]
    grey = []
    for side in view.theme.seats:
        surface = pygame.Surface(WINDOW.size)
        surface.fill("#d8b070")
        draw_grounds(surface, [Mass("", side, "#444444", "#ffffff", 1, 1, mass.middles[:1])], view.camera)
        x, y = map(round, view.camera.to_screen(mass.middles[0]))
        area = pygame.Rect(0, 0, 2 * view.stacks.px, 2 * view.stacks.px)
        area.center = x, y
        grey.append(pygame.transform.average_color(pygame.transform.grayscale(surface.subsurface(area.clip(WINDOW))))[0])
    assert abs(grey[0] - grey[1]) > 15


@pytest.mark.parametrize("kind", ["selected", "picked", "target", "hint"])
def test_a_block_wears_the_ring_of_any_of_its_counters(kind: str) -> None:
    """Also of one beneath; and when that is gone so is the ring."""
    view = shown()
    block = max(view.stacks.blocks, key=lambda block: len(block.units))
    bare = pygame.image.tobytes(draw(view), "RGB")
    unit = block.units[0]
    setattr(view.overlay, {"target": "targets"}.get(kind, kind), unit if kind == "selected" else (unit,))
    assert bare != pygame.image.tobytes(draw(view), "RGB")
    setattr(view.overlay, {"target": "targets"}.get(kind, kind), None if kind == "selected" else ())
    assert bare == pygame.image.tobytes(draw(view), "RGB")


def test_a_flag_stands_at_the_main_body_of_its_command() -> None:
    """One detached unit does not draw it away."""
    view = shown()
    mass = max(view.stacks.masses, key=lambda each: each.count)
    far = max((view.geometry.centre(place) for place in RULES.board(STATE).index),
              key=lambda at: abs(at[0] - mass.middles[0][0]) + abs(at[1] - mass.middles[0][1]))
    surface = pygame.Surface(WINDOW.size)
    where = []
    for middles in (mass.middles, (*mass.middles, far)):
        told: list[tuple[pygame.Rect, Text]] = []
        draw_banners(surface, [replace(mass, middles=middles)], [], view.camera, told)
        where.append(told[0][0].topleft)
    assert where[0] == where[1]
