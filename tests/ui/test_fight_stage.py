"""Combats as large as the picture: sheets are filled without overflow, and nothing is told twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from game import catalog
from game.core.event import first_roll
from game.ui.cards.fight_stage import FightStage
from game.ui.dice.tray import Tray
from game.ui.kit.theme import Metrics
from game.ui.screens.slides import Slide, arithmetic_parts
from game.ui.screens.stage_fights import throw_dice
from tests.ui.corners import thinned
from tests.ui.lesson_slides import EVERY, slides_of
from tests.ui.pictures import digest

AREA = pygame.Rect(0, 0, 1024, 620)
"""The area that an old projector leaves above the caption."""
EDGE = 26
"""Pixels below the print, to the end of the sheet's shadow."""


@pytest.fixture(autouse=True)
def _window(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An invisible window, so that pictures can be drawn."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode(AREA.size)
    yield
    pygame.display.quit()


def sheet(slide: Slide | None) -> pygame.Surface:
    """The sheet of a combat; an empty one for no slide."""
    return laid(slide)[0]


def laid(slide: Slide | None) -> tuple[pygame.Surface, FightStage]:
    """The same, with the object that drew it."""
    target = pygame.Surface(AREA.size)
    counters, theme = {}, catalog.rules("kassala").theme
    if slide is not None:
        assert slide.part is not None
        assert slide.frame is not None
        theme = slide.part.rules.theme
        counters = {each.unit: each for each in slide.part.rules.counters(slide.frame.before)}
    stage = FightStage(target, AREA, Metrics(1024, 768, 1.0), theme, counters)
    if slide is not None:
        assert slide.fight is not None
        assert slide.fight.preview is not None
        if slide.fight.odds:
            stage.print_chances(slide.fight.preview)
        else:
            stage.print_arithmetic(slide.fight.preview, slide.fight.shown)
    return target, stage


def printed_below(slide: Slide, top: int) -> bool:
    """Whether anything is printed on a sheet below a pixel."""
    room = pygame.Rect(0, top, AREA.width, AREA.height - top)
    return sheet(slide).subsurface(room).get_buffer().raw != sheet(None).subsurface(room).get_buffer().raw


@pytest.mark.every(8)
@pytest.mark.parametrize(("system", "name"), thinned(EVERY, 2))
def test_counters_are_seen_from_the_back_row(system: str, name: str) -> None:
    """With any number of attackers they have at least 72 pixels on an old projector, once the sheet is complete."""
    whole = dict[tuple[int, bool], Slide]()
    for slide in slides_of(system, name):
        if slide.fight is not None and slide.fight.preview is not None and slide.fight.roll_result is None:
            whole[id(slide.fight.preview), slide.fight.odds] = slide
    for slide in whole.values():
        assert laid(slide)[1].smallest_counter >= 72, slide.caption


@pytest.mark.every(3)
@pytest.mark.parametrize(("system", "name"), [
    ("adua", "figure-6-bersaglieri"), ("renaissance", "example-c"), ("tours", "first-battle")])
def test_a_sheet_is_filled_and_nothing_runs_over_its_edge(system: str, name: str) -> None:
    """Sums of many modifiers with a long reading, and long chances, fill more than half of the sheet."""
    told = [slide for slide in slides_of(system, name) if slide.fight is not None and slide.fight.roll_result is None
            and slide.fight.preview is not None and (slide.fight.odds or slide.fight.preview.modifiers)
            and (slide.fight.odds or slide.fight.shown == len(slide.fight.preview.modifiers) + 2)]
    assert told
    for slide in told:
        assert printed_below(slide, AREA.height // 2), slide.caption
        assert not printed_below(slide, AREA.height - EDGE), slide.caption


@pytest.mark.parametrize(("system", "name"), [("kassala", "first-battle"), ("tours", "first-battle")])
def test_dice_keep_their_size_when_they_are_read(system: str, name: str) -> None:
    """The tray has the same space before and after the result appears below it."""
    rooms = dict[int, set[tuple[int, ...]]]()
    for slide in slides_of(system, name):
        if slide.fight is None or slide.fight.roll_result is None or slide.frame is None:
            continue
        rolled = first_roll(slide.frame.events)
        assert rolled is not None
        tray = Tray()
        throw_dice(tray, slide, 0)
        _, stage = laid(None)
        room = stage.print_roll(None, rolled.meaning, tray, rolled=slide.fight.rolled is not None)
        rooms.setdefault(slide.step, set()).add(tuple(room))
    assert rooms
    assert all(len(each) == 1 for each in rooms.values())


def test_a_single_number_is_not_repeated_as_its_sum() -> None:
    """Of a unit that fires alone without modifiers, the total is below the line only."""
    slide = next(each for each in slides_of("africa", "example-d") if each.fight is not None and not each.fight.odds
                 and each.fight.preview is not None and not each.fight.preview.modifiers and each.fight.shown == 2)
    assert slide.fight is not None
    sides, whole = (sheet(replace(slide, fight=replace(slide.fight, shown=shown))) for shown in (1, 2))
    rows = [y for y in range(AREA.height) if digest(sides.subsurface((0, y, AREA.width, 1)), "RGB")
            != digest(whole.subsurface((0, y, AREA.width, 1)), "RGB")]
    assert rows[0] > AREA.height // 3


def test_arithmetic_is_not_repeated_after_a_step_back() -> None:
    """After a step that returns to the start, counts and attacks, the die of the next one falls at once."""
    slides = slides_of("kassala", "example-c")
    at = next(k for k, slide in enumerate(slides) if slide.frame is not None and slide.frame.step.back
              and slide.frame.step.preview and slide.frame.step.play)
    step = slides[at].step
    mine = [slide for slide in slides if slide.step == step + 1]
    assert mine[0].fight is not None
    assert mine[0].fight.roll_result is not None


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "name"), EVERY)
def test_no_caption_gives_the_sum_before_it_is_shown(system: str, name: str) -> None:
    """While the sheet of a combat is built up, the caption names the two sides, or has the step's own text before the
    sum."""
    for slide in slides_of(system, name):
        fight, frame = slide.fight, slide.frame
        if fight is None or frame is None or fight.preview is None or fight.odds or fight.roll_result is not None:
            continue
        both = fight.preview.attackers and fight.preview.defenders
        if both and fight.shown < arithmetic_parts(fight.preview):
            assert str(slide.caption) != frame.step.say
            assert frame.step.ask is None or str(slide.caption) != frame.step.ask.question


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "name"), EVERY)
def test_no_caption_gives_the_faces_before_the_roll(system: str, name: str) -> None:
    """Before the dice have landed, the caption of a step with dice describes the roll, on the map and on the sheet."""
    fallen = set[int]()
    for slide in slides_of(system, name):
        if slide.frame is None or slide.frame.step.faces is None:
            continue
        if slide.step not in fallen:
            assert str(slide.caption) != slide.frame.step.say
        if slide.fight is not None and slide.fight.roll_result is not None:
            fallen.add(slide.step)


