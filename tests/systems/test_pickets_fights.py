"""Sight, declared combats, the table of ten-sided dice, and pools in Pickets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from game.core.chance import DiceGroup, per_cent
from game.core.event import Rolled
from game.core.offer import Picked
from game.core.verdict import Illegal
from tests.rules.table import facts
from tests.systems.pickets_table import Table, rules, table

pytestmark = [pytest.mark.rule("5"), pytest.mark.rule("6"), pytest.mark.rule("7")]
DUEL = ("bf07 3021/n", "gf07 3019/s")
GUNS = ("bg01 3021/n", "bf07 3122/n", "gf07 3018/s", "gf08 3018/s", "gf09 3118/s", "gh01 2919/s")
MELEE = ("bf07 3021/n", "bf08 3021/n", "bf09 2921/ne", "gf07 3020/s")


def fight(*units: str, **more: Any) -> Table:
    """Blue's combat phase."""
    return Table(table(*units, phase="combat", **more))


def modifiers(game: Table, notation: str) -> dict[str, int]:
    """The named modifiers of the declared combat."""
    preview = game.rules.preview(game.state, game.rules.parse(notation))
    assert preview is not None
    return {str(modifier.name): modifier.value for modifier in preview.modifiers}


def rolled(game: Table) -> Rolled:
    """The last roll."""
    return next(event for event in game.events if isinstance(event, Rolled))


def told(game: Table) -> list[tuple[Any, ...]]:
    """The rule and the values of each event of the last action."""
    return [(event.rule.number, *facts(event.text)) for event in game.events]


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("firer", "target", "sees"), [
    ("bf07 3021/n", "gf07 3019/s", True), ("bf07 1016/ne", "gf07 1215/s", False), ("bf07 1615/s", "gf07 1617/n", True),
    ("bf07 1130/s", "gf07 1132/n", False), ("bf07 1016/se", "gf07 1216/n", False),
    ("bf07 1015/s", "gf07 1117/n", True), ("bf07 1019/ne", "gf07 1218/s", True),
    ("bf07 1116/s", "gf07 1118/n", False)])
def test_lines_of_sight(firer: str, target: str, sees: bool) -> None:
    """Sight passes over open ground, also from woods to woods; not through woods, also from woods; not over a hill."""
    game = fight(firer, target)
    notation = f"fire bf07 {target.split()[1].partition('/')[0]}"
    assert ("" if sees else "5.1") == game.refused(notation)


@pytest.mark.rule("5.1")
def test_a_line_between_two_hexes_passes_over_the_lower_one() -> None:
    """Between 1016, which is open, and 1116 in woods, it passes over 1016, from either end."""
    for firer, target in (("1015/s", "1117"), ("1117/n", "1015")):
        game = fight(f"bf07 {firer}", f"gf07 {target}/n")
        assert ("1016", target) == game.rules.canonical(game.state, game.rules.parse(f"fire bf07 {target}")).places


@pytest.mark.rule("6.2")
def test_a_shot_lies_along_a_path() -> None:
    """The action names every hex of its line; the last one is the target; enemies on the way cost 1 each."""
    game = fight(*DUEL, "bf08 3020/n")
    action = game.rules.canonical(game.state, game.rules.parse("fire bf07 3019"))
    assert ("fire bf07 3020-3019", ("3020", "3019")) == (action.notation, action.places)
    assert action in game.rules.candidates(game.state)
    assert {"over others": -1} == modifiers(game, action.notation)
    assert ("6.2", "3.1", "6.2") == (
        game.refused("fire bf07 3018"), fight("bf07 3021/s", DUEL[1]).refused("fire bf07 3019"),
        fight("bh01 3021/n", DUEL[1]).refused("fire bh01 3019"))


