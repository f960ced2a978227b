"""Facings of Tours on screen: the sides of a unit under the pointer, and turning by keys, wheel and drag."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.core.offer import FacingOffer
from game.match.start import Start
from game.ui.board.counters import ARROW_DISTANCE
from game.ui.kit.notice import edge_places
from game.ui.play.choices import choices_of
from game.ui.play.main_button import DO_IT
from game.ui.play.pointing import ARC_DELAY
from game.ui.play.proposals import digit_of
from game.ui.play.route import PlannedRoute
from game.ui.play.situation import Situation
from game.ui.screens.game_map import wheel_note_place
from game.ui.screens.keys import keys_of
from tests.rules.tours.board import acting, table
from tests.ui.hand import Hand, run_out
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
LINE = "blue-ma1 2510 w, blue-hc1 2511 w, hi1 2110 e, hi2 2109 e, charles 2109, abd-ar-rahman 2511"


def at_table(sit_down: Sit, line: str = LINE, contingent: str = "blue", size: tuple[int, int] = (1280, 720),
             players: dict[str, str] | None = None) -> Hand:
    """A position of Tours on screen, with two people."""
    at = acting(line, contingent)
    start = Start("play", "tours", "tours", seed=3, position=dict(at.rules.position(at.state)), players=players or {})
    return sit_down(start, size=size, hand_over=False)


def sides(hand: Hand) -> dict[str, tuple[str, set[str]]]:
    """Letter -> the line and the hexes of the drawn sides."""
    return {str(arc.sign): (arc.line, set(arc.beside)) for arc in hand.game.view.overlay.arcs}


@pytest.mark.parametrize("unit", ["hi1", "blue-ma1"])
def test_pointing_at_a_unit_shows_its_sides(sit_down: Sit, unit: str) -> None:
    """Own and enemy differ by line and letter; they appear after a moment, and last while the pointer stays."""
    hand = at_table(sit_down)
    hand.point(hand.spot(unit))
    assert {} == sides(hand)
    hand.wait(ARC_DELAY)
    hand.wait()
    east = unit == "hi1"
    here = {"hi1": ({"2210", "2209"}, {"2109", "2111"}, {"2010", "2009"}),
            "blue-ma1": ({"2409", "2410"}, {"2509", "2511"}, {"2609", "2610"})}[unit]
    found = sides(hand)
    assert {"F", "Fl", "R"} == set(found)
    assert ["whole", "broken", "dotted"] == [found[letter][0] for letter in ("F", "Fl", "R")]
    assert found["Fl"][1] == here[1]
    assert len(found["F"][1]) == len(found["R"][1]) == 2
    where = hand.game.view.point_of
    along = 1 if hand.game.view.turned else 0
    own = where("2110" if east else "2510")[along]
    assert all((where(hex_)[along] > own) == east for hex_ in found["F"][1])
    hand.point(hand.game.view.point_of("1715"))
    assert {} == sides(hand)


def test_the_sides_are_seen_and_cover_no_counter(sit_down: Sit) -> None:
    """The picture changes around the counter, and its number stays visible."""
    hand = at_table(sit_down)
    hand.wait_for_print()
    middle = hand.game.view.point_of("2110")
    number = pygame.Rect(0, 0, 10, 10)
    number.center = middle
    hand.point(hand.game.view.point_of("1715"))
    hand.wait(1)
    before, whole = digest(hand.app.window.subsurface(number), "RGB"), digest(hand.app.window, "RGB")
    hand.point(middle)
    hand.wait(ARC_DELAY)
    hand.wait()
    hand.wait()
    assert whole != digest(hand.app.window, "RGB")
    assert before == digest(hand.app.window.subsurface(number), "RGB")


def test_the_cursor_shows_the_sides_of_a_unit_too(sit_down: Sit) -> None:
    """The cursor shows them by keyboard."""
    hand = at_table(sit_down)
    hand.key("tab")
    hand.key("escape")
    hand.wait(ARC_DELAY)
    hand.wait()
    assert {"F", "Fl", "R"} == set(sides(hand))


def notations(hand: Hand) -> list[str]:
    """The actions so far."""
    return [ply.action.notation for ply in hand.game.match.plies]


def test_keys_turn_a_unit_in_its_hex(sit_down: Sit) -> None:
    """Two keys turn right and left; Enter on its own hex confirms, and nothing is done before."""
    hand = at_table(sit_down)
    hand.key("tab")
    hand.key("tab")
    assert "blue-ma1" == hand.game.selection.selected
    assert 270 == hand.game.situation.counters["blue-ma1"].angle
    hand.key(".")
    hand.key(".")
    assert {"blue-ma1": 30} == hand.game.view.overlay.turned
    hand.key(",")
    assert {"blue-ma1": 330} == hand.game.view.overlay.turned
    assert [] == notations(hand)
    hand.key("enter")
    hand.settle()
    assert ["face blue-ma1 nw"] == notations(hand)


def test_escape_cancels_a_turn_of_facing(sit_down: Sit) -> None:
    """The unit stays selected; the next Escape deselects it."""
    hand = at_table(sit_down)
    hand.click_unit("blue-ma1")
    hand.key(".")
    hand.key("escape")
    assert ({}, "blue-ma1") == (dict(hand.game.view.overlay.turned), hand.game.selection.selected)
    hand.key("escape")
    assert hand.game.selection.selected is None


def test_a_facing_chosen_before_the_click_applies_at_the_destination(sit_down: Sit) -> None:
    """The ghost shows the final place and facing; one click does both."""
    hand = at_table(sit_down)
    hand.click_unit("blue-ma1")
    hand.point(hand.game.view.point_of("2409"))
    assert hand.game.view.overlay.ghost is None
    hand.key(",")
    ghost = hand.game.view.overlay.ghost
    assert ghost is not None
    assert ("blue-ma1", "2409", 210) == (ghost.unit, ghost.place, ghost.angle)
    hand.click_place("2409")
    run_out(hand)
    went, faced = notations(hand)
    assert went.endswith("-2409")
    assert "face blue-ma1 sw" == faced


def test_a_facing_is_chosen_for_the_hex_at_the_cursor(sit_down: Sit) -> None:
    """By keyboard: the cursor at a hex, turn, Space."""
    hand = at_table(sit_down)
    hand.key("tab")
    hand.key("tab")
    hand.key("d" if hand.game.view.turned else "w")
    hand.key(".")
    assert hand.game.view.overlay.ghost is not None
    assert "2509" == hand.game.view.overlay.ghost.place
    assert str(DO_IT) == hand.game.main_button.label
    hand.key("space")
    run_out(hand)
    assert ["move blue-ma1 2509", "face blue-ma1 nw"] == notations(hand)


def test_the_wheel_turns_a_unit_in_facing_choices_and_zooms_otherwise(sit_down: Sit) -> None:
    """It turns over the hexes in which the selected unit is or may go; with Ctrl, or without a selection, it zooms."""
    hand = at_table(sit_down)
    view = hand.game.view
    hand.click_unit("blue-ma1")
    scale = view.camera.scale
    hand.point(view.point_of("2409"))
    assert hand.screen.mouse.facing.wheel_turns(hand.screen.mouse.pointer)
    hand.wheel(-1)
    assert (scale, 330) == (view.camera.scale, hand.game.selection.route and hand.game.selection.route.turn)
    pygame.key.set_mods(pygame.KMOD_CTRL)
    hand.wheel(1)
    pygame.key.set_mods(0)
    assert view.camera.scale > scale
    scale = view.camera.scale
    hand.key("escape")
    hand.key("escape")
    hand.wheel(-1)
    assert view.camera.scale < scale


def vertex(hand: Hand, place: str, angle: int, far: float = 0.8) -> tuple[int, int]:
    """A point between the middle of a hex and one of its vertices."""
    view = hand.game.view
    seen = angle + view.geometry.turn
    at = pygame.Vector2(view.point_of(place)) + pygame.Vector2(0, -far * view.camera.scale).rotate(seen)
    return round(at.x), round(at.y)


def test_dragging_at_the_destination_chooses_the_facing(sit_down: Sit) -> None:
    """Press on the hex, drag, release: the unit goes there and faces that way."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    hand.drag(hand.game.view.point_of("2409"), vertex(hand, "2409", 30))
    run_out(hand)
    assert ["move", "face blue-ma1 ne"] == [notations(hand)[0].split()[0], notations(hand)[1]]


