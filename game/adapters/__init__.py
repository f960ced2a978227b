"""Adapters for other people's tools: OpenSpiel and PettingZoo. Each needs its package, an optional extra.

``nodes`` is what both share, the game as a tree of numbered choices; ``arrays`` encodes what a seat sees as numbers.
"""
