"""At every scale the map keeps its room, no print gets smaller, and the main button keeps its place."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from game import catalog
from game.core.message import values_in
from game.match.start import Start
from game.ui.cards.objectives import readable
from tests.rules.table import units
from tests.ui.corners import WINDOWS, corners
from tests.ui.hand import Hand, font_of
from tests.ui.test_column_fit import crowded

Sit = Callable[..., Hand]

BATTLES = (("kassala", "kassala"), ("africa", "castillejos"), ("africa", "tetuan"), ("africa", "wad-ras"))
RECRUIT = {"kassala": {}, "africa": {"moroccan": "recruit"}}


def printed(hand: Hand) -> dict[str, float]:
    """The sizes of print in pixels, or its scale, by what is printed; buttons beside or below the map, which may have
    shorter labels at another scale, by their order."""
    game, column = hand.game, hand.screen.column
    hand.wait()
    column.log.draw(hand.app.window, column.log_rect, column.log_metrics)
    screen = hand.screen
    screen.draw_objectives(hand.app.window, game.theme)
    found = {"prompt": column.prompt.scale, "card": column.middle.scale, "log": column.log_metrics.scale}
    row = screen.widgets.map_buttons
    found |= {button.text: font_of(button).get_point_size() for button in screen.buttons
              if button.visible and button not in row}
    found |= {f"button {number}": font_of(button).get_point_size() for number, button in enumerate(row)}
    return found | {"objectives": min(screen.objectives.smallest_print, readable(screen.metrics))}


def shrunk(hand: Hand, size: tuple[int, int]) -> list[str]:
    """Print that is smaller at 150 or 200 per cent than at 100, or cut off."""
    found = []
    hand.resize(size, 100)
    before = printed(hand)
    for scale in (150, 200):
        hand.resize(size, scale)
        hand.show_cards()
        now = printed(hand)
        covered = {"«", "»", "Pause"} - now.keys()  # an open drawer lies over them
        found += [f"at {scale} %: {what} {now[what]} after {was}" for what, was in before.items()
                  if what not in covered and now[what] < was - 1e-6]
        card = hand.screen.column.middle
        if card.height > card.rect.height:
            found.append(f"at {scale} %: the card is cut")
    return found


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", WINDOWS)
def test_a_battle_card_is_printed_no_smaller_at_a_larger_scale(
    sit_down: Sit, arab_fight: dict[str, Any], size: tuple[int, int]
) -> None:
    """Checked for its arithmetic and odds, the log below it, the buttons around it."""
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight))
    for unit in ("m-arab2", "c-galla1"):
        hand.click_unit(unit)
    assert shrunk(hand, size) == []


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("battle", "size"), corners(
    product(("castillejos", "tetuan", "wad-ras"), WINDOWS),
    [("castillejos", WINDOWS[3]), ("tetuan", WINDOWS[0]), ("tetuan", WINDOWS[2]), ("wad-ras", WINDOWS[1])],
))
def test_details_and_rolls_are_printed_no_smaller_at_a_larger_scale(
    sit_down: Sit, battle: str, size: tuple[int, int]
) -> None:
    """Checked for a counter's details with all its actions, and the pending coins."""
    position, fire = crowded(battle)
    hand = sit_down(Start("play", "africa", battle, seed=3, position=position, players=RECRUIT["africa"]))
    hand.settle()
    game = hand.game
    hand.click_unit(game.rules.parse(fire).units[0])
    assert game.selection.selected is not None
    assert shrunk(hand, size) == []
    hand.key("escape")
    game.play(game.rules.parse(fire))
    hand.settle()
    assert hand.rolling
    assert shrunk(hand, size) == []


@pytest.mark.every(2)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "battle"), BATTLES)
def test_the_map_keeps_its_room(sit_down: Sit, system: str, battle: str) -> None:
    """It has two fifths of the window's width at 200 per cent, and two fifths of the whole window at 100, with the
    legend hidden."""
    hand = sit_down(Start("play", system, battle, seed=7, players=RECRUIT[system]), size=(1920, 1080))
    view = hand.game.view
    for scale, wide, whole in ((100, 0.4, 0.39), (200, 0.4, 0.33)):
        hand.resize((1920, 1080), scale)
        _, _, w, h = view.sheet.layout.field
        assert w * view.camera.scale >= wide * 1920
        assert w * h * view.camera.scale**2 >= whole * 1920 * 1080
        board = catalog.rules(system).board(hand.game.match.state)
        assert all(view.rect.collidepoint(view.point_of(place)) for place in board.index)


