"""The list of a phase: its lines keep their places during the phase, and its signs have names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.capability import capability
from game.core.message import Message
from game.core.overview import Overview, OverviewColumn, OverviewLine
from game.match.start import Start
from game.ui.cards.card_pen import CardPen
from game.ui.cards.overview import action_spot, line_spot, write
from game.ui.kit.theme import Metrics
from game.ui.play.lines import StableLines
from game.ui.screens.phase_list import with_explanation
from tests.rules.table import Table
from tests.rules.tours.board import RULES, acting, table
from tests.rules.tours.shock_board import begun, shock
from tests.ui.hand import Hand
from tests.ui.test_overview import CAMP, MEETING, TWO, spot

MANY = ("red-hc1 2019 w, red-ma1 2020 w, yellow-hc1 2014 w, blue-hc1 2016 w, hi1 1606 e, abd-ar-rahman 2019, "
        "charles 1606")


def sit(sit_down: Callable[..., Hand], at: Table, **more: Any) -> Hand:
    """Open a position of Tours."""
    hand = sit_down(Start("play", "tours", "tours", seed=5, position=dict(at.rules.position(at.state))), speed=8.0,
                    hand_over=False, **more)
    hand.wait()
    return hand


def names(shown: Overview) -> list[str]:
    """The lines in order; ``-`` for a removed one."""
    return ["-" if line.placeholder else line.name for line in shown.lines]


def of(*lines: tuple[str, str]) -> Overview:
    """Lines with their units."""
    return Overview("Combats", tuple(OverviewLine(name, name, (unit,)) for name, unit in lines))


def test_a_removed_line_leaves_its_room_empty() -> None:
    """A new line takes it: of the same unit first, then any; otherwise it is added at the end."""
    steady = StableLines()
    assert ["a", "b", "c"] == names(steady.keep(1, of(("a", "x"), ("b", "y"), ("c", "z"))))
    assert ["-", "-", "c"] == names(steady.keep(1, of(("c", "z"))))
    assert ["-", "d", "c"] == names(steady.keep(1, of(("d", "y"), ("c", "z"))))
    assert ["f", "d", "c", "e"] == names(steady.keep(1, of(("f", "q"), ("e", "p"), ("d", "y"), ("c", "z"))))
    assert ["c"] == names(steady.keep(2, of(("c", "z"))))


def test_a_removed_line_is_not_found() -> None:
    """The keyboard skips it."""
    steady = StableLines()
    steady.keep(1, of(("a", "x"), ("b", "y")))
    shown = steady.keep(1, of(("b", "y")))
    assert shown.line("a") is None
    assert shown.line("b") is not None


def test_a_finished_combat_is_pale(sit_down: Callable[..., Hand]) -> None:
    """Its place is not blank: its counters are visible, but have no actions."""
    at = shock(TWO, "red").play("attack red-hc1 li1")
    state = at.state
    sit(sit_down, at)
    counters = {counter.unit: counter for counter in RULES.counters(state)}
    line = capability(RULES, OverviewColumn).overview(state).lines[0]
    paper = pygame.Surface((320, 700), pygame.SRCALPHA)
    pen = CardPen(paper, Metrics(1280, 720, 1.0), 18, 14, 284)
    write(pen, RULES.theme, counters, Overview("", (replace(line, placeholder=True),)), None, True)
    assert [] == pen.spots
    box = paper.get_bounding_rect(min_alpha=60).clip(pygame.Rect(0, pen.y - 60, 120, 50))
    assert box.width > 80


def test_combats_keep_their_places_in_the_list_while_resolved(sit_down: Callable[..., Hand]) -> None:
    """The current one does not move to the top, and the next does not move up."""
    hand = sit(sit_down, begun(shock(TWO, "red"), "red-hc1 li1", "red-hc2 li2"))
    before = {name: spot(hand, line_spot(name)) for name in ("combat-red-hc1", "combat-red-hc2")}
    hand.click(spot(hand, action_spot("combat-red-hc2", 0)))
    hand.wait()
    assert before["combat-red-hc1"] == spot(hand, line_spot("combat-red-hc1"))


def test_a_duty_is_listed_below_announced_attacks_and_is_replaced(sit_down: Callable[..., Hand]) -> None:
    """An attack obliges another; if a friend takes that over, its line is in the duty's place."""
    hand = sit(sit_down, shock(MEETING, "red"))
    if hand.screen.view.turned:
        hand.key("u")
    for action, found in (("attack red-hc1 li1", ["combat-red-hc1", "due-red-hc1"]),
                          ("attack red-hc2 hi2", None), ("withdraw red-hc1", None)):
        before = {line.name: spot(hand, line_spot(line.name)) for line in hand.game.selection.lines.overview.lines
                  if not line.placeholder}
        hand.game.play(RULES.parse(action))
        hand.settle()
        lines = [line.name for line in hand.game.selection.lines.overview.lines if not line.placeholder]
        assert found is None or found == lines
        assert all(spot(hand, line_spot(name)) == before[name] for name in lines if name in before)
    assert ["due-red-hc2", "-", "combat-red-hc2"] == names(hand.game.selection.lines.overview)[:3]


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_list_keeps_its_place_in_the_column(sit_down: Callable[..., Hand], size: tuple[int, int]) -> None:
    """This holds whatever the cards above contain: while a unit moves its points are shown, too."""
    hand = sit(sit_down, acting(MANY, "red"), size=size)
    if not hand.screen.view.turned:
        hand.key("u")
        hand.wait()
    assert hand.screen.layout.column.contains(hand.screen.column.overview.rect)
    before = spot(hand, line_spot("yellow"))
    hand.game.play(RULES.parse("move red-ma1 1920"))
    hand.settle()
    assert 2 == len(hand.game.prompt_shown.budgets)
    assert before == spot(hand, line_spot("yellow"))


