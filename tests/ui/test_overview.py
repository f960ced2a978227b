"""The overview of a phase: orders given on it, combats inspected, highlighted on the map, cancelled, resolved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game import catalog
from game.art import screen_data
from game.core.capability import capability
from game.core.message import Text, say
from game.core.offer import Offer
from game.core.overview import LineAction, Overview, OverviewColumn, OverviewLine
from game.core.verdict import Illegal, Reason, RuleRef
from game.i18n.words import translate
from game.match.start import Start
from game.ui.cards import overview as overview_card
from game.ui.cards.card_pen import CardPen
from game.ui.cards.overview import action_spot, line_spot
from game.ui.counters.marks import dark_on_light, light_on_dark, square_sign
from game.ui.kit.fonts import Typeface
from game.ui.kit.theme import Metrics
from game.ui.screens.phase_list import with_explanation
from tests.rules.adua.board import table as adua_table
from tests.rules.table import Table
from tests.rules.tours.board import table
from tests.rules.tours.shock_board import begun, fought, shock
from tests.ui.hand import Hand

CAMP = "red-hc1 2019 w, red-ma1 2020 w, yellow-hc1 2014 w, hi1 1606 e, abd-ar-rahman 2019"
MEETING = "red-hc1 1713 w, red-hc2 1712 w, li1 1613 e, hi2 1612 e, hi3 1614 e"
TWO = "red-hc1 1513 w, li1 1413 w, red-hc2 1518 w, li2 1418 w"


@pytest.fixture
def scene(sit_down: Callable[..., Hand]) -> Callable[..., Hand]:
    """Opens a position of Tours."""

    def make(at: Table, **more: Any) -> Hand:
        start = Start("play", "tours", "tours", seed=5, position=at.rules.position(at.state))
        hand = sit_down(start, speed=8.0, hand_over=False, **more)
        hand.wait()
        return hand

    return make


def spot(hand: Hand, name: str) -> tuple[int, int]:
    """The position of a clickable element on the card."""
    card = hand.screen.column.overview
    place = next(card.window_rect(each.rect) for each in card.spots if each.name == name)
    assert place is not None
    return place.center


def done(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


def test_one_click_on_a_sign_gives_an_order(scene: Callable[..., Hand]) -> None:
    """A click on the order in force cancels it."""
    hand = scene(table(CAMP, phase="orders"))
    hand.click(spot(hand, action_spot("yellow", 0)))
    hand.settle()
    assert ["order yellow move"] == done(hand)
    hand.click(spot(hand, action_spot("yellow", 0)))
    hand.settle()
    assert ["order yellow move", "order yellow none"] == done(hand)


def test_orders_by_key(scene: Callable[..., Hand]) -> None:
    """C cycles through the contingents and stays at the one that got an order; digits give the orders."""
    hand = scene(table(CAMP, phase="orders"))
    hand.key("c")
    assert "red" == hand.game.selection.lines.looked_at
    hand.key("1")
    hand.settle()
    assert "red" == hand.game.selection.lines.looked_at
    hand.key("c")
    hand.key("2")
    hand.settle()
    assert ["order red move", "order yellow reform"] == done(hand)
    hand.key("c", pygame.KMOD_SHIFT)
    assert "red" == hand.game.selection.lines.looked_at
    hand.key("escape")
    assert hand.game.selection.lines.looked_at is None


def test_a_selected_line_takes_the_place_of_the_last_result(scene: Callable[..., Hand]) -> None:
    """The card has the contingent's chances and buttons, not its buttons below the table of the last combat."""
    attack = shock("hi1 1810 e, red-hc1 1910 w", "red")
    hand = scene(table(CAMP, phase="orders"))
    hand.game.battle = begun(attack, "red-hc1 hi1").preview("resolve red-hc1")
    hand.game.stage.show_result(fought(attack, "red-hc1 hi1", face=5).events)
    hand.game.dirty = True
    hand.wait()
    with_result = {str(text) for _, text in hand.screen.column.middle.texts}
    hand.click(spot(hand, line_spot("yellow")))
    assert hand.game.stage.rolled is not None
    assert with_result.isdisjoint(str(text) for _, text in hand.screen.column.middle.texts)


def test_a_refused_order_says_why(scene: Callable[..., Hand]) -> None:
    """The reason is on the slip, with its rule; nothing is done."""
    at = table("hi1 1606 e, red-hc1 2019 w, charles 1606", phase="orders", first="frankish", wall=True)
    hand = scene(at)
    hand.click(spot(hand, action_spot("hi", 0)))
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert "5.2.6" == refusal.reasons[0].rule.number
    assert [] == done(hand)


