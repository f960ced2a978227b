"""Before an open battle: aggression, terrain and its modification, base edges, deployment, swaps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.core.action import Faces
from game.core.chance import CHANCE
from game.core.codec import BadPosition
from game.core.event import Rolled
from game.core.offer import Offer, Picked
from game.core.pose import Pose
from tests.rules.renaissance.board import RULES, area, pose, table
from tests.rules.table import Table

ARABLE = ("lay woods 3000,4000,0 3000x2000", "lay rough 14000,4000,0 3000x2000", "draw road 300 0,12000/18000,12000")
"""Pieces that make a legal table of arable land, all far from the centre."""
SHORE = ("shore west 2000", "lay steep-hill 14000,4000,0 3000x2000", "lay dunes 14000,14000,0 3000x2000")
"""Pieces that make a legal littoral table."""
EDGES = "number north east south west"


def begun(red: str = "swedish", blue: str = "imperial") -> Table:
    """An open battle before the aggression dice."""
    return Table(RULES, RULES.initial("open-battle", (f"army-red={red}", f"army-blue={blue}"))).play("end", "end")


def laying(*pieces: str, blue: str = "imperial") -> Table:
    """Blue is the defender, and has placed some pieces."""
    return begun(blue=blue).play((6, 1), *pieces)


def modified(*pieces: str, blue: str = "imperial") -> Table:
    """The terrain is placed; red is to roll for its modification."""
    return laying(*pieces, blue=blue).play("end")


def numbering(*pieces: str, blue: str = "imperial") -> Table:
    """The terrain is not modified; blue is to number the edges."""
    at = modified(*pieces, blue=blue)
    while at.now[2] == CHANCE:
        at = at.play(6)
    return at


def deploying(*pieces: str, blue: str = "imperial") -> Table:
    """Red has the south; blue's camp is in the north, and blue is to deploy."""
    return numbering(*(pieces or ARABLE), blue=blue).play(EDGES, 3, "camp blue-camp 9000,1000,10800", "followers no")


def swapping() -> Table:
    """Both sides are deployed as proposed."""
    return deploying().play("end", "end", "camp red-camp 9000,17000,0", "followers yes", "end", "end")


@pytest.mark.parametrize("at", [laying(*ARABLE), deploying(), swapping().play("end", 4)])
def test_the_end_of_a_phase_is_described_as_on_its_button(at: Table) -> None:
    """A hint and a replay use the words of the button, such as "Accept terrain"."""
    prompt = RULES.prompt(at.state)
    assert prompt.main == RULES.parse("end")
    assert RULES.describe(at.state, prompt.main) == prompt.main_label


def outlines(at: Table) -> list[Any]:
    """The outlines of the pieces on the table."""
    return [piece["points"] for piece in at.position["terrain"]]


@pytest.mark.rule("14.2.1")
def test_the_lower_of_die_and_aggression_defends() -> None:
    """Swedish have 3, Japanese 1; equal sums roll again."""
    at = begun(blue="japanese")
    assert at.now == (1, "aggression", CHANCE)
    roll = RULES.pending_roll(at.state)
    assert roll is not None
    assert {key: float(36 * chance) for key, chance in roll.outcomes.items()} == {"red": 6, "blue": 26, "tie": 4}
    assert at.play((2, 4)).now == (1, "aggression", CHANCE)
    assert at.play((2, 4), (1, 4)).now == (1, "terrain", "red")
    assert at.play((3, 4)).now == (1, "terrain", "blue")


def test_the_chances_of_rolls_before_the_battle_are_shown() -> None:
    """They add up to 1; a piece is changed on 1 or 2 (3.2)."""
    for at, dice, results in ((begun(), 2, {"red", "blue", "tie"}), (numbering(*ARABLE).play(EDGES), 1, {"choice"})):
        preview = RULES.preview(at.state, Faces((1,) * dice))
        assert preview is not None
        assert results <= {outcome.result for outcome in preview.outcomes}
        assert sum(outcome.chance for outcome in preview.outcomes) == 1
    modification = RULES.preview(modified(*ARABLE).state, Faces((1,)))
    assert modification is not None
    assert modification.chance_of("yes") == Fraction(1, 3)


@pytest.mark.rule("14.2.1")
def test_the_aggression_roll_is_a_phase_of_both_sides() -> None:
    """The track has it once, and the roll belongs to that place of the track."""
    at = Table(RULES, RULES.initial("open-battle")).play("end", "end")
    assert RULES.prompt(at.state).phase_key in RULES.phases(at.state)


