"""Title, saved games, replay, settings, errors and computer players on screen."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pygame
import pygame_gui
import pytest

from game import catalog
from game.match.match import Match
from game.match.start import Start
from game.match.store import Store
from game.ui import settings as stored
from game.ui.players import Players
from game.ui.screens.dialogs import Message, Question
from game.ui.screens.options import Options
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.rulepages import markup, read
from game.ui.screens.saves import Saves
from game.ui.screens.victory import Victory
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def _record(moves: int = 3) -> Path:
    """A record of a few moves in the folder of saved games."""
    rules = catalog.rules("kassala")
    match = Store().begin(rules, seed=5)
    for _ in range(moves):
        match.play(rules.candidates(match.state)[0])
    path = match.record
    assert path is not None
    match.release()
    return path


def _finished() -> Match[object]:
    """A game over after its last turn, with its record in the folder of saved games."""
    rules = catalog.rules("kassala")
    position = {**rules.position(rules.initial("kassala")), "turn": 10}
    match = Store().begin(rules, seed=5, position=position)
    while match.to_act is not None:
        match.play("end-movement")
    match.release()
    return match


def _colours(surface: pygame.Surface) -> int:
    """How many different colours a picture has on a coarse grid."""
    w, h = surface.get_size()
    return len({tuple(surface.get_at((x, y))) for x in range(0, w, 16) for y in range(0, h, 16)})


def test_the_title_is_drawn_and_offers_the_systems(sit_down: Sit) -> None:
    """One card for every system found, and a picture with more than a few colours."""
    hand = sit_down()
    assert [rules.name for rules in hand.top.systems] == list(catalog.names())
    assert _colours(hand.app.window) > 100


def test_the_title_is_worked_by_keyboard(sit_down: Sit) -> None:
    """Enter, Enter: a game. Tab goes through the buttons."""
    hand = sit_down()
    hand.key("tab")
    hand.key("enter")
    assert isinstance(hand.top, Saves)
    hand.key("escape")
    hand.top._focus = -1
    hand.key("enter")
    hand.key("1")
    assert hand.top.chosen == {"cannon"}
    hand.key("enter")
    assert hand.game.match.header.options == ("cannon",)


def test_every_scenario_can_be_started_from_the_sheet(sit_down: Sit) -> None:
    """The drop-down's values all lead to a game."""
    hand = sit_down()
    hand.top.set_up(0)
    sheet = hand.top
    for info in sheet.rules.scenarios:
        sheet.scenario = info
        sheet.start()
        hand.wait()
        assert hand.game.match.header.scenario == info.name
        hand.app.leave_to(type(hand.app.stack[0]))
        hand.app.stack[0].set_up(0)
        sheet = hand.top


def test_saved_games_are_listed_opened_and_deleted(sit_down: Sit) -> None:
    """By keyboard: open the game and go on; delete it only after the question."""
    path = _record()
    hand = sit_down()
    hand.top.saves()
    assert hand.top.save.path == path
    hand.key("enter")
    assert len(hand.game.match.steps) == 3
    hand.app.leave_to(type(hand.app.stack[0]))
    hand.top.saves()
    assert hand.top.save.thumbnail.exists()
    hand.top.ask_delete()
    assert isinstance(hand.top, Question)
    hand.key("escape")
    assert path.exists()
    hand.top.ask_delete()
    hand.key("enter")
    assert not path.exists()
    assert hand.top.save is None


def test_a_damaged_record_is_named_and_its_good_part_goes_on(sit_down: Sit) -> None:
    """The dialog has file and line; the game goes on from the last good action."""
    path = _record()
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2].replace(b"move", b"mave")
    path.write_bytes(b"\n".join(lines))
    hand = sit_down()
    if isinstance(hand.top, Question):
        hand.key("escape")
    hand.top.saves()
    hand.top.open()
    assert isinstance(hand.top, Message)
    assert f"{path}, line 3" in hand.top.text
    hand.key("enter")
    assert len(hand.game.match.steps) == 1


