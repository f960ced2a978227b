"""Lessons played by hand: only the step's action is done, with the game's mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.caption import plain_text
from game.core.message import values_in
from game.match.lessons import paths, read
from game.match.start import Start
from game.match.store import Store
from game.ui.app import settings as stored
from game.ui.app.dialogs import MessageSheet, QuestionSheet
from game.ui.app.screen import Screen
from game.ui.cards.slip import PLAYER_PRINT, LessonBand
from game.ui.kit.theme import GOLD, GOOD, WARNING
from game.ui.play.lesson import Guide, hint_of
from game.ui.play.rolling import ROLL_LABEL
from game.ui.screens.demo import DemoScreen
from game.ui.screens.examples import ExamplesSheet, LessonEnd
from game.ui.screens.lesson_screen import LessonScreen
from game.ui.screens.newgame import NewGame
from game.ui.screens.presentation_screen import PresentationScreen
from game.ui.screens.title import Title
from tests.ui.corners import crossed, thinned
from tests.ui.hand import Hand
from tests.ui.lesson_hand import SYSTEMS, Pupil

Sit = Callable[..., Hand]

SIZES = [(1024, 768), (1280, 720), (1920, 1080)]
MOST_INPUTS, MOST_WORDS = 4, 80
"""The limits for a complete newcomer, up to the first legal move."""


@pytest.fixture
def kassala(sit_down: Sit) -> Pupil:
    """The first battle of Kassala."""
    return Pupil(sit_down(), "kassala")


@pytest.mark.every(4)
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_first_battle_by_mouse(sit_down: Sit, system: str) -> None:
    """Each step leaves the match exactly at the lesson's position; the first legal move takes few inputs and few words;
    no record is written, and after the last step the lesson is reported done. No dice lie on the map while a step only
    shows other places of it."""
    pupil, first = Pupil(sit_down(), system), 0
    while isinstance(pupil.hand.top, LessonScreen):
        assert pupil.exact, pupil.guide.step_index
        step, places = pupil.guide.frame.step, {*pupil.screen.camera.places(pupil.guide.frame)}
        only_shows = step.faces is None and step.yours is None and not (step.play or step.preview or step.check)
        if only_shows and places and pupil.game.stage.rolled is not None:
            assert places & {*pupil.game.stage.places}, pupil.guide.step_index
        if not pupil.guide.player_to_act:
            pupil.go_on()
            continue
        pupil.by_mouse()
        if not first:
            first = pupil.inputs
            words = " ".join(map(plain_text, pupil.read_before)).split()
            assert first <= MOST_INPUTS
            assert len(words) <= MOST_WORDS
    assert first
    end = pupil.hand.on(LessonEnd)
    assert end.steps_played == end.steps_for_player
    assert not list(Store().saves())


@pytest.mark.every(2)
@pytest.mark.parametrize("system", thinned(SYSTEMS, 3, 1))
def test_a_caption_names_the_button(sit_down: Sit, system: str) -> None:
    """Clicking the named pieces and the button in the caption does every step, except those about the list or
    dragging."""
    pupil = Pupil(sit_down(reduced_motion=True), system)
    while not pupil.guide.complete:
        if not pupil.guide.player_to_act:
            pupil.go_on()
            continue
        caption = str(pupil.screen.caption)
        if "arrow beside" in caption or "rag " in caption:
            pupil.by_mouse()
        else:
            assert pupil.by_caption(), caption


def test_the_first_battle_by_keyboard(kassala: Pupil) -> None:
    """Space continues and rolls; Tab, letters and Enter move."""
    while isinstance(kassala.hand.top, LessonScreen):
        assert kassala.exact
        if kassala.guide.player_to_act:
            kassala.by_keyboard()
        else:
            kassala.act(kassala.hand.key, "space")
    kassala.hand.on(LessonEnd)


def to_the_end(pupil: Pupil) -> None:
    """Go through a lesson by Page Down, and past its last step."""
    while isinstance(pupil.hand.top, LessonScreen):
        pupil.act(pupil.hand.key, "page down")


@pytest.mark.every(3)
@pytest.mark.parametrize(("button", "screen"), [("Play the whole battle", NewGame), ("Next lesson", DemoScreen),
                                                ("Back to the list", ExamplesSheet)])
def test_the_end_of_a_lesson_offers_the_next(sit_down: Sit, button: str, screen: type[Screen]) -> None:
    """Each button of the final sheet has its effect; Esc returns to the title."""
    hand = sit_down(size=(1024, 768), reduced_motion=True)
    to_the_end(Pupil(hand, "africa"))
    end = hand.on(LessonEnd)
    assert end.steps_played == 0 < end.steps_for_player, "steps that Page Down played are nobody's own"
    hand.press(hand.button(button))
    found = hand.on(screen)
    if isinstance(found, NewGame):
        assert found.scenario == end.battle
        assert not found.scenario.example
    hand.key("escape")
    hand.on(Title)


def test_a_finished_lesson_is_marked(kassala: Pupil) -> None:
    """It is marked on the list, on the title and in the settings; an unfinished one is not."""
    hand = kassala.hand
    to_the_end(kassala)
    assert stored.load().learnt == ("kassala/first-battle",)
    hand.press(hand.button("Back to the list"))
    hand.key("escape")
    hand.on(Title)
    hand.wait()
    lessons = {system: hand.title_card(system).entries[-1].length for system in ("kassala", "tours")}
    assert [1, len(paths("kassala"))] == list(values_in(lessons["kassala"]))
    assert str(len(paths("tours"))) == lessons["tours"]


def test_a_lesson_is_not_left_by_accident(kassala: Pupil) -> None:
    """Once it has begun Esc asks; no stays at the step, yes leaves, and nothing is marked as done."""
    hand = kassala.hand
    kassala.go_on()
    hand.key("escape")
    hand.on(QuestionSheet)
    hand.press(hand.button("Stay"))
    assert hand.on(LessonScreen).guide.step_index == 1
    hand.key("escape")
    hand.press(hand.button("Leave"))
    hand.on(Title)
    assert not hand.app.settings.learnt


def test_a_lesson_resumes_where_it_was_left(kassala: Pupil) -> None:
    """This works in another session; the list says so; Home restarts it, and a finished one begins at its first
    step."""
    hand = kassala.hand
    to_step(kassala, 4)
    hand.key("escape")
    hand.press(hand.button("Leave"))
    assert stored.load().unfinished_lessons == {"kassala/first-battle": 3}
    hand.app.push(ExamplesSheet(hand.app, catalog.rules("kassala")))
    hand.press(hand.button("Resume"))
    hand.key("escape")
    hand.press(hand.button("Leave"))
    hand.on(ExamplesSheet)
    hand.press(hand.button("Resume"))
    again = Pupil(hand)
    assert again.guide.step_index == 3
    assert again.exact
    again.act(hand.key, "home")
    assert again.guide.step_index == 0
    assert again.exact
    to_the_end(again)
    assert not stored.load().unfinished_lessons
    assert Pupil(hand, "kassala").guide.step_index == 0


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "size"), crossed(SYSTEMS, SIZES))
def test_the_caption_band_covers_nothing(sit_down: Sit, system: str, size: tuple[int, int]) -> None:
    """It has room for the longest caption with its hint in every step, and is below map, boxes, cards and buttons;
    nothing moves when a hint appears."""
    pupil = Pupil(sit_down(size=size, reduced_motion=True), system)
    screen, metrics = pupil.screen, pupil.screen.band_metrics
    longest = max(LessonBand(system, [(frame.caption, hint_of(frame))]).height(metrics, PLAYER_PRINT)
                  for frame in pupil.guide.frames)
    room, area = screen.band.rect.copy(), screen.layout.map
    assert room.height >= longest
    while not pupil.guide.player_to_act:
        pupil.act(pupil.hand.key, "page down")
        assert screen.band.rect == room
    pupil.act(pupil.hand.key, "h")
    assert screen.hint
    assert screen.band.rect == room
    assert screen.layout.map == area
    lying = [area, screen.layout.boxes, screen.layout.column, *(b.rect for b in screen.buttons if b.visible)]
    assert not room.collidelistall(lying)
    pupil.by_mouse()
    assert screen.band.rect == room


def test_the_band_grows_for_a_caption_that_names_a_button(kassala: Pupil, monkeypatch: pytest.MonkeyPatch) -> None:
    """A caption extended during play is longer than any in the lesson: everything moves up."""
    screen = kassala.screen
    before = screen.foot
    monkeypatch.setattr(Guide, "caption", "word " * 60)
    kassala.look()
    assert screen.foot > before
    assert screen.layout.column.bottom == screen.band.rect.top


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "size", "named"), [
    ("africa", (1024, 768), ()), pytest.param("africa", (1920, 1080), (), marks=pytest.mark.soak),
    ("kassala", (1024, 768), ("0304",))])
def test_no_card_covers_the_places_of_a_step(sit_down: Sit, system: str, size: tuple[int, int],
                                          named: tuple[str, ...]) -> None:
    """A large counter and the victory conditions are beside the ringed or named places."""
    pupil, seen = Pupil(sit_down(size=size, reduced_motion=True), system), 0
    for number, frame in enumerate(pupil.guide.frames, 1):
        show = frame.step.show
        if show.panel not in ("counter", "objectives"):
            continue
        to_step(pupil, number)
        card = pupil.screen.step_card.shown
        assert card is not None
        room = card.picture.get_rect(topleft=card.at)
        told = (*show.places, *named, *(pupil.game.situation.counters[unit].place for unit in show.units))
        assert not [place for place in told if room.collidepoint(pupil.screen.view.point_of(place))]
        seen += 1
    assert seen


@pytest.mark.every(4)
@pytest.mark.parametrize("system", SYSTEMS)
def test_an_open_drawer_covers_no_place_of_a_step(sit_down: Sit, system: str) -> None:
    """The places are in the uncovered part of the map, whether it was opened before the step or during it."""
    hand = sit_down(size=(1024, 768), reduced_motion=True)
    hand.resize((1024, 768), 200)
    pupil = Pupil(hand, system)
    hand.show_cards()
    assert pupil.hand.app.metrics.has_drawer
    for _ in range(5):
        pupil.act(pupil.hand.key, "page down")
        screen = pupil.screen
        free = screen.layout.free
        assert free.width < screen.layout.map.width
        told = [screen.view.point_of(place) for place in screen.camera.places(pupil.guide.frame)]
        assert [spot for spot in told if not free.collidepoint(spot)] == []


MINE = """
title = "Mine"
summary = "One move"
system = "kassala"
scenario = "example-a"