@pytest.mark.rule("14.2.1")
@pytest.mark.parametrize(("seat", "side"), list(enumerate(RULES.seats)))
def test_the_defender_may_be_chosen_instead(seat: int, side: str) -> None:
    """With the option there is no aggression roll, and the track has none."""
    at = Table(RULES, RULES.initial("open-battle", (f"defender={side}",)))
    assert ("", "aggression") not in RULES.phases(at.state)
    assert at.play("end", "end").now == (1, "terrain", side)
    assert RULES.initial("quick-battle", (f"defender={side}",)).defender == seat


@pytest.mark.rule("14.2.2")
def test_the_defender_lays_and_lifts_terrain() -> None:
    at = laying(ARABLE[0])
    assert at.now == (1, "terrain", "blue")
    assert outlines(at.play("lift 1")) == []
    assert at.refusal("lift 2") == "14.2.2"
    assert at.refusal("choose dragoons") == "14.2.2"
    assert modified(*ARABLE).position["side"] == "red"


@pytest.mark.rule("1")
@pytest.mark.rule("1.1")
def test_the_terrain_is_that_of_the_defenders_home() -> None:
    """Of two kinds with "or" between them only one may be on a table (ruling 1)."""
    at = laying()
    assert at.refusal("table dry 0") == "1"
    assert len(outlines(at.play("table arable 5"))) in (3, 4, 5)
    assert at.refusal("lay marsh 3000,4000,0 3000x2000") == "1.1"
    assert at.check(ARABLE[0])
    sea = laying(*SHORE, blue="dutch")
    assert sea.refusal("lay woods 14000,9000,0 3000x2000") == "1.1 (ruling 1)"
    assert sea.refusal("lay marsh 14000,9000,0 3000x2000") == "1.1 (ruling 1)"
    assert sea.check("lay dunes 14000,9000,0 3000x2000")
    assert laying("table arable 0").play("end").now[1] == "modification"


@pytest.mark.rule("14.2.2")
def test_a_river_is_offered_next_to_a_road() -> None:
    """It shares at most one spot with the road."""
    def offered(at: Table, kind: str) -> str:
        return next(notation for notation in at.legal("draw") if notation.startswith(f"draw {kind} "))

    at = laying()
    at = at.play(offered(at, "road"))
    road, river = ({tuple(spot) for spot in piece} for piece in outlines(at.play(offered(at, "river"))))
    assert len(road & river) <= 1


@pytest.mark.rule("1.2")
def test_number_of_pieces() -> None:
    """Three to five; one to three of the compulsory kind, up to three others, two of a kind; one river."""
    assert ("1.2", 1) == laying(*ARABLE[:2], "lay gentle-hill 14000,14000,0 3000x2000").reason("end")
    assert ("1.2", 3) == laying(*ARABLE[1:]).reason("end")
    roads = [f"draw road 200 0,{y}/18000,{y}" for y in (1000, 3000, 5000)]
    assert laying(*roads).refusal("draw road 200 0,16000/18000,16000") == "1.2"
    assert ("1.2", 2) == laying(ARABLE[0], "lay woods 14000,14000,0 3000x2000").reason(
        "lay woods 14000,9000,0 3000x2000")
    other = "lay gentle-hill 14000,14000,0 3000x2000"
    assert ("1.2", 3) == laying(*ARABLE, other).reason("lay steep-hill 4000,14000,0 3000x2000")
    assert ("1.2", 5) == laying(*roads, *ARABLE[:2]).reason(other)
    assert laying("draw river 600 0,9000/18000,9000").refusal("draw river 600 0,1000/18000,1000") == "1.2"


@pytest.mark.rule("1.2")
def test_one_waterway_although_it_is_compulsory() -> None:
    """Ruling 2."""
    assert laying("shore west 2000", blue="dutch").refusal("shore east 2000") == "1.2"


@pytest.mark.rule("1.3")
def test_quarters_with_terrain() -> None:
    """A road counts as terrain, but not as bad going; a piece counts where its interior is (ruling 3)."""
    west = ("lay woods 3000,3000,0 3000x2000", "lay rough 3000,7000,0 3000x2000", "draw road 200 0,1000/8000,0")
    assert ("1.3", 3) == laying(*west).reason("end")
    hill = ("lay gentle-hill 14000,14000,0 3000x2000", "draw road 200 0,12000/18000,12000")
    assert ("1.3", 2) == laying(west[0], *hill).reason("end")
    touching = ("lay woods 8000,3000,0 3000x2000", *hill)
    assert laying(*touching).refusal("end") == "1.3"
    assert laying("lay woods 8100,3000,0 3000x2000", *hill).check("end")


