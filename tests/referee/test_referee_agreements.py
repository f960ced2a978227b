"""Resigning and draw offers through the referee."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game import catalog
from tests.referee.talk import Talk


def begun(system: str = "kassala") -> tuple[Talk, dict[str, Any]]:
    """A new game and its prompt."""
    talk = Talk()
    scenario = next(info.name for info in catalog.rules(system).scenarios if not info.example)
    asked = talk.ask("new", system=system, scenario=scenario, seed=4)
    while asked["to_act"] == "chance":
        asked = talk.ask("roll")
    return talk, asked


@pytest.mark.parametrize("system", catalog.names())
def test_a_side_resigns(system: str) -> None:
    """The prompt has the result; no action is legal."""
    talk, asked = begun(system)
    loser = asked["to_act"]
    (winner,) = (seat for seat in catalog.rules(system).seats if seat != loser)
    assert f"resign {loser}" in asked["match_actions"]
    assert not set(asked["match_actions"]) & set(talk.ask("legal")["actions"])
    assert talk.ask("check", action="resign")["legal"]
    now = talk.ask("play", action="resign")
    assert (None, winner, "resignation") == (now["to_act"], now["result"]["winner"], now["result"]["rule"])
    assert now["result"]["text"]
    assert ([], [], [], [], None) == (
        now["match_actions"], now["open"], now["duties"], now["may_interject"], now["roll"])
    assert [("agreement", "resign", loser)] == [(e["type"], e["action"], e["seat"]) for e in now["events"]]
    assert {"ok": True, "actions": [], "complete": True} == talk.ask("legal")
    talk.refused("not-now", "play", action=f"resign {winner}")
    assert not talk.ask("check", action=f"resign {winner}")["legal"]
    talk.refused("not-now", "suggest", player="random")
    talk.refused("not-now", "undo")
    again = talk.ask("undo", consent=True)
    assert {key: value for key, value in asked.items() if key not in ("events", "faces", "ok")} == {
        key: value for key, value in again.items() if key != "ok"}


@pytest.mark.parametrize(("system", "loser", "text"), [
    ("adua", "italian", "The Italian side resigns: Abyssinian victory"),
    ("adua", "abyssinian", "The Abyssinian side resigns: Italian victory"),
    ("tours", "muslim", "The Muslim side resigns: Frankish victory"),
    ("africa", "spanish", "The Spanish side resigns: Moroccan victory"),
    ("kassala", "moslem", "The Moslem side resigns: Christian victory"),
])
def test_a_sides_name_fits_before_a_noun(system: str, loser: str, text: str) -> None:
    """The name also fits for sides named after their people, such as the Franks."""
    assert text == begun(system)[0].ask("play", action=f"resign {loser}")["result"]["text"]


def test_a_draw_is_agreed(tmp_path: Path) -> None:
    """The prompt says who offers; the request may contain the seat; the record keeps everything."""
    talk, asked = begun()
    assert asked["draw_offer"] is None
    now = talk.ask("play", action="offer-draw", seat="christian")
    assert "christian" == now["draw_offer"]
    assert {"accept-draw moslem", "decline-draw moslem"} <= set(now["match_actions"])
    assert talk.refused("illegal", "play", action="accept-draw christian")["reasons"][0]["rule"] == "draw"
    talk.refused("not-now", "play", action="accept-draw moslem", seat="christian")
    talk.refused("bad-action", "play", action="resign nobody")
    now = talk.ask("play", action="accept-draw")
    assert ("draw", "draw") == (now["result"]["winner"], now["result"]["rule"])
    path = str(tmp_path / "game.jsonl")
    talk.ask("save", path=path)
    assert now["result"] == Talk().ask("load", path=path)["result"]


def test_an_offer_lapses() -> None:
    """An offer lapses with the other side's next action; dice and the offering side's actions leave it open."""
    talk, _ = begun()
    talk.ask("play", action="offer-draw", seat="moslem")
    now = talk.ask("play", action=talk.ask("suggest", player="recruit", seat="moslem")["action"])
    while now["to_act"] != "christian":
        assert now["draw_offer"] == "moslem"
        assert not {action for action in now["match_actions"] if action.startswith("offer-draw")}
        now = talk.ask("roll") if now["to_act"] == "chance" else talk.ask(
            "play", action=talk.ask("legal")["actions"][-1])
    assert now["draw_offer"] == "moslem"
    now = talk.ask("play", action=talk.ask("legal")["actions"][0])
    assert now["draw_offer"] is None
    assert "offer-draw christian" in now["match_actions"]


WON = {"m-mam1": "0605", "m-arab2": "0704", "m-nub1": "0304", "m-nub2": "0703", "m-nub3": "0804", "c-port2": "0807",
       "c-musk1": "0707", "c-res1": "0608"}
"""A position of Kassala in which the Moslem player holds both towns, late in the game."""


@pytest.mark.parametrize(("seat", "accepts"), [("christian", True), ("moslem", False)])
@pytest.mark.parametrize("player", ["recruit", "veteran"])
def test_a_computer_player_answers_by_its_odds(player: str, seat: str, accepts: bool) -> None:
    """It accepts if it does not expect to win, whichever seat has to act."""
    talk = Talk()
    asked = talk.ask("new", position={"system": "kassala", "turn": 9, "phase": "movement", "phasing": "moslem",
                                      "units": [{"id": unit, "place": place} for unit, place in WON.items()]})
    (offering,) = {"moslem", "christian"} - {seat}
    talk.ask("play", action=f"offer-draw {offering}")
    found = talk.ask("suggest", player=player, seat=seat)
    if accepts:
        assert found["odds"] < 0.5
        assert "odds" in found["why"]
        assert f"accept-draw {seat}" == found["action"]
        assert "draw" == talk.ask("play", action=found["action"])["result"]["winner"]
    elif asked["to_act"] == seat:
        assert found["action"] in talk.ask("legal")["actions"]
    else:
        assert f"decline-draw {seat}" == found["action"]
        assert talk.ask("play", action=found["action"])["draw_offer"] is None