[[steps]]
say = "Look."

[[steps]]
say = "Move."
yours = {{ accept = ["{move}"] }}
"""


def test_a_players_own_lesson_is_played(sit_down: Sit, folders: Path) -> None:
    """It starts from the command line; it, too, resumes where it was left, and is not confused with the system's lesson
    of the same name."""
    path = folders / "first-battle.toml"
    path.write_text(MINE.format(move="move m-nub1 0103"))
    hand = sit_down(Start("learn", "kassala", file=path))
    pupil = Pupil(hand)
    assert str(pupil.guide.lesson.title) == "Mine"
    pupil.go_on()
    hand.key("escape")
    hand.press(hand.button("Leave"))
    hand.app.navigator.learn(catalog.rules("kassala"), path)
    assert Pupil(hand).guide.step_index == 1
    hand.app.return_to_title()
    assert Pupil(hand, "kassala").guide.step_index == 0


def test_a_faulty_lesson_is_reported(sit_down: Sit, folders: Path) -> None:
    """The message has the step and the rules' answer."""
    path = folders / "mine.toml"
    path.write_text(MINE.format(move="move m-nub1 0909"))
    told = sit_down(Start("learn", "kassala", file=path)).on(MessageSheet).text
    assert "mine.toml" in str(told)
    assert "step 2" in str(told)


