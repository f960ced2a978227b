"""Positions set up by hand: in every system they can be changed, saved, and used by a game and the referee."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.core.codec import BadPosition
from game.core.position_fields import NumberField
from game.core.position_form import OUT_OF_GAME
from game.match.draft import Draft
from game.match.match import Match
from game.match.setup import complete_position, read_position
from tests.referee.talk import Talk

SYSTEMS = catalog.names()


def draft_of(system: str, scenario: str | None = None) -> Draft[Any]:
    """A draft that starts from a set-up; in Renaissance from one after deployment."""
    rules = catalog.rules(system)
    name = scenario or rules.scenarios[0].name
    return Draft.of(rules, catalog.set_up(rules, name))


def moved(draft: Draft[Any]) -> tuple[str, str]:
    """Move a unit of a draft to another legal place; return the unit and the place."""
    rules = draft.rules
    board = rules.board(draft.state)
    for counter in draft.counters():
        if counter.place is None:
            continue
        if board.kind == "plane":
            x, y, angle = map(int, counter.place.split(","))
            places: tuple[str, ...] = tuple(f"{x},{y + far},{angle}" for far in (500, -500, 1500, -1500))
        else:
            places = board.neighbours_of(counter.place)
        for place in places:
            draft.put(counter.unit, place)
            if not draft.fault:
                return counter.unit, place
            draft.undo()
    raise AssertionError("no unit can be anywhere else")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_position_is_changed_saved_and_played(system: str, tmp_path: Path) -> None:
    """A changed unit, phase and file: ``--position``, a game and the referee start from it."""
    draft = draft_of(system)
    draft.go_to_phase(1)
    assert not draft.fault
    unit, place = moved(draft)
    assert draft.changed
    path = tmp_path / "a position.json"
    draft.save(path)
    assert not draft.changed

    rules = draft.rules
    position = read_position(rules, path)
    match = Match.begin(rules, position["scenario"], position["options"], position=position)
    assert place == next(each.place for each in rules.counters(match.state) if each.unit == unit)
    assert rules.prompt(draft.state).phase_key == rules.prompt(match.state).phase_key

    talk = Talk()
    talk.ask("new", position=json.loads(path.read_text()))
    assert rules.position(match.state)["units"] == talk.ask("position")["position"]["units"]


def test_options_of_a_position_with_an_army_that_is_not_listed() -> None:
    """Such a position is accepted with the same options, and refused with others."""
    rules = catalog.rules("renaissance")
    position = {**rules.position(catalog.set_up(rules, rules.scenarios[0].name)),
                "options": ["army-red=my-own", "literal-results"]}
    assert position["options"] == complete_position(rules, position, options=position["options"])["options"]
    with pytest.raises(BadPosition):
        complete_position(rules, position, options=["literal-results"])


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_saved_position_is_opened_again(system: str, tmp_path: Path) -> None:
    """A saved position is unchanged when reopened, and has no reported changes."""
    draft = draft_of(system)
    moved(draft)
    path = tmp_path / "one.json"
    draft.save(path)
    again = Draft.read(draft.rules, path)
    assert draft.rules.position(draft.state) == again.position
    assert not again.fault
    assert not again.changed


@pytest.mark.parametrize("system", SYSTEMS)
def test_units_leave_the_map_and_come_back(system: str) -> None:
    """A unit leaves play and returns to its place; undo and redo include both."""
    draft = draft_of(system)
    unit, place = moved(draft)
    draft.put(unit, OUT_OF_GAME)
    assert draft.place(unit) == OUT_OF_GAME
    draft.put(unit, place)
    assert draft.place(unit) == place
    draft.undo()
    assert draft.place(unit) == OUT_OF_GAME
    assert draft.redoable
    draft.redo()
    assert draft.place(unit) == place


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_refused_position_says_why_and_is_kept(system: str, tmp_path: Path) -> None:
    """A turn that is not the battle's is refused with a reason; the file can still be opened for repair."""
    draft = draft_of(system)
    draft.go_to_turn(-3)
    assert "turn" in str(draft.fault)
    path = tmp_path / "bad.json"
    draft.save(path)
    with pytest.raises(BadPosition, match="turn"):
        read_position(draft.rules, path)
    again = Draft.read(draft.rules, path)
    assert str(draft.fault) == str(again.fault)
    again.go_to_turn(1)
    assert not again.fault