@pytest.mark.rule("6.3")
@pytest.mark.rule("6.4")
def test_a_refusal_cites_the_rule_of_its_combat() -> None:
    """A target out of range or missing is refused by the rule of a shot, a volley, or an assault."""
    game = fight("bf07 3021/n", "bg01 3022/n", "bf08 3121/n", "gf07 3015/s", "gf08 3019/s")
    found = {notation: (verdict.reasons[0].rule.number, *facts(verdict.reasons[0].text)) for notation, verdict in (
        (text, game.rules.check(game.state, game.rules.parse(text))) for text in (
            "fire bf07 3015", "fire bf07 3020", "volley bg01 20@3021", "volley bg01 20@3010", "volley bg01 20@3012",
            "assault bf07 3019", "assault bf07,bf08 3019", "assault bf07 3020"))
             if isinstance(verdict, Illegal)}
    assert found == {
        "fire bf07 3015": ("6.2", "3015", 1, 3), "fire bf07 3020": ("6.2", "3020"),
        "volley bg01 20@3021": ("6.3", "3021"), "volley bg01 20@3010": ("6.3", "3010"),
        "volley bg01 20@3012": ("6.3", "3012"), "assault bf07 3019": ("6.4", "3019"),
        "assault bf07,bf08 3019": ("6.4", "3019"), "assault bf07 3020": ("6.4", "3020")}
    far = fight("bg01 3022/n", "gf07 3012/s", "gf08 3021/s")
    assert ("6.3", "6.3") == (far.refused("volley bg01 20@3012"), far.refused("volley bg01 20@3021"))


@pytest.mark.rule("3.1")
@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("firer", "target", "found"), [
    ("bf07 3021/n", "gf07 3019/s", {}), ("bf07 3021/n", "gf07 3019/n", {"flank or rear": 2}),
    ("bf01 3021/n shaken", "gf07 3020/s", {"guard": 1, "shaken": -2}),
    ("bf07 3020/nw", "gf07 2919/se", {}), ("bf07 3018/nw", "gf07 2918/s", {"cover": -1}),
    ("bf07 2524/n", "gf07 2523/s", {"cover": -2}), ("bf07 1415/ne", "gf07 1515/s", {"uphill": -1})])
def test_named_modifiers(firer: str, target: str, found: dict[str, int]) -> None:
    """Every modifier of the die has its name."""
    notation = f"fire {firer[:4]} {target.split()[1].partition('/')[0]}"
    assert found == modifiers(fight(firer, target), notation)


@pytest.mark.rule("6.2")
def test_a_zero_is_a_zero_and_the_table_is_read_by_rows() -> None:
    """All ten faces are read, with plus two from the rear: rows end at 9."""
    results, chances = [], {}
    for die in range(10):
        game = fight("bf07 3021/n", "gf07 3020/n").play("fire bf07 3020", "begin", "resolve bf07")
        due = game.rules.pending_roll(game.state)
        assert due is not None
        assert tuple(range(10)) == due.dice[0].faces
        chances = {result: per_cent(chance) for result, chance in due.outcomes.items()}
        event = rolled(game.roll(die))
        assert (min(9, die + 2), "1 hex") == (event.row, event.column)
        results.append(event.result)
    assert list("-SS1112222") == results
    assert {"-": "10 %", "S": "20 %", "1": "30 %", "2": "40 %"} == chances


@pytest.mark.rule("6.1")
def test_all_combats_are_declared_changed_and_withdrawn_before_the_first_roll() -> None:
    """A new declaration replaces the old one; no dice are rolled before the side starts."""
    game = fight(*GUNS, "bf08 3021/n")
    assert "6.5" == game.refused("begin")
    game.play("volley bg01 20@3018", "fire bf08 2919", "volley bg01 8@3018,12@3118")
    declared = game.rules.position(game.state)["combats"]
    assert [(["bf08"], []), (["bg01"], [8, 12])] == [(one["units"], one["dice"]) for one in declared]
    assert ("6.1", "6.1") == (game.refused("end"), game.refused("withdraw bf07"))
    withdraw = game.rules.parse("withdraw bf08")
    assert withdraw in [offer.action for offer in game.rules.offers(game.state, Picked(("bf08",)))]
    game.play("withdraw bf08", "begin")
    assert ("6.5", "6.5") == (game.refused("fire bf08 2919"), game.refused("withdraw bg01"))
    assert ["resolve bg01"] == [action.notation for action in game.rules.candidates(game.state)]


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(("anew", "left", "also"), [
    ("fire bf07 3020", [["bf09"], ["bf07"]], ("3020", 2)), ("assault bf07 3020", [["bf09"], ["bf07"]], ("3020", 2)),
    ("withdraw bf10", [["bf09"]], ("3020", 2))])
