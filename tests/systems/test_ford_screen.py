"""The Ford at Dusk by mouse on the real screen, between two people and against a computer player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from game import catalog
from game.core.offer import Picked
from game.i18n.words import translate
from game.match.start import Start
from game.ui.app.dialogs import HandOver
from game.ui.kit.pen import Pen
from game.ui.screens.victory import Victory
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
KINDS = ["rider"] * 5 + ["dust"] * 3


def position(phase: str = "movement", phasing: str = "column", **places: str) -> dict[str, Any]:
    """The first position with some counters in other places."""
    rules = catalog.rules("ford")
    found = rules.position(rules.initial("ford"))
    rows = [{**row, "place": places.get(row["id"].replace("-", "_"), row["place"])} for row in found["units"]]
    return {**found, "phase": phase, "phasing": phasing, "kinds": KINDS, "units": rows}


def rest(hand: Hand) -> None:
    """Let everything play out; the other player takes over if the screen asks."""
    hand.settle()
    if isinstance(hand.top, HandOver):
        hand.press(hand.button("Ready"))
        hand.settle()


def main(hand: Hand) -> None:
    """Press the main button, twice if it first warns of remaining actions."""
    before = len(hand.game.match.plies)
    for _ in range(3):
        if len(hand.game.match.plies) == before:
            hand.wait(2.0)
            hand.press(hand.screen.widgets.main)
            hand.settle()
    rest(hand)


def plies(hand: Hand) -> list[str]:
    """The actions so far."""
    return [ply.action.notation for ply in hand.game.match.plies]


def shown(hand: Hand) -> dict[str, str]:
    """The labels of the counters as the viewer sees them."""
    return {unit: counter.numbers for unit, counter in hand.game.situation.counters.items()}


def test_the_secret_and_a_turn(sit_down: Sit) -> None:
    """The Raiders name two counters, roll, and hand over to the Column, which does not see their kinds."""
    hand = sit_down(Start("play", "ford", seed=7))
    for unit in ("raider-3", "raider-6"):
        hand.click_unit(unit)
        hand.press(hand.screen.widgets.choices[0])
        hand.settle()
    main(hand)
    assert ["choose raider-3", "choose raider-6"] == plies(hand)[:2]
    assert ("column", "?-5") == (hand.to_act, shown(hand)["raider-1"])
    hand.click_unit("wagon-3")
    hand.click_place("0404")
    rest(hand)
    main(hand)
    main(hand)
    assert "raiders" == hand.to_act
    assert ["0-5"] * 3 + ["2-5"] * 5 == sorted(numbers for unit, numbers in shown(hand).items() if "raider" in unit)
    assert ["move wagon-3 0404", "enough", "enough"] == plies(hand)[3:]


def test_a_reaction_by_mouse(sit_down: Sit) -> None:
    """During the Column's movement the Raiders decide on a reaction; a Rider rolls."""
    hand = sit_down(Start("play", "ford", seed=7, position=position(
        wagon_1="0503", raider_1="0703", raider_6="0704", raider_2="0704")))
    rest(hand)
    hand.click_unit("wagon-1")
    hand.click_place("0603")
    rest(hand)
    assert "raiders" == hand.to_act
    hand.click_unit("raider-1")
    hand.click_place("0603")
    rest(hand)
    main(hand)
    assert ["move wagon-1 0603", "choose raider-1"] == plies(hand)[:2]
    assert ("column", "2-5", "?-5") == (hand.to_act, shown(hand)["raider-1"], shown(hand)["raider-2"])


def test_an_attack_by_mouse(sit_down: Sit) -> None:
    """Two guards join an attack; Dust is removed before the roll."""
    hand = sit_down(Start("play", "ford", seed=7, position=position(
        "combat", guard_1="0702", guard_2="0603", raider_1="0703", raider_6="0703")))
    rest(hand)
    for unit in ("guard-1", "guard-2"):
        hand.click_unit(unit)
        hand.click_place("0703")
        hand.settle()
    main(hand)
    assert hand.rolling
    assert None is hand.game.situation.counters["raider-6"].place
    main(hand)
    assert ["attack guard-1 0703", "attack guard-2 0703", "enough"] == plies(hand)[:3]


def test_a_refused_click_says_why(sit_down: Sit) -> None:
    """The reason has its rule."""
    hand = sit_down(Start("play", "ford", seed=7, position=position()))
    rest(hand)
    hand.click_unit("wagon-3")
    hand.click_place("0305")
    hand.settle()
    assert [] == plies(hand)
    offers = [offer for offer in hand.game.rules.offers(hand.game.match.state, Picked(("wagon-3",)))
              if offer.place == "0305"]
    assert ["Wagons cannot enter woods (6.2)"] == [str(offer.verdict) for offer in offers]


@pytest.mark.every(2)
@pytest.mark.parametrize(("seat", "asked"), [("raiders", "column"), ("column", "raiders")])
def test_against_a_computer_player(sit_down: Sit, seat: str, asked: str) -> None:
    """The computer player plays its side, and the person's turn comes again."""
    hand = sit_down(Start("play", "ford", seed=7, players={seat: "random"}, position=position(
        phasing=asked, phase="combat")))
    hand.settle()
    assert asked == hand.to_act
    main(hand)
    hand.until(lambda: hand.to_act == asked and not hand.game.stage.busy)
    assert len(plies(hand)) > 1


def test_the_last_wagon(sit_down: Sit) -> None:
    """After three wagons leave the map, the box has them, and the Column has won."""
    hand = sit_down(Start("play", "ford", seed=7, position={**position(
        wagon_1="1001", wagon_2="1002", wagon_3="1003", raider_1="0101", raider_2="0102", raider_3="0103")}))
    rest(hand)
    main(hand)
    hand.on(Victory)
    assert {"safe"} == {hand.game.situation.counters[f"wagon-{n}"].place for n in (1, 2, 3)}


def test_conditions_of_one_rule_are_separated_by_a_full_stop(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full stop is added if a condition has none; the last condition is followed by its rule."""
    rules = type(catalog.rules("ford"))
    given, flow, shown = rules.objectives, Pen.flow, list[str]()

    def of_one_rule(self: Any, state: Any) -> Any:
        found = given(self, state)
        return replace(found, victory=tuple(replace(note, rule=found.victory[0].rule) for note in found.victory))

    def spy(pen: Pen, runs: Any, **more: Any) -> None:
        shown.extend(translate(run.text) for run in runs)
        flow(pen, runs, **more)

    monkeypatch.setattr(rules, "objectives", of_one_rule)
    monkeypatch.setattr(Pen, "flow", spy)
    sit_down(Start("play", "ford", seed=7))
    ford = catalog.rules("ford")
    first, second = (translate(note.text) for note in ford.objectives(ford.initial("ford")).victory)
    assert f"{first}." in shown
    assert f"{second}." not in shown
