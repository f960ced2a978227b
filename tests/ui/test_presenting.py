"""Presenting by the keys of a remote: through whole lessons and back, with captions legible from the back row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.caption import MAX_LINES
from game.core.event import Moved
from game.core.message import Message, Text, values_in
from game.i18n.words import translate
from game.match import lessons
from game.match.lessons import Lesson, find_lesson
from game.match.programmes import programme_file, read
from game.match.start import Start
from game.ui.app.dialogs import MessageSheet, QuestionSheet
from game.ui.app.screen import Screen
from game.ui.cards import stage_panels
from game.ui.cards.stage_panels import HEX_NUMBER_ABOVE
from game.ui.kit.theme import CREAM_FAINT, PAPER, Metrics
from game.ui.screens.demo import DemoScreen
from game.ui.screens.game import GameScreen
from game.ui.screens.presentation_screen import PresentationScreen
from game.ui.screens.presentations import Presentations
from game.ui.screens.presenter import LOOP_TEXT
from game.ui.screens.screen_opener import PRESENTATION_KEYS
from game.ui.screens.slides import Slide, programme_slides
from game.ui.screens.step_view import StepCamera
from game.ui.screens.title import Title
from tests.ui.corners import thinned
from tests.ui.hand import Hand
from tests.ui.lesson_slides import EVERY, slides_of
from tests.ui.pictures import digest

PROJECTOR = (1024, 768)
TOP = pygame.Rect(300, 0, 424, 90)
"""The place of a key's notice at that size."""
BEGUN = 10.0
"""Seconds after which nothing is said any more of how a presentation is worked."""
ONE_EACH = [(system, lessons.paths(system)[-1].stem) for system in catalog.names() if lessons.paths(system)]
"""A lesson of every system."""


@pytest.fixture
def hand(folders: Path, request: pytest.FixtureRequest) -> Iterator[Hand]:
    """The program as a start opens it, at the size of an old projector; what is said at the beginning has gone."""
    found = Hand(getattr(request, "param", None), PROJECTOR)
    found.wait(BEGUN)
    yield found
    found.app.close()


def presenting(system: str, lesson: str) -> Any:
    return pytest.param(Start("present", system, lesson), id=f"{system}-{lesson}")


