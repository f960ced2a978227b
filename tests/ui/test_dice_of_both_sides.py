"""Dice rolled for hits: a table of both sides on the card, figures beside names in the list, and names on the tray."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from game.core.preview import HitDice, UnitLine
from game.match.start import Start
from game.ui.kit.fonts import Typeface
from game.ui.kit.pen import shorten
from tests.rules.adua.board import RULES, table
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
LINE = ("iii-infantry 1610, guangul-f1 1711, guangul-fv1 1710, guangul 1712, menelik 2005, menelik-gr1 1609, "
        "dabormida 1611, ragni 1610")
SIZES = [(1024, 768), (1280, 720), (1920, 1080)]


@pytest.fixture
def attacked(sit_down: Sit, request: pytest.FixtureRequest) -> Hand:
    """Three units of two chiefs attack the III Infantry."""
    at = table(LINE, phase="fire", phasing="abyssinian", turn=6)
    at = at.play(*(f"attack {unit} iii-infantry" for unit in ("guangul-f1", "guangul-fv1", "menelik-gr1")), "begin")
    return sit_down(Start("play", "adua", seed=3, position=RULES.position(at.state)), hand_over=False,
                    size=request.param)


def test_dice_of_units_are_counted_by_the_face_that_hits() -> None:
    units = [UnitLine("a", 4, dice=2, lowest_hit=5), UnitLine("b", 2, dice=3, lowest_hit=6), UnitLine("c", 2)]
    side = HitDice.of(units)
    assert (5, ((5, 2), (6, 3)), (4, 2, 2)) == (side.dice, side.faces, side.printed)
    assert Fraction(2 * 2 + 3, 6) == side.expected


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("attacked", SIZES[1:2], indirect=True)
def test_a_line_has_the_figures_and_the_names_of_both_sides(attacked: Hand) -> None:
    attacked.settle()
    shown = attacked.game.situation.overview
    line, = shown.lines
    assert len(shown.headings) == len(line.figures[0]) == len(line.figures[1])
    assert (("11", "5+/6", "9"), ("7", "4+", "7")) == line.figures
    told = [str(tip) for _, tip in attacked.screen.column.overview.tips]
    for unit in (*line.units, *line.against):
        assert any(str(attacked.game.situation.counters[unit].name) in tip for tip in told)


@pytest.mark.parametrize("attacked", SIZES[2:], indirect=True)
def test_a_target_beside_attackers_with_abbreviations_has_its_whole_name(attacked: Hand, printed: list[str]) -> None:
    """There is room for one name, but not for three."""
    attacked.settle()
    printed.clear()
    attacked.key("c")
    attacked.wait()
    target = attacked.game.situation.counters["iii-infantry"]
    assert str(target.name) in printed


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("attacked", SIZES, indirect=True)
def test_a_roll_needs_no_scrolling(attacked: Hand) -> None:
    """The dice, the faces that hit, the average hits and each chance are in view, also in a low window."""
    attacked.game.play(RULES.parse("resolve iii-infantry"))
    attacked.settle()
    attacked.show_cards()
    assert attacked.rolling
    card = attacked.screen.column.middle
    assert card.height <= card.rect.height
    printed = [text for _, text in card.texts]
    assert {"11", "7", "3.2", "3.5"} <= {*printed}


@pytest.mark.every(3)
@pytest.mark.parametrize("attacked", SIZES, indirect=True)
def test_no_name_on_the_tray_is_cut(attacked: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []

    def watched(text: str, face: Typeface, room: int) -> str:
        found = shorten(text, face, room)
        if found != text:
            cut.append(text)
        return found

    monkeypatch.setattr("game.ui.dice.dice_tray.shorten", watched)
    attacked.game.play(RULES.parse("resolve iii-infantry"))
    attacked.settle()
    assert not cut