def test_an_unreadable_record_leaves_everything_as_it_is(sit_down: Sit, tmp_path: Path) -> None:
    """No record at all: a dialog, and the title below it."""
    path = tmp_path / "nonsense.jsonl"
    path.write_text("hello\n")
    hand = sit_down(Start("replay", record=path))
    assert isinstance(hand.top, Message)
    assert str(path) in hand.top.text
    hand.key("enter")
    assert type(hand.top).__name__ == "Title"


def test_a_game_cut_off_is_offered_and_resumed_exactly_there(sit_down: Sit) -> None:
    """A record without its closing line: the question at the start leads to the same hash."""
    rules = catalog.rules("kassala")
    match = Store().begin(rules, seed=5)
    match.play(rules.candidates(match.state)[0])
    kept = match.hash
    assert match._journal is not None
    match._journal.close()
    hand = sit_down()
    assert isinstance(hand.top, Question)
    hand.key("enter")
    assert hand.game.match.hash == kept


def test_a_window_closed_in_mid_game_loses_nothing(sit_down: Sit) -> None:
    """Quit in the middle of an animation: the move is on record."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.click_place("0401")
    hand.click_place("0501")
    assert hand.game.stage.busy
    path = hand.game.match.record
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    hand.wait()
    assert not hand.app.running
    hand.close()
    saves = Store().saves()
    assert [(save.path, save.actions, save.interrupted) for save in saves] == [(path, 1, False)]


def test_a_replay_is_stepped_and_branched(sit_down: Sit) -> None:
    """Forth and back by keys, then a new game from the step shown; the old record stays."""
    path = _record()
    hand = sit_down(Start("replay", record=path))
    screen = hand.top
    assert isinstance(screen, ReplayScreen)
    hand.key("right")
    hand.key("right")
    assert screen.replay.at == 2
    hand.key("left")
    assert screen.replay.at == 1
    hand.key("end")
    assert screen.replay.at == 3
    hand.key("home")
    hand.key("right")
    for _ in range(40):
        hand.wait(0.1)
    hand.press(hand.button("New game from here"))
    assert len(hand.game.match.steps) == 1
    assert hand.game.match.record != path
    assert len(Store().saves()) == 2


def test_a_replay_plays_itself_at_any_speed(sit_down: Sit) -> None:
    """Play runs to the end and stops there."""
    path = _record()
    hand = sit_down(Start("replay", record=path, autoplay=True), speed=8.0)
    for _ in range(200):
        hand.wait(0.1)
    assert hand.top.replay.at == 3
    assert not hand.top.running


def test_the_end_says_who_won_by_which_rule(sit_down: Sit) -> None:
    """The victory sheet of a finished record, opened from the list as a replay, and again after play."""
    match = _finished()
    hand = sit_down()
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    assert hand.top.result.rule.number.startswith("III")
    assert [str(link.rule) for link in hand.top.links] == [str(hand.top.result.rule)]
    assert _colours(hand.app.window) > 100


def test_settings_hold_at_once_and_are_kept(sit_down: Sit, folders: Path) -> None:
    """A click changes the value; the next start has it."""
    hand = sit_down()
    hand.top.settings()
    assert isinstance(hand.top, Options)
    before = hand.app.settings.interface_scale
    plus = [button for button in hand.top._actions if button.text == "+"]
    hand.press(plus[0])
    hand.wait()
    assert hand.app.settings.interface_scale > before
    hand.close()
    assert stored.load(folders / "config").interface_scale == hand.app.settings.interface_scale


def test_settings_that_are_no_settings_are_said_and_left_alone(sit_down: Sit, folders: Path) -> None:
    """The program starts with its own values and names the file."""
    path = folders / "config" / "settings.json"
    path.parent.mkdir()
    path.write_text('{"volume": "loud"}')
    hand = sit_down()
    assert isinstance(hand.top, Message)
    assert str(path) in hand.top.text
    assert path.read_text() == '{"volume": "loud"}'


@pytest.mark.parametrize(("raw", "value"), [('{"interface_scale": 900}', 200), ('{"interface_scale": 3}', 80)])
def test_settings_out_of_range_are_brought_back(tmp_path: Path, raw: str, value: int) -> None:
    """80 to 200 per cent."""
    (tmp_path / "settings.json").write_text(raw)
    assert stored.load(tmp_path).interface_scale == value


def test_a_record_that_cannot_be_written_is_reported_once(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk: the dialog offers another place, the game goes on in memory."""
    import errno
    import os

    hand = sit_down(Start("play", "kassala", seed=3))
    whole = os.write

    def full(handle: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    hand.click_place("0401")
    hand.click_place("0501")
    hand.settle()
    monkeypatch.setattr(os, "write", whole)
    assert isinstance(hand.top, Question)
    assert "No space left" in hand.top.text
    hand.key("escape")
    assert len(hand.game.match.steps) == 1
    hand.click_place("0601")
    hand.click_place("0501" if hand.game.controller.reach.get("0501") else "0502")
    hand.settle()
    assert hand.game.match.trouble is None


def test_the_rulebook_has_every_number_and_turns_its_pages(sit_down: Sit) -> None:
    """Sections at the left; a number opens its section and is marked."""
    numbers = {article.number for article in read("kassala")}
    assert {"II.D.12", "II.E.13", "IV.A.7.b"} <= numbers
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, "kassala", "II.E.9"))
    hand.wait()
    assert hand.top.section == "II.E"
    assert "»" in hand.top.page.html_text
    hand.key("right")
    assert hand.top.section == "II.F" or hand.top.section.startswith("Part III") or hand.top.section == "III"


