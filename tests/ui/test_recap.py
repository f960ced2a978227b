"""The recap of the other players' actions, step by step; a computer player's turn watched step by step; a log line
shows its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.core.chance import CHANCE
from game.core.event import Moved, Placed, Removed, Rolled, RolledAgainst
from game.core.message import values_in
from game.core.verdict import RuleRef
from game.match.history import Ply
from game.match.loading import load
from game.match.start import Start
from game.ui.play.recap import first_after_action, last_of_others, recap
from game.ui.screens.demo import DemoScreen
from game.ui.screens.recap_card import BACK_SPOT, CLOSE_SPOT, NEXT_SPOT
from game.ui.screens.replay import ReplayScreen
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RECORDS = [("kassala", "kassala"), ("tours", "tours"), ("africa", "castillejos"), ("adua", "adua"),
           ("renaissance", "spanish-dutch")]


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "record"), RECORDS, ids=[system for system, _ in RECORDS])
def test_moves_combats_and_losses_of_a_turn(system: str, record: str) -> None:
    """Every loss since the person's last action is included, and a part with a roll has its result."""
    match = load(Path("tests/records") / system / f"{record}.jsonl").match
    rules, me = match.rules, match.rules.seats[0]
    told = 0
    for number in range(2, min(len(match.plies), 120)):
        ply, after = match.plies[number - 1], match.plies[number]
        if ply.actor in (me, CHANCE) or after.actor != me:
            continue
        steps = match.plies[:number]
        items = recap(rules, match.history.first_state, steps, (me,))
        events = [event for one in steps[first_after_action(steps, (me,)):] for event in one.events]
        if not any(isinstance(event, Moved | Rolled | Removed) for event in events):
            continue
        told += 1
        lost = {unit for item in items[:-1] for unit, _ in item.trace.eliminated}
        assert {event.unit for event in events if isinstance(event, Removed)} <= lost
        assert sum(bool(item.result) for item in items) >= any(isinstance(event, Rolled) for event in events)
        assert all(item.lines for item in items)
        assert all(set(item.ringed) <= set(item.places) for item in items)
    assert told


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "record"), [("tours", "tours-turn-limit"),
                                              ("adua", "adua-rases-on-map-line-in-the-east")])
def test_failures_are_summed_up_in_one_line(system: str, record: str) -> None:
    """Each failed roll is counted in the last item of the recap, with its units."""
    match = load(Path("tests/records") / system / f"{record}.jsonl").match
    rules, told = match.rules, 0
    for me in rules.seats:
        for number in range(2, len(match.plies)):
            steps = match.plies[:number]
            if match.plies[number].actor != me or steps[-1].actor == me:
                continue
            *_, last = recap(rules, match.history.first_state, steps, (me,)) or (None,)
            failed = [event.failure for one in (steps[k] for k in last_of_others(steps, (me,))) for event in one.events
                      if isinstance(event, RolledAgainst) and event.failure is not None]
            if last is None or not failed:
                continue
            told += 1
            lines = [str(line) for line in last.lines]
            for what, who in failed:
                line, = (line for line in lines if line.lower().startswith(str(what)))
                assert str(who) in line
                assert f"({sum(one == what for one, _ in failed)})" in line
    assert told


def test_a_roll_for_other_units_has_an_item_of_its_own() -> None:
    """After damage has been assigned, a commander is hit elsewhere: no item has sentences of both."""
    match = load(Path("tests/records/adua/long-melee.jsonl")).match
    steps = match.plies[:35]
    damage, roll = ([event.text for event in ply.events if not isinstance(event, Rolled)] for ply in steps[-2:])
    items = recap(match.rules, match.history.first_state, steps, ())
    assert any(set(damage) <= set(item.lines) for item in items)
    assert not any(set(damage) & set(item.lines) and set(roll) & set(item.lines) for item in items)


