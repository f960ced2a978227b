"""The new game sheet: a computer opponent, the last choices, a list of examples, and questions before a fork."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.message import Message
from game.match import loading
from game.match.dice import SEEDS
from game.match.lessons import all_lessons
from game.match.match import Match
from game.match.player_titles import player_title
from game.ui.app.settings import Settings, SetUpChoices, load, save
from game.ui.kit.pen import Pen, TextRun
from game.ui.screens.demo import DemoScreen
from game.ui.screens.examples import ExamplesSheet
from game.ui.screens.newgame import TOO_LARGE, NewGame, origin
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.rulepages import SOURCES
from game.ui.screens.seating import BranchSheet
from tests.ui.corners import crossed, thinned
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]



@pytest.mark.every(3)
@pytest.mark.parametrize("system", catalog.names())
def test_the_computer_is_offered_as_opponent(sit_down: Sit, system: str) -> None:
    """A person is in the first seat, the computer player for first games in the other; one key starts."""
    hand = sit_down()
    hand.top.set_up(hand.card(system))
    hand.wait()
    hand.key("enter")
    first, second = hand.game.rules.seats
    assert hand.game.match.header.players == {first: "human", second: "recruit"}


def test_players_and_options_are_those_of_the_last_game(sit_down: Sit, folders: object) -> None:
    """Choices for a battle return at the program's next start; other battles only keep the computer level that was
    used."""
    hand = sit_down()
    number = hand.card("africa")
    hand.top.set_up(number, hand.top.systems[number].scenarios[0])
    hand.wait()
    for key in ("f2", "f3", "f3"):
        hand.key(key)
    hand.key("1")
    chosen, players = set(hand.top.chosen), dict(hand.top.seating.players)
    assert chosen
    hand.key("enter")
    hand.close()
    hand = sit_down()
    hand.top.set_up(number, hand.top.systems[number].scenarios[1])
    hand.wait()
    sheet = hand.top
    assert sheet.chosen == set()
    assert list(sheet.seating.players.values()) == ["human", "veteran"]
    hand.key("escape")
    hand.top.set_up(number)
    hand.wait()
    assert (hand.top.chosen, hand.top.seating.players) == (chosen, players)
    for _ in sheet.rules.scenarios:
        hand.key("f6")
    assert (hand.top.chosen, hand.top.seating.players) == (chosen, players)


def test_choices_on_the_sheet_stay_with_another_battle(sit_down: Sit) -> None:
    """Seats chosen before the battle are kept."""
    hand = sit_down()
    hand.top.set_up(hand.card("africa"))
    hand.wait()
    hand.key("f3")
    players = dict(hand.top.seating.players)
    hand.key("f6")
    assert hand.top.seating.players == players


def test_one_button_swaps_the_sides(sit_down: Sit) -> None:
    hand = sit_down()
    hand.top.set_up(hand.card("renaissance"))
    hand.wait()
    before = dict(hand.top.seating.players)
    hand.press(hand.button("Swap sides"))
    assert list(hand.top.seating.players.values()) == list(before.values())[::-1]
    assert len(set(before.values())) == 2


def test_remembered_choices_that_no_longer_exist_are_dropped(sit_down: Sit) -> None:
    """The sheet opens even if a level or an option no longer exists."""
    table = SetUpChoices({"moslem": "grandmaster", "christian": "human"}, ("cannon", "elephants"))
    save(Settings(last_setups={"kassala/kassala": table}))
    assert load().last_setups == {"kassala/kassala": table}
    hand = sit_down()
    hand.top.set_up(hand.card("kassala"))
    hand.wait()
    assert hand.top.chosen == {"cannon"}
    assert hand.top.seating.players == {"moslem": "human", "christian": "human"}


def test_starting_with_the_defaults_writes_no_settings(sit_down: Sit, folders: object) -> None:
    """Only changed choices are stored."""
    hand = sit_down()
    hand.top.set_up(hand.card("kassala"))
    hand.wait()
    hand.key("enter")
    hand.close()
    assert load() == Settings()


@pytest.mark.parametrize("mark", ["x", "-"])
def test_the_seed_box_says_what_it_accepts_and_enter_starts(sit_down: Sit, mark: str) -> None:
    """A letter or a minus is refused below the field, also with later digits, until it is deleted; Enter starts even
    after Tab."""
    hand = sit_down()
    hand.top.set_up(hand.card("kassala"))
    hand.wait()
    sheet = hand.top
    hand.key("tab")
    hand.click(sheet.seed_field.rect.center)
    before = digest(hand.app.window)
    hand.key(mark)
    assert "" == sheet.seed_field.get_text()
    assert digest(hand.app.window) != before
    assert sheet.seed_refused
    hand.key("4")
    assert sheet.seed_refused, "the letter is missing in what stands there"
    hand.key("backspace")
    assert not sheet.seed_refused
    hand.key("7")
    assert not sheet.seed_refused
    hand.key("enter")
    assert 7 == hand.game.match.header.seed


def test_whatever_seed_a_game_shows_can_be_typed(sit_down: Sit) -> None:
    """The largest seed starts a game; one more names the largest, and the sheet stays."""
    hand = sit_down()
    hand.top.set_up(hand.card("kassala"))
    hand.wait()
    sheet = hand.top
    hand.click(sheet.seed_field.rect.center)
    for digit in str(SEEDS[-1] + 1):
        hand.key(digit)
    hand.key("enter")
    assert TOO_LARGE == hand.top.title
    hand.key("escape")
    assert sheet is hand.top
    hand.click(sheet.seed_field.rect.center)
    hand.key("end")
    hand.key("backspace")
    hand.key(str(SEEDS[-1] % 10))
    hand.key("enter")
    assert SEEDS[-1] == hand.game.match.header.seed


def test_no_lesson_is_alone_on_a_second_page(sit_down: Sit) -> None:
    """Rows are a little lower if all then fit, each with its key."""
    hand = sit_down()
    hand.app.push(screen := ExamplesSheet(hand.app, catalog.rules("africa")))
    hand.wait()
    assert [rect.bottom for _, rect in screen.rows][-1] < screen.body.bottom
    assert [*screen.lessons] == [lesson for lesson, _ in screen.rows]


@pytest.mark.every(2)
@pytest.mark.parametrize("system", thinned(
    [name for name in catalog.names() if sum(info.example for info in catalog.rules(name).scenarios) > 1], 3, 1))
def test_the_examples_of_play_are_a_list(sit_down: Sit, system: str) -> None:
    """Each of the system's own is listed: watched by its number or button, or set up as a game."""
    hand = sit_down()
    card = hand.title_card(system)
    hand.click(card.rows[-1].center)
    screen = hand.top
    assert isinstance(screen, ExamplesSheet)
    assert screen.lessons == all_lessons(catalog.rules(system))
    for at, lesson in enumerate(screen.lessons):
        if at not in screen.pages.items:
            hand.key("page down")
        number = 1 + at - screen.pages.items.start
        row = next(rect for each, rect in screen.rows if each == lesson)
        ways = [lambda y=row.centery: hand.press(next(button for button in screen.buttons if (
            button.text.startswith("Watch") and button.rect.centery == y)))]
        for watch in (lambda n=number: hand.key(str(n)), *ways) if number <= 9 else ways:
            watch()  # type: ignore[no-untyped-call]
            assert hand.on(DemoScreen).lesson == lesson
            hand.key("escape")
    while screen.pages.page:
        hand.key("page up")
    play = [button for button in screen.buttons if button.text == "Play from here"]
    hand.press(play[0])
    assert isinstance(hand.top, NewGame)
    assert hand.top.scenario == next(info for info in catalog.rules(system).scenarios if info.example)


