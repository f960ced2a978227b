"""Small dialogs: messages, questions, and the banner that hands over the screen to another player."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, sin, tau

import pygame

from game.core.message import Text, plural, say
from game.i18n.words import translate
from game.ui.app.panel import MIN_SHEET, PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, TextRun, flow_height, wrap
from game.ui.kit.theme import FAINT, GOLD, GOOD, INK, LINE_INK, SHEET_MARGINS, Metrics

MAX_PARAGRAPHS = 4
"""The maximum number of paragraphs of a message that are shown."""
MAX_LETTERS = 400
"""The maximum number of characters of a paragraph that are shown."""
PRINT_SIZES = range(22, 11, -1)
"""The print sizes of a message in layout units, tried until its text fits."""
PROMPT_SIZES = range(25, 14, -1)
"""The print sizes of the banner's text in layout units, tried until it fits; else one less than the last."""
MESSAGE_SIZE = (800, 340)
"""The width and the minimum height of a message, in layout units."""
BUTTON_HEIGHT = 54
"""The height of the buttons of a message, in layout units."""
BUTTON_GAP = 14
"""The gap between the text of a message and its buttons, in layout units."""
BOTTOM_MARGIN = 28
"""The margin below the buttons of a message, in layout units."""
TAKE_OVER_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)
"""The keys by which the next player takes over, held down for ``HOLD_SECONDS``: both Enter keys."""
HOLD_SECONDS = 0.6
"""Seconds for which such a key must be held."""
RING_SEGMENTS = 60
"""The number of segments of the ring that shows how long the key has been held."""
FLASH_SECONDS = 1.5
"""Seconds for which the banner's instructions flash after another key."""
FLASH_COUNT = 3
"""The number of flashes in that time."""
AUDIENCE_SCALE = 1.5
"""The scale of a question shown to an audience, relative to all other print shown to it, if there is room. Chosen by
hand."""
CONTINUE, CANCEL = say("Continue"), say("Cancel")
"""Labels of buttons."""


class MessageSheet(PanelScreen):
    """A message with a title, a text and one button."""

    size = MESSAGE_SIZE
    min_size = MIN_SHEET
    closable = False
    key_screens = "message"
    _print_size = PRINT_SIZES[0]

    def __init__(self, app: Host, title: Text, text: Text, label: Text = CONTINUE) -> None:
        """Create a message.

        :param text: its paragraphs, separated by line feeds.
        :param label: that of the button.
        """
        super().__init__(app)
        self.title = title
        self.text = text
        self.label = label

    def build(self) -> None:
        """Lay out the sheet as high as the text needs, with smaller print if the window is too low."""
        m = self.metrics
        fixed_height = self.head_height + m.px(BUTTON_GAP + BUTTON_HEIGHT + BOTTOM_MARGIN)
        for size in PRINT_SIZES:
            self._print_size = size
            pen = Pen(pygame.Surface((1, 1)), m, 0, 0, self.body.width)  # only to measure the text
            self._write(pen)
            if fixed_height + pen.y <= m.height - SHEET_MARGINS:
                break
        width, min_height = MESSAGE_SIZE
        self.size = (width, max(min_height, round((fixed_height + pen.y) / m.scale) + 1))
        super().build()

    def fill(self) -> None:
        body = self.body
        height = self.px(BUTTON_HEIGHT)
        rect = pygame.Rect(body.right - self.px(220), body.bottom - height, self.px(220), height)
        self.button(rect, self.label, self.app.pop, "#main")

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        self._write(Pen(target, self.metrics, body.x, body.y, body.width))

    def _write(self, pen: Pen) -> None:
        """Print the text: at most ``MAX_PARAGRAPHS`` paragraphs of ``MAX_LETTERS`` characters."""
        paragraphs = [paragraph if len(paragraph) <= MAX_LETTERS else paragraph[:MAX_LETTERS] + "…"
                      for paragraph in translate(self.text).split("\n") if paragraph]
        for paragraph in paragraphs[:MAX_PARAGRAPHS]:
            pen.flow([TextRun(paragraph, "text", self._print_size)])
            pen.space(6)
        if len(paragraphs) > MAX_PARAGRAPHS:
            left_out = plural("… and {count} more", "… and {count} more", len(paragraphs) - MAX_PARAGRAPHS)
            pen.flow([TextRun(left_out, "text", self._print_size)])

    def do(self, command: str, key: str) -> bool:
        if command != "accept" or self.focused is not None:  # a key presses the button with the focus
            return super().do(command, key)
        self.app.pop()
        return True