def test_the_recap_names_hexes_as_the_map_does() -> None:
    """Its lines keep the places of the events, like the log's; the screen puts them in words."""
    match = load(Path("tests/records/kassala/kassala.jsonl")).match
    board = match.rules.board(match.state)
    places = {value for number in range(2, 60) for item in recap(match.rules, match.history.first_state,
                                                                match.plies[:number], (match.rules.seats[0],))
              for line in (*item.lines, item.result) for value in values_in(line) if board.knows(str(value))}
    assert places


@pytest.mark.every(3)
@pytest.mark.parametrize(("system", "record"), RECORDS, ids=[system for system, _ in RECORDS])
def test_the_recap_can_be_read_after_own_actions(system: str, record: str) -> None:
    """The others' last actions stay available until they act again; units that were only set up are left out."""
    match = load(Path("tests/records") / system / f"{record}.jsonl").match
    me, tried = match.rules.seats[0], 0
    for number in range(2, min(len(match.plies), 200)):
        before, steps = match.plies[:number - 1], match.plies[:number]
        if steps[-1].actor != me or before[-1].actor == CHANCE or not (told := last_of_others(before, (me,))):
            continue
        tried += 1
        assert last_of_others(steps, (me,)) == told
        assert not any(ply.actor == me for ply in steps[told.start:told.stop])
    assert tried


def test_a_set_up_has_no_recap() -> None:
    rules = catalog.rules("adua")
    state = rules.initial("adua")
    accept = rules.parse("end")
    placed = [Ply("abyssinian", accept, (Placed(RuleRef("adua", "4.0"), "a", "A", "0101"),), state, "", 1)]
    assert not last_of_others(placed, ("italian",))
    assert recap(rules, state, placed, ("italian",)) == ()


@pytest.fixture
def against(sit_down: Sit) -> Hand:
    """A game of Kassala against a recruit after its first turn."""
    hand = sit_down(Start("play", "kassala", "kassala", players={"christian": "recruit"}, seed=5), speed=8.0,
                    end_turn_by_hand=False)
    hand.settle()
    hand.game.play(hand.game.rules.parse("end-movement"))
    hand.until(lambda: hand.game.may_act and hand.game.match.to_act == "moslem" and len(hand.game.match.plies) > 1)
    hand.wait(0.3)
    return hand


@pytest.mark.soak
def test_the_key_of_the_recap_is_mentioned_twice_in_a_game(against: Hand) -> None:
    """It is after two turns of the computer player; later it is not."""
    hand, told = against, []
    for _ in range(6):
        told.append("Page Down" in str(hand.game.view.notice.text))
        hand.game.view.notice.dismiss()
        turn = hand.game.prompt_shown.turn
        while hand.game.match.to_act == "moslem":
            hand.game.play(hand.game.prompt_shown.main)
            hand.settle()
        hand.until(lambda turn=turn: hand.game.may_act and hand.game.prompt_shown.turn > turn)  # type: ignore[misc]
        hand.wait(0.3)
    assert 2 == sum(told)


def test_in_moves_only_the_moved_units_have_a_ring(against: Hand) -> None:
    """The rings are at their final places, not on the way, nor on other units there."""
    plies, recapping = against.game.match.plies, against.screen.recap_card
    moved = [event for ply in plies[first_after_action(plies, ("moslem",)):] for event in ply.events
             if isinstance(event, Moved)]
    ended = {event.unit: event.path[-1] for event in moved}
    assert {place for event in moved for place in event.path} > set(ended.values())
    against.key("page down")
    assert set(ended.values()) == set(recapping.items[0].ringed)
    assert len(set(ended.values())) == len(recapping.rings)


def test_page_down_and_up_step_through_the_recap(against: Hand) -> None:
    """Page Down shows the first step; the keys go on and back, not beyond the last; Esc dismisses it."""
    hand, recapping = against, against.screen.recap_card
    state = hand.game.match.state
    hand.key("page down")
    assert recapping.shown
    assert recapping.at == 0
    last = len(recapping.items) - 1
    assert last > 0
    for at in range(1, last + 1):
        hand.key("page down")
        assert recapping.at == at
    hand.key("page down")
    assert recapping.at == last
    hand.key("page up")
    assert recapping.at == last - 1
    hand.key("escape")
    assert not recapping.shown
    assert hand.top is hand.screen
    assert hand.game.match.state is state


