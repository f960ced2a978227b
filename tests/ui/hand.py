"""A player's hand: real events through the real loop, in an invisible window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain, product
from time import monotonic, sleep
from typing import Any, TypeVar

import pygame
from pygame_gui.core.interfaces import IGUIFontInterface
from pygame_gui.elements import UIButton

from game.core.batch import BatchActions, StillToDo
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.event import Event
from game.core.message import Message, values_in
from game.match.start import Start
from game.ui.app.application import App
from game.ui.app.dialogs import HandOver
from game.ui.app.screen import Screen
from game.ui.kit.strokes import US_CHARACTERS
from game.ui.play.game import GameInPlay
from game.ui.play.main_button import DOUBLE_CLICK
from game.ui.program import open_first
from game.ui.screens.game import GameScreen
from game.ui.screens.title import Title
from game.ui.screens.victory import Victory
from tests.ui.pictures import digest

Kind = TypeVar("Kind", bound=Screen)
Happened = TypeVar("Happened", bound=Event)

KEYS = {
    "tab": pygame.K_TAB,
    "enter": pygame.K_RETURN,
    "space": pygame.K_SPACE,
    "escape": pygame.K_ESCAPE,
    "backspace": pygame.K_BACKSPACE,
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
    "home": pygame.K_HOME,
    "end": pygame.K_END,
    "page up": pygame.K_PAGEUP,
    "page down": pygame.K_PAGEDOWN,
}

PLACES = {name: place for place, name in US_CHARACTERS.items()}
"""The keys that type a character on a US keyboard."""


SEED = 1
"""The default seed of a game's dice, so that no test depends on chance."""
NEAR = sorted(product(range(-480, 481, 6), range(-260, 261, 6)), key=lambda d: abs(d[0]) + abs(d[1]))
"""Offsets from a pixel to others, the nearest first."""


class Program(App):
    """The program. Frames between the first and the last of an action need not be drawn: no test looks at them."""

    drawing = True
    """Whether frames are drawn that no test looks at."""
    draws_all = False
    """Whether they are drawn in any case: in ``make soak``, which so finds what fails in between."""

    def draw(self, target: pygame.Surface) -> None:
        if self.drawing or self.draws_all:
            super().draw(target)