@pytest.mark.every(2)
@pytest.mark.parametrize(("wall", "number", "told"), [
    (True, 2, "Leave the shield wall"), (False, 2, "Form the shield wall"),
    (True, 0, "Move/Attack: not allowed by 5.2.6")])
def test_pointing_at_a_sign_says_what_it_does(
    scene: Callable[..., Hand], printed: list[str], wall: bool, number: int, told: str
) -> None:
    """Its tip is below the title of its line, in place of the strength, which returns afterwards."""
    hand = scene(table("hi1 1606 e, red-hc1 2019 w, charles 1606", phase="orders", first="frankish", wall=wall))
    strength = "1 unit · shield wall" if wall else "1 unit"
    printed.clear()
    hand.point(spot(hand, action_spot("hi", number)))
    hand.wait()
    assert (True, False) == (told in " ".join(printed), any(text.startswith(strength) for text in printed))
    printed.clear()
    hand.point(hand.game.view.rect.center)
    hand.wait()
    assert (False, True) == (told in " ".join(printed), any(text.startswith(strength) for text in printed))


@pytest.mark.parametrize("number", [None, 0])
def test_a_rule_with_a_plain_number_is_cited_as_a_rule(number: int | None) -> None:
    """On a barred line and on its sign, as in refusals elsewhere; with its ruling."""
    reason = Reason(RuleRef("africa", "4", 2), say("barred"))
    line = OverviewLine("a", "A", actions=(LineAction(Offer(Illegal((reason,)), label="Charge")),))
    explanation = with_explanation(Overview(lines=(line,)), "a", number).lines[0].explanation
    assert str(reason.rule.citation) in str(explanation)


@pytest.mark.every(6)
@pytest.mark.parametrize("scale", [100, 150])
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_the_strength_of_a_contingent_is_never_cut(
    scene: Callable[..., Hand], printed: list[str], size: tuple[int, int], scale: int
) -> None:
    """However much there is to say about it: the row grows, or the text takes two lines. What its signs do is said in
    the same room."""
    line = ", ".join(f"hi{n} 16{n + 3:02} e{' disordered' if n < 6 else ''}" for n in range(1, 14))
    hand = scene(table(f"{line}, red-hc1 2019 w, charles 1606", phase="orders", first="frankish", wall=True))
    printed.clear()
    hand.resize((800, 600), 100)
    hand.resize(size, scale)
    hand.show_cards()
    assert "13 units shield wall 5 disordered" in " ".join(printed).replace(" · ", " ")
    assert not [text for text in printed if text.startswith("13 units") and text.endswith("…")]
    rows = {each.name: each.rect for each in hand.screen.column.overview.spots}
    hand.point(spot(hand, action_spot("hi", 0)))
    hand.wait()
    assert rows == {each.name: each.rect for each in hand.screen.column.overview.spots}


def test_pointing_at_a_line_of_the_list_lights_its_units(scene: Callable[..., Hand]) -> None:
    """Both sides of a combat are highlighted; away from the card nothing is."""
    hand = scene(shock(MEETING, "red").play("attack red-hc2 li1"))
    hand.point(spot(hand, line_spot("combat-red-hc2")))
    over = hand.game.view.overlay
    assert (("red-hc2",), ("li1",)) == (over.participants, over.targets)
    hand.point(hand.game.view.rect.center)
    assert () == hand.game.view.overlay.participants


def test_clicking_a_line_of_the_list_offers_its_actions(scene: Callable[..., Hand]) -> None:
    """It has the arithmetic with one more attacker, and its cancellation; the main button keeps its action."""
    hand = scene(shock(MEETING, "red").play("attack red-hc2 li1"))
    hand.click(spot(hand, line_spot("combat-red-hc2")))
    assert ["withdraw red-hc2"] == [proposal.action.notation for proposal in hand.game.selection.proposals]
    assert "battle" == hand.screen.column.middle.key[0]
    assert "begin" == hand.command
    hand.press(hand.screen.widgets.choices[0])
    hand.settle()
    assert ["withdraw red-hc2"] == done(hand)


def test_space_resolves_even_if_a_line_is_focused(scene: Callable[..., Hand]) -> None:
    """Space does the main button's action, not the card's."""
    hand = scene(shock(TWO, "red").play("attack red-hc1 li1"))
    hand.key("c")
    hand.end_phase()
    assert "begin" == done(hand)[0]


