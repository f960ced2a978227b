"""All remaining fire, roll by roll; previews of every roll; the line with the results."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from game.core.action import Faces
from game.core.chance import CHANCE
from game.core.event import Rolled
from game.core.preview import Preview
from game.rules.africa.state import AfricaState
from game.rules.africa.system import Africa
from tests.rules.table import facts

LINE = "s-cuenca a, s-luchana a, s-caz-vergara a, s-prim a, m-gum-uagit playa-del-tarajal, m-gk-haus b"


def chances(preview: Preview | None) -> dict[str, Fraction]:
    """Result -> chance, without impossible ones."""
    assert preview is not None
    return {outcome.result: outcome.chance for outcome in preview.outcomes if outcome.chance}


@pytest.mark.rule("6.1")
def test_the_next_fire_is_the_likeliest_to_hit(scene: Any) -> None:
    """Cuenca with Prim's two coins fires at the open beach, not at the mountain."""
    table = scene(LINE)
    label, action = table.rules.autoplay_step(table.state)
    assert (3,) == facts(label)
    assert ("playa-del-tarajal", "s-prim") == (action.place, action.officer)
    best = table.preview(action.notation)
    for other in table.rules.candidates(table.state):
        if other.notation.startswith("fire"):
            assert 1 - chances(table.preview(other.notation)).get("miss", 0) <= 1 - chances(best).get("miss", 0)


@pytest.mark.rule("6.1")
def test_fire_continues_until_no_unit_is_left(scene: Any) -> None:
    """With three shots, the run only rolls while a roll is pending; then nothing is left."""
    table = scene(LINE)
    fired = 0
    while (left := table.rules.autoplay_step(table.state)) is not None:
        _, action = left
        due = table.rules.pending_roll(table.state)
        assert (action is None) == (due is not None)
        table = table.play((0,)) if action is None else table.play(action.notation)
        fired += action is not None
        if action is None and fired == 3:
            break
    assert 3 == fired
    assert table.rules.pending_roll(table.state) is not None or table.state.now.phase != "fire"


@pytest.mark.rule("6.1")
def test_the_last_shot_is_no_run(scene: Any) -> None:
    """Once the coins of the last unit are pending there is nothing to resolve together."""
    table = scene("s-cuenca a, m-gum-uagit playa-del-tarajal").play("fire s-cuenca playa-del-tarajal")
    assert table.rules.autoplay_step(table.state) is None


@pytest.mark.rule("6.1")
def test_defensive_fire_is_a_run_too(scene: Any) -> None:
    """Both defenders fire at the unit that entered."""
    table = scene("s-cuenca b, s-luchana b, m-gum-uagit b", "defensive-fire", "moroccan")
    label, action = table.rules.autoplay_step(table.state)
    assert ((2,), "fire", "b") == (facts(label), action.verb, action.place)


@pytest.mark.rule("7")
def test_rallies_are_a_run(scene: Any) -> None:
    """All coins of the end of a turn are flipped together, with one line about them."""
    table = scene("s-cuenca a demoralized, s-luchana b demoralized, m-gum-uagit ar-aziz", "shock",
                  "moroccan")
    label, action = table.rules.autoplay_step(table.state)
    assert "both" in str(label)
    assert action is None
    after = table.play(3)
    assert after.rules.autoplay_step(after.state) is None
    assert (2, 1) == facts(table.rules.summary(after.play(0).events).text)


@pytest.mark.rule("6.1")
def test_summary_counts_hits_and_losses(scene: Any) -> None:
    """One shot misses, one destroys a Gum, counted from the events."""
    table = scene(LINE).play("fire s-caz-vergara playa-del-tarajal", 0, "fire s-cuenca playa-del-tarajal", 3, 3)
    assert (2, 1, 1) == facts(table.rules.summary(table.events).text)
    assert "" == table.rules.summary(()).text
    missed = scene(LINE).play("fire s-cuenca playa-del-tarajal", 0)
    assert (1,) == facts(missed.rules.summary(missed.events).text)


