"""The sheet of the position editor with orders, control, dice and terrain: used by mouse and keys, saved, and read by
games, lessons and the referee."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.board.plane import PlaneBoard
from game.core.position_fields import PlacesField
from game.i18n.words import capitalised, translate
from game.match import lessons
from game.match.lesson_frames import frames
from game.match.match import Match
from game.match.setup import read_position
from game.ui.screens.editor import PositionEditor
from game.ui.screens.editor_sheets import FieldsSheet
from game.ui.screens.editor_tools import PlacesTool, TerrainTool
from game.ui.screens.option_rows import ChoiceSheet
from tests.referee.talk import Talk
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def editing(sit: Sit, system: str, scenario: str = "", size: tuple[int, int] = (1280, 720)) -> tuple[
        Hand, PositionEditor]:
    """The editor with a system's set-up, by default its first."""
    hand = sit(size=size, reduced_motion=True)
    rules = catalog.rules(system)
    hand.app.navigator.edit(rules, catalog.set_up(rules, scenario) if scenario else None)
    hand.wait()
    return hand, hand.on(PositionEditor)


def go_to_phase(hand: Hand, editor: PositionEditor, phase: tuple[str, str]) -> None:
    """Strike P until a phase is shown."""
    for _ in range(12):
        if editor.draft.phase == phase:
            return
        hand.key("p")
        hand.wait()
    raise AssertionError(f"no phase {phase}")


def press(hand: Hand, title: str, button: int = -1) -> None:
    """Click a button of the row with a title on the sheet, on any page."""
    sheet = hand.on(FieldsSheet)
    while sheet.pages.page:
        hand.key("page up")
        hand.wait()
    for _ in range(sheet.pages.count):
        for row, _, buttons in sheet.shown_rows:
            if translate(row.title) == title:
                hand.click(buttons[button].rect.center)
                hand.wait()
                return
        hand.key("page down")
        hand.wait()
    raise AssertionError(f"no row {title}")


def choose(hand: Hand, title: str, value: str) -> None:
    """Open the list of a row and click a value."""
    press(hand, title)
    hand.on(ChoiceSheet)
    hand.press(next(each for each in hand.top.buttons if each.text.strip("› ‹") == capitalised(value)))
    hand.wait()


def of_kassala(hand: Hand, editor: PositionEditor) -> dict[str, Any]:
    """A unit that has attacked in the combat phase."""
    unit = editor.draft.position["obliged"][0]
    editor.select(unit)
    hand.key("g")
    hand.wait()
    press(hand, "has fought in this combat phase")
    return {"done": [unit]}


def of_adua(hand: Hand, editor: PositionEditor) -> dict[str, Any]:
    """An order, a machine gun jammed since turn 1, and points that have exited."""
    go_to_phase(hand, editor, ("italian", "orders"))
    hand.click(editor.view.stacks.spots()["iii-infantry"])
    assert editor.selected is not None
    unit = editor.selected
    hand.key("g")
    hand.wait()
    choose(hand, "order", "attack with small arms")
    choose(hand, "machine gun", "jammed")
    press(hand, "combat points exited by the Italians")
    guns = editor.draft.position["machine-guns"]
    assert {"unit": unit, "status": "jammed", "since": 1} in guns
    assert len(guns) == 4
    giver = editor.draft.position["orders"][0]["giver"]
    return {"orders": [{"giver": giver, "target": unit, "order": "fire"}], "machine-guns": guns, "exited": 1}


def of_africa(hand: Hand, editor: PositionEditor) -> dict[str, Any]:
    """Two areas under Spanish control, one clicked and one chosen by keys; the drawn factor of a Kabila."""
    hand.key("g")
    hand.wait()
    press(hand, "areas held by the Spaniards")
    assert isinstance(editor.tool, PlacesTool)
    places = editor.view.board.places
    hand.click(editor.view.point_of(places[3]))
    for key in ("right", "left", "up", "down"):
        if editor.cursor == places[3]:
            hand.key(key)
    assert editor.cursor != places[3]
    hand.key("enter")
    hand.wait()
    clicked = [places[3], editor.cursor]
    assert editor.draft.position["spanish_control"] == clicked
    hand.key("escape")
    hand.wait()
    assert editor.tool is None
    kabila = next(unit for unit in sorted(editor.counters) if unit.startswith("m-gk-"))
    editor.select(kabila)
    hand.key("g")
    hand.wait()
    choose(hand, "shock factor drawn", "4")
    return {"spanish_control": [place for place in places if place in clicked], "kabila": {kabila: 4}}


