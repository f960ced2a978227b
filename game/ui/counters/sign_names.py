"""What the marks on counters mean, in words: for tooltips and for the roster."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.message import Message, Text, say
from game.core.theme import Theme

SIGN_NAMES: dict[str, Message] = {
    "moved": say("has moved"),
    "begun": say("has moved, and may go on"),
    "must-attack": say("must attack"),
    "must-be-attacked": say("must be attacked"),
    "attacked": say("has attacked"),
    "attacking": say("its attack is announced"),
    "waiting": say("not on the map yet"),
    "fired": say("has fired"),
    "demoralized": say("demoralized"),
    "reduced": say("reduced: has lost a step"),
    "aboard": say("aboard ship"),
    "activated": say("activated"),
    "activated-once": say("activated once"),
    "activated-twice": say("activated twice"),
    "ordered-move": say("order: move and attack"),
    "ordered-reform": say("order: reform"),
    "ordered-wall": say("order: form the shield wall"),
    "ordered-leave": say("order: leave the shield wall"),
    "ordered-offensive": say("order: general offensive"),
    "ordered-hold": say("order: hold"),
    "ordered-fire": say("order: fire"),
    "ordered-melee": say("order: melee"),
    "ordered-entrench": say("order: entrench"),
    "ordered-rally": say("order: rally"),
    "ordered-resupply": say("order: resupply"),
    "walled": say("in the shield wall"),
    "engaged": say("engaged in melee"),
    "retreated": say("has retreated"),
    "low-ammo": say("low on ammunition"),
    "machine-gun": say("has a machine gun"),
    "jammed": say("its machine gun is out of order"),
}
"""What a mark means, if the theme of a system does not name it in the words of its rules."""


def sign_name(mark: str, theme: Theme) -> Message:
    """What a mark means in a system."""
    return theme.marks.get(mark) or SIGN_NAMES[mark]


def sign_names(marks: Iterable[str], theme: Theme) -> tuple[Text, ...]:
    """What marks mean in a system, each once."""
    return tuple(dict.fromkeys(sign_name(mark, theme) for mark in marks))