def test_a_lesson_that_is_shorter_now_opens_at_its_last_step(sit_down: Sit) -> None:
    """It may have been left at a step that no longer exists."""
    hand = sit_down(unfinished_lessons={"kassala/first-battle": 999})
    guide = Pupil(hand, "kassala").guide
    assert guide.is_last


def test_an_illegal_action_in_a_lesson_is_refused_with_its_rule(kassala: Pupil) -> None:
    """The reason and its rule are shown as in any game; the step waits, with its hint."""
    kassala.go_on()
    before = kassala.game.match.state
    kassala.act(kassala.hand.click_unit, "m-arab1")
    kassala.act(kassala.hand.click_place, "0304")
    refusal = kassala.game.selection.refusal
    assert [reason.rule.number for reason in refusal.reasons] == ["II.D.12"]
    assert kassala.game.match.state is before
    assert (kassala.guide.step_index, str(kassala.screen.hint)) == (1, "")
    assert not kassala.screen.widgets.alternative.visible


def test_the_ringed_hex_before_the_counter(kassala: Pupil) -> None:
    """A click on the map without a selection does nothing except showing the hint."""
    kassala.go_on()
    kassala.act(kassala.hand.click_place, "0303")
    yours = kassala.guide.frame.step.yours
    assert yours is not None
    assert yours.hint
    assert yours.hint == str(kassala.screen.hint)
    kassala.by_mouse()
    assert (kassala.guide.step_index, str(kassala.screen.hint)) == (2, "")


