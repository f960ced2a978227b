"""The scripts for a whole battle of Adua are legal and true to their titles; and its puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import pytest

from benchmarks.playouts import faces
from game import catalog
from game.ai.players import make
from game.core.chance import CHANCE
from game.rules.adua import commands
from game.rules.adua.actions import MovePiece
from game.rules.adua.ai import answers, scripts
from game.rules.adua.ai.scene import AduaScene
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, LIGHT, SEATS, VETERANS, WARRIORS
from game.rules.adua.state import EXITED
from game.rules.adua.units import COMMANDERS, FIGHTERS, KIND, MENELIK, SLOT, UNITS, UNITS_OF_CHIEF
from tests.rules.adua.board import table

RULES: Any = catalog.rules("adua")
JUDGE = RULES.evaluator()
PUZZLES = sorted((Path(scripts.__file__).parent / "puzzles").glob("*.json"))
PLANS = {seat: {script.name: script for script in JUDGE.scripts("adua", seat)} for seat in SEATS}


@cache
def after(turns: int, italian: str = "stand-in-the-corner", abyssinian: str = "wait") -> Any:
    """The state after this many turns between two scripts, or at the end of the battle."""
    state, random = RULES.initial("adua"), Random(7)
    plans = {"italian": PLANS["italian"][italian], "abyssinian": PLANS["abyssinian"][abyssinian]}
    while state.turn <= turns and (actor := RULES.to_act(state)) is not None:
        if actor == CHANCE:
            state = RULES.apply(state, faces(RULES, state, random))[0]
            continue
        for number, action in enumerate(plans[actor].steps(state)):
            if number and (RULES.to_act(state) != actor or not RULES.check(state, action)):
                break
            assert RULES.check(state, action), action.notation
            state = RULES.apply(state, action)[0]
    return state


def columns(state: Any, seat: int) -> list[int]:
    """The columns of a seat's units on the map."""
    return [int(RULES.ground.hexes[state.at[slot]][:2]) for slot in FIGHTERS[seat] if state.at[slot] >= 0]


def rows(state: Any, seat: int) -> list[int]:
    return [int(RULES.ground.hexes[state.at[slot]][2:]) for slot in FIGHTERS[seat] if state.at[slot] >= 0]


def test_each_side_has_three_plans_and_examples_have_none() -> None:
    assert all(len(plans) >= 3 for plans in PLANS.values())
    assert not JUDGE.scripts("adua-figure-2", "italian")


@pytest.mark.every(4)
@pytest.mark.parametrize("name", PLANS["italian"])
def test_every_italian_plan_is_carried_out(name: str) -> None:
    assert after(4, name, "mass-left").turn == 5


@pytest.mark.every(4)
@pytest.mark.parametrize("name", PLANS["abyssinian"])
def test_every_abyssinian_plan_is_carried_out(name: str) -> None:
    assert after(8, "hold-the-ridge", name).turn == 9


def test_an_army_in_the_corner_counts_no_points_there() -> None:
    behind = RULES.ground.behind(())
    state = after(8)
    assert not any(behind >> state.at[slot] & 1 for slot in FIGHTERS[ITALIANS])
    assert 14 < min(columns(state, ITALIANS))


def test_who_marches_goes_west_and_who_dashes_goes_first() -> None:
    marching, standing = (columns(state, ITALIANS) for state in (after(4, "march-north", "mass-left"), after(8)))
    assert mean(marching) < mean(standing) - 5
    dashing = after(3, "dash-at-once")
    assert min(columns(dashing, ITALIANS)) < 10
    assert max(columns(dashing, ITALIANS)) > 18


def test_commanders_keep_up_with_a_march() -> None:
    """After four turns most units are within the range of a commander that may give them orders (3.0)."""
    state = after(4, "march-north", "mass-left")
    reached = [any(state.is_on_map(chief) and slot in commands.subjects(chief)
                   and commands.hexes_in_range(state, chief) >> state.at[slot] & 1 for chief in COMMANDERS[ITALIANS])
               for slot in FIGHTERS[ITALIANS] if state.at[slot] >= 0]
    assert sum(reached) > 0.6 * len(reached)


@pytest.mark.soak
def test_quick_units_wait_for_the_end() -> None:
    early, late = (after(turn, "dash-at-the-end", "mass-right") for turn in (8, 12))
    quick = SLOT["i-bersaglieri"]
    assert RULES.ground.hexes[early.at[quick]].startswith(("19", "20"))
    assert late.at[quick] == EXITED or int(RULES.ground.hexes[late.at[quick]][:2]) < 17


@pytest.mark.parametrize(("name", "better"), [("mass-left", min), ("mass-right", max)])
def test_a_flank_draws_the_host(name: str, better: Callable[..., str]) -> None:
    """The rows of the hosts on the two flanks are on either side of each other."""
    middle = {plan: mean(rows(after(8, "hold-the-ridge", plan), ABYSSINIANS)) for plan in ("mass-left", "mass-right")}
    assert better(middle, key=lambda plan: middle[plan]) == name


