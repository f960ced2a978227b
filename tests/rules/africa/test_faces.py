"""The counters and the areas of Africa as shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from game.core.capability import capability, seen_by
from game.core.contract import Counter as Piece
from game.core.message import Message, Text, joined, say
from game.core.presenter import PlaceCards
from game.match.loading import load
from game.rules.africa import faces
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.reasons import reason
from game.rules.africa.ai.worth import Worth
from game.rules.africa.faces import FIRST_TARGET, NEXT_TARGET
from game.rules.africa.place_cards import FLAGS, KINDS, NEXT_HIT, ROAD
from game.rules.africa.terrain import CLEAR, MOUNTAIN
from game.rules.africa.units import MOROCCAN, SIDES, SPANISH, Kind, roster
from tests.rules.table import facts


def shown(table: Any, unit: str) -> Piece:
    """A unit's counter on the table."""
    pieces: Sequence[Piece] = table.rules.counters(table.state)
    return next(piece for piece in pieces if piece.unit == unit)


def lines(piece: Piece) -> dict[str, Text]:
    """The lines of a counter's card by their headings."""
    return {str(heading): text for heading, text in piece.lines}


def test_no_two_counters_of_a_side_are_alike() -> None:
    """Name, code and symbol together are unique."""
    print_ = Counter((unit.seat, faces.short_name(unit), faces.type_code(unit), faces.symbol(unit))
                     for unit in roster().values())
    assert [] == [print_ for print_, times in print_.items() if times > 1]


@pytest.mark.parametrize("name", sorted(roster()))
def test_names_are_short(name: str) -> None:
    """No name on a band has more than ten letters, and every band has a colour."""
    unit = roster()[name]
    assert 2 <= len(faces.short_name(unit)) <= 10
    assert faces.face(unit, False).band.startswith("#")


def test_corps_have_their_own_bands() -> None:
    """No two corps of a side share a band's colour."""
    bands = {(unit.seat, faces.corps(unit)): faces.face(unit, False).band for unit in roster().values()}
    assert len(bands) == len({(seat, band) for (seat, _), band in bands.items()})


def test_corps_differ_without_colour() -> None:
    """Symbols and codes differ between corps; officers have individual portraits."""
    signs: dict[tuple[int, str, str], set[str]] = {}
    for unit in roster().values():
        signs.setdefault((unit.seat, unit.kind, faces.symbol(unit)), set()).add(faces.corps(unit))
    assert [] == [sign for sign, corps in signs.items() if len(corps) > 1]
    officers = [faces.symbol(unit) for unit in roster().values() if unit.kind == Kind.OFFICER]
    assert len(officers) == len(set(officers))


@pytest.mark.rule("2.1")
def test_a_regular_shows_its_reduced_side(scene: Any) -> None:
    """It has other factors and a worn face, and the card shows the original values."""
    whole, less = (shown(scene(f"s-cuenca b{word}, m-gum-uagit ar-aziz"), "s-cuenca") for word in ("", " reduced"))
    assert [("4-2", False), ("3-1", True)] == [(piece.numbers, bool(piece.face and piece.face.reduced))
                                               for piece in (whole, less)]
    assert [("3-1",), ("4-2",)] == [facts(lines(piece)["Steps"]) for piece in (whole, less)]


@pytest.mark.rule("2.1")
def test_a_kabila_hides_its_shock_factor_until_it_is_known(scene: Any) -> None:
    """It shows a question mark, then the number, on counter and card."""
    line = "m-gk-haus ar-aziz, s-cuenca b"
    hidden, known = shown(scene(line), "m-gk-haus"), shown(scene(line, kabila={"m-gk-haus": 3}), "m-gk-haus")
    assert ["3-?", "3-3"] == [hidden.numbers, known.numbers]
    assert [(), (3,)] == [facts(lines(piece)["Shock"]) for piece in (hidden, known)]
    assert (["2.1 (ruling 20)"], []) == tuple([str(note.rule) for note in piece.notes] for piece in (hidden, known))


@pytest.mark.parametrize(("kind", "numbers"), [(Kind.GUM, {"3-⚄"}), (Kind.RIF, {"⚄-⚄", "⚄+1-⚄"})])
def test_rolled_factors_are_shown_as_dice(battle: Any, kind: str, numbers: set[str]) -> None:
    """Gum roll for shock, the Rif for both."""
    pieces = [shown(battle("wad-ras"), unit.id) for unit in roster().values() if unit.kind == kind]
    assert numbers == {piece.numbers for piece in pieces}


