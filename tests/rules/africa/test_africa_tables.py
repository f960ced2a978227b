"""Tables are data with their sources, and the computer player computes like the rules."""

from __future__ import annotations

from pathlib import Path
from random import Random
from unicodedata import normalize

import pytest

from game.core.codec import BadPosition
from game.core.indices import other
from game.rules.africa import shock, system
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.worth import Worth
from game.rules.africa.state import OUT
from game.rules.africa.system import Africa
from game.rules.africa.tables import TABLES
from game.rules.africa.units import Kind, factors_of, roster

PLIES = 500


@pytest.mark.parametrize("table", TABLES, ids=TABLES._fields)
def test_a_table_names_its_source(table: tuple[object, ...]) -> None:
    """The source is the rulebook, or a reconstruction."""
    provenance = str(table[0])
    assert "rulebook" in provenance or "reconstructed" in provenance


def test_an_unknown_word_for_a_factor_is_refused_with_its_place() -> None:
    """Known words give codes, numbers stay."""
    assert 3 == factors_of((3,), "here")[0] > factors_of(("hidden",), "here")[0]
    with pytest.raises(BadPosition, match="m-gk-haus"):
        factors_of((3, "unknown"), "m-gk-haus.fire")


@pytest.mark.parametrize("scenario", ["castillejos", "tetuan", "wad-ras"])
def test_the_computer_player_computes_shock_coins_like_the_rules(africa: Africa, scenario: str) -> None:
    """This holds for every pending shock without a factor still to be rolled or drawn."""
    random, state, seen = Random(8), africa.initial(scenario), 0
    for _ in range(PLIES):
        if africa.result(state) is not None:
            break
        for area in shock.shock_areas(state):
            attacker, field = shock.attacking_seat(state), Battlefield(Worth(state.setting), state)
            team = shock.attackers(state, area, attacker)
            if shock.undetermined_factors(state, area, attacker, ()) or not (
                    team and shock.fighters(state, area, other(attacker))):
                continue
            ours, theirs = (shock.known_coins(state, area, seat, attacker, ()) for seat in (attacker, other(attacker)))
            officer = field.officer_coins(field.staff[attacker].get(area, []), attacking=True)
            assert field.attack(area, list(team), officer, {state.came_from(i) for i in team} - {OUT}) == max(ours, 1)
            assert field.defence(area, other(attacker)) == max(theirs, 1)
            seen += 1
        state = africa.apply(state, random.choice(africa.candidates(state)))[0]
    assert seen


@pytest.mark.rule("2.1")
def test_the_page_has_the_factors_of_every_officer() -> None:
    """The rows of its table of FA and FD agree with the roster."""
    page = Path(system.__file__).with_name("rulebook.md").read_text("utf-8")
    rows = page.split("| Officers | FA | FD |\n|---|---|---|\n")[1].split("\n\n")[0].splitlines()
    cells = [row.strip("| ").split(" | ") for row in rows]
    listed = {name: (int(attack), int(defence)) for names, attack, defence in cells for name in names.split(", ")}
    officers = {normalize("NFD", unit.name).encode("ascii", "ignore").decode(): (unit.attack, unit.defence)
                for unit in roster().values() if unit.kind == Kind.OFFICER}
    assert officers == listed
