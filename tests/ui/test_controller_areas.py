"""Clicks and keys on an area board: commands, interrupts, groups, losses. Nothing is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from game import catalog
from game.core.action import Action, Faces
from game.core.chance import CHANCE, per_cent
from game.rules.africa.system import Africa
from game.ui.play.controller import Controller
from tests.rules.table import units

Scene = Callable[..., Controller]


@pytest.fixture(scope="module")
def africa() -> Africa:
    """The rules of Africa on the boards of ``maps/``."""
    return Africa(catalog.board)


@pytest.fixture
def scene(africa: Africa) -> Scene:
    """A controller on a position of Castillejos, after some actions."""

    def make(line: str, phase: str = "fire", phasing: str = "spanish", *played: str, **more: Any) -> Controller:
        position = {"scenario": "castillejos", "options": [], "turn": 1, "phase": phase, "phasing": phasing}
        state = africa.from_position({**position, "units": units(line), **more})
        for notation in played:
            state, _ = africa.apply(state, africa.parse(notation))
        return Controller(africa, state)

    return make


def said(action: Action | None) -> str:
    return action.notation if action is not None else ""


def test_in_a_fire_phase_a_click_on_the_enemy_fires(scene: Scene) -> None:
    """Select one's own unit, click the enemy area: a single way to fire is done at once."""
    controller = scene("s-cuenca a, m-gk-haus playa-del-tarajal")
    assert controller.click("a", "s-cuenca") is None
    assert controller.selection.choices.target_places == ("playa-del-tarajal",)
    assert controller.selection.topmost_targets == ("m-gk-haus",)
    assert controller.selection.reach == {}
    assert said(controller.click("playa-del-tarajal", "m-gk-haus")) == "fire s-cuenca playa-del-tarajal"


def test_with_an_officer_able_to_help_the_second_click_fires(scene: Scene) -> None:
    """Both ways are offered, the better chance first; a second click takes it."""
    controller = scene("s-cuenca a, s-prim a, m-gk-haus playa-del-tarajal")
    controller.click("a", "s-cuenca")
    assert controller.click("playa-del-tarajal", None) is None
    assert controller.selection.focus == "playa-del-tarajal"
    offered = [proposal.action.notation for proposal in controller.selection.proposals]
    assert offered == ["fire s-cuenca playa-del-tarajal with s-prim", "fire s-cuenca playa-del-tarajal"]
    assert [per_cent(p.chance) for p in controller.selection.proposals] == ["85.5 %", "31.3 %"]
    assert said(controller.click("playa-del-tarajal", None)) == "fire s-cuenca playa-del-tarajal with s-prim"


def test_a_gun_is_announced_and_then_aimed_by_clicks(scene: Scene) -> None:
    """Activation is a button; enemy areas within range are targets, adjacent free areas are destinations."""
    controller = scene("s-2-bateria b, m-gk-haus casa-de-la-condesa", "movement")
    controller.click("b", "s-2-bateria")
    shot, alone = controller.selection.proposals
    assert [action.notation for action in shot.actions] == [
        "activate s-2-bateria", "bombard s-2-bateria casa-de-la-condesa"]
    assert [action.notation for action in alone.actions] == ["activate s-2-bateria"]
    controller = scene("s-2-bateria b, m-gk-haus casa-de-la-condesa", "movement", "spanish", "activate s-2-bateria")
    controller.click("b", None)
    assert controller.selection.choices.target_places == ("casa-de-la-condesa",)
    assert "as-salam" in controller.selection.reach
    controller.click("casa-de-la-condesa", None)
    offered = [proposal.action.notation for proposal in controller.selection.proposals]
    assert offered == ["bombard s-2-bateria casa-de-la-condesa", "move s-2-bateria casa-de-la-condesa"]
    assert str(controller.selection.proposals[0].label).startswith("Fire · effect: ")


LINE = "s-cuenca b, s-husares a, m-gk-haus al-wahhab, m-bujari-1 campamento-de-abbas"


