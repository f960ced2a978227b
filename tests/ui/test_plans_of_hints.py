"""A hint is a plan: drawn on the map as arrows, done step by step or all at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.message import values_in
from game.match.hint import hint_of_plan
from game.match.loading import load
from game.match.start import Start
from game.ui.board import arrows
from game.ui.board.overlay import PlanArrow
from game.ui.board.overlays import TEAL
from game.ui.board.signs import Ruler, draw_arrow
from game.ui.kit.pictures import render_elements
from game.ui.play.game import GameInPlay
from game.ui.play.main_button import DO_IT
from tests.rules.renaissance.board import table
from tests.rules.tours.board import table as tours_table
from tests.ui.hand import Hand
from tests.ui.hints import hinted
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
MARCH = ("move m-tcav1 0501-0502-0603", "move m-arab1 0603-0703", "move m-nub1 0103-0204", "end-movement")


@pytest.fixture
def march(sit_down: Sit) -> Hand:
    """The first Moslem movement, with a hint of three moves and the end of the phase."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.game.hint = hinted(hand.game, *MARCH)
    hand.game.dirty = True
    hand.wait()
    return hand


def rest(hand: Hand) -> None:
    """Let a running plan finish."""
    for _ in range(200):
        hand.wait(0.1)
        if not hand.game.hinting.running and not hand.game.stage.busy:
            return
    raise AssertionError("the plan never ended")


def done(game: GameInPlay) -> list[str]:
    return [ply.action.notation for ply in game.match.plies]


def without_plan(hand: Hand) -> str:
    """The window's picture without the plan's arrows."""
    over = hand.game.view.overlay
    plan, over.plan = over.plan, ()
    hand.app.step(0)
    bare = digest(hand.app.window)
    over.plan = plan
    hand.app.step(0)
    return bare


def test_the_whole_plan_is_drawn_and_the_next_step_stands_out(march: Hand) -> None:
    """Each unit's path from start to end is numbered in order; the next unit is ringed, with its own path's arrow."""
    over = march.game.view.overlay
    assert over.plan == (
        PlanArrow(("0401", "0501", "0502", "0603"), False, "1", True),
        PlanArrow(("0602", "0603", "0703"), False, "2", False),
        PlanArrow(("0102", "0103", "0204"), False, "3", False),
    )
    assert (over.selected, over.path) == ("m-tcav1", over.plan[0].path)
    march.wait_for_print()
    assert without_plan(march) != digest(march.app.window)


def test_the_march_of_a_later_step_ends_before_the_counters(march: Hand) -> None:
    """Its gap does not shrink with its thinner line."""
    view = march.game.view
    surface = pygame.Surface(march.app.window.get_size())
    ruler = Ruler(view.geometry, view.camera, view.camera.scale)
    arrows.draw_marches(surface, (PlanArrow(("0401", "0402", "0403"), False, "2", False, True),), ruler)
    drawn = pygame.mask.from_threshold(surface, TEAL, (1, 1, 1)).get_bounding_rects()
    lowest = max(box.bottom for box in drawn)
    assert abs(view.point_of("0403")[1] - lowest - arrows.COUNTER_ARROW_GAP * view.camera.scale) <= 2


@pytest.mark.usefixtures("march")
def test_only_the_visible_part_of_an_arrow_is_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    """From near, a long one would take much memory; what is seen of it is the same, and nothing if all is elsewhere."""
    sizes: list[tuple[int, int]] = []

    def spy(size: tuple[int, int], view: str, body: str) -> pygame.Surface:
        sizes.append(size)
        return render_elements(size, view, body)

    monkeypatch.setattr("game.ui.board.signs.render_elements", spy)
    path, view = ((20, 30), (500, 90), (1500, 1400)), pygame.Rect(400, 40, 300, 260)
    whole, part = (pygame.Surface((1600, 1500), pygame.SRCALPHA) for _ in range(2))
    draw_arrow(whole, path, 60.0, 0.3)
    part.set_clip(view)
    draw_arrow(part, path, 60.0, 0.3)
    draw_arrow(part, ((20, 900), (30, 1400)), 60.0)
    assert [view.size] == sizes[1:]
    shown, expected = (pygame.surfarray.array_alpha(each.subsurface(view)).astype(int) for each in (part, whole))
    assert expected.max() == 255
    assert abs(shown - expected).max() <= 16
    assert pygame.mask.from_surface(part).count() == pygame.mask.from_surface(part.subsurface(view)).count()


