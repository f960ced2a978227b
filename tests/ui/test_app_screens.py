"""Title, settings, rulebook, victory and missing files on screen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame_gui.elements import UITooltip

from game import catalog
from game.core.message import Text
from game.match.match import Match
from game.match.start import Start
from game.match.store import Store
from game.ui.app import settings as stored
from game.ui.app.dialogs import HandOver, MessageSheet
from game.ui.kit.fonts import Role
from game.ui.kit.pen import Pen
from game.ui.screens.examples import ExamplesSheet
from game.ui.screens.menu import Menu
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.rulepages import (
    FILLER_SIZE,
    SOURCES,
    Article,
    link_targets,
    markup,
    read_articles,
    section_of,
)
from game.ui.screens.saveas import SaveAs
from game.ui.screens.saves import Saves
from game.ui.screens.settings_sheet import SettingsSheet
from game.ui.screens.title import Title
from game.ui.screens.victory import Victory
from tests.ui.corners import thinned
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]


def _finished() -> Match[object]:
    """A game finished after its last turn, with its record in the folder of saved games."""
    rules = catalog.rules("kassala")
    position = {**rules.position(rules.initial("kassala")), "turn": 10}
    match = Store().begin(rules, seed=5, position=position)
    while match.to_act is not None:
        match.play("end-movement")
    match.release()
    return match


def _colours(surface: pygame.Surface) -> int:
    """The number of different colours on a coarse grid of a picture."""
    w, h = surface.get_size()
    return len({tuple(surface.get_at((x, y))) for x in range(0, w, 16) for y in range(0, h, 16)})


def test_the_title_is_drawn_and_offers_the_systems(sit_down: Sit) -> None:
    """There is a card for every system, and the picture has several colours."""
    hand = sit_down()
    assert [rules.name for rules in hand.top.systems] == ["kassala", "tours", "africa", "renaissance", "adua"]
    assert _colours(hand.app.window) > 100


def test_enter_presses_the_golden_button(sit_down: Sit) -> None:
    """In the menu it resumes the game; on the title the last game, if no card is pointed at."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("escape")
    assert type(hand.top).__name__ == "Menu"
    hand.key("enter")
    assert hand.top is hand.screen
    hand.click_place("0401")
    hand.click_place("0501")
    hand.settle()
    hand.key("escape")
    hand.press(hand.button("Back to title screen"))
    hand.point((3, 3))
    assert type(hand.top).__name__ == "Title"
    hand.key("enter")
    assert type(hand.top).__name__ == "GameScreen"
    assert hand.game.match.plies


def test_the_title_page_works_by_keyboard(sit_down: Sit) -> None:
    """The system's number and Enter start a game. Tab cycles through the buttons."""
    hand = sit_down()
    hand.key("tab")
    hand.key("enter")
    hand.on(Saves)
    hand.key("escape")
    hand.title_card("kassala")
    hand.key(str([card.rules.name for card in hand.top.cards].index("kassala") + 1))
    hand.key("1")
    assert hand.top.chosen == {"cannon"}
    hand.key("enter")
    assert hand.game.match.header.options == ("cannon",)


@pytest.mark.every(4)
@pytest.mark.parametrize("first", thinned(range(4), 4))
@pytest.mark.parametrize("system", catalog.names())
def test_every_scenario_can_be_started_from_the_sheet(sit_down: Sit, system: str, first: int) -> None:
    """The drop-down's values all lead to a game: every fourth from the first, the others in `make soak`."""
    hand = sit_down()
    number = hand.card(system)
    hand.top.set_up(number)
    sheet = hand.top
    for info in sheet.rules.scenarios[first::4]:
        sheet.scenario = info
        sheet.start()
        hand.wait()
        assert hand.game.match.header.scenario == info.name
        hand.app.return_to_title()
        hand.on(Title).set_up(number)
        sheet = hand.top