@pytest.mark.rule("14.2.3")
@pytest.mark.parametrize(("piece", "legal"), [
    ("lay woods 9000,9000,0 4500x4500", True), ("lay woods 9000,9000,15 4000x2000", True),
    ("lay woods 9000,9000,450 4000x2000", True), ("lay woods 9000,9000,2700 6000x3000", True),
    ("lay woods 4000,4000,0 1000x1000", True), ("lay woods 4000,4000,0 1200x960", False),
    ("lay woods 5000,5000,0 6000x3000", True), ("lay woods 5000,5000,0 6400x3200", False),
    ("lay woods 5000,5000,0 4000x1800", False), ("lay rough 5000,5000,0 4000x1800", True),
    ("lay rough 5000,6000,0 8000x1000", True), ("lay woods 5000,5000,0 5000x4000", True),
    ("lay woods 5000,5000,0 5000x4100", False), ("lay woods 900,4000,0 3000x2000", False),
    ("draw river 500 0,9000/18000,9000", True), ("draw river 499 0,9000/18000,9000", False),
    ("draw river 1000 0,9000/18000,9000", True), ("draw river 1001 0,9000/18000,9000", False),
    ("draw river 600 0,9000/9000,12000/0,15000", False), ("draw river 600 0,9000/9000,18000", True),
    ("draw river 600 0,9000/17000,9000", False), ("draw road 999 0,9000/18000,9000", True),
    ("draw road 1000 0,9000/18000,9000", False), ("draw road 300 0,9000/9000,9000", False),
    ("draw road 300 0,9000/9000,12000/0,15000", True), ("draw road 300 0,9000/0,9000", False),
    ("shore west 1000", True), ("shore west 999", False),
    ("shore west 3000", True), ("shore west 3001", False), ("lay waterway 4000,4000,0 3000x2000", False),
])
def test_sizes_of_pieces(piece: str, legal: bool) -> None:
    at = laying()
    if legal:
        assert at.check(piece)
    else:
        assert at.refusal(piece) == "14.2.3"


@pytest.mark.rule("14.2.3")
def test_the_gap_between_pieces() -> None:
    """The gap is between area pieces only; rivers and roads cross anything but the waterway, where they may end
    (ruling 28)."""
    at = laying("lay woods 4000,4000,0 3000x2000")
    assert at.refusal("lay rough 6999,4000,0 3000x2000") == "14.2.3 (ruling 28)"
    assert at.check("lay rough 7010,4000,0 3000x2000")
    assert at.check("draw road 300 0,4000/18000,4000")
    sea = laying("shore west 2000", blue="dutch")
    assert sea.check("lay dunes 3100,4000,0 3000x2000")
    assert sea.refusal("lay dunes 2900,4000,0 3000x2000") == "14.2.3 (ruling 28)"
    assert sea.check("draw river 600 2000,9000/18000,9000")
    assert sea.refusal("draw river 600 9000,0/1000,9000/9000,18000") == "14.2.3 (ruling 28)"


@pytest.mark.rule("3.2")
def test_the_piece_that_is_rolled_for_has_an_outline() -> None:
    at = modified(*ARABLE)
    before, after = ({layer.name: layer.outlines for layer in RULES.layers(each.state)} for each in (at, at.play(3)))
    assert "rolled-for" not in before
    assert (at.state.laid_pieces[0].points,) == after["rolled-for"]


@pytest.mark.rule("3")
@pytest.mark.rule("3.1")
def test_bad_going_moves_to_the_centre() -> None:
    """The attacker rolls and chooses, but not a change that breaks 14.2.3 (ruling 6)."""
    at = modified(*ARABLE)
    assert at.now == (1, "modification", CHANCE)
    roll = RULES.pending_roll(at.state)
    assert roll is not None
    assert (roll.seat, str(roll.rule)) == ("red", "3.1")
    assert [at.play(face).now[2] for face in (1, 2, 3)] == ["red", "red", CHANCE]
    full = modified("draw road 500 0,9000/9000,9000/18000,9000", "lay woods 3000,3000,0 3000x2000",
                    "lay rough 15000,4000,0 3000x2000", "lay gentle-hill 9000,12000,0 4000x2500")
    assert "none fits" in str(full.play(1).events[-1].text)
    chosen = at.play(2)
    assert chosen.refusal("bring 3") == "3.1"
    assert chosen.refusal("centre marsh 2000x2000") == "3.1"
    assert chosen.refusal("centre gentle-hill 2000x2000") == "3.1"
    assert chosen.refusal("centre woods 2001x2000") == "3.1"
    assert chosen.refusal("centre woods 900x900") == "14.2.3"
    assert len(outlines(chosen.play("centre woods 2000x2000"))) == 4
    brought = outlines(chosen.play("bring 2"))[1]
    assert sorted(brought) == sorted([x - 5000, y + 5000] for x, y in outlines(chosen)[1])


