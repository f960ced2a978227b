"""What a side does in a stance when it is only played ahead: as the stance says, quicker and less thoroughly."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.action import Action
from game.core.contract import Rules
from game.rules.tours import movement
from game.rules.tours.actions import END
from game.rules.tours.ai.choosing import BOTHER, choose
from game.rules.tours.ai.marching import line_of
from game.rules.tours.ai.scene import Scene
from game.rules.tours.ai.stances import Stance
from game.rules.tours.sequence import actor
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import ARCHER, KIND


def course(rules: Rules[ToursState], stance: Stance, state: ToursState) -> Sequence[Action]:
    """What is done next in a stance, as far as it can be said; at least one action, the first of them legal."""
    if not state.frames and state.phase == ToursPhase.ACTION and state.acting >= 0 and state.moving is None:
        return _marches(Scene(state, actor(state), stance))
    for found in choose(state, stance):
        if rules.check(state, found.actions[0]):
            return found.actions
    return rules.candidates(state)[:1]


def _marches(scene: Scene) -> Sequence[Action]:
    """The lines of the contingent's archers one by one, since a die falls after each; then those of all its units that
    attack by shock, each as it is good now, the best first."""
    state = scene.state
    free = [slot for slot in state.units(state.acting)
            if not state.moved >> slot & 1 and movement.may_act(state, slot) is None]
    for slot in sorted(free, key=lambda slot: (scene.near(state.at[slot]), slot)):
        if KIND[slot] == ARCHER and (line := line_of(scene, slot)).gain > BOTHER:
            return line.actions
    lines = [line for slot in free if KIND[slot] != ARCHER and (line := line_of(scene, slot)).gain > BOTHER]
    lines.sort(key=lambda line: -line.gain)
    return [action for line in lines for action in line.actions] or (END,)
