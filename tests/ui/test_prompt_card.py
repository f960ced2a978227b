"""The text of the prompt card under a disabled button, and the counter that the keyboard explains."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.core.message import plural, say
from game.core.prompt import Duty, Prompt
from game.core.verdict import Reason, RuleRef
from game.match.loading import load
from game.match.start import Start
from game.ui.cards.card_pen import CardPen
from game.ui.cards.column import CardColumn, Content
from game.ui.cards.prompt import ALL_FIRST, DUTY_SPOT, MORE_SPOT, THIS_FIRST, PromptCard, duty_spot, why_disabled, write
from game.ui.kit.theme import PAPER, Metrics
from game.ui.screens.game_contents import middle_card
from tests.rules.table import units
from tests.ui.hand import Hand

RULE = RuleRef("x", "1")
RECORDS = Path(__file__).parent.parent / "records"


def asked(reasons: Sequence[str], *duties: str) -> PromptCard:
    """A prompt with duties, whose button is refused for several reasons."""
    due = tuple(Duty((), say(text), RULE) for text in duties)
    asked = Prompt("p", 1, "a", say("Do it"), RULE, due)
    return PromptCard(asked, None, tuple(Reason(RULE, say(text)) for text in reasons))


def test_duties_are_not_printed_twice() -> None:
    """Duties are below the button; directly under it are only other reasons."""
    assert THIS_FIRST == why_disabled(asked(["A must move"], "A must move"))
    assert ALL_FIRST == why_disabled(asked(["A must", "B must"], "A must", "B must"))
    assert "A must (rule 1); too many in C (rule 1)" == why_disabled(asked(["A must", "too many in C"], "A must"))
    assert "too many in C (rule 1)" == why_disabled(asked(["too many in C"], "A must"))
    assert "too many in C (rule 1)" == why_disabled(asked(["too many in C"]))


def test_the_keyboard_explains_the_top_counter(sit_down: Callable[..., Hand]) -> None:
    """With the cursor on an area its top counter is described, like the one under the mouse."""
    rules = catalog.rules("africa")
    line = "s-cuenca a, s-luchana a, m-gk-haus al-wahhab, m-abbas al-malik"
    state = rules.from_position({
        "scenario": "castillejos", "options": [], "turn": 3, "phase": "movement", "phasing": "spanish",
        "units": units(line),
    })
    game = sit_down(Start("play", "africa", "castillejos", seed=1, position=rules.position(state))).game
    game.pointing.keyboard, game.selection.cursor = True, "a"
    top = game.situation.counters[game.situation.stacks["a"][-1]]
    assert top.unit in {"s-cuenca", "s-luchana"}
    assert top in middle_card(game).key


@pytest.mark.parametrize(("system", "empty"), [("kassala", "0508"), ("tours", "1920")])
def test_enter_on_an_empty_hex_says_what_is_wrong_there(sit_down: Callable[..., Hand], system: str, empty: str) -> None:
    """The refusal names the hex, where it is shown, and does not repeat the prompt."""
    hand = sit_down(Start("play", system, seed=3), hand_over=False)
    hand.settle()
    for _ in range(2 if system == "tours" else 0):
        hand.end_phase()
        hand.settle()
    selection = hand.game.selection
    assert empty not in hand.game.situation.stacks
    selection.select(None)
    selection.cursor = empty
    hand.key("enter")
    assert selection.refusal is not None
    assert selection.refusal.place == empty
    text, = (reason.text for reason in selection.refusal.reasons)
    assert empty in str(text)
    assert text != hand.game.prompt_shown.text


def test_duties_are_printed_between_the_main_button_and_the_others(sit_down: Callable[..., Hand]) -> None:
    """The reasons are under End movement, followed by the other buttons, which stay in place."""
    rules = catalog.rules("africa")
    crowd = "s-cuenca a, s-luchana a, s-saboya a, s-principe a, s-2-bateria b, m-gk-haus playa-del-tarajal"

    def gap(line: str) -> tuple[int, int]:
        position = {"scenario": "castillejos", "options": [], "turn": 3, "phase": "movement", "phasing": "spanish"}
        full = rules.position(rules.from_position({**position, "units": units(line)}))
        screen = sit_down(Start("play", "africa", "castillejos", seed=1, position=full)).screen
        game = screen.game
        assert bool(game.prompt_shown.duties) == (line == crowd)
        assert screen.widgets.fire_all.visible
        top = min(button.rect.top for button in (screen.widgets.quick_play, screen.widgets.fire_all) if button.visible)
        card = screen.column.prompt
        for spot in card.spots:
            place = card.window_rect(spot.rect)
            assert place is not None
            assert screen.widgets.main.rect.bottom <= place.top
            assert place.bottom <= top
        return int(top - screen.widgets.main.rect.bottom), len(card.spots)

    free = gap(crowd.replace("s-saboya a, s-principe a", "s-saboya b"))
    assert free[1] == 0
    assert gap(crowd) == (free[0], 1)


def at_step(sit_down: Callable[..., Hand], record: str, step: int, size: tuple[int, int] = (1280, 720)) -> Hand:
    """The game of a record after this many of its steps."""
    match = load(RECORDS / f"{record}.jsonl").match
    hand = sit_down(Start("play", record.split("/")[0], match.header.scenario, seed=3, options=match.header.options,
                          position=match.rules.position(match.plies[step].state)), size=size, hand_over=False)
    hand.settle()
    return hand


def told(hand: Hand) -> list[int]:
    """The numbers of the duties on the card."""
    return [int(spot.name.removeprefix(DUTY_SPOT)) for spot in hand.screen.column.prompt.spots
            if spot.name != MORE_SPOT]


def middle_of(hand: Hand, name: str) -> tuple[int, int]:
    card = hand.screen.column.prompt
    place = card.window_rect(next(spot.rect for spot in card.spots if spot.name == name))
    assert place is not None
    return place.center


def test_the_rest_button_keeps_its_place_without_the_other() -> None:
    """The button that lists the actions of all units of a kind is above it."""
    places = []
    for salvo in (True, False):
        surface = pygame.Surface((320, 400), pygame.SRCALPHA)
        pen = CardPen(surface, Metrics(1280, 720, 1.0), 18, 14, 284, foot=380)
        write(pen, replace(asked(()), button=True, quick_play=True, fire_all=salvo))
        places.append(pen.slots["quick_play"])
    assert places[0] == places[1]


def test_many_duties_are_shown_page_by_page(sit_down: Callable[..., Hand]) -> None:
    """A click on the number of others shows the next ones, then the first again; so does the wheel."""
    hand = at_step(sit_down, "tours/tours-facts-values", 209)
    whole, card = len(hand.game.prompt_shown.duties), hand.screen.column.prompt
    first, place = told(hand), card.rect.copy()
    assert 1 < len(first) < whole
    seen = set(first)
    for _ in range(whole):
        hand.click(middle_of(hand, MORE_SPOT))
        seen |= set(told(hand))
        assert card.rect == place
    assert seen == set(range(whole))
    before = told(hand)
    hand.point(card.rect.center)
    pygame.mouse.set_pos(card.rect.center)
    hand.wheel(-1)
    assert told(hand) != before


def test_a_duty_points_at_all_its_units(sit_down: Callable[..., Hand]) -> None:
    """Units that its sentence has no room to name are marked too; a click brings the first into view."""
    hand = at_step(sit_down, "africa/tetuan-facts-values", 203)
    duties = hand.game.prompt_shown.duties
    assert len(duties) > 2
    for number in told(hand):
        hand.point(middle_of(hand, duty_spot(number)))
        assert set(hand.game.pointing.named_units) == set(duties[number].units)
    hand.click(middle_of(hand, duty_spot(1)))
    stand = {hand.game.situation.counters[unit].place for unit in duties[1].units}
    assert hand.game.selection.cursor in stand


def test_the_duty_of_the_selected_unit_is_shown(sit_down: Callable[..., Hand]) -> None:
    """Tab goes through the units of all duties: the card turns to the page of each."""
    hand = at_step(sit_down, "africa/wad-ras", 280)
    duties = hand.game.prompt_shown.duties
    assert len(told(hand)) < len(duties)
    found = set()
    for _ in range(12):
        hand.key("tab")
        number = next(k for k, duty in enumerate(duties) if hand.game.selection.selected in duty.units)
        found.add(number)
        assert number in told(hand)
    assert len(found) > 1


def test_a_prompt_is_of_one_size_with_and_without_what_is_left_to_do() -> None:
    """A note of what is left that does not fit below the prompt is printed under the button."""
    pygame.init()
    text = say("Give each contingent an order. Each activates on 5 or less (d10, 0 to 9)")
    printed = []
    for left in ("", "1 contingent has no order"):
        card = replace(asked([]), prompt=Prompt("p", 1, "a", text, RULE), button=True, still_possible=left)
        pen = CardPen(pygame.Surface((320, 400)), Metrics(1280, 720, 0.72), 18, 14, 284)
        write(pen, card)
        printed.append(next((area.height, words) for area, words in pen.printed_texts if words.startswith("Give")))
    assert printed[0] == printed[1]


def _lines(count: int) -> Callable[[CardPen], None]:
    """Prints so many lines of a list."""
    def write(pen: CardPen) -> None:
        for number in range(count):
            top = pen.y
            pen.line(str(number))
            pen.add_list_line(top, pen.y)

    return write


@pytest.mark.parametrize(("scale", "gives"), [(150, True), (100, False)])
def test_the_prompt_gives_its_blank_paper_to_a_long_list(scale: int, gives: bool) -> None:
    """In large print a prompt above a long list is no higher than its print; at the usual size it keeps the room of the
    tallest prompt."""
    pygame.display.init()
    pygame.display.set_mode((1280, 720))
    m, rect = Metrics.of((1280, 720), scale).game_metrics, pygame.Rect(800, 0, 480, 660)
    prompt = Content(("prompt",), _lines(2), tallest_forms=(_lines(7),))
    heights = []
    for overview in (None, Content(("list",), _lines(60), long=True)):
        column = CardColumn()
        column.arrange(rect, m, prompt, Content(("middle",), _lines(1)), overview)
        heights.append(column.prompt.rect.height)
    assert gives == (heights[1] < heights[0])
    assert column.overview.height > column.list_rect.height


@pytest.mark.parametrize("duty_in_view", range(5))
def test_every_page_of_duties_counts_the_duties_on_the_others(duty_in_view: int) -> None:
    """Also the last page, which may have fewer rows."""
    card = replace(asked((), *(f"Unit {number} must attack" for number in range(5))), duty_in_view=duty_in_view)
    pen = CardPen(pygame.Surface((320, 400), pygame.SRCALPHA), Metrics(1280, 720, 1.0), 18, 14, 284, foot=185)
    write(pen, card)
    shown = [spot for spot in pen.spots if spot.name != MORE_SPOT]
    assert 1 < len(shown) < 5
    chip = next(spot.rect for spot in pen.spots if spot.name == MORE_SPOT)
    words = plural("{count} more", "{count} more", 5 - len(shown))
    assert chip.width == pen.font("ui-bold", 15).line_picture(words, PAPER).get_width() + pen.metrics.px(26)


def test_the_wheel_turns_to_every_page_of_duties_both_ways(sit_down: Callable[..., Hand]) -> None:
    """Also from the first page back to the last, which has fewer rows, and on from a selected unit's page."""
    hand = at_step(sit_down, "tours/tours-facts-values", 209)
    whole, first = len(hand.game.prompt_shown.duties), told(hand)
    assert whole % len(first), "the last page is shorter"
    for start in range(whole):
        for pages in (1, -1):
            seen = set[int]()
            hand.game.show_duty(start)
            hand.settle()
            opened = told(hand)
            for _ in range(-(-whole // len(first))):
                hand.screen.mouse.turn_duty_pages(pages)
                hand.wait()
                seen |= set(told(hand))
            assert set(range(whole)) == seen
            assert opened == told(hand)