def test_dragging_a_counter_to_a_vertex_turns_it(sit_down: Sit) -> None:
    """Its own counter, dragged within its hex, turns; the facing is shown before the release."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    start, end = hand.game.view.point_of("2510"), vertex(hand, "2510", 150)
    hand.point(start)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    hand.wait()
    hand.point(end)
    ghost = hand.game.view.overlay.ghost
    assert ghost is not None
    assert ("2510", 150) == (ghost.place, ghost.angle)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    hand.settle()
    assert ["face blue-ma1 se"] == notations(hand)
    assert not hand.game.view.carry.held


def test_dragging_a_counter_farther_still_moves_it(sit_down: Sit) -> None:
    """Dragged to another hex it moves there as usual, with its old facing."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    hand.drag(hand.game.view.point_of("2510"), hand.game.view.point_of("2409"))
    hand.settle()
    assert 1 == len(notations(hand))
    assert 270 == hand.game.situation.counters["blue-ma1"].angle


def test_an_arrow_around_the_counter_turns_it(sit_down: Sit) -> None:
    """The arrows surround the selected unit while it is under the pointer."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    assert {330, 30, 90, 150, 210} == set(hand.game.view.overlay.facings)
    hand.click(vertex(hand, "2510", 90, ARROW_DISTANCE))
    hand.settle()
    assert ["face blue-ma1 e"] == notations(hand)
    hand.point(hand.game.view.point_of("1715"))
    assert {} == dict(hand.game.view.overlay.facings)


def test_facing_is_chosen_after_the_reaction_fire(sit_down: Sit) -> None:
    """A Frank moves in front of archers: the other player decides about reaction fire, then the Frank faces as
    planned."""
    hand = at_table(sit_down, "hi1 1813 e, blue-ma1 2013 w, red-ma1 2614 w", "hi")
    hand.click_unit("hi1")
    hand.point(hand.game.view.point_of("1913"))
    hand.key(".")
    hand.click_place("1913")
    hand.settle()
    assert "muslim" == hand.to_act
    hand.key("space")
    run_out(hand)
    assert ["move hi1 1913", "decline", "face hi1 se"] == notations(hand)


def test_escape_cancels_a_drag(sit_down: Sit) -> None:
    """Releasing the button afterwards does nothing."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    start = hand.game.view.point_of("2409")
    hand.point(start)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    hand.wait()
    hand.point(vertex(hand, "2409", 30))
    assert hand.game.view.overlay.ghost is not None
    hand.key("escape")
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=start, button=1))
    hand.settle()
    assert [] == notations(hand)
    assert hand.game.view.overlay.ghost is None