def test_an_interrupt_asks_for_the_unit_and_refuses_foot_with_the_rule(scene: Scene) -> None:
    """Only cavalry and guns have rings; a click on foot gives the reason; Enter on cavalry announces it."""
    controller = scene(LINE, "movement")
    controller.interrupt_as("moroccan")
    assert (controller.situation.prompt.to_act, str(controller.situation.prompt.rule)) == ("moroccan", "8")
    assert controller.selection.eligible == ("m-bujari-1",)
    assert controller.click("al-wahhab", "m-gk-haus") is None
    assert controller.selection.refusal is not None
    assert [str(reason.rule) for reason in controller.selection.refusal.reasons] == ["8"]
    controller.next_unit()
    assert said(controller.confirm()) == "activate m-bujari-1"


def test_cancelling_an_interrupt_returns_to_the_side_to_act(scene: Scene) -> None:
    """Nothing is left of the interrupt."""
    controller = scene(LINE, "movement")
    before = controller.situation.prompt, controller.selection.eligible
    controller.interrupt_as("moroccan")
    controller.click("campamento-de-abbas", "m-bujari-1")
    controller.interrupt_as(None)
    selection = controller.selection
    assert (controller.situation.prompt, selection.eligible, selection.selected) == (*before, None)


def test_a_new_state_ends_interrupting(scene: Scene, africa: Africa) -> None:
    """Once the cavalry is announced its side acts normally."""
    controller = scene(LINE, "movement")
    controller.interrupt_as("moroccan")
    after, _ = africa.apply(controller.situation.state, africa.parse("activate m-bujari-1"))
    controller.show(after, True)
    assert controller.situation.interrupting is None
    assert controller.situation.prompt.to_act == "moroccan"


def test_the_first_click_shows_the_odds_of_a_shock_and_the_second_starts_it(scene: Scene) -> None:
    """In the shock phase the areas can be clicked."""
    line = "s-cuenca casa-de-la-condesa came=b, m-gk-haus casa-de-la-condesa"
    controller = scene(line, "shock")
    assert controller.click("casa-de-la-condesa", None) is None
    assert controller.selection.choices.target_places == ("casa-de-la-condesa",)
    assert said(controller.click("casa-de-la-condesa", None)) == "shock casa-de-la-condesa"


def test_a_stack_moves_together_one_action_after_the_other(scene: Scene) -> None:
    """The group can go where each of its units can; the others follow after the first action."""
    controller = scene("s-cuenca b, s-luchana b, s-prim b, m-gk-haus al-wahhab", "movement")
    controller.selection.cursor = "b"
    controller.stacks.select_whole_stack()
    assert controller.selection.selected is not None
    assert {controller.selection.selected, *controller.selection.group} == {"s-cuenca", "s-luchana", "s-prim"}
    first = controller.selection.selected
    assert said(controller.click("as-salam", None)) == f"move {first} as-salam"
    followers = {unit for unit, place in controller.followers if place == "as-salam"}
    assert followers == {"s-cuenca", "s-luchana", "s-prim"} - {
        first
    }


def test_a_unit_joins_and_leaves_a_group(scene: Scene) -> None:
    """Clicked with Shift again it stays; clicking the first one again changes the leader of the group."""
    controller = scene("s-cuenca b, s-luchana b, m-gk-haus al-wahhab", "movement")
    controller.selection.select("s-cuenca")
    controller.stacks.toggle_unit("s-luchana")
    assert controller.selection.group == ("s-luchana",)
    controller.stacks.toggle_unit("s-cuenca")
    assert controller.selection.selected == "s-luchana"
    assert len(controller.selection.group) == 0


def test_a_loss_is_a_button_that_needs_no_selected_unit(africa: Africa) -> None:
    """The loser of a shock selects a unit, or gives a step of each at once."""
    controller = _first(africa, lambda found: {"lose", "lose-steps"} <= {a.notation.split()[0] for a in found})
    assert [p.action.notation for p in controller.selection.proposals] == ["lose-steps"]
    offered = controller.selection.proposals[0]
    assert offered.label == africa.describe(controller.situation.state, offered.action)
    unit = controller.selection.eligible[0]
    controller.click(controller.situation.counters[unit].place, unit)
    assert controller.selection.proposals[0].action.notation == f"lose {unit}"
    assert controller.selection.proposals[0].label == "Eliminate this unit"


def test_in_a_choice_of_one_counter_a_second_click_replaces_it(africa: Africa) -> None:
    """Losses are chosen one by one: the button means the selected unit, and the map marks it."""
    controller = _first(africa, lambda found: [a.notation.split()[0] for a in found].count("lose") > 1)
    first, other = controller.selection.eligible[:2]
    assert {first, other} <= set(controller.situation.duties)
    for unit in (first, other):
        controller.click(controller.situation.counters[unit].place, unit)
    assert controller.selection.participants == (other,)
    assert controller.selection.proposals[0].action.notation == f"lose {other}"


