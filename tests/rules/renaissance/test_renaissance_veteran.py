"""The veteran's view equals that of any player, it keeps within its budget, and each move has a reason."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from game.ai.choice import PlayerChoice
from game.ai.planner import Planner
from game.ai.players import make
from game.board.manoeuvre import ahead_by
from game.board.measuring import distance
from game.core.action import Action, Faces
from game.core.chance import CHANCE
from game.core.evaluator import ProposedCourse, never
from game.core.field_types import UnitName
from game.core.message import Message
from game.core.pose import Pose
from game.rules.renaissance.ai import replies
from game.rules.renaissance.ai.courses import BoundCourse, computed_move
from game.rules.renaissance.ai.deploying import bad_going_ahead_value
from game.rules.renaissance.ai.evaluate import RenaissanceEvaluator
from game.rules.renaissance.ai.lines import advance, candidate_moves, line_parts, single_moves, wheels
from game.rules.renaissance.ai.matchups import prospect
from game.rules.renaissance.ai.scene import TableScene
from game.rules.renaissance.ai.worth import (
    PLAIN_MANNER,
    Goal,
    approach_value,
    camp_raid,
    combats_to_come,
    victory_and_defeat_chances,
)
from game.rules.renaissance.engine.actions import END, March, RenaissanceMove, RenaissancePlace
from game.rules.renaissance.engine.scoring import RenaissanceCombat, result_chances
from game.rules.renaissance.engine.state import BLUE, RED
from game.rules.renaissance.engine.tables import ELEMENTS
from tests.rules.renaissance.battle import combat, shots
from tests.rules.renaissance.board import CAMPS, RULES, area, pose, table
from tests.rules.table import Table, facts

PIKES_AND_SHOT = ("blue-sh1 8000,7000,10800, blue-pk1 9000,7000,10800, blue-pk2 9000,6500,10800, "
                  "blue-sh2 10000,7000,10800")


def chosen(at: Table, level: str = "veteran") -> PlayerChoice:
    return make(level, RULES, RULES.to_act(at.state) or "", 1).choose(at.state)


def played(at: Table) -> Table:
    """The table after all of the veteran's actions in this phase."""
    choice = chosen(at)
    return at.play(*(action.notation for action in choice.plan or (choice.action,)))


def test_a_base_that_shoots_back_is_named() -> None:
    """The risks of both sides are given, whichever base is named as the target."""
    at = shots("red-sh1 9000,9000,0, blue-sh1 9000,8000,10800")
    mine, theirs = (RULES.evaluator().why(at.state, RULES.parse(f"shoot {unit}")) for unit in ("blue-sh1", "red-sh1"))
    assert facts(mine) == facts(theirs)
    assert 2 == len(facts(mine))


def test_a_base_that_leaves_the_range_of_a_cannon_names_it() -> None:
    at = table("red-sh1 9000,9800,0, blue-ca1 9000,4000,10800", pips=2)
    why = RULES.evaluator().why(at.state, RULES.parse("move red-sh1 9000,10800,0"))
    assert isinstance(why, Message)
    assert why.values == {"unit": at.state.roster[at.state.slots[UnitName("blue-ca1")]].name}


def test_takes_a_fighting_enemy_in_the_flank() -> None:
    at = table("red-gn1 7500,11500,0, red-pk1 9000,8000,0, red-pi1 11000,8200,16200, blue-pk1 9000,8000,10800", pips=1)
    choice = chosen(at)
    assert choice.action.units == ("red-pi1",)
    assert (1,) == facts(choice.why)


@pytest.mark.parametrize(("front", "side"), [("", "rear"), (", red-pk1 9000,8000,0", "rear"), ("", "flank")])
def test_the_reason_names_the_side_that_is_attacked(front: str, side: str) -> None:
    line = {"rear": "red-pi1 9000,6000,10800", "flank": "red-pi1 7000,8250,5400"}[side]
    at = table(f"{line}, blue-pk1 9000,8000,10800{front}")
    move = {"rear": "move red-pi1 9000,7500,10800", "flank": "move red-pi1 8500,7500,5400"}[side]
    assert f" {side}" in str(RULES.evaluator().why(at.state, RULES.parse(move)))