@pytest.fixture
def fork(sit_down: Sit) -> Hand:
    """A recorded fire of Africa that hit; the sheet for a fork after its declaration."""
    match = Match.begin(catalog.rules("africa"), "example-a", (), seed=1)
    for action in ("fire s-cuenca playa-del-tarajal with s-prim", "roll 4"):
        match.play(action)
    hand = sit_down()
    hand.app.push(ReplayScreen(hand.app, match))
    hand.wait()
    hand.key("end")
    hand.press(hand.button("New game from here"))
    assert isinstance(hand.top, BranchSheet)
    return hand


def test_a_fork_asks_who_plays_each_seat(fork: Hand) -> None:
    """The record's players are preselected; a key cycles a seat's player; Escape starts nothing."""
    sheet = fork.top
    assert set(sheet.seating.players.values()) == {"human"}
    before = digest(fork.app.window)
    fork.key("f3")
    assert digest(fork.app.window) != before
    fork.key("escape")
    fork.on(ReplayScreen)
    fork.press(fork.button("New game from here"))
    fork.key("f2")
    players = dict(fork.top.seating.players)
    fork.press(fork.button("Start the game"))
    assert fork.game.match.header.players == players
    assert set(players.values()) != {"human"}
    assert [step.action.notation for step in fork.game.match.plies][-1] == "roll 4"


