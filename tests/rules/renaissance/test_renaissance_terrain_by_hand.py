"""Terrain that is moved, rotated and sized while it is placed; own army lists in positions; the quick battle."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from game import catalog
from game.core.codec import BadPosition
from game.core.indices import Seat
from game.match.match import Match
from game.rules.renaissance import build
from game.rules.renaissance.engine.armies import built_in, own_folder
from game.rules.renaissance.engine.terrain_shapes import size_of_piece
from tests.rules.renaissance.board import RULES, SIDE
from tests.rules.table import Table

WOODS, ROUGH = "lay woods 4000,4000,0 3000x2000", "lay rough 13000,4000,0 3000x2000"
ROAD = "draw road 500 0,9000/9000,10000/18000,9000"
RIVER = "draw river 600 9000,0/9000,18000"


def laying(*actions: str, defender: str = "royalist") -> Table:
    """Blue is the defender and places terrain."""
    first = Table(RULES, RULES.initial("open-battle", ("army-red=swedish", f"army-blue={defender}")))
    return first.play("end", "end", (6, 1), *actions)


def points(at: Table, piece: int) -> list[tuple[int, int]]:
    """The outline of a piece, relative to its origin."""
    return [(x, y) for x, y in at.position["terrain"][piece]["points"]]


@pytest.mark.rule("14.2.2")
def test_a_piece_is_moved_and_rotated() -> None:
    """Its middle goes to the spot; a quarter turn exchanges length and width."""
    at = laying(WOODS)
    moved = at.play("adjust 1 9000,6000,0")
    assert [(x + 5000, y + 2000) for x, y in points(at, 0)] == points(moved, 0)
    turned = at.play("adjust 1 4000,4000,5400")
    assert (1000, 1500) == (max(x for x, _ in points(at, 0)) - 4000, max(y for _, y in points(at, 0)) - 4000)
    assert (1500, 1000) == (max(x for x, _ in points(turned, 0)) - 4000, max(y for _, y in points(turned, 0)) - 4000)
    assert "14.2.3" == at.refusal("adjust 1 500,4000,0")
    assert "14.2.2" == at.refusal("adjust 2 9000,6000,0")


@pytest.mark.rule("14.2.3")
def test_moved_and_sized_pieces_keep_the_rules() -> None:
    at = laying(WOODS, ROUGH)
    assert ("14.2.3 (ruling 28)",) == at.reason("adjust 2 6900,4000,0")
    done = at.play("resize 1 5000 2500")
    assert all(abs(one - other) <= 2 for one, other in zip(
        size_of_piece(done.state.terrain_pieces[0]), (5000, 2500), strict=True))
    assert ("14.2.3",) == at.reason("resize 1 5000 2400")
    assert "14.2.3" == at.refusal("resize 1 900 900")
    assert "14.2.3" == at.refusal("resize 1 0 2000")


@pytest.mark.rule("14.2.3")
def test_lines_and_waterways_stay_on_edges() -> None:
    at = laying(ROAD, RIVER)
    done = at.play("adjust 1 9000,4500,0")
    assert [(0, 4000), (9000, 5000), (18000, 4000)] == points(done, 0)
    turned = at.play("adjust 1 9000,9500,5400")
    assert {0, SIDE} == {points(turned, 0)[n][1] for n in (0, -1)}
    assert 700 == at.play("resize 2 0 700").position["terrain"][1]["width"]
    assert ("14.2.3",) == at.reason("resize 2 0 1100")
    shore = laying("shore north 2000").play("adjust 1 17000,9000,0")
    assert (16000, 18000) == (min(x for x, _ in points(shore, 0)), max(x for x, _ in points(shore, 0)))
    assert 17000 - 2000 == min(x for x, _ in points(shore.play("resize 1 0 3000"), 0))


@pytest.mark.rule("14.2.3")
def test_a_river_ends_at_the_waterway_and_does_not_cross_it() -> None:
    """At most 1 MU of it is in the water, whichever is placed first (ruling 28)."""
    shore, end = "shore west 3000", "draw river 600 18000,9000/9000,9000/3000,9000"
    across, along = "draw river 600 6000,0/1000,9000/6000,18000", "draw river 600 4000,0/3000,5000"
    at = laying(shore)
    assert at.check(end)
    assert "14.2.3 (ruling 28)" == at.refusal(across)
    assert "14.2.3 (ruling 28)" == at.refusal("draw river 600 3500,0/3500,3000/0,5000/3500,7000/3500,18000")
    assert at.check(along)
    for corner in ("9000,0/0,17000", "18000,9000/2499,9000", "0,1000/18000,3000"):
        assert "14.2.3 (ruling 28)" == at.refusal(f"draw road 300 {corner}")
    both = "draw river 600 3000,2000/9000,9000/3000,15000"
    assert "14.2.3 (ruling 28)" == at.refusal(both)
    assert at.check(both.replace("river", "road"))
    assert at.check("draw road 300 18000,9000/2500,9000")
    dragged = points(at.play(end).play("adjust 2 9000,5000,0"), 1)
    assert dragged[-1] == (2750, 5000)
    assert "14.2.3 (ruling 28)" == laying(across).refusal(shore)
    assert "14.2.3 (ruling 28)" == laying("draw river 600 18000,9000/0,9000").refusal(shore)
    assert "14.2.3 (ruling 28)" == laying("draw river 600 2000,0/2000,18000").refusal(shore)


@pytest.mark.rule("14.2.3")
def test_a_waterway_with_a_river_cannot_be_removed() -> None:
    """It can be once the river is removed."""
    at = laying("shore west 3000", "draw river 600 18000,9000/9000,9000/3000,9000")
    for action in ("adjust 1 9000,1000,0", "resize 1 0 2000", "lift 1"):
        assert ("14.2.3 (ruling 28)",) == at.reason(action)
        assert "14.2.3 (ruling 28)" == at.refusal(action)
    assert at.check("adjust 1 1000,4000,0")
    assert "lift 1" not in at.legal("lift")
    assert at.play("lift 2").check("adjust 1 9000,1000,0")


def test_every_kind_of_a_topography_can_be_placed() -> None:
    """On an empty table every kind is offered; Littoral has a waterway, dunes or woods, a river."""
    for name, army in built_in().items():
        at = laying(defender=name)
        kinds = {action.partition(" ")[2].partition(" ")[0] for action in (*at.legal("lay"), *at.legal("draw"))}
        kinds |= {"waterway"} if at.legal("shore") else set()
        assert {"arable": 7, "dry": 4, "forest": 4, "hilly": 4, "littoral": 6, "steppe": 3, "tropical": 5}[
            army.topography] == len(kinds), name


@pytest.mark.parametrize("armies", list(product(("dutch", "swiss", "aztec"), ("mughal", "dutch"))))
def test_a_quick_battle_begins_with_the_pip_roll(armies: tuple[str, str]) -> None:
    """The side of lower aggression defends, Blue on a tie; everything is deployed."""
    state = RULES.initial("quick-battle", [f"army-{seat}={army}" for seat, army in zip(("red", "blue"), armies,
                                                                                       strict=True)])
    assert ("pips", 1 - state.defender, 1) == (state.phase, state.seat, state.bound)
    inside = [camp.garrison for camp in state.camps if camp is not None]
    assert [piece.id for piece, unit in zip(state.roster, state.units, strict=True)
            if unit.pose is None and piece.id not in inside] == []
    assert RULES.from_position(RULES.position(state)) == state
    red, blue = (army.aggression for army in state.armies)
    assert state.defender == (0 if red < blue else 1)


def test_a_position_carries_own_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its file the list cannot be chosen any more, but a position and a record still have it."""
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path))
    own_folder().mkdir(parents=True)
    file = own_folder() / "mine.toml"
    file.write_text('title = "Mine"\naggression = 2\ntopography = "steppe"\nelements = {gn = 1, cv = 11}\n', "utf-8")
    rules = build(catalog.board)
    match = Match.begin(rules, "open-battle", ("army-blue=mine",), seed=1)
    assert match.header.position is not None
    position = rules.position(match.state)
    file.unlink()
    rules.reread()
    assert "Mine" == rules.from_position(position).armies[1].title
    again = Match.begin(rules, "open-battle", match.header.options, seed=1, position=match.header.position)
    assert again.hash == match.hash
    with pytest.raises(catalog.UnknownName, match="mine"):
        Match.begin(rules, "open-battle", ("army-blue=mine",), seed=1)
    with pytest.raises(BadPosition, match="unknown or repeated option 'army-blue=mine'"):
        rules.from_position({key: value for key, value in position.items() if key != "armies"})