def test_leaving_an_assault_ends_it_for_all(anew: str, left: list[list[str]], also: tuple[Any, ...]) -> None:
    """The button, the description and an event say so, if other units are affected."""
    game = fight(*MELEE, "bf10 3121/nw").play("fire bf09 3020")
    assert () == game.events
    game.play("assault bf07,bf08,bf10 3020")
    action = game.rules.parse(anew)
    offers = game.rules.offers(game.state, Picked(action.units))
    assert also in [facts(o.label) for o in offers if o.action == game.rules.canonical(game.state, action)]
    assert 2 == facts(game.rules.describe(game.state, action))[-1]
    game.play(anew)
    assert left == [one["units"] for one in game.rules.position(game.state)["combats"]]
    assert [("6.1", "3020", "Blue foot 7", "Blue foot 8", "Blue foot 10")] == told(game)
    if anew.startswith("fire"):
        assert () == game.play("fire bf08 3020", "withdraw bf08").events


@pytest.mark.rule("1.1")
@pytest.mark.rule("6.6")
def test_the_first_of_several_counters() -> None:
    """Foot comes before horse, lower numbers first, both for lost units and for those upset by a mishap."""
    game = fight("bh01 3021/n", "bf08 3021/n", "bf07 2921/ne", "gf07 3020/s")
    game.play("assault bh01,bf08,bf07 3020", "begin", "resolve bf07").roll(*[1] * 3, *[2] * 17, *[6] * 3, *[2] * 3)
    assert [("6.6", "Blue foot 7")] * 2 == told(game)[1:3]
    assert 1 == game.unit("bf07")["lost"]
    game = fight("bf07 3021/n", "gh01 3020/s", "gf09 3020/s").play("fire bf07 3020", "begin", "resolve bf07").roll(6)
    assert ("6.6", "Grey foot 9") in told(game)
    assert 1 == game.unit("gf09")["lost"]


@pytest.mark.rule("6.5")
def test_combats_are_resolved_one_by_one_in_any_order() -> None:
    """Combats that can no longer be fought are dropped; after the last the player turn is over."""
    game = fight("bf07 3021/n", "bf08 3121/n", "bf09 2921/n", "gf07 3019/s 1", "gf08 2919/s")
    game.play("fire bf07 3019", "fire bf08 3019", "fire bf09 2919", "begin")
    assert ["resolve bf07", "resolve bf08", "resolve bf09"] == [a.notation for a in game.rules.candidates(game.state)]
    game.play("resolve bf08").roll(9)
    assert ["resolve bf09"] == [a.notation for a in game.rules.candidates(game.state)]
    game.play("resolve bf09").roll(0)
    assert ("grey", "orders") == (game.rules.to_act(game.state), game.rules.prompt(game.state).phase)


@pytest.mark.rule("6.3")
def test_twenty_dice_are_shared_out() -> None:
    """The offer has the number of dice and the targets; every way to share them out is an action."""
    game = fight(*GUNS)
    (offer,) = (o for o in game.rules.offers(game.state, Picked(("bg01",))) if o.sharing is not None)
    assert offer.sharing is not None
    assert 20 == offer.sharing.whole
    assert {("Grey foot 7", "Grey foot 8", "3018"), ("Grey foot 9", "3118"), ("Grey horse 1", "2919")} == {
        facts(share.title) for share in offer.sharing.shares}
    assert {("gf07", "gf08"), ("gf09",), ("gh01",)} == {share.units for share in offer.sharing.shares}
    for a, b in product(range(21), repeat=2):
        if a + b <= 20:
            action = offer.sharing.action((a, b, 20 - a - b))
            action = game.rules.canonical(game.state, action)
            assert game.rules.check(game.state, action), action.notation
            assert action == game.rules.parse(action.notation)
    assert ("6.3", "6.3", "6.3") == (
        game.refused("volley bg01 19@3018"), game.refused("volley bg01 10@3018,10@3018"),
        game.refused("volley bg01 20@3010"))
    assert "6.3" == game.refused("volley bf07 20@3018")


