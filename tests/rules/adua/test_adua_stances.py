"""Values of Adua's computer players: expected points, features, own steps, and stances."""

from __future__ import annotations

from math import isfinite
from typing import Any

import pytest

from game import catalog
from game.core.evaluator import Personality
from game.core.indices import Seat
from game.rules.adua import movement
from game.rules.adua.ai import abyssinian, answers, expected_points, features, odds, scripts
from game.rules.adua.ai.advance import BattlePlan, plan_of
from game.rules.adua.ai.evaluate import courses
from game.rules.adua.ai.scene import AduaScene
from game.rules.adua.ai.strong_ground import hexes_to_hold
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS
from game.rules.adua.units import FIGHTERS, SLOT, UNITS
from tests.rules.adua.board import RULES, table

JUDGE = RULES.evaluator()
HOST = ", ".join(f"menelik-fv{n} {place}" for n, place in enumerate(("1518", "1618", "1718", "1818"), 1))
ARMY = "ii-infantry 2018, iii-infantry 2019, ii-guns 2119"


def state(line: str = f"{ARMY}, {HOST}", **keys: Any) -> Any:
    return table(line, **keys).state


def of(name: str, found: Any) -> float:
    """The value of a feature in a state."""
    assert JUDGE is not None
    return JUDGE.features(found)[JUDGE.names.index(name)]


def test_more_is_expected_of_more_who_are_nearer_in_more_time() -> None:
    early, late = state(turn=6), state(turn=14)
    assert expected_points.expected_points(early) > expected_points.expected_points(late)
    assert expected_points.expected_points(late) > expected_points.expected_points(state(ARMY, turn=14))
    far = state(f"{ARMY}, " + HOST.replace("18", "01").replace("1501", "0105"), turn=12)
    assert expected_points.expected_points(state(turn=12)) > expected_points.expected_points(far)


@pytest.mark.parametrize(("away", "turn", "arrives"), [(9, 15, True), (10, 15, False), (17, 14, True),
                                                        (18, 14, False)])
def test_a_unit_a_move_away_attacks_in_that_turn(away: int, turn: int, arrives: bool) -> None:
    """Cavalry with 8 movement points is next to an enemy nine hexes away after one move."""
    horse = UNITS[SLOT["menelik-c1"]]
    assert 8 == horse.move
    near = state(f"ii-infantry 2810, menelik-c1 {28 - away:02}10", turn=turn, phasing="abyssinian")
    assert away == AduaScene(near, ITALIANS).distance_to_enemy(near.at[SLOT["ii-infantry"]])
    gained = expected_points.expected_points(near) - expected_points.expected_points(state("ii-infantry 2810",
                                                                                           turn=turn))
    assert arrives == (gained > 0)


def test_at_the_end_only_the_points_count() -> None:
    """No Abyssinian action can change them."""
    assert JUDGE is not None
    won, lost = state(ARMY, turn=15), state(f"{ARMY.replace('20', '30', 1)}, {HOST}", turn=15)
    assert JUDGE.worth(won, "italian") == -JUDGE.worth(won, "abyssinian")
    assert JUDGE.worth(lost, "abyssinian") > 0.9


@pytest.mark.parametrize(("better", "worse", "name"), [
    ("ii-infantry 2018", "ii-infantry 2018 lost=2", "points"),
    ("ii-infantry 2018", "ii-infantry 2018 lost=1", "near_half"),
    ("ii-infantry 2018", "ii-infantry 2018 disorganized", "disorganized"),
    ("ii-infantry 2018 entrenched", "ii-infantry 2018", "entrenched"),
    ("ii-infantry 2018, menelik-fv1 0118", "ii-infantry 2018, menelik-fv1 2019", "host_adjacent"),
    ("i-bersaglieri 0118", "i-bersaglieri 1818", "nearest_pass"),
])
def test_a_feature_is_the_greater_the_better_for_the_italians(better: str, worse: str, name: str) -> None:
    assert of(name, state(better)) > of(name, state(worse))


@pytest.mark.parametrize("found", [RULES.initial("adua"), state(), state(ARMY), state("menelik-fv1 1518"),
                                   state(turn=15, phase="orders")])
def test_features_are_finite_and_about_one_in_size(found: Any) -> None:
    numbers = features.features(found)
    assert len(numbers) == len(features.FEATURE_NAMES) == len(set(features.FEATURE_NAMES))
    assert all(isfinite(number) and abs(number) < 6 for number in numbers)


def test_own_steps_are_spared_less_as_the_last_turn_nears() -> None:
    spared = [odds.own_step_factor(state(turn=turn)) for turn in (1, 6, 10, 14, 15)]
    assert spared == sorted(spared, reverse=True)
    assert (1.0, 0.0) == (spared[0], spared[-1])
    assert odds.own_step_factor(state(turn=10), 2.0) == 2 * odds.own_step_factor(state(turn=10))


