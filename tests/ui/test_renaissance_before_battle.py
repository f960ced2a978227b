"""Renaissance from the title to the first PIP roll: armies, terrain, camp, deployment and swaps by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import catalog
from game.core.capability import OwnFiles, capability
from game.core.chance import CHANCE
from game.core.pose import BASE, FULL_TURN, Pose, Spot
from game.match.loading import load
from game.match.start import Start
from game.rules.renaissance.engine.terrain_shapes import box_middle
from game.rules.renaissance.screen.terrain_dragging import SHIFT_TIP
from game.ui.app.dialogs import MessageSheet
from game.ui.play.proposals import SCREEN_RULE
from game.ui.screens.game_contents import POINT_AT_BUTTON, middle_card
from game.ui.screens.game_sheets import PoseEntry, parse_pose, pose_text
from game.ui.screens.newgame import NewGame
from game.ui.screens.option_rows import ChoiceSheet
from game.ui.sheets.planes import BASE_WIDTH
from tests.rules.renaissance.battle import combat
from tests.rules.renaissance.board import RULES
from tests.rules.renaissance.test_renaissance_opening import ARABLE, modified
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
VENETIAN = """title = "Venetian"
aggression = 0
topography = "littoral"
elements = {gn = 1, kn = 2, cv = 2, pk = 3, sh = 3, gu = 1}
"""
PAIRS = [("dutch", "swiss"), ("aztec", "spanish"), ("swiss", "french"), ("mughal", "moroccan"), ("dutch", "ottoman")]


@pytest.fixture
def lists(folders: Path) -> Path:
    """The folder of a player's own army lists: a valid one and a broken one."""
    folder = folders / "data" / "renaissance" / "armies"
    folder.mkdir(parents=True)
    (folder / "venetian.toml").write_text(VENETIAN, "utf-8")
    (folder / "torn.toml").write_text(VENETIAN.replace("gu = 1", "gu = 2"), "utf-8")
    return folder


def begin(sit_down: Sit, *armies: str, seed: int = 7, scenario: str = "open-battle", **more: Any) -> Hand:
    """Start a battle of two people at one screen."""
    options = tuple(f"army-{seat}={army}" for seat, army in zip(("red", "blue"), armies, strict=False))
    return sit_down(Start("play", "renaissance", scenario, seed=seed, options=options), hand_over=False, **more)


def spot_on(hand: Hand, spot: Spot) -> tuple[int, int]:
    """The window pixel of a point of the table."""
    x, y = hand.game.view.camera.to_screen((spot[0] * BASE_WIDTH / BASE, spot[1] * BASE_WIDTH / BASE))
    return round(x), round(y)


def zone(hand: Hand) -> tuple[Spot, Spot]:
    """Two opposite corners of the drawn deployment zone."""
    outline = next(layer.outlines[0] for layer in hand.game.view.layers_seen if layer.outlines)
    return outline[0], outline[2]


def middle(hand: Hand) -> Spot:
    """The middle of the drawn deployment zone."""
    (a, b), (c, d) = zone(hand)
    return (a + c) // 2, (b + d) // 2


def ready(hand: Hand, phase: str) -> Hand:
    """Press Space, accepting all proposals, until a phase begins."""
    for _ in range(40):
        if hand.game.situation.prompt.phase == phase:
            return hand
        hand.key("space")
        hand.settle()
    raise AssertionError(f"{phase} never began")


def done(hand: Hand) -> str:
    """The notation of the last action."""
    hand.settle()
    return hand.game.match.plies[-1].action.notation


def at_hand(hand: Hand, unit: str) -> tuple[int, int]:
    """A pixel of a piece of terrain nearest to its middle."""
    pieces = hand.game.match.state.terrain_pieces
    return hand.spot(unit) if not unit.startswith("piece-") else min(
        ((x, y) for x in range(200, 900, 6) for y in range(60, 710, 6) if hand.game.view.unit_at((x, y)) == unit),
        key=lambda pos: sum((a - b) ** 2 for a, b in zip(
            pos, spot_on(hand, box_middle(pieces[int(unit[6:]) - 1])), strict=True)))