@pytest.mark.parametrize(("system", "name"), [
    ("kassala", "what-you-see"), ("africa", "what-you-see"), ("tours", "what-you-see")])
def test_places_are_seen_before_the_objectives_cover_them(system: str, name: str) -> None:
    """The map comes first, then the card of victory conditions."""
    mine: dict[int, list[Slide]] = {}
    for slide in slides_of(system, name):
        show = slide.frame.step.show if slide.frame is not None else None
        if show is not None and show.panel == "objectives" and (show.places or show.units):
            mine.setdefault(slide.step, []).append(slide)
    assert mine
    for told in mine.values():
        assert [slide.hides_card for slide in told] == [True, False]
        assert told[-1].done


@pytest.mark.parametrize(("system", "name", "printed"), [("adua", "figure-4", False), ("kassala", "example-c", True)])
def test_only_a_column_that_is_a_number_is_printed(system: str, name: str, printed: bool) -> None:
    """Odds matter to the audience; that it is read as an Italian attack does not."""
    slide = next(each for each in slides_of(system, name) if each.fight is not None and each.fight.odds)
    assert slide.fight is not None
    assert slide.fight.preview is not None
    bare = replace(slide, fight=replace(slide.fight, preview=replace(slide.fight.preview, column=None)))
    assert printed == (sheet(slide).get_buffer().raw != sheet(bare).get_buffer().raw)
