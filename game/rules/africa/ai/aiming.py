"""A side's aims: the stances that suit the position, and the objectives of each stance."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.indices import Seat
from game.rules.africa.ai.campaign import Campaign
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.scripts import PLANS
from game.rules.africa.ai.worth import Aims
from game.rules.africa.setting import Setting
from game.rules.africa.units import BOTH, SPANISH

STANCE_INERTIA = 0.08
"""The mean chance of another stance's objectives must be greater by this (0 to 1) before a side changes its stance.
This and the numbers below are chosen by hand."""
FITTING_BONUS = 0.04
"""Addition to the mean chance of a defensive stance if its objectives are all held, and of an attacking one if they are
not."""
MIN_GARRISON = 6
"""A stance whose garrisons have at least so many stacking points is a defensive one."""


def stances(setting: Setting, seat: Seat) -> list[Campaign]:
    """The campaigns that a veteran may follow: those without a late dash and without raids."""
    return [plan for plan in PLANS[seat] if setting.scenario in plan.posts and plan.dash < 0 and not plan.raids]


def first_objectives(setting: Setting, plan: Campaign) -> frozenset[int]:
    """Indices of a campaign's first objectives, as many as a victory needs."""
    goals = {setting.ground.ids[area]: k for k, area in enumerate(setting.objectives)}
    return frozenset([goals[name] for name in plan.posts[setting.scenario] if name in goals][:setting.needed])


def aims_of(setting: Setting, stance: str) -> Aims:
    """Both sides' aims if one player follows a stance; the other side's aims are unknown (empty)."""
    spanish, moroccan = (
        [first_objectives(setting, plan) for plan in stances(setting, seat) if plan.name == stance] for seat in BOTH)
    return (spanish[0] if spanish else frozenset()), (moroccan[0] if moroccan else frozenset())


def suited_stances(field: Battlefield, seat: Seat, stance: str, hold: float) -> Sequence[Campaign]:
    """The stances of a seat: a preferred one first, then the one with the likeliest objectives. Last turn's stance has
    a bonus.

    :param stance: the name of last turn's stance.
    :param hold: factor on its bonus (``Personality.hold``).
    """
    chances = [chance if seat == SPANISH else 1 - chance for chance in field.standing.chances]
    goals, controlled = field.setting.objectives, field.state.control if seat == SPANISH else ~field.state.control
    plans = stances(field.setting, seat)
    scores = {}
    for plan in plans:
        aims = first_objectives(field.setting, plan)
        scores[plan.name] = sum(chances[k] for k in aims) / max(len(aims), 1)
        if plan.name == stance:
            scores[plan.name] += STANCE_INERTIA * hold
        if all(controlled >> goals[k] & 1 for k in aims) == (plan.garrison >= MIN_GARRISON):
            scores[plan.name] += FITTING_BONUS
    return sorted(plans, key=lambda plan: (field.setting.scenario not in plan.preferred, -scores[plan.name]))


def preferred_march(field: Battlefield, seat: Seat, stance: str) -> Campaign | None:
    """The stance of a seat if its own march is preferred in this battle; else None."""
    return next((plan for plan in stances(field.setting, seat)
                 if plan.name == stance and field.setting.scenario in plan.preferred), None)