def test_a_facing_chosen_by_key_applies_to_a_dragged_counter(sit_down: Sit) -> None:
    """Dragged away, the counter moves with the facing chosen before."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    hand.key(",")
    hand.wait(0.5)
    hand.drag(hand.game.view.point_of("2510"), hand.game.view.point_of("2308"))
    run_out(hand)
    assert "face blue-ma1 sw" == notations(hand)[-1]


def test_the_page_of_keys_lists_turning_if_units_have_facing(sit_down: Sit) -> None:
    """Kassala's page does not: its counters have no facing."""
    def keys(system: str) -> str:
        return " ".join(str(word) for _, rows in keys_of(catalog.rules(system)) for word, _ in rows)

    assert all(word in keys("tours") for word in (",  .  Mouse wheel", "C  Ctrl+click"))
    assert not any(word in keys("kassala") for word in (",  .", "C  Ctrl+click"))


def test_the_wheel_chooses_the_facing_after_an_advance(sit_down: Sit) -> None:
    """If only a facing is to be chosen the unit is selected at once; the wheel turns it, its hex or Space confirms."""
    at = table("red-hc1 1613 w, hi1 1412 e, charles 1412, abd-ar-rahman 1613", phase="shock", resolving=True,
               orders={"red": "move"}, tried=["red"], active=["red"],
               under_way=[{"kind": "turning", "unit": "red-hc1"}])
    hand = sit_down(Start("play", "tours", "tours", seed=3, position=dict(at.rules.position(at.state))),
                    hand_over=False)
    assert "red-hc1" == hand.game.selection.selected
    assert "Keep facing north" == hand.game.main_button.label
    hand.point(hand.game.view.point_of("1613"))
    hand.wheel(-1)
    assert (True, str(DO_IT)) == (hand.game.main_button.shown, hand.game.main_button.label)
    hand.key("space")
    hand.settle()
    assert ["face red-hc1 nw"] == notations(hand)[:1]


