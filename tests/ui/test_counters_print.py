"""Counters: sharp at every size, distinguishable without colour, with marks for their actions."""

from __future__ import annotations

import re
from dataclasses import replace
from statistics import median
from typing import Any

import pygame
import pytest

from game import catalog
from game.art import AssetError, screen_data
from game.core.contract import Counter
from game.core.theme import SeatInfo, Theme
from game.rules.africa import faces
from game.rules.africa.theme import CORPS
from game.rules.africa.theme import THEME as AFRICA
from game.rules.africa.units import SEATS, AfricaUnit, Kind, roster
from game.rules.kassala.theme import THEME
from game.ui.board import overlays
from game.ui.board.pieces import LyingPiece, badge_at, draw_signs
from game.ui.counters import cardboard
from game.ui.counters import pictures as counters
from game.ui.counters.cardboard import PORTRAIT_COLOURS, blank_counter, counter_shadow
from game.ui.counters.pictures import MIN_PRINT_CONTRAST, counter_surface, hollow_ink
from game.ui.kit.theme import contrast, luminance
from tests.ui.pictures import digest

INFANTRY = Counter("m-nub1", "moslem", "Nubians", "N", "infantry", "3-2", "0102")
MARKS = {name: mark for system in ("adua", "africa") for name, mark in screen_data(system).marks.items()}
"""The marks of systems whose counters have faces."""


@pytest.fixture(autouse=True)
def _window() -> None:
    """Pictures need a display to convert to."""
    pygame.display.init()
    pygame.display.set_mode((320, 200))


def pixels(counter: Counter, px: int = 80, theme: Theme = THEME) -> str:
    """A counter's picture in grey."""
    return digest(pygame.transform.grayscale(counter_surface(counter, theme, px)), "RGB")


def faced(unit: AfricaUnit, worn: bool = False, **more: Any) -> Counter:
    """A counter of Africa, one of its faces up."""
    numbers = {Kind.OFFICER: f"{unit.attack}-{unit.defence}", Kind.CONVOY: ""}.get(
        unit.kind, faces.printed_factors(unit, worn))
    code = faces.type_code(unit)
    return Counter(unit.id, SEATS[unit.seat], unit.name, code, faces.symbol(unit), numbers, None,
                   face=faces.face(unit, worn), **more)