class Hand:
    """Opens the program and operates it with mouse and keys only; not as a first-time user, unless a test says so."""

    program: type[Program] = Program

    def __init__(self, start: Start | None = None, size: tuple[int, int] = (1280, 720), **settings: Any) -> None:
        self.app = self.program(size, start.language if start is not None else "")
        start = start or Start()
        if start.seed is None:
            start = replace(start, seed=SEED)
        if start.screen == "title":
            self.app.settings.greeted = True
        for name, value in settings.items():
            setattr(self.app.settings, name, value)
        open_first(self.app, start)
        self.app.step()

    @property
    def top(self) -> Any:
        """The screen on top."""
        return self.app.stack[-1]

    def on(self, kind: type[Kind]) -> Kind:
        """The top screen, which must be of this class."""
        top = self.top
        assert isinstance(top, kind), f"on top is {type(top).__name__}, not {kind.__name__}"
        return top

    @property
    def screen(self) -> GameScreen:
        """The game screen, wherever it is in the stack of screens."""
        return next(screen for screen in self.app.stack if isinstance(screen, GameScreen))

    @property
    def game(self) -> GameInPlay:
        """The game in play."""
        return self.screen.game

    def wait(self, seconds: float = 0.05) -> None:
        """Let time pass in one step, and draw the frame."""
        self.app.step(seconds)

    def pass_by(self, seconds: float = 0.05) -> None:
        """Let time pass in one step whose frame nobody looks at. The title is drawn, because it reads on with each
        frame."""
        self.app.drawing = isinstance(self.top, Title)
        try:
            self.app.step(seconds)
        finally:
            self.app.drawing = True

    def wait_in_steps(self, steps: int, seconds: float = 0.05) -> None:
        """Let time pass in some steps of so many seconds, and draw the last frame."""
        for _ in range(steps - 1):
            self.pass_by(seconds)
        self.wait(seconds)

    def read_warning(self) -> None:
        """If the end of the phase awaits a second press, take as long as that must be apart from the first."""
        if isinstance(self.top, GameScreen) and self.game.end_phase_warning.is_current:
            self.pass_by(DOUBLE_CLICK)

    def resize(self, size: tuple[int, int], scale: int) -> None:
        """Change the window's size and the interface scale."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.app.settings.interface_scale = scale
        self.app.apply_settings()
        self.pass_by()
        self.app.show()

    def show_cards(self) -> None:
        """Open the panel of cards by its key if it is a drawer, and let it slide."""
        if self.app.metrics.has_drawer and not self.top.drawer.open:
            self.key("l", pygame.KMOD_SHIFT)
            self.pass_by(0.5)
            self.wait()

    def hold(self, name: str, seconds: float) -> None:
        """Hold a key down for this long."""
        self.pass_by(0)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=KEYS[name], mod=0, unicode=""))
        self.pass_by(0.0)
        self.pass_by(seconds)
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=KEYS[name], mod=0))
        self.wait()

    def take_over(self) -> None:
        """Take over as the next player at one screen: hold the banner's key."""
        self.hold("enter", 0.7)

    def settle(self) -> None:
        """Let every animation finish, ten times as fast as in the program, until every key is accepted again."""
        for _ in range(400):
            self.pass_by(0.15)
            games = [screen.game for screen in self.app.stack if isinstance(screen, GameScreen)]
            if not any(map(_goes_on, games)):
                self.app.show()
                return
        raise AssertionError("the screen never came to rest")

    def until(self, done: Callable[[], bool]) -> None:
        """Let time pass until a condition holds, for up to a minute: computer players' processes need time to start."""
        late = monotonic() + 60
        while not done():
            assert monotonic() < late, "it never happened"
            self.pass_by()
            sleep(0.005)
        self.app.show()

    def wait_for_print(self) -> None:
        """Let the loop run until the sheet is printed at the displayed size."""
        for _ in range(200):
            before = digest(self.app.window, "RGB")
            self.wait_in_steps(3)
            view = getattr(self.top, "view", None)
            if before == digest(self.app.window, "RGB") and (view is None or view.tiles.settled):
                return
        raise AssertionError("the sheet was never finished")

    def point(self, pos: tuple[int, int]) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        self.wait()

    def click(self, pos: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
        """Move the pointer there, press and release."""
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        self.pass_by()
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=pos, button=button))
            self.pass_by()
        self.wait()

    def wheel(self, clicks: int) -> None:
        """Turn the mouse wheel at the pointer: up, or down if negative."""
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=clicks, flipped=False, which=0))
        self.wait()

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press, move, release."""
        self.point(start)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
        self.wait()
        self.point(end)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
        self.wait()

    def card(self, system: str) -> int:
        """The number of a system's card on the title."""
        title: Any = self.app.stack[0]
        return [rules.name for rules in title.systems].index(system)

    def title_card(self, system: str) -> Any:
        """A system's card on the title, after turning pages until it is visible."""
        title: Any = self.app.stack[0]
        while system not in (names := [card.rules.name for card in title.cards]):
            before = names
            self.key("pagedown")
            self.wait()
            assert before != [card.rules.name for card in title.cards], f"{system} is on no page"
        return title.cards[names.index(system)]

    def press(self, button: Any) -> None:
        """Click a widget."""
        assert button.visible, f"{button.text} is hidden"
        self.read_warning()
        self.click(button.rect.center)

    def button(self, label: str) -> Any:
        """The visible button of the top screen with a label."""
        return next(b for b in self.top.buttons if b.text == label and b.visible)

    def key(self, name: str, mod: int = 0) -> None:
        """Strike a key after a frame: a letter, a digit, or one of ``KEYS``."""
        self.read_warning()
        self.pass_by(0)
        code = KEYS.get(name) or pygame.key.key_code(name if name != "?" else "/")
        text = name if len(name) == 1 else ""
        if mod & pygame.KMOD_SHIFT and text.isdigit():
            text = ")!@#$%^&*("[int(text)]
        place = PLACES.get("/" if name == "?" else name, 0)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text, scancode=place))
        if text and not mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, mod=mod))
        self.pass_by()
        self.wait()

    def strike(self, event: pygame.event.Event) -> None:
        """Strike a key of another layout after a frame, with its text. A letter that is not Latin comes as text with
        Ctrl, too."""
        self.pass_by(0)
        pygame.event.post(event)
        if event.unicode.isprintable() and event.unicode and not (event.mod & pygame.KMOD_CTRL
                                                                  and event.unicode.isascii()):
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=event.unicode))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=event.key, mod=event.mod))
        self.pass_by()
        self.wait()

    def end_phase(self) -> None:
        """End the phase by its key; if a warning appears first, read it and strike the key again."""
        self.key("space")
        if self.game.end_phase_warning.text:
            self.key("space")

    def left(self, again: Message) -> tuple[StillToDo, ...]:
        """The remaining actions of the phase, all of which the card lists, and the press that then ends the phase.

        :param again: ``KEY_AGAIN`` or ``CLICK_AGAIN``.
        """
        told, label = self.game.end_phase_warning.text, self.game.end_phase_warning.label
        assert isinstance(label, Message)
        assert again.template == label.template
        found = self.game.end_phase_warning.left_undone(self.game.match.state)
        assert all(str(each.text).casefold() in str(told).casefold() for each in found)
        return found

    @property
    def in_one_go(self) -> tuple[str, list[Any]]:
        """The first action of V, in notation, or ``roll`` for a pending roll, and the numbers and names on its
        button."""
        game = self.game
        remaining = capability(game.rules, BatchActions).autoplay_step(game.match.state)
        assert remaining is not None
        words, action = remaining
        assert str(words) == game.quick_play.label
        return "roll" if action is None else action.notation, list(values_in(words))

    @property
    def command(self) -> str:
        """The main button's action, in notation, or ``roll``; its label must be the action's."""
        prompt = self.game.situation.prompt
        assert self.screen.widgets.main.text.startswith(str(prompt.main_label))
        assert prompt.main_label
        return "roll" if prompt.mode == "roll" else prompt.main.notation if prompt.main is not None else ""

    def told(self, kind: type[Happened]) -> list[Happened]:
        """The events of a kind whose sentences are in the log."""
        printed = {str(entry.text) for entry in self.game.game_log.log.entries}
        return [event for ply in self.game.match.plies for event in ply.events
                if isinstance(event, kind) and str(event.text) in printed]

    def click_place(self, place: str) -> None:
        self.click(self.game.view.point_of(place))

    def click_unit(self, unit: str) -> None:
        """Click a counter; if others hide it, after the stack fans out."""
        place = self.game.situation.counters[unit].place
        assert place is not None
        self.point(self.game.view.point_of(place))
        self.rest()
        self.click(self.spot(unit))

    def rest(self) -> None:
        """Leave the pointer in place until the stack beneath it fans out."""
        self.pass_by(0.2)
        self.pass_by(0.2)
        self.wait(0.2)

    def spot(self, unit: str) -> tuple[int, int]:
        """A pixel on which a counter is visible, the nearest to the middle of its place."""
        view = self.game.view
        place = self.game.situation.counters[unit].place
        assert place is not None
        x, y = view.point_of(place)
        near, box = [(x + dx, y + dy) for dx, dy in NEAR], view.stacks.boxes(0).get(unit, pygame.Rect(0, 0, 0, 0))
        return next(at for at in chain(filter(box.collidepoint, near), near) if view.unit_at(at) == unit)

    @property
    def to_act(self) -> str | None:
        return self.game.match.to_act

    @property
    def rolling(self) -> bool:
        return self.to_act == CHANCE

    def close(self) -> None:
        self.app.close()