def test_officers_show_their_factors(battle: Any) -> None:
    """Attack and defence with the coin added for balance (castillejos.toml), beside a portrait."""
    prim = shown(battle("castillejos"), "s-prim")
    assert prim.face is not None
    assert ("4-3", True, "2") == (prim.numbers, prim.face.portrait, prim.face.move)


@pytest.mark.parametrize(("line", "unit", "mark"), [
    ("s-cuenca b demoralized, m-gum-uagit ar-aziz", "s-cuenca", "demoralized"),
    ("s-cuenca b moved, s-luchana b, m-gum-uagit al-quddus", "s-cuenca", "moved"),
    ("s-cuenca b fired, s-luchana b, m-gum-uagit as-salam", "s-cuenca", "fired"),
    ("s-husares b active, m-gum-uagit ar-aziz", "s-husares", "activated"),
    ("s-2-bateria b active, m-gum-uagit ar-aziz", "s-2-bateria", "activated-once"),
    ("s-2-bateria b active second, m-gum-uagit ar-aziz", "s-2-bateria", "activated-twice"),
    ("s-ceres mar-del-tarajal, s-marina mar-del-tarajal aboard, m-gum-uagit ar-aziz, s-cuenca b", "s-marina", "aboard"),
])
def test_marks_of_units(scene: Any, line: str, unit: str, mark: str) -> None:
    """A unit's actions and states are on its counter, and in words on its card."""
    piece = shown(scene(line, "movement" if mark == "moved" else "fire"), unit)
    assert (mark,) == piece.marks
    assert "State" in lines(piece)


@pytest.mark.rule("11.C.3")
@pytest.mark.rule("11.T.3")
@pytest.mark.parametrize(("scenario", "sea", "cited", "told"), [
    ("castillejos", "mar-del-tarajal", "11.C.3", "coast"), ("tetuan", "rio-martin-3", "11.T.3 (ruling 34)", "river")])
def test_the_cards_of_the_ship_and_its_marines_fit_the_water(
    scene: Any, scenario: str, sea: str, cited: str, told: str
) -> None:
    """Tetuan has no coast; there the river and its banks take its place (ruling 34)."""
    table = scene(f"s-ceres {sea}, s-marina {sea} aboard", scenario=scenario)
    notes = {str(note.rule): str(note.text) for note in shown(table, "s-ceres").notes}
    assert told in notes[cited]
    assert [cited] == [str(note.rule) for note in shown(table, "s-marina").notes]


@pytest.mark.rule("10")
def test_fire_within_an_activation_is_marked_apart_from_that_of_the_phase(scene: Any) -> None:
    """An activation is a phase of its own: who has fired in the phase may fire in it, and the officer may help again
    (ruling 19). After it, the marks of the phase are back."""
    table = scene("s-cuenca a, s-luchana a, s-husares a, s-prim a, m-bujari-1 playa-del-tarajal")

    def acted(table: Any) -> set[str]:
        return {piece.unit for piece in table.rules.counters(table.state)
                if "fired" in piece.marks or str(faces.CONDITIONS["helped"]) in str(lines(piece).get("State", ""))}

    table = table.play("fire s-cuenca playa-del-tarajal with s-prim", 0)
    assert {"s-cuenca", "s-prim"} == acted(table)
    riding = table.play("activate s-husares")
    assert set() == acted(riding)
    riding = riding.play("fire s-husares playa-del-tarajal with s-prim", 0)
    assert {"s-husares", "s-prim"} == acted(riding)
    assert {"s-cuenca", "s-prim"} == acted(riding.play("done"))


def test_the_card_of_a_unit_has_its_place_in_the_stack(scene: Any) -> None:
    """Fire hits the top one first."""
    table = scene("s-cuenca b, s-luchana b, s-prim b, m-gum-uagit ar-aziz")
    places = [lines(shown(table, unit)).get("Position in stack", "") for unit in ("s-cuenca", "s-luchana", "s-prim")]
    assert (FIRST_TARGET.with_values(where=say("on top")), (2, 3), "") == (places[0], facts(places[1]), places[2])