def test_the_recap_lies_over_the_selection_and_is_stepped_by_clicks(against: Hand) -> None:
    """Its buttons step forward and back and dismiss it; neither the map beside it nor the card beside the selection is
    covered."""
    hand, recapping, screen = against, against.screen.recap_card, against.screen
    hand.key("page down")
    hand.wait()

    def click(name: str) -> None:
        place = recapping.card.window_rect(next(spot.rect for spot in recapping.card.spots if spot.name == name))
        assert place is not None
        hand.click(place.center)

    assert screen.column.middle.rect.top == recapping.card.rect.top
    assert not recapping.card.rect.colliderect(screen.layout.map)
    assert not recapping.card.rect.colliderect(screen.column.log_rect)
    click(NEXT_SPOT)
    assert recapping.at == 1
    back = recapping.card.window_rect(next(spot.rect for spot in recapping.card.spots if spot.name == BACK_SPOT))
    assert back is not None
    for _ in range(2):  # the second time the button is disabled
        hand.click(back.center)
        assert recapping.at == 0
    assert [NEXT_SPOT, CLOSE_SPOT] == [spot.name for spot in recapping.card.spots]
    click(CLOSE_SPOT)
    assert not recapping.shown


def test_a_game_key_closes_the_recap_and_acts(against: Hand) -> None:
    """Tab selects the next counter at once."""
    against.key("page down")
    against.key("tab")
    assert not against.screen.recap_card.shown
    assert against.game.selection.selected is not None


def test_a_computer_is_watched_step_by_step(sit_down: Sit) -> None:
    """With the setting it waits after each of its actions until Space."""
    hand = sit_down(Start("play", "kassala", "kassala", players={"christian": "recruit"}, seed=5), speed=8.0,
                    end_turn_by_hand=False, step_by_step=True)
    hand.settle()
    game: Any = hand.game
    game.play(game.rules.parse("end-movement"))
    hand.until(lambda: game.flow.waits and not game.stage.busy)
    done = len(game.match.plies)
    hand.wait_in_steps(20, 0.3)
    assert len(game.match.plies) == done
    assert game.main_button.shown
    hand.key("space")
    hand.until(lambda: len(game.match.plies) > done)
    assert len(game.match.plies) == done + 1


def test_a_line_of_the_log_shows_its_place(against: Hand) -> None:
    """A click on a line about a move puts the cursor on one of its places."""
    hand = against
    log = hand.screen.column.log
    number = next(k for k in range(len(log.entries) - 1, -1, -1) if log.entries[k].places)
    x, top, bottom = log.rect.centerx, log.rect.top, log.rect.bottom
    y = next(y for y in range(top, bottom, 2) if hand.screen.column.line_at((x, y)) == number)
    hand.click((x, y))
    hand.wait()
    units = hand.game.named_units.units(str(log.entries[number].text))
    stand = {hand.game.situation.counters[unit].place for unit in units}
    assert hand.game.selection.cursor in {*log.entries[number].places, *stand}


def test_two_people_at_one_screen_see_what_the_other_did(sit_down: Sit) -> None:
    """The recap has the other player's actions since one's own last action."""
    hand = sit_down(Start("play", "kassala", "kassala", seed=3), speed=8.0, end_turn_by_hand=False, hand_over=False)
    hand.settle()
    for action in ("end-movement", "move c-port2 0205", "end-movement"):
        hand.game.play(hand.game.rules.parse(action))
        hand.settle()
    assert hand.game.match.to_act == "moslem"
    hand.key("page down")
    items = hand.screen.recap_card.items
    assert ["Christians: moves", "Losses"] == [str(item.title) for item in items]
    assert "0205" in items[0].places


