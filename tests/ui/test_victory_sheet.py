"""The victory sheet of a system with coins and objectives: its counts, and room for all of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.action import Faces
from game.core.chance import D6
from game.core.chance import coins as heads
from game.core.event import Declared, Rolled
from game.core.message import Text, values_in
from game.i18n.words import set_language, translate
from game.levels import HUMAN
from game.match.history import Ply
from game.match.loading import load
from game.match.luck import Luck, luck_of
from game.match.match import Match
from game.rules.africa.events import Revealed
from game.ui.kit import pen
from game.ui.kit.pen import Pen, shorten
from game.ui.kit.theme import Metrics
from game.ui.screens import victory
from game.ui.screens.battle_picture import draw_whole
from game.ui.screens.map_sheets import FullLog
from game.ui.screens.newgame import NewGame
from game.ui.screens.victory import EXAMPLE_OVER, Victory
from game.ui.screens.victory_figures import (
    ChartData,
    SideLosses,
    axis_labels,
    draw_chart,
    draw_losses_plate,
    luck_words,
    objective_width,
)
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def took_part(losses: SideLosses) -> int:
    """The number of units that took part, from the text beside the number of those lost."""
    (number,) = values_in(losses.lost_text)
    assert isinstance(number, int)
    return number


@pytest.fixture
def over() -> Match[Any]:
    """The Castillejos after its last turn, in which nobody acted; half of the Spanish never entered."""
    rules = catalog.rules("africa")
    position = {**rules.position(rules.initial("castillejos")), "turn": 15, "phase": "movement", "phasing": "moroccan",
                "to_act": "moroccan"}
    match = Match.begin(rules, "castillejos", (), seed=5, position=position)
    while match.to_act is not None:
        match.roll() if match.to_act == "chance" else match.play(match.rules.candidates(match.state)[-1])
    return match


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that a pen prints on one line."""
    found: list[str] = []
    line = Pen.line

    def spy(self: Pen, text: str, *more: Any, **named: Any) -> Any:
        found.append(text)
        return line(self, text, *more, **named)

    monkeypatch.setattr(Pen, "line", spy)
    return found


def test_the_sheet_names_the_players(sit_down: Sit) -> None:
    """With the level and personality of both sides."""
    rules = catalog.rules("kassala")
    match = Match.begin(rules, seed=5, players={"moslem": "veteran:careful", "christian": "recruit"})
    match.resign("moslem")
    hand = sit_down()
    sheet = Victory(hand.app, match)
    assert all(told in translate(sheet.players) for told in ("Moslems", "Veteran (careful)", "Christians", "Recruit"))


def test_the_objectives_are_listed(sit_down: Sit, over: Match[Any], lines: list[str]) -> None:
    """Each with the side that holds it."""
    hand = sit_down()
    hand.app.push(Victory(hand.app, over))
    hand.wait()
    at = lines.index("At the end")
    rows_shown = lines[at + 1 : at + 11]
    assert ["Casa de la Condesa", "Moroccan"] == rows_shown[:2]
    assert {"Moroccan"} == set(rows_shown[1::2])
    assert str(over.result.rule) == str(hand.top.links[0].rule)  # type: ignore[union-attr]


def test_towns_are_listed_by_name(sit_down: Sit, lines: list[str]) -> None:
    """Kassala, over before anybody acts: both towns have the names of the rulebook, not hex numbers."""
    rules = catalog.rules("kassala")
    position = {**rules.position(rules.initial("kassala")), "turn": 10, "phase": "combat", "phasing": "christian"}
    match = Match.begin(rules, "kassala", (), seed=5, position={**position, "to_act": "christian"})
    assert match.to_act is None
    hand = sit_down()
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    at = lines.index("At the end")
    holders = [str(rules.theme.side(objective.seat).described) for objective in rules.objectives(match.state).entries]
    assert lines[at + 1 : at + 5] == ["Udaka", holders[0], "Kassala", holders[1]]
    assert not any(str(line).startswith("Hex ") for line in lines)