def _think(hand: Hand, until: Callable[[], bool], seconds: float = 30) -> None:
    """Let the loop run until something has come true; a computer player thinks in its own process meanwhile."""
    end = monotonic() + seconds
    while not until():
        assert monotonic() < end, "nothing came of it"
        hand.wait(0.1)
        sleep(0.005)


def test_computer_players_play_each_other(sit_down: Sit) -> None:
    """Nobody touches anything; moves are made, reasons are in the log, Space pauses."""
    hand = sit_down(Start("play", "kassala", seed=3, players={"moslem": "recruit", "christian": "recruit"}), speed=8.0)
    _think(hand, lambda: len(hand.game.match.steps) >= 3)
    assert any(entry.kind == "remark" for entry in hand.game.column.log.entries)
    hand.key("space")
    hand.settle()
    done = len(hand.game.match.steps)
    for _ in range(20):
        hand.wait(0.1)
    assert len(hand.game.match.steps) == done


def test_a_hint_is_shown_and_not_played(sit_down: Sit) -> None:
    """H: the proposal and its reason on the slip, the position as it was."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("h")
    _think(hand, lambda: hand.game.hint is not None)
    hand.wait()
    assert hand.game.hint is not None
    assert hand.game.slip.rect.height > 0
    assert hand.game.match.steps == ()
    assert hand.game.rules.check(hand.game.match.state, hand.game.rules.parse(hand.game.hint[1]))


def test_a_computer_player_that_fails_is_reported_not_hidden(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level that does not exist: a dialog with what it said, the game paused and whole."""
    hand = sit_down(Start("play", "kassala", seed=3, players={"moslem": "nobody"}))
    _think(hand, lambda: isinstance(hand.top, Message))
    assert "nobody" in hand.top.text
    hand.key("enter")
    assert hand.game.flow.paused
    assert hand.game.match.steps == ()


def test_the_players_process_ends_with_the_program(folders: Path) -> None:
    """Closed while it thinks: no process is left."""
    rules = catalog.rules("kassala")
    players = Players()
    players.ask(rules.position(rules.initial("kassala")), "veteran", "moslem", 1, 5.0)
    process = players._process
    assert process is not None
    players.close()
    assert process.poll() is not None


def test_a_copy_goes_where_it_is_told(sit_down: Sit, folders: Path) -> None:
    """A path typed into the sheet; a name alone goes into the folder of saved games."""
    hand = sit_down(Start("play", "kassala", seed=3))
    for text in (str(folders / "copy"), "club night"):
        hand.key("s", pygame.KMOD_CTRL)
        hand.top.entry.set_text(text)
        hand.key("enter")
        assert hand.top is hand.game
    assert (folders / "copy.jsonl").exists()
    assert {save.title for save in Store().saves()} == {"club night"}


