"""Cards higher than their space: lines are shown whole or not at all, and the foot counts the hidden ones."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pygame
import pytest

from game.core.chance import per_cent
from game.core.message import say
from game.core.preview import Outcome
from game.core.tables import ResultsTable
from game.core.verdict import RuleRef
from game.match.start import Start
from game.ui.cards.card import MIN_SCALE_SHARE, MORE_LINE_HEIGHT, Card
from game.ui.cards.card_pen import TIGHT, CardPen
from game.ui.cards.chances import write_bars, write_rows
from game.ui.cards.overview import line_spot
from game.ui.cards.scroll_layout import ScrollLayout
from game.ui.cards.selection import CardChoice, write_choices
from game.ui.kit.theme import INK, Metrics
from tests.rules.adua.board import RULES, table
from tests.rules.table import Table
from tests.ui.hand import Hand
from tests.ui.test_list_holds_still import ARMY

Sit = Callable[..., Hand]
LINES = tuple((40 + 30 * number, 70 + 30 * number) for number in range(10))
LIST = ScrollLayout(350, 160, (40,), LINES, LINES, (0, 0), 20)
"""A heading of 40 pixels, ten lines of 30, and room for three of them above the sign."""
SIZES = [((1024, 768), 100), ((1024, 768), 150), ((1280, 720), 100), ((1280, 720), 200), ((1920, 1080), 100),
         ((1920, 1080), 150)]


def sit(sit_down: Sit, at: Table, size: tuple[int, int], scale: int = 100) -> Hand:
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=dict(RULES.position(at.state))),
                    size=size, speed=8.0, hand_over=False, interface_scale=scale)
    hand.settle()
    hand.wait_for_print()
    return hand


@pytest.mark.parametrize("offset", range(0, 211, 7))
def test_no_line_is_cut(offset: int) -> None:
    """At any offset, the visible part begins and ends between two lines, or at the window's edge."""
    first, last = LIST.visible_span(offset)
    assert not any(top < edge < bottom for edge in (first, last) for top, bottom in LINES)
    shown = [line for line in LINES if first <= line[0] and line[1] <= last]
    above, below = LIST.hidden_line_counts(offset)
    assert len(LINES) == above + len(shown) + below
    assert shown


def test_the_wheel_scrolls_by_whole_lines_to_the_last_one() -> None:
    """It scrolls at least a line each time, with a whole one below the heading."""
    offset, seen = 0, [0]
    while offset < LIST.max_offset:
        offset = LIST.snapped_offset(offset, 5)
        seen.append(offset)
    assert [30 * number for number in range(8)] == seen
    assert (7, 0) == LIST.hidden_line_counts(offset)
    while offset:
        offset = LIST.snapped_offset(offset, -5)
        seen.append(offset)
    assert seen == seen[::-1]


def test_the_buttons_stay_at_the_foot_and_the_heading_at_the_top() -> None:
    """The part between scrolls."""
    card = ScrollLayout(350, 200, (40,), LINES, (), (280, 340), 20)
    heading, button, line = (pygame.Rect(0, y, 100, 30) for y in (5, 290, 100))
    for offset in (0, 60):
        assert 5 == card.visible_rect(heading, offset).y  # type: ignore[union-attr]
        assert 150 == card.visible_rect(button, offset).y  # type: ignore[union-attr]
    assert card.visible_rect(line, 60) == pygame.Rect(0, 40, 100, 30)
    assert card.visible_rect(line, 90) is None


def _half_rows(hand: Hand, card: Card) -> list[str]:
    """The rows out of view of which some print is visible."""
    window, m = hand.app.window, hand.app.metrics
    foot = card.rect.bottom - m.at(card.scale).px(MORE_LINE_HEIGHT) - 2
    rows = [each for each in card.spots if each.name.startswith("line:")]
    below = [each for each in rows if card.window_rect(each.rect) is not None]
    edge = max(card.window_rect(each.rect).bottom for each in below)  # type: ignore[union-attr]
    found = []
    for each in rows:
        place = each.rect.move(card.rect.x, card.rect.y - card.offset).inflate(-30, 0)
        part = place.clip(pygame.Rect(card.rect.x, edge + 4, card.rect.width - 20, max(0, foot - edge - 4)))
        if card.window_rect(each.rect) is None and part.width and part.height and any(
                sum(window.get_at((x, y))[:3]) < 300 for x in range(part.left, part.right)
                for y in range(part.top, part.bottom)):
            found.append(each.name)
    return found


