"""Sentences for spectators: hexes by number only if the numbers are on the map, otherwise by location."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.board.hexgrid import HexBoard
from game.board.plane import OPEN_GROUND, PlaneBoard
from game.board.whereabouts import COMPASS, number_and_whereabouts, whereabouts
from game.core.message import Message, joined, say
from game.match import lessons
from game.match.lesson_frames import frames
from game.match.start import Start
from game.ui.board.places import ground, plainly, title
from game.ui.screens.game import GameScreen
from game.ui.screens.presentation_screen import PresentationScreen
from game.ui.screens.roster import RosterSheet
from game.ui.sheets.style import load_style
from tests.ui.hand import Hand
from tests.ui.hints import hinted

ABOVE, LEFT_ABOVE = (f"the hex {COMPASS[number]} of Udaka" for number in (7, 6))
"""On the sheet: its compass points more to the upper right corner than to any edge."""
LESSONS = [pytest.param(system, path.stem, id=f"{system}-{path.stem}")
           for system in catalog.names() for path in lessons.paths(system)]


@pytest.fixture
def hand(folders: Path) -> Iterator[Hand]:
    """A game of Kassala after two moves."""
    found = Hand(Start("play", "kassala", seed=1))
    game = found.on(GameScreen).game
    for action in ("move m-egy1 0302-0303", "move m-nub3 0204"):
        game.match.play(game.rules.parse(action))
    game.game_log.read()
    game.settle()
    found.wait()
    yield found
    found.app.close()


def by_number(board: HexBoard, words: str) -> list[str]:
    """The hexes that a text names by number although a named hex is near."""
    return [number for number in re.findall(r"\d+", words)
            if board.knows(number) and not str(whereabouts(board, number)).startswith(f"hex {number}")]


def board_kind(system: str) -> Any:
    rules: Any = catalog.rules(system)
    return rules.board(rules.initial(rules.scenarios[0].name))


@pytest.mark.parametrize(("text", "expected"), [
    (say("{unit} advances to {place}", unit="Egyptians", place="0304"), "Egyptians advances to Udaka"),
    (say("{unit} retreats to {place}", unit="Nubians", place="0303"),
     "Nubians retreats to the hex north-west of Udaka"),
    (say("{unit} retreats to {place}", unit="Nubians", place="0604"),
     "Nubians retreats to hex 0604, near Kassala"),
    (say("{unit} moves {path} ({cost} MP)", unit="Nubians", path="0103-0204", cost=1),
     "Nubians moves to the hex west of Udaka (1 MP)"),
    (say("{unit} ({place})", unit="Nubians", place="0103"), "Nubians"),
    (say("{unit} ({place})", unit="Nubians", place="0304"), "Nubians (Udaka)"),
    (say("defends {town} ({place})", town="Udaka", place="0304"), "defends Udaka"),
    (say("defends {town} ({place})", town="Kassala", place="0805"), "defends south-east Kassala"),
    (say("{units} attack", units=joined((say("A ({place})", place="0103"), say("B ({place})", place="0104")))),
     "A, B attack"),
    (say("{unit} faces west ({hexes})", unit="Nubians", hexes=joined(("0103", "0104"), " · ")), "Nubians faces west"),
    (say("{count} of {whole} MP", count=304, whole="3-2"), "304 of 3-2 MP"),
    (say("Turn {turn} (3)", turn=3), "Turn 3 (3)"),
    ("0304", "0304"),
    (say("Hex {hex}", hex="0303"), "The hex north-west of Udaka"),
    (say("Hex {hex}", hex="0304"), "Udaka"),
    (say("{unit} to {place}?", unit="Nubians", place=say("Hex {hex}", hex="0303")),
     "Nubians to the hex north-west of Udaka?"),
])
def test_a_hex_is_described_by_its_surroundings(text: Any, expected: str) -> None:
    """A named hex has its name, others the nearest name; a number in brackets without a name is left out. Other numbers
    stay, and so does a text that is only a notation."""
    assert expected == plainly(board_kind("kassala"), text)


@pytest.mark.parametrize(("system", "place", "expected", "without_number"), [
    ("kassala", "0804", "Kassala (0804)", "North-west Kassala"), ("kassala", "0304", "Udaka (0304)", "Udaka"),
    ("kassala", "0303", "Hex 0303", "The hex north-west of Udaka"),
    ("adua", "2107", "Colle Zala (2107)", "Colle Zala")])
def test_a_heading_has_the_name_that_counters_may_cover(system: str, place: str, expected: str,
                                                        without_number: str) -> None:
    """On the card of the place pointed at, with the hex's number if numbers are on the map."""
    board = board_kind(system)
    heading = title(board, place)
    assert (expected, without_number) == (str(heading), plainly(board, heading))