def test_an_own_list_by_keys_and_its_record_without_the_file(sit_down: Sit, lists: Path) -> None:
    """A broken list reports file, place and expected value; the valid one is played, and a record needs no file."""
    hand = sit_down(Start())
    hand.app.push(NewGame(hand.app, catalog.rules("renaissance")))
    hand.wait()
    hand.key("1")
    hand.key("t")
    assert hand.on(ChoiceSheet).pages.page == 1
    hand.key("enter")
    told = hand.on(MessageSheet)
    assert "torn.toml: broken" == str(told.title)
    assert str(told.text).startswith("torn.toml/elements: ")
    assert ["12", "13"] == re.findall(r"\d+", str(told.text))
    hand.key("escape")
    hand.key("v")
    hand.key("enter")
    assert {"army-red=venetian"} == hand.on(NewGame).chosen
    hand.press(hand.button("Start the game"))
    hand.key("space")
    hand.settle()
    match = hand.game.match
    assert match.record is not None
    assert "Venetian" == match.state.armies[0].title
    hash_, path = match.hash, match.record
    hand.app.return_to_title()
    (lists / "venetian.toml").unlink()
    capability(catalog.rules("renaissance"), OwnFiles).reread()
    again = load(path).match
    assert (hash_, "Venetian", ("army-red=venetian",)) == (
        again.hash, again.state.armies[0].title, again.header.options)


def test_the_sheet_for_a_new_game_names_the_armies_that_fight(sit_down: Sit) -> None:
    """This includes the battle's defaults; another battle names others, and a choice is kept."""
    hand = sit_down(Start(), size=(1920, 1080))
    rules = catalog.rules("renaissance")
    hand.app.push(NewGame(hand.app, rules, rules.scenarios[0]))
    swedish, imperial = (f"{army.title} …" for army in rules.initial(rules.scenarios[0].name).armies)
    assert {swedish, imperial} <= {each.text for each in hand.top.buttons}
    for _ in range(2):
        hand.key("f6")
    red, blue = (f"{army.title} …" for army in rules.initial(hand.on(NewGame).scenario.name).armies)
    assert {red, blue} <= {each.text for each in hand.top.buttons}
    assert red != swedish
    hand.on(NewGame).options.set_options(["army-red=swiss"])
    hand.top.rebuild()
    assert {"Swiss …", blue} <= {each.text for each in hand.top.buttons}


def test_a_quick_battle_in_two_inputs(sit_down: Sit) -> None:
    """From the title its digit and Enter lead to the first pending PIP roll."""
    hand = sit_down(Start(), hand_over=False)
    hand.key(str(hand.card("renaissance") + 1))
    hand.key("enter")
    assert "pips" == hand.game.situation.prompt.phase
    assert CHANCE == hand.to_act
    assert 24 == sum(unit.pose is not None or piece.id in {camp.garrison for camp in hand.game.match.state.camps}
                     for piece, unit in zip(hand.game.match.state.roster, hand.game.match.state.units, strict=True)
                     if piece.kind != "cf")


@pytest.mark.soak
@pytest.mark.every(2)
@pytest.mark.parametrize("armies", [
    pytest.param(armies, marks=() if n in (0, 3) else pytest.mark.soak) for n, armies in enumerate(PAIRS)])
