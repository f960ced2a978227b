"""The chances with which computer players weigh fire are those of the rules."""

from __future__ import annotations

import pytest

from game.rules.africa import fire
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.fire_options import fire_chance
from game.rules.africa.ai.worth import Worth
from game.rules.africa.shots import Shot
from game.rules.africa.units import NOBODY
from tests.rules.africa.conftest import Scene


@pytest.mark.rule("11.W.3")
@pytest.mark.parametrize("unit", ["m-rif-ammant", "m-rif-bu-yahi"])
@pytest.mark.parametrize("target", ["alif", "lam", "aduar-am-sal"])
def test_the_chance_of_a_hit_is_that_of_the_rules(scene: Scene, unit: str, target: str) -> None:
    """Cover takes coins off, also from a factor that is rolled."""
    board = scene("s-cordoba lam", "fire", "moroccan", "wad-ras").state.setting.ground.board
    table = scene(f"s-cordoba {target}, {unit} {board.borders[target][0]}", "fire", "moroccan", "wad-ras")
    state = table.state
    field = Battlefield(Worth(state.setting), state)
    slot, area = state.setting.slot[unit], state.setting.ground.index[target]
    fired = table.play(f"fire {unit} {target}").state
    shot = fired.frame
    assert isinstance(shot, Shot)
    assert fire_chance(field, slot, area, NOBODY, fire.is_defensive(state)) == pytest.approx(
        float(shot.hit_chance(fired)))
