"""The phase track above the map: which phases it shows and which one is lit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

import pygame
import pytest

from game import catalog
from game.core.message import Message
from game.i18n.words import capitalised
from game.match.start import Start
from game.ui.cards.turntrack import TRACK_HEIGHT, TurnTrack, dots_kept, named_phases, phases_shown
from game.ui.kit.fonts import font
from game.ui.kit.theme import Metrics
from tests.rules.table import units
from tests.ui.hand import Hand


@pytest.mark.parametrize(
    ("phases", "current", "room", "named"),
    [(9, 0, 90, range(9)), (9, 0, 60, range(5)), (9, 4, 60, range(4, 9)), (9, 4, 72, range(3, 9)),
     (9, 8, 60, range(4, 9)), (9, 3, 34, range(3, 5)), (9, 3, 26, ()), (9, 8, 26, (8,)), (1, 0, 10, (0,))],
)
def test_the_current_phase_and_the_next_have_names(phases: int, current: int, room: int, named: Iterable[int]) -> None:
    """Then later ones, then earlier ones, as far as there is room; the others are dots."""
    assert set(named) == named_phases([10] * phases, current, room, 2)


@pytest.mark.parametrize("system", catalog.names())
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_current_and_next_phase_can_be_read_at_any_size(system: str, size: tuple[int, int]) -> None:
    """Whichever phase is played, its arrow and that of the next are as wide as their names in large print."""
    pygame.init()
    pygame.display.set_mode(size)
    theme, metrics = catalog.rules(system).theme, Metrics.of(size)
    for number, here in enumerate(theme.phases):
        surface, track = pygame.Surface((round(size[0] * 0.67), metrics.px(TRACK_HEIGHT))), TurnTrack()
        track.draw(surface, surface.get_rect(), metrics, theme, 60, 3, theme.phases, here)
        boxes = [box for box, text in track.tips if not (isinstance(text, Message) and "turn" in (text.values or ()))]
        assert len(theme.phases) == len(boxes)
        for box, (_, phase) in list(zip(boxes, theme.phases, strict=True))[number:number + 2]:
            longest = max(capitalised(theme.title_of(phase)).split(), key=len)
            assert box.width > font("table-bold", metrics.px(19)).size(longest)[0]


@pytest.mark.parametrize(("phases", "current", "slots", "kept"), [
    (9, 0, 3, range(4)), (9, 8, 3, range(5, 9)), (9, 4, 4, range(2, 7)), (9, 4, 8, range(9)), (9, 1, 5, range(6)),
    (9, 7, 5, range(3, 9)), (9, 4, 0, (4,)), (9, 4, -1, (4,))])
def test_the_nearest_phases_keep_their_dots(phases: int, current: int, slots: int, kept: Iterable[int]) -> None:
    assert list(kept) == list(dots_kept(phases, current, slots))


@pytest.mark.parametrize("system", catalog.names())
@pytest.mark.parametrize(("size", "scale", "width"), [((900, 700), 175, 312), ((1024, 768), 175, 354)])
def test_the_current_phase_can_be_read_beside_an_open_drawer(system: str, size: tuple[int, int], scale: int,
                                                             width: int) -> None:
    """Whichever phase is played, its arrow is at least as wide as its name in small print, and no phase is on
    another."""
    pygame.init()
    pygame.display.set_mode(size)
    theme, metrics = catalog.rules(system).theme, Metrics.of(size, scale).frame_metrics
    for here in theme.phases:
        surface, track = pygame.Surface((width, metrics.px(TRACK_HEIGHT))), TurnTrack()
        track.draw(surface, surface.get_rect(), metrics, theme, 15, 3, theme.phases, here)
        boxes = sorted(dict.fromkeys(tuple(box) for box, _ in track.tips))
        assert all(left[0] + left[2] <= right[0] + 1 for left, right in pairwise(boxes))
        name = capitalised(theme.title_of(here[1]))
        longest = name if here[0] else max(name.split(), key=len)
        assert max(box[2] for box in boxes[1:]) > font("table-bold", metrics.px(14)).size(longest)[0]


def test_a_pending_roll_lights_its_phase(sit_down: Callable[..., Hand]) -> None:
    """A position with pending coins lights the phase in which they are flipped."""
    rules, phase = catalog.rules("africa"), ("moroccan", "fire")
    line = "s-cuenca a, m-gk-haus playa-del-tarajal, s-prim b, m-abbas al-malik"
    start = {"scenario": "castillejos", "options": [], "turn": 3, "phase": "fire", "phasing": "moroccan"}
    state = rules.from_position({**start, "units": units(line)})
    fire = next(action for action in rules.candidates(state) if action.notation.startswith("fire"))
    state, _ = rules.apply(state, fire)
    assert phase == rules.prompt(state).phase_key
    hand = sit_down(Start("play", "africa", "castillejos", seed=1, position=rules.position(state)))
    assert phase == hand.game.phase_track.current
    assert phase in rules.theme.phases


def test_the_track_shows_both_set_ups_only_during_set_up(sit_down: Callable[..., Hand]) -> None:
    """With free deployment, the Moslem set-up is beside the Christian one while the Christians place their units."""
    hand = sit_down(Start("play", "kassala", seed=1, options=("free-deployment",)))
    game = hand.game
    assert game.phase_track.current == ("christian", "setup")
    shown = phases_shown(game.theme, game.phase_track.phases, game.phase_track.current)
    assert shown[:2] == (("christian", "setup"), ("moslem", "setup"))
    assert shown[2:] == game.theme.phases
    assert phases_shown(game.theme, game.phase_track.phases, ("moslem", "combat")) == game.theme.phases


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1440, 810), 100), ((1280, 720), 100), ((1280, 720), 200)])
def test_all_phases_of_a_turn_are_on_the_track(
    sit_down: Callable[..., Hand], size: tuple[int, int], scale: int
) -> None:
    """The Castillejos has nine phases; each has its arrow or its dot, beside the others."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=1))
    hand.resize(size, scale)
    rooms = [room for room, text in hand.screen.track.tips
             if not (isinstance(text, Message) and "turn" in (text.values or ()))]
    assert 9 == len(rooms)
    assert all(room.width > 0 and room.right <= after.left + 1 for room, after in pairwise(rooms))


