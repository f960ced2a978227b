"""An open battle begins: aggression, terrain, its modification (1, 3, 14.2). Each phase is one class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from game.board.plane import PlaneBoard, Terrain
from game.core.action import Action
from game.core.chance import D6, DiceGroup, Roll
from game.core.decision import Answer, Done
from game.core.event import Noted, Rolled
from game.core.message import Message, say
from game.core.verdict import Reason
from game.rules.renaissance.engine import terrain
from game.rules.renaissance.engine.actions import (
    END,
    Centre,
    Draw,
    End,
    Lay,
    Lift,
    MoveToCentre,
    Rotate,
    Shift,
    Shore,
    Size,
    Table,
)
from game.rules.renaissance.engine.bound import began
from game.rules.renaissance.engine.camp_setup import ChooseFollowers
from game.rules.renaissance.engine.deployment import BeforeBattle, OpeningRoll
from game.rules.renaissance.engine.edges import EdgeChoice, EdgeRoll
from game.rules.renaissance.engine.state import SEATS, SIDES, State
from game.rules.renaissance.engine.tables import DISTANCES
from game.rules.renaissance.engine.words import TERRAIN_NAMES, refuse, rule

FOUR_BY_FOUR = Size(DISTANCES.new_piece, DISTANCES.new_piece)


class AggressionRoll(OpeningRoll):
    """Both sides roll and add their aggression; the lower is the defender (14.2.1)."""

    name = "aggression"
    rule = rule("14.2.1")

    def roll(self, state: State) -> Roll:
        red, blue = (army.aggression for army in state.armies)
        counts = {"red": 0, "blue": 0, "tie": 0}
        for one in D6.faces:
            for other in D6.faces:
                a, b = one + red, other + blue
                counts["tie" if a == b else "red" if a < b else "blue"] += 1
        groups = tuple(DiceGroup(SIDES[n], (n,), SEATS[n]) for n in (0, 1))
        return Roll((D6, D6), say("Aggression"), self.rule,
                    {key: Fraction(count, 36) for key, count in counts.items()}, None, groups)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        scores = [face + army.aggression for face, army in zip(faces, state.armies, strict=True)]
        roll = self.roll(state)
        if scores[0] == scores[1]:
            told = say("{red} each: roll again", red=scores[0])
            return state, (Rolled(self.rule, roll.dice, faces, "tie", told, roll.title, groups=roll.groups),)
        defender = 0 if scores[0] < scores[1] else 1
        told = say("{red} to {blue}: {side} defends", red=scores[0], blue=scores[1], side=SIDES[defender])
        event = Rolled(self.rule, roll.dice, faces, SEATS[defender], told, roll.title, groups=roll.groups)
        state = replace(terrain.with_pieces(state, ()), phase="terrain", defender=defender, seat=defender)
        return state, (event, began(state))


class LayTerrain(BeforeBattle):
    """The defender lays the terrain by the rules of its home topography (1, 14.2.2)."""

    tables: Mapping[str, PlaneBoard]
    """The ready-made tables, by name."""
    name = "terrain"
    rule = rule("14.2.2")
    complete = False

    def question(self, state: State) -> Message:
        return say("Lay the terrain, or take a ready-made table")

    def answers(self, state: State) -> Iterator[Answer]:
        pieces = state.pieces or ()
        if terrain.why_unfinished(state, pieces) is None:
            yield Answer(END, label=say("Accept terrain"), leads=True)
        name = terrain.topography(state)
        for way in range(8):
            label = say("Ready-made table {number}", number=way + 1) if way < 4 else ""
            yield Answer(Table(name, way), label=label, leads=not pieces and not way)
        for kind in terrain.allowed(name):
            if kind in terrain.AREAS and kind != "waterway" and terrain.why_no_kind(state, kind, pieces) is None:
                action = next(terrain.proposals(state, kind), None)
                if action is not None:
                    yield Answer(action, label=say("Lay {kind}", kind=TERRAIN_NAMES[kind]))
        for number, piece in enumerate(pieces, 1):
            yield Answer(Lift(number), label=say("Take away piece {number}: {kind}", number=number,
                                                 kind=TERRAIN_NAMES[piece.kind]))

    def why_not(self, state: State, action: Action) -> Reason | None:
        pieces = state.pieces or ()
        match action:
            case End():
                return terrain.why_unfinished(state, pieces)
            case Table(name, _):
                if name != terrain.topography(state):
                    return refuse("1", say("The table must be of the defender's topography: {name}",
                                           name=terrain.topography(state)))
                return None
            case Lay() | Draw() | Shore():
                piece = terrain.piece_of(state, action)
                if isinstance(action, Lay) and (action.kind not in terrain.AREAS or action.kind == "waterway"):
                    return refuse("14.2.3", say("It is not area terrain"))
                return (terrain.why_no_kind(state, piece.kind, pieces)
                        or terrain.why_not_there(state, piece, pieces))
            case Lift(number):
                return None if 1 <= number <= len(pieces) else refuse("14.2.2", say("There is no such piece"))
        return refuse("14.2.2", self.question(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        pieces = state.pieces or ()
        match action:
            case Table(name, way):
                return terrain.with_pieces(state, terrain.variants(self.tables[name], way)), ()
            case Lay() | Draw() | Shore():
                return terrain.with_pieces(state, (*pieces, terrain.piece_of(state, action))), ()
            case Lift(number):
                return terrain.with_pieces(state, (*pieces[:number - 1], *pieces[number:])), ()
        areas = tuple(n for n, piece in enumerate(pieces) if piece.kind not in terrain.LINES)
        state = replace(state, phase="modification", seat=1 - state.defender, shifting=areas)
        if not terrain.bad_going_at_centre(state, pieces):
            state = state.pushed(CentreRoll())
        return on(state)


def on(state: State) -> Done[State]:
    """The next roll of the modification, or the phase after it."""
    if state.stack:
        return state, ()
    if state.shifting:
        return state.pushed(ShiftRoll(state.shifting[0])), ()
    state = replace(state, phase="edges", seat=state.defender)
    return state, (began(state),)


class CentreRoll(OpeningRoll):
    """Whether bad going comes to the centre (3.1)."""

    name = "modification"
    rule = rule("3.1")

    def roll(self, state: State) -> Roll:
        return Roll((D6,), say("Bad going at the centre"), self.rule,
                    {"yes": Fraction(1, 3), "no": Fraction(2, 3)}, state.side)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        comes = faces[0] <= 2
        told = say("bad going comes to the centre") if comes else say("the centre stays as it is")
        event = Rolled(self.rule, (D6,), faces, "yes" if comes else "no", told, say("Bad going at the centre"))
        state = state.popped()
        if comes and next(iter(CentrePiece().answers(state)), None) is not None:
            return state.pushed(CentrePiece()), (event,)
        state, more = on(state)
        return state, (event, *more)


class CentrePiece(BeforeBattle):
    """The attacker brings bad going to the centre (3.1)."""

    name = "modification"
    rule = rule("3.1")
    complete = False

    def question(self, state: State) -> Message:
        return say("Bring bad going to the centre")

    def answers(self, state: State) -> Iterator[Answer]:
        first = True
        for number, piece in enumerate(state.pieces or (), 1):
            action = MoveToCentre(number)
            if terrain.difficult(piece.kind) and self.why_not(state, action) is None:
                yield Answer(action, label=say("Move piece {number}: {kind}", number=number,
                                               kind=TERRAIN_NAMES[piece.kind]), leads=first)
                first = False
        for kind in terrain.allowed(terrain.topography(state)):
            new = Centre(kind, FOUR_BY_FOUR)
            if self.why_not(state, new) is None:
                yield Answer(new, label=say("New piece: {kind}", kind=TERRAIN_NAMES[kind]), leads=first)
                first = False

    def why_not(self, state: State, action: Action) -> Reason | None:
        pieces = state.pieces or ()
        match action:
            case Centre(kind, size):
                if kind not in terrain.allowed(terrain.topography(state)) or not _bad(kind):
                    return refuse("3.1", say("It must be bad going of the defender's topography"))
                if max(size) > DISTANCES.new_piece:
                    return refuse("3.1", say("A new piece is at most 4 by 4 MU"))
                return terrain.why_not_there(state, terrain.piece_of(state, action), pieces)
            case MoveToCentre(number):
                if not 1 <= number <= len(pieces) or not _bad(pieces[number - 1].kind):
                    return refuse("3.1", say("It must be a piece of bad going"))
                rest = (*pieces[:number - 1], *pieces[number:])
                return terrain.why_not_there(state, _centred(state, number), rest)
        return refuse("3.1", self.question(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        pieces = list(state.pieces or ())
        state = state.popped()
        if isinstance(action, MoveToCentre):
            pieces[action.piece - 1] = _centred(state, action.piece)
            state = terrain.with_pieces(state, pieces)
        elif isinstance(action, Centre):
            pieces.append(terrain.piece_of(state, action))
            state = terrain.with_pieces(replace(state, shifting=(*state.shifting, len(pieces) - 1)), pieces)
        state, more = on(state)
        return state, (Noted(self.rule, say("Bad going comes to the centre")), *more)


def _bad(kind: str) -> bool:
    return terrain.difficult(kind) and kind not in ("river", "waterway")


def _centred(state: State, number: int) -> Terrain:
    piece = (state.pieces or ())[number - 1]
    wide, high = state.ground.board.size
    x, y = terrain.middle_of(piece.points)
    return terrain.shifted(piece, (wide // 2 - x, high // 2 - y))


class ShiftRoll(OpeningRoll):
    """Whether a piece of terrain is changed (3.2)."""

    piece: int
    name = "modification"
    rule = rule("3.2")

    def _title(self, state: State) -> Message:
        kind = (state.pieces or ())[self.piece].kind
        return say("Shift {kind}, piece {number}?", kind=TERRAIN_NAMES[kind],
                   number=self.piece + 1)

    def roll(self, state: State) -> Roll:
        return Roll((D6,), self._title(state), self.rule, {"yes": Fraction(1, 3), "no": Fraction(2, 3)}, state.side)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        changes = faces[0] <= 2
        told = say("it is shifted or turned") if changes else say("it stays")
        event = Rolled(self.rule, (D6,), faces, "yes" if changes else "no", told, self._title(state))
        state = replace(state.popped(), shifting=state.shifting[1:])
        if changes:
            return state.pushed(ShiftPiece(self.piece)), (event,)
        state, more = on(state)
        return state, (event, *more)


class ShiftPiece(BeforeBattle):
    """The attacker shifts a piece 4 MU or turns it by 45 degrees; one that does not fit is not carried out (3.2)."""

    piece: int
    name = "modification"
    rule = rule("3.2")
    complete = False

    def question(self, state: State) -> Message:
        kind = (state.pieces or ())[self.piece].kind
        return say("Shift piece {number}, {kind}, by 4 MU, or turn it", number=self.piece + 1,
                   kind=TERRAIN_NAMES[kind])

    def answers(self, state: State) -> Iterator[Answer]:
        number = self.piece + 1
        compass = (say("north"), say("north-east"), say("east"), say("south-east"), say("south"), say("south-west"),
                   say("west"), say("north-west"))
        for n, name in enumerate(compass):
            yield Answer(Shift(number, 45 * n), label=say("Shift to the {direction}", direction=name), leads=not n)
        yield Answer(Rotate(number, "left"), label=say("Turn to the left"))
        yield Answer(Rotate(number, "right"), label=say("Turn to the right"))

    def why_not(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, Shift | Rotate) and action.piece == self.piece + 1:
            return None
        return refuse("3.2", self.question(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        pieces = list(state.pieces or ())
        old = pieces[self.piece]
        if isinstance(action, Shift):
            new = terrain.shifted(old, terrain.towards(action.towards, DISTANCES.shift))
        else:
            assert isinstance(action, Rotate)
            new = terrain.rotated(old, DISTANCES.turn if action.side == "right" else -DISTANCES.turn)
        rest = (*pieces[:self.piece], *pieces[self.piece + 1:])
        state = state.popped()
        fits = terrain.why_not_there(state, new, rest) is None
        if fits:
            pieces[self.piece] = new
            state = terrain.with_pieces(state, pieces)
        text = say("Piece {number} is changed", number=self.piece + 1) if fits else say(
            "Piece {number} stays: the change does not fit", number=self.piece + 1)
        state, more = on(state)
        return state, (Noted(self.rule, text), *more)


Opening = ChooseFollowers | CentreRoll | CentrePiece | ShiftRoll | ShiftPiece | EdgeRoll | EdgeChoice
"""The decisions that wait before an open battle."""
