"""The results of a game turn, as both sides read them when the next one begins."""

from __future__ import annotations

import pytest

from game.core.message import Message, Text
from game.rules.adua import victory
from game.rules.adua.sides import ITALIANS
from tests.rules.adua.board import RULES, table
from tests.rules.table import facts

# Who is not in the line is out of the game: sixteen Italian units, and so many points.
LINE = "v-infantry 2010, vi-infantry 2012{lost}, romero 2010, menelik 0510, menelik-f1 2009{other}"


def rows(before: str, after: str) -> dict[str, Text]:
    """The template of a label -> its value."""
    first = table(before, phase="orders", turn=8)
    then = table(after, phase="orders", turn=9)
    return {label.template: value for label, value in RULES.report(first.state, then.state)
            if isinstance(label, Message)}


@pytest.mark.rule("13.0")
def test_losses_of_both_sides_and_the_points() -> None:
    found = rows(LINE.format(lost="", other=""), LINE.format(lost=" lost=2 disorganized", other=" lost=1"))
    assert ["2", "1"] == [found[label.template] for label in victory.STEPS_LOST]
    assert ("16½", "½") == facts(found[victory.POINTS_LABEL.template])
    assert ["1", "0"] == [found[label.template] for label in victory.MARKER_LABELS]


@pytest.mark.rule("13.0")
def test_who_is_gone_is_named() -> None:
    found = rows(LINE.format(lost="", other=""), "v-infantry 2010, menelik 0510, menelik-f1 2009")
    assert "VI Infantry" == str(found[victory.ELIMINATED_LABELS[ITALIANS].template])
    assert "Romero" == str(found[victory.PIECES_LOST.template])
    assert ("17", "1") == facts(found[victory.POINTS_LABEL.template])