def test_a_legal_move_other_than_the_lessons_gets_a_hint(kassala: Pupil) -> None:
    """Nothing is done, and the hint is shown below the caption; the right move is then accepted, and the hint
    disappears."""
    kassala.go_on()
    before, hint = kassala.game.match.state, kassala.guide.frames[1].step.yours
    assert hint is not None
    for wrong in (lambda: kassala.hand.click_place("0302"), lambda: kassala.hand.press(kassala.screen.widgets.main)):
        kassala.act(kassala.hand.click_unit, "m-egy1")
        kassala.act(wrong)
        assert kassala.game.match.state is before
        assert str(kassala.screen.hint) == hint.hint
        kassala.act(kassala.hand.key, "escape")
    kassala.by_mouse()
    assert (kassala.guide.step_index, str(kassala.screen.hint)) == (2, "")
    assert kassala.exact


def to_step(pupil: Pupil, number: int) -> None:
    """Go to a step, counted from 1, by Page Down."""
    while pupil.guide.step_index + 1 < number:
        pupil.act(pupil.hand.key, "page down")


def move_of(pupil: Pupil, verb: str) -> int:
    """The number of the first step with a player's action of a kind."""
    return next(number for number, frame in enumerate(pupil.guide.frames, 1)
                if frame.step.yours is not None and frame.step.yours.accept[0].startswith(verb))


def test_a_choice_other_than_the_lessons_gets_a_hint(kassala: Pupil) -> None:
    """Nothing is lost, and the hint is shown; once the wrong unit is deselected the right one is accepted."""
    to_step(kassala, move_of(kassala, "lose"))
    before = kassala.game.match.state
    kassala.act(kassala.hand.click_unit, "m-egy1")
    kassala.act(kassala.hand.press, kassala.screen.widgets.choices[0])
    assert kassala.game.match.state is before
    assert str(kassala.screen.hint)
    kassala.act(kassala.hand.click_unit, "m-egy1")
    kassala.by_mouse()
    assert (str(kassala.screen.hint), kassala.exact) == ("", True)


