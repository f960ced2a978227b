"""Hex numbers are legible when an example opens, and N switches them there and in replays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game import catalog
from game.match.start import Start
from game.ui.screens.replay import ReplayScreen
from tests.ui.corners import crossed
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]

HEXES = [name for name in catalog.names() if catalog.rules(name).traits.board == "hex"]


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "size", "scale"), crossed(
    HEXES, [((1024, 768), 100), ((1024, 768), 200), ((1280, 720), 150)]))
def test_every_example_opens_near_enough(sit_down: Sit, system: str, size: tuple[int, int], scale: int) -> None:
    """The first step's places are in view, with legible hex numbers."""
    for info in catalog.rules(system).scenarios:
        if not info.example:
            continue
        hand = sit_down(Start("demo", system, info.name), size=size, interface_scale=scale)
        hand.resize(size, scale)
        hand.wait()
        screen = hand.top
        assert screen.view.near_enough_for_numbers, info.name
        for _ in range(min(6, len(screen.frames))):
            shown = screen.frame.asked_action or screen.frame.last_action
            for place in shown.places if shown is not None else ():
                if screen.view.board.knows(place):
                    assert screen.view.rect.inflate(4, 4).collidepoint(screen.view.point_of(place)), info.name
            hand.key("right")
            hand.settle()
            screen.stage.skip()
        hand.close()


@pytest.mark.every(3)
@pytest.mark.parametrize("system", HEXES)
def test_n_switches_hex_numbers_in_examples_and_replays(sit_down: Sit, system: str) -> None:
    """The picture changes, and changes back."""
    rules: Any = catalog.rules(system)
    example = next(info.name for info in rules.scenarios if info.example)
    hand = sit_down(Start("demo", system, example), size=(1280, 720), reduced_motion=True)
    for _ in range(2):
        hand.wait_for_print()
        pictures = []
        for _ in range(3):
            hand.wait_for_print()
            pictures.append(digest(hand.app.window.subsurface(hand.top.layout.map), "RGB"))
            hand.key("n")
            hand.wait(3.0)  # a notice goes by itself
        assert pictures[0] == pictures[2] != pictures[1]
        hand.key("n")
        hand.wait(3.0)
        game = sit_down(Start("play", system, seed=7), size=(1280, 720))
        game.app.push(ReplayScreen(game.app, game.game.match))
        game.wait()
        game.top.view.zoom(3.0, game.top.view.rect.center)
        hand = game
