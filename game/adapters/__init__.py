"""The games for other people's tools: OpenSpiel and PettingZoo. Each needs its package, an optional extra.

``nodes`` is what they share, the game as a tree of numbered choices, and ``arrays`` what a seat sees in numbers.
"""
