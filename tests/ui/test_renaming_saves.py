"""Saved games have names: chosen by the person, or for forks by the place where they leave their game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.message import Message
from game.i18n.words import contains_name, set_language, translate
from game.match.game_names import branch_name, copy_name, shown_name
from game.match.loading import load
from game.match.match import Match
from game.match.record import MAX_TITLE_LENGTH
from game.match.start import Start
from game.match.store import Store
from game.ui.screens.save_details import line_of, name_of
from game.ui.screens.saveas import RenameSheet
from game.ui.screens.saves import Saves
from game.ui.screens.seating import BranchSheet
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def write(hand: Hand, text: str) -> None:
    for mark in text:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_UNKNOWN, mod=0, unicode=mark))
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=mark))
    hand.wait()
    hand.wait()


@pytest.fixture
def saves(sit_down: Sit) -> Hand:
    """The list with a game and a copy of it."""
    hand = sit_down(Start("play", "kassala", seed=3), speed=8.0)
    hand.game.flow.play(hand.game.rules.candidates(hand.game.match.state)[0])
    hand.settle()
    hand.game.match.save(Store().new_path("kassala"), "old")
    hand.app.return_to_title()
    hand.top.saves()
    hand.wait()
    assert isinstance(hand.top, Saves)
    assert len(hand.top.saves) == 2
    return hand


def test_a_full_entry_says_so(saves: Hand) -> None:
    """The sheet gives the maximum length as soon as a further letter would not be accepted."""
    saves.key("n")
    sheet = saves.on(RenameSheet)
    sheet.entry.set_text("x" * (MAX_TITLE_LENGTH - 1))
    saves.wait()
    assert not sheet.full_note
    write(saves, "yz")
    assert len(sheet.entry.get_text()) == MAX_TITLE_LENGTH
    assert str(MAX_TITLE_LENGTH) in str(translate(sheet.full_note))


@pytest.mark.every(4)
@pytest.mark.parametrize("copy", [False, True])
@pytest.mark.parametrize("by_key", [False, True])
def test_a_game_and_a_copy_are_renamed_in_the_list(saves: Hand, copy: bool, by_key: bool) -> None:
    """After N or the button, a name and Enter, the same row is selected, with the name."""
    screen = saves.top
    if screen.save.copy != copy:
        saves.key("down" if screen.index == 0 else "up")
    path, order = screen.save.path, [save.path for save in screen.saves]
    if by_key:
        saves.key("n")
    else:
        saves.press(saves.button("Rename"))
    entry = saves.on(RenameSheet).entry
    assert entry.get_text() == ("old" if copy else "")
    entry.set_text("")
    write(saves, "club night")
    saves.key("enter")
    assert saves.top is screen
    assert screen.save.path == path
    assert [save.path for save in screen.saves] == order
    assert f"club night{' · copy' if copy else ''} · Turn 1" in line_of(screen.save)
    assert load(path).match.title == "club night"


def test_escape_keeps_the_name(saves: Hand) -> None:
    """Nothing is written."""
    kept = {save.path: save.path.read_bytes() for save in saves.top.saves}
    saves.key("n")
    write(saves, "lost")
    saves.key("escape")
    assert isinstance(saves.top, Saves)
    assert {path: path.read_bytes() for path in kept} == kept


def fork(hand: Hand, match: Match[Any], at: int) -> None:
    """A new game from another, after this many actions."""
    hand.app.push(BranchSheet(hand.app, match, at))
    hand.wait()
    hand.press(hand.button("Start the game"))
    hand.wait()


def test_a_fork_is_named_after_its_battle(sit_down: Sit) -> None:
    """It also has the place where it begins; two from the same action, and forks of a fork, have numbers. One from the
    set-up is a normal game."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=3), speed=8.0, hand_over=False)
    match = hand.game.match
    for _ in range(2):
        match.play("done")
    match.set_title("my-own-file")
    for at in (1, 2, 2, 0):
        fork(hand, match, at)
    fork(hand, match, 2)
    fork(hand, hand.game.match, 2)
    titles = sorted(save.title for save in Store().saves())
    there = "The battle of Castillejos, from turn 1"
    assert titles == sorted([
        "", "my-own-file", f"{there}: Spanish movement", there,
        *(f"{there} ({number})" for number in (2, 3, 4))])
    assert any(f"{there} (2)" in line_of(save) for save in Store().saves())


