"""The readable report of many games, and the bar that shows how far they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from game import catalog
from game.core.contract import DRAW
from game.core.message import say
from game.lab import Report, wilson
from game.words import said


@contextmanager
def progress(games: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error; call what it gives after each game. Nothing is drawn where that is no terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Games", total=games)
        yield lambda: bar.advance(task)


def show(report: Report) -> None:
    """Print a report on standard output."""
    rules = catalog.rules(report.plan.system)
    titles = {seat.name: seat.title for seat in rules.theme.seats} | {DRAW: say("Draw")}
    plan, total = report.plan, report.games
    options = ", ".join(plan.options) or "no options"
    console = Console(highlight=False)
    console.print(f"[bold]{said(rules.theme.title)}[/], {plan.scenario}, {options}: {total} games, seed {plan.seed}")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("", "player", "wins", "share", "95 % interval", "units lost"):
        table.add_column(heading, justify="left" if heading in ("", "player") else "right")
    for seat, won in [*report.wins.items(), (DRAW, report.draws)]:
        low, high = wilson(won, total)
        lost = f"{report.mean_losses(seat):.2f}" if seat != DRAW else ""
        share = (str(won), f"{won / total:.1%}", f"{low:.1%} to {high:.1%}")
        table.add_row(said(titles[seat]), plan.levels.get(seat, ""), *share, lost)
    console.print(table)
    endings = ", ".join(f"{name} {count} ({count / total:.1%})" for name, count in report.endings.items())
    console.print(f"Endings: {endings}")
    console.print(f"Mean length {report.mean_turns:.1f} turns, {report.plies / total:.0f} actions")
    console.print(
        f"{report.seconds:.1f} s, {report.plies / report.seconds:.0f} actions/s, {total / report.seconds:.2f} games/s"
    )
