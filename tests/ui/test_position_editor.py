"""The position editor, by mouse and keys: from the title to a game from the position."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Color

from game import catalog
from game.core.chance import CHANCE
from game.core.message import or_list, say
from game.core.position_form import OUT_OF_GAME
from game.match.draft import Draft, folder
from game.match.loading import load
from game.match.setup import read_position
from game.ui.app.dialogs import QuestionSheet
from game.ui.kit.theme import GOLD, LINE_INK
from game.ui.screens.editor import PositionEditor
from game.ui.screens.editor_panel import MARKS, fault_text
from game.ui.screens.game import GameScreen
from game.ui.screens.menu import Menu
from game.ui.screens.own_file import Positions
from game.ui.screens.title import Title
from tests.ui.corners import crossed
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
SIZES = [(1024, 768), (1280, 720), (1920, 1080)]


def editing(sit: Sit, system: str, size: tuple[int, int] = (1280, 720)) -> tuple[Hand, PositionEditor]:
    """The editor with a system's first set-up."""
    hand = sit(size=size, reduced_motion=True)
    hand.app.navigator.edit(catalog.rules(system))
    hand.wait()
    return hand, hand.on(PositionEditor)


def spot(editor: PositionEditor, unit: str) -> tuple[int, int]:
    """The window pixel of a counter on the map."""
    found: tuple[int, int] = editor.view.stacks.spots()[unit]
    return found


def typed(hand: Hand, text: str) -> None:
    """Type letters into the focused field."""
    for letter in text:
        hand.key(letter)


def test_kassala_from_the_title_to_a_game(sit_down: Sit) -> None:
    """Two counters are dragged, the phase is changed, and the position is saved, played and reopened."""
    hand = sit_down(reduced_motion=True)
    hand.wait(0.1)
    while not hand.on(Title).systems or hand.on(Title).shelf.has_unread:
        hand.wait(0.1)
    hand.key("p")
    hand.wait()
    number = [rules.name for rules in hand.on(Positions).systems].index("kassala")
    hand.key(str(number + 1))
    hand.wait()
    editor = hand.on(PositionEditor)
    for unit, place in (("m-arab1", "0503"), ("c-res1", "0606")):
        hand.drag(spot(editor, unit), editor.view.point_of(place))
        assert place == editor.draft.place(unit)
    hand.key("p")
    hand.key("p")
    hand.wait()
    assert editor.draft.phase == ("christian", "movement")
    assert not editor.draft.fault
    hand.key("s", pygame.KMOD_CTRL)
    hand.wait()
    typed(hand, "laststand")
    hand.key("enter")
    hand.wait()
    assert hand.on(PositionEditor) is editor
    position = read_position(catalog.rules("kassala"), folder() / "laststand.json")
    assert {"id": "m-arab1", "place": "0503"} in position["units"]
    hand.press(hand.button("Play from here"))
    hand.wait()
    hand.press(hand.button("Start the game"))
    hand.wait()
    game = hand.on(GameScreen).game
    assert editor.draft.state.at == game.match.state.at
    assert ("christian", "movement") == game.rules.prompt(game.match.state).phase_key
    hand.key("escape")
    hand.wait()
    hand.press(hand.button("Back to the position"))
    hand.wait()
    assert hand.on(PositionEditor) is editor


def test_kassala_by_keys_alone(sit_down: Sit) -> None:
    """A unit is selected, moved, marked, removed and put back; undo and redo work."""
    hand, editor = editing(sit_down, "kassala")
    hand.key("tab")
    hand.wait()
    unit = editor.selected
    assert unit is not None
    before = editor.draft.place(unit)
    hand.key("s")
    hand.key("enter")
    hand.wait()
    assert before != editor.draft.place(unit)
    hand.key("1")
    hand.wait()
    assert (editor.rules.form.entry(editor.draft.position, unit) or {})["moved"]
    hand.key("x")
    hand.wait()
    assert editor.draft.place(unit) == OUT_OF_GAME
    hand.key("backspace")
    hand.wait()
    assert editor.draft.place(unit) not in (before, OUT_OF_GAME)
    hand.key("backspace", pygame.KMOD_SHIFT)
    hand.wait()
    assert editor.draft.place(unit) == OUT_OF_GAME
    hand.key("t")
    hand.wait()
    assert editor.draft.position["turn"] == 2


