"""An open battle begins: aggression, terrain, its modification (1, 3, 14.2). Each phase is one class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from game.board.plane import PlaneBoard, Terrain
from game.core.action import Action
from game.core.chance import D6, DiceGroup, Roll
from game.core.decision import Answer, Chance, Done
from game.core.event import Noted, Rolled
from game.core.message import Message, Text, say
from game.core.verdict import Reason
from game.rules.renaissance.engine import terrain, terrain_shapes
from game.rules.renaissance.engine.actions import (
    END,
    Adjust,
    Centre,
    Draw,
    End,
    Lay,
    Lift,
    MoveToCentre,
    Resize,
    Rotate,
    Shift,
    Shore,
    Size,
    Table,
)
from game.rules.renaissance.engine.bound import began
from game.rules.renaissance.engine.camp_setup import ChooseFollowers
from game.rules.renaissance.engine.deployment import BeforeBattle
from game.rules.renaissance.engine.edges import EdgeChoice, EdgeRoll
from game.rules.renaissance.engine.state import SEATS, SIDES, State
from game.rules.renaissance.engine.tables import DISTANCES
from game.rules.renaissance.engine.words import TERRAIN_NAMES, refuse, rule

FOUR_BY_FOUR = Size(DISTANCES.new_piece, DISTANCES.new_piece)


class AggressionRoll(Chance[State]):
    """Both sides roll and add their aggression; the lower is the defender (14.2.1)."""

    name = "aggression"
    rule = rule("14.2.1")

    def question(self, state: State) -> Message:
        return say("Both roll and add aggression: the lower side lays the terrain and deploys first")

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
    mode = "move"
    complete = False

    def question(self, state: State) -> Message:
        why = terrain.why_unfinished(state, state.pieces or ())
        if not state.pieces:
            return say("Lay {topography} terrain, or take a ready-made table", topography=terrain.topography(state))
        return why.text if why is not None else say("Move, turn or size the terrain, or accept it")

    def main(self, state: State) -> tuple[Action, Text]:
        if terrain.why_unfinished(state, state.pieces or ()) is None:
            return END, say("Accept terrain")
        return Table(terrain.topography(state), 0), say("Lay a ready-made table")

    def answers(self, state: State) -> Iterator[Answer]:
        pieces = state.pieces or ()
        if terrain.why_unfinished(state, pieces) is None:
            yield Answer(END)
        name = terrain.topography(state)
        tables = [terrain_shapes.variants(self.tables[name], way) for way in range(8)]
        way = tables.index(pieces) + 1 if pieces in tables else 0
        yield Answer(Table(name, way % 8), label=say("Lay ready-made table {number} of {count}", number=way % 8 + 1,
                                                     count=8))
        for kind in terrain.allowed(name):
            if terrain.why_no_kind(state, kind, pieces) is None:
                action = next(terrain.proposals(state, kind), None)
                if action is not None:
                    yield Answer(action, label=say("Lay {kind}", kind=TERRAIN_NAMES[kind]))
        for number in range(1, len(pieces) + 1):
            yield Answer(Lift(number))

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
                piece = terrain_shapes.piece_of(state, action)
                if isinstance(action, Lay) and action.kind not in terrain.AREAS:
                    return refuse("14.2.3", say("It is not area terrain"))
                return (terrain.why_no_kind(state, piece.kind, pieces)
                        or terrain.why_not_there(state, piece, pieces))
            case Adjust() | Resize() | Lift():
                if not 1 <= action.piece <= len(pieces):
                    return refuse("14.2.2", say("There is no piece {number}", number=action.piece))
                if isinstance(action, Lift):
                    return None
                if isinstance(action, Resize) and bool(action.length) != bool(
                        terrain_shapes.measures_of(pieces[action.piece - 1])[0]):
                    return refuse("14.2.3", say("A river, road or waterway has a width alone, other pieces a length"))
                rest = (*pieces[:action.piece - 1], *pieces[action.piece:])
                return terrain.why_not_there(state, changed(state, action), rest)
        return refuse("14.2.2", self.question(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        pieces = state.pieces or ()
        match action:
            case Table(name, way):
                return terrain.with_pieces(state, terrain_shapes.variants(self.tables[name], way)), ()
            case Lay() | Draw() | Shore():
                return terrain.with_pieces(state, (*pieces, terrain_shapes.piece_of(state, action))), ()
            case Adjust(number) | Resize(number):
                new = (*pieces[:number - 1], changed(state, action), *pieces[number:])
                return terrain.with_pieces(state, new), ()
            case Lift(number):
                return terrain.with_pieces(state, (*pieces[:number - 1], *pieces[number:])), ()
        areas = tuple(n for n, piece in enumerate(pieces) if piece.kind in terrain.AREAS)
        state = replace(state, phase="modification", seat=1 - state.defender, shifting=areas)
        if not terrain.bad_going_at_centre(state, pieces):
            state = state.pushed(CentreRoll())
        return on(state)


def changed(state: State, action: Adjust | Resize) -> Terrain:
    """A piece of terrain as an action of the defender moves, turns or sizes it."""
    piece = (state.pieces or ())[action.piece - 1]
    if isinstance(action, Adjust):
        return terrain_shapes.adjusted(state, piece, action.pose)
    return terrain_shapes.resized(state, piece, action.length, action.width)


def on(state: State) -> Done[State]:
    """The next roll of the modification, or the phase after it."""
    if state.stack:
        return state, ()
    if state.shifting:
        return state.pushed(ShiftRoll(state.shifting[0])), ()
    state = replace(state, phase="edges", seat=state.defender)
    return state, (began(state),)


class CentreRoll(Chance[State]):
    """Whether bad going comes to the centre (3.1)."""

    name = "modification"
    rule = rule("3.1")

    def question(self, state: State) -> Message:
        return say("The attacker rolls: on 1 or 2 bad going comes to the centre of the table")

    def roll(self, state: State) -> Roll:
        return Roll((D6,), say("Bad going at the centre"), self.rule,
                    {"yes": Fraction(1, 3), "no": Fraction(2, 3)}, state.side)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        comes = faces[0] <= 2
        state = state.popped()
        fits = next(iter(CentrePiece().answers(state)), None) is not None
        told = say("the centre stays as it is") if not comes else say("bad going comes to the centre") if fits else say(
            "bad going should come to the centre, but none fits there")
        event = Rolled(self.rule, (D6,), faces, "yes" if comes else "no", told, say("Bad going at the centre"))
        if comes and fits:
            return state.pushed(CentrePiece()), (event,)
        state, more = on(state)
        return state, (event, *more)


class CentrePiece(BeforeBattle):
    """The attacker brings bad going to the centre (3.1)."""

    name = "modification"
    rule = rule("3.1")
    complete = False
    asks = say("Bring bad going to the centre")

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
                return terrain.why_not_there(state, terrain_shapes.piece_of(state, action), pieces)
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
            pieces.append(terrain_shapes.piece_of(state, action))
            state = terrain.with_pieces(replace(state, shifting=(*state.shifting, len(pieces) - 1)), pieces)
        state, more = on(state)
        return state, (Noted(self.rule, say("Bad going comes to the centre")), *more)


def _bad(kind: str) -> bool:
    return terrain.difficult(kind) and kind not in ("river", "waterway")


def _centred(state: State, number: int) -> Terrain:
    piece = (state.pieces or ())[number - 1]
    wide, high = state.ground.board.size
    x, y = terrain_shapes.middle_of(piece.points)
    return terrain_shapes.shifted(piece, (wide // 2 - x, high // 2 - y))


class ShiftRoll(Chance[State]):
    """Whether a piece of terrain is changed (3.2)."""

    piece: int
    name = "modification"
    rule = rule("3.2")

    def _title(self, state: State) -> Message:
        kind = (state.pieces or ())[self.piece].kind
        return say("Modification of piece {number}, {kind}", number=self.piece + 1, kind=TERRAIN_NAMES[kind])

    def question(self, state: State) -> Message:
        kind = (state.pieces or ())[self.piece].kind
        return say("The attacker rolls for piece {number}, {kind}: on 1 or 2 it shifts 4 MU or turns",
                   number=self.piece + 1, kind=TERRAIN_NAMES[kind])

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
    mode = "move"
    complete = False

    def question(self, state: State) -> Message:
        kind = (state.pieces or ())[self.piece].kind
        return say("Drag piece {number}, {kind}: it shifts 4 MU; or turn it", number=self.piece + 1,
                   kind=TERRAIN_NAMES[kind])

    def answers(self, state: State) -> Iterator[Answer]:
        number = self.piece + 1
        compass = (say("north"), say("north-east"), say("east"), say("south-east"), say("south"), say("south-west"),
                   say("west"), say("north-west"))
        found: list[tuple[Shift | Rotate, Message]] = []
        for n in (0, 2, 4, 6, 1, 3, 5, 7):
            if n == 1:
                found.append((Rotate(number, "left"), say("Turn to the left")))
                found.append((Rotate(number, "right"), say("Turn to the right")))
            found.append((Shift(number, 45 * n), say("Shift to the {direction}", direction=compass[n])))
        fitting = [action for action, _ in found if self.why_stays(state, action) is None]
        for action, label in found:
            if action in fitting:
                yield Answer(action, label=label, leads=action == fitting[0])
            else:
                yield Answer(action, label="" if fitting else label, leads=not fitting and action == found[0][0])

    def why_not(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, Shift | Rotate) and action.piece == self.piece + 1:
            return None
        return refuse("3.2", self.question(state))

    def others(self, state: State) -> tuple[Terrain, ...]:
        """All pieces but this one."""
        return tuple(piece for number, piece in enumerate(state.pieces or ()) if number != self.piece)

    def why_stays(self, state: State, action: Shift | Rotate) -> Reason | None:
        """Why a change does not fit, so that the piece stays; None if it fits."""
        return terrain.why_not_there(state, shifted((state.pieces or ())[self.piece], action), self.others(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Shift | Rotate)
        pieces, fits = list(state.pieces or ()), self.why_stays(state, action) is None
        new = shifted(pieces[self.piece], action)
        state = state.popped()
        if fits:
            pieces[self.piece] = new
            state = terrain.with_pieces(state, pieces)
        text = say("Piece {number} is changed", number=self.piece + 1) if fits else say(
            "Piece {number} stays: the change does not fit", number=self.piece + 1)
        state, more = on(state)
        return state, (Noted(rule("3.2", None if fits else 6), text), *more)


def shifted(piece: Terrain, action: Shift | Rotate) -> Terrain:
    """A piece as the attacker shifts it or turns it (3.2)."""
    if isinstance(action, Shift):
        return terrain_shapes.shifted(piece, terrain_shapes.towards(action.towards, DISTANCES.shift))
    return terrain_shapes.rotated(piece, DISTANCES.turn if action.side == "right" else -DISTANCES.turn)


Opening = ChooseFollowers | CentreRoll | CentrePiece | ShiftRoll | ShiftPiece | EdgeRoll | EdgeChoice
"""The decisions that wait before an open battle."""