def test_units_that_never_entered_are_no_losses(sit_down: Sit, over: Match[Any], lines: list[str]) -> None:
    """Only units that were on the map are counted."""
    hand = sit_down()
    hand.app.push(Victory(hand.app, over))
    hand.wait()
    toll = next(toll for toll in hand.on(Victory).side_losses if toll.seat.name == "spanish")
    counters = over.rules.counters(over.state)
    came = [c for c in counters if c.seat == "spanish" and "waiting" not in c.marks]
    lost = [c for c in came if c.place is None]
    assert (len(lost), len(came)) == (toll.lost_count, took_part(toll))
    assert all(translate(each) in map(translate, lines) for each in (toll.seat.title, toll.lost_text))


def test_steps_are_counted_for_both_sides(sit_down: Sit, over: Match[Any]) -> None:
    """Also for the Spanish, whose units all have one step in this battle, because Moroccan units have two."""
    hand = sit_down()
    hand.app.push(Victory(hand.app, over))
    assert all(len(list(values_in(toll.more[0]))) == 2 for toll in hand.on(Victory).side_losses)


def test_units_that_never_entered_are_counted_apart(sit_down: Sit) -> None:
    """Adua, resigned before any reinforcements: each side's total counts the units that took part, and another line the
    rest."""
    match = Match.begin(catalog.rules("adua"), seed=5)
    match.resign("italian")
    hand = sit_down()
    hand.app.push(Victory(hand.app, match))
    for toll in hand.on(Victory).side_losses:
        own = [c for c in match.rules.counters(match.state) if c.seat == toll.seat.name]
        missing = sum("waiting" in c.marks for c in own)
        assert took_part(toll) == len(own) - missing
        assert len(toll.more) == 1 + (missing > 0)
        assert not missing or missing in values_in(toll.more[-1])


