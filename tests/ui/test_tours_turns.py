"""Turns of Tours on screen: a banner for two player turns in a row, Space with missing orders, chits in the tray."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.message import values_in
from game.match.start import Start
from game.ui.cards.log import Log
from game.ui.cards.sums import AGAINST_TIP
from game.ui.play.game_log import GameLog
from game.ui.play.rolling import result_title
from game.ui.play.turn_end import CLICK_AGAIN, KEY_AGAIN
from game.ui.screens.game_sheets import LeaderCard
from game.ui.screens.replay import ReplayScreen
from tests.rules.tours.board import RULES, acting, table
from tests.rules.tours.shock_board import begun, shock
from tests.ui.hand import Hand

CAMP = "red-hc1 2019 w, yellow-hc1 2014 w, hi1 1606 e, charles 1606, abd-ar-rahman 2019"


@pytest.fixture
def last_phase(sit_down: Callable[..., Hand]) -> Hand:
    """Phase V of the Muslims, who went last in turn 2; one of their units may reform."""
    whole = RULES.position(RULES.initial("tours"))
    units = [{**unit, "disordered": True} if unit["id"] == "red-hc1" else unit for unit in whole["units"]]
    found = {**whole, "units": units, "turn": 2, "phase": "reform", "first": "frankish", "second": True,
             "orders": {"red": "reform"}}
    del found["to_act"]
    position = RULES.position(RULES.from_position(found))
    hand = sit_down(Start("play", "tours", "tours", seed=5, position=position), speed=8.0, hand_over=False)
    hand.game.play(RULES.parse("end"))
    hand.settle()
    return hand


def done(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


@pytest.mark.parametrize(("first", "banner"), [("muslim", "Muslims: two turns in a row"), ("frankish", "")])
def test_two_player_turns_in_a_row(last_phase: Hand, first: str, banner: str) -> None:
    """If the side that went last wins the initiative and goes first, it has a banner in its colours, and a line of the
    log."""
    hand = last_phase
    hand.game.roll((0, 9))
    hand.settle()
    hand.game.play(RULES.parse(f"first {first}"))
    hand.wait_in_steps(4, 0.1)
    notice = hand.game.view.notice
    assert banner == notice.text
    assert bool(banner) is (banner in [entry.text for entry in hand.game.game_log.log.entries])
    if banner:
        assert notice.side is not None
        assert "muslim" == notice.side.name


def test_two_player_turns_in_a_row_are_in_every_log(last_phase: Hand) -> None:
    """The line is in the log of the game, of the reopened game, and of its replay."""
    hand = last_phase
    hand.game.roll((0, 9))
    hand.settle()
    hand.game.play(RULES.parse("first muslim"))
    hand.settle()
    said = "Muslims: two turns in a row"

    def lines(log: Log) -> list[str]:
        return [str(entry.text) for entry in log.entries]

    live = lines(hand.game.game_log.log)
    assert 1 == live.count(said)
    reopened = GameLog(hand.game.match, Log())
    reopened.read()
    assert live == lines(reopened.log)
    hand.game.after_undo("Undone")
    assert 1 == lines(hand.game.game_log.log).count(said)
    hand.app.push(ReplayScreen(hand.app, hand.game.match, ended=True))
    hand.wait()
    assert 1 == lines(hand.top.column.log).count(said)


def test_the_choice_of_the_first_player_has_a_button_for_each_side(last_phase: Hand) -> None:
    """The leader is selected with the question, and both buttons appear at once, one below the other, with the keys 1
    and 2 from the top; Space chooses one's own side."""
    hand = last_phase
    hand.game.roll((0, 9))
    seen: list[tuple[bool, set[str]]] = []
    for _ in range(60):
        hand.wait(0.1)
        labels = {str(proposal.label) for proposal in hand.game.selection.proposals}
        main = "go first" in hand.game.main_button.label and hand.game.main_button.shown
        if labels or main:
            seen.append((main, labels))
    assert "who-first" == hand.game.situation.prompt.phase
    assert seen
    assert [] == [step for step in seen if step != (False, {"Franks go first", "Muslims go first"})]
    buttons = sorted((each for each in hand.screen.widgets.choices if each.visible), key=lambda each: each.rect.y)
    assert ["Muslims go first   [1 or Space]", "Franks go first   [2]"] == [each.text for each in buttons]
    hand.key("space")
    assert "first muslim" == done(hand)[-1]


