"""Armies in the far view: blocks with sums, grounds and flags of commands; selection works as usual."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.art import screen_data
from game.core.contract import Counter
from game.core.message import Text, values_in
from game.match.loading import load
from game.ui.board.banners import FlagObstacles, flag_picture, placed_flags
from game.ui.board.command_ground import CommandGrounds, ground_links
from game.ui.board.far_view import (
    FAR_VIEW_PIXELS,
    FAR_VIEW_SHARE,
    Mass,
    block_surface,
    chit_room,
    draw_block_signs,
    far_width,
)
from game.ui.board.stack_layout import strength
from game.ui.board.view import BoardView
from game.ui.screens.sign_tips import meaning_at
from tests.ui.whole_map import painted, whole_map

RULES = catalog.rules("adua")
STATE = RULES.initial("adua")
COUNTERS = RULES.counters(STATE)
WINDOW = pygame.Rect(0, 0, 900, 640)


def shown(system: str = "adua", *, counters: tuple[Counter, ...] | None = None) -> BoardView:
    """A battle's first position with all of its map in view."""
    rules = catalog.rules(system)
    return whole_map(rules, rules.initial(rules.scenarios[0].name), WINDOW, counters=counters)


def near(view: BoardView) -> BoardView:
    """The same position, zoomed in so that counters are legible."""
    view.zoom(2.2 * far_width(view.rect) / view.stacks.px, view.point_on_map("2511") or WINDOW.center)
    painted(view)
    return view


def test_small_counters_are_one_block_a_place() -> None:
    """Every unit on the map is in the block of its place, whose number is the sum of the strengths there."""
    view = shown()
    assert view.stacks.px < far_width(view.rect)
    for block in view.stacks.blocks:
        there = [counter for counter in COUNTERS if counter.unit in block.units]
        assert {block.place} == {counter.place for counter in there}
        fighters = [strength(counter) for counter in there if not counter.off_stack]
        assert (str(sum(fighters)) if fighters else "") == block.counter.numbers
    on_map = {counter.unit for counter in COUNTERS if view.stacks.place_of(counter.unit)}
    assert on_map == {unit for block in view.stacks.blocks for unit in block.units}


def test_large_counters_are_counters() -> None:
    """Legible counters are not summed up."""
    view = near(shown())
    assert view.stacks.px >= far_width(view.rect)
    assert not view.stacks.blocks
    assert not view.stacks.masses


def test_a_system_without_commands_has_no_masses() -> None:
    """Its counters name no command, so each stays one."""
    view = shown("kassala")
    view.zoom(0.2, WINDOW.center)
    assert not view.stacks.blocks
    assert not view.stacks.masses


def test_a_command_knows_its_units_and_their_strength() -> None:
    """Officers and trains add nothing; each command is one mass with all of its places."""
    view = shown()
    albertone = next(mass for mass in view.stacks.masses if mass.name == "Albertone")
    his = [counter for counter in COUNTERS if counter.place and counter.face is not None
           and counter.face.command == "Albertone" and view.stacks.place_of(counter.unit)]
    fighters = [counter for counter in his if not counter.off_stack]
    assert (len(fighters), sum(map(strength, fighters))) == (albertone.count, albertone.total)
    assert {view.geometry.centre(counter.place or "") for counter in his} == set(albertone.middles)


def test_a_unit_shown_where_it_was_counts_there() -> None:
    """A unit that has left the map, but is still shown in its old place, belongs to its command's group there; a leader
    without a command has its flag there, and none once it is off the map."""
    view = shown()
    before = view.stacks.masses
    gone = next(counter for counter in COUNTERS if counter.unit in {
        unit for block in view.stacks.blocks for unit in block.units} and not counter.off_stack)
    counters = [replace(counter, place=None) if counter is gone else counter for counter in COUNTERS]
    view.stacks.lay(counters, {gone.unit: gone.place}, ())
    assert [(mass.name, mass.totals) for mass in before] == [(mass.name, mass.totals) for mass in view.stacks.masses]
    leader = replace(next(counter for counter in COUNTERS if counter.off_stack), unit="leader", face=None, place="away")
    view.stacks.lay((*COUNTERS, leader), {}, ())
    assert "leader" not in {mass.leader for mass in view.stacks.masses}
    view.stacks.lay((*COUNTERS, leader), {"leader": "2511"}, ())
    assert [(view.geometry.centre("2511"),)] == [mass.middles for mass in view.stacks.masses if mass.leader == "leader"]


