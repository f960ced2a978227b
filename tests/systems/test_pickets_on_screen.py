"""A patrol of Pickets played to its end on the real screen, once by mouse only, once by keyboard only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
import pytest

from game.board.hexgrid import HexGrid
from game.core.action import Faces
from game.core.offer import Picked
from game.core.tables import ResultsTable
from game.match.start import Start
from game.ui.board.counters import ARROW_DISTANCE
from game.ui.cards import battle
from game.ui.cards.card_pen import CardPen
from game.ui.cards.chances import write_table
from game.ui.play.proposals import digit_of
from game.ui.screens.between_actions import Shares
from game.ui.screens.real_dice import RealDice
from game.ui.screens.victory import Victory
from tests.systems.patrol import PLIES, play
from tests.systems.pickets_table import rules, table
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
PATROL = Start("play", system="pickets", scenario="patrol", seed=4)
LETTERS = "wedsaq"


class AtTheScreen:
    """The common part for mouse and keyboard: pending decisions are read off the screen, and everything comes to
    rest."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        hand.settle()

    def plies(self) -> list[str]:
        return [ply.action.notation for ply in self.hand.game.match.plies]

    def done(self, *deeds: str) -> None:
        """Let everything come to rest; the record must end with the action."""
        self.hand.settle()
        if isinstance(self.hand.top, Victory):
            return
        said = self.plies()[-len(deeds):] if deeds else []
        assert [deed.split()[:2] for deed in deeds] == [one.split()[:2] for one in said]

    def number(self, words: str) -> int:
        """The number of the button whose label begins with these words."""
        labels = [proposal.label for proposal in self.hand.game.selection.proposals]
        return next(n for n, label in enumerate(labels) if str(label).startswith(words))

    def faces(self, text: str) -> None:
        """Type into the box for faces, which has the keyboard during a roll: a mouse cannot type."""
        assert self.hand.rolling
        for key in (*text, "enter"):
            self.hand.key(key)
        self.done(f"roll {text}")


class ByMouse(AtTheScreen):
    """Clicks only, except for the digits of real dice."""

    def pad(self, faces: Sequence[int]) -> None:
        hand = self.hand
        hand.press(hand.screen.widgets.pad)
        sheet = hand.on(RealDice)
        for number, size in enumerate((8, 12)):
            hand.press(sheet.tabs[number])
            for face in faces[8 * number : 8 * number + size]:
                hand.press(sheet.faces[face])
        hand.press(sheet.roll)
        self.done("roll " + ",".join(map(str, faces)))

    def roll(self) -> None:
        self.hand.press(self.hand.screen.widgets.main)
        self.hand.settle()
        assert self.plies()[-1].startswith("roll ")

    def arrow(self, angle: int) -> None:
        view = self.hand.game.view
        assert view.overlay.facing_at is not None
        assert angle in view.overlay.facings
        middle = pygame.Vector2(view.point_of(view.overlay.facing_at))
        at = middle + pygame.Vector2(0, -ARROW_DISTANCE * view.camera.scale).rotate(angle)
        self.hand.click((round(at.x), round(at.y)))

    def pick(self, unit: str) -> None:
        if self.hand.game.selection.selected != unit:
            self.hand.click_unit(unit)

    def march(self, unit: str, place: str, angle: int) -> None:
        self.pick(unit)
        self.hand.click_place(place)
        self.arrow(angle)
        self.hand.settle()

    def box(self, name: str) -> None:
        found = self.hand.screen.boxes.point_of(name)
        assert found is not None
        self.hand.click(found)

    def arrive(self, unit: str, place: str) -> None:
        self.box(unit)
        self.hand.click_place(place)
        self.done(f"enter {unit}")

    def leave(self, unit: str, box: str) -> None:
        self.pick(unit)
        self.box(box)
        self.done(f"exit {unit}")

    def react(self, unit: str, place: str) -> None:
        self.pick(unit)
        self.hand.click_place(place)
        self.done(f"react {unit}")

    def not_this_phase(self) -> None:
        self.hand.press(self.hand.screen.widgets.not_this_phase)
        self.done("decline")

    def main(self) -> None:
        before = len(self.plies())
        self.hand.press(self.hand.screen.widgets.main)
        if self.hand.game.end_phase_warning.text:
            self.hand.press(self.hand.screen.widgets.main)
        self.hand.settle()
        assert len(self.plies()) > before

    def declare(self, unit: str, words: str) -> None:
        before = len(self.plies())
        if self.hand.game.selection.participants != (unit,):
            self.hand.click_unit(unit)
        self.hand.press(self.hand.screen.widgets.choices[self.number(words)])
        self.hand.settle()
        assert before + 1 == len(self.plies())

    def share(self, unit: str, amounts: tuple[int, ...]) -> None:
        hand = self.hand
        if hand.game.selection.participants != (unit,):
            hand.click_unit(unit)
        hand.press(hand.screen.widgets.choices[self.number("Shares out")])
        sheet = hand.on(Shares)
        plus = [button for button in sheet.buttons if button.text == "+"]
        for button, amount in zip(plus, amounts, strict=True):
            for _ in range(amount):
                hand.press(button)
        hand.press(hand.button("Done   [Enter]"))
        self.done(f"volley {unit}")

    def resolve(self, unit: str) -> None:
        self.pick(unit)
        self.hand.press(self.hand.screen.widgets.choices[self.number("Resolves")])
        self.done(f"resolve {unit}")


