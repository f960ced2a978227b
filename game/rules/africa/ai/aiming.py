"""What a side aims for: the stance that suits how the battle stands, and the objectives that go with it."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.indices import Seat
from game.rules.africa.ai.campaign import Campaign
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.scripts import PLANS
from game.rules.africa.ai.worth import Aims
from game.rules.africa.setting import Setting
from game.rules.africa.units import BOTH, SPANISH

LEAVING = 0.08
"""How much likelier the objectives of another stance must be, on average, for last turn's to be left; chosen."""

FITTING = 0.04
"""What speaks for a defence where its objectives are held, and for an attack where they are not; chosen."""
GUARD = 6
"""Stacking points that a defence leaves on a post, at least."""


def stances(setting: Setting, seat: Seat) -> list[Campaign]:
    """The campaigns that a veteran takes up: those that neither wait for a dash nor send riders off."""
    return [plan for plan in PLANS[seat] if setting.scenario in plan.posts and plan.dash < 0 and not plan.raids]


def aimed(setting: Setting, plan: Campaign) -> frozenset[int]:
    """The objectives of a campaign, by their numbers: as many as are needed, its first ones."""
    goals = {setting.ground.ids[area]: k for k, area in enumerate(setting.objectives)}
    return frozenset([goals[name] for name in plan.posts[setting.scenario] if name in goals][:setting.needed])


def aims_of(setting: Setting, stance: str) -> Aims:
    """What both sides aim for when a player follows a stance, whose enemy is not known."""
    first, second = ([aimed(setting, plan) for plan in stances(setting, seat) if plan.name == stance] for seat in BOTH)
    return (first[0] if first else frozenset()), (second[0] if second else frozenset())


def suited(field: Battlefield, seat: Seat, stance: str, hold: float) -> Sequence[Campaign]:
    """The stances of a seat, the one whose objectives are likeliest to be its own first; last turn's before it, unless
    that is clearly likelier.

    :param stance: last turn's.
    :param hold: how many times clearer than usual.
    """
    chances = [chance if seat == SPANISH else 1 - chance for chance in field.standing.chances]
    goals, mine = field.setting.objectives, field.state.control if seat == SPANISH else ~field.state.control
    found = stances(field.setting, seat)
    fit = {}
    for plan in found:
        aims = aimed(field.setting, plan)
        fit[plan.name] = sum(chances[k] for k in aims) / max(len(aims), 1)
        if plan.name == stance:
            fit[plan.name] += LEAVING * hold
        if all(mine >> goals[k] & 1 for k in aims) == (plan.garrison >= GUARD):
            fit[plan.name] += FITTING
    return sorted(found, key=lambda plan: -fit[plan.name])