def strike(hand: Hand, key: int, mod: int = 0) -> None:
    """Press a key that types nothing, such as those of a remote."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
    hand.wait()
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=mod))
    hand.wait(0.0)


def rest(hand: Hand) -> str:
    """Let everything come to rest; return the picture."""
    before = ""
    for _ in range(100):
        hand.wait_in_steps(4, 0.4)
        now = digest(hand.app.window, "RGB")
        if now == before and hand.top.view.tiles.settled:
            return now
        before = now
    raise AssertionError("the picture never came to rest")


def settled_top(hand: Hand) -> str:
    """The top of the picture without a notice."""
    hand.wait_in_steps(10, 0.5)
    return digest(hand.app.window.subsurface(TOP).copy(), "RGB")


def test_a_lesson_from_the_title_to_its_last_step(hand: Hand) -> None:
    """F5, Page Down, F5 and Page Down again; Escape leads back the whole way."""
    strike(hand, pygame.K_F5)
    found = hand.on(Presentations)
    strike(hand, pygame.K_PAGEDOWN)
    strike(hand, pygame.K_PAGEDOWN)
    strike(hand, pygame.K_PAGEUP)
    assert found.at == 1
    strike(hand, pygame.K_PAGEDOWN)
    strike(hand, pygame.K_F5)
    screen = hand.on(PresentationScreen)
    assert isinstance(found.entries[2].content, Lesson)
    for number in range(1, len(screen.slides)):
        strike(hand, pygame.K_PAGEDOWN)
        assert screen.at == number
    strike(hand, pygame.K_PAGEDOWN)
    assert screen.at == len(screen.slides) - 1
    assert screen.slide.step == len(found.entries[2].content.steps)
    strike(hand, pygame.K_ESCAPE)
    hand.on(Presentations)
    strike(hand, pygame.K_ESCAPE)
    hand.on(Title)


@pytest.mark.every(4)
@pytest.mark.parametrize("hand", [presenting(*each) for each in ONE_EACH], indirect=True)
def test_a_step_back_restores_the_slide_before(hand: Hand) -> None:
    """Forward quickly to the end and back: every third slide shows the same picture both ways, and when opened by its
    number."""
    screen = hand.on(PresentationScreen)
    last = len(screen.slides) - 1
    seen = {}
    for at in range(0, last + 1, 3):
        screen.go(at)
        seen[at] = rest(hand)
    screen.go(0)
    for _ in range(last):
        strike(hand, pygame.K_PAGEDOWN)
    assert screen.at == last
    for at in range(last, -1, -1):
        if at in seen:
            assert rest(hand) == seen[at], at
        strike(hand, pygame.K_PAGEUP)


@pytest.mark.parametrize("hand", [presenting("kassala", "first-battle")], indirect=True)
def test_every_key_of_a_remote(hand: Hand) -> None:
    """Next and back by keys and mouse; black and white; digits; both ends; the whole map and back."""
    screen = hand.on(PresentationScreen)
    for key in (pygame.K_PAGEDOWN, pygame.K_RIGHT, pygame.K_SPACE, pygame.K_DOWN):
        strike(hand, key)
    hand.click((500, 300))
    assert screen.at == 5
    for key in (pygame.K_PAGEUP, pygame.K_LEFT, pygame.K_BACKSPACE):
        strike(hand, key)
    strike(hand, pygame.K_UP)
    assert screen.at == 1
    for key, colour in ((pygame.K_b, "black"), (pygame.K_w, "white")):
        hand.key(chr(key))
        assert hand.app.window.get_at((512, 384))[:3] == tuple(pygame.Color(colour))[:3]
        strike(hand, pygame.K_PAGEDOWN)
        assert (screen.remote.veil, screen.at) == (None, 1)
    hand.key(".")
    strike(hand, pygame.K_F5)
    assert screen.remote.veil is None
    hand.key("1")
    hand.key("2")
    strike(hand, pygame.K_RETURN)
    assert screen.at == 11
    strike(hand, pygame.K_END)
    assert screen.at == len(screen.slides) - 1
    strike(hand, pygame.K_HOME)
    strike(hand, pygame.K_PAGEDOWN)
    rest(hand)
    near = screen.view.camera.scale
    hand.key("0")
    rest(hand)
    assert screen.view.camera.fitted
    hand.key("f")
    rest(hand)
    assert screen.view.camera.scale == near


@pytest.mark.every(8)
@pytest.mark.parametrize(("system", "name"), EVERY)
def test_captions_have_room(system: str, name: str) -> None:
    """Every caption of a lesson is printed with at least 36 pixels, within the band's lines."""
    metrics = Metrics(*PROJECTOR, 1.0)
    slides = slides_of(system, name)
    band = stage_panels.caption_height((slide.caption for slide in slides if slide.part is not None), metrics)
    assert 0 < band <= PROJECTOR[1] // 3
    for slide in slides:
        assert stage_panels.caption_lines(slide.caption, metrics, stage_panels.MIN_CAPTION_PRINT) <= MAX_LINES
    assert stage_panels.MIN_CAPTION_PRINT >= 36


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "name"), EVERY)
def test_places_of_a_slide_are_in_view(system: str, name: str) -> None:
    """Every step is shown once it has happened, in order, and its odds never before its question."""
    slides, lesson = slides_of(system, name), lessons.find_lesson(catalog.rules(system), name)
    steps = [slide.step for slide in slides if slide.step]
    assert steps == sorted(steps)
    assert set(steps) == set(range(1, len(lesson.steps) + 1))
    for number, step in enumerate(lesson.steps, 1):
        mine = [slide for slide in slides if slide.step == number]
        assert mine[-1].done
        if step.ask is not None:
            asked = next(k for k, slide in enumerate(mine) if slide.asks)
            assert not any(slide.fight is not None and slide.fight.odds for slide in mine[:asked + 1])
            assert step.caption not in [slide.caption for slide in mine[:asked + 1]]


@pytest.mark.parametrize(("system", "name"), EVERY)
def test_hexes_named_by_a_caption_are_in_view(system: str, name: str) -> None:
    """A combat covers the map: if its caption names a hex, or points at units, the map is shown before."""
    slides, lesson = slides_of(system, name), lessons.find_lesson(catalog.rules(system), name)
    for number, step in enumerate(lesson.steps, 1):
        mine = [slide for slide in slides if slide.step == number]
        told = [slide for slide in mine if slide.fight is not None and slide.fight.shown == 1 and not slide.fight.odds]
        named = any(slide.named_places for slide in mine if slide.caption == step.caption)
        if told and (named or step.show.units or step.show.places or number == 1):
            assert mine[0].fight is None, step.say