@pytest.mark.parametrize("px", [12, 50, 77, 160, 320])
def test_a_counter_has_the_size_asked_for(px: int) -> None:
    """It is redrawn at each size, with no border around it."""
    surface = counter_surface(INFANTRY, THEME, px)
    assert (px, px) == surface.get_size()
    assert 255 == surface.get_at((px // 2, px // 2)).a
    assert 0 == surface.get_at((0, 0)).a or px < 20


@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("text", ["10-4", "3-5-7", "MOS."])
def test_print_fits_into_its_room(text: str, heavy: bool) -> None:
    """Also with the wider strokes of heavy print, to two pixels of rounding."""
    for room in (80, 120, 160):
        assert cardboard.fitted_print(text, "#000000", 200, room, heavy).get_width() <= room + 2


def test_pictures_are_kept() -> None:
    """The same counter is drawn once."""
    assert counter_surface(INFANTRY, THEME, 64) is counter_surface(replace(INFANTRY, place="0505"), THEME, 64)


def test_symbols_abbreviations_and_numbers_show() -> None:
    """Everything that differs in print differs in grey."""
    variants = [
        INFANTRY, replace(INFANTRY, symbol="cavalry"), replace(INFANTRY, symbol="cannon"),
        replace(INFANTRY, abbr="E/S"), replace(INFANTRY, abbr=""), replace(INFANTRY, numbers="4-2"),
        replace(INFANTRY, seat="christian"),
    ]
    assert len(variants) == len({pixels(counter) for counter in variants})


def on_the_map(counter: Counter, px: int, ring: str = "", theme: Theme = THEME) -> pygame.Surface:
    """A counter on the map with its marks."""
    surface = pygame.Surface((2 * px, 2 * px))
    picture = counter_surface(counter, theme, px)
    surface.blit(picture, picture.get_rect(center=(px, px)))
    if ring:
        picture = overlays.ring(ring, px)
        surface.blit(picture, picture.get_rect(center=(px, px)))
        if ring in overlays.BADGED:
            picture = overlays.badge(ring, px)
            surface.blit(picture, badge_at(LyingPiece(counter, px, None, (px, px)), picture.get_width(), (), ()))
    draw_signs(surface, counter, {mark: MARKS[mark] for mark in counter.marks}, (px, px), px, None, False)
    return surface


def ink(counter: Counter, px: int) -> set[tuple[int, int]]:
    """The pixels of ``on_the_map`` that carry print: symbol, abbreviation and numbers."""
    surface = on_the_map(counter, px)
    colour = pygame.Color(next(seat.print for seat in THEME.seats if seat.name == counter.seat))
    inner = range(round(0.605 * px), round(1.385 * px))
    return {(x, y) for x in inner for y in inner
            if sum(abs(surface.get_at((x, y))[k] - colour[k]) for k in range(3)) < 120}


@pytest.mark.every(4)
@pytest.mark.parametrize("px", [44, 47, 70, 140])
@pytest.mark.parametrize("abbr", ["N", "M", "E/S", "MOS."])
@pytest.mark.parametrize(
    ("mark", "ring"),
    [("moved", ""), ("must-attack", ""), ("attacked", ""), ("waiting", ""), ("must-attack", "target"),
     ("attacked", "picked"), ("moved", "selected"), ("moved", "hint")],
)
def test_signs_show_and_cover_no_print(mark: str, ring: str, abbr: str, px: int) -> None:
    """Each mark is visible in grey; no pixel of symbol, abbreviation or numbers is under it."""
    for seat in ("moslem", "christian"):
        counter = replace(INFANTRY, abbr=abbr, seat=seat)
        plain, marked = on_the_map(counter, px), on_the_map(replace(counter, marks=(mark,)), px, ring)
        assert digest(pygame.transform.grayscale(plain), "RGB") != digest(pygame.transform.grayscale(marked), "RGB")
        assert [] == [at for at in sorted(ink(counter, px)) if plain.get_at(at) != marked.get_at(at)]


FACED = ("s-principe", "s-vol-catalanes", "s-husares", "s-reserva", "s-marina", "s-prim", "m-nizam-nur", "m-gk-haus",
         "m-rif-ifur", "m-bujari-1", "m-jorge-iii", "m-barhums")
OVER_FACES = {"begun", "reduced", "attacked", "attacking", "retreated", "walled", "engaged"}
"""Marks without a sign, and those whose sign may cover a face's numbers."""


@pytest.mark.parametrize("px", [40, 64, 96])
@pytest.mark.parametrize("name", FACED)
def test_signs_cover_no_print_of_a_face(name: str, px: int) -> None:
    """Each mark is visible in grey; symbol and code on the band and everything below it stay free."""
    unit = roster()[name]
    for worn in {False, unit.steps == 2}:
        plain = on_the_map(faced(unit, worn), px, theme=AFRICA)
        free = pygame.Rect(round(0.61 * px), round(0.76 * px), round(0.765 * px), round(0.625 * px))
        band = pygame.Rect(round(0.59 * px), round(0.61 * px), round(0.75 * px), round(0.23 * px))
        for mark in MARKS.keys() - OVER_FACES:
            marked = on_the_map(faced(unit, worn, marks=(mark,)), px, theme=AFRICA)
            grey = [digest(pygame.transform.grayscale(picture), "RGB") for picture in (plain, marked)]
            assert grey[0] != grey[1], mark
            assert all(digest(plain.subsurface(r)) == digest(marked.subsurface(r)) for r in (free, band)), mark


@pytest.mark.parametrize("px", [6, 12, 33, 40, 64, 200])
def test_every_counter_of_africa_is_drawn_at_any_size(px: int) -> None:
    """Both faces of each are drawn, at the requested size."""
    for unit in roster().values():
        for worn in {False, unit.steps == 2}:
            assert (px, px) == counter_surface(faced(unit, worn), AFRICA, px).get_size()


@pytest.mark.parametrize("px", [22, 26, 29, 34, 39, 41, 48])
def test_letters_on_a_band_are_legible_or_left_out(px: int) -> None:
    """If a code's letters would be too low, the symbol gets the room: none is below a seventh of a counter."""
    for unit in roster().values():
        if unit.kind not in (Kind.OFFICER, Kind.CONVOY):
            counter = faced(unit)
            mute = counter_surface(replace(counter, abbr=""), AFRICA, px)
            picture = counter_surface(counter, AFRICA, px)
            rows = [y for y in range(px) if any(picture.get_at((x, y)) != mute.get_at((x, y)) for x in range(px))]
            assert not rows or rows[-1] - rows[0] + 1 >= 0.15 * px, unit.id


@pytest.mark.parametrize("px", [40, 64])
def test_lower_counters_of_a_stack_show_side_and_type(px: int) -> None:
    """The upper 0.35 of a counter distinguishes every corps and type from all others, in grey."""
    strips: dict[str, set[str]] = {}
    for unit in roster().values():
        picture = counter_surface(faced(unit), AFRICA, px).subsurface((0, 0, px, round(0.35 * px)))
        key = f"{unit.seat} {unit.id if unit.kind in (Kind.OFFICER, Kind.CONVOY) else faces.symbol(unit)}"
        strips.setdefault(digest(pygame.transform.grayscale(picture), "RGB"), set()).add(key)
    assert all(len(keys) == 1 for keys in strips.values())


def test_counters_of_africa_differ_in_grey() -> None:
    """No two look alike without colour; a reduced side is another picture."""
    pictures = [pixels(faced(unit), 64, AFRICA) for unit in roster().values()]
    worn = [pixels(faced(unit, True), 64, AFRICA) for unit in roster().values() if unit.steps == 2]
    assert len(pictures) + len(worn) == len({*pictures, *worn})


def lightness(colour: pygame.Color) -> float:
    """Its lightness L*."""
    return float(116 * luminance("#{:02x}{:02x}{:02x}".format(*colour[:3])) ** (1 / 3) - 16)


def beside_print(picture: pygame.Surface) -> float:
    """The median lightness (L*) of the lower part of a counter left and right of its print."""
    px = picture.get_width()
    rows = range(px * 62 // 100, px * 88 // 100)
    return median(lightness(picture.get_at((round(px * x), y))) for x in (0.115, 0.88) for y in rows)


@pytest.mark.parametrize("px", [24, 48, 100])
def test_a_reduced_counter_differs_in_more_than_its_numbers(px: int) -> None:
    """Its factors are on stripes, and print contrasts more with them than with paper."""
    room = (round(0.08 * px), round(0.62 * px), round(0.84 * px), round(0.28 * px))
    two_steps = [unit for unit in roster().values() if unit.steps == 2]
    for unit in (two_steps[0], two_steps[-1]):
        seat = AFRICA.side(SEATS[unit.seat])
        whole, reduced = (counter_surface(faced(unit, worn), AFRICA, px).subsurface(room) for worn in (False, True))
        found = {tuple(reduced.get_at((x, y))[:3]) for x in range(room[2]) for y in range(room[3])
                 if whole.get_at((x, y)) == pygame.Color(seat.paper)}
        ratios = [contrast("#{:02x}{:02x}{:02x}".format(*colour), seat.print) for colour in found]
        assert max(ratios) > 1.15 * contrast(seat.paper, seat.print), unit.id


@pytest.mark.parametrize("top", [41.5, 54.5, 59.5])
def test_the_stripes_of_a_reverse_end_at_the_edge_of_their_box(top: float) -> None:
    """No stripe reaches beyond the lower right corner, over the counter's rim."""
    stripes = cardboard.stripes_svg("#000000", "#ffffff", (2.6, top, 94.2, 91.5 - top))
    points = [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", stripes)]
    assert len(points) > 10
    assert all(2.6 <= x <= 96.8 and top <= y <= 91.5 for x, y in points)


@pytest.mark.parametrize(("system", "px"), [("africa", 24), ("africa", 64), ("adua", 64)])
def test_sides_keep_their_lightness_on_the_reverse(system: str, px: int) -> None:
    """At least 30 L* are between the two sides' backgrounds of factors, whichever face is up."""
    rules = catalog.rules(system)
    found: dict[str, list[float]] = {}
    for counter in rules.counters(rules.initial(rules.scenarios[0].name)):
        if counter.face is None or counter.face.portrait or not counter.numbers or counter.off_stack:
            continue
        for worn in (False, True):
            shown = replace(counter, face=replace(counter.face, reduced=worn))
            found.setdefault(counter.seat, []).append(beside_print(counter_surface(shown, rules.theme, px)))
    dark, pale = sorted(found.values(), key=sum)
    assert min(pale) - max(dark) >= 30, (system, max(dark), min(pale))


def test_counters_without_a_face_are_drawn_without_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """Systems without corps keep the plain print."""
    def forbidden(*_: object) -> None:
        raise AssertionError("a plain counter was given a face")

    monkeypatch.setattr(counters, "face_surface", forbidden)
    assert (77, 77) == counter_surface(replace(INFANTRY, abbr="XY"), THEME, 77).get_size()


def test_black_on_white_has_the_highest_contrast() -> None:
    """A colour on itself has the least; pure red on white is 4:1, as in published tables."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#6b5238", "#6b5238") == 1
    assert contrast("#ffffff", "#ff0000") == pytest.approx(4.0, abs=0.005)


@pytest.mark.parametrize("name", catalog.names())
def test_reverses_can_be_read(name: str) -> None:
    """Print on a hollow band contrasts with the side's paper, whatever the corps or host."""
    rules = catalog.rules(name)
    seats = {info.name: info for info in rules.theme.seats}
    worn = [counter for counter in rules.counters(rules.initial(rules.scenarios[0].name)) if counter.face is not None]
    for counter in worn:
        assert counter.face is not None
        ink = hollow_ink(counter.face, seats[counter.seat])
        assert contrast(ink, seats[counter.seat].paper) >= MIN_PRINT_CONTRAST, counter.name


@pytest.mark.parametrize("corps", sorted(CORPS))
def test_names_read_on_their_bands(corps: str) -> None:
    """Their contrast is at least 4.5:1."""
    assert contrast(*CORPS[corps]) >= 4.5


def test_portraits_read_on_both_papers() -> None:
    """The ink contrasts with the vignette."""
    assert contrast(*PORTRAIT_COLOURS) >= 7


@pytest.mark.parametrize("seats", [THEME.seats, AFRICA.seats])
def test_sides_differ_in_lightness_first(seats: tuple[SeatInfo, ...]) -> None:
    """At least 30 L* are between the two papers, and the edges differ."""
    one, other = (116 * luminance(seat.paper) ** (1 / 3) - 16 for seat in seats)
    assert abs(one - other) >= 30
    assert len({seat.pattern for seat in seats}) == 2


def test_an_unknown_symbol_is_named() -> None:
    """The message has the missing picture and its expected place."""
    with pytest.raises(AssetError, match=r"zeppelin\.svg: missing"):
        counter_surface(replace(INFANTRY, symbol="zeppelin"), THEME, 40)


def test_an_unknown_edge_pattern_is_named() -> None:
    """A theme may only use known patterns."""
    strange = replace(THEME, seats=(replace(THEME.seats[0], pattern="plaid"),))
    with pytest.raises(AssetError, match="edge pattern 'plaid'"):
        counter_surface(INFANTRY, strange, 40)


def test_a_lifted_counter_throws_a_wider_shadow() -> None:
    """The shadow grows as the counter is raised."""
    assert counter_shadow(60, 1.0).get_width() > counter_shadow(60, 0.0).get_width() > 60


@pytest.mark.parametrize("px", [20, 26, 29, 30, 39, 64])
def test_officers_and_trains_keep_their_names(px: int) -> None:
    """At any size, letters at least five pixels high name them: above counters that cover them, if any."""
    named = [unit for unit in roster().values() if unit.kind in (Kind.OFFICER, Kind.CONVOY)]
    assert named
    for unit in named:
        counter = faced(unit)
        assert counter.face is not None
        for beneath in (False, True):
            nameless = counter_surface(replace(counter, face=replace(counter.face, title="")), AFRICA, px,
                                       beneath=beneath)
            picture = counter_surface(counter, AFRICA, px, beneath=beneath)
            rows = [y for y in range(px) if any(picture.get_at((x, y)) != nameless.get_at((x, y)) for x in range(px))]
            assert rows[-1] - rows[0] + 1 >= 5, unit.id
            assert rows[-1] <= 0.37 * px or not (beneath or unit.kind == Kind.CONVOY)
    one = faced(next(unit for unit in named if unit.kind == Kind.OFFICER))
    assert pixels(one, px, AFRICA) != pixels(replace(one, numbers="9-9"), px, AFRICA)


def share_of_ink(counter: Counter, theme: Theme, px: int, box: tuple[float, float, float, float]) -> pygame.Rect:
    """The box of the difference from the counter with a blank symbol, within a part of it in counter widths."""
    one, other = (counter_surface(each, theme, px) for each in (counter, replace(counter, symbol="blank")))
    found = [(x, y) for x in range(round(box[0] * px), round(box[2] * px))
             for y in range(round(box[1] * px), round(box[3] * px)) if one.get_at((x, y)) != other.get_at((x, y))]
    left, top = min(x for x, _ in found), min(y for _, y in found)
    return pygame.Rect(left, top, max(x for x, _ in found) - left + 1, max(y for _, y in found) - top + 1)


@pytest.mark.parametrize(("system", "least"), [("tours", 0.45), ("adua", 0.23), ("africa", 0.23), ("kassala", 0.15)])
@pytest.mark.parametrize("px", [26, 40])
def test_the_kind_of_a_unit_is_large(system: str, least: float, px: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its symbol takes a large part of a small counter, most if the kind decides combats."""
    rules = catalog.rules(system)
    infantry = next(counter for counter in rules.counters(rules.initial(rules.scenarios[0].name))
                    if counter.symbol.endswith("infantry") and not counter.off_stack)
    real = cardboard.symbol_svg
    blank = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 42" width="60" height="42"></svg>'
    monkeypatch.setattr(cardboard, "symbol_svg", lambda name: blank if name == "blank" else real(name))
    box = share_of_ink(infantry, rules.theme, px, (0.0, 0.0, 1.0, 1.0))
    assert box.w * box.h >= least * px * px


def test_movement_is_printed_smaller_than_strength() -> None:
    """Strength is the most prominent: changing it changes more rows than changing the allowance."""
    px, rows = 60, []
    for other in ("8-2", "3-8"):
        one, two = (counter_surface(replace(INFANTRY, numbers=each), THEME, px) for each in ("3-2", other))
        rows.append(sum(any(one.get_at((x, y)) != two.get_at((x, y)) for x in range(px)) for y in range(px)))
    assert rows[0] > 1.4 * rows[1]


def test_a_counter_beneath_shows_its_symbol_above_the_one_that_covers_it() -> None:
    """Its upper 0.37 holds the whole symbol."""
    unit = faced(roster()["s-principe"])
    for px in (24, 34, 48):
        picture = counter_surface(unit, AFRICA, px, beneath=True)
        other = counter_surface(replace(unit, symbol="africa/anchor"), AFRICA, px, beneath=True)
        rows = [y for y in range(px) if any(picture.get_at((x, y)) != other.get_at((x, y)) for x in range(px))]
        assert rows[-1] <= 0.37 * px


@pytest.mark.parametrize("px", [26, 33, 64, 140])
def test_officers_are_standees(px: int) -> None:
    """Their outline is a bust on a base without a box: left and right of the head is free. Their numbers are at least a
    sixth of the height."""
    for unit in roster().values():
        if unit.kind != Kind.OFFICER:
            continue
        counter = faced(unit)
        shape = pygame.mask.from_surface(counter_surface(counter, AFRICA, px), 200)
        box = blank_counter(AFRICA.side(counter.seat), px)
        assert shape.count() < 0.92 * pygame.mask.from_surface(box, 200).count()
        assert not any(shape.get_at((x, y)) for x, y in ((1, 1), (px - 2, px // 25), (round(0.57 * px), 1)))
        bare = counter_surface(replace(counter, numbers=" - "), AFRICA, px)
        differs = pygame.mask.from_threshold(counter_surface(counter, AFRICA, px), (0, 0, 0), (1, 1, 1, 255), bare)
        differs.invert()
        assert max(box.h for box in differs.get_bounding_rects()) >= 0.18 * px


def test_a_commanders_name_is_on_its_counter_once() -> None:
    """Below its symbol; without an abbreviation its counter looks the same."""
    rules = catalog.rules("adua")
    general = next(each for each in rules.counters(rules.initial("adua")) if each.unit == "albertone")
    named, unnamed = (counters.plain_counter(each, rules.theme, 100) for each in (general, replace(general, abbr="")))
    assert digest(named) == digest(unnamed)