class ByKeyboard(AtTheScreen):
    """Keys only."""

    def pad(self, faces: Sequence[int]) -> None:
        hand = self.hand
        hand.key("y")
        hand.on(RealDice)
        for face in faces:
            hand.key(str(face))
        hand.key("enter")
        self.done("roll " + ",".join(map(str, faces)))

    def roll(self) -> None:
        self.hand.key("space")
        self.hand.settle()
        assert self.plies()[-1].startswith("roll ")

    def pick(self, unit: str) -> None:
        for _ in range(40):
            if self.hand.game.selection.selected == unit:
                return
            self.hand.key("tab")
        raise AssertionError(f"Tab never came to {unit}")

    def steer(self, place: str) -> None:
        hand, grid = self.hand, HexGrid("even", 10, 10)
        selection = hand.game.selection
        board = hand.game.rules.board(hand.game.match.state)
        for _ in range(60):
            cursor = selection.cursor
            if cursor == place:
                return
            if cursor is None or not board.knows(cursor):
                hand.key("w")
                continue
            near = {n: grid.neighbour(cursor, n) for n in range(6)}
            best = min((n for n in near if board.knows(near[n])), key=lambda n: grid.distance(near[n], place))
            hand.key(LETTERS[best])
        raise AssertionError(f"the cursor never came to {place}")

    def march(self, unit: str, place: str, angle: int) -> None:
        self.pick(unit)
        self.steer(place)
        self.hand.key("enter")
        self.choose({0: "Face N", 180: "Face S"}[angle])
        self.hand.settle()

    def choose(self, words: str) -> None:
        digit, shift = digit_of(self.hand.game.selection.proposals, self.number(words))
        self.hand.key(str(digit), pygame.KMOD_SHIFT if shift else 0)

    def arrive(self, unit: str, place: str) -> None:
        self.pick(unit)
        self.steer(place)
        self.hand.key("enter")
        self.done(f"enter {unit}")

    def leave(self, unit: str, box: str) -> None:
        self.pick(unit)
        self.choose("Leaves the map")
        self.done(f"exit {unit}")

    def react(self, unit: str, place: str) -> None:
        self.pick(unit)
        self.choose("Fire")
        self.done(f"react {unit}")

    def not_this_phase(self) -> None:
        self.hand.key("space", pygame.KMOD_SHIFT)
        self.done("decline")

    def main(self) -> None:
        before = len(self.plies())
        self.hand.end_phase()
        self.hand.settle()
        assert len(self.plies()) > before

    def compose(self, unit: str) -> None:
        if self.hand.game.selection.participants != (unit,):
            self.pick(unit)
            self.hand.key("enter")

    def declare(self, unit: str, words: str) -> None:
        before = len(self.plies())
        self.compose(unit)
        self.choose(words)
        self.hand.settle()
        assert before + 1 == len(self.plies())

    def share(self, unit: str, amounts: tuple[int, ...]) -> None:
        hand = self.hand
        self.compose(unit)
        self.choose("Shares out")
        hand.on(Shares)
        for amount in amounts:
            hand.key(str(min(9, amount)))
            for _ in range(amount - 9):
                hand.key("right")
            hand.key("down")
        hand.key("enter")
        self.done(f"volley {unit}")

    def resolve(self, unit: str) -> None:
        self.pick(unit)
        self.choose("Resolves")
        self.done(f"resolve {unit}")