def test_units_are_dragged_from_the_tray_and_back(sit_down: Sit) -> None:
    """Reinforcements of Africa come from the tray; a unit dropped on a tray's tab goes into that tray."""
    hand, editor = editing(sit_down, "africa")
    unit = next(each.unit for each in editor.draft.counters() if editor.draft.place(each.unit) is None)
    placed = next(each.place for each in editor.draft.counters() if each.place and each.seat == "spanish")
    hand.wait()
    start = next(at for at in _grid(editor) if editor.panel.unit_at(at) == unit)
    hand.drag(start, editor.view.point_of(placed))
    assert placed == editor.draft.place(unit)
    hand.drag(spot(editor, unit), _tab(editor, OUT_OF_GAME))
    assert editor.draft.place(unit) == OUT_OF_GAME


def test_a_refused_change_stays_with_its_reason(sit_down: Sit) -> None:
    """Cavalry in a town stays there with the reason, and no game starts until it is undone."""
    hand, editor = editing(sit_down, "kassala")
    hand.drag(spot(editor, "m-mam2"), editor.view.point_of("0804"))
    assert editor.draft.place("m-mam2") == "0804"
    assert next(each.place for each in editor.view.counters.values() if each.unit == "m-mam2") == "0804"
    assert "m-mam2" in str(editor.draft.fault)
    assert not hand.button("Play from here").is_enabled
    hand.key("backspace")
    hand.wait()
    assert not editor.draft.fault
    assert hand.button("Play from here").is_enabled


@pytest.mark.every(2)
@pytest.mark.parametrize("system", ["tours", "renaissance"])
def test_the_wheel_turns_the_selected_unit_of_the_editor(sit_down: Sit, system: str) -> None:
    """This holds over the selected unit; elsewhere the wheel zooms."""
    hand, editor = editing(sit_down, system)
    unit = next(each.unit for each in editor.draft.counters() if editor.rules.form.turns(
        editor.draft.position, each.unit))
    hand.click(spot(editor, unit))
    unit = editor.selected or unit
    before = dict(editor.rules.form.entry(editor.draft.position, unit) or {})
    hand.wheel(-1)
    assert before != editor.rules.form.entry(editor.draft.position, unit)
    hand.key(",")
    hand.wait()
    assert before == editor.rules.form.entry(editor.draft.position, unit)


def test_a_base_is_dragged_over_the_table(sit_down: Sit) -> None:
    """It keeps its facing and moves as far as the pointer."""
    hand, editor = editing(sit_down, "renaissance")
    unit = next(each.unit for each in editor.draft.counters() if each.place is not None and each.seat == "red"
                and "camp" not in each.unit)
    x, y, angle = map(int, str(editor.draft.place(unit)).split(","))
    at = spot(editor, unit)
    hand.drag(at, (at[0], at[1] - 60))
    left, top, turned = map(int, str(editor.draft.place(unit)).split(","))
    assert abs(left - x) < 40
    assert top < y - 500
    assert angle == turned


def test_the_rules_are_asked_about_the_position(sit_down: Sit) -> None:
    """Two clicks ask a question and move nothing; the next change dismisses the answer."""
    hand, editor = editing(sit_down, "kassala")
    hand.key("r", pygame.KMOD_SHIFT)
    hand.click(spot(editor, "m-arab1"))
    hand.click(editor.view.point_of("0503"))
    assert editor.rules_question.shown
    assert not editor.draft.changed
    hand.drag(spot(editor, "m-arab1"), editor.view.point_of("0503"))
    assert editor.draft.place("m-arab1") == "0503"
    assert not editor.rules_question.shown


