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
    """Measure everything, quick measurements first; returns the exit status."""
    print(HEADING)
    missed = False
    measurements = (
        playouts, before, pools, steps, loading, saves, printing, frames, presenting, battle, boards, adua,
        renaissance, table_hand, inputs, inputs_adua, thinking, strength)
    for module in measurements:
        for figure in module.figures():
            print(figure.line, flush=True)
            missed = missed or not figure.reached
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
