"""A path that the player chose is kept; for the dice only its end matters."""

from __future__ import annotations

from game import catalog
from game.match.match import Match


def test_a_named_detour_is_played_as_named() -> None:
    """The events and the record show the chosen path instead of the shortest one."""
    match = Match.begin(catalog.rules("kassala"), "kassala", seed=1)
    step = match.play("move m-tcav1 0501-0502-0503")
    assert ("0401", "0501", "0502", "0503") == step.events[0].fields()["path"]
    assert "move m-tcav1 0501-0502-0503" == step.action.notation


def test_another_path_to_the_same_hex_gives_the_same_dice() -> None:
    """Another path to the same hex does not change the dice."""
    faces = []
    for way in ("0703", "0702-0703", "0603-0703"):
        match = Match.begin(catalog.rules("kassala"), "kassala", seed=5)
        match.play(f"move m-arab2 {way}")
        match.play("end-movement")
        match.play("attack m-arab2 > c-galla1")
        faces.append(match.roll().action.notation)
    assert faces == [faces[0]] * 3
