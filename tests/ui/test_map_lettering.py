"""Names on maps are spaced letter by letter like in print: by the width of each and by its neighbours; those of
objectives are shown again where counters cover them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.match.start import Start
from game.ui.board.label_placement import draw_covered_names, objective_names
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
    """On a tag near it that covers no counter; a name that can be read is not shown twice."""
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
            surface = pygame.Surface(view.camera.rect.bottomright, pygame.SRCALPHA)
            draw_covered_names(surface, [lines], counters, tuple, view.camera)
            tag = surface.get_bounding_rect()
            assert bool(tag) == (counters == [counter])
            assert not tag or tag.clip(counter).h * tag.clip(counter).w <= 0.05 * tag.w * tag.h


def test_a_name_below_an_opened_stack_is_shown_beside_it(sit_down: Callable[..., Hand],
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    """The tag of an area's name is not covered by the stack that is fanned out there."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=3), size=(1280, 720), hand_over=False)
    hand.settle()
    view, tags = hand.game.view, list[tuple[pygame.Rect, pygame.Rect]]()

    def draw(surface: pygame.Surface, names: Any, *arguments: Any) -> None:
        for lines in [lines for lines in names if lines[-1].text in "Casa de la Condesa"]:
            layer = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
            draw_covered_names(layer, [lines], *arguments)
            fanned = view.stacks.tray()
            if fanned is not None:
                tags.append((layer.get_bounding_rect(), fanned[1]))

    monkeypatch.setattr("game.ui.board.view.draw_covered_names", draw)
    hand.point(view.point_of("casa-de-la-condesa"))
    hand.rest()
    hand.wait(0.4)
    tag, tray = tags[-1]
    assert tag
    assert not tag.colliderect(tray)


def test_a_tag_cuts_no_name_in_two(sit_down: Callable[..., Hand]) -> None:
    """With its upper or lower part covered the tag covers the letters in view as well, or none of them."""
    view = sit_down(Start("play", "africa", "tetuan", seed=3), size=(1280, 720), hand_over=False).game.view
    for lines in objective_names(view.board, view.geometry, view.names):
        letters = [view.camera.to_screen(at) for line in lines for at in line.letters(TALL)]
        (left, *_, right), (top, *_, bottom) = (sorted(side) for side in zip(*letters, strict=True))
        upper = pygame.Rect(round(left) - 4, round(top) - 30, round(right - left) + 8, round(0.6 * (bottom - top)) + 30)
        for counter in (upper, upper.move(0, round(0.5 * (bottom - top)) + 30)):
            surface = pygame.Surface(view.camera.rect.bottomright, pygame.SRCALPHA)
            draw_covered_names(surface, [lines], [counter], tuple, view.camera)
            tag = surface.get_bounding_rect()
            in_view = [spot for spot in letters if not counter.collidepoint(spot)]
            assert tag
            assert in_view
            assert sum(map(tag.collidepoint, in_view)) in (0, len(in_view))