def test_the_scrubber_goes_to_a_step(sit_down: Sit) -> None:
    """Moving the slider shows the step under it, and stepping moves the slider."""
    hand = sit_down(Start("replay", record=_record()))
    screen = hand.top
    moved = {"ui_element": screen.scrubber, "value": 2}
    pygame.event.post(pygame.event.Event(pygame_gui.UI_HORIZONTAL_SLIDER_MOVED, moved))
    hand.wait()
    assert screen.replay.at == 2
    hand.key("left")
    assert screen.scrubber.get_current_value() == 1


def test_a_missing_sound_is_said_once_and_the_game_goes_on(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dialog that names the file, then silence."""
    from game.ui import sound
    from game.ui.sheet_style import AssetError

    def missing(self: sound.Sounds, name: str) -> None:
        raise AssetError(f"assets/sounds/{name}.wav: cannot be read as a sound")

    hand = sit_down(Start("play", "kassala", seed=3))
    monkeypatch.setattr(sound.Sounds, "play", missing)
    hand.click_place("0401")
    assert isinstance(hand.top, Message)
    assert "click.wav" in hand.top.text
    hand.key("enter")
    assert hand.app.sounds.muted
    assert hand.game.controller.selected == "m-tcav1"


def test_a_missing_picture_leaves_the_game_on_record(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The map cannot be drawn: a dialog, and the record is whole."""
    from game.ui.screens import game as module
    from game.ui.sheet_style import AssetError

    def broken(*_: object) -> object:
        raise AssetError("assets/kassala/style.toml: no such table")

    hand = sit_down()
    monkeypatch.setattr(module, "BoardView", broken)
    hand.top.set_up(0)
    hand.top.start()
    assert isinstance(hand.top, Message)
    assert "style.toml" in hand.top.text
    (save,) = Store().saves()
    assert not save.interrupted


def test_a_key_held_down_does_one_thing(sit_down: Sit) -> None:
    """Space held: one phase ends, not two."""
    hand = sit_down(Start("play", "kassala", seed=3), hand_over=False)
    for _ in range(5):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
        hand.settle()
    assert len(hand.game.match.steps) == 1


def test_tables_and_lists_of_the_rulebook_keep_their_lines() -> None:
    """The results table stands in columns, one line a die face; list points stand each on its own line."""
    article = next(article for article in read("kassala") if article.number == "I.D")
    lines = markup([article], "I.D", 17).split("<br>")
    table = [line for line in lines if "fira_code" in line]
    assert len(table) == 7
    assert len({line.replace("&amp;", "&").count("\u00a0") > 10 for line in table}) == 1
    assert len([line for line in lines if line.startswith("• ")]) == 4


def test_a_computer_player_that_dies_is_reported_and_can_be_asked_again(sit_down: Sit) -> None:
    """Its process killed in mid-thought: a dialog; Go on starts another one."""
    hand = sit_down(Start("play", "kassala", seed=3, players={"moslem": "recruit"}), speed=8.0)
    players = hand.game.flow.players
    _think(hand, lambda: players._process is not None)
    assert players._process is not None
    players._process.kill()
    _think(hand, lambda: isinstance(hand.top, Message) or len(hand.game.match.steps) > 0)
    if isinstance(hand.top, Message):
        assert hand.game.flow.paused
        hand.key("enter")
        hand.key("space")
    _think(hand, lambda: len(hand.game.match.steps) > 0)


def test_a_computer_player_that_never_answers_is_ended(folders: Path) -> None:
    """Past its limit and the grace: the process is gone and the answer says so."""
    now = [0.0]
    rules = catalog.rules("kassala")
    players = Players(clock=lambda: now[0])
    players.ask(rules.position(rules.initial("kassala")), "veteran", "moslem", 1, 1.0)
    process = players._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    now[0] = 60.0
    answer = players.answer()
    assert answer is not None
    assert (answer.action, process.poll() is not None) == ("", True)
