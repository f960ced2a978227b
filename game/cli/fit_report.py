"""The printed report of a fit of weights."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

from game import catalog
from game.cli.bench_report import OPPONENT_TITLES, new_table
from game.cli.control_characters import terminal
from game.core.message import plural, say
from game.i18n.words import number, translate
from game.match.player_titles import player_title
from game.selfplay.fit import FittedOdds, OddsQuality
from game.selfplay.gathering import LEVEL
from game.selfplay.regression import WEIGHT_DIGITS

ODDS_SOURCES = {"base": say("base rate"), "search": say("search score"), "old": say("old weights"),
                "new": say("new weights")}
"""Source of odds, an inner key of ``FittedOdds.quality`` -> its title."""


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
    table = new_table([say("feature")], [say("old weight"), say("new weight")])
    for name, old, new in zip(fitted.names, fitted.old or [None] * len(fitted.names), fitted.new, strict=True):
        table.add_row(name, *("" if weight is None else number(weight, f".{WEIGHT_DIGITS}g") for weight in (old, new)))
    console.print(table)
    for kind, by_source in fitted.quality.items():
        console.print(translate(OPPONENT_TITLES[kind]), style="bold")
        console.print(_quality_table(by_source))
        console.print(_calibration_table(by_source["new"]))


OLD_WEIGHTS_KEPT = say("The new weights are no better on held-out games: the old ones are kept")
"""What is printed if the new weights are no better."""
NOT_WRITTEN = say("The new weights are better on held-out games; nothing was written")
"""What is printed if the new weights are better, but were not to be written."""


def show_ending(fitted: FittedOdds, file: Path | None) -> None:
    """Print whether the new weights are better, and whether they were written.

    :param file: the file they were written to; None if they were not.
    """
    if file is not None:
        text = say("The new weights are better on held-out games: they are in {file}", file=file)
    else:
        text = NOT_WRITTEN if fitted.is_better else OLD_WEIGHTS_KEPT
    print(translate(text))


def _quality_table(by_source: Mapping[str, OddsQuality]) -> Table:
    """The table of the quality of odds from each source."""
    table = new_table([say("odds from")], [say("log loss"), say("Brier score, early"), say("middle"), say("late"),
                                           say("whole game")])
    for source, quality in by_source.items():
        calibration = quality.calibration
        scores = [None if each is None else each.score for each in (*calibration.thirds, calibration.whole)]
        table.add_row(translate(ODDS_SOURCES[source]), number(quality.loss, ".4f"),
                      *("" if score is None else number(score, ".4f") for score in scores))
    return table


def _calibration_table(quality: OddsQuality) -> Table:
    """The calibration table of the new weights: odds predicted and share scored.

    :param quality: that of the odds from the new weights.
    """
    table = new_table([say("new odds")], [say("scored"), say("positions"), say("games")])
    for each in quality.calibration.bins:
        table.add_row(number(each.odds, ".1%"), number(each.scored, ".1%"), str(each.positions), str(each.games))
    return table