@pytest.mark.rule("6.3")
@pytest.mark.rule("6.6")
def test_hits_of_a_volley_cost_steps_target_by_target() -> None:
    """Three hits take a step from the counter with most; excess hits are lost."""
    game = fight(*GUNS).play("volley bg01 12@3018,8@3118", "begin", "resolve bg01")
    due = game.rules.pending_roll(game.state)
    assert due is not None
    assert [(12, {4, 5, 6}), (8, {4, 5, 6})] == [(len(group.dice), set(group.hits or ())) for group in due.groups]
    event = rolled(game.roll(*[6] * 6, *[2] * 6, *[5] * 8))
    assert ("2/2", 14) == (event.result, len(event.hits or ()))
    assert [1, 1, None] == [game.unit(name).get("lost") for name in ("gf07", "gf08", "gf09")]


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(("faces", "low"), [
    ((1, 1, 1, *[2] * 17), True), ((*[2] * 17, 1, 1, 1), True), ((*[1, 1, 2] * 6, 2, 2), False),
    ((*[2] * 11, 1, 1, 1, *[2] * 6), True)])
def test_ones_count_side_by_side_in_the_order_they_lie(faces: tuple[int, ...], low: bool) -> None:
    """Ones also count across the dice for two targets; the battery rolls half its pool from then on."""
    game = fight(*GUNS).play("volley bg01 12@3018,8@3118", "begin", "resolve bg01").roll(*faces)
    assert low == ("low-ammo" in game.statuses("bg01"))
    if low:
        game.play("end", "end").roll(9, 0).play("end")
        assert ("6.3", "") == (game.refused("volley bg01 20@3018"), game.refused("volley bg01 10@3018"))


