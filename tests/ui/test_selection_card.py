"""The selection card: a unit with its notes, an area with both stacks from the top, the counter under the pointer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.core.contract import Counter
from game.core.face import PlaceCard
from game.core.message import say
from game.i18n.words import translate
from game.match.loading import load
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.cards import selection
from game.ui.cards.card import Card
from game.ui.cards.card_pen import BARE, NAME_ONLY, TIGHT, CardPen
from game.ui.kit.theme import Metrics
from tests.ui.hand import Hand

AFRICA = Africa(catalog.board)
STATE = AFRICA.initial("castillejos")
B = tuple(counter for counter in AFRICA.counters(STATE) if counter.place == "b")


@pytest.fixture(autouse=True)
def _window(folders: Path) -> None:
    """Pictures need a display to convert to."""
    pygame.display.init()
    pygame.display.set_mode((320, 200))


def written(writer: Callable[[CardPen], None], size: tuple[int, int] = (1920, 1080)) -> Card:
    """A card printed once."""
    card = Card()
    metrics = Metrics.of(size)
    card.write(("once",), metrics.panel_width - metrics.px(24), metrics, writer)
    return card


def area(place: str) -> PlaceCard:
    """The rules' card of an area."""
    card = AFRICA.place_card(STATE, place)
    assert card is not None
    return card


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
def test_an_area_lists_its_stack_from_the_top(size: tuple[int, int]) -> None:
    """Each counter can be clicked, the top one first, all within the card."""
    card = written(lambda pen: selection.write_card(pen, AFRICA.theme, area("b"), B), size)
    assert [counter.unit for counter in reversed(B)] == [spot.name for spot in card.spots]
    card.place(0, 0)
    assert all(spot.rect.right <= card.rect.width for spot in card.spots)


def test_both_sides_of_an_area_are_listed_apart() -> None:
    """The Spanish come first, from the top, then the Moroccans."""
    foes = tuple(counter for counter in AFRICA.counters(STATE) if counter.place == "ar-aziz")
    card = written(lambda pen: selection.write_card(pen, AFRICA.theme, area("b"), (*foes, *B)))
    order = [counter.unit for counter in (*reversed(B), *reversed(foes))]
    assert order == [spot.name for spot in card.spots]


def test_notes_lead_to_their_rules() -> None:
    """The rules in the notes of an area and of the counter under the pointer are links."""
    haus = next(counter for counter in AFRICA.counters(STATE) if counter.unit == "m-gk-haus")
    card = written(lambda pen: selection.write_card(pen, AFRICA.theme, area("casa-del-morabito"), (haus,), haus))
    cited = [str(rule) for rule in dict.fromkeys(link.rule for link in card.links)]
    assert ["4 (ruling 3)", "11.C.2", "2.1 (ruling 20)"] == cited


def test_a_unit_has_its_values_and_notes() -> None:
    """Its own card cites its rules; its stack is below."""
    prim = next(counter for counter in B if counter.unit == "s-prim")
    card = written(lambda pen: selection.write_unit(pen, AFRICA.theme, prim, B))
    assert ["10 (ruling 19)"] == [str(link.rule) for link in card.links]
    assert {counter.unit for counter in B} == {spot.name for spot in card.spots}


def test_a_stack_whose_order_says_nothing_is_listed_as_it_is_given() -> None:
    """If a system's theme says so, the card does not mention the top."""
    theme = replace(AFRICA.theme, stacks_in_order=False)
    plain = tuple(Counter(f"m-{k}", "spanish", f"No. {k}", "N", "infantry", "3-2", "b") for k in range(3))
    card = written(lambda pen: selection.write_unit(pen, theme, plain[0], plain))
    assert [counter.unit for counter in plain] == [spot.name for spot in card.spots]


def test_pointing_at_a_counter_names_it(sit_down: Callable[..., Hand]) -> None:
    """An enemy that cannot be selected is explained below its area."""
    hand = sit_down(Start("play", "africa", "castillejos", players={"spanish": "human", "moroccan": "human"}))
    hand.settle()
    place = hand.game.situation.counters["m-seyyid-2"].place
    assert place is not None
    hand.point(hand.game.view.point_of(place))
    hand.wait(0.3)
    assert "m-seyyid-2" == hand.game.pointing.unit
    assert {"8", "8.1"} <= {str(link.rule) for link in hand.screen.column.middle.links}


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("phase", ["machine-guns", "orders"])
def test_a_card_with_nothing_selected_says_what_can_be(sit_down: Callable[..., Hand], phase: str,
                                                       size: tuple[int, int]) -> None:
    """Beside a long list there is no room for a heading as well: the advice stays, whole."""
    match = load(Path("tools/games/adua.jsonl")).match
    state = next(ply.state for ply in match.plies if match.rules.prompt(ply.state).phase == phase)
    hand = sit_down(Start("play", "adua", match.header.scenario, position=match.rules.position(state)), size=size,
                    hand_over=False)
    hand.settle()
    hand.wait()
    card = hand.screen.column.middle
    printed = " ".join(str(text) for _, text in card.texts)
    assert "Tab" in printed
    assert max(area.bottom for area, _ in card.texts) <= card.rect.height


def _stack(number: int) -> tuple[Counter, ...]:
    """This many counters of Adua in one place."""
    rules = catalog.rules("adua")
    return tuple(rules.counters(rules.initial("adua")))[:number]