@pytest.mark.every(3)
@pytest.mark.parametrize("by", ["tray", "enter", "space"])
def test_the_dice_show_the_faces_of_the_lesson(kassala: Pupil, by: str) -> None:
    """This holds however they are rolled, also with automatic rolls; the caption names the result only once they have
    landed."""
    kassala.hand.app.settings.auto_roll = True
    to_step(kassala, move_of(kassala, "attack"))
    kassala.by_mouse()
    assert kassala.game.pending_roll is not None
    before = str(kassala.screen.caption)
    if by == "tray":
        kassala.hand.click(kassala.screen.tray_rect.center)
    else:
        kassala.hand.key(by)
    assert kassala.game.stage.busy
    assert str(kassala.screen.caption) == before
    while kassala.game.stage.dice_rolling:
        assert str(kassala.screen.caption) == before
        kassala.hand.wait(0.05)
    kassala.hand.wait(0.05)
    assert kassala.game.stage.busy  # the result is still kept in view
    assert str(kassala.screen.caption) == str(kassala.guide.frame.caption)
    kassala.look()
    frame = kassala.guide.frame
    assert (str(kassala.screen.caption), kassala.game.match.state) == (str(frame.caption), frame.state)


def test_only_the_enemy_that_is_named_is_marked(sit_down: Sit) -> None:
    """Two could be attacked; the step names one. With the attacker selected no own unit is ringed."""
    pupil = Pupil(sit_down(reduced_motion=True), "adua")
    to_step(pupil, move_of(pupil, "attack"))
    over = pupil.screen.view.overlay
    assert over.targets == ("gabeiehu-f1",)
    pupil.act(pupil.hand.click_unit, "i-ascari")
    assert (over.targets, over.hint) == (("gabeiehu-f1",), ("gabeiehu-f1",))


def test_a_step_of_text_has_one_button(sit_down: Sit) -> None:
    """A combat started by the lesson is shown with its chances, but without its own button."""
    pupil = Pupil(sit_down(reduced_motion=True), "renaissance")
    number = next(at for at, frame in enumerate(pupil.guide.frames, 1) if "second charge" in str(frame.caption))
    to_step(pupil, number)
    assert pupil.game.selection.proposals
    assert not any(button.visible for button in pupil.screen.widgets.choices)


def test_the_purpose_of_a_roll_is_above_its_button(sit_down: Sit) -> None:
    """As in the game, coins are not called dice, and one die is singular."""
    pupil = Pupil(sit_down(reduced_motion=True), "kassala")
    to_step(pupil, move_of(pupil, "attack"))
    pupil.by_mouse()
    roll = pupil.game.pending_roll
    assert roll is not None
    assert str(pupil.screen.prompt_text) == str(roll.title)
    assert pupil.game.main_button.label == f"{ROLL_LABEL}   [Space]"


def test_a_click_on_the_map_in_a_step_of_text_says_how_to_continue(kassala: Pupil) -> None:
    """No unit is selected, and a message says how to continue; a click on the caption continues."""
    kassala.act(kassala.hand.click_unit, "m-egy1")
    assert kassala.game.selection.selected is None
    assert "Continue" in str(kassala.screen.hint)
    kassala.act(kassala.hand.click, kassala.screen.band.rect.center)
    assert (kassala.guide.step_index, str(kassala.screen.hint)) == (1, "")


@pytest.mark.soak
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("system", thinned(SYSTEMS, 3, 2))
def test_steps_forward_and_back_need_no_move(sit_down: Sit, system: str) -> None:
    """Page Down plays every step, the player's too; Page Up undoes each exactly; going forward again is the same."""
    pupil = Pupil(sit_down(reduced_motion=True), system)
    forth: dict[int, Any] = {}
    for way in ("forth", "back", "forth"):
        while way == "forth" and not pupil.guide.complete:
            if pupil.guide.faces is None:
                known = forth.setdefault(pupil.guide.step_index, pupil.game.match.state)
                assert pupil.game.match.state == known
            pupil.act(pupil.hand.key, "page down")
            assert pupil.exact
        while way == "back" and pupil.guide.step_index:
            pupil.act(pupil.hand.key, "page up")
            frame = pupil.guide.frame
            assert pupil.game.match.state == (frame.before if frame.step.yours else frame.state)
        assert bool(pupil.game.match.plies) == (way == "forth")