@pytest.mark.rule("3.1")
@pytest.mark.parametrize(("blue", "pieces", "kind", "why"), [
    ("dutch", ("shore north 2000", "lay woods 3000,14000,0 3000x2000", "lay marsh 15000,14000,0 3000x2000"), "dunes",
     "1.1 (ruling 1)"),
    ("mughal", ("lay oasis 3000,3000,0 3000x2000", "lay rough 3000,14000,0 3000x2000",
                "lay rough 15000,14000,0 3000x2000"), "oasis", "1.2"),
    ("swedish", ("lay woods 3000,3000,0 3000x2000", "lay woods 3000,14000,0 3000x2000",
                 "lay gentle-hill 15000,14000,0 3000x2000", "lay marsh 15000,3000,0 3000x2000",
                 "lay marsh 9000,1500,5400 3000x2000"), "woods", "1.2")])
def test_a_new_piece_is_one_that_the_table_may_still_have(
        blue: str, pieces: tuple[str, ...], kind: str, why: str) -> None:
    """Ruling 6."""
    assert modified(*pieces, blue=blue).play(1).refusal(f"centre {kind} 2000x2000") == why


@pytest.mark.rule("3.1")
@pytest.mark.parametrize(("x", "asked"), [(2000, True), (3999, True), (4000, False), (9000, False)])
def test_bad_going_within_8_mu_of_the_centre_is_near(x: int, asked: bool) -> None:
    """The woods reach 1,000 units to the east, so those at 4,000 are 8 MU away."""
    woods = f"lay woods {x},9000,5400 2000x2000"
    at = modified(woods, "lay gentle-hill 14000,15000,0 3000x2000", "lay rough 15000,2000,0 3000x2000",
                  "draw road 300 0,1000/18000,1000")
    roll = RULES.pending_roll(at.state)
    assert roll is not None
    assert (str(roll.rule) == "3.1") == asked


@pytest.mark.rule("3.2")
def test_each_area_piece_may_be_shifted_or_turned() -> None:
    """On 1 or 2, by 4 MU in any direction or by 45 degrees; rivers, roads and the waterway stay."""
    at = modified(*ARABLE).play(6)
    asked = []
    while at.now[2] == CHANCE:
        at = at.play(3)
        asked.append(str(at.events[-1].text) if isinstance(at.events[-1], Rolled) else "")
    assert len(asked) == 2
    at = modified(*ARABLE).play(6, 2)
    assert at.now == (1, "modification", "red")
    assert at.refusal("shift 2 90") == "3.2"
    before = outlines(at)[0]
    assert outlines(at.play("shift 1 90"))[0] == [[x + 2000, y] for x, y in before]
    assert outlines(at.play("shift 1 180"))[0] == [[x, y + 2000] for x, y in before]
    sea = modified(*SHORE, blue="dutch").play(6, 6, 6)
    assert sea.now[1] == "edges"


@pytest.mark.rule("3.2")
def test_a_piece_turns_about_the_middle_of_its_longest_axis() -> None:
    """Corners are rounded as seen from the middle (ruling 7)."""
    at = modified(*ARABLE).play(6, 1)
    start = outlines(at)[0]
    right, left = outlines(at.play("rotate 1 right"))[0], outlines(at.play("rotate 1 left"))[0]
    ahead = max(start, key=lambda spot: -spot[1])
    assert ahead == [3000, 2500]
    assert [3000 + 1061, 4000 - 1061] in right
    assert [3000 - 1061, 4000 - 1061] in left
    assert right != start


@pytest.mark.rule("3")
@pytest.mark.rule("3.2")
def test_a_change_that_does_not_fit_is_not_carried_out() -> None:
    """It would leave the table or break the gap (ruling 6)."""
    woods, rough = "lay woods 2500,7000,0 3000x2000", "lay rough 6500,7000,0 3000x2000"
    at = modified(woods, rough, "lay woods 14000,14000,0 3000x2000", "draw road 300 0,12000/18000,12000").play(1)
    for shift in ("shift 1 90", "shift 1 270"):
        done = at.play(shift)
        assert outlines(done) == outlines(at)
        assert "3.2 (ruling 6)" in [str(event.rule) for event in done.events]
    assert outlines(at.play("shift 1 180")) != outlines(at)