def test_an_attack_is_another_line_with_another_sign(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """Arrows lead from each place of the attackers to the target, different from a march between the same places."""
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight))
    game = hand.game
    attack = max(game.rules.candidates(game.match.state), key=lambda action: len(action.notation))
    game.hint = hinted(game, attack.notation)
    game.dirty = True
    hand.wait_for_print()
    over = game.view.overlay
    stand = game.situation.counters
    assert {arrow.path for arrow in over.plan} == {
        (stand[one].place, stand[other].place)
        for one in attack.attackers for other in attack.defenders}  # type: ignore[attr-defined]
    assert all(arrow.attacks and arrow.next for arrow in over.plan)
    assert over.path == ()
    seen = digest(hand.app.window)
    over.plan = tuple(PlanArrow(arrow.path, False, "", False) for arrow in over.plan)
    hand.app.step(0)
    assert digest(hand.app.window) != seen


def test_the_next_steps_of_a_long_plan_are_drawn(sit_down: Sit) -> None:
    """There are no more arrows than a player can follow, in their order."""
    hand = sit_down(Start("play", "kassala", seed=3))
    there_and_back = ["move m-tcav1 0501", "move m-tcav1 0401"] * 7
    hand.game.hint = hinted(hand.game, *there_and_back)
    hand.game.dirty = True
    hand.wait()
    assert [arrow.label for arrow in hand.game.view.overlay.plan] == ["1", "2", "3", "4", "5"]


def test_a_plan_played_step_by_step_keeps_its_rest(march: Hand) -> None:
    """Enter does the next step; the other arrows keep their numbers, and the next one stands out. After an undo, the
    plan goes on from the step undone, also after a redo; once another action is done or the hint is dismissed, it does
    not come back."""
    game, over = march.game, march.game.view.overlay
    march.key("enter")
    march.settle()
    assert done(game) == list(MARCH[:1])
    assert [(arrow.label, arrow.next) for arrow in over.plan] == [("2", True), ("3", False)]
    assert (over.selected, over.path) == ("m-arab1", ("0602", "0603", "0703"))
    assert [2, 4] == list(values_in(march.screen.column.middle.key[1]))[:2]
    march.press(march.screen.widgets.hint_buttons["hint-next"])
    march.settle()
    assert done(game) == list(MARCH[:2])
    march.key("backspace")
    march.settle()
    assert done(game) == list(MARCH[:1])
    march.wait()
    assert [(arrow.label, arrow.next) for arrow in over.plan] == [("2", True), ("3", False)]
    game.undoing.redo()
    march.settle()
    assert game.hint is not None
    assert game.hint.number == 3
    for _ in range(2):
        march.key("backspace")
        march.settle()
    assert game.hint is not None
    assert game.hint.number == 1
    march.key("enter")
    march.settle()
    march.press(march.screen.widgets.hint_buttons["hint-away"])
    march.key("backspace")
    march.settle()
    assert game.hint is None
    march.wait()
    assert over.plan == ()


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_plan_is_played_at_once(march: Hand, by_mouse: bool) -> None:
    """Shift+Enter, or the button on the slip, does the steps in order before the one that ends the phase: as many as
    it says. Another Shift+Enter ends the phase."""
    button = march.screen.widgets.hint_buttons["hint-all"]
    assert "3" in button.text
    if by_mouse:
        march.press(button)
    else:
        march.key("enter", pygame.KMOD_SHIFT)
    rest(march)
    assert done(march.game) == list(MARCH[:3])
    assert march.game.prompt_shown.phase == "movement"
    march.wait()
    assert not button.visible
    march.key("enter", pygame.KMOD_SHIFT)
    march.settle()
    assert done(march.game) == list(MARCH)
    assert march.game.hint is None
    assert march.game.prompt_shown.phase == "combat"
    assert march.game.selection.refusal is None