@pytest.mark.parametrize(("number", "lower"), [(5, 0.8), (60, 0.4)])
def test_many_units_in_one_place_are_listed_briefly(number: int, lower: float) -> None:
    """They need less height than three full descriptions would suggest; each can still be clicked."""
    theme = catalog.rules("adua").theme

    def card(of: int) -> Card:
        return written(lambda pen: selection.write_place(replace(pen, scarcity=TIGHT), theme, "Hex 0101", "Ground",
                                                         _stack(of), ""))

    three, many = card(3), card(number)
    assert many.height < lower * number / 3 * three.height
    assert [spot.name for spot in many.spots] == [counter.unit for counter in _stack(number)]
    assert not any(one.rect.colliderect(other.rect) for n, one in enumerate(many.spots) for other in many.spots[:n])


def test_a_stack_of_four_with_room_shows_the_values_of_each() -> None:
    """Each line has the unit's strength and movement, uncut; the hex is in the title alone."""
    rules = catalog.rules("kassala")
    four = tuple(replace(counter, place="0302") for counter in rules.counters(rules.initial("kassala"))[:4])
    card = written(lambda pen: selection.write_place(pen, rules.theme, "Hex 0302", "Plain", four, ""))
    words = " ".join(text for _, text in card.texts)
    values = [translate(value) for counter in four for label, value in counter.lines if label != say("Hex")]
    assert len(values) == 8
    assert all(words.count(value) >= values.count(value) for value in values)
    assert "…" not in words


def test_a_unit_on_one_line_has_whole_values_only() -> None:
    """Values for which there is no room are left out; the tooltip has them all."""
    lines = tuple((say("Fire"), "so and so") for _ in range(9))
    unit = replace(next(counter for counter in B if counter.unit == "s-prim"), lines=lines)
    printed: list[str] = []

    def write(pen: CardPen) -> None:
        short = replace(pen, scarcity=NAME_ONLY)
        selection.write_unit(short, AFRICA.theme, unit, B)
        printed.append([str(text) for _, text in short.printed_texts][-1])

    written(write)
    values = printed[0].split(" · ")
    assert 0 < len(values) < len(lines)
    assert all(value.endswith("so and so") for value in values)


def test_a_unit_in_a_low_card_has_one_value_per_line(printed: list[str]) -> None:
    """Rather than its values in a paragraph, it does without its stack."""
    card, metrics, unit = Card(), Metrics.of((1280, 720)), B[-1]
    card.write(("once",), metrics.panel_width - metrics.px(24), metrics,
               lambda pen: selection.write_unit(pen, AFRICA.theme, unit, B), 205)
    values = {translate(value) for _, value in unit.lines[1:]}
    assert values <= {text for _, text in card.texts} | set(printed)
    assert card.height <= 205
    assert not card.spots


def test_a_unit_in_a_very_low_card_keeps_its_values() -> None:
    """It does without its picture before a value is left out."""
    card, metrics, unit = Card(), Metrics.of((1280, 720)), B[-1]
    card.write(("once",), metrics.panel_width - metrics.px(24), metrics,
               lambda pen: selection.write_unit(pen, AFRICA.theme, unit, B), 100)
    assert card.height <= 100
    words = " ".join(text for _, text in card.texts)
    assert all(translate(value) in words for _, value in unit.lines)


@pytest.mark.parametrize(("room", "has_title"), [(400, True), (88, False)])
def test_a_line_of_a_list_has_its_buttons_before_its_title(room: int, has_title: bool) -> None:
    """If only one of both has room: the title is in the list as well."""
    card, metrics = Card(), Metrics.of((1280, 720))
    choices = [selection.CardChoice("Attack", ""), selection.CardChoice("Entrench", "")]
    card.write(("once",), metrics.panel_width - metrics.px(24), metrics,
               lambda pen: selection.write_line(pen, "Ascari", "entrenched", choices), room)
    card.place(0, 0, room)
    assert ("Ascari" in [text for _, text in card.texts]) == has_title
    assert all(card.slot(f"choice-{number}") is not None for number in range(2))


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("room", [75, 82, 125])
def test_a_place_with_few_counters_opens_at_its_top_however_low_the_card(count: int, room: int) -> None:
    """Nothing is cut, and each counter can be clicked; a single one has its place beside its name."""
    card, metrics = Card(), Metrics.of((1280, 720))
    stack = B[:count]
    card.write(("place", count), metrics.panel_width - metrics.px(24), metrics,
               lambda pen: selection.write_place(pen, AFRICA.theme, "Area b", "ground", stack, ""), room)
    card.place(0, 0, room)
    assert 0 == card.offset
    assert card.height <= room
    assert [each.unit for each in stack] == [spot.name for spot in card.spots]
    assert any("Area b" in text for _, text in card.texts) or count > 1


def test_a_button_beside_another_one_shares_no_row_with_a_third() -> None:
    """Every choice has a button, however scarce the room."""
    labels = ("A long label without room for a second one beside it", "Turn", "Face", "Stay", "Fire", "Charge")
    choices = [selection.CardChoice(label, "", 0 if label == "Turn" else None) for label in labels]
    pen = CardPen(pygame.Surface((320, 600)), Metrics(1280, 720, 1.0), 18, 14, 284, scarcity=BARE)
    selection.write_choices(pen, choices)
    assert {f"choice-{number}" for number in range(len(choices))} == pen.slots.keys()
