"""The examples of play on screen: stepped by keys, playing automatically, and left again."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.event import Rolled
from game.match.lesson_frames import frames
from game.match.start import Start
from game.rules.africa.coin_tables import STEP_LOST
from game.ui.app import settings as stored
from game.ui.board import arrows
from game.ui.board.arrows import STAMP_GAP, stamp_box
from game.ui.screens.demo import DemoScreen, caption_of
from game.ui.screens.map_sheets import FullLog
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.title import Title
from tests.lessons import lesson
from tests.ui.corners import thinned
from tests.ui.hand import Hand
from tests.ui.pictures import digest

EXAMPLES = [
    pytest.param((system, info.name), id=f"{system}-{info.name}")
    for system in catalog.names()
    for info in catalog.rules(system).scenarios
    if info.example
]


@pytest.fixture
def demo(folders: Path, request: pytest.FixtureRequest) -> Iterator[Hand]:
    """An example of play, paused."""
    hand = Hand(Start("demo", *request.param))
    yield hand
    hand.app.close()


@pytest.fixture
def demo_of(folders: Path) -> Iterator[Callable[..., Hand]]:
    """Opens examples of play."""
    opened: list[Hand] = []

    def open_(system: str, scenario: str) -> Hand:
        opened.append(Hand(Start("demo", system, scenario)))
        return opened[-1]

    yield open_
    for hand in opened:
        hand.app.close()


def rest(hand: Hand) -> None:
    """Let the frame's animations and the map's movement finish."""
    calm = 0
    for _ in range(200):
        hand.pass_by(0.3)
        screen = hand.top
        calm = 0 if screen.stage.busy or screen.glide.moving or not screen.view.tiles.settled else calm + 1
        if calm > 1:
            hand.wait(0.0)
            return
    raise AssertionError("the example never came to rest")


def picture(hand: Hand) -> str:
    """The current picture."""
    hand.wait(0.0)
    return digest(hand.app.window, "RGB")


@pytest.mark.every(13)
@pytest.mark.parametrize("demo", thinned(EXAMPLES, 3), indirect=True)
def test_every_frame_shows_something_new(demo: Hand) -> None:
    """The right arrow goes through all frames; each is another picture, and the log has the actions."""
    screen = demo.top
    assert isinstance(screen, DemoScreen)
    seen = []
    for number in range(len(screen.frames)):
        rest(demo)
        assert screen.at == number
        seen.append(digest(demo.app.window, "RGB"))
        demo.key("right")
    assert len(set(seen)) == len(seen)
    done = [event.text for frame in screen.frames for event in frame.events if not event.folded]
    assert done == [entry.text for entry in screen.column.log.entries]


@pytest.mark.every(2)
@pytest.mark.parametrize("demo", [("kassala", "example-c"), ("africa", "example-a")], indirect=True)
def test_back_shows_the_frame_before_as_it_ended(demo: Hand) -> None:
    """The left arrow undoes the last frame's action."""
    rest(demo)
    before = picture(demo)
    demo.key("right")
    rest(demo)
    demo.key("left")
    rest(demo)
    assert before == picture(demo)


@pytest.mark.every(2)
@pytest.mark.parametrize("demo", [("kassala", "example-b"), ("africa", "example-d")], indirect=True)
def test_an_example_plays_automatically_and_stops_at_the_end(demo: Hand) -> None:
    """Space starts it; at the end it stops; Escape returns to the title."""
    demo.key("space")
    screen = demo.top
    for _ in range(1500):
        demo.pass_by(0.1)
        if not screen.running:
            break
    assert screen.at == len(screen.frames) - 1
    demo.key("l")
    assert isinstance(demo.top, FullLog)
    demo.key("escape")
    demo.key("escape")
    assert isinstance(demo.top, Title)


def go(demo: Hand, say: str) -> DemoScreen:
    """Step to the frame whose text begins with these words, and let it play."""
    screen = demo.top
    assert isinstance(screen, DemoScreen)
    while not str(screen.frame.caption).startswith(say):
        rest(demo)
        assert screen.at < len(screen.frames) - 1, f"no step begins so: {say}"
        demo.key("right")
    rest(demo)
    return screen