def played_to_the_end(hand: Hand) -> None:
    """The record has every action of the patrol, and the screen shows the winner."""
    found = [ply.action.notation for ply in hand.game.match.plies]
    assert len(PLIES) == len(found)
    assert all(one.startswith(meant) for one, meant in zip(found, PLIES, strict=True))
    result = hand.on(Victory).result
    assert ("blue", "exits") == (result.winner, result.ending)
    counters = hand.game.situation.counters.values()
    assert (10, ["gf07"]) == (len(counters), [counter.unit for counter in counters if counter.place is None])
    hand.wait_for_print()
    before = digest(hand.app.window, "RGB")
    hand.screen.manager.update(0.0)
    hand.wait()
    assert before == digest(hand.app.window, "RGB")  # no button of the last decision lies beneath the result


@pytest.mark.soak
def test_a_patrol_by_mouse(sit_down: Sit) -> None:
    """The patrol is played from the first roll to the victory screen."""
    hand = sit_down(PATROL, hand_over=False)
    play(ByMouse(hand))
    played_to_the_end(hand)


@pytest.mark.soak
def test_a_patrol_by_keyboard(sit_down: Sit) -> None:
    """The patrol is played from the first roll to the victory screen."""
    hand = sit_down(PATROL, hand_over=False)
    play(ByKeyboard(hand))
    played_to_the_end(hand)


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_table_of_a_ten_sided_die_is_lit(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Before the shot its column is framed, after it the row of the modified die is filled; a volley has no table."""
    seen: list[tuple[str, int | None]] = []
    write = write_table

    def spy(pen: CardPen, table: ResultsTable, column: str, row: int | None) -> None:
        seen.append((column, row))
        write(pen, table, column, row)

    monkeypatch.setattr(battle, "write_table", spy)
    state = table("bf07 2625/n", "bg01 2825/n", "bf08 2624/n", "gf07 2623/s", "gf08 2823/s", phase="combat")
    hand = sit_down(Start("play", system="pickets", scenario="ford", seed=5, position=rules().position(state)),
                    hand_over=False, size=size)
    mouse = ByMouse(hand)
    mouse.declare("bg01", "Volley: 20 at 2823")
    assert [] == seen
    mouse.declare("bf07", "Fires at 2623")
    assert {("2 hexes", None)} == set(seen)
    mouse.main()
    mouse.resolve("bf07")
    preview = rules().preview(hand.game.match.state, Faces((8,)))
    assert preview is not None
    assert (None, None, "-1", False) == (preview.attack, preview.defence, str(preview.total), preview.compares)
    seen.clear()
    mouse.faces("8")
    assert ("2 hexes", 7) == seen[-1]
    mouse.resolve("bg01")
    preview = rules().preview(hand.game.match.state, Faces((1,) * 20))
    assert preview is not None
    assert (20, None, "20 dice", None) == (preview.attack, preview.defence, str(preview.total), preview.table)


def test_one_refusal_stands_for_everywhere_else(sit_down: Sit) -> None:
    """A distant hex has its reason on pointing and on a click; a full one has its own reason; a box has none."""
    state = table("bf07 2625/n", "bf08 2624/n", "bf09 2624/n", "gf07 3510/s")
    assert 60 > len(rules().offers(state, Picked(("bf07",))))
    hand = sit_down(Start("play", system="pickets", scenario="ford", seed=5, position=rules().position(state)),
                    hand_over=False)
    hand.settle()
    hand.key("f")  # all of the sheet: it opens on the armies
    hand.settle()
    hand.click_unit("bf07")
    controller, selection = hand.game.controller, hand.game.selection
    said = {place: refusal.reasons[0] for place in ("4030", "2624") if (refusal := controller.planning.why_not(place))}
    assert {"4030": "3.2", "2624": "1.2"} == {place: reason.rule.number for place, reason in said.items()}
    assert controller.planning.why_not("blue-exits") is None
    hand.click_place("4030")
    assert selection.refusal is not None
    assert ("4030", "3.2") == (selection.refusal.place, selection.refusal.reasons[0].rule.number)
    assert selection.selected == "bf07"