@pytest.mark.parametrize(("key", "mod"), [("s", pygame.KMOD_CTRL), ("r", pygame.KMOD_CTRL), ("d", pygame.KMOD_CTRL),
                                          ("n", pygame.KMOD_CTRL), ("p", 0), ("v", 0)])
def test_keys_that_would_leave_the_lesson(kassala: Pupil, key: str, mod: int) -> None:
    """No saving, resigning, draw, restart, pause or automatic play: nothing opens or is done."""
    kassala.go_on()
    before = kassala.game.match.state
    kassala.act(kassala.hand.key, key, mod)
    assert kassala.screen.game.view.notice.text
    assert kassala.game.match.state is before


def test_a_step_back_undoes_a_move(kassala: Pupil) -> None:
    """Backspace and the button do it; the player makes the move again."""
    kassala.go_on()
    kassala.by_mouse()
    for back in (lambda: kassala.hand.key("backspace"), lambda: kassala.hand.press(kassala.hand.button("Back"))):
        kassala.act(back)
        assert (kassala.guide.step_index, kassala.guide.player_to_act, kassala.exact) == (1, True, True)
        kassala.by_mouse()
        assert kassala.guide.step_index == 2


def test_the_hint_of_a_step(kassala: Pupil) -> None:
    """H shows it without a wrong try, in a calm colour; after a wrong try it is a warning."""
    kassala.go_on()
    kassala.act(kassala.hand.key, "h")
    yours = kassala.guide.frame.step.yours
    assert yours is not None
    assert (str(kassala.screen.hint), kassala.screen.band.colour) == (yours.hint, GOOD)
    kassala.act(kassala.hand.click_place, "0303")
    assert (str(kassala.screen.hint), kassala.screen.band.colour) == (yours.hint, WARNING)


RETURNS = """
system = "kassala"
title = "There and back"
summary = "Twice the same"
position = "first-battle.json"

[[steps]]
say = "Go."
yours = { accept = "move m-egy1 0303" }

[[steps]]
say = "Once more, from the start."
back = true
yours = { accept = ["move m-egy1 0302", "move m-egy1 0303"] }
places = { m-egy1 = "0302" }

[[steps]]
say = "That was all."
"""


@pytest.fixture
def returning(sit_down: Sit, tmp_path: Path) -> Hand:
    """A lesson that returns to its start."""
    rules: Any = catalog.rules("kassala")
    source = Path(catalog.__file__).parent / "rules" / "kassala" / "lessons" / "first-battle.json"
    (tmp_path / source.name).write_text(source.read_text())
    path = tmp_path / "returns.toml"
    path.write_text(RETURNS)
    hand = sit_down()
    hand.app.push(LessonScreen(hand.app, Guide(rules, read(path))))
    return hand


def test_a_lesson_returns_to_its_start(returning: Hand) -> None:
    """It works forward and back over the return; of two accepted moves the first is done."""
    pupil = Pupil(returning)
    pupil.by_mouse()
    assert (pupil.guide.step_index, pupil.guide.player_to_act, pupil.exact) == (1, True, True)
    pupil.act(returning.key, "page up")
    assert (pupil.guide.step_index, pupil.guide.player_to_act, pupil.exact) == (0, True, True)
    pupil.by_mouse()
    pupil.act(returning.click_unit, "m-egy1")
    pupil.act(returning.click_place, "0303")
    assert (pupil.guide.step_index, pupil.exact) == (2, True)
    assert pupil.game.situation.counters["m-egy1"].place == "0302"


def test_the_list_of_lessons_plays_it(sit_down: Sit) -> None:
    """Play it is beside Watch; Esc returns to the list."""
    hand = sit_down()
    hand.app.push(ExamplesSheet(hand.app, catalog.rules("kassala")))
    hand.wait()
    hand.press(next(button for button in hand.top.buttons if button.text == "Play it"))
    assert hand.on(LessonScreen).guide.lesson.name == "first-battle"
    hand.key("escape")
    hand.on(ExamplesSheet)


