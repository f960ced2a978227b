"""The sheet's parts: runs of hexsides, outlines, lettering, styles and their faults, dice, sounds, fonts."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import get_args

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from game import catalog, maps, systems
from game.art import AssetError
from game.board.hexgrid import COMMON_GRID, HexBoard, SideFeature
from game.board.polygon import contains
from game.ui.dice.dice_tray import DiceTray
from game.ui.kit.fonts import Role, font, font_path
from game.ui.kit.sound import Sounds
from game.ui.sheets.hex_plan import HexPlan
from game.ui.sheets.ink import Ink, fill
from game.ui.sheets.shapes import border_runs, feature_runs, inset, join, samples_along
from game.ui.sheets.sheet import Sheet
from game.ui.sheets.style import load_style
from tests.ui.clock import Clock
from tests.ui.pictures import digest

THEME = catalog.rules("kassala").theme
MAPS = Path(__file__).resolve().parents[2] / "maps"


@pytest.fixture(scope="module")
def board() -> HexBoard:
    """Kassala's board."""
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    found = maps.load(MAPS / "kassala" / "kassala.tmx")
    assert isinstance(found, HexBoard)
    return found


def test_the_marked_side_lies_to_the_right_of_every_run(board: HexBoard) -> None:
    """A sample's normal points into the low or barbed hex."""
    for kind in ("wadi", "trench"):
        marked = {here for (here, _), fs in board.sides.items() if any(f.kind == kind and f.on_marked_side for f in fs)}
        for run in feature_runs(board, kind):
            for sample in samples_along(run, 0.2, corner_blend=0.01):
                point = sample.off(0.3)
                nearest = board.grid.at(point)
                assert nearest in marked


def test_runs_hold_every_side_once(board: HexBoard) -> None:
    """There are as many legs as marked hexsides: 19 of the wadi, 9 of the trench."""
    legs = {k: sum(len(r.points) - (0 if r.closed else 1) for r in feature_runs(board, k)) for k in ("wadi", "trench")}
    assert {"wadi": 19, "trench": 9} == legs


def test_a_hex_is_a_closed_run_and_inset_shrinks_it() -> None:
    """The outline of one hex has six corners; inset it is inside itself."""
    (run,) = border_runs(COMMON_GRID, {"0202"})
    assert run.closed
    assert 6 == len(run.points)
    assert all(contains(run.points, p) for p in inset(run.points, 0.1))
    assert not any(contains(run.points, p) for p in inset(run.points, -0.1))


def test_edges_join_in_any_order() -> None:
    """Two separate lines stay two runs, in whatever order they come."""
    edges = [((1.0, 0.0), (2.0, 0.0)), ((0.0, 0.0), (1.0, 0.0)), ((5.0, 5.0), (6.0, 5.0))]
    assert join(edges) == join(edges[::-1])
    assert [3, 2] == [len(run.points) for run in join(edges)]


def test_a_part_of_the_sheet_is_printed_as_in_the_whole(board: HexBoard) -> None:
    """Ink outside the part is left out, ink inside it is as in the whole sheet."""
    sheet = Sheet(board, THEME)
    whole = sheet.print_part(pygame.Rect((0, 0), sheet.pixels(30)), 30)
    part = pygame.Rect(200, 150, 160, 160)
    alone = sheet.print_part(part, 30)
    far = [
        (x, y) for x in range(0, 160, 5) for y in range(0, 160, 5)
        if max(abs(a - b) for a, b in zip(whole.get_at((200 + x, 150 + y)), alone.get_at((x, y)), strict=True)) > 40
    ]
    assert len(far) < 12


def test_ink_prints_low_layers_first() -> None:
    """An earlier addition may still be on top."""
    pygame.display.init()
    ink = Ink()
    ink.polygon(5, fill("#ff0000"), [(0, 0), (1, 0), (1, 1), (0, 1)])
    ink.polygon(1, fill("#00ff00"), [(0, 0), (1, 0), (1, 1), (0, 1)])
    surface = pygame.Surface((10, 10))
    ink.print_on(surface, (0, 0, 1, 1))
    assert (255, 0, 0) == surface.get_at((5, 5))[:3]


def test_terrain_is_told_apart_in_grey(board: HexBoard) -> None:
    """A town hex and a slope differ from plain ground in grey values."""
    sheet = Sheet(board, THEME)
    grey = pygame.transform.grayscale(sheet.print_part(pygame.Rect((0, 0), sheet.pixels(40)), 40))
    left, top, _, _ = sheet.layout.paper

    def spread(name: str) -> float:
        x, y = COMMON_GRID.centre(name)
        values = [
            grey.get_at((round((x + dx / 20 - left) * 40), round((y + dy / 20 - top) * 40))).r
            for dx in range(-15, 16, 2) for dy in range(-15, 16, 2)
        ]
        mean = sum(values) / len(values)
        return sum(abs(v - mean) for v in values) / len(values)

    plain = spread("0605")
    assert spread("0304") > plain * 2
    assert spread("0804") > plain * 2
    assert spread("0202") > plain * 1.5


def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    """A folder of assets whose style file holds this text, or is missing."""
    (tmp_path / "kassala").mkdir(exist_ok=True)
    if text is not None:
        (tmp_path / "kassala" / "style.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(systems, "ASSETS", tmp_path)


@pytest.mark.parametrize(("text", "said"), [
    (None, "style.toml: missing"), ("a = [", "not readable as TOML"), ("[sheet]\n", "[terrain] is missing"),
    ("terrain = 3\n[sheet]\n", "[terrain] is missing"),
])
def test_a_bad_style_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, said: str) -> None:
    """The message has file and place, also for a projector."""
    broken(tmp_path, monkeypatch, text)
    for theme in (THEME, replace(THEME, projected=True)):
        with pytest.raises(AssetError) as caught:
            load_style(theme)
        assert said in str(caught.value)