def test_leaving_asks_only_about_unsaved_changes(sit_down: Sit) -> None:
    """Esc deselects the unit, then asks; without a change it leaves."""
    hand, _ = editing(sit_down, "kassala")
    hand.key("t")
    hand.key("escape")
    hand.wait()
    hand.on(QuestionSheet)
    hand.key("escape")
    hand.wait()
    hand.key("backspace")
    hand.key("escape")
    hand.wait()
    hand.on(Title)


def test_one_click_leaves_with_a_unit_selected(sit_down: Sit) -> None:
    """The button in the corner leaves at once, though Esc would first deselect the unit."""
    hand, editor = editing(sit_down, "kassala")
    editor.select("m-arab1")
    hand.wait()
    hand.press(hand.button("×"))
    hand.wait()
    hand.on(Title)


def test_the_menu_of_a_game_sets_its_position_up(sit_down: Sit) -> None:
    """The editor begins with the game's current position."""
    hand = sit_down(reduced_motion=True)
    hand.app.navigator.begin(catalog.rules("kassala"), None, (), {}, 1)
    hand.wait()
    hand.key("escape")
    hand.wait()
    hand.on(Menu)
    hand.press(hand.button("Position editor"))
    hand.wait()
    editor = hand.on(PositionEditor)
    assert hand.game.match.state.at == editor.draft.state.at


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "record"), [("kassala", "kassala"), ("tours", "tours"), ("africa", "castillejos"),
                                                ("renaissance", "quick-battle")])
def test_a_pending_decision_is_saved_with_the_position(sit_down: Sit, folders: Path, system: str, record: str) -> None:
    """A pending roll of a game is pending in the file, and in a game from it; a change drops it, undo restores it."""
    match = load(Path("tests/records") / system / f"{record}.jsonl").match
    rules: Any = match.rules
    state = next(ply.state for ply in match.plies if rules.to_act(ply.state) == CHANCE and any(
        rules.position(ply.state).get(key) for key in rules.form.in_progress))
    hand = sit_down(reduced_motion=True)
    hand.app.navigator.edit(rules, state)
    hand.wait()
    draft = hand.on(PositionEditor).draft
    assert draft.under_way
    draft.save(folders / "due.json")
    saved = read_position(rules, folders / "due.json")
    hand.key("t")
    assert draft.dropped_unfinished
    assert not draft.under_way
    hand.key("backspace")
    assert draft.under_way
    assert draft.state == state
    hand.app.navigator.begin(rules, saved["scenario"], saved["options"], {}, 1, saved)
    assert hand.game.match.state == state


def test_another_scenario_brings_its_map(sit_down: Sit) -> None:
    """It is chosen on the sheet of options; undo restores the first one."""
    hand, editor = editing(sit_down, "africa")
    before = editor.view.board.name
    hand.key("o")
    hand.wait()
    hand.key("f6")
    hand.wait()
    hand.key("escape")
    hand.wait()
    assert before != editor.view.board.name
    assert all(editor.view.point_on_map(each.place) for each in editor.draft.counters() if each.place)
    hand.key("backspace")
    hand.wait()
    assert before == editor.view.board.name