def of_tours(hand: Hand, editor: PositionEditor) -> dict[str, Any]:
    """The first player, an order, an activation."""
    go_to_phase(hand, editor, ("muslim", "leaders"))
    hand.key("g")
    hand.wait()
    choose(hand, "Red (Arabs)", "Move/Attack")
    choose(hand, "Blue (Andalusians)", "Reform")
    hand.key("escape")
    hand.wait()
    go_to_phase(hand, editor, ("muslim", "action"))
    hand.key("g")
    hand.wait()
    choose(hand, "Red (Arabs)", "Move/Attack, activated")
    choose(hand, "contingent that acts now", "Red (Arabs)")
    press(hand, "leader has moved")
    return {"orders": {"red": "move", "blue": "reform"}, "active": ["red"], "tried": ["red"], "acting": "red",
            "leader-moved": True}


def of_renaissance(hand: Hand, editor: PositionEditor) -> dict[str, Any]:
    """Two PIPs left of three, a river, edges; a wood is placed, dragged, rotated, enlarged; a road is removed."""
    go_to_phase(hand, editor, ("red", "moves"))
    hand.key("g")
    hand.wait()
    for title, times in (("PIPs left", 4), ("face of the PIP die", 3)):
        for _ in range(times):
            press(hand, title, 0)
    press(hand, "river")
    press(hand, "Base edges".lower())
    before = len(editor.draft.position["terrain"])
    press(hand, f"{before} pieces")
    tool = editor.tool
    assert isinstance(tool, TerrainTool)
    road = next(n for n, row in enumerate(editor.draft.position["terrain"]) if row["kind"] == "road")
    for _ in range(road + 1):
        hand.key("tab")
    hand.wait()
    hand.key("delete")
    hand.wait()
    hand.key("4")
    middle = editor.view.rect.center
    hand.click(middle)
    laid = editor.draft.position["terrain"][-1]
    hand.drag(middle, (middle[0] + 60, middle[1]))
    moved = editor.draft.position["terrain"][-1]
    assert laid["kind"] == moved["kind"] == "woods"
    assert min(x for x, _ in moved["points"]) > min(x for x, _ in laid["points"])
    hand.key(".")
    hand.key("]")
    hand.wait()
    turned = editor.draft.position["terrain"][-1]
    assert turned["points"] != moved["points"]
    assert before == len(editor.draft.position["terrain"])
    hand.key("escape")
    hand.wait()
    return {"pips": 2, "rolled": 3, "river": "paltry", "edges": ["north", "south"],
            "terrain": editor.draft.position["terrain"]}


SETTING = {"adua": of_adua, "africa": of_africa, "kassala": of_kassala, "renaissance": of_renaissance,
           "tours": of_tours}


@pytest.mark.every(4)
@pytest.mark.parametrize("system", catalog.names())
def test_values_set_on_the_sheet_are_valid_everywhere(
        sit_down: Sit, system: str, tmp_path: Path) -> None:
    """It has a value of each kind that the system declares."""
    hand, editor = editing(sit_down, system, "example-c" if system == "kassala" else "")
    wanted = SETTING[system](hand, editor)
    assert not editor.draft.fault
    path = tmp_path / "set.json"
    editor.draft.save(path)
    rules = editor.rules

    position = read_position(rules, path)
    match = Match.begin(rules, position["scenario"], position["options"], position=position)
    game = rules.position(match.state)
    assert wanted == {key: game[key] for key in wanted}
    talk = Talk()
    talk.ask("new", position=json.loads(path.read_text()))
    told = talk.ask("position")["position"]
    assert wanted == {key: told[key] for key in wanted}
    lesson = tmp_path / "set.toml"
    lesson.write_text(f'system = "{system}"\ntitle = "Set up"\nsummary = "By hand"\nposition = "set.json"\n'
                      '[[steps]]\nsay = "Here we begin"\n')
    shown = rules.position(frames(rules, lessons.read(lesson))[0].state)
    assert wanted == {key: shown[key] for key in wanted}


