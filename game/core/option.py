"""Optional rules, and choices among several things, such as armies from a list. Their text form stands in headers of
records, positions, the command line and the referee: ``NAME`` for a switch that is on, ``NAME=CHOICE`` for a choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core.message import Message, Text, say
from game.core.verdict import RuleRef


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the things an option lets choose from."""

    name: str
    title: Text
    summary: Text = ""


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option: a switch, off where it is not named; or, with alternatives, a choice of exactly one of them.

    What is left as usual is not named, so that an option added later changes no older game.
    """

    name: str
    title: Message
    rule: RuleRef
    summary: Text = ""
    alternatives: tuple[Alternative, ...] = ()
    """Two or more, each excluding the others; none: a switch."""
    usual: str = ""
    """The alternative that holds where none is named; the first where left out."""
    needs: str = ""
    """The text of an option listed before it, without which it means nothing, e.g. ``army-red=gothic``."""
    seat: str | None = None
    """Whose choice it is, where it is one side's."""
    carried: bool = False
    """Whether a position contains what is chosen; with a position it may be an alternative that is not listed here."""
    turns: int | None = None
    """Turns that the game lasts with a switch on; None: as many as without."""
    broken: tuple[Alternative, ...] = ()
    """Alternatives that cannot be chosen, such as faulty files of players; their summaries say why."""

    @property
    def default(self) -> str:
        """The alternative that holds where none is named; empty for a switch."""
        return self.usual or (self.alternatives[0].name if self.alternatives else "")

    def chosen(self, options: Iterable[str]) -> str:
        """The alternative in force under some options; of a switch its name where it is on, else nothing."""
        for text in options:
            name, _, choice = text.partition("=")
            if name == self.name:
                return choice or name
        return self.default

    def text(self, choice: str) -> str:
        """The text form of an alternative."""
        return f"{self.name}={choice}"


def texts(infos: Iterable[OptionInfo]) -> tuple[str, ...]:
    """Every text that turns a switch on or makes a choice other than the usual one."""
    return tuple(text for info in infos for text in (
        [info.text(each.name) for each in info.alternatives if each.name != info.default] or [info.name]))


def distinct(options: Sequence[str]) -> bool:
    """Whether no option is named twice."""
    names = [text.partition("=")[0] for text in options]
    return len(names) == len(set(names))


def in_force(options: Iterable[str], infos: Iterable[OptionInfo], text: str) -> bool:
    """Whether a switch is on or an alternative holds, also where it holds because none is named."""
    name, _, choice = text.partition("=")
    chosen = next(info.chosen(options) for info in infos if info.name == name)
    return chosen == (choice or name)


def meaningful(options: Sequence[str], infos: Sequence[OptionInfo]) -> tuple[OptionInfo, ...]:
    """The options that mean something beside those chosen: what they need is in force, and what that needs."""
    found: list[OptionInfo] = []
    for info in infos:
        if not info.needs or (info.needs.partition("=")[0] in {other.name for other in found}
                              and in_force(options, infos, info.needs)):
            found.append(info)
    return tuple(found)


def title_of(text: str, infos: Iterable[OptionInfo]) -> Text:
    """What people read of an option's text; the text itself where no option has that name."""
    name, _, choice = text.partition("=")
    info = next((info for info in infos if info.name == name), None)
    if info is None:
        return text
    if not choice:
        return info.title
    alternative = next((each.title for each in info.alternatives if each.name == choice), choice)
    return say("{option}: {choice}", option=info.title, choice=alternative)
