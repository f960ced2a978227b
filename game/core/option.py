"""Options: optional rules, and choices among alternatives such as armies from a list. Their text form is used in record
headers, positions, the command line and the referee: ``NAME`` for a switch that is on, ``NAME=CHOICE`` for a choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core.message import Message, Text, say
from game.core.verdict import RuleRef


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the alternatives of an option."""

    name: str
    """Its name in text forms (``CHOICE``)."""
    title: Text
    summary: Text = ""
    """What it changes, in one sentence; empty if there is nothing to say."""


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option: a switch, off by default; or, with alternatives, a choice of exactly one of them.

    Defaults are not written in the text form, so that an option added later changes no older game.
    """

    name: str
    """Its name in text forms (``NAME``)."""
    title: Message
    rule: RuleRef
    summary: Text = ""
    """What it changes, in one sentence; empty if there is nothing to say."""
    alternatives: tuple[Alternative, ...] = ()
    """Two or more mutually exclusive alternatives, the default first; empty: a switch."""
    needs: str = ""
    """The text of an option listed before it, without which it has no meaning, e.g. ``army-red=gothic``."""
    seat: str | None = None
    """The seat that chooses, if it is one side's choice."""
    in_positions: bool = False
    """Whether positions contain the chosen content; a position may then have an alternative that is not listed here."""
    turns: int | None = None
    """The length of the game in turns with the switch on; None: as without it."""
    broken: tuple[Alternative, ...] = ()
    """Alternatives that cannot be chosen, such as faulty files of players; their summaries say why."""

    @property
    def default(self) -> str:
        """The default alternative; empty for a switch."""
        return self.alternatives[0].name if self.alternatives else ""

    def chosen(self, options: Iterable[str]) -> str:
        """The alternative in force under some options; for a switch its name if it is on, otherwise empty."""
        for text in options:
            name, _, choice = text.partition("=")
            if name == self.name:
                return choice or name
        return self.default

    def text(self, choice: str) -> str:
        """The text form of an alternative."""
        return f"{self.name}={choice}"


def texts(infos: Iterable[OptionInfo]) -> tuple[str, ...]:
    """Every text that turns on a switch or chooses a non-default alternative."""
    return tuple(text for info in infos for text in (
        [info.text(each.name) for each in info.alternatives if each.name != info.default] or [info.name]))


def need_known(options: Iterable[str], infos: Iterable[OptionInfo]) -> None:
    """Check that a system has the options asked for.

    :raises KeyError: for an option, or a choice, that it does not have.
    """
    known = texts(infos)
    for text in options:
        if text not in known:
            raise KeyError(f"no option {text!r}; the options are {', '.join(known) or 'none'}")


def distinct(options: Sequence[str]) -> bool:
    """Whether no option occurs twice."""
    names = [text.partition("=")[0] for text in options]
    return len(names) == len(set(names))


def in_force(options: Iterable[str], infos: Iterable[OptionInfo], text: str) -> bool:
    """Whether a switch is on or an alternative is chosen, including by default."""
    name, _, choice = text.partition("=")
    choice_in_force = next(info.chosen(options) for info in infos if info.name == name)
    return choice_in_force == (choice or name)


def meaningful(options: Sequence[str], infos: Sequence[OptionInfo]) -> tuple[OptionInfo, ...]:
    """The options that have a meaning with those chosen: whatever they need is in force, and has a meaning itself."""
    with_meaning: list[OptionInfo] = []
    for info in infos:
        if not info.needs or (info.needs.partition("=")[0] in {other.name for other in with_meaning}
                              and in_force(options, infos, info.needs)):
            with_meaning.append(info)
    return tuple(with_meaning)


def title_of(text: str, infos: Iterable[OptionInfo]) -> Text:
    """The title of an option's text for display; the text itself if there is no such option."""
    name, _, choice = text.partition("=")
    info = next((info for info in infos if info.name == name), None)
    if info is None:
        return text
    if not choice:
        return info.title
    alternative = next((each.title for each in info.alternatives if each.name == choice), choice)
    return say("{option}: {choice}", option=info.title, choice=alternative)