def test_a_class_without_a_look_is_named(board: HexBoard) -> None:
    """A board may use only classes of its style."""
    strange = HexBoard("x", "", ("0202",), {"0202": "swamp"}, {})
    with pytest.raises(AssetError) as caught:
        Sheet(strange, THEME)
    assert "[terrain.swamp]" in str(caught.value)
    walled = HexBoard("x", "", ("0202",), {"0202": "plain"}, {("0202", "0201"): (SideFeature("wall", True),)})
    with pytest.raises(AssetError) as caught:
        Sheet(walled, THEME)
    assert "[hexside.wall]" in str(caught.value)


def test_an_unknown_way_of_drawing_is_named(
    board: HexBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message lists the known ones."""
    text = (systems.ASSETS / "kassala" / "style.toml").read_text(encoding="utf-8")
    for folder in ("terrain", "kassala/terrain"):
        shutil.copytree(systems.ASSETS / folder, tmp_path / folder)
    broken(tmp_path, monkeypatch, text.replace('draw = "hachure"', 'draw = "comb"'))
    with pytest.raises(AssetError) as caught:
        Sheet(board, THEME)
    assert all(named in str(caught.value) for named in ("[hexside.wadi]", "'comb'", "hachure, ribbon, sawtooth"))


def shown(tray: DiceTray) -> str:
    """The tray's picture."""
    surface = pygame.Surface((220, 160))
    tray.draw(surface, surface.get_rect())
    return digest(surface, "RGB")


def test_a_die_tumbles_for_its_time(board: HexBoard) -> None:
    """It is busy for the requested seconds, different at every moment, then still."""
    clock = Clock()
    tray = DiceTray(clock=clock)
    tray.roll((4,), 1.0)
    pictures = []
    for clock.now in (0, 250, 500, 750, 999):
        assert tray.busy
        pictures.append(shown(tray))
    clock.now = 1000
    assert not tray.busy
    rest = shown(tray)
    clock.now = 9000
    assert rest == shown(tray)
    assert 6 == len({*pictures, rest})


def test_every_face_looks_different(board: HexBoard) -> None:
    """Six faces give six pictures; skipping shows the last at once."""
    tray, seen = DiceTray(), set()
    for face in range(1, 7):
        tray.roll((face,), 5.0)
        tray.skip()
        assert not tray.busy
        seen.add(shown(tray))
    assert 6 == len(seen)


def test_reduced_motion_fades(board: HexBoard) -> None:
    """The die does not move: the picture fades from one face to the next."""
    clock = Clock()
    tray = DiceTray((1,), clock=clock)
    tray.reduced_motion = True
    tray.roll((5,), 1.0)
    clock.now = 500
    assert tray.busy
    middle = shown(tray)
    clock.now = 1500
    assert middle != shown(tray)


def test_faces_and_counts_not_met_before_are_shown(board: HexBoard) -> None:
    """No dice, unusual faces, and more than six dice give six different pictures without an error."""
    tray, seen = DiceTray(), set()
    for faces in ((), (0,), (7,), (-1,), (1, 2, 3, 4, 5, 6, 1), (6,) * 75):
        tray.roll(faces, 0.0)
        seen.add(shown(tray))
    assert 6 == len(seen)


def test_the_solid_shows_its_face_up() -> None:
    """At rest the requested face's axis points up, whatever the yaw."""
    import numpy as np

    from game.ui.dice.solid import AXES, resting_six, rotation_about

    for face, axis in AXES.items():
        for yaw in (-0.5, 0.0, 2.0):
            up = rotation_about((1, 0, 0), -0.62) @ resting_six(face, yaw) @ np.array(axis)
            assert up == pytest.approx([0, 0, 1], abs=1e-5)


def test_sounds_play_or_keep_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name plays on the dummy device; without a device there is no error."""
    sounds = Sounds(volume=0.5)
    for path in sorted((systems.ASSETS / "sounds").iterdir()):
        sounds.play(path.stem)
    sounds.play("")
    sounds.volume = 7
    assert 1.0 == sounds.volume

    def no_device(**_: int) -> None:
        raise pygame.error("no audio device")

    pygame.mixer.quit()
    monkeypatch.setattr(pygame.mixer, "init", no_device)
    Sounds().play("gun")
    assert not pygame.mixer.get_init()


def test_an_unknown_sound_is_named() -> None:
    """A wrong name is a mistake of the program, and the error says so."""
    with pytest.raises(AssetError, match=r"trumpet\.wav: cannot be read as a sound"):
        Sounds().play("trumpet")


def test_every_typeface_is_there() -> None:
    """The font file of each role opens."""
    for role in get_args(Role):
        assert font_path(role).is_file()
        assert font(role, 20).size("Kassala 1541")[0] > 20


def test_the_key_of_adua_explains_the_blue_line() -> None:
    """Its sample has the line in the colour of the map's, and its note cites the rule of the points."""
    board = maps.load(MAPS / "adua" / "adua.tmx")
    assert isinstance(board, HexBoard)
    style = load_style(catalog.rules("adua").theme)
    plan = HexPlan(board, style)
    (entry,) = (each for each in style.legend if "zone" in each)
    assert plan.has_sample(entry)
    assert "13.0 (ruling 43)" in entry["note"]
    drawn, _ = plan.sample(entry)
    assert any(style.sheet["zone"]["colour"] in mark.style for mark in drawn.marks)