@pytest.mark.parametrize(("place", "expected"), [
    ("2714", "hex 2714"), ("1614", "hex 1614, near Moussais"),
    ("1414", "the hex west of Moussais"),
    ("1113", "hex 1113, near Moussais"),
])
def test_north_in_words_is_the_compass_s(place: str, expected: str) -> None:
    """North is the left edge of the printed sheet of Tours, and the top of the rotated one. Moussais is 1413."""
    board = board_kind("tours")
    for sheet in (board, board.turned):
        assert expected == plainly(sheet, say("{place}", place=place))


@pytest.mark.parametrize("system", catalog.names())
def test_the_compass_points_where_words_have_north(system: str) -> None:
    """This holds on every hex sheet of every system; on others north is the top."""
    rules: Any = catalog.rules(system)
    rose = load_style(rules.theme).compass["north"]
    for scenario in rules.scenarios:
        board = rules.board(rules.initial(scenario.name))
        assert rose == (board.north if isinstance(board, HexBoard) else 0)


@pytest.mark.parametrize("system", catalog.names())
def test_only_near_hexes_are_called_after_a_name(system: str) -> None:
    """Hexes farther than three hexes from all names have their number."""
    board = board_kind(system)
    for place in board.places if isinstance(board, HexBoard) and board.landmarks else ():
        far = min(board.distance(place, name) for name in board.landmarks) > 3
        assert far is (f"hex {place}" == whereabouts(board, place)), place


@pytest.mark.every(5)
@pytest.mark.parametrize("system", catalog.names())
def test_no_two_hexes_are_called_the_same(system: str) -> None:
    """On every sheet with names, two hexes away as well as next to a named place."""
    rules: Any = catalog.rules(system)
    for scenario in rules.scenarios:
        board = rules.board(rules.initial(scenario.name))
        if isinstance(board, HexBoard) and board.landmarks:
            told = [str(whereabouts(board, place)) for place in board.places]
            assert len(told) == len(set(told))


@pytest.mark.parametrize(("place", "expected"), [
    ("0605", "hex 0605, near Kassala"), ("0504", "hex 0504, near Udaka"),
    ("0802", "hex 0802, near Kassala"), ("0806", "the hex south-east of Kassala"),
])
def test_north_may_be_a_corner_of_the_sheet(place: str, expected: str) -> None:
    """A hex level with a town on the sheet is at half a right angle to its compass."""
    assert expected == str(whereabouts(board_kind("kassala"), place))


@pytest.mark.parametrize(("system", "place", "expected"), [
    ("kassala", "0304", "0304 · Udaka"), ("kassala", "0303", "0303 · the hex north-west of Udaka"),
    ("tours", "2714", "2714"), ("tours", "1214", "1214 · 2 hexes north-west of Moussais"),
    ("tours", "1314", "1314 · 2 hexes from Moussais"), ("kassala", "0604", "0604 · 2 hexes from Kassala"),
])
def test_in_a_list_every_hex_has_its_number_first(system: str, place: str, expected: str) -> None:
    """One form for all rows: named hexes, hexes near one, and hexes far from all names. A direction is only given if
    the way is straight along it, and no other part of the town has such a hex."""
    assert expected == str(number_and_whereabouts(board_kind(system), place))


def test_refusals_and_buttons_say_where_and_the_roster_has_numbers_too(hand: Hand) -> None:
    """Without numbers on the map a refusal and what could be done instead have none but of hexes far from all names;
    the list of units has them in every row."""
    hand.app.settings.hex_numbers = False
    hand.app.apply_settings()
    hand.wait()
    hand.click_unit("m-tcav1")
    hand.click_place("0805")
    hand.wait()
    told = [*(words for _, words in hand.screen.slip.texts), hand.screen.widgets.alternative.text]
    assert len(told) > 1
    assert all(told)
    assert not by_number(board_kind("kassala"), " ".join(told)), told
    hand.key("escape")
    hand.key("i")
    sheet = hand.on(RosterSheet)
    named = [(each.counter.place, str(sheet.place_of(each))) for each in sheet.units if each.on_map]
    assert named
    assert all(place is not None and told.startswith(place) for place, told in named), named