def test_who_waits_stays_before_the_passes() -> None:
    assert max(columns(after(8), ABYSSINIANS)) < 12
    assert max(columns(after(8, abyssinian="encircle"), ABYSSINIANS)) > 14


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_the_veteran_solves_a_puzzle(path: Path) -> None:
    """It plays as on the bench, until the turn is over or the other side acts."""
    found = json.loads(path.read_text("utf-8"))
    state, seat, line = RULES.from_position(found["position"]), found["seat"], list[str]()
    player, turn = make("veteran", RULES, seat, 3), state.turn
    while RULES.to_act(state) == seat and state.turn == turn:
        action = player.choose(state).action
        line.append(action.notation)
        state = RULES.apply(state, action)[0]
    assert line[0] in found.get("first", line), line
    places = {counter.unit: counter.place for counter in RULES.counters(state)}
    assert any(all(places[unit] == place for unit, place in facts.items()) for facts in found.get("after", [{}])), line


def test_a_recruit_moves_about_as_near_to_the_enemy_as_it_can() -> None:
    """No move of a unit ends much farther from the enemy than another one of it."""
    state = table("menelik-gr1 0610, menelik 0610, iii-infantry 2010", phase="move", phasing="abyssinian").state
    found = AduaScene(state, ABYSSINIANS)
    slot = SLOT["menelik-gr1"]
    left = [found.walk_to_enemy(slot, state.ground.index[action.path[-1]])
            for action in JUDGE.plausible(state) if isinstance(action, MovePiece)]
    assert left
    assert max(left) <= min(left) + 1
    assert min(left) < found.walk_to_enemy(slot, state.at[slot]) - 1


def test_a_recruit_ends_its_movement_once_no_unit_can_get_nearer() -> None:
    """All units of the host have moved then, also those that wait to enter; the next attack is on an enemy that others
    attack, and the commanders are with the units."""
    line = ", ".join(f"{UNITS[slot].id} {'to-come' if n > 12 else f'{3 + n:02}10'}"
                     for n, slot in enumerate(FIGHTERS[ABYSSINIANS][:16]))
    state = table(f"{line}, menelik to-come, iii-infantry 2010, iv-infantry 2012", phase="move", phasing="abyssinian",
                  turn=6).state
    player, moved = make("recruit", RULES, "abyssinian", 3), set[str]()
    while state.phase == "move":
        action = player.choose(state).action
        moved |= set(action.units)
        state = RULES.apply(state, action)[0]
    assert moved == {UNITS[slot].id for slot in FIGHTERS[ABYSSINIANS][:16]} | {"menelik"}


def test_a_recruit_joins_an_attack_that_has_been_announced() -> None:
    """The second unit could attack either enemy."""
    state = table("menelik-gr1 2009, menelik-gr2 2111, iii-infantry 2010, iv-infantry 2112", phase="fire",
                  phasing="abyssinian").state
    for target in ("iii-infantry", "iv-infantry"):
        after = RULES.apply(state, RULES.parse(f"attack menelik-gr2 {target}"))[0]
        assert {"attack menelik-gr1 iii-infantry"} == {one.notation for one in JUDGE.plausible(after)}


@pytest.mark.parametrize(("line", "turn", "stays"), [
    ("menelik 1510, iii-infantry 2010", 14, True), ("menelik 1511, iii-infantry 2010", 14, False),
    ("menelik 1510, iii-infantry 2010", 15, False),
    ("menelik 1510, iii-infantry 1511 engaged, maconnen-f1 1511 engaged", 15, True)])
def test_the_unit_with_menelik_is_not_brought_into_a_melee(line: str, turn: int, stays: bool) -> None:
    """In the last turn no enemy can move next to Menelik any more, so the unit may go unless one is already there."""
    state = table(f"menelik-f1 1510, {line}", turn=turn).state
    assert stays is answers.must_guard_menelik(state, SLOT["menelik-f1"])


def test_menelik_keeps_his_distance_however_many_reserves_lie_beyond_the_enemy() -> None:
    """The units east of the enemy come into his range only next to the enemy; a guard there could be lost, and the
    battle with it (10.2, 13.0)."""
    host = [UNITS[slot].id for slot in UNITS_OF_CHIEF[MENELIK] if KIND[slot] in (VETERANS, WARRIORS, LIGHT)]
    places = [f"{column}{row:02}" for column in (23, 24, 25) for row in range(6, 13)]
    east = ", ".join(f"{unit} {place} moved" for unit, place in zip(host, places, strict=False))
    west = "menelik-gr1 1909 moved, menelik-gr2 1509 moved"
    state = table(f"iii-infantry 2009, {east}, {west}, menelik 1509", phase="move", phasing="abyssinian", turn=8).state
    for action in PLANS["abyssinian"]["press"].course(state):
        state, _ = RULES.apply(state, action)
    assert AduaScene(state, ABYSSINIANS).distance_to_enemy(state.at[SLOT["menelik"]]) >= 4


def test_a_weak_command_awaits_the_host() -> None:
    """Tecla's units keep their distance from a far stronger army until the turn of the host, then close in."""
    army = ", ".join(f"{unit} {place}" for unit, place in (
        ("i-ascari", "1808"), ("ii-infantry", "1809"), ("iii-infantry", "1909"), ("v-infantry", "1908")))
    for turn, least, most in ((2, 5, 6), (6, 0, 3)):
        at = table(f"{army}, tecla 1108, tecla-f1 1108, tecla-f2 1109", phase="move", phasing="abyssinian", turn=turn)
        state = at.state
        for action in PLANS["abyssinian"]["press"].course(state):
            state, _ = RULES.apply(state, action)
        near = AduaScene(state, ABYSSINIANS).distance_to_enemy
        assert all(least <= near(state.at[SLOT[unit]]) <= most for unit in ("tecla-f1", "tecla-f2"))