@pytest.mark.every(4)
@pytest.mark.parametrize("system", catalog.names())
def test_a_click_on_a_battle_opens_its_new_game_sheet(sit_down: Sit, system: str) -> None:
    """Every row of every page opens the sheet with its scenario, that of the examples opens their list; the rest of the
    card opens the first battle."""
    hand = sit_down()
    card = hand.title_card(system)
    battles = [info.name for info in card.rules.scenarios if not info.example]
    assert battles == [entry.scenario.name for entry in card.entries if not entry.scenario.example]
    chosen = set()
    for _ in range(card.pages.count):
        card = hand.title_card(system)
        for info, row in ((info, row) for row in card.rows if (info := card.entry_at(row.center)) is not None):
            hand.click(row.center)
            if info.example:
                assert isinstance(hand.top, ExamplesSheet)
            else:
                assert hand.top.scenario == info
            hand.key("escape")
            chosen.add(info.name)
        if card.more is not None:
            hand.click(card.more.center)
    assert chosen == {entry.scenario.name for entry in card.entries}
    hand.click(card.picture_area.center)
    assert hand.top.scenario == card.entries[0].scenario


@pytest.mark.parametrize("system", ["kassala", "africa"])
def test_a_click_on_a_side_chooses_it(sit_down: Sit, system: str) -> None:
    """The sheet puts a person there and computer players elsewhere; the counter under the pointer has a rim."""
    hand = sit_down()
    hand.wait_in_steps(4)
    rules = catalog.rules(system)
    for number, seat in enumerate(rules.seats):
        box, name = hand.title_card(system).sides[number]
        assert name == seat
        hand.point((2, 2))
        before = digest(hand.app.window.subsurface(box.inflate(8, 8)))
        hand.point(box.center)
        assert digest(hand.app.window.subsurface(box.inflate(8, 8))) != before
        hand.click(box.center)
        assert {one: who == "human" for one, who in hand.top.seating.players.items()} == {
            one: one == seat for one in rules.seats}
        hand.key("escape")


def test_pointing_at_a_battle_shows_its_description(sit_down: Sit) -> None:
    """The card's text changes with the row under the pointer."""
    hand = sit_down()
    card = hand.top.cards[0]
    hand.point((2, 2))
    before = digest(hand.app.window.subsurface(card.rect))
    hand.point(card.rows[0].center)
    first = digest(hand.app.window.subsurface(card.rect))
    hand.point(card.rows[1].center)
    assert len({before, first, digest(hand.app.window.subsurface(card.rect))}) == 3


def test_the_map_of_the_battle_pointed_at_is_drawn(sit_down: Sit) -> None:
    """Shortly after the pointer rests on its row the card shows that map; so does the sheet."""
    hand = sit_down()
    hand.wait_in_steps(4)
    card = hand.top.cards[hand.card("africa")]
    frame = card.picture_area
    first = digest(hand.app.window.subsurface(frame))
    hand.point(card.rows[1].center)
    hand.wait(0.3)
    hand.wait()
    assert digest(hand.app.window.subsurface(frame)) != first
    hand.click(card.rows[1].center)
    sheet = hand.top
    before = digest(hand.app.window.subsurface(sheet.map_room))
    hand.wait(0.3)
    hand.wait()
    assert digest(hand.app.window.subsurface(sheet.map_room)) != before


def test_the_victory_sheet_cites_the_rule_of_the_victory(sit_down: Sit) -> None:
    """The victory sheet opens from the list as a replay, and again after play."""
    match = _finished()
    hand = sit_down()
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    assert hand.top.result.rule.number.startswith("III")
    assert [str(link.rule) for link in hand.top.links] == [str(hand.top.result.rule)]
    assert _colours(hand.app.window) > 100


def test_settings_apply_at_once_and_are_saved(sit_down: Sit, folders: Path) -> None:
    """A click changes the value; the next start keeps it."""
    hand = sit_down()
    hand.top.settings()
    assert isinstance(hand.top, SettingsSheet)
    before = hand.app.settings.interface_scale
    plus = [button for button in hand.top.buttons if button.text == "+"]
    hand.press(plus[0])
    hand.wait()
    assert hand.app.settings.interface_scale > before
    hand.close()
    assert stored.load(folders / "config").interface_scale == hand.app.settings.interface_scale