@pytest.mark.parametrize("new", [False, True])
def test_a_fork_asks_whether_the_dice_stay(fork: Hand, new: bool) -> None:
    """The same seed or another one may be chosen; earlier rolls stay either way."""
    old = fork.top.match
    if new:
        fork.press(fork.button("New results"))
    fork.press(fork.button("Start the game"))
    match = fork.game.match
    assert [step.hash for step in match.plies] == [step.hash for step in old.plies]
    assert (match.header.seed == old.header.seed) is not new
    assert (match.history.faces() == old.history.faces()) or new


def test_the_same_dice_are_the_records_own() -> None:
    """Repeating the recorded actions gives the recorded rolls; with new dice only by chance."""
    rules = catalog.rules("africa")
    old = Match.begin(rules, "example-a", (), seed=1)
    old.play("fire s-cuenca playa-del-tarajal with s-prim")
    old.roll()
    assert loading.branch(old, 1).roll().action == old.plies[1].action
    others = {loading.branch(old, 1, new_dice=True).roll().action for _ in range(40)}
    assert len(others) > 1


def flowing(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> dict[str, tuple[int, int]]:
    """The end of each text that flows onto a window of a size, and its font size."""
    printed: dict[str, tuple[int, int]] = {}
    flow = Pen.flow

    def spy(self: Pen, runs: Sequence[TextRun], **named: Any) -> None:
        flow(self, runs, **named)
        if self.surface.get_size() == size:
            printed[str(runs[-1].text)] = self.y, runs[-1].size

    monkeypatch.setattr(Pen, "flow", spy)
    return printed


@pytest.mark.every(5)
@pytest.mark.parametrize(("system", "size", "scale"), crossed(
    catalog.names(), [((1920, 1080), 100), ((1280, 720), 125), ((1024, 768), 80)]))
def test_the_sources_of_a_battle_are_printed_in_full(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, system: str, size: tuple[int, int], scale: int
) -> None:
    """Every line is printed, above the buttons, in the sheet's font size."""
    hand = sit_down()
    hand.resize(size, scale)
    number = hand.card(system)
    printed = flowing(monkeypatch, size)
    for info in hand.top.systems[number].scenarios:
        if info.example:
            continue
        hand.top.set_up(number, info)
        hand.wait()
        hand.wait()
        top = min(hand.button(label).rect.top for label in ("Back", "Start the game"))
        for _, source in info.provenance:
            bottom, px = printed[str(origin(source))]
            assert bottom < top
            assert px >= 14
        hand.key("escape")


def test_a_text_too_long_for_the_sheet_is_printed_smaller(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many lines still end above the buttons."""
    hand = sit_down()
    printed = flowing(monkeypatch, hand.app.window.get_size())
    number = hand.card("africa")
    info = hand.top.systems[number].scenarios[1]
    hand.top.set_up(number, replace(info, provenance=info.provenance * 2))
    hand.wait()
    for _, source in info.provenance:
        bottom, px = printed[str(origin(source))]
        assert bottom < hand.button("Back").rect.top
        assert px < 15


@pytest.mark.parametrize(("system", "size"), crossed(catalog.names(), [(1024, 768), (1280, 720), (1920, 1080)]))
def test_optional_rules_have_their_own_section(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, system: str, size: tuple[int, int]
) -> None:
    """The text of one ends well above the title of the next."""
    tops: dict[str, int] = {}
    ends: dict[str, int] = {}
    flow = Pen.flow

    def spy(pen: Pen, runs: Sequence[TextRun], **more: Any) -> None:
        tops[str(runs[0].text)] = pen.y
        flow(pen, runs, **more)
        ends[str(runs[0].text)] = pen.y

    hand = sit_down(size=size)
    monkeypatch.setattr(Pen, "flow", spy)
    hand.top.set_up(hand.card(system))
    hand.wait(0.3)
    switches = [info for info in hand.top.rules.options if not info.alternatives]
    for above, below in pairwise(switches):
        assert tops[below.title] - ends[above.summary] >= hand.top.px(8)


@pytest.mark.parametrize("battle", ["castillejos", "tetuan", "wad-ras"])
def test_where_the_numbers_come_from_follows_the_options(sit_down: Sit, battle: str) -> None:
    """With unbalanced values the text does not mention balancing, or games played after it."""
    hand = sit_down()
    rules = hand.top.systems[hand.card("africa")]
    hand.top.set_up(hand.card("africa"), next(info for info in rules.scenarios if info.name == battle))
    hand.wait()
    sheet = hand.on(NewGame)

    def counted() -> list[str]:
        """The numbers of games in the source of the balance."""
        told = " ".join(str(source) for what, source in sheet.scenario.sources(sheet.chosen) if "alance" in str(what))
        return re.findall(r" of (\d+)", told)

    before, after = counted()
    assert int(before) <= int(after)
    hand.key("3")
    assert {"facts-values"} == sheet.chosen
    assert [before] == counted()
    hand.key("3")
    assert [before, after] == counted()


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
@pytest.mark.parametrize("scale", [100, 200])
def test_the_open_list_of_players_looks_like_one(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """It is above everything, framed and opaque, its entries clear of its border; a choice closes it."""
    hand = sit_down(size=size)
    hand.resize(size, scale)
    hand.top.set_up(hand.card("africa"))
    hand.wait()
    sheet = hand.on(NewGame)
    box = list(sheet.seating.menus)[-1]
    hand.click((box.rect.x + 20, box.rect.centery))
    hand.wait(0.3)
    folded_out = box.menu_states["expanded"].options_selection_list
    assert folded_out.alive()
    room = folded_out.rect
    window = hand.app.window
    paper, frame = pygame.Color("#f6eed9"), pygame.Color("#6d521f")
    middle = room.y + room.height // 2
    assert frame == window.get_at((room.x, middle)) == window.get_at((room.right - 1, middle))
    seen = {item["text"]: item["button_element"].rect for item in folded_out.item_list
            if item["button_element"] is not None and not item["selected"]}
    seen = {text: item for text, item in seen.items() if room.y <= item.y and item.bottom <= room.bottom}
    items = list(seen.values())
    for item in items:
        ink = [x for x in range(item.x, item.right) for y in range(item.y + 2, item.bottom - 2)
               if window.get_at((x, y)) != paper]
        assert min(ink) - room.x >= sheet.px(10)
        assert all(paper == window.get_at((x, item.y + 2)) for x in range(item.x, item.right))
    hand.click(items[1].center)
    hand.wait(0.3)
    assert not folded_out.alive()
    assert list(seen)[1] == str(player_title(list(sheet.seating.players.values())[-1]))


@pytest.mark.parametrize("options", [(), ("facts-values",)])
def test_the_page_of_sources_follows_the_battle(sit_down: Callable[..., Hand], options: tuple[str, ...]) -> None:
    """The link leads to the sources of each part of this battle with these options."""
    hand = sit_down(size=(1024, 768))
    rules = catalog.rules("africa")
    battle = next(info for info in rules.scenarios if info.name == "tetuan")
    hand.app.push(NewGame(hand.app, rules, battle))
    sheet = hand.on(NewGame)
    sheet.options.set_options(options)
    sheet.rebuild()
    hand.wait()
    link = next(link for link in sheet.links if link.rule.number == SOURCES)
    hand.click(link.rect.center)
    told = [str(text) for _, text in hand.on(Rulebook).facts]
    assert str(battle.title) in told[0]
    assert [str(Message(source)) for _, source in battle.sources(options)] == told[1:]
    assert battle.sources() != battle.sources(("facts-values",))
