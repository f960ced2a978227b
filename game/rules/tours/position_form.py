"""The keys of a position and their kinds, and single values of it, checked."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from game.rules.tours import victory
from game.rules.tours.state import (
    SETUP,
)

Turn = Annotated[int, msgspec.Meta(ge=1, le=victory.LAST)]
Points = Annotated[int, msgspec.Meta(ge=0, le=8)]
STATUSES = ("disordered", "engaged", "moved", "fired", "attacked", "retreated", "reform-tried")
MASKS = ("disordered", "engaged", "moved", "fired", "shocked", "retreated", "tried_reform")


class UnitRow(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A piece on the map."""

    id: str
    place: str
    facing: str | None = None
    disordered: bool = False
    engaged: bool = False
    moved: bool = False
    fired: bool = False
    attacked: bool = False
    retreated: bool = False
    reform_tried: bool = False


class MovingRow(msgspec.Struct, forbid_unknown_fields=True):
    """The unit that moves now."""

    unit: str
    left: Points
    halted: bool = False
    fired: bool = False
    led: bool = False


class CombatRow(msgspec.Struct, forbid_unknown_fields=True):
    """A combat that has been announced."""

    attackers: list[str]
    defenders: list[str]


class VacatedRow(msgspec.Struct, forbid_unknown_fields=True):
    """A hex that a defender has left before shock, and its attackers."""

    place: str
    attackers: list[str]


class FrameRow(msgspec.Struct, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """Something under way; which of the keys belong to it depends on what it is."""

    kind: Literal["obeying", "reforming", "reaction", "shot", "check", "peril", "rescued", "retreats", "nerve",
                  "follow", "turning", "fight", "counter"]
    unit: str | None = None
    target: str | None = None
    contingent: str | None = None
    units: list[str] | None = None
    attackers: list[str] | None = None
    defenders: list[str] | None = None
    stood: list[str] | None = None
    vacated: list[VacatedRow] | None = None
    all_attackers: list[str] | None = None
    answers: list[str] | None = None
    places: list[str] | None = None
    cause: Literal["fire", "shock", "alone", "lost"] | None = None
    stage: str | None = None
    result: str | None = None
    natural: Annotated[int, msgspec.Meta(ge=-1, le=9)] | None = None
    previous: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    reaction: bool | None = None
    counter: bool | None = None
    entered: list[str] | None = None
    provoked: list[CombatRow] | None = None
    rolled: bool | None = None


class Document(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A position; what is left out is as in the set-up of its scenario."""

    scenario: str | None = None
    options: list[str] | None = None
    turn: Turn = 1
    phase: str = SETUP
    to_act: str | None = msgspec.field(name="to_act", default=None)
    first: str | None = None
    second: bool = False
    wall: bool = True
    units: list[UnitRow] | None = None
    orders: dict[str, str] = {}
    tried: list[str] = []
    active: list[str] = []
    acting: str | None = None
    moving: MovingRow | None = None
    leader_moved: bool = False
    leader_helped: str | None = None
    combats: list[CombatRow] = []
    resolving: bool = False
    under_way: list[FrameRow] = []
    dead: list[str] = []
    ending: str = ""
