"""The opening of an open battle: aggression, laying terrain, modifying it (1, 3, 14.2). Each decision is one class."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from game.board.plane import PlaneBoard
from game.board.whereabouts import COMPASS
from game.core.action import Action
from game.core.chance import D6, DiceGroup
from game.core.decision import Answer, Done, apply_steps
from game.core.event import Noted
from game.core.indices import other
from game.core.message import Message, Text, say
from game.core.verdict import Reason
from game.rules.renaissance.engine import actions, terrain, terrain_shapes
from game.rules.renaissance.engine.actions import END
from game.rules.renaissance.engine.decisions import CountedRoll, PhasingSideDecision, begin_phase
from game.rules.renaissance.engine.ground import BAD_GOING
from game.rules.renaissance.engine.state import SEAT_OF_NAME, SEATS, SIDES, RenaissanceState
from game.rules.renaissance.engine.tables import DISTANCES
from game.rules.renaissance.engine.words import TERRAIN_NAMES, TOPOGRAPHY_NAMES, refuse, rule

CENTRE_PIECE_SIZE = actions.Size(DISTANCES.new_piece, DISTANCES.new_piece)
"""Size of a new piece that is proposed for the centre: the largest allowed (3.1)."""


class AggressionRoll(CountedRoll):
    """The roll for the defender: both sides add their aggression, and the lower total defends (14.2.1)."""

    name = "aggression"
    rule = rule("14.2.1")
    asks = say("Aggression")
    dice = (D6, D6)
    dice_text = say("one die each")
    groups = tuple(DiceGroup(SIDES[n], (n,), SEATS[n]) for n in (0, 1))

    def question(self, state: RenaissanceState) -> Message:
        return say("Roll for defender: the lower total places terrain and deploys first")

    def rolling_seat(self, state: RenaissanceState) -> None:
        return None

    def phasing_seat(self, state: RenaissanceState) -> str:
        return ""

    def scores(self, state: RenaissanceState, faces: Sequence[int]) -> tuple[int, int]:
        """Red's and Blue's die plus the aggression of the army."""
        red, blue = (face + army.aggression for face, army in zip(faces, state.armies, strict=True))
        return red, blue

    def key(self, state: RenaissanceState, faces: tuple[int, ...]) -> str:
        red, blue = self.scores(state, faces)
        return "tie" if red == blue else "red" if red < blue else "blue"

    def result_text(self, state: RenaissanceState, key: str, faces: tuple[int, ...]) -> Message:
        red, blue = self.scores(state, faces)
        return say("tie at {red}, roll again", red=red) if key == "tie" else say(
            "{red} to {blue}: {side} defends", red=red, blue=blue, side=SIDES[SEAT_OF_NAME[key]])

    def outcome_text(self, state: RenaissanceState, key: str) -> Message:
        return say("tie, roll again") if key == "tie" else say("{side} defends", side=SIDES[SEAT_OF_NAME[key]])

    def after_result(self, state: RenaissanceState, key: str) -> Done[RenaissanceState]:
        if key == "tie":
            return state, ()
        defender = SEAT_OF_NAME[key]
        return begin_phase(replace(terrain.with_pieces(state, ()), defender=defender), "terrain", defender)


class TerrainDecision(PhasingSideDecision):
    """A decision in which pieces of terrain may be selected and moved."""

    mode = "move"
    complete = False

    @abstractmethod
    def movable_pieces(self, state: RenaissanceState) -> Sequence[int]:
        """The numbers, from 1, of the pieces that may be selected and moved."""


class LayTerrain(TerrainDecision):
    """The laying of terrain by the defender, by the rules of its home topography (1, 14.2.2)."""

    tables: Mapping[str, PlaneBoard]
    """The ready-made tables, by name."""
    name = "terrain"
    rule = rule("14.2.2")

    def movable_pieces(self, state: RenaissanceState) -> Sequence[int]:
        return range(1, len(state.laid_pieces) + 1)

    def question(self, state: RenaissanceState) -> Message:
        why = terrain.why_unfinished(state, state.laid_pieces)
        if not state.laid_pieces:
            return say("Place the terrain ({topography}), or use a ready-made table",
                       topography=TOPOGRAPHY_NAMES[terrain.home_topography(state)])
        return say("Click a piece to move, turn or resize it. {why}", why=why.text) if why is not None else say(
            "Click a piece to move, turn or resize it, or accept the terrain")

    def main(self, state: RenaissanceState) -> tuple[Action, Text]:
        if terrain.why_unfinished(state, state.laid_pieces) is None:
            return END, say("Accept terrain")
        return actions.TakeTable(terrain.home_topography(state), 0), say("Use a ready-made table")

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        finished = terrain.why_unfinished(state, state.laid_pieces) is None
        if finished:
            yield Answer(END)
        name = terrain.home_topography(state)
        count = terrain_shapes.TABLE_VARIANTS
        variants = [terrain_shapes.table_variant(self.tables[name], variant) for variant in range(count)]
        is_laid = state.laid_pieces in variants
        next_variant = (variants.index(state.laid_pieces) + 1) % count if is_laid else 0
        label = say("Use ready-made table {number} of {count}", number=next_variant + 1, count=count)
        yield Answer(actions.TakeTable(name, next_variant), label=label if finished else "")
        for kind in terrain.kinds_allowed(name):
            if terrain.why_no_kind(state, kind, state.laid_pieces) is None:
                action = next(terrain.proposals(state, kind), None)
                if action is not None:
                    yield Answer(action, label=say("Place {kind}", kind=TERRAIN_NAMES[kind]))
        removals = map(actions.RemovePiece, self.movable_pieces(state))
        yield from (Answer(removal) for removal in removals if self.why_not(state, removal) is None)

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        match action:
            case actions.RenaissanceEnd():
                return terrain.why_unfinished(state, state.laid_pieces)
            case actions.TakeTable(name, _):
                home = terrain.home_topography(state)
                return None if name == home else refuse(
                    "1", say("The table must be of the defender's topography: {name}", name=TOPOGRAPHY_NAMES[home]))
            case actions.LayArea() | actions.LayLine() | actions.LayWaterway():
                if isinstance(action, actions.LayArea) and action.kind not in terrain.AREA_KINDS:
                    return refuse("14.2.3", say("This kind is not area terrain"))
                kind = "waterway" if isinstance(action, actions.LayWaterway) else action.kind
                return terrain.why_no_kind(state, kind, state.laid_pieces) or terrain.why_no_change(state, action)
            case actions.Adjust(number) | actions.Resize(number) | actions.RemovePiece(number):
                if number not in self.movable_pieces(state):
                    return refuse("14.2.2", say("There is no piece {number}", number=number))
                if isinstance(action, actions.Resize) and bool(action.length) != bool(
                        terrain_shapes.size_of_piece(state.laid_pieces[number - 1])[0]):
                    return refuse("14.2.3", say(
                        "A river, road or waterway has only a width; other pieces have a length too"))
                return terrain.why_no_change(state, action)
        return refuse("14.2.2", self.question(state))

    def apply(self, state: RenaissanceState, action: Action) -> Done[RenaissanceState]:
        if isinstance(action, actions.TakeTable):
            pieces = terrain_shapes.table_variant(self.tables[action.name], action.orientation)
            return terrain.with_pieces(state, pieces), ()
        if isinstance(action, actions.PieceAddition | actions.PieceChange | actions.RemovePiece):
            return terrain.with_pieces(state, terrain.pieces_after(state, action)), ()
        areas = tuple(n for n, piece in enumerate(state.laid_pieces) if piece.kind in terrain.AREA_KINDS)
        state = replace(state, phase="modification", seat=other(state.defender), pieces_to_modify=areas)
        return continue_modification(
            state if terrain.bad_going_at_centre(state, state.laid_pieces) else state.pushed(CentreRoll()))


def continue_modification(state: RenaissanceState) -> Done[RenaissanceState]:
    """Continue with the next roll of the modification, or with the next phase."""
    if state.stack:
        return state, ()
    if state.pieces_to_modify:
        return state.pushed(ShiftRoll(state.pieces_to_modify[0])), ()
    return begin_phase(state, "edges", state.defender)


class ModificationRoll(CountedRoll):
    """The roll for whether the attacker may change the terrain: on 1 or 2 (3)."""

    name = "modification"

    def key(self, state: RenaissanceState, faces: tuple[int, ...]) -> str:
        return "yes" if faces[0] <= 2 else "no"


class CentreRoll(ModificationRoll):
    """The roll for whether bad going is brought to the centre (3.1)."""

    rule = rule("3.1")
    asks = say("Roll for bad going at the centre")

    def question(self, state: RenaissanceState) -> Message:
        return say("Roll for bad going: on 1 or 2 a piece is brought to the centre")

    def fits(self, state: RenaissanceState) -> bool:
        """Whether any bad going can be brought to the centre."""
        return next(iter(CentrePiece().answers(state)), None) is not None

    def result_text(self, state: RenaissanceState, key: str, faces: tuple[int, ...]) -> Message:
        if key == "no":
            return say("the centre stays as it is")
        return say("bad going is brought to the centre") if self.fits(state) else say(
            "bad going should be brought to the centre, but none fits there")

    def after_result(self, state: RenaissanceState, key: str) -> Done[RenaissanceState]:
        state = state.popped()
        return (state.pushed(CentrePiece()), ()) if key == "yes" and self.fits(state) else continue_modification(state)


class CentrePiece(PhasingSideDecision):
    """The attacker's choice of bad going for the centre (3.1)."""

    name = "modification"
    rule = rule("3.1")
    complete = False
    asks = say("Move bad going towards the centre, or add some there")

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        moves = ((actions.MoveToCentre(number), say("Move piece {number}: {kind}", number=number,
                                                    kind=TERRAIN_NAMES[piece.kind]))
                 for number, piece in enumerate(state.laid_pieces, 1))
        additions = ((actions.LayAtCentre(kind, CENTRE_PIECE_SIZE), say("New piece: {kind}", kind=TERRAIN_NAMES[kind]))
                     for kind in terrain.kinds_allowed(terrain.home_topography(state)))
        legal = ((action, label) for action, label in (*moves, *additions) if self.why_not(state, action) is None)
        yield from (Answer(action, label=label, is_default=not n) for n, (action, label) in enumerate(legal))

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        match action:
            case actions.LayAtCentre(kind, size):
                if kind not in terrain.kinds_allowed(terrain.home_topography(state)) or kind not in BAD_GOING:
                    return refuse("3.1", say("The new piece must be bad going of the defender's topography"))
                if max(size) > DISTANCES.new_piece:
                    return refuse("3.1", say("A new piece is at most 4 by 4 MU"))
                return terrain.why_no_kind(state, kind, state.laid_pieces) or terrain.why_no_change(state, action)
            case actions.MoveToCentre(number):
                if not 1 <= number <= len(state.laid_pieces) or state.laid_pieces[number - 1].kind not in BAD_GOING:
                    return refuse("3.1", say("Only a piece of bad going can move to the centre"))
                return terrain.why_no_change(state, action)
        return refuse("3.1", self.question(state))

    def apply(self, state: RenaissanceState, action: Action) -> Done[RenaissanceState]:
        assert isinstance(action, actions.LayAtCentre | actions.MoveToCentre)
        to_modify = state.pieces_to_modify
        if isinstance(action, actions.LayAtCentre):
            to_modify = (*to_modify, len(state.laid_pieces))
        after = terrain.with_pieces(state.popped(), terrain.pieces_after(state, action))
        state = replace(after, pieces_to_modify=to_modify)
        event = Noted(self.rule, say("Bad going is brought to the centre"))
        return apply_steps((state, (event,)), continue_modification)


