"""The regions of the panel keep their places and fill it; the last event is described above the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, get_args

import pygame
import pytest

from game.core.action import Faces
from game.core.event import Rolled
from game.core.verdict import RuleRef
from game.match.loading import load
from game.match.start import Start
from game.ui.cards.card_pen import CardPen
from game.ui.cards.column import CardColumn, Content
from game.ui.cards.headline import Headline, LogEntry, entry_of, headline
from game.ui.cards.log import Log
from game.ui.kit.fonts import Role, font
from game.ui.kit.pen import Pen, TextRun, cite
from game.ui.kit.theme import FAINT, LINK, Metrics
from tests.ui.corners import crossed
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RULE = RuleRef("kassala", "II.D.1")
PAPER = "#ffffff"
RECORDS = Path(__file__).parent.parent / "records"


def regions(hand: Hand) -> tuple[pygame.Rect, ...]:
    """The prompt, the middle card, the headline with log, and the tools."""
    column = hand.screen.column
    return tuple(rect.copy() for rect in (column.prompt.rect, column.middle.rect, column.log_rect, column.tools))


@pytest.mark.every(6)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize(("system", "battle"), [("kassala", None), ("africa", "tetuan")])
def test_hovering_moves_no_region_and_leaves_none_empty(sit_down: Sit, system: str, battle: str | None,
                                                            size: tuple[int, int]) -> None:
    """Whatever is pointed at or selected, every region keeps its place, with equal gaps."""
    hand = sit_down(Start("play", system, battle, seed=7), size=size, hand_over=False)
    hand.wait()
    found = [regions(hand)]
    places = sorted({counter.place for counter in hand.game.situation.counters.values() if counter.place})[:6]
    for place in places:
        hand.point(hand.game.view.point_of(place))
        hand.wait(0.6)
        found.append(regions(hand))
    hand.click_unit(next(iter(hand.game.selection.eligible)))
    found.append(regions(hand))
    assert all(each == found[0] for each in found)
    assert len({below.top - above.bottom for above, below in pairwise(found[0])}) == 1


@pytest.mark.every(5)
@pytest.mark.parametrize(("system", "battle", "size"), crossed(
    [("kassala", None), ("africa", "tetuan"), ("tours", None), ("adua", None), ("renaissance", "quick-battle")],
    [(1280, 720), (1920, 1080)]))
def test_what_to_do_now_ends_at_the_same_line_in_every_phase(sit_down: Sit, system: str, battle: str | None,
                                                             size: tuple[int, int]) -> None:
    """With any buttons and duties, the selection begins at the same line, or higher if it needs what is blank above it;
    the main button keeps its place."""
    hand = sit_down(Start("play", system, battle, seed=7), size=size, hand_over=False)
    tops, mains, phases = list[int](), set(), set()
    for _ in range(8):
        hand.settle()
        tops.append(hand.screen.column.middle.rect.top)
        if hand.screen.widgets.main.visible:
            mains.add(hand.screen.widgets.main.rect.topleft)
        phases.add(hand.game.prompt_shown.phase_key)
        if hand.rolling:
            hand.key("space")
        else:
            hand.end_phase()
    assert len(phases) > 1
    assert max(tops) == tops[0]
    assert len(mains) == 1


@pytest.mark.every(4)
@pytest.mark.parametrize(("record", "step", "several", "size", "scale"), crossed(
    [("kassala/kassala-cannon-free-deployment-mixed-attacks", 42, True), ("africa/wad-ras", 276, True),
     ("africa/castillejos", 14, True), ("tours/tours-facts-values", 208, True),
     ("adua/adua-line-in-the-east-rows-swapped", 124, False), ("renaissance/swedish-imperial", 40, False)],
    [((1024, 768), 100), ((1280, 720), 100), ((1920, 1080), 150)]))
def test_edges_stay_in_real_games(sit_down: Sit, record: str, step: int, several: bool, size: tuple[int, int],
                                  scale: int) -> None:
    """From the middle of a game, with several duties if possible, the prompt and the main button keep their places;
    nothing on the first card is cut."""
    match = load(RECORDS / f"{record}.jsonl").match
    hand = sit_down(Start("play", record.split("/")[0], match.header.scenario, seed=3, options=match.header.options,
                          position=match.rules.position(match.plies[step].state)),
                    size=size, interface_scale=scale, hand_over=False, speed=8.0)
    hand.show_cards()
    game, column, chance = hand.game, hand.screen.column, Random(1)
    found, mains, most = set(), set(), 0
    for _ in range(12):
        hand.settle()
        most = max(most, len(game.prompt_shown.duties))
        found.add((column.prompt.rect.topleft, column.prompt.rect.width, column.log_rect.bottom))
        assert column.prompt.height <= column.prompt.rect.height
        if hand.screen.widgets.main.visible:
            mains.add(hand.screen.widgets.main.rect.topleft)
        if hand.rolling:
            hand.key("space")
        elif game.turn_end.holds or game.interruption.question is not None:
            hand.key("enter" if game.interruption.question is not None else "space")
        else:
            main = game.situation.prompt.main
            actions = [each for each in game.rules.candidates(game.match.state) if each != main]
            game.play(chance.choice(actions) if actions else main)
    assert len(found) == 1
    assert len(mains) == 1
    assert (most > 1) is several


@pytest.mark.every(4)
@pytest.mark.parametrize(("step", "key", "answers"), [(52, "c", 2), (44, "", 2), (79, "c", 0)])
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_the_button_that_commits_has_the_main_buttons_place(sit_down: Sit, size: tuple[int, int], step: int, key: str,
                                                            answers: int) -> None:
    """An activation and the choice of the first player are committed where a phase is ended, with the other answer
    below; the card with the details is shown whole. An attack is withdrawn only on purpose."""
    match = load(RECORDS / "tours/tours-facts-values.jsonl").match
    hand = sit_down(Start("play", "tours", seed=3, options=match.header.options,
                          position=match.rules.position(match.plies[step].state)), size=size, hand_over=False)
    hand.settle()
    if key:
        hand.key(key)
        hand.wait()
    widgets, prompt = hand.screen.widgets, hand.screen.column.prompt
    place, below = prompt.slot("main"), prompt.slot("second")
    shown = {tuple(button.rect): button for button in (widgets.main, *widgets.choices) if button.visible}
    assert place is not None
    assert (shown[tuple(place)] in widgets.choices) is bool(answers)
    assert (below is not None and tuple(below) in shown) is bool(answers)
    middle = hand.screen.column.middle
    assert all(middle.window_rect(print_) is not None for print_, _ in middle.texts)


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_a_log_that_has_given_room_keeps_some_lines(sit_down: Sit, size: tuple[int, int]) -> None:
    """However high the card above it is, it does not fold to its headline, because it would stay folded."""
    sit_down()
    given = set()
    for lines in range(4, 60):
        def write(pen: CardPen, lines: int = lines) -> None:
            for number in range(lines):
                pen.line(str(number))

        column = CardColumn()
        column.arrange(pygame.Rect(0, 0, size[0] // 4, size[1]), Metrics.of(size),
                       Content(("prompt",), lambda pen: pen.heading("")), Content(("middle",), write, makes_room=True))
        assert not column.log_folded
        given.add(column.log_rect.height)
    assert len(given) > 1


@pytest.mark.every(4)
@pytest.mark.parametrize("scale", [100, 125, 150])
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_a_log_that_folded_for_a_card_unfolds_when_it_is_gone(sit_down: Sit, size: tuple[int, int],
                                                              scale: int) -> None:
    """However high the card was, and in a larger interface too."""
    sit_down()
    for lines in range(4, 60):
        column = CardColumn()
        for shown in (lines, 1):
            def write(pen: CardPen, shown: int = shown) -> None:
                for number in range(shown):
                    pen.line(str(number))

            column.arrange(pygame.Rect(0, 0, size[0] // 3, size[1]), Metrics.of(size, scale).game_metrics,
                           Content(("prompt",), lambda pen: pen.heading("")),
                           Content(("middle", shown), write, makes_room=True))
        assert not column.log_folded, lines


def select_third_line(hand: Hand) -> None:
    """Go to the order phase of Adua and select the third line of its list."""
    for _ in range(3):
        hand.settle()
        hand.end_phase()
    hand.show_cards()
    for _ in range(3):
        hand.settle()
        hand.key("c")
    hand.wait()


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_a_unit_of_the_list_of_orders_is_named_above_its_buttons(sit_down: Sit, size: tuple[int, int]) -> None:
    """Its title stays in view when the card is low and scrolls; it is left out only if all buttons have room then."""
    hand = sit_down(Start("play", "adua", seed=3), size=size, hand_over=False)
    select_third_line(hand)
    card = hand.screen.column.middle
    assert card.key[0] == "line"
    assert card.slot("choice-0") is not None
    if not card.texts:
        assert len(card.slots) > 1
        assert all(card.slot(name) is not None for name in card.slots)
    for _ in range(6 if card.texts else 0):
        title, words = card.texts[0]
        assert words == str(card.key[1])
        assert card.window_rect(title) is not None
        card.scroll(1)


@pytest.mark.every(4)
@pytest.mark.parametrize("scale", [125, 150])
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_a_long_list_leaves_room_for_the_selection(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """In a larger interface too, the title of a selected unit and its first button are above the list of orders."""
    hand = sit_down(Start("play", "adua", seed=3), size=size, hand_over=False)
    hand.resize(size, scale)
    select_third_line(hand)
    card = hand.screen.column.middle
    assert card.key[0] == "line"
    assert not card.texts or card.window_rect(card.texts[0][0]) is not None
    assert all(card.slot(name) is not None for name in (["choice-0"] if card.texts else card.slots))


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 150), ((1280, 720), 150), ((900, 700), 175)])
def test_a_selected_line_of_a_short_list_has_a_line_below_its_heading(sit_down: Sit, size: tuple[int, int], scale: int
                                                                      ) -> None:
    """The list gives it room: the clicked row stays within a row's height of the pointer, and in view."""
    match = load(Path("tools/games/adua.jsonl")).match
    state = match.plies[len(match.plies) * 2 // 3 - 1].state
    hand = sit_down(Start("play", "adua", seed=3, position=dict(match.rules.position(state))), size=size,
                    hand_over=False)
    hand.resize(size, scale)
    hand.settle()
    hand.show_cards()
    column, card = hand.screen.column, hand.screen.column.middle
    for name in ("line:taitu", "line:gabeiehu"):
        spot = next(each for each in column.overview.spots if each.name == name)
        before = column.overview.window_rect(spot.rect)
        assert before is not None
        hand.click(before.center)
        hand.settle()
        assert card.key[0] == "line"
        (_, heading), (details, text) = card.texts[:2]
        assert heading != text
        line = font("text", round(20 * card.scale)).get_linesize()
        assert card.rect.height >= details.top + line
        spot = next(each for each in column.overview.spots if each.name == name)
        after = column.overview.window_rect(spot.rect)
        assert after is not None
        assert abs(after.y - before.y) < before.height


@pytest.mark.every(6)
@pytest.mark.parametrize("scale", [125, 150])
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_a_card_without_room_for_a_line_is_left_out(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """The selection above the contingents of Tours is shown with its heading and more, or not at all."""
    hand = sit_down(Start("play", "tours", seed=3), size=size, hand_over=False)
    hand.resize(size, scale)
    while hand.game.prompt_shown.phase != "orders":
        hand.end_phase()
        hand.settle()
    hand.show_cards()
    column = hand.screen.column
    assert column.overview.rect.height
    assert not 0 < column.middle.rect.height < column.heading(column.list_rect).height


def test_a_low_selection_says_what_to_click(sit_down: Sit) -> None:
    """Above a long list without a selection, small print says what to click, instead of an empty card."""
    hand = sit_down(Start("play", "adua", seed=3), size=(1024, 768), hand_over=False)
    for _ in range(3):
        hand.settle()
        hand.end_phase()
    hand.settle()
    card = hand.screen.column.middle
    assert card.key[:2] == ("place", "")
    assert card.height <= card.rect.height
    assert len(card.texts) > 1, "a hint below the title"


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_adua_shows_all_the_lines_of_a_commander(sit_down: Sit, size: tuple[int, int]) -> None:
    """The eight lines of Ellena's command are whole, and so is the selection above them."""
    hand = sit_down(Start("play", "adua", seed=3), size=size, hand_over=False)
    for _ in range(3):
        hand.settle()
        hand.end_phase()
    hand.settle()
    hand.click_unit("ellena")
    hand.wait()
    column = hand.screen.column
    lines = [spot for spot in column.overview.spots if spot.name.startswith("line:")]
    shown = [spot.name for spot in lines if column.overview.window_rect(spot.rect) is not None]
    assert [name for name in shown if name.split(":")[1] in (
        "ellena", "romero", "v-infantry", "quick-guns", "nava", "vi-infantry", "alpini", "iii-ascari")] == shown
    assert len(shown) == 8
    assert column.middle.height <= column.middle.rect.height


def test_buttons_keep_their_places_while_computers_play(sit_down: Sit) -> None:
    """Against a computer player the map's buttons are where they are between people, and its pause button stays while
    it plays."""
    def lie(hand: Hand) -> dict[str, Any]:
        return {button.text: tuple(button.rect) for button in hand.screen.buttons
                if button.visible and button.object_ids[-1] == "#tool"}

    people = lie(sit_down(Start("play", "kassala", seed=3)))
    hand = sit_down(Start("play", "kassala", seed=3, players={"christian": "recruit"}))
    before = lie(hand)
    assert before.items() >= people.items()
    assert {"«", "»", "Pause"} == before.keys() - people.keys()
    hand.end_phase()
    hand.wait()
    assert lie(hand).items() >= before.items()


@pytest.mark.every(3)
@pytest.mark.parametrize("scale", [100, 125, 150])
def test_a_headline_without_room_is_a_tooltip(sit_down: Sit, scale: int) -> None:
    """A folded log prints it in all of its height; what is still cut is the tooltip there."""
    hand = sit_down(Start("play", "kassala", seed=3), size=(1280, 720), hand_over=False)
    hand.resize((1280, 720), scale)
    hand.show_cards()
    long = "Turkish cavalry, Turkish infantry and Egyptian infantry attack Ethiopian infantry at 12-4, column 3-1"
    column = hand.screen.column
    hand.settle()
    if not column.log_folded:
        hand.click((column.log_rect.centerx, column.log_rect.y + 4))
    for text, cut in ((long, False), (f"{long}, {long}, {long}", True)):
        column.log.show([LogEntry(text, kind="action")])
        hand.wait()
        assert column.log_folded
        tip = column.tip_at((column.log_rect.centerx, column.log_rect.y + 4))[0]
        assert (text if cut else "") == tip


def test_the_headline_names_actor_action_and_target() -> None:
    """A roll appears with its purpose and result, losses below the attack that caused them; without arithmetic."""
    began = LogEntry("Turn 1", None, "phase", time="turn 1, combat")
    roll = LogEntry("Die 5 on 3-1: attacker eliminated", RULE, "result", result="attacker eliminated",
                    purpose="P 3 attacks Q 1")
    losses = [LogEntry(f"P {n} is eliminated", RULE, "loss") for n in (1, 2)]
    assert headline([]) is None
    assert headline([began, LogEntry("a remark", None, "remark")]) is None
    assert headline([began, LogEntry("an activation", RULE)]) == Headline("an activation", "", RULE)
    assert headline([began, roll]) == Headline("attacker eliminated", "P 3 attacks Q 1", RULE)
    assert headline([began, roll, LogEntry("a retreat")]) == headline([began, roll])
    told = headline([began, roll, losses[0], LogEntry("a retreat"), losses[1]])
    assert told is not None
    assert (str(told.main), told.lead) == ("P 1 is eliminated; P 2 is eliminated", roll.purpose)
    assert told.time == ""


def test_a_headline_yields_to_later_actions_and_gives_its_turn() -> None:
    """The move after a combat replaces it; in a later phase it names its own phase."""
    phases = [LogEntry(f"Turn {n}", None, "phase", time=f"turn {n}") for n in (1, 2)]
    roll = LogEntry("Die 5", RULE, "result", result="contact", purpose="P 3 attacks Q 1")
    move = LogEntry("P 3 moves", RULE, "action")
    assert headline([phases[0], roll, move]) == Headline("P 3 moves", "", RULE)
    assert headline([phases[0], roll, phases[1]]) == Headline("contact", "P 3 attacks Q 1", RULE, "turn 1")
    assert headline([phases[0], roll, phases[1], move]) == Headline("P 3 moves", "", RULE)
    loss = LogEntry("P 3 is eliminated", RULE, "loss")
    assert headline([phases[0], roll, phases[1], loss]) == Headline("P 3 is eliminated", "", RULE), "no roll caused it"


@pytest.mark.parametrize(("record", "deeds"), [
    ("kassala/kassala", {"attack"}), ("africa/castillejos", {"fire", "hit", "attack"}),
    ("adua/long-melee", {"attack", "against"}), ("tours/example-d", {"fire", "against"}),
    ("renaissance/swedish-imperial", {"fight", "shoot"}),
])
def test_every_fight_of_a_system_names_both_sides(record: str, deeds: set[str]) -> None:
    """For any combat that the dice have decided, the headline names both sides."""
    match = load(RECORDS / f"{record}.jsonl").match
    found = set()
    for ply in match.plies:
        for event in ply.events:
            if isinstance(event, Rolled):
                told = headline([entry_of(event, match.rules.theme)])
                assert told is not None
                assert told.lead or not event.places, event
                found |= {verb for verb in deeds if verb in str(told.lead)}
    assert found


def test_a_rule_is_grey_at_the_edge_and_blue_where_it_is_pointed_at() -> None:
    paper = pygame.Surface((400, 100))
    paper.fill(PAPER)
    pen = Pen(paper, Metrics(1920, 1080, 1.0), 10, 10, 380)
    pen.flow([TextRun("Move any number of your units"), cite(RULE)])
    (link,) = pen.links
    assert link.rect.right == 390

    def colours() -> set[str]:
        part = paper.subsurface(link.rect)
        return {part.get_at((x, y)).hex[:7] for x in range(part.width) for y in range(part.height)}

    assert FAINT in colours()
    assert LINK not in colours()
    link.draw_hovered(paper, link.rect.topleft)
    assert LINK in colours()


@pytest.mark.parametrize("role", get_args(Role))
def test_a_zero_has_neither_slash_nor_dot(role: Role) -> None:
    """The middle of the digit is empty."""
    image = font(role, 90).render("0", True, "black")
    body = image.subsurface(image.get_bounding_rect())
    middle = pygame.Rect(0, 0, max(2, body.width // 8), body.height // 3)
    middle.center = body.get_rect().center
    assert all(body.get_at((x, y)).a == 0 for x in range(middle.left, middle.right)
               for y in range(middle.top, middle.bottom))


@pytest.mark.parametrize("role", ["text", "ui", "table", "counter"])
def test_figures_are_lining(role: Role) -> None:
    """All digits are on one line and equally high."""
    boxes = [font(role, 90).render(digit, True, "black").get_bounding_rect() for digit in "0123456789"]
    assert max(box.top for box in boxes) - min(box.top for box in boxes) <= 5
    assert max(box.bottom for box in boxes) - min(box.bottom for box in boxes) <= 5


def test_the_report_of_a_turn_is_no_headline() -> None:
    """The headline is a roll or a loss; the totals of a turn are on their own card."""
    roll = LogEntry("Die 4", None, "result")
    assert headline([roll, LogEntry("Steps lost: 0", None, "report")]) == headline([roll])


def test_a_headline_that_is_too_long_ends_with_an_ellipsis(sit_down: Sit) -> None:
    """It has whole lines in its field; the full log has the rest."""
    sit_down()
    printed, flow = list[str](), Pen.flow

    def watched(pen: Pen, runs: Sequence[TextRun], **how: Any) -> None:
        printed.append(str(runs[0].text))
        flow(pen, runs, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pen, "flow", watched)
        card = Log()
        card.show([LogEntry("unit after unit is lost " * 20, None, "loss")])
        card.draw(pygame.Surface((320, 60)), pygame.Rect(0, 0, 300, 46), Metrics.of((1280, 720)), folded=True)
    assert printed[-1].startswith("Unit after unit")
    assert printed[-1].endswith("…")


def test_a_headline_with_little_room_gives_the_result(sit_down: Sit) -> None:
    """The names are shortened, not the result."""
    sit_down()
    printed, flow = list[list[str]](), Pen.flow

    def watched(pen: Pen, runs: Sequence[TextRun], **how: Any) -> None:
        printed.append([str(run.text) for run in runs])
        flow(pen, runs, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pen, "flow", watched)
        card = Log()
        card.show([LogEntry("", None, "result", purpose="one unit after the other " * 8,
                            result="The defender retreats")])
        card.draw(pygame.Surface((320, 60)), pygame.Rect(0, 0, 300, 46), Metrics.of((1280, 720)), folded=True)
    assert printed[-1] == ["The defender retreats"]


@pytest.mark.parametrize("folded", [True, False])
def test_headlines_are_printed_in_one_size_or_in_a_second_if_long(sit_down: Sit, folded: bool) -> None:
    """With and without a line above them; results of one line all have the same size."""
    sit_down()
    sizes, flow = dict[int, int](), Pen.flow

    def watched(pen: Pen, runs: Sequence[TextRun], **how: Any) -> None:
        sizes.update((len(str(run.text)), run.size) for run in runs
                     if run.role == "ui-bold" and str(run.text).startswith("Loss"))
        flow(pen, runs, **how)

    card, ground, rect = Log(), pygame.Surface((320, 320)), pygame.Rect(0, 0, 300, 46 if folded else 300)
    for words in range(1, 40):
        card.show([LogEntry(("loss " * words).strip(), None, "loss")])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Pen, "flow", watched)
            card.draw(ground, rect, Metrics.of((1280, 720)), folded=folded)
    assert len(set(sizes.values())) == 2
    assert len({size for length, size in sizes.items() if length < 30}) == 1


@pytest.mark.every(5)
@pytest.mark.parametrize(("record", "every", "size"), crossed(
    [("kassala/kassala", 3), ("africa/castillejos", 8), ("tours/tours", 12), ("adua/adua", 4),
     ("renaissance/quick-battle", 5)], [(1024, 768), (1280, 720)]))
def test_upper_edges_stay_in_a_recorded_game(sit_down: Sit, record: str, every: int, size: tuple[int, int]) -> None:
    """In much of a game, with any selection, the prompt begins at one line, and the selection there or higher if it
    needs what is blank above it; the log's edge moves at most once, when a card first needs its room; in a side's phase
    with a short list its edge moves only up, as lines are added, except for the arithmetic of a roll."""
    match = load(RECORDS / f"{record}.jsonl").match
    hand = sit_down(Start("play", record.split("/")[0], match.header.scenario, seed=3, options=match.header.options,
                          position=match.rules.position(match.history.first_state)),
                    size=size, hand_over=False, speed=8.0, end_turn_by_hand=False)
    game, column = hand.game, hand.screen.column
    tops, starts, logs = set(), list[int](), list[int]()
    lists: dict[tuple[str, str], list[int]] = {}

    def note() -> None:
        tops.add(column.prompt.rect.top)
        starts.append(column.middle.rect.top)
        logs.append(column.log_rect.top)
        lines = game.selection.lines.overview.lines
        if column.list_rect.height and lines and len(lines) <= 6 and column.middle.key[0] != "battle":
            lists.setdefault(game.prompt_shown.phase_key, []).append(column.list_rect.top)

    for number, ply in enumerate(match.plies[:120]):
        if isinstance(ply.action, Faces):
            game.flow.roll(ply.action.faces)
        else:
            game.flow.play(ply.action)
        game.skip()
        if number % every:
            continue
        hand.wait()
        game.skip()
        hand.wait()
        note()
        if game.selection.eligible and not hand.rolling:
            game.selection.select(game.selection.eligible[0])
            game.dirty = True
            hand.wait()
            note()
            game.selection.clear()
    assert [ply.action for ply in game.match.plies] == [ply.action for ply in match.plies[:120]]
    assert len(tops) == 1
    assert max(starts) == max(starts, key=starts.count)
    assert sum(before != after for before, after in pairwise(logs)) <= 1
    for edges in lists.values():
        assert edges == sorted(edges, reverse=True)


def test_a_headline_does_not_repeat_its_phase() -> None:
    """The initiative roll of phase Initiative is named once, by its time."""
    phases = [LogEntry("Turn 2: initiative", None, "phase", time="Turn 2: initiative"),
              LogEntry("Turn 2: first player", None, "phase", time="Turn 2: first player")]
    roll = LogEntry("Die 8 and 2", RULE, "result", result="Franks choose", purpose="Initiative")
    assert headline([phases[0], roll, phases[1]]) == Headline("Franks choose", "", RULE, "Turn 2: initiative")
    assert headline([phases[0], roll]) == Headline("Franks choose", "Initiative", RULE)
