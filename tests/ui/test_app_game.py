"""The game screen: selection, refusals, dice, undo, hand-over, and drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.match.start import Start
from game.ui.app.dialogs import HandOver, QuestionSheet
from game.ui.play.rolling import ROLL_LABEL, arithmetic
from game.ui.screens import game_contents as contents
from game.ui.screens.rulebook import Rulebook
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]


@pytest.fixture
def hand(sit_down: Sit) -> Hand:
    """Two people at the battle's opening."""
    return sit_down(Start("play", "kassala", seed=7))


def test_three_clicks_from_the_title_to_the_game(sit_down: Sit) -> None:
    """A card, then Start the game: Kassala's game is open."""
    hand = sit_down()
    hand.click(hand.title_card("kassala").picture_area.center)
    hand.press(hand.button("Start the game"))
    assert type(hand.top).__name__ == "GameScreen"
    assert hand.to_act == "moslem"


def test_selecting_a_unit_shows_its_reach(hand: Hand) -> None:
    """The blue wash changes exactly the hexes in reach."""
    point = hand.game.view.point_of("0502")
    away = hand.game.view.point_of("0207")
    hand.wait_for_print()
    before = hand.app.window.get_at(point), hand.app.window.get_at(away)
    hand.click_place("0401")
    hand.point((5, 5))
    assert hand.game.selection.selected == "m-tcav1"
    assert hand.app.window.get_at(point) != before[0]
    assert hand.app.window.get_at(away) == before[1]
    assert hand.game.view.overlay.reach["0502"] == 2


def test_a_counter_can_be_dragged(hand: Hand) -> None:
    """A counter is pressed on one hex and released on another."""
    view = hand.game.view
    hand.drag(view.point_of("0401"), view.point_of("0501"))
    hand.settle()
    assert hand.game.match.plies[-1].action.notation == "move m-tcav1 0501"


def test_keys_do_nothing_while_a_counter_is_dragged(hand: Hand) -> None:
    """Space ends no phase; Escape drops the counter."""
    view, game = hand.game.view, hand.game
    hand.point(view.point_of("0401"))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=view.point_of("0401"), button=1))
    hand.wait()
    hand.point(view.point_of("0501"))
    assert hand.game.view.carry.held
    for _ in range(3):
        hand.key("space")
        hand.settle()
    assert (game.match.plies, hand.to_act) == ((), "moslem")
    assert hand.game.view.carry.held
    hand.key("escape")
    assert not hand.game.view.carry.held
    hand.point(view.point_of("0502"))
    assert not hand.game.view.carry.held
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=view.point_of("0501"), button=1))
    hand.settle()
    assert game.match.plies == ()


def test_the_refusal_of_a_hex_cites_its_rule(hand: Hand) -> None:
    """For cavalry into Udaka the slip names the rule, the hex is marked, and nothing happens."""
    hand.click_place("0401")
    hand.click_place("0304")
    game = hand.game
    screen = hand.screen
    assert game.selection.refusal is not None
    assert "II.D.12" in {reason.rule.number for reason in game.selection.refusal.reasons}
    assert game.view.overlay.refused == "0304"
    assert screen.slip.rect.height > 0
    assert game.match.plies == ()


def test_a_rule_number_opens_the_rulebook_there(hand: Hand) -> None:
    """The link is on the prompt card."""
    link = hand.screen.column.prompt.links[0]
    card = hand.screen.column.prompt.rect
    hand.click((card.x + link.rect.centerx, card.y + link.rect.centery))
    book = hand.on(Rulebook)
    assert book.number == "II.D.1"
    assert "II.D.1" in book.page.html_text
    hand.key("escape")
    assert hand.top is hand.screen


def test_an_attack_is_built_and_its_odds_are_shown(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """With attackers and target selected, the battle card has the arithmetic, and the button commits."""
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight))
    game = hand.game
    screen = hand.screen
    assert game.situation.composing
    hand.click_unit("m-tinf1")
    hand.click_unit("m-nub1")
    hand.click_unit("c-port1")
    proposal = game.selection.proposals[0]
    assert proposal.preview is not None
    assert (proposal.preview.attack, proposal.preview.defence) == (6, 5)
    assert screen.widgets.choices[0].visible


def test_a_disabled_button_says_why(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """For a Nubian unit against a unit that is not adjacent, the reason is under the disabled button."""
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight))
    hand.click_unit("m-tinf1")
    hand.click_unit("m-nub1")
    hand.click_unit("c-port1")
    hand.click_unit("c-port2")
    game = hand.game
    screen = hand.screen
    assert str(game.selection.proposals[0].reason).endswith("(II.E.1)")
    assert not screen.widgets.choices[0].is_enabled