def test_a_click_on_a_block_finds_its_uppermost_counter() -> None:
    """This holds anywhere on it; the ground beside it is ground."""
    view = shown()
    for block in view.stacks.blocks:
        x, y = map(round, view.camera.to_screen(block.at))
        half = round(block.width * view.stacks.px / 2) - 2
        for at in ((x, y), (x - half, y - half), (x + half, y + half)):
            assert view.stacks.unit_at(at) in block.units
            assert block.place == view.place_at(at)


def test_a_spread_stack_shows_its_counters() -> None:
    """With the pointer on a block, the counters beneath are fanned out, and large."""
    view = shown()
    block = max(view.stacks.blocks, key=lambda block: len(block.units))
    view.stacks.spread.open(block.place)
    painted(view)
    assert block.place not in {other.place for other in view.stacks.blocks}
    assert len(block.units) == len({view.stacks.spots()[unit] for unit in block.units})
    assert min(view.stacks.widths()[unit] for unit in block.units) * view.stacks.px > far_width(view.rect)


def in_melee(**marks: tuple[str, ...]) -> BoardView:
    """Two enemies in 2511 with marks, and other counters around them."""
    foe = next(counter for counter in COUNTERS if counter.seat == "abyssinian" and counter.place == "0511"
               and not counter.off_stack)
    own = next(counter for counter in COUNTERS if counter.seat == "italian" and counter.place == "2511"
               and not counter.off_stack)
    given = {foe.unit: marks.get("foe", ()), own.unit: marks.get("own", ())}
    return shown(counters=tuple(replace(each, place="2511" if each is foe else each.place,
                                        marks=given.get(each.unit, each.marks)) for each in COUNTERS))


def test_both_sides_of_a_melee_are_blocks_side_by_side() -> None:
    """Two blocks in one hex do not overlap."""
    view = in_melee()
    one, other = (block for block in view.stacks.blocks if block.place == "2511")
    (x, y), (u, v) = (view.camera.to_screen(block.at) for block in (one, other))
    assert abs(x - u) >= (one.width + other.width) / 2 * view.stacks.px - 1
    assert y == v


def test_a_melee_is_drawn_as_one_group_above_its_neighbours() -> None:
    """Its plate reaches around both blocks, no adjacent counter lies on it, and flags keep off it."""
    view = in_melee()
    box = view.stacks.fights()["2511"]
    assert all(box.collidepoint(view.stacks.spots()[block.units[-1]])
               for block in view.stacks.blocks if block.place == "2511")
    last = [view.stacks.place_of(unit) for unit in view.stacks.spots()]
    assert {"2511"} == set(last[last.index("2511"):])
    assert not any(each.rect.colliderect(box) for each in view.stacks.banners)


def test_a_state_of_both_sides_is_drawn_once_and_orders_are_not() -> None:
    """Only the state of one side alone stays on its block."""
    view = in_melee(own=("engaged", "ordered-fire"), foe=("engaged", "demoralized"))
    known = screen_data(view.theme.art)
    told = [(place, str(text)) for place, text in view.tooltips]
    box = view.stacks.fights()["2511"]
    between, = (place for place, text in told if text == known.mark("engaged").means)
    assert abs(between.centerx - box.centerx) <= 1
    assert 1 == sum(text == known.mark("demoralized").means for _, text in told)
    assert not any(text == known.mark("ordered-fire").means for _, text in told)


def test_every_command_in_view_has_a_flag_that_hides_no_other() -> None:
    """It has a tip, is legible, and covers no counter and no other flag."""
    view = shown()
    banners = view.stacks.banners
    places = [each.rect for each in banners]
    assert {mass.name for mass in view.stacks.masses} == {each.mass.name for each in banners}
    assert all(place.h >= 14 for place in places)
    assert all(one.collidelist(places[k + 1:]) < 0 for k, one in enumerate(places))
    assert all(WINDOW.contains(place) for place in places)
    assert not any(place.colliderect(box) for place in places for box in blocks_in(view))
    told = {tuple(place) for place, _ in view.tooltips}
    assert told >= {tuple(place) for place in places}