@pytest.mark.every(6)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 100), ((1280, 720), 100), ((1920, 1080), 150)])
@pytest.mark.parametrize("battle", ["castillejos", "wad-ras"])
def test_the_main_button_stays_where_it_is(
    sit_down: Sit, battle: str, size: tuple[int, int], scale: int
) -> None:
    """The prompt has one line, three, or a list of duties."""
    hand = sit_down(Start("play", "africa", battle, seed=7), size=size, hand_over=False)
    hand.resize(size, scale)
    game, seen, texts = hand.game, set(), set()
    screen = hand.screen
    for _ in range(6):
        hand.wait()
        if screen.widgets.main.visible:
            seen.add(tuple(screen.widgets.main.rect))
            texts.add((game.prompt_shown.text, len(game.prompt_shown.duties)))
        hand.end_phase()
        hand.settle()
    assert len(texts) > 2
    assert len(seen) == 1


def test_no_seam_beside_the_map(sit_down: Sit) -> None:
    """The table continues beneath the edge between the map's part of the window and the buttons."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=7, players=RECRUIT["africa"]), size=(1920, 1080))
    hand.wait_for_print()
    edge, window = hand.screen.layout.map.left, hand.app.window
    assert hand.screen.layout.side.right == edge > 0
    rows = range(400, 800, 4)

    def step(x: int) -> float:
        """The change of brightness from one column of pixels to the next."""
        light = [sum(sum(window.get_at((at, y))[:3]) for y in rows) for at in (x - 1, x)]
        return abs(light[1] - light[0]) / len(rows)

    assert step(edge) <= 2 * max(step(x) for x in range(edge - 20, edge + 21) if x != edge) + 1


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 100), ((1280, 720), 200), ((1920, 1080), 100)])
def test_both_answers_to_a_question_are_of_one_size(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Buttons and print of interrupting and declining are equal; the highlighted one continues play, in the main
    button's place, or in its right part where both share the strip beside a closed drawer."""
    rules = catalog.rules("africa")
    line = "s-cuenca b, s-husares a, m-gk-haus al-wahhab"
    position = rules.position(rules.from_position({
        "scenario": "castillejos", "options": [], "turn": 2, "phase": "movement", "phasing": "moroccan",
        "units": units(line),
    }))
    hand = sit_down(Start("play", "africa", "castillejos", seed=5, position=position), size=size, speed=8.0)
    hand.resize(size, scale)
    main, answer = hand.screen.widgets.main, hand.screen.widgets.answer
    place = main.rect.copy()
    hand.end_phase()
    hand.settle()
    hand.wait()  # a frame that lays out what is asked
    assert hand.game.interruption.question is not None
    assert place.contains(main.rect)
    assert main.rect.topright == place.topright
    assert hand.app.metrics.has_drawer or main.rect == place
    assert main.rect.size == answer.rect.size
    assert (main.rect.y if hand.app.metrics.has_drawer else main.rect.x) in (answer.rect.y, answer.rect.x)
    assert font_of(main).get_point_size() == font_of(answer).get_point_size()
    assert (main.object_ids[-1], answer.object_ids[-1]) == ("#main", "#answer")


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 100), ((1280, 720), 100), ((1280, 720), 200)])
def test_the_targets_of_a_gun_can_be_read(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Long names and an officer that helps: their common part is above, so that the rest is legible."""
    hand = sit_down(Start("play", "africa", "tetuan", seed=3), size=size, hand_over=False)
    hand.resize(size, scale)
    hand.settle()
    for _ in range(2):
        hand.key("space")
        hand.settle()
    hand.click_unit("s-reserva")
    hand.settle()
    hand.show_cards()
    buttons = [button for button in hand.screen.widgets.choices if button.visible]
    assert len(buttons) == 5
    assert "Ros de Olano" in values_in(hand.game.selection.proposals[0].heading)
    assert min(font_of(button).get_point_size() for button in buttons) >= 10
