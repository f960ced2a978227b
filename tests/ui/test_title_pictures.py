"""The pictures of battles on the title's cards: drawn ahead for every battle, up to date, shown from the start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise, product
from math import dist
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from game import catalog, systems
from game.core.contract import Counter
from game.match import lessons, programmes
from game.match.lessons import Lesson
from game.match.start import Start
from game.match.store import SavedFile
from game.ui.screens.battle_picture import (
    BATTLE_FOLDER,
    LESSON_FOLDER,
    MEETING_WIDTHS,
    PICTURE_SIZE,
    battle_picture,
    best_part,
    deployed_state,
    draw_battle,
    draw_lesson,
    has_both_sides,
    lesson_file,
    met_state,
    picture_file,
)
from game.ui.screens.newgame import NewGame
from game.ui.screens.presentations import ShowEntry
from game.ui.screens.save_details import resume_text, turn_of
from game.ui.screens.title import Title
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
SMALL = (90, 60)
"""The size in pixels at which pictures are compared, because machines smooth letters differently."""
APART = 6.0
"""The mean brightness difference, of 255, above which two pictures differ (measured: a new set-up makes some 10,
another machine's letters less than 2)."""

SOON_MET = "open-battle"
"""The battle of Renaissance whose armies the computer players lead up to each other in a second; others take up to half
a minute."""


def _small(picture: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(pygame.transform.smoothscale(picture, SMALL)).astype(float)


@pytest.mark.every(4)
@pytest.mark.parametrize("system", systems.by_difficulty())
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["one", "three"])
def test_pictures_drawn_ahead_show_what_is_drawn_now(sit_down: Sit, system: str, whole: bool) -> None:
    """There is one for every battle and no other; ``python -m assets.build_title_pictures`` draws them again."""
    sit_down()
    rules = catalog.rules(system)
    battles = {info.name for info in rules.scenarios if not info.example}
    assert battles == {file.stem for file in (systems.assets(system) / BATTLE_FOLDER).iterdir()}
    for name in sorted(battles, key=lambda name: (name != SOON_MET, name))[:3 if whole else 1]:
        kept, now = pygame.image.load(picture_file(system, name)).convert(), draw_battle(rules, name, met=True)
        assert kept.get_size() == PICTURE_SIZE
        assert float(np.abs(_small(kept) - _small(now)).mean()) < APART, f"{system}/{name} is out of date"


@pytest.mark.parametrize("edge", [0, PICTURE_SIZE[1] - 1])
def test_a_lesson_s_picture_shows_nothing_beyond_the_paper(sit_down: Sit, edge: int) -> None:
    """Its upper and lower rows are as light as the map, though the lesson's units are near the edge."""
    sit_down()
    rules = catalog.rules("kassala")
    picture = draw_lesson(rules, lessons.find_lesson(rules, "what-you-see"))
    assert float(pygame.surfarray.array3d(picture)[:, edge].mean()) > 100


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_cards_have_their_pictures_at_once(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
                                           ) -> None:
    """Nothing is drawn while the title is shown; every picture fills its frame, and all frames are equal."""
    monkeypatch.setattr("game.ui.screens.battle_picture.draw_battle", lambda *_: 1 // 0)
    hand = sit_down(size=size)
    hand.wait()
    title = hand.on(Title)
    assert title.pictures.complete
    assert len({card.picture_area.size for card in title.cards}) == 1
    for card in title.cards:
        shown = title.pictures.picture_of(card, None)
        assert shown is not None
        assert shown.get_size() == card.picture_area.size


@pytest.mark.parametrize(("size", "scale"), [
    ((1280, 720), 100), ((1280, 720), 125), ((1024, 768), 100), ((1920, 1080), 100)])
def test_cards_lie_on_one_grid(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Stories, first battles and lessons begin at the same height in the same print; the lessons come last."""
    hand = sit_down(size=size)
    hand.resize(size, scale)
    hand.wait()
    cards = hand.on(Title).cards
    last = [card.entry_at(card.rows[-1].center) for card in cards]
    assert all(info is not None and info.example for info in last), "lessons can be clicked on every card"
    assert len({card.lengths_beside for card in cards}) == 1
    assert len({(card.rows_top, card.rows[0].top, card.rows[-1].top, card.story_size, card.has_narrow_names)
                for card in cards}) == 1
    paged = [card for card in cards if card.more is not None]
    assert paged
    for card in paged:
        assert card.more is not None
        tops = [*(row.top for row in card.rows[:-1]), card.more.top, card.rows[-1].top]
        assert all(above < below for above, below in pairwise(tops))


@pytest.mark.every(6)
@pytest.mark.parametrize("scale", [125, 150, 175, 200])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1920, 1080)])
def test_cards_keep_their_pictures_at_every_scale(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """If a picture has no room above the title it is beside the sides, over no print."""
    hand = sit_down(size=size)
    hand.resize(size, scale)
    hand.wait_in_steps(4)
    for card in hand.on(Title).cards:
        shown = hand.on(Title).pictures.picture_of(card, None)
        assert shown is not None
        assert min(card.picture_area.size) >= 0.07 * size[1]
        others = [*(box for box, _ in card.sides), *card.rows]
        assert card.rect.contains(card.picture_area)
        assert card.picture_area.collidelist(others) < 0
        assert all(card.rect.contains(box) for box in others)


def test_all_cards_have_the_same_layout_of_titles(sit_down: Sit) -> None:
    """At 150 %, on both pages, each has some of the story, and titles in one size."""
    hand = sit_down(size=(1280, 720))
    hand.resize((1280, 720), 150)
    hand.wait_in_steps(12)
    heads = set()
    for _ in range(2):
        for card in hand.on(Title).cards:
            heads.add(card.headline_sizes)
            top = card.sides[0][0].bottom + 12
            story = pygame.Rect(card.text_area.x, top, card.text_area.width, card.rows_top - 12 - top)
            assert _small(hand.app.window.subsurface(story)).std() > 5.0
        hand.key("page down")
        hand.wait()
    assert len(heads) == 1


@pytest.mark.parametrize(("size", "scale", "told"), [((1280, 720), 150, True), ((1280, 720), 200, False)])
def test_all_cards_of_a_page_tell_their_story_or_none_does(sit_down: Sit, size: tuple[int, int], scale: int, told: bool
                                                           ) -> None:
    """At 150 % there is room for the first sentences of all games; at 200 % for none."""
    hand = sit_down(size=size)
    hand.resize(size, scale)
    hand.wait_in_steps(6)
    title = hand.on(Title)
    for _ in range(title.shelf.pages.count):
        assert [told] * len(title.cards) == [bool(card.story_size) for card in title.cards]
        hand.key("page down")
        hand.wait()


def test_pointing_at_the_lessons_changes_only_their_row(sit_down: Sit) -> None:
    """Story and picture stay the system's."""
    hand = sit_down(size=(1280, 720))
    hand.wait_in_steps(4)
    title = hand.on(Title)
    card = title.cards[2]
    above = pygame.Rect(card.rect.x, card.rect.y, card.rect.width, card.rows_top - card.rect.y).inflate(-40, -40)
    hand.point(card.rows[1].center)
    hand.wait(1.0)
    told = _small(hand.app.window.subsurface(above))
    hand.point(card.rows[-1].center)
    hand.wait(1.0)
    at_lessons = _small(hand.app.window.subsurface(above))
    hand.point((card.rect.centerx, card.rect.y + 20))
    hand.wait(1.0)
    assert np.array_equal(at_lessons, _small(hand.app.window.subsurface(above)))
    assert not np.array_equal(at_lessons, told)


def test_battles_that_begin_without_armies_show_them_deployed() -> None:
    """A battle of Renaissance, whose players choose armies and places first, shows both sides."""
    rules = catalog.rules("renaissance")
    first = catalog.set_up(rules, "swedish-imperial")
    assert not any(counter.place for counter in rules.counters(first))
    placed = [counter.seat for counter in rules.counters(deployed_state(rules, "swedish-imperial")) if counter.place]
    assert min(placed.count(seat) for seat in rules.seats) >= 10


def test_a_damaged_picture_is_drawn_again(sit_down: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bad := tmp_path / "bad.jpg").write_bytes(b"no picture")
    monkeypatch.setattr("game.ui.screens.battle_picture.picture_file", lambda *_: bad)
    sit_down()
    assert battle_picture.__wrapped__(catalog.rules("kassala"), (64, 40), "kassala").get_size() == (64, 40)


def test_a_picture_shows_both_sides() -> None:
    """It is the smallest part with a clear view of some of each; the whole map if they are far apart."""
    field = (0.0, 0.0, 60.0, 60.0 * PICTURE_SIZE[1] / PICTURE_SIZE[0])

    def part(*spots: tuple[str, float, float]) -> tuple[float, float, float, float]:
        counters = [Counter(f"{seat}{n}", seat, seat, "", "infantry", "1", "x")
                    for n, (seat, _, _) in enumerate(spots)]
        return best_part(counters, [(x, y) for _, x, y in spots], field)

    near = part(("a", 20, 20), ("a", 21, 20), ("b", 24, 20), ("b", 25, 21))
    assert near[2] < 20
    assert near[0] < 20 < 25 < near[0] + near[2]
    far = part(("a", 5, 5), ("b", 55, 30))
    assert far == pytest.approx(field)


@pytest.mark.parametrize(("apart", "seen"), [(2.0, True), (5.0, False)])
def test_low_cards_show_armies_that_have_met(apart: float, seen: bool) -> None:
    """A low card shows only the middle of a picture's height, so armies are both in it only if they are near."""
    spots = [(seat, 20.0 + n, 10.0 + y) for seat, y in (("a", 0.0), ("b", apart)) for n in range(5)]
    counters = [Counter(f"{seat}{x}", seat, seat, "", "infantry", "1", "x") for seat, x, _ in spots]
    assert has_both_sides(counters, [(x, y) for _, x, y in spots], (0.0, 0.0, 60.0, 40.0), MEETING_WIDTHS) == seen


def test_pictures_of_battles_show_armies_that_have_met() -> None:
    """Computer players have led the armies of Renaissance up to each other."""
    rules = catalog.rules("renaissance")

    def gap(state: Any) -> float:
        """The least distance between bases of the two sides."""
        placed = [each for each in rules.counters(state) if each.place]
        spots = [[board.pose_of(each.place).spot for each in placed if each.seat == seat] for seat in rules.seats]
        return min(dist(one, other) for one, other in product(*spots))

    deployed = deployed_state(rules, "open-battle")
    board = rules.board(deployed)
    assert gap(met_state(rules, "open-battle", deployed)) < gap(deployed)


def test_a_saved_game_calls_turns_as_its_system_does() -> None:
    """A bound is not called a turn."""
    save = SavedFile(Path("x.jsonl"), system="renaissance", scenario="quick-battle", turn=5,
                     date=datetime(2026, 1, 2, tzinfo=UTC))
    assert turn_of(save).values == {"name": catalog.rules("renaissance").theme.turn, "turn": 5}
    assert turn_of(save) in (resume_text(save).values or {}).values()


def test_a_start_that_names_no_battle_asks_for_one(sit_down: Sit) -> None:
    """A system with several battles opens the new game sheet."""
    assert sit_down(Start("play", "renaissance")).on(NewGame).rules.name == "renaissance"


@pytest.mark.every(3)
@pytest.mark.parametrize("system", systems.by_difficulty())
def test_every_lesson_has_a_picture_of_where_it_happens(sit_down: Sit, system: str) -> None:
    """There is one for each and no other, up to date; hardly any two cards under Present look the same."""
    sit_down()
    rules = catalog.rules(system)
    told = [each for each in lessons.all_lessons(rules) if isinstance(each, Lesson)]
    assert {each.name for each in told} == {file.stem for file in (systems.assets(system) / LESSON_FOLDER).iterdir()}
    kept = [_small(pygame.image.load(lesson_file(system, each.name)).convert()) for each in told]
    assert float(np.abs(kept[0] - _small(draw_lesson(rules, told[0]))).mean()) < APART
    shown = {ShowEntry(rules, each).picture((120, 65)).get_buffer().raw for each in told}
    assert len(shown) >= len(told) - 1  # Renaissance's two lessons of a whole battle have the same first combat


def test_a_programme_of_all_games_shows_all_of_them(sit_down: Sit) -> None:
    """It has strips of their battles, each a different part."""
    sit_down()
    evening = programmes.read(programmes.EVENING_FILE)
    assert len(evening.systems) > 2
    picture = ShowEntry(catalog.rules("kassala"), evening).picture((300, 100))
    width = 300 // len(evening.systems)
    strips = {picture.subsurface((number * width, 0, width, 100)).copy().get_buffer().raw
              for number in range(len(evening.systems))}
    assert len(strips) == len(evening.systems)


def test_pictures_come_back_at_a_smaller_scale(sit_down: Sit) -> None:
    """Cards without room for one at a large scale have it again."""
    hand = sit_down(size=(1024, 768))
    for scale in (200, 100):
        hand.resize((1024, 768), scale)
        hand.wait()
    title = hand.on(Title)
    assert all(card.picture_area.height and title.pictures.picture_of(card, None) is not None for card in title.cards)


def test_battles_have_short_names_where_the_long_ones_would_be_small(sit_down: Sit) -> None:
    """The names of Africa's battles are whole on a large card, and without "The battle of" on a small one."""
    found = []
    for size in ((1920, 1080), (900, 600)):
        cards = sit_down(size=size).on(Title).cards
        (africa,) = (card for card in cards if card.rules.name == "africa")
        found.append([(title, info) for title, _, info in africa.entries if not info.example])
    wide, narrow = found
    assert all(title == info.title for title, info in wide)
    assert all(title == info.short for title, info in narrow)
