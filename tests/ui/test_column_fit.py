"""The right column at every window size and scale: odds, table and log stay in view together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise, product
from typing import Any

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.cards.headline import LogEntry
from game.ui.cards.log import WHOLE_LINES
from game.ui.dice.dice_layout import place_tray
from tests.ui.corners import CORNERS
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
Cells = tuple[tuple[tuple[int, int], int], ...]

SIZES = ((1024, 768), (1280, 720), (1440, 810), (1920, 1080), (3840, 2160))
SCALES = (100, 150, 200)
SOME_OR_ALL = pytest.mark.parametrize("cells", [
    pytest.param(CORNERS, id="corners"),
    pytest.param(tuple(product(SIZES, SCALES)), id="all", marks=pytest.mark.soak),
])

pytestmark = pytest.mark.usefixtures("unpainted")


def crowded(battle: str) -> tuple[dict[str, Any], str]:
    """A battle's set-up with two Moroccan units next to a Spanish one that may fire at them; and that fire."""
    rules = catalog.rules("africa")
    state = rules.initial(battle)
    start, board, counters = rules.position(state), rules.board(state), rules.counters(state)
    moved = [c.unit for c in counters if c.seat == "moroccan" and c.unit.startswith(("m-gk", "m-nz"))][:2]
    held = sorted({c.place for c in counters if c.seat == "spanish" and c.place is not None})
    for place in held:
        for near in (board.ids[k] for k in board.neighbours[board.index[place]]):
            units = [{**u, "place": near} if u["id"] in moved else u for u in start["units"]]
            begun = {"phase": "fire", "phasing": "spanish", "to_act": "spanish", "turn": 2, "pending": []}
            position = {**start, **begun, "units": units}
            found = rules.candidates(rules.from_position(position)) if near not in held else ()
            fire = next((action for action in found if action.notation.startswith("fire")), None)
            if fire is not None:
                return rules.position(rules.from_position(position)), fire.notation
    raise AssertionError(f"nobody can fire in {battle}")


def all_in_view(hand: Hand) -> list[str]:
    """Faults of the displayed column and of the strip above the map."""
    column = hand.screen.column
    window, found = hand.app.window.get_rect(), []
    column.log.draw(hand.app.window, column.log_rect, column.log_metrics)
    if column.middle.height > column.middle.rect.height:
        found.append(f"the card shows {column.middle.rect.height} of its {column.middle.height} pixels")
    if column.prompt.height > column.prompt.rect.height:
        found.append("the prompt is cut")
    if column.log.lines < WHOLE_LINES:
        found.append(f"the log shows {column.log.lines} lines")
    if not column.log.has_headline:
        found.append("the log has no heading")
    for card in (column.prompt, column.middle):
        if card.height - card.ink.get_bounding_rect().bottom < 9 * card.scale:
            found.append("print touches the lower edge of its card")
    parts = [column.prompt.rect, column.middle.rect, column.log_rect, column.tools]
    screen = hand.screen
    if not all(window.contains(part) for part in (*parts, screen.layout.track)):
        found.append("something leaves the window")
    if any(above.bottom > below.top for above, below in pairwise(parts)):
        found.append("cards lie on one another")
    panel = (column.rect, screen.layout.strip)
    if not all(any(part.contains(widget.rect) for part in panel)
               for widget in (screen.widgets.main, *screen.widgets.choices) if widget.visible):
        found.append("a button is out of view")
    return found


def tell(hand: Hand) -> None:
    """Put some lines into the log."""
    hand.screen.column.log.add(*(LogEntry(f"{number} units have moved, and one of them has been eliminated")
                               for number in range(8)))


def everywhere(hand: Hand, cells: Cells, fault: Callable[[Hand], list[str]], *, opens: bool = True) -> list[str]:
    """The faults at some sizes and scales.

    :param opens: whether a drawer is opened; otherwise the cards are measured in the closed one.
    """
    found = []
    for size, scale in cells:
        hand.resize(size, scale)
        if opens:
            hand.show_cards()
        found += [f"{size} at {scale} %: {what}" for what in fault(hand)]
    return found


def hidden_by_the_tray(hand: Hand) -> list[str]:
    """The counters of the combat that the tray covers; over others it may keep its place."""
    game = hand.game
    screen = hand.screen
    assert game.tray_shown
    tray, view = screen.tray_rect, game.view
    inside, _ = view.counter_boxes(game.stage.places, 0)
    assert inside
    covered = tray.collidelistall(inside)
    found = [f"the tray covers {len(covered)} counters in combat"] if covered else []
    around = screen.layout.map.union(screen.layout.side) if screen.layout.side.width else screen.layout.map
    return found if around.contains(tray) else [*found, "the tray leaves map and table"]


@SOME_OR_ALL
def test_an_attack_hides_nothing(sit_down: Sit, arab_fight: dict[str, Any], cells: Cells) -> None:
    """Odds, table and log are in view during its composition and the pending roll; the tray covers no counter of the
    combat.

    It stays in place during the roll and its result.
    """
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight))
    for unit in ("m-arab2", "c-galla1"):
        hand.click_unit(unit)
    tell(hand)
    assert everywhere(hand, cells, all_in_view) == []
    hand.resize((1280, 720), 200)
    hand.press(hand.screen.widgets.choices[0])
    hand.settle()
    assert hand.rolling
    assert everywhere(hand, cells, lambda hand: all_in_view(hand) + hidden_by_the_tray(hand)) == []
    place = hand.screen.tray_rect
    hand.key("space")
    hand.wait(0.3)
    assert hand.game.tray_shown
    assert hand.screen.tray_rect == place