def test_a_click_on_folded_phases_is_recognized() -> None:
    """On a narrow track; a track with room for all phases has no dots."""
    pygame.init()
    pygame.display.set_mode((1280, 720))
    theme, found = catalog.rules("tours").theme, []
    for wide in (500, 2400):
        surface, track = pygame.Surface((wide, 76)), TurnTrack()
        track.draw(surface, surface.get_rect(), Metrics.of((1920, 1080)), theme, 60, 3, theme.phases, theme.phases[0])
        found.append(any(track.dots_at((x, 38)) for x in range(wide)))
    assert found == [True, False]


def test_setting_up_a_camp_is_a_phase_of_the_track(sit_down: Callable[..., Hand]) -> None:
    """Tetuan begins with the set-up of the Moroccan camp, before the Spanish fire; afterwards the track shows only the
    turn."""
    hand = sit_down(Start("play", "africa", "tetuan", seed=5), speed=8.0)
    game = hand.game
    assert game.phase_track.current == ("moroccan", "setup")
    assert phases_shown(game.theme, game.phase_track.phases, game.phase_track.current)[0] == ("moroccan", "setup")
    hand.end_phase()
    hand.settle()
    assert game.phase_track.current == ("spanish", "fire")
    assert game.phase_track.current == phases_shown(game.theme, game.phase_track.phases, game.phase_track.current)[0]


def test_the_track_begins_with_the_set_up_and_shows_the_order_of_play(sit_down: Callable[..., Hand]) -> None:
    """In Tours both sides set up; then the Muslims have the first player turn, without a roll."""
    game = sit_down(Start("play", "tours", "tours", seed=5), hand_over=False).game
    for side in ("frankish", "muslim"):
        assert (side, "set-up") == game.phase_track.current
        shown = phases_shown(game.theme, game.phase_track.phases, game.phase_track.current)
        assert [("frankish", "set-up"), ("muslim", "set-up")] == list(shown[:2])
        assert ["muslim"] * 5 + ["frankish"] * 5 == [seat for seat, _ in shown[2:]]
        game.play(game.rules.parse("end"))
        game.skip()
    assert ("muslim", "orders") == game.phase_track.current
    assert shown[2:] == phases_shown(game.theme, game.phase_track.phases, game.phase_track.current)


@pytest.mark.parametrize(("options", "turns"), [((), 60), (("turn-limit",), 20)])
def test_the_track_counts_the_turns_of_the_game(sit_down: Callable[..., Hand], options: tuple[str, ...],
                                                    turns: int) -> None:
    """An option may shorten the battle."""
    assert sit_down(Start("play", "tours", options=options)).game.phase_track.turns == turns


@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 1.0), ((1280, 720), 1.0), ((1280, 720), 1.5),
                                             ((1920, 1080), 1.0), ((1920, 1080), 1.5), ((1920, 1080), 2.0)])
def test_the_name_of_a_phase_stays_within_its_arrow(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int],
                                                    scale: float) -> None:
    """The name of the roll for the first player, which has no side, is not printed on the arrow's notch or point."""
    pygame.init()
    pygame.display.set_mode(size)
    rules, here = catalog.rules("tours"), ("", "who-first")
    metrics = Metrics.of(size)
    metrics = metrics.at(metrics.scale * scale)
    pictures = []
    for _ in range(2):
        surface, track = pygame.Surface((round(size[0] * 0.62), metrics.px(TRACK_HEIGHT))), TurnTrack()
        track.draw(surface, surface.get_rect(), metrics, rules.theme, 60, 3, (*rules.theme.phases[:10], here), here)
        pictures.append(surface)
        monkeypatch.setattr("game.ui.cards.turntrack.fitted_name", lambda *_: pygame.Surface((1, 1), pygame.SRCALPHA))
    arrow, tip = track.tips[-1][0], metrics.px(12)
    edges = [*range(arrow.left, arrow.left + tip + 2), *range(arrow.right - tip // 2, arrow.right)]
    assert all(pictures[0].get_at((x, y)) == pictures[1].get_at((x, y))
               for x in edges for y in range(arrow.top, arrow.bottom))
    assert any(pictures[0].get_at((x, y)) != pictures[1].get_at((x, y))
               for x in range(arrow.left, arrow.right) for y in range(arrow.top, arrow.bottom))
