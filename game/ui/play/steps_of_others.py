"""What the others did, as the map shows it to who acts next."""

from __future__ import annotations

from game.core.chance import CHANCE
from game.ui.board.trace import Trace, since
from game.ui.play.session import Session
from game.ui.play.turn_end import TurnEnd


def steps_of_others(game: Session, turn_end: TurnEnd) -> Trace:
    """What the others did since the last action of the person who acts or, while a computer does, looks on; where
    computers play each other, since that of the one who acts.

    :param turn_end: the prompt it keeps, where it does, is still before the people.
    """
    steps, shown = game.match.plies, game.situation.state
    done = next((k for k in range(len(steps), 0, -1) if steps[k - 1].state is shown), 0)
    acting = game.flow.roller if game.flow.seat in (CHANCE, None) else game.flow.seat
    if turn_end.prompt is not None:
        acting = turn_end.prompt.to_act
    if game.flow.people and not game.flow.is_human(acting):
        acting = game.flow.people[0]
    seats = {unit: counter.seat for unit, counter in game.situation.counters.items()}
    return since(steps[:done], acting, seats)