def test_the_opening_by_mouse_alone(sit_down: Sit, armies: tuple[str, str]) -> None:
    """Buttons, the tray, a piece of terrain dragged, camp and bases placed; each phase on the way names its side."""
    hand = begin(sit_down, *armies)
    held, tried, put = False, [""], 0
    for _ in range(60):
        controller, prompt = hand.game.controller, hand.game.situation.prompt
        track = hand.game.phase_track
        assert track.current in track.phases
        assert track.current[0] in (prompt.to_act, hand.game.flow.roller, "") or prompt.phase == "edges"
        if prompt.phase == "moves":
            break
        x, y = middle(hand) if prompt.mode == "place" and any(
            layer.outlines for layer in hand.game.view.layers_seen) else (0, 0)
        if prompt.phase == "terrain" and hand.game.match.state.terrain_pieces and not held:
            held = True
            start = at_hand(hand, "piece-1")
            hand.drag(start, (start[0] + 12, start[1] + 9))
            hand.settle()
        elif prompt.mode == "place" and (waiting := controller.selection.waiting) and (
                len(waiting) == 1 or len(waiting) > 8) and waiting[0] not in tried:
            tried.append(waiting[0])
            aside = (7 - len(waiting)) * BASE if prompt.phase == "deployment" else 0
            flat = hand.game.match.state.base_edges[hand.game.match.state.seat] in ("north", "south")
            hand.click(spot_on(hand, (x + aside, y) if flat else (x, y + aside)))
            hand.settle()
            put += done(hand).startswith(("camp", "place"))
        elif hand.screen.widgets.main.visible:
            hand.press(hand.screen.widgets.main)
            hand.settle()
        else:
            best = controller.selection.proposals[hand.game.main_button.default_choice or 0]
            hand.press(next(button for button in hand.screen.buttons if button.visible
                            and button.text.startswith(str(best.label))))
            hand.settle()
    assert "moves" == hand.game.situation.prompt.phase
    assert held
    assert put > 4


@pytest.mark.every(2)
@pytest.mark.parametrize("armies", [
    pytest.param(armies, marks=() if n in (1, 4) else pytest.mark.soak) for n, armies in enumerate(PAIRS)])
def test_the_opening_by_keyboard_alone(sit_down: Sit, armies: tuple[str, str]) -> None:
    """Tab, arrows, Q and E, digits, Enter and Space."""
    hand = begin(sit_down, *armies, seed=11)
    ready(hand, "terrain")
    hand.key("space")
    hand.settle()
    hand.key("tab")
    assert "piece-1" == hand.game.selection.selected
    for key in ("right", "right", "e"):
        hand.key(key)
    hand.key("enter")
    hand.settle()
    assert done(hand).startswith("adjust 1 ")
    assert "piece-1" == hand.game.selection.selected
    hand.key("escape")
    assert hand.game.selection.selected is None
    ready(hand, "camp")
    side, state = hand.to_act, hand.game.match.state
    keys = ("left", "right") if state.base_edges[state.seat] in ("north", "south") else ("up", "down")
    for key in (keys[0], keys[0], keys[1]):
        hand.key(key)
    hand.key("enter")
    assert done(hand).startswith(f"camp {side}-camp ")
    hand.key("2")
    assert "followers no" == done(hand)
    hand.key("enter")
    assert done(hand).startswith(f"place {side}-gn1 ")
    first = hand.game.selection.selected
    hand.key("tab")
    assert first != hand.game.selection.selected
    hand.key("enter")
    assert done(hand).startswith(f"place {side}-")
    ready(hand, "moves")


def test_a_piece_of_terrain_is_placed_by_mouse(sit_down: Sit) -> None:
    """It follows the pointer with its verdict, is rotated by the wheel, enlarged by its button, and removed."""
    hand = ready(begin(sit_down, "swedish", "imperial"), "terrain")
    assert hand.game.match.state.terrain_pieces == ()
    hand.press(next(button for button in hand.screen.buttons if button.text.startswith("Place woods")))
    hand.settle()
    before = hand.game.match.state.terrain_pieces[0].points
    start = at_hand(hand, "piece-1")
    hand.click(start)
    hand.point((start[0] + 60, start[1] + 30))
    hand.wheel(2)
    assert hand.game.view.held.allowed
    assert len(hand.game.view.held.outlines) == 1
    hand.point(spot_on(hand, (400, 400)))
    assert not hand.game.view.held.allowed
    assert hand.game.hand.refusal is not None
    assert "14.2.3" == str(hand.game.hand.refusal.reasons[0].rule)
    hand.click((start[0] + 60, start[1] + 30))
    assert done(hand).startswith("adjust 1 ")
    after = hand.game.match.state.terrain_pieces[0].points
    assert before != after
    hand.press(next(button for button in hand.screen.buttons if button.text.startswith("Longer")))
    assert "resize 1 4000 2500" == done(hand)
    hand.key("escape")
    hand.press(next(button for button in hand.screen.buttons if button.text.startswith("Place woods")))
    hand.settle()
    hand.click(at_hand(hand, "piece-1"))
    assert hand.game.selection.selected == "piece-1"
    hand.press(next(button for button in hand.screen.buttons if button.text.startswith("Remove")))
    assert "lift 1" == done(hand)
    assert hand.game.selection.selected is None


