"""The results that a card lists with their chances, and when it contrasts two sides."""

from __future__ import annotations

from fractions import Fraction

import pygame
import pytest

from game import catalog
from game.core.message import say
from game.core.preview import Outcome
from game.core.verdict import RuleRef
from game.ui.cards.card_pen import TIGHT, CardPen
from game.ui.cards.chances import (
    MAX_RESULTS,
    Percentages,
    listed_chances,
    outcomes_to_list,
    side_groups,
    write_chances,
)
from game.ui.kit.theme import INK, Metrics

RULE = RuleRef("made-up", "1")


def outcomes(*parts: int) -> list[Outcome]:
    """Results named by their number, with chances in these proportions."""
    return [Outcome(str(n), Fraction(part, sum(parts)), say("result"), RULE) for n, part in enumerate(parts)]


def test_many_results_are_reduced_to_the_likeliest_and_the_actual_one() -> None:
    """They keep their order; if there are few, all are listed."""
    many = outcomes(5, 1, 9, 8, 7, 2, 6, 4, 3, 10, 11, 12)
    assert ["0", "2", "3", "4", "6", "9", "10", "11"] == [one.result for one in outcomes_to_list(many, "")]
    assert ["1", "2", "3", "4", "6", "9", "10", "11"] == [one.result for one in outcomes_to_list(many, "1")]
    few = outcomes(*range(1, MAX_RESULTS + 1))
    assert few == outcomes_to_list(few, "")


def test_results_not_listed_share_a_row() -> None:
    """A table of chances leaves nothing out: its rows add up to 100 %."""
    rows = listed_chances(outcomes(5, 1, 9, 8, 7, 2, 6, 4, 3, 10, 11, 12))
    assert MAX_RESULTS == len(rows)
    assert 1 == sum(chance for _, chance, _ in rows)
    assert Fraction(10, 78) == rows[-1][1]
    assert MAX_RESULTS == len(listed_chances(outcomes(*range(1, MAX_RESULTS + 1))))


def test_the_parts_of_a_group_add_up_to_its_percentage() -> None:
    """In tenths of a per cent, as displayed, and the groups to 100 %."""
    hits = [Outcome(str(part), Fraction(part, 10000), say("hit"), RULE, "hit") for part in (4277, 3208, 1069)]
    miss = Outcome("-", Fraction(1446, 10000), say("miss"), RULE)
    shown = Percentages([*hits, miss])
    assert ["42.7 %", "32.1 %", "10.7 %"] == [str(shown.of(each)) for each in hits]
    assert ["85.5 %", "14.5 %"] == [str(shown.of(*hits)), str(shown.of(miss))]


def test_only_results_good_for_either_side_are_set_against_each_other() -> None:
    """A shot has hits and misses of one side, listed below each other."""
    half = Fraction(1, 2)
    shot = [Outcome("-", half, say("no effect"), RULE, "", "blue"), Outcome("1", half, say("hit"), RULE, "hit", "blue")]
    assert () == side_groups(shot)
    fight = [Outcome("a", half, say("blue wins"), RULE, "blue wins", "blue"),
             Outcome("b", half, say("grey wins"), RULE, "grey wins", "grey")]
    assert (("blue wins", "blue"), ("grey wins", "grey")) == side_groups(fight)


@pytest.mark.parametrize("scale", [0.72, 1.0, 1.25])
def test_the_frame_of_the_rolled_result_leaves_its_chance_whole(scale: float) -> None:
    """No digit runs into it."""
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    half = Fraction(1, 2)
    fight = [Outcome("a", half, say("beaten"), RULE, "red wins", "red"),
             Outcome("b", half, say("beaten, too"), RULE, "blue wins", "blue")]

    def digits(lit: str) -> int:
        surface = pygame.Surface((400, 240))
        surface.fill("#ffffff")
        pen = CardPen(surface, Metrics(1280, 720, scale), 10, 10, 380, scarcity=TIGHT)
        write_chances(pen, catalog.rules("renaissance").theme, fight, lit)
        ink = pygame.mask.from_threshold(surface, pygame.Color(INK), (110, 110, 110, 255))
        boxes = [box for part in ink.connected_components(4) for box in part.get_bounding_rects()]
        return sum(box.left > 300 and box.height > 4 and box.width < 20 for box in boxes)

    assert digits("a") == digits("") > 0


def test_the_parts_of_the_bar_are_told_apart_in_grey() -> None:
    """Between the first side's part, the tie and the second side's part there are lines of ink, at the shares of their
    chances."""
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    fight = [Outcome("a", Fraction(1, 4), say("beaten"), RULE, "red wins", "red"),
             Outcome("-", Fraction(1, 4), say("tie"), RULE),
             Outcome("b", Fraction(1, 2), say("beaten, too"), RULE, "blue wins", "blue")]
    surface = pygame.Surface((420, 240))
    surface.fill("#ffffff")
    pen = CardPen(surface, Metrics(1280, 720, 1.0), 10, 10, 400, scarcity=TIGHT)
    write_chances(pen, catalog.rules("renaissance").theme, fight, "")
    inked = [[x for x in range(420) if surface.get_at((x, y)) == pygame.Color(INK)] for y in range(240)]
    assert any({10, 110, 210, 409} <= {x + near for x in line for near in (-1, 0, 1)} and len(line) < 12
               for line in inked), "a row of the bar has ink at its ends and between its parts only"


@pytest.mark.parametrize("length", range(6, 20))
def test_the_sign_of_the_rolled_result_covers_none_of_its_words(length: int) -> None:
    """The words end before the triangle, in smaller print or on more lines."""
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    surface = pygame.Surface((400, 240))
    surface.fill("#ffffff")
    pen = CardPen(surface, Metrics(1280, 720, 1.0), 10, 10, 380)
    write_chances(pen, catalog.rules("kassala").theme, [Outcome("a", Fraction(1), say("Mm " * length), RULE)], "a")
    tip, _ = pen.tips[0]
    point = tip.x + tip.width // 3
    ink = pygame.mask.from_threshold(surface, pygame.Color(INK), (60, 60, 60, 255))
    inside = pygame.Rect(point - 4, pen.line_extents[0][0] + 5, 4, pen.y - pen.line_extents[0][0] - 14)
    assert not any(ink.get_at((x, y)) for x in range(inside.left, inside.right)
                   for y in range(inside.top, inside.bottom))