@pytest.mark.rule("9.5")
@pytest.mark.parametrize(("terrain", "supports"), [
    ("", True), ("rough 8000,8800 10000,8800 10000,9600 8000,9600", False)])
def test_the_reason_promises_no_support_in_bad_going(terrain: str, supports: bool) -> None:
    at = table("red-pk1 9000,8500,0, red-pk2 9000,9700,0, blue-bd1 9000,6500,10800", blue="swiss", terrain=terrain)
    why = RULES.evaluator().why(at.state, RULES.parse("move red-pk2 9000,9000,0"))
    assert ("+3" in facts(why)) == supports


def test_a_bound_with_a_move_into_the_camp_is_not_one_without_a_move() -> None:
    at = table("red-sh1 1500,16000,0, blue-pk1 9000,3000,10800")
    assert RULES.evaluator().why(at.state, END)
    assert not RULES.evaluator().why(at.play("enter red-sh1").state, END)


@pytest.mark.rule("14.11.1")
def test_the_general_in_the_camp_is_at_stake() -> None:
    """The camp and its garrison are three losses, one too few for defeat, but the general is among them."""
    others = ["bd2", "sk1", "sk2", *(f"pk{number}" for number in range(1, 8))]
    lines = ", ".join(f"{side}-{name} {1000 + 1300 * n},{y},0" for side, y in (("red", 13000), ("blue", 6000))
                      for n, name in enumerate(others))
    at = combat(f"{lines}, red-bd1 14500,13000,0, blue-bd1 1500,17000,10800", red="swiss", blue="swiss",
                garrisons="red-gn1")
    fights = combats_to_come(at.state, RED, TableScene(at.state))
    assert (0.0, fights[0].odds.falls) == victory_and_defeat_chances(at.state, RED, fights)
    assert fights[0].odds.falls > 0


@pytest.mark.rule("12")
@pytest.mark.parametrize("options", [(), ("literal-results",)], ids=["as read", "as printed"])
def test_the_computer_player_knows_which_results_are_played(options: tuple[str, ...]) -> None:
    """A warband destroys pikes that it beats, but as printed they recoil (ruling 21)."""
    at = combat("red-wb1 9000,9000,0, blue-pk1 9000,9000,10800", red="scots",
                options=["army-red=scots", "army-blue=imperial", *options])
    warband, pikes = (at.state.slots[UnitName(name)] for name in ("red-wb1", "blue-pk1"))
    fight = RenaissanceCombat(warband, pikes)
    exact = sum(chance for result, chance in result_chances(at.state, fight).values()
                if (result.loser, result.result) == (pikes, "destroyed"))
    assert prospect(at.state, fight).kills == pytest.approx(float(exact))
    scene = TableScene(at.state)
    gain = scene.fighters[warband].combat(scene.fighters[pikes])
    assert gain == pytest.approx(prospect(at.state, fight).gain)


@pytest.mark.rule("12.1")
@pytest.mark.rule("12.3")
def test_the_computer_player_knows_what_camels_do_to_skirmishers_in_dunes() -> None:
    at = combat("red-sk1 9000,9000,0, blue-cm1 9000,9000,10800", red="moroccan", blue="moroccan",
                terrain="dunes 7000,7000 11000,7000 11000,11000 7000,11000")
    skirmishers, camels = (at.state.slots[UnitName(name)] for name in ("red-sk1", "blue-cm1"))
    odds = prospect(at.state, RenaissanceCombat(skirmishers, camels))
    exact = sum(chance for result, chance in result_chances(at.state, RenaissanceCombat(skirmishers, camels)).values()
                if (result.loser, result.result) == (skirmishers, "destroyed"))
    assert odds.falls == pytest.approx(float(exact))


def test_does_not_charge_pikes_and_shot_with_pistols_from_the_front() -> None:
    at = table(f"red-pi1 9000,9000,0, red-pi2 10000,9000,0, {PIKES_AND_SHOT}", pips=2)
    after = played(at)
    assert not any({"red-pi1", "red-pi2"} & set(pair[:2]) for pair in after.position.get("contacted", ()))


