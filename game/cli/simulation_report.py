"""The printed report of many games, and progress bars for playing games and reading records."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from game import catalog
from game.cli.control_characters import terminal
from game.core.contract import DRAW
from game.core.message import Text, plural, say
from game.i18n.words import number, translate
from game.match.player_titles import player_title
from game.selfplay.simulate import Report, wilson

BAR_DELAY = 0.3
"""Seconds of reading a record before a bar appears; chosen by hand."""


@contextmanager
def progress(steps: int, label: Text) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error; call the yielded function after each step. Drawn only on a terminal.

    :param steps: the number of steps.
    :param label: what is counted, e.g. games.
    """
    with _bar() as bar:
        task = bar.add_task(translate(label), total=steps)
        yield lambda: bar.advance(task)


@contextmanager
def reading_bar() -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error for reading a long record; call the yielded function with the lines read so far
    and the total. Drawn only on a terminal, and not in the first ``BAR_DELAY`` seconds."""
    show_from = monotonic() + BAR_DELAY
    with ExitStack() as exit_stack:
        bar: Progress | None = None

        def show_progress(lines_read: int, lines: int) -> None:
            nonlocal bar
            if bar is None and monotonic() > show_from:
                bar = exit_stack.enter_context(_bar())
                bar.add_task(translate(say("Lines")))
            if bar is not None:
                bar.update(bar.task_ids[0], completed=lines_read, total=lines)

        yield show_progress


def _bar() -> Progress:
    """A bar that disappears when it is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(file=terminal(sys.stderr))
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def show(report: Report) -> None:
    """Print a report to standard output. Scenario, options and endings appear under their command-line names."""
    rules = catalog.rules(report.plan.system)
    titles = {seat.name: seat.title for seat in rules.theme.seats} | {DRAW: say("Drawn games")}
    plan, total = report.plan, report.games
    console = Console(file=terminal(sys.stdout), highlight=False, markup=False)
    console.print(translate(say(
        "{title}, {scenario}, {options}: {games}, seed {seed}", title=rules.theme.title, scenario=plan.scenario,
        options=plan.options or say("no options"), games=plural("{count} game", "{count} games", total),
        seed=plan.seed,
    )), style="bold")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    table.add_column(translate(say("player")))
    for heading in (say("wins"), say("share"), say("95 % interval"), say("units lost")):
        table.add_column(translate(heading), justify="right")
    for seat, won in [*report.wins.items(), (DRAW, report.draws)]:
        low, high = wilson(won, total)
        lost = number(report.mean_losses(seat), ".2f") if seat != DRAW else ""
        interval = translate(say("{low:.1%} to {high:.1%}", low=low, high=high))
        player = translate(player_title(plan.levels[seat])) if seat in plan.levels else ""
        table.add_row(translate(titles[seat]), player, str(won), number(won / total, ".1%"), interval, lost)
    console.print(table)
    endings = tuple(f"{name} {count} ({number(count / total, '.1%')})" for name, count in report.endings.items())
    for line in (
        say("Endings: {endings}", endings=endings),
        say("Mean length {turns:.1f} turns, {actions:.0f} actions", turns=report.mean_turns,
            actions=report.plies / total),
        say("{seconds:.1f} s, {actions:.0f} actions/s, {games:.2f} games/s", seconds=report.seconds,
            actions=report.plies / report.seconds, games=total / report.seconds),
    ):
        console.print(translate(line))