def test_a_flag_of_no_strength_has_no_number() -> None:
    """A command of which only the commander is there has its name alone."""
    mass = shown().stacks.masses[0]
    assert flag_picture(mass, 0, 16).get_width() < flag_picture(mass, mass.total, 16).get_width()


def blocks_in(view: BoardView) -> list[pygame.Rect]:
    """The pixels of all blocks."""
    found = []
    for block in view.stacks.blocks:
        box = pygame.Rect(0, 0, *[round(block.width * view.stacks.px) - 1] * 2)
        box.center = view.stacks.spots()[block.units[-1]]
        found.append(box)
    return found


def test_flags_of_commands_that_have_merged_all_fly() -> None:
    """Even if every command of a side is in the hexes of one, each flag has its own place, and distant ones have a line
    to their command."""
    own = [each for each in COUNTERS if each.seat == "italian" and each.place]
    crowd = ["2408", "2409", "2508", "2509", "2410"]
    packed = {each.unit: crowd[k % len(crowd)] for k, each in enumerate(own)}
    view = shown(counters=tuple(replace(each, place=packed.get(each.unit, each.place)) for each in COUNTERS))
    places = [each.rect for each in view.stacks.banners]
    assert len(view.stacks.masses) == len(places)
    assert all(one.collidelist(places[k + 1:]) < 0 for k, one in enumerate(places))
    assert not any(place.colliderect(box) for place in places for box in blocks_in(view))