class QuestionSheet(MessageSheet):
    """A question with two buttons, yes and no; Escape means no. With ``remote`` a presenter's remote can answer as
    well: Page Down and Space mean yes, Page Up no."""

    key_screens = "question"
    for_audience = False
    """Whether it is shown to an audience, in large print."""
    present_action: Callable[[], None] | None = None
    """Called after the remote's F5 key, which answers no; None if nothing is to be called."""

    def __init__(
        self,
        app: Host,
        title: Text,
        text: Text,
        yes: Text,
        action: Callable[[], None],
        no: Text = CANCEL,
        no_action: Callable[[], None] | None = None,
        *,
        irreversible: bool = False,
        remote: bool = False,
    ) -> None:
        """Create a question.

        :param yes: the label of the button that answers yes; ``no`` is that of the other.
        :param action: is called if the answer is yes.
        :param no_action: is called if the answer is no, if given.
        :param irreversible: whether yes cannot be undone; the main button and Enter then mean no.
        :param remote: whether a presenter's remote can answer it.
        """
        super().__init__(app, title, text, yes)
        self.irreversible = irreversible
        self.action = action
        self.no = no
        self.no_action = no_action
        if remote:
            self.key_screens = "question remote-question"

    @property
    def metrics(self) -> Metrics:
        if not self.for_audience:
            return super().metrics
        metrics = self.app.metrics.audience_metrics
        return metrics.at(AUDIENCE_SCALE * metrics.scale).fitted(MIN_SHEET)

    def fill(self) -> None:
        body = self.body
        width, height, gap = self.px(250), self.px(BUTTON_HEIGHT), self.px(16)
        top = body.bottom - height
        yes, no = (self.label, self.accept), (self.no, self.refuse)
        main, other = (no, yes) if self.irreversible else (yes, no)
        self.button(pygame.Rect(body.right - width, top, width, height), *main, "#main")
        self.button(pygame.Rect(body.right - 2 * width - gap, top, width, height), *other)

    def accept(self) -> None:
        """Answer yes."""
        self.app.pop()
        self.action()

    def refuse(self) -> None:
        """Answer no."""
        self.app.pop()
        if self.no_action is not None:
            self.no_action()

    def escape(self) -> None:
        self.refuse()

    def do(self, command: str, key: str) -> bool:
        match command:
            case "accept" if self.focused is not None:
                return False  # the focused button is pressed instead
            case "accept" if not self.irreversible:
                self.accept()
            case "accept" | "refuse":
                self.refuse()
            case "present":
                self.refuse()
                if self.present_action is not None:
                    self.present_action()
            case _:
                return super().do(command, key)
        return True