@pytest.mark.parametrize("system", SYSTEMS)
def test_marks_stand_in_the_position(system: str) -> None:
    """Each mark of a form is a key of the codec; setting and unsetting it restores the position."""
    draft = draft_of(system)
    unit = next(each.unit for each in draft.counters() if each.place is not None)
    before = dict(draft.rules.form.entry(draft.position, unit) or {})
    for mark in draft.rules.form.marks:
        values = []
        most = mark.most if isinstance(mark, NumberField) else 1
        for _ in range(most + 1):
            draft.step(mark, 1, unit)
            values.append(int((draft.rules.form.entry(draft.position, unit) or {}).get(mark.key, 0)))
            assert "unknown" not in str(draft.fault)
            assert "no key" not in str(draft.fault)
        assert sorted(values) == list(range(most + 1))
    assert before == draft.rules.form.entry(draft.position, unit)


@pytest.mark.parametrize("system", ["tours", "renaissance"])
def test_units_turn_round(system: str) -> None:
    """A unit turns a step and back; a full turn restores its facing."""
    draft = draft_of(system)
    unit = next(each.unit for each in draft.counters() if draft.rules.form.turns(draft.position, each.unit))
    before = next(each.angle or each.place for each in draft.counters() if each.unit == unit)
    draft.turn(unit, 1)
    assert before != next(each.angle or each.place for each in draft.counters() if each.unit == unit)
    draft.turn(unit, -1)
    assert before == next(each.angle or each.place for each in draft.counters() if each.unit == unit)


def test_pending_duties_are_left_out_after_a_change() -> None:
    """Kassala's duties to attack depend on the units' places, so a change drops the old ones."""
    draft = draft_of("kassala", "example-c")
    assert draft.position["phase"] == "combat"
    assert draft.position["obliged"]
    draft.put(draft.position["obliged"][0], OUT_OF_GAME)
    assert "obliged" not in draft.position
    assert not draft.fault


def test_phases_that_are_refused_are_left_out_with_the_reason() -> None:
    """Without the option Kassala has no set-up phase; the phases of the turn follow each other."""
    draft = draft_of("kassala")
    seen: list[Any] = []
    left_out: list[Any] = []
    for _ in range(4):
        left_out += draft.go_to_phase(1)
        seen.append(draft.phase)
    assert [("moslem", "combat"), ("christian", "movement"), ("christian", "combat"), ("moslem", "movement")] == seen
    assert [("christian", "setup"), ("moslem", "setup")] == [place for place, _ in left_out]
    assert all("free-deployment" in str(why) for _, why in left_out)


def test_both_sides_of_tours_set_up_and_the_muslims_play_first() -> None:
    """The set-up is the Franks', then the Muslims'; the first player turn is the Muslims', from either set-up."""
    draft = draft_of("tours")
    from_franks = draft.rules.form.phased(draft.position, "muslim", "orders")
    assert () == tuple(draft.go_to_phase(1))
    assert ("muslim", "set-up") == draft.phase
    from_muslims = draft.rules.form.phased(draft.position, "muslim", "orders")
    for position in (from_franks, from_muslims):
        assert ("muslim", "muslim", False) == (
            draft.rules.form.seat(position), position["first"], position["second"])
    draft.go_to_phase(-1)
    assert ("frankish", "set-up") == draft.phase
    assert not draft.fault


@pytest.mark.parametrize(("system", "change"), [
    ("renaissance", lambda position: position["camps"][0].pop("x")),
    ("tours", lambda position: position.update(first=7)),
    ("tours", lambda position: position.update(first=None)),
])
def test_a_position_that_no_screen_can_show_is_refused(system: str, change: Callable[[Any], object],
                                                       tmp_path: Path) -> None:
    """A camp without a place, and a side that does not exist."""
    draft = draft_of(system, "quick-battle" if system == "renaissance" else None)
    position = json.loads(json.dumps(draft.position))
    change(position)
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position))
    with pytest.raises(BadPosition, match=r"camps|first"):
        Draft.read(draft.rules, path)


@pytest.mark.parametrize(("system", "facing"), [
    ("tours", "north"), ("tours", 3), ("renaissance", "north"), ("renaissance", None),
])
def test_a_unit_with_an_impossible_facing_can_be_turned_and_moved(system: str, facing: Any, tmp_path: Path) -> None:
    """A file that the rules refuse for it opens in the editor, where this puts it right."""
    draft = draft_of(system)
    unit, other = [counter.unit for counter in draft.counters()
                   if draft.rules.form.turns(draft.position, counter.unit)][:2]
    key = draft.rules.form.facing
    units = [{**row, key: facing} if row["id"] == unit else row for row in draft.position["units"]]
    path = tmp_path / "position.json"
    path.write_text(json.dumps({**draft.position, "units": units}))
    opened = Draft.read(draft.rules, path)
    assert opened.fault
    opened.turn(unit, 1)
    assert not opened.fault
    opened.undo()
    opened.put(unit, draft.place(other))
    assert facing != (draft.rules.form.entry(opened.position, unit) or {})[key]