@pytest.mark.rule("3.2")
def test_a_change_that_fits_is_proposed() -> None:
    """Woods near the north edge may not be shifted north, where they would leave the table."""
    at = modified("lay woods 3000,3000,0 3000x2000", *ARABLE[1:]).play(6, 1)
    offers = {offer.action.notation: offer.is_default for offer in RULES.offers(at.state, Picked()) if offer.action}
    assert "shift 1 0" not in offers
    assert [notation for notation, leads in offers.items() if leads] == ["shift 1 90"]
    assert at.check("shift 1 0")


@pytest.mark.rule("3.2")
def test_a_pushed_piece_goes_exactly_4_mu() -> None:
    """A note says so, wherever the piece is held, and it goes in any direction; while terrain is laid, it goes where it
    is put."""
    def held(at: Table, where: Pose) -> Offer:
        return next(offer for offer in RULES.offers(at.state, Picked(("piece-1",), pose=where)) if offer.poses)

    at = modified(*ARABLE).play(6, 1)
    for x, y, shift in ((3200, 2500, "shift 1 90"), (9000, 2500, "shift 1 90"), (2900, 2500, "shift 1 270"),
                        (3100, 2327, "shift 1 30"), (2000, 2000, "shift 1 297"), (3000, 2500, "shift 1 0")):
        offer = held(at, Pose(x, y, 0))
        assert offer.action == RULES.parse(shift)
        assert "exactly 4 MU" in str(offer.cost)
    assert held(laying(*ARABLE), Pose(3200, 2500, 0)).cost == ""


@pytest.mark.rule("14.2.4")
@pytest.mark.parametrize(("face", "edges"), [
    (1, ["north", "south"]), (2, ["east", "west"]), (3, None), (4, ["west", "east"])])
def test_the_attackers_die_gives_its_edge(face: int, edges: list[str] | None) -> None:
    """Red attacks; south and north are the defaults of a position."""
    at = numbering(*ARABLE).play(EDGES, face)
    assert at.position.get("edges") == edges
    assert at.now == (1, "camp", "blue")


@pytest.mark.rule("14.2.4")
def test_the_attacker_may_choose_its_edge_but_not_the_waters() -> None:
    """Neither base edge may be the waterway's; such a roll is repeated (ruling 29)."""
    at = numbering(*ARABLE)
    assert at.now == (1, "edges", "blue")
    assert at.why("number north north east west") != at.why("edge north")
    assert [at.play(EDGES, face).now[2] for face in (5, 6)] == ["red", "red"]
    assert at.play(EDGES, 5).legal() == {"edge north", "edge east", "edge south", "edge west"}
    assert at.play(EDGES, 5, "edge west").position["edges"] == ["west", "east"]
    sea = numbering(*SHORE, blue="dutch").play(EDGES)
    assert [sea.play(face).now[2] for face in (1, 2, 4)] == ["blue", CHANCE, CHANCE]
    assert sea.play(5).legal() == {"edge north", "edge south"}
    assert sea.play(5).refusal("edge east") == "14.2.4 (ruling 29)"


@pytest.mark.rule("14.2.5")
@pytest.mark.parametrize(("camp", "number"), [
    ("9000,1000,10800", ""), ("9000,1001,10800", "14.2.5"), ("9000,1000,0", "14.2.5"), ("9000,750,5400", "14.2.5"),
    ("9000,17000,0", "14.2.5"),
    ("2749,1000,10800", "4.2"), ("2750,1000,10800", "14.2.5"), ("5600,1000,10800", "14.2.5"),
    ("5760,1000,10800", ""), ("15250,1000,10800", ""),
    ("15251,1000,10800", "4.2")])
def test_placing_a_camp(camp: str, number: str) -> None:
    """A long side is on the base edge, in the zone, in good going: woods are on the left."""
    at = numbering("lay woods 4000,1500,0 3000x2000", *ARABLE[1:]).play(EDGES, 3)
    if number:
        assert at.refusal(f"camp blue-camp {camp}") == number
    else:
        assert at.check(f"camp blue-camp {camp}")
    assert at.why("camp red-camp 9000,17000,0") != at.why("camp blue-camp 9000,17000,0")


