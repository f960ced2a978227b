"""The list of saved games: winners, games that are not listed, and where a finished game opens."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame_gui.elements import UIButton

from game import catalog
from game.core.contract import DRAW
from game.core.message import Text
from game.i18n.words import translate
from game.match.start import Start
from game.match.store import Store
from game.ui.kit.gui import ScrolledList
from game.ui.kit.pen import Pen
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.save_details import FORMS, ending_of, line_of, lines_of, shortened_options
from tests.match.test_migration import OLDER
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def _over(seed: int = 5) -> Path:
    """A game of Kassala without moves: the Christians hold both towns."""
    match = Store().begin(catalog.rules("kassala"), seed=seed)
    while match.result is None:
        match.play(next(act for act in match.rules.candidates(match.state) if act.notation.startswith("end-")))
    path = match.record
    assert path is not None
    match.release()
    return path


@pytest.mark.usefixtures("folders")
def test_the_line_of_a_finished_game_says_who_won() -> None:
    """It has the side's title, or a draw; for a record without that information only that it is over."""
    _over()
    (save,) = Store().saves()
    assert "Christians won" == ending_of(save)
    assert " · Christians won, 20 actions · " in line_of(save)
    for winner, words in ((DRAW, " · a draw, "), ("", " · over, "), ("nobody", " · over, ")):
        assert words in line_of(replace(save, winner=winner))


@pytest.mark.usefixtures("folders")
def test_players_are_abbreviated_in_a_long_line() -> None:
    """They lose their sides and the number of actions before they are left out; people keep their side."""
    rules = catalog.rules("africa")
    Store().begin(rules, "castillejos", seed=1, players={"spanish": "regular:bold", "moroccan": "veteran:stubborn"})
    (save,) = Store().saves()
    for form in FORMS[:3]:
        assert all(told in line_of(save, form) for told in ("Regular (bold)", "Veteran (stubborn)"))
    assert len(line_of(save, FORMS[2])) < len(line_of(save, FORMS[1])) < len(line_of(save, FORMS[0]))
    mine = replace(save, players={"spanish": "human", "moroccan": "veteran"})
    assert "Spaniards" in line_of(mine, FORMS[2])
    assert "Moroccans" not in line_of(mine, FORMS[2])


@pytest.mark.usefixtures("folders")
def test_the_number_of_actions_is_in_every_line_or_in_none() -> None:
    """If there is no room for it in one line, all are without; a record that cannot be read does not count."""
    _over()
    (save,) = Store().saves()
    longer, unreadable = replace(save, title="a name " * 8), replace(save, system="")
    room = len(f"2. {line_of(longer, FORMS[0])}")
    for saves in ([save, longer], [save, longer, unreadable]):
        for most, counted in ((room, True), (room - 1, False)):
            lines = lines_of(saves, lambda line, most=most: len(line) <= most)  # type: ignore[misc]
            assert {counted} == {", 20 actions" in line for line in lines[:2]}
            assert max(map(len, lines)) <= most
    assert lines_of([save], lambda _: False) == [f"1. {line_of(save, '')}"]


def test_a_finished_game_opens_at_its_end_and_its_replay_at_the_start(sit_down: Sit) -> None:
    """Both buttons say so; the card of the result comes first, and stepping back from the end is possible."""
    _over()
    hand = sit_down()
    hand.top.saves()
    hand.wait()
    hand.press(hand.button("Show how it ended"))
    hand.press(hand.button("Look at the map"))
    assert isinstance(hand.top, ReplayScreen)
    assert hand.top.replay.actions_shown == len(hand.top.replay) == hand.top.scrubber.get_current_value() == 20
    hand.key("left")
    assert hand.top.replay.actions_shown == 19
    hand.key("escape")
    hand.press(hand.button("Watch from the start"))
    assert hand.top.replay.actions_shown == 0