def at_the_move(hand: Hand) -> PresentationScreen:
    """The presentation of Kassala's first battle at the audience's first move."""
    screen = hand.on(PresentationScreen)
    while not screen.slide.yours:
        hand.key("page down")
    return screen


def test_a_step_to_be_played_is_marked(sit_down: Sit) -> None:
    """Until the move is made a golden tag above the caption says that it is the audience's, and names the key."""
    hand = sit_down(Start("present", "kassala", "first-battle"), size=(1024, 768))
    screen = at_the_move(hand)

    def marked() -> bool:
        (left, bottom), edge = screen.layout.map.bottomleft, screen.stage_metrics.px(24)
        spot = left + edge, bottom - edge
        return hand.app.window.get_at(spot)[:3] == tuple(pygame.Color(GOLD))[:3]

    assert marked()
    hand.key("page down")
    hand.wait_for_print()
    assert screen.slide.done
    assert not marked()


@pytest.mark.parametrize("by", ["click", "enter"])
def test_the_audience_plays_a_step(sit_down: Sit, by: str) -> None:
    """A click or Enter opens the lesson at that step; the move leads to the next slide."""
    hand = sit_down(Start("present", "kassala", "first-battle"), size=(1024, 768))
    screen = at_the_move(hand)
    step = screen.slide.step
    if by == "click":
        hand.click(screen.layout.map.center)
    else:
        hand.key("enter")
    pupil = Pupil(hand)
    assert (pupil.guide.step_index, pupil.guide.player_to_act, pupil.exact) == (step - 1, True, True)
    pupil.by_mouse()
    assert hand.on(PresentationScreen) is screen
    assert (screen.slide.step, screen.state) == (step + 1, pupil_state(screen, step))


def pupil_state(screen: PresentationScreen, step: int) -> Any:
    """The position after a step of the presentation."""
    return next(slide.state for slide in reversed(screen.slides) if slide.step == step)


@pytest.mark.parametrize(("key", "on"), [("page down", 1), ("page up", 0), ("escape", 0)])
def test_the_presenter_takes_the_step_back(sit_down: Sit, key: str, on: int) -> None:
    """Page Down plays the move and continues; Page Up and Esc return to the slide."""
    hand = sit_down(Start("present", "kassala", "first-battle"), size=(1024, 768))
    screen = at_the_move(hand)
    step = screen.slide.step
    hand.key("enter")
    pupil = Pupil(hand)
    pupil.act(hand.key, key)
    assert hand.on(PresentationScreen) is screen
    assert screen.slide.step == step + on


def test_page_down_skips_a_step_in_the_presentation(sit_down: Sit) -> None:
    """The remote's keys never open the lesson."""
    hand = sit_down(Start("present", "kassala", "first-battle"), size=(1024, 768))
    screen = at_the_move(hand)
    step = screen.slide.step
    for _ in range(3):
        hand.key("page down")
        assert hand.on(PresentationScreen) is screen
    assert screen.slide.step > step


def test_a_base_is_dragged_into_place(sit_down: Sit) -> None:
    """On a table without a grid a slightly wrong move is accepted, and ends at the lesson's exact pose; a very wrong
    one leaves the base selected, with the hint, for another try."""
    pupil = Pupil(sit_down(), "renaissance")
    while not pupil.guide.player_to_act:
        pupil.go_on()
    unit, at = pupil.wanted.units[0], pupil.screen.view.point_of(pupil.wanted.places[0])
    step, before = pupil.guide.step_index, pupil.game.match.state
    pupil.act(pupil.hand.drag, pupil.hand.spot(unit), (at[0] + 70, at[1] - 10))
    assert pupil.game.match.state is before
    assert str(pupil.screen.hint)
    pupil.act(pupil.hand.click, (at[0] + 20, at[1] - 20))
    assert (pupil.guide.step_index, pupil.exact) == (step + 1, True)