class HandOver(PanelScreen):
    """The banner shown when the screen passes to another person. It stays until the next player takes over by its
    button or by holding down Enter. Any other key or click only makes the instructions flash."""

    size = (860, 380)
    min_size = (680, 380)
    closable = False
    quit_key_works = True
    focus_by_keys = False

    def __init__(self, app: Host, side: Text, paper: str, ink: str, prompt: Text, *, covers: bool) -> None:
        """Create the banner.

        :param side: the name of the side to play.
        :param paper: the colour of the band with that name; ``ink`` is that of the print on it.
        :param prompt: the turn and the prompt that the player will see.
        :param covers: whether it hides the table.
        """
        super().__init__(app)
        self.covers = covers
        self.side, self.paper, self.ink, self.prompt = side, paper, ink, prompt
        self._held: float | None = None
        """Seconds for which Enter has been held down; None if it is up."""
        self._flash = 0.0
        """Seconds for which the instructions still flash."""

    @property
    def moving(self) -> bool:
        return self._held is not None or self.flashing

    @property
    def flashing(self) -> bool:
        """Whether the instructions are flashing."""
        return self._flash > 0

    def fill(self) -> None:
        body = self.body
        width, height = self.px(280), self.px(60)
        self.ready = self.button(
            pygame.Rect(body.centerx - width // 2, body.bottom - height - self.px(38), width, height),
            say("Ready"),
            self.app.pop,
            "#main",
        )

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        if self._held is not None:
            self._draw_ring(target, min(1.0, self._held / HOLD_SECONDS))

    def paint(self, target: pygame.Surface) -> None:
        sheet = self.sheet
        band = pygame.Rect(sheet.x + self.px(2), sheet.y + self.px(2), sheet.width - self.px(4), self.px(112))
        pygame.draw.rect(
            target, self.paper, band, border_top_left_radius=self.px(5), border_top_right_radius=self.px(5)
        )
        pen = Pen(target, self.metrics, band.x, band.y + self.px(24), band.width)
        pen.line(say("{seat} to play", seat=self.side), "title", 48, self.ink, centre=True)
        body_pen = Pen(target, self.metrics, self.body.x, band.bottom + self.px(16), self.body.width)
        size = next((size for size in PROMPT_SIZES
                     if flow_height(body_pen, [TextRun(self.prompt, "text", size)]) <= self.px(66)), PROMPT_SIZES.stop)
        for line in wrap(self.prompt, body_pen.font("text", size), body_pen.width):
            body_pen.line(line, "text", size, centre=True)
        self._print_instructions(target)

    def _print_instructions(self, target: pygame.Surface) -> None:
        """Print the instructions; while they flash, on a gold ground that blinks, or is steady with reduced motion."""
        pen = Pen(target, self.metrics, self.body.x, self.ready.rect.bottom + self.px(9), self.body.width)
        instructions = say("Click Ready, or press and hold Enter")
        if self.flashing:
            half_flashes_left = int(self._flash / FLASH_SECONDS * 2 * FLASH_COUNT)
            is_lit = self.app.settings.reduced_motion or half_flashes_left % 2 == 1
            width = pen.font("ui-bold", 20).size(instructions)[0] + self.px(32)
            background = pygame.Rect(0, pen.y - self.px(2), width, self.px(30))
            background.centerx = self.body.centerx
            if is_lit:
                pygame.draw.rect(target, GOLD, background, border_radius=self.px(5))
            pen.line(instructions, "ui-bold", 20, INK, centre=True)
        else:
            pen.space(4)
            pen.line(instructions, "ui", 18, FAINT, centre=True)

    def _draw_ring(self, target: pygame.Surface, share: float) -> None:
        """Draw how long the key has been held as a ring that fills, to the right of the button.

        :param share: the share of ``HOLD_SECONDS``, from 0 to 1.
        """
        radius = self.px(24)
        x, y = self.ready.rect.right + self.px(20) + radius, self.ready.rect.centery
        pygame.draw.circle(target, LINE_INK, (x, y), radius, self.px(7))
        middle_radius = radius - self.px(7) / 2
        angles = [tau * k / RING_SEGMENTS for k in range(round(share * RING_SEGMENTS) + 1)]
        points = [(x + middle_radius * sin(angle), y - middle_radius * cos(angle)) for angle in angles]
        if len(points) > 1:
            pygame.draw.lines(target, GOOD, False, points, self.px(7))

    def answers(self, event: pygame.event.Event) -> bool:
        return event.type == pygame.KEYDOWN or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 1)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in TAKE_OVER_KEYS:
            self._held = 0.0
        elif event.type == pygame.WINDOWFOCUSLOST or (event.type == pygame.KEYUP and event.key in TAKE_OVER_KEYS):
            if self._held is not None and event.type == pygame.KEYUP:
                self._flash = FLASH_SECONDS
            self._held = None
        elif event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._flash = FLASH_SECONDS
        return event.type in (pygame.KEYDOWN, pygame.KEYUP)

    def escape(self) -> None:
        """Do not close; only flash the instructions."""
        self._flash = FLASH_SECONDS

    def update(self, dt: float, top: bool) -> None:
        self._flash = max(0.0, self._flash - dt)
        if top and self._held is not None:
            self._flash = 0.0
            self._held += dt
            if self._held >= HOLD_SECONDS:
                self.app.pop()
                return
        super().update(dt, top)