@pytest.mark.every(2)
@pytest.mark.parametrize("pause", [0.1, 2.0])
def test_a_double_click_opens_a_game(sit_down: Sit, pause: float) -> None:
    """It need not be selected before; a slow second click leaves it selected."""
    for seed in (5, 6):
        match = Store().begin(catalog.rules("kassala"), seed=seed)
        match.play(match.rules.candidates(match.state)[0])
        match.release()
    hand = sit_down()
    hand.top.saves()
    hand.wait()
    screen = hand.top
    path = screen.saves[1].path
    row = screen.list.item_list[1]["button_element"].rect.center
    hand.click(row)
    hand.wait(pause)
    assert screen.index == 1
    hand.click(row)
    hand.wait()
    if pause < 1:
        assert hand.game.match.record == path
    else:
        assert hand.top is screen
        assert screen.list.get_single_selection() is not None


def test_a_game_without_actions_is_not_listed(sit_down: Sit) -> None:
    """It leaves no entry on return to the title; with a name, or an action, it is listed."""
    hand = sit_down(Start("play", "kassala", seed=3))
    match = hand.game.match
    assert [save.path for save in Store().saves() if not save.untouched] == [match.record], "being played now"
    hand.app.return_to_title()
    hand.top.saves()
    assert hand.top.saves == []
    assert len(list(Store().folder.glob("*.jsonl"))) == 1, "nothing is deleted"
    hand.key("escape")
    named = Store().begin(catalog.rules("kassala"), seed=5)
    named.save(Store().new_path("kassala"), "The set-up")
    named.release()
    acted = Store().begin(catalog.rules("kassala"), seed=6)
    acted.play(acted.rules.candidates(acted.state)[0])
    acted.release()
    hand.top.saves()
    assert {("The set-up", 0), ("", 1)} == {(save.title, save.actions) for save in hand.top.saves}


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (3840, 2160)])
def test_the_menu_prints_its_small_lines_whole(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """The note about autosave is complete, without the path of the file."""
    from game.ui.kit import pen

    shown: list[tuple[str, str]] = []

    def note(text: str, face: pygame.font.Font, width: int) -> str:
        shown.append((text, shorten(text, face, width)))
        return shown[-1][1]

    hand = sit_down(Start("play", "africa", scenario="tetuan", seed=10**18 - 1), size=size)
    shorten = pen.shorten
    hand.settle()
    hand.key("escape")
    monkeypatch.setattr(pen, "shorten", note)
    hand.wait()
    shown = [(str(text), cut) for text, cut in shown]
    words = [text for text, _ in shown]
    assert any("Autosaved after every action" in text for text in words)
    assert [text for text, cut in shown if cut != text or "/" in text or str(10**18 - 1) in text] == []


def test_the_title_page_forgets_the_entry_under_the_pointer(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """On return from the examples with the pointer elsewhere, the card shows its own map and story."""
    hand = sit_down()
    title = hand.top
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (2, 2))
    card = hand.title_card("kassala")
    hand.click(card.rows[-1].center)
    assert hand.top is not title
    hand.key("escape")
    assert hand.top is title
    assert title.hovered_scenario is None
    assert title.hovered_card == -1


def test_many_options_leave_room_for_the_buttons() -> None:
    """Of more than four options the first are named, with the number of others."""
    options = [f"Option {number}" for number in range(12)]
    *named, more = shortened_options(options)
    assert (options[:3], ["9"]) == (named, re.findall(r"\d+", more))
    assert tuple(options[:4]) == shortened_options(options[:4])


def _row(hand: Hand, number: int) -> UIButton | None:
    """The row of a game in the list, scrolled into view."""
    rows = [item["button_element"] for item in hand.top.list.item_list]
    row = rows[number]
    return row if row is not None and hand.top.list.rect.contains(row.rect) else None


@pytest.mark.soak
@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 100), ((1024, 768), 200), ((1920, 1080), 80)])
def test_sixty_games_by_key_wheel_and_click(
    sit_down: Sit, folders: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], scale: int
) -> None:
    """The selection is always visible; a click into a scrolled list does not scroll it."""
    games = folders / "data" / "games"
    games.mkdir(parents=True)
    for number in range(60):
        path = games / f"game{number:02d}.jsonl"
        shutil.copy(OLDER / "kassala-left.jsonl", path)
        os.utime(path, (10**9 + number, 10**9 + number))
    hand = sit_down()
    hand.resize(size, scale)
    hand.top.saves()
    hand.wait()
    for index in (10, 20, 30, 40, 50, 59):
        hand.key("page down")
        assert index == hand.top.index
        assert _row(hand, index) is not None
    for index in range(58, 40, -1):
        hand.key("up")
        assert _row(hand, index) is not None
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: hand.top.list.rect.center)
    hand.wait()
    for _ in range(3):
        hand.wheel(1)
    hand.wait_in_steps(5, 0.2)
    seen = [number for number in range(60) if _row(hand, number) is not None]
    assert 0 < seen[0] < 40
    row = _row(hand, seen[2])
    assert row is not None
    place = row.rect.center
    hand.click(place)
    assert seen[2] == hand.top.index
    row = _row(hand, seen[2])
    assert row is not None
    assert row.rect.collidepoint(place)