@pytest.mark.every(6)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_a_long_list_shows_whole_rows(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Orders do, at any offset."""
    hand = sit(sit_down, table(ARMY, phase="orders", turn=3), size, scale)
    hand.show_cards()
    card = hand.screen.column.overview
    for _ in range(4):
        assert [] == _half_rows(hand, card)
        hand.point(card.rect.center)
        hand.wheel(-1)


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_orders_of_a_unit_are_seen_with_its_heading(sit_down: Sit, size: tuple[int, int]) -> None:
    """Four buttons and the counter above them: the long list gives the card room, shows the unit's own line, and has
    every row in place once the unit is deselected."""
    hand = sit(sit_down, table(ARMY, phase="orders", turn=3), size)

    def rows() -> dict[str, pygame.Rect]:
        listed = hand.screen.column.overview
        return {each.name: place for each in listed.spots if (place := listed.window_rect(each.rect)) is not None}

    before = rows()
    hand.click_unit("viii-ascari")
    hand.settle()
    assert len(hand.game.selection.proposals) >= 4
    card = hand.screen.column.middle
    assert card.height <= card.rect.height
    assert line_spot("viii-ascari") in rows()
    hand.key("escape")
    hand.point(hand.screen.layout.track.center)
    hand.settle()
    assert before == rows()


def test_buttons_are_commands_in_sentence_case(sit_down: Sit) -> None:
    """They name the order and its commander, not "move, from Turitto"."""
    hand = sit(sit_down, table(ARMY, phase="orders", turn=3), (1280, 720))
    hand.click_unit("iv-ascari")
    hand.settle()
    labels = [button.text for button in hand.top.buttons if button.visible and "order" in button.text]
    assert any("Turitto" in label for label in labels)
    assert all(label[0].isupper() for label in labels)


@pytest.mark.parametrize("room", range(60, 160, 5))
def test_a_list_with_little_room_shows_a_row(room: int) -> None:
    """At any offset, heading and sign give way to the row of the current unit."""
    layout = ScrollLayout(350, room, (40,), LINES, LINES, (0, 0), 20)
    for offset in range(0, layout.max_offset + 1, 7):
        found = offset if layout.shows_list_line(offset) else layout.offset_of_list_line(LINES[4][0])
        assert layout.shows_list_line(found)
        first, last = layout.visible_span(found)
        assert found == offset or first <= LINES[4][0] <= last


def test_a_card_with_little_room_shows_what_is_in_focus() -> None:
    """A list moved lower, with its offset between two rows, scrolls to the focused row."""
    metrics = Metrics(1280, 720, 1.0)
    card = Card()
    rows: list[pygame.Rect] = []

    def write(pen: CardPen) -> None:
        rows.clear()
        pen.heading("Attacks")
        for number in range(6):
            top = pen.y
            pen.space(48)
            pen.add_list_line(top, pen.y)
            rows.append(pygame.Rect(10, top, 200, pen.y - top))
            if number == 3:
                pen.focus.append(("acting", pygame.Rect(pen.x, top, pen.width, 48)))

    card.write(("list",), 300, metrics, write)
    for height in (80, 90, 100, 120):
        for offset in range(0, 200, 9):
            card.offset = offset
            card.place(0, 0, height)
            assert any(card.window_rect(row) is not None for row in rows), (height, offset)


@pytest.mark.parametrize("row", [1, 4, 7, 10])
def test_the_result_that_came_up_is_in_view(row: int) -> None:
    """If a roll's card has no room for its whole table, it scrolls to the actual row."""
    rule = RuleRef("adua", "11.0")
    outcomes = [Outcome(f"R{n}", Fraction(1, 10), say("Result {n}", n=n), rule) for n in range(1, 11)]
    results = ResultsTable(("",), tuple((f"R{n}",) for n in range(1, 11)), tuple(range(1, 11)))
    card = Card()
    lit: list[pygame.Rect] = []

    def write(pen: CardPen) -> None:
        pen.heading("Damage")
        write_rows(pen, outcomes, results, row)
        lit[:] = [print_ for _, print_ in pen.focus]

    card.write(("roll", row), 300, Metrics(1280, 720, 1.0), write)
    card.place(0, 0, 150)
    assert 1 == len(lit)
    assert card.window_rect(lit[0]) is not None


def test_buttons_stay_at_the_foot_of_their_card() -> None:
    """However much is printed above and below them, and whether or not it fits."""
    places = set()
    for before, after in ((1, 0), (3, 2), (2, 12), (14, 3)):
        card = Card()

        def write(pen: CardPen, before: int = before, after: int = after) -> None:
            pen.heading("Attack")
            for _ in range(before):
                pen.line("arithmetic", "ui", 17, INK)
            write_choices(pen, [CardChoice("Attack", "")])
            for _ in range(after):
                pen.line("chances", "ui", 17, INK)

        card.write((), 300, Metrics(1280, 720, 1.0), write)
        card.place(0, 0, 260)
        places.add(tuple(card.slot("choice-0") or ()))
    assert 1 == len(places)
    assert () not in places


def test_a_reason_is_printed_again_after_buttons_that_are_allowed() -> None:
    """Only above the first of several refused buttons in a row; buttons that share a row are between them here."""
    turns = [CardChoice(f"Turn {number}", "", brief=True) for number in range(8)]
    card = Card()
    reason = "in a wall"
    move, fire, charge = (CardChoice(label, reason) for label in ("Move", "Fire", "Charge"))
    choices = [move, fire, *turns, charge]
    card.write((), 300, Metrics(1280, 720, 1.0), lambda pen: write_choices(pen, choices), room=340)
    assert card.slots["choice-2"].y == card.slots["choice-3"].y
    assert [reason, reason] == [text for _, text in card.texts]


def test_a_table_has_as_many_rows_after_the_roll_as_before() -> None:
    """Rows that cannot come up are left out of both, and a long result takes two lines of the usual print."""
    rule, long = RuleRef("tours", "9.0"), say("defenders disordered; attacker may go on, or stop here")
    outcomes = [Outcome("E", Fraction(1, 2), say("all engaged"), rule), Outcome("DD+", Fraction(1, 2), long, rule)]
    short = [outcomes[0], Outcome("DD+", Fraction(1, 2), say("disordered"), rule)]
    results = ResultsTable(("",), tuple((cell,) for cell in ("AE", "E", "DD+", "DE")), (0, 1, 5, 9))
    heights = []
    for shown, row in ((short, None), (short, 5), (outcomes, None), (outcomes, 5)):
        card = Card()
        card.write((), 300, Metrics(1280, 720, 1.0),
                   partial(write_rows, outcomes=shown, table=results, rolled_total=row))
        heights.append(card.height)
    assert heights[0] == heights[1] < heights[2] == heights[3]


def test_a_card_as_high_as_before_is_printed_once() -> None:
    """Other words in as many lines need one print, more room for them none; it looks like a new card."""
    metrics, printed = Metrics(1920, 1080, 1.0), list[str]()

    def written(words: str) -> Callable[[CardPen], None]:
        def write(pen: CardPen) -> None:
            printed.append(words)
            pen.line(words, "ui", 20, INK)

        return write

    card, fresh = Card(), Card()
    card.write(("a",), 300, metrics, written("first"))
    printed.clear()
    assert card.write(("b",), 300, metrics, written("second"))
    assert card.write(("b",), 300, metrics, written("second"), 500)
    assert printed == ["second"]
    fresh.write(("b",), 300, metrics, written("second"))
    assert pygame.image.tobytes(card.ink, "RGBA") == pygame.image.tobytes(fresh.ink, "RGBA")


def test_larger_text_is_kept_rather_than_everything_said() -> None:
    """At a text size of 150 % a card without room for all of it leaves things out before it shrinks."""
    def write(pen: CardPen) -> None:
        pen.heading("Attack")
        for _ in range(4 if pen.bare else 12):
            pen.line("chances", "ui", 17, INK)

    card, metrics = Card(), Metrics.of((1024, 768), 150)
    card.write((), 450, metrics, write, 170)
    assert card.scale >= MIN_SCALE_SHARE * metrics.scale
    assert card.height <= 170


def test_all_bars_have_the_same_print() -> None:
    """If one result needs the narrow typeface, a short one beside it has it, too."""
    rule = RuleRef("adua", "11.0")
    pictures = []
    for other in (say("melee over"), say("melee over; Abyssinians lose a step")):
        outcomes = [Outcome("a", Fraction(1, 2), say("melee continues"), rule),
                    Outcome("b", Fraction(1, 2), other, rule)]
        pen = CardPen(pygame.Surface((300, 200), pygame.SRCALPHA), Metrics(1280, 720, 1.0), 0, 0, 300, scarcity=TIGHT)
        write_bars(pen, outcomes, ResultsTable(("",), (("a",), ("b",)), (1, 2)), None, None)
        top, bottom = pen.line_extents[0]
        pictures.append(pygame.image.tobytes(pen.surface.subsurface((0, top, 300, bottom - top)), "RGBA"))
    assert pictures[0] != pictures[1]


def test_bars_with_a_heading_in_common_have_the_sum_of_their_chances(printed: list[str]) -> None:
    """The heading is printed once, and each bar has only what it does not say."""
    rule = RuleRef("adua", "10.2")
    outcomes = [Outcome(key, Fraction(part, 6), say("{one}; {other}", one=heading, other=detail), rule,
                        heading=heading, detail=detail)
                for key, part, heading, detail in (("a", 2, "goes on", "one"), ("b", 1, "goes on", "two"),
                                                   ("c", 3, "over", "three"))]
    pen = CardPen(pygame.Surface((300, 300), pygame.SRCALPHA), Metrics(1280, 720, 1.0), 0, 0, 300)
    write_bars(pen, outcomes, ResultsTable(("",), (("a",), ("b",), ("c",)), (1, 3, 4)), None, None)
    assert [text for text in printed if "%" not in text] == ["Goes on", "one", "two", "Over", "three"]
    assert 3 == printed.count(str(per_cent(Fraction(1, 2))))


@pytest.mark.parametrize("rows", [True, False])
def test_a_bar_has_its_chance_as_everywhere(printed: list[str], rows: bool) -> None:
    """Half a per cent is not printed as 0 %, and a sixth not as 17 %."""
    rule = RuleRef("adua", "11.0")
    outcomes = [Outcome("a", Fraction(1, 200), say("disorganized"), rule),
                Outcome("b", Fraction(1, 6), say("melee over"), rule)]
    pen = CardPen(pygame.Surface((300, 200), pygame.SRCALPHA), Metrics(1280, 720, 1.0), 0, 0, 300)
    results = ResultsTable(("",), (("a",), ("b",)), (1, 2))
    if rows:
        write_rows(pen, outcomes, results, None)
    else:
        write_bars(pen, outcomes, results, None, None)
    assert [str(per_cent(each.chance)) for each in outcomes] == [text for text in printed if "%" in text]


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_bars_have_readable_print_in_a_small_window(size: tuple[int, int]) -> None:
    """The words are no smaller than 12 pixels, whatever the scale; a long result takes two lines, and bars do not
    overlap."""
    rule = RuleRef("adua", "11.0")
    outcomes = [Outcome("a", Fraction(1, 2), say("melee over; Abyssinians lose a step"), rule),
                Outcome("b", Fraction(1, 2),
                        say("melee over; Abyssinians lose a step, Italians disorganized and repulsed"), rule)]
    metrics, extents = Metrics.of(size), list[tuple[int, int]]()
    for results in (outcomes[:1], outcomes):
        pen = CardPen(pygame.Surface((300, 200), pygame.SRCALPHA), metrics, 0, 0, 300, scarcity=TIGHT)
        write_bars(pen, results, ResultsTable(("",), (("a",), ("b",)), (1, 2)), None, None)
        extents = pen.line_extents
        assert extents[0][1] - extents[0][0] >= 14
    (top, middle), (below, bottom) = extents
    assert below >= middle
    assert bottom - below >= middle - top + 10
