"""Prints every figure beside its target; the exit status is 1 if one misses it."""

from __future__ import annotations

import sys

from benchmarks import (
    adua,
    battle,
    before,
    boards,
    frames,
    inputs,
    inputs_adua,
    loading,
    playouts,
    pools,
    presenting,
    printing,
    renaissance,
    saves,
    steps,
    strength,
    table_hand,
    thinking,
)
from benchmarks.figure import HEADING


def main() -> int:
    """Measure everything, quick measurements first."""
    print(HEADING)
    short = False
    concerns = (
        playouts, before, pools, steps, loading, saves, printing, frames, presenting, battle, boards, adua,
        renaissance, table_hand, inputs, inputs_adua, thinking, strength)
    for concern in concerns:
        for figure in concern.figures():
            print(figure.line, flush=True)
            short = short or not figure.reached
    return int(short)


if __name__ == "__main__":
    sys.exit(main())