def test_archers_with_reaction_fire_are_selected(sit_down: Callable[..., Hand]) -> None:
    """The shot has a button as soon as the question appears."""
    at = acting("lc1 1404 e, red-ma1 1806 w", "lc")
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(at.state)), speed=8.0, hand_over=False)
    hand.game.play(RULES.parse("move lc1 1705"))
    for _ in range(4):
        hand.settle()
    assert "red-ma1" == hand.game.selection.selected
    assert any(proposal.action.notation == "react red-ma1" for proposal in hand.game.selection.proposals)


def test_the_player_ends_the_turn_after_the_last_combat(sit_down: Callable[..., Hand]) -> None:
    """No action is left in phase V: the result stays on screen until the person ends the turn. The map, which moved
    closer for the combat, is then as before."""
    far = "hi1 1207 e, hi2 1221 e, yellow-hc1 1308 w, grey-hc1 1322 w"
    at = shock(f"red-li1 1513 w, li1 1413 e, {far}", "red")
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(at.state)), speed=8.0, hand_over=False)
    camera = hand.game.view.camera
    scales = [camera.scale]
    actions = ["attack red-li1 li1", "begin", "stand li1", "resolve red-li1"]
    while hand.game.match.state.phase == "shock" and not hand.game.turn_end.holds:
        if RULES.to_act(hand.game.match.state) == "chance":
            hand.game.roll((4,))
        else:
            legal = [action.notation for action in RULES.candidates(hand.game.match.state)]
            hand.game.play(RULES.parse(next((each for each in actions if each in legal), legal[0])))
        hand.settle()
        scales.append(camera.scale)
    assert hand.game.turn_end.holds
    assert max(scales) > camera.scale == scales[0]


def test_results_of_the_last_combat_stay_on_the_map_until_the_turn_ends(
    sit_down: Callable[..., Hand]
) -> None:
    """Disorder shows at once, beside the units' marks of their turn."""
    at = begun(shock("red-hc1 1513 w, hi1 1413 e, hi2 1606 e", "red"), "red-hc1 hi1")
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(at.state)), speed=8.0, hand_over=False)
    hand.game.play(RULES.parse("resolve red-hc1"))
    hand.game.roll((1,))
    for _ in range(6):
        if hand.game.turn_end.holds:
            break
        hand.settle()
        if RULES.to_act(hand.game.match.state) == "chance":
            hand.game.roll((9,))
        else:
            hand.game.play(RULES.candidates(hand.game.match.state)[-1])
    hand.settle()
    assert hand.game.turn_end.holds
    shown = {counter.unit: counter for counter in hand.game.turn_end.counters() or ()}
    after = {counter.unit: counter for counter in RULES.counters(hand.game.match.state)}
    for unit in ("red-hc1", "hi1"):
        assert set(after[unit].marks) <= set(shown[unit].marks)
        assert after[unit].face == shown[unit].face
    assert "demoralized" in shown["hi1"].marks


def test_space_does_not_end_the_orders_while_one_is_missing(sit_down: Callable[..., Hand]) -> None:
    """The first press says so, the second ends the phase; with all orders given one is enough."""
    at = table(CAMP, phase="orders").play("order red move")
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(at.state)), speed=8.0, hand_over=False)
    hand.key("space")
    assert [("yellow",)] == [each.groups for each in hand.left(KEY_AGAIN)]
    assert [] == done(hand)
    hand.game.play(RULES.parse("order yellow move"))
    hand.settle()
    hand.key("space")
    assert ["order yellow move", "end"] == done(hand)