@pytest.mark.parametrize("hand", [presenting("kassala", "first-battle")], indirect=True)
def test_the_places_a_step_names_are_in_view_above_the_band(hand: Hand) -> None:
    """Counters and named places of every step are on the map, clear of the caption, with rings on named ones."""
    screen = hand.on(PresentationScreen)
    for at, slide in enumerate(screen.slides):
        if slide.frame is None or slide.fight is not None:
            continue
        screen.go(at)
        for place in slide.frame.step.show.places:
            assert screen.layout.map.collidepoint(screen.view.point_of(place))
            assert place in screen.view.overlay.hint
            assert screen.view.near_enough_for_numbers


@pytest.mark.parametrize("hand", [presenting("africa", "one-turn")], indirect=True)
def test_a_presented_step_has_the_marks_of_the_watched_lesson(hand: Hand) -> None:
    """After the step's action, on the map: the units and places that act are ringed in both."""
    screen = hand.on(PresentationScreen)
    done = {slide.step: at for at, slide in enumerate(screen.slides) if slide.done and slide.fight is None}
    ringed = {}
    for step, at in done.items():
        screen.go(at)
        ringed[step] = {*screen.view.overlay.hint}, screen.view.overlay.path
    watched = DemoScreen(hand.app, catalog.rules("africa"), lessons.find_lesson(catalog.rules("africa"), "one-turn"))
    hand.app.push(watched)
    for step, (hint, path) in ringed.items():
        if step:
            watched.go(step - 1)
            assert {*watched.view.overlay.hint} <= hint, watched.frame.step.say
            assert path == watched.view.overlay.path
    assert sum(bool(hint) for hint, _ in ringed.values()) > 5


@pytest.mark.parametrize("hand", [presenting("kassala", "first-battle")], indirect=True)
def test_the_last_of_thousands_of_slides_opens_quickly(hand: Hand) -> None:
    """For a programme with a long game, after the window has changed."""
    screen = hand.on(PresentationScreen)
    shown = next(slide for slide in screen.slides if slide.frame is not None)
    camera = StepCamera(screen)
    many = [shown] * 2000
    assert camera.target(many, len(many) - 1) == camera.target(many, 0)


def test_f5_presents_a_game_without_changing_it(hand: Hand) -> None:
    """It starts at the present moment and goes backwards; no key acts in the game; Escape returns to it."""
    rules: Any = catalog.rules("kassala")
    hand.app.navigator.begin(rules, "kassala", (), {}, seed=1)
    game = hand.on(GameScreen).game
    for action in ("move m-egy1 0302-0303", "move m-nub3 0204"):
        game.match.play(rules.parse(action))
    game.settle()
    hand.wait()
    plies, state = game.match.plies, game.match.state
    strike(hand, pygame.K_F5)
    screen = hand.on(PresentationScreen)
    assert screen.at == len(screen.slides) - 1 == 2
    assert screen.slide.state is state
    strike(hand, pygame.K_PAGEUP)
    assert screen.slide.state is plies[0].state
    for key in (pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_BACKSPACE, pygame.K_z, pygame.K_h, pygame.K_v):
        strike(hand, key)
    strike(hand, pygame.K_ESCAPE)
    assert hand.on(GameScreen).game.match.plies == plies


@pytest.mark.every(3)
@pytest.mark.parametrize("hand", [presenting(system, "what-you-see") for system in catalog.names()
                                  if programme_file(system)], indirect=True)
def test_no_card_covers_the_places_of_a_slide(hand: Hand) -> None:
    """A large counter and the victory conditions are beside the places that the caption names."""
    screen, seen = hand.on(PresentationScreen), 0
    for at, slide in enumerate(screen.slides):
        if slide.hides_card or slide.frame is None or slide.frame.step.show.panel not in ("counter", "objectives"):
            continue
        screen.go(at)
        rest(hand)
        card = screen.step_card.shown
        assert card is not None, at
        told = (*screen.camera.places_of_slide(slide), *slide.landmarks)
        spots = [pygame.Rect(0, 0, 2, 2).move(screen.view.point_of(place)) for place in told]
        assert card.picture.get_rect(topleft=card.at).collidelist(spots) < 0, at
        seen += 1
    assert seen


