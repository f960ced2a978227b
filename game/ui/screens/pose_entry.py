"""A sheet on which a player types where what is in hand goes, on a table without a grid."""

from __future__ import annotations

import re
from fractions import Fraction

import pygame

from game.core.message import Message, MessageError, Text, say, told
from game.core.pose import DEGREE, TURN, Pose
from game.core.theme import Theme
from game.i18n.words import said
from game.ui.app.panel import EntrySheet
from game.ui.app.screen import Host
from game.ui.kit.gui import text_entry
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import FAINT
from game.ui.play.hand import Hand
from game.ui.play.pointing import Pointing

LONGEST = 40
"""Characters of a pose, at most."""
CHARACTERS = list("0123456789.,;- ")
"""What may be typed."""


class BadPose(MessageError, ValueError):
    """What was typed is no pose; says why."""


def pose_words(pose: Pose, measure: int) -> str:
    """A pose as it is typed: from the left and from the top, in measures, and its facing in degrees."""
    return ", ".join(f"{float(value):g}" for value in (
        Fraction(pose.x, measure), Fraction(pose.y, measure), Fraction(pose.angle, DEGREE)))


def read(text: str, measure: int, name: Text) -> Pose:
    """The pose of three numbers, decimals allowed, rounded to whole units.

    :param name: what people call several measures.
    :raises BadPose: for anything else.
    """
    words = re.split(r"[\s,;]+", text.strip())
    if len(words) != 3 or not all(re.fullmatch(r"-?\d{1,4}(\.\d{1,4})?", word, re.ASCII) for word in words):
        raise BadPose(_asked(name))
    x, y, angle = (round(Fraction(word) * unit) for word, unit in zip(words, (measure, measure, DEGREE), strict=True))
    return Pose(x, y, angle % TURN)


def _asked(name: Text) -> Message:
    return say("Type three numbers: {name} from the left, {name} from the top, degrees clockwise from the top",
               name=name)


class PoseEntry(EntrySheet):
    """Three numbers for the first base in hand. It is then held there, and a key or a click puts it down."""

    title = say("Place and facing")
    size = (760, 330)
    least = (680, 330)
    below = 116
    keyboard = "name"

    def __init__(self, app: Host, theme: Theme, hand: Hand, pointing: Pointing) -> None:
        super().__init__(app)
        self._theme, self._hand, self._pointing = theme, hand, pointing
        self.text = pose_words(hand.at, theme.measure) if hand.at is not None else ""

    def fill(self) -> None:
        body = self.body
        box = pygame.Rect(body.x, body.y + self.px(62), body.width, self.px(50))
        self.entry = text_entry(box, self.manager, LONGEST, text=self.text)
        self.entry.set_allowed_characters(CHARACTERS)
        self.entry.focus()
        self.entry.select_range = [0, len(self.text)]
        self.lay_buttons(say("Hold it there"))

    def paint(self, target: pygame.Surface) -> None:
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        pen.flow([TextRun(_asked(self._theme.measure_name), "text", 19, FAINT)])
        self.print_below(pen, self.fault)

    def accept(self) -> None:
        """Hold what is in hand at the pose that was typed."""
        try:
            pose = read(self.entry.get_text(), self._theme.measure, self._theme.measure_name)
        except BadPose as error:
            self.fault = said(told(error))
            return
        self.app.pop()
        self._hand.go_to(pose)
        self._pointing.keyboard = True