@pytest.mark.rule("14.2.5")
def test_followers_are_a_thirteenth_base_that_stays() -> None:
    at = numbering(*ARABLE).play(EDGES, 3, "camp blue-camp 9000,1000,10800")
    assert len(at.play("followers no").position["waiting"]) == len(at.play("followers yes").position["waiting"])
    held = at.play("followers yes")
    assert held.position["camps"][1]["garrison"] == "blue-cf1"
    assert held.refusal("place blue-pk1 9000,1000,10800") == "14.2.5"
    assert held.refusal("place blue-cf1 9000,3000,10800") == "14.2.5"
    empty = at.play("followers no")
    assert empty.play("place blue-pk1 9000,1000,10800").position["camps"][1]["garrison"] == "blue-pk1"
    assert empty.refusal("place blue-pi1 9000,1000,10800") == "14.2.5"


@pytest.mark.rule("4")
@pytest.mark.rule("4.1")
@pytest.mark.rule("4.2")
@pytest.mark.rule("14.2.6")
@pytest.mark.parametrize(("place", "number"), [
    ("pk1 9000,5000,10800", ""), ("pk1 9000,5001,10800", "4.1"), ("pk1 12000,499,10800", "4.1"), ("pk1 12000,0,0", ""),
    ("pk1 2500,4000,10800", ""), ("pk1 2499,4000,10800", "4.2"), ("pk1 15501,4000,10800", "4.2"),
    ("pk1 9000,4500,0", ""), ("pk1 9000,4501,0", "4.1"),
    ("pk1 9000,1400,10800", "14.2.6"), ("pk1 14000,4000,10800", ""), ("ca1 14000,4000,10800", "14.2.6"),
    ("pk1 6000,3000,10800", "14.2.6")])
def test_whole_bases_in_the_zone(place: str, number: str) -> None:
    """They must be within 10 MU of the base edge, 4 MU from the sides; artillery not in bad going, no base in a river
    or on others."""
    river = "draw river 600 5200,0/6200,18000"
    at = deploying(*ARABLE[1:], river)
    if number:
        assert at.refusal(f"place blue-{place}") == number
    else:
        assert at.check(f"place blue-{place}")


@pytest.mark.rule("14.2.6")
def test_bases_are_proposed_in_good_going() -> None:
    """Woods are on both wings of the north, and rough going in its middle; the rows behind have room."""
    at = deploying("lay woods 3500,3500,0 2000x2000", "lay woods 14500,3500,0 2000x2000",
                   "lay rough 9000,4500,0 1500x1500", ARABLE[2]).play("end", "end")
    state = at.state
    assert "bad" not in {state.ground.going(state.placed_base(slot).corners) for slot in state.bases_on_table(1)}


@pytest.mark.rule("14.2.6")
def test_the_defender_deploys_first() -> None:
    """Bases may be moved until the deployment is accepted; then the attacker's camp is placed."""
    at = deploying()
    assert at.refusal("place red-pk1 9000,14000,0") == "14.2.6"
    put = at.play("place blue-pk1 9000,4000,10800")
    assert put.refusal("place blue-pk2 9900,4000,10800") == "14.2.6"
    assert pose(put.play("place blue-pk1 10000,4000,10800"), "blue-pk1") == (10000, 4000, 10800)
    done = put.play("end", "end")
    assert done.now == (1, "camp", "red")
    assert done.play("camp red-camp 9000,17000,0", "followers no", "end", "end").now == (1, "swap", "blue")


def test_the_table_shows_north_and_the_numbers_of_its_edges() -> None:
    """The track names the attacker once it rolls or chooses; the landing zone of a Littoral army is drawn."""
    rolling = numbering(*SHORE, blue="dutch").play(EDGES)
    signs = [layer.labels for layer in RULES.layers(rolling.state) if layer.name == "edges"]
    assert [("N", "1", "3", "4", "2")] == signs
    chosen = rolling.play(5)
    assert ("red", "edges") in RULES.phases(chosen.state)
    assert chosen.now == (1, "edges", "red")
    assert [("N", "S", "W", "E")] == [layer.labels for layer in RULES.layers(chosen.state) if layer.name == "edges"]
    at = deploying(*SHORE, blue="dutch")
    assert ["N"] == [sign for layer in RULES.layers(at.state) for sign in layer.labels]
    zones = {layer.name: layer.outlines for layer in RULES.layers(at.state) if layer.outlines}
    assert (((2000, 0), (7000, 0), (7000, 9000), (2000, 9000)),) == zones["landing"]
    assert "landing" not in {layer.name for layer in RULES.layers(deploying().state)}