@pytest.mark.parametrize("demo", [("africa", "example-c")], indirect=True)
def test_areas_are_marked_like_hexes(demo: Hand) -> None:
    """A refused area is hatched; a target is framed; a move that was made is one arrow; an area's name is not
    part of a unit."""
    over = go(demo, "A retreat goes").view.overlay
    assert ("rio-castillejos", ()) == (over.refused, over.path)
    view = go(demo, "Ar Rahim is far enough").view
    assert (None, ()) == (view.overlay.refused, view.overlay.path)
    assert [("rio-castillejos", "ar-rahim")] == [traced.path for traced in view.trace.shown.paths]
    assert view.overlay.hint == ("m-gum-uagit",)


@pytest.mark.parametrize("demo", [("africa", "example-e")], indirect=True)
def test_a_target_is_framed(demo: Hand) -> None:
    """The gun, the officer that helps, and the target area are framed."""
    over = go(demo, "Fire factor 6").view.overlay
    assert set(over.hint) == {"s-reserva", "s-ros-de-olano", "trinchera-izquierda"}
    assert over.path == ()


@pytest.mark.parametrize("demo", [("africa", "example-b")], indirect=True)
def test_the_phase_stays_while_the_loser_chooses(demo: Hand) -> None:
    """The Moroccan player gives up a unit in the Spanish shock phase."""
    assert go(demo, "Spanish movement").phase() == ("spanish", "movement")
    assert go(demo, "Four coins").phase() == ("moroccan", "defensive-fire")
    assert go(demo, "The loser gives up").phase() == ("spanish", "shock")


@pytest.mark.parametrize("demo", [("africa", "example-b"), ("kassala", "example-b")], indirect=True)
def test_the_map_zooms_in_on_the_example(demo: Hand) -> None:
    """A large map is enlarged around the counters, which are all in view; F shows the whole map."""
    screen = demo.top
    near = screen.view.camera.scale
    assert all(screen.view.rect.collidepoint(screen.view.point_of(c.place)) for c in screen.rules.counters(
        screen.frame.before) if c.place)
    demo.key("f")
    assert (near > screen.view.camera.scale) == (screen.rules.name == "africa")