def test_rides_down_shot_in_the_open() -> None:
    at = table("red-pi1 9000,9000,0, red-pi2 10000,9000,0, blue-sh1 9500,7500,10800", pips=2)
    assert "Blue shot 1" in str(chosen(at).why)


def test_keeps_the_general_away_from_the_enemy() -> None:
    at = table("red-gn1 9000,9000,0, red-sh1 5000,12000,0, blue-pi1 9000,7500,10800", pips=1)
    after = played(at)
    assert distance(pose(after, "red-gn1").spot, pose(after, "blue-pi1").spot) > 3000


def test_moves_its_line_as_one() -> None:
    at = table("red-pk1 8000,13000,0, red-sh1 9000,13000,0, red-sh2 10000,13000,0, red-pi1 11000,13000,0, "
               "blue-pk1 9000,3000,10800", pips=1)
    action = chosen(at).action
    assert isinstance(action, March)
    assert len(action.group) == 4


def test_brings_a_second_rank_of_pikes_behind_the_first() -> None:
    at = table("red-pk1 9000,8500,0, red-pk2 9000,9700,0, blue-bd1 9000,7000,10800, blue-bd2 8000,7000,10800",
               blue="swiss", pips=1)
    choice = chosen(at)
    assert choice.action.units == ("red-pk2",)
    assert (1, "+3") == facts(choice.why)


@pytest.mark.parametrize(("quiet", "fights"), [(0, False), (15, True)])
def test_fights_two_to_one_only_before_the_battle_is_drawn(quiet: int, fights: bool) -> None:
    at = table("red-bd1 9000,9000,0, blue-bd1 9000,8000,10800, blue-bd2 10000,8000,10800", red="swiss", blue="swiss",
               quiet=quiet, turn=20, pips=1)
    assert any("red-bd1" in pair[:2] for pair in played(at).position.get("contacted", ())) == fights


def test_leads_light_horse_out_of_rough_going() -> None:
    """As far ahead as bad going allows, or back out of it, where it has its full move again."""
    at = table("red-lh1 5000,13000,0, blue-pk1 9000,3000,10800", red="moroccan", pips=1,
               terrain="rough 3000,10000 7000,10000 7000,14000 3000,14000")
    assert pose(played(at), "red-lh1").y in (11_500, 14_000)


def test_leads_a_base_back_that_has_fled() -> None:
    at = table("red-pk1 9000,13000,10800, blue-pk1 9000,3000,10800", pips=1)
    after = pose(played(at), "red-pk1")
    assert after.angle == 0
    assert after.y < 13_000


def test_shoots_first_where_it_counts() -> None:
    """Of two targets it chooses the one with two shooters on it."""
    at = table("red-sh1 5000,9000,0, red-sh2 9000,9000,0, red-sh3 10000,9000,0, blue-pk1 5000,8000,10800, "
               "blue-pk2 9500,8000,10800", phase="shooting", pips=0)
    assert chosen(at).action.notation == "shoot blue-pk2"


@pytest.mark.every(2)
@pytest.mark.parametrize("work", [1.0, 0.1])
def test_works_out_only_so_many_moves(work: float) -> None:
    asked = count()
    at = table("red-pk1 8000,9000,0, red-sh1 9000,9000,0, red-sh2 10000,9000,0, red-pi1 11000,9000,0, red-lh1 "
               f"12000,9000,0, {PIKES_AND_SHOT}")
    judge = RenaissanceEvaluator(RULES)
    judge.work_share = work
    found = judge.proposed_courses(at.state, 1, lambda: next(asked) < 0)
    assert isinstance(found[0], ProposedCourse)
    assert next(asked) <= 60 + 600 * work


