"""Labels are never cut: buttons at every window size and scale, card headings, the victory screen."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.core.event import Removed
from game.core.verdict import RuleRef
from game.match.start import Start
from game.rules.kassala.system import Kassala
from game.ui.cards.card_pen import CardPen
from game.ui.kit.fonts import font
from game.ui.kit.gui import fit_labels
from game.ui.kit.pen import Pen
from game.ui.kit.theme import Metrics
from tests.ui.corners import corners, scaled
from tests.ui.hand import Hand, font_of, to_result

Sit = Callable[..., Hand]
ROWS = (((1024, 768), 150), ((1280, 720), 100), ((1280, 720), 200), ((1920, 1080), 200), ((3840, 2160), 200))


def test_a_row_of_buttons_is_printed_in_one_size(sit_down: Sit) -> None:
    """If one label of a row must shrink the others do too; with room again all have the theme's size."""
    hand = sit_down(Start("play", "kassala", seed=7))
    row = [hand.button(label) for label in ("Undo", "Hint", "Menu")]
    full = {button.font.get_point_size() for button in row}
    assert len(full) == 1
    width = row[0].rect.width
    row[0].set_dimensions((40, row[0].rect.height))
    fit_labels(*row)
    small = {button.font.get_point_size() for button in row}
    assert len(small) == 1
    assert small < full or max(small) < max(full)
    assert row[0].font.size("Undo")[0] <= 40
    row[0].set_dimensions((width, row[0].rect.height))
    fit_labels(*row)
    assert {button.font.get_point_size() for button in row} == full


def test_a_hidden_button_is_shown_in_the_size_of_its_row(sit_down: Sit) -> None:
    """Its row may have been fitted while it was hidden. After a change of its look, its label is fitted again."""
    hand = sit_down(Start("play", "kassala", seed=7))
    narrow, button = (hand.button(label) for label in ("Undo", "Menu"))
    full = button.font.get_point_size()
    button.hide()
    narrow.set_dimensions((40, narrow.rect.height))
    fit_labels(narrow, button)
    button.show()
    assert narrow.font.get_point_size() == button.font.get_point_size() < full
    button.hide()
    button.change_object_id("#main")
    button.set_dimensions((50, button.rect.height))
    button.show()
    assert button.font.size("Menu")[0] <= 50


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("computer", "size", "scale"), corners(
    [(computer, *cell) for computer in (False, True) for cell in ROWS],
    [(False, *ROWS[1]), (False, *ROWS[3]), (True, *ROWS[0]), (True, *ROWS[2]), (True, *ROWS[4])],
))
def test_adjacent_labels_are_printed_in_one_size(
    sit_down: Sit, computer: bool, size: tuple[int, int], scale: int
) -> None:
    """This holds for every row of buttons of game, replay and example except main buttons; none is below 14 at 1080."""
    from game.ui.screens.replay import ReplayScreen

    players = {"moroccan": "recruit"} if computer else {}
    hand = sit_down(Start("play", "africa", "castillejos", seed=7, players=players), size=size, interface_scale=scale)
    hand.app.apply_settings()
    hand.wait()
    game, app = hand.game, hand.app
    example = next(info.name for info in game.rules.scenarios if info.example)
    for open_it in (None, lambda: app.push(ReplayScreen(app, game.match)),
                    lambda: app.navigator.demo(game.rules, example)):
        if open_it is not None:
            open_it()
            hand.wait()
        rows: dict[tuple[int, int, str], set[int]] = {}
        for button in hand.top.buttons:
            if button.visible and button.text.strip():
                main = button.object_ids[-1] if button.object_ids[-1] in ("#main", "#stay") else ""  # brass, or plain
                row = button.rect.y, button.rect.height, main
                rows.setdefault(row, set()).add(button.font.get_point_size())
        assert [row for row, sizes in rows.items() if len(sizes) > 1] == []
        assert min(min(sizes) for sizes in rows.values()) >= Metrics.of(size).px(14)
        if open_it is not None:
            app.pop()


