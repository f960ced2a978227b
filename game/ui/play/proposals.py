"""What picked units can do, with its chances, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from game.core.action import Action
from game.core.bulk import Combined
from game.core.contract import Rules
from game.core.message import Text, say
from game.core.preview import Preview
from game.core.verdict import Illegal, Legal, Reason, Verdict
from game.ui.board import places
from game.ui.play.runs import Chains, Run, Together
from game.words import said

LISTED = 6
"""Things a unit may do that are offered as buttons; where there are more, the place is clicked first."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something clicked or pointed at is not possible."""

    place: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something the picked units can do: whether it may be done and what it leads to."""

    action: Action
    verdict: Verdict
    preview: Preview | None
    words: Text = ""
    """What the prompt calls it; empty where the action's own word will do."""
    deed: Text = ""
    """What is done, without where and with what chance, e.g. ``Fires with Prim``."""
    title: str = ""
    """The place it is done at, if there is one."""
    hope: Text = ""
    """What its side hopes for, where it leads to a throw, e.g. ``hit``."""
    share: Fraction = Fraction(0)
    """The chance of that."""
    heading: Text = ""
    """What it stands under in a list in which all do the same at different places."""
    then: tuple[Action, ...] = ()
    """What is done after it without another input."""
    alike: bool = False
    """Whether all others who must decide the same do it too."""
    cost: Text = ""
    """What it uses up, as a sentence."""

    @property
    def label(self) -> str:
        """The words on its button."""
        if self.words:
            return said(self.words)
        word = self.action.notation.split()[0].replace("-", " ")
        return word[0].upper() + word[1:]

    @property
    def short(self) -> str:
        """The words on its button where the card says at which place."""
        return said(self.deed) + _tail(self.hope, self.share) if self.deed else said(self.words)

    @property
    def reason(self) -> str:
        return said(self.verdict.reasons[0].told) if isinstance(self.verdict, Illegal) else ""

    @property
    def actions(self) -> tuple[Action, ...]:
        return (self.action, *self.then)

    @property
    def place(self) -> str | None:
        """Where it is done, if it is done at a place."""
        return place_of(self.actions[-1])

    def run(self, rules: Rules[Any], state: Any) -> Run | None:
        """The run of actions it stands for; None where it is just its action."""
        seat = rules.actor(state, self.action)
        if seat is None or not (self.then or self.alike):
            return None
        if self.alike:
            return Together(rules, seat, self.action)
        return Chains(rules, seat, [self.actions], quick=False)


def place_of(action: Action) -> str | None:
    """The place at which an action is done or ends, as it names it itself; None where it names none."""
    path = getattr(action, "path", ())
    return path[-1] if path else getattr(action, "place", None)


def combination(rules: Rules[Any], state: Any, combined: Combined, name: str) -> Proposal:
    """Several actions a click means, in words that need not name the unit again, with the chance its side hopes for."""
    first, *rest = combined.actions
    title = places.title(rules.board(state), combined.place)
    words = _unnamed(said(combined.words), name)
    preview = combined.preview
    hope, share = preview.hope(rules.actor(state, first)) if preview is not None else ("", Fraction(0))
    deed = words.replace(f" at {title}", "").replace(f" in {title}", "")
    return Proposal(first, Legal(None, first), preview, words + _tail(hope, share), deed, title, hope, share,
                    then=tuple(rest), cost=combined.cost)


def _unnamed(words: str, name: str) -> str:
    if not words.startswith(name + " "):
        return words
    rest = words[len(name) + 1 :]
    return rest[0].upper() + rest[1:]


def command(rules: Rules[Any], state: Any, action: Action, name: str) -> Proposal:
    """Something a unit may do, in words that need not name it again, with the chance its side hopes for."""
    words = _unnamed(said(rules.describe(state, action)), name)
    place, deed, title = place_of(action), words, ""
    if place is not None:
        title = places.title(rules.board(state), place)
        deed = words.replace(f" at {title}", "").replace(f" in {title}", "")
    preview = rules.preview(state, action)
    hope, share = preview.hope(rules.actor(state, action)) if preview is not None else ("", Fraction(0))
    return Proposal(action, Legal(None, action), preview, words + _tail(hope, share), deed, title, hope, share)


def _tail(hope: Text, share: Fraction) -> str:
    return f" · {said(hope)} {float(share) * 100:.0f} %" if hope else ""


def by_place(
    rules: Rules[Any], state: Any, survey: Mapping[str, Verdict], commands: Iterable[Proposal], name: str
) -> dict[str, tuple[Proposal, ...]]:
    """Everything a unit may do at each place: what leads to a throw first, the best chance before others."""
    found: dict[str, tuple[Proposal, ...]] = {}
    for place, verdict in survey.items():
        if isinstance(verdict, Legal) and verdict.action is not None:
            found[place] = (Proposal(verdict.action, verdict, rules.preview(state, verdict.action)),)
    for proposal in commands:
        there = found.get(proposal.place or "", ())
        if proposal.place is not None and proposal.actions not in (first.actions for first in there):
            found[proposal.place] = (*there, proposal)
    for place, (first, *others) in found.items():
        if not first.words and (others or first.preview is not None):
            known = (command(rules, state, first.action, name), *others)
            found[place] = tuple(sorted(known, key=lambda p: (p.preview is None, -p.share)))
    return found


def listed(
    meanings: Mapping[str, tuple[Proposal, ...]], commands: Iterable[Proposal], focus: str | None
) -> tuple[Proposal, ...]:
    """What is offered as buttons: all that a clicked place can mean; else what leads to a throw, and the rest.

    Going to a place is offered by the map. Where too much could be aimed at, only what is done at no place is listed.
    """
    if focus is not None:
        return tuple(replace(p, words=p.short) for p in meanings.get(focus, ()))
    aimed = [proposal for found in meanings.values() for proposal in found if proposal.preview is not None]
    done = [proposal.actions for proposal in aimed]
    others = [p for p in commands if p.actions not in done and not (p.then and p.preview is None)]
    if len(aimed) + len(others) <= LISTED:
        where = {proposal.place for proposal in aimed}
        if len(where) == 1:
            aimed = [replace(proposal, words=proposal.short) for proposal in aimed]
        elif len(where) == len(aimed) and len({(p.deed, p.hope) for p in aimed}) == 1 and aimed[0].hope:
            aimed = [_only_where(proposal) for proposal in aimed]
        return (*aimed, *others)
    return tuple(proposal for proposal in others if proposal.place is None)[:LISTED]


def _only_where(proposal: Proposal) -> Proposal:
    """A proposal in a list of the same at other places: its button names the place and the chance."""
    percent = f"{float(proposal.share) * 100:.0f} %"
    heading = say("{deed}: {hope} at", deed=proposal.deed, hope=proposal.hope)
    return replace(proposal, words=f"{proposal.title} · {percent}", heading=heading)
