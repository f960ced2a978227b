"""A newcomer's hand in a lesson: the step's action is done with mouse or keyboard, and every input counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from game import catalog
from game.board.hexgrid import COMMON_GRID
from game.core.action import Action
from game.core.capability import capability
from game.core.caption import spans
from game.core.chance import CHANCE
from game.core.pose import read_pose
from game.core.presenter import MovesAsOffers
from game.ui.cards import overview
from game.ui.play.lesson import Guide
from game.ui.screens.lesson_screen import LessonScreen
from game.ui.sheets.planes import on_sheet
from tests.ui.hand import Hand

SYSTEMS = ("kassala", "tours", "adua", "africa", "renaissance")


class Pupil:
    """Plays a lesson through the screen."""

    def __init__(self, hand: Hand, system: str = "", lesson: str = "first-battle") -> None:
        """:param system: the system whose lesson is opened; without one it is already on screen."""
        self.hand = hand
        if system:
            hand.app.navigator.learn(catalog.rules(system), lesson)
        self.inputs = 0
        self.read: list[str] = []
        """Every caption and prompt that has been shown."""
        self.read_before: list[str] = []
        """The captions and prompts before the latest move."""
        self.look()

    @property
    def screen(self) -> LessonScreen:
        return self.hand.on(LessonScreen)

    @property
    def guide(self) -> Guide:
        return self.screen.guide

    @property
    def game(self) -> Any:
        return self.screen.game

    def look(self) -> None:
        """Let everything play out, and read the texts."""
        hand = self.hand
        for _ in range(400):
            hand.pass_by(0.2)
            top = hand.top
            if not isinstance(top, LessonScreen) or not (
                    top.game.stage.busy or top.glide.moving or top.guide.next_action is not None or top.game.dirty or (
                        top.guide.frame.step.yours is not None and top.guide.done and not top.guide.complete)):
                break
        hand.wait()
        if isinstance(hand.top, LessonScreen):
            for text in (str(self.screen.caption), str(self.screen.prompt_text)):
                if text not in self.read[-2:]:
                    self.read.append(text)

    def act(self, deed: Callable[..., None], *where: Any) -> None:
        """Count one input."""
        self.inputs += 1
        deed(*where)
        self.look()

    @property
    def moved(self) -> bool:
        """Whether the requested step is done."""
        return not isinstance(self.hand.top, LessonScreen) or self._step != self.guide.step_index or self.guide.done

    def by_mouse(self) -> None:
        """Do the step's action with the mouse."""
        self._do(self._mouse(self.wanted), "mouse")

    def by_caption(self) -> bool:
        """Click the counters, then the place, and press the button that the caption names in bold; return whether that
        was enough."""
        self._step, self.read_before = self.guide.step_index, list(self.read)
        action, caption = self.wanted, str(self.screen.caption)
        named = [span.text for span in spans(caption) if span.strong]
        units = action.units[-1:] if action.notation.startswith("order") else action.units
        clicks = [partial(self.hand.click_unit, unit) for unit in units]
        clicks += [partial(self.hand.click_place, place) for place in action.places[-1:]]
        for click in (None, *clicks):
            if click is not None and not (click in clicks[:1] and self.game.selection.selected == units[0]):
                self.act(click)
            if not self.moved and (button := self._named(named)) is not None:
                self.act(self.hand.press, button)
            if self.moved:
                return True
        return False

    def _named(self, words: Sequence[str]) -> Any:
        """The button whose label begins with some words, followed by nothing or by a remark."""
        widgets = self.screen.widgets
        return next((button for button in (widgets.main, *widgets.choices) if button.visible and any(
            button.text.startswith(text) and not button.text.removeprefix(text).startswith(" with ")
            for text in words)), None)

    def by_keyboard(self) -> None:
        """Do the step's action with the keyboard, on a map of hexes."""
        self._do(self._keyboard(self.wanted), "keyboard")

    def _do(self, presses: Iterator[Callable[[], None]], by: str) -> None:
        self._step, self.read_before = self.guide.step_index, list(self.read)
        for press in presses:
            self.act(press)
            if self.moved:
                return
        raise AssertionError(f"step {self._step + 1}: {self.wanted.notation} was not done by {by}")

    def go_on(self) -> None:
        """Press the main button, which is labelled with its action."""
        assert not self.screen.widgets.main.text.strip().startswith("[")
        self.act(self.hand.press, self.screen.widgets.main)

    @property
    def exact(self) -> bool:
        """Whether the match is at the lesson's position: before the step's action, after it, or before its roll."""
        frame, state = self.guide.frame, self.game.match.state
        return state == (frame.state if self.guide.done else frame.before) or (
            self.guide.faces is not None and self.game.rules.to_act(state) == CHANCE)

    @property
    def wanted(self) -> Action:
        yours = self.guide.frame.step.yours
        assert yours is not None
        return self.guide.match.parse(yours.accept[0])

    def _double_click(self, unit: str) -> None:
        at = self.hand.spot(unit)
        self.hand.click(at)
        self.hand.click(at)

    def _button(self) -> Any:
        """The button for the requested action, if there is one."""
        game, widgets = self.game, self.screen.widgets
        main = game.situation.prompt.main
        if main is not None and self.guide.accepts(main) and widgets.main.visible:
            return widgets.main
        for number, each in enumerate(game.selection.proposals):
            offer = each.offer
            if offer.action is not None and self.guide.accepts(offer.action) and widgets.choices[number].visible:
                return widgets.choices[number]
        return None

    def _keyboard(self, action: Action) -> Iterator[Callable[[], None]]:
        hand = self.hand
        if self._button() is self.screen.widgets.main:
            yield lambda: hand.key("space")
            return
        for unit in action.units:
            yield partial(tab_to, hand, unit)
            if not action.places:
                yield lambda: hand.key("enter")
        if action.places:
            yield lambda: steer_to(hand, action.places[-1])
            yield lambda: hand.key("enter")
        else:
            yield lambda: hand.key("1")

    def _mouse(self, action: Action) -> Iterator[Callable[[], None]]:
        hand, game = self.hand, self.game
        for line in game.selection.lines.overview.lines:
            for number, way in enumerate(line.actions):
                if way.offer.action is not None and self.guide.accepts(way.offer.action):
                    card = self.screen.column.overview
                    for spot in card.spots:
                        named = overview.line_and_action(spot.name) == (line.name, number)
                        if named and (box := card.window_rect(spot.rect)):
                            yield lambda: hand.click(box.center)
                            return
        moved = capability(game.rules, MovesAsOffers).offer_for(game.match.state, action)
        if len(action.units) > 1 and moved is not None and moved.poses:
            yield lambda: self._double_click(action.units[0])
            spots = [read_pose(text) for text in (game.situation.counters[action.units[0]].place,
                                                  dict(moved.poses)[action.units[0]].text)]
            start, end = (self.screen.view.camera.to_screen(on_sheet(pose.spot)) for pose in spots if pose)
            x, y = hand.spot(action.units[0])
            yield lambda: hand.drag((x, y), _pixel((x + end[0] - start[0], y + end[1] - start[1])))
            return
        for unit in action.units:
            if unit == game.selection.selected:
                continue
            if (button := self._button()) is not None:
                break
            yield partial(hand.click_unit, unit)
        if (button := self._button()) is not None:
            yield lambda: hand.press(button)
            return
        if action.places:
            yield lambda: hand.click_place(action.places[-1])
        if (button := self._button()) is not None:
            yield lambda: hand.press(button)


def tab_to(hand: Hand, unit: str) -> None:
    """Strike Tab until a counter is selected, or the cursor is on it."""
    for _ in range(40):
        hand.key("tab")
        if hand.game.selection.selected == unit:
            return
    raise AssertionError(f"Tab never came to {unit}")


def steer_to(hand: Hand, place: str) -> None:
    """Move the hex cursor with the letters until it is there."""
    for _ in range(30):
        cursor = hand.game.selection.cursor
        if cursor == place:
            return
        board = hand.game.rules.board(hand.game.match.state).index
        there = {d: COMMON_GRID.neighbour(cursor, d) for d in range(6) if cursor
                 and COMMON_GRID.neighbour(cursor, d) in board}
        hand.key("wedsaq"[min(there, key=lambda d: COMMON_GRID.distance(there[d], place))] if there else "w")
    raise AssertionError(f"the cursor never came to {place}")


def _pixel(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])