def test_buttons_for_a_pause_and_an_interrupt_have_the_print_size_of_their_row(sit_down: Sit) -> None:
    """A changed label or look is fitted together with its row."""
    start = Start("play", "africa", "castillejos", seed=7, players={"moroccan": "recruit"})
    hand = sit_down(start, interface_scale=150)
    hand.app.apply_settings()
    hand.key("p")
    row = [hand.button(label) for label in ("+", "Fit", "Legend", "Set when to interrupt …")]
    widgets = hand.screen.widgets
    assert widgets.interrupt is not None
    assert widgets.pace.pause is not None
    assert widgets.pace.pause.text == "Resume"
    assert len({button.font.get_point_size() for button in (*row, widgets.interrupt)}) == 1
    assert 1 == len({button.font.get_point_size() for button in widgets.pace.buttons if button.font is not None})


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("size", "scale"), scaled((100, 150, 200)))
def test_no_heading_is_larger_than_the_prompts(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """If the prompt is long, the cards below are smaller too; and it grows with the interface."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=7), size=size, interface_scale=scale)
    hand.resize(size, scale)
    column = hand.screen.column
    title = column.prompt.scale * 24
    assert max(column.middle.scale, column.log_metrics.scale) * 19 <= title
    assert column.prompt.scale >= Metrics.of(size).scale * (1.02 if scale > 100 else 0.99)


def _pen(scale: float = 1.0, width: int = 300) -> CardPen:
    return CardPen(pygame.Surface((width, 400), pygame.SRCALPHA), Metrics(1920, 1080, scale), 0, 0, width)


def test_a_heading_too_long_for_a_line_is_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The battle card's heading keeps every word and stays clear of the odds at its right."""
    title = "Result: both sides lose the same number of strength points and more"
    printed: list[str] = []

    def whole(text: str, face: object, room: int) -> str:
        printed.append(text)
        return text

    monkeypatch.setattr("game.ui.kit.pen.shorten", whole)
    short, long = _pen(), _pen()
    short.heading("Attack", "3-1")
    assert printed == ["Attack"]
    printed.clear()
    long.heading(title, "3-1")
    assert " ".join(printed) == title
    assert len(printed) > 1
    odds = font("ui", 15).size("3-1")[0]
    assert all(font("title", 19).size(line)[0] <= 300 - odds - 12 for line in printed)
    assert long.y - short.y == (len(printed) - 1) * font("title", 19).get_linesize()


@pytest.mark.every(3)
@pytest.mark.parametrize("scale", [80, 100, 200])
def test_the_die_entry_is_labelled_beside_its_box(
    sit_down: Sit, arab_fight: dict[str, Any], monkeypatch: pytest.MonkeyPatch, scale: int
) -> None:
    """During a pending roll "Your own die shows" is whole, left of the box for the face."""
    printed: dict[str, pygame.Rect] = {}
    line = Pen.line

    def spy(pen: Pen, text: str, *args: Any, **more: Any) -> pygame.Rect:
        printed[text] = line(pen, text, *args, **more)
        return printed[text]

    monkeypatch.setattr(Pen, "line", spy)
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight), interface_scale=scale)
    hand.app.apply_settings()
    hand.wait()
    assert "Your own die shows" not in printed
    for unit in ("m-arab2", "c-galla1"):
        hand.click_unit(unit)
    hand.show_cards()
    hand.press(hand.screen.widgets.choices[0])
    hand.settle()
    assert hand.rolling
    card, box = hand.screen.column.prompt.rect, hand.screen.widgets.faces
    assert box.visible
    assert card.x + printed["Your own die shows"].right < box.rect.left


def test_sentences_of_the_victory_screen_start_at_one_edge(
    sit_down: Sit, kassala: Kassala, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turn 9 and turn 10 have separate columns; their events are listed below each other."""
    last = {**kassala.position(kassala.initial("kassala")), "turn": 10}
    hand = sit_down(Start("play", "kassala", seed=7, position=last), size=(1920, 1080))
    screen = to_result(hand)
    placed: dict[str, pygame.Rect] = {}
    line = Pen.line

    def spy(pen: Pen, text: str, *args: Any, **more: Any) -> pygame.Rect:
        placed[text] = line(pen, text, *args, **more)
        return placed[text]

    plies = tuple(
        SimpleNamespace(turn=turn, actor="christian", state=screen.match.state, events=(
            Removed(RuleRef("kassala", "II.E.1"), "m-arab1", "Arabs", f"09{turn}"),))
        for turn in (8, 9, 10)
    )
    monkeypatch.setattr(Pen, "line", spy)
    monkeypatch.setattr(type(screen.match), "plies", plies)
    screen.rebuild()
    hand.wait()
    said = [placed[f"Arabs is eliminated in hex 09{turn}"] for turn in (8, 9, 10)]
    assert len({place.left for place in said}) == 1
    assert len({placed[str(turn)].right for turn in (8, 9, 10)}) == 1
    assert placed["10"].right < said[0].left


@pytest.mark.every(6)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("size", "scale"), scaled((100, 150, 200)))
def test_no_label_touches_the_frame_of_its_button(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Buttons beside or below a map, e.g. the long interrupt button, keep space at both ends."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=7), size=size)
    hand.resize(size, scale)
    for button in hand.screen.buttons:
        if button.visible:
            free = button.rect.width - font_of(button).size(button.text)[0]
            assert free >= min(0.34 * button.rect.height, button.rect.width / 2), button.text
