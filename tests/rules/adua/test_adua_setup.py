"""4.0: the units on the map at the start and their zones, the options, and changes of the set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from game.ai.players import make
from game.core.contract import BadPosition
from game.core.event import Placed
from game.rules.adua.actions import END_PHASE
from tests.rules.adua.board import BOARD, RULES, gun, table
from tests.rules.table import Table

ITALIAN_ZONE = {f"{column}{row:02}" for column in range(19, 35) for row in range(1, 15)}
"""Columns 19 to 34, rows 01 to 14 (4.0, ruling 29)."""
ABYSSINIAN_ZONE = {name for name in BOARD.hexes if all(BOARD.distance(name, other) >= 12 for other in ITALIAN_ZONE)}
ON_MAP = ("gabeiehu", "atichim", "tecla")
RASES = ("maconnen", "micael")
LATER = ("taitu", "guangul", "alula", "menelik")
BRIGADES = (
    ("i-ascari", "iv-ascari", "vii-ascari", "viii-ascari", "ascari-guns", "sicilian-guns"),
    ("i-bersaglieri", "ii-infantry", "i-guns"),
    ("iii-infantry", "ii-guns", "iv-infantry", "militia"),
    ("v-infantry", "vi-infantry", "alpini", "iii-ascari", "quick-guns"),
)
CHIEFS = (*ON_MAP, *RASES, *LATER)


def start(*options: str) -> Table:
    """The proposed set-up."""
    return Table(RULES, RULES.initial("adua", options))


def host(piece: str) -> str:
    """The commander of an Abyssinian unit, or the commander itself; empty for Italians."""
    name = piece.partition("-")[0]
    return name if name in CHIEFS else ""


@pytest.mark.rule("4.0")
@pytest.mark.parametrize("options", [(), ("rases-on-map",)])
def test_pieces_on_the_map_at_the_start(options: tuple[str, ...]) -> None:
    """All Italians and three Abyssinian hosts; with the option of ruling 1 also Maconnen's and Micael's."""
    for piece, place in start(*options).units.items():
        here = host(piece) not in (LATER if options else (*LATER, *RASES))
        assert here == (place != "to-come"), piece


@pytest.mark.rule("4.0")
@pytest.mark.parametrize("options", [(), ("rases-on-map",)])
def test_the_proposed_set_up_is_legal(options: tuple[str, ...]) -> None:
    """All pieces are in their zones, on open ground, no two units in a hex (ruling 24)."""
    at = start(*options)
    there = {piece: place for piece, place in at.units.items() if place is not None and place != "to-come"}
    for piece, place in there.items():
        assert place in (ABYSSINIAN_ZONE if host(piece) else ITALIAN_ZONE), piece
    italian = {unit for brigade in BRIGADES for unit in brigade}
    units = [place for piece, place in there.items() if piece in italian or host(piece) not in ("", piece)]
    assert [1] == sorted(set(Counter(units).values()))
    assert at.state == RULES.from_position(at.position)


@pytest.mark.rule("5.0")
def test_mules_begin_with_the_brigades() -> None:
    """There is one with each brigade and two more with the third."""
    at = start().units
    found = [sum(at[f"mules{n}"] in {at[unit] for unit in brigade} for n in range(1, 7)) for brigade in BRIGADES]
    assert [1, 1, 1, 3] == found


@pytest.mark.rule("4.0")
@pytest.mark.rule("5.1")
def test_the_set_up_comes_before_the_first_turn() -> None:
    """The order is the Italians, the Abyssinians, the machine guns, then the orders of turn 1."""
    at, found = start(), []
    for _ in range(4):
        found.append(at.now)
        at = at.play("end")
    assert [(1, "set-up", "italian"), (1, "set-up", "abyssinian"), (1, "machine-guns", "italian"),
            (1, "orders", "italian")] == found
    assert 4 == sum(gun(at, unit) == "new" for brigade in BRIGADES for unit in brigade)
    assert "4.0" == at.refusal("place iii-infantry 2613")


@pytest.mark.rule("4.0")
def test_the_italian_zone() -> None:
    """It has 224 hexes, north and east of the blue line; infantry and commanders may be in all of them."""
    at = start()
    assert 224 == len(ITALIAN_ZONE)
    for piece in ("iii-infantry", "dabormida"):
        assert ITALIAN_ZONE - {at.units[piece]} == {name for name in BOARD.hexes if at.check(f"place {piece} {name}")}
    for place in ("1807", "2015", "0112"):
        assert "4.0 (ruling 24)" == at.refusal(f"place iii-infantry {place}")


@pytest.mark.rule("4.0")
def test_the_abyssinian_zone() -> None:
    """It has the 211 hexes at least 12 hexes from every hex of the Italian zone, wherever the Italians are
    (ruling 24)."""
    assert 211 == len(ABYSSINIAN_ZONE)
    assert {"0707", "0719"} <= ABYSSINIAN_ZONE
    assert not {"0807", "0913"} & ABYSSINIAN_ZONE
    at = start().play("place viii-ascari 3413", "end")
    for piece in ("tecla-f1", "gabeiehu"):
        free = {name for name in BOARD.hexes if at.check(f"place {piece} {name}")}
        assert ABYSSINIAN_ZONE - {at.units[piece]} == free
    for place in ("0807", "2013"):
        assert "4.0 (ruling 24)" == at.refusal(f"place tecla-f1 {place}")


@pytest.mark.rule("4.0")
def test_the_other_blue_line() -> None:
    """With the option both zones are five hexes farther east; the same Italian set-up is proposed (ruling 29)."""
    east = {f"{column}{row:02}" for column in range(24, 35) for row in range(1, 15)}
    at, usual = start("line-in-the-east"), start()
    assert "4.0 (ruling 24)" == at.refusal("place iii-infantry 2307")
    assert usual.check("place iii-infantry 2307")
    for piece, place in at.units.items():
        if place not in ("to-come", None) and not host(piece):
            assert place in east, piece
            assert place == usual.units[piece]
    assert at.play("end").check("place tecla-f1 1207")
    assert not usual.play("end").check("place tecla-f1 1207")


@pytest.mark.rule("4.0")
@pytest.mark.rule("9.0")
@pytest.mark.parametrize("piece", ["quick-guns", "ascari-guns", "mules1"])
def test_no_unit_sets_up_on_prohibited_ground(piece: str) -> None:
    """3203 is a hill of the second level, open to mountain artillery."""
    assert 2 == BOARD.levels["3203"]
    assert "9.0" == start().refusal(f"place {piece} 3203")
    assert start().check("place sicilian-guns 3203")


@pytest.mark.rule("4.0")
def test_units_change_places_and_commanders_join_them() -> None:
    """No two units may share a hex; commanders and mules do not count (ruling 24). The log names both units."""
    at = start()
    first, second, chief = at.units["iii-infantry"], at.units["v-infantry"], at.units["romero"]
    assert second is not None
    after = at.play(f"place iii-infantry {second}")
    assert (second, first, chief) == tuple(after.units[piece] for piece in ("iii-infantry", "v-infantry", "romero"))
    assert [("iii-infantry", second), ("v-infantry", first)] == [
        (event.unit, event.place) for event in after.events if isinstance(event, Placed)]
    after = at.play(f"place albertone {second}", f"place mules1 {second}")
    assert {second} == {after.units[piece] for piece in ("albertone", "mules1", "v-infantry")}


@pytest.mark.rule("4.0")
@pytest.mark.rule("9.0")
def test_units_do_not_change_places_onto_prohibited_ground() -> None:
    """The quick-fire artillery cannot take infantry's place in the high hills."""
    at = start().play("place iii-infantry 3203")
    place = at.units["quick-guns"]
    assert "9.0" == at.refusal(f"place iii-infantry {place}")
    assert at.check(f"place iii-infantry {at.units['alpini']}")


