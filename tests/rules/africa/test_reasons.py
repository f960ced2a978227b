"""Reasons of computer players: the chances of the cards, in whole per cent, and the purpose of an action."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.chance import whole_per_cent
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.reasons import TAKES_CONVOY, reason
from game.rules.africa.ai.worth import Worth

LINE = "s-cuenca casa-de-la-condesa came=b, s-luchana casa-de-la-condesa came=b, m-gum-uagit casa-de-la-condesa"


def said(table: Any, notation: str) -> str:
    state = table.state
    return str(reason(Battlefield(Worth(state.setting), state), table.rules.parse(notation), ()))


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("line", "phase", "notation"), [
    (LINE, "shock", "shock casa-de-la-condesa"),
    ("s-cuenca casa-de-la-condesa came=b, m-gk-haus casa-de-la-condesa", "shock", "shock casa-de-la-condesa"),
    ("s-cuenca a, m-gum-uagit playa-del-tarajal, m-gum-arbaa playa-del-tarajal", "fire",
     "fire s-cuenca playa-del-tarajal"),
])
def test_the_reported_chance_is_the_cards(scene: Any, line: str, phase: str, notation: str) -> None:
    """A shock with a pending die, one with a hidden factor, and fire: in whole per cent."""
    table = scene(line, phase)
    chance = str(whole_per_cent(table.preview(notation).hope("spanish")[1]))
    assert chance in said(table, notation)


@pytest.mark.rule("6.2")
def test_the_chance_of_an_attack_is_that_of_the_hazards(scene: Any) -> None:
    """Before any unit has moved it is that of the card for the destination."""
    table = scene("s-cuenca playa-del-tarajal, m-gum-uagit castillejos", "movement")
    _, shock = table.rules.hazards_on(table.state, ("s-cuenca",), "castillejos")
    assert str(whole_per_cent(shock.preview.hope("spanish")[1])) in said(table, "move s-cuenca castillejos")
    assert str(shock.preview.attack) in said(table, "move s-cuenca castillejos")


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("line", "told"), [
    ("s-cuenca castillejos came=playa-del-tarajal, s-luchana castillejos came=playa-del-tarajal, "
     "m-bujari-1 castillejos", "25 % to win: 4 coins against 5"),
    ("s-cuenca castillejos came=playa-del-tarajal, m-gk-haus castillejos, m-gum-uagit castillejos",
     "about 2 % to win: 2 coins against 2, a die roll and a hidden factor"),
])
def test_a_shock_has_its_odds_in_plain_words(scene: Any, line: str, told: str) -> None:
    """The chance comes first, then the coins, with "about" if a factor is hidden."""
    assert told == said(scene(line, "shock"), "shock castillejos")


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("place", "purpose"), [("castillejos", "to take an objective"), ("al-mumin", "")])
def test_an_attack_has_its_purpose(scene: Any, place: str, purpose: str) -> None:
    """To take an enemy objective; elsewhere the area, or the defenders' losses, whichever is worth more."""
    other = {"castillejos": "playa-del-tarajal", "al-mumin": "casa-del-morabito"}[place]
    told = said(scene(f"s-cuenca {other}, m-gum-uagit {place}", "movement"), f"move s-cuenca {place}")
    purposes = (purpose,) if purpose else ("to take the area", "to wear them down")
    assert any(f", {one}; " in told for one in purposes), told


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(("line", "why"), [
    ("s-cuenca a, m-gum-uagit playa-del-tarajal", "to drive off Gum Uagit, the only target in range: 31 % to hit"),
    ("s-cuenca castillejos, s-prim castillejos, m-gum-uagit playa-del-tarajal, m-gum-hamsa casa-del-morabito",
     "to drive off Gum Uagit, the easiest target in range: "),
    ("s-cuenca a, m-gum-uagit playa-del-tarajal, s-luchana castillejos, s-principe casa-de-la-condesa",
     "to destroy Gum Uagit, which has nowhere to retreat: "),
])
def test_fire_has_its_target_and_reason(scene: Any, line: str, why: str) -> None:
    """The only target, the easiest of several, or one that cannot retreat."""
    table = scene(line, "fire")
    assert said(table, "fire s-cuenca playa-del-tarajal").startswith(why)


def test_the_end_of_a_fire_phase_has_a_reason(scene: Any) -> None:
    """Shots are given up by it."""
    assert said(scene("s-cuenca a, m-gum-uagit playa-del-tarajal", "fire"), "done")


@pytest.mark.rule("11.W.3")
def test_a_convoy_alone_is_taken_without_odds(scene: Any) -> None:
    """There is no combat: it is captured (ruling 27)."""
    table = scene("m-nizam-nur ta, s-convoy-1 puente-busceja, s-cordoba 1", "movement", "moroccan", "wad-ras")
    assert str(TAKES_CONVOY) == said(table, "move m-nizam-nur puente-busceja")
