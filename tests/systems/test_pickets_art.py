"""A system's additions to the screen are in its folder of art: its own mark, texts for marks and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from msgspec.structs import asdict

from game import catalog, systems
from game.art import screen_data
from game.match.start import Start
from game.ui.board.pieces import sign_spots
from game.ui.counters.marks import sign_name, sign_picture
from game.ui.screens.keys import keys_of
from game.ui.screens.roster import centre_on
from tests.systems.pickets_table import rules
from tests.ui.hand import Hand

ROOT = Path(__file__).parents[2]
SHARED = ("core", "board", "match", "ai", "referee", "adapters", "ui")


def test_its_own_mark_is_drawn_and_named(sit_down: Callable[..., Hand]) -> None:
    """The mark has the picture and the place in the system's file; no shared code knows it."""
    hand = sit_down(Start("play", "pickets", "patrol", seed=4))
    view = hand.game.view
    counter = next(each for each in view.counters.values() if each.place and view.geometry.knows(each.place))
    mark = screen_data("pickets").mark("shaken")
    view.set_counters([replace(counter, marks=("shaken",))])
    centre_on(view, counter.place or "")
    hand.wait()
    view.unit_at(view.rect.center)
    px = round(view.stacks.px * view.stacks.widths().get(counter.unit, 1))
    x, y = view.stacks.spots()[counter.unit]
    ((_, _, place),) = sign_spots(counter, {"shaken": mark}, (x, y), px, None, piled=False)
    assert not place.collidepoint((x, y))
    hand.point(place.center)
    hand.wait_in_steps(4, 0.6)
    assert "Shaken: neither reacts nor assaults" == str(hand.top.tips.shown)


def test_a_common_mark_has_its_own_words_and_the_common_sign() -> None:
    """Only the values in the system's file differ."""
    theme = rules().theme
    assert sign_name("moved", theme) != sign_name("moved", catalog.rules("cudgels").theme)
    assert sign_name("fired", theme) == sign_name("fired", catalog.rules("cudgels").theme)
    assert asdict(screen_data("pickets").mark("fired")) == asdict(screen_data("cudgels").mark("fired"))


HINT = "ask the colonel"
"""The text of a key in the system's file."""


def test_its_words_are_on_the_page_of_keys() -> None:
    """They are on the page of keys in its games; outside of games the page has the common texts."""
    def told(*names: str) -> list[str]:
        return [str(words) for _, rows in keys_of(*map(catalog.rules, names)) for _, words in rows]

    assert HINT in told("pickets")
    assert HINT not in told("pickets", "cudgels")
    assert HINT not in told("cudgels")


def test_no_shared_file_names_a_mark_of_one_system() -> None:
    """Neither code nor the common file names it, so that a new mark changes none of them."""
    common = screen_data("").marks.keys()
    own = {mark for name in catalog.names() for mark in screen_data(name).marks} - common
    assert own
    sources = {path: path.read_text("utf-8") for part in SHARED for path in (ROOT / "game" / part).rglob("*.py")}
    assert [] == [(str(path), mark) for path, text in sources.items() for mark in sorted(own) if f'"{mark}"' in text]


def test_every_picture_in_a_folder_of_marks_is_used() -> None:
    """A picture of a removed mark must be deleted."""
    for name in ("common", *catalog.names()):
        folder = (systems.ASSETS / name if name == "common" else systems.assets(name)) / "marks"
        used = {Path(mark.picture) for mark in screen_data("" if name == "common" else name).marks.values()}
        assert set(folder.glob("*")) <= used, name


@pytest.mark.usefixtures("folders")
def test_a_sign_is_cut_at_the_size_of_its_counter() -> None:
    """Its height follows from its picture's proportions."""
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    assert (26, 26) == sign_picture(screen_data("pickets").mark("shaken"), 80).get_size()
    assert (10, 10) == sign_picture(screen_data("pickets").mark("shaken"), 12).get_size()
