"""Warnings of legal actions through the protocol: from ``check`` before the action, and as a risk in a preview."""

from __future__ import annotations

from typing import Any

from tests.referee.talk import Talk

CHARGE = "charge menelik-f1 iii-infantry"


def charging(*more: str) -> Talk:
    """The Abyssinians' charges of turn 5: one unit next to III Infantry, in Menelik's hex."""
    talk = Talk()
    units: list[dict[str, Any]] = [{"id": "iii-infantry", "place": "1907"}, {"id": "menelik", "place": "1807"},
                                   {"id": "menelik-f1", "place": "1807", "shot": True}]
    units += [{"id": unit, "place": "1908"} for unit in more]
    asked = talk.ask("new", position={
        "system": "adua", "turn": 5, "phase": "charge", "phasing": "abyssinian", "units": units,
        "resolved": [{"unit": "menelik-f1", "target": "iii-infantry", "dice": 2}]})
    assert asked["ok"]
    return talk


def test_a_charge_that_leaves_menelik_cut_off_warns() -> None:
    """The charge stays legal; the warning has the rule, the words and the pieces."""
    talk = charging("iv-infantry")
    reply = talk.ask("check", action=CHARGE)
    assert reply["legal"]
    [warning] = reply["warnings"]
    assert ("10.2", 21, ["menelik"]) == (warning["rule"], warning["ruling"], warning["values"]["units"])
    assert "1807" in warning["text"]
    assert warning["text"] in talk.ask("preview", action=CHARGE)["risk"]
    assert "italian" == talk.ask("play", action=CHARGE)["result"]["winner"]


def test_losses_at_the_end_of_a_phase_are_a_warning() -> None:
    """Taitu is cut off and has moved, so she is not open; ``check`` of ``end`` says by which rule she is lost."""
    talk = Talk()
    asked = talk.ask("new", position={
        "system": "adua", "turn": 5, "phase": "move", "phasing": "abyssinian",
        "units": [{"id": "iii-infantry", "place": "1907"}, {"id": "taitu", "place": "1807", "moved": True},
                  {"id": "menelik", "place": "0112"}, {"id": "menelik-f1", "place": "0112"}]})
    assert not [entry for entry in asked["open"] if "taitu" in entry["units"]]
    [warning] = talk.ask("check", action="end")["warnings"]
    assert ("10.2", 21, ["taitu"]) == (warning["rule"], warning["ruling"], warning["values"]["units"])


def test_where_nothing_needs_saying_there_is_no_warning() -> None:
    talk = charging()
    assert {"ok": True, "legal": True} == talk.ask("check", action=CHARGE)
    assert "risk" not in talk.ask("preview", action=CHARGE)
