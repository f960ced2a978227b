"""The strip above the map: holders and victory conditions, visible unless it is hidden."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.message import say
from game.match.match import Match
from game.match.start import Start
from game.ui.cards.objectives import OBJECTIVES_HEIGHT, ObjectivesStrip
from game.ui.kit.fonts import Typeface
from game.ui.kit.pen import Pen
from game.ui.kit.theme import Metrics
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from tests.ui.corners import WINDOWS, corners
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
HIGH = (("kassala", "kassala"), ("africa", "castillejos"))
"""Battles with a high map, which leaves room beside it."""
BATTLES = (*HIGH, ("africa", "tetuan"), ("africa", "wad-ras"))


def strip_digest(hand: Hand) -> str:
    """A digest of the picture of the strip on the screen on top."""
    return digest(hand.app.window.subsurface(hand.top.layout.objectives), "RGB")


def first_link(strip: pygame.Rect, link_at: Callable[[tuple[int, int]], object]) -> tuple[int, int]:
    """A point of the strip with a link."""
    return next((x, y) for x in range(strip.left, strip.right, 6) for y in range(strip.top, strip.bottom, 4)
                if link_at((x, y)) is not None)


def without_udaka(position: dict[str, Any]) -> dict[str, Any]:
    """A position of Kassala in which the Christian units have left Udaka for an adjacent hex."""
    units = [{**unit, "place": "0404"} if unit["place"] == "0304" and unit["id"].startswith("c-") else unit
             for unit in position["units"]]
    return {**position, "units": units}


@pytest.mark.every(8)
@pytest.mark.parametrize(("system", "battle"), BATTLES)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_objectives_are_beside_or_above_the_map_and_can_be_hidden(
    sit_down: Sit, system: str, battle: str, size: tuple[int, int]
) -> None:
    """They are a strip between turn track and map, or a card at the left of a high map. O hides them, a strip's room
    goes to the map, and the button shows them again."""
    hand = sit_down(Start("play", system, battle, seed=3), size=size, legend="open")
    screen = hand.screen
    assert screen.shown_objectives.entries
    strip, shown = screen.layout.objectives, screen.layout.map.copy()
    assert screen.layout.track.bottom == strip.top
    is_card = (system, battle) in HIGH
    assert strip.right == shown.left if is_card else strip.bottom == shown.top
    hand.key("o")
    assert screen.layout.objectives.height == 0
    assert screen.layout.map.top == screen.layout.track.bottom
    assert is_card or screen.layout.map.top < shown.top
    game = hand.game
    assert game.view.rect == screen.layout.map
    assert not hand.app.settings.objectives
    hand.press(hand.button("Victory"))
    assert shown == screen.layout.map


@pytest.mark.every(11)
@pytest.mark.parametrize(("system", "battle", "size", "scale"), corners(
    [(*battle, size, scale) for battle in BATTLES for size in WINDOWS[:3] for scale in (100, 150, 200)],
    [
        *((*battle, *cell) for battle in BATTLES for cell in (((1024, 768), 200), ((1920, 1080), 200))),
        *(("africa", "tetuan", *cell) for cell in (((1024, 768), 100), ((1280, 720), 150), ((1920, 1080), 100))),
    ],
))
def test_the_print_of_objectives_is_readable_at_every_scale(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, system: str, battle: str, size: tuple[int, int], scale: int
) -> None:
    """It is never below 14 pixels in a window 1080 high, or 11 in others; the last line ends within the strip."""
    lowest: list[float] = []
    flow = Pen.flow

    def spy(pen: Pen, *args: Any, **more: Any) -> None:
        flow(pen, *args, **more)
        lowest.append(pen.y)

    hand = sit_down(Start("play", system, battle, seed=3), size=size, interface_scale=scale)
    hand.resize(size, scale)
    assert hand.screen.objectives.smallest_print >= (14 if size[1] == 1080 else 11)
    hand.screen.objectives = ObjectivesStrip()
    monkeypatch.setattr(Pen, "flow", spy)
    hand.wait()
    assert lowest[-1] <= hand.screen.layout.objectives.height - hand.screen.objectives.smallest_print


@pytest.mark.soak
@pytest.mark.every(2)
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 200), ((3840, 2160), 200)])
def test_the_strip_of_objectives_grows_with_the_interface(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Its print is larger than at normal scale."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=3), size=size)
    hand.resize(size, 100)
    plain = hand.screen.objectives.smallest_print
    hand.resize(size, scale)
    assert hand.screen.objectives.smallest_print > plain


def test_a_title_is_cut_short_only_where_it_must(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camp of Tetuan has its whole name if there is room, and "Camp." in a small window."""
    titles: list[str] = []
    printed = Typeface.line_picture

    def spy(face: Typeface, text: Any, colour: str) -> pygame.Surface:
        if str(text).startswith("Camp"):
            titles.append(str(text).partition(",")[0])
        return printed(face, text, colour)

    monkeypatch.setattr(Typeface, "line_picture", spy)
    hand = sit_down(Start("play", "africa", "tetuan", seed=3), size=(1920, 1080))
    hand.resize((1920, 1080), 150)
    assert "Campamento de Muley Achmed Norte" in titles[-3:]
    hand.resize((800, 600), 80)
    hand.wait()
    assert "Camp. de Muley Achmed Norte" in titles[-3:]