@pytest.mark.soak
@pytest.mark.parametrize("first", thinned(range(3), 3))
@pytest.mark.parametrize("hand", [presenting("kassala", "one-turn")], indirect=True)
def test_speaker_notes_take_a_quarter_of_the_width(hand: Hand, first: int) -> None:
    """With one window they lie over neither the caption nor the places that are told; with two the room sees all. Every
    third slide is looked at, in `make soak` the others, too."""
    screen = hand.on(PresentationScreen)
    for at in [at for at, slide in enumerate(screen.slides) if slide.part is not None][first::3]:
        screen.go(at)
        rest(hand)
        caption = digest(hand.app.window.subsurface(screen.band).copy(), "RGB")
        hand.key("n")
        rest(hand)
        assert digest(hand.app.window.subsurface(screen.band).copy(), "RGB") == caption
        assert screen.free_rect.right == PROJECTOR[0] * 3 // 4
        told = [screen.view.point_of(place) for place in screen.camera.places_of_slide(screen.slide)]
        assert [spot for spot in told if not screen.free_rect.collidepoint(spot)] == [], at
        hand.key("n")
    hand.key("t")
    assert screen.speaker.notes_shown
    assert screen.free_rect == screen.layout.map


@pytest.mark.parametrize("hand", [presenting("kassala", "one-turn")], indirect=True)
def test_the_slide_number_is_in_the_corner(hand: Hand) -> None:
    """It is there for digits and Enter: two slides with the same caption differ in it."""
    screen, corner = hand.on(PresentationScreen), pygame.Rect(PROJECTOR[0] - 32, PROJECTOR[1] - 24, 32, 24)
    at = next(at for at, slide in enumerate(screen.slides) if slide.caption == screen.slides[at + 1].caption)
    seen = set()
    for number in (at, at + 1):
        screen.go(number)
        rest(hand)
        seen.add(digest(hand.app.window.subsurface(corner).copy(), "RGB"))
    assert len(seen) == 2


@pytest.mark.parametrize("hand", [presenting("kassala", "one-turn")], indirect=True)
def test_a_loop_says_so_for_some_seconds(hand: Hand) -> None:
    """At its start and at the start of every round; otherwise nothing covers the map."""
    screen, top = hand.on(PresentationScreen), pygame.Rect(0, 0, PROJECTOR[0], 90)
    plain = {}
    for at in (len(screen.slides) - 1, 0):
        screen.go(at)
        rest(hand)
        plain[at] = digest(hand.app.window.subsurface(top).copy(), "RGB")
    screen.go(len(screen.slides) - 1)
    rest(hand)
    hand.key("a")
    assert digest(hand.app.window.subsurface(top).copy(), "RGB") != plain[len(screen.slides) - 1]
    while screen.at:
        hand.wait(0.1)
    hand.wait(0.5)
    assert digest(hand.app.window.subsurface(top).copy(), "RGB") != plain[0]
    hand.key("x")
    assert (screen.at, screen.auto_advance.looping) == (0, False)
    hand.wait_in_steps(10, 0.5)
    rest(hand)
    assert digest(hand.app.window.subsurface(top).copy(), "RGB") == plain[0]


@pytest.mark.parametrize("hand", [presenting("kassala", "one-turn")], indirect=True)
def test_play_on_and_back_to_the_slide(hand: Hand) -> None:
    """An explicit command starts a game with the displayed position; F5 returns to the slide."""
    screen = hand.on(PresentationScreen)
    screen.go(8)
    hand.key("p")
    hand.key("enter")
    game = hand.on(GameScreen).game
    shown = screen.slide.state
    assert game.match.rules.counters(game.match.state) == game.match.rules.counters(shown)
    hand.wait()
    strike(hand, pygame.K_F5)
    assert hand.on(PresentationScreen) is screen
    assert screen.at == 8


@pytest.mark.parametrize("hand", [presenting("kassala", "one-turn")], indirect=True)
@pytest.mark.parametrize(("key", "screen"), [("page down", GameScreen), ("space", GameScreen),
                                             ("page up", PresentationScreen), ("f5", PresentationScreen),
                                             ("escape", PresentationScreen)])
def test_a_remote_answers_whether_to_play_on(hand: Hand, key: str, screen: type[Screen]) -> None:
    """Next accepts, back and F5 stay at the slide; the question is in large print."""
    hand.on(PresentationScreen).go(8)
    hand.key("p")
    question = hand.on(QuestionSheet)
    assert question.px(22) >= 30
    hand.key(key)
    hand.on(screen)
    assert next(each for each in hand.app.stack if isinstance(each, PresentationScreen)).at == 8


