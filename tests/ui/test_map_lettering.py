"""Names on maps are spaced letter by letter like in print: by the width of each and by its neighbours; those of
objectives are shown again where counters cover them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
import pytest

from game.match.start import Start
from game.ui.board import board_picture
from game.ui.board.label_placement import objective_names, tags_of_covered_names
from game.ui.kit.fonts import Role, font
from game.ui.sheets.lettering import MapText
from tests.ui.hand import Hand

TALL = 80


def _ink(picture: pygame.Surface) -> list[tuple[int, int]]:
    """The stretches of columns with ink: first and last of each, the first ink at 0."""
    mask = pygame.mask.from_surface(picture, 100)
    width, height = mask.get_size()
    inked = [x for x in range(width) if any(mask.get_at((x, y)) for y in range(height))]
    breaks = [k for k in range(1, len(inked)) if inked[k] > inked[k - 1] + 1]
    edges = zip([0, *breaks], [*breaks, len(inked)], strict=True)
    return [(inked[a] - inked[0], inked[b - 1] - inked[0]) for a, b in edges]


@pytest.mark.usefixtures("sit_down")
@pytest.mark.parametrize(
    ("name", "role"), [("QAF", "title"), ("QUDDUS", "title"), ("AVATAR", "title"), ("Busceja", "text-italic")]
)
def test_letters_set_one_by_one_stand_as_in_a_line(name: str, role: Role) -> None:
    """With minimal letter spacing the gaps are those of the typeface itself, as seen in larger print."""
    pygame.display.set_mode((64, 64))
    surface = pygame.Surface((8 * TALL, 2 * TALL), pygame.SRCALPHA)
    MapText(name, (4, 1), 1.0, role, "#000000", spacing=1e-6).print_on(surface, (0, 0, 8, 2), TALL)
    whole = [(first / 4, last / 4) for first, last in _ink(font(role, 4 * TALL).render(name, True, "#000000"))]
    single = _ink(surface)
    assert len(single) == len(whole)
    for found, wanted in zip(single, whole, strict=True):
        assert found == pytest.approx(wanted, abs=2)


def test_letters_are_as_evenly_spaced_in_small_print() -> None:
    """Their places are those of large print within a pixel."""
    names: tuple[tuple[str, Role], ...] = (("Torre Jeleli", "title"), ("la Estrella", "text-italic"))
    for name, role in names:
        for px in range(10, 24):
            small, large = (MapText(name, (0, 0), 1.0, role, "#000000").letters(scale) for scale in (px, 20 * px))
            assert [x for x, _ in small] == pytest.approx([x for x, _ in large], abs=1 / px)


def test_space_between_letters_is_the_same_everywhere() -> None:
    """Twice the space moves the last letter by the number of gaps, the same for a Q as for an I."""
    for name in ("QAF", "IAF", "jaf"):
        tight, wide = (MapText(name, (0, 0), 1.0, "title", "#000000", spacing=s, anchor="left") for s in (0.1, 0.2))
        moved = [b[0] - a[0] for a, b in zip(tight.letters(TALL), wide.letters(TALL), strict=True)]
        assert moved == pytest.approx([0.0, 0.1, 0.2])


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "battle", "named"), [
    ("kassala", "kassala", ["KASSALA", "UDAKA"]),
    ("africa", "castillejos", ["Ar Rahim", "Casa de la Condesa", "Casa del Morabito", "Castillejos", "Yabal ar Rahim"]),
    ("africa", "tetuan", ["Campamento de Muley Achmed Norte", "Campamento de Muley Achmed Sur",
                          "Fuerte de la Estrella"]),
    ("tours", "tours", []),
])
def test_a_covered_name_of_an_objective_is_shown_again(
    sit_down: Callable[..., Hand], system: str, battle: str, named: list[str]
) -> None:
    """On a tag near it that covers no counter; a name that can be read has none."""
    view = sit_down(Start("play", system, battle, seed=3), size=(1280, 720), hand_over=False).game.view
    found = {" ".join(line.text for line in lines): lines
             for lines in objective_names(view.board, view.geometry, view.names)}
    assert named == sorted(found)
    view.camera.scale *= 2
    for lines in found.values():
        letters = [at for line in lines for at in line.letters(TALL)]
        view.camera.centre = letters[len(letters) // 2]
        spots = [view.camera.to_screen(at) for at in letters]
        (left, *_, right), (top, *_, bottom) = (sorted(side) for side in zip(*spots, strict=True))
        counter = pygame.Rect(round(left) - 4, round(top) - 4, round(right - left) + 8, round(bottom - top) + 8)
        for counters in ([], [counter], [counter, view.camera.rect]):
            tags = [tag.place for tag in tags_of_covered_names([lines], counters, tuple, view.camera)]
            assert len(tags) == (counters == [counter])
            assert all(tag.clip(counter).h * tag.clip(counter).w <= 0.05 * tag.w * tag.h for tag in tags)


def test_a_name_on_a_tag_is_not_printed_as_well(sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch) -> None:
    """A counter covers the lower line of the name of the bridge at Wad-Ras: the upper line goes, and returns later."""
    hand = sit_down(Start("play", "africa", "wad-ras", seed=3), size=(1280, 720), hand_over=False)
    view = hand.game.view
    (lines,) = [lines for lines in objective_names(view.board, view.geometry, view.names) if lines[0].text == "Puente"]
    spots = [view.camera.to_screen(at) for at in lines[1].letters(TALL)]
    counter = pygame.Rect(0, 0, round(spots[-1][0] - spots[0][0]) + 20, 14)
    counter.center = round((spots[0][0] + spots[-1][0]) / 2), round(spots[0][1])
    printed: list[Sequence[MapText]] = []
    monkeypatch.setattr(board_picture, "print_names", lambda _surface, names, _camera: printed.append(names))
    boxes = view.stacks.boxes
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view.stacks, "boxes", lambda margin: {**boxes(margin), "one more": counter})
        hand.wait()
        assert [lines] == [tag.lines for tag in view.name_tags]
        assert set(lines).isdisjoint(printed[-1])
    hand.wait()
    assert [] == view.name_tags
    assert set(lines) <= set(printed[-1])


def test_a_name_below_an_opened_stack_is_shown_beside_it(sit_down: Callable[..., Hand]) -> None:
    """The tag of an area's name is not covered by the stack that is fanned out there."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=3), size=(1280, 720), hand_over=False)
    hand.settle()
    view = hand.game.view
    hand.point(view.point_of("casa-de-la-condesa"))
    hand.rest()
    hand.wait(0.4)
    tray = view.stacks.tray()
    assert tray is not None
    (tag,) = [tag.place for tag in view.name_tags if tag.lines[-1].text in "Casa de la Condesa"]
    assert not tag.colliderect(tray[1])