@pytest.mark.every(3)
@pytest.mark.parametrize(("system", "size"), crossed(catalog.names(), SIZES))
def test_everything_on_the_panel_has_room(sit_down: Sit, system: str, size: tuple[int, int]) -> None:
    """Parts of the panel are below one another, and a row of the tray fits; at twice the scale, too, the map has two
    thirds of the window."""
    hand, editor = editing(sit_down, system, size)
    hand.resize(size, 200 if system in ("adua", "kassala") else 100)
    assert editor.layout.map.width >= size[0] * 2 // 3 - editor.layout.side.width - 1
    room = editor.panel.layout
    on_tab = [] if room.tray.contains(room.marks) else [room.marks]
    parts = [room.turn, room.phase, room.options, room.verdict, room.unit, *on_tab, room.tabs, room.tray, room.below]
    for above, below in pairwise(parts):
        assert above.bottom <= below.top
    assert all(room.sheet.contains(part) for part in parts)
    assert room.tray.height > editor.panel_px(70)
    assert editor.layout.map.right <= editor.layout.column.left


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "least"), [((1280, 720), 1.45), ((1920, 1080), 1.45), ((1024, 768), 1.15)])
def test_the_panel_is_larger_in_large_print(sit_down: Sit, size: tuple[int, int], least: float) -> None:
    """At 150 % it has larger print and counters than at 100 %, and no notice of a panel that is away. Two rows of units
    are in view."""
    hand, editor = editing(sit_down, "adua", size)
    usual = editor.panel_px(100)
    hand.resize(size, 150)
    hand.wait()
    assert editor.panel_px(100) >= least * usual
    counters = {editor.panel.unit_at(at): at[1] for at in _grid(editor)}
    lines = {y for unit, y in counters.items() if unit is not None}
    assert len(lines) >= 2
    assert not editor.view.notice.text


@pytest.mark.every(3)
@pytest.mark.parametrize("system", catalog.names())
def test_in_large_print_the_marks_are_on_a_tab_of_the_tray(sit_down: Sit, system: str) -> None:
    """The tab is open for a unit selected on the map: all marks are on the panel, and a click changes one. A click on
    another tab shows the units of the tray."""
    hand, editor = editing(sit_down, system)
    hand.resize((1280, 720), 150)
    unit = next(unit for unit, each in editor.counters.items() if each.place is not None)
    editor.select(unit)
    hand.wait()
    marks, tray = editor.rules.form.marks, editor.panel.layout.tray
    spots = {editor.panel.mark_at(at): at for at in _grid(editor)}
    assert set(spots) - {None} == set(range(len(marks)))
    assert all(tray.collidepoint(at) for number, at in spots.items() if number is not None)
    before = editor.draft.position
    hand.click(spots[0])
    assert editor.draft.position != before
    assert editor.selected == unit
    hand.click(_tab(editor, OUT_OF_GAME))
    assert not [at for at in _grid(editor) if editor.panel.mark_at(at) is not None]
    assert editor.panel.drop_at(_tab(editor, MARKS)) == (OUT_OF_GAME,)


def test_files_of_the_folder_are_listed(sit_down: Sit, folders: Path) -> None:
    """A readable one is opened; an unreadable one has its reason, and its button is disabled."""
    draft = Draft.of(rules := catalog.rules("kassala"), catalog.set_up(rules, "kassala"))
    draft.save(folder() / "good.json")
    (folder() / "bad.json").write_text("{")
    hand = sit_down(reduced_motion=True)
    hand.wait(0.1)
    hand.app.push(page := Positions(hand.app))
    hand.wait()
    assert {"good", "bad"} == {each.path.stem for each in page.saved}
    bad = next(each for each in page.saved if each.path.stem == "bad")
    assert "JSON" in str(bad.note)
    good = len(page.systems) + next(n for n, each in enumerate(page.saved) if each.path.stem == "good")
    page.open(good)
    hand.wait()
    assert hand.on(PositionEditor).draft.path == folder() / "good.json"


def test_a_position_just_saved_is_in_the_list(sit_down: Sit, folders: Path) -> None:
    """After saving in the editor and leaving it, without closing the list."""
    hand = sit_down(reduced_motion=True)
    hand.wait(0.1)
    hand.app.push(page := Positions(hand.app))
    hand.wait()
    assert not page.saved
    page.open(0)
    hand.wait()
    hand.on(PositionEditor).draft.save(folder() / "sea test.json")
    hand.key("escape")
    assert hand.on(Positions) is page
    assert ["sea test"] == [each.path.stem for each in page.saved]
    assert any(str(button.text).startswith("Open") for button in page.buttons)


def _grid(editor: PositionEditor) -> list[tuple[int, int]]:
    """A grid of points on the tray."""
    tray = editor.panel.layout.tray
    return [(x, y) for y in range(tray.top + 8, tray.bottom, 12) for x in range(tray.left + 8, tray.right, 12)]