@pytest.mark.parametrize("ends", [False, True])
def test_a_plan_that_ends_the_phase_says_so(sit_down: Sit, ends: bool) -> None:
    """The card and the tip of the button for all steps name the main button that the last step presses."""
    hand = sit_down(Start("play", "kassala", seed=3))
    game = hand.game
    game.hint = hinted(game, "move m-tcav1 0501", "move m-nub1 0103", *(["end-movement"] if ends else []))
    game.dirty = True
    hand.wait()
    label = str(game.prompt_shown.main_label)
    tip = hand.screen.widgets.hint_buttons["hint-all"].tool_tip_text
    assert ends == (label in str(hand.screen.column.middle.key[1]))
    assert ends == (label in (tip or ""))


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_plan_played_at_once_does_not_end_the_turn(sit_down: Sit, by_hand: bool) -> None:
    """Whatever the setting says, a last step that ends the turn waits, and another Shift+Enter does it."""
    hand = sit_down(Start("play", "kassala", seed=3))
    game = hand.game
    hand.app.settings.end_turn_by_hand = by_hand
    game.hint = hinted(game, "move m-tcav1 0501", "move m-nub1 0103", "end-movement")
    game.dirty = True
    hand.wait()
    hand.key("enter", pygame.KMOD_SHIFT)
    rest(hand)
    steps = ["move m-tcav1 0501", "move m-nub1 0103", "end-movement"]
    assert done(game) == steps[:2]
    assert game.hint is not None
    hand.key("enter", pygame.KMOD_SHIFT)
    hand.settle()
    assert done(game) == steps


def test_a_step_no_longer_legal_is_reported_with_its_rule(sit_down: Sit) -> None:
    """Completed actions stay, the rest of the plan is dropped."""
    hand = sit_down(Start("play", "kassala", seed=3))
    game = hand.game
    game.hint = hinted(game, "move m-tcav1 0501", "move m-tcav1 0502", "end-movement")
    game.dirty = True
    hand.wait()
    hand.key("enter", pygame.KMOD_SHIFT)
    rest(hand)
    assert done(game) == ["move m-tcav1 0501"]
    assert game.hint is None
    refusal = game.selection.refusal
    assert refusal is not None
    verdict = game.rules.check(game.match.state, game.rules.parse("move m-tcav1 0502"))
    assert refusal.reasons == verdict.reasons
    assert str(refusal.reasons[0].rule)


def test_a_roll_stops_a_plan(sit_down: Sit, last_fight: dict[str, Any]) -> None:
    """The attack is declared and its die is pending; later steps are not drawn meanwhile."""
    hand = sit_down(Start("play", "kassala", seed=7, position=last_fight))
    game = hand.game
    attack = max(game.rules.candidates(game.match.state), key=lambda action: len(action.notation))
    game.hint = hinted(game, attack.notation, "no-advance")
    game.dirty = True
    hand.wait()
    hand.key("enter", pygame.KMOD_SHIFT)
    rest(hand)
    hand.settle()
    assert hand.rolling
    assert len(done(game)) == 1
    assert not game.hinting.running
    assert game.view.overlay.plan == ()
    assert not hand.screen.widgets.hint_buttons["hint-next"].visible


def test_space_hurries_a_plan_and_does_not_stop_it(march: Hand) -> None:
    """The step being shown is over at once; the others follow."""
    game = march.game
    march.key("enter", pygame.KMOD_SHIFT)
    assert game.stage.busy
    march.key("space")
    assert game.hinting.running
    rest(march)
    march.settle()
    assert len(done(game)) > 1