def test_leads_the_whole_army_forward_with_a_small_budget() -> None:
    """With a tenth of the usual budget and six PIPs, all five scattered bases advance."""
    at = table("red-pk1 3000,13000,0, red-sh1 6000,13000,0, red-sh2 9000,13000,0, red-pi1 12000,13000,0, "
               "red-pk2 15000,13000,0, blue-pk1 9000,3000,10800", pips=6)
    judge = RenaissanceEvaluator(RULES)
    judge.work_share = 0.1
    course = judge.proposed_courses(at.state, 1, lambda: False)[0].actions
    moved = {action.unit for action in course if isinstance(action, RenaissanceMove)}
    assert {"red-pk1", "red-sh1", "red-sh2", "red-pi1", "red-pk2"} <= moved


def test_a_line_advances_to_the_bank_of_a_river() -> None:
    """A river is within its full move, and bases abreast may not enter it as a group: the advance is 1 MU."""
    at = table("red-pk1 8000,9000,0, red-pk2 9000,9000,0, blue-pk1 9000,3000,10800",
               terrain="river/800 0,8000 18000,8000", river="normal")
    way = advance(at.state, [at.state.slots[UnitName(name)] for name in ("red-pk1", "red-pk2")])
    first = next(march for march in way if computed_move(at.state, march).why is None)
    assert "march red-pk1,red-pk2 ahead:500" == first.notation


def test_in_the_last_bound_before_a_draw_nearness_alone_is_worth_nothing() -> None:
    far, nearer = (table(f"red-pk1 9000,{y},0, blue-pk1 9000,3000,10800", quiet=15).state for y in (13_500, 13_000))
    assert approach_value(nearer, RED) == approach_value(far, RED)


def test_a_step_towards_the_enemy_counts_less_within_twelve_mu() -> None:
    """The side that comes within reach first is attacked first."""
    values = [approach_value(table(f"red-pk1 9000,{3000 + distance},0, blue-pk1 9000,3000,10800").state, RED)
              for distance in (8000, 7000, 5000, 4000)]
    far_step, near_step = values[1] - values[0], values[3] - values[2]
    assert far_step > near_step > 0


def test_charges_that_promise_a_gain_are_tried_first() -> None:
    at = table("red-pi1 9500,9000,0, red-pk1 4000,9000,0, red-pk2 5000,9000,0, blue-sh1 9500,7500,10800")
    first = next(iter(candidate_moves(at.state)))[0]
    assert first.units == ("red-pi1",)
    assert computed_move(at.state, first).contacts


@pytest.mark.parametrize(("river", "attacks"), [("paltry", 1), ("normal", 0)])
def test_a_base_in_a_river_attacks_no_enemy_out_of_its_reach(river: str, attacks: int) -> None:
    """Pistols in a river that is not paltry move 2 MU (2.3)."""
    at = table("red-pi1 9000,9000,0, blue-sh1 9000,7500,10800", terrain="river/1000 0,9300 18000,9300", river=river)
    assert attacks == len(TableScene(at.state).attacks(RED))


@pytest.mark.parametrize("enemy", ["blue-sh1 12000,8000,9000", "blue-sh1 12000,8000,0", "blue-sh1 6000,10000,5400"])
def test_a_base_turns_towards_the_nearest_enemy(enemy: str) -> None:
    """It has the enemy ahead after the turn, also if both face the same way."""
    at = table(f"red-pi1 9000,9000,0, {enemy}")
    slot = at.state.slots[UnitName("red-pi1")]
    foe = next(at.state.placed_base(each).pose for each in at.state.bases_on_table(BLUE) if at.state.kind(each) == "sh")
    turns = [end for alternatives in single_moves(at.state, [slot]) for move in alternatives
             if isinstance(move, RenaissanceMove) for end in move.legs if end.spot == (9000, 9000)]
    assert turns
    assert all(ahead_by(end, foe.spot) > 0 for end in turns)