def test_a_combat_is_resolved_by_its_sign(scene: Callable[..., Hand]) -> None:
    """This works in any order."""
    at = begun(shock(TWO, "red"), "red-hc1 li1", "red-hc2 li2")
    hand = scene(at)
    hand.click(spot(hand, action_spot("combat-red-hc2", 0)))
    assert "resolve red-hc2" == done(hand)[0]


def test_a_unit_selected_on_the_map_replaces_the_focused_line(scene: Callable[..., Hand]) -> None:
    """A line is shown until a counter is selected."""
    hand = scene(table(CAMP, phase="orders"))
    hand.key("c")
    hand.click_unit("yellow-hc1")
    assert hand.game.selection.lines.looked_at is None
    assert "yellow-hc1" == hand.game.selection.selected


def test_a_contingent_that_acts_is_no_longer_focused(scene: Callable[..., Hand]) -> None:
    """Its line has no actions while it moves: the card is free for the pointer's target."""
    at = table(CAMP, phase="action", orders={"red": "move", "yellow": "move"})
    hand = scene(at)
    hand.click(spot(hand, action_spot("red", 0)))
    hand.settle()
    hand.game.roll((0,))
    hand.settle()
    assert ["activate red", "roll 0"] == done(hand)
    assert hand.game.selection.lines.looked_at is None
    assert not any(button.visible for button in hand.screen.widgets.choices)


def test_a_contingent_that_failed_is_no_longer_lit(scene: Callable[..., Hand]) -> None:
    """Neither its line nor its units are highlighted, although the pointer is still there; a move highlights it
    again."""
    hand = scene(table(CAMP, phase="action", orders={"red": "move", "yellow": "move"}))
    line = spot(hand, action_spot("red", 0))
    hand.click(line)
    hand.settle()
    hand.game.roll((9,))
    hand.settle()
    assert (None, ()) == (hand.screen.highlighted_line, hand.game.view.overlay.participants)
    hand.point((line[0] - 40, line[1]))
    assert "red" == hand.screen.highlighted_line


def test_units_able_to_act_have_a_ring(scene: Callable[..., Hand]) -> None:
    """The leader in his phase, units that may reform in theirs; a unit that has announced an attack is marked
    instead."""
    hand = scene(table(CAMP, phase="leaders"))
    assert ("abd-ar-rahman",) == hand.game.view.overlay.eligible
    hand = scene(table("red-hc1 2019 w disordered, red-ma1 2020 w, hi1 1606 e", phase="reform",
                       orders={"red": "reform"}))
    assert ("red-hc1",) == hand.game.view.overlay.eligible
    hand = scene(shock(TWO, "red").play("attack red-hc1 li1"))
    assert ("red-hc2",) == hand.game.view.overlay.eligible
    assert "attacking" in hand.game.situation.counters["red-hc1"].marks


@pytest.mark.every(4)
@pytest.mark.parametrize(("size", "scale", "upright", "beside"), [
    ((1280, 720), 100, True, True), ((1920, 1080), 100, True, True), ((1920, 1080), 100, False, False),
    ((1280, 720), 150, True, False), ((1024, 768), 100, True, False)])
def test_the_list_takes_no_room_from_the_map(
    scene: Callable[..., Hand], size: tuple[int, int], scale: int, upright: bool, beside: bool
) -> None:
    """It is on the table beside the map if there is room, otherwise among the cards; over the map only if the cards are
    a drawer."""
    hand = scene(table(CAMP, phase="orders"), size=size)
    hand.resize(size, scale)
    hand.wait()
    if hand.screen.view.turned is upright:
        hand.key("u")
        hand.wait()
    hand.show_cards()
    screen, card = hand.screen, hand.screen.column.overview
    assert beside is bool(screen.layout.overview.width)
    assert hand.app.metrics.has_drawer is bool(card.rect.colliderect(screen.layout.map))
    assert screen.app.window.get_rect().contains(card.rect)
    assert screen.layout.column.contains(card.rect) is not beside
    _, _, w, h = screen.view.sheet.with_rim
    assert screen.layout.map.width / w >= min(screen.layout.map.height / h, (screen.layout.track.width
                                                                         - screen.layout.side.width) / w) * 0.99


