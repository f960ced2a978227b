"""The base edges of an open battle (14.2.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import permutations

from game.core.action import Action
from game.core.chance import D6, Roll
from game.core.decision import Answer, Chance, Done
from game.core.event import Rolled
from game.core.message import Message, Text, say
from game.core.offer import Offer, Picked
from game.core.verdict import Reason
from game.rules.renaissance.engine import terrain_shapes
from game.rules.renaissance.engine.actions import ChooseEdge, NumberEdges
from game.rules.renaissance.engine.deployment import BeforeBattle, to_camps
from game.rules.renaissance.engine.deployment_zone import zone
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.words import Edge, refuse, rule

ACROSS: dict[Edge, Edge] = {"north": "south", "south": "north", "east": "west", "west": "east"}


class Edges(BeforeBattle):
    """The defender numbers the table's edges (14.2.4)."""

    name = "edges"
    rule = rule("14.2.4")
    asks = say("Number the edges: the attacker's die chooses one")

    def answers(self, state: State) -> Iterator[Answer]:
        after = replace(state, seat=1 - state.defender).pushed(EdgeRoll())
        for n, order in enumerate(permutations(terrain_shapes.EDGES)):
            label = say("1 {first}, 2 {second}, 3 {third}, 4 {fourth}", first=order[0], second=order[1],
                        third=order[2], fourth=order[3]) if n % 6 == 0 else ""
            yield Answer(NumberEdges(*order), label=label, leads=not n,
                         then=partial(lambda order: (replace(after, numbered=order), ()), order))


def dry(state: State, edge: Edge) -> bool:
    """Whether neither an edge nor the one across is the waterway's (ruling 29)."""
    wide, high = state.ground.board.size
    spots = {"north": (wide // 2, 0), "south": (wide // 2, high), "west": (0, high // 2), "east": (wide, high // 2)}
    return not any(piece.holds(spots[each]) for piece in state.ground.pieces("waterway")
                   for each in (edge, ACROSS[edge]))


class EdgeRoll(Chance[State]):
    """The attacker rolls for its base edge (14.2.4)."""

    name = "edges"
    rule = rule("14.2.4")

    def question(self, state: State) -> Message:
        first, second, third, fourth = state.numbered
        return say("The attacker rolls for its base edge: 1 {first}, 2 {second}, 3 {third}, 4 {fourth}, 5 or 6 its "
                   "choice", first=first, second=second, third=third, fourth=fourth)

    def roll(self, state: State) -> Roll:
        chances: dict[str, Fraction] = {}
        for face in D6.faces:
            key = self._result(state, face)
            chances[key] = chances.get(key, Fraction(0)) + Fraction(1, 6)
        return Roll((D6,), say("Base edge"), self.rule, chances, state.side)

    def _result(self, state: State, face: int) -> str:
        if face > 4:
            return "choice"
        edge = state.numbered[face - 1]
        return edge if dry(state, edge) else "again"

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        found = self._result(state, faces[0])
        told: Mapping[str, Text] = {
            "choice": say("the attacker chooses"), "again": say("a waterway's edge: roll again")}
        meaning = told.get(found) or say("the attacker has the {edge} edge", edge=found)
        assert isinstance(meaning, Message)
        event = Rolled(self.rule, (D6,), faces, found, meaning, say("Base edge"))
        if found == "again":
            return state, (event,)
        state = state.popped()
        if found == "choice":
            return state.pushed(EdgeChoice()), (event,)
        state, more = _taken(state, state.numbered[faces[0] - 1])
        return state, (event, *more)


class EdgeChoice(BeforeBattle):
    """The attacker chooses its base edge (14.2.4)."""

    name = "edges"
    rule = rule("14.2.4")
    asks = say("Choose your base edge")

    def answers(self, state: State) -> Iterator[Answer]:
        for n, edge in enumerate(each for each in terrain_shapes.EDGES if dry(state, each)):
            yield Answer(ChooseEdge(edge), label=say("{edge} edge", edge=edge.title()), leads=not n,
                         then=partial(_taken, state.popped(), edge))

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        """With each edge the deployment zone that it brings."""
        return [replace(offer, outlines=(zone(_taken(state, offer.action.edge)[0], state.seat),)) if (
            isinstance(offer.action, ChooseEdge)) else offer for offer in super().offers(state, picked)]

    def why_not(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, ChooseEdge):
            return refuse("14.2.4", say("Neither base edge may be on the waterway"), 29)
        return super().why_not(state, action)


def _taken(state: State, edge: Edge) -> Done[State]:
    """The attacker has a base edge, and the defender the one across."""
    attacker = 1 - state.defender
    mine: tuple[Edge, Edge] = (edge, ACROSS[edge]) if attacker == 0 else (ACROSS[edge], edge)
    return to_camps(replace(state, edges=mine))
