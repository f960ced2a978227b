"""The printed report of a fit of weights."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

from game import catalog
from game.cli.bench_report import KINDS
from game.core.message import Text, plural, say
from game.i18n.words import number, terminal, translate
from game.match.player_titles import player_title
from game.selfplay.fit import FittedOdds, OddsQuality
from game.selfplay.gathering import LEVEL
from game.selfplay.regression import WEIGHT_DIGITS

ODDS_SOURCES = {"base": say("base rate"), "search": say("search score"), "old": say("old weights"),
                "new": say("new weights")}


def show_fitted(system: str, scenario: str, fitted: FittedOdds) -> None:
    """Print old and new weights, and how good their odds are in held-out games."""
    console = Console(file=terminal(sys.stdout), highlight=False, markup=False)
    console.print(translate(say(
        "{title}, {scenario}: odds of {player}, {games} with {positions}; ridges {ridge:g} and {side_ridge:g}",
        title=catalog.rules(system).theme.title, scenario=scenario, player=player_title(LEVEL),
        games=plural("{count} game", "{count} games", fitted.games),
        positions=plural("{count} position", "{count} positions", fitted.positions), ridge=fitted.ridge,
        side_ridge=fitted.side_ridge,
    )), style="bold")
    table = _table(say("feature"), say("old weight"), say("new weight"))
    for name, old, new in zip(fitted.names, fitted.old or [None] * len(fitted.names), fitted.new, strict=True):
        table.add_row(name, "" if old is None else f"{old:.{WEIGHT_DIGITS}g}", f"{new:.{WEIGHT_DIGITS}g}")
    console.print(table)
    for kind, by_source in fitted.quality.items():
        console.print(translate(KINDS[kind]), style="bold")
        console.print(_quality_table(by_source))
        console.print(_bins(by_source["new"]))


OLD_WEIGHTS_KEPT = say("The new weights are no better on held-out games: the old ones are kept")
NOT_WRITTEN = say("The new weights are better on held-out games; nothing was written")


def show_ending(fitted: FittedOdds, file: Path | None) -> None:
    """Print what was done with the new weights, and the file if they were written."""
    if file is not None:
        ending = say("The new weights are better on held-out games: they are in {file}", file=file)
    else:
        ending = NOT_WRITTEN if fitted.is_better else OLD_WEIGHTS_KEPT
    print(translate(ending))


def _quality_table(by_source: Mapping[str, OddsQuality]) -> Table:
    """The table of the quality of odds from each source."""
    table = _table(say("odds from"), say("log loss"), say("Brier score, early"), say("middle"), say("late"),
                   say("whole game"))
    for source, quality in by_source.items():
        calibration = quality.calibration
        scores = [each and each.score for each in (*calibration.thirds, calibration.whole)]
        table.add_row(translate(ODDS_SOURCES[source]), number(quality.loss, ".4f"),
                      *("" if score is None else number(score, ".4f") for score in scores))
    return table


def _bins(quality: OddsQuality) -> Table:
    """The calibration table of the new weights: odds predicted and share scored."""
    table = _table(say("new odds"), say("scored"), say("positions"), say("games"))
    for each in quality.calibration.bins:
        table.add_row(number(each.odds, ".1%"), number(each.scored, ".1%"), str(each.positions), str(each.games))
    return table


def _table(first: Text, *rest: Text) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(translate(first))
    for heading in rest:
        table.add_column(translate(heading), justify="right")
    return table