class ShiftRoll(ModificationRoll):
    """The roll for whether a piece of terrain is changed (3.2)."""

    piece: int
    rule = rule("3.2")
    asks = say("Piece {number}, {kind}", number="", kind="")

    def title(self, state: RenaissanceState) -> Message:
        return self.asks.with_values(number=self.piece + 1, kind=TERRAIN_NAMES[state.laid_pieces[self.piece].kind])

    def question(self, state: RenaissanceState) -> Message:
        kind = state.laid_pieces[self.piece].kind
        return say("Roll: on 1 or 2, shift or turn the outlined {kind}", kind=TERRAIN_NAMES[kind])

    def result_text(self, state: RenaissanceState, key: str, faces: tuple[int, ...]) -> Message:
        return say("shifted or turned") if key == "yes" else say("stays in place")

    def after_result(self, state: RenaissanceState, key: str) -> Done[RenaissanceState]:
        state = replace(state.popped(), pieces_to_modify=state.pieces_to_modify[1:])
        return (state.pushed(ShiftPiece(self.piece)), ()) if key == "yes" else continue_modification(state)


class ShiftPiece(TerrainDecision):
    """The attacker's choice to shift a piece 4 MU or turn it by 45 degrees; a change that does not fit is not made
    (3.2)."""

    piece: int
    name = "modification"
    rule = rule("3.2")
    asks = say("Shift piece {number}, {kind}, exactly 4 MU, or turn it 45°", number="", kind="")

    def movable_pieces(self, state: RenaissanceState) -> Sequence[int]:
        return (self.piece + 1,)

    def question(self, state: RenaissanceState) -> Message:
        return self.asks.with_values(number=self.piece + 1, kind=TERRAIN_NAMES[state.laid_pieces[self.piece].kind])

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        number = self.piece + 1
        changes: list[tuple[actions.Shift | actions.Rotate, Message]] = [
            (actions.Shift(number, 45 * n), say("Shift to the {direction}", direction=COMPASS[n]))
            for n in (0, 2, 4, 6, 1, 3, 5, 7)]  # the four main directions first
        changes[4:4] = [(actions.Rotate(number, "left"), say("Turn to the left")),
                        (actions.Rotate(number, "right"), say("Turn to the right"))]
        legal_changes = [action for action, _ in changes if terrain.why_no_change(state, action) is None]
        fitting = legal_changes or [action for action, _ in changes]
        for action, label in changes:
            yield Answer(action, label=label if action in fitting else "", is_default=action == fitting[0])

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        if isinstance(action, actions.Shift | actions.Rotate) and action.piece == self.piece + 1:
            return None
        return refuse("3.2", self.question(state))

    def apply(self, state: RenaissanceState, action: Action) -> Done[RenaissanceState]:
        assert isinstance(action, actions.Shift | actions.Rotate)
        fits, after = terrain.why_no_change(state, action) is None, state.popped()
        if fits:
            after = terrain.with_pieces(after, terrain.pieces_after(state, action))
        text = say("Piece {number} is changed", number=self.piece + 1) if fits else say(
            "Piece {number} stays: the change does not fit", number=self.piece + 1)
        return apply_steps((after, (Noted(rule("3.2", None if fits else 6), text),)), continue_modification)
