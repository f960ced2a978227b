"""Orders, facing, points, zones, reactions, arrivals and exits in Pickets."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

import pytest

from game.core.capability import capability
from game.core.offer import Picked
from game.core.presenter import OffMapBoxes
from game.core.verdict import Legal
from tests.rules.table import facts
from tests.systems.pickets_table import Table, rules, table

pytestmark = [pytest.mark.rule("1"), pytest.mark.rule("2"), pytest.mark.rule("3"), pytest.mark.rule("4")]
OPEN = "bf01 3021/n"
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")


@pytest.mark.rule("1.1")
def test_a_hundred_and_seventy_counters() -> None:
    """Each side has 85 counters with their printed values."""
    counters = rules().counters(rules().initial("ford"))
    assert [85, 85] == [sum(c.seat == seat for c in counters) for seat in ("blue", "grey")]
    assert {"2-6", "2-12", "1-4"} == {c.numbers for c in counters}
    assert 34 * 25 == len(rules().board(None).places)
    assert "1.1" == Table(table(OPEN)).refused("order bf99")


@pytest.mark.rule("1.2")
def test_two_counters_of_one_side_in_a_hex() -> None:
    """A third counter may not enter, and no counter may enter an enemy's hex."""
    game = Table(table(OPEN, "bf02 3020/n", "bf03 3020/n", "gf01 2920/s shaken")).play("order bf01")
    assert "1.2" == game.refused("move bf01 3020/n")
    assert "1.2" == Table(table(OPEN, "gf01 3020/n shaken")).play("order bf01").refused("move bf01 3020/n")
    assert "1.2" == Table(table("bf01 3020/n", "bf02 2534/n", "bf03 2534/n", "bf04 blue-arrivals/n")).refused(
        "enter bf04 2534")


@pytest.mark.rule("2.1")
@pytest.mark.parametrize(("first", "faces", "goes"), [
    ("blue", (1, 0), "blue"), ("blue", (0, 1), "grey"), ("blue", (5, 5), "grey"), ("grey", (0, 0), "blue")])
def test_initiative_may_swap_the_player_turns(first: str, faces: tuple[int, int], goes: str) -> None:
    """The higher die goes first, a zero is 0, and a tie swaps the sides."""
    game = Table(table(OPEN, phase="initiative", orders=0, first=first))
    assert "chance" == game.rules.to_act(game.state)
    game.roll(*faces)
    assert goes == game.rules.to_act(game.state)
    other = {"blue": "grey", "grey": "blue"}[goes]
    game.play("end", "end")
    assert (other, "orders") == (game.rules.to_act(game.state), game.rules.prompt(game.state).phase)
    game.play("end", "end")
    assert ("initiative", 2) == (game.rules.prompt(game.state).phase, game.rules.prompt(game.state).turn)


@pytest.mark.rule("2.2")
def test_shaken_counters_recover_after_their_own_player_turn() -> None:
    """They do not recover earlier."""
    game = Table(table("bf01 3021/n shaken", "gf01 3010/n shaken")).play("end", "end")
    assert ["Blue foot 1 recovers"] == [str(e.text) for e in game.events if str(e.text).endswith("recovers")]
    assert ([], ["shaken"]) == (game.statuses("bf01"), game.statuses("gf01"))
    assert "2.2" == Table(table(OPEN, phase="combat")).refused("order bf01")


@pytest.mark.rule("2.3")
def test_orders_are_a_budget() -> None:
    """Five counters have orders, each once; the prompt has the number left."""
    game = Table(table(*(f"bf0{n} {n + 28}21/n" for n in range(1, 7))))
    for n in range(1, 6):
        assert ("Orders", 6 - n, 5) == (lambda b: (str(b.title), b.left, b.whole))(
            game.rules.prompt(game.state).budgets[0])
        game.play(f"order bf0{n}")
        assert "2.3" == game.refused("order bf06")
        game.play("done")
        assert "2.3" == game.refused(f"order bf0{n}")
    assert "2.3" == game.refused("order bf06")
    assert [game.rules.parse("end")] == list(game.rules.candidates(game.state))


@pytest.mark.rule("8")
@pytest.mark.rule("8.1")
def test_few_couriers() -> None:
    """With the option there are three orders instead of five."""
    state, _ = rules().apply(rules().initial("ford", ("few-couriers",)), rules().parse("roll 9,0"))
    assert 3 == rules().prompt(state).budgets[0].left