@pytest.mark.every(2)
@pytest.mark.parametrize("system", catalog.names())
def test_every_field_is_known_to_the_rules(sit_down: Sit, system: str) -> None:
    """Set to its next value, each is accepted, or refused by a rule: never as an unknown key or wrong type."""
    _, editor = editing(sit_down, system)
    draft, form = editor.draft, editor.rules.form
    places = editor.view.board.places
    fields = [(field, "") for group in form.groups for field in group.fields]
    fields += [(field, next((unit for unit in editor.counters if field.fits(draft.position, unit)), "nobody"))
               for field in form.details]
    for field, unit in (each for each in fields if each[1] != "nobody"):
        value = draft.value(field, unit)
        after = field.toggled(value, places[0]) if isinstance(field, PlacesField) else field.after(value)
        draft.set(field, after, unit)
        assert after == draft.value(field, unit) or not (after or draft.value(field, unit))
        for word in ("unknown", "no key", "Expected `", "contains"):
            assert word not in str(draft.fault), (field.key, draft.fault)
        draft.undo()


def test_a_switch_is_set_by_keys_alone(sit_down: Sit) -> None:
    """G opens the sheet, Tab selects a row, Enter changes it, G leaves."""
    hand, editor = editing(sit_down, "tours")
    hand.key("g")
    hand.wait()
    sheet = hand.on(FieldsSheet)
    wall = next(buttons[0] for row, _, buttons in sheet.shown_rows if row.field is not None and row.field.key == "wall")
    while sheet.focused is not wall:
        hand.key("tab")
    hand.key("enter")
    hand.wait()
    assert editor.draft.position["wall"] is False
    hand.key("g")
    hand.wait()
    assert hand.on(PositionEditor) is editor
    hand.key("backspace")
    hand.wait()
    assert editor.draft.position["wall"] is True


def test_a_refused_value_is_reported_on_the_sheet(sit_down: Sit) -> None:
    """A fifth machine gun stays in the draft with the reason; removed again, the position is legal."""
    hand, editor = editing(sit_down, "adua")
    go_to_phase(hand, editor, ("italian", "orders"))
    owned = {row.get("unit") for row in editor.draft.position["machine-guns"]}
    field = next(each for each in editor.rules.form.details if str(each.title) == "machine gun")
    unit = next(name for name in editor.counters if name in field.units and name not in owned)
    editor.select(unit)
    hand.key("g")
    hand.wait()
    choose(hand, "machine gun", "works")
    assert "4" in str(editor.draft.fault)
    hand.on(FieldsSheet)
    choose(hand, "machine gun", "none")
    hand.key("escape")
    hand.wait()
    assert hand.on(PositionEditor).draft.value(field, unit) is None


def test_terrain_can_be_placed_only_on_a_free_table(sit_down: Sit) -> None:
    """For a historic pair of armies the row has the reason, and its button is disabled."""
    hand, editor = editing(sit_down, "renaissance", "swedish-imperial")
    hand.key("g")
    hand.wait()
    row, _, buttons = hand.on(FieldsSheet).shown_rows[-1]
    assert row.why_not
    assert not buttons[0].is_enabled
    assert editor.tool is None


@pytest.mark.soak
def test_terrain_is_placed_by_keys_alone(sit_down: Sit) -> None:
    """A river goes from edge to edge, also after a move; nothing leaves the table."""
    hand, editor = editing(sit_down, "renaissance")
    hand.key("g")
    hand.wait()
    press(hand, f"{len(editor.draft.position['terrain'])} pieces")
    hand.key("9")
    hand.key("enter")
    hand.wait()
    board = editor.view.board
    assert isinstance(board, PlaneBoard)
    wide, high = board.size
    river = editor.draft.position["terrain"][-1]
    assert river["kind"] == "river"
    for _ in range(30):
        hand.key("down", pygame.KMOD_SHIFT)
    hand.wait()
    assert not editor.draft.fault
    pushed = editor.draft.position["terrain"][-1]["points"]
    assert pushed != river["points"]
    assert all(0 <= x <= wide and 0 <= y <= high for x, y in pushed)
    assert all(x in (0, wide) or y in (0, high) for x, y in (pushed[0], pushed[-1]))