@pytest.mark.every(6)
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((1280, 720), 150), ((1024, 768), 100)])
@pytest.mark.parametrize("phase", ["orders", "action"])
def test_all_contingents_are_in_view(scene: Callable[..., Hand], size: tuple[int, int], scale: int, phase: str) -> None:
    """The five of the Muslims are visible in a small window, too."""
    order = dict.fromkeys(("red", "yellow", "blue", "grey", "guard"), "move") if phase == "action" else {}
    units = "red-hc1 2019 w, yellow-hc1 2014 w, blue-hc1 2012 w, grey-hc1 2008 w, guard-ma1 2114 w, hi1 1606 e"
    hand = scene(table(units, phase=phase, orders=order), size=size)
    hand.resize(size, scale)
    hand.wait()
    card = hand.screen.column.overview
    assert 5 == sum(spot.name.startswith("line:") for spot in card.spots)
    assert card.height <= card.rect.height


def test_other_systems_keep_no_room_for_the_list(sit_down: Callable[..., Hand]) -> None:
    """A system without an overview has its map as before, and the key has no meaning."""
    hand = sit_down(Start("play", "kassala", seed=3))
    assert 0 == hand.screen.layout.overview.width
    hand.key("c")
    assert hand.game.selection.lines.looked_at is None


def test_the_focused_line_unfolds(sit_down: Callable[..., Hand]) -> None:
    """The first of Adua's brigades is unfolded, then that of the selected unit; a click on a chit orders."""
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}), speed=8.0, hand_over=False)
    for _ in range(3):
        hand.settle()
        hand.end_phase()
    hand.settle()
    assert "orders" == hand.game.match.prompt.phase

    def listed() -> list[str]:
        return [each.name for each in hand.screen.column.overview.spots if each.name.startswith("line:")]

    assert {"line:albertone", "line:i-ascari", "line:ellena"} <= set(listed())
    assert "line:nava" not in listed()
    hand.click_unit("ellena")
    hand.wait()
    assert "line:nava" in listed()
    assert "line:i-ascari" not in listed()
    hand.click(spot(hand, action_spot("vi-infantry", 0)))
    hand.settle()
    assert ["order nava vi-infantry fire"] == done(hand)[-1:]
    assert "line:nava" in listed()


def test_a_line_with_units_has_a_sign_that_it_unfolds(sit_down: Callable[..., Hand]) -> None:
    """The stripe of a folded commander differs from the same stripe without units, and from that of an unfolded one."""
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}), speed=8.0, hand_over=False)
    for _ in range(3):
        hand.settle()
        hand.end_phase()
    hand.settle()
    game, lines = hand.game, hand.game.selection.lines.overview
    head = next(line for line in lines.lines if line.name == "ellena")
    own = next(line for line in lines.lines if line.parent == "ellena")
    first = next(line for line in lines.lines if line.name == "albertone")
    others = tuple(line for line in lines.lines if line.parent == "albertone")

    def printed(*shown: OverviewLine, heads: tuple[str, ...] = ()) -> set[bytes]:
        pictures = set()
        surface = pygame.Surface((320, 900), pygame.SRCALPHA)
        pen = CardPen(surface, hand.app.metrics, 10, 0, 300)
        overview_card.write(pen, game.theme, game.situation.counters, replace(lines, lines=shown), None, True, heads)
        for place in (spot_.rect for spot_ in pen.spots if spot_.name == "line:ellena"):
            pictures.add(pygame.image.tobytes(surface.subsurface(place), "RGBA"))
        return pictures

    folded, unfolded = printed(first, *others, head, own), printed(first, *others, head, own, heads=("ellena",))
    assert len({*printed(first, *others, head), *folded, *unfolded}) == 3


def test_the_units_of_the_focused_line_come_into_view(sit_down: Callable[..., Hand]) -> None:
    """A cut list scrolls to the line chosen by key and to as much of its unfolded lines as fits; the wheel still
    scrolls it."""
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}), speed=8.0, hand_over=False)
    for _ in range(3):
        hand.settle()
        hand.end_phase()
    hand.settle()
    card = hand.screen.column.overview
    assert card.height > card.rect.height
    hand.click_unit("ellena")
    hand.wait()
    own = {line.name for line in hand.game.selection.lines.overview.lines if "ellena" in (line.name, line.parent)}
    assert 8 == len(own)
    seen = {each.name.removeprefix("line:") for each in card.spots
            if each.name.startswith("line:") and card.window_rect(each.rect)}
    assert seen <= own
    assert 5 <= len(seen)
    hand.key("escape")
    for _ in range(13):
        hand.key("c")
        line = hand.game.selection.lines.looked_at
        assert line is not None
        assert spot(hand, line_spot(line))
    card.scroll(-card.height)
    for place in (card.rect.center, hand.screen.column.prompt.rect.center):
        hand.point(place)
        hand.wait()
        assert 0 == card.offset