@pytest.mark.rule("14.2.7")
def test_landing() -> None:
    """Up to four elements of a Littoral army land in its own half, at least 4 MU from both side edges (ruling 31)."""
    at = deploying(*SHORE, blue="dutch")
    assert at.refusal("place blue-pk1 3000,9001,10800") == "14.2.7 (ruling 31)"
    assert at.check("place blue-pk1 3000,8500,10800")
    assert at.check("place blue-pk1 6500,8500,10800")
    assert ("4.1",) == at.reason("place blue-pk1 6501,8500,10800")
    for y in (4000, 8500):
        assert at.refusal(f"place blue-pk1 2499,{y},10800") == "4.2"
    assert at.refusal("place blue-pk1 15501,4000,10800") == "4.2"
    for n, unit in enumerate(("pk1", "pk2", "pk3", "sh1")):
        at = at.play(f"place blue-{unit} {2500 + 1000 * n},8000,10800")
    assert ("14.2.7", 4) == at.reason("place blue-sh2 3000,6500,10800")
    deep = deploying("shore west 3000", *SHORE[1:], blue="dutch")
    assert deep.refusal("place blue-pk1 3400,8500,10800") == "14.2.6"
    assert at.check("place blue-sh1 3500,6500,10800")


@pytest.mark.rule("14.2.7")
def test_only_a_littoral_army_lands() -> None:
    """Any other deploys at its base edge only, and is told so near the waterway (ruling 79)."""
    at = deploying(*SHORE, blue="dutch").play("end", "end", "camp red-camp 9000,17000,0", "followers no")
    assert at.refusal("place red-pk1 3000,10000,0") == "14.2.7 (ruling 79)"
    assert at.refusal("place red-pk1 9000,10000,0") == "4.1"
    assert at.refusal("place red-pk1 2499,13500,0") == "4.2"


@pytest.mark.rule("14.2.8")
def test_the_defender_swaps_up_to_two_pairs() -> None:
    at = swapping()
    one, other = pose(at, "blue-pk1"), pose(at, "blue-ca1")
    done = at.play("swap blue-pk1 blue-ca1")
    assert (pose(done, "blue-ca1"), pose(done, "blue-pk1")) == (one, other)
    assert at.refusal("swap red-pk1 red-sh1") == "14.2.8"
    for again in ("blue-ca1 blue-pk1", "blue-pk1 blue-sh1", "blue-sh1 blue-sh1"):
        assert done.refusal(f"swap {again}") == "14.2.8"
    assert ("14.2.8", 1) == done.reason("swap blue-sh1 blue-ca1")
    twice = done.play("swap blue-sh1 blue-pi1")
    assert twice.position == done.play("swap blue-pi1 blue-sh1").position
    assert twice.legal() == {"end"}
    assert twice.refusal("swap blue-sh1 blue-pi1") == "14.2.8"


@pytest.mark.rule("14.2.8")
def test_a_garrison_may_be_swapped() -> None:
    """It is exchanged for an element of foot; followers stay in the camp."""
    at = deploying().play("place blue-pk1 9000,1000,10800", "end", "end", "camp red-camp 9000,17000,0", "followers yes",
                          "end", "end")
    one = pose(at, "blue-sh1")
    assert at.refusal("swap blue-pk1 blue-pi1") == "14.2.5"
    assert "swap blue-pk1 blue-sh1" in at.legal()
    done = at.play("swap blue-pk1 blue-sh1")
    assert pose(done, "blue-pk1") == one
    assert done.position["camps"][1]["garrison"] == "blue-sh1"
    full = numbering(*ARABLE).play(EDGES, 3, "camp blue-camp 9000,1000,10800", "followers yes", "end", "end",
                                   "camp red-camp 9000,17000,0", "followers yes", "end", "end")
    assert ("14.2.5",) == full.reason("swap blue-cf1 blue-sh1")


@pytest.mark.rule("14.2.9")
@pytest.mark.rule("14.5")
def test_the_attacker_has_the_first_bound() -> None:
    """It begins with the PIP die, which gives the PIPs of the bound."""
    at = swapping().play("end")
    assert at.now == (1, "pips", CHANCE)
    roll = RULES.pending_roll(at.state)
    assert roll is not None
    assert (roll.seat, [die.name for die in roll.dice]) == ("red", ["d6"])
    for face in range(1, 7):
        assert at.play(face).now == (1, "moves", "red")
        assert at.play(face).position["pips"] == face


@pytest.mark.rule("14")
@pytest.mark.rule("14.1")
def test_two_armies_of_twelve_and_their_camps_meet() -> None:
    """They are the deployed bases, with followers in one camp, and no others."""
    position = swapping().play("end").position
    sides = [row["id"].partition("-")[0] for row in position["units"]]
    assert [sides.count(side) for side in ("red", "blue")] == [12, 12]
    assert [camp.get("garrison") for camp in position["camps"]] == ["red-cf1", None]
    assert sum(row["id"].endswith("-gn1") for row in position["units"]) == 2
    assert "waiting" not in position
    assert area("road/300 0,12000 18000,12000") in position["terrain"]