def test_the_number_of_units_is_not_cut_on_a_narrow_plate(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long text on the plate of losses is printed smaller."""
    def spy(*given: Any) -> str:
        printed.append(shorten(*given))
        return printed[-1]

    printed, seat = list[str](), catalog.rules("africa").theme.seats[0]
    monkeypatch.setattr(pen, "shorten", spy)
    losses = SideLosses(seat, [], 4, "de 13 unidades perdidas", ["falta 1", "quedan 8"])
    draw_losses_plate(pygame.Surface((300, 120)), Metrics(1024, 768, 0.72), pygame.Rect(0, 0, 200, 75), losses)
    assert "de 13 unidades perdidas" in printed


def test_many_losses_are_drawn_smaller(sit_down: Sit, over: Match[Any]) -> None:
    """They stay within their part of the sheet; a few losses keep the usual size."""
    hand = sit_down()
    sheet = Victory(hand.app, over)
    hand.app.push(sheet)
    px = sheet.metrics.px
    assert sheet.counter_size(5, px(540), px(260)) == px(56)
    assert sheet.counter_size(60, px(540), px(260)) < px(40)


@pytest.mark.parametrize("count", [3, 96, 124])
def test_lost_counters_fit_their_room_however_many_they_are(sit_down: Sit, over: Match[Any], count: int) -> None:
    """If the smallest ones do not fit side by side, they overlap; none is quite hidden."""
    hand = sit_down(size=(1024, 768))
    sheet = Victory(hand.app, over)
    hand.app.push(sheet)
    width, height = 206, 100
    size = sheet.counter_size(count, width, height)
    places = sheet.places_of_lost(count, size, width, height)
    assert len(set(places)) == count
    assert max(x for x, _ in places) + size <= width
    assert max(y for _, y in places) + size <= height


@pytest.mark.parametrize(("record", "count"), [
    ("tours/tours-muslims-break", 8), ("tours/tours-muslims-break", 16), ("adua/adua-abyssinian-total", 96)])
def test_the_figures_end_above_the_buttons(sit_down: Sit, record: str, count: int) -> None:
    """They do, however many counters are lost."""
    hand = sit_down(size=(1024, 768))
    match = load(Path(f"tests/records/{record}.jsonl")).match
    sheet = Victory(hand.app, match)
    counters = match.rules.counters(match.state)
    sheet.side_losses = [each._replace(lost=counters[:count]) for each in sheet.side_losses]
    hand.app.push(sheet)
    hand.wait()
    assert sheet.log_link is not None
    assert sheet.log_link.bottom < min(button.rect.top for button in sheet.buttons)


def test_luck_compares_results_with_expected_values() -> None:
    """Coins by heads, dice by hits if hits count, else by their numbers; a positive deviation means more than
    expected."""
    coins, dice, hits = Luck("a", "heads"), Luck("a", "numbers"), Luck("b", "hits")
    coins.add(heads(4), 3, None)
    assert (coins.number, coins.actual, coins.expected) == (4, 3, 2.0)
    assert coins.deviation == pytest.approx(1.0)
    for face in (1, 2):
        dice.add(D6, face, None)
    assert (dice.number, dice.actual, dice.expected) == (2, 3, 7.0)
    assert dice.deviation < -1
    for face in (6, 5, 1):
        hits.add(D6, face, frozenset({5, 6}))
    assert (hits.number, hits.actual) == (3, 2)
    assert hits.expected == pytest.approx(1.0)
    for luck in (coins, dice, hits):
        values = luck_words(luck, ()).values  # type: ignore[union-attr]
        assert values is not None
        assert values["number"] == luck.number


def test_luck_is_told_with_the_sign_and_the_number_of_the_language() -> None:
    """An average has the language's decimal sign; one hit is a hit."""
    dice = luck_words(Luck("a", "numbers", 6, 27, 21.0), ()).values  # type: ignore[union-attr]
    assert dice is not None
    hits = [str(luck_words(Luck("a", "hits", 6, number, 2.0), ())) for number in (1, 2)]
    assert ["hit,", "hits,"] == [re.findall(r"hits?,", text)[0] for text in hits]
    for language, told in (("en", ("4.5", "3.5")), ("es", ("4,5", "3,5"))):
        set_language(language)
        assert told == (translate(dice["came"]), translate(dice["expected"]))


def _dice_in(ply: Ply[Any]) -> int:
    """The number of dice and coins in a step. The event of a rolled factor has no dice, so the action's faces count; a
    revealed factor counts as no roll."""
    dice = [die for event in ply.events if isinstance(event, Rolled) for die in event.dice if len(die.faces) > 1]
    shown = len(ply.action.faces) if isinstance(ply.action, Faces) else 0
    rolled = any(isinstance(event, Revealed) and not event.hidden for event in ply.events)
    return sum(die.coins or 1 for die in dice) or (shown if rolled else 0)


@pytest.mark.parametrize("record", ["kassala/kassala.jsonl", "africa/tetuan.jsonl", "renaissance/example-a.jsonl",
                                    "africa/tetuan-absent-kabila.jsonl",
                                    "africa/castillejos-marker-cup-absent-kabila-facts-values.jsonl"])
def test_every_roll_of_a_game_is_counted(record: str) -> None:
    """Every die belongs to a side; a die with one face is none."""
    match = load(Path("tests/records") / record).match
    fell = sum(_dice_in(ply) for ply in match.plies)
    assert fell
    lots = luck_of(match.rules, match.history.first_state, match.plies)
    assert {luck.seat for luck in lots} <= set(match.rules.seats)
    assert sum(luck.number for luck in lots) == fell


@pytest.mark.parametrize("most", [1, 5, 7, 13, 43, 116, 1000])
def test_the_scale_of_the_chart_ends_above_its_lines(most: int) -> None:
    marks = axis_labels(most)
    assert marks[0] == 0
    assert marks[-1] >= most
    assert len(marks) <= 6


def test_the_chart_explains_its_dots(sit_down: Sit, over: Match[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its heading says what a dot means."""
    found: list[str] = []
    heading = Pen.heading

    def spy(self: Pen, text: Text, right: Text = "") -> None:
        found.append(translate(right))
        heading(self, text, right)

    monkeypatch.setattr(Pen, "heading", spy)
    hand = sit_down()
    hand.app.push(Victory(hand.app, over))
    hand.wait()
    assert any("marks:" in right for right in found), found


@pytest.mark.every(4)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_the_sheet_shows_field_and_course_apart(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
                                                ) -> None:
    """The picture of the field is large; the chart is beside or below it, above the buttons."""
    rooms = list[pygame.Rect]()
    monkeypatch.setattr(victory, "draw_chart", lambda _t, _m, room, *_: rooms.append(room))
    frames = list[pygame.Rect]()
    field = Victory.draw_field

    def watched(self: Victory, target: pygame.Surface, frame: pygame.Rect, whole: pygame.Surface) -> None:
        frames.append(frame)
        field(self, target, frame, whole)

    monkeypatch.setattr(Victory, "draw_field", watched)
    hand = sit_down(size=size)
    match = load(Path("tests/records/kassala/kassala.jsonl")).match
    if match.result is None:
        match.resign("moslem")
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    assert frames[0].width * frames[0].height >= size[0] * size[1] * 0.14
    assert not frames[0].colliderect(rooms[0])
    assert rooms[0].height > size[1] * 0.15
    assert rooms[0].bottom < min(button.rect.top for button in hand.top.buttons)


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
@pytest.mark.parametrize("record", ["africa/tetuan", "africa/wad-ras-third-convoy", "renaissance/open-battle-losses"])
def test_the_whole_field_is_in_view(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], record: str
                                 ) -> None:
    """The picture has the shape of the field, so nothing is cut at its edges."""
    drawn, shown = list[pygame.Surface](), list[tuple[pygame.Rect, pygame.Surface]]()

    def draw(*given: Any) -> pygame.Surface:
        drawn.append(draw_whole(*given))
        return drawn[-1]

    monkeypatch.setattr(victory, "draw_whole", draw)
    monkeypatch.setattr(Victory, "draw_field", lambda _s, _t, frame, whole: shown.append((frame, whole)))
    hand = sit_down(size=size)
    match = load(Path(f"tests/records/{record}.jsonl")).match
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    frame, picture = shown[0]
    assert picture is drawn[0]
    assert frame.width / frame.height == pytest.approx(picture.get_width() / picture.get_height(), rel=0.02)


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_no_objective_is_cut_to_make_two_columns(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int],
                                                 ) -> None:
    """The two camps at Tetuan differ only in the last word of their names."""
    widths = list[tuple[int, int]]()
    monkeypatch.setattr(victory, "draw_objective", lambda pen, theme, objective: widths.append(
        (objective_width(pen, theme, objective), pen.width)))
    hand = sit_down(size=size)
    hand.app.push(Victory(hand.app, load(Path("tests/records/africa/tetuan.jsonl")).match))
    hand.wait()
    assert widths
    assert all(needed <= width for needed, width in widths)


def test_the_end_of_an_example_is_no_draw_and_counts_only_its_units(sit_down: Sit, lines: list[str]) -> None:
    """Figure 5 has three units; the other units of both armies are not its losses."""
    match = Match.begin(catalog.rules("adua"), "figure-5", (), seed=5)
    while match.to_act is not None:
        match.roll() if match.to_act == "chance" else match.play(match.rules.candidates(match.state)[-1])
    hand = sit_down()
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    assert EXAMPLE_OVER in lines
    took = {counter.seat: 0 for counter in match.rules.counters(match.history.first_state)}
    for counter in match.rules.counters(match.history.first_state):
        took[counter.seat] += counter.place is not None
    for seat in match.rules.theme.seats:
        toll = next(toll for toll in hand.on(Victory).side_losses if toll.seat is seat)
        assert took_part(toll) == took[seat.name]


@pytest.mark.parametrize("record", ["adua/adua-italian-partial", "tours/tours-franks-break", "kassala/kassala",
                                    "africa/wad-ras-third-convoy", "renaissance/open-battle-losses"])
def test_no_text_at_the_end_treats_the_battle_as_unfinished(record: str) -> None:
    """The status of an objective has no more words about what could still happen."""
    match = load(Path("tests/records") / f"{record}.jsonl").match
    assert match.result is not None
    for objective in match.rules.objectives(match.state).entries:
        assert not {"if", "breaks", "now"} & set(translate(objective.status).split())


def test_an_example_is_offered_from_the_side_that_acts_in_it(sit_down: Sit) -> None:
    """In figure 3 the Abyssinians have the initiative."""
    hand = sit_down()
    rules = catalog.rules("adua")
    info = next(info for info in rules.scenarios if info.name == "figure-3")
    sheet = NewGame(hand.app, rules, info)
    assert ["abyssinian"] == [seat for seat, player in sheet.seating.players.items() if player == HUMAN]


@pytest.mark.parametrize(("system", "record", "words"), [
    ("africa", "example-a.jsonl", "Fire and shock attacks"), ("kassala", "kassala.jsonl", "Attacks by both sides"),
])
def test_attacks_are_counted_in_the_words_of_the_system(
    sit_down: Sit, lines: list[str], system: str, record: str, words: str
) -> None:
    """The words are in the system's folder of art."""
    hand = sit_down()
    hand.app.push(Victory(hand.app, load(Path(__file__).parents[1] / "records" / system / record).match))
    hand.wait()
    assert {words} == {each.partition(":")[0] for each in map(str, lines) if each.startswith(words)}


def test_attacks_without_a_roll_are_counted_apart(sit_down: Sit, lines: list[str]) -> None:
    """Otherwise there would be more attacks than dice, without a reason."""
    match = load(Path("tests/records/kassala/kassala-cannon.jsonl")).match
    unrolled = sum(isinstance(event, Declared) and not event.has_roll for ply in match.plies for event in ply.events)
    assert unrolled
    hand = sit_down()
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    assert any(re.search(rf"\b{unrolled}\b.* roll", each) for each in map(str, lines))


@pytest.mark.parametrize("by_key", [False, True])
def test_the_log_has_everything_that_the_sheet_omits(sit_down: Sit, by_key: bool) -> None:
    """A click on the link, or L, opens the full log."""
    match = load(Path("tests/records/kassala/kassala.jsonl")).match
    if match.result is None:
        match.resign("moslem")
    hand = sit_down(size=(1024, 768))
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    earlier = hand.on(Victory).log_link
    assert earlier is not None
    hand.key("l") if by_key else hand.click(earlier.center)
    assert "moves" in hand.on(FullLog).text
    hand.key("escape")
    hand.on(Victory)


def test_lines_of_close_counts_are_both_seen() -> None:
    """A side a few counters ahead over the whole battle does not lie under the other's line."""
    theme = catalog.rules("tours").theme
    first, second = theme.seats
    course = ChartData({first.name: (42, 41, 40, 39), second.name: (40, 39, 38, 37)}, (1, 2, 3), "Counters")
    surface = pygame.Surface((580, 150))
    draw_chart(surface, Metrics.of((1280, 720)), surface.get_rect(), theme, course)
    for seat in theme.seats:
        colour = pygame.Color(seat.paper)
        columns = [any(surface.get_at((x, y)) == colour for y in range(150)) for x in range(80, 380, 4)]
        assert columns.count(True) > 0.6 * len(columns)  # dots and stripes may have another colour


def test_lines_of_equal_counts_lie_apart_and_differ_without_colour() -> None:
    """Neither line covers the other; only that of the side with dashed counters is striped."""
    theme = catalog.rules("tours").theme
    counts = (40, 40, 40)
    course = ChartData(dict.fromkeys((seat.name for seat in theme.seats), counts), (1, 2), "Counters")
    surface = pygame.Surface((580, 150))
    draw_chart(surface, Metrics.of((1280, 720)), surface.get_rect(), theme, course)
    changes = {}
    for seat in theme.seats:
        colour = pygame.Color(seat.paper)
        rows = [[surface.get_at((x, y)) == colour for x in range(80, 380)] for y in range(150)]
        longest = max(rows, key=sum)
        assert sum(longest) > 150
        changes[seat.pattern] = sum(a != b for a, b in pairwise(longest))
    assert changes["dashed"] > 3 * changes["solid"]


def test_lines_are_drawn_at_their_counts() -> None:
    """Only where both sides have equal counts are the lines shifted apart."""
    theme = catalog.rules("renaissance").theme
    heights = []
    for start in (12, 10):
        first, second = (seat.name for seat in theme.seats)
        course = ChartData({first: (12, 12, 12), second: (start, 4, 4)}, (1, 2), "Bases")
        surface = pygame.Surface((580, 300))
        draw_chart(surface, Metrics.of((1280, 720)), surface.get_rect(), theme, course)
        colour = pygame.Color(theme.seats[0].paper)
        heights.append([y for y in range(300) if surface.get_at((440, y)) == colour])
    assert heights[0]
    assert heights[0] == heights[1]