def test_a_town_that_falls_changes_its_flag(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """The strip shows the holder in the displayed state: none of an empty town, as on the map."""
    held = sit_down(Start("play", "kassala", position=udaka_fight, seed=3))
    before = strip_digest(held)
    lost = sit_down(Start("play", "kassala", position=without_udaka(udaka_fight), seed=3))
    holders = lost.screen.shown_objectives.entries
    assert [("Udaka", ""), ("Kassala", "christian")] == [(one.title, one.seat) for one in holders]
    assert {"0804": "christian"} == dict(lost.game.view.holders)
    assert before != strip_digest(lost)


def test_the_rule_of_an_objective_opens_the_rulebook(sit_down: Sit) -> None:
    """A click on a rule number in the strip opens it."""
    hand = sit_down(Start("play", "africa", "tetuan", seed=3))
    screen = hand.screen
    hand.click(first_link(screen.layout.objectives, screen.objectives.link_at))
    assert isinstance(hand.top, Rulebook)


def test_an_example_of_play_has_no_strip(sit_down: Sit) -> None:
    """Without victory conditions the strip has no height."""
    hand = sit_down(Start("play", "kassala", "example-a", seed=3))
    assert 0 == hand.screen.layout.objectives.height


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_replay_has_the_strip_of_objectives(sit_down: Sit, size: tuple[int, int]) -> None:
    """It is between track and map, with the objectives at the displayed step; O hides it and shows it again, and a
    click on a rule number opens the rulebook."""
    hand = sit_down(Start("play", "tours", seed=3, players={"frankish": "recruit"}), size=size,
                    legend="open")
    app, match = hand.app, hand.game.match
    app.push(ReplayScreen(app, match))
    hand.wait()
    screen = hand.top
    assert screen.layout.objectives.height > 0
    assert screen.layout.track.bottom == screen.layout.objectives.top
    assert screen.layout.map.top == screen.layout.objectives.bottom
    assert screen.view.rect == screen.layout.map
    assert screen.layout.map.bottom == screen.layout.row.top
    assert screen.layout.row.bottom == app.window.get_height()
    assert screen.shown_objectives == screen.rules.objectives(screen.replay.state)
    high = screen.layout.map.height
    hand.key("o")
    assert screen.layout.objectives.height == 0
    assert screen.view.rect.height == screen.layout.map.height > high
    hand.key("o")
    assert screen.layout.map.height == high
    hand.click(first_link(screen.layout.objectives, screen.rule_of_objectives))
    assert isinstance(hand.top, Rulebook)


def test_a_replayed_capture_changes_its_flag(sit_down: Sit) -> None:
    """Forward and back, the strip shows the holders at that step."""
    rules = catalog.rules("kassala")
    position = {**rules.position(rules.initial("kassala")), "phasing": "christian", "to_act": "christian"}
    match = Match.begin(rules, seed=3, position=without_udaka(position))
    aims = rules.objectives(match.state)
    actions = rules.candidates(match.state)
    taking = next(action for action in actions if rules.objectives(rules.apply(match.state, action)[0]) != aims)
    match.play(taking.notation)
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.app.push(ReplayScreen(hand.app, match))
    hand.wait()
    shown = []
    for key in ("home", "end", "home"):
        hand.key(key)
        hand.settle()
        shown.append(strip_digest(hand))
        assert hand.top.shown_objectives == rules.objectives(hand.top.replay.state)
    assert shown[0] == shown[2] != shown[1]


@pytest.mark.every(2)
@pytest.mark.parametrize("system", ["africa", "kassala"])
def test_examples_show_objectives_if_they_have_any(sit_down: Sit, system: str) -> None:
    """An example has the strip if its battle has objectives on its map; otherwise the map keeps the room."""
    rules = catalog.rules(system)
    for info in rules.scenarios:
        if info.example:
            hand = sit_down(Start("demo", system, info.name))
            screen = hand.top
            has_objectives = bool(rules.objectives(screen.frames[0].before).entries)
            assert has_objectives == (screen.layout.objectives.height > 0), info.name
            assert screen.view.rect == screen.layout.map
            hand.close()


def test_every_victory_condition_is_followed_by_its_rule(sit_down: Sit) -> None:
    """The rules of Kassala's three conditions are links on three lines; each text says when, then the result."""
    hand = sit_down(Start("play", "kassala", seed=7), size=(1600, 900))
    strip = hand.screen.objectives
    rules = [str(link.rule) for link in strip.links]
    assert rules == ["III.B.2", "III.B.1", "III.B.3"]
    tops = [link.rect.top for link in strip.links]
    assert tops == sorted(set(tops))
    texts = [str(note.text) for note in hand.screen.shown_objectives.victory]
    assert all(text[0].isupper() and ":" in text and not text.endswith(",") for text in texts)


@pytest.mark.parametrize(("system", "flags"), [("tours", 0), ("adua", 1), ("kassala", 2)])
def test_a_counted_objective_has_no_flag(sit_down: Sit, system: str, flags: int) -> None:
    """A tally, e.g. of losses, has no flag. Flags are counted by their tooltips."""
    hand = sit_down(Start("play", system, seed=3), size=(1280, 720))
    drawn = ObjectivesStrip()
    drawn.draw(hand.app.window, pygame.Rect(0, 0, 1200, 64), hand.app.metrics, hand.game.theme,
               hand.screen.shown_objectives)
    tips = {str(drawn.tip_at((x, 32))) for x in range(0, 1200, 4)} - {""}
    assert flags == len(tips), tips


def test_a_first_condition_too_long_for_the_strip_ends_before_its_foot() -> None:
    """It is shortened, and no line is cut by the foot of the strip."""
    pygame.display.init()
    pygame.display.set_mode((1024, 768))
    rules = catalog.rules("adua")
    shown = rules.objectives(rules.initial("adua"))
    long = tuple(replace(note, text=say("{sentence}", sentence="words " * 40 + "end.")) for note in shown.victory[:2])
    surface, strip = pygame.Surface((690, OBJECTIVES_HEIGHT)), ObjectivesStrip()
    strip.draw(surface, surface.get_rect(), Metrics.of((1024, 768)), rules.theme, replace(shown, victory=long))
    assert strip.shortened
    assert 0 < strip.bottom <= OBJECTIVES_HEIGHT


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "battle"), [
    ("adua", "adua"), ("tours", "tours"), ("renaissance", "quick-battle"), ("kassala", "kassala"),
    ("africa", "tetuan")])
def test_a_small_window_has_room_for_the_objectives(sit_down: Sit, system: str, battle: str) -> None:
    """At any interface scale they are on a card if there is a side column, else in the strip; a card's text ends within
    it."""
    hand = sit_down(Start("play", system, battle, seed=3))
    for scale in (100, 125, 150, 200):
        for size in ((1100, 640), (1024, 600), (800, 600)):
            hand.resize(size, scale)
            hand.wait(0.1)
            room, is_card = hand.screen.layout.objectives, bool(hand.screen.layout.side.width)
            assert not room.height or is_card == (room.height > room.width)
            assert not is_card or hand.screen.objectives.foot <= room.height