def test_a_replay_recaps_the_last_turn_with_the_same_keys(sit_down: Sit) -> None:
    """T at any step shows the actions of the side that acted last; Page Down and Up step through them, Esc shows the
    step."""
    hand = sit_down()
    match = load(Path("tests/records/kassala/kassala.jsonl")).match
    screen = ReplayScreen(hand.app, match)
    hand.app.push(screen)
    screen.go(0)
    hand.key("t")
    assert not screen.recap_card.shown
    at = next(at for at in range(4, screen.last)
              if match.plies[at - 1].actor == "moslem" and match.plies[at].actor == "christian")
    screen.go(at)
    hand.key("t")
    items = screen.recap_card.items
    assert ["Moslems: moves", "Losses"] == [str(items[0].title), str(items[-1].title)]
    assert items[0].trace.paths
    hand.key("page down")
    assert screen.recap_card.at == 1
    assert screen.step == at
    hand.key("page up")
    assert screen.recap_card.at == 0
    hand.key("escape")
    assert not screen.recap_card.shown
    assert hand.top is screen
    hand.key("t")
    hand.key("home")
    assert not screen.recap_card.shown
    assert screen.step == 0


@pytest.mark.every(3)
@pytest.mark.parametrize(("system", "record", "at"), [("kassala", "kassala", 60), ("africa", "castillejos", 60),
                                                      ("renaissance", "scots-parliament", 120)])
def test_the_card_of_a_recap_is_read_beside_what_it_tells(sit_down: Sit, system: str, record: str, at: int) -> None:
    """On an old projector it covers no place of its step, and each lost unit is visible in its loss, also below the
    list of losses."""
    hand = sit_down(size=(1024, 768), reduced_motion=True)
    screen = ReplayScreen(hand.app, load(Path("tests/records") / system / f"{record}.jsonl").match)
    hand.app.push(screen)
    screen.go(at)
    hand.key("t")
    items = screen.recap_card.items
    assert len(items) > 1
    for item in items:
        hand.wait_for_print()
        spots = [screen.view.point_on_map(place) for place in item.places]
        assert not [spot for spot in spots if spot is not None and screen.recap_card.card.rect.collidepoint(spot)]
        hand.key("page down")
    lost = {unit for item in items[:-1] for unit, _ in item.trace.eliminated}
    assert {unit for unit, _ in items[-1].trace.eliminated} == lost


def test_an_arrow_stays_in_an_example_until_the_next_action(sit_down: Sit) -> None:
    """A march stays on the map while the next steps only describe it; back at the start there is none."""
    hand = sit_down(Start("demo", "tours", "example-a"))
    screen = hand.on(DemoScreen)
    frames, kept = screen.frames, 0
    before = list[tuple[str, ...]]()
    for at, frame in enumerate(frames):
        screen.go(at)
        hand.wait(1.0)  # what was left before has faded
        moved = [event.path for event in frame.events if isinstance(event, Moved) and event.path[0] != event.path[-1]]
        ways = [way.path for way in screen.view.trace.shown.paths]
        assert all(path in ways for path in moved)
        if at and not frame.events and frame.before is frames[at - 1].state:
            assert ways == before
            kept += bool(ways)
        before = ways
    screen.go(0)
    hand.wait(1.0)
    assert not frames[0].events
    assert not screen.view.trace.shown.paths
    assert kept


@pytest.mark.soak
@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "has_numbers"), [("kassala", False), ("tours", True)])
def test_numbers_on_arrows_are_explained_only_if_there_are_any(
    sit_down: Sit, printed: list[str], system: str, has_numbers: bool
) -> None:
    """Units of Kassala have an arrow each, a contingent of Tours has one for several units."""
    hand = sit_down()
    screen = ReplayScreen(hand.app, load(Path("tools/games") / f"{system}.jsonl").match)
    hand.app.push(screen)
    card, most_arrows = screen.recap_card, 0
    for _ in range(3):
        hand.key("down")
        hand.key("t")
        for _ in range(len(card.items)):
            most_arrows = max(most_arrows, len(card.items[card.at].trace.paths))
            hand.key("page down")
            hand.wait()
        hand.key("escape")
    assert most_arrows > 1
    assert has_numbers == ("arrow:" in printed)