def test_areas_have_names_already() -> None:
    board = board_kind("africa")
    text = say("{unit} to {area}", unit="Cuenca", area=board.title_of("castillejos"))
    assert str(text) == plainly(board, text)


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "name"), LESSONS)
def test_no_event_is_described_by_a_hex_number(system: str, name: str) -> None:
    """This holds for all texts on events and actions of every lesson, for hexes near a name; on maps without names, for
    brackets."""
    rules: Any = catalog.rules(system)
    for frame in frames(rules, lessons.find_lesson(rules, name)):
        board = rules.board(frame.before)
        if not isinstance(board, HexBoard):
            continue
        told: list[Any] = [text for event in frame.events for text in (event.text, *event.brief)]
        if frame.last_action is not None:
            told.append(rules.describe(frame.before, frame.last_action))
        for text in told:
            if isinstance(text, Message):
                words = plainly(board, text)
                assert not (by_number(board, words) if board.landmarks else
                            [number for number in re.findall(r"\((\d+)\)", words) if board.knows(number)]), words


def test_the_log_follows_the_numbers_on_the_map(hand: Hand) -> None:
    """N removes the numbers from the map and from the log, and brings them back; a line keeps its places."""
    screen = hand.on(GameScreen)
    log, view = screen.column.log, screen.game.view
    view.zoom(3.0, view.rect.center)
    hand.wait()
    assert view.shows_numbers
    numbered = [log.entry_text(entry) for entry in log.entries]
    assert any("0303" in line for line in numbered), numbered
    hand.key("n")
    hand.wait()
    assert not view.shows_numbers
    named = [log.entry_text(entry) for entry in log.entries]
    assert any(ABOVE in line for line in named)
    assert not re.search(r"\d{4}", " ".join(named))
    assert any(entry.places for entry in log.entries)
    hand.key("n")
    hand.wait()
    assert numbered == [log.entry_text(entry) for entry in log.entries]


def test_a_notice_and_a_presentation_say_where(hand: Hand) -> None:
    """The strip over the map is like the log; a presentation of a game never uses numbers."""
    game = hand.on(GameScreen).game
    text = say("{unit} retreats to {place}", unit="Nubians", place="0303")
    game.view.options.hex_numbers = False
    assert game.view.worded(text) == str(text.with_values(place=ABOVE))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F5, mod=0, unicode=""))
    hand.wait()
    captions = [str(slide.caption) for slide in hand.on(PresentationScreen).slides]
    assert [("Egyptian/Sudanese infantry" in caption, where in caption) for caption, where in zip(
        captions[1:], (ABOVE, LEFT_ABOVE), strict=True)] == [(True, True), (False, True)]
    assert "Nubian infantry" in captions[2]


def test_a_hint_names_a_hex_as_the_log_does(hand: Hand) -> None:
    """This holds even if the map prints no numbers."""
    game = hand.game
    hand.app.settings.hex_numbers = False
    hand.app.apply_settings()
    game.hint = hinted(game, "move m-tcav1 0501", why=say("towards {place}", place="0304"))
    game.dirty = True
    hand.wait()
    told = str(hand.screen.column.middle.key[-1])
    assert "towards Udaka" in told
    assert f"moves to {whereabouts(board_kind('kassala'), '0501')} " in told


@pytest.mark.parametrize(("place", "expected"), [("0704", "next to Kassala"), ("0604", "2 hexes from Kassala")])
def test_a_list_says_how_far_a_hex_is_from_a_town_of_two_hexes(place: str, expected: str) -> None:
    """Its number comes first, so that the direction from one of the town's hexes is left out."""
    number, _, position = str(number_and_whereabouts(board_kind("kassala"), place)).partition(" \N{MIDDLE DOT} ")
    assert (number, position) == (place, expected)


def test_terrain_without_a_name_is_the_heading_of_its_place() -> None:
    """On an open table: not open ground."""
    rules = catalog.rules("renaissance")
    board = rules.board(rules.initial("quick-battle"))
    assert isinstance(board, PlaneBoard)
    places = [f"{x},{y},0" for x in range(0, 18000, 500) for y in range(0, 18000, 500)]
    unnamed = [place for place in places if board.ground_of(place) != (OPEN_GROUND,) and not board.name_of(place)]
    assert unnamed
    assert all(str(title(board, place)) == ground(board, place) for place in unnamed)
