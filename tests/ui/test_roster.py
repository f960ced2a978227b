"""The roster of units: its contents, its jumps to units, and the losses of both sides."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.core.event import Removed
from game.match import loading
from game.match.start import Start
from game.ui.counters.marks import sign_name, sign_names
from game.ui.play.roster import Losses, Whereabouts, losses, roster_of
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.roster import RosterSheet
from game.ui.screens.victory import Victory
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RECORDS = Path("tests/records")


def mustered(record: str) -> Any:
    """The match of a golden record, and its units at the end."""
    match = loading.load(RECORDS / record).match
    return match, roster_of(match.rules, match.history.first_state, match.state, match.plies)


@pytest.mark.parametrize(("record", "seat", "wanted"), [
    ("kassala/kassala-ending-both-cleared.jsonl", "moslem", Losses(7, 13, 0, 0)),
    ("kassala/kassala-ending-both-cleared.jsonl", "christian", Losses(9, 10, 0, 0)),
])
def test_losses_of_a_game_without_steps(record: str, seat: str, wanted: Losses) -> None:
    """They equal the losses in the log."""
    match, units = mustered(record)
    assert wanted == losses(units, seat)
    gone = {event.unit for ply in match.plies for event in ply.events if isinstance(event, Removed)}
    assert {each.counter.unit for each in units if each.where is Whereabouts.LOST} == gone


@pytest.mark.parametrize("record", ["africa/castillejos-moroccan-3.jsonl", "africa/wad-ras-third-convoy.jsonl",
                                    "africa/example-e.jsonl", "adua/long-melee.jsonl", "adua/figure-5.jsonl"])
def test_steps_lost_are_those_of_the_reduced_and_the_lost(record: str) -> None:
    """For every unit it is the original number less the remaining one; a lost unit has lost all."""
    match, units = mustered(record)
    first = {counter.unit: counter.steps or 0 for counter in match.rules.counters(match.history.first_state)}
    now = {counter.unit: counter.steps or 0 for counter in match.rules.counters(match.state)}
    for each in units:
        unit = each.counter.unit
        assert each.steps_lost == first[unit] - (0 if each.where is Whereabouts.LOST else now[unit])
    for seat in match.rules.seats:
        found = losses(units, seat)
        own = [each for each in units if each.counter.seat == seat]
        assert found.steps == sum(each.steps_lost for each in own)
        assert found.total_steps == sum(first[each.counter.unit] for each in own)
        assert found.units <= found.steps or not found.total_steps or any(e.counter.steps is None for e in own)


def test_a_step_lost_in_adua_is_counted() -> None:
    """Units have several steps: in the long melee both sides lose some, and a reduced unit is not a lost one."""
    match, units = mustered("adua/long-melee.jsonl")
    reduced = [each for each in units if each.steps_lost and each.where is Whereabouts.ON_MAP]
    assert reduced
    assert all("reduced" in each.counter.marks for each in reduced)
    assert sum(losses(units, seat).steps for seat in match.rules.seats) >= len(reduced)


def test_units_reduced_at_the_start_have_lost_no_step(sit_down: Sit) -> None:
    """The list words them so, as none of their steps is counted as lost."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=7), hand_over=False)
    hand.key("i")
    sheet = hand.on(RosterSheet)
    reduced = [each for each in sheet.units if "reduced" in each.counter.marks]
    assert reduced
    for each in reduced:
        assert sheet.condition(each) != sheet.condition(replace(each, steps_lost=1))
    assert not any("lost" in sheet.condition(each) for each in reduced)


@pytest.mark.every(4)
@pytest.mark.parametrize("record", ["kassala/kassala-ending-both-cleared.jsonl", "tours/tours-plunder.jsonl",
                                    "africa/castillejos-moroccan-3.jsonl", "adua/adua-menelik.jsonl"])
def test_the_victory_card_counts_the_same_losses(sit_down: Sit, record: str) -> None:
    """The roster and the card of the result have one count."""
    match, units = mustered(record)
    hand = sit_down()
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    told = sum(toll.lost_count for toll in hand.top.side_losses)
    assert told == sum(losses(units, seat).units for seat in match.rules.seats)


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "scenario"), [("kassala", "kassala"), ("tours", "tours"),
                                                  ("africa", "castillejos"), ("adua", "adua")])
