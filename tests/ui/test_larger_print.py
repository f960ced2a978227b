"""A larger interface scale enlarges print on the map and on the title, too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.match.loading import load
from game.match.start import Start
from game.ui.counters.pictures import counter_surface, is_full, is_tiny
from game.ui.kit.theme import Metrics, large_number_theme
from game.ui.screens.drawer import STRIP_HEIGHT, Drawer
from game.ui.screens.game import GameScreen
from game.ui.screens.game_sheets import MoreSheet
from game.ui.screens.map_screen import PANEL_AWAY
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.settings_sheet import SettingsSheet
from tests.rules.adua.board import table
from tests.ui.corners import crossed
from tests.ui.hand import Hand, font_of

SCALES = (125, 150, 175, 200)
BATTLES = (("kassala", ""), ("africa", "tetuan"), ("tours", ""), ("adua", ""))
Sit = Callable[..., Hand]
Set = Callable[[int], None]


@pytest.fixture(name="with_scale")
def setter(tmp_path: Path) -> Set:
    """Writes the settings file that the program reads at its start."""
    def write(scale: int) -> None:
        folder = tmp_path / "config"
        folder.mkdir(exist_ok=True)
        (folder / "settings.json").write_text(json.dumps({"interface_scale": scale, "greeted": True}))
    return write


def _open(sit_down: Sit, system: str, battle: str, size: tuple[int, int]) -> Hand:
    hand = sit_down(Start("play", system, battle or None, seed=3), size=size)
    hand.wait()
    return hand


def test_a_map_with_large_counters_opens_whole(sit_down: Sit, with_scale: Set) -> None:
    """Those of a large map are enlarged."""
    with_scale(150)
    for system, whole in (("kassala", True), ("adua", False)):
        assert whole == _open(sit_down, system, "", (1920, 1080)).game.view.camera.fitted


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "battle"), BATTLES)
def test_the_map_opens_nearer_on_the_side_to_act(sit_down: Sit, with_scale: Set, system: str, battle: str) -> None:
    before = 0.0
    for scale in (100, 150, 200):
        with_scale(scale)
        hand = _open(sit_down, system, battle, (1280, 720))
        wide = float(hand.game.view.stacks.px)
        assert wide >= before, f"counters at {scale} % are {wide} wide after {before}"
        before = wide
        view, seat = hand.game.view, hand.to_act
        own = [view.point_of(each.place) for each in view.counters.values()
               if each.seat == seat and each.place and view.geometry.knows(each.place)]
        seen = [point for point in own if view.rect.collidepoint(point)]
        assert seen == own, f"{len(seen)} of {len(own)} are seen at {scale} %"
        hand.key("f")
        hand.wait(1.0)
        assert view.camera.fitted or scale == 100
        hand.close()


def test_the_map_keeps_the_whole_width_where_print_is_larger(sit_down: Sit, with_scale: Set) -> None:
    """The list of orders is in the drawer then, not on the table that the map needs."""
    with_scale(200)
    layout = _open(sit_down, "adua", "", (1280, 720)).screen.layout
    assert layout.map.right == 1280


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "battle", "size"), crossed(
    [("kassala", ""), ("adua", ""), ("renaissance", "quick-battle")],
    [(1280, 720), (1024, 768), (1920, 1080), (3840, 2160)]))
def test_the_prompt_has_the_chosen_print_size(
    sit_down: Sit, with_scale: Set, system: str, battle: str, size: tuple[int, int]
) -> None:
    """It is up to one and a half times as large as usual in small windows, and a quarter larger in large ones, measured
    on its card; if that is less than requested, the settings say so. The map keeps half the width; sheets grow
    further."""
    usual = 0.0
    for scale in (100, 150, 200):
        with_scale(scale)
        hand = _open(sit_down, system, battle, size)
        hand.show_cards()
        screen, asked = hand.screen, scale if scale <= 125 or size[0] <= 1280 else 125
        asked = min(asked, 150)
        usual = usual or screen.column.prompt.scale
        assert screen.column.prompt.scale >= 0.99 * asked / 100 * usual
        assert screen.column.middle.scale >= min(1.25, asked / 100) * usual
        hand.app.push(SettingsSheet(hand.app))
        hand.wait()
        said = str(hand.top.scale_shown) != f"{scale} %"
        assert said == (screen.column.prompt.scale < 0.99 * scale / 100 * usual)
        assert hand.top.metrics.scale == pytest.approx(scale / 100 * usual, rel=0.01)
        if scale > 100:
            beside = 1.0 if hand.app.metrics.has_drawer else 1 - screen.layout.column.width / size[0]
            assert beside >= 0.66
            assert screen.layout.map.width >= 0.5 * size[0]
        hand.close()


def test_the_card_of_a_result_takes_blank_paper_from_the_prompt(sit_down: Sit, tmp_path: Path) -> None:
    """In larger print it needs that room to be larger itself."""
    lines = Path("tools/games/kassala.jsonl").read_bytes().splitlines(keepends=True)
    attack = next(number for number, line in enumerate(lines) if b'"attack ' in line)
    record = tmp_path / "attack.jsonl"
    record.write_bytes(b"".join(lines[:attack + 1]))
    scales = []
    for scale in (100, 150):
        hand = sit_down(Start(), size=(1280, 720), hand_over=False)
        hand.app.navigator.show(load(record).match)
        hand.settle()
        hand.resize((1280, 720), scale)
        hand.key("space")
        hand.settle()
        hand.show_cards()
        scales.append(hand.screen.column.middle.scale)
        hand.close()
    assert scales[1] >= 1.15 * scales[0]


@pytest.mark.every(3)
@pytest.mark.parametrize(("system", "battle"), [*BATTLES, ("africa", "wad-ras"), ("renaissance", "quick-battle")])
def test_buttons_and_objectives_beside_the_map_grow(sit_down: Sit, system: str, battle: str) -> None:
    """By at least a fifth at 150 per cent, also where the map has no room to spare beside them."""
    found = []
    for scale in (100, 150):
        hand = sit_down(Start("play", system, battle or None, seed=3), size=(1280, 720), hand_over=False)
        hand.resize((1280, 720), scale)
        hand.settle()
        hand.screen.draw_objectives(hand.app.window, hand.game.theme)
        buttons = [font_of(each).get_point_size() for each in hand.screen.widgets.map_buttons]
        found.append((min(buttons), hand.screen.objectives.smallest_print))
        hand.close()
    (usual_button, usual_print), (button, print_size) = found
    assert button >= 1.2 * usual_button
    assert print_size >= 1.2 * min(usual_print, 11)


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "battle"), BATTLES)
def test_fit_shows_the_whole_sheet_beside_an_open_drawer(sit_down: Sit, system: str, battle: str) -> None:
    """When it is closed, the sheet is as large as the whole view allows again."""
    hand = sit_down(Start("play", system, battle or None, seed=3), size=(1280, 720), hand_over=False)
    hand.resize((1280, 720), 150)
    hand.show_cards()
    hand.key("f")
    hand.settle()
    camera, layout = hand.game.view.camera, hand.screen.layout
    assert camera.fitted
    assert layout.free.contains(camera.on_screen(camera.world))
    hand.key("l", pygame.KMOD_SHIFT)
    hand.settle()
    sheet = camera.on_screen(camera.world)
    assert camera.fitted
    assert layout.map.width - sheet.width <= 1 or layout.map.height - sheet.height <= 1


def test_the_whole_sheet_stays_beside_an_open_drawer_when_the_window_changes(sit_down: Sit) -> None:
    """Between the two sizes is one in which the cards are in a panel."""
    hand = sit_down(Start("play", "adua", seed=3), size=(1280, 720), hand_over=False)
    hand.resize((1280, 720), 150)
    hand.show_cards()
    hand.key("f")
    for size in ((1500, 844), (1280, 720), (1100, 720)):
        hand.resize(size, 150)
        hand.settle()
        camera = hand.game.view.camera
        assert camera.fitted
        assert hand.screen.layout.free.contains(camera.on_screen(camera.world))


def test_an_open_drawer_covers_no_part_of_the_strip_of_objectives(sit_down: Sit, with_scale: Set) -> None:
    """What has no room beside the drawer is behind the sign for more."""
    with_scale(175)
    hand = _open(sit_down, "tours", "", (900, 700))
    hand.show_cards()
    layout, strip = hand.screen.layout, hand.screen.objectives
    assert not layout.side.width
    assert layout.objectives.height
    assert not layout.objectives.colliderect(layout.column)
    assert strip.shortened


def test_an_open_drawer_covers_neither_the_turn_track_nor_the_speed(sit_down: Sit) -> None:
    """Both move aside, and back when it is closed; the card of the objectives is wider than in usual print."""
    hand = sit_down(Start("play", "kassala", seed=3, players={"christian": "recruit"}), size=(1280, 720),
                    hand_over=False)
    usual = hand.screen.layout.side.width
    hand.resize((1280, 720), 150)
    hand.settle()
    screen = hand.screen
    closed = [button.rect.copy() for button in screen.widgets.pace.buttons]
    for opens in (True, False):
        hand.key("l", pygame.KMOD_SHIFT)
        hand.settle()
        layout, buttons = screen.layout, screen.widgets.pace.buttons
        assert layout.open == opens
        assert all(button.visible and layout.pace.contains(button.rect) for button in buttons)
        assert not layout.pace.colliderect(layout.track)
        assert not opens or layout.column.clip(layout.pace.union(layout.track)).width == 0
    assert closed == [button.rect for button in screen.widgets.pace.buttons]
    assert screen.layout.side.width > usual


def test_changing_the_scale_in_a_game_keeps_the_view(sit_down: Sit) -> None:
    """The map still shows the current action; only its print grows."""
    hand = _open(sit_down, "kassala", "", (1280, 720))
    hand.resize((1280, 720), 150)
    assert hand.game.view.camera.fitted


def test_counters_keep_large_numbers_until_they_are_much_wider(sit_down: Sit) -> None:
    hand = _open(sit_down, "africa", "tetuan", (1280, 720))
    theme = hand.game.rules.theme
    counter = next(each for each in hand.game.situation.counters.values()
                   if each.face is not None and each.numbers and not each.face.portrait)
    themes = theme, large_number_theme(theme, 1.5)
    usual, large = (counter_surface(counter, each, 80).get_buffer().raw for each in themes)
    wide = [counter_surface(counter, each, 100).get_buffer().raw for each in themes]
    assert usual != large
    assert wide[0] == wide[1]


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "battle"), [("kassala", ""), ("tours", ""), ("africa", "tetuan")])
def test_a_finer_screen_shows_the_same_print(sit_down: Sit, system: str, battle: str) -> None:
    """At 3840x2160 counters and hexes show the same as at 1920x1080, twice as large, not more and smaller print."""
    found = []
    for size in ((1920, 1080), (3840, 2160)):
        hand = _open(sit_down, system, battle, size)
        view, times = hand.game.view, size[1] / 1080
        assert times == view.camera.pixel_density
        view.camera.fit()
        view.update(5.0)
        limits = [(is_full(seat, round(k * times)), is_tiny(seat, round(k * times)))
                  for seat in view.theme.seats for k in (30, 50, 70)]
        found.append((limits, view.near_enough_for_numbers))
        hand.close()
    assert found[0] == found[1]


@pytest.mark.every(8)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_names_on_the_title_grow_with_the_interface(sit_down: Sit, with_scale: Set, size: tuple[int, int],
                                                    scale: int) -> None:
    found = []
    for each in (100, scale):
        with_scale(each)
        hand = sit_down(Start(), size=size)
        hand.wait_in_steps(6)
        found.append(min(card.headline_sizes[0] for card in hand.top.cards))
        hand.close()
    assert found[1] >= 0.84 * scale / 100 * found[0]


def test_a_panel_without_room_says_how_to_see_it(sit_down: Sit) -> None:
    """When larger print makes it a drawer; not when it is one already."""
    hand = sit_down(Start("play", "kassala", seed=3), size=(1280, 720), hand_over=False)
    said: list[object] = []
    for scale in (100, 150, 150):
        hand.screen.view.notice.dismiss()
        hand.resize((1280, 720), scale)
        said.append(hand.screen.view.notice.text)
    assert said == ["", PANEL_AWAY, ""]


def test_an_open_panel_repeats_nothing(sit_down: Sit) -> None:
    """The notice that says how to see it goes, and the strip leaves the prompt to the cards."""
    hand = sit_down(Start("play", "kassala", seed=3), size=(1280, 720), hand_over=False)
    hand.resize((1280, 720), 150)
    strip, notice = hand.screen.drawer.strip, hand.screen.view.notice
    printed = [strip.texts]
    assert notice.text == PANEL_AWAY
    for _ in range(2):
        hand.key("l", pygame.KMOD_SHIFT)
        hand.settle()
        assert not notice.text
        printed.append(strip.texts)
    closed, opened, again = ([str(text) for _, text in texts if str(text)] for texts in printed)
    assert closed == again != opened == []


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_a_prompt_of_two_lines_keeps_a_margin_on_the_strip(size: tuple[int, int]) -> None:
    pygame.init()
    window, drawer = pygame.display.set_mode(size), Drawer()
    m = Metrics.of(size, 150).game_metrics
    room = pygame.Rect(0, 0, size[0], m.px(STRIP_HEIGHT))
    drawer.lay(room, m, None, ("Fire with your guns at adjacent enemies, gun by gun. " * 2,), None)
    drawer.draw(window, room, m)
    ((area, _),) = drawer.strip.texts
    paper = drawer.strip.rect
    columns = range(area.left, area.left + 200)
    inked = [y for y in range(paper.top + 3, paper.bottom - 3) if any(window.get_at((x, y)).g < 80 for x in columns)]
    assert max(inked) - min(inked) > m.px(30)
    assert min(inked) - paper.top >= m.px(7)
    assert paper.bottom - max(inked) >= m.px(7)


def test_a_small_window_leaves_its_width_to_the_map(sit_down: Sit) -> None:
    """No list or legend is beside the map where the panel is a drawer."""
    hand = sit_down(Start("play", "adua", seed=3), size=(640, 480), hand_over=False)
    hand.settle()
    assert hand.screen.layout.is_drawer
    assert hand.screen.layout.map.width == 640


@pytest.mark.every(2)
@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("size", [(900, 700), (1024, 768), (1280, 720)])
@pytest.mark.parametrize("system", ["tours", "adua"])
def test_every_command_is_in_reach_of_the_mouse(
    sit_down: Sit, with_scale: Set, system: str, size: tuple[int, int], is_open: bool
) -> None:
    """Every button is in the window and uncovered, or on the sheet that the button More opens; the open drawer leaves
    the map more than half the width."""
    with_scale(150)
    hand = sit_down(Start("play", system, seed=3), size=size, hand_over=False)
    hand.settle()
    screen, widgets = hand.screen, hand.screen.widgets
    if is_open:
        hand.show_cards()
        assert screen.layout.column.width <= 0.45 * size[0]
    wanted = {str(each[0]) for each in screen.tools} | {"Zones", "Units", "Legend", "Ask", "Victory", "Turn the map"}
    wanted |= {each.text for each in (widgets.interrupt, widgets.reactions) if each is not None}
    window, panel = pygame.Rect(0, 0, *size), screen.layout.column
    tools = {str(each[0]) for each in screen.tools}
    seen = {each.text for each in hand.top.buttons if each.visible and window.contains(each.rect)
            and (each.text in tools or not panel.colliderect(each.rect))}
    assert (wanted - seen != set()) == widgets.more.visible
    if widgets.more.visible:
        assert not widgets.more.rect.colliderect(widgets.drawer.rect)
        hand.press(widgets.more)
        listed = hand.on(MoreSheet).buttons
        assert wanted - seen <= {each.text for each in listed}
        assert all(window.contains(each.rect) for each in listed)


@pytest.mark.every(5)
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(900, 700), (1024, 768), (1280, 720)])
@pytest.mark.parametrize(("system", "battle"), [("tours", None), ("africa", "castillejos")])
def test_larger_print_makes_no_button_of_the_map_smaller(
    sit_down: Sit, system: str, battle: str | None, size: tuple[int, int], language: str
) -> None:
    """Labels that have no room are in fewer words; those of the buttons that say when to ask and to interrupt are the
    longest."""
    hand = sit_down(Start("play", system, battle, seed=3, language=language), size=size, hand_over=False)
    usual = 0
    for scale in (100, 125, 150):
        hand.resize(size, scale)
        row, short = hand.screen.widgets.map_buttons, hand.screen.widgets.reactions
        assert short in row
        heights = {font_of(button).size(button.text)[1] for button in row}
        usual = usual or min(heights)
        assert min(heights) >= (usual if scale == 100 else 1.1 * usual)
        assert all(font_of(button).size(button.text)[0] < button.rect.width for button in row)


def test_a_command_without_room_closes_its_sheet_first(sit_down: Sit, with_scale: Set) -> None:
    with_scale(150)
    hand = sit_down(Start("play", "tours", seed=3), size=(900, 700), hand_over=False)
    hand.settle()
    hand.press(hand.screen.widgets.more)
    assert hand.button("Undo").is_enabled != bool(hand.game.undoing.why_barred)
    hand.press(hand.button("Rules"))
    hand.on(Rulebook)
    hand.key("escape")
    hand.on(GameScreen)
    hand.show_cards()
    hand.press(hand.screen.widgets.more)
    hand.press(hand.button("Victory"))
    hand.on(GameScreen)
    assert not hand.app.settings.objectives


def test_only_undo_is_barred_where_computers_play_both_sides(sit_down: Sit, with_scale: Set) -> None:
    """While the drawer slides, the first buttons of its row are in the window, and only the last ones are listed."""
    with_scale(150)
    hand = sit_down(Start("play", "tours", seed=3, players={"frankish": "recruit", "muslim": "recruit"}),
                    size=(900, 700), hand_over=False)
    hand.key("l", pygame.KMOD_SHIFT)
    assert hand.screen.drawer.moving
    hand.screen.widgets.open_more()
    hand.wait()
    listed = {each.text: each.is_enabled for each in hand.on(MoreSheet).buttons}
    assert "Menu" in listed
    assert "Undo" not in listed
    assert all(listed.values())


def test_the_result_of_a_melee_can_be_read_in_large_print(sit_down: Callable[..., Hand]) -> None:
    """The list of melees gives the card room while the result is shown."""
    at = table("iii-infantry 1510 engaged, menelik-f1 1510 engaged, menelik-gr1 1510 engaged, menelik-f3 1510 engaged, "
               "iv-ascari 1614 engaged, taitu-fl1 1614 engaged", phase="melee", phasing="abyssinian",
               turn=2).play("melee 1510")
    hand = sit_down(Start("play", "adua", "adua", seed=1, position=at.rules.position(at.state)), speed=8.0,
                    hand_over=False)
    hand.settle()
    hand.resize((1280, 720), 150)
    hand.show_cards()
    hand.game.roll((1,))
    hand.settle()
    hand.wait_in_steps(30, 0.2)
    card = hand.screen.column.middle
    assert card.offset == 0
    assert card.rect.height >= card.height or card.rect.height > 150
