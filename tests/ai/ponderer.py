"""Scripted computer players: one that thinks for ever, and one that follows a given plan."""

PONDERER = """
from game.ai import worker
from game.ai.choice import OtherCourse, PlayerChoice

class Ponderer:
    def __init__(self, rules, hurry):
        self.rules, self.hurry = rules, hurry

    def choose(self, state, limit_s):
        while not self.hurry():
            pass
        first, second, *_ = self.rules.candidates(state)
        return PlayerChoice(first, "enough of it", (first, second), 0.5, (OtherCourse((second,), 0.25),))

worker.make = lambda level, rules, seat, seed, *, clock, memory, hurry: Ponderer(rules, hurry)
worker.main()
"""
"""A worker process whose player thinks until it is told to hurry."""


def scripted(*plan: str) -> str:
    """A worker process whose player follows a plan of notations, each step with a reason that names its number."""
    return f"""
from game.ai import worker
from game.ai.choice import PlayerChoice

plan = {plan!r}

class Scripted:
    done = 0

    def __init__(self, rules):
        self.rules = rules

    def choose(self, state, limit_s):
        left = [self.rules.parse(notation) for notation in plan[Scripted.done:]]
        left = left or [self.rules.candidates(state)[0]]
        Scripted.done += 1
        return PlayerChoice(left[0], "reason %d" % Scripted.done, tuple(left))

worker.make = lambda level, rules, seat, seed, *, clock, memory, hurry: Scripted(rules)
worker.main()
"""
