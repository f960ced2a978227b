"""The space around the map: all of it is in view, the key and the small map are on free table, and so are the dice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.core.chance import D6, Roll
from game.core.message import say
from game.core.verdict import RuleRef
from game.match.start import Start
from game.ui.app import settings as stored
from game.ui.app.dialogs import MessageSheet
from game.ui.dice.dice_layout import CORNERS, loose_layout, place_on_table, place_tray
from game.ui.kit.notice import Notice
from game.ui.screens.map_sheets import LegendSheet
from game.ui.screens.settings_sheet import SettingsSheet
from tests.ui.hand import Hand
from tests.ui.test_column_fit import crowded
from tests.ui.test_renaissance_on_screen import RULES, at_moves

Sit = Callable[..., Hand]
WHOLE = (("kassala", "kassala"), ("africa", "castillejos"), ("africa", "tetuan"), ("africa", "wad-ras"),
         ("renaissance", "quick-battle"))
HIGH = (("kassala", "kassala"), ("africa", "castillejos"), ("renaissance", "quick-battle"))
FULL_HD = 1920, 1080


def played(sit_down: Sit, system: str, battle: str, size: tuple[int, int] = FULL_HD, **settings: object) -> Hand:
    hand = sit_down(Start("play", system, battle, seed=3), size=size, **settings)
    hand.wait()
    hand.app.step()
    return hand


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "battle"), WHOLE)
def test_a_map_that_fits_is_whole_with_table_around_it(sit_down: Sit, system: str, battle: str) -> None:
    """No edge of the paper and no counter is cut."""
    view = played(sit_down, system, battle).game.view
    assert view.camera.fitted
    assert view.rect.inflate(-8, -8).contains(view.camera.on_screen(view.sheet.layout.paper))
    assert all(view.rect.contains(box) for box in view.unit_boxes(0).values())


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), FULL_HD])
def test_a_whole_map_is_in_the_middle_of_its_room(sit_down: Sit, size: tuple[int, int]) -> None:
    view = played(sit_down, "kassala", "kassala", size).game.view
    x, y, wide, high = view.camera.world
    assert view.camera.centre == (x + wide / 2, y + high / 2)


@pytest.mark.every(3)
@pytest.mark.parametrize(("system", "battle"), HIGH)
def test_the_legend_is_placed_on_free_table(sit_down: Sit, system: str, battle: str) -> None:
    """It is between objectives and buttons; the map is as large as without it, and nothing moves on zooming."""
    hand = played(sit_down, system, battle)
    screen = hand.screen
    card, table = screen.legend_card, screen.side_table
    assert card is not None
    place = pygame.Rect(table.topleft, card.get_size())
    assert screen.layout.side.contains(place)
    assert place.top >= screen.layout.objectives.top + screen.objectives.foot
    assert place.collidelist([each.rect for each in screen.buttons if each.visible]) == -1
    scale = hand.game.view.camera.scale
    hand.key("k")
    assert (hand.app.settings.legend, screen.legend_card) == ("folded", None)
    assert hand.game.view.camera.scale == scale
    hand.key("k")
    assert hand.app.settings.legend == "automatic"
    assert screen.legend_card is not None


@pytest.mark.usefixtures("unpainted")
def test_a_legend_too_small_to_read_is_not_shown(sit_down: Sit) -> None:
    """This applies without enough room beside the map; the button opens the legend over the map."""
    hand = played(sit_down, "kassala", "kassala")
    legend = hand.game.view.sheet.legend
    assert legend.picture((250, 400), 14, 1.0) is not None
    assert legend.picture((100, 400), 14, 1.0) is None
    assert legend.picture((250, 100), 14, 1.0) is None
    wide = played(sit_down, "africa", "tetuan")
    assert wide.screen.legend_card is None
    wide.key("k")
    wide.on(LegendSheet)


@pytest.mark.parametrize(("written", "meant"), [("true", "open"), ("false", "automatic"), ('"folded"', "folded")])
def test_older_settings_of_the_legend_are_read(tmp_path: Path, written: str, meant: str) -> None:
    (tmp_path / "settings.json").write_text(f'{{"legend": {written}}}')
    assert stored.load(tmp_path).legend == meant


def test_the_legend_has_three_settings(sit_down: Sit) -> None:
    """Automatic, shown, hidden, in a cycle."""
    hand = sit_down(Start("play", "kassala", seed=3))
    page = SettingsSheet(hand.app)
    hand.app.push(page)
    found = []
    for _ in stored.LEGENDS:
        page.next_legend(1)
        found.append(hand.app.settings.legend)
    assert found == ["open", "folded", "automatic"]


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", [FULL_HD, (3840, 2160)])
def test_the_die_lies_beside_the_table(sit_down: Sit, size: tuple[int, int]) -> None:
    """The tray is on free wood if there is some, not on the map."""
    hand = played(sit_down, "renaissance", "quick-battle", size)
    assert hand.rolling
    view = hand.game.view
    assert not hand.screen.tray_rect.colliderect(view.camera.on_screen(view.sheet.layout.paper))
    assert hand.screen.layout.map.union(hand.screen.layout.side).contains(hand.screen.tray_rect)


def test_a_tray_prefers_the_table_to_its_full_size() -> None:
    """Beside the sheet it is smaller, or narrow and high if that is larger; it covers nothing else on the table, and is
    not there without enough room to be legible."""
    table, sheet, card = pygame.Rect(0, 0, 1000, 600), pygame.Rect(0, 0, 850, 600), pygame.Rect(850, 300, 150, 300)
    tray = place_on_table(table, (200, 150), [sheet, card])
    assert tray is not None
    assert table.contains(tray)
    assert tray.collidelist([sheet, card]) == -1
    assert tray.height > tray.width
    assert place_on_table(table, (200, 150), [sheet, card], min_width=160) is None
    assert place_on_table(table, (200, 150), [table]) is None
    wide = place_on_table(table, (200, 150), [pygame.Rect(300, 0, 700, 600)])
    assert wide == pygame.Rect(100, 450, 200, 150)


def test_a_tray_on_the_map_stays_while_it_covers_no_counter() -> None:
    """It gets smaller in its corner before it goes to another, whether the counter takes part in a combat or not."""
    area, there = pygame.Rect(0, 0, 1000, 600), pygame.Rect(800, 450, 200, 150)
    assert place_tray(area, there.size, [], [], there) == there
    beside, inside = [pygame.Rect(790, 500, 20, 20)], [pygame.Rect(980, 580, 20, 20)]
    for counters, combat in ((beside, []), ([], beside)):
        smaller = place_tray(area, there.size, counters, combat, there)
        assert there.bottomright == smaller.bottomright
        assert smaller.width < there.width
    for counters, combat in ((inside, []), ([], inside)):
        assert area.topright == place_tray(area, there.size, counters, combat, there).topright


def test_a_tray_among_many_counters_keeps_its_size_and_corner() -> None:
    """Rather than shrink and wander, it covers counters that take no part."""
    area, size = pygame.Rect(0, 0, 1000, 600), (200, 150)
    others = [pygame.Rect(x, y, 40, 40) for x in range(0, 1000, 60) for y in range(0, 600, 60)]
    last = pygame.Rect(800, 450, *size)
    for fight in ([pygame.Rect(300, 300, 40, 40)], [pygame.Rect(120, 60, 40, 40)]):
        assert last == place_tray(area, size, [box for box in others if box not in fight], fight, last)
    assert area.topright == place_tray(area, size, others, [pygame.Rect(840, 480, 40, 40)], last).topright


def test_a_tray_on_the_map_stays_there_when_room_on_the_table_appears(sit_down: Sit) -> None:
    """A card beside the map that gets shorter does not move it."""
    hand = sit_down(Start("play", "kassala"), size=(1280, 720))
    screen, view = hand.screen, hand.game.view
    screen.stage.prepare_tray(Roll((D6,), say(""), RuleRef("kassala", "1"), {}))
    sheet, before = view.camera.on_screen(view.sheet.layout.paper), screen.tray_rect
    wide = pygame.Rect(0, 0, 4000, 4000)
    assert before.colliderect(sheet)
    assert place_on_table(wide, before.size, [sheet]) is not None
    assert before == screen.stage.tray_rect(screen.layout.free, screen.px, wide, [])


def test_a_tray_on_the_map_covers_fewest_spaces() -> None:
    """Of the corners without counters that with the most water or margin counts, and beside counters, too."""
    area, spaces = pygame.Rect(0, 0, 1000, 600), [pygame.Rect(x, y, 1, 1) for x in range(20, 700, 40)
                                                  for y in range(20, 600, 40)]
    counter = pygame.Rect(940, 540, 30, 30)
    assert area.topright == place_tray(area, (200, 150), [counter], [], spaces=spaces).topright
    everywhere = [pygame.Rect(x, y, 10, 10) for x in (150, 850) for y in (100, 500)]
    assert place_tray(area, (200, 150), everywhere, [], spaces=spaces).left >= 660


def test_a_tray_that_comes_from_the_table_covers_no_counter() -> None:
    """With counters in all corners it lies between them, as a first tray would."""
    area = pygame.Rect(300, 0, 1000, 600)
    counters = [pygame.Rect(x, y, 40, 40) for x in (320, 1240) for y in (20, 540)]
    on_table = pygame.Rect(20, 400, 200, 150)
    tray = place_tray(area, on_table.size, counters, [], on_table)
    assert area.contains(tray)
    assert tray.collidelist(counters) < 0


def test_a_tray_that_leaves_its_corner_lies_between_counters() -> None:
    """Rather than over other counters in another corner, even if it gets smaller."""
    area = pygame.Rect(0, 0, 700, 500)
    counters = [pygame.Rect(x, y, 80, 80) for x, y in ((0, 20), (400, 320), (560, 340), (560, 20), (10, 420))]
    combat = pygame.Rect(190, 230, 80, 80)
    previous = pygame.Rect(0, 380, 180, 120)
    tray = place_tray(area, (250, 180), counters, [combat], previous, margin=70)
    assert area.contains(tray)
    assert tray.collidelist([*counters, combat.inflate(140, 140)]) < 0


def test_a_tray_stays_in_the_margin_around_a_combat() -> None:
    """It leaves its place only if a counter is there."""
    area, combat = pygame.Rect(0, 0, 700, 500), pygame.Rect(190, 230, 80, 80)
    last = pygame.Rect(0, 380, 180, 120)
    assert last == place_tray(area, last.size, [], [combat], last, margin=140)
    assert last.topleft != place_tray(area, last.size, [], [combat.move(-80, 160)], last, margin=140).topleft


def test_trays_of_several_sizes_lie_in_the_same_corner() -> None:
    """They go to another corner only if there is a counter in this one."""
    area, counter = pygame.Rect(0, 0, 1000, 600), pygame.Rect(940, 540, 30, 30)
    first = place_tray(area, (200, 150), [counter], [])
    second = place_tray(area, (300, 150), [counter], [], first, spaces=[pygame.Rect(first.center, (1, 1))])
    third = place_tray(area, (200, 150), [], [], second)
    assert [area.topright] * 3 == [place.topright for place in (first, second, third)]
    for counters, combat in (([counter.move(0, -520)], []), ([], [counter.move(0, -520)])):
        assert area.topright != place_tray(area, (200, 150), counters, combat, third).topright


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_dice_fall_in_one_place(sit_down: Sit, size: tuple[int, int]) -> None:
    """On the map the tray keeps its corner from roll to roll, though the map moves to each combat, unless a base lies
    there then; it covers none of the combat."""
    position = RULES.position(at_moves())
    hand = sit_down(Start("play", "renaissance", "swedish-imperial", position=position), size=size, hand_over=False)
    stage, last, stayed = hand.game.stage, pygame.Rect(0, 0, 0, 0), 0
    for unit in ("", "red-pk1", "", "blue-pk1", "red-pk1"):
        counters = hand.game.situation.counters
        stage.prepare_tray(Roll((D6,) * (2 if unit else 1), say(""), RuleRef("renaissance", "1"), {}),
                           places=(counters[unit].place or "",) if unit else (), near=bool(unit))
        hand.wait()
        tray, boxes = hand.screen.tray_rect.copy(), stage.view.counter_boxes(stage.places, hand.screen.px(4))
        assert not unit or tray.collidelist(boxes[0]) < 0
        stays = any(getattr(last, corner) == getattr(tray, corner) for corner in CORNERS)
        on_map = hand.screen.layout.free.contains(last)
        assert stays or not on_map or last.collidelist([*boxes[0], *boxes[1]]) >= 0
        last, stayed = tray, stayed + stays
    assert stayed


def test_notices_stay_at_one_edge_until_they_would_cover_a_counter_there() -> None:
    """A short and a long one are at the same edge; they go to another if a part of a counter is there, and stay."""
    notice, surface, area = Notice(), pygame.Surface((800, 600)), pygame.Rect(0, 0, 800, 600)
    found = []
    for text, boxes in (("Short", []), ("A much longer sentence", [pygame.Rect(380, 560, 40, 40)]),
                        ("Short", [pygame.Rect(380, 0, 40, 12)]), ("A much longer sentence", [])):
        notice.say(text)
        notice.draw(surface, area, (), None, boxes)
        found.append(notice.rect.centery > 300)
    assert [False, False, True, True] == found


@pytest.mark.parametrize("count", [1, 2, 3])
def test_dice_lie_in_rows_in_a_narrow_tray(count: int) -> None:
    """Each is within the tray, and none on another."""
    for width, height in ((240, 170), (110, 200), (60, 300)):
        edge, spots = loose_layout(count, width, height)
        boxes = [pygame.Rect(round(x - edge / 2), round(y - edge / 2), round(edge), round(edge)) for x, y in spots]
        assert all(pygame.Rect(0, 0, width, height).contains(box) for box in boxes)
        assert all(box.collidelist(boxes[k + 1:]) == -1 for k, box in enumerate(boxes))
    assert len({x for x, _ in loose_layout(count, 60, 300)[1]}) == 1


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), FULL_HD])
def test_coins_cover_no_counter(sit_down: Sit, size: tuple[int, int]) -> None:
    """Nor a card or a button; a press there flips them."""
    position, fire = crowded("castillejos")
    hand = sit_down(Start("play", "africa", "castillejos", seed=3, position=position), size=size)
    hand.game.play(hand.game.rules.parse(fire))
    hand.settle()
    assert hand.rolling
    tray, screen, view = hand.screen.tray_rect, hand.screen, hand.game.view
    assert tray.collidelist(list(view.unit_boxes(0).values())) == -1
    assert tray.collidelist([each.rect for each in screen.buttons if each.visible]) == -1
    assert not tray.colliderect(screen.layout.column)
    assert not screen.objectives.covers(tray.topleft)
    hand.click(tray.center)
    hand.settle()
    assert not hand.rolling


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1024, 768), FULL_HD])
def test_a_replay_has_the_small_map(sit_down: Sit, size: tuple[int, int]) -> None:
    """As in a game it covers no button, a press on it moves the view, and its key hides it."""
    hand = sit_down(Start("replay", file=Path("tests/records/adua/adua.jsonl")), size=size)
    hand.key("right")
    hand.wait(2)
    hand.key("=")
    hand.wait()
    screen = hand.top
    place = screen.minimap.place(screen.px(100) / 100)
    assert place.width
    assert place.collidelist([each.rect for each in screen.buttons if each.visible]) == -1
    before = screen.view.camera.centre
    hand.click((place.left + 3, place.centery))
    assert screen.view.camera.centre != before
    hand.key("j")
    assert not screen.minimap.place(screen.px(100) / 100).width


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), FULL_HD])
def test_the_small_map_covers_no_unit_that_can_act(sit_down: Sit, size: tuple[int, int]) -> None:
    hand = played(sit_down, "adua", "adua", size)
    place = hand.screen.minimap.place(hand.screen.px(100) / 100)
    view = hand.game.view
    assert place.width
    acting = {*view.overlay.eligible, *view.overlay.duties}
    assert [unit for unit, box in view.unit_boxes(0).items() if unit in acting and place.colliderect(box)] == []
    assert place.collidelist([each.rect for each in hand.screen.buttons if each.visible]) == -1


def test_the_small_map_lies_on_free_table_where_there_is_room(sit_down: Sit) -> None:
    """A press there still moves the view."""
    hand = played(sit_down, "adua", "adua")
    place = hand.screen.minimap.place(hand.screen.px(100) / 100)
    hand.key("o")
    hand.wait()
    place = hand.screen.minimap.place(hand.screen.px(100) / 100)
    assert hand.screen.side_table.contains(place)
    assert not place.colliderect(hand.screen.layout.map)
    before = hand.game.view.camera.centre
    hand.click((place.left + 3, place.centery))
    assert hand.game.view.camera.centre != before


def test_no_sheet_sticks_out_below_another(sit_down: Sit) -> None:
    """The menu is not drawn below wider settings at a large scale; a page is, below a question within it."""
    hand = sit_down(Start("play", "kassala", seed=3), size=(1280, 720), interface_scale=175)
    hand.key("escape")
    menu = hand.top
    options, question = SettingsSheet(hand.app), MessageSheet(hand.app, "Saved", "As a copy")
    assert not menu.sheet.contains(options.sheet)
    drawn: list[object] = []
    for screen in (menu, options, question):
        setattr(screen, "draw", lambda _target, screen=screen: drawn.append(screen))  # noqa: B010
    hand.app.stack.append(options)
    hand.app.draw(hand.app.window)
    assert drawn == [options]
    drawn.clear()
    hand.app.stack.append(question)
    hand.app.draw(hand.app.window)
    assert drawn == ([options, question] if options.sheet.contains(question.sheet) else [question])
    del hand.app.stack[-2:]


@pytest.mark.usefixtures("unpainted")
def test_slip_and_notice_leave_reach_clear(sit_down: Sit) -> None:
    """While a unit is selected, messages do not cover its destinations if another place is free."""
    hand = played(sit_down, "kassala", "kassala")
    view = hand.game.view
    hand.click_unit("m-arab2")
    hand.settle()
    assert view.overlay.reach
    assert set(view.overlay.reach) <= {place for place in view.overlay.reach if view.geometry.knows(place)}
    assert len(view.choice_boxes) >= len(view.overlay.reach)
    if hand.screen.slip.rect.height:
        assert hand.screen.slip.rect.collidelist(view.choice_boxes) == -1


def test_a_hint_covers_nothing_it_is_about(sit_down: Sit) -> None:
    """With the cards in the drawer it lies at the foot of the map, or at the head if its counter is there."""
    hand = sit_down(Start("play", "kassala", seed=3), size=(1024, 768))
    hand.resize((1024, 768), 150)
    hand.key("h")
    hand.until(lambda: hand.game.hinting.shown is not None)
    hand.settle()
    assert hand.screen.slip.rect.height
    assert hand.screen.slip.rect.collidelist(hand.game.view.choice_boxes) == -1


@pytest.mark.every(4)
@pytest.mark.parametrize("size", [(1280, 720), FULL_HD])
@pytest.mark.parametrize("language", ["en", "es"])
def test_long_victory_conditions_leave_the_small_map_its_place(sit_down: Sit, size: tuple[int, int], language: str,
                                                               ) -> None:
    """Sentences are left out, and told at a click, rather than the small map laid on the battlefield."""
    hand = sit_down(Start("play", "adua", seed=3, language=language), size=size)
    screen = hand.screen
    small = screen.minimap.place(screen.px(100) / 100)
    assert small.width
    assert not small.colliderect(screen.layout.map)
    for scale in (150, 200):
        hand.resize(size, scale)
        assert hand.screen.objectives.printed


def test_the_legend_takes_the_place_of_a_list(sit_down: Sit) -> None:
    """During Adua's set-up the legend is beside the map, where the list of orders is later. K hides the legend."""
    hand = sit_down(Start("play", "adua", seed=5), size=(2560, 1080), hand_over=False)
    screen = hand.screen
    assert screen.layout.overview.width
    assert screen.list_legend is not None
    assert screen.layout.overview.contains(screen.list_legend.get_rect(topleft=screen.list_table.topleft))
    assert min(hand.app.window.get_at(screen.list_table.move(20, 20).topleft)[:3]) > 150
    hand.key("k")
    assert screen.list_legend is None
    hand.key("k")
    assert screen.list_legend is not None
    while hand.game.prompt_shown.phase == "set-up":
        hand.press(screen.widgets.main)
        hand.settle()
        hand.read_warning()
    assert screen.column.overview.rect.width
    assert screen.list_legend is None


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1100, 640), (1280, 720), (1280, 800)])
def test_the_map_takes_the_room_of_a_hidden_legend(sit_down: Sit, size: tuple[int, int]) -> None:
    """In Adua's set-up, with boxes below the map: no table is left bare beside it, and the whole sheet is larger."""
    hand = sit_down(Start("play", "adua", seed=5), size=size, hand_over=False)
    hand.resize(size, 100)
    screen, scales = hand.screen, {}
    settings: tuple[stored.Legend, ...] = "open", "automatic"
    for setting in settings:
        hand.app.settings.legend = setting
        hand.app.apply_settings()
        hand.wait()
        scales[screen.layout.legend] = screen.view.camera.fit_scale
        if not screen.layout.legend:
            assert screen.layout.side.width
            assert screen.view.camera.fit_scale * screen.view.camera.world[2] > 0.9 * screen.layout.map.width
    assert scales[False] > 1.1 * scales[True]