def test_moved_terrain_is_printed_as_on_a_new_sheet(sit_down: Sit) -> None:
    """Only changes are reprinted. A sheet printed completely, after its legend was shown, looks the same."""
    hand = ready(begin(sit_down, "swedish", "imperial"), "terrain")
    for kind in ("woods", "river"):
        hand.press(next(button for button in hand.screen.buttons if button.text.startswith(f"Place {kind}")))
        hand.settle()
    hand.wait_for_print()
    before = hand.app.window.copy()
    start = at_hand(hand, "piece-1")
    hand.click(start)
    hand.click((start[0] + 60, start[1] + 10))
    assert done(hand).startswith("adjust 1 ")
    hand.key("escape")
    hand.wait_for_print()
    after = hand.app.window.copy()
    for _ in range(3):
        hand.press(next(button for button in hand.screen.buttons if button.text == "Legend"))
        hand.wait_for_print()
    rect = hand.game.view.rect

    def alike(one: pygame.Surface) -> bool:
        """Whether the map looks as it does now, except for rounded colours at the edges."""
        near = pygame.mask.from_threshold(one.subsurface(rect), "black", (8, 8, 8), hand.app.window.subsurface(rect))
        return bool(near.count() == rect.w * rect.h)

    assert alike(after)
    assert not alike(before)