@pytest.mark.parametrize(("away", "longest"), [(600, 600), (9000, 2000)])
def test_a_line_that_wheels_to_a_near_goal_does_not_pass_it(away: int, longest: int) -> None:
    at = table("red-pi1 9000,9000,0, red-pi2 10000,9000,0, blue-sh1 9000,3000,10800")
    part = [at.state.slots[UnitName(name)] for name in ("red-pi1", "red-pi2")]
    goals = dict.fromkeys(part, Goal(9000 + away / 2, 9000 - away * 3**0.5 / 2, pull=1.0))
    lengths = [step.amount for alternatives in wheels(at.state, part, goals) for march in alternatives
               if isinstance(march, March) for step in march.steps if step.kind == "ahead"]
    assert lengths
    assert longest >= max(lengths) > longest / 2


def test_a_bound_that_is_cut_off_has_no_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fight is still to be rolled for then, and not the enemy's PIPs."""
    monkeypatch.setattr(replies, "MAX_PLIES", 0)
    at = table("red-pi1 9000,9000,0, blue-sh1 9000,9000,10800")
    judge = replies.ReplyJudge(RULES, RED, PLAIN_MANNER, 4, 4, never)
    assert (0.0, False) == judge.reply_change(BoundCourse(0.0, (END,), at.state), 0)


def test_bases_on_two_hills_are_both_higher() -> None:
    """Each is nearer to the crest of its own hill than the enemy, who is not on it (ruling 15)."""
    at = table("red-sh1 9000,9000,0, blue-sh1 9000,8000,10800",
               terrain="gentle-hill 7000,8800 11000,8800 11000,11000 7000,11000; "
                       "gentle-hill 7000,4000 11000,4000 11000,8200 7000,8200")
    scene = TableScene(at.state)
    red, blue = (scene.fighters[at.state.slots[UnitName(name)]] for name in ("red-sh1", "blue-sh1"))
    assert red.modifiers(blue) == blue.modifiers(red) > 0


@pytest.mark.parametrize("angle", [10_800, 9000])
def test_a_base_tries_a_short_step_ahead(angle: int) -> None:
    """One of 1 MU is among its moves, whether or not the nearest enemy makes it turn."""
    at = table(f"red-pi1 9000,9000,0, blue-sh1 9000,3000,{angle}")
    ends = [move.legs for alternatives in single_moves(at.state, [at.state.slots[UnitName("red-pi1")]])
            for move in alternatives if isinstance(move, RenaissanceMove)]
    assert (Pose(9000, 8500, 0),) in ends


def test_a_group_is_divided_into_parts_once() -> None:
    at = table("red-pk1 4000,9000,0, red-pk2 5000,9000,0, red-sh1 6000,9000,0, blue-sh1 9500,7500,10800")
    parts = [frozenset(part) for part in line_parts(at.state, at.state.bases_on_table(RED))]
    assert len(parts) == len(set(parts))
    assert frozenset(at.state.slots[UnitName(name)] for name in ("red-pk1", "red-pk2", "red-sh1")) in parts


@pytest.mark.parametrize(("red", "is_guarded"), [("red-sh1 9000,9000,0", False), ("red-sh1 4000,16500,0", True)])
def test_a_base_near_the_camp_guards_it(red: str, is_guarded: bool) -> None:
    """The light horse needs three bounds to the camp; the shot cannot come back from the middle in two."""
    at = table(f"{red}, blue-lh1 1500,5000,10800")
    raid = camp_raid(TableScene(at.state), RED)
    assert raid is not None
    assert 2 < raid.bounds_needed < 3
    assert (not raid.delay) == is_guarded


def test_a_base_goes_back_to_a_camp_that_is_raided() -> None:
    at = table("red-pi1 4000,11000,0, red-sh1 9000,9000,0, red-sh2 10000,9000,0, blue-lh1 1500,6000,10800, "
               "blue-sh1 9500,2000,10800", pips=1)
    before, after, camp = Pose(4000, 11_000, 0), pose(played(at), "red-pi1"), CAMPS[0]
    assert distance(after.spot, (camp["x"], camp["y"])) < distance(before.spot, (camp["x"], camp["y"]))


def test_answers_at_once_when_hurried() -> None:
    at = table(f"red-pi1 9000,9000,0, {PIKES_AND_SHOT}")
    hurried = make("veteran", RULES, "red", 1, hurry=lambda: True)
    assert RULES.check(at.state, hurried.choose(at.state).action)


