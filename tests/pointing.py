"""A system's offers in the form that tests need."""

from __future__ import annotations

from typing import Any

from game.core.action import Action
from game.core.contract import System
from game.core.offer import Offer, Picked
from game.core.pose import read_pose
from game.core.verdict import Illegal, Reason, Verdict
from game.ui.play import choices


def pickable(system: System[Any], state: Any, seat: str | None = None) -> dict[str, tuple[str, ...]]:
    """Units that can be selected (``act``), and enemies that can be targeted (``target``)."""
    acting = seat or system.to_act(state)
    side = {counter.unit: counter.seat for counter in system.counters(state)}
    offers = system.offers(state, Picked(seat=seat))
    units = [unit for offer in offers if not offer.actions for unit in offer.units]
    return {
        "act": tuple(unit for unit in units if side[unit] == acting),
        "target": tuple(unit for unit in units if side[unit] != acting),
    }


def survey(system: System[Any], state: Any, unit: str) -> dict[str, Verdict]:
    """For every place, what a click on it means for a unit; one refusal may cover all unnamed places."""
    offers = system.offers(state, Picked((unit,)))
    barred = choices.offer_elsewhere(offers)
    found = dict.fromkeys(system.board(state).places, barred.verdict) if barred is not None else {}
    return {**found, **{place: offer.verdict for place, offer in choices.offers_by_place(offers).items()}}


def offered(system: System[Any], state: Any, *units: str, seat: str | None = None) -> list[tuple[Action, ...]]:
    """All offers for selected units, refused or not."""
    return [offer.actions for offer in system.offers(state, Picked(units, seat)) if offer.actions]


def offered_at(system: System[Any], state: Any, action: Action) -> list[tuple[Action, ...]]:
    """All offers for the units of an action; on a table without a grid, those for holding them where it ends, with the
    other poses on the way, or for typing that pose.

    :param action: one that names only units that are selected for it.
    """
    poses = [read_pose(place) for place in action.places] if system.traits.board == "plane" else []
    found = [pose for pose in poses if pose is not None]
    pose, waypoints = found[-1] if found else None, tuple(found[:-1])
    offers = [offer for exact in (False, True)
              for offer in system.offers(state, Picked(action.units, pose=pose, waypoints=waypoints, exact=exact))]
    return [offer.actions for offer in offers if offer.actions]


def combined(system: System[Any], state: Any, unit: str) -> tuple[Offer, ...]:
    """The offers of a unit that do more than one action at one input."""
    return tuple(offer for offer in system.offers(state, Picked((unit,))) if offer.follow_ups)


def why_idle(system: System[Any], state: Any, unit: str, seat: str | None = None) -> Reason:
    """The reason why a unit has nothing to do now."""
    reasons = choices.refusal_reasons(system.offers(state, Picked((unit,), seat)), unit)
    assert reasons, f"{unit} does not say why it has nothing to do"
    return reasons[0]


def refusals(system: System[Any], state: Any, unit: str) -> list[Reason]:
    """The first reason for every place that a unit may not enter."""
    return [verdict.reasons[0] for verdict in survey(system, state, unit).values() if isinstance(verdict, Illegal)]