def test_an_unreadable_settings_file_is_reported_and_kept(sit_down: Sit, folders: Path) -> None:
    """The program starts with defaults and names the file."""
    path = folders / "config" / "settings.json"
    path.parent.mkdir()
    path.write_text('{"volume": "loud"}')
    hand = sit_down()
    assert isinstance(hand.top, MessageSheet)
    assert str(path) in str(hand.top.text)
    assert path.read_text() == '{"volume": "loud"}'


@pytest.mark.parametrize(("raw", "value"), [('{"interface_scale": 900}', 200), ('{"interface_scale": 3}', 80)])
def test_settings_out_of_range_are_limited(tmp_path: Path, raw: str, value: int) -> None:
    """The range is 80 to 200 per cent."""
    (tmp_path / "settings.json").write_text(raw)
    assert stored.load(tmp_path).interface_scale == value


def test_the_rulebook_has_every_number_and_turns_its_pages(sit_down: Sit) -> None:
    """Sections are on the left; a number opens its section and is marked."""
    numbers = {article.number for article in read_articles("kassala")}
    assert {"II.D.12", "II.E.13", "IV.A.7.b"} <= numbers
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, "kassala", "II.E.9"))
    hand.wait()
    assert hand.top.section == "II.E"
    assert "»" in hand.top.page.html_text
    hand.key("right")
    assert hand.top.section == "II.F" or hand.top.section.startswith("Part III") or hand.top.section == "III"


@pytest.mark.every(4)
@pytest.mark.parametrize("system", catalog.names())
def test_every_number_of_a_rulebook_opens_its_page(sit_down: Sit, system: str) -> None:
    """Every citable number is marked on its page; numbers, Roman and plain, are those of the headings."""
    hand = sit_down()
    known = link_targets(read_articles(system))
    some = {"kassala": {"II.E.9", "IV.A.7.b"}, "africa": {"6.1", "10", "11.C.3", "ruling 2"}}
    assert known
    assert some.get(system, set()) <= known.keys()
    for number in sorted(set(known.values())):
        page = Rulebook(hand.app, system, number)
        assert page.section == section_of(number)
        assert f"<b>{number}</b>" in markup(page.sections[page.section], number, 17).split("»", 1)[1]


def test_cited_rules_and_rulings_are_links() -> None:
    """Numbers with parts are links anywhere, plain ones only in brackets, rulings with their section."""
    book = read_articles("africa")
    known = link_targets(book)
    pages = {article.number: markup([article], "", 17, known) for article in book}
    assert '(<a href="8">8</a>, <a href="9">9</a>)' in pages["4"]
    assert '<a href="6.1">6.1</a>' in pages["4"]
    assert '<a href="4">ruling 3</a>' in pages["7"]
    assert "<b>Ruling 3.</b>" in pages["4"]
    assert "7 or more" in pages["6.1"]
    assert not any("&gt;" in page for page in pages.values())
    book = read_articles("kassala")
    assert '<a href="II.E.9">' in "".join(markup([article], "", 17, link_targets(book)) for article in book)


def test_tables_too_wide_for_columns_keep_their_headings() -> None:
    """In the terrain effects chart each cell has its heading beside it."""
    page = markup([article for article in read_articles("africa") if article.number == "4"], "", 17)
    assert "<b>marsh</b>: infantry 1 area; cavalry closed" in page


def test_a_table_without_headings_has_no_heading_row() -> None:
    """The first phase of the sequence of play is printed as the others are, and its rule is a link."""
    book = read_articles("adua")
    page = markup([article for article in book if article.number == "7.0"], "", 17, link_targets(book))
    rows = [line for line in page.split("<br>") if 'face="table"' in line]
    assert len(rows) == 8
    assert '<a href="8.0">' in rows[0]
    assert not any("<b>" in row for row in rows)


def test_a_table_without_a_first_heading_keeps_its_columns() -> None:
    """The second heading is above its column, not at the left edge; a table too wide for that has no gap."""
    article = Article("1", "Terrain", ("| | cost | combat |", "|---|---|---|", "| marsh | 2 | -1 |"), 1)
    head = next(line for line in markup([article], "", 17).split("<br>") if ">cost<" in line)
    assert f"pixel_size={FILLER_SIZE}" in head.split("cost")[0]
    bare = Article("1", "Terrain", ("| a | | |", "|---|---|---|", "| marsh | 2 | -1 |"), 1)
    assert "<b>marsh</b>: 2; -1" in markup([bare], "", 17, width=10)


