"""Writes the golden records: for every system one of each scenario, of each ending and of each set of options.

Run by hand (``python -m tests.records.make_golden``) after a deliberate change of rules or format; the records are then
read through and committed. What it finds is a function of the rules alone: seeds are tried in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import combinations, count
from pathlib import Path
from typing import Any

from game import catalog
from game.ai.players import make
from game.core.chance import CHANCE
from game.core.contract import Rules
from game.match.dice import derive
from game.match.match import Match

FOLDER = Path(__file__).parent
DATE = datetime(2026, 1, 1, tzinfo=UTC)
PAIRINGS = (("recruit", "recruit"), ("random", "veteran"), ("veteran", "recruit"), ("recruit", "veteran"))
"""Levels of the first seat and of the others, tried in turn until every ending has come up."""
MOST = 400
"""Games after which an ending that has not come up is given up."""


def played(
    rules: Rules[Any], scenario: str, options: tuple[str, ...], seed: int, levels: tuple[str, str]
) -> Match[Any]:
    """One whole game. Every fiftieth action is taken back and done again, and now and then the dice are typed in."""
    players = dict(zip(rules.seats, (levels[0], *[levels[1]] * (len(rules.seats) - 1)), strict=True))
    match: Match[Any] = Match.begin(rules, scenario, options, seed=seed, players=players, now=DATE)
    seated = {seat: make(level, rules, seat, derive(seed, seat)) for seat, level in players.items()}
    while (actor := match.to_act) is not None:
        if actor == CHANCE:
            typed = next(iter(match.course.due_roll.all_faces())) if len(match.lines) % 7 == 0 else None
            match.roll(typed)
        else:
            action = seated[actor].choose(rules.view(match.state, actor)).action
            match.play(action)
            if len(match.lines) % 50 == 0:
                match.undo(consent=True)
    return match


def option_sets(rules: Rules[Any]) -> Iterator[tuple[str, ...]]:
    """Every set of options, the empty one first."""
    names = [option.name for option in rules.options]
    for size in range(len(names) + 1):
        yield from combinations(names, size)


def records(rules: Rules[Any], endings: set[str]) -> Iterator[tuple[str, Match[Any]]]:
    """Names and games: scenarios, option sets, endings not yet seen."""
    seen: set[str] = set()
    for info in rules.scenarios:
        for number, options in enumerate(option_sets(rules)):
            if info.example and options:
                continue
            match = played(rules, info.name, options, number + 1, PAIRINGS[0])
            assert match.result is not None
            seen.add(match.result.ending)
            yield "-".join([info.name, *options]), match
    battle = catalog.scenario(rules, None).name
    for seed in count(1):
        if seen >= endings:
            return
        if seed > MOST:
            raise SystemExit(f"{rules.name}: no game ended with {', '.join(sorted(endings - seen))}")
        match = played(rules, battle, (), seed, PAIRINGS[seed % len(PAIRINGS)])
        assert match.result is not None
        if match.result.ending not in seen:
            seen.add(match.result.ending)
            yield f"{battle}-ending-{match.result.ending}", match


def main() -> None:
    """Replace every system's records."""
    for name in catalog.names():
        folder = FOLDER / name
        endings = set((folder / "endings.txt").read_text().split())
        made = list(records(catalog.rules(name), endings))
        for old in folder.glob("*.jsonl"):
            old.unlink()
        for title, match in made:
            match.save(folder / f"{title}.jsonl")
            assert match.result is not None
            print(f"{name}/{title}: {len(match.steps)} actions, {match.result.ending}")


if __name__ == "__main__":
    main()