def test_a_click_right_after_a_roll_does_not_end_the_phase_while_contingents_have_not_rolled(
    sit_down: Callable[..., Hand]
) -> None:
    """The button has just rolled: it names the contingents still to activate, and ends the phase at the next click."""
    at = table(CAMP, phase="orders").play("order red move", "order yellow move", "end", "end", "activate red")
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(at.state)), speed=8.0, hand_over=False)
    hand.game.roll((9,))
    hand.settle()
    hand.wait(1.0)
    hand.press(hand.screen.widgets.main)
    assert "action" == hand.game.match.prompt.phase
    assert [("yellow",)] == [each.groups for each in hand.left(CLICK_AGAIN)]
    hand.press(hand.screen.widgets.main)
    assert "action" != hand.game.match.prompt.phase


def test_the_initiative_has_its_card(last_phase: Hand) -> None:
    """It is like that of every other roll."""
    assert "battle" == last_phase.screen.column.middle.key[0]
    assert ("charles", "abd-ar-rahman") == last_phase.screen.column.middle.key[1]


def test_the_map_stays_for_the_initiative_roll(last_phase: Hand) -> None:
    """The roll has no place on the map, so the whole map stays in view."""
    for _ in range(8):
        last_phase.wait(0.3)
    assert last_phase.rolling
    assert last_phase.game.view.camera.fitted


def test_nobody_is_attacked_by_the_initiative(last_phase: Hand) -> None:
    """Both leaders have equal rings on the map, and the card has no arrow between them."""
    preview = last_phase.game.situation.pending_preview
    assert preview is not None
    assert preview.contest
    over = last_phase.game.view.overlay
    assert {"charles", "abd-ar-rahman"} == set(over.participants)
    assert () == tuple(over.targets)
    assert AGAINST_TIP not in [text for _, text in last_phase.screen.column.middle.tips]


def test_chits_lie_in_the_tray_by_side(sit_down: Callable[..., Hand]) -> None:
    """Each side has a draw, described as such."""
    at = table(CAMP, phase="initiative", options=["chits"])
    position = RULES.position(at.state)
    hand = sit_down(Start("play", "tours", "tours", ("chits",), position=position), speed=8.0, hand_over=False)
    hand.wait()
    tray = hand.game.stage.tray
    assert ("Franks", "Muslims") == tray.pending_text.groups
    assert [2] == list(values_in(tray.pending_text.heading))
    assert "Draw" == hand.game.main_button.label
    hand.key("space")
    assert all(die.drawn for die in tray.rolled_dice)


QUESTIONS = {
    "who fires in reaction": (acting("lc1 1404 e, red-ma1 1806 w", "lc").play("move lc1 1705"), "red-ma1"),
    "who retreats": (shock("red-hc1 1713 w, lc1 1613 e, hi1 1010 e", "red").play("attack red-hc1 lc1", "begin"), "lc1"),
    "who rides on": (acting("lc1 1404 e, lc2 1410 e, red-ma1 2506 w", "lc").play("move lc1 1505"), "lc1"),
}


@pytest.mark.parametrize("question", list(QUESTIONS))
def test_in_a_resumed_game_the_unit_of_a_question_is_selected(sit_down: Callable[..., Hand], question: str) -> None:
    """This is as when the question arose; a deselected unit stays deselected, and an undone answer selects it again."""
    at, unit = QUESTIONS[question]
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(at.state)), speed=8.0, hand_over=False)
    hand.wait()
    game = hand.game
    assert unit == game.selection.selected
    assert game.selection.proposals or game.selection.reach
    if not game.selection.forced:
        hand.key("escape")
        hand.wait(0.5)
        assert game.selection.selected is None
    game.play(RULES.candidates(game.match.state)[0])
    hand.settle()
    assert game.flow.undo(0, consent=True)
    game.after_undo("Undone")
    hand.wait()
    assert unit == game.selection.selected