@pytest.mark.parametrize("hand", [Start("demo", "kassala", "example-c")], indirect=True)
def test_f5_presents_an_example_at_its_step(hand: Hand) -> None:
    screen = hand.on(DemoScreen)
    hand.key("right")
    hand.key("right")
    strike(hand, pygame.K_F5)
    assert hand.on(PresentationScreen).slide.step == screen.at + 1


@pytest.mark.parametrize("hand", [presenting("kassala", "first-battle")], indirect=True)
def test_a_second_window_for_the_audience(hand: Hand) -> None:
    """It shows the slide without the notes; frozen it keeps it; closed by hand the presentation continues."""
    screen = hand.on(PresentationScreen)
    screen.go(4)
    rest(hand)
    alone = digest(hand.app.window, "RGB")
    hand.key("t")
    assert screen.speaker.audience is not None
    assert digest(hand.app.window.subsurface(TOP).copy(), "RGB") != digest(
        screen.speaker.audience.window.get_surface().subsurface(TOP), "RGB")  # what is said is not for the audience
    rest(hand)
    window = screen.speaker.audience.window
    assert digest(window.get_surface(), "RGB") == alone != digest(hand.app.window, "RGB")
    quiet = digest(hand.app.window.subsurface(TOP).copy(), "RGB")
    hand.key("z")
    assert digest(hand.app.window.subsurface(TOP).copy(), "RGB") != quiet
    strike(hand, pygame.K_PAGEDOWN)
    rest(hand)
    assert digest(window.get_surface(), "RGB") == alone
    pygame.event.post(pygame.event.Event(pygame.WINDOWCLOSE, window=window))
    hand.wait()
    assert screen.speaker.audience is None
    assert hand.top is screen


@pytest.mark.parametrize("hand", [presenting("kassala", "first-battle")], indirect=True)
def test_the_presenter_can_point_and_draw(hand: Hand) -> None:
    """Ring, spotlight and magnifier change the picture around the pointer; a drawn arrow stays until the next slide."""
    screen = hand.on(PresentationScreen)
    screen.go(4)
    hand.point((500, 300))
    seen = {rest(hand)}
    for _ in range(3):
        hand.key("s")
        seen.add(rest(hand))
    assert len(seen) == 4
    hand.key("s")
    for kind, pos in ((pygame.MOUSEBUTTONDOWN, (300, 200)), (pygame.MOUSEBUTTONUP, (600, 400))):
        pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))
        hand.wait()
    assert (screen.at, screen.tools.arrows) == (4, [((300, 200), (600, 400))])
    strike(hand, pygame.K_PAGEDOWN)
    assert screen.tools.arrows == []


@pytest.mark.parametrize("hand", [presenting("kassala", "what-you-see")], indirect=True)
def test_a_stack_under_the_pointer_does_not_spread_while_presenting(hand: Hand) -> None:
    """Under a ring or a spotlight no stack fans out; otherwise it does."""
    screen = hand.on(PresentationScreen)
    at, place = next((at, place) for at, slide in enumerate(screen.slides) if slide.part is not None
                     for place in (stacked(slide) or [])[:1])
    screen.go(at)
    rest(hand)
    assert place is not None
    hand.key("s")
    for spread in (None, place):
        hand.point((3, 3))
        hand.point(screen.view.point_of(place))
        hand.wait_in_steps(3, 0.3)
        assert screen.view.stacks.spread.place == spread
        while screen.tools.kind:
            hand.key("s")
    hand.key("s")
    assert screen.view.stacks.spread.place is None


def stacked(slide: Slide) -> list[str]:
    """The places with several counters."""
    assert slide.part is not None
    places = [counter.place for counter in slide.part.rules.counters(slide.state) if counter.place]
    return [place for place in places if places.count(place) > 1]


@pytest.mark.parametrize("hand", [presenting("kassala", "first-battle")], indirect=True)
def test_the_room_guesses_the_odds(hand: Hand) -> None:
    """Digits at a question are the audience's guess, which is beside the odds on the next slide."""
    screen = hand.on(PresentationScreen)
    at = next(number for number, slide in enumerate(screen.slides) if slide.asks)
    screen.go(at + 1)
    plain = rest(hand)
    screen.go(at)
    hand.key("4")
    hand.key("0")
    strike(hand, pygame.K_RETURN)
    assert (screen.at, screen.remote.guesses) == (at + 1, {screen.slide.guess_key: 40})
    assert screen.slide.fight is not None
    assert screen.slide.fight.odds
    assert rest(hand) != plain