def test_the_letters_of_a_unit_leave_flags_alone(sit_down: Sit) -> None:
    """Beside the flag at the end of the shield wall there is no letter; the unit's other letters are drawn."""
    hand = sit_down(Start("play", "tours", "tours", seed=3), hand_over=False)
    hand.settle()
    hand.point(hand.game.view.stacks.spots()["hi1"])
    hand.wait(ARC_DELAY)
    hand.wait()
    view = hand.game.view
    titles = {str(arc.title).casefold() for arc in view.overlay.arcs}
    letters = [rect for rect, text in view.tooltips if str(text).casefold() in titles]
    flags = [flag.rect for flag in view.stacks.flags]
    assert len(letters) > 2
    assert all(rect.collidelist(flags) < 0 for rect in letters)


def test_each_facing_has_its_own_digit(sit_down: Sit) -> None:
    """The digits go clockwise from north: a unit that faces north has no 1, and the other facings keep theirs."""
    hand = at_table(sit_down)
    hand.click_unit("blue-ma1")
    proposals = hand.game.selection.proposals
    digits = {each.offer.angle: digit_of(proposals, index) for index, each in enumerate(proposals)
              if isinstance(each.offer, FacingOffer)}
    assert {330: (2, True), 30: (3, True), 90: (4, True), 150: (5, True), 210: (6, True)} == digits


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_the_note_on_the_wheel_covers_no_counter_and_no_flag(sit_down: Sit, size: tuple[int, int],
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    """It is at the map's edge while a unit can turn, and left out if counters are everywhere."""
    hand = sit_down(Start("play", "tours", "tours", seed=3), size=size, hand_over=False)
    hand.settle()
    hand.key("tab")
    assert hand.game.planning.can_turn
    stacks, area = hand.game.view.stacks, hand.screen.layout.map
    wide = (area.width * 2 // 5, 40)
    place = wheel_note_place(hand.screen, wide, 8)
    assert place is not None
    assert area.contains(place)
    assert place.collidelist([*stacks.boxes(0).values(), *(flag.rect for flag in stacks.flags)]) < 0
    monkeypatch.setattr(type(stacks), "boxes", lambda *_: {"everywhere": area})
    assert wheel_note_place(hand.screen, wide, 8) is None


def test_the_note_on_the_wheel_stays_where_it_was(sit_down: Sit) -> None:
    """It moves only if it would cover a counter, a flag or more destinations there than elsewhere."""
    hand = sit_down(Start("play", "tours", "tours", seed=3), hand_over=False)
    hand.settle()
    hand.key("tab")
    screen, gap = hand.screen, 8
    first = wheel_note_place(screen, (200, 40), gap)
    assert first is not None
    hand.game.view.overlay.reach = {}
    area = screen.layout.map.inflate(-2 * gap, -2 * gap)
    taken = [*hand.game.view.stacks.boxes(0).values(), *(flag.rect for flag in hand.game.view.stacks.flags)]
    places = [each for each in edge_places((200, 40), area) if each.collidelist(taken) < 0 and each != first]
    for place in places[-3:]:
        screen.wheel_note = place
        assert place == wheel_note_place(screen, (200, 40), gap)
    screen.wheel_note = screen.slip.rect = places[-1]
    assert places[-1] != wheel_note_place(screen, (200, 40), gap)


def test_a_step_planned_in_place_of_another_has_facings_of_its_own() -> None:
    """At 1506 archers decide first, and the facings are those of the present place; at 1403 all six are possible."""
    at = acting("lc1 1404 e, hc2 1505 e, red-ma1 1606 w, red-hc2 1603 w", "lc")
    situation = Situation(at.rules, at.state)
    counter = situation.counters["lc1"]
    moves = choices_of(situation, ("lc1",), counter.place).proposals_at
    route = PlannedRoute(situation, "lc1", (counter.place, counter.angle))
    facings = []
    for place in ("1403", "1506"):
        assert route.add(moves[place][0], place)
        facings.append(len(route.facings()))
        route.shorten()
    assert [6, 5] == facings


def test_a_step_that_nothing_can_follow_starts_no_plan_and_leaves_the_facing(sit_down: Sit) -> None:
    """At 1506 archers decide first, so that the step is refused as a plan; the facing planned before it stays."""
    hand = at_table(sit_down, "lc1 1404 e, hc2 1505 e, red-ma1 1606 w, red-hc2 1603 w", "lc")
    hand.settle()
    hand.click_unit("lc1")
    route, planning = hand.game.selection.route, hand.game.planning
    assert route is not None
    assert planning.turn(1, None)
    facing = route.turn
    assert not planning.plan("1506")
    assert hand.game.selection.route is route
    assert ([], facing) == (route.legs, route.turn)