@pytest.mark.rule("3.1")
def test_facing_costs_movement_and_is_kept() -> None:
    """A turn costs a point for each hexside; counters and offers show the facing."""
    game = Table(table(OPEN)).play("order bf01")
    assert 3 == game.cost("move bf01 /s")
    assert 2 == game.cost("move bf01 3020/n")
    assert 3 == game.cost("move bf01 3020/ne")
    assert 3 == game.cost("move bf01 3121/ne")
    assert "3.1" == game.refused("move bf01 /n")
    assert "3.1" == game.refused("move bf01 3015-3014/n")
    game.play("move bf01 3121/ne")
    assert "3121/ne" == game.at("bf01")
    assert 60 == next(c.angle for c in game.rules.counters(game.state) if c.unit == "bf01")
    turns = {angle: cost for (place, angle), cost in reached(game).items() if place == "3121"}
    assert {0: 1, 120: 1, 180: 2, 300: 2, 240: 3} == turns


def reached(game: Table) -> dict[tuple[str | None, int], int | None]:
    """The offers for foot 1 with a facing: place and angle -> points."""
    return {
        (offer.place, offer.angle): offer.verdict.cost for offer in game.rules.offers(game.state, Picked(("bf01",)))
        if isinstance(offer.verdict, Legal) and offer.angle is not None}


