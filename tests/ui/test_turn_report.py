"""The report of a game turn stays until a player acts in the next turn; the log keeps it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.message import values_in
from game.match.start import Start
from game.ui.play.turn_end import READING_SECONDS
from tests.rules.adua.board import table
from tests.ui.hand import Hand


@pytest.mark.parametrize("undone", [True, False])
def test_a_finished_turn_has_a_report(sit_down: Callable[..., Hand], undone: bool) -> None:
    """It stays until the next key, or until the turn is undone."""
    at = table("v-infantry 2010, romero 2010, menelik 0510, menelik-f1 1009", phase="move", phasing="abyssinian",
               turn=3)
    start = Start("play", "adua", "adua", seed=5, players={}, position=at.rules.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False)
    hand.wait()
    hand.end_phase()
    hand.settle()
    report = hand.game.turn_report
    assert [3] == list(values_in(report.title))
    assert ("Italian steps lost", "0") in [(str(label), str(value)) for label, value in report.rows]
    assert any("Abyssinian VP" in str(entry.text) for entry in hand.screen.column.log.entries)
    if undone:
        hand.game.after_undo("")
    else:
        hand.key("c")
    assert () == report.rows


@pytest.mark.every(2)
@pytest.mark.parametrize("waits", [True, False])
def test_the_result_of_the_last_roll_stays_before_the_report(sit_down: Callable[..., Hand], waits: bool) -> None:
    """The result stays for some seconds or until a key is pressed; then the report shows until the next key."""
    at = table("i-ascari 2010 engaged lost=2, menelik 0510, menelik-f1 0510, menelik-fv1 2010 engaged, "
               "menelik-fv2 2010 engaged", phase="melee",
               phasing="abyssinian", turn=3).play("melee 2010")
    start = Start("play", "adua", "adua", seed=5, players={}, position=at.rules.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False)
    hand.wait()
    hand.game.roll((1,))
    hand.settle()
    report = hand.game.turn_report
    if hand.game.turn_end.holds:
        hand.key("space")
        hand.settle()
    assert report.rows
    assert not report.shown
    assert hand.screen.column.middle.key[0] != "report"
    if waits:
        hand.wait_in_steps(int(READING_SECONDS / 0.25) + 2, 0.25)
    else:
        hand.key("f")
    assert report.shown
    assert hand.screen.column.middle.key[0] == "report"
    hand.key("c")
    assert () == report.rows


def test_the_result_stays_while_a_computer_player_answers_it(sit_down: Callable[..., Hand]) -> None:
    """The computer's retreat from a melee ends the turn; the player then reviews the melee's result, dice included, not
    the report."""
    at = table("iii-infantry 1510 engaged, menelik-f1 1510 engaged, menelik-f2 1409, iv-infantry 2010", phase="melee",
               phasing="abyssinian", turn=2)
    start = Start("play", "adua", "adua", seed=1, players={"italian": "human", "abyssinian": "recruit"},
                  position=at.rules.position(at.state))
    hand = sit_down(start, hand_over=False)
    hand.until(lambda: hand.rolling and hand.screen.widgets.main.visible)
    hand.press(hand.screen.widgets.main)
    hand.until(lambda: hand.game.turn_end.is_shown_turn and not hand.game.stage.busy)
    assert "retreat" == hand.game.match.plies[-1].action.notation.split()[0]
    assert not hand.game.turn_report.shown
    assert hand.game.stage.rolled is not None
    assert hand.game.tray_shown


@pytest.mark.every(2)
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 125), ((1024, 768), 150)])
def test_room_that_the_prompt_lends_to_the_report_does_not_go_to_the_list(
    sit_down: Callable[..., Hand], size: tuple[int, int], scale: int
) -> None:
    """The report has more lines beside the list of orders than the selection after it, which keeps its card."""
    line = ", ".join(f"{unit} 20{10 + n}" for n, unit in enumerate((
        "albertone", "turitto", "i-ascari", "iv-ascari", "vii-ascari", "viii-ascari", "v-infantry", "romero")))
    at = table(f"{line}, menelik 0510, menelik-f1 1009", phase="move", phasing="abyssinian", turn=3)
    start = Start("play", "adua", "adua", seed=5, players={}, position=at.rules.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False, size=size)
    hand.resize(size, scale)
    hand.end_phase()
    hand.settle()
    column = hand.screen.column
    assert hand.game.prompt_shown.phase == "orders"
    assert column.middle.key[0] == "report"
    with_report = column.middle.rect.height
    hand.game.turn_report.drop()
    hand.game.dirty = True
    hand.wait()
    assert column.middle.key[0] != "report"
    assert 0 < column.middle.rect.height <= with_report