@pytest.mark.every(3)
@SOME_OR_ALL
@pytest.mark.parametrize("battle", ["castillejos", "tetuan", "wad-ras"])
def test_a_fire_hides_nothing(sit_down: Sit, battle: str, cells: Cells) -> None:
    """With every counter on the map and a pending roll, the cards are whole, and the tray covers no counter in
    combat."""
    position, fire = crowded(battle)
    hand = sit_down(Start("play", "africa", battle, seed=3, position=position))
    hand.game.play(hand.game.rules.parse(fire))
    hand.settle()
    tell(hand)
    assert hand.rolling
    assert everywhere(hand, cells, lambda hand: all_in_view(hand) + hidden_by_the_tray(hand)) == []


def storm(battle: str) -> tuple[dict[str, Any], str, str]:
    """The Spanish movement, six Moroccan units with an officer next to a Spanish stack of four; returns the units and
    the place."""
    rules = catalog.rules("africa")
    state = rules.initial(battle)
    start, board, counters = rules.position(state), rules.board(state), rules.counters(state)
    theirs = [c.unit for c in counters if c.seat == "moroccan" and c.place in board.index]
    chosen = {*[unit for unit in theirs if unit.startswith(("m-gk", "m-rif", "m-gum"))][:3],
              *[unit for unit in theirs if unit.startswith(("m-nz", "m-nizam", "m-seyyid", "m-abbas"))][:3]}
    for held in sorted({c.place or "" for c in counters if c.seat == "spanish" and c.place in board.index}):
        ours = [c.unit for c in counters if c.seat == "spanish" and c.place == held]
        more = [c.unit for c in counters if c.seat == "spanish" and c.place in board.index and c.place != held
                and c.unit != "s-marina"]
        for near in (board.ids[k] for k in board.neighbours[board.index[held]]):
            units = [{**u, "place": near if u["id"] in chosen else held if u["id"] in more[: 4 - len(ours)] else
                      u["place"]} for u in start["units"]]
            begun = {"phase": "movement", "phasing": "spanish", "to_act": "spanish", "turn": 2, "pending": []}
            found = rules.from_position({**start, **begun, "units": units})
            leader = next((unit for unit in ours if rules.hazards_on(found, (unit,), near)), None)
            if leader is not None and len(rules.hazards_on(found, (leader,), near)) > 1:
                return rules.position(found), leader, near
    raise AssertionError(f"nobody can attack in {battle}")


@SOME_OR_ALL
@pytest.mark.parametrize("battle", ["tetuan", *(pytest.param(name, marks=pytest.mark.soak) for name in (
    "castillejos", "wad-ras"))])
def test_a_forecast_is_never_cut(sit_down: Sit, battle: str, cells: Cells) -> None:
    """While a unit or its stack points at a crowd of enemies, fire and shock are on the card to the last line, with
    winner and chance."""
    position, unit, place = storm(battle)
    hand = sit_down(Start("play", "africa", battle, seed=3, position=position))
    tell(hand)
    hand.click_unit(unit)
    assert everywhere(hand, cells, partial(forecast_cut, place=place), opens=False) == []
    hand.key("g")
    assert everywhere(hand, cells, partial(forecast_cut, place=place), opens=False) == []


def forecast_cut(hand: Hand, place: str) -> list[str]:
    """The part of the forecast for a place that is out of view."""
    hand.point(hand.screen.column.prompt.rect.center)
    hand.point(hand.game.view.point_of(place))
    card = hand.screen.column.middle
    assert "awaits" == card.key[0]
    return [] if card.height <= card.rect.height else [f"the card shows {card.rect.height} of {card.height} pixels"]


def test_a_tray_without_free_room_avoids_the_combat() -> None:
    """It shrinks, and covers as few other counters as possible."""
    area = pygame.Rect(0, 0, 400, 300)
    others = [pygame.Rect(x, y, 40, 40) for x in range(0, 400, 50) for y in range(0, 300, 50)]
    fight = [box for box in others if box.x >= 200]
    tray = place_tray(area, (180, 140), [box for box in others if box not in fight], fight)
    assert tray.collidelist(fight) < 0
    assert area.contains(tray)
    assert tray.width < 180
    assert place_tray(area, tray.size, [], fight, tray) == tray


def test_the_chances_of_a_fire_grow_with_the_interface(sit_down: Sit) -> None:
    """The log gives up some room, and still shows the last events."""
    position, fire = crowded("castillejos")
    hand = sit_down(Start("play", "africa", "castillejos", seed=3, position=position))
    hand.game.play(hand.game.rules.parse(fire))
    scales = []
    for scale in (100, 125, 150):
        hand.resize((1920, 1080), scale)
        hand.settle()
        scales.append(hand.screen.column.middle.scale)
        assert not hand.screen.column.log_folded
    assert scales[0] * 1.1 < scales[1] < scales[2]