def test_a_missing_sound_is_reported_once_and_play_continues(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dialog names the file, then there is silence."""
    from game.art import AssetError
    from game.ui.kit import sound

    def missing(self: sound.Sounds, name: str, art: str = "") -> None:
        raise AssetError(f"assets/sounds/{name}.wav: cannot be read as a sound")

    hand = sit_down(Start("play", "kassala", seed=3))
    monkeypatch.setattr(sound.Sounds, "play", missing)
    hand.click_place("0401")
    assert isinstance(hand.top, MessageSheet)
    assert "click.wav" in str(hand.top.text)
    hand.key("enter")
    assert hand.app.sounds.muted
    assert hand.game.selection.selected == "m-tcav1"


def test_a_held_key_acts_once(sit_down: Sit) -> None:
    """Holding Space ends one phase, not two."""
    hand = sit_down(Start("play", "kassala", seed=3), hand_over=False)
    hand.key("space")
    hand.read_warning()
    for _ in range(5):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
        hand.settle()
    assert len(hand.game.match.plies) == 1


def test_tables_and_lists_of_the_rulebook_keep_their_lines() -> None:
    """The results table has one line per face; list items have separate lines."""
    article = next(article for article in read_articles("kassala") if article.number == "I.D")
    lines = markup([article], "I.D", 17).split("<br>")
    assert len([line for line in lines if 'face="table"' in line]) == 7
    assert len([line for line in lines if line.startswith("• ")]) == 4


def test_the_rule_of_an_option_can_be_read_before_choosing(sit_down: Sit) -> None:
    """The number beside an optional rule opens the rulebook there."""
    hand = sit_down()
    hand.top.set_up(hand.card("kassala"))
    hand.wait()
    hand.click(hand.top.links[0].rect.center)
    assert isinstance(hand.top, Rulebook)
    assert hand.top.number == "IV.A"


def test_a_faulty_map_is_reported_on_the_title_page(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The title stays; the dialog has the map's fault; starting a game repeats it."""
    from game.board.fault import Fault, FaultKind, MapError
    from game.ui.screens import battle_picture

    def broken(*_: object) -> object:
        raise MapError([Fault(FaultKind.CLASS, "kassala.tmx", "terrain", 7, "found a hole", "a hex")])

    monkeypatch.setattr(battle_picture, "battle_picture", broken)
    hand = sit_down()
    hand.wait_in_steps(12)
    assert isinstance(hand.top, MessageSheet)
    assert "kassala.tmx" in str(hand.top.text)
    hand.key("enter")
    assert type(hand.top).__name__ == "Title"


def test_escape_closes_an_open_drop_down_first(sit_down: Sit) -> None:
    """The list closes, the sheet stays; the next Escape leaves the sheet."""
    hand = sit_down()
    hand.click(hand.top.cards[0].picture_area.center)
    sheet = hand.top
    hand.click(sheet.scenarios.rect.center)
    hand.wait()
    assert sheet.scenarios.current_state is sheet.scenarios.menu_states["expanded"]
    hand.key("escape")
    assert hand.top is sheet
    assert sheet.scenarios.current_state is sheet.scenarios.menu_states["closed"]
    hand.key("escape")
    assert hand.top is not sheet


@pytest.mark.parametrize("system", catalog.names())
def test_every_scenario_says_what_is_reconstructed(sit_down: Sit, system: str) -> None:
    """The new game sheet has a link to the rulebook's page of sources; every scenario names its own."""
    rules = catalog.rules(system)
    assert all(info.provenance for info in rules.scenarios)
    hand = sit_down()
    hand.top.set_up(hand.card(system))
    hand.wait()
    hand.click(hand.top.links[-1].rect.center)
    assert isinstance(hand.top, Rulebook)
    assert hand.top.section == SOURCES


def test_the_menu_leads_to_what_is_reconstructed(sit_down: Sit) -> None:
    """A game's menu opens the rulebook at the page of sources."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.app.push(Menu(hand.app, hand.game))
    hand.wait()
    hand.press(hand.button(SOURCES))
    assert isinstance(hand.top, Rulebook)
    assert hand.top.section == SOURCES


def test_the_notes_of_a_small_menu_do_not_overlap(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Print that would be too small to read is enlarged, and so is the distance of its lines."""
    hand = sit_down(Start("play", "adua", seed=3), hand_over=False)
    hand.resize((1280, 720), 80)
    printed: list[tuple[int, int]] = []
    line = Pen.line

    def note(self: Pen, text: Text, role: Role, size: int, *more: Any, **options: Any) -> None:
        printed.append((self.y, self.font(role, size).get_linesize()))
        line(self, text, role, size, *more, **options)

    monkeypatch.setattr(Pen, "line", note)
    hand.app.push(Menu(hand.app, hand.game))
    hand.wait()
    notes = printed[-3:]
    assert all(upper + height <= lower for (upper, height), (lower, _) in pairwise(notes))


def test_the_menu_quits_and_the_game_is_kept(sit_down: Sit) -> None:
    """Quit is beside Title; the last move is on record."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.click_place("0401")
    hand.click_place("0501")
    hand.settle()
    hand.key("escape")
    hand.press(hand.button("Quit"))
    assert not hand.app.running
    hand.close()
    assert [(1, False)] == [(save.actions, save.interrupted) for save in Store().saves()]


def test_the_menu_shows_the_key_that_saves(sit_down: Sit) -> None:
    """Ctrl+S over the menu opens the sheet for saving a copy; Escape returns to the menu."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("escape")
    hand.key("s", pygame.KMOD_CTRL)
    hand.on(SaveAs)
    hand.key("escape")
    hand.on(Menu)


@pytest.mark.parametrize("key", ["escape", "?", "l", "r"])
def test_no_tip_stays_open_below_another_screen(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """A tip closes when a key opens a screen, and returns when the pointer comes back."""
    hand = sit_down(Start("play", "kassala", seed=7))
    menu = hand.button("Menu")
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: menu.rect.center)
    hand.point(menu.rect.center)

    def tips() -> list[Any]:
        return [sprite for sprite in hand.screen.manager.get_sprite_group().sprites()
                if isinstance(sprite, UITooltip)]

    for _ in range(40):
        if tips():
            break
        hand.wait()
    assert len(tips()) == 1
    hand.key(key)
    assert hand.top is not hand.screen
    assert tips() == []
    hand.key("escape")
    assert hand.top is hand.screen
    beside = menu.rect.move(2, 0).center
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: beside)
    hand.point(beside)
    hand.wait(1.2)
    hand.wait()
    assert len(tips()) == 1


def test_a_screen_that_opens_by_itself_leaves_no_button_lit_below(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the hand-over opens while the pointer is on the main button, no button below is lit, and no tip is shown."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.settle()
    main = hand.screen.widgets.main
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: main.rect.center)
    for _ in range(4):
        if hand.top is hand.screen:
            hand.press(main)
            hand.settle()
    assert isinstance(hand.top, HandOver)
    assert not main.hovered
    assert not [each for each in hand.screen.manager.get_sprite_group().sprites() if isinstance(each, UITooltip)]


def test_back_on_the_title_no_button_is_framed(sit_down: Sit) -> None:
    """A keyboard frame around Quit is gone after a game; Enter resumes that game."""
    hand = sit_down()
    hand.wait_in_steps(4)
    hand.key("up")
    assert hand.top.focused is hand.button("Quit")
    hand.click(hand.title_card("kassala").rows[0].center)
    hand.key("enter")
    assert hand.top is hand.screen
    hand.end_phase()
    hand.settle()
    hand.key("escape")
    hand.press(hand.button("Back to title screen"))
    hand.point((3, 3))
    assert hand.on(Title).buttons[0].text == "Resume"
    assert not hand.top.focused
    hand.key("enter")
    assert hand.top is hand.screen
