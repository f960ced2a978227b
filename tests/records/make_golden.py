"""Writes the golden records: for every system one of each scenario, of each set of options and of each ending.

Run by hand (``python -m tests.records.make_golden [SYSTEM...]``) after a deliberate change of rules or format; the
records are then reviewed and committed. The result depends only on rules and players: seeds are tried in order. A
system's folder lists the endings of its battles in ``endings.txt``; ``starts.json`` holds positions near the end of
battles with rare endings, or before decisions that no other record reaches.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from game import catalog
from game.ai.deciding import decide
from game.ai.players import make
from game.core.action import Action
from game.core.chance import CHANCE
from game.core.contract import System
from game.match.dice import derive
from game.match.match import Match
from tests.contract.option_sets import mixes, sided

FOLDER = Path(__file__).parent
DATE = datetime(2026, 1, 1, tzinfo=UTC)
PAIRINGS = (("recruit", "recruit"), ("random", "veteran"), ("veteran", "recruit"), ("recruit", "veteran"))
"""Levels of the first seat and of the others, tried in turn until every ending has occurred."""
LOTS = ("random", "random")
MOST = 400
"""Games after which the search for a missing ending stops."""
LONG = 600
"""Actions above which a record is too long: a random hasty game, or with options the last part of a game, replaces
it."""
LAST = 250
"""Actions of such a last part."""
ENDLESS = 100_000
TRIES = 8
"""Hasty games of which the shortest interesting one is kept."""
ENOUGH = 150
"""Actions that a game needs to be interesting."""
HASTE = 0.8
"""The share of decisions in which a hasty player takes the main button's action, if legal."""


def played(
    rules: System[Any],
    scenario: str,
    options: tuple[str, ...],
    seed: int,
    levels: tuple[str, str],
    haste: float = 0.0,
    start: dict[str, Any] | None = None,
    most: int = ENDLESS,
) -> Match[Any]:
    """Play one game. Now and then, in short games too, an action is undone and repeated, or the dice are entered by
    hand.

    :param haste: the share of decisions that take the main button's action, if legal.
    :param start: the starting position instead of the set-up.
    :param most: actions after which the game is abandoned, unfinished.
    """
    players = dict(zip(rules.seats, (levels[0], *[levels[1]] * (len(rules.seats) - 1)), strict=True))
    match: Match[Any] = Match.begin(rules, scenario, options, seed=seed, players=players, position=start, now=DATE)
    seated = {seat: make(level, rules, seat, derive(seed, seat)) for seat, level in players.items()}
    lots = Random(seed)
    while (actor := match.to_act) is not None and len(match.plies) <= most:
        if actor == CHANCE:
            dice = match.history.pending_roll.dice
            match.roll(tuple(die.faces[0] for die in dice) if len(match.lines) % 7 == 0 else None)
        else:
            main = hurried(rules, match.state) if haste and lots.random() < haste else None
            match.play(main or decide(rules, match.state, seated)[1].action)
            if len(match.lines) % 50 in (10, 11):
                match.undo(consent=True)
    return match


def end_of(match: Match[Any]) -> Match[Any]:
    """The last actions of a game as a separate game from the position before them; all its dice are entered by hand."""
    steps, head = match.plies, match.header
    place = match.rules.position(steps[-LAST - 1].state)
    end: Match[Any] = Match.begin(
        match.rules, head.scenario, head.options, seed=head.seed, players=head.players, position=place, now=DATE
    )
    for step in steps[-LAST:]:
        end.play(step.action)
    return end


def hurried(rules: System[Any], state: Any) -> Action | None:
    """The main button's action, if it is legal."""
    main = rules.prompt(state).main
    return main if main is not None and rules.check(state, main) else None


def ending(match: Match[Any]) -> str:
    """A game's scenario and its ending; for an example of play only the ending."""
    assert match.result is not None
    info = catalog.scenario(match.rules, match.header.scenario)
    return match.result.ending if info.example else f"{info.name} {match.result.ending}"