@pytest.mark.parametrize("key", ["l", "escape", "click"])
def test_a_person_can_stop_a_plan(march: Hand, key: str) -> None:
    """A key or a press during the steps stops them, and the rest stays as a hint."""
    game = march.game
    march.key("enter", pygame.KMOD_SHIFT)
    assert game.hinting.running
    assert game.stage.busy
    if key == "click":
        march.click(march.screen.layout.map.center)
    else:
        march.key(key)
    march.settle()
    assert not game.hinting.running
    assert done(game) == list(MARCH[:1])
    assert game.hint is not None
    assert game.hint.number == 2


def test_the_arrows_of_a_plan_disappear_after_another_action(march: Hand) -> None:
    """If another unit is moved the plan is dropped. If its next step is done by hand, it counts as taken."""
    game = march.game
    game.play(game.rules.parse("move m-tcav1 0603"))
    march.settle()
    assert len(done(game)) == 1
    assert game.hint is not None
    assert game.hint.next_action.notation == MARCH[1]
    game.play(game.rules.parse("move m-nub1 0103"))
    march.settle()
    assert game.hint is None
    march.wait()
    assert game.view.overlay.plan == ()


def test_a_hint_is_dismissed_by_its_button_and_not_by_a_click_on_it(march: Hand) -> None:
    """On the map its paper does not pass presses on."""
    march.resize((1280, 720), 200)
    slip = march.screen.slip.rect
    march.click((slip.x + 8, slip.y + 8))
    assert march.game.hint is not None
    march.press(march.screen.widgets.hint_buttons["hint-away"])
    assert march.game.hint is None
    march.wait()
    assert march.screen.slip.rect.height == 0
    assert not any(button.visible for button in march.screen.widgets.hint_buttons.values())


def test_the_slip_of_a_plan_stays_while_bases_are_deployed(sit_down: Sit, tmp_path: Path) -> None:
    """Its buttons keep their places from step to step, and it covers no place to which the plan leads."""
    lines = Path("tools/games/renaissance.jsonl").read_bytes().splitlines(keepends=True)
    beginning = tmp_path / "beginning.jsonl"
    beginning.write_bytes(b"".join(lines[:21]))
    hand = sit_down(Start(), size=(1280, 720), hand_over=False)
    hand.app.navigator.show(load(beginning).match)
    hand.resize((1280, 720), 150)
    hand.settle()
    hand.key("h")
    hand.until(lambda: hand.game.hint is not None)
    hand.settle()
    slip, button = hand.screen.slip, hand.screen.widgets.hint_buttons["hint-next"]
    before = slip.rect.copy(), button.rect.copy()
    led_to = [hand.game.view.point_on_map(arrow.path[-1]) for arrow in hand.game.view.overlay.plan]
    assert led_to
    assert not any(slip.rect.collidepoint(point) for point in led_to if point)
    for _ in range(3):
        hand.key("enter")
        hand.settle()
        assert hand.game.hint is not None
        assert (slip.rect, button.rect) == before


def test_a_single_action_has_no_button_for_all(sit_down: Sit) -> None:
    """It can be done or dismissed."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.game.hint = hinted(hand.game, MARCH[0])
    hand.game.dirty = True
    hand.wait()
    buttons = hand.screen.widgets.hint_buttons
    assert [name for name, button in buttons.items() if button.visible] == ["hint-next", "hint-away"]
    assert buttons["hint-next"].text == DO_IT


def test_the_hint_of_a_phase_without_dice_is_its_whole_plan(sit_down: Sit) -> None:
    """H at the start of Kassala gives the best level's plan to the end of the movement, with every step legal in
    turn."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("h")
    hand.until(lambda: hand.game.hint is not None)
    hand.wait()
    hint, rules, state = hand.game.hint, hand.game.match.rules, hand.game.match.state
    assert hint is not None
    assert len(hint.steps) > 1
    for step in hint.steps:
        assert rules.check(state, step.action)
        state = rules.apply(state, step.action)[0]
    assert rules.prompt(state).phase == "combat"


