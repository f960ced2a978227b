"""Every screen at every window size and scale: nothing is cut, and nothing leaves its sheet or the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest
from pygame_gui.elements import UIButton

from game import catalog
from game.match.match import Match
from game.match.start import Start
from game.ui.app.panel import PanelScreen
from game.ui.screens import game_sheets as sheets
from game.ui.screens import menu
from game.ui.screens.examples import ExamplesSheet
from game.ui.screens.keys import Keys
from game.ui.screens.newgame import NewGame
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.saves import Saves
from game.ui.screens.seating import BranchSheet
from game.ui.screens.settings_sheet import SettingsSheet
from game.ui.screens.victory import Victory
from tests.ui.hand import Hand

Sit = Callable[..., Hand]

SIZES = ((1024, 768), (1280, 720), (1920, 1080), (3840, 2160))
SCALES = (80, 100, 150, 200)


class Paper(pygame.Surface):
    """A surface that records the places of pictures."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size)
        self.laid: list[pygame.Rect] = []
        self.pictures: list[pygame.Surface] = []
        """The recorded pictures."""

    def blit(self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, *_: Any, **__: Any) -> pygame.Rect:
        """Record the place; nothing is drawn."""
        place = dest.topleft if isinstance(dest, pygame.Rect) else dest[:2]
        self.pictures.append(source)
        self.laid.append(pygame.Rect(place, source.get_size() if area is None else pygame.Rect(area).size))
        return self.laid[-1]


def cut(hand: Hand) -> list[str]:
    """The visible buttons of the top screen whose text is larger than they are, or which leave the window."""
    window = hand.app.window.get_rect()
    found = []
    for button in hand.top.manager.get_sprite_group().sprites():
        if isinstance(button, UIButton) and button.visible and button.text.strip():
            assert button.font is not None
            width, height = button.font.size(button.text)[0], button.font.get_point_size()
            if width > button.rect.width - 4 or height > button.rect.height or not window.contains(button.rect):
                found.append(f"{type(hand.top).__name__}: {button.text}: {width} x {height} in {button.rect}")
    return found


def outside(hand: Hand) -> list[str]:
    """The print of the top screen outside its sheet, or outside the window if it has none."""
    screen, paper = hand.top, Paper(hand.app.window.get_size())
    if isinstance(screen, PanelScreen):
        screen.paint(paper)
        room = screen.sheet
    else:
        room = paper.get_rect()
    room = room.inflate(4, 4)
    widgets = [w.rect for w in screen.manager.get_root_container().elements if w.visible]
    return [f"{type(screen).__name__}: {place} leaves {room}" for place in (*paper.laid, *widgets)
            if not room.contains(place)]


def finished() -> Match[Any]:
    """A game of Kassala finished after its last turn."""
    rules = catalog.rules("kassala")
    match = Match.begin(rules, seed=5, position={**rules.position(rules.initial("kassala")), "turn": 10})
    while match.to_act is not None:
        match.play("end-movement")
    return match


def screens(hand: Hand) -> Iterator[None]:
    """Opens one screen after the other over a game."""
    app, game = hand.app, hand.game
    example = next(info.name for info in game.rules.scenarios if info.example)
    openings: tuple[Callable[[], None], ...] = (
        lambda: sheets.open_menu(game),
        lambda: sheets.save_as(game),
        lambda: app.push(Keys(app)),
        lambda: sheets.open_rulebook(game, game.situation.prompt.rule),
        lambda: sheets.open_log(game),
        lambda: sheets.open_roster(game),
        lambda: menu.resign(game),
        lambda: menu.restart(game),
        lambda: app.push(menu.draw_offer_banner(game, game.rules.seats[0])),
        lambda: sheets.report_trouble(game, "The disk is full"),
        lambda: app.push(ReplayScreen(app, game.match)),
        lambda: app.push(SettingsSheet(app)),
        lambda: app.push(Saves(app)),
        lambda: app.push(NewGame(app, game.rules)),
        lambda: app.push(BranchSheet(app, game.match, 0)),
        lambda: app.push(ExamplesSheet(app, game.rules)),
        lambda: app.navigator.demo(game.rules, example),
        *((lambda: sheets.open_moments(game),)
          if game.interruption.available or game.reaction_settings.available else ()),
        *((lambda: app.push(Victory(app, finished())),) if game.rules.name == "kassala" else ()),
    )
    yield
    for open_it in openings:
        open_it()
        hand.wait()
        yield
        app.pop()
    app.return_to_title()
    hand.wait()
    yield


def every(*chosen: tuple[str, int, int]) -> list[Any]:
    """Every system, size and scale; most run in `make soak` only."""
    return [
        pytest.param(system, size, scale, marks=() if (system, size[0], scale) in chosen else pytest.mark.soak)
        for system in catalog.names() for size in SIZES for scale in SCALES
    ]


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(
    ("system", "size", "scale"),
    every(
        ("kassala", 1024, 200), ("kassala", 1280, 80), ("kassala", 1920, 100), ("africa", 1280, 200),
        ("africa", 3840, 150),
    ),
)
def test_no_screen_is_cut(sit_down: Sit, system: str, size: tuple[int, int], scale: int) -> None:
    """Labels of buttons, widgets and print fit, from the projector's window to the largest, at every scale."""
    battle = next(info.name for info in catalog.rules(system).scenarios if not info.example)
    hand = sit_down(Start("play", system, battle, seed=7), size=size, interface_scale=scale)
    hand.app.apply_settings()
    hand.wait()
    found: list[str] = []
    for _ in screens(hand):
        found += cut(hand) + outside(hand)
    assert found == []


@pytest.mark.every(5)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("system", catalog.names())
def test_every_button_with_a_sign_has_a_tip(sit_down: Sit, system: str) -> None:
    """A label without a word, such as + or ×, has a tip with its function."""
    battle = next(info.name for info in catalog.rules(system).scenarios if not info.example)
    hand = sit_down(Start("play", system, battle, seed=7))
    hand.wait()
    found = [f"{type(hand.top).__name__}: {button.text!r}" for _ in screens(hand) for button in hand.top.buttons
             if button.visible and button.text.strip() and not any(map(str.isalnum, button.text))
             and not button.tool_tip_text]
    assert [] == found


@pytest.mark.every(8)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [100, 200])
def test_the_row_below_the_map_against_a_computer(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """It fits with speed and pause beside the turn track, also while paused."""
    start = Start("play", "africa", "wad-ras", seed=7, players={"moroccan": "recruit"})
    hand = sit_down(start, size=size, interface_scale=scale)
    hand.app.apply_settings()
    hand.wait()
    assert hand.screen.widgets.pace.pause is not None
    assert [] == cut(hand)
    hand.key("p")
    assert "Resume" == hand.screen.widgets.pace.pause.text
    assert [] == cut(hand)