@dataclass(frozen=True)
class Job:
    """A record to make."""

    system: str
    title: str
    """The title of its file; empty if the ending gives it."""
    scenario: str
    options: tuple[str, ...]
    seed: int
    start: dict[str, Any] | None


@dataclass(frozen=True)
class Made:
    """A record that was made."""

    title: str
    ending: str
    actions: int
    content: bytes


def battle_game(rules: System[Any], scenario: str, options: tuple[str, ...], number: int) -> Match[Any]:
    """The record of a scenario with some options; of a long game the last part, or a hasty game if there are no
    options.

    :param number: of the set of options: its seed.
    """
    usual = LOTS if rules.evaluator() is None else PAIRINGS[0]
    match = played(rules, scenario, options, number, usual, most=ENDLESS if options else LONG)
    if len(match.plies) > LONG and options:
        return end_of(match)
    if match.result is None:
        tried = (played(rules, scenario, options, seed, LOTS, HASTE) for seed in range(1, TRIES + 1))
        match = min(tried, key=lambda game: (len(game.plies) < ENOUGH, len(game.plies)))
    return match


def games(rules: System[Any], starts: list[dict[str, Any]]) -> Iterator[Job]:
    """The independent games to play: every scenario and set of options, and one from every start."""
    for info in rules.scenarios:
        for number, options in enumerate(mixes(rules, info), 1):
            if not ((info.example and options) or sided(rules, options)):
                yield Job(rules.name, "-".join([info.name, *options]), info.name, options, number, None)
    for number, start in enumerate(starts, 1):
        yield Job(rules.name, "", start["scenario"], tuple(start.get("options", ())), number, start)


def make_one(job: Job) -> Made:
    """Play one job."""
    rules = catalog.rules(job.system)
    if job.start is None:
        return record_of(job.title, battle_game(rules, job.scenario, job.options, job.seed))
    return record_of("", played(rules, job.scenario, job.options, job.seed, LOTS, start=job.start))


def record_of(title: str, match: Match[Any]) -> Made:
    """The file of a game."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        match.save(path)
        return Made(title, ending(match), len(match.plies), path.read_bytes())


def named_by_ending(made: Iterable[Made]) -> Iterator[Made]:
    """Records without a title, named by their ending, and numbered from the second on."""
    named: Counter[str] = Counter()
    for record in made:
        title = record.title
        if not title:
            named[record.ending] += 1
            count = named[record.ending]
            title = record.ending.replace(" ", "-") + (f"-{count}" if count > 1 else "")
        yield replace(record, title=title)


def rare(rules: System[Any], missing: set[str]) -> Iterator[Made]:
    """Games of a battle with endings that have not occurred yet, searched for one by one."""
    if not missing:
        return
    battle = catalog.scenario(rules, None).name
    for seed in range(1, MOST + 1):
        match = played(rules, battle, (), seed, PAIRINGS[seed % len(PAIRINGS)])
        if ending(match) in missing:
            missing = missing - {ending(match)}
            yield record_of(f"{battle}-ending-{ending(match).split()[-1]}", match)
            if not missing:
                return
    raise SystemExit(f"{rules.name}: no game ended with {', '.join(sorted(missing))}")


def main(systems: list[str]) -> None:
    """Replace the records of some systems."""
    for name in systems or catalog.names():
        folder = FOLDER / name
        endings = set((folder / "endings.txt").read_text("utf-8").splitlines())
        starts = json.loads((folder / "starts.json").read_text("utf-8")) if (folder / "starts.json").exists() else []
        rules = catalog.rules(name)
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
            made = list(named_by_ending(pool.map(make_one, games(rules, starts))))
        made += rare(rules, endings - {record.ending for record in made})
        for old in folder.glob("*.jsonl"):
            old.unlink()
        for record in made:
            (folder / f"{record.title}.jsonl").write_bytes(record.content)
            print(f"{name}/{record.title}: {record.actions} actions, {record.ending}")


if __name__ == "__main__":
    main(sys.argv[1:])