def _goes_on(game: GameInPlay) -> bool:
    """Whether an animation is playing, or the result is not shown yet."""
    over = game.flow.seat is None and not game.main_button.result_shown
    return game.stage.busy or game.stage.roll_is_fresh or game.following_units.waiting or over


def font_of(button: UIButton) -> IGUIFontInterface:
    """The font of a button's label."""
    assert button.font is not None
    return button.font


def run_out(hand: Hand) -> None:
    """Let a run play until it is over or waits for a player."""
    for _ in range(300):
        hand.pass_by(0.1)
        quick_play = hand.game.quick_play
        if not hand.game.stage.busy and (not quick_play.running or quick_play.waits):
            hand.app.show()
            return
    raise AssertionError("the run never ended")


def commit_largest(hand: Hand) -> None:
    """Declare the attack that names most units; its die is then pending."""
    game = hand.game
    game.play(max(game.rules.candidates(game.match.state), key=lambda action: len(action.notation)))
    hand.settle()
    assert hand.rolling


def to_result(hand: Hand) -> Victory:
    """Press Space until the game is over and its result is shown."""
    for _ in range(12):
        if isinstance(hand.top, Victory):
            break
        if isinstance(hand.top, HandOver):
            hand.take_over()
        hand.key("space")
        hand.settle()
    return hand.on(Victory)