@pytest.mark.parametrize("hand", [presenting("kassala", "example-b")], indirect=True)
def test_a_looping_programme_repeats_until_a_key(hand: Hand) -> None:
    """After the last slide comes the first; the key that stops it has no other effect."""
    screen = hand.on(PresentationScreen)
    hand.key("a")
    seen = set()
    for _ in range(1500):
        hand.wait(0.2)
        seen.add(screen.at)
        if len(seen) == len(screen.slides) and screen.at == 1:
            break
    assert screen.at == 1
    strike(hand, pygame.K_PAGEDOWN)
    assert (screen.auto_advance.looping, screen.at) == (False, 1)


@pytest.mark.parametrize("hand", [presenting("kassala", "example-b")], indirect=True)
def test_a_stopped_loop_awaits_no_slide(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is stopped while a side of a live game is thinking, the slide stays."""
    screen, thinking = hand.on(PresentationScreen), ["Moslems"]
    monkeypatch.setattr(screen.games, "thinking", lambda _at: thinking[0])
    hand.key("a")
    hand.until(lambda: bool(screen.auto_advance.thinking))
    at = screen.at
    strike(hand, pygame.K_PAGEDOWN)
    thinking[0] = ""
    hand.wait(1)
    assert (screen.auto_advance.looping, screen.at) == (False, at)


def test_a_game_of_computers_in_a_programme(hand: Hand, tmp_path: Path) -> None:
    """It is played after its title, to the end of the programme's part, and every slide can be revisited. While the
    next slide is awaited the band names the thinking player, and the slide then appears by itself."""
    path = tmp_path / "evening.toml"
    path.write_text('title = "A game"\nsummary = "Of two"\nsystem = "kassala"\n[[entries]]\nlesson = "example-b"\n'
                    'minutes = 2\n[[entries]]\ngame = { scenario = "kassala", seed = 4, turns = 1, say = "Watch",'
                    ' players = { moslem = "random", christian = "random" } }\nminutes = 5\n[[entries]]\n'
                    'slide = { title = "End" }\n')
    hand.app.navigator.present(read(path))
    screen = hand.on(PresentationScreen)
    strike(hand, pygame.K_END)
    more_come = digest(hand.app.window.subsurface(TOP).copy(), "RGB")
    strike(hand, pygame.K_PAGEUP)
    assert screen.slide.game is not None
    start = screen.at
    strike(hand, pygame.K_PAGEDOWN)
    strike(hand, pygame.K_PAGEDOWN)
    assert screen.at == start + 1
    assert isinstance(screen.caption, Message)
    assert screen.caption.values is not None
    assert screen.caption.values["side"] in ("Moslems", "Christians")
    hand.until(lambda: screen.at == start + 2)
    assert "thinking" not in translate(screen.caption)

    share = [screen.games.share_shown(screen.at)]

    def ended() -> bool:
        strike(hand, pygame.K_PAGEDOWN)
        share.append(screen.games.share_shown(screen.at))
        return str(screen.slide.title) == "End"

    hand.until(ended)
    assert screen.at > start + 5
    assert max(share[:5]) < 0.8  # slides that are still to be played are counted
    assert share[-1] == 1
    assert max(before - after for before, after in pairwise(share)) < 0.1
    closing = screen.slides[-2]
    assert ["1"] == re.findall(r"\d+", str(closing.caption))
    assert closing.frame is not None
    assert closing.frame.step.show.panel == "objectives"
    marched = [slide for slide in screen.slides[start + 1:-2] if slide.frame is not None and not slide.fight
               and any(isinstance(event, Moved) for event in slide.frame.events)]
    assert marched
    assert all(slide.trace.paths for slide in marched)
    rolls = [slide for slide in screen.slides[start + 1:-1] if slide.fight is not None]
    assert screen.slides[start + 1].frame is not None
    assert all(slide.frame is not None for slide in rolls)
    assert {7} == {slide.end_minute for slide in screen.slides[start:-1]}
    quiet = settled_top(hand)
    assert more_come != quiet
    for key in (*"999", "enter"):
        hand.key(key)
    assert screen.at == len(screen.slides) - 1
    assert digest(hand.app.window.subsurface(TOP).copy(), "RGB") not in (quiet, more_come)
    screen.go(start + 3)
    assert screen.slide.step == 2


@pytest.mark.parametrize(("entry", "opens"), [
    ('game = { scenario = "kassala", seed = 4, turns = 1, players = { moslem = "random", christian = "random" } }',
     PresentationScreen), ('slide = { title = "Welcome" }', MessageSheet)])
def test_a_programme_without_a_lesson(hand: Hand, tmp_path: Path, entry: str, opens: type[Screen]) -> None:
    """With only a game it is presented; with only titles it is refused."""
    path = tmp_path / "evening.toml"
    path.write_text(f'title = "A game"\nsummary = "Of two"\nsystem = "kassala"\n[[entries]]\n{entry}\n')
    hand.app.navigator.present(read(path))
    hand.on(opens)


def test_a_game_without_moves_is_presented(hand: Hand) -> None:
    """There is one slide; the next key says that nothing has happened so far, instead of that it is the end."""
    hand.app.navigator.begin(catalog.rules("kassala"), "kassala", (), {}, seed=1)
    strike(hand, pygame.K_F5)
    screen = hand.on(PresentationScreen)
    seen = settled_top(hand)
    strike(hand, pygame.K_PAGEDOWN)
    assert (screen.at, len(screen.slides)) == (0, 1)
    assert digest(hand.app.window.subsurface(TOP).copy(), "RGB") != seen


def test_programmes_can_be_presented() -> None:
    """All of a programme's entries have slides; every lesson begins with its title."""
    for system in catalog.names():
        if (path := programme_file(system)) is not None:
            programme = read(path)
            slides: list[Slide] = programme_slides(programme)
            assert sum(slide.part is None for slide in slides) == len(programme.entries)


def test_a_file_is_presented(folders: Path) -> None:
    """It is named on the command line without its system."""
    path = folders / "mine.toml"
    path.write_text('title = "Mine"\nsummary = "Of one"\n[[entries]]\nlesson = "kassala/example-b"\n')
    hand = Hand(Start("present", file=path))
    assert hand.on(PresentationScreen).rules.name == "kassala"
    hand.app.close()


@pytest.mark.every(3)
@pytest.mark.parametrize("hand", [presenting("adua", "bombardment"), presenting("adua", "figure-4"),
                                  presenting("renaissance", "example-a")], indirect=True)
def test_a_few_dice_are_large(hand: Hand) -> None:
    """The edge of each of up to six dice in rows has at least 96 pixels, also beside the result."""
    screen = hand.on(PresentationScreen)
    seen = 0
    for at, slide in enumerate(screen.slides):
        if slide.fight is not None and slide.fight.roll_result is not None:
            screen.go(at)
            hand.wait()
            for rect, _ in screen.stage.tray.dice.signs:
                seen += 1
                assert rect.width / 1.2 >= 96, at  # what says a die's meaning is a little larger than it
    assert seen > 5


@pytest.mark.parametrize("hand", [presenting("kassala", "what-you-see")], indirect=True)
def test_a_presentation_resumes_where_it_was_left(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reopened it shows the slide where it was left; after the last one the first. The end is announced."""
    told: list[Text] = []
    monkeypatch.setattr(hand.app, "show_notice", lambda text, more="": told.append(text))
    lesson = find_lesson(catalog.rules("kassala"), "what-you-see")
    for _ in range(3):
        strike(hand, pygame.K_PAGEDOWN)
    hand.key("escape")
    hand.app.navigator.present(lesson)
    screen = hand.on(PresentationScreen)
    assert (screen.at, [list(values_in(each)) for each in told]) == (3, [[4, len(screen.slides)]])
    strike(hand, pygame.K_END)
    strike(hand, pygame.K_PAGEDOWN)
    assert (screen.at, told[-1]) == (len(screen.slides) - 1, "The end")
    hand.key("a")
    assert told[-1] == LOOP_TEXT
    strike(hand, pygame.K_PAGEDOWN)
    hand.key("escape")
    hand.app.navigator.present(lesson)
    assert hand.on(PresentationScreen).at == 0


@pytest.mark.parametrize("hand", [presenting("tours", "example-b")], indirect=True)
def test_the_number_of_a_hex_that_a_caption_names_is_printed_large(hand: Hand) -> None:
    """It is on a tag at the hex's top, in print for an audience."""
    screen = hand.on(PresentationScreen)
    strike(hand, pygame.K_PAGEDOWN)
    rest(hand)
    assert screen.slide.named_places == ("2020", "1919", "2018")
    for place in screen.slide.named_places:
        x, y = screen.view.point_of(place)
        top = round(y - HEX_NUMBER_ABOVE * screen.view.camera.scale)
        row = [hand.app.window.get_at((x + dx, top))[:3] for dx in range(-30, 31)]
        assert row.count(pygame.Color(PAPER)[:3]) >= 10


@pytest.mark.parametrize("hand", [presenting("adua", "figure-2")], indirect=True)
def test_the_map_stays_if_it_shows_the_next_steps_as_well(hand: Hand) -> None:
    """The places of one turn's orders are close together: the map moves at most once during them."""
    screen = hand.on(PresentationScreen)
    seen = list[tuple[float, tuple[float, float]]]()
    for _ in range(8):
        strike(hand, pygame.K_PAGEDOWN)
        rest(hand)
        here = screen.view.camera.scale, screen.view.camera.centre
        seen += [here] if here not in seen else []
    assert len(seen) <= 2


@pytest.mark.parametrize("hand", [Start("play", "kassala", seed=1)], indirect=True)
def test_a_presentation_begins_with_its_keys(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    """F5 in a game, too, which leads to a screen without a button."""
    told: list[Text] = []
    monkeypatch.setattr(hand.app, "show_notice", lambda _, more="": told.append(more))
    strike(hand, pygame.K_F5)
    hand.on(PresentationScreen)
    assert told == [PRESENTATION_KEYS]


def test_the_notice_of_a_presentation_closes_with_it(sit_down: Callable[..., Hand]) -> None:
    """After Esc the top of the game's picture is as before."""
    hand = sit_down(Start("play", "kassala", seed=3), size=PROJECTOR, hand_over=False)
    hand.settle()
    hand.wait(BEGUN)
    hand.wait()
    before = digest(hand.app.window.subsurface(TOP).copy(), "RGB")
    strike(hand, pygame.K_F5)
    hand.on(PresentationScreen)
    hand.key("escape")
    hand.wait()
    assert digest(hand.app.window.subsurface(TOP).copy(), "RGB") == before


def test_the_notice_of_a_slide_goes_with_it(hand: Hand) -> None:
    """A title shows no notice of the slide after it; a key that changes no slide leaves the notice."""
    hand.app.push(PresentationScreen(hand.app, slides_of("kassala", "one-turn")))
    title = settled_top(hand)
    strike(hand, pygame.K_PAGEDOWN)
    hand.app.show_notice("The second slide")
    strike(hand, pygame.K_PAGEUP)
    hand.wait()
    assert digest(hand.app.window.subsurface(TOP).copy(), "RGB") == title
    hand.app.show_notice("The first slide")
    strike(hand, pygame.K_PAGEUP)
    hand.wait()
    assert digest(hand.app.window.subsurface(TOP).copy(), "RGB") != title


@pytest.mark.parametrize("hand", [presenting("kassala", "one-turn")], indirect=True)
def test_the_bar_of_turns_covers_nothing_of_the_map(hand: Hand) -> None:
    """On the slide with the bar the map is below it, whole; on the slides before and after it has all the room."""
    screen = hand.on(PresentationScreen)
    rooms = []
    for _ in range(4):
        rooms.append(screen.view.rect.height)
        bar = screen.slide.frame is not None and screen.slide.frame.step.show.panel == "turn" and (
            not screen.slide.hides_card)
        assert bar == (screen.view.rect.top > 0)
        assert screen.view.rect.bottom == screen.layout.map.bottom
        hand.key("page down")
        rest(hand)
    assert len(set(rooms)) == 2


def test_the_zones_of_a_game_are_not_on_the_slides(sit_down: Callable[..., Hand]) -> None:
    """A presentation begins without them; the setting for games stays."""
    hand = sit_down(Start("present", "kassala", "one-turn"), zones_of_control=True)
    hand.wait()
    assert not hand.on(PresentationScreen).view.options.layers
    assert hand.app.settings.zones_of_control


@pytest.mark.parametrize("number", [8, 60, 189])
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_a_slide_number_keeps_to_the_margin_beside_the_caption(size: tuple[int, int], number: int) -> None:
    """It is in large figures, and never runs into a caption whose last line is full."""
    pygame.init()
    window, metrics = pygame.display.set_mode(size), Metrics.of(size).audience_metrics
    stage_panels.draw_number(window, metrics, number, 189, beside_caption=True)
    printed = pygame.mask.from_threshold(window, CREAM_FAINT, (60, 60, 60)).get_bounding_rects()
    left, top = min(each.left for each in printed), min(each.top for each in printed)
    assert left >= size[0] - metrics.px(stage_panels.CAPTION_MARGINS[1])
    assert max(each.bottom for each in printed) - top >= 12