def test_the_pointer_does_not_scroll_a_list_of_orders_back(
    sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scrolled away from the selected unit, it stays where it is as the pointer goes over its lines and signs. The card
    with the unit's buttons has its name, since its line is out of view."""
    hand = sit_down(Start("play", "adua", "adua", seed=5, position=adua_table(
        "albertone 2010, turitto 2010, i-ascari 2011, iv-ascari 1912, vii-ascari 2009, viii-ascari 1910, "
        "ascari-guns 1911, sicilian-guns 2008, arimondi 2206, i-bersaglieri 2206, ii-infantry 2207, dabormida 2402, "
        "iii-infantry 2402, ellena 2404, iv-infantry 2404, menelik-f1 0510", phase="orders", turn=3).position),
        size=(1280, 720), hand_over=False)
    card = hand.screen.column.overview
    hand.click(spot(hand, line_spot("i-ascari")))
    assert any("I Ascari" == text for _, text in hand.screen.column.middle.texts)
    at = card.rect.center
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: at)
    hand.point(at)
    for _ in range(9):
        hand.wheel(-3)
    scrolled = card.offset
    assert scrolled > 0
    for y in range(card.rect.top + 80, card.rect.bottom - 20, 25):
        for x in (card.rect.left + 100, card.rect.right - 100):
            hand.point((x, y))
            assert scrolled == card.offset


def test_a_force_marches_where_a_click_sends_it(sit_down: Callable[..., Hand]) -> None:
    """All of it moves with two inputs, and one undoes it; without a chosen force a click selects a counter as usual."""
    at = adua_table("alula 0610, alula-fv1 0610, alula-fv2 0611, alula-f1 0710, v-infantry 3010", phase="move",
                    phasing="abyssinian")
    start = Start("play", "adua", "adua", seed=5, players={}, position=at.rules.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False)
    hand.wait()
    hand.click(spot(hand, line_spot("alula")))
    hand.click_place("0910")
    hand.settle()
    assert ["alula-f1", "alula-fv1", "alula-fv2", "alula"] == [step.split()[1] for step in done(hand)]
    hand.key("backspace")
    hand.settle()
    assert [] == done(hand)
    hand.click_unit("alula-f1")
    assert "alula-f1" == hand.game.selection.selected


def test_focus_moves_to_the_next_line_when_one_is_done(sit_down: Callable[..., Hand]) -> None:
    at = adua_table("alula 0610, alula-fv1 0610, taitu 0612, taitu-f1 0612, v-infantry 3010", phase="move",
                    phasing="abyssinian")
    start = Start("play", "adua", "adua", seed=5, players={}, position=at.rules.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False)
    hand.wait()
    hand.key("c")
    assert "taitu" == hand.game.selection.lines.looked_at
    hand.click_place("0912")
    hand.settle()
    hand.key("c")
    assert "alula" == hand.game.selection.lines.looked_at


def test_names_beside_a_map_can_be_read(sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch) -> None:
    """In a wide window, too, where the list is lower than in the panel."""
    sizes: dict[str, int] = {}
    drawn = Typeface.line_picture

    def noted(self: Typeface, text: Text, colour: str) -> pygame.Surface:
        sizes[str(text)] = min(self.get_height(), sizes.get(str(text), 999))
        return drawn(self, text, colour)

    monkeypatch.setattr(Typeface, "line_picture", noted)
    start = Start("play", "adua", "adua", seed=5, position=adua_table(
        "albertone 2010, turitto 2010, i-ascari 1911 disorganized, iv-ascari 1912, viii-ascari 2009 disorganized, "
        "sicilian-guns 2008, menelik-f1 0510", phase="orders", turn=3).position)
    hand = sit_down(start, size=(2560, 1080), hand_over=False)
    assert hand.screen.layout.overview.width
    sizes.clear()
    hand.key("c")
    hand.wait()
    least = hand.screen.column.overview.scale * 12
    assert {"I Ascari", "VIII Ascari"} <= set(sizes)
    assert min(sizes["I Ascari"], sizes["VIII Ascari"]) >= least