def test_a_flag_out_of_the_way_is_tied_to_its_command() -> None:
    """If everything around a command is occupied, a line leads from its flag to its ground."""
    view = shown()
    mass = max(view.stacks.masses, key=lambda each: each.count)
    free, = placed_flags([mass], FlagObstacles([]), view.camera)
    assert free.line_end is None
    taken = free.rect.unionall([pygame.Rect(view.camera.to_screen(at), (1, 1)) for at in mass.middles])
    tied, = placed_flags([mass], FlagObstacles([taken.inflate(2 * taken.w // 3, 120)]), view.camera)
    assert tied.line_end is not None
    assert not tied.rect.collidepoint(tied.line_end)


def test_a_flag_without_room_near_its_command_is_left_out() -> None:
    """It would be far from its units, or over others."""
    view = shown()
    mass = view.stacks.masses[0]
    x, y = map(round, view.camera.to_screen(mass.middles[0]))
    around = pygame.Rect(0, 0, 900, 900)
    around.center = x, y
    assert not placed_flags([mass], FlagObstacles([around]), view.camera)


def test_flags_avoid_printed_names_and_markers() -> None:
    """A name, or the small map, in its place moves a flag elsewhere."""
    view = shown()
    mass = view.stacks.masses[0]
    place = placed_flags([mass], FlagObstacles([]), view.camera)[0].rect
    for other in (FlagObstacles([], names=[place]), FlagObstacles([], hidden=[place])):
        assert not place.colliderect(placed_flags([mass], other, view.camera)[0].rect)


def test_a_message_moves_only_the_flags_that_it_covers() -> None:
    """All others keep their places."""
    view = shown()
    before = placed_flags(view.stacks.masses, FlagObstacles([]), view.camera)
    strip = before[0].rect.inflate(400, 8)
    during = placed_flags(view.stacks.masses, FlagObstacles([], hidden=[strip]), view.camera, before)
    assert strip.collidelist([flag.rect for flag in during]) < 0
    in_sight = {flag.mass.name: flag.rect for flag in before if not flag.rect.colliderect(strip)}
    assert 0 < len(in_sight) < len(before)
    assert in_sight.items() <= {flag.mass.name: flag.rect for flag in during if not flag.is_secondary}.items()


def test_a_flag_is_its_commanders_counter() -> None:
    """Its pixels select the commander, and the commander's hex; no stack fans out beneath it."""
    view = shown()
    for each in view.stacks.banners:
        at = each.rect.center
        unit = view.unit_at(at)
        assert unit is not None
        assert each.mass.name == view.counters[unit].name
        assert view.counters[unit].place == view.place_at(at)
        view.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        view.update(0.5)
        assert view.stacks.spread.place is None


def test_flags_give_way_to_places_that_can_be_chosen() -> None:
    """If a selected unit may go to the hex under a flag, the flag is not shown, and a click there means the hex."""
    view = shown()
    flag = view.stacks.banners[0]
    ground = view.geometry.place_at(view.camera.to_world(flag.rect.center))
    assert ground is not None
    view.overlay.reach = {ground: 1}
    assert ground == view.place_at(flag.rect.center)
    assert flag not in view.stacks.flags
    view.overlay.reach = {}
    assert flag.mass.leader == view.unit_at(flag.rect.center)
    assert flag in view.stacks.flags
    view.lift((flag.mass.leader,), flag.rect.center)
    assert ground == view.place_at(flag.rect.center)


@pytest.mark.parametrize("high", [480, 720, 1080, 2160])
def test_the_larger_the_view_the_larger_the_counters_that_become_masses(high: int) -> None:
    """Such views are looked at from a greater distance."""
    assert max(FAR_VIEW_PIXELS, FAR_VIEW_SHARE * high) == far_width(pygame.Rect(0, 0, 100, high))


@pytest.mark.parametrize(("unit", "px"), [("10", 27), ("8", 27), ("8", 48), ("12", 70)])
def test_the_sum_of_a_block_is_its_loudest_print(unit: str, px: int) -> None:
    """Its figures are at least two fifths of its height, also on large blocks."""
    view = shown()
    block = next(each for each in view.stacks.blocks if each.counter.numbers)
    side = view.theme.side(block.counter.seat)
    bare = block_surface(replace(block.counter, numbers=" "), side, px)
    full = block_surface(replace(block.counter, numbers=unit), side, px)
    differs = pygame.mask.from_threshold(full, (0, 0, 0), (1, 1, 1, 255), bare)
    differs.invert()
    assert max(box.h for box in differs.get_bounding_rects()) >= 0.4 * px


def test_a_block_of_reduced_units_keeps_its_side() -> None:
    """It is striped below its symbol; more than half of that has its side's lightness."""
    view = shown()
    for seat, paler in zip(view.theme.seats, (False, True), strict=True):
        counter = next(each.counter for each in view.stacks.blocks if each.counter.seat == seat.name)
        assert counter.face is not None
        blocks = [block_surface(replace(counter, numbers=" ", face=replace(counter.face, reduced=worn)), seat, 60)
                  for worn in (False, True)]
        low = [pygame.transform.average_color(pygame.transform.grayscale(each.subsurface(6, 26, 48, 26)))[0]
               for each in blocks]
        assert (low[1] - low[0] > 8) if paler else (low[0] - low[1] > 8), seat.name


def test_a_band_between_groups_of_a_command_crosses_no_enemy() -> None:
    """Adjacent places need none."""
    beside = 3 ** 0.5
    row = [(0.0, 0.0), (0.0, beside), (0.0, 3 * beside)]
    assert [(row[1], row[2])] == ground_links(row, [(9, 9)])
    assert not ground_links(row, [(0.0, 2 * beside)])


def test_every_place_has_its_sides_colour_and_its_commands_border() -> None:
    """An army is one body in its side's colour; a line in the command's colour runs along each border."""
    view = shown()
    mass = replace(view.stacks.masses[0], band="#ff0000", places=("2009",), middles=(view.geometry.centre("2009"),))
    surface = pygame.Surface(WINDOW.size)
    surface.fill(mass.side.paper)
    CommandGrounds().draw(surface, (mass,), view.camera, view.geometry)
    x, y = map(round, view.point_of("2009"))
    assert pygame.Color(mass.side.paper) == surface.get_at((x, y))
    step = round(view.camera.scale)
    line = [surface.get_at((x + dx, y)) for dx in range(step // 2, 2 * step)]
    reds = [dx for dx, colour in enumerate(line, step // 2) if colour.r > 150 and colour.g < 60]
    assert reds
    assert pygame.Color(mass.side.paper) == surface.get_at((x + max(reds) + step // 4, y))


def test_the_command_pointed_at_or_selected_lights_up() -> None:
    """Its flag and each of its counters count; elsewhere nothing lights up."""
    view = shown()
    flag = view.stacks.banners[0]
    dark = pygame.image.tobytes(painted(view), "RGB")
    for at in (flag.rect.center, view.stacks.spots()[next(block for block in view.stacks.blocks if (
            block.command[1] == flag.mass.name)).units[-1]]):
        view.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        assert [flag.mass.name] == [mass.name for mass in view.lit]
        assert dark != pygame.image.tobytes(painted(view), "RGB")
    view.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(0, 0), rel=(0, 0), buttons=(0, 0, 0)))
    assert not view.lit
    view.overlay.selected = flag.mass.leader
    view.update(0.1)
    assert [flag.mass.name] == [mass.name for mass in view.lit]


def test_a_selected_unit_does_not_light_up_its_command() -> None:
    """Its own ring would be hidden. All units of a command together do; the pointer then lights up no other."""
    view = shown()
    block, other = view.stacks.blocks[0], view.stacks.blocks[-1]
    command = tuple(unit for unit, counter in view.counters.items() if counter.place is not None and (
        counter.face is not None and (counter.seat, counter.face.command) == block.command))
    view.handle(pygame.event.Event(
        pygame.MOUSEMOTION, pos=view.stacks.spots()[other.units[-1]], rel=(0, 0), buttons=(0, 0, 0)))
    assert [other.command[1]] == [mass.name for mass in view.lit]
    view.overlay.participants = block.units[:1]
    assert not view.lit
    view.overlay.participants = command
    assert [block.command[1]] == [mass.name for mass in view.lit]


def test_sides_differ_in_lightness_from_afar() -> None:
    """In grey, the blocks of two sides' commands of the same colour on their grounds differ."""
    view = shown()
    mass, block = view.stacks.masses[0], next(each for each in view.stacks.blocks if each.counter.numbers)
    assert block.counter.face is not None
    counter = replace(block.counter, face=replace(block.counter.face, band="#444444"))
    grey = []
    for side in view.theme.seats:
        surface = pygame.Surface(WINDOW.size)
        surface.fill("#d8b070")
        ground = Mass("", side, "#444444", 1, 1, mass.middles[:1], (1,), mass.places[:1])
        CommandGrounds().draw(surface, (ground,), view.camera, view.geometry)
        x, y = map(round, view.camera.to_screen(mass.middles[0]))
        picture = block_surface(counter, side, round(block.width * view.stacks.px))
        surface.blit(picture, picture.get_rect(center=(x, y)))
        area = pygame.Rect(0, 0, 2 * view.stacks.px, 2 * view.stacks.px)
        area.center = x, y
        grey.append(pygame.transform.average_color(pygame.transform.grayscale(surface.subsurface(area.clip(WINDOW))))[0])
    assert abs(grey[0] - grey[1]) > 15


@pytest.mark.parametrize("kind", ["selected", "picked", "target", "hint"])
def test_a_block_has_the_ring_of_any_of_its_counters(kind: str) -> None:
    """This includes one beneath; when it is removed so is the ring."""
    view = shown()
    block = max(view.stacks.blocks, key=lambda block: len(block.units))
    bare = pygame.image.tobytes(painted(view), "RGB")
    unit, field = block.units[0], {"target": "targets", "picked": "participants"}.get(kind, kind)
    setattr(view.overlay, field, unit if kind == "selected" else (unit,))
    assert bare != pygame.image.tobytes(painted(view), "RGB")
    setattr(view.overlay, field, None if kind == "selected" else ())
    assert bare == pygame.image.tobytes(painted(view), "RGB")


def test_a_flag_stands_at_the_main_body_of_its_command() -> None:
    """One detached unit does not move it."""
    view = shown()
    mass = max(view.stacks.masses, key=lambda each: each.count)
    far_off = max((view.geometry.centre(place) for place in RULES.board(STATE).index),
                  key=lambda at: abs(at[0] - mass.middles[0][0]) + abs(at[1] - mass.middles[0][1]))
    where = [placed_flags([replace(mass, middles=middles, totals=(1,) * len(middles))], FlagObstacles([]),
                          view.camera)[0].rect for middles in (mass.middles, (*mass.middles, far_off))]
    assert where[0] == where[1]


def test_each_separate_group_of_a_command_has_a_flag() -> None:
    """Each shows the strength of its own group; the smaller groups' are smaller, and one without strength has none. All
    stay within the map's field."""
    view = shown()
    mass = view.stacks.masses[0]
    far_off = [view.geometry.centre(place) for place in ("0101", "1010", "2020", "3001")]
    field = pygame.Rect(view.point_of("0101"), (1, 1)).unionall([pygame.Rect(view.point_of("3020"), (1, 1))])
    spread = replace(mass, middles=tuple(far_off), totals=(mass.total - 7, 5, 2, 0))
    first, *rest = placed_flags([spread], FlagObstacles([], within=field), view.camera)
    assert (first.total, *sorted(flag.total for flag in rest)) == (mass.total - 7, 2, 5)
    assert all(flag.is_secondary and flag.rect.w < first.rect.w for flag in rest)
    assert all(field.contains(flag.rect) for flag in (first, *rest))


def test_the_main_body_is_the_strongest_group() -> None:
    """A group of officers and trains in more places is none."""
    view = shown()
    mass = view.stacks.masses[0]
    middles = tuple(view.geometry.centre(place) for place in ("0505", "0506", "0507", "2416"))
    spread = replace(mass, middles=middles, totals=(0, 0, 0, mass.total))
    assert [(False, mass.total)] == [(flag.is_secondary, flag.total)
                                     for flag in placed_flags([spread], FlagObstacles([]), view.camera)]


def test_a_command_keeps_its_sum_while_units_move() -> None:
    """A unit on its way counts near its destination, so that neither the number on the flag nor its orders flicker."""
    counters = tuple(replace(counter, marks=(*counter.marks, "ordered-offensive")) for counter in COUNTERS)
    view = shown(counters=counters)

    def sums() -> dict[tuple[str, str], tuple[object, ...]]:
        return {(mass.side.name, str(mass.name)): (mass.total, mass.count, mass.orders) for mass in view.stacks.masses}

    before = sums()
    assert any(orders for *_, orders in before.values())
    moving = [counter.unit for counter in counters
              if counter.place is not None and view.geometry.knows(counter.place) and not counter.off_stack][::2]
    view.stacks.lay(counters, {}, moving)
    assert before == sums()


def test_a_smaller_groups_flag_has_the_name_where_it_covers_nothing() -> None:
    """Among printed names it has only its number, as a part of the whole. With the room gone it stays where it is."""
    view = shown()
    mass = view.stacks.masses[0]
    far_off = tuple(view.geometry.centre(place) for place in ("0505", "2416"))
    spread = replace(mass, middles=far_off, totals=(mass.total - 2, 2))
    free = placed_flags([spread], FlagObstacles([]), view.camera)
    crowded = placed_flags([spread], FlagObstacles([], names=[view.camera.rect]), view.camera, free)
    assert [(False, True), (True, True)] == [(flag.is_secondary, flag.has_name) for flag in free]
    assert [True, False] == [flag.has_name for flag in crowded]
    assert free[1].rect.contains(crowded[1].rect)
    assert crowded[1].rect.w < free[1].rect.w


def test_many_scattered_groups_have_one_flag_a_command() -> None:
    """Small flags of all groups would hide the battle."""
    view = shown()
    mass = view.stacks.masses[0]
    far_off = tuple(view.geometry.centre(f"{3 * column + 1:02}{3 * row + 1:02}") for column in range(6)
                    for row in range(4))
    scattered = replace(mass, middles=far_off, totals=(1,) * len(far_off))
    assert [False] == [flag.is_secondary for flag in placed_flags([scattered], FlagObstacles([]), view.camera)]


def test_a_flag_stays_where_it_is_while_its_group_is_there() -> None:
    """Neither a unit that moves, nor another group that becomes the larger one, moves it."""
    view = shown()
    camera, mass = view.camera, view.stacks.masses[0]
    one, other = (view.geometry.centre(place) for place in ("0505", "2416"))
    beside_one, beside_other = (view.geometry.centre(place) for place in ("0605", "2417"))
    before = placed_flags([replace(mass, middles=(one, other), totals=(3, 3))], FlagObstacles([]), camera)
    for middles in ((one, beside_one, other), (one, other, beside_other), (other, one)):
        moved = replace(mass, middles=middles, totals=(2,) * len(middles))
        after = placed_flags([moved], FlagObstacles([]), camera, before)
        assert [flag.rect.center for flag in before] == [flag.rect.center for flag in after]


def test_a_flag_that_must_move_stays_near() -> None:
    """A counter that comes under it moves it by a few heights, not to the other side of its group."""
    view = shown()
    mass = max(view.stacks.masses, key=lambda each: each.count)
    before = placed_flags([mass], FlagObstacles([]), view.camera)
    arrived = pygame.Rect(before[0].rect.topleft, (before[0].rect.h,) * 2)
    after = placed_flags([replace(mass)], FlagObstacles([arrived]), view.camera, before)
    was, now = before[0].rect, after[0].rect
    assert not now.colliderect(arrived)
    assert hypot(now.centerx - was.centerx, now.centery - was.centery) < 4 * was.h


def test_flags_hold_still_in_a_game() -> None:
    """In a recorded battle, hardly any flag of a main body moves when a unit does."""
    rules, plies = catalog.rules("tours"), load(Path("tools/games/tours.jsonl")).match.plies[:120]
    view, moved, stayed = whole_map(rules, plies[0].state, WINDOW), 0, 0
    before: dict[Text, tuple[int, int]] = {}
    for ply in plies:
        view.stacks.lay(rules.counters(ply.state), {}, ())
        after = {flag.mass.name: flag.rect.center for flag in view.stacks.banners if not flag.is_secondary}
        for name in before.keys() & after.keys():
            moved, stayed = moved + (before[name] != after[name]), stayed + (before[name] == after[name])
        before = after
    assert moved < stayed / 50


def test_a_flag_keeps_away_from_enemies() -> None:
    """It would seem to be theirs."""
    view = shown()
    mass = view.stacks.masses[0]
    foe = next(each for each in view.stacks.masses if each.side is not mass.side)
    free = placed_flags([mass], FlagObstacles([]), view.camera)[0].rect
    beside = replace(foe, middles=(view.camera.to_world((free.centerx, free.top - 8)),), total=0, totals=(0,))
    moved = placed_flags([mass, beside], FlagObstacles([]), view.camera)[0].rect
    assert abs(moved.centery - free.top) > abs(free.centery - free.top)


def test_a_command_of_which_a_part_is_in_view_has_a_flag() -> None:
    """This holds even if its main body is out of view."""
    view = shown()
    mass = max(view.stacks.masses, key=lambda each: each.count)
    x, y = view.camera.to_world(WINDOW.center)
    split = replace(mass, middles=((x - 99, y), (x - 98, y), (x, y)), totals=(1, 1, 1))
    assert 1 == len(placed_flags([split], FlagObstacles([]), view.camera))


def ordered(**orders: tuple[str, ...]) -> tuple[Counter, ...]:
    """The counters of the first position, some of them with marks."""
    return tuple(replace(each, marks=orders.get(each.unit.replace("-", "_"), each.marks)) for each in COUNTERS)


def test_the_flag_of_a_command_shows_what_its_units_are_ordered() -> None:
    """There is a chit for each order, with the number of units if not all have it; a commander's own order is not
    counted."""
    bare = shown()
    flag, = (each for each in bare.stacks.banners if each.mass.name == "Ellena")
    some = shown(counters=ordered(alpini=("ordered-hold",), v_infantry=("ordered-offensive",),
                                  vi_infantry=("ordered-offensive",), nava=("ordered-hold",)))
    other, = (each for each in some.stacks.banners if each.mass.name == "Ellena")
    known = screen_data(some.theme.art)
    assert ((known.mark("ordered-offensive"), 2), (known.mark("ordered-hold"), 1)) == other.mass.orders
    assert other.rect.w > flag.rect.w
    told, = (str(text) for place, text in some.tooltips if tuple(place) == tuple(other.rect))
    assert all(known.mark(f"ordered-{kind}").means in told for kind in ("offensive", "hold"))


@pytest.mark.parametrize("kind", ["move", "offensive", "hold", "fire", "melee", "entrench", "rally", "resupply"])
def test_a_block_shows_the_order_of_its_units_as_a_chit(kind: str) -> None:
    """It is at least 15 pixels wide and within the block; pointing at it shows its meaning."""
    view = shown(counters=ordered(i_ascari=(f"ordered-{kind}",)))
    block, = (each for each in view.stacks.blocks if "i-ascari" in each.units)
    means = screen_data(view.theme.art).mark(f"ordered-{kind}").means
    places = [place for place, text in view.tooltips if str(text) == means and place.w < 2 * view.stacks.px]
    assert 1 == len(places)
    assert places[0].w >= 15
    assert means.lower() == str(meaning_at(view, places[0].center)).lower()
    x, y = view.camera.to_screen(block.at)
    assert places[0].centerx < x - view.stacks.px / 4
    assert places[0].centery > y


@pytest.mark.parametrize("total", ["8", "10"])
@pytest.mark.parametrize("px", [18, 21, 27, 33, 54])
def test_the_chit_of_an_order_leaves_the_number_free(px: int, total: str) -> None:
    """The sum makes way for it, and is still at least a third of the block high."""
    view = shown(counters=ordered(i_ascari=("ordered-fire",)))
    block, = (each for each in view.stacks.blocks if "i-ascari" in each.units)
    side, known = view.theme.side(block.counter.seat), screen_data(view.theme.art)
    block = replace(block, counter=replace(block.counter, numbers=total))
    told: list[tuple[pygame.Rect, Text]] = []
    draw_block_signs(pygame.Surface((200, 200)), block, known, (100, 100), px, told)
    (chit, _), = told
    kept = chit_room(block, known, px)
    assert chit.right <= 100 - px // 2 + kept
    bare, full = (block_surface(replace(block.counter, numbers=numbers), side, px, kept) for numbers in (" ", total))
    differs = pygame.mask.from_threshold(full, (0, 0, 0), (1, 1, 1, 255), bare)
    differs.invert()
    ink = [box for box in differs.get_bounding_rects() if box.h > 2]
    assert min(box.left for box in ink) >= kept
    assert max(box.h for box in ink) >= 0.33 * px


def test_states_and_orders_of_a_block_lie_side_by_side() -> None:
    """Neither hides the other, nor the order that a commander there passes on."""
    where = dict.fromkeys(("i-ascari", "turitto"), "2411")
    view = shown(counters=tuple(replace(each, place=where.get(each.unit, each.place)) for each in ordered(
        i_ascari=("walled", "ordered-fire"), turitto=("ordered-offensive",))))
    block, = (each for each in view.stacks.blocks if "i-ascari" in each.units)
    told: list[tuple[pygame.Rect, Text]] = []
    draw_block_signs(pygame.Surface((200, 200)), block, screen_data(view.theme.art), (100, 100), 27, told)
    boxes = [box.inflate(-3, -3) for box, _ in told]
    assert 3 == len(boxes)
    assert all(box.collidelist(boxes[:k]) == -1 for k, box in enumerate(boxes))


def test_a_block_says_how_many_of_its_units_have_an_order() -> None:
    """Units of one hex may have different orders, or none."""
    where = dict.fromkeys(("i-ascari", "iv-ascari", "vii-ascari"), "2411")
    view = shown(counters=tuple(replace(each, place=where.get(each.unit, each.place)) for each in ordered(
        i_ascari=("ordered-melee",), iv_ascari=("ordered-fire",))))
    block, = (each for each in view.stacks.blocks if "i-ascari" in each.units)
    assert {("ordered-melee", 1), ("ordered-fire", 1)} == set(block.marks)
    assert len(where) == block.number
    shares = [tuple(values_in(text)) for place, text in view.tooltips if place.w < 2 * view.stacks.px]
    assert 2 == sum({1, 3} <= set(values) for values in shares)


def test_the_order_of_a_commander_is_not_that_of_the_units_beside() -> None:
    """It is separate from theirs, and its tip names the commander."""
    view = shown(counters=ordered(turitto=("ordered-offensive",)))
    block, = (each for each in view.stacks.blocks if "turitto" in each.units)
    assert not block.marks
    assert ("ordered-offensive",) == block.officer_marks
    assert not any(each.mass.orders for each in view.stacks.banners)


@pytest.mark.parametrize("state", ["engaged", "walled", "demoralized", "retreated"])
def test_states_that_bind_a_unit_are_seen_from_afar(state: str) -> None:
    """They are on its block, with a tip; other states stay on its counter."""
    view = shown(counters=ordered(i_ascari=(state, "low-ammo")))
    marks = screen_data(view.theme.art)
    told = [str(text) for _, text in view.tooltips]
    assert marks.mark(state).means in told
    assert marks.mark("low-ammo").means not in told


def test_flags_make_way_for_what_covers_the_map_for_a_while() -> None:
    """This holds e.g. for the dice tray: a flag that it would hide is elsewhere while it is there."""
    view = shown()
    before = view.stacks.banners
    view.draw(pygame.Surface(WINDOW.size), [before[0].rect])
    assert not any(each.rect.colliderect(before[0].rect) for each in view.stacks.banners)
    view.draw(pygame.Surface(WINDOW.size))
    assert before == view.stacks.banners