@pytest.mark.rule("6.1")
def test_the_card_of_a_unit_that_was_hit_names_the_next_target(scene: Any) -> None:
    """Fire hits the unit below it, until all troops of the area have been hit; then the top one again (ruling 22)."""
    line = "s-cuenca a, s-luchana a, m-nizam-nur playa-del-tarajal"

    def told(table: Any, unit: str) -> tuple[bool, bool]:
        """Whether the card of a unit says that fire hits another, and whether it says that fire hits it."""
        piece = shown(table, unit)
        place = lines(piece).get("Position in stack", "")
        return any(str(note.rule) == "6.1 (ruling 22)" for note in piece.notes), isinstance(place, Message) and (
            place.template in (FIRST_TARGET.template, NEXT_TARGET.template))

    alone = scene(line).play("fire s-cuenca playa-del-tarajal", 3, 3)
    assert (False, False) == told(alone, "m-nizam-nur")
    table = scene(f"{line}, m-nizam-kabir playa-del-tarajal").play("fire s-cuenca playa-del-tarajal", 3, 3)
    assert [(True, False), (False, True)] == [told(table, unit) for unit in ("m-nizam-nur", "m-nizam-kabir")]
    table = table.play("fire s-luchana playa-del-tarajal", 3, 3)
    assert [(False, True), (False, False)] == [told(table, unit) for unit in ("m-nizam-nur", "m-nizam-kabir")]


def test_counters_of_a_stack_come_from_the_bottom_up(scene: Any) -> None:
    """The last one is on top."""
    table = scene("s-cuenca b, s-luchana b, s-prim b, m-gum-uagit ar-aziz")
    order = [piece.unit for piece in table.rules.counters(table.state) if piece.place == "b"]
    assert ["s-prim", "s-luchana", "s-cuenca"] == order


def test_the_card_of_an_area(scene: Any) -> None:
    """It has terrain, points of both sides, the top unit, cover, control and its importance for victory."""
    table = scene("s-cuenca b, s-prim b, m-gum-uagit casa-del-morabito, m-gk-haus casa-del-morabito")
    card = table.rules.place_card(table.state, "casa-del-morabito")
    assert ("Casa del Morabito", joined((KINDS[MOUNTAIN], FLAGS["building"]))) == (card.title, card.kind)
    assert [("Moroccans", 2, 9, "Gum Uagit"), ("Fire at it", "-2"), ("Shock, defender", "+2"), ("Control",),
            ("Objective", 3, 5)] == [(str(heading), *facts(text)) for heading, text in card.lines]
    assert SIDES[MOROCCAN] == dict(card.lines)["Control"]
    assert ["4 (ruling 3)", "11.C.2"] == [str(note.rule) for note in card.notes]


def test_the_card_of_an_area_names_the_target_below_the_top(scene: Any) -> None:
    """Fire at a gun that has joined troops of its side hits the gun, which is not on top of them (ruling 9)."""
    line = "s-montada playa-del-tarajal, s-cuenca castillejos came=playa-del-tarajal, m-gum-uagit castillejos"
    table = scene(line, "shock").play("activate s-montada", "move s-montada castillejos")
    text = dict(table.rules.place_card(table.state, "castillejos").lines)[SIDES[SPANISH]]
    assert (4, 9, "Art. Montada") == facts(text)
    assert str(NEXT_HIT.with_values(unit="Art. Montada")) in str(text)


def test_water_and_crowds_help_fire(scene: Any) -> None:
    """A river adds a coin to fire at it and takes one from fire out of it; seven points add another."""
    table = scene("s-cuenca rio-alto, s-luchana rio-alto, s-principe rio-alto, m-gum-uagit al-bari")
    card = table.rules.place_card(table.state, "rio-alto")
    assert [("Spaniards", 9, 9, "Cuenca"), ("Fire at it", "+1"), ("Fire from it", "-1"), ("Control",)] == [
        (str(heading), *facts(text)) for heading, text in card.lines]
    assert SIDES[SPANISH] == dict(card.lines)["Control"]
    assert ["4 (ruling 3)", "6.1 (ruling 2)"] == [str(note.rule) for note in card.notes]


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(("name", "place"), [("castillejos", "boca-del-rio"), ("wad-ras", "puente-busceja")])
def test_fire_from_a_bridge_has_a_coin_fewer(battle: Any, name: str, place: str) -> None:
    """Only fire at it is without the river's modifier (ruling 2), and guns may cross."""
    table = battle(name)
    card = table.rules.place_card(table.state, place)
    modifiers = [(str(heading).split()[1], *facts(text)) for heading, text in card.lines if "Fire" in str(heading)]
    assert [("from", "-1")] == modifiers
    assert "4 (ruling 3)" not in [str(note.rule) for note in card.notes]