@pytest.mark.parametrize("system", ["adua", "tours"])
def test_an_order_in_force_is_told_from_others_in_grey(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is light on dark, the others are dark on light; both have clear outlines."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    known = screen_data(catalog.rules(system).theme.art)
    orders = [mark for name, mark in known.marks.items() if name.startswith("ordered-") and mark.at is not None]
    assert len(orders) > 2
    for mark in orders:
        picture = square_sign(mark, 32)
        chosen, other = (pygame.transform.grayscale(each(picture)) for each in (light_on_dark, dark_on_light))
        apart = [abs(chosen.get_at((x, y))[0] - other.get_at((x, y))[0]) for x in range(4, 28) for y in range(4, 28)]
        assert sum(apart) / len(apart) > 100, mark.means
        for each in (chosen, other):
            shades = [each.get_at((x, y))[0] for x in range(4, 28) for y in range(4, 28)]
            assert max(shades) - min(shades) > 150, mark.means


def test_the_plate_of_a_command_counts_the_units_that_its_line_names(
    sit_down: Callable[..., Hand], printed: list[str]
) -> None:
    """Three units, not four with their chief."""
    at = adua_table("tecla 0610, tecla-f1 0610, tecla-f2 0611, tecla-f3 0612, v-infantry 2510", phase="move",
                    phasing="abyssinian", turn=2)
    hand = sit_down(Start("play", "adua", "adua", seed=5, position=at.rules.position(at.state)), hand_over=False)
    hand.settle()
    assert "3" in printed
    assert "4" not in printed


@pytest.mark.parametrize(("units", "names"), [
    ("tecla-f1 2011 engaged, tecla-f2 2011 engaged, menelik-f1 0510", "Tecla Haimanot: F 1, F 2"),
    ("menelik-gr1 2011 engaged, menelik-f1 2011 engaged, tecla-f1 0510", "Menelik: GR 1, F 1")])
def test_units_abbreviated_like_others_of_their_side_name_their_commander(
    sit_down: Callable[..., Hand], printed: list[str], units: str, names: str
) -> None:
    """Every Abyssinian commander has an F 1, also behind a unit of a kind that others lack; of the Italians each unit
    has a code of its own. Beside such a group a single unit has its whole name."""
    at = adua_table(f"{units}, i-ascari 2011 engaged", phase="melee", phasing="abyssinian", turn=5)
    hand = sit_down(Start("play", "adua", "adua", seed=5, position=at.rules.position(at.state)), hand_over=False)
    hand.settle()
    assert {names, "I Ascari"} <= {*printed}


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_the_text_below_a_title_is_not_narrower_than_its_neighbours(
    scene: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """A text of several parts that is too long for a line takes two, in the typeface of the others and about
    as large."""
    faces: dict[str, tuple[str, int]] = {}
    drawn = Typeface.line_picture

    def noted(face: Typeface, text: Text, colour: str) -> pygame.Surface:
        faces[translate(text)] = face.role, face.px
        return drawn(face, text, colour)

    monkeypatch.setattr(Typeface, "line_picture", noted)
    hand = scene(table("hi1 1606 e disordered, hi2 1605 e, li1 1613 e, hc1 2010 e, hc2 2011 e, red-hc1 2019 w",
                       phase="orders", wall=True, first="frankish"), size=size)
    lines = capability(hand.game.rules, OverviewColumn).overview(hand.game.match.state).lines
    texts = {part for line in lines for part in (str(line.subtitle), *str(line.subtitle).split(" · "))} & set(faces)
    assert len(texts) >= len(lines)
    assert {faces[text][0] for text in texts} == {"ui"}
    assert min(faces[text][1] for text in texts) >= 0.9 * max(faces[text][1] for text in texts)


def test_a_finished_combat_has_no_tooltips() -> None:
    """Not even elsewhere on the card, where nothing of it is printed."""
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    at = adua_table("tecla-f1 2011 engaged, i-ascari 2011 engaged", phase="melee", phasing="abyssinian", turn=5)
    counters = {counter.unit: counter for counter in at.rules.counters(at.state)}
    fight = OverviewLine("a", say("a fight"), ("tecla-f1",), ("i-ascari",), placeholder=True)
    pen = CardPen(pygame.Surface((320, 400)), Metrics(1280, 720, 1.0), 18, 14, 284)
    overview_card.write(pen, at.rules.theme, counters, Overview(say("Melees"), (fight,)), None, active=False)
    assert [] == pen.tips
    assert [] == pen.spots
