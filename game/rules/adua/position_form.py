"""The keys of a position and their kinds, and single values of it, checked."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from game.core.message import say
from game.core.position_form import Aside, Mark, PositionForm
from game.rules.adua import victory
from game.rules.adua.state import SETUP

Turn = Annotated[int, msgspec.Meta(ge=1, le=victory.LAST)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
STATUSES = ("disorganized", "low-ammo", "entrenched", "engaged", "moved", "entered", "repulsed", "shot", "tried")
MASKS = ("disorganized", "low", "entrenched", "engaged", "moved", "entered", "repulsed", "shot", "tried")
"""Statuses under their names in the rulebook, and where the state has them."""
TO_COME, OUT = "to-come", "out"
"""In a hex's place: who is still to come, and who has left by a pass."""

FORM = PositionForm(
    marks=(Mark("lost", say("steps lost"), 3), Mark("disorganized", say("disorganized")),
           Mark("low-ammo", say("low on ammunition")), Mark("entrenched", say("entrenched")),
           Mark("engaged", say("in melee")), Mark("moved", say("has moved")), Mark("repulsed", say("repulsed")),
           Mark("shot", say("has fired"))),
    aside=(Aside(TO_COME, say("Reinforcements")), Aside(OUT, say("Exited"))),
    passing=("declared", "attacks", "resolved", "resolving", "melees-rolled", "under-way", "ending"),
    given=("orders", "machine-guns"))


class UnitRow(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A piece that is not out of the game."""

    id: str
    place: str
    lost: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    origin: str | None = None
    disorganized: bool = False
    low_ammo: bool = False
    entrenched: bool = False
    engaged: bool = False
    moved: bool = False
    entered: bool = False
    repulsed: bool = False
    shot: bool = False
    tried: bool = False


class GunRow(msgspec.Struct, forbid_unknown_fields=True):
    """A machine gun."""

    unit: str | None = None
    status: Literal["new", "working", "jammed", "lost"] = "new"
    since: Annotated[int, msgspec.Meta(ge=0, le=victory.LAST)] = 0


class OrderRow(msgspec.Struct, forbid_unknown_fields=True):
    """An order that was given."""

    giver: str
    target: str
    order: str


class ShareRow(msgspec.Struct, forbid_unknown_fields=True):
    """Dice of a unit for a target; without a number all that are left."""

    unit: str
    target: str
    dice: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None


class PairRow(msgspec.Struct, forbid_unknown_fields=True):
    """An attack declared during movement."""

    unit: str
    target: str


class FrameRow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Something under way; which of the keys belong to it depends on what it is."""

    kind: Literal["testing", "fight", "damage", "danger", "repairing", "supplying", "trying", "bringing", "clash",
                  "loss", "retreats", "staying"]
    guns: list[Annotated[int, msgspec.Meta(ge=0, le=3)]] | None = None
    unit: str | None = None
    units: list[str] | None = None
    place: str | None = None
    points: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    seat: str | None = None


class Document(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A position; what is left out is as in the set-up of its scenario."""

    scenario: str | None = None
    options: list[str] | None = None
    turn: Turn = 1
    phase: str = SETUP
    phasing: str | None = None
    to_act: str | None = msgspec.field(name="to_act", default=None)
    units: list[UnitRow] | None = None
    machine_guns: list[GunRow] | None = None
    orders: list[OrderRow] = []
    declared: list[PairRow] = []
    attacks: list[ShareRow] = []
    resolved: list[ShareRow] = []
    resolving: bool = False
    melees_rolled: list[str] = []
    exited: Small = 0
    under_way: list[FrameRow] = []
    ending: str = ""