def test_the_card_of_an_area_names_the_next_arrivals(battle: Any) -> None:
    """It names the next to come, not later ones."""
    table = battle("castillejos")
    assert ("Art. Montada", "5º Regt. Artillería") == facts(
        dict(table.rules.place_card(table.state, "a").lines)["After turn 1"])


def arrivals(table: Any, place: str) -> list[tuple[Any, ...]]:
    """The lines of an area's card on reinforcements: the turn after which they enter, and which."""
    lines = table.rules.place_card(table.state, place).lines
    return [(*facts(heading), *facts(text)) for heading, text in lines if "After" in str(heading)]


@pytest.mark.rule("11.C.4")
def test_the_card_of_an_area_names_reinforcements_that_the_enemy_keeps_out(scene: Any) -> None:
    """They are due at the end of the present turn, with those of that turn (ruling 15); once it has passed, at the end
    of the next one."""
    line = "s-cuenca b demoralized, m-gum-uagit a, s-cordoba waiting, s-saboya waiting"
    table = scene(line, "movement", "moroccan", turn=3)
    assert [(3, "Córdoba", "Saboya")] == arrivals(table, "a")
    table = table.play("done")
    assert (3, "end") == table.now[:2]
    assert [(4, "Córdoba", "Saboya")] == arrivals(table, "a")


def test_roads_without_effect_are_not_named(battle: Any) -> None:
    """The road of Castillejos has no effect (11.C.3), that of Wad-Ras has."""
    kinds = [battle(name).rules.place_card(battle(name).state, place).kind
             for name, place in (("castillejos", "ar-raham"), ("wad-ras", "jim"))]
    assert [joined((KINDS[CLEAR], FLAGS["coastal"])), joined((KINDS[CLEAR], ROAD))] == kinds


def test_every_area_of_every_battle_has_a_card(battle: Any) -> None:
    """It has a title and its terrain; unknown places have none."""
    for name in ("castillejos", "tetuan", "wad-ras"):
        table = battle(name)
        cards = [table.rules.place_card(table.state, place) for place in table.rules.board(table.state).ids]
        assert all(card.title and card.kind for card in cards)
        assert table.rules.place_card(table.state, "nowhere") is None


def test_a_revealed_factor_is_seen_by_both(scene: Any) -> None:
    """Neither side sees more than the other."""
    table = scene("m-gk-haus ar-aziz, s-cuenca b")
    views = [table.rules.counters(seen_by(table.rules, table.state, seat)) for seat in table.rules.seats]
    assert all(one == other for one, other in pairwise(views))


@pytest.mark.rule("6.1")
def test_texts_of_a_game_with_the_cup_speak_of_markers() -> None:
    """On cards of units and areas, in choices and in hints; only rally is always by coins (7)."""
    match = load(Path("tests/records/africa/castillejos-marker-cup.jsonl")).match
    rules, told = match.rules, list[Text]()
    for ply in match.plies[::6]:
        state = ply.state
        for piece in rules.counters(state):
            told += [text for heading, text in piece.lines if str(heading) != "Rally"]
            told += [note.text for note in piece.notes]
        for place in rules.board(state).index:
            card = capability(rules, PlaceCards).place_card(state, place)
            assert card is not None
            told += [*(text for _, text in card.lines), *(note.text for note in card.notes)]
        if rules.prompt(state).mode != "roll":
            field = Battlefield(Worth(state.setting), state)
            for action in rules.candidates(state)[:12]:
                told.append(reason(field, action, ()))
                if (preview := rules.preview(state, action)) is not None:
                    told += [preview.total, preview.reading, preview.note]
    printed = [str(text).casefold() for text in told]
    assert not [text for text in printed if "coin" in text]
    assert any("marker" in text for text in printed)