def test_the_name_of_a_fork_keeps_its_number(sit_down: Sit) -> None:
    """This holds if the battle has a long title, as an example of play."""
    hand = sit_down(Start("play", "kassala", seed=3), hand_over=False)
    match = Match.begin(catalog.rules("tours"), "example-a", (), seed=1)
    match.play(next(iter(match.rules.candidates(match.state))))
    for _ in range(3):
        fork(hand, match, 1)
    titles = {save.title for save in Store().saves() if save.system == "tours"}
    assert len(titles) == 3
    battle = next(str(info.title) for info in match.rules.scenarios if info.name == "example-a")
    assert all(battle[:10] in title and re.search(r"\b1\b", title) for title in titles)


def test_a_copy_is_named_in_the_systems_word_for_a_turn() -> None:
    """The Renaissance game counts bounds."""
    for system, word in (("renaissance", "bound"), ("kassala", "turn")):
        rules = catalog.rules(system)
        match = Match.begin(rules, rules.scenarios[0].name, (), seed=1)
        assert f", {word} 1" in copy_name(match)
        assert f", from {word} 1: " in branch_name(match, set())


@pytest.mark.parametrize("system", catalog.names())
def test_a_name_of_the_program_is_shown_in_the_language_of_the_day(system: str) -> None:
    """Names of branched games and of copies are built again from their parts, from any action of a record; the record
    has them in English."""
    rules = catalog.rules(system)
    for info in (rules.scenarios[0], rules.scenarios[-1]):
        match = Match.begin(rules, info.name, (), seed=1)
        for name in (copy_name(match), branch_name(match, set()), branch_name(match, {branch_name(match, set())}),
                     branch_name(match, set(), "Club night"), branch_name(match, set(), "Adua, turn 3")):
            shown = shown_name(name, system, info.name)
            assert isinstance(shown, Message), name
            assert name == str(shown) or "…" in name
            set_language("es")
            assert translate(shown) != name
            set_language("en")
    for own in ("Club night", "from turn 3", "Kassala, week 2", ""):
        assert own == shown_name(own, system, rules.scenarios[0].name)
    assert "my game, turn 2" == shown_name("my game, turn 2", "nowhere", "nothing")


def test_branched_games_are_listed_in_the_language_of_the_day(sit_down: Sit) -> None:
    """A game branched in Spanish has an English name in English; renaming it without a change keeps its name."""
    hand = sit_down(Start("play", "kassala", seed=3, language="es"), hand_over=False)
    match = hand.game.match
    match.play(next(iter(match.rules.candidates(match.state))))
    hand.app.push(BranchSheet(hand.app, match, 1))
    hand.wait()
    hand.top.start()
    hand.wait()
    forked = hand.game.match.title
    set_language("en")
    (save,) = [save for save in Store().saves() if save.title]
    assert forked == save.title == name_of(save)
    set_language("es")
    shown = name_of(save)
    assert {"batalla", "desde"} <= set(shown.lower().split())
    hand.app.push(RenameSheet(hand.app, save, lambda: None))
    hand.wait()
    assert shown[:40] == hand.top.entry.get_text()[:40]
    hand.top.accept()
    assert forked == hand.game.match.title


def test_a_battle_that_names_its_system_has_no_system_before_it() -> None:
    """The year of a system need not be in it, so that these names look alike."""
    titles = {system: catalog.rules(system) for system in catalog.names()}
    named = {system for system, rules in titles.items()
             if contains_name(rules.scenarios[0].title, rules.theme.title)}
    assert {"kassala", "tours", "adua"} == named