@pytest.mark.rule("4.0")
def test_refused_set_up() -> None:
    """Refused: the other side's pieces, reinforcements, no hex, and the piece's own hex."""
    at = start()
    assert "4.0" == at.refusal("place tecla-f1 0510")
    assert "4.0" == at.refusal("place iii-infantry 3501")
    assert "4.0" == at.refusal(f"place iii-infantry {at.units['iii-infantry']}")
    assert "5.1" == at.refusal("gun militia")
    assert "7.0" == at.refusal("order dabormida militia move")
    at = at.play("end")
    assert "4.0" == at.refusal("place iii-infantry 2613")
    assert "4.0" == at.refusal("place taitu-f1 0510")
    assert "4.0" == at.refusal("place maconnen-f1 0510")
    assert start("rases-on-map").play("end").check("place maconnen-f1 0510")
    assert "4.0" == at.play("end").refusal("place iii-infantry 2613")


@pytest.mark.rule("4.0")
def test_the_rases_on_the_map_move_from_turn_1() -> None:
    """With the option they do not arrive on turn 6 (ruling 1)."""
    at = start("rases-on-map").play("end", "end", "end", "end", "end")
    assert (1, "move", "abyssinian") == at.now
    assert {"maconnen", "maconnen-f1", "micael", "micael-c1"} <= {piece for piece in at.units if any(
        at.check(f"move {piece} {name}") for name in BOARD.hexes)}
    assert "4.0" == at.refusal("move taitu 0112")


@pytest.mark.rule("4.0")
def test_unknown_options_are_refused() -> None:
    """This holds in a position too."""
    with pytest.raises(KeyError):
        RULES.initial("adua", ("more-men",))
    with pytest.raises(BadPosition, match="options"):
        table("iii-infantry 2413", options=["more-men"])


@pytest.mark.parametrize("seat", ["italian", "abyssinian"])
def test_a_side_without_pieces_ends_its_set_up(seat: str) -> None:
    """Such a position comes from the editor; the computer player accepts the set-up."""
    state = table("iii-infantry 2813" if seat == "abyssinian" else "gabeiehu-f1 0510", phase="set-up",
                  phasing=seat).state
    assert [END_PHASE] == RULES.candidates(state)
    assert END_PHASE == make("veteran", RULES, seat, 1).choose(state).action