def _tab(editor: PositionEditor, name: Any, *, last: bool = False) -> tuple[int, int]:
    """The first point on the tab of a tray, or the last."""
    tabs = editor.panel.layout.tabs
    points = [(x, tabs.centery) for x in range(tabs.left, tabs.right, 4)
              if editor.panel.tab_at((x, tabs.centery)) == (name,)]
    return points[-1 if last else 0]


@pytest.mark.every(3)
@pytest.mark.parametrize("size", SIZES)
def test_the_open_tab_can_be_told_from_the_others(sit_down: Sit, size: tuple[int, int]) -> None:
    """It alone has a golden edge, and no line between it and the tray."""
    hand, editor = editing(sit_down, "adua", size)
    tabs, below = editor.panel.layout.tabs, editor.panel.layout.tray.top
    names = [name for name, _ in editor.panel.tabs]
    assert len(names) > 2
    for opened in names:
        hand.click(_tab(editor, opened))
        hand.wait()
        window = hand.app.window
        middles = {name: (_tab(editor, name)[0] + _tab(editor, name, last=True)[0]) // 2 for name in names}
        assert [opened] == [name for name, x in middles.items() if window.get_at((x, tabs.top + 1)) == Color(GOLD)]
        assert [opened] == [name for name, x in middles.items() if window.get_at((x, below)) != Color(LINE_INK)]


def test_a_button_that_is_enabled_again_has_its_own_tip(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo after a change has the tip of an editor that opens with a change; the previous tip is gone."""
    hand, editor = editing(sit_down, "kassala")
    undo = hand.button("Undo")
    assert not undo.is_enabled
    why = undo.tool_tip_text
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: undo.rect.center)
    hand.wait_in_steps(20, 0.2)
    assert undo.tool_tip is not None
    editor.turn_by(1)
    assert undo.is_enabled
    assert undo.tool_tip is None
    own = undo.tool_tip_text
    assert own != why
    editor.rebuild()
    assert hand.button("Undo").tool_tip_text == own
    editor.undo()
    assert hand.button("Undo").tool_tip_text == why


def test_the_reason_of_a_refused_position_uses_names(sit_down: Sit) -> None:
    """Two units in a hex are both named, on the panel and on the button, without the file's path."""
    hand, editor = editing(sit_down, "kassala")
    first, second = "m-tcav1", "m-tinf1"
    place = editor.counters[second].place
    assert place is not None
    editor.draft.put(first, place)
    editor.show_changes()
    told = editor.fault
    assert all(str(editor.counters[unit].name) in told for unit in (first, second))
    assert not any(word in told for word in ("/", first, second))
    assert hand.button("Play from here").tool_tip_text == told


def test_the_reason_of_a_refused_position_uses_names_of_areas(sit_down: Sit) -> None:
    """An area at sea has its name on the map, not the one in the file."""
    _, editor = editing(sit_down, "africa")
    sea = "mar-de-los-castillejos"
    editor.draft.put("s-cordoba", sea)
    editor.show_changes()
    board = editor.draft.board
    assert board.name_of(sea) in editor.fault
    assert sea not in editor.fault
    listed = fault_text(say("Not at {places}", places=or_list((sea, "al-wahhab"))), (), board)
    assert {board.name_of(sea), board.name_of("al-wahhab")} == {*listed.removeprefix("Not at ").split(" or ")}


def test_a_camp_has_no_marks_of_a_base(sit_down: Sit) -> None:
    """Neither clicks nor keys mark it as having broken off, which its entry could not hold."""
    hand, editor = editing(sit_down, "renaissance")
    hand.click(spot(editor, "red-camp"))
    assert editor.selected == "red-camp"
    number = next(n for n, mark in enumerate(editor.rules.form.marks) if mark.key == "broke_off")
    before = editor.draft.position
    hand.key(str(number + 1))
    hand.wait()
    assert before == editor.draft.position
    assert not editor.draft.fault
