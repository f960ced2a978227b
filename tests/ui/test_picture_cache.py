"""Pictures are cached for the displayed size only."""

from __future__ import annotations

import gc
import importlib
import inspect
import pkgutil
from collections.abc import Callable
from typing import Any
from weakref import ref

import pygame
import pytest

import game.ui
from game.match.start import Start
from game.ui.kit.pictures import caches
from tests.ui.hand import Hand

SIZED = {"px", "size", "scale", "width", "height", "high", "wide", "blur", "m"}
"""The parameter names for measures in pixels where pictures are drawn."""


def _held() -> list[pygame.Surface]:
    """Every cached picture."""
    return [kept for cache in caches for kept in gc.get_referents(cache) if isinstance(kept, pygame.Surface)]


@pytest.mark.every(4)
@pytest.mark.usefixtures("dropping")
@pytest.mark.parametrize(("system", "scenario"), [("kassala", "kassala"), ("africa", "tetuan")])
@pytest.mark.parametrize("change", [((1280, 720), 100), ((1600, 900), 125)])
def test_pictures_of_another_size_are_dropped(
    sit_down: Callable[..., Hand], system: str, scenario: str, change: tuple[tuple[int, int], int]
) -> None:
    """After a change of the window or the scale, every picture for the previous size is dropped."""
    hand = sit_down(Start("play", system=system, scenario=scenario, seed=7), size=(1600, 900))
    hand.wait_in_steps(12)
    before = [ref(picture) for picture in _held()]
    assert len(before) > 100
    hand.resize(*change)
    hand.wait_in_steps(12)
    assert not [kept.get_size() for picture in before if (kept := picture()) is not None]


def test_pictures_stay_while_the_size_does(sit_down: Callable[..., Hand]) -> None:
    """A setting that changes no size redraws nothing."""
    hand = sit_down(Start("play", system="kassala", seed=7))
    hand.wait_for_print()
    before = {id(picture): picture for picture in _held()}
    hand.app.settings.muted = True
    hand.app.apply_settings()
    hand.wait()
    assert before.keys() <= {id(picture) for picture in _held()}


def test_every_picture_of_a_size_is_dropped_with_it() -> None:
    """No function that draws at a size in pixels is cached in another way."""
    found: list[Any] = []
    for info in pkgutil.walk_packages(game.ui.__path__, "game.ui."):
        module = importlib.import_module(info.name)
        found += [value for value in vars(module).values() if hasattr(value, "cache_info")]
    sized = [each for each in found if SIZED & inspect.signature(each).parameters.keys()]
    assert len(sized) > 30
    assert not [each.__qualname__ for each in sized if not any(each is kept for kept in caches)]