def brute(groups: Sequence[DiceGroup], caps: Sequence[int]) -> dict[str, Fraction]:
    """The chance of every result of an assault, by enumeration and an independent reading."""
    count = sum(len(group.dice) for group in groups)
    found: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=count):
        said = []
        for group, cap in zip(groups, caps, strict=True):
            own = [faces[k] for k in group.dice]
            lost = min(cap, sum(face in (group.hits or ()) for face in own) // 3)
            said.append(f"{lost}" + "!" * ("111" in "".join(map(str, own))))
        found[" to ".join(said)] += 1
    return {result: Fraction(times, 6**count) for result, times in found.items()}


@pytest.mark.rule("6.4")
def test_branches_agree_with_brute_force() -> None:
    """An assault of one step against one has six dice and 46656 rolls."""
    game = fight("bf07 3021/n 1", "gf07 3020/s 1").play("assault bf07 3020", "begin", "resolve bf07")
    due = game.rules.pending_roll(game.state)
    assert due is not None
    assert 6 == len(due.dice)
    assert brute(due.groups, (1, 1)) == dict(due.outcomes) == {
        rolled(Table(game.state).roll(*branch.faces)).result: branch.chance
        for branch in game.rules.branches(game.state)}


@pytest.mark.rule("6.4")
def test_both_sides_roll_with_both_qualities() -> None:
    """The guard hits more easily and is harder to hit; cover protects the counters in it."""
    game = fight("bf01 3021/n", "gf07 3020/s").play("assault bf01 3020", "begin", "resolve bf01")
    due = game.rules.pending_roll(game.state)
    assert due is not None
    assert [("blue", {3, 4, 5, 6}), ("grey", {5, 6})] == [(g.seat, set(g.hits or ())) for g in due.groups]
    covered = fight("bf07 3018/nw", "gf07 2918/se").play("assault bf07 2918", "begin", "resolve bf07")
    due = covered.rules.pending_roll(covered.state)
    assert due is not None
    assert [{5, 6}, {4, 5, 6}] == [set(group.hits or ()) for group in due.groups]
    event = rolled(game.roll(*[3] * 3, *[2] * 3, *[5] * 3, *[1] * 3))
    assert ("1 to 1!", "6.4") == (event.result, event.rule.number)
    assert ([1, 1], ["shaken"]) == ([game.unit(n)["lost"] for n in ("bf01", "gf07")], game.statuses("gf07"))


@pytest.mark.rule("6.4")
def test_legal_assaults() -> None:
    """Foot and horse adjacent to the hex, not shaken, once per hex; the beaten side is shaken."""
    game = fight(*MELEE, "bg01 3121/nw", "bf10 2920/se shaken", "bf11 3121/nw")
    assert ("6.4", "6.4", "3.1") == (
        game.refused("assault bg01 3020"), game.refused("assault bf10 3020"),
        fight("bf07 3021/s", MELEE[3]).refused("assault bf07 3020"))
    game.play("assault bf07,bf08 3020")
    assert ("6.4", "") == (game.refused("assault bf09 3020"), game.refused("assault bf07,bf08,bf09,bf11 3020"))
    offers = game.rules.offers(game.state, Picked(("bf07", "bf09")))
    assert "assault bf07,bf09 3020" in [o.action.notation for o in offers if o.action is not None]
    game.play("begin", "resolve bf07").roll(*[4] * 3, *[2] * 9, *[1, 2] * 3)
    assert ([], ["shaken"]) == (game.statuses("bf07"), game.statuses("gf07"))


def crowd() -> Table:
    """Eight foot and two horse against two foot: 76 dice."""
    around = ("3021/n", "2921/ne", "2920/se", "3121/nw")
    foot = [f"bf{7 + n:02} {around[n // 2]}" for n in range(8)]
    return fight(*foot, "bh01 3120/sw", "bh02 3120/sw", "gf07 3020/s", "gf08 3020/s")


@pytest.mark.rule("6.4")
def test_more_than_forty_dice_in_one_roll() -> None:
    """76 dice have a handful of branches, whose chances agree with random rolls."""
    game = crowd()
    names = ",".join([f"bf{n:02}" for n in range(7, 15)] + ["bh01", "bh02"])
    game.play(f"assault {names} 3020", "begin", "resolve bf07")
    due = game.rules.pending_roll(game.state)
    assert due is not None
    assert 76 == len(due.dice) == sum(len(group.dice) for group in due.groups)
    branches = game.rules.branches(game.state)
    assert 1 == sum(branch.chance for branch in branches)
    assert len(branches) < 100
    lots, fell, rolls = random.Random(3), 0, 300
    mishap = sum(chance for result, chance in due.outcomes.items() if "!" in result.partition(" to ")[0])
    for _ in range(rolls):
        event = rolled(Table(game.state).roll(*lots.choices(range(1, 7), k=76)))
        assert event.result in due.outcomes
        fell += "!" in event.result.partition(" to ")[0]
    assert abs(fell - rolls * float(mishap)) < 5 * (rolls * float(mishap * (1 - mishap))) ** 0.5


@pytest.mark.rule("7.1")
@pytest.mark.rule("7.3")
def test_resolve_falls_until_a_side_has_none() -> None:
    """A lost counter costs 1; the game may end in any turn."""
    game = fight("bf07 3021/n", "gf07 3020/n 1", resolve=[5, 1], turn=40)
    game.play("fire bf07 3020", "begin", "resolve bf07")
    assert [5, 1] == game.rules.position(Table(game.state).roll(0).state)["resolve"]
    game.roll(9)
    result = game.rules.result(game.state)
    assert result is not None
    assert ("blue", "losses", None) == (result.winner, result.ending, game.rules.to_act(game.state))
    assert "7.3" == game.refused("end")


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(("resolve", "scored", "ending", "winner"), [
    ([3, 2], [False, False], "", ""), ([3, 1], [False, False], "weary", "blue"),
    ([1, 1], [False, False], "draw", "draw"), ([1, 5], [True, False], "", "")])
def test_sides_grow_weary(resolve: list[int], scored: list[bool], ending: str, winner: str) -> None:
    """A side without a success in a game turn loses 1 at its end; both may be exhausted at once."""
    game = fight(*DUEL, resolve=resolve, scored=scored, turn=3, second=True, first="grey").play("end")
    position = game.rules.position(game.state)
    assert [n - (not s) for n, s in zip(resolve, scored, strict=True)] == position["resolve"]
    result = game.rules.result(game.state)
    assert (ending, winner) == ((result.ending, result.winner) if result else ("", ""))
    assert ((3, "over") if ending else (4, "initiative")) == (position["turn"], position["phase"])
    assert ("phase" in [event.type for event in game.events]) == (not ending)


@pytest.mark.rule("7.3")
def test_breaking_through_wins() -> None:
    """An exit costs the enemy 2; there is no last turn."""
    game = Table(table("bf01 3010/n", resolve=[1, 2], turn=99)).play("order bf01", "exit bf01")
    result = rules().result(game.state)
    assert result is not None
    assert ("blue", "exits") == (result.winner, result.ending)
