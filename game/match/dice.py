"""The program's dice: a function of the match seed and of every action before the roll.

Each action adds a link to a hash chain that starts at the seed and the set-up; the faces depend only on the last link.
Undo drops links, so that repeating the same actions gives the same rolls.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import accumulate, count

from game.core.chance import Die, Roll

SEEDS = range(2**63)
"""All valid seeds."""


def first_link(seed: int, system: str, scenario: str, options: Sequence[str], start: str) -> bytes:
    """The first link of the chain.

    :param start: the hash of the first state.
    """
    text = "\n".join([str(seed), system, scenario, ",".join(options), start])
    return blake2b(text.encode(), digest_size=16).digest()


def next_link(link: bytes, notation: str) -> bytes:
    """The link after an action, which is given by its notation in canonical form."""
    return blake2b(link + notation.encode(), digest_size=16).digest()


def roll_faces(link: bytes, roll: Roll) -> tuple[int, ...]:
    """The faces rolled after a link: fair, independent, and always the same for that link."""
    words = _words(link)
    return tuple(_pick(words, die) for die in roll.dice)


def derive(seed: int, *purpose: str | int) -> int:
    """A separate seed for one purpose, such as a computer player or one of many games. It reveals nothing about the
    dice."""
    text = "\0".join(map(str, (seed, *purpose)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"derive").digest(), "big") >> 1


def _words(link: bytes) -> Iterator[int]:
    """An endless stream of random 64-bit numbers, always the same for a link."""
    for number in count():
        digest = blake2b(number.to_bytes(4, "big"), key=link, digest_size=8, person=b"dice").digest()
        yield int.from_bytes(digest, "big")


def _pick(words: Iterator[int], die: Die) -> int:
    """A face drawn by weight; ``die.total_weight`` is far below the size of a word."""
    total = die.total_weight
    limit = 2**64 - 2**64 % total
    number = next(word % total for word in words if word < limit)  # the words above would favour low faces
    if not die.weights:
        return die.faces[number]
    return die.faces[bisect_right(list(accumulate(die.weights)), number)]