@pytest.mark.parametrize(("phase", "found"), [("orders", {"Move/Attack", "Reform"}), ("action", {"Move/Attack"})])
def test_every_sign_of_an_order_has_its_name(sit_down: Callable[..., Hand], phase: str, found: set[str]) -> None:
    """It is beside a small picture, once, below the heading."""
    sit(sit_down, table(CAMP, phase=phase, orders={"red": "move"}))
    at = table(CAMP, phase=phase, orders={"red": "move"})
    shown = capability(RULES, OverviewColumn).overview(at.state)
    signed = {way.sign: str(way.name) for line in shown.lines for way in line.actions if way.sign}
    assert found == set(signed.values())

    def high(overview: Overview) -> int:
        pen = CardPen(pygame.Surface((320, 700)), Metrics(1280, 720, 1.0), 18, 14, 284)
        counters = {counter.unit: counter for counter in RULES.counters(at.state)}
        write(pen, RULES.theme, counters, overview, None, True)
        return pen.y

    bare = tuple(replace(line, actions=tuple(replace(way, name="") for way in line.actions)) for line in shown.lines)
    shown = replace(shown, values="")
    assert high(shown) > high(replace(shown, lines=bare))


def test_lines_with_something_to_do_come_first_and_stay(sit_down: Callable[..., Hand]) -> None:
    """Of Adua's machine guns, all assigned, the units that may return one come first, the others are dimmed below with
    the reason as a tip; once a gun is returned every line stays in place."""
    hand = sit_down(Start("play", "adua", seed=3), hand_over=False)
    while hand.game.prompt_shown.phase != "machine-guns":
        hand.end_phase()
        hand.settle()
    game = hand.game
    listed = game.selection.lines.overview.lines
    barred = [line.barred for line in listed]
    assert barred == sorted(barred)
    assert len(set(barred)) == 2
    last = next(line for line in listed if line.barred)
    shown = with_explanation(game.selection.lines.overview, last.name, None).line(last.name)
    assert shown is not None
    assert isinstance(shown.explanation, Message)
    assert "5.1" in (shown.explanation.values or {}).values()
    order = names(game.selection.lines.overview)
    game.play(next(way.offer.action for way in listed[0].actions))
    hand.settle()
    assert order == names(game.selection.lines.overview)
    assert not any(line.barred for line in game.selection.lines.overview.lines)