def dijkstra(state: Any, start: tuple[str, int], points: int) -> dict[tuple[str, int], int]:
    """The reach of foot on open ground without enemies, computed independently from the rulebook."""
    board = rules().board(state)
    costs = {"open": 2, "woods": 3, "marsh": 4, "village": 2}
    found: dict[tuple[str, int], int] = {}
    queue = [(0, start)]
    while queue:
        spent, (hex_, facing) = heappop(queue)
        if (hex_, facing) in found or spent > points:
            continue
        found[hex_, facing] = spent
        for way in (1, 5):
            heappush(queue, (spent + 1, (hex_, (facing + way) % 6)))
        for there, word in board.directions_of(hex_).items():
            if word == DIRECTIONS[facing]:
                up = max(0, board.level_of(there) - board.level_of(hex_))
                road = there in board.roads_of(hex_)
                cost = 1 if road else costs[board.ground_of(there)[0]] + 2 * up + 2 * bool(board.between(hex_, there))
                heappush(queue, (spent + cost, (there, facing)))
    return found


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("hex_", ["3021", "2521", "1715", "2620", "1523", "2028"])
def test_cheapest_ways_over_hexes_and_facings(hex_: str) -> None:
    """Costs equal those of an independent search over roads, streams, hills, woods and marsh."""
    game = Table(table(f"bf01 {hex_}/n")).play("order bf01")
    wanted = {node: cost for node, cost in dijkstra(game.state, (hex_, 0), 6).items() if cost}
    assert wanted == {(place, angle // 60): cost for (place, angle), cost in reached(game).items()}
    assert len(wanted) > 20
    moves = {action for action in game.rules.candidates(game.state) if action.notation != "done"}
    assert moves == {offer.action for offer in game.rules.offers(game.state, Picked(("bf01",)))
                     if offer.verdict and offer.angle is not None}


@pytest.mark.rule("3.2")
def test_batteries_need_roads_in_woods() -> None:
    """The move has its cost; a single hex means the cheapest path there."""
    assert "3.2" == Table(table("bg01 1429/se")).play("order bg01").refused("move bg01 1529/se")
    game = Table(table(OPEN)).play("order bf01")
    assert "3.2" == game.refused("move bf01 3020-3019-3018-3017/n")
    game.play("move bf01 3018/n")
    assert ("3018/n", ["order"]) == (game.at("bf01"), game.statuses("bf01"))


@pytest.mark.rule("3.3")
def test_zones_of_control_cost_points_to_leave() -> None:
    """Leaving costs four more; a shaken counter has no zone. Zones are a layer."""
    place = "gf01 3118/s {}".format
    for marks, cost in (("", 6), ("shaken", 2)):
        game = Table(table("bf01 3119/n", "bf02 3018/sw", place(marks))).play("order bf02")
        assert cost == game.cost("move bf02 2919/sw")
        zones = {layer.name: set(layer.places) for layer in game.rules.layers(game.state)}
        assert zones["zone-grey"] == (set() if marks else {"3018", "3119", "3218"})


@pytest.mark.rule("3.4")
def test_arrivals_come_from_a_box() -> None:
    """Counters arrive at their own edge, facing inward, and pay for the first hex."""
    game = Table(table("bh01 blue-arrivals/n", "gf01 3010/s"))
    boxes = {box.name for box in capability(game.rules, OffMapBoxes).boxes(game.state)}
    assert {"blue-arrivals", "blue-exits", "grey-arrivals", "grey-exits"} == boxes
    assert "blue-arrivals" == next(c.place for c in game.rules.counters(game.state) if c.unit == "bh01")
    assert ("3.4", "2.3", "2.3") == (
        game.refused("enter bh01 3010"), game.refused("enter gf01 3034"), game.refused("order bh01"))
    places = {o.place for o in game.rules.offers(game.state, Picked(("bh01",))) if o.verdict}
    assert 34 == len(places)
    game.play("enter bh01 3034")
    assert [("placed", "Blue horse 1", "3034")] == [(event.type, *facts(event.text)) for event in game.events]
    assert ("3034/n", 10) == (game.at("bh01"), game.rules.prompt(game.state).budgets[1].left)


@pytest.mark.rule("3.5")
def test_exits_go_to_a_box() -> None:
    """Counters exit from the far edge, facing it, with a point left; the enemy loses resolve."""
    game = Table(table("bf01 3011/n")).play("order bf01")
    assert "3.5" == game.refused("exit bf01")
    game.play("move bf01 3010/n")
    assert "blue-exits" in {o.place for o in game.rules.offers(game.state, Picked(("bf01",))) if o.verdict}
    game.play("exit bf01")
    assert ("blue-exits", [12, 10]) == (game.unit("bf01")["place"], game.rules.position(game.state)["resolve"])


ASKED = ("bf01 3021/n", "gf01 3018/s", "gf02 3118/s", "gf03 3016/s", "gh01 2919/s")


@pytest.mark.rule("4.1")
def test_a_move_stops_where_the_enemy_may_react() -> None:
    """Enemy foot within three hexes, facing the mover, may fire at each hex; the rest of the path is kept in a
    frame."""
    game = Table(table(*ASKED)).play("order bf01", "move bf01 3020-3019/ne")
    assert ("3020/n", "grey") == (game.at("bf01"), game.rules.to_act(game.state))
    frames = game.rules.position(game.state)["frames"]
    assert ["order", "march", "reaction"] == [frame["is"] for frame in frames]
    assert (["3019"], "ne") == (frames[1]["path"], frames[1]["facing"])
    prompt = game.rules.prompt(game.state)
    assert prompt.main is not None
    assert ("reaction fire", "decline", "blue") == (str(prompt.reaction), prompt.main.notation, prompt.phasing_seat)
    assert {"react gf01", "react gf02", "decline"} == {a.notation for a in game.rules.candidates(game.state)}
    assert "4.1" == game.refused("react gf03") == game.refused("react gh01") == game.refused("done")
    game.play("decline")
    assert ("3019/n", "grey") == (game.at("bf01"), game.rules.to_act(game.state))
    assert "react gf03" in {a.notation for a in game.rules.candidates(game.state)}
    game.play("decline")
    assert ("3019/ne", "blue") == (game.at("bf01"), game.rules.to_act(game.state))


@pytest.mark.rule("4.2")
def test_a_shot_in_reaction_stops_the_move_or_does_not() -> None:
    """After a miss the next reactor may fire, then the move goes on; a hit ends the order. A counter reacts once."""
    game = Table(table(*ASKED)).play("order bf01", "move bf01 3020-3019/ne", "react gf01")
    shot = game.rules.preview(game.state, game.rules.candidates(game.state)[0])
    assert shot is not None
    assert {1: "under way"} == {m.value: str(m.name) for m in shot.modifiers if m.rule.number == "4.2"}
    game.roll(0)
    assert ("grey", "4.1") == (game.rules.to_act(game.state), game.refused("react gf01"))
    hit = Table(game.state).play("react gf02").roll(4)
    assert ("3020/n", ["order", "shaken"]) == (hit.at("bf01"), hit.statuses("bf01"))
    assert "blue" == hit.rules.to_act(hit.state)
    missed = Table(game.state).play("react gf02").roll(0)
    assert ("3019/n", "grey") == (missed.at("bf01"), missed.rules.to_act(missed.state))
    missed.play("react gf03").roll(9)
    assert 1 == missed.unit("bf01")["lost"]
    lost = Table(table("bf01 3021/n 1", "gf01 3018/s")).play("order bf01", "move bf01 3020/n", "react gf01").roll(9)
    assert ({}, []) == (lost.unit("bf01"), lost.rules.position(lost.state)["frames"])


@pytest.mark.rule("4.2")
def test_a_reaction_shot_hits_the_counter_that_moved() -> None:
    """It does not hit the counter with most steps in the entered hex."""
    game = Table(table("bf01 3021/n 1", "bf02 3020/n", "gf01 3018/s")).play("order bf01", "move bf01 3020/n")
    game.play("react gf01").roll(9)
    assert ["bf02"] == [c.unit for c in game.rules.counters(game.state) if c.place == "3020"]
