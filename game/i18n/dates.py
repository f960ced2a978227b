"""Dates and times in the user's language, in the local time of this computer."""

from __future__ import annotations

from datetime import datetime

from game.core.message import Message, say

MONTHS = (
    say("January"), say("February"), say("March"), say("April"), say("May"), say("June"), say("July"), say("August"),
    say("September"), say("October"), say("November"), say("December"),
)
"""The months, January first."""
SHORT_MONTHS = (
    say("Jan"), say("Feb"), say("Mar"), say("Apr"), say("May"), say("Jun"), say("Jul"), say("Aug"), say("Sep"),
    say("Oct"), say("Nov"), say("Dec"),
)
"""The abbreviated months."""


def date_of(when: datetime) -> Message:
    """Day, month, year and time."""
    local = when.astimezone()
    return say("{day} {month} {year}, {time}", day=local.day, month=MONTHS[local.month - 1], year=local.year,
               time=f"{local:%H:%M}")


def short_date(when: datetime) -> Message:
    """Day, abbreviated month and time, for lists."""
    local = when.astimezone()
    return say("{day} {month}, {time}", day=f"{local:%d}", month=SHORT_MONTHS[local.month - 1], time=f"{local:%H:%M}")