@pytest.mark.parametrize(("text", "told"), [
    ("{", "JSON"), ("[]", "JSON"), ('{"system": "tours"}', "kassala"), ('{"scenario": "nothing"}', "nothing"),
    ('{"units": 3}', "units"), ('{"units": [3]}', "units"), ('{"phase": []}', "phase"), ('{"turn": "x"}', "turn"),
])
def test_files_that_are_no_positions_are_refused(text: str, told: str, tmp_path: Path) -> None:
    """The error names the file and the expected content."""
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(BadPosition, match=told) as caught:
        Draft.read(catalog.rules("kassala"), path)
    assert "bad.json" in str(caught.value)


@pytest.mark.parametrize(("system", "key", "value"), [
    ("adua", "orders", 3), ("adua", "orders", [{"giver": "ellena"}]), ("adua", "machine-guns", [4]),
    ("adua", "exited", "many"), ("adua", "melees-rolled", 5), ("africa", "spanish_control", 5),
    ("africa", "kabila", [1]), ("kassala", "done", 3), ("tours", "orders", ["hi"]), ("tours", "active", 1),
    ("renaissance", "terrain", [4]), ("renaissance", "terrain", [{"kind": "lava", "points": [[0, 0]]}]),
    ("renaissance", "pips", "all"),
])
def test_fields_that_no_editor_can_show_are_refused(system: str, key: str, value: Any, tmp_path: Path) -> None:
    """The file is named and left unchanged; opening it never crashes the program."""
    draft = draft_of(system, {"kassala": "example-c"}.get(system))
    path = tmp_path / "bad.json"
    text = json.dumps({"system": system, **draft.position, key: value})
    path.write_text(text)
    with pytest.raises(BadPosition, match=r"bad\.json"):
        Draft.read(draft.rules, path)
    assert path.read_text() == text


def test_a_leader_who_is_off_the_map_is_dead() -> None:
    """In Tours a leader off the map is listed as dead; back on the map it is alive. The rules accept both."""
    draft = draft_of("tours")
    while draft.phase[1] == "set-up":
        draft.go_to_phase(1)
    place = draft.place("charles")
    draft.put("charles", OUT_OF_GAME)
    assert draft.position["dead"] == ["charles"]
    assert not draft.fault
    draft.put("charles", place)
    assert draft.position["dead"] == []
    assert not draft.fault


def test_orders_are_kept_in_the_next_phase() -> None:
    """Adua's orders are given in one phase and kept for the next."""
    draft = draft_of("adua")
    while draft.phase != ("italian", "orders"):
        draft.go_to_phase(1)
    order = next(field for field in draft.rules.form.details if str(field.title) == "order")
    draft.set(order, "move", "i-ascari")
    draft.go_to_phase(1)
    assert draft.phase == ("italian", "move")
    assert draft.value(order, "i-ascari") == "move"
    assert not draft.fault


def test_a_fifth_machine_gun_is_taken_back() -> None:
    """Four are assigned in Adua's set-up: the position with another one is refused until its unit has none again."""
    draft = draft_of("adua")
    gun = next(field for field in draft.rules.form.details if str(field.title) == "machine gun")
    unit = next(unit for unit in sorted(gun.units) if draft.value(gun, unit) is None)
    before = draft.position["machine-guns"]
    draft.set(gun, "new", unit)
    assert draft.fault
    draft.set(gun, None, unit)
    assert not draft.fault
    assert before == draft.position["machine-guns"]


def test_the_first_order_of_a_colonel_is_one_that_it_can_have() -> None:
    """A giver is chosen before the order: the order is then General Offensive, not to move."""
    draft = draft_of("adua")
    while draft.phase != ("italian", "orders"):
        draft.go_to_phase(1)
    order, giver = (next(field for field in draft.rules.form.details if str(field.title) == title)
                    for title in ("order", "order given by"))
    draft.set(giver, "dabormida", "ragni")
    assert not draft.fault
    draft.set(order, "move", "ragni")
    assert draft.fault