def test_one_attack_has_one_label(sit_down: Sit, last_fight: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each attacker has an arrow; the number appears once, with the swords, below the target."""
    printed: list[tuple[str, bool]] = []
    label = arrows.step_label

    def noted(text: str, attacks: bool, first: bool, px: int) -> pygame.Surface:
        printed.append((text, attacks))
        return label(text, attacks, first, px)

    monkeypatch.setattr(arrows, "step_label", noted)
    hand = sit_down(Start("play", "kassala", seed=7, position=last_fight))
    game = hand.game
    attack = max(game.rules.candidates(game.match.state), key=lambda action: len(action.notation))
    game.hint = hinted(game, attack.notation, attack.notation)
    game.dirty = True
    hand.wait()
    assert len(game.view.overlay.plan) == 2 * len(attack.attackers) > 4  # type: ignore[attr-defined]
    assert set(printed) == {("1, 2", True)}


@pytest.mark.parametrize(("plan", "count"), [
    (MARCH, 3), (MARCH[:3], 3), (MARCH[2:], 1), (MARCH[3:], 0), ((*MARCH, MARCH[0]), 3),
])
def test_the_steps_executed_together_end_before_the_end_of_a_phase(plan: tuple[str, ...], count: int) -> None:
    """A plan may go on in the next phase; the step that ends the first one is not counted."""
    rules = catalog.rules("kassala")
    state = rules.initial("kassala", ())
    hint = hint_of_plan(rules, state, "veteran", "moslem", [rules.parse(each) for each in plan], "")
    assert hint.steps_at_once == count


def test_the_steps_executed_together_end_with_a_roll(last_fight: dict[str, Any]) -> None:
    """The attack is counted, the steps after its die are not."""
    rules = catalog.rules("kassala")
    state = rules.from_position(last_fight)
    attack = max(rules.candidates(state), key=lambda action: len(action.notation))
    hint = hint_of_plan(rules, state, "veteran", "moslem", [attack, rules.parse("no-advance")], "")
    assert hint.steps_at_once == 1


def test_a_group_that_names_no_place_has_an_arrow() -> None:
    """For a wheel on a table without a grid, it leads from its first base's start to its end."""
    at = table("red-pk1 9000,9000,0, red-pk2 10000,9000,0")
    march = at.rules.parse("march red-pk1,red-pk2 ahead:1000")
    hint = hint_of_plan(at.rules, at.state, "veteran", "red", [march], "")
    assert hint.steps[0].paths == (("9000,9000,0", "9000,8000,0"),)


def test_a_plan_may_bring_units_that_were_not_there() -> None:
    """In Renaissance a choice before the set-up replaces a base by another; the steps after it are drawn as well."""
    rules = catalog.rules("renaissance")
    state = rules.initial("swedish-imperial", ())
    plan = [rules.parse(each) for each in ("choose guns", "end")]
    before, after = ({counter.unit for counter in rules.counters(each)}
                     for each in (state, rules.apply(state, plan[0])[0]))
    assert after - before
    assert 2 == len(hint_of_plan(rules, state, "veteran", rules.to_act(state) or "", plan, "").steps)


def test_a_long_reason_of_a_plan_is_read_without_scrolling(sit_down: Sit) -> None:
    """Above the list of orders in a small window, the buttons are closer so that all of its text is in view."""
    at = tours_table("hi1 1606 e, hi2 1605 e, li1 1613 e, hc1 2010 e, lc1 2110 e, red-hc1 2019 w", phase="orders",
                     first="frankish")
    hand = sit_down(Start("play", "tours", "tours", seed=3, position=at.rules.position(at.state)), size=(1280, 720),
                    hand_over=False)
    reason = "the wall holds the enemy in front of the hill " * 6
    hand.game.hint = hinted(hand.game, "order hi move", "order li move", why=reason[:200])
    hand.game.dirty = True
    hand.wait()
    card = hand.screen.column.middle
    assert card.slot("hint-all") is not None
    assert card.height <= card.rect.height