@pytest.mark.rule("9")
def test_summary_counts_the_shots_of_a_gun_not_the_guns(scene: Any) -> None:
    """One gun, activated twice in a turn, fires at two areas without effect: two shots."""
    table = scene("s-montada b, m-gk-haus castillejos, m-gum-uagit playa-del-tarajal", "movement")
    for place, shots in (("castillejos", "1 shot: no effect"), ("playa-del-tarajal", "2 shots: no effect")):
        table = table.play("activate s-montada", f"bombard s-montada {place}")
        table = table.play(tuple(low for low, _ in table.dice))
        assert shots == table.rules.summary(table.events).text


@pytest.mark.rule("6.1")
def test_preview_of_the_three_coins_of_a_hit(scene: Any) -> None:
    """Once the shot has hit, the result is 1/2 retreat, 3/8 demoralized, 1/8 destroyed."""
    table = scene(LINE).play("fire s-cuenca playa-del-tarajal", 3)
    expected = {"retreat": Fraction(1, 2), "demoralization": Fraction(3, 8), "destroyed": Fraction(1, 8)}
    assert expected == chances(table.rules.preview(table.state, Faces((0,))))
    assert expected == dict(table.rules.pending_roll(table.state).outcomes)


@pytest.mark.parametrize("options", [(), ("marker-cup",)])
@pytest.mark.parametrize("battle", ["castillejos", "tetuan", "wad-ras"])
def test_every_roll_has_a_preview_that_agrees(africa: Africa, battle: str, options: tuple[str, ...]) -> None:
    """In random games roll and preview have the same chances, and each result is one of the preview or its groups."""
    rng = Random(f"{battle}{options}")
    state: AfricaState = africa.initial(battle, options)
    for _ in range(400):
        actor = africa.to_act(state)
        if actor is None:
            break
        choices = africa.candidates(state)
        roll = africa.pending_roll(state)
        action = rng.choice(list(choices))
        if actor == CHANCE:
            assert roll is not None
            preview = africa.preview(state, action)
            assert dict(roll.outcomes) == chances(preview)
            assert preview is not None
            names = {name for outcome in preview.outcomes for name in (outcome.result, outcome.group)}
            results = [event.result for event in africa.apply(state, action)[1] if isinstance(event, Rolled)]
            assert names >= set(results)
        left = africa.autoplay_step(state)
        if left is not None and left[1] is not None:
            assert africa.check(state, left[1])
        state = africa.apply(state, action)[0]


@pytest.mark.rule("6.1")
def test_arriving_foot_is_put_above_cavalry_and_guns(scene: Any) -> None:
    """One run puts the arrivals on top in their own order; without arrivals, and afterwards, nothing is offered."""
    table = scene("s-2-bateria b, s-husares a, s-cuenca a, s-luchana a, m-gk-haus al-wahhab", "movement")
    assert table.rules.autoplay_step(table.state) is None
    table = table.play("move s-cuenca b", "move s-luchana b")
    assert (1,) == facts(table.rules.autoplay_step(table.state)[0])
    while table.rules.autoplay_step(table.state) is not None:
        table = table.play(table.rules.autoplay_step(table.state)[1].notation)
    stack = [c.unit for c in table.rules.counters(table.state) if c.place == "b"]
    assert ["s-2-bateria", "s-luchana", "s-cuenca"] == stack
    assert "6.1 (ruling 16)" == table.refusal("top s-luchana")


@pytest.mark.rule("6.1")
def test_a_gun_that_fired_where_it_was_is_no_arrival(scene: Any) -> None:
    """Its stack is in the order that its player gave it."""
    table = scene("s-montada b, s-cuenca b, m-gk-haus castillejos", "movement").play(
        "activate s-montada", "bombard s-montada castillejos")
    table = table.play(tuple(low for low, _ in table.dice))
    assert "top s-cuenca" in table.legal()
    assert table.rules.autoplay_step(table.state) is None