def set_up(phase: str, side: str, **changes: Any) -> dict[str, Any]:
    """A position before the battle, Blue defending, with a base of each side that has begun to deploy."""
    position = table("red-pi1 9000,15000,0, blue-pi1 9000,4000,10800", turn=1, pips=0, rolled=0, phase="pips").position
    begun = {("camp", "blue"): (), ("deployment", "blue"): ("blue",), ("camp", "red"): ("blue",)}.get(
        (phase, side), ("red", "blue"))
    units = [row for row in position["units"] if row["id"].startswith(begun)]
    return {**position, "phase": phase, "side": side, "units": units, **changes}


@pytest.mark.rule("14.2.6")
@pytest.mark.parametrize(("phase", "side", "waits", "legal"), [
    ("deployment", "blue", "blue-pk1", True), ("deployment", "red", "red-pk1", True), ("swap", "blue", "", True),
    ("deployment", "red", "blue-pk1", False), ("camp", "red", "blue-pk1", False), ("swap", "blue", "red-pk1", False),
    ("pips", "red", "red-pk1", False),
])
def test_no_base_waits_after_its_side_has_deployed(phase: str, side: str, waits: str, legal: bool) -> None:
    """A base that nobody could deploy any more is refused."""
    position = set_up(phase, side, waiting=[waits] * bool(waits))
    if legal:
        RULES.from_position(position)
    else:
        with pytest.raises(BadPosition, match="position/waiting"):
            RULES.from_position(position)


@pytest.mark.rule("14.2.5")
@pytest.mark.parametrize(("phase", "side", "missing", "legal"), [
    ("camp", "blue", "blue", True), ("camp", "red", "red", True), ("deployment", "blue", "red", True),
    ("camp", "red", "blue", False), ("deployment", "blue", "blue", False), ("deployment", "red", "red", False),
    ("deployment", "red", "blue", False), ("swap", "blue", "red", False),
])
def test_a_side_deploys_after_its_camp(phase: str, side: str, missing: str, legal: bool) -> None:
    """Without a camp that should be there, a position is refused."""
    position = set_up(phase, side)
    camps = [None if seat == missing else camp for seat, camp in zip(("red", "blue"), position["camps"], strict=True)]
    if legal:
        assert list(RULES.offers(RULES.from_position({**position, "camps": camps}), Picked((f"{side}-pi1",))))
    else:
        with pytest.raises(BadPosition, match="position/camps"):
            RULES.from_position({**position, "camps": camps})


@pytest.mark.rule("14.2")
@pytest.mark.parametrize(("phase", "side"), [
    ("muster", "red"), ("terrain", "blue"), ("edges", "blue"), ("camp", "blue"), ("camp", "red"),
    ("deployment", "blue"),
])
def test_no_base_is_on_the_table_before_its_side_deploys(phase: str, side: str) -> None:
    """A camp could be placed upon it."""
    with pytest.raises(BadPosition, match="position/units"):
        RULES.from_position({**set_up("pips", "red"), "phase": phase, "side": side})


@pytest.mark.rule("14.2")
def test_terrain_is_laid_in_open_battles_only() -> None:
    """A historic pair has its ready-made table."""
    position = RULES.position(RULES.initial("french-swiss"))
    for phase in ("aggression", "terrain", "edges"):
        with pytest.raises(BadPosition, match="position/phase"):
            RULES.from_position({**position, "phase": phase})


@pytest.mark.rule("14.2.6")
def test_the_rest_is_deployed_wherever_there_is_room() -> None:
    """No pose in the rows that are proposed first is free for the general; the deployment still ends."""
    line = ", ".join(f"red-{name} {x},{y},0" for name, x, y in (
        ("pi1", 13000, 15600), ("pi2", 15000, 15600), ("pi3", 13000, 17200), ("lh1", 15000, 17200)))
    position = table(f"{line}, red-gn1 9000,9000,0", phase="pips", turn=1, pips=0, rolled=0,
                     terrain="waterway 0,12000 12000,12000 12000,18000 0,18000").position
    units = [row for row in position["units"] if row["id"] != "red-gn1"]
    at = Table(RULES, RULES.from_position({**position, "phase": "deployment", "units": units, "waiting": ["red-gn1"]}))
    assert pose(at.play("end"), "red-gn1").x > 12000