@pytest.mark.parametrize("demo", [("africa", "example-b")], indirect=True)
def test_a_label_that_changes_is_fitted_again(demo: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pause is longer than Play; neither is ever wider than the button."""
    screen = demo.top
    for scale in (100, 200):
        demo.app.settings.interface_scale = scale
        demo.app.apply_settings()
        demo.wait()
        for _ in range(2):
            demo.key("space")
            button = screen.play_button
            assert button.font.size(button.text)[0] <= button.rect.width


@pytest.mark.parametrize("demo", [("africa", "example-b")], indirect=True)
def test_names_of_areas_stay_where_the_map_has_them(demo: Hand) -> None:
    """Three stacks are in the trench: its name stays, whatever moves."""
    for _ in range(8):
        rest(demo)
        view = demo.top.view
        assert tuple(view.sheet.names) == view.names
        demo.key("right")


@pytest.mark.parametrize("demo", [("adua", "figure-2")], indirect=True)
def test_the_ribbon_follows_what_a_step_has_done(demo: Hand) -> None:
    """Once orders have been given the Italians move: the ribbon shows the phase that has begun."""
    screen = demo.top
    for _ in range(len(screen.frames) - 1):
        demo.key("right")
        rest(demo)
        assert screen.phase()[1] in (screen.rules.prompt(screen.frame.state).phase, "over")


@pytest.mark.parametrize("demo", [("adua", "figure-2")], indirect=True)
def test_r_opens_the_rulebook(demo: Hand) -> None:
    demo.key("r")
    assert isinstance(demo.top, Rulebook)


WORDS = {"none": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
NUMBER = f"({'|'.join(WORDS)})"
COUNTED = re.compile(rf"{NUMBER}(?: Italian)? hits?(?: of the Italians)?(?: against|,) {NUMBER}\b", re.I)


def test_captions_give_the_rolled_hits() -> None:
    """If a caption counts the hits of both sides, the dice show as many."""
    found = 0
    for system in catalog.names():
        rules: Any = catalog.rules(system)
        for info in rules.scenarios:
            for frame in frames(rules, lesson(rules.name, info.name)) if info.example else ():
                told = COUNTED.search(str(frame.caption))
                rolled = next((event for event in frame.events if isinstance(event, Rolled)), None)
                if told is None or rolled is None or rolled.hits is None:
                    continue
                attack, defence = (WORDS[word.lower()] for word in told.groups())
                hits = {seat: sum(k in rolled.hits for group in rolled.groups if group.seat == seat for k in group.dice)
                        for seat in rules.seats}
                assert sorted(hits.values()) == sorted((attack, defence)), (info.name, str(frame.caption))
                found += 1
    assert found >= 7


def test_the_last_step_reached_by_its_key_shows_its_dice(demo_of: Callable[..., Hand]) -> None:
    """End shows all dice of the last step in the tray, as playing through it does; also after another roll."""
    gone, played = demo_of("adua", "figure-2"), demo_of("adua", "figure-2")
    gone.key("end")
    while not played.top.at_end:
        played.key("right")
        played.top.stage.skip()
    pictures = []
    for hand in (gone, played):
        hand.wait(5.0)
        tray = hand.top.stage.tray
        assert len(tray.rolled_dice) == 15
        pictures.append([tray.tooltip_at((x, y)) for x in range(0, 344, 8) for y in range(0, 250, 8)])
    assert len(set(map(str, pictures[0]))) > 3
    assert sorted(set(map(str, pictures[0]))) == sorted(set(map(str, pictures[1])))
    played.key("left")
    assert played.top.stage.rolled is None


@pytest.mark.parametrize("demo", [("tours", "first-battle")], indirect=True)
def test_a_watched_step_says_that_it_is_done_for_the_player(demo: Hand) -> None:
    """This is so if its caption asks for a button that exists only in a lesson played by hand."""
    screen = demo.on(DemoScreen)
    for at in range(len(screen.frames)):
        screen.go(at)
        assert len(screen.remarks) == (screen.frame.step.yours is not None)


@pytest.mark.parametrize("demo", [("kassala", "example-c")], indirect=True)
def test_the_first_step_says_what_the_example_shows(demo: Hand) -> None:
    """Its summary is at the first step only; a step with arithmetic first names the two sides."""
    screen = demo.on(DemoScreen)
    assert screen.lesson.summary == str(screen.summary)
    screen.go(1)
    assert not screen.summary
    assert str(caption_of(screen.frame)).startswith(screen.frame.step.before)
    assert str(caption_of(screen.frame)).endswith(screen.frame.step.say)


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("demo", [("adua", "long-melee"), ("tours", "example-e"), ("africa", "example-b")],
                         indirect=True)
def test_the_open_drawer_covers_no_place_of_the_step(demo: Hand) -> None:
    """If the cards are a drawer, the map moves so that the places of each step are beside it."""
    demo.resize((1024, 768), 150)
    demo.show_cards()
    screen = demo.on(DemoScreen)
    assert screen.app.metrics.has_drawer
    for at in range(len(screen.frames)):
        screen.go(at)
        for _ in range(6):
            demo.wait(0.3)
        free = screen.layout.free
        assert [] == [place for place in screen.step_places() if not free.collidepoint(screen.view.point_of(place))]


@pytest.mark.parametrize(("lesson_name", "at", "before", "after"), [
    pytest.param("one-turn", 12, "6 coins against 2 + 1d6", "6 coins against 5", id="die"),
    pytest.param("example-b", 12, "7 coins against 3 + ?", "7 coins against 5", id="drawn-factor"),
    pytest.param("example-c", 9, "", "6 coins", id="roll-after-the-step"),
])
def test_the_arithmetic_is_as_known_after_the_step(demo_of: Callable[..., Hand], printed: list[str], lesson_name: str,
                                                   at: int, before: str, after: str) -> None:
    """If a step rolls a factor of the combat, the card has it once the dice rest; and a roll that is pending after a
    step has its card."""
    hand = demo_of("africa", lesson_name)
    hand.top.go(at - 1)
    printed.clear()
    hand.key("right")
    assert (before in printed) == bool(before)
    assert after not in printed
    rest(hand)
    assert after in printed


@pytest.mark.parametrize("demo", [("africa", "example-a"), ("kassala", "example-b"), ("adua", "first-battle"),
                                  ("tours", "example-e")], indirect=True)
def test_a_result_on_the_map_covers_only_the_counters_that_it_concerns(
        demo: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its stamp is on those counters or beside them."""
    screen, boxes = demo.on(DemoScreen), list[tuple[pygame.Rect, list[pygame.Rect]]]()

    def noted(size: tuple[int, int], subjects: list[pygame.Rect], others: list[pygame.Rect],
              view: pygame.Rect) -> pygame.Rect:
        box = stamp_box(size, subjects, others, view)
        beside = box.inflate(2 * STAMP_GAP + 2, 2 * STAMP_GAP + 2)
        boxes.append((box, [other for other in others if not any(map(other.colliderect, subjects))]))
        assert any(map(beside.colliderect, subjects))
        return box

    monkeypatch.setattr(arrows, "stamp_box", noted)
    marked = [at for at, frame in enumerate(screen.frames)
              if at and any(isinstance(event, Rolled) and event.places for event in frame.events)]
    for at in marked[:3]:
        screen.go(at - 1)
        rest(demo)
        demo.key("right")
        while screen.stage.busy:
            demo.wait(0.2)
    assert boxes
    assert [] == [others for box, others in boxes if any(map(box.colliderect, others))]


def test_the_word_of_a_hit_is_what_happens_to_the_unit(demo_of: Callable[..., Hand]) -> None:
    """A regular at full strength that is destroyed loses a step; and the roll names the unit."""
    screen = demo_of("africa", "example-a").on(DemoScreen)
    found = [(event.meaning, event.units) for frame in screen.frames for event in frame.events
             if isinstance(event, Rolled) and event.result == "destroyed"]
    assert found == [(STEP_LOST, ("m-nizam-nur",))]


@pytest.mark.parametrize("demo", [("africa", "what-you-see"), ("kassala", "what-you-see")], indirect=True)
def test_a_watched_step_marks_what_it_talks_about(demo: Hand) -> None:
    """Its units and places are ringed, and its enlarged counter is on a card, whether stepped to or jumped to."""
    screen = demo.on(DemoScreen)
    shown = [at for at, frame in enumerate(screen.frames) if frame.step.show.units or frame.step.show.places]
    assert len(shown) > 5
    for at in shown:
        screen.go(at)
        demo.wait()
        show = screen.frame.step.show
        assert (*show.units, *show.places) == screen.view.overlay.hint
        assert show.panel != "counter" or screen.step_card.shown is not None


@pytest.mark.parametrize("demo", [("africa", "example-c")], indirect=True)
def test_a_lesson_watched_to_its_end_is_done(demo: Hand) -> None:
    """The list marks it like one that was played."""
    screen = demo.on(DemoScreen)
    screen.go(screen.last - 1)
    assert screen.app.settings.learnt == ()
    demo.key("right")
    assert stored.load().learnt == ("africa/example-c",)


def test_the_area_fired_at_is_whole_in_view(demo_of: Callable[..., Hand]) -> None:
    """The gun in "Artillery at range" fires at a camp three areas away; the map's edge does not cut it."""
    hand = demo_of("africa", "example-e")
    screen = hand.on(DemoScreen)
    for _ in range(7):
        hand.key("right")
        rest(hand)
    outline = screen.view.geometry.outline("campamento-de-muley-achmed-norte")
    shown = screen.view.camera.uncovered
    assert all(shown.collidepoint(screen.view.camera.to_screen(point)) for point in outline)
