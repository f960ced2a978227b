"""Scripts at Africa are legal through whole games, deterministic, and true to their names."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.message import say
from game.rules.africa.ai.campaign import Campaign, CampaignPlayer, march_moves
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.scripts import PLANS
from game.rules.africa.ai.worth import Worth
from game.rules.africa.system import Africa
from game.rules.africa.units import MOROCCAN, SEATS, SPANISH
from tests.rules.africa.test_africa_players import BATTLES

LINE_UP = [(battle, seat) for battle in BATTLES for seat in SEATS]


def names(africa: Africa, battle: str, seat: str) -> list[str]:
    return [script.name for script in africa.evaluator().scripts(battle, seat)]


@pytest.mark.parametrize(("battle", "seat"), LINE_UP)
def test_each_side_has_scripts_in_each_battle(africa: Africa, battle: str, seat: str) -> None:
    """There are at least three different ones."""
    found = names(africa, battle, seat)
    assert len(found) == len({*found}) >= 3


@pytest.mark.parametrize(("battle", "seat"), LINE_UP)
def test_titles_are_short_nouns(africa: Africa, battle: str, seat: str) -> None:
    """A title has an article and at most six words, because a reason has it in brackets."""
    titles = [str(script.title) for script in africa.evaluator().scripts(battle, seat)]
    assert all(title.startswith("the ") and len(title.split()) <= 6 for title in titles), titles


@pytest.mark.rule("6.2")
def test_a_raid_counts_the_area_from_which_the_cavalry_enters(scene: Any) -> None:
    """Out of the mouth of the river the Seyyid has an even chance; from the town it would be more than the plan
    wants."""
    names = {"castillejos": ("ar-raham",)}
    state = scene("m-seyyid-1 castillejos, s-ingenieros ar-raham", phasing="moroccan").play("activate m-seyyid-1").state
    found = []
    for chance in (0.45, 0.6):
        plan = Campaign("raid", say("the raid"), names, chance, raids=names)
        move = CampaignPlayer(plan, Battlefield(Worth(state.setting), state), MOROCCAN).next_raid_action()
        assert move is not None
        found.append(move.places[-1])
    assert ["ar-raham", "boca-del-rio"] == found


@pytest.mark.rule("11.W.2")
@pytest.mark.parametrize("plan", [plan for plan in PLANS[MOROCCAN] if "wad-ras" in plan.posts],
                         ids=lambda plan: plan.name)
def test_objectives_are_occupied_at_the_early_check(scene: Any, plan: Campaign) -> None:
    """At the end of turn 9 the Moroccans win with troops alone in the pass and at the bridge, which they control
    (ruling 14): one unit enters it, and the other stays."""
    table = scene("m-nizam-nur entrada-del-fondak, m-nizam-kabir ta, s-cordoba aduar-am-sal", "movement", "moroccan",
                  "wad-ras", turn=9, spanish_control=["aduar-am-sal"])
    state = table.state
    moves = march_moves(table.rules, state, plan, lambda state: Battlefield(Worth(state.setting), state))
    after = table.play(*(move.notation for move in moves))
    assert ["entrada-del-fondak", "puente-busceja"] == [after.units[unit] for unit in ("m-nizam-nur", "m-nizam-kabir")]


@pytest.mark.rule("11")
def test_an_objective_with_an_officer_alone_is_seized_in_the_last_turn(scene: Any) -> None:
    """Officers without troops gain no control (ruling 13)."""
    table = scene("s-prim castillejos, s-cuenca boca-del-rio, m-gum-uagit al-wahhab", "movement", turn=15)
    plan = Campaign("beach", say("the landing"), {"castillejos": ("playa-del-tarajal",)})
    move = CampaignPlayer(plan, Battlefield(Worth(table.state.setting), table.state), SPANISH).march()
    assert move is not None
    assert "move s-cuenca castillejos" == move.notation
