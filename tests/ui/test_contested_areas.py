"""In an area with both sides their counters keep their size: they extend over its borders onto empty ground."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import maps
from game.match.start import Start
from game.ui.board.places import COUNTER_WIDTH
from game.ui.board.stack_layout import Side, arrange
from game.ui.cards.objectives import ObjectivesStrip
from game.ui.counters.marks import FLAG_HEIGHT, FLAG_RATIO, flag_picture
from game.ui.kit.pen import wrap
from game.ui.sheets.areas import AreaGeometry
from tests.rules.table import units
from tests.ui.corners import thinned
from tests.ui.hand import Hand

MAPS = Path(__file__).resolve().parents[2] / "maps" / "africa"
LINE = ("s-principe 3, s-cuenca 3, s-luchana 3, s-prim 3, m-gk-haus 3 came=al-fattah, m-gk-tanja 3 came=al-fattah, "
        "m-gk-anyera 3 came=al-fattah, m-abbas 3 came=al-fattah, s-cordoba 4, s-saboya 4, s-odonnell 4, "
        "m-gk-aros 4 came=al-bari, m-gk-lait 4 came=al-bari, m-gk-jolot al-fattah, "
        "m-gum-uagit al-fattah, s-zamora aduana, m-gum-zalaza aduana came=playa")


@pytest.mark.every(3)
@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
def test_both_sides_keep_their_size_in_every_area(name: str) -> None:
    """Three with an officer against three, with empty adjacent areas."""
    board = maps.load(MAPS / f"{name}.tmx")
    geometry = AreaGeometry(board)
    for area in board.areas:
        def room(half: tuple[float, float], place: str = area.id) -> float:
            return 0.96 * geometry.roomiest_position(place, (half[0] * COUNTER_WIDTH, half[1] * COUNTER_WIDTH), (),
                                                     ())[0]

        assert arrange([Side(3, 1), Side(3, 0)], [False, True], room).share >= 0.85, area.id


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_contested_areas_cover_no_counter_elsewhere(sit_down: Callable[..., Hand], size: tuple[int, int]) -> None:
    """Three combats side by side in small areas: no counter covers another area's, none is much smaller, all are on the
    sheet."""
    position = {"scenario": "tetuan", "options": ["facts-values"], "turn": 1, "phase": "shock",
                "phasing": "moroccan", "units": units(LINE)}
    hand = sit_down(Start("play", "africa", "tetuan", seed=5, position=position), size=size, hand_over=False)
    view, counters = hand.game.view, hand.game.situation.counters
    spots, widths = view.stacks.spots(), view.stacks.widths()
    assert len(spots) == LINE.count(",") + 1
    assert all(widths[unit] >= 0.85 for unit in spots)
    half = {unit: widths[unit] * view.stacks.px / 2 for unit in spots}
    for one, other in combinations(spots, 2):
        if counters[one].place != counters[other].place:
            (x, y), (u, v), apart = spots[one], spots[other], half[one] + half[other] - 1
            assert abs(x - u) >= apart or abs(y - v) >= apart, (one, other)
    for unit, (x, y) in spots.items():
        assert view.camera.rect.inflate(2, 2).contains((x - half[unit], y - half[unit], 2 * half[unit], 2 * half[unit]))


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_units_in_combat_are_drawn_in_their_area(sit_down: Callable[..., Hand], size: tuple[int, int]) -> None:
    """In a small area with full ones and an empty one adjacent, the stack's middle and most of its counters are in the
    area, although the empty one has more room."""
    line = ("s-caz-figueras al-bari, s-caz-alba-de-tormes al-bari, s-vol-catalanes al-bari, s-prim al-bari, "
            "m-gk-hozmar al-bari came=trinchera-derecha, m-nizam-kabir al-bari came=trinchera-derecha, s-cohetes 4, "
            "s-montana-2 4, s-husares 4, s-lanceros-farnesio 4, s-caz-segorbe al-khaliq, s-montana-1 5")
    position = {"scenario": "tetuan", "options": ["facts-values"], "turn": 1, "phase": "shock",
                "phasing": "moroccan", "units": units(line)}
    hand = sit_down(Start("play", "africa", "tetuan", seed=5, position=position), size=size, hand_over=False)
    view, counters = hand.game.view, hand.game.situation.counters
    spots = [spot for unit, spot in view.stacks.spots().items() if counters[unit].place == "al-bari"]
    middle = sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)
    geometry = AreaGeometry(maps.load(MAPS / "tetuan.tmx"))
    assert "al-bari" == geometry.place_at(view.camera.to_world(middle))
    assert sum("al-bari" == geometry.place_at(view.camera.to_world(spot)) for spot in spots) >= len(spots) - 1


@pytest.mark.every(4)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize(("fight", "came"), [
    ("casa-de-la-condesa", "ar-aziz"), ("casa-del-morabito", "al-mumin"), ("ar-rahim", "boca-del-rio")])
def test_the_flag_and_outline_of_a_contested_area_stay_visible(
    sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], fight: str, came: str
) -> None:
    """Two stacks with officers around an objective: the flag is beside them, and its line in the list of objectives
    ends on its card."""
    ends: list[tuple[int, int]] = []
    short = ObjectivesStrip.print_in_one_line

    def spy(target: pygame.Surface, m: Any, theme: Any, objective: Any, x: int, line: pygame.Rect) -> int:
        end = short(target, m, theme, objective, x, line)
        ends.extend([(end, target.get_width())] if target.get_width() > 1 else [])
        return end

    held = ObjectivesStrip.print_on_card

    def beside(pen: Any, theme: Any, objective: Any) -> None:
        """On the high card beside the map every line of an objective ends on the card."""
        flag_width = flag_picture(theme.seats[0], 0, pen.metrics.px(26)).get_width()
        left, right = pen.x + flag_width + pen.metrics.px(5), pen.width
        for text, role, size in ((objective.title, "ui-bold", 17), (objective.status, "ui", 16)):
            face = pen.font(role, size)
            ends.extend((left + face.line_picture(each, "black").get_width(), pen.surface.get_width())
                        for each in wrap(text, face, right - (left - pen.x)))
        held(pen, theme, objective)

    monkeypatch.setattr(ObjectivesStrip, "print_in_one_line", staticmethod(spy))
    monkeypatch.setattr(ObjectivesStrip, "print_on_card", staticmethod(beside))
    line = ", ".join([f"{unit} {fight} came={came}" for unit in ("m-bujari-1", "m-bujari-2", "m-abbas")]
                     + [f"{unit} {fight}" for unit in ("s-cuenca", "s-luchana", "s-montada", "s-prim")])
    position = {"scenario": "castillejos", "options": ["facts-values"], "turn": 1, "phase": "shock",
                "phasing": "moroccan", "units": units(line)}
    hand = sit_down(Start("play", "africa", "castillejos", seed=5, position=position), size=size, hand_over=False)
    view = hand.game.view
    found = view.flags.at(fight)
    assert found is not None
    (x, y), share = found
    for _, (u, v), width in view.stacks.lying():
        high = FLAG_HEIGHT * share
        assert abs(x - u) >= (high * FLAG_RATIO + width) / 2 or abs(y - v) >= (high + width) / 2
    assert ends
    margin = 20 if size != (1024, 768) else 0
    assert all(end <= width - margin for end, width in ends)


@pytest.mark.every(2)
@pytest.mark.parametrize("size", thinned([(1024, 768), (1280, 720), (1920, 1080)], 2))
def test_foes_without_room_close_up_in_their_area(sit_down: Callable[..., Hand], size: tuple[int, int]) -> None:
    """Seven against four, from a real game: each side in its half of the area at a legible size, stacks without room
    for bands with their number, no officer on a unit; pointed at, all are visible."""
    hand = sit_down(Start("play", "africa", "wad-ras", seed=5, position=crowd()), size=size, hand_over=False)
    stacks, counters = hand.game.view.stacks, hand.game.situation.counters
    there = [unit for unit in stacks.spots() if counters[unit].place == CROWDED]
    spots, widths, boxes = stacks.spots(), stacks.widths(), stacks.boxes(0)
    assert min(widths[unit] for unit in there) >= 0.85
    left, right = ([unit for unit in there if counters[unit].seat == seat] for seat in ("spanish", "moroccan"))
    assert max(boxes[unit].right for unit in left) < min(boxes[unit].left for unit in right)
    for officer in (unit for unit in there if counters[unit].off_stack):
        assert boxes[officer].collidelist([boxes[unit] for unit in there if not counters[unit].off_stack]) == -1
    geometry = AreaGeometry(maps.load(MAPS / "wad-ras.tmx"))
    for unit in there:
        assert CROWDED == geometry.place_at(hand.game.view.camera.to_world(spots[unit])), unit
    closed = stacks.closed()
    stacked = [unit for unit in right if not counters[unit].off_stack]
    assert {stacked[-1]: (stacked[0], len(stacked))} == closed
    hand.point(spots[stacked[-1]])
    hand.rest()
    assert not stacks.closed()
    assert {unit: hand.spot(unit) for unit in there}.keys() == set(there)


def test_no_counter_shifts_because_another_leaves(sit_down: Callable[..., Hand]) -> None:
    """Units and officers of either side leave one after the other: the others stay in place until they have far more
    room, and do not cover later arrivals."""
    hand = sit_down(Start("play", "africa", "wad-ras", seed=5, position=crowd()), hand_over=False)
    stacks, state = hand.game.view.stacks, hand.game.match.state
    counters = [each for each in hand.game.rules.counters(state) if each.place is not None]
    there = [each.unit for each in counters if each.place == CROWDED]
    for leaves in (there[0], next(each.unit for each in counters if each.unit in there and each.off_stack), there[-1]):
        before = dict(stacks.spots())
        counters = [each for each in counters if each.unit != leaves]
        stacks.lay(counters, {}, frozenset())
        after = stacks.spots()
        assert leaves not in after
        stayed = [unit for unit in there if unit in after]
        assert {unit: before[unit] for unit in stayed} == {unit: after[unit] for unit in stayed}


CROWDED = "aduar-am-sal"


def crowd() -> dict[str, Any]:
    """Wad-Ras with both sides and their officers in one area."""
    line = ", ".join([f"{unit} {CROWDED} came=lam" for unit in (
        "m-gk-haus", "m-gk-tanja", "m-gk-anyera", "m-gk-aros", "m-gk-lait", "m-abbas", "m-achmet")]
        + [f"{unit} {CROWDED}" for unit in ("s-caz-figueras", "s-caz-segorbe", "s-prim", "s-echague")])
    return {"scenario": "wad-ras", "options": ["facts-values"], "turn": 1, "phase": "shock",
            "phasing": "moroccan", "units": units(line)}
