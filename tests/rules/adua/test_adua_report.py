"""What a game turn came to, as both sides read it when the next one begins."""

from __future__ import annotations

import pytest

from tests.rules.adua.board import RULES, table

# Who is not in the line is out of the game: sixteen Italian units, and so many points.
LINE = "v-infantry 2010, vi-infantry 2012{lost}, romero 2010, menelik 0510, menelik-f1 2009{other}"


def rows(before: str, after: str) -> dict[str, str]:
    first = table(before, phase="orders", turn=8)
    then = table(after, phase="orders", turn=9)
    return {str(label): str(value) for label, value in RULES.report(first.state, then.state)}


@pytest.mark.rule("13.0")
def test_losses_of_both_sides_and_the_points() -> None:
    found = rows(LINE.format(lost="", other=""), LINE.format(lost=" lost=2 disorganized", other=" lost=1"))
    assert ("2", "1") == (found["Italian steps lost"], found["Abyssinian steps lost"])
    assert "16½ (this turn +½)" == found["Abyssinian VP"]
    assert "Italians 1, Abyssinians 0" == found["Disorganized"]
    assert "Italians 0, Abyssinians 0" == found["Low on ammunition"]


@pytest.mark.rule("13.0")
def test_who_is_gone_is_named() -> None:
    found = rows(LINE.format(lost="", other=""), "v-infantry 2010, menelik 0510, menelik-f1 2009")
    assert "VI Infantry" == found["Italian units eliminated"]
    assert "Romero" == found["Commanders and mules lost"]
    assert "17 (this turn +1)" == found["Abyssinian VP"]
