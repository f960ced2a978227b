"""The program's dice: derived from the match seed and everything that led to the roll.

Every action adds a link to a chain that starts at the seed and the set-up; the faces are a function of the last
link alone. Taking back drops links, so doing the same thing again meets the same dice.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import accumulate, count

from game.core.chance import Die, Roll

SEEDS = range(2**63)
"""Every seed a match may have."""


def first_link(seed: int, system: str, scenario: str, options: Sequence[str], start: str) -> bytes:
    """The chain's beginning; ``start`` is the hash of the first state."""
    text = "\n".join([str(seed), system, scenario, ",".join(options), start])
    return blake2b(text.encode(), digest_size=16).digest()


def next_link(link: bytes, notation: str) -> bytes:
    """The link after an action."""
    return blake2b(link + notation.encode(), digest_size=16).digest()


def roll_faces(link: bytes, roll: Roll) -> tuple[int, ...]:
    """The faces that come up after this link: fair, independent, always the same ones."""
    words = _words(link)
    return tuple(_pick(words, die) for die in roll.dice)


def derive(seed: int, *what: str | int) -> int:
    """A seed of its own for one purpose (a computer player, a game of many). Says nothing about the dice."""
    text = "\0".join(map(str, (seed, *what)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"derive").digest(), "big") >> 1


def _words(link: bytes) -> Iterator[int]:
    for number in count():
        digest = blake2b(number.to_bytes(4, "big"), key=link, digest_size=8, person=b"dice").digest()
        yield int.from_bytes(digest, "big")


def _pick(words: Iterator[int], die: Die) -> int:
    """A face with its due weight; ``die.total_weight`` stays far below the size of a word."""
    lots = die.total_weight
    fair = 2**64 - 2**64 % lots
    lot = next(word % lots for word in words if word < fair)
    if not die.weights:
        return die.faces[lot]
    return die.faces[bisect_right(list(accumulate(die.weights)), lot)]
