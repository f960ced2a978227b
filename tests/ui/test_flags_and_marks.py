"""Flags and marks on counters hide no printed factors: at set-up, and wherever counters go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from game import catalog
from game.art import screen_data
from game.match.start import Start
from game.rules.kassala.system import Kassala
from game.ui.board.view import BoardView
from game.ui.counters.marks import FLAG_HEIGHT, FLAG_RATIO, MIN_FLAG_PX, sign_box, sign_picture
from tests.ui.corners import corners
from tests.ui.hand import Hand

Sit = Callable[..., Hand]

BATTLES = [(system, info.name) for system in ("kassala", "africa") for info in catalog.rules(system).scenarios]
SIGNS = ("demoralized", "activated-twice", "fired")


def strips(view: BoardView) -> dict[str, pygame.Rect]:
    """The places of the factors of every top counter: the lower half, right of an officer's picture."""
    stacks, found = view.stacks, {}
    widths, covered = stacks.widths(), stacks.covered()
    boxes: dict[str, pygame.Rect] = {}
    for unit, (x, y) in stacks.spots().items():
        px = stacks.px * widths.get(unit, 1.0)
        face = view.counters[unit].face
        left = 0.54 if face and face.portrait else 0.15
        boxes[unit] = pygame.Rect(round(x - px / 2), round(y - px / 2), round(px), round(px))
        found[unit] = pygame.Rect(round(x + (left - 0.5) * px), round(y - 0.04 * px), round((0.84 - left) * px),
                                  round(0.42 * px))
    order = list(boxes)
    return {unit: strip for k, (unit, strip) in enumerate(found.items())
            if unit not in covered and strip.collidelist([boxes[other] for other in order[k + 1:]]) < 0}


def flags(view: BoardView) -> dict[str, pygame.Rect]:
    """The places of flags."""
    found = {}
    for place in view.holders:
        spot = view.flags.at(place)
        if spot is not None:
            high = max(MIN_FLAG_PX, round(FLAG_HEIGHT * spot[1] * view.camera.scale))
            found[place] = pygame.Rect(0, 0, round(high * FLAG_RATIO), high)
            found[place].center = tuple(round(each) for each in view.camera.to_screen(spot[0]))
    return found


def hidden(view: BoardView, marks: tuple[str, ...] = ()) -> list[str]:
    """The factors covered by flags and marks, if every counter had those marks."""
    found, shown, stacks = [], strips(view), view.stacks
    widths, known = stacks.widths(), screen_data(view.theme.art).marks
    for place, box in flags(view).items():
        found += [f"the flag of {place} on {unit}" for unit, strip in shown.items() if box.colliderect(strip)]
    for unit, (x, y) in stacks.spots().items():
        px = max(6, round(stacks.px * widths.get(unit, 1.0)))
        for mark in marks:
            box = sign_box(known[mark], sign_picture(known[mark], px), px).move(round(x - px / 2), round(y - px / 2))
            found += [f"{mark} of {unit} on {other}" for other, strip in shown.items() if box.colliderect(strip)]
    return found


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "battle"), corners(
    BATTLES, [cell for cell in BATTLES if not cell[1].startswith("example") or cell[1] == "example-a"]))
def test_nothing_hides_factors_at_set_up(sit_down: Sit, system: str, battle: str) -> None:
    """This holds at any window size, and with every mark a counter can have."""
    hand = sit_down(Start("play", system, battle, seed=7))
    marks = SIGNS if system == "africa" else ("attacked",)
    view = hand.game.view
    for size in ((1024, 768), (1280, 720), (1920, 1080)):
        hand.resize(size, 100)
        view.set_counters([replace(each, marks=marks) for each in view.counters.values()])
        hand.wait()
        assert hidden(view, marks) == []


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("places", [("0403",), ("0404",), ("0403", "0404"), ("0403", "0404", "0303", "0204")])
def test_a_flag_makes_way_for_counters(sit_down: Sit, kassala: Kassala, places: tuple[str, ...]) -> None:
    """With units next to Udaka and in it, its flag covers no more of them than their bare edge, and stays in its place:
    only its size changes."""
    position = kassala.position(kassala.initial("kassala"))
    moved = dict(zip(("c-port2", "c-musk1", "c-eth1", "c-eth2"), places, strict=False))
    for unit in position["units"]:
        unit["place"] = moved.get(unit["id"], unit["place"])
    hand = sit_down(Start("play", "kassala", seed=7, position=position), size=(1920, 1080))
    view = hand.game.view
    assert "0304" in flags(view)
    assert hidden(view) == []
    boxes = [box for group in view.counter_boxes((), -round(0.1 * view.stacks.px)) for box in group]
    assert flags(view)["0304"].collidelist(boxes) < 0
    spot = view.flags.at("0304")
    assert spot is not None
    assert spot[0] == view.sheet.flag_spots["0304"]