def test_a_result_disappears_with_the_next_prompt(kassala: Pupil) -> None:
    """The card of the last combat is shown while losses are chosen, but not in the next turn's movement."""
    to_step(kassala, move_of(kassala, "attack"))
    kassala.by_mouse()
    shown = list[bool]()
    while len(shown) < 3:
        if kassala.guide.player_to_act:
            shown.append(kassala.game.stage.rolled is not None)
            kassala.by_mouse()
        else:
            kassala.go_on()
    while not kassala.guide.player_to_act:
        kassala.go_on()
    assert shown[0]
    assert kassala.game.stage.rolled is None
    assert kassala.screen.middle_card().key[0] == "place"


def test_a_question_to_a_room_is_not_asked_of_one_player(kassala: Pupil) -> None:
    """The odds are already on the card; the step has its own text."""
    asked = next(number for number, frame in enumerate(kassala.guide.frames) if frame.step.ask is not None)
    while kassala.guide.step_index < asked:
        kassala.act(kassala.hand.key, "page down")
    ask = kassala.guide.frame.step.ask
    assert ask is not None
    assert ask.question not in [str(kassala.screen.caption), *kassala.read]


def test_a_lesson_is_presented_from_where_it_is(sit_down: Sit) -> None:
    """F5 shows the same step to an audience; Esc returns to it."""
    pupil = Pupil(sit_down(), "kassala")
    pupil.go_on()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F5, mod=0, unicode=""))
    pupil.hand.wait()
    assert pupil.hand.on(PresentationScreen).slide.step == 2
    pupil.hand.key("escape")
    assert (pupil.guide.step_index, pupil.exact) == (1, True)


def test_the_audience_sees_no_cards_of_a_step_played_by_hand(sit_down: Sit) -> None:
    """Its own window has the map and the caption; buttons and cards stay with the speaker."""
    hand = sit_down(Start("present", "kassala", "first-battle"), size=(1024, 768))
    screen = at_the_move(hand)
    hand.key("t")
    hand.key("enter")
    lesson = hand.on(LessonScreen)
    for _ in range(20):  # what T has done is told to the speaker alone
        hand.wait(0.5)
    assert screen.speaker.audience is not None
    window, seen = hand.app.window, screen.speaker.audience.window.get_surface()
    band, area = lesson.band.rect, lesson.layout.map

    def pixels(surface: pygame.Surface, part: pygame.Rect) -> bytes:
        return pygame.image.tobytes(surface.subsurface(part), "RGB")

    assert pixels(seen, band) == pixels(window, band)
    assert pixels(seen, area.move((seen.get_width() - area.width) // 2 - area.x, 0)) == pixels(window, area)
    assert pixels(seen, lesson.widgets.main.rect) != pixels(window, lesson.widgets.main.rect)


@pytest.mark.every(2)
@pytest.mark.parametrize("down", [True, False])
def test_a_box_around_a_column_selects_its_leader(sit_down: Sit, down: bool) -> None:
    """Whichever corner it ends at, the base in front is selected and the other goes along; the move is the lesson's."""
    pupil = Pupil(sit_down(reduced_motion=True), "renaissance")
    to_step(pupil, next(number for number, frame in enumerate(pupil.guide.frames, 1)
                        if frame.step.yours is not None and "march red-pk1,red-pk2" in frame.step.yours.accept[0]))
    (ax, ay), (bx, by) = (pupil.hand.spot(unit) for unit in ("red-pk1", "red-pk2"))
    wide = pupil.screen.view.stacks.px
    corners = (min(ax, bx) - wide, min(ay, by) - wide // 2), (max(ax, bx) + wide, max(ay, by) + wide // 2)
    pupil.hand.drag(*(corners if down else corners[::-1]))
    assert (pupil.game.selection.selected, pupil.game.selection.group) == ("red-pk1", ("red-pk2",))