def test_a_bold_attacker_expects_more() -> None:
    """The value of own losses is applied in one place (``Personality.losses``)."""
    found, team = state(turn=6), [(SLOT["menelik-fv1"], 3), (SLOT["menelik-fv2"], 3)]
    bold, usual, careful = (odds.attack_gain(found, team, SLOT["ii-infantry"], all_adjacent=True, loss_factor=losses)
                            for losses in (0.5, 1.0, 2.0))
    assert bold > usual > careful
    assert JUDGE is not None
    judge = catalog.rules("adua").evaluator()
    assert judge is not None
    judge.personality = Personality("careful", losses=2.0)
    assert judge.proposed_courses(found, 1, lambda: False)


@pytest.mark.parametrize("scenario", ["adua", "figure-2"])
@pytest.mark.parametrize("phasing", ["italian", "abyssinian"])
def test_own_losses_count_in_the_battle_and_in_the_examples(phasing: str, scenario: str) -> None:
    """A player that avoids losses expects less of the same attacks, with a plan for the battle and without one."""
    found = state("v-infantry 2611, taitu-f1 2511, taitu-f2 2510", turn=6, phase="fire", phasing=phasing,
                  orders="romero v-infantry fire" if phasing == "italian" else "", scenario=scenario)
    bold, careful = (courses(found, 1, losses=losses)[0] for losses in (0.3, 3.0))
    assert bold.value > careful.value


def test_a_plan_is_kept_until_the_end_is_near() -> None:
    for seed in range(9):
        early = scripts.promising_plans(state(turn=10), ITALIANS, seed)
        assert [plan_of(seed).value] == [idea.name for idea in early]
        late = {idea.name for idea in scripts.promising_plans(state(turn=13), ITALIANS, seed)}
        assert {plan.value for plan in BattlePlan} == late or len(late) == 1
    host = state(turn=14, phasing="abyssinian")
    assert len(scripts.promising_plans(host, ABYSSINIANS, 1)) in (1, scripts.PLANS_COMPARED)
    assert not scripts.promising_plans(RULES.initial("figure-2"), ITALIANS, 1)


def test_plans_are_played_to_the_end_in_the_last_three_turns() -> None:
    assert JUDGE is not None
    assert [0, 6, 4, 2] == [JUDGE.phases_to_end(state(turn=turn)) for turn in (12, 13, 14, 15)]
    assert 1 == JUDGE.phases_to_end(state(turn=15, phasing="abyssinian"))


def test_the_other_side_is_expected_to_go_on_from_where_it_is() -> None:
    assert ["stay"] == [idea.name for idea in scripts.promising_plans(state(phasing="abyssinian"), ITALIANS, 1)]
    assert ["press"] == [idea.name for idea in scripts.promising_plans(state(), ABYSSINIANS, 1)]


def test_the_stance_decides_the_actions() -> None:
    """The march leaves the guns; the holding stance goes to its ground."""
    found = state(f"{ARMY}, i-bersaglieri 1505", turn=12)
    seed = next(one for one in range(99) if plan_of(one) is BattlePlan.HOLD)
    assert courses(found, seed, "hold") != courses(found, seed, "march") or len(
        scripts.promising_plans(found, ITALIANS, seed)) == 1


def test_a_holding_army_stays_on_its_side_of_the_map() -> None:
    """None of the hexes is behind the blue line, or nearer to a pass than to the set-up zone (ruling 43)."""
    ground = RULES.initial("adua").ground
    found = hexes_to_hold(ground, ())
    zone = [hex_ for hex_ in range(len(ground.hexes)) if ground.set_up(())[ITALIANS] >> hex_ & 1]
    assert not found & ground.behind(())
    for name in ("0122", "0424", "0805"):
        assert not found >> ground.index[name] & 1
    assert found >> ground.index["2020"] & 1
    assert zone


@pytest.mark.parametrize("seat", [ITALIANS, ABYSSINIANS])
def test_a_course_begins_with_the_plans_choice(seat: Seat) -> None:
    """The first action of a plan's course is the one that the plan chooses in the state."""
    found = state(phasing=SEATS[seat])
    ideas = scripts.italian_plans() if seat == ITALIANS else scripts.abyssinian_plans()
    for idea in ideas:
        assert idea.choose(found) == idea.course(found)[0]


def test_the_moves_of_a_phase_are_planned_one_by_one() -> None:
    """After the first of them the others are still legal."""
    found = state(phasing="abyssinian")
    first = next(abyssinian.moves(AduaScene(found, ABYSSINIANS), abyssinian.PRESS))
    after = movement.apply_move(found, first)  # type: ignore[arg-type]
    second = next(abyssinian.moves(AduaScene(after, ABYSSINIANS), abyssinian.PRESS))
    assert RULES.check(after, second)
    assert first.units != second.units


def test_nothing_is_forced_where_a_phase_is_to_be_played() -> None:
    assert answers.pending_action(state()) is None
    assert len(UNITS) > len(FIGHTERS[ITALIANS])
