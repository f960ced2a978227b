"""What a fit of weights came to, for people."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from game import catalog
from game.core.message import Text, say, several
from game.i18n.words import said, terminal
from game.match.player_titles import player_title
from game.selfplay.fit import LEVEL, FitPlan, Fitted, MatchScore, Sample
from game.selfplay.regression import DIGITS
from game.selfplay.simulate import wilson


def show_fitted(plan: FitPlan, fitted: Fitted) -> None:
    """Print old and new weights, and how good they are on the games held out."""
    rules, console = catalog.rules(plan.system), _console()
    console.print(said(say(
        "{title}, {scenario}: {games}, {player} against itself at {budget:.3g} of its budget, seed {seed}",
        title=rules.theme.title, scenario=plan.scenario, player=player_title(LEVEL), budget=plan.budget,
        games=_games(fitted.learnt.games + fitted.held_out.games), seed=plan.seed,
    )), style="bold")
    table = _table(say("feature"), say("old weight"), say("new weight"))
    for name, *weights in zip(fitted.names, fitted.old, fitted.new, strict=True):
        table.add_row(name, *(f"{weight:.{DIGITS}g}" for weight in weights))
    console.print(table)
    console.print(said(say("Learnt from {learnt}; held out {held}", learnt=_sample(fitted.learnt),
                           held=_sample(fitted.held_out))))
    console.print(said(say("Log loss of the games held out: {old:.4f} with the old weights, {new:.4f} with the new "
                           "ones", old=fitted.old_loss, new=fitted.new_loss)))
    table = _table(say("{seat} expects", seat=rules.theme.seats[0].title), say("it came to"), say("positions"))
    for found in fitted.bins:
        table.add_row(f"{found.expected:.1%}", f"{found.came:.1%}", str(found.positions))
    console.print(table)


def show_score(plan: FitPlan, score: MatchScore) -> None:
    """Print a match of new against old weights, of each seat and of both."""
    titles: dict[str, Text] = {seat.name: seat.title for seat in catalog.rules(plan.system).theme.seats}
    table = _table(say("New weights against old"), say("games"), say("points"), say("share"), say("95 % interval"))
    rows = [(titles[seat], score.points[seat], games) for seat, games in score.games.items()]
    rows.append((say("Together"), sum(score.points.values()), sum(score.games.values())))
    for title, points, games in rows:
        low, high = wilson(points, games)
        interval = said(say("{low:.1%} to {high:.1%}", low=low, high=high))
        table.add_row(said(title), str(games), f"{points:g}", f"{points / games:.1%}", interval)
    _console().print(table)


OLD_ONES_STAY = say("The new weights lose the match: the old ones stay")
NOT_WRITTEN = say("The new weights do not lose; nothing was written")


def show_ending(score: MatchScore, file: Path | None) -> None:
    """Print what has become of the new weights: the file they are in, if they are in one."""
    if file is not None:
        ending = say("The new weights do not lose: they are in {file}", file=file)
    elif score.is_lost:
        ending = OLD_ONES_STAY
    else:
        ending = NOT_WRITTEN
    print(said(ending))


def _sample(sample: Sample) -> Text:
    return several("{games} with {count} position", "{games} with {count} positions", sample.positions,
                   games=_games(sample.games))


def _games(count: int) -> Text:
    return several("{count} game", "{count} games", count)


def _console() -> Console:
    return Console(file=terminal(sys.stdout), highlight=False, markup=False)


def _table(first: Text, *rest: Text) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(said(first))
    for heading in rest:
        table.add_column(said(heading), justify="right")
    return table