def _to_the_roll(sit_down: Sit, udaka_fight: dict[str, Any]) -> Hand:
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight))
    _commit(hand)
    assert hand.rolling
    return hand


def _commit(hand: Hand) -> None:
    """Build the largest possible attack by clicks and commit it."""
    _pick_largest(hand)
    hand.press(hand.screen.widgets.choices[0])
    hand.settle()


def _pick_largest(hand: Hand) -> None:
    attack = max(hand.game.rules.candidates(hand.game.match.state), key=lambda action: len(action.notation))
    for unit in (*attack.attackers, *attack.defenders):  # type: ignore[attr-defined]
        hand.click_unit(unit)


def test_enter_commits_an_attack_composed_by_mouse(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """Enter has the effect of Space, and does not deselect a unit."""
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight))
    _pick_largest(hand)
    hand.key("enter")
    hand.settle()
    assert hand.rolling


def test_the_die_rolls_and_lights_its_cell(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """On a roll the tray moves, then the table's row is lit, then the result is in the log."""
    hand = _to_the_roll(sit_down, udaka_fight)
    hand.press(hand.screen.widgets.main)
    assert hand.game.stage.tray.busy
    before = digest(hand.app.window.subsurface(hand.screen.tray_rect), "RGB")
    hand.wait(0.2)
    assert digest(hand.app.window.subsurface(hand.screen.tray_rect), "RGB") != before
    hand.wait(1.2)
    assert hand.game.stage.rolled is not None
    hand.settle()
    assert any(str(entry.text).startswith("Die ") for entry in hand.screen.column.log.entries)


def test_the_faces_of_real_dice_can_be_typed(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """4 is accepted, 7 is refused with a reason and the roll stays pending."""
    hand = _to_the_roll(sit_down, udaka_fight)
    game = hand.game
    screen = hand.screen
    screen.widgets.faces.set_text("7")
    hand.press(screen.widgets.enter)
    refusal = game.selection.refusal
    assert refusal is not None
    assert "7 was typed" in str(refusal.reasons[0])
    assert hand.rolling
    screen.widgets.faces.set_text("4")
    hand.press(screen.widgets.enter)
    hand.settle()
    assert any(step.action.notation == "roll 4" for step in game.match.plies)


def test_a_move_is_undone_freely_and_a_roll_by_consent(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """II.D.16 on screen: no question before a roll, a question past it, and never other dice."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.click_place("0401")
    hand.click_place("0501")
    hand.settle()
    hand.key("backspace")
    assert hand.game.match.plies == ()
    hand.close()
    hand = _to_the_roll(sit_down, udaka_fight)
    hand.key("space")
    hand.settle()
    faces = [s.action.notation for s in hand.game.match.plies if s.action.notation.startswith("roll")]
    hand.key("backspace")
    assert isinstance(hand.top, QuestionSheet)
    hand.key("enter")
    hand.settle()
    done = len(hand.game.match.plies)
    assert done == 0
    _commit(hand)
    hand.settle()
    hand.key("space")
    hand.settle()
    again = [s.action.notation for s in hand.game.match.plies if s.action.notation.startswith("roll")]
    assert again == faces


def test_the_screen_passes_from_one_person_to_the_other(hand: Hand) -> None:
    """After movement without contact, the banner names the next side until that side takes over."""
    hand.end_phase()
    hand.settle()
    assert hand.on(HandOver).side == "Christians"
    hand.take_over()
    assert hand.top is hand.screen
    assert hand.to_act == "christian"


def test_toggles_zoom_and_help(hand: Hand) -> None:
    """Z, N, +, F, M and ? work as on the page of keys."""
    settings = hand.app.settings
    for name, attribute in (("z", "zones_of_control"), ("n", "hex_numbers"), ("m", "muted")):
        before = getattr(settings, attribute)
        hand.key(name)
        assert getattr(settings, attribute) is not before
    scale = hand.game.view.camera.scale
    hand.key("+")
    assert hand.game.view.camera.scale > scale
    hand.key("f")
    assert hand.game.view.camera.scale == scale
    hand.key("?")
    assert type(hand.top).__name__ == "Keys"


def test_free_deployment_by_clicks(sit_down: Sit) -> None:
    """Counters to place are on the card; one is selected there and placed on the map; Done says what is missing."""
    hand = sit_down(Start("play", "kassala", options=("free-deployment",), seed=7))
    game = hand.game
    screen = hand.screen
    spot = screen.column.middle.spots[0]
    card = screen.column.middle.rect
    assert not screen.widgets.main.is_enabled
    hand.click((card.x + spot.rect.centerx, card.y + spot.rect.centery))
    assert game.selection.selected == spot.name
    hand.click_place("0507")
    hand.settle()
    assert game.match.plies[-1].action.notation == f"place {spot.name} 0507"


def test_the_window_can_have_any_size(hand: Hand) -> None:
    """After a resize in mid-game everything is laid out anew, and the game continues."""
    for size in ((1024, 768), (1920, 1080), (1280, 720)):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
        hand.wait()
        hand.wait()
        assert hand.app.metrics.size == size
        assert hand.screen.column.tools.bottom < size[1]
    hand.click_place("0401")
    assert hand.game.selection.selected == "m-tcav1"


def test_the_interface_may_be_twice_as_large(hand: Hand) -> None:
    """At 200 % the main button still works: the first click warns of remaining actions, the second ends the turn."""
    hand.app.settings.interface_scale = 200
    hand.app.apply_settings()
    hand.wait()
    hand.wait()
    for _ in range(2):
        hand.press(hand.screen.widgets.main)
        hand.settle()
    assert hand.to_act == "christian"


def test_a_real_die_by_keyboard(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """A digit opens the entry, Enter accepts it."""
    hand = _to_the_roll(sit_down, udaka_fight)
    hand.key("4")
    assert hand.screen.widgets.faces.get_text() == "4"
    hand.key("enter")
    hand.wait()
    hand.settle()
    assert any(step.action.notation == "roll 4" for step in hand.game.match.plies)


def test_undo_with_a_unit_selected_undoes_at_once(sit_down: Sit) -> None:
    """One press is enough; the selection is dropped with it."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.click_place("0401")
    hand.click_place("0501")
    hand.settle()
    hand.click_place("0602")
    assert hand.game.selection.selected is not None
    hand.key("backspace")
    assert len(hand.game.match.plies) == 0
    assert hand.game.selection.selected is None


def test_undo_moves_the_turn_track_back(hand: Hand) -> None:
    """After undoing the end of movement the track shows the Moslem movement again."""
    hand.end_phase()
    hand.settle()
    hand.take_over()
    assert hand.game.phase_track.current == ("christian", "movement")
    hand.key("backspace")
    assert hand.game.phase_track.current == ("christian", "movement"), "the other player is asked first"
    hand.press(hand.button("Undo"))
    assert hand.game.phase_track.current == ("moslem", "movement")


def test_an_undone_march_is_redone(hand: Hand) -> None:
    """Ctrl+Y redoes what Backspace undid, also the phase that another player has to agree to, until something new is
    done."""
    hand.end_phase()
    hand.settle()
    hand.take_over()
    done = [ply.action for ply in hand.game.match.plies]
    hand.key("backspace")
    hand.press(hand.button("Undo"))
    assert not hand.game.match.history.plies
    hand.take_over()
    hand.key("y", pygame.KMOD_CTRL)
    hand.settle()
    assert [ply.action for ply in hand.game.match.plies] == done
    assert hand.game.phase_track.current == ("christian", "movement")


def test_nothing_is_redone_after_something_new(sit_down: Sit) -> None:
    """The key then changes nothing."""
    hand = sit_down(Start("play", "kassala", seed=7))
    for target in ("0501", "0402"):
        hand.click_place("0401")
        hand.click_place(target)
        hand.settle()
        hand.key("backspace")
    hand.key("backspace", pygame.KMOD_SHIFT)
    hand.settle()
    (redone,) = hand.game.match.plies
    hand.key("backspace", pygame.KMOD_SHIFT)
    assert hand.game.match.plies == (redone,)


def test_a_word_longer_than_a_line_is_broken() -> None:
    """Long paths in error dialogs stay on the sheet without loss."""
    from game.ui.kit.fonts import font
    from game.ui.kit.pen import split_word

    face = font("text", 20)
    path = "/home/someone/" + "games/" * 30
    pieces = split_word(path, face, 200)
    assert "".join(pieces) == path
    assert max(face.size(piece)[0] for piece in pieces) <= 200


def test_the_card_shows_the_attack_being_rolled(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """After Space the card has this attack's arithmetic; Space rolls."""
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight))
    game = hand.game
    _pick_largest(hand)
    offered = game.selection.proposals[0].preview
    assert offered is not None
    game.battle = replace(offered, total="9-1", column="5-1")
    hand.key("space")
    hand.settle()
    assert hand.rolling
    shown = game.situation.pending_preview
    assert shown is not None
    assert contents.middle_card(game).key == arithmetic(game.rules, game.situation.counters, shown, (), ROLL_LABEL).key
    assert (offered.total, offered.column) == (shown.total, shown.column)


def test_space_says_why_the_gold_button_is_disabled(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """If a target is not adjacent to the attackers, Space gives the reason and ends nothing."""
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight))
    for unit in ("m-tinf1", "m-nub1", "c-port1", "c-port2"):
        hand.click_unit(unit)
    hand.key("space")
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert refusal.reasons[0].rule.number == "II.E.1"
    assert hand.game.match.plies == ()