def test_every_unit_of_every_system_is_listed_once(sit_down: Sit, system: str, scenario: str) -> None:
    """It opens by the key I; each filter lists its units, and together they list all."""
    hand = sit_down(Start("play", system, scenario, seed=3), hand_over=False)
    hand.wait()
    hand.key("i")
    sheet = hand.on(RosterSheet)
    units = [each.counter.unit for each in sheet.shown_units]
    assert len(units) == len(set(units)) > 10
    by_place: list[str] = []
    for number, name in enumerate(sheet.filters, start=1):
        hand.key(str(number))
        assert sheet.filter == name
        if name and name != "able":
            assert {name} == {each.where for each in sheet.shown_units} | {name}
            by_place += [each.counter.unit for each in sheet.shown_units]
        elif name:
            assert {each.counter.unit for each in sheet.shown_units} == set(hand.game.selection.eligible)
    assert sorted(units) == sorted(by_place)
    hand.key("1")
    for info in hand.game.rules.theme.seats:
        hand.key("right")
        assert {info.name} == {each.counter.seat for each in sheet.shown_units}
    hand.key("right")
    assert len(units) == len(sheet.shown_units)
    hand.key("i")
    assert hand.top is hand.screen


def test_units_on_the_map_are_listed_first(sit_down: Sit) -> None:
    """If most of an army is still to arrive, its first rows are the units on the map."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=3))
    hand.press(hand.button("Units"))
    where = [each.where for each in hand.on(RosterSheet).shown_units]
    assert {Whereabouts.ON_MAP, Whereabouts.TO_COME} <= set(where)
    assert sorted(where, key=[*Whereabouts].index) == where


def test_enter_moves_the_map_to_a_unit_and_selects_it(sit_down: Sit) -> None:
    """A unit that can act is selected; for another its place is pointed at."""
    hand = sit_down(Start("play", "adua", seed=3), hand_over=False)
    hand.wait()
    hand.key("i")
    hand.key("2")
    hand.key("down")
    wanted = hand.top.shown_units[1]
    hand.key("enter")
    assert hand.screen.game is hand.game
    assert wanted.counter.unit == hand.game.selection.selected
    assert hand.game.view.rect.collidepoint(hand.game.view.point_of(wanted.counter.place))
    hand.key("i")
    hand.key("right")
    hand.key("right")
    hand.key("3")
    enemy = hand.top.shown_units[0]
    assert enemy.counter.seat == "abyssinian"
    hand.key("enter")
    assert enemy.counter.place == hand.game.selection.cursor
    assert hand.game.view.rect.collidepoint(hand.game.view.point_of(enemy.counter.place))


def test_a_click_moves_the_map_to_a_unit(sit_down: Sit) -> None:
    """The button opens the sheet; a unit off the map keeps it open."""
    hand = sit_down(Start("play", "adua", seed=3), hand_over=False)
    hand.wait()
    hand.press(hand.button("Units"))
    sheet = hand.on(RosterSheet)
    first = sheet.shown_units[2]
    hand.click((sheet.room.centerx, sheet.room.y + round(2.5 * sheet.px(46))))
    assert hand.screen is hand.top
    assert first.counter.place == hand.game.selection.cursor
    hand.key("i")
    hand.key("4")
    arrivals = hand.on(RosterSheet)
    assert all(each.where is Whereabouts.TO_COME for each in arrivals.shown_units)
    hand.key("enter")
    hand.on(RosterSheet)


def test_a_replay_lists_the_step_shown(sit_down: Sit) -> None:
    """Nothing is lost at the start, and sixteen units at the end."""
    hand = sit_down()
    match = loading.load(RECORDS / "kassala/kassala-ending-both-cleared.jsonl").match
    hand.app.push(ReplayScreen(hand.app, match))
    hand.wait()
    hand.key("i")
    assert [] == [each for each in hand.on(RosterSheet).shown_units if each.where is Whereabouts.LOST]
    hand.key("escape")
    hand.key("end")
    hand.key("i")
    sheet = hand.on(RosterSheet)
    told = sheet.losses_of("moslem")
    assert (told.partition(":")[0], re.findall(r"\d+", told)) == ("Moslems", ["7", "13"])
    hand.key("5")
    assert len(sheet.shown_units) == 16
    hand.key("3")
    wanted = sheet.shown_units[0].counter
    hand.key("enter")
    assert hand.top.view.overlay.participants == (wanted.unit,)


def test_the_roster_marks_units_that_must_attack_and_be_attacked(sit_down: Sit) -> None:
    """In the combat of Kassala an enemy to attack differs from the enemy next to it."""
    units = [{"id": "m-tinf1", "place": "0404"}, {"id": "c-eth1", "place": "0405"}, {"id": "m-nub1", "place": "0101"},
             {"id": "c-galla1", "place": "0807"}]
    position = {"scenario": "kassala", "turn": 2, "phase": "combat", "phasing": "moslem", "units": units}
    hand = sit_down(Start("play", "kassala", seed=3, position=position), hand_over=False)
    hand.key("i")
    roster = hand.on(RosterSheet)
    told = {each.counter.unit: [str(name) for name in sign_names(each.counter.marks, roster.rules.theme)]
            for each in roster.units}
    must, due = (str(sign_name(mark, roster.rules.theme)) for mark in ("must-attack", "must-be-attacked"))
    assert (told["m-tinf1"], told["c-eth1"]) == ([must], [due])
    assert must != due
