"""What units in hand can do, as the rules offer it: where they may go, and what else."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from game.core.chance import per_cent
from game.core.message import Text
from game.core.offer import Offer
from game.core.pose import Stick
from game.core.verdict import Legal, Reason, Verdict
from game.ui.play import group_move
from game.ui.play.proposals import Proposal, by_place, proposed
from game.ui.play.situation import Situation, does


@dataclass(frozen=True)
class Choices:
    """Everything the unit in hand and those that go along can do in one state; nothing where nothing is in hand."""

    survey: Mapping[str, Verdict] = field(default_factory=dict)
    """Place -> whether they may go there."""
    otherwhere: Verdict | None = None
    """Why they may go to no place that ``survey`` does not have."""
    meanings: Mapping[str, tuple[Proposal, ...]] = field(default_factory=dict)
    """Place -> everything they may do there, the likeliest first."""
    commands: tuple[Proposal, ...] = ()
    """What they may do beside going to a place."""
    leads: Mapping[str, str] = field(default_factory=dict)
    """Place -> which of them goes there first."""
    together: tuple[Offer, ...] = ()
    """What all do who must decide what the unit in hand must."""
    company: tuple[str, ...] = ()
    """Others who can go along with them, or be left where they are."""
    holdable: bool = False
    """Whether the unit can be held anywhere over the board, to be asked what comes of it there."""

    @property
    def costs(self) -> dict[str, int | None]:
        """Place they may go to -> what going there costs."""
        return {place: verdict.cost for place, verdict in self.survey.items() if isinstance(verdict, Legal)}

    @property
    def stamps(self) -> dict[str, Text]:
        """Place -> a word for what keeps the unit out of it or awaits it there."""
        said = {place: v.note if isinstance(v, Legal) else v.reasons[0] for place, v in self.survey.items()}
        return {place: reason.sign for place, reason in said.items() if reason is not None and reason.sign}

    @property
    def hits(self) -> dict[str, str]:
        """Place they may go to -> how likely their best shot from there hits, where the rules say."""
        found = ((place, proposals[0].offer.hits) for place, proposals in self.meanings.items())
        return {place: per_cent(hits) for place, hits in found if hits is not None}

    @property
    def aims(self) -> tuple[str, ...]:
        """Places at which they may do something that leads to a roll."""
        found = self.meanings.items()
        return tuple(place for place, proposals in found if any(p.preview is not None for p in proposals))

    def cost(self, place: str | None) -> Text:
        """What they use up by what a click on a place, or letting go there, does."""
        found = self.meanings.get(place or "", ())
        return found[0].offer.cost if found else ""

    def stick_to(self, place: str | None) -> Stick | None:
        """Along what the distance to a place that they aim at is measured."""
        found = self.meanings.get(place or "", ())
        return found[0].offer.stick if found else None

    def warning(self, place: str | None) -> Reason | None:
        """What going to a place brings with it that should be known before."""
        verdict = self.survey.get(place or "")
        return verdict.note if isinstance(verdict, Legal) else None

    def places_on(self, way: str | None) -> tuple[str, ...]:
        """The places on the way to one that they may go to, that one included; none where it is no way."""
        found = self.meanings.get(way or "", ())
        return found[0].actions[-1].places if found and found[0].preview is None else ()


NOTHING = Choices()
"""Nothing is in hand."""


def in_company(offers: Sequence[Offer], staying: Collection[str]) -> list[Offer]:
    """The offers without those that take somebody along who stays, or leave somebody behind who could come along."""
    if not any(offer.along for offer in offers):
        return list(offers)
    able = [offer for offer in offers if not set(offer.along) & set(staying)]
    taken = {offer.place for offer in able if offer.along and offer.verdict}
    return [offer for offer in able if offer.along or offer.place not in taken or not marches(offer)]


def marches(offer: Offer) -> bool:
    """Whether it goes to a place and does nothing else."""
    plain = offer.angle is None and not offer.together and not offer.then and offer.sharing is None
    return plain and offer.place is not None and offer.action is not None and offer.preview is None


def choices_of(asked: Situation, units: Sequence[str], here: str | None, staying: Collection[str] = ()) -> Choices:
    """Ask the rules what some units can do.

    :param units: the one in hand first, then those that go along with it.
    :param here: where the one in hand stands.
    :param staying: those who could go along but are told to stay.
    """
    offers = asked.offers(units[0])
    company = tuple(dict.fromkeys(unit for offer in offers if offer.verdict for unit in offer.along))
    first = in_company([offer for offer in offers if not offer.poses], staying)
    ways, leads = group_move.ways(asked, units, first)
    barred = group_move.elsewhere(first)
    going = [offer for offer in ways.values()
             if offer.verdict and does(offer) and not (offer.angle is not None and offer.place == here)
             and (asked.board.knows(offer.place or "") or not offer.words)]
    others = [] if len(units) > 1 else [
        offer for offer in first if offer.verdict and does(offer) and offer not in going and not offer.together
    ]
    commands = tuple(proposed(asked, offer) for offer in others)
    return Choices(
        {place: offer.verdict for place, offer in ways.items()},
        barred.verdict if barred is not None else None,
        by_place([*(proposed(asked, offer) for offer in going), *commands]),
        commands, leads, tuple(offer for offer in first if offer.together), company,
        any(offer.poses for offer in offers),
    )