def test_a_unit_that_must_retreat_is_selected_at_once(africa: Africa) -> None:
    """It has no other choice, so a click on a free area is enough."""
    controller = _first(africa, lambda found: found[0].notation.startswith("retreat") and len(found) > 1)
    assert controller.selection.selected == controller.selection.eligible[0]
    place = next(iter(controller.selection.reach))
    assert said(controller.click(place, None)) == f"retreat {controller.selection.selected} {place}"


def _first(africa: Africa, wanted: Callable[[Sequence[Action]], bool]) -> Controller:
    """The first position of random games with the wanted candidates."""
    for seed in range(60):
        rng = Random(seed)
        state: Any = africa.initial("castillejos")
        while africa.to_act(state) is not None:
            found = africa.candidates(state)
            if africa.to_act(state) != CHANCE and wanted(found):
                return Controller(africa, state)
            state, _ = africa.apply(state, _bold(rng, found))
    raise AssertionError("no such position in sixty games")


def _bold(rng: Random, found: Sequence[Action]) -> Action:
    """Any action, rarely the end of a phase."""
    others = [action for action in found if action.notation != "done"]
    return rng.choice(others if others and rng.random() < 0.9 else list(found))


@pytest.mark.every(3)
@pytest.mark.parametrize("share", [0.03, pytest.param(0.2, marks=pytest.mark.soak)])
@pytest.mark.parametrize("scenario", ["castillejos", "tetuan", "wad-ras"])
def test_every_legal_action_can_be_reached_by_clicks_and_by_keys(africa: Africa, scenario: str, share: float) -> None:
    """In random games of each battle, every action is the main button, a place, or an offered button."""
    rng, seen = Random(6), set[str]()
    for _ in range(5):
        state: Any = africa.initial(scenario)
        for _ in range(900):
            if africa.to_act(state) is None:
                break
            found = africa.candidates(state)
            new = [action for action in found if action.notation.split()[0] not in seen][:1]
            if africa.to_act(state) != CHANCE and (new or rng.random() < share):
                controller = Controller(africa, state)
                for action in (*new, *rng.sample(list(found), min(4, len(found)))):
                    seen.add(action.notation.split()[0])
                    assert _reaches(controller, action), f"{action.notation} in {africa.prompt(state).text}"
            state, _ = africa.apply(state, _bold(rng, found))
    assert {"move", "fire", "activate", "bombard", "done", "shock", "top", "retreat"} <= seen
    assert not any(isinstance(africa.parse(word), Faces) for word in seen & {"done"})


def _reaches(controller: Controller, action: Action) -> bool:
    """Whether clicks lead to an action: the main button, a unit and a place, or a unit and an offered button."""
    if controller.situation.prompt.main == action:
        return True
    controller.selection.clear()
    controller.show(controller.situation.state, True)
    if action in [p.action for p in controller.selection.proposals]:
        return True
    for unit in action.notation.split()[1:2]:
        if controller.situation.composing:
            controller.click(controller.situation.counters[unit].place, unit)
        elif unit in controller.situation.counters and controller.selection.selected != unit:
            if unit not in controller.selection.eligible:
                return False
            controller.selection.select(unit)
        elif unit not in controller.situation.counters:
            held = [u for u in controller.situation.stacks.get(unit, []) if u in controller.selection.eligible]
            controller.selection.select(held[0] if held else None)
        if action in [p.action for p in controller.selection.proposals]:
            return True
        for place, found in controller.selection.choices.proposals_at.items():
            if action in [p.action for p in found]:
                first = controller.click(place, None)
                return first == action or action in [p.action for p in controller.selection.proposals]
    return False


def test_a_reinforcement_is_selected_and_enters_at_a_click_on_the_coast(africa: Africa) -> None:
    """The gunboat of Castillejos waits on the card; the sea is lit."""
    controller = _first(africa, lambda found: found[0].notation.startswith("enter"))
    assert controller.situation.prompt.mode == "place"
    assert controller.selection.waiting == (controller.selection.selected,)
    place = next(iter(controller.selection.reach))
    assert said(controller.click(place, None)) == f"enter {controller.selection.selected} {place}"
