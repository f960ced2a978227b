"""Sharing out the camp of Muley Achmed before the battle of Tetuan (11.T.4, ruling 18)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.verdict import Illegal

NORTH, SOUTH = "campamento-de-muley-achmed-norte", "campamento-de-muley-achmed-sur"
CAMPED = {"m-okla", "m-gk-tanja", "m-nizam-nur", "m-achmet", "m-kabul", "m-gk-anyera", "m-nizam-din"}

pytestmark = pytest.mark.rule("11.T.4")


def elsewhere(africa: Any, state: Any) -> dict[str, str]:
    """Unit -> the area it may still be set up in."""
    found = (action.notation.split() for action in africa.interjections(state, "moroccan"))
    return {words[1]: words[2] for words in found if words[0] == "enter"}


def reasons(africa: Any, state: Any, text: str) -> list[str]:
    """What a refusal says, with its rules."""
    verdict = africa.check(state, africa.parse(text))
    assert isinstance(verdict, Illegal)
    return [f"{reason.text} {reason.rule}" for reason in verdict.reasons]


def test_each_of_the_camp_may_stand_in_either_area(africa: Any) -> None:
    """The seven of the list, out of turn, each into the other area; nobody else, and nobody anywhere else."""
    state = africa.initial("tetuan")
    assert CAMPED == elsewhere(africa, state).keys()
    assert SOUTH == elsewhere(africa, state)["m-okla"]
    state, (event,) = africa.apply(state, africa.parse(f"enter m-okla {SOUTH}"))
    assert ("11.T.4", 18) == (event.rule.number, event.rule.ruling)
    assert NORTH == elsewhere(africa, state)["m-okla"]
    assert "spanish" == africa.to_act(state)
    assert ("moroccan",) == africa.may_interject(state)
    assert ["Okla is set up in an area of its camp, not in Tetuan 11.T.4 (ruling 18)"] == [
        text.replace("Tetuán", "Tetuan") for text in reasons(africa, state, "enter m-okla tetuan")]
    assert "The set-up gives Abbas its area" in reasons(africa, state, f"enter m-abbas {NORTH}")[0]


def test_nine_points_an_area(africa: Any) -> None:
    """Rule 5 holds for the camp too: ten points do not fit in one area."""
    state = africa.initial("tetuan")
    for unit in ("m-gk-tanja", "m-nizam-nur"):
        state, _ = africa.apply(state, africa.parse(f"enter {unit} {SOUTH}"))
    assert "holds 9 stacking points 5" in reasons(africa, state, f"enter m-okla {SOUTH}")[0]
    assert "m-achmet" in elsewhere(africa, state)


@pytest.mark.parametrize("first", ["done", "activate s-montana-2", "move s-prim 4", f"enter m-nizam-nur {SOUTH}"])
def test_only_before_anything_is_done(africa: Any, first: str) -> None:
    """The first action of either side ends it; sharing out is none."""
    state, _ = africa.apply(africa.initial("tetuan"), africa.parse(first))
    assert first.startswith("enter") == bool(elsewhere(africa, state))
    if not first.startswith("enter"):
        assert "The battle has begun" in reasons(africa, state, f"enter m-okla {SOUTH}")[0]


def test_the_owner_is_asked_before_the_first_action(africa: Any) -> None:
    """The moment comes with whatever is done first, and with nothing after it."""
    state = africa.initial("tetuan")
    done = africa.parse("done")
    after, _ = africa.apply(state, done)
    assert "camp" in africa.moments_of(state, done, after)["moroccan"]
    later, _ = africa.apply(after, done)
    assert "camp" not in africa.moments_of(after, done, later).get("moroccan", ())
    assert not elsewhere(africa, africa.initial("castillejos"))
