"""A computer player that never comes to an end by itself."""

PONDERER = """
from game.ai import worker
from game.ai.players import Alternative, Choice

class Ponderer:
    def __init__(self, rules, hurry):
        self.rules, self.hurry = rules, hurry

    def choose(self, state, limit_s):
        while not self.hurry():
            pass
        first, second, *_ = self.rules.candidates(state)
        return Choice(first, "enough of it", (first, second), 0.5, (Alternative((second,), 0.25),))

worker.make = lambda level, rules, seat, seed, *, clock, planned, hurry: Ponderer(rules, hurry)
worker.main()
"""
"""The process with a player who thinks until he is hurried."""