@pytest.mark.every(4)
@pytest.mark.parametrize("rows", [3, 30])
@pytest.mark.parametrize("height", [300, 317, 333, 352])
def test_rows_of_a_list_end_inside_it(sit_down: Callable[..., Hand], rows: int, height: int) -> None:
    """At any height and offset, no row is cut at the list's edges."""
    hand = sit_down()
    hand.wait()
    items: list[str | tuple[str, str]] = [(f"{number}. A game", str(number)) for number in range(rows)]
    for chosen in (0, rows // 2, rows - 1):
        listed = ScrolledList(pygame.Rect(10, 10, 400, height), items, hand.top.manager, chosen, 0.4)
        for start in (None, 0.1, 0.37, 0.62):
            if start is not None and listed.scroll_bar is not None:
                listed.scroll_bar.set_scroll_from_start_percentage(start)
            listed.update(0.01)
            room = listed.list_and_scroll_bar_container
            assert room is not None
            seen = [item["button_element"] for item in listed.item_list if item["button_element"] is not None]
            assert seen
            assert all(room.rect.top <= each.rect.top and each.rect.bottom <= room.rect.bottom
                       for each in seen if each.rect.colliderect(room.rect))
        listed.kill()


@pytest.mark.every(3)
@pytest.mark.parametrize("system", catalog.names())
def test_the_list_uses_the_sides_names_of_the_game(
    sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch, system: str,
) -> None:
    """In the line and beside the list they have the titles of the cards and of the turn track, not short names. The
    turn has its own word in both as well."""
    written: list[str] = []
    row = Pen.row

    def note_row(pen: Pen, label: Text, *more: Any, **named: Any) -> Any:
        written.append(translate(label))
        return row(pen, label, *more, **named)

    monkeypatch.setattr(Pen, "row", note_row)
    rules = catalog.rules(system)
    first, second = rules.seats
    match = Store().begin(rules, rules.scenarios[0].name, seed=5, players={second: "recruit"})
    match.resign(first)
    match.release()
    titles = {info.name: translate(info.title) for info in rules.theme.seats}
    turn_word = translate(rules.theme.turn)
    hand = sit_down()
    hand.press(hand.button("Saved games"))
    hand.wait()
    line = line_of(hand.top.save)
    assert f"{titles[second]} won" in line
    assert f"you as {titles[first]}, {titles[second]}: Recruit" in line
    assert {*titles.values(), turn_word} <= set(written)
    assert f" · {turn_word} " in line_of(replace(hand.top.save, result=""))
    assert not ({name.capitalize() for name in rules.seats} - set(titles.values())) & set(written)