def test_sets_pikes_up_two_deep_with_the_general_behind() -> None:
    state = RULES.initial("spanish-dutch")
    players = {seat: make("veteran", RULES, seat, 1) for seat in RULES.seats}
    reasons: dict[str, str] = {}
    while state.phase != "swap":
        choice = players[RULES.to_act(state) or ""].choose(state)
        if isinstance(choice.action, RenaissancePlace):
            reasons[choice.action.unit] = str(choice.why)
        state, _ = RULES.apply(state, choice.action)
    assert reasons["red-gn1"].startswith("behind Red")
    assert sum(told.startswith("behind Red pikes") for unit, told in reasons.items() if unit.startswith("red-pk")) == 2


def test_riders_are_not_deployed_before_bad_going() -> None:
    """Bad going slows dragoons as it slows horse; skirmishers and auxilia are at home in it."""
    values = {kind: bad_going_ahead_value(kind) for kind in ELEMENTS}
    assert values["dr"] == values["lh"] == values["pi"] == min(values.values())
    assert values["sk"] == values["ax"] == max(values.values()) > 0.0


@pytest.mark.soak
def test_deploys_no_horse_in_bad_going() -> None:
    """Woods are in both zones."""
    woods = [area(f"woods 4500,{y} 7500,{y} 7500,{y + 2500} 4500,{y + 2500}") for y in (3000, 12500)]
    first = Table(RULES, RULES.initial("open-battle", ("army-red=swedish", "army-blue=imperial")))
    begun = first.play("end", "end", (6, 1)).position
    at = Table(RULES, RULES.from_position({**begun, "phase": "edges", "terrain": woods}))
    at = at.play("number north east south west", 3)
    while at.state.phase != "swap":
        at = at.play(chosen(at).action.notation)
    horse = [slot for slot, piece in enumerate(at.state.roster) if piece.element.mounted]
    assert "bad" not in {at.state.ground.going(at.state.placed_base(slot).corners) for slot in horse}


@pytest.mark.soak
def test_every_move_has_its_own_reason_and_the_same_seed_plays_the_same_game() -> None:
    first, second = _game(), _game()
    assert first == second
    told = {why for action, why in first if action.split()[0] in ("move", "march", "fight", "shoot")}
    assert len(told) > 15
    assert all(any(word in why for word in ("Red", "Blue", "%")) for why in told)


def _game() -> list[tuple[str, str]]:
    """The first twelve bounds of a battle: its actions and their reasons."""
    state, dice = RULES.initial("royalist-parliament"), Random(3)
    players = {seat: make("veteran", RULES, seat, 3) for seat in RULES.seats}
    for player in players.values():
        assert isinstance(player, Planner)
        player.think_less(0.1)
    told = []
    while (actor := RULES.to_act(state)) is not None and state.bound <= 12:
        if actor == CHANCE:
            roll = RULES.pending_roll(state)
            assert roll is not None
            action: Action = Faces(tuple(dice.choice(die.faces) for die in roll.dice))
        else:
            choice = players[actor].choose(state)
            action = choice.action
            assert RULES.check(state, action)
            told.append((action.notation, str(choice.why)))
        state, _ = RULES.apply(state, action)
    return told


def test_a_recruit_passes_nobody_by() -> None:
    """A group that is past the enemy does not march on to the edge of the table."""
    past = table("red-pk1 9000,5000,0, red-pk2 10000,5000,0, blue-pk1 9000,9000,0, blue-gn1 9000,12000,0", pips=2)
    spots = [pose(past, unit).spot for unit in ("blue-pk1", "blue-gn1")]
    for action in RenaissanceEvaluator(RULES).plausible(past.state):
        if isinstance(action, (March, RenaissanceMove)):
            move = computed_move(past.state, action)
            before, after = ([min(distance(each.spot, spot) for spot in spots) for each in poses] for poses in (
                [past.state.placed_base(slot).pose for slot in move.slots], move.ends))
            assert sum(after) < sum(before)