def test_the_death_of_a_leader_is_seen(sit_down: Callable[..., Hand]) -> None:
    """A card, and its eliminated counter at full size, whichever side did it."""
    at = table("hi1 1606 e, red-li1 1706 w, charles 1606", phase="shock", first="muslim", **{
        "under-way": [{"kind": "peril", "unit": "charles", "cause": "shock"}]})
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(at.state)), speed=8.0, hand_over=False)
    hand.game.roll((9,))
    hand.settle()
    card, trace = hand.on(LeaderCard), hand.game.view.trace.shown
    assert "Charles" in str(card.title)
    assert frozenset({"charles"}) == trace.leaders
    assert (("charles", "1606"),) == trace.eliminated


def test_a_click_on_a_unit_of_another_contingent_says_that_it_is_not_active(sit_down: Callable[..., Hand]) -> None:
    """With a unit selected, too, though the other is also out of its reach. The button offers another unit that may
    move, not a hex for the selected one."""
    at = acting("hi1 1404 e, hi2 1008 e, lc1 1010 w, red-ma1 1806 w", "hi")
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(at.state)), speed=8.0, hand_over=False)
    hand.click_unit("hi1")
    hand.click_unit("lc1")
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert ["5.2.2"] == [reason.rule.number for reason in refusal.reasons if reason.rule is not None]
    assert "hi1" == hand.game.selection.selected
    alternative = hand.game.refusal_message.alternative
    assert alternative is not None
    assert "hi2" == alternative.unit


def test_a_turn_without_attacks_says_why_and_asks_to_check_no_result(sit_down: Callable[..., Hand]) -> None:
    """The Franks end movement in their shield wall: phases IV and V are skipped. After a roll there is a result to
    check."""
    line = "hi1 1413 e, red-hc1 1513 w, li1 1020 e, charles 1020, abd-ar-rahman 2019"
    at = table(line, first="frankish", orders={"li": "move"}, wall=True)
    hand = sit_down(Start("play", "tours", "tours", seed=5, position=at.position), speed=8.0, hand_over=False)
    hand.settle()
    hand.game.play(RULES.parse("end"))
    hand.settle()
    without_result = hand.game.prompt_shown.text
    assert ["5.2.6"] == [str(note.rule) for note in hand.game.turn_end.notes]
    assert any("5.2.6" in text for _, text in hand.screen.column.middle.texts)
    at = at.play("activate li")
    hand = sit_down(Start("play", "tours", "tours", seed=5, position=at.position), speed=8.0, hand_over=False)
    hand.settle()
    hand.game.roll((9,))
    hand.settle()
    assert hand.game.turn_end.holds
    assert without_result.template != hand.game.prompt_shown.text.template


@pytest.mark.usefixtures("unpainted")
def test_the_strip_has_a_result_while_the_next_roll_is_pending(sit_down: Callable[..., Hand]) -> None:
    """A second disorder follows the combat: with the cards hidden, its result is in the strip above that roll."""
    at = begun(shock("red-hc1 1513 w, li1 1413 e disordered, charles 1020, abd-ar-rahman 2019", "red"), "red-hc1 li1")
    at = at.play("resolve red-hc1")
    start = Start("play", "tours", "tours", seed=5, position=at.position)
    hand = sit_down(start, size=(1024, 768), speed=8.0, hand_over=False)
    hand.resize((1024, 768), 150)
    hand.settle()
    hand.game.roll((6,))
    hand.settle()
    assert hand.app.metrics.has_drawer
    assert hand.rolling
    rolled = hand.game.stage.rolled
    assert rolled is not None
    _, texts, _ = hand.screen.strip_contents(())
    assert str(result_title(rolled)) in str(texts[0])