def test_a_landing_by_mouse(sit_down: Sit) -> None:
    """A Littoral army may place up to four bases near the waterway; the fifth is refused."""
    hand = ready(begin(sit_down, scenario="spanish-dutch"), "deployment")
    assert "blue" == hand.to_act
    shore = max(x for x, _ in hand.game.match.state.ground.pieces("waterway")[0].points)
    for number in range(4):
        hand.click(spot_on(hand, (shore + 700 + 1000 * (number % 2), 6300 + 900 * (number // 2))))
        assert done(hand).startswith("place blue-")
    hand.point(spot_on(hand, (shore + 2700, 6300)))
    assert hand.game.hand.refusal is not None
    assert "14.2.7" == str(hand.game.hand.refusal.reasons[0].rule)


def test_bases_lie_flush_and_change_places(sit_down: Sit) -> None:
    """A hand near a friend means the pose flush with it; over the camp it means the camp; two clicks exchange two
    bases."""
    hand = ready(begin(sit_down, scenario="swedish-imperial"), "deployment")
    x, y = middle(hand)
    hand.click(spot_on(hand, (x, y)))
    hand.settle()
    placed = hand.game.match.state.units[hand.game.match.state.general(1)].pose
    assert placed is not None
    hand.click(spot_on(hand, (x - BASE - 90, y + 80)))
    assert f"place blue-pi1 {placed._replace(x=placed.x - BASE).text}" == done(hand)
    hand.settle()
    hand.key("t")
    hand.on(PoseEntry).entry.set_text("20.1 4.9 180")
    hand.key("enter")
    hand.key("enter")
    assert "place blue-pi2 10050,2450,10800" == done(hand)
    ready(hand, "swap")
    mine = hand.game.match.state.bases_on_table(1)
    one, other = (hand.game.match.state.roster[mine[number]].id for number in (0, 1))
    hand.click_unit(one)
    assert other in hand.game.selection.addable_participants
    hand.click_unit(other)
    hand.key("space")
    assert f"swap {one} {other}" == done(hand)


@pytest.mark.every(2)
@pytest.mark.parametrize("pause", [0.0, 1.0])
def test_two_clicks_shift_a_deployed_base_over_its_own_place(sit_down: Sit, pause: float) -> None:
    """The first click picks it up, the second puts it down, even at once. Esc puts it back; the next click picks it up
    where it lies. Two clicks at one spot only select and deselect it."""
    hand = ready(begin(sit_down, scenario="swedish-imperial"), "deployment")
    hand.click(spot_on(hand, middle(hand)))
    hand.settle()
    general, state = "blue-gn1", hand.game.match.state
    before = state.units[state.slots[general]].pose
    x, y = hand.spot(general)
    hand.click((x, y))
    hand.point((x + 60, y + 30))
    hand.key("escape")
    assert (None, before) == (hand.game.selection.selected, state.units[state.slots[general]].pose)
    hand.click((x, y))
    assert general == hand.game.selection.selected
    assert not hand.game.hand.away_from_home
    hand.wait(pause)
    hand.click((x + 10, y + 1))
    assert done(hand).startswith(f"place {general} ")
    after = hand.game.match.state.units[state.slots[general]].pose
    assert before is not None
    assert after is not None
    assert 0 < after.x - before.x < BASE // 2
    assert general != hand.game.selection.selected
    for _ in range(2):
        hand.wait(1.0)
        hand.click((x + 10, y + 1))
    assert hand.game.selection.selected is None
    assert 2 == sum(ply.action.notation.startswith(f"place {general}") for ply in hand.game.match.plies)


def test_a_click_on_the_camp_during_deployment_undoes_nothing(sit_down: Sit) -> None:
    """Bases may not be deployed without a camp, so it stays, with the bases; a refusal says what to undo first."""
    hand = ready(begin(sit_down, scenario="swedish-imperial"), "deployment")
    hand.click(spot_on(hand, middle(hand)))
    hand.settle()
    hand.key("escape")
    before = hand.game.match.plies
    assert before[-1].action.notation.startswith("place ")
    hand.click_unit("blue-camp")
    hand.settle()
    assert before == hand.game.match.plies
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert [SCREEN_RULE] == [reason.rule for reason in refusal.reasons]


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_the_bases_to_deploy_keep_their_places(sit_down: Sit, size: tuple[int, int]) -> None:
    """A deployed base leaves a gap on the card, also while it is put down; undone, it is there again. A base picked up
    on the table is named, and its gap is not clickable."""
    hand = ready(begin(sit_down, scenario="swedish-imperial", size=size), "deployment")
    hand.show_cards()
    card, x, y = hand.screen.column.middle, *middle(hand)

    def places() -> dict[str, pygame.Rect]:
        return {spot.name: spot.rect.copy() for spot in card.spots}

    def without(*units: str) -> dict[str, pygame.Rect]:
        return {unit: place for unit, place in before.items() if unit not in units}

    before = places()
    first, second, third = list(before)[:3]
    hand.click(spot_on(hand, (x, y)))
    assert hand.game.stage.busy
    assert without(first) == places()
    hand.settle()
    hand.click(spot_on(hand, (x + 2 * BASE, y)))
    hand.settle()
    assert without(first, second) == places()
    hand.click_unit(first)
    assert (first, without(first, second)) == (hand.game.selection.selected, places())
    assert any(hand.game.situation.counters[first].name == text for _, text in card.texts)
    hand.key("escape")
    hand.key("backspace")
    hand.settle()
    assert without(first) == places()
    assert {third} < places().keys()


def test_two_clicks_shift_a_piece_of_terrain_over_its_own_place(sit_down: Sit) -> None:
    hand = ready(begin(sit_down, "swedish", "imperial"), "terrain")
    hand.press(next(button for button in hand.screen.buttons if button.text.startswith("Place woods")))
    hand.settle()
    x, y = at_hand(hand, "piece-1")
    hand.click((x, y))
    hand.wait(1.0)
    hand.click((x + 12, y + 9))
    assert done(hand).startswith("adjust 1 ")


def test_the_tip_for_a_piece_to_be_shifted_is_the_rule(sit_down: Sit) -> None:
    """It is shown before the piece is pushed, too."""
    hand = sit_down(Start("play", "renaissance", "open-battle", players={}, position=RULES.position(
        modified(*ARABLE).play(6, 1).state)), hand_over=False)
    hand.settle()
    assert hand.game.selection.selected == "piece-1"
    assert hand.screen.slip.key == ("held", SHIFT_TIP)


def test_places_outside_a_camp_are_seen_by_pointing_at_their_buttons(sit_down: Sit) -> None:
    """The card does not ask for a base while the way out of a camp is chosen."""
    at = combat("red-sh1 16500,1000,0", garrisons="blue-pk1").play("fight red-sh1 blue-pk1", (3, 1))
    hand = sit_down(Start("play", "renaissance", "open-battle", players={}, position=RULES.position(at.state)),
                    hand_over=False)
    hand.settle()
    assert middle_card(hand.game).key[-1] == POINT_AT_BUTTON


def test_the_zone_of_an_edge_is_shown_before_it_is_chosen(sit_down: Sit) -> None:
    """It is that of the key's edge, or of the edge whose button is under the pointer; a click on a zone chooses its
    edge."""
    hand = ready(begin(sit_down, "swedish", "imperial"), "edges")
    hand.key("space")
    hand.settle()
    hand.game.flow.roll((6,))
    hand.settle()
    assert (((2000, 0), (16000, 0), (16000, 5000), (2000, 5000)),) == hand.game.view.held.outlines
    west = next(button for button in hand.screen.choices if button.visible and button.text.startswith("West"))
    pygame.mouse.set_pos(west.rect.center)
    hand.point(west.rect.center)
    hand.wait()
    assert (((0, 2000), (5000, 2000), (5000, 16000), (0, 16000)),) == hand.game.view.held.outlines
    hand.click(spot_on(hand, (9000, 16000)))
    hand.settle()
    assert done(hand) == "edge south"


def test_a_die_before_the_battle_says_what_it_decides(sit_down: Sit) -> None:
    """For aggression, modification and base edges the card has the effect of the faces."""
    hand = begin(sit_down, "swedish", "imperial")
    said: set[str] = set()
    for _ in range(30):
        if hand.game.situation.prompt.mode == "roll":
            said.add(str(hand.game.situation.prompt.text))
        hand.key("space")
        hand.settle()
    for words in ("lower total places terrain", "shift or turn the outlined", "5–6 any"):
        assert any(words in each for each in said)


@pytest.mark.every(2)
@pytest.mark.parametrize("decides", ["person", "computer"])
def test_only_a_person_gets_buttons_for_an_army(sit_down: Sit, decides: str) -> None:
    hand = sit_down(Start("play", "renaissance", "swedish-imperial",
                          players={"red": "regular" if decides == "computer" else "human"}))
    hand.game.flow.paused = True
    hand.wait(0.5)
    assert hand.game.flow.is_computer(hand.game.prompt_shown.to_act) == (decides == "computer")
    choices = {str(proposal.label) for proposal in hand.game.selection.proposals}
    shown = {button.text.split("   ")[0] for button in hand.top.buttons if button.visible}
    assert choices
    assert bool(choices & shown) == (decides == "person")


@given(st.integers(0, 99_999), st.integers(0, 99_999), st.integers(0, FULL_TURN - 1))
def test_a_pose_is_typed_as_it_is_written(x: int, y: int, angle: int) -> None:
    """Whatever the pose of a base, its text is accepted and gives it again."""
    measure = catalog.rules("renaissance").theme.measure
    assert Pose(x, y, angle) == parse_pose(pose_text(Pose(x, y, angle), measure), measure, "MU")