@pytest.mark.parametrize(("options", "told"), [
    ("army-red=dutch", "options: expected a list of names, not 'army-red=dutch'"),
    (["army-red=dutch", "army-blue=nobody"], "options: unknown or repeated option 'army-blue=nobody'"),
    (["army-red=dutch", "army-red=swiss"], "options: unknown or repeated option 'army-red=swiss'"),
])
def test_a_position_with_a_wrong_option_names_it(options: object, told: str) -> None:
    """The message quotes the option at fault, not a few of the many valid ones."""
    with pytest.raises(BadPosition, match=told):
        RULES.from_position({"scenario": "open-battle", "options": options})


@pytest.mark.parametrize("scenario", ["open-battle", "spanish-dutch"])
def test_each_phase_before_the_battle_names_its_side(scenario: str) -> None:
    """The track has every coming phase, once for each side that plays it."""
    state = RULES.initial(scenario)
    track = RULES.phases(state)
    assert len(set(track)) == len(track)
    assert ("red", "muster") == track[0]
    assert (("", "aggression") in track) == (scenario == "open-battle")
    later = RULES.phases(replace(state, phase="camp", defender=Seat(0)))
    assert [("red", "camp"), ("red", "deployment"), ("blue", "camp"), ("blue", "deployment"), ("red", "swap"),
            ("blue", "pips")] == list(later)[later.index(("red", "camp")):][:6]
